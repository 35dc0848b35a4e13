"""The event and fate cards of the Basic Game, and what of them is component data."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from daybreak_games.dawn_of_the_zeds.places import Track
from verifier.lang import Pile, Range, Size, extends, record

SYMBOLS_MOST = 6


class EventCard(IntEnum):
    """The event cards, by names of our own."""

    WITHDRAWAL = 0
    HUNTING_CABIN = 1
    ARMED_CIVILIANS = 2
    NIGHT_MOUNTAIN = 3
    NIGHT_SUBURBS = 4
    NIGHT_FOREST = 5
    NIGHT_HIGHWAY = 6
    UNDERFOOT = 7
    CONTAGION = 8
    FRESH_WAVE = 9
    NEW_HERO = 10
    MINE_BLAST = 11
    NIGHTFALL = 12
    TOUGH_ZEDS = 13
    BAD_SMELL = 14
    BRAINS_ONE = 15
    REPLACEMENTS = 16
    KEEP_CALM = 17
    BRAINS_TWO = 18
    END_FOUR = 19
    END_FATED = 20


@extends(Track)
class Symbol(IntEnum):
    """A symbol in the Zeds section of an event card that is no track; they are dealt with in its order, from left to right."""

    ALL = 4  # every track once
    FATED_TWICE = 5
    MOVEMENT_PRESSURE = 6
    PLACEMENT_PRESSURE = 7


class Moment(IntEnum):
    """When a card's event happens."""

    ZEDS_PHASE_START = 0
    ZEDS_PHASE_END = 1
    ACTION_PHASE_START = 2
    ACTION_PHASE_END = 3


class Effect(IntEnum):
    """What a card's event does, beside its tracks and actions."""

    WITHDRAWAL = 0  # new Zed on an empty Start space, else that of the weakest; entered units may withdraw this turn
    CABIN = 1  # a unit on the Campground finds ammunition
    ARMED = 2  # a regular Civilians unit is one column better from now on
    NIGHT = 3  # new Zed on the Start space of `track`; no Terrain shifts in the Zeds Phase
    UNDERFOOT = 4  # fate draw; a unit on that track takes the Hits of an attack in the Equal column, with Terrain
    CONTAGION = 5  # fate draw; new Zed there; each regular Civilians unit eliminated this turn leaves a Zed on its space
    FRESH_WAVE = 6  # new Zed on every Start space; all Zeds lose their Hit markers
    NEW_HERO = 7  # a Hero not in play comes to Town Center or a Start space
    MINE_BLAST = 8  # units in the Mine take a Hit and retreat; nobody enters it this turn
    TOUGH = 9  # new Zed on the Start space of `track`; the strongest Zed ignores Hits on 1-3
    SMELL = 10  # a Zed with its reduced side up comes upon a unit outside Town Center; it recovers if it wins
    BRAINS = 11  # no other phase; Zeds that win go on
    REPLACE = 12  # Zeds of Strength 3 or less are replaced by new ones
    CALM = 13  # a Hero attacks hand to hand two columns better this turn
    WIN = 14


@record
class EventSheet:
    """An event card.  `track` is the one that its effect names, if any; pressure symbols count with several players."""

    act: Annotated[int, Range(1, 5)]  # 5: a last card
    special: bool
    zeds: Annotated[Pile[Track | Symbol], Size(SYMBOLS_MOST)]
    actions: Annotated[int, Range(0, 6)]
    moment: Moment
    effect: Effect
    track: Track
    amount: Annotated[int, Range(0, 6)]


class FateCard(IntEnum):
    """The fate cards, by names of our own."""

    BACKHOE = 0
    LAKE_ZEDS = 1
    CIVILIAN_LEADER = 2
    ADRENALINE = 3
    COORDINATOR = 4
    LIVING_DEAD = 5
    DETERMINATION = 6
    BAD_AMMO = 7


@extends(Track)
class Fated(IntEnum):
    """What the top of a fate card says of the track, where it does not name one."""

    MOST_ZEDS = 4
    FEWEST_ZEDS = 5
    CHOICE = 6


class Twist(IntEnum):
    """What a fate card's text does."""

    ATTACK_SHIFT = 0  # hold: a unit's hand-to-hand attack is `amount` columns better
    ZED_AT_CAMPGROUND = 1
    LEADER = 2  # hold: a regular Civilians unit is one column better from now on
    EVENT_ACTIONS = 3  # hold: `amount` more Event Actions
    NEW_CIVILIANS = 4  # hold: a new Civilians unit in Town Center
    ZEDS_AT_ST_THOMAS = 5
    ZEDS_BEATEN_OFF = 6  # hold: attacking Zeds that won take `amount` Hits and retreat instead
    AMMO_LOST = 7


@record
class FateSheet:
    """A fate card; one that is held may be used later, any other is played at once."""

    fated: Track | Fated
    held: bool
    twist: Twist
    amount: Annotated[int, Range(0, 6)]


class FatePile(IntEnum):
    """Where a fate card is."""

    DECK = 0
    HELD = 1
    OPEN = 2  # being resolved
    DISCARD = 3
