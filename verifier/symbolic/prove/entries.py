"""Chance that is entered has an outcome, by induction: no event leads to chance of which every weight is 0.

What is looked at is every rule from any state of its phase that satisfies the lemmas, and each phase of chance that its terms
say it can lead to.  A lemma of its own goes without saying: of chance that an outcome comes out of, one has weight.  With the
start, these are all the ways into a phase of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import define, evolve, field

from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.phases import CHANCE
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.symbolic.lift.possible import possible
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, Value, all_of, any_of, as_number, equal, negation
from verifier.symbolic.prove.bounded import CHANCE_HAS_AN_OUTCOME
from verifier.symbolic.prove.cases import Split
from verifier.symbolic.prove.cross_check import HAPPENS, Claim, Judged
from verifier.symbolic.prove.fields import fields_asked_about
from verifier.symbolic.prove.guided import Guided
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import START, STUCK, Breach, Kept
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Answer, Outcome, Solver

ENTRY_WORK = 40_000_000  # for one way into a phase of chance


@define
class Entry:
    """A phase of chance and a rule that can lead to it (or the start): whether it can do so where nothing has weight.

    Unsat if it cannot, from which lemmas; else how it does, or why z3 does not know.
    """

    phase: str
    rule: str
    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    breach: Breach | None = None


@define
class Entries:
    """Every entry into chance of a game under an induction's readings, asked for as far as it is not known."""

    induction: Induction
    found: dict[tuple[str, str], Entry] = field(factory=dict)
    _asked: set[str] = field(factory=set)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The invariants that entries rest on."""
        return tuple(sorted({name for entry in self.found.values() for name in entry.lemmas}))

    @property
    def open(self) -> list[Entry]:
        """The entries that are not proved, those first that z3 has a step for."""
        rest = [entry for entry in self.found.values() if entry.outcome is not Outcome.UNSAT]
        return sorted(rest, key=lambda entry: entry.breach is None)

    def ask(self, progress: Callable[[str], None]) -> None:
        """Ask of the start and of every rule; what rests on no lemma that is no candidate any more is not asked again."""
        gone = set(self.lemmas) - set(self.induction.lemmas)
        again = {entry.rule for entry in self.found.values() if gone & set(entry.lemmas)}
        for name in (START, *(rule.name for rule in self.induction.rules)):
            if (name in self._asked and name not in again) or self.induction.effort.is_over:
                continue
            progress(f"{CHANCE_HAS_AN_OUTCOME}: {name}")
            entries = list(self._start() if name == START else self._of(self.induction.program.game.rules[name]))
            if self.induction.effort.is_over:  # then only what the reference replayed is believed
                entries = [entry for entry in entries if entry.breach is not None]
            else:
                self._asked.add(name)
                self._keep(entries)
            for entry in entries:
                self.found[entry.phase, entry.rule] = entry

    @property
    def is_proved(self) -> bool:
        """Whether the start and every rule were asked, and none of them leads to chance without an outcome.

        The lemmas have to be proved, too.
        """
        settled = self.induction.settled()
        return len(self._asked) == len(self.induction.rules) + 1 and not self.open and all(
            settled[name].proved for name in self.lemmas)

    # -- one rule ---------------------------------------------------------------------------------------------------------------

    def _chance(self, cells: Sequence[Value]) -> Iterator[tuple[int, str, Flag]]:
        """The phases of chance that cells can be in, and the condition that they are, with nothing that has weight."""
        program = self.induction.program
        phase = as_number(cells[offset_of(program.game.state_type, "phase")])
        for value in possible(phase):
            if program.phases[value].kind == CHANCE:
                flag = all_of((equal(phase, value), self.induction.lifted.stuck(value, cells)))
                yield value, program.phases[value].phase.name, flag

    def _start(self) -> Iterator[Entry]:
        induction = self.induction
        cells, _ = induction.started()
        for _, phase, flag in self._chance(cells):
            solver = Solver(induction.effort)
            solver.require([*induction.kept, flag])
            answer = solver.ask()
            yield Entry(phase, START, answer.outcome, reason=answer.reason)

    def _of(self, rule: Rule) -> list[Entry]:
        """The entries of one rule: as an earlier run proved them, if it proved all of them, else asked."""
        proofs, lemmas = self.induction.proofs, self.induction.lemmas
        kept = [None if proofs is None else proofs.known(rule, STUCK + phase, lemmas) for phase in self._phases(rule)]
        known = [Entry(each.property.removeprefix(STUCK), rule.name, each.outcome, each.lemmas) for each in kept if each]
        return known if len(known) == len(kept) else list(self.behind(rule))

    def _keep(self, entries: Sequence[Entry]) -> None:
        """Note what is proved, for the next run."""
        for entry in entries:
            if self.induction.proofs is not None and entry.rule != START and entry.outcome is Outcome.UNSAT:
                self.induction.proofs.keep(Kept(entry.rule, STUCK + entry.phase, entry.outcome, entry.lemmas))

    def _phases(self, rule: Rule) -> list[str]:
        """The phases of chance that a rule can lead to, as the rules read."""
        phases = self.induction.program.phases
        return [phases[each].phase.name for each in sorted(self.induction.next_phases[rule.name]) if phases[each].kind == CHANCE]

    def behind(self, rule: Rule) -> Iterator[Entry]:
        """The entries of one rule, from the lemmas of now."""
        phases = self._phases(rule)
        if not phases:
            return
        step = self.induction.step(rule)
        led = {phase: (value, flag) for value, phase, flag in self._chance(step.fired.after)}
        for phase in phases:
            value, flag = led.get(phase, (0, False))
            if flag is not False:
                step.claims.append(_claim(f"{phase} without an outcome", value, flag))
                entry = self._entry(step, phase, all_of((flag, negation(step.fired.fails))))
                yield self._case_by_case(step, value, phase) if entry.outcome is Outcome.UNKNOWN else entry
            else:
                yield Entry(phase, rule.name, Outcome.UNSAT)
        if not self.induction.effort.is_over:
            step.cross_check()

    def _case_by_case(self, step: InductiveStep, value: int, phase: str) -> Entry:
        """What z3 does not know at once, for each value of the fields that the rule's branches ask about."""
        def without_outcome(fired: Fired) -> Flag:
            return all_of((negation(fired.fails), any_of(flag for each, _, flag in self._chance(fired.after) if each == value)))

        split, rule = Split(step, without_outcome), step.rule
        answer = split.ask(fields_asked_about(step))
        if answer.outcome is Outcome.SAT:
            return Entry(phase, rule.name, answer.outcome, breach=self._replayed(step, answer))
        if answer.outcome is Outcome.UNSAT:
            step.claims.append(_claim(f"{phase} without an outcome, case by case", value, split.whole))
        return Entry(phase, rule.name, answer.outcome, tuple(sorted(split.lemmas)), answer.reason)

    def _entry(self, step: InductiveStep, phase: str, goal: Flag) -> Entry:
        effort, name = self.induction.effort, step.rule.name
        answer = Guided(step, [*step.required, *step.facts], [goal], evolve(effort, work=min(ENTRY_WORK, effort.work))).ask()
        if answer.outcome is Outcome.SAT:
            return Entry(phase, name, answer.outcome, breach=self._replayed(step, answer))
        step.rest_on(answer.core)
        return Entry(phase, name, answer.outcome, answer.core, answer.reason)

    def _replayed(self, step: InductiveStep, answer: Answer) -> Breach:
        """The step by the reference; EngineBug when something has weight there."""
        rulings, before, event = step.decoded(answer)
        reference = Reference(self.induction.program, Setting(rulings, self.induction.setting.edition))
        position = Position(before, (0,) * len(self.induction.program.tapes))
        after = reference.apply(position, event).after
        if reference.kind(after) != CHANCE or reference.outcomes(after):
            raise EngineBug(Problem("DB912", f"z3 comes to chance without an outcome by {event.text!r}, the reference does not"))
        return Breach(rulings, before, event, after.state)


def _claim(what: str, phase: int, flag: Flag) -> Claim:
    def expected(judged: Judged) -> list[int] | None:
        if judged.effect != HAPPENS:
            return None
        return [int(judged.after.phase == phase and not judged.reference.outcomes(judged.reference.position(judged.after)))]

    return Claim(what, [flag], expected)
