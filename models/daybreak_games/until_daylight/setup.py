"""The set-up: characters, weapons, Objectives, the piles."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Horde, Objective, Rubble
from daybreak_games.until_daylight.people import full_health, next_seat, whose_turn
from daybreak_games.until_daylight.state import Phase, Table, box, game
from verifier.lang import clause, given, require, weight


@game.setup
def set_up(table: Table) -> None:
    """The table is laid out; the Secondary Objectives are dealt."""
    clause("UDL-S02", "UDL-S03", "UDL-S08", "UDL-S09", "UDL-S10", "UDL-S13", "UDL-S14", "UDL-S17", "UDL-S18", "UDL-X14")
    table.rubble.add_all(box.rubble)
    table.horde.add_all(box.horde)
    table.secondary.add_all(box.secondary)
    table.traps = box.traps
    table.barricades = box.barricades
    for seat in Seat:
        if seat < box.players:
            weapon = box.boards[box.characters[seat]].weapon
            table.people[seat].health = full_health(seat)
            table.people[seat].items.add(weapon)
            table.rubble.take(weapon)
    deal_on(table)


@game.rule
def deal_on(table: Table) -> None:
    """The next Secondary Objective is dealt, if there are two for everybody; then the first Round begins."""
    if box.secondary.total >= 2 * box.players:
        table.phase = Phase.DEAL
    else:
        table.phase = Phase.BEGIN_ROUND


@game.chance(Phase.DEAL, tape="objectives", order_of="secondary")
def deal(table: Table, card: Objective) -> None:
    """A player is dealt a Secondary Objective, then a second one."""
    weight(table.secondary[card])
    table.secondary.take(card)
    if table.offered is None:
        table.offered = card
    else:
        table.other = card
        table.phase = Phase.CHOOSE


@game.decision(Phase.CHOOSE, seat=whose_turn, clause="UDL-S12")
def choose_objective(table: Table, card: Objective) -> None:
    """The player keeps one of the two."""
    require(card == table.offered or card == table.other, "UDL-S12")
    table.people[table.turn].secondary = card
    table.offered = None
    table.other = None
    table.turn = next_seat(table.turn)
    table.phase = Phase.DEAL if table.turn != Seat.PLAYER_1 else Phase.BEGIN_ROUND


@game.completion
def complete(table: Table) -> None:
    """What a position leaves out: the action of a turn, and every card that is nowhere else in its pile."""
    if table.phase in (Phase.ACT, Phase.TICK) and not given("actions"):
        table.actions = 1
    if not given("rubble"):
        for card in Rubble:
            held = sum(person.items[card] for person in table.people)
            table.rubble[card] = max(0, box.rubble[card] - held - table.discard[card] - table.used[card]
                                     - int(table.event == card))
    if not given("horde"):
        for kind in Horde:
            there = sum(1 for each in table.line if each.card == kind) + table.horde_discard[kind]
            if kind == Horde.MONSTER:
                there += sum(person.monsters for person in table.people)
            if kind == Horde.SURVIVOR:
                there += sum(person.saved for person in table.people)
            table.horde[kind] = max(0, box.horde[kind] - there)
    if not given("traps"):
        table.traps = max(0, box.traps - sum(person.traps for person in table.people))
    if not given("barricades"):
        table.barricades = max(0, box.barricades - sum(person.barricades for person in table.people))
    if not given("secondary"):
        for objective in Objective:
            kept = sum(1 for person in table.people if person.secondary == objective)
            shown = int(table.offered == objective) + int(table.other == objective)
            table.secondary[objective] = max(0, box.secondary[objective] - kept - shown)
    table.ever_saved = table.ever_saved or any(person.saved > 0 for person in table.people)
