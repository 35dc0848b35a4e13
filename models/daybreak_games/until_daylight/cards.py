"""The cards, dice and tokens, and what of them is component data."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from verifier.lang import Range, dice, pool, record, showing, ways


class Rubble(IntEnum):
    """The Rubble cards; from `GUN` on weapons, from `CHAINSAW` on the basic ones, from `RATS` on Events.

    The rulebook names some of them; the others have names of our own (UDL-98).
    """

    GUN_AMMO = 0
    ARROW = 1
    PLANKS = 2
    NAILS = 3
    WIRES = 4
    EXPLOSIVES = 5
    FOOD_1 = 6
    FOOD_2 = 7
    ENERGY_SHOT = 8
    VITALITY = 9
    FOCUS = 10
    BLOODLUST = 11
    LUCKY = 12
    ENERGY_DRINK = 13
    VEST = 14
    SYMBOL = 15
    PICKPOCKET = 16
    GUN = 17
    BOW = 18
    MACHETE = 19
    CHAINSAW = 20
    CROWBAR = 21
    HAMMER = 22
    PISTOL = 23
    AXE = 24
    LONGBOW = 25
    RATS = 26
    HOLE = 27
    NOISE = 28


Item = Annotated[Rubble, Range(Rubble.GUN_AMMO, Rubble.LONGBOW)]
Weapon = Annotated[Rubble, Range(Rubble.GUN, Rubble.LONGBOW)]
Food = Annotated[Rubble, Range(Rubble.FOOD_1, Rubble.FOOD_2)]
Boost = Annotated[Rubble, Range(Rubble.VITALITY, Rubble.BLOODLUST)]  # declared before the dice are rolled
AMMO = (Rubble.GUN_AMMO, Rubble.ARROW)
ITEMS = tuple(Rubble)[:Rubble.RATS]
WEAPONS = tuple(Rubble)[Rubble.GUN:Rubble.RATS]
BASIC = tuple(Rubble)[Rubble.CHAINSAW:Rubble.RATS]
EVENTS = tuple(Rubble)[Rubble.RATS:]
UNSTACKED = tuple(Rubble)[Rubble.PLANKS:Rubble.RATS]


class Ammo(IntEnum):
    """What a ranged weapon is fired with; a melee weapon needs none."""

    NONE = 0
    GUN_AMMO = 1
    ARROW = 2


@record
class WeaponSheet:
    """What a weapon card says: its own dice, the Ammo it is fired with, and its symbols for noise and for not being discarded."""

    dice: Annotated[int, Range(0, 6)]
    ammo: Ammo
    noisy: bool
    kept: bool


class Character(IntEnum):
    """The characters; the rulebook names the Psycho and the Haggler."""

    PSYCHO = 0
    HAGGLER = 1
    PILLAR = 2
    TRIGGER = 3
    DRIFTER = 4
    HIPSTER = 5


class Advantage(IntEnum):
    """What an Advantage does, once or for the leader twice.  Most boards are not public: these are for a reader with the box."""

    NONE = 0
    MELEE_DIE = 1  # a die more in melee
    RANGED_DIE = 2  # a die more at range
    PLACES = 3  # two more places in the inventory
    MEALS = 4  # food heals 1 more
    FINDS = 5  # a Rubble card more for a Monster


class Drawback(IntEnum):
    """What a Drawback does."""

    NONE = 0
    MELEE_DIE = 1  # a die less in melee
    RANGED_DIE = 2  # a die less at range
    NO_RAIDER_CARD = 3  # no Rubble card for a Raider
    MONSTER_CARD = 4  # a Rubble card less for a Monster


class Feat(IntEnum):
    """What Objectives count."""

    WANDERERS = 0  # killed
    RAIDERS = 1
    BRUTES = 2
    MONSTERS = 3
    SURVIVORS = 4  # saved
    TOKENS = 5  # crafted


class Objective(IntEnum):
    """The Objective cards.  None is public, so they are numbered."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4
    SIXTH = 5
    SEVENTH = 6
    EIGHTH = 7
    NINTH = 8
    TENTH = 9


@record
class ObjectiveSheet:
    """An Objective card: so many of something, and the experience for it."""

    feat: Feat
    number: Annotated[int, Range(1, 20)]
    points: Annotated[int, Range(1, 3)]


@record
class CharacterSheet:
    """A character board with its cards."""

    health: Annotated[int, Range(1, 12)]
    advantage: Advantage
    drawback: Drawback
    weapon: Weapon


class Horde(IntEnum):
    """The Horde cards; all of a type are alike."""

    WANDERER = 0
    RAIDER = 1
    BRUTE = 2
    MONSTER = 3
    SURVIVOR = 4


Infected = (Horde.WANDERER, Horde.BRUTE, Horde.MONSTER)


class Fate(IntEnum):
    """The sides of the Die of Fate."""

    FEWER = 0  # Horde cards
    MORE = 1
    DISCARD = 2  # a Rubble card
    DRAW = 3
    HEAL = 4
    HURT = 5


class Sign(IntEnum):
    """The signs of an Attack die."""

    MISS = 0
    BODY = 1
    HEAD = 2


@pool(Sign, most=6)
class Roll(IntEnum):
    """What up to six Attack dice show."""


Damage = Annotated[Sign, Range(Sign.BODY, Sign.HEAD)]
MISSES, BODIES, HEADS = showing(Roll, Sign.MISS), showing(Roll, Sign.BODY), showing(Roll, Sign.HEAD)
DICE, WAYS = dice(Roll), ways(Roll)
DICE_MOST = 6
POWERS: tuple[int, ...] = tuple(sides**number for sides in range(7) for number in range(7))  # of 0 to 6, to the power of 0 to 6


class Token(IntEnum):
    """What is crafted."""

    TRAP = 0
    BARRICADE = 1
