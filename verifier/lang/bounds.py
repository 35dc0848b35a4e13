"""The bound of a game as a property: no end is graded above it, and no event raises it, best field first.

Both together say that no line passes the bound of any state on it, which is what searches believe of it.  Nobody writes this
property: it is made of the game's `@game.bound` and `@game.grade`, and every execution has it as one more step property.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from verifier.lang.foresight import Foresight
from verifier.lang.game import Game, Rule
from verifier.lang.layout import encode
from verifier.lang.types import EnumType, FlagType, Scalar, scalar_values
from verifier.lang.values import copied
from verifier.lang.words import Run, Weighed, current, running

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
    misjudged: str = ""

    def __str__(self) -> str:
        if self.misjudged:
            return self.misjudged
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
    """How an event exceeds the bound, if it does, or what can be foreseen; evaluated while rules run (`Reference`).

    Where the game looks ahead, what holds is asked whatever may come, and where nothing of it does.
    """
    foresight, run = game.looks_ahead, current()
    if foresight is None:
        return _over(game, before, after)
    known = run.never
    try:
        run.never = False
        over = _over(game, before, after)
        if over is not None or not 0 < foresight.left.function(before) < foresight.most:
            return over
        if after.phase not in game.ends and (text := misjudged(foresight, before, after)):
            return Passed("", "", "", at_end=False, misjudged=text)
        if run.event_rule == foresight.draw.name and foresight.which.function(*run.event_values):
            return None
        run.never = True
        return _over(game, before, after)
    finally:
        run.never = known


def misjudged(foresight: Foresight, before: Any, after: Any) -> str:
    """How an event breaks what is said of draws that can still matter; "" if it does not."""
    run, draw = current(), foresight.draw
    is_draw = run.event_rule == draw.name
    left, then = foresight.left.function(before), foresight.left.function(after)
    if then > left - is_draw:
        return f"{foresight.left.name} is {left} before {'the draw' if is_draw else 'the event'}, and {then} after it"
    [(_, kind)] = draw.arguments
    values = [kind.value(number) if isinstance(kind, EnumType) else number for number in scalar_values(kind)]
    weights, later = ([_weight(draw, state, value) for value in values] for state in (before, after))
    for number, value, was, now in zip(scalar_values(kind), values, weights, later, strict=True):
        drawn = is_draw and value == run.event_values[0]
        if now != was - drawn and (is_draw or any(weight > 0 for weight in weights)):
            return f"{kind.word(number)} of {draw.name} has weight {was} before the event, and {now} after it"
    return ""


def _weight(draw: Rule, state: Any, value: Any) -> int:
    run = Run(current().rulings, current().edition)
    run.weighing = True
    with running(run):
        try:
            draw.function(copied(state), value)
        except Weighed as weighed:
            return weighed.weight
    return 1


def _over(game: Game[Any, Any], before: Any, after: Any) -> Passed | None:
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
