"""The players: who sits where, what they may hold, their experience and who leads."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import (
    AMMO,
    BASIC,
    UNSTACKED,
    WEAPONS,
    Advantage,
    Drawback,
    Feat,
    Rubble,
)
from daybreak_games.until_daylight.state import After, Phase, Table, box, game
from verifier.lang import Range, clause, ruling

ENEMIES = (After.AREAS, After.TRAPS, After.ROLLS, After.ROUND)  # what is interrupted while enemies attack


@game.rule
def whose_turn(table: Table) -> Seat:
    """The player in turn, whose decisions these are."""
    return table.turn


@game.rule
def next_seat(seat: Seat) -> Seat:
    """The player on the left."""
    return Seat((seat + 1) % box.players)


@game.rule
def advantage(seat: Seat) -> Advantage:
    """The Advantage of a player's character."""
    return box.boards[box.characters[seat]].advantage


@game.rule
def drawback(seat: Seat) -> Drawback:
    """The Drawback of a player's character."""
    return box.boards[box.characters[seat]].drawback


@game.rule
def times(table: Table, seat: Seat, wanted: Advantage) -> Annotated[int, Range(0, 2)]:
    """How often an Advantage counts: twice for the leader."""
    if advantage(seat) != wanted:
        return 0
    return 2 if table.leader == seat else 1


# -- the inventory ------------------------------------------------------------------------------------------------------------


@game.rule
def own_weapon(seat: Seat, card: Rubble) -> bool:
    """Whether a card is the basic weapon of the player's own character."""
    return card == box.boards[box.characters[seat]].weapon


@game.rule
def places_taken(table: Table, seat: Seat) -> Annotated[int, Range(0, 1200)]:
    """The places that a player's cards take: one for each kind of Ammo, one for each other card (UDL-05, UDL-06)."""
    items = table.people[seat].items
    stacks = sum((1 if ruling("UDL-06") == "slots" else items[card]) for card in AMMO if items[card] > 0)
    apart = 1 if ruling("UDL-05") == "outside-slots" and any(own_weapon(seat, card) and items[card] > 0 for card in BASIC) else 0
    return max(0, stacks + sum(items[card] for card in UNSTACKED) - apart)


@game.rule
def places(table: Table, seat: Seat) -> Annotated[int, Range(0, 16)]:
    """The places that a player has."""
    doubled = table.leader == seat or ruling("UDL-65") == "next-pick-up" and table.people[seat].roomy
    if advantage(seat) != Advantage.PLACES:
        return box.places
    return box.places + (4 if doubled else 2)


@game.rule
def may_go(seat: Seat, card: Rubble) -> bool:
    """Whether a card may be discarded, given away or stolen (UDL-64)."""
    return ruling("UDL-64") != "basic-kept" or not own_weapon(seat, card)


@game.rule
def has_too_much(table: Table, seat: Seat) -> bool:
    """Whether a player must discard: by reading UDL-07 in the own turn only, and nobody has one while enemies attack."""
    due = ruling("UDL-07") == "any-player" or seat == table.turn and table.after not in ENEMIES
    return due and seat < box.players and places_taken(table, seat) > places(table, seat)


@game.rule
def has_weapon(table: Table, seat: Seat) -> bool:
    """Whether a player has any weapon."""
    return any(table.people[seat].items[card] > 0 for card in WEAPONS)


@game.rule
def gain(table: Table, seat: Seat, card: Rubble) -> None:
    """A player gets a Rubble card."""
    table.people[seat].items.add(card)
    clause("UDL-X06", "UDL-X07", when=card == Rubble.SYMBOL)
    if table.leader != seat:
        table.people[seat].roomy = False


# -- Health -------------------------------------------------------------------------------------------------------------------


@game.rule
def full_health(seat: Seat) -> Annotated[int, Range(1, 12)]:
    """The Health that a player starts with."""
    return box.boards[box.characters[seat]].health


@game.rule
def heal(table: Table, seat: Seat, number: Annotated[int, Range(0, 12)]) -> None:
    """A player gets Health back, up to what the wheel shows as none lost (UDL-92)."""
    person = table.people[seat]
    person.health = min(full_health(seat), person.health + number)


@game.rule
def hurt(table: Table, seat: Seat) -> None:
    """A character takes 1 damage.  With no Health left the character is dead, and the game is lost."""
    person = table.people[seat]
    person.health = max(0, person.health - 1)
    if person.health == 0:
        clause("UDL-G03")
        table.phase = Phase.LOST


# -- experience ---------------------------------------------------------------------------------------------------------------


@game.rule
def experience(table: Table, seat: Seat) -> Annotated[int, Range(0, 250)]:
    """A player's experience: for SYMBOL cards, Monsters, Survivors, Objectives, and thefts (UDL-60)."""
    person = table.people[seat]
    return person.items[Rubble.SYMBOL] + person.monsters + person.saved + person.points + person.stolen


@game.rule
def see_who_leads(table: Table) -> None:
    """Experience is counted anew: whoever has more than the leader leads, if nobody else has as much (UDL-15)."""
    most = max((experience(table, seat) for seat in Seat if seat < box.players), default=0)
    first = next((seat for seat in Seat if seat < box.players and experience(table, seat) == most), Seat.PLAYER_1)
    alone = sum(1 for seat in Seat if seat < box.players and experience(table, seat) == most) == 1
    before = table.leader
    if before is not None and experience(table, before) == most or most == 0:
        clause("UDL-X03", when=before is not None and not alone and most > 0)
    elif alone:
        clause("UDL-X01", "UDL-X04", "UDL-X05")
        table.leader = first
    elif ruling("UDL-15") == "elect-maximum":
        table.leader = None
    for seat in Seat:
        if seat == table.leader:
            clause("UDL-X11", "UDL-X12", when=seat != before and advantage(seat) != Advantage.NONE)
            table.people[seat].roomy = ruling("UDL-65") == "next-pick-up"


@game.rule
def asked_for(table: Table, seat: Seat, feat: Feat) -> Annotated[int, Range(0, 20)]:
    """How often a feat counts for a player: as often as any Objective of the player asks for it."""
    card = table.people[seat].secondary
    secondary = box.objectives[card].number if card is not None and box.objectives[card].feat == feat else 0
    own = box.own_objectives[box.characters[seat]]
    most = max((box.objectives[own[number]].number for number in range(3) if box.objectives[own[number]].feat == feat), default=0)
    return max(secondary, most)


@game.rule
def count_feat(table: Table, seat: Seat, feat: Feat) -> None:
    """A player has done what Objectives count; those that are fulfilled are achieved at once."""
    person = table.people[seat]
    person.feats[feat] = min(asked_for(table, seat, feat), person.feats[feat] + 1)
    for number in range(3):
        sheet = box.objectives[box.own_objectives[box.characters[seat]][number]]
        if not person.achieved[number] and person.feats[sheet.feat] >= sheet.number:
            clause("UDL-S11", "UDL-O01", "UDL-O02", "UDL-O04")
            person.achieved[number] = True
            person.points += sheet.points
    card = person.secondary
    if card is not None and not person.achieved[3] and person.feats[box.objectives[card].feat] >= box.objectives[card].number:
        clause("UDL-O01", "UDL-O02", "UDL-O04")
        person.achieved[3] = True
        person.points += box.objectives[card].points
