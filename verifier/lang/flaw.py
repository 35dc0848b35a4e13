"""What a game's own check of its component data finds wrong: `@game.edition_check` yields flaws, and loading reports them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from attrs import field, frozen, validators

B = TypeVar("B")
Check = Callable[[B], Iterable["Flaw"]]

_text = validators.and_(validators.instance_of(str), validators.min_len(1))


@frozen
class Flaw:
    """One thing that is wrong: what, where, and what to do about it.

    `path` goes from a field of the edition record down by names of fields, members of enums (in rows by an enum and in bags) and
    numbers (in other rows and piles): `("map", Space.FOREST_3, "ahead")`.
    """

    text: str = field(validator=_text)
    path: tuple[str | int, ...] = field(validator=validators.and_(
        validators.min_len(1), validators.deep_iterable(validators.instance_of((str, int)), validators.instance_of(tuple))))
    instead: str = field(validator=_text)
