"""Crafting, and where a Spear or a Grenade goes."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.attack import SPEAR_DAMAGE, has_boost
from daybreak_games.survive_until_daylight.cards import Rubble
from daybreak_games.survive_until_daylight.line import enemy_on_the_left, enemy_on_the_right, is_enemy, is_survivor, wound
from daybreak_games.survive_until_daylight.people import whose_turn
from daybreak_games.survive_until_daylight.state import Cause, Phase, Place, Table, Token, game
from verifier.lang import clause, require, ruling

# By Token, in its order.
FIRST = (Rubble.PLANKS, Rubble.PLANKS, Rubble.WIRES, Rubble.NAILS)
SECOND = (Rubble.NAILS, Rubble.SHARDS, Rubble.EXPLOSIVES, Rubble.EXPLOSIVES)


@game.rule
def in_supply(table: Table, token: Token) -> bool:
    """Whether a token is left (SUD-34)."""
    match token:
        case Token.BARRICADE:
            return table.barricades > 0
        case Token.SPEAR:
            return table.spears > 0
        case Token.TRAP:
            return table.traps > 0
        case _:
            return table.grenades > 0


@game.decision(Phase.TURN, seat=whose_turn, clause=("SUD-C02", "SUD-K01", "SUD-R10"))
def craft(table: Table, token: Token) -> None:
    """The player crafts a token out of two ingredients."""
    items = table.people[table.turn].items
    require(table.crafts + table.actions > 0, "SUD-C02")
    require(items[FIRST[token]] > 0 and items[SECOND[token]] > 0, "SUD-K01")
    require(in_supply(table, token), "SUD-K01")
    require(token == Token.BARRICADE or token == Token.TRAP or any(is_enemy(enemy) for enemy in table.line), "SUD-K13")
    if table.crafts > 0:
        table.crafts -= 1
    else:
        table.actions -= 1
    table.people[table.turn].items.take(FIRST[token])
    table.people[table.turn].items.take(SECOND[token])
    table.discard.add(FIRST[token])
    table.discard.add(SECOND[token])
    match token:
        case Token.BARRICADE:
            clause("SUD-K02", "SUD-K06", "SUD-K19")
            table.barricades -= 1
            table.people[table.turn].barricades += 1
        case Token.TRAP:
            clause("SUD-K04", "SUD-K10", "SUD-K19")
            table.traps -= 1
            table.people[table.turn].traps += 1
        case Token.SPEAR:
            clause("SUD-K03")
            table.spears -= 1
            table.making = token
            table.phase = Phase.PLACE
        case Token.GRENADE:
            clause("SUD-K05")
            table.grenades -= 1
            table.making = token
            table.phase = Phase.PLACE


@game.decision(Phase.PLACE, seat=whose_turn)
def place(table: Table, place: Place) -> None:
    """The token goes on an enemy."""
    require(place < table.line.size and not is_survivor(table.line[place]), "SUD-K13")
    require(not table.line[place].away, "SUD-K17")
    token = table.making
    table.making = Token.BARRICADE
    if token == Token.GRENADE:
        blow_away(table, place)
        table.phase = Phase.TURN
    elif ruling("SUD-76") == "spear-attacks":
        table.cause = Cause.ATTACK
        table.thrown = True
        table.target = place
        table.phase = Phase.PREPARE if ruling("SUD-73") == "before-the-draw" and has_boost(table) else Phase.STRIKE
    else:
        clause("SUD-K13")
        wound(table.line[place], SPEAR_DAMAGE)
        table.line[place].spears += 1
        table.cause = Cause.CRAFT
        table.phase = Phase.CLEAR


@game.rule(clause=("SUD-K16", "SUD-K17"))
def blow_away(table: Table, place: Place) -> None:
    """A Grenade removes an enemy and those adjacent to it for this Combat phase."""
    left = enemy_on_the_left(table, place)
    right = enemy_on_the_right(table, place)
    for other in range(table.line.size):
        if other == place or other == left or other == right:
            table.line[other].away = True
