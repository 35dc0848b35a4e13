"""Sokoban in the rule language: a man pushes boxes onto marks, one at a time, and pulls none.  A level is an edition.

The levels are numbers of Microban by David W. Skinner, who lets them be distributed freely with credit.  They are written as is
usual: `#` a wall, `-` floor, `.` a mark, `$` a box, `@` the man, `*` and `+` a box and the man on a mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

from verifier.lang import Flaw, Game, Range, Row, Size, clause, record, require, words

SIZE = 9  # rows and columns, at most
PLACES = SIZE * SIZE
NEVER = 121  # how far a box is from the marks that can come to none: more than all pushes
MOST = 120  # pushes
STEP = (1, -1, SIZE, -SIZE)
Place = Annotated[int, Range(0, PLACES - 1)]


class Phase(IntEnum):
    """What happens next."""

    WALK = 0
    DONE = 1


class Way(IntEnum):
    """Where the man goes."""

    RIGHT = 0
    LEFT = 1
    DOWN = 2
    UP = 3


@words("#", "-", ".", "$", "*", "@", "+")
class Square(IntEnum):
    """What a level has in a place."""

    WALL = 0
    FLOOR = 1
    MARK = 2
    BOX = 3
    BOX_ON_MARK = 4
    MAN = 5
    MAN_ON_MARK = 6


@record
class Warehouse:
    """The state: the man, the boxes, and how often he has pushed."""

    phase: Phase
    man: Place
    boxes: Annotated[Row[bool], Size(PLACES)]
    pushes: Annotated[int, Range(0, MOST)]


@record
class Level:
    """The component data: the squares row by row, with walls all around, and how many pushes a box alone is from the marks."""

    squares: Annotated[Row[Square], Size(PLACES)]
    far: Annotated[Row[int], Size(PLACES), Range(0, NEVER)]


@record
class Grade:
    """Whether every box is on a mark, and how few pushes it took."""

    solved: bool
    unspent: Annotated[int, Range(0, MOST)]


game = Game(name="sokoban", title="Sokoban", state=Warehouse, edition=Level, folder=Path(__file__).parent, ends=(Phase.DONE,),
            wins="puts every box on a mark")
level = game.edition


@game.edition_check
def walls_are_all_around(level: Level) -> Iterator[Flaw]:
    """No step leads out of the level."""
    for place in range(PLACES):
        if level.squares[place] != Square.WALL and (place // SIZE in (0, SIZE - 1) or place % SIZE in (0, SIZE - 1)):
            yield Flaw("the level is open to the outside", ("squares", place), "put a wall there")


@game.edition_check
def far_is_counted_by_pulls(level: Level) -> Iterator[Flaw]:
    """A box alone is as many pushes from the marks as it can be pulled from them."""
    for place, count in enumerate(pulls(level)):
        if level.far[place] != count:
            yield Flaw("that is not how many pushes lead to a mark", ("far", place), f"write {count}")


def pulls(level: Any) -> list[int]:
    """How many pulls bring a box alone from a mark to each place, NEVER where none do, breadth-first from all marks."""
    free = [square != Square.WALL for square in level.squares]
    found = [0 if square in (Square.MARK, Square.BOX_ON_MARK, Square.MAN_ON_MARK) else NEVER for square in level.squares]
    queue = [place for place in range(PLACES) if found[place] == 0]
    for place in queue:
        for step in STEP:
            beyond = place + 2 * step
            if beyond in range(PLACES) and free[place + step] and free[beyond] and found[place + step] == NEVER:
                found[place + step] = found[place] + 1
                queue.append(place + step)
    return found


@game.setup
def set_up(warehouse: Warehouse) -> None:
    """The man and the boxes where the level has them."""
    for place in range(PLACES):
        warehouse.boxes[place] = level.squares[place] in (Square.BOX, Square.BOX_ON_MARK)
        if level.squares[place] in (Square.MAN, Square.MAN_ON_MARK):
            warehouse.man = place


@game.rule
def is_mark(place: Place) -> bool:
    """Whether a place is marked."""
    return level.squares[place] in (Square.MARK, Square.BOX_ON_MARK, Square.MAN_ON_MARK)


@game.decision(Phase.WALK, clause="SO-01")
def walk(warehouse: Warehouse, way: Way) -> None:
    """A step of the man; a box that is there is pushed on."""
    require(level.squares[warehouse.man + STEP[way]] != Square.WALL, "SO-01")
    require(not warehouse.boxes[warehouse.man + STEP[way]] or (
        level.squares[warehouse.man + 2 * STEP[way]] != Square.WALL and not warehouse.boxes[warehouse.man + 2 * STEP[way]]
        and warehouse.pushes < MOST), "SO-02")
    warehouse.man += STEP[way]
    if warehouse.boxes[warehouse.man]:
        clause("SO-02")
        warehouse.boxes[warehouse.man] = False
        warehouse.boxes[warehouse.man + STEP[way]] = True
        warehouse.pushes += 1
        if all(is_mark(place) for place in range(PLACES) if warehouse.boxes[place]):
            clause("SO-03")
            warehouse.phase = Phase.DONE


@game.rule
def to_go(warehouse: Warehouse) -> Annotated[int, Range(0, PLACES * NEVER)]:
    """The pushes that every box needs at least, were it alone."""
    return sum(level.far[place] for place in range(PLACES) if warehouse.boxes[place])


@game.goal
def done(warehouse: Warehouse) -> bool:
    """Every box is on a mark."""
    return warehouse.phase == Phase.DONE


@game.grade(order="ours: the fewest pushes, as solutions are compared")
def grade(warehouse: Warehouse) -> Grade:
    """Fewer pushes are better; steps do not count."""
    return Grade(solved=warehouse.phase == Phase.DONE, unspent=MOST - warehouse.pushes)


@game.bound
def bound(warehouse: Warehouse) -> Grade:
    """A push moves one box by one place: as many are left as the boxes are far from the marks."""
    left = MOST - warehouse.pushes - to_go(warehouse)
    return Grade(solved=left >= 0, unspent=max(0, left))


@game.estimate
def estimate(warehouse: Warehouse) -> Annotated[int, Range(-PLACES * NEVER, 0)]:
    """Boxes nearer to marks look better."""
    return -to_go(warehouse)


@game.invariant(clause="SO-01")
def nobody_is_in_a_wall(warehouse: Warehouse) -> bool:
    """The man and the boxes are on floor, and the man is on none of the boxes."""
    return level.squares[warehouse.man] != Square.WALL and not warehouse.boxes[warehouse.man] and all(
        level.squares[place] != Square.WALL for place in range(PLACES) if warehouse.boxes[place])
