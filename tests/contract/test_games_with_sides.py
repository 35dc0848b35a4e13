"""Games that others have solved: who can force what, by the answers that they published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.games import four, heaps, noughts
from tests.games.heaps import MOST
from verifier.instance import Instance, instance_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.line import Line, replay
from verifier.program.program import Program, load
from verifier.results.forced import Forced
from verifier.scenarios.loader import new_scenario

# The nimbers of rows of 0 to 12 pins in Kayles (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956).
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4)

# Legal positions of four in a row by columns and rows: J. Tromp, John's Connect Four Playground (tromp.github.io/c4/c4.html);
# counted anew by M. Böck, Strongly solving 7 x 6 Connect-Four (arXiv 2507.05267), with the smaller boards.  Draws by Tromp.
POSITIONS = {(4, 4): 161_029, (5, 4): 3_945_711, (4, 5): 1_706_255}
SMALLER = {(1, 1): 2, (2, 2): 18, (3, 3): 869, (4, 1): 35, (5, 1): 96, (4, 2): 741, (1, 4): 5, (2, 4): 179, (2, 5): 537}


@cache
def program(module: Any) -> Program:
    return load(module.game)


def instance(module: Any, edition: str, rulings: Mapping[str, str] | None = None, **values: Any) -> Instance:
    """A game at its start, with other component data."""
    scenario = new_scenario(module.game, title=edition, rulings=rulings)
    found = load_edition(module.game, edition, Path())
    record = copied(found.record)
    for name, value in values.items():
        setattr(record, name, value)
    return instance_of(evolve(scenario, edition=evolve(found, record=record)), program(module))


def heap(edition: str, sizes: Iterable[int]) -> Instance:
    given = list(sizes)
    made = instance(heaps, edition)
    for size in range(MOST + 1):
        made.setting.edition.heaps[size] = given.count(size)
    return Instance(made.scenario, made.program, made.setting, made.reference, made.reference.set_up())


def after(of: Instance, *events: str) -> Instance:
    """A game some events later."""
    *_, last = replay(of.reference, of.start, Line(events))
    return Instance(of.scenario, of.program, of.setting, of.reference, last.after)


def asked(of: Instance, seats: str, **options: Any) -> Forced:
    found = daybreak.force(of, seats, **{"engine": "interpreted", "certify": True, "against": "rest", **options})
    assert found.exact and not found.strategy.is_open and not found.replies.is_open
    return found


@pytest.mark.parametrize("seat", ["cross", "nought"])
def test_noughts_and_crosses_is_a_draw(seat: str) -> None:
    found = asked(instance(noughts, "plain"), seat)
    assert (found.states, found.least, found.line[-1:] != ()) == (5_478, 1, True)
    assert found.strategy.positions and found.replies.positions


@pytest.mark.parametrize("sizes", [(1,), (2, 2), (1, 2, 3), (1, 2, 4), (3, 4, 5), (1, 4, 5), (2, 5, 7), (1, 1, 2, 2),
                                   (1, 2, 3, 4)])
def test_nim_is_won_where_the_heaps_do_not_cancel_out(sizes: tuple[int, ...]) -> None:
    assert asked(heap("nim", sizes), "first").least is (reduce(xor, sizes) != 0)
    assert asked(heap("nim", sizes), "second").least is (reduce(xor, sizes) == 0)


@pytest.mark.parametrize("sizes", [(5,), (8,), (11,), (1, 4), (2, 7), (3, 6), (4, 8), (5, 9), (2, 3), (1, 2, 3), (2, 4, 3)])
def test_kayles_is_won_where_the_nimbers_do_not_cancel_out(sizes: tuple[int, ...]) -> None:
    assert asked(heap("kayles", sizes), "first").least is (reduce(xor, (KAYLES[size] for size in sizes)) != 0)


def test_with_help_anybody_can_win_and_the_line_is_a_shortest() -> None:
    found = asked(instance(noughts, "plain"), "nought", against="nobody")
    assert (found.least, len(found.line)) == (2, 6)
    assert len(asked(heap("nim", (3, 4, 5)), "second", against="nobody").line) == 4  # three heaps need three, and one more
    assert asked(heap("nim", (1,)), "second", against="nobody").least is False


def test_both_together_get_what_is_worst_for_one_of_them() -> None:
    middle_and_corner = after(instance(noughts, "plain"), "mark 4", "mark 0")
    assert asked(middle_and_corner, "cross,nought").least == 1
    assert asked(heap("nim", (3, 4, 5)), "0,1").least is False


def draws(columns: int, rows: int, states: int, engine: str) -> None:
    found = daybreak.force(instance(four, "4x4", columns=columns, rows=rows), "first", against="rest", engine=engine)
    assert (found.states, found.least, found.exact) == (states, 1, True)


@pytest.mark.parametrize(("columns", "rows"), SMALLER)
def test_four_in_a_row_on_small_boards_is_a_draw(columns: int, rows: int) -> None:
    draws(columns, rows, SMALLER[columns, rows], "interpreted")


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows"), POSITIONS)
def test_four_in_a_row_on_larger_boards_is_a_draw(columns: int, rows: int) -> None:
    draws(columns, rows, POSITIONS[columns, rows], "native")


@pytest.mark.parametrize("played", [("hold", "hold"), pytest.param((), marks=pytest.mark.long)], ids=["unhelped", "asked"])
@pytest.mark.parametrize("seats", ["player-1", "player-2", "player-3", "player-1,player-2", "player-1,player-3"])
def test_check_says_of_each_property_what_force_does(seats: str, played: tuple[str, ...]) -> None:
    instance = daybreak.scenario("scenarios/dead-til-dawn/refusing-to-help.toml")
    instance = after(instance, *played) if played else instance
    names = ["somebody-sees-the-dawn", "the-hideout-is-one", "rounds-are-counted"]
    found = daybreak.check(instance, seats=seats, properties=names, engine="interpreted")
    for row in found.properties:
        alone = daybreak.force(instance, seats, against="rest", to=row.name, engine="interpreted")
        assert alone.exact and str(row.verdict) == ("proved" if alone.least else "refuted")
        assert row.line == (() if alone.least is (row.kind == "invariant") else alone.line)
    assert found.states == alone.states
