"""`review` for people: every decision with what it cost, and what would have been better."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from verifier.report.results.solved import Reviewed, ReviewedDecision
from verifier.report.text.page import Page, about, grade_text, line, order_fact, pairs
from verifier.report.text.solve import settled

STYLES = {"best": "green", "worse": "yellow", "lost": "bold red", "unknown": "dim"}
WORDS = {"best": "best", "worse": "cost something", "lost": "lost the game", "unknown": "not known"}


def reviewed(found: Reviewed) -> Page:
    """The decisions in order, then how they were played."""
    yield from about(found.about)
    yield line("")
    yield pairs([("at the start", "the best that could be had was "
                  + (grade_text(found.best) if found.best is not None
                     else "not settled" if found.settled is None else f"{settled(found.settled)}; the rest: not settled")),
                 *order_fact(found.about.grade_order)])
    yield line("")
    yield pairs([(Text(f"{each.number}. {each.event}", style=STYLES[each.verdict]), _told(each)) for each in found.decisions])
    yield line("")
    counted = Counter(each.verdict for each in found.decisions)
    yield line((f"{len(found.decisions)} decision{'s' if len(found.decisions) != 1 else ''}: ", "bold"),
               ", ".join(f"{counted[verdict]} {word}" for verdict, word in WORDS.items() if counted[verdict]) or "none")
    if found.over:
        yield line(("The game is over: ", "bold"), grade_text(found.grade))


def _told(each: ReviewedDecision) -> str:
    if each.verdict == "best":
        return WORDS["best"]
    if each.verdict == "unknown":
        if each.kept is not None:
            return f"keeps {settled(each.kept)}; the rest of the grade was not settled within the limits"
        return "what could be had before or after it was not settled within the limits"
    what = "loses the game" if each.verdict == "lost" else f"costs {(each.cost or '').replace('_', ' ')}"
    grades = f": {grade_text(each.before)} before, {grade_text(each.after)} after" if each.before and each.after else ""
    return f"{what}{grades}" + (f"; better was {each.better}" if each.better else "")
