"""The component data: what the rulebook leaves to the copy of the game, and what it states of it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from daybreak_games.survive_until_daylight.cards import (
    Assault,
    Character,
    CharacterSheet,
    CombatCard,
    CombatSheet,
    Coming,
    Horde,
    HordeSheet,
    Rubble,
    Type,
    Weapon,
    WeaponSheet,
)
from verifier.lang import Bag, By, Range, Row, Size, record


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
    """The component data.  A row of six is for 1 to 6 players, from the left, as the rulebook prints it."""

    players: Annotated[int, Range(1, 6)]
    first: Seat  # who has the First Player token at the start
    characters: Annotated[Row[Character], By(Seat)]
    boards: Annotated[Row[CharacterSheet], By(Character)]
    rounds: Annotated[int, Range(1, 6)]
    slots: Annotated[int, Range(1, 12)]
    slots_solo: Annotated[int, Range(1, 12)]
    commons: Annotated[int, Range(0, 1)]  # common weapons that each player chooses
    commons_solo: Annotated[int, Range(0, 2)]
    common: Annotated[Bag[Rubble], Range(0, 6)]  # the common weapons to choose from
    weapons: Annotated[Row[WeaponSheet], By(Weapon)]
    rubble: Annotated[Row[Annotated[Bag[Rubble], Range(0, 20)]], Size(6)]  # the Rubble cards numbered 1 to 6
    fill: Annotated[Row[Annotated[int, Range(0, 40)]], Size(6)]  # Rubble cards for a Round, for 1 to 6 players
    combat: Annotated[Bag[CombatCard], Range(0, 12)]
    combat_sheets: Annotated[Row[CombatSheet], By(CombatCard)]
    horde: Annotated[Bag[Horde], Range(0, 24)]
    horde_sheets: Annotated[Row[HordeSheet], By(Horde)]
    thresholds: Annotated[Row[Annotated[int, Range(1, 8)]], By(Type)]  # the Damage that defeats an enemy
    assaults: Annotated[Row[bool], By(Assault)]  # the cards in the deck
    waves: Annotated[Row[Annotated[Row[Coming], By(Type)]], By(Assault)]  # enemies of each type, for 1 to 6 players
    barricades: Annotated[int, Range(0, 6)]
    traps: Annotated[int, Range(0, 6)]
    grenades: Annotated[int, Range(0, 6)]
    spears: Annotated[int, Range(0, 3)]
