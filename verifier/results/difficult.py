"""How difficult a deal is: games that were played on it, its first decisions, and the only moves of a line."""

from __future__ import annotations

from attrs import frozen

from verifier.results.share import Share


@frozen
class Kept:
    """Of the `legal` decisions at a point, `keep` are proved to keep something, of `unknown` nobody knows; the others do not."""

    legal: int
    keep: int
    unknown: int

    @property
    def only(self) -> bool | None:
        """Whether there is a choice, and one decision of it alone keeps it; None where that is not known."""
        if self.legal < 2 or self.keep > 1 or self.keep + self.unknown == 0:
            return False
        return True if self.unknown == 0 else None


@frozen
class LinePoint:
    """A decision of a line: which decisions keep the win there (None: the line does not win), which the line's grade."""

    number: int
    event: str
    win: Kept | None
    result: Kept | None

    @property
    def mark(self) -> str:
        """`!!` the only move that wins, `!` the only move that keeps the grade, `?` where either is not known, else nothing."""
        wins = None if self.win is None else self.win.only
        keeps = False if self.result is None else self.result.only
        if wins:
            return "!!"
        if keeps:
            return "!"
        return "?" if keeps is None or (self.win is not None and wins is None) else ""


@frozen
class OnlyMoves:
    """At `count` of `of` decisions of a line only one move keeps the win; at `unknown` more it is not known."""

    count: int
    unknown: int
    of: int


@frozen
class Difficulty:
    """How difficult a deal is to win, by measures that each stand for themselves.

    `random` and `greedy` are the shares of `games` seeded games that were won: by a random player, and by the peeking one, who
    looks one decision ahead and sees what the deal brings until then (the honest "greedy" of `play_out` does not).  `first`
    counts the first decisions from which a line still wins (None: nothing is decided); `decisions` are the decisions of the line
    that is shown, empty where nobody asked.
    A question that took more than `states` states was given up.  `ending` is "done", or the limit that ended the measuring.
    """

    games: int
    random: Share
    greedy: Share
    first: Kept | None
    decisions: tuple[LinePoint, ...]
    states: int
    ending: str = "done"

    @property
    def only_moves(self) -> OnlyMoves | None:
        """The only moves of the line; None where it does not win, or nobody asked."""
        known = [point.win.only for point in self.decisions if point.win is not None]
        return OnlyMoves(known.count(True), known.count(None), len(known)) if known else None

    @property
    def is_known(self) -> bool:
        """Whether every decision that was asked about is judged."""
        known = [each.only for point in self.decisions for each in (point.win, point.result) if each is not None]
        return self.ending == "done" and None not in known and (self.first is None or self.first.unknown == 0)

    @property
    def order(self) -> tuple[float, float, float]:
        """Less is harder: the share of random games won, of peeking games won, of first decisions that may still win.

        The many who play without looking ahead are asked first; then who peeks one decision ahead; then how easily the win is
        gone with the first decision, where what is not known counts as winning.  The only moves are left out: they say
        something of one line, and a deal has many.
        """
        first = 1.0 if self.first is None else (self.first.keep + self.first.unknown) / max(1, self.first.legal)
        return self.random.count / max(1, self.random.of), self.greedy.count / max(1, self.greedy.of), first
