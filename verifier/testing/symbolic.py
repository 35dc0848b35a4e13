"""What the symbolic run says of a position: the counterpart of `EmittedFacts`, worked out by z3 from lifted rules.

It does not cover chains of transitions, packing and copying, for which z3 is never used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.layout import encode, offset_of
from verifier.lang.phases import CHANCE, STEP, PhaseRules
from verifier.program.program import Program
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.symbolic.lift.evaluate import Assignment, Packed
from verifier.symbolic.lift.frame import Declined, Failure, Noted
from verifier.symbolic.lift.ghosts import Ghosts
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import Cond, Value, as_number
from verifier.testing.facts import TRUTHS, VALUES, After, Facts, Failed, Forbidden, Key, counted

EVENTS_MOST = 24  # lifting one of 100 decisions anew for each question takes half as long as all the other facts
UNASKED = ("settled", "settled with open chance", "packed and unpacked", "copied", "properties leave the position alone")


@frozen
class Answer:
    """What a lifted rule says of one position: values, the node where it fails first, what refused first, clauses exercised."""

    values: list[int]
    failed: int | None
    refused: str | None
    clauses: Counter[str]


class Asked:
    """A lifted rule with everything it notes, packed for evaluation."""

    def __init__(self, values: Sequence[Value], failures: Sequence[Failure], refusals: Sequence[Noted] = (),
                 clauses: Sequence[Noted] = ()) -> None:
        self.values, self.failures, self.refusals, self.clauses = len(values), failures, refusals, clauses
        noted = [each.when for each in failures] + [each.when for each in refusals] + [each.when for each in clauses]
        self.packed = Packed([*values, *noted])

    def answer(self, given: Assignment) -> Answer:
        """The rule's answer where the variables are what is given."""
        numbers = self.packed.numbers(given)
        noted = iter(numbers[self.values:])
        failed = [each.node for each in self.failures if next(noted)]
        refused = [each.clause for each in self.refusals if next(noted)]
        clauses = Counter(each.clause for each in self.clauses if next(noted))
        return Answer(numbers[:self.values], failed[0] if failed else None, refused[0] if refused else None, clauses)


@frozen
class WrongCounters:
    """Counters that are not what they count, behind an event: the reference has no such fact, so it is a disagreement."""

    got: tuple[int, ...]
    counted: tuple[int, ...]

    def __str__(self) -> str:
        return f"counters {self.got}, counted anew {self.counted}"


class Symbolic:
    """The rules of a program lifted, ready to be asked about any position under any setting.

    Usually each rule is lifted once, from cells, readings, component data and arguments that are all unknown.  With a part of
    them `known`, each rule is lifted anew for each position, that part (drawn by `seed`) being plain Python values: this tries
    what the lifter makes of constants.  With 1.0 nothing is left to z3.  With `counters`, the rules carry ghost counters along
    as in induction: what they read from counters has to come out the same, and each counter has to stay what it counts.

    `declined` counts, by reason, the questions that the lifter declined; nothing is said of them.  `opened` counts the values
    that z3 worked out.
    """

    def __init__(self, program: Program, known: float = 0.0, seed: int = 0, *, counters: bool = False) -> None:
        self.program, self.known, self.table = program, known, Table(program.game.state_type)
        self.declined: Counter[str] = Counter()
        self.opened = 0
        self.given = Assignment()
        self.lifted, _ = Lifted.unknown(program)
        self.ghosts = self._counters() if counters else None
        self.before, self.after = self._cells("before."), self._cells("after.")
        self.files = {name: Path(body.rule.function.__code__.co_filename).name for name, body in program.bodies.items()}
        self._random = Random(f"known {seed}")
        self._arguments: dict[str, list[Value]] = {}
        self._asked: dict[tuple[str, ...], Asked | Declined] = {}

    def _counters(self) -> Ghosts:
        """Counters of bags, piles, and what properties add up over rows."""
        kind, lifted = self.program.game.state_type, self.lifted
        return Ghosts(kind, Lifted(self.program, lifted.readings, lifted.edition, Ghosts(kind)).tallies())

    def _cells(self, prefix: str) -> list[Value]:
        cells, _ = self.table.unknown(prefix)
        return cells if self.ghosts is None else [*cells, *self.ghosts.unknown(prefix)[0]]

    @property
    def engine(self) -> str:
        """What it is called in disagreements."""
        with_ = "" if self.ghosts is None else ", with counters"
        return f"symbolic, {self.known:.0%} known{with_}" if self.known else f"symbolic{with_}"

    def arguments(self, event: Event) -> list[Value]:
        """The arguments of an event's rule as variables, given the values that they have in the event."""
        rule = event.rule
        if rule.name not in self._arguments:
            self._arguments[rule.name], _ = self.lifted.arguments(rule, f"{rule.name}.")
        self.given.give(self._arguments[rule.name], event.arguments)
        return self.mixed(self._arguments[rule.name], event.arguments)

    def mixed(self, variables: Sequence[Value], numbers: Sequence[int]) -> list[Value]:
        """Variables, the known part of them replaced by the numbers that they stand for."""
        if not self.known:
            return list(variables)
        return [variable if self._random.random() >= self.known else _plain(variable, number)
                for variable, number in zip(variables, numbers, strict=True)]

    def answer(self, question: tuple[str, ...], lift: Callable[[], Asked]) -> Answer | None:
        """The answer of a rule, lifted before if everything is unknown.  None when the lifter declines it."""
        asked = self._asked.get(question)
        if asked is None or self.known:
            try:
                asked = lift()
            except Declined as declined:
                asked = declined
            self._asked[question] = asked
        if isinstance(asked, Declined):
            self.declined[f"{question[-1]}: {asked}"] += 1
            return None
        self.opened += asked.packed.open
        return asked.answer(self.given)

    def place(self, node: int) -> Failed:
        """The place in the model that a node came from."""
        name, line = self.program.lines[node]
        return Failed(self.files[name], line)


def _plain(variable: Value, number: int) -> Value:
    return bool(number) if isinstance(variable, (bool, Cond)) else number


class SymbolicFacts:
    """What the symbolic run says under a setting."""

    def __init__(self, symbolic: Symbolic, setting: Setting) -> None:
        self.symbolic, self.program = symbolic, symbolic.program
        choices, edition = self.program.readings.switches, self.program.game.edition_type
        self.readings = {id_: list(reading.choices).index(setting.rulings[id_]) for id_, reading in choices.items()}
        self.box = Table(edition).turned(encode(edition, setting.edition))
        self.phase = offset_of(self.program.game.state_type, "phase")
        self.declined: set[Key] = set()

    def leaves_out(self, key: Key) -> bool:
        """Whether the symbolic run does not speak of a fact of the last position."""
        return key[0] in UNASKED or key in self.declined or ("effect", key[1]) in self.declined

    def of(self, position: Position) -> Facts:
        """Every fact of a position that the symbolic run speaks of."""
        facts, phase = Facts(), self.program.phases[position.state.phase]
        events = [self.program.events[number] for number in phase.events]
        self.declined.clear()
        self._ground(self.symbolic.table.turned(self.program.encode(position.state)))
        if phase.kind == CHANCE:
            self._weights(events, facts)
        for event in (*events, *(() if phase.stuck < 0 else (self.program.events[phase.stuck],))):
            self._effect(event, facts)
        self._kind(phase, facts)
        self._stuck(position.state.phase, facts)
        self._properties(facts)
        return facts

    def _ground(self, cells: Sequence[int]) -> None:
        """Give the variables their values in a position, and choose the known part of what rules are lifted from."""
        symbolic, lifted = self.symbolic, self.symbolic.lifted
        variables, numbers = list(lifted.readings.values()), list(self.readings.values())
        counters = [] if symbolic.ghosts is None else Packed(symbolic.ghosts.counters(cells)).numbers(symbolic.given)
        cells = [*cells, *counters]
        symbolic.given.give([*symbolic.before, *variables, *lifted.edition], [*cells, *numbers, *self.box])
        readings = [as_number(each) for each in symbolic.mixed(variables, numbers)]
        self.lifted = Lifted(self.program, dict(zip(lifted.readings, readings, strict=True)),
                             symbolic.mixed(lifted.edition, self.box), symbolic.ghosts)
        self.cells = symbolic.mixed(symbolic.before, cells)
        self.in_phase = list(self.cells)
        self.in_phase[self.phase] = cells[self.phase]

    def _ask(self, key: Key, question: tuple[str, ...], lift: Callable[[], Asked]) -> Answer | Failed | None:
        """The answer of a rule, or where it fails; None is noted when the lifter declines it."""
        answer = self.symbolic.answer(question, lift)
        if answer is None:
            self.declined.add(key)
        elif answer.failed is not None:
            return self.symbolic.place(answer.failed)
        return answer

    # -- transitions --------------------------------------------------------------------------------------------------------

    def _weights(self, events: Sequence[Event], facts: Facts) -> None:
        key, weights = ("weights", None), []
        for event in events:
            arguments = self.symbolic.arguments(event)

            def lift(rule: Rule = event.rule, arguments: Sequence[Value] = arguments) -> Asked:
                weight, failures = self.lifted.weight(rule, arguments, self.in_phase)
                return Asked([weight], failures)

            answer = self._ask(key, ("weight", event.rule.name), lift)
            if answer is None:
                return
            if isinstance(answer, Failed):
                facts[key] = answer
                return
            weights.append((event.outcome, answer.values[0]))
        facts[key] = [(outcome, weight) for outcome, weight in weights if weight > 0]

    def _kind(self, phase: PhaseRules, facts: Facts) -> None:
        """What the position is: a step where the game says what happens if no decision is legal, and none is."""
        facts["kind", None] = phase.kind
        if phase.stuck >= 0:
            happens = "happens", str(int(phase.phase))
            rule = self.program.events[phase.stuck].rule
            answer = self._ask(("kind", None), happens, lambda: Asked([self.lifted.fire(rule, (), self.in_phase).enabled], ()))
            if isinstance(answer, Answer) and answer.values[0]:
                facts["kind", None] = STEP

    def _stuck(self, phase: int, facts: Facts) -> None:
        """Whether nothing can happen, which the lifter says at once of all events; where a weight fails, it fails first there.

        Of many decisions it is not asked: what forbids each is compared anyway.
        """
        if self.declined or len(self.program.phases[phase].events) > EVENTS_MOST:
            self.declined.add(("stuck", None))
            return
        weights = facts.get(("weights", None))
        if isinstance(weights, Failed):
            facts["stuck", None] = weights
            return
        answer = self._ask(("stuck", None), ("stuck", str(phase)), lambda: Asked([self.lifted.stuck(phase, self.in_phase)], ()))
        if answer is not None:
            facts["stuck", None] = answer if isinstance(answer, Failed) else bool(answer.values[0])

    def _effect(self, event: Event, facts: Facts) -> None:
        key, arguments = ("effect", event.text), self.symbolic.arguments(event)
        after: list[Value] = self.symbolic.after

        def lift() -> Asked:
            nonlocal after
            fired = self.lifted.fire(event.rule, arguments, self.in_phase)
            if self.symbolic.known:
                after = fired.after
            return Asked([*fired.after, fired.facts], fired.failures, fired.refusals, fired.clauses)

        answer = self._ask(key, ("effect", event.rule.name), lift)
        if answer is None:
            return
        if isinstance(answer, Failed):
            facts[key] = answer
        elif answer.refused is not None:
            facts[key] = Forbidden(answer.refused)
        else:
            *numbers, are_counted = answer.values
            count = len(self.program.slots)
            self.symbolic.given.give(self.symbolic.after, numbers)
            facts[key] = After(tuple(self.symbolic.table.turned(numbers[:count])), counted(answer.clauses))
            self._counters(event, numbers[:count], numbers[count:], bool(are_counted), facts)
            for rule in self.program.game.of_kind("step_property"):
                self._truth(rule, facts, after, event)

    def _counters(self, event: Event, cells: list[int], got: list[int], are_counted: bool, facts: Facts) -> None:
        """Note counters that are not the sums of the cells after an event, and facts given to z3 about them that are false."""
        ghosts = self.symbolic.ghosts
        if ghosts is None:
            return
        sums = Packed(ghosts.counters(cells)).numbers(self.symbolic.given)
        if got != sums or not are_counted or not all(ghosts.facts([*cells, *sums])):
            facts["counters", event.text] = WrongCounters(tuple(got), tuple(sums))

    # -- properties -----------------------------------------------------------------------------------------------------------

    def _truth(self, rule: Rule, facts: Facts, cells: Sequence[Value], event: Event | None = None) -> None:
        def lift() -> Asked:
            truth = self.lifted.truth(rule, cells, None if event is None else self.in_phase, happened)
            return Asked([truth.holds], truth.failures)

        happened = "" if event is None else event.rule.name
        key = f"{rule.kind.replace('_', ' ')} {rule.name}", None if event is None else event.text
        answer = self._ask(key, (rule.kind, happened, rule.name), lift)
        if answer is not None:
            facts[key] = answer if isinstance(answer, Failed) else bool(answer.values[0])

    def _properties(self, facts: Facts) -> None:
        for kind in TRUTHS:
            for rule in self.program.game.of_kind(kind):
                self._truth(rule, facts, self.cells)
        for kind in VALUES:
            if (value := self.program.game.only(kind)) is not None:
                self._value(value, facts)

    def _value(self, rule: Rule, facts: Facts) -> None:
        def lift() -> Asked:
            return Asked(*self.lifted.valued(rule, self.cells))

        key: Key = rule.kind, None
        answer: Any = self._ask(key, (rule.kind, rule.name), lift)
        if answer is not None and not isinstance(answer, Failed):
            answer = tuple(answer.values) if rule.returned_record is not None else answer.values[0]
        if answer is not None:
            facts[key] = answer
