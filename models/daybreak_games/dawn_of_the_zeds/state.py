"""What lies on the table in Dawn of the Zeds, Basic Game, and what happens next."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from daybreak_games.dawn_of_the_zeds.box import Box
from daybreak_games.dawn_of_the_zeds.cards import SYMBOLS_MOST, EventCard, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.pieces import Civilians, Condition, Player, Unit, Who, Zed
from daybreak_games.dawn_of_the_zeds.places import TRACK_LENGTH, Place, Space, Track, ZedSpace
from verifier.lang import Bag, By, Game, Range, Row, Size, record

Mob = Annotated[Row[Zed], Size(2)]  # the Zeds of a space, the stronger first; with one or none, the rest is `none`


class Phase(IntEnum):
    """What happens next.  In brackets: d decision, c chance, s step."""

    MUSTER = 0  # (c) set-up: a regular Civilians counter is drawn for a Village or the reserve
    SPREAD_OUT = 1  # (c) set-up: a Zeds unit is drawn for a Start space
    REVEAL = 2  # (c) an event card is turned over
    EVENT = 3  # (s) the event begins; the next part of one that has several
    DRAW_HERO = 4  # (c) the Hero that it brings is drawn
    EVENT_SPACE = 5  # (d) the players choose a space for it
    EVENT_UNIT = 6  # (d) or a unit
    DRAW_ZED = 7  # (c) a Zeds unit is drawn from the Cup
    SET_DOWN = 8  # (s) it is placed, farther back if there is no room
    START_WITH_ROOM = 9  # (d) the players choose another Start space for it, or for one that retreats
    DRAW_FATE = 10  # (c) a fate card is turned over
    FATED_TRACK = 11  # (d) the players choose the fated track
    TWIST = 12  # (s) the plot twist
    SYMBOL = 13  # (s) the next symbol of the event card
    ORDER = 14  # (d) the order of all tracks is named (reading DZ-08)
    NEXT_TRACK = 15  # (d) or the next of them
    ACTIVATE = 16  # (s) a track is activated
    NEXT_ZEDS = 17  # (s) the next space with Zeds to move is found, nearest to Town Center first
    ADVANCE = 18  # (s) its Zeds go forward
    FIRST_OF_TIED = 19  # (d) which of two equally strong Zeds goes
    TIED_BY_CHANCE = 20  # (c) the same, by reading DZ-04
    PRESSURE = 21  # (s) movement or placement pressure: the next one
    PRESSED = 22  # (d) the players choose among tied spaces or tracks
    ENGAGE = 23  # (s) a combat begins: markers, traps, who can withdraw
    WITHDRAW = 24  # (d) an entered unit may withdraw instead
    SPRING_TRAPS = 25  # (d) Mr. Johnson may try his traps
    TRAPS_DIE = 26  # (c)
    DEFENDER = 27  # (d) which of two units fights
    PLAY_CARD = 28  # (d) a held fate card before the dice, or none
    FIRST_DIE = 29  # (c)
    SECOND_DIE = 30  # (c)
    REROLL = 31  # (d) a unit that can may roll again
    RESULT = 32  # (s) the table is read
    HIT_ZED = 33  # (s) a Hit on the Zeds
    SHARE_HIT = 34  # (d) which unit of a Mob takes it
    TOUGH_DIE = 35  # (c) it may be cancelled
    HIT_UNIT = 36  # (s) a Hit on the players' unit
    RESIST_DIE = 37  # (c) it may be cancelled
    SAVING_ROLL = 38  # (c)
    BEATEN_OFF = 39  # (d) a held fate card after Zeds attacked and won, or none
    ZEDS_RETREAT = 40  # (s) the Zeds of the space go back, the stronger first
    UNITS_RETREAT = 41  # (s) a unit goes back
    WHO_FIRST = 42  # (d) which of two retreating units goes first
    DISENGAGE = 43  # (s) the combat is over; what it interrupted goes on
    BEGIN_ACTIONS = 44  # (s) the Action Phase begins
    ACT = 45  # (d) an action, a held card, or the end of the phase
    FORAGE_DIE = 46  # (c)
    PICK_DIE = 47  # (d) which die of a two-dice ability counts
    BACK_UP = 48  # (d) who backs up after firing
    END_ACTIONS = 49  # (s) what the event does at the end of the phase
    HOUSEKEEPING = 50  # (s) the card is discarded, actions are reset
    WON = 51
    LOST = 52


class Cause(IntEnum):
    """What a combat, a placement or a fate draw interrupted, and goes on with."""

    NOTHING = 0
    ACTIVATION = 1
    PRESSURE = 2
    EVENT = 3
    TWIST = 4
    ACTION = 5


class Combat(IntEnum):
    """What kind of combat it is, or what else deals out Hits."""

    HAND_TO_HAND = 0
    GUNFIRE = 1
    EVENT = 2  # an event's attack, or its Hits
    TRAPS = 3


class Gift(IntEnum):
    """Who pays for the next action, if not all together: a Character Action marker, the speech, or a player's own marker."""

    NOTHING = 0
    INITIATIVE = 1
    CITADEL = 2
    LEADERSHIP = 3
    SPEECH = 4
    PLAYER = 5


class Which(IntEnum):
    """One of the Zeds of a space; the first is the stronger."""

    FIRST = 0
    SECOND = 1


class Dealt(IntEnum):
    """Which Zeds of a space have moved (or came) in this activation, or by pressure; `FIRST` is the stronger."""

    NONE = 0
    FIRST = 1
    SECOND = 2
    BOTH = 3


@record
class Fighter:
    """A unit of the players."""

    at: Place
    condition: Condition
    free: bool  # an action that a speech gave it is still to be taken


@record
class Town:
    """Everything on the table.  From `cause` on, fields rest at their lowest value when nothing uses them.

    The Zeds Cup holds what the box has and no space does; Zeds never stand in Town Center, for that loses the game.  A combat
    is due wherever Zeds and units share a space that is no Start space: `fighter` and `partner` attack there, others defend.
    """

    phase: Phase
    ammo: Annotated[int, Range(0, 20)]
    zeds: Annotated[Row[Mob], By(ZedSpace)]
    units: Annotated[Row[Fighter], By(Unit)]
    defiant: Annotated[Row[bool], By(Civilians)]
    events: Annotated[Bag[EventCard], Range(0, 1)]  # not turned over yet, in the deck or not
    act: Annotated[int, Range(1, 5)]
    specials_left: Annotated[int, Range(0, 3)]  # in the deck, of this act
    normals_left: Annotated[int, Range(0, 7)]
    fates: Annotated[Row[FatePile], By(FateCard)]
    event: EventCard  # the current one
    event_actions: Annotated[int, Range(0, 12)]
    ready: Annotated[Row[bool], By(Player)]  # the Player Action markers not spent this turn
    personal: Annotated[Row[Who], By(Player)]  # the Hero, or Heroic Civilians, of each player
    initiative: bool  # the Character Action markers not spent this turn
    citadel: bool
    leadership: bool
    spoken: bool  # the speech was held
    armed: Who  # markers from cards
    leader: Who
    calm: Who
    tough: Place  # the space of the Zed with the marker; aside if there is none
    tough_second: bool
    closed: Place  # the space with the No Entry marker; aside if there is none
    cause: Cause
    given: Gift
    part: Annotated[int, Range(0, 8)]  # the next part of the event, or of the set-up
    newcomer: Who  # the Hero that the event brings, until it is placed
    skipped: bool  # the event could not be done (reading DZ-53), and nothing of it is in force
    symbol: Annotated[int, Range(0, SYMBOLS_MOST)]  # the next symbol of the event card
    order: Annotated[Row[Track], Size(4)]  # of all tracks, as declared (reading DZ-08)
    activated: Annotated[Row[bool], By(Track)]  # of all tracks, those done
    newcomers: Annotated[Row[bool], By(Track)]  # tracks whose activation this turn brought their only Zed (reading DZ-03)
    track: Track
    again: bool  # a double activation has its second one to come
    at: Annotated[int, Range(0, TRACK_LENGTH)]  # steps from the Town space, of the next Zeds to be looked at
    dealt: Annotated[Row[Dealt], By(ZedSpace)]  # what this activation moved, or movement pressure this turn (DZ-16)
    to_come: Annotated[int, Range(0, 6)]  # Zeds that pressure still moves or brings, or a plot twist
    fate: FateCard
    drawn: Zed  # in hand: being placed, or on its way
    drawn_dealt: bool
    drawn_tough: bool
    target: ZedSpace  # where the one in hand goes, or the space whose Zeds go forward
    spawn: ZedSpace  # where a Zed will come from a Civilians unit, if no Start space
    winner: ZedSpace  # where Zeds stand that go on in a Brains! turn, if no Start space
    battle: ZedSpace
    second: bool  # the second Zed of the battle is aimed at, or takes the Hits
    other_zed_waits: bool  # the other Zed of the battle takes an event's Hits after this one
    combat: Combat
    zeds_attack: bool
    fighter: Who  # who fights, fires, forages, or takes an event's Hits
    struck_next: Who  # the other unit of the space takes an event's Hits after the fighter
    partner: Who  # retreats too, or waits for its own combat (reading DZ-30)
    came_from: Space  # the last space before the combat, for a fighter that attacks
    partner_from: Space
    origin: Space  # where its move began
    driven: bool  # the fighter attacks because it retreats
    shift: Annotated[int, Range(0, 6)]  # of a card played, or an ability used, for this combat
    die: Annotated[int, Range(0, 6)]
    other_die: Annotated[int, Range(0, 6)]
    rerolled: bool
    zed_hits: Annotated[int, Range(0, 12)]  # still to be put down
    unit_hits: Annotated[int, Range(0, 9)]
    zeds_go_back: bool  # the Zeds of the battle are to go back: they lost, or an event drives them out
    units_go_back: bool  # its units are to go back towards Town Center: beaten defenders, or driven out by an event
    whole: bool  # no Zed of the battle was eliminated (reading DZ-28)


game = Game(name="dawn-of-the-zeds", title="Dawn of the Zeds", state=Town, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="wins")
box = game.edition
