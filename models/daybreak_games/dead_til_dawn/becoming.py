"""Becoming a Zombie, in four steps: the Character is shown, secret Events go, Equipment is looted, Zombie cards are drawn."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import FRESH, LAID_OUT, Effect, Horror, Item, Quirk
from daybreak_games.dead_til_dawn.cravings import see_cravings
from daybreak_games.dead_til_dawn.people import (
    is_pet,
    is_survivor,
    renew_zombies,
    seat_to_the_left,
    whose_say,
)
from daybreak_games.dead_til_dawn.state import Fate, Phase, Stage, Table, box, game
from verifier.lang import Range, clause, require, ruling, weight

# -- the four steps -----------------------------------------------------------------------------------------------------------


@game.step(Phase.BECOME)
def become_zombie(table: Table) -> None:
    """A dead Survivor becomes a Zombie player."""
    seat = table.victim
    clause("DTD-Z04", "DTD-Z05", "DTD-Z11")
    join_the_last_group(table, seat)
    person = table.people[seat]
    person.zombie = True
    person.fate = Fate.LIVES
    person.shown = True
    for number in range(2):
        person.spent[number] = True
    person.wounds = 0
    person.bites = 0
    person.hits = 0
    person.flips = 0
    person.due = Effect.NOTHING
    person.times = 0
    person.quirk = Quirk.NONE
    secret = person.kept
    if secret is not None:
        clause("DTD-Z06")
        table.event_discard.add(secret)
    person.kept = None
    lay_down(table, seat)
    see_cravings(table)
    table.to_draw = box.turning
    if table.stage == Stage.START and seat == table.turn:
        clause("DTD-Z13")
        table.to_draw += box.early
        if ruling("DTD-33") == "and-two-more":
            table.to_draw += box.rising
    table.passes = 0
    begin_looting(table)


@game.rule
def join_the_last_group(table: Table, seat: Seat) -> None:
    """Who dies in the same turn, or as DTD-08 says, is of one group; those of an earlier group are not the last."""
    clause("DTD-D09", when=table.died)
    if not table.died:
        for each in Seat:
            table.people[each].last = False
    table.died = True
    table.late = table.round == box.rounds and table.turns >= turns_of_a_round()
    table.people[seat].last = True


@game.rule
def turns_of_a_round() -> Annotated[int, Range(3, 8)]:
    """The turns of a round (DTD-04)."""
    return 6 if box.players == 3 and ruling("DTD-04") == "twice-everything" else box.players


@game.rule
def lay_down(table: Table, seat: Seat) -> None:
    """Equipment of the dead is there to be looted; Pets go."""
    person = table.people[seat]
    person.items.add_all(person.aside)
    person.aside.clear()
    for item in Item:
        if is_pet(item):
            clause("DTD-Q24", when=person.items[item] > 0)
            table.equipment_discard[FRESH[item]] += person.items[item]
            person.items[item] = 0
    table.loot.add_all(person.items)
    person.items.clear()


# -- looting ------------------------------------------------------------------------------------------------------------------


@game.rule
def may_loot(table: Table, seat: Seat) -> bool:
    """Whether a player is alive and not about to die (DTD-31)."""
    return is_survivor(table, seat) and (table.people[seat].fate == Fate.LIVES or ruling("DTD-31") == "dying-loot")


@game.rule
def next_looter(table: Table, seat: Seat) -> Seat:
    """The next Survivor to the left who may loot; the player himself, if there is no other."""
    return next((seat_to_the_left(seat, steps) for steps in range(1, 8)
                 if steps < box.players and may_loot(table, seat_to_the_left(seat, steps))), seat)


@game.rule
def begin_looting(table: Table) -> None:
    """The next Survivor to the left loots first."""
    if table.loot.total > 0 and any(may_loot(table, seat) for seat in Seat):
        clause("DTD-Z07", "DTD-V22")
        table.actor = next_looter(table, table.victim)
        table.phase = Phase.LOOT
    else:
        end_looting(table)


@game.decision(Phase.LOOT, seat=whose_say, clause="DTD-Z08")
def loot(table: Table, item: Item) -> None:
    """The looter takes a card, to be used when the Event is over (DTD-60), and passes the rest on."""
    require(table.loot[item] > 0, "DTD-Z08")
    table.loot.take(item)
    if ruling("DTD-60") == "after-event":
        table.people[table.actor].aside.add(item)
    else:
        table.people[table.actor].items.add(item)
    table.passes = 0
    pass_the_loot(table)


@game.decision(Phase.LOOT, seat=whose_say, clause="DTD-Z08")
def decline(table: Table) -> None:
    """The looter takes nothing (DTD-30)."""
    require(ruling("DTD-30") != "must-take", "DTD-Z10")
    if ruling("DTD-30") == "lap-ends":
        table.passes += 1
    pass_the_loot(table)


@game.rule
def pass_the_loot(table: Table) -> None:
    """The rest goes to the next Survivor, until nothing is left or all have declined."""
    clause("DTD-Z09", "DTD-Z10")
    table.actor = next_looter(table, table.actor)
    if table.loot.total == 0 or table.passes >= sum(1 for seat in Seat if may_loot(table, seat)):
        end_looting(table)


@game.rule
def end_looting(table: Table) -> None:
    """What nobody wants is discarded; Zombie cards are drawn."""
    for item in Item:
        clause("DTD-Q13", when=item in LAID_OUT and table.loot[item] > 0)
        table.equipment_discard[FRESH[item]] += table.loot[item]
    table.loot.clear()
    table.passes = 0
    draw_zombie_cards(table)


# -- Zombie cards -------------------------------------------------------------------------------------------------------------


@game.rule
def draw_zombie_cards(table: Table) -> None:
    """The next Zombie card is drawn, if there is one."""
    table.actor = Seat.PLAYER_1
    if table.to_draw > 0:
        renew_zombies(table)
    if table.to_draw > 0 and table.zombies.total > 0:
        table.phase = Phase.RECEIVE
    else:
        table.to_draw = 0
        table.victim = Seat.PLAYER_1
        table.phase = Phase.RESOLVE


@game.chance(Phase.RECEIVE, tape="zombies", order_of="zombies")
def receive(table: Table, horror: Horror) -> None:
    """A Zombie player draws a Zombie card."""
    weight(table.zombies[horror])
    table.zombies.take(horror)
    clause("DTD-Z14")
    table.people[table.victim].hand.add(horror)
    table.to_draw = max(0, table.to_draw - 1)
    draw_zombie_cards(table)
