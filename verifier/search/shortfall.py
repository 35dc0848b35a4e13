"""A deal that says too little: every random game on it stops before its end, where the deal ran out or names what
cannot happen.

A few games show it, long before a search has followed every line as far as the deal goes.  Not promised: that no line comes to an
end; that is for a search to say.
"""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from verifier.run.backend import Backend
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.limits import Limits
from verifier.search.playouts import Playouts, Stop

RAN_OUT, IMPOSSIBLE = 5, 6
_FIRST = (1, 8)  # games, most often one: whatever does not stop for the deal ends the question
_GAMES = 256
_DECISIONS = 4096


@frozen
class Shortfall:
    """How many games were played, none to an end, and where they stopped, with how many of them: the most frequent first."""

    games: int
    stops: tuple[tuple[Stop, int], ...]


def shortfall(backend: Backend, setting: Setting, start: Position, limits: Limits | None = None) -> Shortfall | None:
    """Where games at random stop on a deal; None when one does not stop for the deal's sake, or a limit came first."""
    playouts = Playouts(backend, setting, backend.state(start))
    for games in (*_FIRST, _GAMES):
        if playouts.play(games, _DECISIONS, limits) is not None:
            return None
        if any(stop.status not in (RAN_OUT, IMPOSSIBLE) for stop in playouts.stops):
            return None
    return Shortfall(playouts.games, tuple(Counter(playouts.stops).most_common()))
