"""Sample transitions of a game for comparing executions: met in play, disturbed, anywhere in the ranges, and at their ends.

They are drawn by `random.Random.random` from fixed seeds, so they are the same in every run, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count, cycle, islice
from math import comb
from random import Random
from typing import Any

from attrs import field, frozen

from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.layout import decode, offset_of, width
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import BagType, IntType, PileType, Scalar, Type
from verifier.lang.values import blank, copied
from verifier.lang.words import Refused
from verifier.program.program import Program
from verifier.run.positions import FLAVOURS, below, changed, numbers_of, picked, places_in
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting

MET, ALTERED, ANYWHERE = 10, 6, 4  # samples of each sort for a rule
STARTS = 8  # rulings for the set-up
TRANSITIONS = 1_500  # played for those that are met
GAME_MOST = 300
TRIES = 24  # events tried before the reference is asked for all that are legal
CHANGES_MOST = 4


@frozen(eq=False)
class Sample:
    """A transition to try: the rulings, the state before it, and an event of that state's phase, legal or not."""

    rulings: Mapping[str, str]
    state: Any
    event: Event = field(repr=False)


class Samples:
    """Sample transitions of a program under a setting; readings in `free` vary, the others are as the setting says.

    Play starts from the set-up, or from `start`.  `look` is called before every sample: what it raises ends the drawing, of which
    nothing is kept.
    """

    def __init__(self, program: Program, setting: Setting, free: Sequence[str] = (), start: Any = None) -> None:
        self.program, self.setting, self.free, self.start = program, setting, tuple(free), start
        self.look: Callable[[], None] = lambda: None
        self._places = list(_places(program.game.state_type))
        self._phase = offset_of(program.game.state_type, "phase")
        self._met: dict[str, list[Sample]] | None = None
        self._of: dict[str, list[Sample]] = {}
        self._references: dict[tuple[str, ...], Reference] = {}

    def prepare(self) -> None:
        """Play what the samples of every rule are taken from."""
        if self._met is None:
            self._met = self._played()

    def of(self, rule: Rule) -> list[Sample]:
        """The samples of a transition rule, the same each time."""
        if rule.name not in self._of:
            self._of[rule.name] = list(self._drawn(rule))
        return self._of[rule.name]

    def of_phase(self, phase: int) -> list[Sample]:
        """The samples of every rule of a phase."""
        return [sample for rule in self.program.rules_at(phase) for sample in self.of(rule)]

    def reference(self, rulings: Mapping[str, str]) -> Reference:
        """The reference under some rulings, chance left open."""
        key = tuple(rulings.values())
        if key not in self._references:
            self._references[key] = Reference(self.program, Setting(rulings, self.setting.edition))
            self._references[key].used = None  # what is tried here is no use of a clause by a test
        return self._references[key]

    def references_at_start(self) -> list[Reference]:
        """The reference under some rulings: those of the setting, and others."""
        rng = Random("samples of the start")
        others = [self._rulings(rng) for _ in range(STARTS)] if self.free else []
        return [self.reference(rulings) for rulings in (self.setting.rulings, *others)]

    def _drawn(self, rule: Rule) -> Iterator[Sample]:
        rng = Random(f"samples of {rule.name}")
        met = self._met_at(rule, rng)
        yield from met
        for sample in islice(cycle(met), ALTERED):
            yield self._tried(rule, self._altered(sample.state, rng), rng)
        for number in range(ANYWHERE):
            yield self._tried(rule, numbers_of(self.program.game.state_type, rng, FLAVOURS[number % 2]), rng)
        for high in ends(len(self._places)):
            yield self._tried(rule, self._at_ends(high, rng), rng)

    def _rulings(self, rng: Random) -> dict[str, str]:
        switches = self.program.readings.switches
        return {id_: picked(rng, list(switches[id_].choices)) if id_ in self.free else choice
                for id_, choice in self.setting.rulings.items()}

    # -- states in play -------------------------------------------------------------------------------------------------------

    def _met_at(self, rule: Rule, rng: Random) -> list[Sample]:
        """Transitions of a rule met in play, half of them under other rulings; what is seldom met begins in other phases."""
        self.prepare()
        assert self._met is not None
        met = self._met.get(rule.name, [])
        others = [each for samples in self._met.values() for each in samples] if len(met) < MET else []
        found = [each if number % 2 == 0 else Sample(self._rulings(rng), each.state, each.event)
                 for number, each in enumerate(met)]
        while len(found) < MET and others:
            found.append(self._tried(rule, self.program.encode(picked(rng, others).state), rng))
        return found

    def _played(self) -> dict[str, list[Sample]]:
        """Some of the transitions of random games, by rule: each that was met is as likely to be kept."""
        rng, kept, seen = Random("sample games"), dict[str, list[Sample]](), dict[str, int]()
        left = TRANSITIONS
        while left > 0:
            before = left
            for sample in islice(self._game(rng), min(left, GAME_MOST)):
                self.look()
                left -= 1
                name = sample.event.rule.name
                seen[name] = seen.get(name, 0) + 1
                room = kept.setdefault(name, [])
                at = len(room) if len(room) < MET else below(rng, seen[name])
                room[at:at + 1] = [sample] if at < MET else room[at:at + 1]
            if left == before:
                break  # nothing can happen at the start
        return kept

    def _game(self, rng: Random) -> Iterator[Sample]:
        rulings = self._rulings(rng)
        reference = self.reference(rulings)
        try:
            position = reference.set_up() if self.start is None else reference.position(self.start)
            while (event := self._event(reference, position, rng)) is not None:
                yield Sample(rulings, position.state, event)
                position = reference.apply(position, event).after
        except RuleBroke:
            return

    def _event(self, reference: Reference, position: Position, rng: Random) -> Event | None:
        """An event that can happen, each rule that is met being as likely; None at an end."""
        kind = reference.kind(position)
        if kind == END:
            return None
        if kind == CHANCE:
            outcomes = [event for event, _ in reference.outcomes(position)]
            return picked(rng, outcomes) if outcomes else None
        if kind != DECISION:
            return reference.events(position)[0]
        rules = [rule for rule in self.program.rules_at(position.state.phase) if rule.kind == "decision"]
        for _ in range(TRIES):
            event = self._any_event(picked(rng, rules), rng)
            if reference.forbidden_by(position, event) is None:
                return event
        legal = reference.legal(position)
        return picked(rng, legal) if legal else None

    # -- other states -----------------------------------------------------------------------------------------------------------

    def _any_event(self, rule: Rule, rng: Random) -> Event:
        return picked(rng, [each for each in self.program.events if each.rule is rule])

    def _tried(self, rule: Rule, numbers: list[int], rng: Random) -> Sample:
        """A state of the rule's phase with an event of it: one that can happen, if some tries find one."""
        assert rule.phase is not None
        self.look()
        numbers[self._phase] = int(rule.phase)
        state, rulings = decode(self.program.game.state_type, numbers), self._rulings(rng)
        event = self._any_event(rule, rng)
        for _ in range(TRIES if rule.arguments else 0):
            if self._happens(rulings, state, event):
                break
            event = self._any_event(rule, rng)
        return Sample(rulings, state, event)

    def _happens(self, rulings: Mapping[str, str], state: Any, event: Event) -> bool:
        reference = self.reference(rulings)
        try:
            if event.rule.kind == "chance" and reference.weight(state, event) <= 0:
                return False
            reference.apply(reference.position(state), event)
        except (RuleBroke, Refused):
            return False
        return True

    def _altered(self, state: Any, rng: Random) -> list[int]:
        """A state with some of its places changed: to an end of their ranges, or anyhow."""
        numbers = self.program.encode(state)
        for _ in range(1 + below(rng, CHANGES_MOST)):
            offset, kind = picked(rng, self._places)
            end = slice(offset, offset + width(kind))
            numbers[end] = _end(kind, rng, high=rng.random() < 0.5) if rng.random() < 0.5 else changed(kind, numbers[end], rng)
        return numbers

    def _at_ends(self, high: Sequence[bool], rng: Random) -> list[int]:
        """A state with every place at an end of its range, piles empty or full."""
        numbers = self.program.encode(copied(blank(self.program.game.state_type)))
        for (offset, kind), at_top in zip(self._places, high, strict=True):
            numbers[offset:offset + width(kind)] = _end(kind, rng, high=at_top)
        return numbers


def _places(state: Type) -> Iterator[tuple[int, Type]]:
    """Where scalars, piles, and each count of a bag lie."""
    for offset, kind in places_in(state, 0):
        if isinstance(kind, BagType):
            yield from ((offset + each, IntType(kind.low, kind.high)) for each in range(kind.kind.low, kind.kind.high + 1))
        else:
            yield offset, kind


def ends(places: int) -> list[tuple[bool, ...]]:
    """For so many places the fewest rows of low and high in which any two places have all four combinations of their ends.

    Each place is high in just those rows that a subset of half of them names; any two such subsets that share a row differ
    both ways and leave a row out (Kleitman and Spencer).
    """
    rows = next(rows for rows in count(4) if comb(rows - 1, rows // 2 - 1) >= places)
    chosen = list(islice(combinations(range(1, rows), rows // 2 - 1), places))
    return [tuple(row == 0 or row in each for each in chosen) for row in range(rows)]


def _end(kind: Type, rng: Random, *, high: bool) -> list[int]:
    if isinstance(kind, PileType):
        size, item = (kind.size if high else 0), width(kind.item)
        cells = [number for _ in range(size) for number in numbers_of(kind.item, rng, "ends")]
        return [size, *cells, *[0] * (kind.size * item - len(cells))]
    assert isinstance(kind, Scalar)
    return [kind.high if high else kind.low]

