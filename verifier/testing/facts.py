"""Everything there is to say of one position, in words that every execution shares, and what the reference says of it.

A fact's key is what it is about and, if it is about an event, the event's text.  A rule that fails is a fact too: the place
in the model (file and line) where it left a range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.game import Kind, Rule
from verifier.lang.layout import encode
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.values import copied
from verifier.lang.words import Refused, Run, running
from verifier.program.program import Program
from verifier.run.reference import FAILURES, DeadEnd, Impossible, Loops, Position, RanOut, Reference, RuleBroke

Key = tuple[str, str | None]
Facts = dict[Key, Any]
Numbers = tuple[int, ...]
TRUTHS: tuple[Kind, ...] = ("invariant", "goal")
VALUES: tuple[Kind, ...] = ("grade", "bound", "estimate", "progress")
SETTLED = {0: "a decision", 1: "open chance", 3: "an end", 4: "a loop", 5: "the deal ran out", 6: "an impossible outcome",
           8: "a dead end"}


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
        state = copied(position.state)
        for event in _everything(self._program, position):
            effect = facts["effect", event.text] = self._effect(position, event, state, facts)
            if not isinstance(effect, Forbidden):
                state = copied(position.state)
        if state != position.state:
            facts["a guard changed the state", None] = True
        one = copied(position.state)
        for each in TRUTHS:
            for rule in game.of_kind(each):
                facts[f"{each} {rule.name}", None] = self._truth(rule, (one,), None)
        for each in VALUES:
            value = game.only(each)
            if value is not None:
                facts[each, None] = self._value(value, position)
        facts["properties leave the position alone", None] = one == position.state
        facts["stuck", None] = self._is_stuck(position)
        facts["kind", None] = self._kind(position)
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

    def _is_stuck(self, position: Position) -> Any:
        try:
            return self.reference.is_stuck(position)
        except Exception as error:
            return _failure(error)

    def _kind(self, position: Position) -> Any:
        try:
            return self.reference.kind(position)
        except Exception as error:
            return _failure(error)

    def _effect(self, position: Position, event: Event, state: Any, facts: Facts) -> Any:
        try:
            applied = self.reference.apply(position, event, state)
        except Refused as refused:
            return Forbidden(refused.clause)
        except Exception as error:
            return _failure(error)
        before, after = copied(position.state), copied(applied.after.state)
        for rule in self._program.game.of_kind("step_property"):
            facts[f"step property {rule.name}", event.text] = self._truth(rule, (before, after), event)
        if before != position.state or after != applied.after.state:
            facts["a step property changed a state", event.text] = True
        return After(tuple(self._program.encode(applied.after.state)), counted(Counter(applied.clauses)))

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
        except DeadEnd:
            return Settled(SETTLED[8])
        except Exception as error:
            return _failure(error)
        return Settled(SETTLED[self.reference.kind(position)], self.reference.key(position))


def _everything(program: Program, position: Position) -> list[Event]:
    """Every event of a position's phase, that for where no decision is legal too: what it would lead to is asked anywhere."""
    phase = program.phases[position.state.phase]
    return [program.events[number] for number in (*phase.events, *(() if phase.stuck < 0 else (phase.stuck,)))]


def _failure(error: Exception) -> Failed | Crashed:
    """A rule's failure and its place; anything else is reported as it is, since emitted code will not say the same."""
    if isinstance(error, RuleBroke) and isinstance(error.__cause__, FAILURES):
        return Failed(error.file, error.line)
    cause = error.__cause__ if isinstance(error, RuleBroke) else error
    return Crashed(f"{type(cause).__name__}: {cause}")


def counted(clauses: Counter[str] | Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Clause counts in a fixed order."""
    return tuple(sorted(clauses.items() if isinstance(clauses, Counter) else clauses))
