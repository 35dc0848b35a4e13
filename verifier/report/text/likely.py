"""`odds` for people: the probability or expected value, exactly if the fraction can be read, and what decisions leave of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from verifier.report.text.endings import ENDINGS
from verifier.report.text.forced import CARDS_ARE_OPEN
from verifier.report.text.page import Page, about, counts, heading, line, pairs
from verifier.report.text.solve import took
from verifier.report.text.winnability import thinks
from verifier.results.likely import Likely, Sampled

READABLE = 10**6  # the largest denominator that is shown
PLACES = 6
HIDDEN_ARE_OPEN = ("open: a decision may rest even on what the game hides from its seat, so players who see less come to no "
                   "more than this")


def likely(found: Likely) -> Page:
    """The whole answer."""
    yield from about(found.about)
    yield line("")
    asked = f"Expected {found.wanted}: " if found.expected else f"Odds of {found.wanted}: "
    if found.low is None or found.high is None:
        yield line((asked, "bold"), ("unknown", "bold yellow"))
    else:
        yield line((asked, "bold"), (_between(found, found.low, found.high), "bold green" if found.is_known else "bold yellow"))
    yield pairs(_facts(found))
    if found.choices:
        yield line("")
        yield heading("Decisions here" if found.kind == "decision" else "What chance can bring",
                      "and what can be expected then" if found.expected else "and the odds behind each")
        ordered = sorted(found.choices, key=lambda choice: (-choice.low, -choice.high))
        yield counts(("event", "expected" if found.expected else "odds", ""),
                     [(choice.event, _between(found, choice.low, choice.high), "best" if choice.best else "")
                      for choice in ordered])
    yield from _sampled(found)


def _facts(found: Likely) -> Iterable[tuple[str, str]]:
    if found.at_decision is not None:
        yield "before", f"decision {found.at_decision} of the line"
    if found.against == "rest":
        yield "against", "all others, who play as badly for it as they can"
        yield "cards", CARDS_ARE_OPEN if not found.hides else f"{CARDS_ARE_OPEN}, also on what the game hides from its seat"
    elif found.against == "nobody":
        yield "with", "the help of all others"
    if found.hides and found.against != "rest":
        yield "cards", HIDDEN_ARE_OPEN
    if found.expected:
        yield "range", f"{found.lowest:,} to {found.highest:,}; play that never ends counts as {found.lowest:,}"
    if found.low is not None and found.exact and 1 < found.low.denominator <= READABLE:
        yield "exactly", str(found.low)
    explored = "every state was explored" if found.ending == "closed" else "what was not explored makes no difference"
    if found.exact:
        yield "proof", f"{explored}; values and decisions were checked against each other, exactly"
    elif found.is_known and found.low is not None and found.high is not None:
        yield "proof", (f"{explored}; two bounds that are {float(found.high - found.low):.1g} apart, rounded outwards at every "
                        "step, and checked against each other")
        if found.low.denominator <= READABLE and found.stages == 1:
            yield "attained", f"{found.low}, exactly, by the decisions that were found"
    else:
        yield "why", found.reason
        if found.low is not None:
            yield "proof", "both bounds are rounded outwards at every step, and were checked against each other"
        if found.unplayed:
            yield "sample", f"none: {found.unplayed}"
    if found.dead_ends and found.low is not None:
        yield "stuck", f"at {found.dead_ends:,} of the states the rules do not say how to go on; it makes no difference"
    if found.left_out:
        yield "states", f"without {found.left_out.replace('_', ' ')}, which only adds up: no rule of play looks at it"
    if found.stages > 1:
        yield "stages", f"{found.stages:,}, worked out one after the other, the last one first"
    yield "search", f"states {found.states:,}, transitions {found.transitions:,}{took(found.seconds)}"


def _sampled(found: Likely) -> Page:
    """What players came to, apart from what is proved."""
    if not found.sampled:
        return
    yield line("")
    yield heading("A sample beside the bounds, and no proof", "games from here, each with a chance of its own")
    came_to = "mean" if found.expected else "good ends"
    yield counts(("player", "games", came_to, "95 % interval", "did not end"),
                 [(thinks(each), each.games, *_came_to(found, each), each.unended) for each in found.sampled])
    yield line("Players see the table, and not what chance will bring. Others may do better, but on average nobody does better "
               "than the upper bound. The bounds do not rest on these games.")
    for each in found.sampled:
        if each.ending != "played":
            yield line(f"{each.policy} played fewer games than were asked for: {ENDINGS.get(each.ending, each.ending)}.")
        if each.aims_at:
            yield line(f"{each.policy} aims at {each.aims_at}, and not at just this.")
        if each.unended:
            yield line(f"Of games that did not end, the first of {each.policy}: {each.why}.")
        if each.lost:
            yield line(f"{each.policy} decided {each.lost:,} times at random, where a seat could not explain what it had seen.")


def _came_to(found: Likely, each: Sampled) -> tuple[str, str]:
    if found.expected:
        return f"{each.at:,.2f}", f"{each.low:,.2f} to {each.high:,.2f}"
    return f"{each.count:,} ({each.at:.1%})", f"{each.low:.1%} to {each.high:.1%}"


def percent(value: Fraction) -> str:
    """A probability in percent, rounded; never 0 or 100 for what is neither."""
    digits = f"{float(100 * value):.{PLACES}f}".rstrip("0").rstrip(".")
    if digits == "0" and value:
        return f"less than 0.{'0' * (PLACES - 1)}1 %"
    if digits == "100" and value != 1:
        return f"more than 99.{'9' * PLACES} %"
    return f"{digits} %"


def _between(found: Likely, low: Fraction, high: Fraction) -> str:
    if low == found.lowest and high == found.highest and low != high:
        return "unknown"
    least, most = (_number(low), _number(high)) if found.expected else (percent(low), percent(high))
    return least if least == most else f"between {least} and {most}"


def _number(value: Fraction) -> str:
    return f"{float(value):,.{PLACES}f}".rstrip("0").rstrip(".")
