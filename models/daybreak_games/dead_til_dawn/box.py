"""The component data: what the rulebook leaves to the cards, and what it states of them."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from daybreak_games.dead_til_dawn.cards import (
    Card,
    Character,
    CharacterSheet,
    EquipmentSheet,
    Event,
    EventSheet,
    Firearm,
    Horror,
    HorrorSheet,
    Item,
)
from verifier.lang import Bag, By, Range, Row, record

COPIES_MOST = 40  # of a card


class Seat(IntEnum):
    """The players, to the left round the table."""

    PLAYER_1 = 0
    PLAYER_2 = 1
    PLAYER_3 = 2
    PLAYER_4 = 3
    PLAYER_5 = 4
    PLAYER_6 = 5
    PLAYER_7 = 6
    PLAYER_8 = 7


@record
class Box:
    """The component data."""

    players: Annotated[int, Range(3, 8)]
    new: Annotated[Row[bool], By(Seat)]  # new players
    rounds: Annotated[int, Range(1, 8)]
    wounds: Annotated[int, Range(1, 9)]  # that kill, if cards do not say (reading DTD-01)
    start: Annotated[int, Range(0, 5)]  # Equipment cards of a player
    limit: Annotated[int, Range(1, 9)]  # Equipment cards of a Survivor
    turning: Annotated[int, Range(0, 5)]  # Zombie cards of a player who dies
    early: Annotated[int, Range(0, 5)]  # more of them before the Event of the own turn
    rising: Annotated[int, Range(0, 5)]  # Zombie cards at the start of a Zombie player's turn
    bite: bool  # the side of the coin that turns a Bitten Survivor; true: heads
    cast: Annotated[Bag[Character], Range(0, 6)]
    core: Annotated[Row[bool], By(Character)]
    characters: Annotated[Row[CharacterSheet], By(Character)]
    equipment: Annotated[Bag[Item], Range(0, COPIES_MOST)]
    sheets: Annotated[Row[EquipmentSheet], By(Card)]
    ammo: Annotated[Row[Annotated[int, Range(0, 3)]], By(Firearm)]  # tokens; 0: a Firearm without Ammo
    events: Annotated[Bag[Event], Range(0, COPIES_MOST)]
    says: Annotated[Row[EventSheet], By(Event)]
    zombies: Annotated[Bag[Horror], Range(0, COPIES_MOST)]
    horrors: Annotated[Row[HorrorSheet], By(Horror)]
