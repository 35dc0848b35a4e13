"""Whether what a game declares is never worse (`verifier.lang.dominance`), asked of its own functions, pair of states by pair.

The worse of two states is one of play; the better is another one of play with the same key, or the same with some of the named
cells made better at random, as long as it keeps the invariants.  The better one has to match each step of the worse one
(`verifier.run.simulation`).  That is more than is needed: where a step is not matched, the best grades behind both are compared,
if both positions can be explored.

z3 proves what this can only sample (`verifier.symbolic.product.dominance`), but says nothing of rules that are too much for it.
How many pairs were tried is for whoever asks to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Literal

from attrs import frozen

from verifier.errors import RuleFailed
from verifier.lang.phases import DECISION, END
from verifier.run.backend import Backend
from verifier.run.broken import broken_in
from verifier.run.positions import below, picked
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.run.simulation import Unmatched, unmatched
from verifier.search.exhaustive import solve_exhaustively
from verifier.search.limits import Limits

STATES_MOST = 20_000
TRIES = 3  # states at random that are better than each
CHANGE_MOST = 3


@frozen(eq=False)
class Compared:
    """What became of two states: "matched", every step of the worse one; "loses", every one but those by which it loses;
    "searched", not so, and the best grade of the better one is no lower; "unknown", where that was not found out; "hurts", where
    it is lower, so that the declaration is wrong.

    `step` is the first that is not matched (None: all are).
    """

    game: str
    worse: Position
    better: Position
    step: Unmatched | None
    found: Literal["matched", "loses", "searched", "unknown", "hurts"]

    def __str__(self) -> str:
        return f"{self.game}: {self.found}{f': {self.step}' if self.step is not None else ''}\n  worse: {self.worse.state!r}" \
            f"\n  better: {self.better.state!r}"


def dominance(native: Backend, setting: Setting, positions: Iterable[Position], *, seed: int = 0,
              states_max: int = STATES_MOST) -> Iterator[Compared]:
    """What becomes of positions beside better ones, for the deal of the setting; nothing where the game declares nothing.

    Give positions that the rules can come to.  With `states_max` 0 nothing is explored.
    """
    if not native.program.better:
        return
    reference, rng, met = Reference(native.program, setting), Random(f"dominance {seed}"), dict[tuple[int, ...], list[Position]]()
    for position in positions:
        for better in _better(reference, position, rng, met):
            yield _compared(native, reference, position, better, states_max)


def _better(reference: Reference, position: Position, rng: Random, met: dict[tuple[int, ...], list[Position]]
            ) -> Iterator[Position]:
    """Positions that are better than one: among those that were met before, and at random."""
    program, key = reference.program, reference.key(position)
    named = program.better.cells
    same = met.setdefault(tuple(number for cell, number in enumerate(key) if cell not in named), [])
    yield from (each for each in same if reference.key(each) != key and program.better.is_at_least(reference.key(each), key))
    same.append(position)
    for _ in range(TRIES):
        numbers = program.encode(position.state)
        for cell in {picked(rng, sorted(named)) for _ in range(1 + below(rng, len(named)))}:
            slot, is_more = program.slots[cell], cell in program.better.more
            room = slot.high - numbers[cell] if is_more else numbers[cell] - slot.low
            change = below(rng, min(CHANGE_MOST, room) + 1)
            numbers[cell] += change if is_more else -change
        better = Position(program.decode(numbers), position.used)
        if better.state != position.state and not any(broken_in(reference, better)):
            yield better


def _compared(native: Backend, reference: Reference, worse: Position, better: Position, states_max: int) -> Compared:
    found = list(unmatched(reference, worse, better))
    step = next((each for each in found if not each.loses), found[0] if found else None)
    if step is None or step.loses:
        said: Literal["matched", "loses", "searched", "unknown", "hurts"] = "matched" if step is None else "loses"
    else:
        said = _searched(native, reference, worse, better, states_max)
    return Compared(native.program.game.name, worse, better, step, said)


def _searched(native: Backend, reference: Reference, worse: Position, better: Position, states_max: int
              ) -> Literal["searched", "unknown", "hurts"]:
    """The best grade behind the better state against that behind the worse one, as far as exploring settles both."""
    if states_max == 0:
        return "unknown"
    here, there = (_best(native, reference, each, states_max) for each in (worse, better))
    if here is None or there is None:
        return "unknown"
    return "hurts" if there < here else "searched"


def _best(native: Backend, reference: Reference, position: Position, states_max: int) -> int | None:
    """The best grade of the ends that can follow, -1 where none can; None where that is not known."""
    try:
        if reference.kind(position) not in (DECISION, END):
            position = reference.settled(position)
        best = solve_exhaustively(native, reference, reference.setting, position, Limits(states=states_max))
    except RuleFailed:
        return None
    if best.verdict == "proved" and best.grade is None:
        return -1
    return best.grade if best.verdict in ("optimal", "proved") else None
