"""`odds` for people: the probability, exactly if the fraction can be read, and what each decision leaves of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from verifier.report.text.forced import CARDS_ARE_OPEN
from verifier.report.text.page import Page, about, counts, heading, line, pairs
from verifier.report.text.solve import took
from verifier.results.likely import Likely

READABLE = 10**6  # the largest denominator that is shown
PLACES = 6


def likely(found: Likely) -> Page:
    """The whole answer."""
    yield from about(found.about)
    yield line("")
    if found.low is None or found.high is None:
        yield line((f"Odds of {found.wanted}: ", "bold"), ("unknown", "bold yellow"))
    elif found.is_known:
        yield line((f"Odds of {found.wanted}: ", "bold"), (_between(found.low, found.high), "bold green"))
    else:
        yield line((f"Odds of {found.wanted}: ", "bold"), (_between(found.low, found.high), "bold yellow"))
    yield pairs(_facts(found))
    if found.choices:
        yield line("")
        yield heading("Decisions here" if found.kind == "decision" else "What chance can bring", "and the odds behind each")
        ordered = sorted(found.choices, key=lambda choice: (-choice.low, -choice.high))
        yield counts(("event", "odds", ""),
                     [(choice.event, _between(choice.low, choice.high), "best" if choice.best else "") for choice in ordered])


def _facts(found: Likely) -> Iterable[tuple[str, str]]:
    if found.at_decision is not None:
        yield "before", f"decision {found.at_decision} of the line"
    if found.against == "rest":
        yield "against", "all others, who play as badly for it as they can"
        yield "cards", CARDS_ARE_OPEN
    elif found.against == "nobody":
        yield "with", "the help of all others"
    if found.low is not None and found.exact and 1 < found.low.denominator <= READABLE:
        yield "exactly", str(found.low)
    explored = "every state was explored" if found.ending == "closed" else "what was not explored makes no difference"
    if found.exact:
        yield "proof", f"{explored}; values and decisions were checked against each other, exactly"
    elif found.is_known and found.low is not None and found.high is not None:
        yield "proof", (f"{explored}; two bounds that are {float(found.high - found.low):.1g} apart, rounded outwards at every "
                        "step, and checked against each other")
        if found.low.denominator <= READABLE:
            yield "attained", f"{found.low}, exactly, by the decisions that were found"
    else:
        yield "why", found.reason
    if found.dead_ends and found.low is not None:
        yield "stuck", f"at {found.dead_ends:,} of the states the rules do not say how to go on; it makes no difference"
    yield "search", f"states {found.states:,}, transitions {found.transitions:,}{took(found.seconds)}"


def percent(value: Fraction) -> str:
    """A probability in percent, rounded; never 0 or 100 for what is neither."""
    digits = f"{float(100 * value):.{PLACES}f}".rstrip("0").rstrip(".")
    if digits == "0" and value:
        return f"less than 0.{'0' * (PLACES - 1)}1 %"
    if digits == "100" and value != 1:
        return f"more than 99.{'9' * PLACES} %"
    return f"{digits} %"


def _between(low: Fraction, high: Fraction) -> str:
    if low == 0 and high == 1:
        return "unknown"
    least, most = percent(low), percent(high)
    return least if least == most else f"between {least} and {most}"
