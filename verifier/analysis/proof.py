"""`daybreak check --with z3`: properties proved by induction, and what is not proved searched for up to a depth.

A game is asked about under every reading first, then, as far as that fails, under the rulings in force; a scenario under its
own, from its own start.  Nothing is proved by the bounded search: it refutes with the shortest line, says to what depth a
property holds, and whether the state is reached from which an induction step fails.

A start with few states can be closed before: z3 finds every one of them.  What holds then is proved for that start alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from attrs import evolve

from verifier import clock
from verifier.analysis import answer, lemmas
from verifier.analysis.built_in import BUILT_IN, CHANCE_HAS_AN_OUTCOME, NO_DEAD_END, RANGES, ROUNDS
from verifier.analysis.check import Question, clauses_of, row_of
from verifier.analysis.choices import EngineChoice
from verifier.analysis.explore import is_open
from verifier.analysis.progress import Meter
from verifier.errors import DaybreakError, interrupts
from verifier.instance import Instance
from verifier.lang.bounds import BOUND_HOLDS
from verifier.results.checked import Checked, CrossChecked, Explained, FailedStep, Mined, Part, PropertyRow, SoFar
from verifier.results.checked import Closing as Closed
from verifier.run.broken_part import broken_part
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.lang.events import Event
    from verifier.symbolic.prove.bounded import Bounded, BoundedCheck
    from verifier.symbolic.prove.closing import Closing
    from verifier.symbolic.prove.entries import Entries
    from verifier.symbolic.prove.induction import Induction
    from verifier.symbolic.solver import Effort

# Until Dawn from its set-up, any deck, all but two properties proved: 7 s on a slow core; depth 12 takes 15 s.
DEPTH = 10
BLOCKING_ROUNDS = 8  # times that candidates are made against counterexamples to induction
EVERY, IN_FORCE = "every", "in force"
OUT_OF_TIME = "seconds"
METHOD = "z3"
DECLINED = "z3 is not asked about play without end; take --with explicit"


def proved(instance: Instance, question: Question) -> Checked:
    """The answer to a question by z3; after Ctrl-C or the last second, as far as it got."""
    with clock.stopped():  # loading z3 is not counted
        import verifier.symbolic.prove.induction  # noqa: F401
        from verifier.symbolic.lift.frame import Declined
        from verifier.symbolic.solver import Effort, OutOfTime

    began = clock.seconds()
    effort = Effort(until=question.limits.running().until)
    with Meter("checking with z3") as meter:
        proof = _Proof(instance, question, effort, meter)
        try:
            with suppress(OutOfTime), interrupts():
                proof.run()
            ending = "seconds" if effort.is_over else "done"
        except Declined as declined:
            ending = "done"
            proof.decline(declined)
        except KeyboardInterrupt:
            ending = "interrupted"
    rows = proof.rows("interrupted" if ending == "interrupted" else "seconds")
    return Checked(answer.about(instance), METHOD, "open" if proof.open_chance else "deal", None, None, None, ending, rows,
                   answer.texts(instance, clauses_of(rows)), clock.seconds() - began, None if proof.is_closed else proof.depth,
                   question.k, proof.counted, proof.cross_checked, proof.mined, proof.known,
                   tuple(proof.explained()))


class _Proof:
    """What is known of each property that was asked for; every stage adds to it, and any of them may be the last."""

    def __init__(self, instance: Instance, question: Question, effort: Effort, meter: Meter) -> None:
        self.instance, self.question, self.effort, self.meter = instance, question, effort, meter
        self.program = instance.program
        self.own_lemmas = [rule.name for rule in instance.program.game.of_kind("lemma")]  # not those that are mined
        self.open_chance = is_open(instance, question.chance)
        self.depth = DEPTH if question.limits.depth is None else question.limits.depth
        built_ins = {built_in.name for built_in in question.built_ins}
        inductive = [rule.name for rule in question.rules if rule.kind != "goal"]
        self.asked = [*([RANGES.name] if RANGES.name in built_ins else []), *inductive]
        self.dead_ends = [each.name for each in (CHANCE_HAS_AN_OUTCOME, NO_DEAD_END) if each.name in built_ins]
        self.found: dict[str, PropertyRow] = {}
        self.failed: dict[str, _Failure] = {}
        self.inductions: list[tuple[str, Induction]] = []
        self.check: BoundedCheck | None = None
        self.closing: Closing | None = None
        self.mining: lemmas.Mining | None = None

    # -- the stages -----------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Every state, if that is asked for; induction, with more states taken together; dead ends; lines up to the depth."""
        for built_in in ROUNDS:
            if built_in in self.question.built_ins:
                self.found[built_in.name] = _by_z3(built_in.row(Verdict.DECLINED, DECLINED))
        if self.question.close:
            self._close(self.question.close)
        for readings, free in self._settings():
            if self.asked or self.dead_ends:
                looks_for_lemmas = self.question.mine and self.mining is None
                self._induct(readings, free, is_patient=not looks_for_lemmas)  # a lemma may make easy what is hard
                if looks_for_lemmas and self._is_open and not self.effort.is_over:
                    self._mine()
                    self._induct(readings, free)
                    self._block(readings, free)
        for k in range(2, self.question.k + 1):
            self._together(k)
        self._bounded()

    def _mine(self) -> None:
        """Look for lemmas in sampled states; those that a proof rests on are proved with it."""
        self.mining = lemmas.mined(self.instance, free=bool(self._settings()[0][1]), step=self.meter.step,
                                   is_native=self.question.engine is not EngineChoice.INTERPRETED)
        self._take(self.mining)

    def _take(self, mining: lemmas.Mining) -> None:
        """Go on with other candidates."""
        self.mining, self.program = mining, mining.program
        self.instance = evolve(self.instance, program=self.program)

    def _block(self, readings: str, free: Sequence[str]) -> None:
        """Make candidates against counterexamples to induction, and try again; then against theirs, and so on."""
        for _ in range(BLOCKING_ROUNDS):
            assert self.mining is not None
            if not self._is_open or self.effort.is_over:
                return
            self.meter.step("looking for lemmas against counterexamples to induction")
            mining = self.mining.against(self._counterexamples())
            if mining is self.mining:
                return
            self._take(mining)
            self._induct(readings, free)

    def _counterexamples(self) -> Iterator[Any]:
        """The states from which steps of the last induction failed, of what was asked for and of candidates made like this."""
        assert self.mining is not None
        (_, induction), names = self.inductions[-1], {*self.asked, *self.mining.blocking_names}
        for name, found in induction.found.items():  # in their order: candidates are the same in every run
            if name in names:
                yield from (step.breach.before for step in found.steps if step.breach is not None)

    @property
    def mined(self) -> Mined | None:
        """What mining came to."""
        if self.mining is None:
            return None
        settled = {name: each for _, induction in self.inductions for name, each in induction.settled().items()}
        return self.mining.to_result(settled, self.found.values())

    def decline(self, declined: DaybreakError) -> None:
        """A rule cannot be said in z3, so nothing more is known of what it was needed for."""
        names = [*(rule.name for rule in self.question.rules), *(built_in.name for built_in in self.question.built_ins)]
        for name in names:
            self.found.setdefault(name, _by_z3(self._row(name, Verdict.DECLINED, str(declined))))

    @property
    def is_closed(self) -> bool:
        """Whether z3 looked at every state."""
        return self.closing is not None and self.closing.closed

    @property
    def counted(self) -> Closed | None:
        """How many states z3 looked at, where it was to look at all, and why these are not all."""
        if self.closing is None:
            return None
        return Closed(self.closing.states, "" if self.closing.closed else self.closing.reason or "interrupted")

    @property
    def cross_checked(self) -> CrossChecked | None:
        """How much of the lifted rules was compared with the reference; None if nothing was lifted for induction."""
        crossed = [induction.crossed for _, induction in self.inductions]
        rules = {name for each in crossed for name in each.rules}
        return CrossChecked(sum(len(each.transitions) for each in crossed), len(rules),
                            sum(each.values for each in crossed)) if rules else None

    @property
    def known(self) -> int:
        """How many steps were proved in earlier runs."""
        return sum(induction.proofs.taken for _, induction in self.inductions if induction.proofs is not None)

    def explained(self) -> Iterator[Explained]:
        """Why the properties hold that an explanation is wanted of: each, and then what it rests on, as far as that is new."""
        proofs = {name: proof for _, induction in reversed(self.inductions) for name, proof in induction.settled().items()
                  if proof.proved and proof.steps} if self.question.explain else {}
        waiting, seen = deque(self.question.explain), set[str]()
        while waiting:
            name = waiting.popleft()
            if name in seen:
                continue
            seen.add(name)
            steps = proofs[name].steps if name in proofs else []
            needs = {lemma: tuple(step.rule for step in steps if lemma in step.lemmas)
                     for lemma in sorted({lemma for step in steps for lemma in step.lemmas} - {name})}
            yield Explained(name, self._text_of(name), len(steps), needs)
            waiting += needs

    def _text_of(self, name: str) -> str:
        built_in = BUILT_IN.get(name)
        return self.program.property_named(name).summary if built_in is None else built_in.text

    def _close(self, states_max: int) -> None:
        """Look at every state, if there are no more than that; what is found broken on the way is settled in any case."""
        from verifier.symbolic.prove.bounded import Found
        from verifier.symbolic.prove.closing import Closing

        self.closing = Closing(self.program, self.instance.setting, self.instance.start, self.question.rules, self.open_chance,
                               states_max, self.effort, ranges=RANGES in self.question.built_ins, dead_ends=self.dead_ends)
        self.closing.run(self.meter.step)
        for name, found in self.closing.answered.items():
            if found.found is not Found.HOLDS:
                self.found[name] = _by_z3(self._shown(found))
            elif name in self.program.game.rules and self.program.game.rules[name].kind == "goal":
                self.found[name] = _by_z3(self._row(name, Verdict.REFUTED, "no line reaches it"))
            else:
                self.found[name] = _by_z3(self._row(name, Verdict.PROVED, f"each of {self.closing.states:,} states"))

    def _settings(self) -> list[tuple[str, tuple[str, ...]]]:
        """Under which readings induction is tried, and those that z3 is free to choose."""
        free = tuple(self.program.readings.switches)
        return [(EVERY, free), (IN_FORCE, ())] if self.question.is_game and free else [(IN_FORCE, ())]

    def _open(self) -> list[str]:
        return [name for name in self.asked if name not in self.found]

    @property
    def _is_open(self) -> bool:
        """Whether something that induction may answer is not proved."""
        return bool(self._open()) or any(name not in self.found for name in self.dead_ends)

    def _proved_invariants(self) -> list[str]:
        return list(dict.fromkeys(name for _, induction in self.inductions for name, each in induction.settled().items()
                                  if each.proved and name in induction.invariants))

    def _induct(self, readings: str, free: Sequence[str], *, is_patient: bool = True) -> None:
        from verifier.symbolic.prove.induction import Induction
        from verifier.symbolic.prove.step_proofs import StepProofs

        names = self._open()
        dead_ends = [name for name in self.dead_ends if name not in self.found]
        if self.effort.is_over or not (names or dead_ends):
            return
        start = None if self.question.is_game else self.instance.start.state
        steps = StepProofs(self.program, self.instance.setting, free)
        induction = Induction(self.program, self.instance.setting, free=free, effort=self.effort, start=start,
                              known=self._proved_invariants(), jobs=self.question.jobs, is_patient=is_patient,
                              steps=None if self.question.again else steps)
        self.inductions.append((readings, induction))
        is_whole = set(induction.names) <= {*names, *induction.known}
        try:
            induction.prove(names, lambda text: self.meter.step(f"induction: {text}"), self.own_lemmas if is_whole else ())
            self._collect()
            if dead_ends and (is_patient or not self._open()):  # else asked once there are more lemmas
                self._no_dead_end(readings, induction, dead_ends)
                self._collect()
        finally:
            steps.save()

    def _collect(self) -> None:
        """The rows of what induction has proved, and the steps at which it failed."""
        for readings, induction in self.inductions:
            settled = induction.settled()
            for name in self._open():
                if settled[name].proved:
                    self._prove(name, readings, settled[name].lemmas, "induction")
                elif (step := settled[name].failed) is not None and step.breach is not None:
                    breach = step.breach
                    self.failed[name] = _Failure(readings, breach.rulings, breach.before, breach.event, breach.after,
                                                 breach.failure)
                elif step is not None:
                    self.failed[name] = _Failure(readings, {}, None, reason=f"{step.rule}: {step.reason}")

    def _prove(self, name: str, readings: str, lemmas: Iterable[str], how: str) -> None:
        """A row that is proved, and, if not every reading allows that, one that does not."""
        failure, every = self.failed.pop(name, None), ""
        if failure is not None and failure.readings == EVERY and readings != EVERY:
            every = failure.beyond(self.instance.setting.rulings)
        row = _by_z3(self._row(name, Verdict.PROVED, "; ".join(each for each in (how, every) if each)))
        self.found[name] = evolve(row, lemmas=tuple(lemmas), readings=readings if self.program.readings.switches else "")

    def _no_dead_end(self, readings: str, induction: Induction, names: Sequence[str]) -> None:
        """Chance first, by the ways into it; then decisions, by the states that the invariants allow."""
        entries = self._entries(induction)
        if entries.is_proved and CHANCE_HAS_AN_OUTCOME.name in names:
            self._prove(CHANCE_HAS_AN_OUTCOME.name, readings, entries.lemmas, f"induction: {_ways(entries)}")
        if not entries.is_proved:
            failure = _no_way(readings, entries)
            self.failed.update((name, failure) for name in names)
        elif NO_DEAD_END.name in names:
            self._decisions(readings, induction, entries.lemmas)

    def _entries(self, induction: Induction) -> Entries:
        """Every way into chance; lemmas that it rests on have to be proved, and it is asked again without one that is not."""
        from verifier.symbolic.prove.entries import Entries

        entries = Entries(induction)
        while not self.effort.is_over:
            entries.ask(lambda text: self.meter.step(f"induction: {text}"))
            proofs = induction.prove(entries.lemmas, lambda text: self.meter.step(f"induction: {text}"))
            if all(each.proved for each in proofs.values()):
                break
        return entries

    def _decisions(self, readings: str, induction: Induction, lemmas: Sequence[str]) -> None:
        """Look for a decision without a legal event that the invariants allow; those needed against it have to be proved."""
        from verifier.symbolic.prove.dead_ends import dead_ends
        from verifier.symbolic.solver import Outcome

        name = NO_DEAD_END.name
        while not self.effort.is_over:
            found = dead_ends(induction, induction.at_hand, lambda text: self.meter.step(f"induction: {text}"))
            if found.outcome is not Outcome.UNSAT:
                self.failed[name] = _Failure(readings, found.rulings, found.state, reason=found.reason)
                return
            proofs = induction.prove(found.lemmas, lambda text: self.meter.step(f"induction: {text}"))
            if all(each.proved for each in proofs.values()):
                self._prove(name, readings, sorted({*found.lemmas, *lemmas}), "induction")
                return

    def _together(self, k: int) -> None:
        """k-induction of what is not proved, under the rulings in force."""
        from verifier.symbolic.prove.bounded import Found
        from verifier.symbolic.prove.k_induction import k_keeps
        from verifier.symbolic.solver import Outcome

        names = self._open()
        if not names or self.effort.is_over:
            return
        base = self._bounded_check(names, {}, open_chance=True)  # proofs hold whatever the deal
        base.run(k - 1, progress=lambda depth, name: self.meter.step(f"k-induction, base: {name}, depth {depth}"))
        induction = self.inductions[-1][1]
        for name in names:
            answered = base.answered[name]
            if answered.found is not Found.HOLDS or answered.depth < k - 1:
                continue
            kept = k_keeps(induction, name, k, self._proved_invariants(), lambda text: self.meter.step(f"k-induction: {text}"))
            if kept.outcome is Outcome.UNSAT:
                self._prove(name, IN_FORCE, kept.lemmas, f"induction, {k} states together")

    def _bounded(self) -> None:
        """Lines up to the depth: what is not proved, goals, and the states before the steps that fail."""
        from verifier.symbolic.prove.bounded import before

        goals = [rule.name for rule in self.question.rules if rule.kind == "goal" and rule.name not in self.found]
        names = [*self._open(), *goals]
        names += [name for name in self.dead_ends if name not in self.found]
        if not names:
            return
        states = {before(name): self.program.encode(failure.before) for name, failure in self.failed.items()
                  if name in names and failure.before is not None and failure.fits(self.instance.setting.rulings)}
        self.check = self._bounded_check(names, states, open_chance=self.open_chance)
        self.check.run(self.depth, progress=lambda depth, name: self.meter.step(f"lines of {depth} transitions: {name}"))

    def _bounded_check(self, names: Iterable[str], states: dict[str, list[int]], *, open_chance: bool) -> BoundedCheck:
        from verifier.symbolic.prove.bounded import BoundedCheck, known_start

        rules = {rule.name: rule for rule in (*self.question.rules, *self.program.game.of_kind("invariant"))}
        start = known_start(self.program, self.instance.setting, self.instance.start, open_chance=open_chance)
        wanted = list(names)
        return BoundedCheck(self.program, self.instance.setting, start, [rules[name] for name in wanted if name in rules],
                            ranges=RANGES.name in wanted, states=states,
                            dead_ends=[name for name in self.dead_ends if name in wanted],
                            lemmas=[rules[name] for name in self._proved_invariants() if name in rules], effort=self.effort)

    # -- the answer -------------------------------------------------------------------------------------------------------------

    def rows(self, unfinished: str) -> tuple[PropertyRow, ...]:
        """A row for each property that was asked for; `unfinished` is why there may be no more to say of some."""
        self._collect()
        names = [*(rule.name for rule in self.question.rules), *(built_in.name for built_in in self.question.built_ins)]
        return tuple(self.found.get(name) or self._unproved(name, unfinished) for name in names)

    def _row(self, name: str, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
        for built_in in self.question.built_ins:
            if built_in.name == name:
                return built_in.row(verdict, reason, within)
        return row_of(self.program.property_named(name), verdict, reason, within)

    def _unproved(self, name: str, unfinished: str) -> PropertyRow:
        from verifier.symbolic.prove.bounded import Found

        bounded = None if self.check is None else self.check.answered.get(name)
        if bounded is None:
            row = self._row(name, Verdict.UNKNOWN, unfinished)
            return evolve(_by_z3(row), step=self._step(name, unfinished), so_far=self._so_far(name))
        if bounded.found in (Found.BROKEN, Found.REACHED):
            return _by_z3(self._shown(bounded))
        done = bounded.depth >= self.depth
        reason = bounded.reason or ("" if done else unfinished)
        if name in self.program.game.rules and self.program.game.rules[name].kind == "goal":
            how_far = f"not within {bounded.depth} transitions" if bounded.depth >= 0 else ""
            return _by_z3(self._row(name, Verdict.UNKNOWN, "; ".join(each for each in (how_far, reason) if each)))
        if bounded.depth < 0 or bounded.found is Found.UNKNOWN:
            how_far = f"; holds within {bounded.depth}" if bounded.depth >= 0 else ""
            row = self._row(name, Verdict.UNKNOWN, reason + how_far)
        else:
            failure = self.failed.get(name)
            how_far = f"induction: {failure.reason}" if failure is not None and failure.reason else "depth"
            row = self._row(name, Verdict.HOLDS_WITHIN, reason or how_far, bounded.depth)
        return evolve(_by_z3(row), step=self._step(name, unfinished), so_far=self._so_far(name))

    def _so_far(self, name: str) -> SoFar | None:
        """How far induction got that was to prove it last, if no step breaks the property."""
        failure = self.failed.get(name)
        if name not in self.asked or not self.inductions or (failure is not None and failure.before is not None):
            return None
        induction = self.inductions[-1][1]
        still = induction.open_rules(name)
        rules, settled = len(induction.rules) + 1, induction.settled()
        needs = tuple(sorted(each for each in induction.rests_on(name) - {name} if not settled[each].proved))
        return SoFar(rules - len(still), rules, tuple(still), needs)

    def _shown(self, bounded: Bounded) -> PropertyRow:
        """A refuted property, or a goal that is reached, with the line."""
        from verifier.symbolic.prove.bounded import Found

        reached = bounded.found is Found.REACHED
        reason = bounded.failure or ("reached" if reached else "" if bounded.line else "at the start itself")
        if bounded.name == BOUND_HOLDS and not bounded.failure:
            reason = answer.passing(self.instance, bounded.line)
        row = self._row(bounded.name, Verdict.PROVED if reached else Verdict.REFUTED, reason)
        row = answer.with_line(self.instance, row, bounded.line, open_chance=self.open_chance, states=self.question.states)
        return row if bounded.event is None else evolve(row, line=(*row.line, *_said(bounded.event, self.open_chance)))

    def _step(self, name: str, unfinished: str) -> FailedStep | None:
        """The step at which induction failed, and whether lines come to the state before it; `unfinished` is why none were
        looked for."""
        from verifier.symbolic.prove.bounded import Found, before

        failure = self.failed.get(name)
        if failure is None or failure.before is None:
            return None
        step = failure.shown(self.instance, name)
        found = None if self.check is None else self.check.answered.get(before(name))
        if found is None:
            return evolve(step, reason=unfinished if failure.fits(self.instance.setting.rulings)
                          else "it is one under other rulings")
        if found.found is Found.REACHED:
            line = [each.event.text for each in found.line if each.event.rule.kind == "decision"
                    or (self.open_chance and each.event.rule.kind == "chance")]
            return evolve(step, reachable="reached", within=found.depth, line=tuple(line))
        if found.found is Found.HOLDS and found.depth >= 0:
            return evolve(step, reachable="not-within", within=found.depth, reason=found.reason)
        return evolve(step, reason=found.reason, within=found.depth if found.depth >= 0 else None)


def _ways(entries: Entries) -> str:
    """How many ways into how many phases of chance were looked at."""
    ways, phases = len(entries.found), len({entry.phase for entry in entries.found.values()})
    return f"{ways} way{'s' * (ways != 1)} into {phases} phase{'s' * (phases != 1)} of chance"


def _no_way(readings: str, entries: Entries) -> _Failure:
    """What is not proved of the ways into chance: the step of the first that has one, and the names of all."""
    words = ", ".join(f"{each.phase} by {each.rule}{f' ({each.reason})' if each.reason else ''}" for each in entries.open)
    reason = f"not proved of the ways into chance: {words}" if words else OUT_OF_TIME
    breach = next((each.breach for each in entries.open if each.breach is not None), None)
    if breach is None:
        return _Failure(readings, {}, None, reason=reason)
    return _Failure(readings, breach.rulings, breach.before, breach.event, breach.after, reason=reason)


class _Failure:
    """Where induction failed: a state, what happens there, and what comes of it; without a state, why z3 does not know."""

    def __init__(self, readings: str, rulings: dict[str, str], before: Any, event: Event | None = None, after: Any = None,
                 failure: str = "", reason: str = "") -> None:
        self.readings, self.rulings, self.reason = readings, rulings, reason
        self.before, self.event, self.after, self.failure = before, event, after, failure

    def fits(self, rulings: Any) -> bool:
        """Whether it is a failure under some rulings."""
        return dict(rulings) == dict(self.rulings)

    def beyond(self, rulings: Any) -> str:
        """What to say of other readings when there is a proof under some rulings: which of them fail."""
        if self.reason:
            return f"not known under every reading: {self.reason}"
        other = ", ".join(f"{id_} = {choice}" for id_, choice in sorted(self.rulings.items()) if rulings[id_] != choice)
        return "not under every reading" + (f": {other}" if other else "")

    def shown(self, instance: Instance, name: str) -> FailedStep:
        """The step as data."""
        before, after = _position(instance, self.before), None if self.after is None else _position(instance, self.after)
        return FailedStep(
            self.rulings, answer.state(instance, before), answer.board_if_any(instance, before),
            None if self.event is None else self.event.text, None if after is None else answer.state(instance, after),
            None if after is None else answer.board_if_any(instance, after), self.failure, self._part(instance, name))

    def _part(self, instance: Instance, name: str) -> Part | None:
        if name in BUILT_IN or self.after is None or self.failure:
            return None
        rule = instance.program.property_named(name)
        reference = Reference(instance.program, Setting(self.rulings, instance.setting.edition))
        states = (self.after,) if rule.kind == "invariant" else (self.before, self.after)
        found = broken_part(reference, rule, *states, event=self.event)
        return None if found is None else Part(found.text, f"{found.file}:{found.line}", dict(found.values))


def _by_z3(row: PropertyRow) -> PropertyRow:
    return evolve(row, methods=(METHOD,))


def _said(event: Event, open_chance: bool) -> list[str]:
    return [event.text] if event.rule.kind == "decision" or (open_chance and event.rule.kind == "chance") else []


def _position(instance: Instance, state: Any) -> Position:
    return Position(state, (0,) * len(instance.program.tapes))
