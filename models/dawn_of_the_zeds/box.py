"""The component data: what the rulebook leaves to the copy of the game, its map, tables, counters and cards."""

from __future__ import annotations

from typing import Annotated

from models.dawn_of_the_zeds.cards import EVENT_CARDS, FATE_CARDS, EventSheet, FateSheet
from models.dawn_of_the_zeds.pieces import UnitSheet, ZedKind
from models.dawn_of_the_zeds.places import SPACES, SpaceSheet
from verifier.lang import Bag, Range, Row, Size, record

COLUMNS = 7  # of both combat tables
ROWS = 7
UNITS = 13

Hits = Annotated[int, Range(0, 9)]
Cells = Annotated[Row[Hits], Size(COLUMNS)]


@record
class Box:
    """The component data.  Rows of sheets are in the order of the enum that each sheet names first."""

    players: Annotated[int, Range(1, 4)]
    map: Annotated[Row[SpaceSheet], Size(SPACES)]
    zeds_on_a_space: Annotated[int, Range(1, 2)]
    units_on_a_space: Annotated[int, Range(1, 2)]
    terrain_named: Annotated[int, Range(0, 6)]
    terrain_town: Annotated[int, Range(0, 6)]
    zeds: Annotated[Bag[ZedKind], Range(0, 12)]
    zed_hits_full: Annotated[int, Range(1, 3)]
    zed_hits_reduced: Annotated[int, Range(1, 3)]
    zeds_on_starts: Annotated[int, Range(0, 2)]
    units: Annotated[Row[UnitSheet], Size(UNITS)]
    moves: Annotated[Row[Annotated[int, Range(0, 9)]], Size(3)]  # by kind of unit
    hits_full: Annotated[Row[Annotated[int, Range(1, 2)]], Size(3)]  # by kind of unit
    hits_reduced: Annotated[Row[Annotated[int, Range(1, 2)]], Size(3)]
    reserve: Annotated[int, Range(0, 7)]  # regular Civilians that start in Town Center
    saved_from: Annotated[int, Range(1, 7)]  # the lowest die of a Saving Roll that saves
    ammo: Annotated[int, Range(0, 20)]
    ammo_most: Annotated[int, Range(1, 20)]
    dice_row: Annotated[Row[Annotated[int, Range(0, ROWS - 1)]], Size(11)]  # the tables' row for a sum of 2 to 12
    melee_zeds: Annotated[Row[Cells], Size(ROWS)]  # hand-to-hand: Hits on the Zeds, columns from Zeds x3 to Human x3
    melee_unit: Annotated[Row[Cells], Size(ROWS)]  # hand-to-hand: Hits on the players' unit
    melee_zeds_lose: Annotated[Row[Annotated[Row[bool], Size(COLUMNS)]], Size(ROWS)]
    gunfire: Annotated[Row[Cells], Size(ROWS)]  # columns are firing Strengths 1 to 7
    forage: Annotated[Row[Annotated[Row[Annotated[int, Range(0, 6)]], Size(6)]], Size(5)]  # ammunition, by finds and die
    events: Annotated[Row[EventSheet], Size(EVENT_CARDS)]
    specials: Annotated[Row[Annotated[int, Range(0, 3)]], Size(4)]  # special events in the deck, by act
    normals: Annotated[Row[Annotated[int, Range(0, 7)]], Size(4)]
    fates: Annotated[Row[FateSheet], Size(FATE_CARDS)]
