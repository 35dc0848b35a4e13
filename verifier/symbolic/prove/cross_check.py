"""Lifted rules compared with the reference in the very run that leans on them.

What z3 is told are terms: that an event can happen, that a rule fails, each cell behind it, that a property is kept.  Each is
lifted from unknown cells, so it has a value in any state.  Here those same terms are worked out on sample transitions
(`verifier.run.samples`) and compared with what the game's own functions say.  It is a sample and proves nothing of the lifter;
but a store that it drops, or a branch that it takes by turns, is seen before anything is said to be proved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.layout import encode
from verifier.lang.phases import CHANCE, STEP
from verifier.lang.values import copied
from verifier.lang.words import Refused
from verifier.run.disagreement import Disagreement
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.samples import Sample, Samples
from verifier.run.setting import Setting
from verifier.symbolic.lift.evaluate import Assignment, Packed, Variable
from verifier.symbolic.lift.rules import Fired, Lifted, Truth
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import Cond, Flag, Num, Value, all_of
from verifier.symbolic.prove.fields import cell_or_argument

HAPPENS, FORBIDDEN, FAILS = "it happens", "it cannot happen", "the rule fails"
AGAIN = 8
PHASE_MOST = 24  # samples of a phase


@define(slots=False, eq=False)
class Judged:
    """What the reference says of a sample, worked out when it is asked for."""

    reference: Reference
    sample: Sample

    @cached_property
    def before(self) -> Any:
        """The state before, which properties may look at."""
        return copied(self.sample.state)

    @cached_property
    def weight(self) -> int | None:
        """The weight of the outcome (of what is no chance: 1); None if it cannot be worked out."""
        if self.reference.program.phases[self.sample.state.phase].kind != CHANCE:
            return 1
        try:
            return self.reference.weight(self.sample.state, self.sample.event)
        except RuleBroke:
            return None

    @cached_property
    def _effect(self) -> tuple[str, Any]:
        if self.weight is None:
            return FAILS, None
        position, event = self.reference.position(self.before), self.sample.event
        if self.weight <= 0 or event.rule.kind == "stuck" and self.reference.kind(position) != STEP:
            return FORBIDDEN, None
        try:
            return HAPPENS, self.reference.apply(position, event).after.state
        except Refused:
            return FORBIDDEN, None
        except RuleBroke:
            return FAILS, None

    @property
    def effect(self) -> str:
        """What comes of the event."""
        return self._effect[0]

    @property
    def after(self) -> Any:
        """The state behind it; None unless it happens."""
        return self._effect[1]

    @property
    def is_stuck(self) -> bool:
        """Whether a decision before has no legal event."""
        position = self.reference.position(self.before)
        return all(self.reference.forbidden_by(position, event) is not None for event in self.reference.events(position))

    def keeps(self, rule: Rule, *, behind: bool) -> bool:
        """Whether a property can be worked out and is true: of the state before, or of that behind the event."""
        states = (self.before,) if not behind else (self.after,) if rule.kind != "step_property" else (self.before, self.after)
        try:
            return self.reference.holds_untouched(rule, *states, event=self.sample.event if behind else None)
        except RuleBroke:
            return False


@frozen(eq=False)
class Claim:
    """Some lifted values, and what the reference says that they are on a sample (None: nothing can be said there)."""

    what: str
    values: Sequence[Value]
    expected: Callable[[Judged], Sequence[int] | None]
    is_property: bool = False


@frozen(eq=False)
class Unknowns:
    """The unknowns that a rule was lifted from: cells (with their counters, if the rules carry any) and arguments."""

    cells: Sequence[Value]
    arguments: Sequence[Value] = ()


def of_transition(rule: Rule, fired: Fired, kept: Sequence[Flag]) -> list[Claim]:
    """What is claimed by a lifted transition; `kept` is what z3 is told of every state that there is."""
    claims = [
        Claim("what is taken for granted of every state", [all_of(kept)], lambda _: [1]),
        Claim("whether it can happen", [fired.enabled], lambda judged: [judged.effect != FORBIDDEN]),
        Claim("whether the rule fails", [fired.fails],
              lambda judged: None if judged.effect == FORBIDDEN else [judged.effect == FAILS]),
        Claim("what is taken for granted of what was counted", [fired.facts],
              lambda judged: [1] if judged.effect == HAPPENS else None)]
    if rule.kind == "chance":
        claims.append(Claim("weight", [fired.weight], lambda judged: None if judged.weight is None else [judged.weight]))
    return claims


def of_property(rule: Rule, truth: Truth, *, behind: bool) -> Claim:
    """What is claimed by a lifted property: of the state before a transition, or of that behind it."""
    where = "behind it" if behind else "before it"
    return Claim(f"whether {rule.name} is kept {where}", [truth.is_kept],
                 lambda judged: None if behind and judged.effect != HAPPENS else [judged.keeps(rule, behind=behind)], True)


@frozen
class Compared:
    """What was compared: samples by rule and number, values of properties, and which claims of a rule are known to agree."""

    transitions: frozenset[tuple[str, int]]
    values: int
    claims: frozenset[tuple[str, str]]

    def since(self, before: Compared) -> Compared:
        """What came to be compared since then."""
        return Compared(self.transitions - before.transitions, self.values - before.values, self.claims - before.claims)


class CrossCheck:
    """Compares lifted rules with the reference, and counts what it compared."""

    def __init__(self, lifted: Lifted, setting: Setting, free: Sequence[str] = (), start: Any = None) -> None:
        self.lifted, self.program, self.setting = lifted, lifted.program, setting
        self.samples = Samples(self.program, setting, free, start)
        self.transitions: set[tuple[str, int]] = set()  # a rule, the number of its sample
        self.values = 0
        self._given = Assignment()
        self._judged: dict[int, Judged] = {}
        self._compared: set[tuple[str, str]] = set()  # claims by rule

    @property
    def rules(self) -> set[str]:
        """The transition rules that were compared."""
        return {name for name, _ in self.transitions}

    @property
    def counted(self) -> Compared:
        """What was compared so far."""
        return Compared(frozenset(self.transitions), self.values, frozenset(self._compared))

    def add(self, compared: Compared) -> None:
        """Count what another process compared."""
        self.transitions |= compared.transitions
        self.values += compared.values
        self._compared |= compared.claims

    def transition(self, rule: Rule, unknowns: Unknowns, claims: Iterable[Claim], given: Mapping[int, int] | None = None) -> None:
        """Compare what is claimed of a transition rule on its samples (with the `given` cells and arguments).

        EngineBug if anything differs.  What was lifted before, and was compared then, is tried on one in `AGAIN`.
        """
        given = given or {}
        samples, fresh, old = self.samples.of(rule), list[Claim](), list[Claim]()
        if given:
            samples = [each for each in samples if self._has(each, given)]
        case = "".join(f" {cell}={value}" for cell, value in given.items())
        for claim in claims:
            (old if (rule.name, claim.what + case) in self._compared else fresh).append(claim)
        self._compare(unknowns, samples, fresh)
        self._compare(unknowns, samples[::AGAIN], old)
        self._compared |= {(rule.name, claim.what + case) for claim in fresh}
        self.transitions |= {(rule.name, number) for number in range(len(samples))}

    def _has(self, sample: Sample, given: Mapping[int, int]) -> bool:
        """Whether a sample's cells and arguments are these."""
        cells = self.cells_of(sample.state)
        return all(cell_or_argument(offset, cells, sample.event.arguments) == value for offset, value in given.items())

    def cells_behind(self, fired: Fired) -> Claim:
        """What is claimed by the cells behind a transition, counters among them."""
        return Claim("the state behind it", fired.after,
                     lambda judged: self.cells_of(judged.after) if judged.effect == HAPPENS else None)

    def start(self, cells: Sequence[Value], fails: Flag) -> None:
        """Compare the cells after the set-up, under some rulings."""
        for reference in self.samples.references_at_start():
            readings = [list(self.program.readings.switches[id_].choices).index(reference.setting.rulings[id_])
                        for id_ in self.lifted.readings]
            self._given.give(list(self.lifted.readings.values()), readings)
            *got, failed = Packed([*cells, fails]).numbers(self._given)
            try:
                state = reference.set_up().state if self.samples.start is None else self.samples.start
            except RuleBroke:
                state = None
            if failed != (state is None) or state is not None and got != self.cells_of(state):
                raise EngineBug(Problem("DB926", "the lifted set-up is not what the reference does", hint="rulings: " + ", ".join(
                    f"{id_} = {choice}" for id_, choice in reference.setting.rulings.items())))

    def phase(self, phase: int, unknowns: Unknowns, claims: Iterable[Claim]) -> None:
        """Compare what is claimed of the states of a phase, on some of its samples."""
        samples = self.samples.of_phase(phase)
        self._compare(unknowns, samples[::1 + len(samples) // PHASE_MOST], list(claims))

    def _compare(self, unknowns: Unknowns, samples: Sequence[Sample], claims: Sequence[Claim]) -> None:
        if not claims:
            return
        variables = [Variable.of(each.term) for each in (*self.lifted.readings.values(), *self._edition[0], *unknowns.cells,
                                                         *unknowns.arguments) if isinstance(each, (Num, Cond))]
        packed = Packed([value for claim in claims for value in claim.values], variables)
        for sample in samples:
            self.lifted.look()
            judged = self._judge(sample)
            self._give(unknowns, sample)
            numbers = iter(packed.numbers(self._given))
            for claim in claims:
                got, expected = [next(numbers) for _ in claim.values], claim.expected(judged)
                if expected is None:
                    continue
                self.values += claim.is_property
                if list(expected) != got:
                    raise self._differs(claim, sample, expected, got)

    def _judge(self, sample: Sample) -> Judged:
        if id(sample) not in self._judged:
            self._judged[id(sample)] = Judged(self.samples.reference(sample.rulings), sample)
        return self._judged[id(sample)]

    def _give(self, unknowns: Unknowns, sample: Sample) -> None:
        """The variables' values on a sample."""
        lifted, switches = self.lifted, self.program.readings.switches
        cells = self.cells_of(sample.state, counted=len(unknowns.cells) > len(self.program.slots))
        readings = [list(switches[id_].choices).index(sample.rulings[id_]) for id_ in lifted.readings]
        edition, numbers = self._edition
        self._given.give([*lifted.readings.values(), *edition, *unknowns.cells], [*readings, *numbers, *cells])
        if unknowns.arguments:
            self._given.give(unknowns.arguments, sample.event.arguments)

    @cached_property
    def _edition(self) -> tuple[list[Value], list[int]]:
        """The component data that z3 is free to choose, if any, and what they are on every sample."""
        kind = self.program.game.edition_type
        numbers = Table(kind).turned(encode(kind, self.setting.edition))
        free = [(value, number) for value, number in zip(self.lifted.edition, numbers, strict=True)
                if isinstance(value, (Num, Cond))]
        return [value for value, _ in free], [number for _, number in free]

    def cells_of(self, state: Any, *, counted: bool = True) -> list[int]:
        """The cells of a state, with its counters."""
        cells = self.lifted.table.turned(self.program.encode(state))
        ghosts = self.lifted.ghosts
        return [*cells, *ghosts.counted_in(cells)] if counted and ghosts is not None else cells

    def _differs(self, claim: Claim, sample: Sample, expected: Sequence[int], got: Sequence[int]) -> EngineBug:
        setting = Setting(dict(sample.rulings), self.setting.edition)
        found = Disagreement(self.program.game.name, "symbolic", claim.what, sample.event.text, *self._in_words(expected, got),
                             setting, Position(sample.state, (0,) * len(self.program.tapes)), self.program)
        return EngineBug(Problem(
            "DB926", f"a lifted rule is not what the reference does: {found}\n  again: {json.dumps(found.document)}",
            hint="nothing that z3 said in this run counts; save what follows \"again:\" as a file for "
                 "verifier.testing.reproduced(program, path, ['symbolic'])"))

    def _in_words(self, expected: Sequence[int], got: Sequence[int]) -> tuple[str, str]:
        paths = [slot.path for slot in self.program.slots]
        differ = [at for at, (one, other) in enumerate(zip(expected, got, strict=True)) if one != other][:12]
        names = [paths[at] if len(expected) >= len(paths) > at else f"value {at}" for at in differ]
        return (", ".join(f"{name} = {expected[at]}" for name, at in zip(names, differ, strict=True)),
                ", ".join(f"{name} = {got[at]}" for name, at in zip(names, differ, strict=True)))
