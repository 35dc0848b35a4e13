"""The bound of a game as a property: no end is graded above it, and no event raises it, best field first.

Both together say that no line passes the bound of any state on it, which is what searches believe of it.  Nobody writes this
property: it is made of the game's `@game.bound` and `@game.grade`, and every execution has it as one more step property.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from verifier.lang.game import Game, Rule
from verifier.lang.layout import encode
from verifier.lang.types import FlagType, Scalar

BOUND_HOLDS = "bound-holds"  # with a hyphen, which no rule's name can have


@frozen
class Passed:
    """How a bound does not hold: the first field that differs, its value in the bound, and the greater one.

    `at_end` if the greater one is the grade of an end; otherwise it is the bound after the event.
    """

    field: str
    bound: str
    other: str
    at_end: bool

    def __str__(self) -> str:
        if self.at_end:
            return f"the end is graded above the bound: {self.field} is {self.other}, and the bound says {self.bound}"
        return f"the bound rises: {self.field} was {self.bound}, and is {self.other} after the event"


def bound_property(game: Game[Any, Any]) -> Rule | None:
    """The property of a game with a bound; its function takes the states before and after an event."""
    rule = game.only("bound")
    if rule is None:
        return None

    def holds(before: Any, after: Any) -> bool:
        """No end is graded above the bound, and no event raises it."""
        return passed(game, before, after) is None

    return Rule(BOUND_HOLDS, "step_property", holds, parameters=(("before", game.state_type), ("after", game.state_type)))


def passed(game: Game[Any, Any], before: Any, after: Any) -> Passed | None:
    """How an event exceeds the bound, if it does; evaluated while rules run (`Reference`)."""
    most, now = _fields(game, "bound", before), _fields(game, "bound", after)
    if now > most:
        return _first(game, most, now, at_end=False)
    if after.phase in game.ends and (grade := _fields(game, "grade", after)) > now:
        return _first(game, now, grade, at_end=True)
    return None


def _fields(game: Game[Any, Any], kind: Any, state: Any) -> tuple[int, ...]:
    rule = game.only(kind)
    assert rule is not None and rule.returned_record is not None
    return tuple(encode(rule.returned_record, rule.function(state)))


def _first(game: Game[Any, Any], most: tuple[int, ...], other: tuple[int, ...], *, at_end: bool) -> Passed:
    rule = game.only("bound")
    assert rule is not None and rule.returned_record is not None
    for (name, kind), low, high in zip(rule.returned_record.fields, most, other, strict=True):
        if low != high:
            assert isinstance(kind, Scalar)
            return Passed(name, _word(kind, low), _word(kind, high), at_end)
    raise AssertionError


def _word(kind: Scalar, number: int) -> str:
    return ("yes" if number else "no") if isinstance(kind, FlagType) else kind.word(number)
