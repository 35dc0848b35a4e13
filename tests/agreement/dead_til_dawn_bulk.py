"""Dead 'til Dawn's executions compared on many random positions, for three to eight players, with cards at random."""

from __future__ import annotations

from random import Random
from typing import Any

from daybreak_games.dead_til_dawn import game
from tests.agreement.dead_til_dawn_pairs import editions
from verifier.program.program import Program, load

PROGRAM: Program = load(game)


def edition(seed: int) -> Any:
    """The game's edition for some number of players, its numbers, Characters and cards drawn at random."""
    return editions(Random(f"edition {seed}"))[0]
