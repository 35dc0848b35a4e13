"""What a player of Dead 'til Dawn does not see: two tables that look alike to one player, and not to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import verifier as daybreak
from daybreak_games.dead_til_dawn.cards import Character, Event, Horror, Item
from daybreak_games.dead_til_dawn.state import Phase, Table
from verifier.instance import Instance
from verifier.lang.values import copied
from verifier.run.reference import Position

ONE, TWO, THREE = 0, 1, 2
Change = Callable[[Table], None]


@pytest.fixture(scope="module")
def instance() -> Instance:
    return daybreak.deal("dead-til-dawn", seed=1, edition="illustrative-3")


def swap_items(table: Table) -> None:
    table.people[TWO].items.take(Item.AXE)
    table.people[TWO].items.add(Item.BAT)
    table.people[THREE].items.take(Item.BAT)
    table.people[THREE].items.add(Item.AXE)


def from_the_deck(table: Table) -> None:
    table.people[TWO].items.take(Item.AXE)
    table.people[TWO].items.add(Item.TORCH)
    table.equipment.take(Item.TORCH)
    table.equipment.add(Item.AXE)


def more_cards(table: Table) -> None:
    table.people[TWO].items.add(Item.TORCH)


def ammo(table: Table) -> None:
    table.people[TWO].items.take(Item.REVOLVER_1)
    table.people[TWO].items.add(Item.REVOLVER_0)


def other_character(table: Table) -> None:
    table.people[TWO].characters[0] = Character.COOK
    table.people[TWO].sated[0] = True


def shown_character(table: Table) -> None:
    table.people[THREE].characters[0] = Character.COOK


def other_horror(table: Table) -> None:
    table.people[TWO].hand.take(Horror.CLAW)
    table.people[TWO].hand.add(Horror.DRAG)


def other_secret(table: Table) -> None:
    table.people[TWO].kept = Event.DREAD


def no_secret(table: Table) -> None:
    table.people[TWO].kept = None


def secret_read(table: Table) -> None:
    table.event = Event.DREAD


def gift(table: Table) -> None:
    table.gift = Item.TORCH


def loot(table: Table) -> None:
    table.loot.take(Item.ROPE)
    table.loot.add(Item.BOTTLE)


def secret_discard(table: Table) -> None:
    table.event_discard.add(Event.STASH)


def open_discard(table: Table) -> None:
    table.event_discard.add(Event.BRAWL)


def power_up(table: Table) -> None:
    table.people[TWO].powers.add(Horror.RAGE)


@pytest.mark.parametrize(("change", "unseen_by"), [
    (swap_items, [ONE]), (from_the_deck, [ONE, THREE]), (more_cards, []), (ammo, []), (other_character, [ONE, THREE]),
    (shown_character, []), (other_horror, [ONE, THREE]), (other_secret, [ONE, THREE]), (no_secret, []),
    (secret_read, [ONE, THREE]), (gift, [THREE]), (loot, [TWO, THREE]), (secret_discard, [ONE, TWO, THREE]), (open_discard, []),
    (power_up, [])])
def test_who_sees_a_change(change: Change, unseen_by: list[int], instance: Instance) -> None:
    """Players 1 to 3: the second one's turn, to whom it looks as if the first looted; the third one's Character is shown."""
    table: Any = copied(instance.start.state)
    for seat in (ONE, TWO, THREE):
        table.people[seat].characters[0] = Character.SHERIFF
    table.phase, table.actor, table.turn, table.receiver = Phase.LOOT, ONE, TWO, TWO
    table.people[TWO].items.add(Item.AXE)
    table.people[TWO].items.add(Item.REVOLVER_1)
    table.people[THREE].items.add(Item.BAT)
    table.people[THREE].shown = True
    table.people[TWO].hand.add(Horror.CLAW)
    table.people[TWO].kept = Event.STASH
    table.event, table.gift = Event.STASH, Item.ROPE
    table.loot.add(Item.ROPE)
    table.equipment.add(Item.TORCH)
    changed = copied(table)
    change(changed)
    seats = list(instance.seats)
    same = [seat for seat in (ONE, TWO, THREE) if instance.sees(Position(table, ()), seats[seat])
            == instance.sees(Position(changed, ()), seats[seat])]
    assert same == unseen_by


def test_what_is_forced_at_the_last_loot_is_forced_by_what_is_seen() -> None:
    """Who may loot sees the stack: nothing that is hidden matters."""
    start = daybreak.scenario("scenarios/dead-til-dawn/last-loot.toml")
    for seat, least in (("player-1", True), ("player-2", True), ("player-3", False)):
        found = daybreak.force(start, seat, against="rest", blind=True, engine="interpreted")
        assert found.exact and found.least is least
