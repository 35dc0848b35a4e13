"""What lies on the table in Until Daylight, and what happens next."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from daybreak_games.until_daylight.box import TICKS, Box, Seat
from daybreak_games.until_daylight.cards import Feat, Horde, Objective, Rubble, Weapon
from verifier.lang import Bag, By, Game, Pile, Range, Row, Size, Word, record

LINE_MOST = 95  # Horde cards on the table
COPIES_MOST = 40  # of a Rubble card
Dice = Annotated[int, Range(0, 6)]  # of one roll
EnemyDice = Annotated[int, Range(0, 285)]  # of all enemies in an area


class Phase(IntEnum):
    """What happens next.  In brackets: d decision, c chance, s step."""

    DEAL = 0  # (c) set-up: a Secondary Objective is dealt
    CHOOSE = 1  # (d) set-up: one of two is kept
    BEGIN_ROUND = 2  # (s) the Search begins
    TICK = 3  # (c) the gong comes, or not yet
    ACT = 4  # (d) a player's turn, in the Search or in combat
    NUMBER = 5  # (d) how many Ammo cards change hands
    WHOM = 6  # (d) who eats (reading UDL-67)
    DRAW = 7  # (c) a Rubble card
    EVENT = 8  # (s) an Event takes effect
    JOIN = 9  # (c) a Horde card comes by an Event
    GO_ON = 10  # (s) what interrupts play is looked for
    RESUME = 11  # (s) play goes on where it was
    LOSE = 12  # (d) a player discards a card
    SUFFER = 13  # (s) a point of damage comes to a player
    GIVE_UP = 14  # (d) a saved Survivor takes it, or the character
    SAVE = 15  # (s) Survivors are saved, one at a time
    FATE = 16  # (c) the Die of Fate
    LAY = 17  # (c) a Horde card of the wave
    ADD = 18  # (c) one Infected more (reading UDL-18)
    SHIFT = 19  # (s) a card of an area goes from the left to the right (readings UDL-20, UDL-36)
    AIM = 20  # (d) the area of an attack
    LOAD = 21  # (d) how much Ammo is used
    PREPARE = 22  # (d) cards declared before the roll
    ROLL = 23  # (c) the attacker's dice
    RESULT = 24  # (d) cards that change the roll
    REROLL = 25  # (c) one of the dice again
    ASSIGN = 26  # (d) a die is given to an enemy
    END_ATTACK = 27  # (s) the attack is over
    COME = 28  # (s) noise draws an Infected
    AREA = 29  # (s) the enemies of the next area attack
    SPRING = 30  # (d) a Trap acts or is spared (reading UDL-50)
    TRAP = 31  # (s) a Trap acts
    ENEMY_ROLL = 32  # (c) the enemies' dice
    COLLATERAL = 33  # (s) an X of a Raider kills a Survivor
    ABSORB = 34  # (d) what takes which dice
    END_COMBAT = 35  # (s) all areas have attacked
    WON = 36
    LOST = 37


class Moment(IntEnum):
    """When in a turn of the Search the gong may come (UDL-102)."""

    BEFORE = 0  # the player acts
    EVENT = 1  # while an Event is open
    AFTER = 2  # the player has acted


class After(IntEnum):
    """What goes on when everything is done that interrupted it."""

    NOTHING = 0
    BEGIN = 1  # a turn in the Search
    SEARCH = 2  # the end of one
    TURN = 3  # a turn in combat
    FATE = 4  # the wave is to be laid
    LAID = 5  # the wave is laid
    TURNS = 6  # the players' part of combat
    ASSIGN = 7  # damage of an attack is assigned
    RESULT = 8  # the dice of an attack may be changed again (reading UDL-62)
    ATTACKED = 9  # the attack is over; noise
    TRAPS = 10  # Traps act
    ROLLS = 11  # the enemies of an area roll
    AREAS = 12  # the enemies' part of combat
    ROUND = 13  # the next Round, or the next cycle of the last fight


class Source(IntEnum):
    """What damage comes from."""

    NOTHING = 0
    EVENT = 1
    FATE = 2
    FRIEND = 3  # an X of another player's attack
    RAIDERS = 4
    INFECTED = 5


class Cover(IntEnum):
    """What takes damage before the character does, in the order of the rulebook."""

    SURVIVORS = 0
    BARRICADES = 1
    VESTS = 2
    NOBODY = 3


@record
class Standing:
    """A Horde card on the table.  In an area the cards lie in the order of the line."""

    card: Horde
    area: Seat


@record
class Person:
    """A player and the character."""

    health: Annotated[int, Range(0, 12)]  # left; 0: dead, or not in the game
    items: Annotated[Bag[Rubble], Range(0, COPIES_MOST)]
    traps: Annotated[int, Range(0, 2)]
    barricades: Annotated[int, Range(0, 2)]
    cracked: bool  # a body lies on a Barricade (reading UDL-43)
    monsters: Annotated[int, Range(0, 60)]  # Monster cards kept
    saved: Annotated[int, Range(0, 60)]  # Survivors
    feats: Annotated[Row[Annotated[int, Range(0, 20)]], By(Feat)]  # for the player's Objectives, as far as they ask
    secondary: Objective | None
    achieved: Annotated[Row[bool], Size(4)]  # the character's Objectives, then the Secondary one
    points: Annotated[int, Range(0, 12)]  # of experience for them
    stolen: Annotated[int, Range(0, 40)]  # and for thefts (reading UDL-60)
    roomy: bool  # may still hold what a leader may (reading UDL-65)


@record
class Table:
    """Everything on the table.  From `turn` on, a field that nothing uses is at its lowest value."""

    phase: Phase
    round: Annotated[int, Range(1, 10)]
    people: Annotated[Row[Person], By(Seat)]
    rubble: Annotated[Bag[Rubble], Range(0, COPIES_MOST)]  # the piles
    discard: Annotated[Bag[Rubble], Range(0, COPIES_MOST)]
    horde: Annotated[Bag[Horde], Range(0, 60)]
    horde_discard: Annotated[Bag[Horde], Range(0, 60)]
    line: Annotated[Pile[Standing], Size(LINE_MOST)]
    secondary: Annotated[Bag[Objective], Range(0, 5)]  # that nobody has seen
    traps: Annotated[int, Range(0, 6)]  # tokens in the supply
    barricades: Annotated[int, Range(0, 12)]
    leader: Annotated[Seat | None, Word("nobody")]
    ever_saved: bool  # a Survivor (reading UDL-14)
    turn: Seat  # who searches, or has a turn in combat; or chooses an Objective
    searching: bool  # the Search phase
    tick: Annotated[int, Range(0, TICKS - 1)]  # moments of the Search that went by
    moment: Moment
    searched: Annotated[int, Range(0, 24)]  # turns of the Search that are over (reading UDL-01)
    rang: bool  # the gong, while an Event was open
    active: Seat  # who got the wave, from the gong on
    turns: Annotated[int, Range(0, 6)]  # players who had their turn in combat; areas whose enemies attacked
    actions: Annotated[int, Range(0, 1)]  # that the player in turn has left
    attacks: Annotated[int, Range(0, 1)]  # and those for an attack only
    after: After
    offered: Objective | None  # the first of two Objectives
    other: Objective | None  # the second
    moved: Rubble | None  # Ammo that changes hands
    giver: Seat
    taker: Seat
    meal: Annotated[int, Range(0, 4)]  # Health in food that somebody will get (reading UDL-67)
    event: Rubble | None  # an Event that is open
    drawer: Seat  # who draws Rubble cards
    to_draw: Annotated[int, Range(0, 200)]
    victim: Seat  # who takes damage, or loses a card
    pain: Annotated[int, Range(0, 12)]  # points of damage to come
    source: Source
    losses: Annotated[int, Range(0, 12)]  # cards to lose
    to_lay: Annotated[int, Range(0, 17)]
    old: Annotated[int, Range(0, LINE_MOST)]  # cards that were in the area before others came
    target: Seat  # the area where cards come to
    fewer: bool  # the last Infected of the wave is taken out (reading UDL-18)
    more: bool  # one Infected joins the wave
    weapon: Weapon  # of the attack
    unarmed: bool  # it is made without one (reading UDL-64)
    area: Seat  # that is attacked, or whose enemies attack
    used: Annotated[Bag[Rubble], Range(0, COPIES_MOST)]  # cards of the attack
    pool: Dice  # dice to roll
    astray: bool  # misses of the attack have hurt whom they may
    misses: Dice  # of a roll, as far as they are not used
    bodies: Annotated[int, Range(0, 7)]  # with one of the roll before (reading UDL-44)
    heads: Dice
    bodies_on: Dice  # the front enemy
    heads_on: Dice
    killed: Annotated[int, Range(0, 6)]  # Infected, by the attack
    coming: Annotated[int, Range(0, 6)]  # Infected that the noise draws
    earned: Annotated[int, Range(0, 24)]  # Rubble cards, to be drawn after the attack
    cleared: Annotated[Row[Annotated[Seat | None, Word("nobody")]], By(Seat)]  # who killed the last enemy (reading UDL-56)
    raiders: bool  # they roll, not the Infected
    dice_left: EnemyDice  # to roll for them
    spare: Dice  # dice that fill up the last roll of the Raiders (reading UDL-45)
    cover: Cover
    carried: bool  # a body is left over from the last roll (reading UDL-44)


game = Game(name="until-daylight", title="Until Daylight", state=Table, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="wins")
box = game.edition
