"""Everything the reference and emitted code say of one position, in the same words, so that two dictionaries can be compared.

A fact's key is what it is about and, if it is about an event, the event's text.  A rule that fails is a fact too: the place
in the model (file and line) where it left a range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.game import Kind, Rule
from verifier.lang.layout import encode
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.program import Program
from verifier.lang.values import copied
from verifier.lang.words import Refused, Run, running
from verifier.run.native import Native
from verifier.run.reference import Impossible, Loops, Position, RanOut, Reference, RuleBroke
from verifier.run.setting import Setting

Facts = dict[tuple[str, str | None], Any]
Numbers = tuple[int, ...]
TRUTHS: tuple[Kind, ...] = ("invariant", "goal")
VALUES: tuple[Kind, ...] = ("grade", "bound", "estimate")
SETTLED = {0: "a decision", 1: "open chance", 3: "an end", 4: "a loop", 5: "the deal ran out", 6: "an impossible outcome"}


@frozen
class Failed:
    """A rule that left a range, and where."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"fails at {self.file}:{self.line}"


@frozen
class Crashed:
    """Something other than a rule's failure came out of the reference: the language should have refused the rule."""

    error: str

    def __str__(self) -> str:
        return f"crashes with {self.error}"


@frozen
class Forbidden:
    """A decision that a clause forbids."""

    clause: str

    def __str__(self) -> str:
        return f"forbidden by {self.clause}"


@frozen
class After:
    """What an event leads to: the state as flat integers, and how often each clause was exercised."""

    numbers: Numbers
    clauses: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"happens; clauses {dict(self.clauses)}"


@frozen
class Settled:
    """Where a chain of automatic transitions ends: in what, and (except for loops and failures) in which position."""

    what: str
    numbers: Numbers = ()

    def __str__(self) -> str:
        return self.what


# -- the reference ------------------------------------------------------------------------------------------------------------


@frozen
class ReferenceFacts:
    """What the reference says.  `settles` leaves chains out, which are what costs most."""

    reference: Reference
    settles: bool = True

    @property
    def _program(self) -> Program:
        return self.reference.program

    def of(self, position: Position) -> Facts:
        """Every fact of a position."""
        game, kind, facts = self._program.game, self.reference.kind(position), Facts()
        if kind == CHANCE:
            facts["weights", None] = self._weights(position)
        for event in self.reference.events(position):
            facts["effect", event.text] = self._effect(position, event, facts)
        one = copied(position.state)
        for each in TRUTHS:
            for rule in game.of_kind(each):
                facts[f"{each} {rule.name}", None] = self._truth(rule, (one,), None)
        for each in VALUES:
            value = game.only(each)
            if value is not None:
                facts[each, None] = self._value(value, position)
        facts["properties leave the position alone", None] = one == position.state
        if self.settles:
            facts["settled", None] = self._settled(lambda: self.reference.settled(position))
            facts["settled with open chance", None] = self._settled(lambda: self._open(position))
        facts["packed and unpacked", None] = facts["copied", None] = self.reference.key(position)
        return facts

    def _weights(self, position: Position) -> Any:
        try:
            return [(event.outcome, weight) for event, weight in self.reference.outcomes(position)]
        except Exception as error:
            return _failure(error)

    def _effect(self, position: Position, event: Event, facts: Facts) -> Any:
        try:
            applied = self.reference.apply(position, event)
        except Refused as refused:
            return Forbidden(refused.clause)
        except Exception as error:
            return _failure(error)
        before, after = copied(position.state), copied(applied.after.state)
        for rule in self._program.game.of_kind("step_property"):
            facts[f"step property {rule.name}", event.text] = self._truth(rule, (before, after), event)
        if before != position.state or after != applied.after.state:
            facts["a step property changed a state", event.text] = True
        return After(tuple(self._program.encode(applied.after.state)), _counted(Counter(applied.clauses)))

    def _truth(self, rule: Rule, states: tuple[Any, ...], event: Event | None) -> Any:
        """What `Reference.holds` says, without copying the states for each property."""
        run = Run(self.reference.setting.rulings, self.reference.setting.edition)
        run.event_rule = event.rule.name if event is not None else ""
        try:
            with running(run):
                return bool(rule.function(*states))
        except Exception:
            try:
                return self.reference.holds(rule, *states, event=event)
            except Exception as error:
                return _failure(error)

    def _value(self, rule: Rule, position: Position) -> Any:
        try:
            value = self.reference.value(rule, position)
        except Exception as error:
            return _failure(error)
        return tuple(encode(rule.returned_record, value)) if rule.returned_record is not None else int(value)

    def _open(self, position: Position) -> Position:
        """Steps up to the next decision, chance or end."""
        seen = {self.reference.key(position)}
        while self.reference.kind(position) not in (DECISION, CHANCE) and self.reference.events(position):
            position = self.reference.apply(position, self.reference.events(position)[0]).after
            key = self.reference.key(position)
            if key in seen:
                raise Loops([])
            seen.add(key)
        return position

    def _settled(self, chain: Callable[[], Position]) -> Any:
        try:
            position = chain()
        except Loops:
            return Settled(SETTLED[4])
        except RanOut:
            return Settled(SETTLED[5])
        except Impossible:
            return Settled(SETTLED[6])
        except Exception as error:
            return _failure(error)
        return Settled(SETTLED[self.reference.kind(position)], self.reference.key(position))


def _failure(error: Exception) -> Failed | Crashed:
    """A rule's failure and its place; anything else is told as it is, since emitted code will not say the same."""
    if isinstance(error, RuleBroke):
        return Failed(error.file, error.line)
    return Crashed(f"{type(error).__name__}: {error}")


# -- emitted code -------------------------------------------------------------------------------------------------------------


class EmittedFacts:
    """What emitted code says under a setting: one context array, cleared before each question."""

    def __init__(self, native: Native, setting: Setting, *, settles: bool = True) -> None:
        self.native, self.settles, self.program = native, settles, native.program
        self.context = native.context(setting)
        self.parameters = self.context[:native.names.counters - 2].copy()
        self.tapes = native.tapes(setting)
        self.start, self.state, self.mark, self.unpacked, self.copy = (native.blank() for _ in range(5))
        self.words = np.zeros(native.constant("WORDS"), dtype=np.int64)
        self.slots = native.constant("SLOTS")
        self.step_properties = list(enumerate(self.program.game.of_kind("step_property")))
        self.files = {name: Path(body.rule.function.__code__.co_filename).name for name, body in self.program.bodies.items()}

    def of(self, position: Position) -> Facts:
        """Every fact of a position."""
        self.start[:] = self.native.state(position)
        facts, phase = Facts(), self.program.phases[position.state.phase]
        events = [self.program.events[number] for number in phase.events]
        if phase.kind == CHANCE:
            facts["weights", None] = self._weights(events)
        for event in events:
            facts["effect", event.text] = self._effect(event, facts, decision=phase.kind == DECISION)
        self._properties(facts)
        if self.settles:
            facts["settled", None] = self._settled(open_chance=False)
            facts["settled with open chance", None] = self._settled(open_chance=True)
        facts["packed and unpacked", None], facts["copied", None] = self._repacked(), self._copied()
        if (self.context[:len(self.parameters)] != self.parameters).any():
            facts["rulings or edition changed", None] = True
        return facts

    def _weights(self, events: list[Event]) -> Any:
        weights = [(event.outcome, self._ask("weigh", event.number)) for event in events]
        failed = [weight for _, weight in weights if isinstance(weight, Failed)]
        return failed[0] if failed else [(outcome, weight) for outcome, weight in weights if weight > 0]

    def _properties(self, facts: Facts) -> None:
        game = self.program.game
        self.state[:] = self.start
        for each in TRUTHS:
            for index, rule in enumerate(game.of_kind(each)):
                facts[f"{each} {rule.name}", None] = self._truth(each, index)
        for each in VALUES:
            value = game.only(each)
            if value is not None:
                number = self._ask(each)
                record = value.returned_record is not None and not isinstance(number, Failed)
                facts[each, None] = self.native.grade_fields(number) if record else number
        facts["properties leave the position alone", None] = bool((self.state == self.start).all())

    def _ask(self, name: str, *arguments: int) -> Any:
        """Call something that must not change the state."""
        self.native.clear(self.context)
        answer = int(self.native.call(name, self.start, self.context, *arguments))
        return self._failure() or answer

    def _truth(self, name: str, index: int) -> Any:
        self.native.clear(self.context)
        answer = bool(self.native.call(name, self.state, self.context, index))
        return self._failure() or answer

    def _failure(self) -> Failed | None:
        failed = self.native.failed(self.context)
        return None if failed is None else Failed(self.files[failed[0]], failed[1])

    def _effect(self, event: Event, facts: Facts, *, decision: bool) -> Any:
        self.state[:] = self.start
        self.native.clear(self.context)
        if decision:
            refusal = int(self.native.call("guard", self.state, self.context, event.number))
            if (self.state != self.start).any():
                facts["the guard changed the state", event.text] = True
            if (failed := self._failure()) is not None:
                return failed
            exercised, refused = self.native.counters(self.context)
            if exercised.any() or refused.sum() != (refusal > 0) or (refusal > 0 and refused[refusal - 1] != 1):
                facts["the guard counted something else", event.text] = True
            if refusal:
                return Forbidden(self.program.clauses[refusal - 1])
            self.native.clear(self.context)
        self.native.call("apply", self.state, self.context, event.number)
        if (failed := self._failure()) is not None:
            return failed
        exercised, _ = self.native.counters(self.context)
        counted = [(self.program.clauses[index], int(exercised[index])) for index in np.flatnonzero(exercised)]
        after = After(self._numbers(self.state[:self.slots]), _counted(counted))
        before, rule = self.start.copy(), self.native.names.rules[event.rule.name]
        for index, each in self.step_properties:
            self.native.clear(self.context)
            truth = bool(self.native.call("step_property", before, self.state, self.context, rule, index))
            facts[f"step property {each.name}", event.text] = self._failure() or truth
        return after

    def _settled(self, *, open_chance: bool) -> Any:
        self.state[:] = self.start
        self.native.clear(self.context)
        code = int(self.native.call("settle", self.state, self.context, *self.tapes, open_chance, self.mark))
        if (failed := self._failure()) is not None:
            return failed
        return Settled(SETTLED.get(code, f"code {code}"), self._numbers(self.state) if code < 4 else ())

    def _repacked(self) -> Numbers:
        """The state after packing and unpacking.  The words hold rubbish before, the array the position asked about last."""
        self.words[:] = -1
        self.native.call("pack", self.start, self.words)
        self.native.call("unpack", self.words, self.unpacked)
        return self._numbers(self.unpacked)

    def _copied(self) -> Numbers:
        """The state after copying it over the one asked about last."""
        self.native.call("copy", self.start, self.copy)
        return self._numbers(self.copy)

    def _numbers(self, array: Any) -> Numbers:
        return tuple(array.tolist())


def _counted(clauses: Counter[str] | Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(clauses.items() if isinstance(clauses, Counter) else clauses))
