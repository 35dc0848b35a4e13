"""The set-up: Characters and Equipment are dealt."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import CARDS, FRESH, Card, Character, Event, Horror, Item
from daybreak_games.dead_til_dawn.people import characters_each
from daybreak_games.dead_til_dawn.state import Phase, Table, box, game
from verifier.lang import Range, clause, given, ruling, weight


@game.setup
def set_up(table: Table) -> None:
    """The decks are shuffled; the first player takes the first turn (DTD-66)."""
    clause("DTD-S15", "DTD-S16")
    for character in Character:
        table.cast[character] = box.cast[character]
    table.equipment.add_all(box.equipment)
    table.events.add_all(box.events)
    table.zombies.add_all(box.zombies)
    table.phase = Phase.CAST


@game.rule
def lacks_character(table: Table, seat: Seat) -> bool:
    """Whether a player has no Character yet, or not both."""
    return seat < box.players and table.people[seat].characters[characters_each() - 1] is None


@game.rule
def dealt_to(table: Table) -> Seat:
    """Who is dealt a Character: new players first."""
    return next((seat for seat in Seat if lacks_character(table, seat) and box.new[seat]),
                next((seat for seat in Seat if lacks_character(table, seat)), Seat.PLAYER_1))


@game.chance(Phase.CAST, tape="characters", order_of="cast")
def cast(table: Table, character: Character) -> None:
    """A player is dealt a Character; a new one of the core."""
    weight(table.cast[character] if box.core[character] or not box.new[dealt_to(table)] else 0)
    seat = dealt_to(table)
    clause("DTD-S03", when=box.new[seat])
    clause("DTD-S04", when=not box.new[seat])
    table.cast.take(character)
    if table.people[seat].characters[0] is None:
        table.people[seat].characters[0] = character
    else:
        clause("DTD-S08")
        table.people[seat].characters[1] = character
    if not any(lacks_character(table, each) for each in Seat):
        deal_on(table)


@game.rule
def cards_at_the_start() -> Annotated[int, Range(0, 10)]:
    """How many Equipment cards a player is dealt (DTD-04)."""
    return box.start * (2 if box.players == 3 and ruling("DTD-04") == "twice-everything" else 1)


@game.rule
def equipped(table: Table) -> Seat:
    """Who is dealt Equipment."""
    return next((seat for seat in Seat if seat < box.players and table.people[seat].items.total < cards_at_the_start()),
                Seat.PLAYER_1)


@game.rule
def deal_on(table: Table) -> None:
    """Equipment is dealt; then the first turn begins."""
    if table.people[equipped(table)].items.total < cards_at_the_start() and table.equipment.total > 0:
        table.phase = Phase.DEAL
    else:
        table.phase = Phase.BEGIN_TURN


@game.chance(Phase.DEAL, tape="equipment", order_of="equipment", clause="DTD-S13")
def deal(table: Table, item: Card) -> None:
    """A player is dealt an Equipment card."""
    weight(table.equipment[item])
    table.equipment.take(item)
    table.people[equipped(table)].items.add(item)
    deal_on(table)


@game.completion
def complete(table: Table) -> None:
    """What a position leaves out: Characters by their order, and every card that is nowhere else in its deck."""
    for seat in Seat if table.phase != Phase.CAST else ():
        for number in range(characters_each()):
            if seat < box.players and table.people[seat].characters[number] is None:
                dealt = [each for person in table.people for each in person.characters]
                left = [each for each in Character if dealt.count(each) < box.cast[each]]
                table.people[seat].characters[number] = left[0] if left else None
    if not given("cast"):
        for character in Character:
            there = sum(1 for person in table.people for each in person.characters if each == character)
            table.cast[character] = max(0, box.cast[character] - there)
    if not given("equipment"):
        for card in CARDS:
            there = table.equipment_discard[card]
            for item in Item:
                if FRESH[item] == card:
                    there += sum(person.items[item] + person.aside[item] for person in table.people) + table.loot[item]
                    there += int(table.gift == item) + int(table.dropped == item)
            table.equipment[card] = max(0, box.equipment[card] - there)
    if not given("events"):
        for event in Event:
            there = table.event_discard[event] + sum(1 for person in table.people if person.kept == event)
            table.events[event] = max(0, box.events[event] - there - int(table.event == event) - int(table.hideout == event))
    if not given("zombies"):
        for horror in Horror:
            there = table.zombie_discard[horror] + sum(person.hand[horror] + person.powers[horror] for person in table.people)
            table.zombies[horror] = max(0, box.zombies[horror] - there)
