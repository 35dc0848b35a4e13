"""The component data: what the rulebook leaves to the copy of the game, and what it states of it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from daybreak_games.until_daylight.cards import (
    Character,
    CharacterSheet,
    Fate,
    Horde,
    Objective,
    ObjectiveSheet,
    Rubble,
    Sign,
    Token,
    Weapon,
    WeaponSheet,
)
from verifier.lang import Bag, By, Range, Row, Size, record

TICKS = 72  # moments of a Search phase at which the gong can come


class Seat(IntEnum):
    """The players, clockwise."""

    PLAYER_1 = 0
    PLAYER_2 = 1
    PLAYER_3 = 2
    PLAYER_4 = 3
    PLAYER_5 = 4
    PLAYER_6 = 5


@record
class Box:
    """The component data."""

    players: Annotated[int, Range(3, 6)]
    characters: Annotated[Row[Character], By(Seat)]
    boards: Annotated[Row[CharacterSheet], By(Character)]
    rounds: Annotated[int, Range(1, 10)]
    places: Annotated[int, Range(1, 12)]  # in an inventory
    rubble: Annotated[Bag[Rubble], Range(0, 40)]  # with all basic weapons
    horde: Annotated[Bag[Horde], Range(0, 60)]
    weapons: Annotated[Row[WeaponSheet], By(Weapon)]
    free_attack: bool  # an Energy Shot needs no action
    dice: Annotated[Row[Annotated[int, Range(0, 3)]], By(Horde)]  # that an enemy attacks with
    cards: Annotated[Row[Annotated[int, Range(0, 2)]], By(Horde)]  # of Rubble for killing one
    sides: Annotated[Row[Annotated[int, Range(0, 6)]], By(Sign)]  # of an Attack die
    fate: Annotated[Row[Annotated[int, Range(0, 6)]], By(Fate)]  # sides of the Die of Fate
    gong: Annotated[Row[Annotated[int, Range(0, 100)]], Size(TICKS)]  # how likely the gong is at each tick; 0: it cannot be
    gong_weighed: bool  # somebody knows how likely; otherwise the row says only when it can be
    turns: Annotated[int, Range(1, 24)]  # of a Search phase by reading UDL-01 'after-fixed-turns'
    objectives: Annotated[Row[ObjectiveSheet], By(Objective)]
    own_objectives: Annotated[Row[Annotated[Row[Objective], Size(3)]], By(Character)]
    secondary: Annotated[Bag[Objective], Range(0, 5)]
    recipes: Annotated[Row[Annotated[Row[Rubble], Size(2)]], By(Token)]  # the cards that a token is crafted from
    traps: Annotated[int, Range(0, 6)]
    barricades: Annotated[int, Range(0, 12)]
