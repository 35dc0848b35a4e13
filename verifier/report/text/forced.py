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
CARDS_ARE_HIDDEN = "hidden: each decision rests only on what its player sees then; the start is known"


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
    if found.decisions is not None:
        return _within(found, found.decisions)
    if not found.blind:
        return _said(found)
    seen = f"by what {'it sees' if len(found.seats) == 1 else 'they see'} alone"
    if found.exact:
        return f"{_said(found)}, not even with open cards" if _is_nothing(found) else _said(found, f" {seen}")
    if _is_nothing(found) and not found.to:
        return f"It is not known whether {together(found.seats)} can force {worth(found.most, len(found.seats))} {seen}"
    return _said(found, f" {seen}")


def _is_nothing(found: Forced) -> bool:
    """Whether what they are sure of is what everybody is sure of."""
    return found.least is False or found.least is None and found.endless == "worst"


def _said(found: Forced, seen: str = "") -> str:
    who, count = together(found.seats), len(found.seats)
    verb = "can have" if found.against == "nobody" else "can force"
    if found.to:
        named = f'"{found.to.replace("_", " ").replace("-", " ")}"'
        what = f"come to {named}" if found.kind == "goal" else f"keep {named} for ever"
        sure = " be sure to" if found.against == "rest" else ""
        return f"{who} {'can' if found.least else 'cannot'}{sure} {what}{seen}" if found.exact else \
            f"It is not known whether {who} can{sure} {what}{seen}"
    if found.exact and found.least is None and found.endless == "worst":
        return f"{who} {verb} nothing: " + ("no play ends" if found.against == "nobody" else "the others can go on for ever")
    if found.exact:
        return f"{who} {verb} {worth(found.least, count)}{seen}{', and no more' if type(found.least) is not bool else ''}"
    least = "nothing for certain" if found.least is None and found.endless == "worst" else f"{worth(found.least, count)} at least"
    return f"{who} {verb} {least}{seen}, and at most {worth(found.most, count)}"


def _within(found: Forced, decisions: int) -> str:
    """z3's answer, which is about so many decisions: that something is not forced says nothing of more."""
    who, count = together(found.seats), len(found.seats)
    within = f"within {decisions} decision{'s' if decisions != 1 else ''}"
    no_way = f"{within[0].upper()}{within[1:]} there is no way for {who} to"
    if found.to:
        come = f'come to "{found.to.replace("_", " ").replace("-", " ")}"'
        if found.least:
            return f"{who} can be sure to {come} {within}"
        if found.exact:
            return f"{who} cannot be sure to {come}"
        return f"{no_way} be sure to {come}" if found.settled else f"It is not known whether {who} can be sure to {come} {within}"
    if found.exact:
        more = ", and no more" if type(found.least) is not bool else ""
        return f"{who} can force {worth(found.least, count)}{more}{f' ({within})' if found.ending != 'closed' else ''}"
    if found.least is None:
        better = worth(True, count) if isinstance(found.most, bool) else "anything better than the worst outcome"
        return f"{no_way} force {better}" if found.settled else f"{who} can force nothing for certain {within}"
    return f"{who} can force {worth(found.least, count)} {within}{', and no more' if found.settled else ' at least'}"


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
    if found.decisions is not None:
        return "By the strategy, against replies that hold out longest"
    if found.blind and not found.exact:
        return "Played as well as can be by both sides, with open cards" if _is_nothing(found) else "A line by that strategy"
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
    yield "cards", CARDS_ARE_HIDDEN if found.blind else CARDS_ARE_OPEN
    if not found.to:
        yield "endless", "play that never ends is the " + ("best" if found.endless == "best" else "worst") + " there is for them"
    if found.decisions is not None:
        yield from _by_z3(found)
        return
    if found.exact:
        yield "proof", "every state was explored" if found.ending == "closed" else "what was not explored makes no difference"
    else:
        yield "why", found.reason
    yield "rests on", "; ".join(["line replayed by the plain rules", *rechecked("strategy", found.strategy),
                                 *rechecked("replies of the others", found.replies)])
    if found.cross_check:
        yield "second", found.cross_check
    yield "search", f"states {found.states:,}, transitions {found.transitions:,}; {ENDINGS[found.ending]}{took(found.seconds)}"


def _by_z3(found: Forced) -> Iterable[tuple[str, str]]:
    """What an answer of z3 rests on."""
    if found.ending == "closed":
        yield "proof", "no play takes more decisions; z3 looked for replies until none was left"
    elif found.settled and not found.exact:
        yield "proof", "for so many decisions alone: z3 looked for replies until none was left"
    if not found.exact:
        yield "why", found.reason
    if found.strategy.positions is not None:
        yield "rests on", "; ".join(["line replayed by the plain rules", *rechecked("strategy", found.strategy)])
    counts = f"positions {found.states:,}, counterexamples {found.counterexamples:,}"
    yield "z3", f"{counts}; {ENDINGS.get(found.ending, found.ending)}{took(found.seconds)}"


def rechecked(what: str, found: Recheck) -> Iterable[str]:
    """How a side's strategy was re-checked, or why it was not; nothing where there was none."""
    if found.positions is not None:
        yield f"{what} re-checked position by position ({found.positions:,})"
    elif found.why_not:
        yield f"{what} not re-checked ({found.why_not})"
