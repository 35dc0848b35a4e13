"""What lies on the table in Dead 'til Dawn, and what happens next."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from daybreak_games.dead_til_dawn.box import COPIES_MOST, Box, Seat
from daybreak_games.dead_til_dawn.cards import Character, Effect, Event, Horror, Item, Quirk
from verifier.lang import Bag, By, Game, Range, Row, Size, record

WEAPONS_MOST = 40  # of an attack
Weapons = Annotated[int, Range(0, WEAPONS_MOST)]
Players = Annotated[int, Range(0, 8)]
Slot = Annotated[int, Range(0, 2)]  # 0: the attack of the Event or card; 1, 2: of Zombie players who joined
HITS_MOST = 99  # Wounds, or Bites, to come to a Survivor: more than cards can bring before they come


class Phase(IntEnum):
    """What happens next.  In brackets: d decision, c chance, s step."""

    CAST = 0  # (c) set-up: a Character is dealt
    DEAL = 1  # (c) set-up: an Equipment card is dealt
    BEGIN_TURN = 2  # (s) a turn begins
    ASK_TRADER = 3  # (s) the next Survivor is asked whether to trade
    TRADE = 4  # (d) Survivors give Equipment away, or use it on themselves
    CONSENT = 5  # (d) a gift is taken or refused
    PREPARE = 6  # (s) an Event is to be drawn
    DRAW = 7  # (c) an Event is drawn
    ASK_JOINER = 8  # (s) the next Zombie player is asked whether to join
    JOIN = 9  # (d) Zombie players join a fight
    ASK_PLAYER = 10  # (s) the next player is asked for cards
    PLAY = 11  # (d) Survivors play cards
    HAUNT = 12  # (d) Zombie players play cards
    CLOSE = 13  # (s) nobody plays any more
    ASK_VOTER = 14  # (s) the next Survivor is asked for a vote
    VOTE = 15  # (d) Survivors vote
    SETTLE = 16  # (d) the leader settles a tie
    RESOLVE = 17  # (s) it is seen who falls, who dies, to whom something comes; then play goes on
    COME = 18  # (s) something comes to a Survivor
    FLIP = 19  # (c) a card of the Zombie deck is turned up
    FIND = 20  # (c) an Equipment card is found
    LOSE = 21  # (d) an Equipment card is discarded
    ASK_SAVER = 22  # (s) the next Survivor is asked whether to heal
    SAVE = 23  # (d) somebody may be healed at the last Wound
    BECOME = 24  # (s) a dead Survivor turns
    LOOT = 25  # (d) a dead player is looted
    RECEIVE = 26  # (c) a Zombie card is drawn
    PROWL = 27  # (d) a Zombie player's turn
    CHECK = 28  # (s) hands are checked
    SHED = 29  # (d) a Survivor has too much
    ASK_NEXT = 30  # (s) the next Survivor is asked whether to pick something up
    PICK_UP = 31  # (d) what was discarded may be picked up
    PASS_ON = 32  # (s) the turn goes to the left
    DAWN = 33  # somebody is alive
    ALL_DEAD = 34


class Stage(IntEnum):
    """The part of a turn."""

    BEFORE = 0  # nothing is open
    START = 1  # what comes before the Event
    EVENT = 2
    PROWL = 3  # a Zombie player's turn
    CHECK = 4  # of hands, when it is over


class Window(IntEnum):
    """Who may play cards in a fight."""

    NONE = 0
    FIRST = 1  # Survivors
    ZOMBIES = 2
    LAST = 3  # Survivors


class Fate(IntEnum):
    """What becomes of a Survivor."""

    LIVES = 0
    FALLING = 1  # has the last Wound, and may be healed
    DEAD = 2  # is about to turn


@record
class Attack:
    """An attack on a Survivor."""

    needs: Weapons  # 0: there is none
    has: Weapons  # that were played
    by: Seat | None  # the Zombie player who joined, or whose card it was


@record
class Person:
    """A player and the Character, or two."""

    zombie: bool
    characters: Annotated[Row[Character | None], Size(2)]
    shown: bool  # the Character
    spent: Annotated[Row[bool], Size(2)]  # abilities that work once, by Character
    wounds: Annotated[int, Range(0, 30)]
    fate: Fate
    bites: Annotated[int, Range(0, HITS_MOST)]  # for which no Flip was made
    items: Annotated[Bag[Item], Range(0, COPIES_MOST)]
    aside: Annotated[Bag[Item], Range(0, COPIES_MOST)]  # not to be used until the window, the Event or the fight is over
    kept: Event | None  # a secret Event
    quirk: Quirk
    hand: Annotated[Bag[Horror], Range(0, COPIES_MOST)]
    powers: Annotated[Bag[Horror], Range(0, COPIES_MOST)]  # laid out
    sated: Annotated[Row[bool], Size(2)]  # the cravings that were satisfied once
    last: bool  # of the group that died last
    returned: bool  # to life (reading DTD-58)
    fighting: bool
    acted: Annotated[Row[bool], Size(2)]  # the ability for this Event was used, by Character
    attacks: Annotated[Row[Attack], Size(3)]  # of the Event or card; of who joined
    hits: Annotated[int, Range(0, HITS_MOST)]  # Wounds to come
    flips: Annotated[int, Range(0, 1)]  # of the Event, to come
    due: Effect  # of an Event, to come
    times: Annotated[int, Range(0, 9)]  # how often


@record
class Table:
    """Everything on the table.  From `stage` on, a field that nothing uses is at its lowest value."""

    phase: Phase
    round: Annotated[int, Range(1, 8)]
    turns: Annotated[int, Range(0, 16)]  # of this round that have begun, as far as they count (reading DTD-03)
    turn: Seat
    second: bool  # the second of two turns (reading DTD-04)
    people: Annotated[Row[Person], By(Seat)]
    cast: Annotated[Bag[Character], Range(0, 6)]  # that nobody was dealt
    equipment: Annotated[Bag[Item], Range(0, COPIES_MOST)]
    equipment_discard: Annotated[Bag[Item], Range(0, COPIES_MOST)]
    events: Annotated[Bag[Event], Range(0, COPIES_MOST)]
    event_discard: Annotated[Bag[Event], Range(0, COPIES_MOST)]
    zombies: Annotated[Bag[Horror], Range(0, COPIES_MOST)]
    zombie_discard: Annotated[Bag[Horror], Range(0, COPIES_MOST)]
    hideout: Event | None
    stage: Stage
    event: Event | None  # that is open
    actor: Seat  # who decides, or whom it is about
    passes: Players  # who have passed since somebody acted
    window: Window
    played: bool  # in the Survivors' last window (reading DTD-19)
    moved: bool  # a Weapon, in that window (reading DTD-52)
    yes: Players  # votes
    no: Players
    abstained: bool  # the leader
    gift: Item | None
    receiver: Seat
    dropped: Item | None  # that others may pick up
    victim: Seat  # who is healed or not, looted, or gets Zombie cards
    loot: Annotated[Bag[Item], Range(0, COPIES_MOST)]
    to_draw: Annotated[int, Range(0, 15)]  # Zombie cards
    died: bool  # somebody, of the group that may grow (reading DTD-08)
    late: bool  # the last death was in the last turn of all (reading DTD-09)


game = Game(name="dead-til-dawn", title="Dead 'til Dawn", state=Table, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.DAWN, Phase.ALL_DEAD), wins="sees the dawn")
box = game.edition
