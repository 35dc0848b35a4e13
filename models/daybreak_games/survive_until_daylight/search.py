"""The Search phase: the Active Rubble pile, the players' draws, and the WAVE! card."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.assault import line_up_next
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.people import hurt, next_seat, whose_turn
from daybreak_games.survive_until_daylight.resuming import has_backpack, rearrange
from daybreak_games.survive_until_daylight.rubble import draw_rubble_card
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, box, game
from daybreak_games.survive_until_daylight.trade import begin_trade
from verifier.lang import clause, require, ruling, weight

# -- the pile -----------------------------------------------------------------------------------------------------------------


@game.step(Phase.BEGIN_ROUND)
def begin_round(table: Table) -> None:
    """The Active Rubble pile gets its cards for the Round, and the WAVE! card."""
    put_back_the_wave(table)
    table.revealed = False
    table.turn = table.first
    clause("SUD-H14")
    if table.round <= box.rounds:
        clause("SUD-R01", "SUD-R02", "SUD-R07", "SUD-R08")
        clause("SUD-R06", when=table.active + table.known.total > 0)
        fill(table)
        if table.round == 1 and ruling("SUD-01") == "twice":
            fill(table)
    else:
        clause("SUD-L03")
        if ruling("SUD-54") == "refilled":
            fill(table)
        table.on_top = ruling("SUD-54") == "on-top"
    table.phase = Phase.SEARCH


@game.rule
def put_back_the_wave(table: Table) -> None:
    """The WAVE! card goes into the Active Rubble pile; nobody has drawn it."""
    table.wave = None
    table.drew = Seat.PLAYER_1


@game.rule
def fill(table: Table) -> None:
    """Cards of the Rubble pile join the Active Rubble pile, as many as the table says, or all that are left."""
    wanted = box.fill[box.players - 1]
    taken = max(0, min(wanted, table.unseen.total - table.active))
    table.active += taken
    if taken < wanted and ruling("SUD-03") == "reshuffle-discards":
        table.known.add_all(table.unseen)
        table.unseen.clear()
        table.unseen.add_all(table.discard)
        table.discard.clear()
        table.active = min(wanted - taken, table.unseen.total)


# -- draws --------------------------------------------------------------------------------------------------------------------


@game.decision(Phase.SEARCH, seat=whose_turn, clause="SUD-R03")
def search(table: Table) -> None:
    """The player draws a card of the Active Rubble pile."""
    table.passed = 0
    table.phase = Phase.DRAW


@game.decision(Phase.SEARCH, seat=whose_turn)
def pass_on(table: Table) -> None:
    """Reading SUD-66 'may-pass': the player draws nothing."""
    require(ruling("SUD-66") == "may-pass", "SUD-R03")
    require(table.passed + 1 < box.players, "SUD-R03")
    table.passed += 1
    table.turn = next_seat(table.turn)


@game.decision(Phase.SEARCH, seat=whose_turn, clause="SUD-P17")
def repack(table: Table) -> None:
    """The player packs the Backpack before drawing."""
    require(has_backpack(table, table.turn), "SUD-P14")
    rearrange(table, table.turn, After.SEARCH)


@game.chance(Phase.DRAW, tape="wave")
def draw(table: Table, wave: bool) -> None:
    """The card is the WAVE! card, or another of the pile."""
    weight(1 if wave else 0 if table.on_top else table.active + table.known.total)
    if wave:
        table.on_top = False
        table.wave = table.turn
        table.drew = table.turn
        hear_them(table)
    else:
        table.cause = Cause.SEARCH
        draw_rubble_card(table)


# -- the WAVE! ----------------------------------------------------------------------------------------------------------------


@game.rule
def hear_them(table: Table) -> None:
    """An Assault card is revealed, unless it is already; after the last Round there is none."""
    clause("SUD-L01", "SUD-L04", when=table.round > box.rounds)
    due = not table.revealed or ruling("SUD-59") == "each-draw"
    if table.round <= box.rounds and due and any(left for left in table.assaults):
        table.phase = Phase.REVEAL
    else:
        table.phase = Phase.WAVE


@game.decision(Phase.WAVE, seat=whose_turn, clause="SUD-W02")
def accept(table: Table) -> None:
    """The player lets the enemies come."""
    if ruling("SUD-10") == "at-accept":
        line_up_next(table)
    else:
        begin_trade(table)


@game.decision(Phase.WAVE, seat=whose_turn, clause="SUD-W03")
def delay(table: Table) -> None:
    """The player takes 1 damage, draws another card, and the WAVE! card goes back into the pile."""
    require(ruling("SUD-12") == "draw-nothing" or table.active + table.known.total > 0 or table.round > box.rounds, "SUD-W04")
    put_back_the_wave(table)
    hurt(table, table.turn, 1)
    if table.phase != Phase.LOST:
        if table.active + table.known.total > 0:
            clause("SUD-W04")
            table.cause = Cause.DELAY
            draw_rubble_card(table)
        else:
            clause("SUD-L08", when=table.round > box.rounds)
            if ruling("SUD-16") == "next-player" or table.round > box.rounds:
                table.turn = next_seat(table.turn)
            table.phase = Phase.SEARCH
