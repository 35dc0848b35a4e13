"""Whether play could ever use a clause: exercise it, or have it refuse a move; or the proof that it never does.

Each transition that names the clause is lifted and asked for a position, any that keeps the invariants, from which an event
uses it.  Where there is none the clause is dead: the invariants hold in every position that play comes to (which is what
induction proves; whoever asks answers for that).  The rulings are those in force; a proof says which of them it needs, and
which of the invariants.  Uses behind which a rule fails are left out: `check` says whether any rule can.

The set-up is asked too, from the blank state.  Completions are outside the language, and what they name is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from attrs import evolve, field, frozen

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import encode, offset_of
from verifier.lang.values import blank
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.lift.frame import Declined
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import Flag, all_of, any_of, equal, negation
from verifier.symbolic.solver import Effort, Outcome, Solver


class Way(StrEnum):
    """How something is used: an event names the clause, a `require` with it forbids one, or rules come by (guards, too)."""

    EXERCISED = "exercised"
    REFUSED = "refused"
    PASSED = "passed"


@frozen
class Use:
    """What is asked for."""

    id: str
    way: Way


@frozen
class Possible:
    """SAT with a position and the event; UNSAT, from which invariants and under which rulings; or UNKNOWN, and why.

    Without any rulings, a proof holds under every reading.
    """

    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(factory=dict)
    reason: str = ""
    state: object = None
    event: Event | None = None


NEVER = Possible(Outcome.UNSAT)


def possible_uses(program: Program, setting: Setting, uses: Iterable[Use], effort: Effort | None = None,
                  progress: Callable[[str], None] = lambda _: None) -> dict[Use, Possible]:
    """What is known of each use, under a setting's component data and rulings; what nothing names is never used.

    A use that one rule leaves unknown is not asked of the rules behind it: it cannot be proved to be none any more.
    """
    found = dict.fromkeys(uses, NEVER)
    for rule in program.game.of_kind("setup", *TRANSITIONS):
        named = _named(program, rule)
        wanted = [use for use, known in found.items() if use.id in named and known.outcome is Outcome.UNSAT]
        if not wanted:
            continue
        progress(rule.name)
        try:
            found.update(_From(program, rule, setting, wanted, effort or Effort()).asked(found))
        except Declined as declined:
            found.update({use: evolve(found[use], outcome=Outcome.UNKNOWN, reason=str(declined)) for use in wanted})
    return found


def _named(program: Program, rule: Rule) -> set[str]:
    """The clauses that a rule, and those that it calls, can name."""
    found: set[str] = set()
    for name in program.run_by([rule.name]):
        body = program.bodies[name]
        found.update(body.rule.clauses)
        for node in ir.walk(body.body):
            if isinstance(node, ir.Require):
                found.add(node.clause)
            elif isinstance(node, ir.Clauses):
                found.update(node.ids)
    return found


class _From:
    """One rule from any position of its phase, or the set-up from the blank state."""

    def __init__(self, program: Program, rule: Rule, setting: Setting, uses: Sequence[Use], effort: Effort) -> None:
        self.program, self.rule, self.setting, self.uses = program, rule, setting, uses
        self.lifted, kept = Lifted.under(program, setting, tuple(program.readings.switches), ghosts=True)
        ghosts, state = self.lifted.ghosts, program.game.state_type
        assert ghosts is not None
        self.solver = Solver(effort)
        self.solver.require(kept)
        if rule.phase is None:
            self.cells = self.lifted.counted(self.lifted.table.known(encode(state, blank(state))))
        else:
            cells, ranges = self.lifted.table.unknown("")
            cells[offset_of(state, "phase")] = int(rule.phase)
            counters, within = ghosts.unknown("")
            self.cells = [*cells, *counters]
            self.solver.require([*ranges, *within, *ghosts.facts(self.cells)])
        self.arguments, allowed = self.lifted.arguments(rule, "argument ")
        self.solver.require(allowed)
        self.rulings = [f"ruling {id_}" for id_ in self.lifted.readings]
        for name, (id_, number) in zip(self.rulings, self.lifted.readings.items(), strict=True):
            self.solver.name(name, equal(number, list(program.readings.switches[id_].choices).index(setting.rulings[id_])))
        self.invariants: list[str] = []

    def asked(self, before: Mapping[Use, Possible]) -> Iterator[tuple[Use, Possible]]:
        """Each use with what is known once this rule was asked, of others before it besides."""
        fired = self.lifted.fire(self.rule, self.arguments, self.cells)
        for use in self.uses:
            when = _when(fired, use)
            if when is False:
                yield use, before[use]
                continue
            self.solver.name(f"use {use.way} {use.id}", when)
            yield use, _together(before[use], self._ask(f"use {use.way} {use.id}"))

    def _ask(self, use: str) -> Possible:
        """Under every reading before those in force, and without the invariants first: most proofs do without them."""
        answer = self.solver.ask([use])
        lemmas: list[str] = []
        for rulings, kept in ((False, True), (True, False), (True, True)):
            if answer.outcome is Outcome.UNSAT:
                break
            lemmas = self._invariants() if kept else []
            answer = self.solver.ask([use, *lemmas, *(self.rulings if rulings else [])])
        if answer.outcome is Outcome.SAT:
            answer = self.solver.ask([use, *lemmas, *self.rulings, *self._exact()])
        if answer.outcome is Outcome.UNSAT:
            return self._proved(use, answer.core)
        if answer.outcome is Outcome.UNKNOWN:
            return Possible(Outcome.UNKNOWN, reason=answer.reason)
        if self.rule.phase is None:
            return Possible(Outcome.SAT)
        values = tuple(answer.numbers(self.arguments))
        event = next(each for each in self.program.events if each.rule is self.rule and each.arguments == values)
        numbers = self.lifted.table.decoded(answer.model, self.cells[:len(self.program.slots)])
        return Possible(Outcome.SAT, state=self.program.decode(numbers), event=event)

    def _proved(self, use: str, core: Sequence[str]) -> Possible:
        """What a proof needs, tried one ruling after the other: z3's own cores hold rulings that do not matter."""
        for name in self.rulings:
            if name in core:
                answer = self.solver.ask([use, *(each for each in core if each not in (use, name))])
                if answer.outcome is Outcome.UNSAT:
                    core = answer.core
        rulings = {id_: self.setting.rulings[id_] for id_ in self.lifted.readings if f"ruling {id_}" in core}
        return Possible(Outcome.UNSAT, tuple(name for name in self.invariants if name in core), rulings)

    def _invariants(self) -> list[str]:
        """The names of the invariants, lifted when first asked for: most proofs do without, and the set-up has none yet."""
        if not self.invariants and self.rule.phase is not None:
            for invariant in self.program.game.of_kind("invariant"):
                self.solver.name(invariant.name, self.lifted.truth(invariant, self.cells).is_kept)
                self.invariants.append(invariant.name)
        return self.invariants

    def _exact(self) -> list[str]:
        if not self.solver.knows(EXACT):
            assert self.lifted.ghosts is not None
            self.solver.name(EXACT, all_of(self.lifted.ghosts.exact(self.cells)))
        return [EXACT]


def _when(fired: Fired, use: Use) -> Flag:
    """The condition under which a transition uses a clause."""
    noted = fired.refusals if use.way is Way.REFUSED else fired.clauses
    when = any_of(each.when for each in noted if each.clause == use.id)
    return all_of((when, fired.happens if use.way is Way.EXERCISED else negation(fired.fails)))


def _together(one: Possible, other: Possible) -> Possible:
    """What two rules say of a use: one position is enough, and a proof needs what both need."""
    for outcome in (Outcome.SAT, Outcome.UNKNOWN):
        for each in (other, one):
            if each.outcome is outcome:
                return each
    lemmas = tuple(sorted({*one.lemmas, *other.lemmas}))
    return Possible(Outcome.UNSAT, lemmas, dict(sorted({**one.rulings, **other.rulings}.items())))
