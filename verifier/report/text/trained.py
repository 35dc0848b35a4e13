"""`train` for people: how the share of games that are won rose from round to round, and where the weights are."""

from __future__ import annotations

from verifier.report.plot import Series, curve, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, pairs, pictured
from verifier.report.text.played_out import AIMS, KEY
from verifier.report.text.solve import ended
from verifier.report.text.winnability import percent
from verifier.results.trained import Trained

ROWS = 12  # of the table: the first round, the last, and some between
CAPTION = ("A mark is the share of a round's games that was won, by what was learned before that round; its bar is the 95 % "
           "interval.")


def trained(found: Trained) -> Page:
    """The share won by round with a plot of it, and what to do next."""
    yield heading(f"What is learned about {found.game}")
    yield edition(found.edition)
    yield pairs([("players aim at", AIMS[found.objective]),
                 ("ended", ended(found.ending, found.seconds)), ("rounds", f"{len(found.rounds)} of {found.asked}"),
                 ("weights", _kept(found.kept)), ("rests on", "games that were played: a sample, no proof")])
    rounds = found.rounds
    if not rounds:
        return
    yield line("")
    numbers, won = list(range(1, len(rounds) + 1)), tuple(each.won for each in rounds)
    shown = sorted({round(at * (len(rounds) - 1) / max(1, ROWS - 1)) for at in range(ROWS)})
    names = [f"round {number + 1}" for number in shown]
    text = lettered(names, tuple(won[number] for number in shown))
    yield pictured(curve("round", numbers, [Series("won", won)]), f"{text}\n  {KEY}", CAPTION)
    yield line("")
    yield counts(["round", "won", "of", "decisions", "aim", "loss"],
                 [[number + 1, percent(rounds[number].won), rounds[number].games, f"{rounds[number].states:,}",
                   AIMS[rounds[number].aim], f"{rounds[number].loss:.3f}"] for number in shown])
    yield line("")
    if found.kept:
        yield line(f"`daybreak play-out {found.game} --policy learned-uct` plays by it, with the same edition and rulings.")


def _kept(kept: str) -> str:
    if not kept:
        return "none: nothing was learned"
    return "kept in the cache" if kept == "cache" else f"kept in the cache, and in the game's package as learned/{kept}"
