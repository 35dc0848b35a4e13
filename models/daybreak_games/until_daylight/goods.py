"""What players do with cards in a turn of the Search or of combat: craft, give, take, steal, eat."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import AMMO, Advantage, Feat, Food, Item, Rubble, Token
from daybreak_games.until_daylight.line import go_on
from daybreak_games.until_daylight.people import count_feat, gain, heal, may_go, times, whose_turn
from daybreak_games.until_daylight.state import COPIES_MOST, After, Phase, Table, box, game
from verifier.lang import Range, clause, require, ruling, the

MEAL = (1, 2)  # Health in food, by card
Cards = Annotated[int, Range(1, COPIES_MOST)]


@game.rule
def acted(table: Table) -> None:
    """The action of the turn is done."""
    table.actions = 0
    table.after = After.SEARCH if table.searching else After.TURN
    go_on(table)


# -- crafting -----------------------------------------------------------------------------------------------------------------


@game.rule
def has_room(table: Table, token: Token) -> bool:
    """Whether the player in turn may have another token (UDL-51), and the supply has one."""
    person = table.people[table.turn]
    there = table.traps if token == Token.TRAP else table.barricades
    if ruling("UDL-51") == "two-in-all":
        return there > 0 and person.traps + person.barricades < 2
    return there > 0 and (person.traps if token == Token.TRAP else person.barricades) < 2


@game.rule
def has_parts(table: Table, token: Token) -> bool:
    """Whether the player in turn has the two cards of a recipe."""
    items = table.people[table.turn].items
    first = box.recipes[token][0]
    second = box.recipes[token][1]
    return items[first] > (1 if first == second else 0) and items[second] > 0


@game.decision(Phase.ACT, seat=whose_turn)
def craft(table: Table, token: Token) -> None:
    """The player makes a Trap or a Barricade of two cards, which are discarded (UDL-77)."""
    require(table.actions > 0, "UDL-C02")
    require(has_parts(table, token), "UDL-P01")
    require(has_room(table, token), "UDL-P13")
    clause("UDL-R11", when=table.searching)
    clause("UDL-C03", when=not table.searching)
    clause("UDL-P12", "UDL-Y07")
    person = table.people[table.turn]
    for number in range(2):
        person.items.take(box.recipes[token][number])
        table.discard.add(box.recipes[token][number])
    if token == Token.TRAP:
        person.traps += 1
        table.traps -= 1
    else:
        person.barricades += 1
        table.barricades -= 1
    count_feat(table, table.turn, Feat.TOKENS)
    acted(table)


# -- cards that change hands --------------------------------------------------------------------------------------------------


@game.decision(Phase.ACT, seat=whose_turn)
def give(table: Table, seat: Seat, item: Item) -> None:
    """The player gives another a card, or Ammo of one kind."""
    require(table.actions > 0, "UDL-C02")
    require(seat < box.players and seat != table.turn, "UDL-R15")
    require(table.people[table.turn].items[item] > 0 and may_go(table.turn, item), "UDL-R12")
    clause("UDL-R12", when=table.searching)
    clause("UDL-C04", when=not table.searching)
    clause("UDL-R15")
    begin_move(table, table.turn, seat, item)


@game.decision(Phase.ACT, seat=whose_turn)
def take_from(table: Table, seat: Seat, item: Item) -> None:
    """The player takes a card from another, who agrees, or Ammo of one kind (UDL-09)."""
    require(table.actions > 0, "UDL-C02")
    require(seat < box.players and seat != table.turn, "UDL-R15")
    require(table.people[seat].items[item] > 0 and may_go(seat, item), "UDL-R13")
    clause("UDL-R13", "UDL-R14", when=table.searching)
    clause("UDL-C05", when=not table.searching)
    clause("UDL-R15")
    begin_move(table, seat, table.turn, item)


@game.rule
def begin_move(table: Table, giver: Seat, taker: Seat, item: Item) -> None:
    """A card changes hands; of Ammo as many as one likes."""
    table.giver = giver
    table.taker = taker
    table.moved = item
    if item in AMMO and table.people[giver].items[item] > 1:
        table.phase = Phase.NUMBER
    else:
        move(table, 1)


@game.decision(Phase.NUMBER, seat=whose_turn, clause=("UDL-I08", "UDL-I09"))
def hand_over(table: Table, number: Cards) -> None:
    """So many Ammo cards change hands."""
    require(number <= table.people[table.giver].items[the(table.moved)], "UDL-I08")
    move(table, number)


@game.rule
def move(table: Table, number: Cards) -> None:
    """So many cards go from one player to another."""
    item = the(table.moved)
    table.people[table.giver].items[item] -= number
    table.people[table.taker].items[item] += number - 1
    gain(table, table.taker, item)
    clause("UDL-X08", when=item == Rubble.SYMBOL)
    clause("UDL-I06", "UDL-I07", when=item in AMMO)
    table.moved = None
    table.giver = Seat.PLAYER_1
    table.taker = Seat.PLAYER_1
    acted(table)


@game.decision(Phase.ACT, seat=whose_turn)
def steal(table: Table, seat: Seat, item: Item) -> None:
    """Pickpocket: the player takes a card of another's, who is not asked (UDL-60)."""
    require(table.actions > 0, "UDL-C02")
    require(seat < box.players and seat != table.turn, "UDL-R15")
    require(table.people[table.turn].items[Rubble.PICKPOCKET] > 0 and table.people[seat].items[item] > 0
            and may_go(seat, item), "UDL-X09")
    clause("UDL-R16", when=table.searching)
    clause("UDL-C06", when=not table.searching)
    clause("UDL-X09", "UDL-X10", when=item == Rubble.SYMBOL)
    person = table.people[table.turn]
    person.items.take(Rubble.PICKPOCKET)
    table.discard.add(Rubble.PICKPOCKET)
    table.people[seat].items.take(item)
    gain(table, table.turn, item)
    if item == Rubble.SYMBOL and ruling("UDL-60") == "extra-point":
        person.stolen = min(COPIES_MOST, person.stolen + 1)
    acted(table)


# -- food ---------------------------------------------------------------------------------------------------------------------


@game.decision(Phase.ACT, seat=whose_turn, clause="UDL-Y08")
def eat(table: Table, food: Food) -> None:
    """The player eats, and gets Health back; by reading UDL-67 the player says who does."""
    require(table.actions > 0, "UDL-C02")
    require(table.people[table.turn].items[food] > 0, "UDL-R16")
    clause("UDL-R16", when=table.searching)
    clause("UDL-C06", when=not table.searching)
    table.people[table.turn].items.take(food)
    table.discard.add(food)
    table.meal = MEAL[food - Rubble.FOOD_1] + times(table, table.turn, Advantage.MEALS)
    if ruling("UDL-67") == "self":
        feed(table, table.turn)
    else:
        table.phase = Phase.WHOM


@game.decision(Phase.WHOM, seat=whose_turn)
def serve(table: Table, seat: Seat) -> None:
    """Reading UDL-67 'anyone': who eats."""
    require(seat < box.players, "UDL-Y08")
    feed(table, seat)


@game.rule
def feed(table: Table, seat: Seat) -> None:
    """A player gets the Health that is in the food."""
    heal(table, seat, table.meal)
    table.meal = 0
    acted(table)
