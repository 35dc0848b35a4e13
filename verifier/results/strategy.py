"""A strategy to play against: positions with what can be done there, from the start to the ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from verifier.lang.picture import Picture
from verifier.results.forced import Forced, Worth


@frozen
class Reply:
    """An event that can be brought about at a position, in short and in words, and what then follows by itself.

    `leads` is the number of the position that comes of it (None: one that is not on the page), `is_main` whether both sides bring
    it about where they play as well as can be.
    """

    event: str
    words: str
    follows: tuple[str, ...]
    leads: int | None
    is_main: bool


@frozen
class Place:
    """A position: the table, whose decision it is, and every reply that can be made.

    `kind` is "decision", "chance" (which is open), "end", "stuck" (the deal or the rules do not say what follows) or "endless"
    (what follows by itself goes round and round).  Where the side with the strategy decides (`is_chosen`) only its choice is a
    reply, and what else is legal is in `others`.  `came` is the position before, on a shortest way from the start, and the place
    of the reply there that leads here.

    `outcomes` says of an end what it is worth to each seat, and `reached` whether the goal is reached, or the invariant holds,
    that was asked about (None: no such question, or play goes on).  `state` is there where the game has neither picture nor
    board.
    """

    kind: str
    seat: str | None
    is_chosen: bool
    picture: Picture | None
    board: str | None
    state: Mapping[str, Any]
    replies: tuple[Reply, ...]
    others: tuple[str, ...]
    outcomes: Mapping[str, Worth]
    reached: bool | None
    came: tuple[int, int] | None


@frozen
class ShownStrategy:
    """The answer to `force` with the positions that play comes to, the start first.

    `side` says whose strategy is followed: that of the "seats", of the "others" (by which the seats get no more), of "all" of
    them together, or that of "nobody", where no strategy is known.  `opening` is what happens before the first decision.
    `is_whole` says that every position that the strategy can come to is here, and `line_is_whole` that the line of the answer is;
    `line` are the numbers of its positions.
    """

    forced: Forced
    side: str
    rest: tuple[str, ...]
    idle: tuple[str, ...]
    opening: tuple[str, ...]
    places: tuple[Place, ...]
    line: tuple[int, ...]
    is_whole: bool
    line_is_whole: bool
