"""Whether more of some fields is never worse (`verifier.lang.dominance`), proved for all states that keep the invariants.

Every transition is lifted twice, from two states that differ in the fields that are named alone, the second being at least as
good.  z3 is asked for such a pair in which the second does not match what the first can do (`verifier.run.simulation` says what
that is).  Where there is none, whatever line goes on from a state goes on from a better one, too, whatever the deal, and ends no
worse: this is simulation, by the length of lines.

An event that ends the game with the first field of the grade at its lowest need not be matched for that to be true of lines that
win: with less food one starves, with more one goes on.  What is proved says whether it is for all lines or for these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.types import FlagType, RecordType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.run.simulation import Unmatched, unmatched
from verifier.symbolic.lift.arithmetic import at_most_in_order
from verifier.symbolic.lift.possible import possible
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import (
    Flag,
    Value,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    flag_variable,
    is_same,
    negation,
    number_variable,
    same,
)
from verifier.symbolic.prove.cross_check import CrossCheck, Unknowns, of_transition
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

ALWAYS, WINS = "always", "lines that win"
Progress = Callable[[str], None]


@frozen(eq=False)
class Pair:
    """Two states of which the better does not match the worse one: the rulings, both, and what it does not match."""

    rulings: dict[str, str]
    worse: object
    better: object
    found: Unmatched


@frozen(eq=False)
class Simulated:
    """UNSAT if no pair of states speaks against the declaration, from which invariants; for lines that win alone if `wins_only`.

    Else where it fails: of which rule, with a pair (SAT), or why z3 does not know.
    """

    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    wins_only: bool = False
    rule: str = ""
    pair: Pair | None = None
    reason: str = ""


@frozen(eq=False)
class _Question:
    """What of a phase has to have no answer: for all lines, and for those that win."""

    name: str
    phase: int
    rule: Rule | None
    always: Flag
    wins: Flag


class Dominance:
    """The declaration of a program, under a setting but for the readings that are `free`; with `any_edition` for all of these."""

    def __init__(self, program: Program, setting: Setting, free: Sequence[str] = (), *, any_edition: bool = False) -> None:
        self.program, self.setting, self.any_edition = program, setting, any_edition
        self.lifted, self.kept = Lifted.under(program, setting, free, any_edition=any_edition)
        self.crossed = CrossCheck(self.lifted, setting, free)
        self.phase = offset_of(program.game.state_type, "phase")
        self.invariants = program.game.of_kind("invariant")
        cells, ranges = self.lifted.table.unknown("")
        self.unknown: list[Value] = cells
        self.others, more = self._better(cells)
        self.always = [*self.kept, *ranges]  # of every state
        self.required = [*self.always, *more]

    def proved(self, effort: Effort | None = None, progress: Progress = lambda text: None) -> Simulated:
        """Ask every transition, every end and every dead end; the first that is not matched ends it."""
        effort, used, wins_only = effort or Effort(), set[str](), False
        self.lifted.look = self.crossed.samples.look = effort.check
        for question in self._questions():
            progress(question.name)
            found = self._asked(question, effort)
            if found.outcome is not Outcome.UNSAT:
                return found
            used.update(found.lemmas)
            wins_only |= found.wins_only
        return Simulated(Outcome.UNSAT, tuple(sorted(used)), wins_only)

    # -- what is asked --------------------------------------------------------------------------------------------------------

    def _better(self, cells: Sequence[Value]) -> tuple[list[Value], list[Flag]]:
        """The cells of the other state, and what makes it one that is at least as good."""
        others, kept, better = list(cells), list[Flag](), self.program.better
        for cell in sorted(better.cells):
            kind, slot = self.lifted.table.scalars[cell], self.lifted.table.slots[cell]
            if isinstance(kind, FlagType):
                others[cell] = flag_variable(f"better {slot.path}")
            else:
                others[cell], within = number_variable(f"better {slot.path}#{cell}", kind.low, kind.high)
                kept.append(within)
        return others, [*kept, *self._order(cells, others)]

    def _order(self, worse: Sequence[Value], better: Sequence[Value]) -> Iterator[Flag]:
        for cell in self.program.better.more:
            yield at_most(as_number(worse[cell]), as_number(better[cell]))
        for cell in self.program.better.fewer:
            yield at_most(as_number(better[cell]), as_number(worse[cell]))

    def _is_at_least(self, better: Sequence[Value], worse: Sequence[Value]) -> Flag:
        """That some cells are those of a state that is at least as good as another."""
        named = self.program.better.cells
        alike = [same(one, other) for cell, (one, other) in enumerate(zip(better, worse, strict=True))
                 if cell not in named and not is_same(one, other)]
        return all_of([*alike, *self._order(worse, better)])

    def _questions(self) -> Iterator[_Question]:
        game = self.program.game
        for rule in game.of_kind(*TRANSITIONS):
            yield self._of_rule(rule)
        for phase in self.program.phases:
            yield from self._of_dead_ends(int(phase.phase), phase.kind)
        for end in game.ends:
            here, there = self._both(int(end))
            lower = self._is_lower("grade", here, there)
            yield _Question(f"the grade in {end.name}", int(end), None, lower, lower)

    def _both(self, phase: int) -> tuple[list[Value], list[Value]]:
        here, there = list(self.unknown), list(self.others)
        here[self.phase] = there[self.phase] = phase
        return here, there

    def _of_rule(self, rule: Rule) -> _Question:
        assert rule.phase is not None
        here, there = self._both(int(rule.phase))
        arguments, allowed = self.lifted.arguments(rule, f"argument of {rule.name} ")
        self._arguments = arguments
        worse, better = (self.lifted.fire(rule, arguments, cells) for cells in (here, there))
        self.crossed.transition(rule, Unknowns(self.unknown, arguments), [
            *of_transition(rule, worse, [*self.always, *allowed]), self.crossed.cells_behind(worse)])
        matched = all_of((better.happens, self._is_at_least(better.after, worse.after)))
        if rule.kind != "chance":  # it uses nothing of the deal up
            matched = any_of((matched, self._is_at_least(there, worse.after)))
        weighed = self._weighed_apart(rule, arguments, here, there)
        wrong = all_of((worse.happens, negation(matched)))
        wins = all_of((wrong, negation(self._loses(worse))))
        needed = all_of(allowed)
        return _Question(rule.name, int(rule.phase), rule, all_of((needed, any_of((wrong, weighed)))),
                         all_of((needed, any_of((wins, weighed)))))

    def _weighed_apart(self, rule: Rule, arguments: Sequence[Value], here: Sequence[Value], there: Sequence[Value]) -> Flag:
        """That an outcome has another weight in the better state."""
        if rule.kind != "chance":
            return False
        (weight, fails), (other, breaks) = (self.lifted.weight(rule, arguments, cells) for cells in (here, there))
        return all_of((negation(any_of(each.when for each in fails)),
                       any_of((any_of(each.when for each in breaks), negation(equal(weight, other))))))

    def _loses(self, fired: Fired) -> Flag:
        """That a transition leads to an end with the first field of the grade at its lowest."""
        phase = as_number(fired.after[self.phase])
        ends = [int(end) for end in self.program.game.ends if int(end) in possible(phase)]
        if not ends:
            return False
        rule = self.program.game.only("grade")
        assert rule is not None
        (first, *_), failures = self.lifted.valued(rule, fired.after)
        lowest = equal(as_number(first), _fields_of(rule)[0].low)
        return all_of((any_of(equal(phase, end) for end in ends), lowest, negation(any_of(each.when for each in failures))))

    def _of_dead_ends(self, phase: int, kind: int) -> Iterator[_Question]:
        """That nothing is legal in the worse state, and something in the better one, or its bound is lower."""
        if kind not in (DECISION, CHANCE):
            return
        here, there = self._both(phase)
        stuck = self.lifted.stuck(phase, here)
        if stuck is False:
            return
        wrong = [] if kind == CHANCE else [negation(self.lifted.stuck(phase, there))]  # weights are asked of its outcomes
        if self.program.game.only("bound") is not None:
            wrong.append(self._is_lower("bound", here, there))
        broken = all_of((stuck, any_of(wrong)))
        yield _Question(f"dead ends in {self.program.game.phases(phase).name}", phase, None, broken, broken)

    def _is_lower(self, kind: str, here: Sequence[Value], there: Sequence[Value]) -> Flag:
        """That a grade or bound is lower in the better state, or cannot be worked out in it alone."""
        rule = self.program.game.only(kind)  # type: ignore[arg-type]
        assert rule is not None
        (mine, fails), (theirs, breaks) = (self.lifted.valued(rule, cells) for cells in (here, there))
        kept = all_of(at_most_in_order([as_number(each) for each in mine], [as_number(each) for each in theirs]))
        return all_of((negation(any_of(each.when for each in fails)),
                       any_of((any_of(each.when for each in breaks), negation(kept)))))

    # -- asking ---------------------------------------------------------------------------------------------------------------

    def _asked(self, question: _Question, effort: Effort) -> Simulated:
        """Of all lines, and if that is not so, of lines that win."""
        if question.always is False:
            return Simulated(Outcome.UNSAT)
        solver = Solver(effort)
        solver.require(self.required)
        solver.name(ALWAYS, question.always)
        solver.name(WINS, question.wins)
        here, there = self._both(question.phase)
        for rule in self.invariants:
            solver.name(rule.name, all_of(self.lifted.truth(rule, cells).is_kept for cells in (here, there)))
        names = [rule.name for rule in self.invariants]
        answer = Answer(Outcome.UNKNOWN)
        for wanted in (ALWAYS, WINS):
            answer = solver.ask([wanted, *names])
            if answer.outcome is Outcome.UNSAT:
                lemmas = tuple(each for each in answer.core if each not in (ALWAYS, WINS))
                return Simulated(Outcome.UNSAT, lemmas, wanted == WINS)
            if effort.is_over:
                return Simulated(Outcome.UNKNOWN, rule=question.name, reason=OUT_OF_TIME)
        if answer.outcome is Outcome.SAT:
            return Simulated(Outcome.SAT, rule=question.name, pair=self._pair(answer, question))
        return Simulated(Outcome.UNKNOWN, rule=question.name, reason=answer.reason)

    def _pair(self, answer: Answer, question: _Question) -> Pair:
        """The two states of an answer; EngineBug if the reference sees them match."""
        program, rulings = self.program, self.lifted.rulings(answer)
        worse, better = (program.decode(self.lifted.table.decoded(answer.model, cells)) for cells in self._both(question.phase))
        edition = self.lifted.edition_record(answer) if self.any_edition else self.setting.edition
        reference, unused = Reference(program, Setting(rulings, edition)), (0,) * len(program.tapes)
        event = self._event(answer, question.rule)
        found = [each for each in unmatched(reference, Position(worse, unused), Position(better, unused))
                 if not each.loses and (each.event is event or question.rule is None)]
        if not found:
            raise EngineBug(Problem("DB912", f"z3 finds states that do not match in {question.name}, and the reference does not"))
        return Pair(rulings, worse, better, found[0])

    def _event(self, answer: Answer, rule: Rule | None) -> Event | None:
        if rule is None:
            return None
        values = tuple(answer.numbers(self._arguments))
        return next(each for each in self.program.events if each.rule is rule and each.arguments == values)


def _fields_of(rule: Rule) -> list[Scalar]:
    record: RecordType | None = rule.returned_record
    assert record is not None
    return [kind for _, kind in record.fields if isinstance(kind, Scalar)]
