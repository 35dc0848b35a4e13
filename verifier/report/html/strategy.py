"""A strategy to play against, as a page: one position at a time, with every reply that leads on from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.report.html.gallery import gallery
from verifier.report.html.line import deal_of
from verifier.report.html.page import page
from verifier.report.text.forced import facts, headline, title, together, worth
from verifier.report.text.page import edition_text, format_value, grade_text
from verifier.report.timeless import timeless
from verifier.results.forced import Forced
from verifier.results.strategy import Place, ShownStrategy

STATE_DEPTH_MOST = 2  # fields of fields get rows of their own; what lies deeper stands in one


def strategy(found: ShownStrategy) -> str:
    """The page.  It holds no times and nothing of the machine: the same answer gives the same bytes."""
    answered = found.forced
    return page("strategy.html", ("page.css", "picture.css", "strategy.css"), "strategy.js", {
        "found": found, "about": answered.about, "edition": edition_text(answered.about.edition), "deal": deal_of(answered.about),
        "headline": headline(answered), "facts": list(facts(timeless(answered))), "line_title": title(answered),
        "roles": _roles(found), "sure": _sure(found), "named": [_named(found, place) for place in found.places],
        "gallery": gallery([place.picture for place in found.places]),
    }, filters={"outcomes": lambda place: _outcomes(found, place), "rows": _rows})


def _named(found: ShownStrategy, place: Place) -> str:
    """What a position is called after: whoever decides there, or what play has come to."""
    if place.kind == "decision":
        who = place.seat or "everybody"
        return f"{who} plays by the strategy" if place.is_chosen else f"{who} decides"
    named = {"chance": "chance, as the strategy needs it" if place.is_chosen else "chance", "stuck": "nobody knows what follows",
             "endless": "play goes round for ever"}
    return named.get(place.kind) or ("the end" if place.reached is None else _come_to(found.forced, place.reached))


def _come_to(answered: Forced, reached: bool) -> str:
    """Where a game that is about a goal or an invariant ends."""
    named = _rule(answered)
    if answered.kind == "goal":
        return f"{named} is reached" if reached else f"the end, and {named} was not reached"
    return f"the end, and {named} held" if reached else f"{named} is broken"


def _rule(answered: Forced) -> str:
    return f'"{answered.to.replace("_", " ").replace("-", " ")}"'


def _roles(found: ShownStrategy) -> str:
    """Who plays by a strategy here, and for whom the reader decides."""
    answered = found.forced
    seats, rest = together(answered.seats), together([*found.rest, *(["chance"] if answered.chance == "open" else [])])
    if found.side == "nobody":
        return "No side has a strategy that is known to get it anything. You decide for everybody."
    if found.side == "all":
        return "Everybody helps: one strategy plays for all."
    if found.side == "seats":
        return f"The strategy plays for {seats}. You decide for {rest or 'nobody'}."
    return f"The strategy plays for {rest or 'nobody'}, against {seats}. You decide for {seats}."


def _sure(found: ShownStrategy) -> str:
    """What the strategy sees to, whatever the reader decides."""
    answered, who = found.forced, together(found.forced.seats)
    if found.side == "nobody":
        return ""
    whatever = "" if found.side == "all" else ", whatever you decide"
    if answered.to:
        kept = {("goal", True): "is reached", ("goal", False): "is never reached", ("invariant", True): "is kept",
                ("invariant", False): "is broken in the end"}[answered.kind, found.side != "others"]
        return f"{_rule(answered)} {kept}{whatever}."
    if found.side == "others":
        return f"The most that {who} can get{whatever}: {worth(answered.most, len(answered.seats))}."
    least = worth(answered.least, len(answered.seats))
    return f"Sure for {who}{whatever}: {least}{'' if isinstance(answered.least, bool | None) else ', or better'}."


def _worth(outcome: Any) -> str:
    """What an end is worth to a seat."""
    if isinstance(outcome, bool):
        return "wins" if outcome else "does not win"
    return grade_text(outcome) if isinstance(outcome, dict) else f"an outcome of {format_value(outcome)}"


def _outcomes(found: ShownStrategy, place: Place) -> list[tuple[str, str, bool]]:
    """What an end is worth to each seat, and whether it was asked about; seats that decide nothing share rows."""
    rows = [(seat, _worth(outcome), seat in found.forced.seats) for seat, outcome in place.outcomes.items()
            if seat not in found.idle]
    idle: dict[str, list[str]] = {}
    for seat in found.idle:
        idle.setdefault(_worth(place.outcomes[seat]), []).append(seat)
    return [*rows, *((f"{together(seats)} (no decisions)", text, False) for text, seats in idle.items())]


def _rows(state: Mapping[str, Any], before: str = "", depth: int = 1) -> Iterable[tuple[str, str]]:
    """A state as names and values: what a field holds by names has a row for each."""
    for name, value in state.items():
        called = f"{before}{name.replace('_', ' ')}"
        if isinstance(value, Mapping) and value and depth < STATE_DEPTH_MOST:
            yield from _rows(value, f"{called}, ", depth + 1)
        else:
            yield called, _words(value)


def _words(value: Any) -> str:
    """A value of a state in a row."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name.replace('_', ' ')}: {_words(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(f"({_words(each)})" if isinstance(each, Mapping | list) else _words(each) for each in value) or "none"
    return format_value(value)
