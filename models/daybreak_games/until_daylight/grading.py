"""What an end is worth, the best that a line can still reach, and how promising a table looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import TICKS, Seat
from daybreak_games.until_daylight.cards import AMMO, BASIC, WEAPONS, Horde, Rubble
from daybreak_games.until_daylight.line import has_saved
from daybreak_games.until_daylight.people import full_health
from daybreak_games.until_daylight.state import Phase, Table, box, game
from verifier.lang import Range, record


@record
class Grade:
    """Won; Rounds that were survived; Health of all; saved Survivors beside the boards."""

    won: bool
    rounds: Annotated[int, Range(0, 10)]
    health: Annotated[int, Range(0, 72)]
    saved: Annotated[int, Range(0, 60)]


@game.rule
def health_of_all(table: Table) -> Annotated[int, Range(0, 72)]:
    """The Health of all players."""
    return sum(person.health for person in table.people)


@game.rule
def saved_by_all(table: Table) -> Annotated[int, Range(0, 60)]:
    """The saved Survivors of all players."""
    return min(60, sum(person.saved for person in table.people))


@game.grade(order="ours, as the rulebook does not rank ends")
def grade(table: Table) -> Grade:
    """A won night before a lost one, then more Rounds, more Health, more Survivors (UDL-101)."""
    won = table.phase == Phase.WON
    return Grade(won=won, rounds=box.rounds if won else table.round - 1, health=health_of_all(table), saved=saved_by_all(table))


@game.rule
def survivors_left(table: Table) -> Annotated[int, Range(0, 60)]:
    """The Survivors that are not saved yet: in areas, and in the Horde pile, discarded or not."""
    return min(60, table.horde[Horde.SURVIVOR] + table.horde_discard[Horde.SURVIVOR]
               + sum(1 for each in table.line if each.card == Horde.SURVIVOR))


@game.bound
def at_best(table: Table) -> Grade:
    """No line does better: nobody is healed above the start, and no more Survivors are saved than there are."""
    if table.phase == Phase.LOST:
        return Grade(won=False, rounds=table.round - 1, health=health_of_all(table), saved=saved_by_all(table))
    if table.phase == Phase.WON:
        return Grade(won=True, rounds=box.rounds, health=health_of_all(table), saved=saved_by_all(table))
    full = min(72, sum(full_health(seat) for seat in Seat if seat < box.players))
    return Grade(won=has_saved(table) or survivors_left(table) > 0, rounds=box.rounds, health=full,
                 saved=min(60, saved_by_all(table) + survivors_left(table)))


@game.rule
def threat(table: Table) -> Annotated[int, Range(0, 285)]:
    """The dice of all enemies on the table."""
    return min(285, sum(box.dice[each.card] for each in table.line))


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-4000, 10_000)]:
    """Survivors and Health first, then what fights: weapons, Ammo, tokens; less for the enemies there are."""
    if table.phase == Phase.LOST:
        return -4000
    saved = saved_by_all(table)
    waiting = sum(1 for each in table.line if each.card == Horde.SURVIVOR)
    tokens = sum(person.traps + person.barricades for person in table.people)
    ammo = sum(min(8, person.items[card]) for person in table.people for card in AMMO)
    arms = sum(1 for person in table.people for card in WEAPONS if person.items[card] > 0 and card not in BASIC)
    vests = sum(person.items[Rubble.VEST] for person in table.people)
    kept = 60 * min(1, saved) + 12 * saved + 8 * waiting + 20 * health_of_all(table)
    return max(-4000, min(10_000, kept + 8 * tokens + 3 * ammo + 3 * arms + 6 * vests - 7 * threat(table)))


@game.progress
def hours(table: Table) -> Annotated[int, Range(0, 4000)]:
    """How far the night has come: Rounds, moments of the Search, turns in combat but for the last fight."""
    if table.phase == Phase.WON or table.phase == Phase.LOST:
        return 4000
    begun = 200 * (table.round - 1)
    if table.searching or table.phase == Phase.BEGIN_ROUND:
        return begun + (table.tick if table.searching else 0) + (table.searched if table.searching else 0)
    if table.round == box.rounds or table.phase in (Phase.DEAL, Phase.CHOOSE):
        return begun + (TICKS + 30 if table.phase not in (Phase.DEAL, Phase.CHOOSE) else 0)
    return begun + TICKS + 30
