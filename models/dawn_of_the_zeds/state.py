"""What lies on the table in Dawn of the Zeds, Basic Game, and what happens next."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from models.dawn_of_the_zeds.box import Box
from models.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile
from models.dawn_of_the_zeds.pieces import Civilians, Condition, Unit, Who, Zed
from models.dawn_of_the_zeds.places import TRACK_LENGTH, Place, Space, Track, ZedSpace
from verifier.lang import Bag, By, Game, Range, Row, Size, record

MOVEMENT = 4  # after the symbols of a card, of which there are four at most: movement pressure
PLACEMENT = 5
PRESSURE_DONE = 6
Mob = Annotated[Row[Zed], Size(2)]  # the Zeds of a space, the stronger first; with one or none, the rest is `none`


class Phase(IntEnum):
    """What happens next.  In brackets: d decision, c chance, s step."""

    MUSTER = 0  # (c) set-up: a regular Civilians counter is drawn for a Village or the reserve
    SPREAD_OUT = 1  # (c) set-up: a Zeds unit is drawn for a Start space
    REVEAL = 2  # (c) an event card is turned over
    EVENT = 3  # (s) the event begins; the next part of one that has several
    EVENT_SPACE = 4  # (d) the players choose a space for it
    EVENT_UNIT = 5  # (d) or a unit
    DRAW_ZED = 6  # (c) a Zeds unit is drawn from the Cup
    SET_DOWN = 7  # (s) it is placed, farther back if there is no room
    START_WITH_ROOM = 8  # (d) the players choose another Start space for it, or for one that retreats
    DRAW_FATE = 9  # (c) a fate card is turned over
    FATED_TRACK = 10  # (d) the players choose the fated track
    TWIST = 11  # (s) the plot twist
    SYMBOL = 12  # (s) the next symbol of the event card
    ORDER = 13  # (d) the order of all tracks is named (reading DZ-08)
    NEXT_TRACK = 14  # (d) or the next of them
    ACTIVATE = 15  # (s) a track is activated
    NEXT_ZEDS = 16  # (s) the next space with Zeds to move is found, nearest to Town Center first
    ADVANCE = 17  # (s) its Zeds go forward
    FIRST_OF_TIED = 18  # (d) which of two equally strong Zeds goes
    TIED_BY_CHANCE = 19  # (c) the same, by reading DZ-04
    PRESSURE = 20  # (s) movement or placement pressure: the next one
    PRESSED = 21  # (d) the players choose among tied spaces or tracks
    ENGAGE = 22  # (s) a combat begins: markers, traps, who can withdraw
    WITHDRAW = 23  # (d) an entered unit may withdraw instead
    SPRING_TRAPS = 24  # (d) Mr. Johnson may try his traps
    TRAPS_DIE = 25  # (c)
    DEFENDER = 26  # (d) which of two units fights
    PLAY_CARD = 27  # (d) a held fate card before the dice, or none
    FIRST_DIE = 28  # (c)
    SECOND_DIE = 29  # (c)
    REROLL = 30  # (d) a unit that can may roll again
    RESULT = 31  # (s) the table is read
    HIT_ZED = 32  # (s) a Hit on the Zeds
    SHARE_HIT = 33  # (d) which unit of a Mob takes it
    TOUGH_DIE = 34  # (c) it may be cancelled
    HIT_UNIT = 35  # (s) a Hit on the players' unit
    RESIST_DIE = 36  # (c) it may be cancelled
    SAVING_ROLL = 37  # (c)
    BEATEN_OFF = 38  # (d) a held fate card after Zeds attacked and won, or none
    ZEDS_RETREAT = 39  # (s) the Zeds of the space go back, the stronger first
    UNITS_RETREAT = 40  # (s) a unit goes back
    WHO_FIRST = 41  # (d) which of two retreating units goes first
    DISENGAGE = 42  # (s) the combat is over; what it interrupted goes on
    BEGIN_ACTIONS = 43  # (s) the Action Phase begins
    ACT = 44  # (d) an action, a held card, or the end of the phase
    FORAGE_DIE = 45  # (c)
    PICK_DIE = 46  # (d) which die of a two-dice ability counts
    BACK_UP = 47  # (d) who backs up after firing
    END_ACTIONS = 48  # (s) what the event does at the end of the phase
    HOUSEKEEPING = 49  # (s) the card is discarded, actions are reset
    WON = 50
    LOST = 51


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
    """Who pays for the next action, if not the players: a Character Action marker, or the speech."""

    NOTHING = 0
    INITIATIVE = 1
    CITADEL = 2
    LEADERSHIP = 3
    SPEECH = 4


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
    player_actions: Annotated[int, Range(0, 4)]
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
    skipped: bool  # the event could not be done (reading DZ-53), and nothing of it is in force
    symbol: Annotated[int, Range(0, PRESSURE_DONE)]  # the next symbol of the event card, then the kinds of pressure
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
    second: bool  # the second Zed of the battle is meant
    combat: Combat
    zeds_attack: bool
    fighter: Who
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
    zeds_lost: bool
    whole: bool  # no Zed of the battle was eliminated (reading DZ-28)


game = Game(name="dawn-of-the-zeds", title="Dawn of the Zeds", state=Town, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST))
box = game.edition
