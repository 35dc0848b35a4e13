"""Yahtzee alone: thirteen boxes, three throws each, as many points as can be.

Best play of the whole game is worth 254.5877 points where a joker is forced, and 254.5896 where it is free (T. Verhoeff and E.
Scheffers, "Solitaire Yahtzee: Optimal Player and Proficiency Test", 1999; J. Glenn, "An Optimal Strategy for Yahtzee", 2006).
The whole game has hundreds of millions of states without the score, and is closed stage by stage; editions with a few of the
boxes, or without the bonus, are closed at once.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import By, Game, Range, Row, Size, dice, pool, record, require, ruling, showing, ways, weight

DICE = 5
SIDES = 6
THROWS = 3
BONUS_AT, BONUS = 63, 35
MOST = 1_575  # thirteen boxes of a game of nothing but sixes, and its bonuses


class Phase(IntEnum):
    """What happens next."""

    THROW = 0
    CHOOSE = 1
    OVER = 2


class Face(IntEnum):
    """What a die shows."""

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5


class Box(IntEnum):
    """What can be scored, once each; the first six are the upper section, in the order of the faces."""

    ONES = 0
    TWOS = 1
    THREES = 2
    FOURS = 3
    FIVES = 4
    SIXES = 5
    THREE_ALIKE = 6
    FOUR_ALIKE = 7
    FULL_HOUSE = 8
    SMALL_STRAIGHT = 9
    LARGE_STRAIGHT = 10
    YAHTZEE = 11
    CHANCE = 12


@pool(Face, most=DICE)
class Dice(IntEnum):
    """What up to five dice show."""


COUNT, WAYS = dice(Dice), ways(Dice)
SHOWN = tuple(showing(Dice, face)[each] for each in range(len(Dice)) for face in Face)
LOWER = (Box.THREE_ALIKE, Box.FOUR_ALIKE, Box.FULL_HOUSE, Box.SMALL_STRAIGHT, Box.LARGE_STRAIGHT, Box.YAHTZEE, Box.CHANCE)


@record
class Table:
    """The state: what the dice on the table show, what is still to be filled, and what it has brought."""

    phase: Phase
    dice: Annotated[Row[int], Size(SIDES), Range(0, DICE)]
    left: Annotated[int, Range(0, THROWS)]
    open: Annotated[Row[bool], By(Box)]
    upper: Annotated[int, Range(0, BONUS_AT)]
    fifty: bool
    score: Annotated[int, Range(0, MOST)]


@record
class Sheet:
    """The component data: how many dice there are, which boxes, and what a full upper section brings."""

    dice: Annotated[int, Range(1, DICE)]
    bonus: Annotated[int, Range(0, BONUS)]
    boxes: Annotated[Row[bool], By(Box)]


@record
class Grade:
    """The points."""

    score: Annotated[int, Range(0, MOST)]


game = Game(name="yahtzee", title="Yahtzee alone", state=Table, edition=Sheet, folder=Path(__file__).parent, ends=(Phase.OVER,))
sheet = game.edition


@game.setup
def lay_out(table: Table) -> None:
    """Everything is open."""
    for each in Box:
        table.open[each] = sheet.boxes[each]
    table.left = THROWS


@game.rule
def has_alike(table: Table, count: Annotated[int, Range(0, DICE)]) -> bool:
    """Whether so many dice show the same."""
    return any(shown >= count for shown in table.dice)


@game.rule
def has_run(table: Table, count: Annotated[int, Range(4, 5)]) -> bool:
    """Whether so many faces that follow each other are there."""
    return any(all(table.dice[start + step] > 0 for step in range(5) if step < count) for start in range(2)) or (
        count == 4 and all(table.dice[2 + step] > 0 for step in range(4)))


@game.rule
def total(table: Table) -> Annotated[int, Range(0, DICE * SIDES)]:
    """All eyes."""
    return min(DICE * SIDES, sum(table.dice[face] * (face + 1) for face in range(SIDES)))


@game.rule
def is_yahtzee(table: Table) -> bool:
    """All dice show the same."""
    return has_alike(table, sheet.dice)


@game.rule
def is_again(table: Table) -> bool:
    """A yahtzee after its box was filled."""
    return is_yahtzee(table) and not table.open[Box.YAHTZEE] and sheet.boxes[Box.YAHTZEE]


@game.rule
def own_box_is_open(table: Table) -> bool:
    """Whether the upper box of a yahtzee is open."""
    return any(table.dice[face] == sheet.dice and table.open[face] for face in range(SIDES))


@game.rule
def lower_is_open(table: Table) -> bool:
    """Whether a lower box is open."""
    return any(table.open[each] for each in LOWER)


@game.rule
def worth(table: Table, box: Box) -> Annotated[int, Range(0, 50)]:
    """What the dice are worth in a box."""
    joker = is_again(table) and not own_box_is_open(table)
    if box < Box.THREE_ALIKE:
        return min(DICE * SIDES, table.dice[box] * (box + 1))
    match box:
        case Box.THREE_ALIKE:
            return total(table) if has_alike(table, 3) else 0
        case Box.FOUR_ALIKE:
            return total(table) if has_alike(table, 4) else 0
        case Box.FULL_HOUSE:
            return 25 if joker or (any(shown == 3 for shown in table.dice) and any(shown == 2 for shown in table.dice)) else 0
        case Box.SMALL_STRAIGHT:
            return 30 if joker or has_run(table, 4) else 0
        case Box.LARGE_STRAIGHT:
            return 40 if joker or has_run(table, 5) else 0
        case Box.YAHTZEE:
            return 50 if is_yahtzee(table) else 0
        case _:
            return total(table)


@game.chance(Phase.THROW, tape="dice", clause="YA-01")
def throw(table: Table, result: Dice) -> None:
    """All dice that were not kept."""
    weight(WAYS[result] if COUNT[result] == sheet.dice - sum(shown for shown in table.dice) else 0)
    for face in range(SIDES):
        table.dice[face] += SHOWN[result * SIDES + face]
    table.left -= 1
    table.phase = Phase.CHOOSE


@game.decision(Phase.CHOOSE, clause="YA-02")
def keep(table: Table, kept: Dice) -> None:
    """Some of the dice stay, the others are thrown again."""
    require(table.left > 0, "YA-02")
    require(COUNT[kept] < sheet.dice and all(SHOWN[kept * SIDES + face] <= table.dice[face] for face in range(SIDES)), "YA-02")
    for face in range(SIDES):
        table.dice[face] = SHOWN[kept * SIDES + face]
    table.phase = Phase.THROW


@game.decision(Phase.CHOOSE, clause=("YA-03", "YA-04", "YA-05", "YA-06"))
def score(table: Table, box: Box) -> None:
    """A box is filled, and the next is played for."""
    require(table.open[box], "YA-03")
    if is_again(table) and ruling("YA-Q1") == "forced":
        require(box < Box.THREE_ALIKE or not own_box_is_open(table), "YA-06")
        require(box >= Box.THREE_ALIKE or table.dice[box] == sheet.dice or not (own_box_is_open(table) or lower_is_open(table)),
                "YA-06")
    points = worth(table, box)
    if is_again(table) and table.fifty:
        table.score += 100
    table.score += points
    if box < Box.THREE_ALIKE and table.upper < BONUS_AT and sheet.bonus > 0:
        table.upper = min(BONUS_AT, table.upper + points)
        if table.upper == BONUS_AT:
            table.score += sheet.bonus
    if box == Box.YAHTZEE:
        table.fifty = points == 50
    table.open[box] = False
    for face in range(SIDES):
        table.dice[face] = 0
    if any(table.open[each] for each in Box):
        table.left = THROWS
        table.phase = Phase.THROW
    else:
        table.left = 0
        table.upper = 0
        table.fifty = False
        table.phase = Phase.OVER


@game.progress
def filled(table: Table) -> Annotated[int, Range(0, len(Box))]:
    """How many boxes are filled."""
    return sum(1 for each in Box if not table.open[each])


@game.grade
def result(table: Table) -> Grade:
    """What was scored."""
    return Grade(score=table.score)
