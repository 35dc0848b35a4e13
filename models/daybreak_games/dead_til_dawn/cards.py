"""The cards, and what they can say.

What the cards say is not in the rulebook: an edition says it, in the small vocabulary of this module.  A kind of card is one
effect; the names of the kinds are our own, but for the Escaped Convict, the Sheriff and the Self Help Book.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from verifier.lang import Range, record

# -- Characters ---------------------------------------------------------------------------------------------------------------


class Character(IntEnum):
    """The Character cards."""

    CONVICT = 0
    SHERIFF = 1
    NURSE = 2
    BUTCHER = 3
    PRIEST = 4
    TEACHER = 5
    GAMBLER = 6
    HUNTER = 7
    COOK = 8
    STUDENT = 9
    MECHANIC = 10
    LAWYER = 11
    DRIVER = 12
    ACTOR = 13
    WAITRESS = 14
    STRANGER = 15


class Ability(IntEnum):
    """What a living Character can do."""

    NONE = 0
    FIGHTER = 1  # counts as a Weapon, once in an Event
    HERO = 2  # counts as two Weapons, once in a game
    MEDIC = 3  # heals a Wound, once in a game


class Aim(IntEnum):
    """What a living Character needs for winning, besides being alive."""

    NONE = 0
    ALL_ALIVE = 1  # everybody else is alive too
    ALONE = 2  # nobody else is


class Craving(IntEnum):
    """What a dead Character needs for winning."""

    NEVER = 0  # cannot be satisfied
    ALWAYS = 1  # asks for nothing
    EVERYONE_DEAD = 2
    COMPANY = 3  # so many players are dead
    WOUND = 4  # a Survivor got a Wound from an attack of this player's
    SURVIVOR = 5  # somebody is alive


@record
class CharacterSheet:
    """A Character card."""

    wounds: Annotated[int, Range(1, 9)]  # that kill, if that is printed on the card (reading DTD-01)
    ability: Ability
    aim: Aim
    craving: Craving
    company: Annotated[int, Range(1, 8)]


# -- Equipment ----------------------------------------------------------------------------------------------------------------


class Item(IntEnum):
    """The Equipment cards; from `REVOLVER_0` on a Firearm that lies on the table, with the Ammo that is on it."""

    BAT = 0
    BOTTLE = 1
    AXE = 2
    TORCH = 3
    TOOLBOX = 4
    ROPE = 5
    BANDAGE = 6
    BOOK = 7
    DOG = 8
    CARVER = 9
    REVOLVER = 10
    SHOTGUN = 11
    REVOLVER_0 = 12
    REVOLVER_1 = 13
    REVOLVER_2 = 14
    REVOLVER_3 = 15
    SHOTGUN_0 = 16
    SHOTGUN_1 = 17
    SHOTGUN_2 = 18
    SHOTGUN_3 = 19


Card = Annotated[Item, Range(Item.BAT, Item.SHOTGUN)]  # as it comes from the deck
Firearm = Annotated[Item, Range(Item.REVOLVER, Item.SHOTGUN)]  # as it comes from the deck
CARDS = tuple(Item)[:Item.REVOLVER_0]
LAID_OUT = tuple(Item)[Item.REVOLVER_0:]  # Firearms on the table
FRESH = (*CARDS, *[Item.REVOLVER] * 4, *[Item.SHOTGUN] * 4)  # what an item is as it comes from the deck
AMMO = (*[0] * len(CARDS), 0, 1, 2, 3, 0, 1, 2, 3)  # tokens on an item


class Keyword(IntEnum):
    """What an Event asks for."""

    WEAPON = 0
    TOOL = 1
    ROPE = 2
    LIGHT = 3


@record
class EquipmentSheet:
    """An Equipment card; a Firearm with Ammo counts as a Weapon for each token."""

    weapons: Annotated[int, Range(0, 3)]
    tool: bool
    rope: bool
    light: bool
    loud: bool  # has no effect in the rulebook
    breaks: bool
    heals: Annotated[int, Range(0, 3)]  # Wounds; the card is discarded then
    cures: bool  # a Quirk; the card is discarded then
    pet: bool


# -- Events -------------------------------------------------------------------------------------------------------------------


class Event(IntEnum):
    """The Event cards."""

    CALM = 0
    LONE_FIGHT = 1
    BRAWL = 2
    HORDE = 3
    SIEGE = 4
    LOOTERS = 5
    DARKNESS = 6
    LOCKED_ROOM = 7
    SHAFT = 8
    TEETH = 9
    FEVER = 10
    WINDFALL = 11
    RATIONS = 12
    ATTIC = 13
    CELLAR = 14
    FIRE = 15
    REST = 16
    MADNESS = 17
    STASH = 18
    DREAD = 19
    MIRACLE = 20
    MIX_UP = 21
    UNMASKED = 22
    ACCIDENT = 23


class Kind(IntEnum):
    """What an Event is."""

    EFFECT = 0  # something happens: `first`
    CALL = 1  # so many cards with a keyword are asked for, or else: met, `first`; not met, `second`
    FLIP = 2  # heads, `first`; tails, `second`
    VOTE = 3  # carried, `first`; not carried, `second`
    HIDEOUT = 4


class Whom(IntEnum):
    """Whom an Event is about."""

    DRAWER = 0
    EVERYBODY = 1  # each Survivor for himself
    GROUP = 2  # of a call: all Survivors have to meet it together, or else it comes to each


class Effect(IntEnum):
    """What can happen to a Survivor by an Event; the last four to the table."""

    NOTHING = 0
    WOUND = 1
    DIE = 2
    BITE = 3
    HEAL = 4
    FIND = 5  # Equipment is drawn
    LOSE = 6  # Equipment is discarded
    QUIRK = 7
    SHOW = 8  # the Character is shown
    SWAP = 9  # all Equipment is swapped with the next Survivor on the left
    RISE = 10  # the next Zombie player on the left returns to life
    LEAVE = 11  # the Hideout is left


class Quirk(IntEnum):
    """What a Quirk does."""

    NONE = 0
    CLUMSY = 1  # each attack asks for a Weapon more
    LONER = 2  # neither helps nor is helped


@record
class EventSheet:
    """An Event card."""

    kind: Kind
    whom: Whom
    asks: Keyword
    needs: Annotated[int, Range(0, 6)]  # cards with the keyword
    alone: bool
    zombies: bool  # the fight is one with zombies
    secret: bool  # not read out loud
    stays: bool  # lies before the player until the start of his next turn, and has its effect then
    first: Effect
    second: Effect
    number: Annotated[int, Range(1, 3)]  # how often the effect comes
    shelter: Annotated[int, Range(0, 3)]  # Weapons fewer that a fight of an Event needs while this is the Hideout
    quirk: Quirk


# -- Zombie cards -------------------------------------------------------------------------------------------------------------


class Horror(IntEnum):
    """The Zombie cards."""

    MOAN = 0
    SHUFFLE = 1
    CLAW = 2
    PILE_ON = 3
    GRASP = 4
    DRAG = 5
    LURK = 6
    RUSH = 7
    GNAW = 8
    HUNGER = 9
    RAGE = 10
    AWAKENING = 11


class Act(IntEnum):
    """What a Zombie card does."""

    NOTHING = 0
    HARDER = 1  # in the Zombies' window: an attack needs so many Weapons more
    CANCEL = 2  # in the Zombies' window: a Weapon that was played does not count
    AMBUSH = 3  # in the own turn: a fight with a neighbour, who needs so many Weapons
    BITE = 4  # in the own turn: a neighbour is Bitten
    POWER_UP = 5  # in the own turn: laid out, and a Survivor needs so many Weapons more when the player joins a fight
    RISE = 6  # in the own turn: the player returns to life


@record
class HorrorSheet:
    """A Zombie card, with the side of a coin that it shows in a Flip."""

    act: Act
    number: Annotated[int, Range(0, 3)]
    heads: bool
