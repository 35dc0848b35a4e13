"""The enemies attack: one by one from the left, Survivors and players in turn."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import TYPE, CombatCard, Type
from daybreak_games.survive_until_daylight.combat_cards import Damage, discard_drawn, draw_on, sum_up
from daybreak_games.survive_until_daylight.line import (
    bolster,
    is_dead,
    is_enemy,
    is_survivor,
    splash_on_the_line,
    wound,
)
from daybreak_games.survive_until_daylight.people import hurt, next_seat, previous_seat
from daybreak_games.survive_until_daylight.resuming import end_attack, lose_at_random
from daybreak_games.survive_until_daylight.rubble import draw_rubble_card
from daybreak_games.survive_until_daylight.state import LINE_MOST, Cause, Phase, Table, box, game
from verifier.lang import Range, clause, require, ruling, the, weight

TRAP_DAMAGE = 4


@game.rule
def begin_enemies(table: Table) -> None:
    """The enemies' attacks begin, with the player who has the WAVE! card."""
    clause("SUD-E01", "SUD-E02")
    table.aimed = the(table.wave) if ruling("SUD-58") == "holder" else table.drew
    table.turn = Seat.PLAYER_1
    table.phase = Phase.NEXT_ENEMY


# -- who attacks whom ---------------------------------------------------------------------------------------------------------


@game.step(Phase.NEXT_ENEMY)
def next_enemy(table: Table) -> None:
    """The leftmost enemy that has not attacked yet, and its target."""
    found = next((place for place in range(table.line.size) if is_enemy(table.line[place]) and not table.line[place].acted),
                 LINE_MOST)
    if found == LINE_MOST:
        table.aimed = Seat.PLAYER_1
        table.phase = Phase.END_COMBAT
    else:
        table.line[found].acted = True
        table.enemy = found
        table.cause = Cause.ENEMY
        table.shielded = has_shield(table)
        if table.shielded:
            clause("SUD-E09", "SUD-N13")
            step_forward(table)
            begin_blow(table)
        else:
            clause("SUD-E10")
            meet(table)


@game.rule
def meet(table: Table) -> None:
    """An enemy comes to a player: Traps first, then its attack."""
    if table.people[table.aimed].traps == 0:
        begin_blow(table)
    elif ruling("SUD-47") == "mandatory":
        table.phase = Phase.TRAP
    else:
        table.phase = Phase.SPRING


@game.rule
def has_shield(table: Table) -> bool:
    """Whether a Survivor takes the next attack."""
    match ruling("SUD-39"):
        case "shield-all":
            return any(is_survivor(enemy) for enemy in table.line)
        case "shield-holder":
            return table.aimed == the(table.wave) and any(is_survivor(enemy) for enemy in table.line)
        case _:
            return any(is_survivor(enemy) and not enemy.acted for enemy in table.line)


@game.rule
def step_forward(table: Table) -> None:
    """The Survivor that takes the attack: the leftmost; by readings SUD-39 and SUD-40 the leftmost not attacked yet."""
    in_turn = ruling("SUD-39") == "one-attack-each" or ruling("SUD-40") == "next-one"
    if in_turn and not any(is_survivor(enemy) and not enemy.acted for enemy in table.line):
        for enemy in table.line:
            if is_survivor(enemy):
                enemy.acted = False
    found = next((place for place in range(table.line.size)
                  if is_survivor(table.line[place]) and not (in_turn and table.line[place].acted)), 0)
    table.line[found].acted = True
    table.target = found


@game.rule
def victim(table: Table) -> Seat:
    """The player whom the attack hits: by reading SUD-41 behind a Survivor the one with the WAVE! card."""
    return the(table.wave) if table.shielded else table.aimed


# -- Traps --------------------------------------------------------------------------------------------------------------------


@game.step(Phase.TRAP, clause=("SUD-E04", "SUD-K10", "SUD-K12"))
def trap(table: Table) -> None:
    """A Trap acts, or by reading SUD-46 all of them do."""
    person = table.people[table.aimed]
    number = person.traps if ruling("SUD-46") == "all-spent" else 1
    person.traps -= number
    table.traps += number
    wound(table.line[table.enemy], TRAP_DAMAGE * number)
    clause("SUD-K11")
    if is_dead(table.line[table.enemy]):
        table.enemy = 0
        table.phase = Phase.CLEAR
    elif person.traps == 0:
        begin_blow(table)
    elif ruling("SUD-47") == "choice":
        table.phase = Phase.SPRING


@game.decision(Phase.SPRING, seat=victim)
def spring(table: Table, use: bool) -> None:
    """Reading SUD-47 'choice': whether a Trap acts."""
    if use:
        table.phase = Phase.TRAP
    else:
        begin_blow(table)


# -- Combat cards -------------------------------------------------------------------------------------------------------------


@game.rule
def begin_blow(table: Table) -> None:
    """The enemy draws its Combat cards."""
    table.to_draw = box.horde_sheets[table.line[table.enemy].card].cards
    draw_on(table)


@game.rule
def force(table: Table, card: CombatCard | None) -> Damage:
    """The Damage of the enemy's attack with one of its Combat cards, before Barricades."""
    return sum_up(box.horde_sheets[table.line[table.enemy].card].damage, card, bolster(table, table.enemy))


@game.rule
def arriving(table: Table, card: CombatCard | None) -> Damage:
    """What of it comes to a player."""
    damage = force(table, card)
    if not table.shielded:
        return damage
    shield = table.line[table.target]
    left = max(0, box.thresholds[TYPE[shield.card]] - shield.damage)
    return max(0, damage - left) if ruling("SUD-41") == "spills-to-holder" else 0


@game.rule
def stoppable(table: Table) -> bool:
    """Whether a Barricade stands before this enemy."""
    return table.people[victim(table)].barricades > 0 and TYPE[table.line[table.enemy].card] != Type.BRUTE


@game.rule
def rated(table: Table, card: CombatCard) -> Damage:
    """The Damage by which a Combat card of an enemy is compared (SUD-45b)."""
    if ruling("SUD-45b") == "after" and not table.shielded and stoppable(table):
        return 0
    return force(table, card)


@game.rule
def greatest(table: Table) -> Damage:
    """The most Damage that one of the drawn cards makes."""
    return max((rated(table, card) for card in CombatCard if table.drawn[card] > 0), default=0)


@game.step(Phase.KEEP, clause="SUD-E06")
def keep_card(table: Table) -> None:
    """The card that deals the most Damage is kept; of several the players choose one, or chance does (SUD-45)."""
    clause("SUD-E07", "SUD-E08", when=table.drawn.total > 1)
    most = greatest(table)
    equal = sum(1 for card in CombatCard if table.drawn[card] > 0 and rated(table, card) == most)
    if equal > 1:
        table.phase = Phase.TIE if ruling("SUD-45") == "players-choose" else Phase.TIE_BY_CHANCE
    else:
        for card in CombatCard:
            if table.drawn[card] > 0 and rated(table, card) == most:
                table.applied = card
        defend(table)


@game.decision(Phase.TIE)
def break_tie(table: Table, card: CombatCard) -> None:
    """The players choose among equal cards."""
    require(table.drawn[card] > 0 and rated(table, card) == greatest(table), "SUD-E07")
    table.applied = card
    defend(table)


@game.chance(Phase.TIE_BY_CHANCE, tape="ties")
def tie_by_chance(table: Table, card: CombatCard) -> None:
    """Reading SUD-45 'random': chance does."""
    weight(table.drawn[card] if rated(table, card) == greatest(table) else 0)
    table.applied = card
    defend(table)


# -- Barricades ---------------------------------------------------------------------------------------------------------------


@game.rule
def defend(table: Table) -> None:
    """A Barricade stops the Damage, if there is one, and any Damage; by reading SUD-48 its player may spare it."""
    table.phase = Phase.HIT
    if arriving(table, table.applied) > 0 and stoppable(table) and not dies_first(table):
        if ruling("SUD-48") == "mandatory":
            table.blocked = True
        else:
            table.phase = Phase.BLOCK


@game.decision(Phase.BLOCK, seat=victim)
def block(table: Table, use: bool) -> None:
    """Reading SUD-48 'choice': whether a Barricade stops the Damage."""
    table.blocked = use
    table.phase = Phase.HIT


# -- the Damage ---------------------------------------------------------------------------------------------------------------


@game.rule
def only_target(table: Table) -> bool:
    """Reading SUD-60: whether a card that was kept of several has its Damage only."""
    return ruling("SUD-60") == "target-damage-only" and table.drawn.total > 1


@game.rule
def own_pain(table: Table) -> Damage:
    """What the enemy's Combat cards do to itself."""
    card = table.applied
    if ruling("SUD-61") == "every-drawn":
        return min(60, sum(table.drawn[drawn] * box.combat_sheets[drawn].hurts for drawn in CombatCard))
    if card is None or only_target(table):
        return 0
    return box.combat_sheets[card].hurts


@game.rule
def dies_first(table: Table) -> bool:
    """Reading SUD-50 'dies-first': whether the enemy's own card kills it before its attack."""
    enemy = table.line[table.enemy]
    return ruling("SUD-50") == "dies-first" and enemy.damage + own_pain(table) >= box.thresholds[TYPE[enemy.card]]


@game.rule
def enemy_splash(table: Table, damaged: bool) -> Annotated[int, Range(0, 60)]:
    """The Splash Damage of the enemy's attack."""
    card = table.applied
    if card is None or only_target(table) or box.combat_sheets[card].splash == 0:
        return 0
    if ruling("SUD-79") == "if-damaged" and not damaged:
        return 0
    return box.combat_sheets[card].splash + (bolster(table, table.enemy) if ruling("SUD-80") == "splash-too" else 0)


@game.step(Phase.HIT)
def hit(table: Table) -> None:
    """The attack lands: Damage to its target, Splash around it, Damage to the enemy itself, all at once."""
    pain = own_pain(table)
    fizzles = dies_first(table)
    damage = 0 if fizzles else force(table, table.applied)
    through = 0 if fizzles or table.blocked else arriving(table, table.applied)
    kind = TYPE[table.line[table.enemy].card]
    person = victim(table)
    damaged = damage > 0 and (table.shielded or through > 0)
    splash = 0 if fizzles else enemy_splash(table, damaged)
    more = bolster(table, table.enemy)
    clause("SUD-N15", when=more > 0)
    clause("SUD-N16", when=more > 1)
    clause("SUD-N17", when=kind == Type.MONSTER and sum(1 for enemy in table.line if TYPE[enemy.card] == Type.MONSTER) > 1)
    clause("SUD-C20", when=splash > 0 or pain > 0)
    clause("SUD-Y03", when=pain > 0)
    table.phase = Phase.CLEAR
    wound(table.line[table.enemy], pain)
    if table.shielded:
        wound(table.line[table.target], damage)
        spreads = ruling("SUD-30") == "after-attack" or not is_dead(table.line[table.target])
        if splash > 0 and spreads and ruling("SUD-28") == "line-neighbours":
            splash_on_the_line(table, table.target, splash)
    elif splash > 0:
        splash_on_players(table, splash)
    if table.blocked:
        clause("SUD-K07", "SUD-K08")
        table.people[person].barricades -= 1
        table.barricades += 1
    if through > 0:
        clause("SUD-N11", "SUD-N12", when=kind == Type.BRUTE and table.people[person].barricades > 0)
        hurt(table, person, through)
    discard_drawn(table)
    table.blocked = False
    table.enemy = 0
    table.target = 0
    if through > 0 and kind == Type.RAIDER and table.phase != Phase.LOST:
        clause("SUD-N10")
        lose_at_random(table, person)


@game.rule(clause=("SUD-C07", "SUD-C09"))
def splash_on_players(table: Table, damage: Damage) -> None:
    """Splash Damage on the players beside the one attacked: with two players one, alone nobody."""
    clause("SUD-C10", when=box.players == 1)
    clause("SUD-C11", when=box.players == 2)
    clause("SUD-K09")
    if box.players > 1:
        hurt(table, next_seat(table.aimed), damage)
    if box.players > 2:
        hurt(table, previous_seat(table.aimed), damage)


# -- afterwards ---------------------------------------------------------------------------------------------------------------


@game.step(Phase.CLEAR)
def clear(table: Table) -> None:
    """A dead card leaves the line; when none is left, play goes on."""
    found = next((place for place in range(table.line.size) if is_dead(table.line[place])), LINE_MOST)
    if found < LINE_MOST:
        dead = table.line.take_at(found)
        clause("SUD-N04", when=TYPE[dead.card] == Type.WANDERER)
        clause("SUD-N05", when=TYPE[dead.card] == Type.RAIDER)
        clause("SUD-N06", when=TYPE[dead.card] == Type.BRUTE)
        clause("SUD-N07", when=TYPE[dead.card] == Type.SURVIVOR)
        clause("SUD-N08", when=TYPE[dead.card] == Type.MONSTER)
        clause("SUD-K15", when=dead.spears > 0)
        table.spears += dead.spears
        table.horde_discard.add(dead.card)
    elif table.cause == Cause.ENEMY:
        end_blow(table)
    elif table.cause == Cause.ATTACK and finds_rubble(table):
        table.applied = None
        if ruling("SUD-71") == "reserve":
            table.phase = Phase.DRAW_RUBBLE
        else:
            draw_rubble_card(table)
    else:
        end_attack(table)


@game.rule
def finds_rubble(table: Table) -> bool:
    """Whether the attack found Loose Rubble, and there is some (SUD-71)."""
    card = table.applied
    if card is None or not box.combat_sheets[card].finds:
        return False
    if ruling("SUD-71") == "reserve":
        return table.unseen.total > table.active
    return table.active + table.known.total > 0


@game.rule
def end_blow(table: Table) -> None:
    """The enemy's attack is over; the next one goes to the next player."""
    card = table.applied
    clause("SUD-C21", when=card is not None and box.combat_sheets[card].finds)
    if not table.shielded or ruling("SUD-40b") == "advances" or ruling("SUD-39") == "shield-holder":
        clause("SUD-E03", "SUD-E05")
        table.aimed = next_seat(table.aimed)
    table.cause = Cause.NOTHING
    table.applied = None
    table.shielded = False
    table.turn = Seat.PLAYER_1
    table.phase = Phase.NEXT_ENEMY
