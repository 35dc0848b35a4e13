"""The tiny edition of Dead 'til Dawn is searched to the end, and every property holds in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dead_til_dawn import game

TINY = Path(__file__).parents[2] / "scenarios" / "dead-til-dawn" / "tiny.toml"


@pytest.mark.long
def test_every_property_holds_wherever_the_tiny_edition_can_lead(daybreak: Callable[..., Any]) -> None:
    found = json.loads(daybreak("check", TINY, "--json").out)
    rows = {row["name"]: row["verdict"] for row in found["properties"]}
    asked = {rule.name for kind in ("invariant", "step_property") for rule in game.of_kind(kind)}
    assert set(rows) == asked | {"bound-holds", "no-dead-end", "no-endless-loop"}
    assert set(rows.values()) == {"proved"}
    assert found["ending"] == "closed" and found["states"] > 1_000_000
