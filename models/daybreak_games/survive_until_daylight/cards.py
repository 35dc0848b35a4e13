"""The cards: Rubble, Combat, Horde and Assault cards, and what of them is component data."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from verifier.lang import Range, Row, Size, record


class Rubble(IntEnum):
    """The Rubble cards, and the weapons that players start with; from `RODENT` on, Bad Luck.

    Unique weapons are named after their owners. Common weapons and everything that the rulebook leaves to pictures have names of
    our own (SUD-90).
    """

    GUN_AMMO = 0
    ARROW = 1
    PLANKS = 2
    NAILS = 3
    SHARDS = 4
    WIRES = 5
    EXPLOSIVES = 6
    JUNK = 7
    FOOD_1 = 8
    FOOD_2 = 9
    FOOD_3 = 10
    ENERGY_RED = 11
    ENERGY_GREEN = 12
    FOCUS = 13
    BLOOD_LUST = 14
    VITALITY = 15
    CHEER = 16
    LUCKY = 17
    BACKPACK = 18
    PILLAR_WEAPON = 19
    PSYCHO_WEAPON = 20
    TRIGGER_WEAPON = 21
    DRIFTER_WEAPON = 22
    HAGGLER_WEAPON = 23
    HIPSTER_BOW = 24
    KNIFE = 25
    BAT = 26
    AXE = 27
    PISTOL = 28
    SHOTGUN = 29
    RIFLE = 30
    BOW = 31
    CROSSBOW = 32
    RODENT = 33
    CROW = 34
    BROKEN_BONE = 35


Item = Annotated[Rubble, Range(Rubble.GUN_AMMO, Rubble.CROSSBOW)]
Weapon = Annotated[Rubble, Range(Rubble.PILLAR_WEAPON, Rubble.CROSSBOW)]
Common = Annotated[Rubble, Range(Rubble.KNIFE, Rubble.CROSSBOW)]
Drink = Annotated[Rubble, Range(Rubble.ENERGY_RED, Rubble.ENERGY_GREEN)]
Boost = Annotated[Rubble, Range(Rubble.FOCUS, Rubble.VITALITY)]  # Special cards played during an attack
Food = Annotated[Rubble, Range(Rubble.FOOD_1, Rubble.FOOD_3)]
ITEMS = tuple(Rubble)[:Rubble.RODENT]
WEAPONS = tuple(Rubble)[Rubble.PILLAR_WEAPON:Rubble.RODENT]
UNIQUE = tuple(Rubble)[Rubble.PILLAR_WEAPON:Rubble.KNIFE]
COMMON = tuple(Rubble)[Rubble.KNIFE:Rubble.RODENT]
STACKED = tuple(Rubble)[:Rubble.JUNK]  # Ammo and ingredients: any number of a kind lies in one slot
BAD_LUCK = tuple(Rubble)[Rubble.RODENT:]
UNSTACKED = tuple(Rubble)[Rubble.JUNK:Rubble.RODENT]


class Ammo(IntEnum):
    """What a weapon needs to be fired."""

    NONE = 0
    GUN_AMMO = 1
    ARROW = 2


@record
class WeaponSheet:
    """What a weapon card says: fixed Damage, Splash Damage, Combat cards beside those for Ammo, and the Ammo it needs."""

    damage: Annotated[int, Range(0, 6)]
    splash: Annotated[int, Range(0, 3)]
    cards: Annotated[int, Range(0, 3)]
    ammo: Ammo


class Character(IntEnum):
    """The characters."""

    PILLAR = 0
    PSYCHO = 1
    TRIGGER = 2
    DRIFTER = 3
    HAGGLER = 4
    HIPSTER = 5


class Perk(IntEnum):
    """What a Perk does.  The character boards are not public, so these are ours, for a reader with the box to choose from."""

    NONE = 0
    STRONG = 1  # each attack deals 1 more Damage
    KEEN = 2  # each attack draws a Combat card more
    WILD = 3  # each attack deals 1 more Splash Damage
    TIRELESS = 4  # one more action, once a Round


@record
class CharacterSheet:
    """A character board: the length of the Health tracker, the Main Perk, and the one for the First Player."""

    health: Annotated[int, Range(1, 12)]
    main: Perk
    first: Perk


class CombatCard(IntEnum):
    """The Combat cards, by names of our own; what they do is component data."""

    MINUS_2 = 0
    MINUS_1 = 1
    ZERO = 2
    PLUS_1 = 3
    PLUS_2 = 4
    PLUS_3 = 5
    RECKLESS = 6
    SPLASH_1 = 7
    SPLASH_2 = 8
    SPRAY = 9
    LOOSE_RUBBLE = 10


@record
class CombatSheet:
    """A Combat card: what it adds to the Damage, its Splash Damage, and its symbols."""

    damage: Annotated[int, Range(-2, 3)]
    splash: Annotated[int, Range(0, 3)]
    crossed: bool  # an X stands at its Splash Damage
    hurts: Annotated[int, Range(0, 3)]  # Damage to whoever drew it
    finds: bool  # Loose Rubble


class Type(IntEnum):
    """The types of enemies, and Survivors, which are none."""

    WANDERER = 0
    RAIDER = 1
    BRUTE = 2
    MONSTER = 3
    SURVIVOR = 4


class Horde(IntEnum):
    """The Horde cards: of a type there are several that attack differently (SUD-90)."""

    WANDERER_A = 0
    WANDERER_B = 1
    WANDERER_C = 2
    RAIDER_A = 3
    RAIDER_B = 4
    RAIDER_C = 5
    BRUTE_A = 6
    BRUTE_B = 7
    BRUTE_C = 8
    MONSTER_A = 9
    MONSTER_B = 10
    SURVIVOR = 11


# By Horde card, in the order of `Horde`.
TYPE = (Type.WANDERER, Type.WANDERER, Type.WANDERER, Type.RAIDER, Type.RAIDER, Type.RAIDER,
        Type.BRUTE, Type.BRUTE, Type.BRUTE, Type.MONSTER, Type.MONSTER, Type.SURVIVOR)


@record
class HordeSheet:
    """How a Horde card attacks: fixed Damage and Combat cards."""

    damage: Annotated[int, Range(0, 6)]
    cards: Annotated[int, Range(0, 3)]


class Assault(IntEnum):
    """The Assault cards; the rulebook shows three."""

    BRUTAL = 0
    VANGUARD = 1
    OVER_THE_TOP = 2
    FOURTH = 3
    FIFTH = 4
    SIXTH = 5


Coming = Annotated[Row[Annotated[int, Range(0, 8)]], Size(6)]  # how many enemies come, for 1 to 6 players
