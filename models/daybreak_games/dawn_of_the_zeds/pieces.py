"""The counters: Zeds by their Strengths, and the units of the players by name."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from verifier.lang import Range, Row, Size, Word, record, words

FACES = 6  # three Hits on the full side, then three on the reduced one
REDUCED_FACE = 4  # of a kind's six, its reduced side without Hits
KINDS = ("2/1", "3/1", "3/2", "4/1", "4/2", "4/3", "5/1", "5/2", "5/3", "5/4", "6/1", "6/3", "6/4", "7/4", "7/5", "8/4", "9/4")
MARKS = ("", "'", "''", "-", "-'", "-''")  # the reduced side is marked with a dash, Hits with strokes


@words(*KINDS)
class ZedKind(IntEnum):
    """The Zeds counters by their Strengths, full and reduced."""

    Z21, Z31, Z32, Z41, Z42, Z43, Z51, Z52, Z53, Z54, Z61, Z63, Z64, Z74, Z75, Z84, Z94 = range(17)


@words("none", *(kind + mark for kind in KINDS for mark in MARKS))
class Zed(IntEnum):
    """A Zeds unit with its side and Hits, or none: `6/3` is unhurt, `6/3''` has two Hits, `6/3-'` one on its reduced side.

    The members of a kind stand in the order of damage: one more Hit is the next member.
    """

    NONE = 0
    Z21, Z21H, Z21HH, Z21R, Z21RH, Z21RHH = range(1, 7)
    Z31, Z31H, Z31HH, Z31R, Z31RH, Z31RHH = range(7, 13)
    Z32, Z32H, Z32HH, Z32R, Z32RH, Z32RHH = range(13, 19)
    Z41, Z41H, Z41HH, Z41R, Z41RH, Z41RHH = range(19, 25)
    Z42, Z42H, Z42HH, Z42R, Z42RH, Z42RHH = range(25, 31)
    Z43, Z43H, Z43HH, Z43R, Z43RH, Z43RHH = range(31, 37)
    Z51, Z51H, Z51HH, Z51R, Z51RH, Z51RHH = range(37, 43)
    Z52, Z52H, Z52HH, Z52R, Z52RH, Z52RHH = range(43, 49)
    Z53, Z53H, Z53HH, Z53R, Z53RH, Z53RHH = range(49, 55)
    Z54, Z54H, Z54HH, Z54R, Z54RH, Z54RHH = range(55, 61)
    Z61, Z61H, Z61HH, Z61R, Z61RH, Z61RHH = range(61, 67)
    Z63, Z63H, Z63HH, Z63R, Z63RH, Z63RHH = range(67, 73)
    Z64, Z64H, Z64HH, Z64R, Z64RH, Z64RHH = range(73, 79)
    Z74, Z74H, Z74HH, Z74R, Z74RH, Z74RHH = range(79, 85)
    Z75, Z75H, Z75HH, Z75R, Z75RH, Z75RHH = range(85, 91)
    Z84, Z84H, Z84HH, Z84R, Z84RH, Z84RHH = range(91, 97)
    Z94, Z94H, Z94HH, Z94R, Z94RH, Z94RHH = range(97, 103)


# By Zed, in the order of `Zed`; what stands for none is never asked for, except its Strength.
ZED_KIND = (ZedKind.Z21, *(kind for kind in ZedKind for _ in MARKS))
ZED_REDUCED = (False, *(mark.startswith("-") for _ in KINDS for mark in MARKS))
ZED_HITS = (0, *(mark.count("'") for _ in KINDS for mark in MARKS))
ZED_STRENGTH = (0, *(int(kind.split("/")[mark.startswith("-")]) for kind in KINDS for mark in MARKS))
UNHURT = tuple(tuple(Zed)[zed - ZED_HITS[zed]] for zed in Zed)
# By ZedKind, without Hits.
FULL_SIDE, REDUCED_SIDE = tuple(Zed)[1::FACES], tuple(Zed)[REDUCED_FACE::FACES]


class Unit(IntEnum):
    """The units of the players: Heroes, Heroic Civilians, the seven counters of regular Civilians, and Mr. Johnson (DZ-56)."""

    PIAZZA = 0
    HERNANDEZ = 1
    SCHMIDT = 2
    HUNT = 3
    FURIES = 4
    CIVILIANS_1 = 5
    CIVILIANS_2 = 6
    CIVILIANS_3 = 7
    CIVILIANS_4 = 8
    CIVILIANS_5 = 9
    CIVILIANS_6 = 10
    CIVILIANS_7 = 11
    JOHNSON = 12


Civilians = Annotated[Unit, Range(Unit.CIVILIANS_1, Unit.CIVILIANS_7)]
COUNTERS = tuple(Unit)[Unit.CIVILIANS_1:Unit.JOHNSON]  # of regular Civilians
Who = Annotated[Unit | None, Word("nobody")]


class Player(IntEnum):
    """The players, as many of them as the edition says."""

    PLAYER_1 = 0
    PLAYER_2 = 1
    PLAYER_3 = 2
    PLAYER_4 = 3


class UnitKind(IntEnum):
    """What sort of unit it is."""

    HERO = 0
    HEROIC_CIVILIANS = 1
    CIVILIANS = 2


class Condition(IntEnum):
    """A unit's side and Hits.  A side that takes one Hit only goes on from `fresh` to `reduced`, from there out of play."""

    FRESH = 0
    HURT = 1
    REDUCED = 2
    REDUCED_HURT = 3


class Post(IntEnum):
    """Where a unit is at the start: aside, in Town Center, or drawn at random (for the Villages, then the reserve)."""

    ASIDE = 0
    TOWN_CENTER = 1
    DRAWN = 2


class CharacterAction(IntEnum):
    """What the Character Action marker of a unit lets the players do."""

    NONE = 0
    ITSELF = 1  # one action of its own
    CITADEL = 2  # a unit in Town Center fires, one column better
    LEADERSHIP = 3  # a Civilians unit on its space or an adjacent one takes an action


@record
class UnitSheet:
    """What a unit's counter and card say, in numbers.  Rows of three are by distance, 1 to 3 spaces."""

    kind: UnitKind
    full: Annotated[int, Range(1, 9)]
    reduced: Annotated[int, Range(1, 9)]
    move: Annotated[int, Range(0, 9)]  # 0: as a rule for its kind
    reach: Annotated[int, Range(0, 3)]  # how far it can fire; 0: it cannot
    fire: Annotated[Row[Annotated[int, Range(0, 9)]], Size(3)]  # its firing Strength; 0: that of its side
    fire_shift: Annotated[Row[Annotated[int, Range(0, 3)]], Size(3)]  # columns to the right
    fire_loss: Annotated[Row[Annotated[int, Range(0, 3)]], Size(3)]  # columns to the left; what a sheet leaves out is the lowest
    melee_shift: Annotated[int, Range(0, 3)]
    resists: Annotated[int, Range(0, 6)]  # how many of the highest results of a die cancel a Hit; 3: a 4, 5 or 6 does
    rerolls: bool  # one new roll in each hand-to-hand combat
    action: CharacterAction
    forage_dice: Annotated[int, Range(1, 2)]
    town_forage: Annotated[int, Range(0, 2)]  # added to the die of whoever forages in Town or Town Center
    free_center: bool  # entering Town Center costs no movement
    backs_up: bool  # may back up one space after firing, with units of its space
    actions_for_ammo: Annotated[int, Range(0, 3)]  # actions that pay for a shot without ammunition; 0: it cannot
    speech: bool  # once a game: each unit in Town or Town Center takes an action
    traps: Annotated[int, Range(0, 6)]  # the lowest die that hurts Zeds which enter its space, after which it backs up; 0: none
    ammo: Annotated[int, Range(0, 9)]  # brought along when it comes into play
    post: Post
