"""The events of a game: every transition rule with every combination of its arguments, numbered once."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from attrs import frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.game import TRANSITIONS, Game, Rule
from verifier.lang.types import EnumType, FlagType, Scalar, scalar_values

EVENTS_MOST = 4096


@frozen(eq=False)
class Event:
    """A transition's label with its arguments: `number` is its index in the game's events, `text` how it is written."""

    number: int
    rule: Rule
    arguments: tuple[int, ...]
    text: str

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The arguments as enum members, None, bools and ints, for the rule function."""
        kinds = [kind for _, kind in self.rule.arguments]
        return tuple(_value(kind, number) for kind, number in zip(kinds, self.arguments, strict=True))

    @property
    def happens_as(self) -> str:
        """What a transition by it is: a decision, chance or a step, which the rules make where no decision is legal too."""
        return "step" if self.rule.kind == "stuck" else self.rule.kind

    @property
    def outcome(self) -> str:
        """The words of the arguments alone: what a deal's list calls a chance outcome."""
        return " ".join(kind.word(number) for (_, kind), number in zip(self.rule.arguments, self.arguments, strict=True))


def _too_many(game: str, count: int, counts: dict[Rule, int]) -> RuleRefused:
    """The error for too many events, which names the rule that has the most of them."""
    rule = max(counts, key=lambda each: counts[each])
    sizes = " x ".join(f"{name} {kind.high - kind.low + 1:,}" for name, kind in rule.arguments)
    what = "chance rule" if rule.kind == "chance" else rule.kind
    hint = "split what chance decides into several draws, or narrow the ranges of its parameters" if rule.kind == "chance" \
        else "split it into several decisions, one after the other, or narrow the ranges of its parameters"
    return RuleRefused(Problem("DB306", f"{game} has {count:,} events; at most {EVENTS_MOST:,} are supported, and the {what} "
                               f"{rule.name} has {counts[rule]:,}" + (f" ({sizes})" if sizes else ""), rule.where, hint))


def _value(kind: Scalar, number: int) -> Any:
    if isinstance(kind, FlagType):
        return bool(number)
    return kind.value(number) if isinstance(kind, EnumType) else number


def events_of(game: Game[Any, Any]) -> tuple[Event, ...]:
    """Every event, rules in the order they were registered, arguments in the order of their values.

    Of a rule with a parameter of no known type there is none.
    """
    rules = [rule for rule in game.of_kind(*TRANSITIONS) if not rule.unknown]
    counts = {rule: prod(kind.high - kind.low + 1 for _, kind in rule.arguments) for rule in rules}
    count = sum(counts.values())
    if count > EVENTS_MOST:  # counted before they are made: ranges can be large
        raise _too_many(game.name, count, counts)
    events: list[Event] = []
    for rule in rules:
        kinds = [kind for _, kind in rule.arguments]
        for arguments in product(*(scalar_values(kind) for kind in kinds)):
            words = [kind.word(number) for kind, number in zip(kinds, arguments, strict=True)]
            events.append(Event(len(events), rule, arguments, " ".join([rule.event_name, *words])))
    twice = {event.text for event in events if [each.text for each in events].count(event.text) > 1} \
        if len({event.text for event in events}) < len(events) else set()
    if twice:
        raise RuleRefused(Problem("DB307", f"two events are both written {min(twice)!r}", hint="rename a rule or a word"))
    return tuple(events)
