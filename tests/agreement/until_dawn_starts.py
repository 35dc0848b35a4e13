"""Until Dawn positions a few steps before dawn, dealt by a seed, whose state graphs are small enough to count."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from verifier.instance import Instance, instance_of
from verifier.registry import installed
from verifier.scenarios.loader import scenario_of

TABLE: dict[str, Any] = {
    "ammo": 2, "jasper": "rug", "discard": {"move-cw": 1},
    "entrances": [
        {"barricades": 1, "stack": ["scratcher", "sneaker+", "screamer"]},
        {"breached_by": "sneaker"},
        {"barricades": 2, "stack": ["screamer!", "sneaker"]},
        {"stack": ["scratcher"]},
    ],
}


def instance(start: dict[str, Any] | None, *, seed: int | None = None, deal: dict[str, Any] | None = None,
             rulings: dict[str, str] | None = None) -> Instance:
    """A scenario of the assumed edition, made ready to run."""
    games = installed()
    document: dict[str, Any] = {"schema": 1, "game": "until-dawn", "title": "a table of the tests", "edition": "assumed-20",
                                "deal": (deal or {}) | ({} if seed is None else {"seed": seed}), "rulings": rulings or {}}
    if start is not None:
        document["start"] = start
    return instance_of(scenario_of(document, games, Path(__file__)), games.program("until-dawn"))


@cache
def steps_to_dawn(steps: int) -> Instance:
    """The table above with some steps left, each dealt its own seed."""
    return instance(TABLE | {"time": 20 - steps}, seed=9 + steps)
