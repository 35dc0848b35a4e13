"""A position in which a mutant does something else than the game, or the proof that there is none.

First the altered rule is lifted by itself, twice, with any arguments from any cells: where both versions always do the same,
whatever calls them does.  Else each transition that the rule has a part in, the smallest first, is asked for a position, any
that keeps the invariants, and readings, any of them, under which it is possible in the one and not in the other, fails in one,
or leads elsewhere.  Where there is none the mutant is equivalent: no line of play can tell them apart, since the invariants
hold in every position that play comes to (which is what induction proves; whoever asks answers for that).  What clauses a rule
notes is no difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of
from verifier.lang.program import Program
from verifier.lang.types import FlagType, Scalar
from verifier.run.setting import Setting
from verifier.symbolic.ghosts import EXACT
from verifier.symbolic.rules import Fired, Lifted
from verifier.symbolic.side_by_side import DIFFERS, parted, unlike
from verifier.symbolic.solver import Answer, Effort, Outcome, Solver
from verifier.symbolic.terms import (
    Flag,
    Value,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    flag_variable,
    negation,
    number_variable,
    same,
)

FEW = 2  # elements a pile: a small position shows more than a large one


@frozen
class Difference:
    """SAT with a position, the event and the rulings; UNSAT, from which invariants; or UNKNOWN, and why."""

    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    state: object = None
    event: Event | None = None
    rulings: dict[str, str] = field(factory=dict)


def difference(program: Program, altered: Program, rule: str, setting: Setting, effort: Effort | None = None, *,
               every_reading: bool = True) -> Difference:
    """Whether a program and the same one with a rule altered can be told apart, under the component data of a setting.

    Under any readings, or under the rulings of the setting only.
    """
    return Original(program, setting, every_reading=every_reading).difference(altered, rule, effort)


@frozen(eq=False)
class _Side:
    """A transition of the game from any cells of its phase, with what keeps its arguments in range."""

    rule: Rule
    phase: Flag
    cells: list[Value]
    arguments: list[Value]
    allowed: list[Flag]
    fired: Fired


class Original:
    """A program, lifted once: its altered versions are held against it, one after the other."""

    def __init__(self, program: Program, setting: Setting, *, every_reading: bool = True) -> None:
        self.program, self.setting = program, setting
        self.free = tuple(program.readings.switches) if every_reading else ()
        self.lifted, self._kept = Lifted.under(program, setting, self.free, ghosts=True)
        ghosts = self.lifted.ghosts
        assert ghosts is not None
        cells, ranges = self.lifted.table.unknown("")
        counters, within = ghosts.unknown("")
        self.count, self.phase = len(cells), offset_of(program.game.state_type, "phase")
        self.cells: list[Value] = [*cells, *counters]
        self.required: list[Flag] = [*self._kept, *ranges, *within, *ghosts.facts(self.cells)]
        self._sides: dict[str, _Side] = {}
        self._sizes: dict[str, int] = {}

    def difference(self, altered: Program, rule: str, effort: Effort | None = None) -> Difference:
        """Whether the same program with a rule altered can be told from this one."""
        effort = effort or Effort()
        other, _ = Lifted.under(altered, self.setting, self.free, ghosts=True)
        if self._same_alone(other, rule, effort):
            return Difference(Outcome.UNSAT)
        used: set[str] = set()
        unknown: Difference | None = None
        for transition in self._transitions(rule):
            found = _Pair(self, other, self._side(transition), effort).ask()
            if found.outcome is Outcome.SAT:
                return found
            if found.outcome is Outcome.UNKNOWN:
                unknown = found
            used.update(found.lemmas)
        return unknown or Difference(Outcome.UNSAT, tuple(sorted(used)))

    @cached_property
    def invariants(self) -> Mapping[str, Flag]:
        """That each invariant can be worked out and is true."""
        return {rule.name: self.lifted.truth(rule, self.cells).is_kept for rule in self.program.game.of_kind("invariant")}

    @cached_property
    def exact(self) -> Flag:
        """That the counters are what they count."""
        assert self.lifted.ghosts is not None
        return all_of(self.lifted.ghosts.exact(self.cells))

    def few(self) -> Flag:
        """That no pile holds more than a few."""
        return all_of(at_most(as_number(self.cells[span.base]), FEW) for span in self.lifted.table.piles)

    def _transitions(self, rule: str) -> list[Rule]:
        """Those that a rule has a part in, the smallest first."""
        found = [each for each in self.program.game.of_kind(*TRANSITIONS) if rule in self.program.run_by([each.name])]
        return sorted(found, key=self._size)

    def _size(self, rule: Rule) -> int:
        """How much a transition runs: the nodes of its body, and of each call anew."""
        if rule.name not in self._sizes:
            size = 0
            for node in ir.walk(self.program.bodies[rule.name].body):
                size += 1 + (self._size(node.rule) if isinstance(node, ir.Call) else 0)
            self._sizes[rule.name] = size
        return self._sizes[rule.name]

    def _side(self, rule: Rule) -> _Side:
        if rule.name not in self._sides:
            assert rule.phase is not None
            cells = list(self.cells)
            cells[self.phase] = int(rule.phase)
            arguments, allowed = self.lifted.arguments(rule, f"argument of {rule.name} ")
            self._sides[rule.name] = _Side(rule, equal(as_number(self.cells[self.phase]), int(rule.phase)), cells, arguments,
                                           allowed, self.lifted.fire(rule, arguments, cells))
        return self._sides[rule.name]

    def _same_alone(self, other: Lifted, name: str, effort: Effort) -> bool:
        """Whether both versions of a rule that others call do the same with any arguments from any cells; False if unknown."""
        rule = self.program.bodies[name].rule
        given: dict[str, Value] = {}
        within: list[Flag] = []
        if rule.kind != "rule":
            return False
        for parameter, kind in rule.parameters:
            if isinstance(kind, FlagType):
                given[parameter] = flag_variable(f"given {name} {parameter}")
            elif isinstance(kind, Scalar):
                given[parameter], kept = number_variable(f"given {name} {parameter}", kind.low, kind.high)
                within.append(kept)
            elif kind != self.program.game.state_type:
                return False  # a place may lie anywhere in the state
        here, there = (lifted.alone(rule, given, self.cells) for lifted in (self.lifted, other))
        ways = unlike((*here.after[:self.count], *here.results), (*there.after[:self.count], *there.results))
        differs = any_of((negation(same(here.fails, there.fails)), all_of((negation(here.fails), any_of(ways)))))
        if differs is False:
            return True
        solver = Solver(effort)
        solver.require([*self.required, *within])
        solver.name(DIFFERS, differs)
        return solver.ask([DIFFERS]).outcome is Outcome.UNSAT


class _Pair:
    """One transition of both, from any state of its phase."""

    def __init__(self, original: Original, other: Lifted, side: _Side, effort: Effort) -> None:
        self.original, self.side = original, side
        self.differs = parted(side.fired, other.fire(side.rule, side.arguments, side.cells), original.count)
        self.solver = Solver(effort)
        if self.differs is not False:
            self.solver.require([*original.required, side.phase, *side.allowed])
            self.solver.name(DIFFERS, self.differs)

    def ask(self) -> Difference:
        """Without the invariants first: most that is equivalent is so from any state."""
        if self.differs is False:
            return Difference(Outcome.UNSAT)
        solver, original = self.solver, self.original
        answer = solver.ask([DIFFERS])
        if answer.outcome is Outcome.UNSAT:
            return Difference(Outcome.UNSAT)
        for name, kept in original.invariants.items():
            solver.name(name, kept)
        names = [DIFFERS, *original.invariants]
        answer = solver.ask(names)
        if answer.outcome is not Outcome.SAT:
            return self._told(answer)
        solver.name(EXACT, original.exact)
        names.append(EXACT)
        if original.lifted.table.piles:
            solver.name("few in each pile", original.few())
            answer = solver.ask([*names, "few in each pile"], second_look=False)
            if answer.outcome is Outcome.SAT:
                return self._shown(answer)
        answer = solver.ask(names)
        return self._shown(answer) if answer.outcome is Outcome.SAT else self._told(answer)

    def _told(self, answer: Answer) -> Difference:
        """That there is no position, and what that rests on, or that nobody knows."""
        lemmas = tuple(name for name in self.original.invariants if name in answer.core)
        return Difference(answer.outcome, lemmas, answer.reason)

    def _shown(self, answer: Answer) -> Difference:
        """The position of an answer, its event and its rulings."""
        original, side = self.original, self.side
        numbers = original.lifted.table.decoded(answer.model, [*side.cells[:original.count]])
        values = tuple(answer.numbers(side.arguments))
        event = next(each for each in original.program.events if each.rule is side.rule and each.arguments == values)
        return Difference(Outcome.SAT, state=original.program.decode(numbers), event=event,
                          rulings=original.lifted.rulings(answer))
