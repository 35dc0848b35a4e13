"""What lies on the table in Survive Until Daylight, and what happens next."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from daybreak_games.survive_until_daylight.box import Box, Seat
from daybreak_games.survive_until_daylight.cards import Assault, CombatCard, Horde, Rubble, Type, Weapon
from verifier.lang import Bag, By, Game, Pile, Range, Row, Size, Word, record

LINE_MOST = 48  # cards on the line: all that six Assault cards may bring
DRAWS_MOST = 65  # Combat cards for one attack
Place = Annotated[int, Range(0, LINE_MOST - 1)]  # on the line, from the left
Steps = Annotated[int, Range(0, 8)]  # of a Health tracker of enemies


class Phase(IntEnum):
    """What happens next.  In brackets: d decision, c chance, s step."""

    CHOOSE = 0  # (d) set-up: a common weapon is chosen
    BEGIN_ROUND = 1  # (s) the Active Rubble pile gets its cards
    SEARCH = 2  # (d) a player searches
    DRAW = 3  # (c) the WAVE! card or another
    WHICH = 4  # (c) one of those known to be in the pile, or not (reading SUD-03)
    DRAW_RUBBLE = 5  # (c) a Rubble card
    DRAW_KNOWN = 6  # (c) one of those known (reading SUD-03)
    FOUND = 7  # (d) it is kept or left
    BAD_LUCK = 8  # (s) it is Bad Luck
    REARRANGE = 9  # (d) a player makes room, or packs the Backpack
    LOSE_CARD = 10  # (c) a player loses a random card
    REVEAL = 11  # (c) an Assault card
    LINE_UP = 12  # (c) the type of the next Horde card on the line
    LAY_OUT = 13  # (c) the card
    WAVE = 14  # (d) the WAVE! is accepted or delayed
    TRADE = 15  # (d) a gift, a meal, or the end of the Trade phase
    RECEIVE = 16  # (d) who gets the gift
    HEAL = 17  # (d) whom a meal heals (reading SUD-21)
    TURN = 18  # (d) a player acts
    COLOUR = 19  # (d) what an Energy Drink gives (reading SUD-23)
    AIM = 20  # (d) the target of an attack
    LOAD = 21  # (d) how much Ammo is used
    PREPARE = 22  # (d) cards played before the draw (reading SUD-73)
    DRAW_COMBAT = 23  # (c) a Combat card
    LUCK = 24  # (d) Lucky, or not, on the card just drawn (reading SUD-26)
    STRIKE = 25  # (d) a Combat card is applied; cards for the attack are played
    LAND = 26  # (s) a player's attack deals its Damage
    SHARE = 27  # (d) Focus distributes it
    PLACE = 28  # (d) where a crafted Spear or Grenade goes
    CLEAR = 29  # (s) a dead card leaves the line
    NEXT_ENEMY = 30  # (s) the next enemy to attack is found, and its target
    TRAP = 31  # (s) a Trap acts
    SPRING = 32  # (d) or is spared (reading SUD-47)
    REACT = 33  # (d) Lucky, or not, on an enemy's Combat cards
    KEEP = 34  # (s) the Combat card that deals the most Damage is kept
    TIE = 35  # (d) which of equal ones
    TIE_BY_CHANCE = 36  # (c) the same, by reading SUD-45
    BLOCK = 37  # (d) a Barricade is used or spared (reading SUD-48)
    HIT = 38  # (s) the enemy's attack deals its Damage
    END_COMBAT = 39  # (s) the Combat phase is over
    WON = 40
    LOST = 41


class Cause(IntEnum):
    """Why cards are drawn or lost, or the line is cleared; play goes on from there."""

    NOTHING = 0
    SEARCH = 1  # a player searches
    DELAY = 2  # a player delayed the WAVE!
    CRAFT = 3  # a Spear or a Grenade was placed
    ATTACK = 4  # a player attacks
    ENEMY = 5  # an enemy attacks


class After(IntEnum):
    """What follows when a player has rearranged the inventory."""

    NOTHING = 0
    SEARCH = 1  # the player draws a card
    FOUND = 2  # what a drawn card interrupted
    LOSS = 3  # a random card is lost (reading SUD-65)
    TRADE = 4  # the Trade phase
    TURN = 5  # the player's turn in the Combat phase


class Token(IntEnum):
    """What is crafted."""

    BARRICADE = 0
    SPEAR = 1
    TRAP = 2
    GRENADE = 3


@record
class Enemy:
    """A Horde card on the line.  One that a Grenade removed is away."""

    card: Horde
    damage: Steps
    spears: Annotated[int, Range(0, 3)]
    away: Annotated[bool, Word("~")]
    acted: Annotated[bool, Word("!")]  # in this Combat phase: an enemy has attacked, a Survivor been attacked


@record
class Person:
    """A player and the character."""

    health: Annotated[int, Range(0, 12)]  # left; 0: dead, or not in the game
    items: Annotated[Bag[Rubble], Range(0, 20)]  # without what is in the Backpack
    started: Annotated[Row[bool], By(Weapon)]  # the weapons that this player started with
    barricades: Annotated[int, Range(0, 6)]
    traps: Annotated[int, Range(0, 6)]
    gave: bool  # a gift in this Trade phase
    tired: Annotated[int, Range(0, 2)]  # Perks used that can be used once a Round


@record
class Table:
    """Everything on the table.  From `turn` on, a field that nothing uses is at its lowest value.

    Rubble cards nobody has seen are alike: one from the Active Rubble pile is any of them, so only the number of those in it is
    kept.  After a reshuffle (reading SUD-03) the ones that were not in the discards are known to be in it: these are `known`.
    """

    phase: Phase
    round: Annotated[int, Range(1, 7)]  # 7: after the last Round
    first: Seat  # has the First Player token
    people: Annotated[Row[Person], By(Seat)]
    packed: Annotated[Bag[Rubble], Range(0, 2)]  # in the Backpack, whoever has it
    unseen: Annotated[Bag[Rubble], Range(0, 63)]  # Rubble cards that are in no other place
    known: Annotated[Bag[Rubble], Range(0, 63)]
    active: Annotated[int, Range(0, 180)]  # cards in the Active Rubble pile, without the known ones and the WAVE!
    discard: Annotated[Bag[Rubble], Range(0, 63)]
    weapons_left: Annotated[Bag[Rubble], Range(0, 6)]  # common weapons nobody has chosen, during the set-up
    wave: Annotated[Seat | None, Word("nobody")]  # who has the WAVE! card; nobody while it is in the Active Rubble pile
    drew: Seat  # who drew the WAVE! card last
    on_top: bool  # the WAVE! card lies on top of the pile (reading SUD-54)
    assaults: Annotated[Row[bool], By(Assault)]  # cards that are still in the deck
    revealed: bool  # the Assault card of this Round
    to_come: Annotated[Row[Annotated[int, Range(0, 48)]], By(Type)]  # Horde cards still to be laid out
    horde: Annotated[Bag[Horde], Range(0, 24)]
    horde_sure: Annotated[Bag[Horde], Range(0, 24)]  # the last ones of a type before a reshuffle: all of them come now
    horde_discard: Annotated[Bag[Horde], Range(0, 24)]
    line: Annotated[Pile[Enemy], Size(LINE_MOST)]
    combat: Annotated[Bag[CombatCard], Range(0, 12)]
    combat_discard: Annotated[Bag[CombatCard], Range(0, 12)]
    barricades: Annotated[int, Range(0, 6)]  # tokens in the supply
    traps: Annotated[int, Range(0, 6)]
    grenades: Annotated[int, Range(0, 6)]
    spears: Annotated[int, Range(0, 3)]
    turn: Seat  # who searches, gives, eats, acts, rearranges, or loses a card
    passed: Annotated[int, Range(0, 6)]  # players who passed in a row (reading SUD-66)
    cause: Cause
    after: After
    coming: Type  # of the Horde card to be laid out
    sure: bool  # it is one of `horde_sure`
    found: Rubble | None  # in hand: a card drawn, a gift, a meal, or an Energy Drink
    turns: Annotated[int, Range(0, 6)]  # players who had their Combat turn; weapons chosen, in the set-up
    actions: Annotated[int, Range(0, 40)]  # that the player in turn has left, of any kind
    attacks: Annotated[int, Range(0, 20)]  # and those for an attack only
    crafts: Annotated[int, Range(0, 20)]
    cheered: bool  # in this turn (reading SUD-74)
    making: Token
    weapon: Weapon
    thrown: bool  # the attack is a Spear being placed (reading SUD-76)
    target: Place
    to_draw: Annotated[int, Range(0, DRAWS_MOST)]
    drawn: Annotated[Bag[CombatCard], Range(0, 12)]
    last_drawn: CombatCard | None  # reading SUD-26
    applied: CombatCard | None
    focus: bool
    rage: Annotated[int, Range(0, 20)]  # Blood Lust cards played for the attack
    blow: Annotated[int, Range(0, 60)]  # Damage of the attack to its target
    enemy: Place  # the enemy that attacks
    aimed: Seat  # the next player to be attacked
    shielded: bool  # a Survivor takes the attack
    blocked: bool  # a Barricade stops it


game = Game(name="survive-until-daylight", title="Survive Until Daylight", state=Table, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="wins")
box = game.edition
