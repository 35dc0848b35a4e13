"""A smallest position from which a property breaks, or a goal is reached, within so many transitions.

The position is any that keeps every invariant of the game, reachable from the set-up or not: what makes a position of a
scenario.  Its size is what has to be laid out (`verifier.lang.size`).  Chance is open.

Induction is tried first: where it succeeds there is no such position of any size.  Otherwise sizes are asked from 0 up, once z3
has found that there is one at all.  The line is replayed by the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from attrs import field, frozen

from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.phases import END
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import any_of, as_number, equal
from verifier.symbolic.prove.bounded import RANGES, Bounded, BoundedCheck, Found, Start
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import OUT_OF_TIME, Effort, OutOfTime


class Sought(StrEnum):
    """What is known of the positions up to a size."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


@frozen
class Positions:
    """Which positions are looked at: in these phases (none named: in any that goes on), with these cells, up to a size.

    Readings named in `free` are left to z3.
    """

    size: int
    steps: int
    phases: tuple[int, ...] = ()
    given: Mapping[int, int | bool] = field(factory=dict)
    free: tuple[str, ...] = ()


@frozen
class Smallest:
    """The answer: no position of a size below `none_below` does it, which is proved; `bounded` has one that does, and its line.

    That it is a smallest one is proved where its size is `none_below`.  That is None where no position of any size does it; the
    proof rests on `lemmas` too, and holds for lines of any length if `whatever_length`.
    """

    found: Sought
    none_below: int | None
    reason: str = ""
    bounded: Bounded | None = None
    size: int | None = None
    lemmas: tuple[str, ...] = ()
    whatever_length: bool = False

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no smaller position does it."""
        return self.size is not None and self.size == self.none_below


def smallest_position(program: Program, setting: Setting, rule: Rule | None, positions: Positions, *,
                      effort: Effort | None = None, progress: Callable[[str], None] = lambda _: None) -> Smallest:
    """A smallest position from which a line of at most `steps` transitions breaks a property or reaches a goal.

    Without a rule, a line on which some rule leaves a range.
    """
    query = _Query(program, setting, rule, positions, effort or Effort(), progress)
    none = query.induction() if rule is None or rule.kind != "goal" else None
    if none is not None:
        return none
    some = query.ask(positions.size)
    if some.found is Found.HOLDS:
        return Smallest(Sought.NONE, positions.size + 1)
    size = None if some.start is None else query.size_of(some)
    if size is None:
        return query.settle(0, positions.size, some)  # z3 gave up on all of them together
    return query.settle(0, size - 1, some, size)


class _Query:
    def __init__(self, program: Program, setting: Setting, rule: Rule | None, positions: Positions, effort: Effort,
                 progress: Callable[[str], None]) -> None:
        self.program, self.setting, self.rule, self.positions = program, setting, rule, positions
        self.effort, self.progress = effort, progress
        self.name = RANGES if rule is None else rule.name

    def induction(self) -> Smallest | None:
        """That no rule breaks it, from any position that keeps the invariants; None if that is not so, or not known.

        For one transition that is all there is to know.  For more, what it rests on has to be kept by every rule as well.
        """
        induction = Induction(self.program, self.setting, free=self.positions.free, effort=self.effort)
        try:
            induced = induction.steps_of(self.name, self.progress)
            if induced.failed is not None or len(induced.steps) <= len(induction.rules):
                return None
            if self.positions.steps == 1:
                return Smallest(Sought.NONE, None, lemmas=induced.lemmas)
            proved = induction.prove([self.name], self.progress)[self.name]
        except OutOfTime:
            return None
        return Smallest(Sought.NONE, None, lemmas=proved.lemmas, whatever_length=True) if proved.proved else None

    def settle(self, low: int, high: int, known: Bounded, size: int | None = None) -> Smallest:
        """Size by size; `known` is what there is to say if none of them has one."""
        for each in range(low, high + 1):
            bounded = self.ask(each)
            if bounded.start is not None:
                return Smallest(Sought.FOUND, each, "", bounded, self.size_of(bounded))
            if bounded.found is not Found.HOLDS:
                found = Sought.UNKNOWN if size is None else Sought.FOUND
                return Smallest(found, each, bounded.reason, None if size is None else known, size)
        if size is None:
            return Smallest(Sought.NONE, high + 1)
        return Smallest(Sought.FOUND, size, "", known, size)

    def ask(self, size: int) -> Bounded:
        """All positions up to a size; one that holds does so within all the steps."""
        try:
            check = BoundedCheck(self.program, self.setting, self._start(size), [] if self.rule is None else [self.rule],
                                 ranges=self.rule is None, effort=self.effort)
            found = check.run(self.positions.steps, progress=lambda depth, _: self.progress(
                f"{self.name}: up to {size} to lay out, {depth} transitions"))[self.name]
        except OutOfTime:
            return Bounded(self.name, Found.UNKNOWN, -1, OUT_OF_TIME)
        if found.found is Found.HOLDS and found.depth < self.positions.steps:
            return Bounded(self.name, Found.UNKNOWN, found.depth, found.reason)
        return found

    def size_of(self, bounded: Bounded) -> int:
        """The size of the position of an answer."""
        assert bounded.start is not None
        return self.program.size_of(bounded.start.state)

    def _start(self, size: int) -> Start:
        lifted, kept = Lifted.under(self.program, self.setting, self.positions.free, ghosts=True)
        lifted.look = self.effort.check
        cells, ranges = lifted.table.unknown("", most=size)
        for cell, value in self.positions.given.items():
            cells[cell] = value
        phases = self._phases()
        phase = offset_of(self.program.game.state_type, "phase")
        if len(phases) == 1:
            cells[phase] = phases[0]
        assert lifted.ghosts is not None
        counters, within = lifted.ghosts.unknown("")
        counted = [*cells, *counters]
        begins = any_of(equal(as_number(cells[phase]), each) for each in phases)
        conditions = [*kept, *ranges, *within, *lifted.ghosts.facts(counted), begins, lifted.table.is_small(cells, size)]
        conditions += [lifted.truth(invariant, counted).is_kept for invariant in self.program.game.of_kind("invariant")]
        return Start(lifted, counted, conditions, tuple(lifted.ghosts.exact(counted)))

    def _phases(self) -> Sequence[int]:
        going = tuple(number for number, phase in enumerate(self.program.phases) if phase.kind != END)
        if self.positions.phases:
            return self.positions.phases
        return range(len(self.program.phases)) if self.rule is not None and self.rule.kind == "goal" else going
