"""What Until Dawn's table looks like in a terminal: the whole of both tracks, never wider than 100 columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from verifier.lang.values import copied
from verifier.prepared import Prepared, prepare

SCENARIO = Path(__file__).parents[2] / "scenarios" / "until-dawn" / "reshuffle.toml"


def drawn(last_space: int, **fields: Any) -> list[str]:
    """The board of the scenario on a time track of so many steps, with some fields changed."""
    prepared = prepare(SCENARIO)
    edition, position = copied(prepared.setting.edition), copied(prepared.start.state)
    edition.last_space = last_space
    for name, value in fields.items():
        setattr(position, name, value)
    changed = Prepared(prepared.scenario, prepared.program, evolve(prepared.setting, edition=edition), prepared.reference,
                       evolve(prepared.start, state=position))
    board = changed.board(changed.start)
    assert board is not None
    return board.split("\n")


@pytest.mark.parametrize("last_space", [20, 30, 60])
def test_the_time_track_is_drawn_to_its_end(last_space: int) -> None:
    rows = drawn(last_space, time=18, zombie_time=17)
    first = next(index for index, row in enumerate(rows) if row.startswith("TIME"))
    last = next(index for index, row in enumerate(rows) if row.startswith("AMMO"))
    spaces = " ".join(rows[first:last]).removeprefix("TIME").split()
    assert [int(space.strip("[()]")) for space in spaces] == list(range(last_space + 1))
    assert (spaces[18], spaces[17], spaces[19]) == ("[18]", "(17)", "19")
    assert max(map(len, rows)) <= 100


def test_both_markers_on_one_space() -> None:
    assert any("[(18)]" in row for row in drawn(20, time=18, zombie_time=18))


def test_drawing_changes_nothing() -> None:
    prepared = prepare(SCENARIO)
    key = prepared.reference.key(prepared.start)
    prepared.board(prepared.start)
    assert prepared.reference.key(prepared.start) == key
