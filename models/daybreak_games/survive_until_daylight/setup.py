"""Set-up, and what follows from a position that a scenario describes only in part."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import ITEMS, UNIQUE, Assault, CombatCard, Common, Horde, Rubble
from daybreak_games.survive_until_daylight.people import next_seat, whose_turn
from daybreak_games.survive_until_daylight.state import Cause, Person, Phase, Table, box, game
from verifier.lang import clause, given, require, ruling


@game.setup
def set_up(table: Table) -> None:
    """The table before the first Round: boards, weapons, piles."""
    table.first = box.first
    clause("SUD-S01", "SUD-S11", "SUD-H08", "SUD-H09")
    for seat in Seat:
        if seat < box.players:
            arm(table.people[seat], seat)
    clause("SUD-S03", "SUD-S04")
    for number in range(6):
        if number < box.players:
            table.unseen.add_all(box.rubble[number])
    table.weapons_left.add_all(box.common)
    clause("SUD-S06", "SUD-S07")
    for card in Assault:
        table.assaults[card] = box.assaults[card]
    table.combat.add_all(box.combat)
    table.horde.add_all(box.horde)
    table.barricades = box.barricades
    table.traps = box.traps
    table.grenades = box.grenades
    table.spears = box.spears
    table.turn = box.first
    choose_next(table)


@game.rule(clause="SUD-S02")
def arm(person: Person, seat: Seat) -> None:
    """A player takes the character's board and unique weapon."""
    character = box.characters[seat]
    person.health = box.boards[character].health
    for weapon in UNIQUE:
        if weapon == Rubble.PILLAR_WEAPON + character:
            person.items.add(weapon)
            person.started[weapon] = True


@game.rule
def choose_next(table: Table) -> None:
    """The next common weapon is chosen; with all chosen, the first Round begins (SUD-68)."""
    due = box.commons_solo if box.players == 1 else box.commons * box.players
    if table.turns < due and table.weapons_left.total > 0:
        table.phase = Phase.CHOOSE
    else:
        table.turns = 0
        if ruling("SUD-68") != "rest-out":
            table.unseen.add_all(table.weapons_left)
        table.weapons_left.clear()
        table.phase = Phase.BEGIN_ROUND


@game.decision(Phase.CHOOSE, seat=whose_turn, clause="SUD-S02")
def choose(table: Table, weapon: Common) -> None:
    """A player chooses a common weapon to start with."""
    require(table.weapons_left[weapon] > 0, "SUD-S02")
    clause("SUD-S08", when=box.players == 1)
    if ruling("SUD-68") != "unlimited":
        table.weapons_left.take(weapon)
    table.people[table.turn].items.add(weapon)
    table.people[table.turn].started[weapon] = True
    table.turns += 1
    table.turn = next_seat(table.turn)
    choose_next(table)


# -- positions ----------------------------------------------------------------------------------------------------------------


@game.completion
def complete(table: Table) -> None:
    """What a scenario does not mention: a player's turn, everybody whole, all other cards and tokens where they must be."""
    if not given("phase"):
        table.phase = Phase.TURN
        if not given("actions"):
            table.actions = 1
    if not given("turn"):
        table.turn = table.first
    if not given("wave") and (Phase.WAVE <= table.phase <= Phase.END_COMBAT or table.cause >= Cause.CRAFT):
        table.wave = table.drew = table.first
    if not given("weapons_left") and table.phase != Phase.CHOOSE:
        table.weapons_left.clear()
    for seat in Seat:
        if seat < box.players and table.people[seat].health == 0 and table.phase != Phase.LOST:
            table.people[seat].health = box.boards[box.characters[seat]].health
    _cards(table)
    if not given("barricades"):
        table.barricades = max(0, box.barricades - sum(person.barricades for person in table.people))
    if not given("traps"):
        table.traps = max(0, box.traps - sum(person.traps for person in table.people))
    if not given("spears"):
        table.spears = max(0, box.spears - sum(enemy.spears for enemy in table.line))
    if not given("revealed"):
        table.revealed = table.line.size > 0


def _cards(table: Table) -> None:
    """Cards that are nowhere else are in their piles."""
    if not given("unseen"):
        for item in Rubble:
            cards = sum(box.rubble[number][item] for number in range(box.players)) + box.common[item]
            table.unseen[item] = max(0, cards - _placed(table, item))
        for seat in Seat:
            own = Rubble(Rubble.PILLAR_WEAPON + box.characters[seat])
            if seat < box.players:
                table.unseen[own] = 0
    if not given("active"):
        table.active = min(table.unseen.total, box.fill[box.players - 1])
    if not given("horde"):
        for card in Horde:
            there = sum(1 for enemy in table.line if enemy.card == card) + table.horde_discard[card]
            table.horde[card] = max(0, box.horde[card] - there)
    if not given("combat"):
        for drawn in CombatCard:
            table.combat[drawn] = max(0, box.combat[drawn] - table.combat_discard[drawn] - table.drawn[drawn])


def _placed(table: Table, item: Rubble) -> int:
    """How many of a Rubble card lie anywhere but among the unseen."""
    held = sum(person.items[item] for person in table.people) if item in ITEMS else 0
    return held + table.packed[item] + table.known[item] + table.discard[item] + table.weapons_left[item] + (table.found == item)
