"""Induction: every rule keeps every property, from any state that keeps them, whatever the deal and under every reading.

The states before are all states of the right types (not only reachable ones) that satisfy the lemmas; each rule is lifted once
with unknown arguments, and each property is asked of what it leads to.  A property is proved if it holds after the set-up and
every rule keeps it, each time from lemmas that are proved in the same way.  "ranges" is a property of every game: no rule
leaves a range, takes from an empty pile or passes a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.lang import ir
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.values import blank
from verifier.program.lemmas import phase_of_lemma
from verifier.program.phase_graph import phase_graph
from verifier.program.program import Program
from verifier.run.parallel import ParallelAnswer, as_they_come
from verifier.run.setting import Setting
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import Flag, Value
from verifier.symbolic.prove.asking import Asking, Stage
from verifier.symbolic.prove.cross_check import Compared, CrossCheck
from verifier.symbolic.prove.kept import RANGES, START, Breach, Kept
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.prove.step_proofs import StepProofs
from verifier.symbolic.solver import Effort, Outcome, OutOfTime, Solver

Progress = Callable[[str], None]


@frozen
class _Task:
    """A rule, the properties to ask it about, how far to go, and what proofs rest on anyway."""

    rule: Rule
    names: tuple[str, ...]
    stage: Stage
    in_use: frozenset[str]


@frozen
class _Numbers:
    """A breach in plain numbers, which go from one process to another."""

    rulings: dict[str, str]
    before: list[int]
    event: int
    after: list[int] | None
    failure: str


@frozen
class _Answered:
    """What was found of a task, and what was compared with the reference for it."""

    kept: list[tuple[Kept, _Numbers | None]]  # each without its breach, and that
    compared: Compared


@define
class Induced:
    """What induction says of a property; `steps` are the start and the rules, as far as they were asked."""

    name: str
    proved: bool = False
    steps: list[Kept] = field(factory=list)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The other properties that the proof rests on directly."""
        return tuple(sorted({name for step in self.steps for name in step.lemmas} - {self.name}))

    @property
    def failed(self) -> Kept | None:
        """The step that does not keep it, or of which z3 does not know: it is no invariant by induction."""
        return next((step for step in self.steps if step.outcome is not Outcome.UNSAT), None)


class Induction:
    """The induction steps of a program under a setting; readings named in `free` are left open.

    Play starts from the set-up, or from `start` if it is given.  Invariants in `known` are proved already: they serve as lemmas
    and are not asked again.  A rule that fails leads nowhere, so what holds behind every step that does not fail needs no proof
    that none does; that is the property "ranges".  The game's own lemmas serve where its invariants are not enough.

    Whatever lifts rules raises OutOfTime once the effort's time is over; what is known until then stands.

    With `any_edition` the component data are left open within their ranges, and of the start nothing is asked: what is proved are
    steps, for whoever sees to it that the invariants hold where play starts.  Without `is_patient`, what is hard is given up.
    With `is_sparing` proofs rest on few lemmas, as each needs a proof of its own, though a step takes longer.

    With `jobs` each rule is asked in a process of its own, so many at a time: answers do not depend on how many.  With none, all
    is asked here, one rule after the other.  What `steps` knows of earlier proofs is not asked again.  With `candidates`, no
    other invariants serve as lemmas.
    """

    def __init__(self, program: Program, setting: Setting, *, free: Sequence[str] = (), effort: Effort | None = None,
                 start: Any = None, known: Iterable[str] = (), any_edition: bool = False, is_patient: bool = True,
                 is_sparing: bool = False, jobs: int = 0, steps: StepProofs | None = None,
                 candidates: Collection[str] = ()) -> None:
        self.program, self.setting, self.free, self.effort = program, setting, tuple(free), effort or Effort()
        self.lifted, self.kept = Lifted.under(program, setting, free, ghosts=True, rows=True, any_edition=any_edition)
        self.any_edition, self.is_patient, self.is_sparing, self.jobs, self.proofs = (
            any_edition, is_patient, is_sparing, jobs, steps)
        self.start = start
        self.crossed = CrossCheck(self.lifted, setting, free, start)
        self.lifted.look = self.crossed.samples.look = self.effort.check
        game = program.game
        self.invariants = {rule.name: rule for rule in game.of_kind("invariant", "lemma")}
        self.step_properties = {rule.name: rule for rule in game.of_kind("step_property")}
        if program.bound_property is not None:
            self.step_properties[BOUND_HOLDS] = program.bound_property
        self.rules = game.of_kind(*TRANSITIONS)
        self.names = (RANGES, *(rule.name for rule in game.of_kind("invariant")), *self.step_properties)
        self.found: dict[str, Induced] = {}
        self.known = {name for name in known if name in self.invariants}
        # Candidates: those found not to be kept are taken out.
        self.lemmas = [name for name in self.invariants if not candidates or name in candidates]
        self._easy_asked: set[str] = set()  # properties of which everything easy is known
        self.in_use: set[str] = set()  # properties that are to be proved anyway: a step may rest on them at no further cost

    # -- proofs ---------------------------------------------------------------------------------------------------------------

    def prove(self, names: Iterable[str] | None = None, progress: Progress | None = None,
              early: Iterable[str] = ()) -> dict[str, Induced]:
        """What is proved of some properties, or of all of them.

        Lemmas are the invariants of the game; only those that a proof rests on are asked for a proof of their own.  One that
        is not kept is taken out, and every step that rests on it is asked again without it: what is left in the end is kept
        by every rule from nothing but itself.  What is hard is asked once everything easy is known, of lemmas too: it may be in
        vain, and it is easier from lemmas that serve others anyway.

        Lemmas in `early` are likely to be needed: what is easy about them is asked with the rest, so that no rule has to be
        lifted once more for them, and proofs rest on them at no further cost.
        """
        wanted = list(self.names if names is None else names)
        likely = [name for name in early if name in self.lemmas]
        self.in_use.update(wanted, likely, self.known)
        while not self.effort.is_over:
            fresh = [name for name in self._open([*wanted, *likely]) if name not in self._easy_asked] if self.is_patient else []
            if not (waiting := fresh or self._open(wanted)):
                break
            found = [self.found.setdefault(name, Induced(name)) for name in waiting]
            self._start(found)
            self._round(found, not fresh, progress or (lambda text: None))
            self._easy_asked.update(fresh)
            for induced in found:
                if induced.failed is not None:
                    self._without(induced.name)
        settled = self.settled()
        return {name: settled[name] for name in wanted}

    def _open(self, wanted: Iterable[str]) -> list[str]:
        """What is wanted, or a step rests on that was asked so far, and is not settled; what no step rests on needs no proof."""
        wanted = list(wanted)
        needed = {*wanted, *self.rests_on(*wanted)} - self.known
        return [name for name in dict.fromkeys([*self.names, *self.invariants]) if name in needed and not self._is_settled(name)]

    def _is_settled(self, name: str) -> bool:
        """Whether a property was asked of every rule, or of one that does not keep it."""
        found = self.found.get(name)
        return found is not None and (found.failed is not None or len(found.steps) == len(self.rules) + 1)

    def settled(self) -> dict[str, Induced]:
        """What is known so far: proved is what was asked in full and rests on nothing that was not."""
        proved = {name for name, each in self.found.items() if each.failed is None and len(each.steps) == len(self.rules) + 1}
        while True:
            fine = {name for name in proved if all(each in proved or each in self.known for each in self.found[name].lemmas)}
            if fine == proved:
                break
            proved = fine
        return {name: Induced(name, name in proved or name in self.known, self.found[name].steps if name in self.found else [])
                for name in dict.fromkeys([*self.names, *self.invariants])}

    def open_rules(self, name: str) -> list[str]:
        """The rules of which it is not known whether they keep a property, or the start."""
        steps = self.found[name].steps if name in self.found else []
        known = {step.rule for step in steps if step.outcome is not Outcome.UNKNOWN}
        return [rule for rule in (START, *(each.name for each in self.rules)) if rule not in known]

    def rests_on(self, *names: str) -> set[str]:
        """The lemmas and properties that steps of some properties rest on, and steps of those, and so on, as far as is known."""
        needed, left = set[str](), [*names]
        while left:
            name = left.pop()
            more = set(self.found[name].lemmas if name in self.found else ()) - needed
            needed |= more
            left += more
        return needed

    def _without(self, name: str) -> None:
        """Take a candidate out; the steps that rest on it are to be asked again."""
        if name in self.lemmas:
            self.lemmas.remove(name)
            for induced in self.found.values():
                kept = [step for step in induced.steps if name not in step.lemmas]
                if len(kept) < len(induced.steps):
                    induced.steps = kept
                    self._easy_asked.discard(induced.name)

    def steps_of(self, name: str, progress: Progress | None = None) -> Induced:
        """One property asked of the start and of every rule, from all invariants: whether those are kept is left open."""
        found = self.found.setdefault(name, Induced(name))
        self._start([found])
        for hard in (False, True) if self.is_patient else (True,):
            self._round([found], hard, progress or (lambda text: None))
        return found

    # -- questions ------------------------------------------------------------------------------------------------------------

    def _start(self, found: list[Induced]) -> None:
        """Ask of the start what is not known of it yet."""
        for induced in found:
            if self.effort.is_over:
                return
            if all(step.rule != START for step in induced.steps):
                induced.steps.append(self.base(induced.name))

    def _round(self, found: list[Induced], hard: bool, progress: Progress) -> None:
        """Ask every rule; unless what is hard is asked for, it is left open.  What is hard is asked by itself."""
        waiting = [(rule, names) for rule in self.rules if (names := tuple(self._waiting(rule, found)))]
        in_use = frozenset(self.in_use)  # as it is now for all of them: answers do not depend on which comes first
        stage = Stage.HARD if hard and self.is_patient else Stage.EASY
        tasks = [_Task(rule, asked, stage, in_use) for rule, names in waiting
                 for asked in ([(name,) for name in names] if stage is Stage.HARD else [names])]
        for number, (task, answer) in enumerate(self._answers(tasks, progress), 1):
            if self.effort.is_over and not answer.is_there:
                answer.drop()
                continue
            progress(f"{task.rule.name}{f' once more: {task.names[0]}' if stage is Stage.HARD else ''}, {number} of {len(tasks)}")
            try:
                answered = answer.get()
            except OutOfTime:
                if not self.effort.is_over:
                    raise
                continue
            for kept in self._taken(answered):
                induced = self.found[kept.property]
                if (kept.outcome is not Outcome.UNKNOWN or hard) and not self._has(induced, task.rule):
                    induced.steps.append(kept)
                    self.in_use.update(kept.lemmas)
                    if self.proofs is not None and not self.effort.is_over:
                        self.proofs.keep(kept)
        for induced in found:  # whichever rule was answered first
            induced.steps.sort(key=lambda step: self._places[step.rule])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate((START, *(rule.name for rule in self.rules)))}

    @staticmethod
    def _has(induced: Induced, rule: Rule) -> bool:
        return any(step.rule == rule.name for step in induced.steps)

    def _waiting(self, rule: Rule, found: Iterable[Induced]) -> Iterator[str]:
        """The properties that a rule has to be asked about; what is known without asking is noted."""
        for induced in found:
            if induced.failed is not None or self._has(induced, rule):
                continue
            if self.silent(induced.name) >= self.next_phases[rule.name]:
                induced.steps.append(Kept(rule.name, induced.name, Outcome.UNSAT))
            elif self.proofs is not None and (kept := self.proofs.known(rule, induced.name, self.lemmas)) is not None:
                induced.steps.append(kept)
                self.in_use.update(kept.lemmas)
            else:
                yield induced.name

    @property
    def at_hand(self) -> list[str]:
        """The lemmas that cost nothing: the game's own invariants, and what proofs rest on anyway."""
        return [name for name in self.lemmas if name in self.in_use or self.invariants[name].kind == "invariant"]

    @cached_property
    def next_phases(self) -> dict[str, frozenset[int]]:
        """The phases that each rule can lead to."""
        return {each.rule.name: frozenset(map(int, each.next)) for each in phase_graph(self.program)}

    def silent(self, name: str) -> frozenset[int]:
        """The phases in which a lemma says nothing, as it begins with `phase != ... or`: all but that one."""
        if name not in self._silences:
            is_lemma = name in self.invariants and self.invariants[name].kind == "lemma"
            phase = phase_of_lemma(self.program, name) if is_lemma else None
            self._silences[name] = frozenset() if phase is None else self._phases - {phase}
        return self._silences[name]

    @cached_property
    def _silences(self) -> dict[str, frozenset[int]]:
        return {}

    @cached_property
    def _phases(self) -> frozenset[int]:
        return frozenset(map(int, self.program.game.phases))

    def _answers(self, tasks: Sequence[_Task], progress: Progress) -> Iterator[tuple[_Task, ParallelAnswer[_Answered]]]:
        if self.jobs:
            self.crossed.samples.prepare()  # for every process, not in each
            return as_they_come(self._asked, sorted(tasks, key=lambda task: self._length(task.rule)), self.jobs)
        return ((task, ParallelAnswer(partial(self._asked, task, progress), here=True)) for task in tasks)

    def _length(self, rule: Rule) -> int:
        """How long a rule is with all that it calls, in the nodes of its syntax tree: how long questions about it may take."""
        return sum(1 for name in self.program.run_by([rule.name]) for _ in ir.walk(self.program.bodies[name].body))

    def _asked(self, task: _Task, report: Progress = lambda text: None) -> _Answered:
        """What a rule keeps, as it goes from one process to another."""
        names = [name for name in task.names if self.jobs or self.found[name].failed is None]
        if not names:
            return _Answered([], Compared(frozenset(), 0, frozenset()))
        before = self.crossed.counted
        kept = self._kept(task.rule, names, task.stage, task.in_use, report)
        if task.stage is Stage.HARD and self._serving(task.in_use):
            # Lemmas that serve others can lead z3 astray: from the game's own invariants alone a question may be an easy one.
            left = [each.property for each in kept if each.outcome is Outcome.UNKNOWN]
            alone = {each.property: each for each in self._kept(task.rule, left, Stage.BOTH, frozenset(left), report)}
            kept = [alone.get(each.property, each) for each in kept]
        return _Answered([self._sent(each) for each in kept], self.crossed.counted.since(before))

    def _kept(self, rule: Rule, names: Sequence[str], stage: Stage, in_use: frozenset[str], report: Progress) -> list[Kept]:
        """What z3 says of a rule and some properties."""
        if not names:
            return []
        step = InductiveStep(self, rule, in_use=in_use)
        kept = Asking(step, lambda name: report(f"{rule.name}: {name}")).answers(names, stage)
        if self.effort.is_over:  # then only steps that the reference replayed are believed
            return [each for each in kept if each.outcome is Outcome.SAT]
        step.cross_check()
        return kept

    def _serving(self, in_use: Iterable[str]) -> bool:
        """Whether lemmas are among what proofs rest on anyway."""
        return any(name in self.invariants and self.invariants[name].kind == "lemma" for name in in_use)

    def _sent(self, kept: Kept) -> tuple[Kept, _Numbers | None]:
        breach, encode = kept.breach, self.program.encode
        if breach is None:
            return kept, None
        after = None if breach.after is None else encode(breach.after)
        numbers = _Numbers(breach.rulings, encode(breach.before), breach.event.number, after, breach.failure)
        return evolve(kept, breach=None), numbers

    def _taken(self, answered: _Answered) -> Iterator[Kept]:
        self.crossed.add(answered.compared)
        decode = self.program.decode
        for kept, numbers in answered.kept:
            if numbers is None:
                yield kept
            else:
                after = None if numbers.after is None else decode(numbers.after)
                event = self.program.events[numbers.event]
                yield evolve(kept, breach=Breach(numbers.rulings, decode(numbers.before), event, after, numbers.failure))

    def step(self, rule: Rule) -> InductiveStep:
        """The induction step of one rule."""
        return InductiveStep(self, rule)

    def base(self, name: str) -> Kept:
        """Whether a property can break at the start, under any reading in question."""
        if name in self.step_properties or self.any_edition:
            return Kept(START, name, Outcome.UNSAT)
        cells, fails = self._started
        truth = None if name == RANGES else self.lifted.truth(self.invariants[name], cells)
        solver = Solver(self.effort)
        solver.require(self.kept)
        solver.name(f"not {name}", fails if truth is None else truth.is_broken)
        answer = solver.ask([f"not {name}"])
        return Kept(START, name, answer.outcome, reason=answer.reason)

    @cached_property
    def _started(self) -> tuple[list[Value], Flag]:
        with clock.stopped():  # as loading the rules is not counted
            cells, fails = self.started()
        self.crossed.start(cells, fails)
        return cells, fails

    def started(self) -> tuple[list[Value], Flag]:
        """The cells at the start, with their counters, and whether the set-up fails."""
        program = self.program
        state = blank(program.game.state_type) if self.start is None else self.start
        cells = self.lifted.counted(self.lifted.table.known(program.encode(state)))
        setup = program.game.only("setup")
        if setup is None or self.start is not None:
            return cells, False
        fired = self.lifted.fire(setup, (), cells)
        return fired.after, fired.fails
