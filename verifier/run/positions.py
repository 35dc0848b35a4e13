"""Random settings and positions to try executions on: reachable ones, disturbed ones, and any that the types allow.

The same arguments give the same values on every machine and Python version (only `random.Random.random` is used, whose
sequence Python promises to keep).  Positions are independent of the engines that are compared: the reference makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Literal, TypeVar

from verifier.lang.events import Event
from verifier.lang.layout import decode, width
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import BagType, PileType, RecordType, RowType, Scalar, Type
from verifier.program.program import Program
from verifier.run.emit import TAPE_BITS
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting

T = TypeVar("T")
Flavour = Literal["even", "low", "ends"]
FLAVOURS: tuple[Flavour, ...] = ("even", "low", "ends")
USED_MOST = 2**TAPE_BITS - 1
ENTRY_MOST = 10**6


def random_setting(program: Program, *, seed: int, edition: Any = None, tape_length: int = 40, default: float = 0.5) -> Setting:
    """A setting with random rulings and tapes.

    Each reading keeps its default choice with the chance `default`.  Without an edition its values are random too, which
    suits `random_typed` and hardly any real play.  Tape entries are forced outcomes and numbers, as a deal can have them.
    """
    rng = Random(f"setting {seed}")
    rulings = {}
    for id_, reading in program.readings.switches.items():
        rulings[id_] = reading.default if rng.random() < default else picked(rng, list(reading.choices))
    if edition is None:
        kind = program.game.edition_type
        edition = decode(kind, numbers_of(kind, rng, "even"))
    tapes = []
    for name in program.tapes:
        outcomes = max(len(phase.events) for phase in program.phases if phase.tape == program.tapes.index(name))
        tapes.append(tuple(-1 - below(rng, outcomes) if rng.random() < 0.3 else below(rng, ENTRY_MOST)
                           for _ in range(tape_length)))
    return Setting(rulings, edition, tuple(tapes))


def random_reachable(program: Program, setting: Setting, *, seed: int, count: int, start: Position | None = None,
                     thin: int = 8, transitions_max: int = 2000) -> Iterator[Position]:
    """Positions met in random games from `start` (by default the set-up); about one in `thin` of those met.

    Chance goes by its weights, whatever the deal says.  A rule is drawn before its arguments, so that a decision with many
    of them does not crowd out the others.  A game ends where nothing is possible, where a rule breaks, or after
    `transitions_max` transitions.  Fewer than `count` come out only if no game meets any position.
    """
    reference, rng = Reference(program, setting), Random(f"reachable {seed}")
    start = reference.set_up() if start is None else start
    given = 0
    while given < count:
        for position in _game(reference, start, rng, transitions_max):
            if rng.random() * thin < 1:
                yield position
                given += 1
                if given == count:
                    return


def random_typed(program: Program, *, seed: int, count: int, tape_length: int = 40) -> Iterator[Position]:
    """Positions with every scalar anywhere in its range and piles of any size, hardly any of them reachable.

    Cells above the top of a pile are zero, as in every state.  A third of the states is even over the ranges, a third is
    mostly at the lowest values, a third mostly at both ends.  Tapes are used up to `tape_length` entries.
    """
    rng, kind = Random(f"typed {seed}"), program.game.state_type
    for _ in range(count):
        state = decode(kind, numbers_of(kind, rng, picked(rng, FLAVOURS)))
        yield Position(state, tuple(below(rng, tape_length + 1) for _ in program.tapes))


def random_disturbed(program: Program, positions: Iterable[Position], *, seed: int, changes_max: int = 4) -> Iterator[Position]:
    """Each position with one to `changes_max` scalars or piles changed within their ranges: nearly reachable ones."""
    rng, kind = Random(f"disturbed {seed}"), program.game.state_type
    places = list(places_in(kind, 0))
    for position in positions:
        numbers = program.encode(position.state)
        for _ in range(1 + below(rng, changes_max)):
            offset, part = picked(rng, places)
            numbers[offset:offset + width(part)] = changed(part, numbers[offset:offset + width(part)], rng)
        yield Position(decode(kind, numbers), position.used)


# -- games ----------------------------------------------------------------------------------------------------------------


def _game(reference: Reference, position: Position, rng: Random, transitions_max: int) -> Iterator[Position]:
    for _ in range(transitions_max):
        yield position
        event = _any_event(reference, position, rng)
        if event is None:
            return
        try:
            position = reference.apply(position, event).after
        except RuleBroke:
            return
        if max(position.used, default=0) > USED_MOST:
            return


def _any_event(reference: Reference, position: Position, rng: Random) -> Event | None:
    kind = reference.kind(position)
    if kind == END:
        return None
    if kind == DECISION:
        legal = reference.legal(position)
        if not legal:
            return None
        rule = picked(rng, list(dict.fromkeys(event.rule for event in legal)))
        return picked(rng, [event for event in legal if event.rule is rule])
    if kind == CHANCE:
        try:
            outcomes = reference.outcomes(position)
        except RuleBroke:
            return None
        left = below(rng, sum(weight for _, weight in outcomes)) if outcomes else 0
        for event, weight in outcomes:
            left -= weight
            if left < 0:
                return event
        return None
    return reference.events(position)[0]


# -- values ---------------------------------------------------------------------------------------------------------------


def below(rng: Random, count: int) -> int:
    """A number from 0 on, smaller than `count`."""
    return int(rng.random() * count)


def picked(rng: Random, items: list[T] | tuple[T, ...]) -> T:
    """One of some items, each as likely."""
    return items[below(rng, len(items))]


def _between(rng: Random, low: int, high: int, flavour: Flavour) -> int:
    if flavour == "low" and rng.random() < 0.75:
        return low
    if flavour == "ends" and rng.random() < 0.75:
        return low if rng.random() < 0.5 else high
    return low + below(rng, high - low + 1)


def numbers_of(kind: Type, rng: Random, flavour: Flavour) -> list[int]:
    """A random value of a type as flat integers."""
    if isinstance(kind, RecordType):
        return [number for _, field in kind.fields for number in numbers_of(field, rng, flavour)]
    if isinstance(kind, RowType):
        return [number for _ in range(kind.size) for number in numbers_of(kind.item, rng, flavour)]
    if isinstance(kind, PileType):
        size = _between(rng, 0, kind.size, flavour)
        cells = [number for _ in range(size) for number in numbers_of(kind.item, rng, "even")]
        return [size, *cells, *[0] * (width(kind) - 1 - len(cells))]
    if isinstance(kind, BagType):
        members = range(kind.kind.high + 1)
        return [_between(rng, kind.low, kind.high, flavour) if index >= kind.kind.low else 0 for index in members]
    return [_between(rng, kind.low, kind.high, flavour)]


def places_in(kind: Type, offset: int) -> Iterator[tuple[int, Type]]:
    """Scalars, piles and the counts of bags: what is changed as one."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from places_in(field, offset)
            offset += width(field)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield from places_in(kind.item, offset + index * width(kind.item))
    else:
        yield offset, kind


def changed(kind: Type, numbers: list[int], rng: Random) -> list[int]:
    """A scalar drawn anew, one count of a bag, or one element of a pile drawn anew, put on it or taken off."""
    if isinstance(kind, Scalar):
        return numbers_of(kind, rng, "even")
    if isinstance(kind, BagType):
        index = kind.kind.low + below(rng, kind.kind.high - kind.kind.low + 1)
        numbers[index] = _between(rng, kind.low, kind.high, "even")
        return numbers
    assert isinstance(kind, PileType)
    size, item = numbers[0], width(kind.item)
    what = below(rng, 3)
    if what == 0 and size < kind.size:
        size += 1
    elif what == 1 and size > 0:
        size -= 1
        return [size, *numbers[1:1 + size * item], *[0] * (width(kind) - 1 - size * item)]
    if size == 0:
        return numbers
    at = 1 + (size - 1 if size > numbers[0] else below(rng, size)) * item
    return [size, *numbers[1:at], *numbers_of(kind.item, rng, "even"), *numbers[at + item:]]
