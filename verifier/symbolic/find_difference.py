"""A position in which a mutant does something else than the game, or the proof that there is none.

Each transition that the altered rule has a part in is lifted twice and asked for a position, any that keeps the invariants, and
readings, any of them, under which it is possible in the one and not in the other, fails in one, or leads elsewhere.  Where there
is none the mutant is equivalent: no line of play can tell them apart, since the invariants hold in every position that play comes
to (which is what induction proves; whoever asks answers for that).  What clauses a rule notes is no difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.ghosts import EXACT
from verifier.symbolic.rules import Lifted
from verifier.symbolic.side_by_side import DIFFERS, SideBySide
from verifier.symbolic.solver import Effort, Outcome

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
    free = tuple(program.readings.switches) if every_reading else ()
    used: set[str] = set()
    unknown: Difference | None = None
    for transition in program.game.of_kind(*TRANSITIONS):
        if rule not in program.run_by([transition.name]):
            continue
        found = _Pair(program, altered, transition, setting, free, effort or Effort(), FEW).ask()
        if found.outcome is not Outcome.SAT:
            found = _Pair(program, altered, transition, setting, free, effort or Effort(), None).ask()
        if found.outcome is Outcome.SAT:
            return found
        if found.outcome is Outcome.UNKNOWN:
            unknown = found
        used.update(found.lemmas)
    return unknown or Difference(Outcome.UNSAT, tuple(sorted(used)))


class _Pair:
    """One transition of both, from any state of its phase; with `most`, piles hold no more than that before it."""

    def __init__(self, program: Program, altered: Program, rule: Rule, setting: Setting, free: Sequence[str], effort: Effort,
                 most: int | None) -> None:
        self.program, self.rule = program, rule
        self.lifted, kept = Lifted.under(program, setting, free, ghosts=True)
        other, _ = Lifted.under(altered, setting, free, ghosts=True)
        assert rule.phase is not None
        self.pair = SideBySide(self.lifted, other, rule, int(rule.phase), effort, most, kept)

    def ask(self) -> Difference:
        """Without the invariants first: most that is equivalent is so from any state."""
        invariants = [rule.name for rule in self.program.game.of_kind("invariant")]
        solver = self.pair.solver
        answer = solver.ask([DIFFERS])
        if answer.outcome is not Outcome.UNSAT:
            answer = solver.ask([DIFFERS, *invariants])
        if answer.outcome is Outcome.SAT:
            answer = solver.ask([DIFFERS, *invariants, EXACT])
        if answer.outcome is not Outcome.SAT:
            return Difference(answer.outcome, self._lemmas(answer.core, invariants), answer.reason)
        return Difference(Outcome.SAT, state=self.pair.state(answer), event=self.pair.event(answer),
                          rulings=self.lifted.rulings(answer))

    @staticmethod
    def _lemmas(core: Sequence[str], invariants: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in invariants if name in core)
