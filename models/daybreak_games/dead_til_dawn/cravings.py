"""Cravings: how the dead win."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Craving
from daybreak_games.dead_til_dawn.people import Number, is_zombie, survivors
from daybreak_games.dead_til_dawn.state import Table, box, game
from verifier.lang import ruling


@game.rule
def is_satisfied(table: Table, seat: Seat, number: Number) -> bool:
    """Whether a player's craving, one of two maybe, is satisfied: by the table as it is, or once and for all (DTD-57)."""
    character = table.people[seat].characters[number]
    if character is None:
        return True
    dead = sum(1 for each in Seat if is_zombie(table, each))
    match box.characters[character].craving:
        case Craving.NEVER:
            return False
        case Craving.ALWAYS:
            return True
        case Craving.EVERYONE_DEAD:
            return survivors(table) == 0 or table.people[seat].sated[number]
        case Craving.COMPANY:
            return dead >= box.characters[character].company or table.people[seat].sated[number]
        case Craving.WOUND:
            return table.people[seat].sated[number]
        case _:
            return survivors(table) > 0 or table.people[seat].sated[number]


@game.rule
def see_cravings(table: Table) -> None:
    """By reading DTD-57 'once', a craving that is satisfied stays so."""
    if ruling("DTD-57") == "once":
        for seat in Seat:
            for number in range(2):
                if is_zombie(table, seat) and table.people[seat].characters[number] is not None:
                    table.people[seat].sated[number] = is_satisfied(table, seat, number)
