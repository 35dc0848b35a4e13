"""How a finished game is valued, what a line can still reach, and how promising a position looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import TYPE, Assault, Rubble, Type
from daybreak_games.survive_until_daylight.line import is_enemy, is_survivor
from daybreak_games.survive_until_daylight.state import LINE_MOST, Phase, Table, box, game
from verifier.lang import Range, record, ruling

ROUNDS_MOST = 6


@record
class Grade:
    """Best first: won or not, Rounds survived, Health of all, Survivors left, Ammo left.

    The rulebook knows winning and losing only (SUD-L10, SUD-G02).  What comes after is ours (SUD-91).
    """

    won: bool
    rounds: Annotated[int, Range(0, ROUNDS_MOST)]
    health: Annotated[int, Range(0, 72)]
    survivors: Annotated[int, Range(0, LINE_MOST)]
    ammo: Annotated[int, Range(0, 400)]


@game.rule
def rounds_survived(table: Table) -> Annotated[int, Range(0, ROUNDS_MOST)]:
    """How many Rounds are over; those after the last are not counted."""
    if table.phase == Phase.WON:
        return box.rounds
    return min(box.rounds, max(0, table.round - 1))


@game.rule
def ammo_held(table: Table) -> Annotated[int, Range(0, 400)]:
    """The Ammo in all inventories and in the Backpack."""
    held = sum(person.items[Rubble.GUN_AMMO] + person.items[Rubble.ARROW] for person in table.people)
    return min(400, held + table.packed[Rubble.GUN_AMMO] + table.packed[Rubble.ARROW])


@game.grade(order="the rulebook knows winning and losing; Rounds, Health, Survivors and Ammo are our tie-break")
def result(table: Table) -> Grade:
    """The value of a finished game."""
    return Grade(won=table.phase == Phase.WON, rounds=rounds_survived(table),
                 health=sum(person.health for person in table.people),
                 survivors=sum(1 for enemy in table.line if is_survivor(enemy)), ammo=ammo_held(table))


@game.rule
def whole_health() -> Annotated[int, Range(0, 72)]:
    """The Health of all at the start."""
    return sum(box.boards[box.characters[seat]].health for seat in Seat if seat < box.players)


@game.rule
def unused(table: Table, card: Rubble) -> Annotated[int, Range(0, 400)]:
    """How many of a card can still be used: all that are not discarded, or are shuffled in again (SUD-03)."""
    held = sum(person.items[card] for person in table.people)
    there = held + table.packed[card] + table.unseen[card] + table.known[card] + int(table.found == card)
    return there + (table.discard[card] if ruling("SUD-03") == "reshuffle-discards" else 0)


@game.rule
def health_left(table: Table) -> Annotated[int, Range(0, 72)]:
    """The Health of all, if every healing item that may still be used heals in full."""
    hearts = unused(table, Rubble.FOOD_1) + 2 * unused(table, Rubble.FOOD_2) + 3 * unused(table, Rubble.FOOD_3)
    if ruling("SUD-03") == "reshuffle-discards":
        return whole_health()
    return min(whole_health(), hearts + sum(person.health for person in table.people))


@game.rule
def survivors_left(table: Table) -> Annotated[int, Range(0, 400)]:
    """The Survivors on the line, and those that may still come."""
    there = table.to_come[Type.SURVIVOR] + sum(1 for enemy in table.line if is_survivor(enemy))
    in_hand = int(table.phase == Phase.LAY_OUT and table.coming == Type.SURVIVOR)
    return there + in_hand + sum(box.waves[card][Type.SURVIVOR][box.players - 1] for card in Assault if table.assaults[card])


@game.bound
def best_possible(table: Table) -> Grade:
    """Health comes back by healing items, Survivors come by Assault cards, Ammo by cards not used yet."""
    if table.phase == Phase.LOST:
        return Grade(won=False, rounds=rounds_survived(table), health=sum(person.health for person in table.people),
                     survivors=sum(1 for enemy in table.line if is_survivor(enemy)), ammo=ammo_held(table))
    return Grade(won=True, rounds=box.rounds, health=health_left(table), survivors=min(LINE_MOST, survivors_left(table)),
                 ammo=min(400, unused(table, Rubble.GUN_AMMO) + unused(table, Rubble.ARROW)))


@game.progress
def hour(table: Table) -> Annotated[int, Range(0, 7)]:
    """The Round."""
    return table.round


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-1000000, 1000000)]:
    """Health first, then what is held; enemies on the line and their Health weigh against it."""
    if table.phase == Phase.LOST:
        return -1000000
    danger = sum(box.thresholds[TYPE[enemy.card]] - enemy.damage for enemy in table.line if is_enemy(enemy))
    weakest = min((table.people[seat].health for seat in Seat if seat < box.players), default=0)
    health = sum(person.health for person in table.people)
    return table.round * 1000 + health * 60 + weakest * 100 + ammo_held(table) * 25 - danger * 40
