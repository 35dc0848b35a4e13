"""A Zombie player's turn."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Act, Horror
from daybreak_games.dead_til_dawn.effects import get_bites, revive
from daybreak_games.dead_til_dawn.fights import begin_ambush, play_horror
from daybreak_games.dead_til_dawn.people import next_survivor, survivor_to_the_right, survivors, turn_holder
from daybreak_games.dead_til_dawn.state import Phase, Table, box, game
from daybreak_games.dead_til_dawn.trade import begin_trade
from verifier.lang import clause, require, ruling


@game.rule
def may_prowl(table: Table, horror: Horror, act: Act) -> bool:
    """Whether the player in turn has a card with such an act, and somebody to play it on, if it takes one."""
    return (table.people[table.turn].hand[horror] > 0 and box.horrors[horror].act == act
            and (act in (Act.POWER_UP, Act.RISE) or survivors(table) > 0))


@game.rule
def neighbour(table: Table, right: bool) -> Seat:
    """The next Survivor on a side of the player in turn."""
    return survivor_to_the_right(table, table.turn) if right else next_survivor(table, table.turn)


@game.rule
def forget_the_last_group(table: Table) -> None:
    """By reading DTD-08, whoever dies by another card is of another group."""
    if ruling("DTD-08") != "turn":
        table.died = False


@game.decision(Phase.PROWL, seat=turn_holder, clause="DTD-Z15")
def ambush(table: Table, horror: Horror, right: bool) -> None:
    """A Zombie card begins a fight with a neighbour."""
    require(may_prowl(table, horror, Act.AMBUSH), "DTD-Z12")
    require(not right or neighbour(table, True) != neighbour(table, False), "DTD-Z12")
    clause("DTD-V22")
    forget_the_last_group(table)
    play_horror(table, horror)
    begin_ambush(table, neighbour(table, right), box.horrors[horror].number)
    table.phase = Phase.CLOSE
    if ruling("DTD-15") == "zombie-cards-allow":
        begin_trade(table)
    else:
        clause("DTD-Q06")


@game.decision(Phase.PROWL, seat=turn_holder, clause="DTD-Z15")
def gnaw(table: Table, horror: Horror, right: bool) -> None:
    """A Zombie card: a neighbour is Bitten."""
    require(may_prowl(table, horror, Act.BITE), "DTD-Z12")
    require(not right or neighbour(table, True) != neighbour(table, False), "DTD-Z12")
    forget_the_last_group(table)
    play_horror(table, horror)
    get_bites(table, neighbour(table, right), 1)
    table.actor = Seat.PLAYER_1
    table.phase = Phase.RESOLVE


@game.decision(Phase.PROWL, seat=turn_holder, clause="DTD-V26")
def lay_out(table: Table, horror: Horror) -> None:
    """A Power-Up is laid out, and stays."""
    require(may_prowl(table, horror, Act.POWER_UP), "DTD-Z12")
    table.people[table.turn].hand.take(horror)
    table.people[table.turn].powers.add(horror)
    table.actor = Seat.PLAYER_1
    table.phase = Phase.RESOLVE


@game.decision(Phase.PROWL, seat=turn_holder)
def awake(table: Table, horror: Horror) -> None:
    """A Zombie card: the player returns to life, and the turn is over."""
    require(may_prowl(table, horror, Act.RISE), "DTD-Z12")
    play_horror(table, horror)
    revive(table, table.turn)
    table.actor = Seat.PLAYER_1
    table.phase = Phase.CHECK


@game.decision(Phase.PROWL, seat=turn_holder)
def rest(table: Table) -> None:
    """The Zombie player's turn is over."""
    table.actor = Seat.PLAYER_1
    table.phase = Phase.CHECK
