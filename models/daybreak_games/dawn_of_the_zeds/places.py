"""The words of the map: its tracks, the places where units can be, and what is known of a space.

Which space has a Village or a Mine, and what it leads to, is component data (`SpaceSheet`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from verifier.lang import Range, record, words

TRACK_LENGTH = 8  # a Start space, then numbers 6 to 0


class Track(IntEnum):
    """The tracks above ground."""

    FOREST = 0
    MOUNTAIN = 1
    HIGHWAY = 2
    SUBURBS = 3


@words("aside", "cemetery",
       "forest-start", "forest-6", "forest-5", "forest-4", "forest-3", "forest-2", "forest-1", "forest-0",
       "mountain-start", "mountain-6", "mountain-5", "mountain-4", "mountain-3", "mountain-2", "mountain-1", "mountain-0",
       "highway-start", "highway-6", "highway-5", "highway-4", "highway-3", "highway-2", "highway-1", "highway-0",
       "suburbs-start", "suburbs-6", "suburbs-5", "suburbs-4", "suburbs-3", "suburbs-2", "suburbs-1", "suburbs-0",
       "town-center")
class Place(IntEnum):
    """Where a unit can be: aside (not in play), the Cemetery, or a space of the map by track and number."""

    ASIDE = 0
    CEMETERY = 1
    FOREST_START, FOREST_6, FOREST_5, FOREST_4, FOREST_3, FOREST_2, FOREST_1, FOREST_0 = range(2, 10)
    MOUNTAIN_START, MOUNTAIN_6, MOUNTAIN_5, MOUNTAIN_4, MOUNTAIN_3, MOUNTAIN_2, MOUNTAIN_1, MOUNTAIN_0 = range(10, 18)
    HIGHWAY_START, HIGHWAY_6, HIGHWAY_5, HIGHWAY_4, HIGHWAY_3, HIGHWAY_2, HIGHWAY_1, HIGHWAY_0 = range(18, 26)
    SUBURBS_START, SUBURBS_6, SUBURBS_5, SUBURBS_4, SUBURBS_3, SUBURBS_2, SUBURBS_1, SUBURBS_0 = range(26, 34)
    TOWN_CENTER = 34


ZED_SPACES = tuple(Place)[Place.FOREST_START:Place.TOWN_CENTER]
SPACES = tuple(Place)[Place.FOREST_START:]
STARTS = ZED_SPACES[::TRACK_LENGTH]  # by track
# By place, those that are no space of a track at either end.  How far it is from Town Center; absent spaces of a track are
# counted, so this compares and does not measure.  And its track, which means nothing for Town Center.
STEPS = (0, 0, *(TRACK_LENGTH - number for _ in Track for number in range(TRACK_LENGTH)), 0)
TRACK_OF = (Track.FOREST, Track.FOREST, *(track for track in Track for _ in range(TRACK_LENGTH)), Track.FOREST)
NEAREST_FIRST = tuple(sorted(ZED_SPACES, key=lambda space: STEPS[space]))  # to Town Center; of equals, in the order of the map
RANKS = len(NEAREST_FIRST)
ZedSpace = Annotated[Place, Range(Place.FOREST_START, Place.SUBURBS_0)]  # where Zeds can be without having won
Space = Annotated[Place, Range(Place.FOREST_START, Place.TOWN_CENTER)]


class Ground(IntEnum):
    """What kind of space it is; absent spaces are not part of an edition's map."""

    ABSENT = 0
    START = 1
    PLAIN = 2  # a number only
    NAMED = 3
    VILLAGE = 4
    TOWN = 5
    TOWN_CENTER = 6


class Site(IntEnum):
    """The name on a space, for the cards that speak of it."""

    NONE = 0
    ST_THOMAS = 1
    FARM = 2
    MALL_DISTRICT = 3
    LEFTYS_PASS = 4
    MINE = 5
    CAMPGROUND = 6
    EAST_SIDE = 7
    INGEBURG = 8
    NUCLEAR_PLANT = 9
    DOWNTOWN = 10
    EAST_IREK = 11
    UNIVERSITY = 12
    BEAUXVILLE = 13
    SUSPENSION_BRIDGE = 14
    SUBURBIA = 15
    TOWN_CENTER = 16


class Finds(IntEnum):
    """What foraging on a space is looked up as."""

    NOTHING = 0  # no named space: there is no foraging
    MINE = 1
    FARM = 2
    TOWN = 3
    ELSEWHERE = 4


Found = Annotated[Finds, Range(Finds.MINE, Finds.ELSEWHERE)]  # where foraging finds anything


@record
class SpaceSheet:
    """A space of the map.  `ahead` is next towards Town Center, `behind` next towards Start; both lead to itself at an end.

    Two spaces are adjacent when one is ahead of the other.  Of a space that is absent, the rest means nothing.
    """

    ground: Ground
    site: Site
    finds: Finds
    ahead: Space
    behind: Space
