"""The words that rules speak: `require`, `clause`, `ruling`, `weight`, `bound`, `the`, `following`, `happened`, `given`,
`may_happen`.

In the reference run they act on the current `Run`; the front end reads them as statements of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from enum import IntEnum
from typing import Any, TypeVar

from verifier.errors import EngineBug, Problem
from verifier.lang.values import LeftRange

M = TypeVar("M", bound=IntEnum)
T = TypeVar("T")


class Refused(Exception):
    """A `require` that does not hold: the decision is illegal, and this is the clause that forbids it."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


class Weighed(Exception):
    """Carries the weight of a chance outcome out of a rule that is only being weighed."""

    def __init__(self, weight: int) -> None:
        super().__init__(weight)
        self.weight = weight


class Run:
    """What the words act on: the rulings in force, the clauses exercised, the event under way."""

    def __init__(self, rulings: Mapping[str, str], edition: Any = None) -> None:
        self.rulings = dict(rulings)
        self.edition = edition
        self.clauses: list[str] = []
        self.weighing = False
        self.event_rule = ""
        self.event_values: tuple[Any, ...] = ()
        self.never = False
        self.given: frozenset[str] = frozenset()


_current: Run | None = None


class _Running:  # no generator: each rule that runs has one, and that takes half the time
    def __init__(self, run: Run) -> None:
        self._run, self._before = run, _current

    def __enter__(self) -> Run:
        global _current
        self._before, _current = _current, self._run
        return self._run

    def __exit__(self, *error: object) -> None:
        global _current
        _current = self._before


def running(run: Run) -> AbstractContextManager[Run]:
    """Make a run the one that the words act on, while the context lasts."""
    return _Running(run)


def current() -> Run:
    """The run under way; a rule called outside one is a mistake of the caller."""
    if _current is None:
        raise EngineBug(Problem("DB901", "a rule was called outside a run", hint="use verifier.run.reference.Reference"))
    return _current


def require(condition: bool, clause: str) -> None:
    """Part of a decision's guard: the decision is legal only if the condition holds; `clause` is what forbids it otherwise."""
    if not condition:
        raise Refused(clause)
    current().clauses.append(clause)


def clause(*ids: str, when: bool = True) -> None:
    """Count clauses as exercised; with `when`, only if that holds: a branch that would do nothing else needs none."""
    if when:
        current().clauses.extend(ids)


def ruling(reading: str) -> str:
    """The reading in force for an ambiguity of the game's `readings.toml`."""
    return current().rulings[reading]


def weight(count: int) -> None:
    """The integer weight of a chance outcome; zero means that it cannot happen.  The first statement of a chance rule."""
    if current().weighing:
        raise Weighed(int(count))


def the(value: T | None) -> T:
    """What is there: the card of `Card | None`; that there is none is an error."""
    if value is None:
        raise LeftRange("the(...)", None, "what there is")
    return value


def following(member: M) -> M:
    """The next member of the enum; behind the last there is none, which is an error."""
    return type(member)(member + 1)


def happened(rule: Callable[..., Any]) -> bool:
    """In a step property: whether the event between the two states was this rule."""
    return current().event_rule == rule.__name__


def may_happen(which: Callable[..., bool]) -> bool:
    """In a bound: whether an outcome of which this rule is true may still come, by what `game.foresight` says of it.

    It is False only where the deal was looked through and has none; the same all through a game.
    """
    return not current().never


def given(field: str) -> bool:
    """In a completion: whether the scenario's `[start]` gave this field."""
    return field in current().given


class bound:
    """The bound of a `while`: `hops = bound(4)`, then `while hops(condition):` - at most 4 passes, a fifth is an error."""

    def __init__(self, most: int) -> None:
        self.most, self.passes = most, 0

    def __call__(self, condition: bool) -> bool:
        if condition:
            self.passes += 1
            if self.passes > self.most:
                raise LeftRange("passes of the loop", self.passes, f"0..{self.most}")
        return condition
