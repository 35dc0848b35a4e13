"""`winnability` for people: the share of deals that can be won, value by value, the best grades, and seeds to look at."""

from __future__ import annotations

from verifier.report.results.winnable import Winnability, WinnabilityPoint
from verifier.report.share import Share
from verifier.report.text.page import Page, counts, grade_text, heading, line, pairs
from verifier.report.text.solve import ended

BAR = 40


def winnability(found: Winnability) -> Page:
    """The shares, with a bar for each value; for a single value the grades as well."""
    yield heading(f"How many deals of {found.game} can be won", found.edition)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}, at most {found.states:,} states each"),
                 ("ended", ended(found.ending, found.seconds))])
    yield line("")
    if found.field is None:
        yield counts(["won", "of", "undecided"],
                     [[percent(point.won), point.won.of, point.won.undecided] for point in found.points])
    else:
        yield counts([found.field, "won", "", "of", "undecided"],
                     [[str(point.value), percent(point.won), _bar(point.won), point.won.of, point.won.undecided]
                      for point in found.points])
    for point in found.points:
        yield line("")
        yield from _point(found.field, point, full=len(found.points) == 1)


def percent(share: Share) -> str:
    """A share in per cent, with its 95 % interval."""
    return f"{share.count / share.of:.1%} ({share.low:.1%} to {share.high:.1%})" if share.decided else "not known"


def _bar(share: Share) -> str:
    return "#" * round(BAR * share.count / share.of) if share.of else ""


def _point(field: str | None, point: WinnabilityPoint, *, full: bool) -> Page:
    if field is not None:
        yield line((f"{field} {point.value}", "bold"))
    if full:
        yield counts(["best grade", "share", "deals"],
                     [[grade_text(grade), percent(share), share.count] for grade, share in point.grades])
        unknown = point.won.of - sum(share.count for _, share in point.grades)
        if unknown:
            yield line(f"  {unknown:,} best grades are not known")
    seeds = [("hardest to win, seeds", point.hardest), ("easiest to win, seeds", point.easiest), ("lost, seeds", point.lost)]
    yield pairs([(name, ", ".join(map(str, numbers))) for name, numbers in seeds if numbers])
