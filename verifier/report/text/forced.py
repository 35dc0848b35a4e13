"""`solve --for` for people: what a coalition can force, what that rests on, and how it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import Page, about, format_value, grade_text, line, pairs
from verifier.report.text.play import decisions
from verifier.report.text.solve import took
from verifier.results.forced import Forced, Recheck

CARDS_ARE_OPEN = "open: a decision may rest on anything that is on the table, in hands or in piles"


def forced(found: Forced) -> Page:
    """The whole answer."""
    yield from about(found.about)
    yield line("")
    yield line((headline(found), "bold green" if found.exact else "bold yellow"))
    yield pairs(facts(found))
    if found.played is not None and found.line:
        yield line("")
        yield line((title(found), "bold"))
        yield line("")
        yield from decisions(found.played)
        if found.goes_on:
            yield line("... and so on")


def headline(found: Forced) -> str:
    """The answer in a sentence."""
    who, count = together(found.seats), len(found.seats)
    verb = "can have" if found.against == "nobody" else "can force"
    if found.to:
        named = f'"{found.to.replace("_", " ").replace("-", " ")}"'
        what = f"come to {named}" if found.kind == "goal" else f"keep {named} for ever"
        sure = " be sure to" if found.against == "rest" else ""
        return f"{who} {'can' if found.least else 'cannot'}{sure} {what}" if found.exact else \
            f"It is not known whether {who} can{sure} {what}"
    if found.exact and found.least is None and found.endless == "worst":
        return f"{who} {verb} nothing: " + ("no play ends" if found.against == "nobody" else "the others can go on for ever")
    if found.exact:
        return f"{who} {verb} {worth(found.least, count)}{', and no more' if type(found.least) is not bool else ''}"
    least = "nothing for certain" if found.least is None and found.endless == "worst" else f"{worth(found.least, count)} at least"
    return f"{who} {verb} {least}, and at most {worth(found.most, count)}"


def together(seats: Sequence[str]) -> str:
    """Seats as a reader would name them."""
    return " and ".join([", ".join(seats[:-1]), seats[-1]] if len(seats) > 1 else seats)


def worth(outcome: Any, count: int) -> str:
    """An outcome of so many seats in words."""
    if outcome is None:
        return "that play never ends"
    if isinstance(outcome, bool):
        return {1: "a win", 2: "that both win"}.get(count, "that all of them win") if outcome else "nothing better than a loss"
    return f"an outcome of {grade_text(outcome) if isinstance(outcome, dict) else format_value(outcome)}"


def title(found: Forced) -> str:
    """What the line is."""
    if found.against == "rest":
        return "Played as well as can be by both sides"
    return "The shortest line there" if found.exact and not found.to else "A line there"


def facts(found: Forced) -> Iterable[tuple[str, str]]:
    """What the answer holds for and rests on, each with its name."""
    is_open, dealt = found.chance == "open", "; chance is the deal" if found.chance == "deal" else ""
    if found.against == "nobody":
        yield "with", f"the help of all others{', and of chance' if is_open else dealt}"
    else:
        yield "against", f"all others{', and whatever chance brings' if is_open else dealt}"
    yield "cards", CARDS_ARE_OPEN
    if not found.to:
        yield "endless", "play that never ends is the " + ("best" if found.endless == "best" else "worst") + " there is for them"
    if found.exact:
        yield "proof", "every state was explored" if found.ending == "closed" else "what was not explored makes no difference"
    else:
        yield "why", found.reason
    yield "rests on", "; ".join(["line replayed by the plain rules", *_checked("strategy", found.strategy),
                                 *_checked("replies of the others", found.replies)])
    yield "search", f"states {found.states:,}, transitions {found.transitions:,}; {ENDINGS[found.ending]}{took(found.seconds)}"


def _checked(what: str, found: Recheck) -> Iterable[str]:
    if found.positions is not None:
        yield f"{what} re-checked position by position ({found.positions:,})"
    elif found.why_not:
        yield f"{what} not re-checked ({found.why_not})"
