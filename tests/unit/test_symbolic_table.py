"""The state as symbolic cells: piles are turned over and back, and what keeps unknown cells a state keeps just the states."""

from __future__ import annotations

from enum import IntEnum
from itertools import product
from random import Random
from typing import Annotated, Any

import pytest
import z3

from tests.rule_modules import random_value, written
from verifier.lang import Bag, Pile, Range, Row, Size, record
from verifier.lang.layout import encode, slots
from verifier.lang.types import Type, record_type
from verifier.symbolic.lift.evaluate import Assignment, Packed
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import Cond, Flag, Num, Value, all_of, equal, negation, z3_flag

RULES = """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    table.phase = Phase.OVER
"""


class Colour(IntEnum):
    RED = 0
    GREEN = 1
    BLUE = 2


Warm = Annotated[Colour, Range(Colour.GREEN, Colour.BLUE)]


@record
class Piece:
    worth: Annotated[int, Range(2, 3)]
    marked: bool


@record
class Small:
    """A state with few values, whose piles and bags leave cells that no state uses."""

    flag: bool
    pieces: Annotated[Pile[Piece], Size(2)]
    warm: Annotated[Pile[Warm], Size(1)]
    bag: Annotated[Bag[Warm], Range(0, 1)]


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Type:
    """A state with one field of every type."""
    found: Type = written(tmp_path_factory.mktemp("probe"), RULES).game.state_type
    return found


def states(kind: Type, count: int = 200) -> list[Any]:
    random = Random(7)
    return [random_value(kind, random) for _ in range(count)]


def test_turning_piles_over_twice_changes_nothing(kind: Type) -> None:
    table = Table(kind)
    for state in states(kind):
        numbers = encode(kind, state)
        assert table.turned(table.turned(numbers)) == numbers


def test_a_turned_pile_lies_top_first(kind: Type) -> None:
    table, paths = Table(kind), [slot.path for slot in slots(kind)]
    seen = 0
    for state in states(kind):
        turned = table.turned(encode(kind, state))
        base = paths.index("cards.size")
        assert turned[base:base + 1 + state.cards.size] == [state.cards.size, *map(int, state.cards)]
        spot = next(each for each in table.piles if paths[each.base] == "spots[1].pieces.size")
        for place, piece in enumerate(state.spots[1].pieces):
            assert turned[spot.element(place):spot.element(place + 1)] == [piece.colour, piece.marked, piece.worth]
            seen += 1
    assert seen > 100


def test_known_cells_are_python_values(kind: Type) -> None:
    table = Table(kind)
    for state in states(kind, 50):
        cells = table.known(encode(kind, state))
        assert [type(cell) for cell in cells] == [bool if flag else int for flag in table.flags]
        assert table.decoded(None, cells) == encode(kind, state)


def test_unknown_cells_can_be_any_state(kind: Type) -> None:
    table = Table(kind)
    cells, kept = table.unknown("s.")
    packed, given = Packed([all_of(kept), *cells]), Assignment()
    for state in states(kind):
        turned = table.turned(encode(kind, state))
        given.give(cells, turned)
        assert packed.numbers(given) == [True, *turned]
        variables = [cell.term for cell in cells if isinstance(cell, (Num, Cond))]
        solver = z3.Solver()
        solver.add(z3_flag(all_of(kept)), *(z3_flag(_is(cell, number)) for cell, number in zip(cells, turned, strict=True)))
        assert solver.check() == z3.sat and len(variables) > 50
        assert table.decoded(solver.model(), cells) == encode(kind, state)
        if state.n == 0:
            break


def _is(cell: Value, number: int) -> Flag:
    return equal(cell, number) if isinstance(cell, (int, Num)) and not isinstance(cell, bool) \
        else cell if number else negation(cell)


def small_states(most: int) -> set[tuple[int, ...]]:
    """Every state of the small kind whose piles hold at most so many, as flat integers with the bottom first."""
    elements = list(product((2, 3), (0, 1)))
    piles = [(size, *(each for element in held for each in element), *[0] * (2 * (2 - size)))
             for size in range(min(most, 2) + 1) for held in product(elements, repeat=size)]
    warms = [(0, 0), (1, 1), (1, 2)]
    return {(flag, *pile, *warm, 0, green, blue) for flag in (0, 1) for pile in piles for warm in warms
            for green in (0, 1) for blue in (0, 1)}


@pytest.mark.parametrize("most", [None, 2, 1])
def test_unknown_cells_can_be_nothing_but_a_state(most: int | None) -> None:
    table = Table(record_type(Small))
    cells, kept = table.unknown("s.", most)
    variables = [cell.term for cell in cells if isinstance(cell, (Num, Cond))]
    solver, met = z3.Solver(), set()
    solver.add(z3_flag(all_of(kept)))
    while solver.check() == z3.sat:
        model = solver.model()
        met.add(tuple(table.decoded(model, cells)))
        solver.add(z3.Or([each != model.eval(each, model_completion=True) for each in variables]))
        assert len(met) <= 504
    assert met == small_states(2 if most is None else most)


def test_no_pile_holds_more_than_asked(kind: Type) -> None:
    table = Table(kind)
    cells, _ = table.unknown("s.", 1)
    for pile in table.piles:
        size = cells[pile.base]
        assert isinstance(size, Num) and (size.low, size.high) == (0, 1)
        assert all(cells[cell] in (False, 0) for cell in range(pile.element(1), pile.element(pile.most)))


def test_an_item_of_a_row_is_found_in_it() -> None:
    @record
    class Rows:
        row: Annotated[Row[Piece], Size(2)]

    table = Table(record_type(Rows))
    assert [slot.path for slot in table.slots] == ["row[0].worth", "row[0].marked", "row[1].worth", "row[1].marked"]
    assert table.flags == (False, True, False, True)
