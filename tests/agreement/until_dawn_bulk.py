"""Until Dawn's executions compared on many random positions: the tests ask for some, `make bench` for 100,000."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.until_dawn import game
from daybreak_games.until_dawn.state import Box, Card
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.testing import Compared, compare, random_disturbed, random_reachable, random_setting, random_typed
from verifier.testing.agreement import BOTH, Engines, ready

BATCH = 100
PROGRAM: Program = load(game)
ASSUMED: Any = load_edition(game, "assumed-20", Path(__file__).parent).record


def random_edition(seed: int) -> Any:
    """Component data that can be set up and played: now and then far too many cards, so that stacks run full."""
    rng = Random(f"edition {seed}")
    most = 3 if rng.random() < 0.7 else 15
    box = Box(last_space=rng.choice((1, 4, 12, 20, 60)), shells=rng.randint(0, 8), barricades=rng.randint(0, 8),
              barricades_per_entrance=rng.randint(1, 8))
    for card in Card:
        box.cards[card] = rng.randint(0, most)
    for card in (Card.SCRATCHER, Card.SNEAKER, Card.SCREAMER):
        box.cards[card] = rng.randint(1, most)
    return box


def batches(seed: int, size: int = BATCH) -> Iterator[tuple[Setting, Iterator[Position]]]:
    """Settings with positions, `size` each, for ever: by turns reachable, disturbed and any typed ones.

    Every third round has the default rulings, the others random ones; the editions are the assumed one, random sensible
    ones, and (for typed positions) random numbers.
    """
    for round_ in range(seed * 10**6, (seed + 1) * 10**6):
        rulings = 1.0 if round_ % 3 == 0 else 0.5
        edition = ASSUMED if round_ % 2 == 0 else random_edition(round_)
        setting = random_setting(PROGRAM, seed=round_, edition=edition, default=rulings)
        yield setting, random_reachable(PROGRAM, setting, seed=round_, count=size, start=_start(setting, round_))
        met = random_reachable(PROGRAM, setting, seed=round_ + 1, count=size)
        yield setting, random_disturbed(PROGRAM, met, seed=round_)
        if round_ % 2:
            setting = random_setting(PROGRAM, seed=round_, default=rulings)
        yield setting, random_typed(PROGRAM, seed=round_, count=size)


def _start(setting: Setting, round_: int) -> Position:
    """The set-up, or a table some way into the night, where entrances are breached and Zombie Rebecca is out."""
    reference = Reference(PROGRAM, setting)
    start = reference.set_up()
    if round_ % 4 < 2:
        return start
    late = [position for position in islice(random_reachable(PROGRAM, setting, seed=round_ + 7, count=200, thin=2), 200)
            if position.state.phase == 0]
    return reference.position(late[-1].state) if late else start


def bulk(positions: int, *, seed: int = 0, engines: Engines = BOTH, settles: bool = True, batch: int = BATCH,
         report: Callable[[Compared], None] = lambda done: None) -> Compared:
    """Compare the reference and other engines on that many positions; `report` is told after each batch."""
    made = [ready(PROGRAM, engine) for engine in engines]
    done = Compared()
    for setting, some in batches(seed, batch):
        done += compare(PROGRAM, setting, islice(some, positions - done.positions), made, settles=settles)
        report(done)
        if done.positions >= positions or len(done.disagreements) >= 20:
            return done
    raise AssertionError
