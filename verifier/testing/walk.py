"""One game played event by event on the reference run, with everything that can be checked checked after each.

Whoever plays chooses the events; a `Fault` says what is wrong.  The walk then still has its scenario and its events, the
last one included, from which `verifier.testing.reproducer` makes files.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from verifier.document.limits import parse_document
from verifier.errors import BadInput
from verifier.instance import instance_of
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, STEP
from verifier.lang.types import word_of
from verifier.lang.values import copied
from verifier.lang.words import Refused
from verifier.line import parse_line
from verifier.program.program import Program
from verifier.run.broken import Broken, broken_by, broken_in
from verifier.run.disagreement import Disagreement
from verifier.run.native import Native
from verifier.run.positions import USED_MOST
from verifier.run.reference import Applied, DeadEnd, Impossible, RanOut, RuleBroke
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import Scenario, scenario_of
from verifier.scenarios.start import start_state
from verifier.scenarios.writer import write_scenario
from verifier.search.state_words import state_words
from verifier.testing.agreement import disagreements
from verifier.testing.dominance import dominance
from verifier.testing.exchange import asymmetries
from verifier.testing.safety import safety

STEPS_MOST = 10_000  # in a row; a loop is found long before
POSITIONS_KEPT = 10_000  # some 3 KB each
SAFETY_STATES = 300  # that may be explored where a safe decision is not seen to be so without


class Fault(Exception):
    """Something that must not be: `what` it is, and what it is `about` (equal for faults that are the same elsewhere).

    `disagreement` is set when it is emitted code that says otherwise.
    """

    def __init__(self, about: str, what: str, disagreement: Disagreement | None = None) -> None:
        super().__init__(what)
        self.about, self.what, self.disagreement = about, what, disagreement


@frozen(eq=False)
class WalkOptions:
    """What a walk asks of a game, and whose emitted code.

    `ignoring` names invariants and step properties that are not asked.  With `inductive`, properties must hold, and rules must
    not fail, on lines from changed positions too; otherwise only from the set-up, since a position that nobody can reach may
    allow what no game does.

    `looked_at` has the options of positions in which everything is as it must be: making a failure simpler plays the same
    openings again and again, and looking is what takes the time.
    """

    program: Program
    natives: Sequence[Native]
    ignoring: Collection[str] = ()
    inductive: bool = False
    looked_at: dict[tuple[Any, ...], list[list[Event]]] = field(factory=dict)


class Walk:
    """A game from the start of a scenario: `events` so far, those that were `choices`, `outcomes` of each tape, the `position`.

    `options` are the events that can be chosen here, by rule; there are none when the walk is `over`: at an end or a dead end,
    where steps go round for ever, and where a rule fails that may (see `WalkOptions`).
    """

    def __init__(self, asked: WalkOptions, scenario: Scenario) -> None:
        self.asked, self.scenario, self.program = asked, scenario, asked.program
        self.events: list[str] = []
        self.choices: list[Event] = []
        self.outcomes: dict[str, list[str]] = {name: [] for name in self.program.tapes}
        self.options: list[list[Event]] = []
        self.strict = scenario.start is None or asked.inductive
        try:
            self.instance = instance_of(scenario, self.program)
        except BadInput as error:
            raise Fault("start", f"the start is refused: {error}") from error
        self.reference, self.position = self.instance.reference, self.instance.start
        self._setting = (scenario.edition.name, tuple(scenario.rulings.items()), scenario.deal.seed, self.strict)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return not self.options

    def begin(self) -> None:
        """Look at the start, and let happen what follows by itself; a walk that was over begins again."""
        self.position = self.instance.start
        self.events.clear()
        self.choices.clear()
        for outcomes in self.outcomes.values():
            outcomes.clear()
        self._look()
        self._steps()

    def play(self, event: Event) -> None:
        """Let one of the options happen, and the steps that follow by themselves."""
        self.choices.append(event)
        if self._happen(event):
            self._steps()

    # -- events -----------------------------------------------------------------------------------------------------------

    def _steps(self) -> None:
        """Automatic steps up to the next decision, chance or end."""
        seen = {self.reference.key(self.position)}
        while self.reference.kind(self.position) == STEP:
            if not self._happen(self.reference.events(self.position)[0]):
                return
            key = self.reference.key(self.position)
            if key in seen or len(seen) > STEPS_MOST:
                self.options = []
                return
            seen.add(key)

    def _happen(self, event: Event) -> bool:
        """Fire an event and look at what it led to; False when the walk is over because a rule fails that may."""
        before, key = self.position, self.reference.key(self.position)
        self.events.append(event.text)
        _check_text(self.program, event)
        applied = self._applied(event)
        if applied is None:
            self.options = []
            return False
        again = self._applied(event)
        if again is None or again != applied or self.reference.key(again.after) != self.reference.key(applied.after):
            raise Fault("determinism", f"{event.text} leads to something else the second time")
        if self.reference.key(before) != key:
            raise Fault("purity", f"{event.text} changes the position that it starts from")
        if applied.kind == CHANCE:
            self.outcomes[event.rule.tape or ""].append(event.outcome)
        self.position = applied.after
        if self.strict:
            _refuse(list(broken_by(self.reference, before, applied, self.asked.ignoring)))
        self._look()
        return True

    def _applied(self, event: Event) -> Applied | None:
        try:
            return self.reference.apply(self.position, event)
        except RuleBroke as error:
            if self.strict:
                raise Fault(f"{error.rule} {error.line}", f"a rule fails: {error}") from error
            return None
        except Refused as refused:
            raise Fault("legality", f"{event.text} is legal, and then {refused.clause} forbids it") from refused
        except Exception as error:
            raise Fault("crash", f"{event.text} crashes: {type(error).__name__}: {error}") from error

    # -- positions --------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find the options, and ask everything of the position unless that was done before."""
        looked_at, key = self.asked.looked_at, (self._setting, self.reference.key(self.position))
        if key not in looked_at:
            self._ask()
            if len(looked_at) >= POSITIONS_KEPT:
                looked_at.clear()
            looked_at[key] = self.options
        self.options = looked_at[key]

    def _ask(self) -> None:
        self._check_encoding()
        broken = list(broken_in(self.reference, self.position))
        if self.strict:
            _refuse([each for each in broken if each.rule.name not in self.asked.ignoring])
        self._check_seats()
        self._find_options()
        found = disagreements(self.program, self.instance.setting, [self.position], list(self.asked.natives), most=1)
        if found:
            raise Fault(f"{found[0].engine} {found[0].what}", f"{found[0].engine} code disagrees: {found[0]}", found[0])
        self._check_interchange()
        self._check_safety()
        self._check_dominance()
        if not broken:
            self._check_file()

    def _check_interchange(self) -> None:
        """The state with its interchangeable items in another order is an equivalent one."""
        if self.program.interchange.groups:
            for native in self.asked.natives[:1]:
                for each in asymmetries(native, self.instance.setting, [self.position], seed=len(self.events), most=1):
                    raise Fault(f"interchangeable {each.what}", f"items that are interchangeable are told apart: {each}")

    def _check_safety(self) -> None:
        """A decision that the game calls safe does not lower the best grade, as far as that can be seen from here."""
        if self.program.safe_rules and self.strict:
            for native in self.asked.natives[:1]:
                for each in safety(native, self.instance.setting, [self.position], states_max=SAFETY_STATES):
                    if each.found == "hurts":
                        raise Fault(f"safe {each.event.rule.name}", f"what is called safe hurts: {each}")

    def _check_dominance(self) -> None:
        """What the game declares is never worse does not lower the best grade, as far as that can be seen from here."""
        if self.program.better and self.strict:
            for native in self.asked.natives[:1]:
                for each in dominance(native, self.instance.setting, [self.position], seed=len(self.events),
                                      states_max=SAFETY_STATES):
                    if each.found == "hurts":
                        raise Fault("never worse", f"what is declared never worse hurts: {each}")

    def _check_encoding(self) -> None:
        program, state = self.program, self.position.state
        numbers = program.encode(state)
        for slot, number in zip(program.slots, numbers, strict=True):
            if not slot.low <= number <= slot.high:
                raise Fault("range", f"{slot.path} is {number}, outside {slot.low}..{slot.high}")
        decoded = program.decode(numbers)
        if decoded != state or program.encode(decoded) != numbers:
            raise Fault("encoding", f"the state is another one when it is encoded and decoded: {decoded!r}")

    def _check_seats(self) -> None:
        """What each seat sees can be worked out."""
        seats = self.instance.seats if self.program.game.of_kind("hidden") else {}
        for seat in seats.values():
            try:
                self.reference.seen(self.position.state, seat)
            except RuleBroke as error:
                if self.strict:
                    raise Fault(f"{error.rule} {error.line}", f"what {word_of(seat)} sees fails: {error}") from error

    def _check_file(self) -> None:
        """The state, written as a scenario file and loaded again, is the same."""
        state = self.position.state
        text = write_scenario(evolve(self.scenario, deal=Deal(), start=state_words(self.program.game.state_type, state)))
        try:
            loaded = start_state(loaded_text(self.program, text))
        except BadInput as error:
            raise Fault("loading", f"the state cannot be loaded from a scenario file: {error}") from error
        if loaded != state or self.program.encode(loaded) != self.program.encode(state):
            raise Fault("loading", f"the state is another one when it is loaded from a scenario file: {loaded!r}")

    def _find_options(self) -> None:
        """The events that can be chosen, by rule; on the way, every other decision is refused with a clause of the rulebook."""
        kind = self.reference.kind(self.position)
        self.options = []
        if max(self.position.used, default=0) >= USED_MOST:
            return
        if kind == DECISION:
            legal = [event for event in self.reference.events(self.position) if self._is_legal(event)]
            self.options = [list(events) for _, events in groupby(legal, lambda event: event.rule.name)]
        elif kind == CHANCE:
            outcomes = self._outcomes()
            self.options = [outcomes] if outcomes else []

    def _is_legal(self, event: Event) -> bool:
        clause = self.reference.forbidden_by(self.position, event)
        if clause is None:
            return True
        if clause not in self.program.rulebook:
            raise Fault("clause", f"{event.text} is forbidden by {clause!r}, which is no clause of the rulebook")
        state = copied(self.position.state)
        try:
            self.reference.apply(self.position, event)
        except Refused as refused:
            if refused.clause != clause:
                raise Fault("clause", f"{event.text} is forbidden by {clause}, and then by {refused.clause}") from refused
        else:
            raise Fault("legality", f"{event.text} is forbidden by {clause}, and happens all the same")
        if self.position.state != state:
            raise Fault("purity", f"{event.text} is forbidden by {clause}, and changes the state")
        return False

    def _outcomes(self) -> list[Event]:
        """What chance can bring: what the deal says, everything possible where it says nothing."""
        try:
            return [self.reference.dealt(self.position)]
        except (RanOut, Impossible):
            pass
        except DeadEnd:
            return []
        except RuleBroke as error:
            return self._failed(error)
        try:
            return [event for event, _ in self.reference.outcomes(self.position)]
        except RuleBroke as error:
            return self._failed(error)

    def _failed(self, error: RuleBroke) -> list[Event]:
        if self.strict:
            raise Fault(f"{error.rule} {error.line}", f"a weight fails: {error}") from error
        return []


def loaded_text(program: Program, text: str) -> Scenario:
    """The scenario of a text, read as a file is."""
    path = Path(f"{program.game.name}.toml")
    return scenario_of(parse_document(text.encode(), str(path)), {program.game.name: program.game}, path)


def _check_text(program: Program, event: Event) -> None:
    """An event's text, read as a line, names the event."""
    read = parse_line(event.text.encode()).events
    if read != (event.text,) or program.event_by_text.get(event.text) is not event:
        raise Fault("text", f"the event {event.text!r} is {read} when it is read from a line")


def _refuse(broken: Sequence[Broken]) -> None:
    if broken:
        raise Fault(" ".join(each.rule.name for each in broken), "; ".join(str(each) for each in broken))
