"""What is found of a rule and a property: that the rule keeps it, the smallest step that breaks it, or that nothing is known."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from verifier.lang.events import Event
from verifier.symbolic.solver import Outcome

RANGES = "ranges"
START = "start"  # in the place of a rule: the base case
STUCK = "nothing can happen in "  # before the name of a phase, in the place of a property


@frozen
class Breach:
    """A step that does not keep a property: the rulings, the state before, the event, the state after (None: the rule failed)."""

    rulings: dict[str, str]
    before: Any
    event: Event
    after: Any
    failure: str = ""


@frozen
class Kept:
    """One rule and one property: kept (from which lemmas), broken, or not known."""

    rule: str
    property: str
    outcome: Outcome  # of the question whether it can break
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    breach: Breach | None = None
