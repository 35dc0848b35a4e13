"""The players: who sits where, how they are hurt, and what their Perks do."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Perk, Rubble
from daybreak_games.survive_until_daylight.state import Phase, Table, box, game
from verifier.lang import Range, clause


@game.rule
def whose_turn(table: Table) -> Seat:
    """The player whose turn it is: who searches, gives, eats, acts or rearranges, and whose decisions these are."""
    return table.turn


@game.rule
def next_seat(seat: Seat) -> Seat:
    """The player on the left."""
    return Seat((seat + 1) % box.players)


@game.rule
def previous_seat(seat: Seat) -> Seat:
    """The player on the right."""
    return Seat((seat + box.players - 1) % box.players)


@game.rule
def hurt(table: Table, seat: Seat, damage: Annotated[int, Range(0, 200)]) -> None:
    """A character takes damage.  With no Health left the character is dead, and the game is lost."""
    person = table.people[seat]
    clause("SUD-H12", when=damage > 0)
    person.health = max(0, person.health - damage)
    if person.health == 0:
        clause("SUD-G02", "SUD-H11")
        table.phase = Phase.LOST


@game.rule
def lasting(table: Table, seat: Seat, perk: Perk) -> Annotated[int, Range(0, 2)]:
    """How often a Perk counts for a player: as the Main Perk, and as that of the First Player."""
    board = box.boards[box.characters[seat]]
    return int(board.main == perk) + int(board.first == perk and table.first == seat)


@game.rule
def anybody_lucky(table: Table) -> bool:
    """Whether a player can play Lucky."""
    return any(person.items[Rubble.LUCKY] > 0 for person in table.people)
