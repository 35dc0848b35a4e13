"""What lies on the table in Until Dawn, and the component data that an edition supplies."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, Game, Pile, Range, Row, Size, Word, extends, record, words

CLOCKWISE = 1
COUNTERCLOCKWISE = 3  # three entrances on is one back
Spin = Annotated[int, Range(CLOCKWISE, COUNTERCLOCKWISE)]
BITE_PILE_FULL = 5
STACK_MOST = 24  # zombies at one entrance


class Phase(IntEnum):
    """What happens next."""

    ACT = 0  # the player acts, or ends the turn
    TREAT = 1  # a card of the bite pile is picked for discarding
    CHECK_SETS = 2  # first round: one entrance is checked
    NEXT_ATTACKER = 3  # second round: the next attacker of an entrance is found
    SCRATCHER = 4  # it acts
    SNEAKER = 5
    SCREAMER = 6
    SUMMON = 7  # a howl draws a card
    ANSWER = 8  # the player says where a called zombie goes (reading UD-53)
    SWEEP = 9  # one Sneaker is discarded after Sneakers acted
    RELOCATE = 10  # one zombie moves on from a breach
    ARRANGE = 11  # the same, the player choosing which (reading UD-29)
    STAND_DOWN = 12  # an entrance's attackers turn back (reading UD-16)
    ADVANCE = 13  # the zombie marker moves
    DRAW = 14  # a card is drawn
    PLACE = 15  # the player places a zombie
    GUARD = 16  # Jasper may block a draw-again zombie
    CHECK_JASPER = 17  # a movement card looks for Jasper
    LIFT = 18  # it takes the top card of one entrance
    SET_DOWN = 19  # it places that card
    REBECCA_MOVES = 20  # a bite card moves Zombie Rebecca
    COMPARE = 21  # it is compared with a card of the bite pile
    COMPARE_DECK = 22  # or with one of the deck (reading UD-43)
    RESHUFFLE = 23  # the discard pile becomes the deck
    END_TURN = 24  # the zombie turn ends
    TURN_ALL = 25  # final assault: all zombies of one entrance turn
    WON = 26
    LOST = 27


@words(0, 1, 2, 3)
class Entrance(IntEnum):
    """The entrances, clockwise from the front door."""

    FRONT = 0
    SECOND = 1
    THIRD = 2
    LAST = 3


@words("scratcher", "scratcher+", "sneaker", "sneaker+", "screamer", "screamer+",
       "bite-red", "bite-red+", "bite-green", "bite-green+", "bite-blue", "bite-blue+",
       "move-cw", "move-cw+", "move-ccw", "move-ccw+")
class Card(IntEnum):
    """The cards; `+` is the draw-again symbol."""

    SCRATCHER = 0
    SCRATCHER_AGAIN = 1
    SNEAKER = 2
    SNEAKER_AGAIN = 3
    SCREAMER = 4
    SCREAMER_AGAIN = 5
    BITE_RED = 6
    BITE_RED_AGAIN = 7
    BITE_GREEN = 8
    BITE_GREEN_AGAIN = 9
    BITE_BLUE = 10
    BITE_BLUE_AGAIN = 11
    MOVE_CW = 12
    MOVE_CW_AGAIN = 13
    MOVE_CCW = 14
    MOVE_CCW_AGAIN = 15


ZombieCard = Annotated[Card, Range(Card.SCRATCHER, Card.SCREAMER_AGAIN)]


class Colour(IntEnum):
    """The colours of zombies and bites."""

    RED = 0
    BLUE = 1
    GREEN = 2
    NONE = 3


# By card, in the order of `Card`.
COLOUR = (Colour.RED, Colour.RED, Colour.BLUE, Colour.BLUE, Colour.GREEN, Colour.GREEN,
          Colour.RED, Colour.RED, Colour.GREEN, Colour.GREEN, Colour.BLUE, Colour.BLUE,
          Colour.NONE, Colour.NONE, Colour.NONE, Colour.NONE)
DRAW_AGAIN = (False, True, False, True, False, True,
              False, True, False, True, False, True,
              False, True, False, True)


@extends(Entrance)
class Jasper(IntEnum):
    """Where Jasper is when he is at no entrance."""

    RUG = 4
    DEAD = 5


@extends(Entrance)
class Rebecca(IntEnum):
    """Where the Zombie Rebecca token is while it is at no entrance."""

    ASIDE = 4


@extends(Entrance)
class Barred(IntEnum):
    """That Jasper's block has closed no entrance."""

    NONE = 4


@extends(Entrance)
class Elsewhere(IntEnum):
    """Where a drawn zombie can be placed besides the entrances."""

    BITE = 4


Spot = Entrance | Elsewhere


@record
class Zombie:
    """A zombie card in a stack; attacking is turned sideways."""

    card: ZombieCard
    attacking: Annotated[bool, Word("!")]


@record
class Door:
    """An entrance: the card over it once breached, its barricades, its zombies (top first)."""

    breached_by: ZombieCard | None
    barricades: Annotated[int, Range(0, 8)]
    stack: Annotated[Pile[Zombie], Size(STACK_MOST)]


@record
class Night:
    """Everything on the table.  From `drawn` on, a field that nothing uses is at rest: at its first value, `barred` at NONE."""

    phase: Phase
    time: Annotated[int, Range(0, 60)]
    zombie_time: Annotated[int, Range(0, 60)]
    ammo: Annotated[int, Range(0, 8)]
    jasper: Entrance | Jasper
    rebecca: Entrance | Rebecca
    supply: Annotated[int, Range(0, 8)]
    entrances: Annotated[Row[Door], Size(4)]
    deck: Annotated[Bag[Card], Range(0, 15)]
    discard: Annotated[Bag[Card], Range(0, 15)]
    bite_pile: Annotated[Bag[Card], Range(0, 15)]
    drawn: Card | None  # the card being resolved; of one that Jasper may block only the symbol is left, and this is None
    barred: Entrance | Barred  # the entrance closed to zombie cards for this zombie turn, so it says whether Jasper has blocked
    let_through: bool  # Jasper's one chance was passed up (reading UD-40)
    assault: Annotated[int, Range(0, 2)]  # the round of the final assault
    at: Entrance  # the entrance being dealt with
    acting: Annotated[int, Range(0, 23)]  # the attacker's place in its stack
    acted: Annotated[int, Range(0, 24)]  # how many at the top of the stack are done for this round
    late: Annotated[int, Range(0, 24)]  # how many at the bottom came too late to act (reading UD-17)
    calls: Annotated[int, Range(0, 3)]  # the draws a howl has left
    lifted: Annotated[Row[ZombieCard | None], Size(4)]  # cards a movement card took up


@record
class Box:
    """The component data: what the rulebook leaves to the copy of the game, and what it states of the box (UD-65)."""

    last_space: Annotated[int, Range(1, 60)]
    shells: Annotated[int, Range(0, 8)]
    barricades: Annotated[int, Range(0, 8)]
    barricades_per_entrance: Annotated[int, Range(1, 8)]
    cards: Annotated[Bag[Card], Range(0, 15)]


game = Game(name="until-dawn", title="Until Dawn", state=Night, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="survives")
box = game.edition


@game.rule
def unbreached(door: Door) -> bool:
    """Whether an entrance is still part of the game."""
    return door.breached_by is None


@game.rule
def unbreached_count(night: Night) -> Annotated[int, Range(0, 4)]:
    """How many entrances are still part of the game."""
    return sum(1 for door in night.entrances if door.breached_by is None)


@game.rule
def next_unbreached(night: Night, start: Entrance, spin: Spin) -> Entrance:
    """The next unbreached entrance in a direction; the one started from when there is no other."""
    return next((Entrance((start + hop * spin) % 4) for hop in range(1, 4)
                 if night.entrances[(start + hop * spin) % 4].breached_by is None), start)


@game.rule
def is_zombie(card: Card) -> bool:
    """Scratchers, Sneakers and Screamers."""
    return card <= Card.SCREAMER_AGAIN


@game.rule
def is_bite(card: Card) -> bool:
    """Bite cards of any colour."""
    return Card.BITE_RED <= card <= Card.BITE_BLUE_AGAIN
