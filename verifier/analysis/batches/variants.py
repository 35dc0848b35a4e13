"""Under which editions and rulings a batch asks: as given, or each reading by each of its choices besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.registry import installed

Variant = tuple[str | None, dict[str, Any]]


def variants(game: str, editions: Sequence[str | None], rulings: dict[str, str], *, every_reading: bool) -> tuple[Variant, ...]:
    """The given rulings under each edition, and, if that is asked for, each other choice of each reading beside them."""
    more: list[dict[str, str]] = [{}]
    if every_reading:
        for id_, reading in sorted(installed().program(game).readings.switches.items()):
            more += [{id_: choice} for choice in reading.choices if choice != rulings.get(id_, reading.default)]
    return tuple((edition, rulings | each) for edition in editions for each in more)
