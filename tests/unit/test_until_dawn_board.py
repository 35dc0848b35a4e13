"""What Until Dawn's table looks like in a terminal: the whole of both tracks, never wider than 100 columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from verifier.instance import Instance, load_instance
from verifier.lang.values import copied

SCENARIO = Path(__file__).parents[2] / "scenarios" / "until-dawn" / "reshuffle.toml"


def drawn(last_space: int, **fields: Any) -> list[str]:
    """The board of the scenario on a time track of so many steps, with some fields changed."""
    instance = load_instance(SCENARIO)
    edition, position = copied(instance.setting.edition), copied(instance.start.state)
    edition.last_space = last_space
    for name, value in fields.items():
        setattr(position, name, value)
    changed = Instance(instance.scenario, instance.program, evolve(instance.setting, edition=edition), instance.reference,
                       evolve(instance.start, state=position))
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
    instance = load_instance(SCENARIO)
    key = instance.reference.key(instance.start)
    instance.board(instance.start)
    assert instance.reference.key(instance.start) == key
