"""The size of a position: what has to be laid out of it, counted, and as z3 is told."""

from __future__ import annotations

from enum import IntEnum
from itertools import islice
from typing import Annotated

import pytest

from daybreak_games.dawn_of_the_zeds import game as dawn_of_the_zeds
from daybreak_games.until_dawn import game as until_dawn
from verifier.lang import Bag, Pile, Range, Row, Size, Word, record
from verifier.lang.layout import encode, width
from verifier.lang.size import laid_out
from verifier.lang.types import record_type
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import is_number
from verifier.symbolic.solver import Outcome, Solver
from verifier.testing import random_typed


class Colour(IntEnum):
    """Of a counter."""

    NONE = 0
    RED = 1


@record
class Square:
    """Two counters and a height."""

    counters: Annotated[Row[Colour], Size(2)]
    height: Annotated[int, Range(-2, 2)]


@record
class Board:
    """Rows of records, of rows and of numbers; what is in no row does not count."""

    phase: Annotated[int, Range(0, 3)]
    squares: Annotated[Row[Square], Size(2)]
    lanes: Annotated[Row[Annotated[Row[Colour], Size(3)]], Size(2)]
    heights: Annotated[Row[Annotated[int, Range(-1, 1)]], Size(2)]
    left: Annotated[Bag[Colour], Range(0, 3)]


@record
class Shelf:
    """Piles, one of them in a row, a row of what may be held of them, and others that do not count beside them."""

    open: Annotated[Row[bool], Size(2)]
    held: Annotated[Row[Annotated[Colour | None, Word("nothing")]], Size(3)]
    shown: Annotated[Row[Colour], Size(2)]
    next: Annotated[Colour | None, Word("nothing")]
    pile: Annotated[Pile[Colour], Size(4)]
    lanes: Annotated[Row[Annotated[Pile[Colour], Size(2)]], Size(2)]


def test_without_piles_the_items_of_rows_count_that_are_not_blank() -> None:
    kind = record_type(Board)
    counted, board = laid_out(kind), Board()
    assert (counted.most, counted.of(encode(kind, board))) == (2 + 2 * 3 + 2, 0)
    board.phase = 2
    board.left.add(Colour.RED)
    assert counted.of(encode(kind, board)) == 0
    board.heights[1] = 0  # blank is the lowest value, not 0
    board.lanes[0][2] = board.lanes[1][0] = Colour.RED
    board.squares[1].height = 1
    board.squares[1].counters[0] = Colour.RED
    assert counted.of(encode(kind, board)) == 1 + 2 + 1


def test_where_there_are_piles_their_elements_count_and_what_is_held_of_them() -> None:
    kind = record_type(Shelf)
    counted, shelf = laid_out(kind), Shelf()
    shelf.open[0] = True
    shelf.shown[0] = shelf.next = Colour.RED
    for pile in (shelf.pile, shelf.pile, shelf.lanes[1]):
        pile.put_top(Colour.RED)
    assert (counted.most, counted.of(encode(kind, shelf))) == (4 + 2 * 2 + 3, 3)
    shelf.held[1], shelf.held[2] = Colour.NONE, Colour.RED  # one of them is the lowest of its kind, and lies there all the same
    assert counted.of(encode(kind, shelf)) == 5


@pytest.mark.parametrize("game", [dawn_of_the_zeds, until_dawn])
def test_z3_is_told_the_same(game: object) -> None:
    program = load(game)  # type: ignore[arg-type]
    kind = program.game.state_type
    table, counted, sizes = Table(kind), laid_out(kind), set()
    states = [blank(kind), *(position.state for position in islice(random_typed(program, seed=1, count=12), 12))]
    for state in states:
        numbers = program.encode(state)
        assert len(numbers) == width(kind)
        cells, size = table.known(numbers), counted.of(numbers)
        assert table.laid_out(cells) == size
        assert [table.is_small(cells, most) for most in (size - 1, size, size + 1)] == [False, True, True]
        sizes.add(size)
    assert len(sizes) > 5 and 0 in sizes
    solver = Solver()
    unknown, kept = table.unknown("")
    solver.require([*kept, *(is_number(mine, number) for mine, number in zip(unknown, table.turned(numbers), strict=True))])
    for most in (size - 1, size):
        solver.name(f"at most {most}", table.is_small(unknown, most))
    assert [solver.ask([f"at most {most}"]).outcome for most in (size - 1, size)] == [Outcome.UNSAT, Outcome.SAT]
