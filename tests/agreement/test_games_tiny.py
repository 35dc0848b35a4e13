"""The tiny editions of games are searched to the end, and every property holds in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daybreak_games import dead_til_dawn, survive_until_daylight, until_daylight
from verifier.lang.game import Game

SCENARIOS = Path(__file__).parents[2] / "scenarios"
GAMES: dict[str, Game[Any, Any]] = {"survive-until-daylight": survive_until_daylight.game,
                                    "until-daylight": until_daylight.game, "dead-til-dawn": dead_til_dawn.game}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_property_holds_wherever_the_tiny_edition_can_lead(game: str, daybreak: Callable[..., Any]) -> None:
    found = json.loads(daybreak("check", SCENARIOS / game / "tiny.toml", "--json").out)
    rows = {row["name"]: row["verdict"] for row in found["properties"]}
    asked = {rule.name for kind in ("invariant", "step_property") for rule in GAMES[game].of_kind(kind)}
    assert set(rows) == asked | {"bound-holds", "no-dead-end", "no-endless-loop"}
    assert set(rows.values()) == {"proved"}
    assert found["ending"] == "closed" and found["states"] > 1_000_000
