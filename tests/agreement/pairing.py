"""What comparing a model with its naive twin takes in every game: how much was compared, and how a difference is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import define, field


class Differs(AssertionError):
    """The model and its twin differ: in what, and the events that led there."""


@define
class Followed:
    """What was compared."""

    games: int = 0
    transitions: int = 0
    questions: int = 0
    decisions: int = 0
    ends: Counter[str] = field(factory=Counter)
    asked: Counter[str] = field(factory=Counter)

    def __add__(self, other: Followed) -> Followed:
        return Followed(self.games + other.games, self.transitions + other.transitions, self.questions + other.questions,
                        self.decisions + other.decisions, self.ends + other.ends, self.asked + other.asked)


def unlike(model: Mapping[str, Any], twin: Mapping[str, Any]) -> list[str]:
    """What the two say otherwise of a table, of what the model's view has."""
    return [f"{key}: model {_part(told, twin[key])}, twin {_part(twin[key], told)}"
            for key, told in model.items() if told != twin[key]]


def _part(one: Any, other: Any) -> Any:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one
    return {key: one.get(key) for key in {*one, *other} if one.get(key) != other.get(key)}
