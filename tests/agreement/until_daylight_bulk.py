"""Until Daylight's executions compared on many random positions, for three to six players, with boards at random."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import TICKS
from daybreak_games.until_daylight.cards import Advantage, Character, Drawback, Horde, Rubble
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load

PROGRAM: Program = load(game)


def edition(seed: int) -> Any:
    """The game's edition for some number of players, its boards drawn at random, some cards left out, a short Search."""
    rng = Random(f"edition {seed}")
    players = rng.randint(3, 6)
    name = "printed-and-assumed" if players == 4 else f"printed-and-assumed-{players}"
    box = copied(load_edition(game, name, Path()).record)
    for character in Character:
        board = box.boards[character]
        board.health = rng.randint(2, 12)
        if rng.random() < 0.5:
            board.advantage, board.drawback = rng.choice(list(Advantage)), rng.choice(list(Drawback))
    if rng.random() < 0.5:  # piles run out
        basic = {board.weapon for board in box.boards}
        for card in Rubble:
            if card not in basic:
                box.rubble[card] = rng.randint(0, box.rubble[card])
        for kind in Horde:
            box.horde[kind] = rng.randint(0, 4)
    if rng.random() < 0.5:
        box.rounds = rng.randint(1, 4)
        for tick in range(TICKS):
            box.gong[tick] = int(4 <= tick <= 12)
    return box
