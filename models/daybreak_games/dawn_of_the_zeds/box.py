"""The component data: what the rulebook leaves to the copy of the game, its map, tables, counters and cards."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import EventCard, EventSheet, FateCard, FateSheet
from daybreak_games.dawn_of_the_zeds.pieces import Player, Unit, UnitKind, UnitSheet, Who, ZedKind
from daybreak_games.dawn_of_the_zeds.places import Found, Space, SpaceSheet
from verifier.lang import Bag, By, Range, Row, Size, record

COLUMNS = 7  # of both combat tables
ROWS = 7

Hits = Annotated[int, Range(0, 9)]
Cells = Annotated[Row[Hits], Size(COLUMNS)]


@record
class Box:
    """The component data.  A space that the map leaves out is absent."""

    players: Annotated[int, Range(1, 4)]
    personal: Annotated[Row[Who], By(Player)]  # the Hero of each player at the start; of players who do not play, nobody
    map: Annotated[Row[SpaceSheet], By(Space, partial=True)]
    zeds_on_a_space: Annotated[int, Range(1, 2)]
    units_on_a_space: Annotated[int, Range(1, 2)]
    terrain_named: Annotated[int, Range(0, 6)]
    terrain_town: Annotated[int, Range(0, 6)]
    zeds: Annotated[Bag[ZedKind], Range(0, 12)]
    zed_hits_full: Annotated[int, Range(1, 3)]
    zed_hits_reduced: Annotated[int, Range(1, 3)]
    zeds_on_starts: Annotated[int, Range(0, 2)]
    units: Annotated[Row[UnitSheet], By(Unit)]
    moves: Annotated[Row[Annotated[int, Range(0, 9)]], By(UnitKind)]
    hits_full: Annotated[Row[Annotated[int, Range(1, 2)]], By(UnitKind)]
    hits_reduced: Annotated[Row[Annotated[int, Range(1, 2)]], By(UnitKind)]
    reserve: Annotated[int, Range(0, 7)]  # regular Civilians that start in Town Center
    saved_from: Annotated[int, Range(1, 7)]  # the lowest die of a Saving Roll that saves
    ammo: Annotated[int, Range(0, 20)]
    ammo_most: Annotated[int, Range(1, 20)]
    dice_row: Annotated[Row[Annotated[int, Range(0, ROWS - 1)]], Size(11)]  # the tables' row for a sum of 2 to 12
    melee_zeds: Annotated[Row[Cells], Size(ROWS)]  # hand-to-hand: Hits on the Zeds, columns from Zeds x3 to Human x3
    melee_unit: Annotated[Row[Cells], Size(ROWS)]  # hand-to-hand: Hits on the players' unit
    melee_zeds_lose: Annotated[Row[Annotated[Row[bool], Size(COLUMNS)]], Size(ROWS)]
    gunfire: Annotated[Row[Cells], Size(ROWS)]  # columns are firing Strengths 1 to 7
    forage: Annotated[Row[Annotated[Row[Annotated[int, Range(0, 6)]], Size(6)]], By(Found)]  # ammunition, by finds and die
    events: Annotated[Row[EventSheet], By(EventCard)]
    specials: Annotated[Row[Annotated[int, Range(0, 3)]], Size(4)]  # special events in the deck, by act
    normals: Annotated[Row[Annotated[int, Range(0, 7)]], Size(4)]
    fates: Annotated[Row[FateSheet], By(FateCard)]
