"""What a run needs besides the rules: the rulings in force, the component data, and what the deal fixes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen


@frozen
class Setting:
    """Rulings (reading id -> choice, all of them), the edition's record, and a tape of outcomes for each named stream.

    A tape entry of 0 or more picks the outcome at that number modulo the total weight, walking outcomes in order; an entry
    below 0 forces outcome -(entry + 1).  Tapes come in the order of `verifier.lang.phases.tape_names`.
    """

    rulings: Mapping[str, str]
    edition: Any
    tapes: tuple[tuple[int, ...], ...] = field(default=())
