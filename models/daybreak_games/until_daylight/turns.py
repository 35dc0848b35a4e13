"""Turns: in the Search, until the gong comes, and in combat."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import TICKS, Seat
from daybreak_games.until_daylight.cards import ITEMS, Rubble, Token
from daybreak_games.until_daylight.goods import has_parts, has_room
from daybreak_games.until_daylight.line import go_on
from daybreak_games.until_daylight.people import has_too_much, may_go, next_seat, whose_turn
from daybreak_games.until_daylight.rubble import draw_rubble
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import After, Moment, Phase, Table, box, game
from verifier.lang import Range, clause, require, ruling, weight

# -- the Search ---------------------------------------------------------------------------------------------------------------


@game.step(Phase.BEGIN_ROUND, clause=("UDL-R01", "UDL-R02", "UDL-R23"))
def begin_round(table: Table) -> None:
    """A Round begins with the Search."""
    clause("UDL-F02", when=table.round == box.rounds)
    table.searching = True
    table.tick = 0
    table.searched = 0
    begin_search_turn(table)


@game.rule
def begin_search_turn(table: Table) -> None:
    """A player is in turn, and must not have too much (UDL-07); the gong may come first."""
    table.actions = 1
    if has_too_much(table, table.turn):
        table.after = After.BEGIN
        go_on(table)
    elif ruling("UDL-01") == "any-tick":
        table.moment = Moment.BEFORE
        table.phase = Phase.TICK
    else:
        table.phase = Phase.ACT


@game.rule
def gong_later(table: Table) -> Annotated[int, Range(0, 7_200)]:
    """How likely it is that the gong comes at a later tick."""
    return sum(box.gong[tick] for tick in range(TICKS) if tick > table.tick)


@game.chance(Phase.TICK, tape="gong", given_unless="gong_weighed", clause="UDL-R02")
def listen(table: Table, gong: bool) -> None:
    """The gong comes, or the Search goes on."""
    weight(box.gong[table.tick] if gong else gong_later(table))
    if gong:
        ring(table)
    else:
        table.tick += 1
        match table.moment:
            case Moment.BEFORE:
                table.phase = Phase.ACT
            case Moment.EVENT:
                table.phase = Phase.EVENT
            case _:
                end_search_turn(table)
    table.moment = Moment.BEFORE


@game.rule
def ring(table: Table) -> None:
    """The gong: the Search is over, and a player is caught."""
    clause("UDL-R19")
    match table.moment:
        case Moment.BEFORE:
            clause("UDL-R21")
            begin_combat(table, table.turn)
        case Moment.EVENT:
            if ruling("UDL-03") == "finish-event":
                table.rang = True
                table.phase = Phase.EVENT
            else:
                drop_event(table)
                begin_combat(table, table.turn)
        case _:
            clause("UDL-R20")
            caught(table)


@game.rule
def drop_event(table: Table) -> None:
    """Reading UDL-03 'drop-event': the Event is discarded without effect."""
    card = table.event
    if card is not None:
        table.discard.add(card)
    table.event = None
    table.drawer = Seat.PLAYER_1


@game.rule
def caught(table: Table) -> None:
    """The gong came when the player had acted: that player is caught, or by reading UDL-02 the next."""
    begin_combat(table, table.turn if ruling("UDL-02") == "turn-holder" else next_seat(table.turn))


@game.rule
def end_search_action(table: Table) -> None:
    """The action of a turn is over; the gong may come before the next player is in turn."""
    if table.rang:
        table.rang = False
        begin_combat(table, table.turn)
    elif ruling("UDL-01") == "any-tick":
        table.moment = Moment.AFTER
        table.phase = Phase.TICK
    elif table.searched + 1 >= box.turns:
        caught(table)
    else:
        table.searched += 1
        end_search_turn(table)


@game.rule
def end_search_turn(table: Table) -> None:
    """The next player is in turn."""
    clause("UDL-R06", "UDL-R18")
    table.turn = next_seat(table.turn)
    begin_search_turn(table)


@game.rule
def can_draw(table: Table) -> bool:
    """Whether there is a Rubble card to draw (UDL-78)."""
    return table.rubble.total > 0 or ruling("UDL-78") == "reshuffle" and table.discard.total > 0


@game.decision(Phase.ACT, seat=whose_turn, clause="UDL-R07")
def draw(table: Table) -> None:
    """The player draws a Rubble card."""
    require(table.searching and table.actions > 0, "UDL-R07")
    require(can_draw(table), "UDL-S03")
    table.actions = 0
    table.after = After.SEARCH
    draw_rubble(table, table.turn)
    go_on(table)


@game.rule
def can_act(table: Table) -> bool:
    """Whether a player in the Search can do anything but pass."""
    items = table.people[table.turn].items
    return (can_draw(table) or any(has_parts(table, token) and has_room(table, token) for token in Token)
            or any(items[card] > 0 and may_go(table.turn, card) for card in ITEMS)
            or any(table.people[seat].items[card] > 0 and may_go(seat, card) for seat in Seat if seat != table.turn
                   for card in ITEMS))


# -- combat -------------------------------------------------------------------------------------------------------------------


@game.rule
def begin_combat(table: Table, seat: Seat) -> None:
    """The Search is over: a player receives the wave."""
    clause("UDL-R01", "UDL-R19")
    clause("UDL-F03", "UDL-F06", when=table.round == box.rounds)
    table.searching = False
    table.after = After.NOTHING
    table.tick = 0
    table.searched = 0
    table.actions = 0
    table.active = seat
    table.turn = seat
    table.phase = Phase.FATE


@game.rule
def begin_turns(table: Table, seat: Seat) -> None:
    """The players have a turn each, this one first."""
    clause("UDL-C01")
    clause("UDL-F04", when=table.round == box.rounds)
    table.turn = seat
    table.turns = 0
    begin_turn(table)


@game.rule
def begin_turn(table: Table) -> None:
    """A player has a turn in combat, and must not have too much (UDL-07)."""
    table.actions = 1
    table.attacks = 0
    table.after = After.TURN
    go_on(table)


@game.rule
def go_on_with_turn(table: Table) -> None:
    """A turn in combat goes on if the player can still do something in it."""
    if table.actions + table.attacks > 0 or table.people[table.turn].items[Rubble.ENERGY_SHOT] > 0:
        table.phase = Phase.ACT
    else:
        end_turn(table)


@game.decision(Phase.ACT, seat=whose_turn, clause=("UDL-C07", "UDL-C22"))
def play_energy_shot(table: Table) -> None:
    """The player may attack once more in this turn (UDL-22)."""
    require(not table.searching and table.attacks == 0 and table.people[table.turn].items[Rubble.ENERGY_SHOT] > 0, "UDL-C22")
    require(table.actions > 0 or ruling("UDL-22") == "free" and box.free_attack, "UDL-C02")
    if ruling("UDL-22") != "free" or not box.free_attack:
        table.actions = 0
    table.people[table.turn].items.take(Rubble.ENERGY_SHOT)
    table.discard.add(Rubble.ENERGY_SHOT)
    table.attacks += 1


@game.decision(Phase.ACT, seat=whose_turn)
def pass_on(table: Table) -> None:
    """The player does nothing, or nothing more."""
    require(not table.searching or ruling("UDL-74") == "may-pass" or not can_act(table), "UDL-R17")
    table.attacks = 0
    if table.searching:
        clause("UDL-R17")
        table.actions = 0
        table.after = After.SEARCH
        go_on(table)
    else:
        clause("UDL-C15", when=table.actions > 0)
        end_turn(table)


@game.rule
def end_turn(table: Table) -> None:
    """The next player has a turn in combat; after the last one the enemies attack."""
    clause("UDL-C01", "UDL-C02")
    table.attacks = 0
    if table.turns + 1 < box.players:
        table.turns += 1
        table.turn = next_seat(table.turn)
        begin_turn(table)
    else:
        clause("UDL-E01")
        clause("UDL-T27", when=ruling("UDL-33") == "before-enemies-attack")
        table.turns = 0
        table.actions = 0
        table.turn = table.active
        table.after = After.AREAS
        look_at_the_areas(table, ruling("UDL-33") == "before-enemies-attack")


@game.rule
def begin_areas(table: Table) -> None:
    """The enemies attack, those in the active player's area first."""
    clause("UDL-E02")
    table.area = table.active
    table.phase = Phase.AREA
