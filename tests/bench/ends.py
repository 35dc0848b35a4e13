"""Exact odds near the end: each game of ours, a number of decisions before the end of games that somebody played.

Who plays sees the table alone.  Bounds that a search leaves open count as far apart as they were proved to lie, and as 1 where
nothing was proved.  The time includes that of replaying the game by the plain rules.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from attrs import frozen

import verifier as daybreak
from tests.bench.measure import Measured
from verifier.results.likely import Likely
from verifier.results.played_out import PlayedDeal

BEFORE, STATES = 8, 5_000_000  # decisions before the end, and states that odds may take
POSITIONS, FIRST = 4, 600_001  # of each game, one a deal


@frozen
class Who:
    """Who plays a game, with how many games in the mind, and in which edition: as in its reports."""

    policy: str
    simulations: int
    edition: str | None = None


GAMES = {
    "until-dawn": Who("learned-uct", 125), "dawn-of-the-zeds": Who("uct", 20), "survive-until-daylight": Who("uct", 20),
    "until-daylight": Who("uct", 100, "short"), "dead-til-dawn": Who("uct", 20, "short"),
}


def measure(positions: int = POSITIONS, states: int = STATES) -> Iterator[Measured]:
    """How many odds are known exactly, how far proved bounds lie apart on average, and how fast that is, game by game."""
    for game, who in GAMES.items():
        played = daybreak.play_out(game, policies=[who.policy], seeds=range(FIRST, FIRST + positions), edition=who.edition,
                                   simulations=who.simulations, threads=1, lines=True)
        ended = [each for each in played.policies[0].games if each.ending == "end" and each.decisions >= BEFORE]
        if not ended:
            yield Measured(f"{game}: odds {BEFORE} decisions before the end", f"none of {positions} games ended", "-")
            continue
        _likely(game, who, ended[0], 1_000)  # compiles
        began = time.process_time()
        found = [_likely(game, who, each, states) for each in ended]
        seconds = time.process_time() - began
        known, explored = sum(each.is_known for each in found), sum(each.states for each in found)
        widths = [1.0 if each.low is None or each.high is None else float(each.high - each.low) for each in found]
        yield Measured(f"{game}: odds {BEFORE} decisions before the end, {states:,} states each ({who.policy}, {who.simulations} "
                       f"games a decision)", f"{known} of {len(found)} known, bounds {sum(widths) / len(found):.4f} apart on "
                       f"average, {seconds / len(found):.1f} s of CPU time each, {explored / seconds:,.0f} states/s",
                       "all known", known == len(found))


def _likely(game: str, who: Who, played: PlayedDeal, states: int) -> Likely:
    """The odds before the decision of a game that is so many before its end."""
    return daybreak.odds(daybreak.deal(game, seed=played.seed, edition=who.edition), at_decision=played.decisions - BEFORE + 1,
                         line=played.line, limits=daybreak.Limits(states=states))
