"""Survive Until Daylight's executions compared on many random positions, for one to six players, with and without Perks."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.cards import Character, Horde, Perk, Rubble
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load

PROGRAM: Program = load(game)


def edition(seed: int) -> Any:
    """The game's edition for some number of players, its Perks and Health trackers drawn at random, some cards left out."""
    rng = Random(f"edition {seed}")
    box = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = rng.randint(1, 6)
    for character in Character:
        board = box.boards[character]
        board.health = rng.randint(2, 12)
        if rng.random() < 0.5:
            board.main, board.first = rng.choice(list(Perk)), rng.choice(list(Perk))
    if rng.random() < 0.5:  # piles run out
        for numbered in box.rubble:
            for card in Rubble:
                numbered[card] = rng.randint(0, numbered[card])
        for horde in Horde:
            box.horde[horde] = rng.randint(0, 2)
    return box
