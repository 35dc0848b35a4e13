"""One rule lifted twice, under two versions of the rules, from any state of a phase: where do they part?

They part where a transition is possible in the one and not in the other, has another weight, fails in one, or leads elsewhere;
at the end of a game, where the grade is another, or what it is worth to a seat.  What clauses a rule notes is no difference.
States are of the right types, reachable or not: whoever asks names the invariants that they keep, and `EXACT` to have the
counters of `verifier.symbolic.lift.ghosts` count just what they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.lang.events import Event
from verifier.lang.game import Kind, Rule
from verifier.lang.layout import offset_of
from verifier.program.program import Program
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import (
    Flag,
    Value,
    all_of,
    any_of,
    equal,
    is_same,
    negation,
    same,
)
from verifier.symbolic.solver import Answer, Effort, Solver

DIFFERS = "differs"
ENDS: tuple[Kind, ...] = ("grade", "outcome")  # what is asked of an end


def apart(rule: Rule, arguments: Sequence[Value], cells: Sequence[Value], one: Lifted, other: Lifted, count: int) -> Flag:
    """That a transition parts from some cells, of which the first `count` are the state's."""
    return differ(one.fire(rule, arguments, cells), other.fire(rule, arguments, cells), count)


def differ(here: Fired, there: Fired, count: int) -> Flag:
    """That a transition lifted twice is possible in one only, has another weight, fails in one, or leads elsewhere."""
    ways = unlike(here.after[:count], there.after[:count])
    heavier = False if is_same(here.weight, there.weight) else negation(equal(here.weight, there.weight))
    both = all_of((here.enabled, there.enabled))
    ends = any_of((negation(same(here.fails, there.fails)), all_of((negation(here.fails), any_of(ways)))))
    return any_of((negation(same(here.enabled, there.enabled)), heavier, all_of((both, ends))))


def unlike(one: Sequence[Value], other: Sequence[Value]) -> list[Flag]:
    """Of each two values that are not the same term: that they differ."""
    return [negation(same(mine, theirs)) for mine, theirs in zip(one, other, strict=True) if not is_same(mine, theirs)]


def graded_apart(rule: Rule, cells: Sequence[Value], one: Lifted, other: Lifted) -> Flag:
    """That a grade has another field, or can be worked out in one only."""
    (here, fails), (there, breaks) = (lifted.valued(rule, cells) for lifted in (one, other))
    failing, breaking = (any_of(each.when for each in failures) for failures in (fails, breaks))
    return _said_apart(here, failing, there, breaking)


def worth_apart(rule: Rule, arguments: Sequence[Value], cells: Sequence[Value], one: Lifted, other: Lifted) -> Flag:
    """That an end is worth something else to a seat, or that this can be worked out in one only."""
    named = {name: value for (name, _), value in zip(rule.arguments, arguments, strict=True)}
    here, there = (lifted.alone(rule, named, cells) for lifted in (one, other))
    return _said_apart(here.results, here.fails, there.results, there.fails)


def _said_apart(here: Sequence[Value], fails: Flag, there: Sequence[Value], breaks: Flag) -> Flag:
    """That two versions say something else of a state, or one of them fails."""
    return any_of((negation(same(fails, breaks)), all_of((negation(fails), any_of(unlike(here, there))))))


class SideBySide:
    """A transition of a phase, the grade or outcomes, in both versions; with `most`, no pile holds more than that.

    In the solver the difference is named `DIFFERS`, and each invariant, as both versions have it, by its own name.
    """

    def __init__(self, one: Lifted, other: Lifted, rule: Rule, phase: int, effort: Effort, most: int | None,
                 kept: Iterable[Flag] = ()) -> None:
        self.program: Program = one.program
        self.lifted, self.rule = one, rule
        ghosts = one.ghosts
        assert ghosts is not None
        cells, ranges = one.table.unknown("", most)
        self.count = len(cells)
        cells[offset_of(self.program.game.state_type, "phase")] = phase
        counters, within = ghosts.unknown("")
        self.cells: list[Value] = [*cells, *counters]
        self.solver = Solver(effort)
        self.solver.require([*kept, *ranges, *within, *ghosts.facts(self.cells)])
        self.arguments, allowed = one.arguments(rule, "argument ")
        self.solver.require(allowed)
        if rule.kind == "grade":
            self.parts = graded_apart(rule, self.cells, one, other)
        elif rule.kind == "outcome":
            self.parts = worth_apart(rule, self.arguments, self.cells, one, other)
        else:
            self.parts = apart(rule, self.arguments, self.cells, one, other, self.count)
        self.solver.name(DIFFERS, self.parts)
        for invariant in self.invariants:
            truths = [lifted.truth(invariant, self.cells).is_kept for lifted in (one, other)]
            self.solver.name(invariant.name, truths[0] if is_same(*truths) else all_of(truths))
        self.solver.name(EXACT, all_of(ghosts.exact(self.cells)))

    @property
    def invariants(self) -> Sequence[Rule]:
        """Those of the game, each named in the solver."""
        return self.program.game.of_kind("invariant")

    def is_small(self, size: int) -> Flag:
        """That at most so much is laid out."""
        return self.lifted.table.is_small(self.cells, size)

    def state(self, answer: Answer) -> object:
        """The state of an answer."""
        return self.program.decode(self.lifted.table.decoded(answer.model, self.cells[:self.count]))

    def event(self, answer: Answer) -> Event | None:
        """The event of an answer; None for the grade and for outcomes."""
        if self.rule.kind in ENDS:
            return None
        values = tuple(answer.numbers(self.arguments))
        return next(each for each in self.program.events if each.rule is self.rule and each.arguments == values)
