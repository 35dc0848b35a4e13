"""The Trade phase: gifts and meals."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Food, Item, Rubble
from daybreak_games.survive_until_daylight.inventory import can_take, fits, over_limit, starting
from daybreak_games.survive_until_daylight.people import whose_turn
from daybreak_games.survive_until_daylight.resuming import go_on_trading, has_backpack, rearrange
from daybreak_games.survive_until_daylight.state import After, Phase, Table, box, game
from verifier.lang import clause, require, ruling, the


@game.rule
def begin_trade(table: Table) -> None:
    """The Trade phase begins."""
    clause("SUD-G03")
    clause("SUD-L05", when=table.round > box.rounds)
    go_on_trading(table)


# -- gifts --------------------------------------------------------------------------------------------------------------------


@game.rule
def accepts(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a player can accept a gift."""
    return fits(table, seat, item) or ruling("SUD-19") == "accept-and-drop" and can_take(table, seat, item)


@game.decision(Phase.TRADE, seat=whose_turn, clause=("SUD-T01", "SUD-T04", "SUD-T06"))
def give(table: Table, giver: Seat, item: Item) -> None:
    """A player gives a card away."""
    require(giver < box.players and not table.people[giver].gave, "SUD-T01")
    require(table.people[giver].items[item] > 0, "SUD-T01")
    require(any(seat != giver and seat < box.players and accepts(table, seat, item) for seat in Seat), "SUD-I01")
    clause("SUD-I08", when=starting(table, giver, item))
    table.people[giver].items.take(item)
    table.people[giver].gave = True
    table.found = item
    table.turn = giver
    table.phase = Phase.RECEIVE


@game.decision(Phase.RECEIVE, seat=whose_turn, clause=("SUD-T02", "SUD-T03"))
def receive(table: Table, receiver: Seat) -> None:
    """Another player accepts it, and makes room for it if need be."""
    require(receiver != table.turn and receiver < box.players, "SUD-T01")
    require(accepts(table, receiver, the(table.found)), "SUD-I01")
    clause("SUD-T07", when=table.found == Rubble.BACKPACK and table.packed.total > 0)
    clause("SUD-T11", when=not table.people[receiver].gave)
    table.people[receiver].items.add(the(table.found))
    table.found = None
    go_on_trading(table)
    if over_limit(table, receiver):
        rearrange(table, receiver, After.TRADE)


# -- meals --------------------------------------------------------------------------------------------------------------------


@game.decision(Phase.TRADE, seat=whose_turn, clause=("SUD-T08", "SUD-T10", "SUD-R10"))
def eat(table: Table, seat: Seat, food: Food) -> None:
    """A player uses a healing item."""
    require(seat < box.players and table.people[seat].items[food] > 0, "SUD-T08")
    table.people[seat].items.take(food)
    if ruling("SUD-21") == "anyone":
        table.found = food
        table.turn = seat
        table.phase = Phase.HEAL
    else:
        heal(table, seat, food)


@game.rule(clause="SUD-T09")
def heal(table: Table, seat: Seat, food: Rubble) -> None:
    """A character gets back as much Health as the item has hearts, up to the whole tracker."""
    person = table.people[seat]
    hearts = 1 if food == Rubble.FOOD_1 else 2 if food == Rubble.FOOD_2 else 3
    person.health += min(hearts, box.boards[box.characters[seat]].health - person.health)
    table.discard.add(food)


@game.decision(Phase.HEAL, seat=whose_turn)
def feed(table: Table, seat: Seat) -> None:
    """Reading SUD-21 'anyone': whom the item heals."""
    require(seat < box.players, "SUD-T08")
    food = the(table.found)
    table.found = None
    heal(table, seat, food)
    go_on_trading(table)


# -- the rest -----------------------------------------------------------------------------------------------------------------


@game.decision(Phase.TRADE, seat=whose_turn, clause="SUD-P17")
def repack_for_trade(table: Table, seat: Seat) -> None:
    """A player packs the Backpack."""
    require(seat < box.players and has_backpack(table, seat), "SUD-P14")
    rearrange(table, seat, After.TRADE)


@game.decision(Phase.TRADE, seat=whose_turn, clause="SUD-T13")
def end_trade(table: Table) -> None:
    """All are done, and the Combat phase begins."""
    clause("SUD-C01")
    clause("SUD-L06", when=table.round > box.rounds)
    for person in table.people:
        person.gave = False
    table.turn = table.first
    table.actions = 1
    table.phase = Phase.TURN
