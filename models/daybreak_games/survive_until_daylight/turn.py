"""A player's turn in the Combat phase: actions, and what gives more of them."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Drink, Perk, Rubble
from daybreak_games.survive_until_daylight.enemies import begin_enemies
from daybreak_games.survive_until_daylight.people import hurt, lasting, next_seat, whose_turn
from daybreak_games.survive_until_daylight.resuming import has_backpack, rearrange
from daybreak_games.survive_until_daylight.state import After, Phase, Table, box, game
from verifier.lang import clause, require, ruling


@game.decision(Phase.TURN, seat=whose_turn, clause=("SUD-P01", "SUD-P03"))
def drink(table: Table, card: Drink) -> None:
    """An Energy Drink: 1 damage, and one more attack or craft."""
    require(table.people[table.turn].items[card] > 0, "SUD-P03")
    table.people[table.turn].items.take(card)
    table.discard.add(card)
    clause("SUD-P04")
    if ruling("SUD-23") == "free-choice":
        table.phase = Phase.COLOUR
    elif card == Rubble.ENERGY_RED:
        table.attacks += 1
    else:
        table.crafts += 1
    hurt(table, table.turn, 1)


@game.decision(Phase.COLOUR, seat=whose_turn)
def colour(table: Table, attack: bool) -> None:
    """Reading SUD-23 'free-choice': what the drink gives."""
    if attack:
        table.attacks += 1
    else:
        table.crafts += 1
    table.phase = Phase.TURN


@game.decision(Phase.TURN, seat=whose_turn, clause=("SUD-P07", "SUD-P08", "SUD-P09"))
def cheer(table: Table, seat: Seat) -> None:
    """Another player cheers: one more action for the player in turn, and the WAVE! card for the other."""
    require(seat != table.turn and seat < box.players, "SUD-P07")
    require(table.people[seat].items[Rubble.CHEER] > 0, "SUD-P07")
    require(ruling("SUD-36") == "holder-too" or table.wave != seat, "SUD-P09")
    require(ruling("SUD-74") == "any-number" or not table.cheered, "SUD-P08")
    table.people[seat].items.take(Rubble.CHEER)
    table.discard.add(Rubble.CHEER)
    table.actions += 1
    table.wave = seat
    table.cheered = True


@game.decision(Phase.TURN, seat=whose_turn, clause=("SUD-H04", "SUD-H05", "SUD-H06", "SUD-H07"))
def use_perk(table: Table) -> None:
    """A Perk gives one more action, once a Round."""
    require(lasting(table, table.turn, Perk.TIRELESS) > 0, "SUD-H03")
    require(table.people[table.turn].tired < lasting(table, table.turn, Perk.TIRELESS), "SUD-H07")
    table.people[table.turn].tired += 1
    table.actions += 1


@game.decision(Phase.TURN, seat=whose_turn, clause="SUD-P17")
def repack_in_turn(table: Table) -> None:
    """The player packs the Backpack."""
    require(has_backpack(table, table.turn), "SUD-P14")
    rearrange(table, table.turn, After.TURN)


@game.decision(Phase.TURN, seat=whose_turn)
def end_turn(table: Table) -> None:
    """The player is done; the next one follows, or the enemies."""
    clause("SUD-C03", when=table.actions > 0)
    table.actions = 0
    table.attacks = 0
    table.crafts = 0
    table.cheered = False
    table.turns += 1
    if table.turns < box.players:
        clause("SUD-C01")
        table.turn = next_seat(table.turn)
        table.actions = 1
    else:
        table.turns = 0
        begin_enemies(table)
