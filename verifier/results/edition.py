"""Component data as answers name them: which edition, and how many of its values nobody has read in the rulebook."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from verifier.results.result import FLAT


@frozen
class EditionNote:
    """The edition that an answer holds for: its game's name, its own name and title, and how many of its values are assumed.

    `is_file` is for a file of the user's, which does not come with the game.
    """

    game: str
    name: str
    title: str
    assumed: int
    values: int
    is_file: bool = False


@frozen
class ValueRow:
    """A value of an edition: `status` is "stated" (`why` is the place) or "assumed" (`why` is the reason).

    `given_by` is the name of the edition that gives it: this one, or one that it inherits from.
    """

    name: str
    value: Any
    status: str
    why: str
    given_by: str


@frozen
class EditionRow:
    """An edition with its values, in the order of its file; `default` is for the one that is taken when none is named."""

    note: EditionNote = field(metadata=FLAT)
    default: bool
    data: tuple[ValueRow, ...]
