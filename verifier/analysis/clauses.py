"""Which clauses of a rulebook are tested: a scenario shows a difference between the game and the rules without the clause.

| status | what it means of a clause of kind `rule` |
|---|---|
| tested | a scenario that uses the clause ends otherwise by the rules without it; or a property that names it breaks by them |
| named | a rule or a property names it, and nothing shows that its rules do what it says |
| dead | proved: nothing ever uses it, or the rules without it do the same in every position |
| not-modelled | the rulebook ledger says why no rule models it |
| unnamed | no rule names it, and nobody says why: to be corrected |

What the rules are without a clause its authors write down (`without.toml`).  A scenario counts only if it uses the clause itself:
that something else breaks elsewhere shows nothing of it.  A property is asked as the game has it, of the transitions that the
changed rules make otherwise.  *Not promised*: that a change takes away what the clause says, all of it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve

from verifier.analysis.dead import Proofs
from verifier.analysis.trials import Trial
from verifier.errors import BadInput, Problem, RuleFailed
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.ledger.clauses import Clause
from verifier.ledger.without import load_without
from verifier.program.named import Named, clauses_named
from verifier.program.program import Program
from verifier.program.without import Author
from verifier.results.tested import DEAD, NAMED, NOT_MODELLED, TESTED, UNNAMED, ClauseStatus, Tested
from verifier.search.limits import LimitReached, Limits
from verifier.search.mutation import Bodies, Difference

Progress = Callable[[str], None]


def clause_statuses(program: Program, trials: Sequence[Trial], *, proofs: Proofs | None = None, limits: Limits | None = None,
                    on_progress: Progress = lambda _: None) -> Tested:
    """The status of each clause of kind `rule`, by some scenarios; with `proofs`, z3 decides about those that none tests.

    Where the seconds of the limits are over, the rest is `named`, and the ending says so.  Raises BadInput with everything that
    is wrong with `without.toml`, and EngineBug when the executions disagree.
    """
    limits = (limits or Limits()).running()
    without = compiled(program)
    shortest_first = sorted(trials, key=lambda trial: (len(trial.applied), trial.name))
    judging = _Judging(program, shortest_first, without, clauses_named(program), proofs, limits)
    ruled = [clause for clause in program.rulebook.values() if clause.kind == "rule"]
    rows, ending = [], "done"
    for number, clause in enumerate(ruled, 1):
        on_progress(f"{number} of {len(ruled)}: {clause.id}")
        try:
            limits.check()
            rows.append(judging.row(clause))
        except LimitReached as limit:
            ending = limit.ending
            rows.append(judging.unasked(clause))
    return Tested(tuple(rows), len(trials), proofs.edition if proofs is not None else "", ending)


def compiled(program: Program) -> dict[str, Bodies]:
    """The rules without each clause of the game's `without.toml`; BadInput with the problems of all entries."""
    author, problems = Author(program), list[Problem]()
    found: dict[str, Bodies] = {}
    for id_, entry in load_without(program.game.folder).items():
        try:
            found[id_] = author.bodies(entry)
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    return found


@define(eq=False)
class _Judging:
    """What clauses are judged by; the trials are in the order that they are tried in, short ones first."""

    program: Program
    trials: Sequence[Trial]
    without: Mapping[str, Bodies]
    places: Mapping[str, tuple[Named, ...]]
    proofs: Proofs | None
    limits: Limits

    def row(self, clause: Clause) -> ClauseStatus:
        """A clause with its status.  Raises LimitReached."""
        row = self._unjudged(clause)
        if row.status != NAMED:
            return row
        using = [trial for trial in self.trials if clause.id in trial.uses]
        bodies = self.without.get(clause.id)
        if bodies is None:
            row = evolve(row, what="nobody has written down the rules without it")
        else:
            shown = self._shown(row, bodies, using) or self._broken(row, bodies)
            if shown is not None:
                return shown
            row = evolve(row, what=f"the rules without it do the same in {_scenarios(len(using))}" if using
                         else "no scenario uses it")
        return row if self.proofs is None else self._proved(row, bodies, bool(using))

    def unasked(self, clause: Clause) -> ClauseStatus:
        """A clause that there was no time for."""
        row = self._unjudged(clause)
        return evolve(row, what="not examined: no time was left") if row.status == NAMED else row

    def _unjudged(self, clause: Clause) -> ClauseStatus:
        row = ClauseStatus(clause.id, clause.place, clause.text, NAMED)
        if clause.not_modelled:
            return evolve(row, status=NOT_MODELLED, what=clause.not_modelled)
        if clause.id not in self.places:
            return evolve(row, status=UNNAMED, what="no rule names it, and the rulebook ledger gives no reason (not_modelled)")
        return row

    def _shown(self, row: ClauseStatus, bodies: Bodies, using: Sequence[Trial]) -> ClauseStatus | None:
        """The row, tested by the first scenario that uses the clause and shows a difference by the rules without it."""
        for trial in using:
            self.limits.check()
            killed = trial.judge(bodies)
            if killed is not None:
                return evolve(row, status=TESTED, by=str(killed.by), scenario=trial.name, file=trial.file, what=killed.what)
        return None

    def _broken(self, row: ClauseStatus, bodies: Bodies) -> ClauseStatus | None:
        """The row, tested by a property that names the clause and that breaks without it on a line or beside it."""
        rules = [rule for rule in self.program.game.of_kind("invariant", "step_property")
                 if rule.name in {place.rule for place in self.places[row.id]}]
        for trial in self.trials if rules else ():
            self.limits.check()
            for difference in trial.bench.elsewhere(bodies):
                event = self.program.events[difference.event]
                for rule in rules:
                    if _breaks(trial, rule, difference):
                        return evolve(row, status=TESTED, by="property", scenario=trial.name, file=trial.file,
                                      what=f"{event.text} breaks {rule.name}")
        return None

    def _proved(self, row: ClauseStatus, bodies: Bodies | None, used: bool) -> ClauseStatus:
        """The row, dead if z3 proves it, else with what z3 says."""
        assert self.proofs is not None
        guard = any(place.guard for place in self.places[row.id])
        known = None if used or not any(place.by_play for place in self.places[row.id]) else self.proofs.unused(row.id, guard)
        if known is None and bodies is not None:
            known = self.proofs.equivalent(bodies)
        if known is None:
            return row
        return evolve(row, status=DEAD if known.proved else NAMED, by=known.by if known.proved else "",
                      what=known.detail if known.proved else f"{row.what}; {known.detail}")


def _breaks(trial: Trial, rule: Rule, difference: Difference) -> bool:
    """Whether a property is false, or cannot be worked out, where changed rules lead, from where it was kept.

    The property is the game's own: what it calls is not changed.
    """
    program = trial.instance.program
    before, after = program.decode(difference.before), program.decode(difference.after)
    if rule.kind == "step_property":
        return not _holds(trial, rule, before, after, event=program.events[difference.event])
    return _holds(trial, rule, before) and not _holds(trial, rule, after)


def _holds(trial: Trial, rule: Rule, *states: Any, event: Event | None = None) -> bool:
    try:
        return trial.instance.reference.holds(rule, *states, event=event)
    except RuleFailed:
        return False


def _scenarios(count: int) -> str:
    return f"the {count} scenarios that use it" if count > 1 else "the one scenario that uses it"
