"""Boards fit the 80 columns of a terminal; one that does not says so."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from verifier.instance import load_instance
from verifier.line import Line, replay
from verifier.report.text.page import BOARD_WIDTH, table_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"
STARTS = ("until-dawn/demo.toml", "until-dawn/reshuffle.toml", "dawn-of-the-zeds/full.toml", "dawn-of-the-zeds/e10.toml",
          "survive-until-daylight/full.toml")


@pytest.mark.parametrize("start", STARTS)
def test_boards_of_games_at_random_fit(start: str) -> None:
    instance = load_instance(SCENARIOS / start)
    random, reference, seen = Random(7), instance.reference, 0
    events = list(replay(reference, instance.start, Line(())))
    while seen < 60 and (legal := reference.legal(events[-1].after if events else instance.start)):
        before = events[-1].after if events else instance.start
        events += replay(reference, before, Line((random.choice(legal).text,)))
        board = instance.board(events[-1].after)
        assert board is not None and max(map(len, board.split("\n"))) <= BOARD_WIDTH, board
        seen += 1
    assert seen > 5


def test_a_board_that_is_too_wide_says_so() -> None:
    assert table_of("x" * 80).plain == "x" * 80
    assert "101 columns wide" in table_of("ab\n" + "x" * 101).plain
