"""What a player does not see: the Characters, hands and secret Events of others, and what lies face down.

The rulebook says so of Characters and secret Events; of hands it says neither (DTD-43), and here they are hidden.  How many cards
there are is seen, and so is what lies on the table: Firearms with their tokens, Power-Ups, discards but for secret Events.  What
is left in a deck would say what the others hold, so nobody sees more of it than its size.
"""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import COPIES_MOST, Seat
from daybreak_games.dead_til_dawn.cards import CARDS, LAID_OUT, Effect, Event, Horror, Item
from daybreak_games.dead_til_dawn.state import Person, Phase, Table, box, game
from verifier.lang import Bag, Range

Equipment = Annotated[Bag[Item], Range(0, COPIES_MOST)]
Horrors = Annotated[Bag[Horror], Range(0, COPIES_MOST)]


@game.hidden
def from_the_others(table: Table, seat: Seat) -> None:
    """What a player does not see of the table."""
    for other in Seat:
        if other != seat:
            hide_hand(table.people[other])
            hide_character(table.people[other])
    hide_secrets(table, seat)
    hide_decks(table)
    if table.phase != Phase.LOOT or table.actor != seat:
        turn_down_equipment(table.loot)
    gift = table.gift
    if gift is not None and gift not in LAID_OUT and seat != table.actor and seat != table.receiver:
        table.gift = Item.BAT


@game.rule
def hide_hand(person: Person) -> None:
    """Equipment and Zombie cards of somebody else are seen from behind."""
    turn_down_equipment(person.items)
    turn_down_equipment(person.aside)
    turn_down_horrors(person.hand)


@game.rule
def hide_character(person: Person) -> None:
    """Who somebody else is nobody knows before the Character is shown."""
    if not person.shown:
        for number in range(2):
            person.characters[number] = None
            person.sated[number] = False


@game.rule
def hide_secrets(table: Table, seat: Seat) -> None:
    """A secret Event is read by whoever drew it, and what it brings is not foreseen; it goes to the discards unread."""
    for other in Seat:
        if other != seat and table.people[other].kept is not None:
            table.people[other].kept = Event.CALM
    event = table.event
    if event is not None and box.says[event].secret and seat != table.turn:
        table.event = Event.CALM
        for person in table.people:
            person.due = Effect.NOTHING
            person.times = 0
    for each in Event:
        if box.says[each].secret:
            table.event_discard[each] = 0


@game.rule
def hide_decks(table: Table) -> None:
    """Decks lie face down; the Characters that nobody was dealt are in the box."""
    turn_down_equipment(table.equipment)
    turn_down_horrors(table.zombies)
    left = table.events.total
    for event in Event:
        table.events[event] = min(COPIES_MOST, left)
        left = max(0, left - COPIES_MOST)
    table.cast.clear()


@game.rule
def turn_down_equipment(cards: Equipment) -> None:
    """Cards with their faces down are so many of the first kinds; Firearms that lie on the table are seen."""
    left = sum(cards[item] for item in CARDS)
    for item in CARDS:
        cards[item] = min(COPIES_MOST, left)
        left = max(0, left - COPIES_MOST)


@game.rule
def turn_down_horrors(cards: Horrors) -> None:
    """Zombie cards with their faces down are so many of the first kinds."""
    left = cards.total
    for horror in Horror:
        cards[horror] = min(COPIES_MOST, left)
        left = max(0, left - COPIES_MOST)
