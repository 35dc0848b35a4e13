"""Chance that nobody weighs: a deal gives it, proofs are for any, and nothing is worked out that would have to weigh it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.state import Phase
from verifier.instance import instance_of
from verifier.program.program import load
from verifier.scenarios.loader import new_scenario

Daybreak = Callable[..., Any]
UNWEIGHED = """schema = 1
game = "until-daylight"
name = "unweighed"
title = "A skirmish whose clock nobody knows"
inherits = "tiny"

[values.gong_weighed]
value = false
status = "assumed"
why = "Nobody has measured it."
"""


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    path = tmp_path / "unweighed.toml"
    path.write_text(UNWEIGHED, encoding="utf-8")
    return path


@pytest.fixture
def scenario(tmp_path: Path, edition: Path) -> Path:
    path = tmp_path / "unweighed-deal.toml"
    path.write_text(f'schema = 1\ngame = "until-daylight"\ntitle = "A deal"\nedition = "{edition.name}"\n'
                    '[deal]\nseed = 3\ngong = ["no", "no", "no", "yes"]\n', encoding="utf-8")
    return path


@pytest.mark.parametrize("arguments", [
    ("winnability", "until-daylight", "--edition", "EDITION", "--deals", "2"),
    ("play-out", "until-daylight", "--edition", "EDITION", "--deals", "2"),
    ("above", "until-daylight", "--edition", "EDITION", "--deals", "2"),
    ("difficulty", "until-daylight", "--edition", "EDITION", "--vary", "UDL-02=turn-holder,next-player", "--deals", "2"),
    ("readings", "until-daylight", "UDL-02", "--edition", "EDITION", "--deals", "2"),
    ("odds", "SCENARIO"),
])
def test_what_would_weigh_it_is_refused(daybreak: Daybreak, edition: Path, scenario: Path, arguments: tuple[str, ...]) -> None:
    given = {"EDITION": str(edition), "SCENARIO": str(scenario)}
    found = daybreak(*(given.get(each, each) for each in arguments))
    assert found.code == 150 and "DB597" in found.err
    assert "how likely each gong is, which nobody knows (gong_weighed is not set)" in found.err


def test_a_deal_gives_it(daybreak: Daybreak, scenario: Path) -> None:
    found = json.loads(daybreak("moves", scenario, "--json").out)
    assert found["kind"] == "decision" and found["events"] == ["begin-round", "listen no"]
    assert found["seats"] == ["player-1"] * len(found["legal"])


def test_every_outcome_that_can_be_is_one() -> None:
    """Explored and proved is any moment at which the row says that the gong can come."""
    program = load(game)
    reference = instance_of(new_scenario(game, title="x", edition="tiny"), program).reference
    position = reference.set_up()
    while position.state.phase != Phase.TICK:
        position = reference.apply(position, reference.events(position)[0]).after
    assert [event.text for event, _ in reference.outcomes(position)] == ["listen no"]
    position.state.tick = 2
    assert {event.text: weight for event, weight in reference.outcomes(position)} == {"listen no": 1, "listen yes": 1}
    position.state.tick = 3
    assert [event.text for event, _ in reference.outcomes(position)] == ["listen yes"]
