"""The reference run: the rule functions themselves, run by CPython on checked state objects.  This is the truth.

It is slow and plain on purpose.  Every line that is shown to a user was replayed here first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Any

from attrs import field, frozen

from verifier.errors import Problem, RuleFailed
from verifier.lang.authored import is_mistake, reason
from verifier.lang.events import Event
from verifier.lang.game import Kind, Rule
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.lang.types import word_of
from verifier.lang.values import LeftRange, blank, copied
from verifier.lang.words import Refused, Run, Weighed, running
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.run.uses import USES


@frozen(eq=False)
class Position:
    """A state on the table and how far each tape has been used.  The state is never changed: every move copies it."""

    state: Any
    used: tuple[int, ...]


@frozen
class Applied:
    """One transition: the event, its kind, the clauses it exercised in order, and the position after it."""

    event: Event
    kind: int
    clauses: tuple[str, ...]
    after: Position = field(eq=False)
    before: Position = field(eq=False)


# How a rule of the language fails in every execution alike; anything else is a mistake that compiled code may not notice.
FAILURES = (LeftRange, ValueError, ArithmeticError, IndexError)


class RuleBroke(RuleFailed):
    """A rule that left a range, with the place in the model (`file`, `line`), the rule and the value."""

    def __init__(self, rule: str, file: str, line: int, cause: Exception, clauses: tuple[str, ...]) -> None:
        self.rule, self.file, self.line, self.clauses = rule, file, line, clauses
        last = f", after clause {clauses[-1]}" if clauses else ""
        super().__init__(Problem("DB401", f"{rule}: {_cause_text(cause)}{last}", f"{file}:{line}",
                                 "the position does not allow what the rule does: check its guard or the declared range"))


class Loops(RuleFailed):
    """A chain of automatic transitions that comes back to a state it has been in: the rules never end here."""

    def __init__(self, events: list[str]) -> None:
        self.events = tuple(events)
        super().__init__(Problem("DB402", f"the rules loop for ever: {' / '.join(events[:12])}"
                                 f"{' / ...' if len(events) > 12 else ''} repeats without any decision"))


class RanOut(RuleFailed):
    """The deal does not say what chance decides here."""

    def __init__(self, tape: str, used: int) -> None:
        self.tape = tape
        super().__init__(Problem("DB403", f"the deal fixes {used} entries of {tape!r} and the line needs one more",
                                 f"$.deal.{tape}", "give a seed, or spell out more of it"))


class Impossible(RuleFailed):
    """The deal names an outcome that cannot happen here."""

    def __init__(self, event: Event, used: int) -> None:
        super().__init__(Problem("DB404", f"the deal wants {event.text!r}, which cannot happen here",
                                 f"$.deal.{event.rule.tape}[{used}]", "check the order against what is left"))


class DeadEnd(RuleFailed):
    """Play gets stuck: chance can bring nothing, or nothing is legal, and the game is not over (made by `Reference.dead_end`)."""


class Reference:
    """Runs a game's own functions under a setting.  Positions in, positions out; nothing is shared between them."""

    def __init__(self, program: Program, setting: Setting) -> None:
        self.program, self.setting = program, setting
        self._asked_about: tuple[Position | None, bool] = None, False
        self.used = None if USES is None else USES.of(program.game.name, setting.rulings, program.default_rulings)

    def position(self, state: Any) -> Position:
        """A state with every tape unused."""
        return Position(copied(state), (0,) * len(self.program.tapes))

    def set_up(self) -> Position:
        """The table after the game's set-up."""
        return self.laid_out()[0]

    def laid_out(self) -> tuple[Position, tuple[str, ...]]:
        """The table after the game's set-up, and the clauses that setting it up exercised, in order."""
        state = blank(self.program.game.state_type)
        rule = self.program.game.only("setup")
        if rule is None:
            return self.position(state), ()
        with self._run(rule) as run:
            rule.function(state)
        if self.used is not None:
            self.used.exercised.update(run.clauses)
        return self.position(state), tuple(run.clauses)

    def kind(self, position: Position) -> int:
        """DECISION, CHANCE, STEP or END; STEP too where no decision is legal and the game says what happens then."""
        phase = self.program.phases[position.state.phase]
        return STEP if phase.stuck >= 0 and self._nothing_is_legal(position) else phase.kind

    def _nothing_is_legal(self, position: Position) -> bool:
        """Whether no decision of the phase is legal; of the position that was asked about last it is known."""
        if self._asked_about[0] is not position:
            self._asked_about = position, not any(self._legal(position))
        return self._asked_about[1]

    def events(self, position: Position) -> list[Event]:
        """Every event of the phase, legal or not; where no decision is legal and the game says what happens then, that alone."""
        phase = self.program.phases[position.state.phase]
        numbers = (phase.by_itself,) if self.kind(position) == STEP else phase.events
        return [self.program.events[number] for number in numbers]

    def forbidden_by(self, position: Position, event: Event) -> str | None:
        """The clause that forbids a decision here, or None when it is legal.

        It is `"phase"` for an event of another phase, and for one that happens only where no decision is legal, if one is.
        """
        if event.rule.phase != position.state.phase or event.rule.kind == "stuck" and self.kind(position) != STEP:
            return "phase"
        return self._forbidden(copied(position.state), event)

    def _forbidden(self, state: Any, event: Event) -> str | None:
        """The clause that forbids a decision, which leaves the state alone; None when it is legal, and has changed it."""
        try:
            self._fire(state, event)
        except Refused as refused:
            if self.used is not None:
                self.used.refused[refused.clause] += 1
            return refused.clause
        except RuleBroke:
            return None
        return None

    def legal(self, position: Position) -> list[Event]:
        """The decisions that are legal here, in the game's order; empty at a dead end and outside decisions."""
        return list(self._legal(position)) if self.kind(position) == DECISION else []

    def _legal(self, position: Position) -> Iterator[Event]:
        state = copied(position.state)
        for number in self.program.phases[position.state.phase].events:
            event = self.program.events[number]
            if self._forbidden(state, event) is None:
                yield event
                state = copied(position.state)

    def outcomes(self, position: Position) -> list[tuple[Event, int]]:
        """What chance can bring here, with weights above zero."""
        events = self.events(position)
        return [(event, weight) for event, weight in zip(events, self.weights(position.state, events), strict=True) if weight > 0]

    def dealt(self, position: Position) -> Event:
        """The outcome that the deal fixes here; RanOut or Impossible when it does not, DeadEnd when no deal could."""
        tape = self.program.phases[position.state.phase].tape
        used, events = position.used[tape], self.events(position)
        entries = self.setting.tapes[tape] if self.setting.tapes else ()
        entry = entries[used] if used < len(entries) else 0
        if entry < 0 and self.weight(position.state, events[-entry - 1]) > 0:
            return events[-entry - 1]
        if used >= len(entries):
            if all(weight <= 0 for weight in self.weights(position.state, events)):
                raise self.dead_end(position)
            raise RanOut(self.program.tapes[tape], len(entries))
        weights = [max(0, weight) for weight in self.weights(position.state, events)]
        if sum(weights) == 0:
            raise self.dead_end(position)
        if entry < 0:
            raise Impossible(events[-entry - 1], used)
        left = entry % sum(weights)
        for event, weight in zip(events, weights, strict=True):
            left -= weight
            if left < 0:
                return event
        raise AssertionError

    def is_stuck(self, position: Position) -> bool:
        """Whether nothing can follow though the game is not over, whatever chance brings: a dead end of the rules."""
        kind = self.kind(position)
        return kind == DECISION and not any(self._legal(position)) or kind == CHANCE and not self.outcomes(position)

    def dead_end(self, position: Position) -> DeadEnd:
        """What is to be said of a dead end: who is to go on, and the clauses by which nothing can happen."""
        events, phase = self.events(position), position.state.phase.name
        rules = dict.fromkeys(event.rule for event in events)
        if self.kind(position) == CHANCE:
            why, clauses = "no outcome of chance has weight", dict.fromkeys(id_ for rule in rules for id_ in rule.clauses)
        else:
            why, clauses = "no decision is legal", dict.fromkeys(self.forbidden_by(position, event) or "" for event in events)
        words = ", ".join(rule.name for rule in rules) + (f"; clauses {', '.join(clauses)}" if clauses else "")
        code = events[0].rule.function.__code__
        where = f"{type(position.state.phase).__name__}.{phase}"
        said = "say in the rules" if self.kind(position) == CHANCE else f"say by @game.when_stuck({where})"
        return DeadEnd(Problem("DB406", f"play gets stuck in {phase}: {why} ({words})",
                               f"{Path(code.co_filename).name}:{code.co_firstlineno}",
                               f"{said} what happens then, or correct the rule that leads there"))

    def apply(self, position: Position, event: Event, state: Any = None) -> Applied:
        """Fire an event.  Refused is raised for an illegal decision, RuleBroke when a value leaves its range.

        `state` is a copy of the position's to work on, for who tries many events: one that is refused leaves it as it was.
        """
        state = copied(position.state) if state is None else state
        clauses = self._fire(state, event)
        if self.used is not None:
            self.used.transitions += 1
            self.used.exercised.update(clauses)
        kind = self.kind(position)
        used = position.used
        if kind == CHANCE:
            tape = self.program.phases[position.state.phase].tape
            used = tuple(count + (index == tape) for index, count in enumerate(used))
        return Applied(event, kind, clauses, Position(state, used), position)

    def automatic(self, position: Position) -> Applied | None:
        """The next transition that nobody decides: a step, chance as dealt, or what the game says of a position where no decision
        is legal; None at decisions and ends.
        """
        kind = self.kind(position)
        if kind == STEP:
            return self.apply(position, self.events(position)[0])
        if kind == CHANCE:
            return self.apply(position, self.dealt(position))
        return None

    def advance(self, position: Position) -> Iterator[Applied]:
        """Automatic transitions up to the next decision or end.  Loops is raised as soon as a state comes back."""
        seen = {self.key(position): 0}
        events: list[str] = []
        while (applied := self.automatic(position)) is not None:
            yield applied
            position = applied.after
            events.append(applied.event.text)
            key = self.key(position)
            if key in seen:
                raise Loops(events[seen[key]:])
            seen[key] = len(events)

    def settled(self, position: Position) -> Position:
        """The position after every automatic transition."""
        for applied in self.advance(position):
            position = applied.after
        return position

    def key(self, position: Position) -> tuple[int, ...]:
        """The whole position as integers: equal positions have equal keys and the same future."""
        return (*self.program.encode(position.state), *position.used)

    def holds(self, rule: Rule, *states: Any, event: Event | None = None) -> bool:
        """Whether an invariant or goal (one state) or a step property (two states and the event) is true."""
        with self._run(rule, event):
            return bool(rule.function(*(copied(state) for state in states)))

    def holds_untouched(self, rule: Rule, *states: Any, event: Event | None = None) -> bool:
        """`holds` without copying, for who asks much of the same states and can do without where a property changes one."""
        with self._run(rule, event):
            return bool(rule.function(*states))

    def said(self, rule: Rule, *arguments: Any) -> Any:
        """What a rule of the game's own says, which changes nothing, of what it is given."""
        with self._run(rule):
            return rule.function(*arguments)

    def value(self, rule: Rule, position: Position) -> Any:
        """What a grade, bound, estimate or progress says of a position."""
        with self._run(rule):
            return rule.function(copied(position.state))

    def seat(self, position: Position, rule: Rule) -> str | None:
        """Whose decision a rule is in a position, in words; None where the game does not say, or says that it is everybody's."""
        if rule.seat is None:
            return None
        who = self.said(self.program.game.rules[rule.seat.__name__], copied(position.state))
        return None if who is None else word_of(who)

    def seen(self, state: Any, seat: IntEnum) -> Any:
        """A copy of a state as a seat sees it: what is hidden from it is written over; all of it where nothing is hidden."""
        rule, state = self.program.game.only("hidden"), copied(state)
        if rule is not None:
            self.said(rule, state, seat)
        return state

    def evaluate(self, position: Position) -> None:
        """Ask everything that gives a value of a position, the grade at ends: RuleBroke when one cannot be evaluated."""
        asked: tuple[Kind, ...] = ("bound", "estimate", "progress")
        for rule in self.program.game.of_kind(*asked, *(("grade",) if self.kind(position) == END else ())):
            self.value(rule, position)

    def weight(self, state: Any, event: Event) -> int:
        """The weight of an outcome of chance in a state."""
        return self.weights(state, [event])[0]

    def weights(self, state: Any, events: Iterable[Event]) -> list[int]:
        """The weights of outcomes of chance in a state, each asked of a state as it is: until its weight, a rule changes none."""
        found, twin = list[int](), copied(state)
        for event in events:
            with self._run(event.rule) as run:
                run.weighing = True
                try:
                    event.rule.function(twin, *event.values)
                    found.append(1)
                    twin = copied(state)
                except Weighed as weighed:
                    found.append(weighed.weight)
        return found

    def _fire(self, state: Any, event: Event) -> tuple[str, ...]:
        with self._run(event.rule, event) as run:
            run.clauses.extend(event.rule.clauses)
            event.rule.function(state, *event.values)
            return tuple(run.clauses)

    def _run(self, rule: Rule, event: Event | None = None) -> _Running:
        run = Run(self.setting.rulings, self.setting.edition)
        run.never = self.setting.never
        if event is not None:
            run.event_rule, run.event_values = event.rule.name, event.values
        return _Running(rule, run)


class _Running:
    """While this lasts, words act on the run of a rule; what goes wrong in it is raised as RuleBroke.

    No generator: every rule that runs has one, and that was a fifth of the time of playing.
    """

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule, self._run, self._words = rule, run, running(run)

    def __enter__(self) -> Run:
        return self._words.__enter__()

    def __exit__(self, kind: type[BaseException] | None, cause: BaseException | None, trace: TracebackType | None) -> None:
        self._words.__exit__(kind, cause, trace)
        if isinstance(cause, Exception) and not isinstance(cause, (Refused, Weighed)) and is_mistake(cause):
            place = _place(cause, self._rule)
            raise RuleBroke(self._rule.name, *place, cause, tuple(self._run.clauses)) from cause


def _cause_text(cause: Exception) -> str:
    """What the language says of itself; anything else with its name, for `'x'` alone says nothing."""
    return str(cause) if isinstance(cause, FAILURES) else reason(cause)


def _place(cause: Exception, rule: Rule) -> tuple[str, int]:
    """The innermost line of the model that was running: the last frame outside the language and Python itself."""
    language = str(Path(__file__).parent.parent)
    for frame in reversed(extract_tb(cause.__traceback__)):
        if not frame.filename.startswith(language) and "enum.py" not in frame.filename and frame.lineno:
            return Path(frame.filename).name, frame.lineno
    return Path(rule.function.__code__.co_filename).name, rule.function.__code__.co_firstlineno
