"""Lines that come to no end: how `solve` says that every line goes round for ever, and what else it says where some do."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import instance
from tests.games import network
from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from verifier.instance import Instance
from verifier.search.strategies import CLOSING

ROUND = {0: (1, 2), 1: (2,), 2: (0, 1)}  # every line comes back to where it was
STUCK_OR_ROUND = {0: (1, 3), 1: (0,), 3: ()}
ENDS = {0: (1, 4), 1: (0,)}


def chart(ways: Mapping[int, tuple[int, ...]], end: int = PLACES - 1) -> Instance:
    """A network of decisions, with the places that each leads to, and an end."""
    made = instance(network, "plain")
    drawn = made.setting.edition
    for place in range(PLACES):
        drawn.kinds[place] = Phase.OUT if place == end else Phase.CHOOSE
        for way, to in enumerate([*ways.get(place, ()), *WAYS * (NOWHERE,)][:WAYS]):
            drawn.leads[place * WAYS + way] = to
    return Instance(made.scenario, made.program, made.setting, made.reference, made.reference.set_up())


@pytest.mark.parametrize("strategy", CLOSING)
def test_every_line_goes_round(strategy: str) -> None:
    found = daybreak.solve(chart(ROUND), strategy=strategy, engine="interpreted")
    assert (found.verdict, found.proof, found.grade, found.line, found.dead_ends) == ("proved", "exhausted", None, (), None)
    text = found.to_text()
    assert "no line of this deal comes to an end: the search closed" in text and "Every line goes round for ever." in text


def test_none_of_the_lines_that_go_round_loses() -> None:
    found = daybreak.solve(chart(ROUND), goal="lose", engine="interpreted")
    text = found.to_text()
    assert found.verdict == "proved" and "no line of this deal loses: the search closed" in text and "goes round" not in text


def test_lines_get_stuck_or_go_round() -> None:
    found = daybreak.solve(chart(STUCK_OR_ROUND), engine="interpreted")
    text = " ".join(found.to_text().split())
    assert found.verdict == "proved" and found.grade is None and found.dead_ends is not None
    assert "no line of this deal comes to an end: the search closed" in text
    assert "Nothing is legal, and the rules name no end, at 1 position; after " in text
    assert "Every line that does not get stuck goes round for ever." in text


def test_an_end_is_told_and_what_goes_round_is_not() -> None:
    found = daybreak.solve(chart(ENDS, end=4), engine="interpreted")
    assert found.grade is not None and found.verdict == "optimal" and "goes round" not in found.to_text()
