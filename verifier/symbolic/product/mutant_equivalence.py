"""A position in which a mutant does something else than the game, or the proof that there is none.

First the altered rule is lifted by itself, twice, with any arguments from any cells: where both versions always do the same,
whatever calls them does.  Else the rules that call it are asked the same, and so on; a transition that is come to is asked for
a position, any that keeps the invariants, and readings, any of them, under which it is possible in the one and not in the
other, fails in one, or leads elsewhere.  Where there is none the mutant is equivalent: no line of play can tell them apart,
since the invariants hold in every position that play comes to (which is what induction proves; whoever asks answers for that).
What clauses a rule notes is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property
from heapq import heappop, heappush

from attrs import evolve, field, frozen

from verifier.errors import RuleFailed
from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of
from verifier.lang.types import FlagType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.symbolic.lift.frame import Declined
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import (
    Flag,
    Value,
    all_of,
    any_of,
    as_number,
    equal,
    flag_variable,
    negation,
    number_variable,
    same,
)
from verifier.symbolic.product.side_by_side import DIFFERS, differ, unlike
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

ALONE = 30  # the part of the work that a rule by itself is worth: what it cannot settle its callers may


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
    """A program, lifted once: its altered versions are compared with it, one after the other."""

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
        self._invariants = {rule.name: rule for rule in program.game.of_kind("invariant")}
        self._assumed: dict[str, Flag] = {}

    def difference(self, altered: Program, rule: str | Set[str], effort: Effort | None = None) -> Difference:
        """Whether the same program with a rule altered, or several, can be told from this one.  The set-up is none of them."""
        other, _ = Lifted.under(altered, self.setting, self.free, ghosts=True)
        return _Search(self, other, effort or Effort()).through({rule} if isinstance(rule, str) else rule)

    def lift(self, rules: Set[str], effort: Effort | None = None) -> None:
        """Lift now what is needed to alter some rules, as far as there is time; the rest is lifted when its turn comes."""
        effort = effort or Effort()
        for transition in self.program.game.of_kind(*TRANSITIONS):
            if not effort.is_over and not self.program.run_by([transition.name]).isdisjoint(rules):
                with suppress(Declined):
                    self.side(transition)
        for name in (*self.invariants, EXACT):
            if not effort.is_over:
                self.assumed(name)

    @cached_property
    def invariants(self) -> tuple[str, ...]:
        """The names of the invariants."""
        return tuple(rule.name for rule in self.program.game.of_kind("invariant"))

    @cached_property
    def resting(self) -> Mapping[str, Flag]:
        """That each cell is at its lowest value, but for the phase."""
        found: dict[str, Flag] = {}
        for number, (cell, slot) in enumerate(zip(self.cells, self.lifted.table.slots, strict=False)):
            if number != self.phase:
                found[f"cell {number} rests"] = equal(as_number(cell), slot.low)
        return found

    def assumed(self, name: str) -> Flag:
        """That an invariant can be worked out and is true, or that the counters are what they count."""
        if name not in self._assumed:
            if name == EXACT:
                assert self.lifted.ghosts is not None
                self._assumed[name] = all_of(self.lifted.ghosts.exact(self.cells))
            else:
                self._assumed[name] = self.lifted.truth(self._invariants[name], self.cells).is_kept
        return self._assumed[name]

    def broken(self, numbers: list[int], counters: list[int], rulings: Mapping[str, str]) -> Iterator[str]:
        """The invariants that the reference sees broken in a state, and EXACT if its counters are not what they count."""
        assert self.lifted.ghosts is not None
        state, reference = self.program.decode(numbers), Reference(self.program, evolve(self.setting, rulings=rulings))
        for name, rule in self._invariants.items():
            try:
                holds = reference.holds(rule, state)
            except RuleFailed:
                holds = False
            if not holds:
                yield name
        if self.lifted.ghosts.counters(self.lifted.table.known(numbers)) != counters:
            yield EXACT

    @cached_property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        """The rules and transitions that call a rule."""
        found: dict[str, set[str]] = {name: set() for name in self.program.bodies}
        for name in self.program.played:
            for node in ir.walk(self.program.bodies[name].body):
                if isinstance(node, ir.Call):
                    found[node.rule.name].add(name)
        return {name: tuple(sorted(each)) for name, each in found.items()}

    def size(self, name: str) -> int:
        """How much a rule runs: the nodes of its body, and of each call anew."""
        if name not in self._sizes:
            nodes = list(ir.walk(self.program.bodies[name].body))
            self._sizes[name] = len(nodes) + sum(self.size(node.rule.name) for node in nodes if isinstance(node, ir.Call))
        return self._sizes[name]

    def side(self, rule: Rule) -> _Side:
        """A transition, lifted when it is first asked for."""
        if rule.name not in self._sides:
            assert rule.phase is not None
            cells = list(self.cells)
            cells[self.phase] = int(rule.phase)
            arguments, allowed = self.lifted.arguments(rule, f"argument of {rule.name} ")
            self._sides[rule.name] = _Side(rule, equal(as_number(self.cells[self.phase]), int(rule.phase)), cells, arguments,
                                           allowed, self.lifted.fire(rule, arguments, cells))
        return self._sides[rule.name]


class _Search:
    """One altered version: from its rule up through what calls it, as far as both versions can be told apart there."""

    def __init__(self, original: Original, other: Lifted, effort: Effort) -> None:
        self.original, self.program, self.other, self.effort = original, original.program, other, effort

    def through(self, names: Set[str]) -> Difference:
        """What is known of play that comes by some rules; of all that there is to ask, the smallest first.

        A rule that does the same in both versions, whatever calls it, makes no difference.  One that does not makes one if a
        transition that runs it does, which is one of those that call it, or runs one of them.
        """
        waiting, seen = sorted((self.original.size(name), name) for name in names), set(names)
        used: set[str] = set()
        unknown: Difference | None = None
        while waiting:
            if self.effort.is_over:
                return Difference(Outcome.UNKNOWN, reason=OUT_OF_TIME)
            _, name = heappop(waiting)
            rule = self.program.bodies[name].rule
            if rule.kind not in TRANSITIONS:
                callers = () if self._same_alone(rule) else self.original.callers[name]
                for caller in callers:
                    if caller not in seen:
                        seen.add(caller)
                        heappush(waiting, (self.original.size(caller), caller))
                continue
            found = _Pair(self.original, self.other, self.original.side(rule), self.effort).ask()
            if found.outcome is Outcome.SAT:
                return found
            if found.outcome is Outcome.UNKNOWN:
                unknown = found
            used.update(found.lemmas)
        return unknown or Difference(Outcome.UNSAT, tuple(sorted(used)))

    def _same_alone(self, rule: Rule) -> bool:
        """Whether both versions of a rule that others call do the same with any arguments from any cells; False if unknown."""
        original, name = self.original, rule.name
        given: dict[str, Value] = {}
        within: list[Flag] = []
        for parameter, kind in rule.parameters:
            if isinstance(kind, FlagType):
                given[parameter] = flag_variable(f"given {name} {parameter}")
            elif isinstance(kind, Scalar):
                given[parameter], kept = number_variable(f"given {name} {parameter}", kind.low, kind.high)
                within.append(kept)
            elif kind != self.program.game.state_type:
                return False  # a place may lie anywhere in the state
        here, there = (lifted.alone(rule, given, original.cells) for lifted in (original.lifted, self.other))
        ways = unlike((*here.after[:original.count], *here.results), (*there.after[:original.count], *there.results))
        differs = any_of((negation(same(here.fails, there.fails)), all_of((negation(here.fails), any_of(ways)))))
        if differs is False:
            return True
        solver = Solver(evolve(self.effort, work=self.effort.work // ALONE))
        solver.require([*original.required, *within])
        solver.name(DIFFERS, differs)
        return solver.ask([DIFFERS]).outcome is Outcome.UNSAT


class _Pair:
    """One transition of both, from any state of its phase."""

    def __init__(self, original: Original, other: Lifted, side: _Side, effort: Effort) -> None:
        self.original, self.side, self.effort = original, side, effort
        self.differs = differ(side.fired, other.fire(side.rule, side.arguments, side.cells), original.count)

    def ask(self) -> Difference:
        """A position that is blank but for what it needs, or that there is none.

        Invariants are assumed once a position breaks them, so that most are never told to z3: those that count are hard on it.
        And at first every cell is at rest; what z3 says the difference needs otherwise is let go, until there is a position,
        or nothing at rest is in its way.
        """
        if self.differs is False:
            return Difference(Outcome.UNSAT)
        original = self.original
        self._begin([DIFFERS])
        answer = self.solver.ask([DIFFERS])
        if answer.outcome is Outcome.UNSAT:
            return Difference(Outcome.UNSAT)
        needed, resting = [DIFFERS], dict(original.resting)
        for name, rests in resting.items():
            self.solver.name(name, rests)
        while True:
            answer = self.solver.ask([*needed, *resting], second_look=False)
            if answer.outcome is Outcome.UNKNOWN and not resting:
                return Difference(Outcome.UNKNOWN, reason=_first_line(answer.reason))
            if answer.outcome is Outcome.SAT:
                numbers = self._numbers(answer)
                broken = [name for name in original.broken(numbers, *self._beside(answer)) if name not in needed]
                if not broken:
                    return self._shown(answer, numbers)
                for name in broken:
                    self.solver.name(name, self._meant(name))
                needed += broken
            elif answer.outcome is Outcome.UNSAT and resting.keys().isdisjoint(answer.core):
                confirmed = self.solver.ask(answer.core)
                lemmas = tuple(name for name in original.invariants if name in confirmed.core)
                return Difference(confirmed.outcome, lemmas, _first_line(confirmed.reason))
            elif answer.outcome is Outcome.UNSAT:
                resting = {name: rests for name, rests in resting.items() if name not in answer.core}
            else:
                resting = {}
                self._begin(needed)

    def _begin(self, names: Sequence[str]) -> None:
        """A new solver: one whose work was cut off may give up at every later question."""
        self.solver = Solver(self.effort)
        self.solver.require([*self.original.required, self.side.phase, *self.side.allowed])
        for name in names:
            self.solver.name(name, self._meant(name))

    def _meant(self, name: str) -> Flag:
        return self.differs if name == DIFFERS else self.original.assumed(name)

    def _numbers(self, answer: Answer) -> list[int]:
        return self.original.lifted.table.decoded(answer.model, self.side.cells[:self.original.count])

    def _beside(self, answer: Answer) -> tuple[list[int], dict[str, str]]:
        """The counters and the rulings of an answer."""
        original = self.original
        return answer.numbers(self.side.cells[original.count:]), original.lifted.rulings(answer)

    def _shown(self, answer: Answer, numbers: list[int]) -> Difference:
        """The position of an answer, its event and its rulings."""
        program, values = self.original.program, tuple(answer.numbers(self.side.arguments))
        event = next(each for each in program.events if each.rule is self.side.rule and each.arguments == values)
        return Difference(Outcome.SAT, state=program.decode(numbers), event=event, rulings=self.original.lifted.rulings(answer))


def _first_line(reason: str) -> str:
    """Why an answer is unknown, without the terms that z3 adds to it."""
    return reason.split("\n", 1)[0].split("(declare-fun", 1)[0].strip()
