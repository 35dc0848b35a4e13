"""Who wins."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Aim
from daybreak_games.dead_til_dawn.cravings import is_satisfied
from daybreak_games.dead_til_dawn.people import Number, is_survivor, is_zombie, survivors
from daybreak_games.dead_til_dawn.state import Phase, Players, Table, box, game
from verifier.lang import record, ruling


@game.rule
def is_achieved(table: Table, seat: Seat, number: Number) -> bool:
    """Whether a living Character has what its card asks for."""
    character = table.people[seat].characters[number]
    if character is None:
        return True
    match box.characters[character].aim:
        case Aim.NONE:
            return True
        case Aim.ALL_ALIVE:
            return survivors(table) == box.players
        case _:
            return survivors(table) == 1


@game.rule
def lives_well(table: Table, seat: Seat) -> bool:
    """Whether a Survivor wins at dawn, by the rules and by the Character, or both of them (DTD-05, DTD-07)."""
    if ruling("DTD-07") == "alive-is-enough":
        return True
    first = is_achieved(table, seat, 0)
    second = is_achieved(table, seat, 1)
    if ruling("DTD-05") == "either" and table.people[seat].characters[1] is not None:
        return first or second
    return first and second


@game.rule
def craves_no_more(table: Table, seat: Seat) -> bool:
    """Whether a player's craving is satisfied, or both of them (DTD-06)."""
    first = is_satisfied(table, seat, 0)
    second = is_satisfied(table, seat, 1)
    if ruling("DTD-06") == "either" and table.people[seat].characters[1] is not None:
        return first or second
    return first and second


@game.rule
def loses_with_the_last(table: Table, seat: Seat) -> bool:
    """Whether a player is of the group that died last, with nobody left before the end (DTD-08, DTD-09)."""
    return (survivors(table) == 0 and table.people[seat].last
            and (ruling("DTD-09") == "last-turn-counts" or not table.late))


@game.outcome
def wins(table: Table, seat: Seat) -> bool:
    """Survivors at dawn win, and Zombie players whose craving is satisfied; not the group that died last."""
    if is_survivor(table, seat):
        returned = ruling("DTD-58") == "craving-too" and table.people[seat].returned
        return table.phase == Phase.DAWN and (lives_well(table, seat) or returned and craves_no_more(table, seat))
    return is_zombie(table, seat) and not loses_with_the_last(table, seat) and craves_no_more(table, seat)


@game.goal
def somebody_sees_the_dawn(table: Table) -> bool:
    """The night is over, and not all are dead: nobody is of a group that died last."""
    return table.phase == Phase.DAWN


# -- all together -------------------------------------------------------------------------------------------------------------


@record
class Grade:
    """Whether somebody sees the dawn; how many do."""

    dawn: bool
    living: Players


@game.grade(order="ours, as the rulebook knows no common result")
def grade(table: Table) -> Grade:
    """More living players at dawn are better (DTD-76)."""
    return Grade(dawn=table.phase == Phase.DAWN, living=survivors(table))
