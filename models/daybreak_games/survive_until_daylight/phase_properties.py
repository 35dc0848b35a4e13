"""What each phase can count on: what is in hand, what is interrupted, who acts, what an attack uses, and what is at rest.

Other invariants hold by induction only from tables that keep these promises.  A field that nothing uses is at its lowest value,
so that equal tables are equal states.  A lost game keeps what lay there.
"""

from __future__ import annotations

from daybreak_games.survive_until_daylight.assault import in_hand
from daybreak_games.survive_until_daylight.attack import loads
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import COMMON, TYPE, Ammo, CombatCard, Horde, Rubble, Type
from daybreak_games.survive_until_daylight.enemies import greatest, rated, victim
from daybreak_games.survive_until_daylight.inventory import can_lose, slots
from daybreak_games.survive_until_daylight.line import is_dead, is_enemy, is_survivor
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, Token, box, game
from daybreak_games.survive_until_daylight.trade import accepts
from verifier.lang import ruling, the

MOST_DRAWN = 25  # Combat cards of a weapon, for Ammo and for Perks


# -- what goes on -------------------------------------------------------------------------------------------------------------


@game.rule
def striking(table: Table) -> bool:
    """Whether a player's attack has a target and is not dealt yet."""
    return table.cause == Cause.ATTACK and table.phase in (
        Phase.LOAD, Phase.PREPARE, Phase.DRAW_COMBAT, Phase.LUCK, Phase.STRIKE, Phase.LAND, Phase.SHARE)


@game.rule
def enemy_acts(table: Table) -> bool:
    """Whether an enemy attacks, and its attack is not dealt yet."""
    return table.cause == Cause.ENEMY and table.phase in (
        Phase.TRAP, Phase.SPRING, Phase.DRAW_COMBAT, Phase.LUCK, Phase.REACT, Phase.KEEP, Phase.TIE, Phase.TIE_BY_CHANCE,
        Phase.BLOCK, Phase.HIT)


@game.rule
def in_turn(table: Table) -> bool:
    """Whether a player has the turn in the Combat phase."""
    return (table.phase in (Phase.TURN, Phase.COLOUR, Phase.AIM, Phase.PLACE) or table.cause == Cause.ATTACK
            or table.cause == Cause.CRAFT or table.after == After.TURN)


@game.invariant(clause=("SUD-R03", "SUD-W05", "SUD-C05", "SUD-E01"))
def causes_are_of_their_phase(table: Table) -> bool:
    """What is interrupted is known while cards are drawn or lost, enemies cleared or attacks carried out."""
    cause = table.cause
    match table.phase:
        case Phase.WHICH | Phase.DRAW_RUBBLE | Phase.DRAW_KNOWN | Phase.FOUND | Phase.BAD_LUCK:
            return cause in (Cause.SEARCH, Cause.DELAY, Cause.ATTACK)
        case Phase.LOSE_CARD:
            return cause != Cause.NOTHING and cause != Cause.CRAFT
        case Phase.REARRANGE:
            match table.after:
                case After.FOUND:
                    return cause in (Cause.SEARCH, Cause.DELAY, Cause.ATTACK)
                case After.LOSS:
                    return cause != Cause.NOTHING and cause != Cause.CRAFT
                case _:
                    return cause == Cause.NOTHING
        case Phase.AIM | Phase.LOAD | Phase.PREPARE | Phase.STRIKE | Phase.LAND | Phase.SHARE:
            return cause == Cause.ATTACK
        case Phase.DRAW_COMBAT | Phase.LUCK:
            return cause == Cause.ATTACK or cause == Cause.ENEMY
        case (Phase.TRAP | Phase.SPRING | Phase.REACT | Phase.KEEP | Phase.TIE | Phase.TIE_BY_CHANCE | Phase.BLOCK | Phase.HIT):
            return cause == Cause.ENEMY
        case Phase.CLEAR:
            return cause in (Cause.CRAFT, Cause.ATTACK, Cause.ENEMY)
        case Phase.LOST:
            return True
        case _:
            return cause == Cause.NOTHING


@game.invariant(clause=("SUD-I04", "SUD-P17"))
def rearranging_goes_on(table: Table) -> bool:
    """What follows is known while a player makes room, and then only."""
    return (table.after != After.NOTHING) == (table.phase == Phase.REARRANGE)


@game.invariant(clause=("SUD-R04", "SUD-R11", "SUD-T02", "SUD-T08"))
def a_card_is_in_hand(table: Table) -> bool:
    """A card is in hand between being drawn and being kept or left, given and accepted, or eaten and healing."""
    found = table.found
    match table.phase:
        case Phase.FOUND | Phase.RECEIVE:
            return found is not None and found < Rubble.RODENT
        case Phase.BAD_LUCK:
            return found is not None and found >= Rubble.RODENT
        case Phase.HEAL:
            return found is not None and Rubble.FOOD_1 <= found <= Rubble.FOOD_3 and ruling("SUD-21") == "anyone"
        case _:
            return found is None


# -- search -------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-R01", "SUD-R03", "SUD-W04"))
def rubble_to_draw(table: Table) -> bool:
    """Where a Rubble card is drawn, there is one; cards are known to be in the pile by reading SUD-03 only."""
    reserve = table.cause == Cause.ATTACK and ruling("SUD-71") == "reserve"
    match table.phase:
        case Phase.WHICH:
            there = table.active > 0 and table.known.total > 0 and not reserve
        case Phase.DRAW_KNOWN:
            there = table.known.total > 0
        case Phase.DRAW_RUBBLE:
            there = table.unseen.total > table.active if reserve else table.active > 0
        case _:
            there = True
    return there and (table.known.total == 0 or ruling("SUD-03") == "reshuffle-discards")


@game.invariant(clause="SUD-S02")
def weapons_are_chosen_first(table: Table) -> bool:
    """Common weapons lie apart during the set-up only, and nothing else does."""
    if any(table.weapons_left[card] > 0 for card in Rubble if card not in COMMON):
        return False
    return table.weapons_left.total == 0 if table.phase != Phase.CHOOSE else table.weapons_left.total > 0


@game.lemma
def inventories_begin_small(table: Table) -> bool:
    """While weapons are chosen, nobody holds more than the own weapon and those chosen so far."""
    return table.phase != Phase.CHOOSE or all(slots(person) <= 1 + table.turns for person in table.people)


@game.invariant(clause="SUD-R03")
def passing_is_for_the_search(table: Table) -> bool:
    """Who passed is counted until somebody draws (SUD-66)."""
    return table.passed == 0 or table.passed < box.players and ruling("SUD-66") == "may-pass" and (
        table.phase == Phase.SEARCH or table.after == After.SEARCH)


@game.invariant(clause="SUD-L08")
def the_wave_is_on_top_at_last(table: Table) -> bool:
    """The WAVE! card is known to lie on top after the last Round only (SUD-54)."""
    return not table.on_top or table.round > box.rounds and ruling("SUD-54") == "on-top"


@game.invariant(clause="SUD-I09")
def there_is_a_card_to_lose(table: Table) -> bool:
    """Where a player loses a random card, there is one."""
    return can_lose(table, table.turn) if table.phase == Phase.LOSE_CARD else True


@game.rule
def before_the_trade(table: Table) -> bool:
    """Whether the Trade phase of the Round is still to come."""
    trades = table.phase >= Phase.TRADE or table.after == After.TRADE or table.after == After.TURN
    return not trades and table.cause < Cause.CRAFT or table.phase == Phase.LOST


# -- assault ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-W01", "SUD-A01"))
def an_assault_card_is_left(table: Table) -> bool:
    """Where an Assault card is revealed, there is one."""
    return table.phase != Phase.REVEAL or any(left for left in table.assaults)


@game.rule
def can_come(table: Table, kind: Type) -> bool:
    """Whether the piles hold as many cards of a type as are to come, and no more are known to come than that."""
    sure = sum(table.horde_sure[card] for card in Horde if TYPE[card] == kind)
    piled = sum(table.horde[card] for card in Horde if TYPE[card] == kind)
    known = in_hand(table, kind) * int(table.sure)
    new = in_hand(table, kind) * int(not table.sure)
    return known <= sure <= table.to_come[kind] + known and piled >= table.to_come[kind] + known - sure + new


@game.invariant(clause=("SUD-A02", "SUD-A03"))
def there_are_cards_to_come(table: Table) -> bool:
    """Of each type, as many Horde cards as are to come lie in the piles; those known to come are no more than that."""
    return all(can_come(table, kind) for kind in Type)


@game.invariant(clause=("SUD-A03", "SUD-A04"))
def enemies_are_laid_out_one_by_one(table: Table) -> bool:
    """The type of the next Horde card is known while it is laid out; enemies are to come until all are on the line."""
    if table.phase != Phase.LAY_OUT and (table.coming != Type.WANDERER or table.sure):
        return False
    left = any(number > 0 for number in table.to_come)
    if table.phase == Phase.LINE_UP:
        return left
    return table.phase == Phase.LAY_OUT or not left or before_the_trade(table) and ruling("SUD-10") == "at-accept"


# -- the Combat phase ---------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-C01", "SUD-S02"))
def turns_are_counted(table: Table) -> bool:
    """Turns are counted while players have theirs, weapons while they are chosen; at other times none is."""
    if table.phase == Phase.CHOOSE:
        return table.turns < max(2, box.players)
    if in_turn(table):
        return table.turns < box.players
    return table.turns == 0 or table.phase == Phase.LOST


@game.invariant(clause=("SUD-C02", "SUD-P04", "SUD-P08"))
def actions_are_for_the_turn(table: Table) -> bool:
    """Actions belong to a turn in the Combat phase."""
    rests = table.actions == 0 and table.attacks == 0 and table.crafts == 0 and not table.cheered
    return rests or in_turn(table) or table.phase == Phase.LOST


@game.invariant(clause=("SUD-K03", "SUD-K05", "SUD-K13"))
def tokens_are_placed_at_once(table: Table) -> bool:
    """A Spear or a Grenade that was crafted goes on an enemy at once, and there is one."""
    if table.phase == Phase.PLACE:
        return (table.making == Token.SPEAR or table.making == Token.GRENADE) and any(is_enemy(enemy) for enemy in table.line)
    return table.making == Token.BARRICADE


@game.invariant(clause=("SUD-C04", "SUD-C14"))
def attacks_have_a_target(table: Table) -> bool:
    """A player's attack has a target on the line; before it is chosen there is one, and Ammo for a weapon that needs it."""
    if table.phase == Phase.LOST:
        return True
    if table.phase == Phase.AIM:
        needs = box.weapons[table.weapon].ammo != Ammo.NONE
        return any(not enemy.away for enemy in table.line) and (not needs or loads(table, table.weapon) > 0)
    if table.phase == Phase.LOAD and (box.weapons[table.weapon].ammo == Ammo.NONE or loads(table, table.weapon) == 0):
        return False
    if striking(table):
        return table.target < table.line.size and not table.line[table.target].away
    return enemy_acts(table) and table.shielded or table.target == 0


@game.invariant(clause=("SUD-P05", "SUD-P10", "SUD-K13"))
def attacks_use_what_they_use(table: Table) -> bool:
    """What a player's attack is made with rests while nobody attacks."""
    if table.phase == Phase.LOST:
        return True
    if not striking(table) and (table.thrown or table.focus or table.rage > 0 or table.blow > 0):
        return False
    if table.thrown:
        return table.weapon == Rubble.PILLAR_WEAPON and ruling("SUD-76") == "spear-attacks" and table.phase != Phase.LOAD and (
            not is_survivor(table.line[table.target]))
    return striking(table) or table.phase == Phase.AIM or table.weapon == Rubble.PILLAR_WEAPON


@game.invariant(clause=("SUD-P05", "SUD-P10"))
def cards_for_an_attack_are_played_late(table: Table) -> bool:
    """Cards for an attack are played from the draw on, and Damage is shared when it is known."""
    early = table.phase == Phase.AIM or table.phase == Phase.LOAD
    return not (early and (table.focus or table.rage > 0)) and (table.blow == 0 or table.phase in (Phase.SHARE, Phase.LOST))


@game.lemma
def turns_grow_by_cards_played(table: Table) -> bool:
    """What gave more actions lies in the discards, but for what Perks gave."""
    drunk = table.discard[Rubble.ENERGY_RED] + table.discard[Rubble.ENERGY_GREEN]
    gained = table.attacks + table.crafts + int(table.phase == Phase.COLOUR)
    perks = table.people[table.turn].tired
    return gained <= drunk and table.actions <= 1 + table.discard[Rubble.CHEER] + perks


@game.lemma
def attacks_grow_by_cards_played(table: Table) -> bool:
    """What was played for an attack lies in the discards: one Blood Lust for each point, two cards to draw for Vitality Pills."""
    more = 2 * table.discard[Rubble.VITALITY] + table.discard[Rubble.LUCKY]
    return table.rage <= table.discard[Rubble.BLOOD_LUST] and table.to_draw <= MOST_DRAWN + more


@game.invariant(clause=("SUD-C12", "SUD-C13", "SUD-E06"))
def drawn_cards_rest(table: Table) -> bool:
    """Combat cards lie drawn, are still to be drawn, or are applied, only while an attack draws or applies them."""
    drawing = table.phase == Phase.DRAW_COMBAT or table.phase == Phase.LUCK
    lying = drawing or table.phase in (Phase.STRIKE, Phase.LAND, Phase.SHARE, Phase.REACT, Phase.KEEP, Phase.TIE,
                                       Phase.TIE_BY_CHANCE, Phase.BLOCK, Phase.HIT, Phase.LOST)
    applied = table.phase in (Phase.LAND, Phase.SHARE, Phase.BLOCK, Phase.HIT, Phase.CLEAR, Phase.LOST) or (
        table.cause == Cause.ENEMY and table.phase in (Phase.LOSE_CARD, Phase.REARRANGE))
    return ((lying or table.drawn.total == 0) and (applied or table.applied is None)
            and (drawing or table.phase == Phase.PREPARE or table.to_draw == 0 or table.phase == Phase.LOST))


@game.invariant(clause=("SUD-C12", "SUD-C19", "SUD-P13"))
def there_is_a_combat_card(table: Table) -> bool:
    """Where a Combat card is drawn there is one; the last one drawn is known while it may be exchanged (SUD-26)."""
    last = table.last_drawn
    if table.phase == Phase.DRAW_COMBAT:
        return table.combat.total > 0 and table.to_draw > 0 and last is None
    if table.phase == Phase.LUCK:
        return last is not None and table.drawn[the(last)] > 0 and ruling("SUD-26") == "card-by-card"
    return last is None


# -- enemies ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-E01", "SUD-E09", "SUD-K12"))
def attackers_stand_on_the_line(table: Table) -> bool:
    """The enemy that attacks is on the line and alive, and so is the Survivor before it, if there is one."""
    if not enemy_acts(table):
        return table.phase == Phase.LOST or table.enemy == 0
    if table.enemy >= table.line.size or not is_enemy(table.line[table.enemy]) or is_dead(table.line[table.enemy]):
        return False
    if not table.shielded:
        return table.target == 0
    return table.target < table.line.size and is_survivor(table.line[table.target])


@game.invariant(clause=("SUD-E02", "SUD-E09", "SUD-K07"))
def enemies_fields_rest(table: Table) -> bool:
    """Who is attacked, behind what, is known while the enemies attack; nobody springs a Trap whom a Survivor covers."""
    if table.phase == Phase.LOST:
        return True
    attacked = table.phase == Phase.NEXT_ENEMY or table.cause == Cause.ENEMY
    if table.phase == Phase.TRAP or table.phase == Phase.SPRING:
        if table.shielded or table.people[table.aimed].traps == 0:
            return False
    return ((attacked or table.aimed == Seat.PLAYER_1) and (table.cause == Cause.ENEMY or not table.shielded)
            and (table.phase == Phase.HIT or not table.blocked))


@game.invariant(clause=("SUD-K07", "SUD-K08"))
def a_barricade_is_there_to_break(table: Table) -> bool:
    """Where a Barricade stops an attack, or may, its player has one."""
    if not table.blocked and table.phase != Phase.BLOCK or table.phase == Phase.LOST:
        return True
    return table.people[victim(table)].barricades > 0


@game.invariant(clause="SUD-E06")
def a_card_is_kept(table: Table) -> bool:
    """Where one of several Combat cards is kept, there are some of the same Damage."""
    if table.phase != Phase.TIE and table.phase != Phase.TIE_BY_CHANCE:
        return True
    return any(table.drawn[card] > 0 and rated(table, card) == greatest(table) for card in CombatCard)


@game.invariant(clause="SUD-E01")
def only_enemies_attack(table: Table) -> bool:
    """Who has attacked, or been attacked, is known while the enemies attack."""
    attacked = table.phase == Phase.NEXT_ENEMY or table.cause == Cause.ENEMY
    return attacked or table.phase in (Phase.END_COMBAT, Phase.LOST) or not any(enemy.acted for enemy in table.line)


# -- trade --------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-T01", "SUD-T02"))
def a_gift_has_a_taker(table: Table) -> bool:
    """Somebody else can accept a card that is being given."""
    found = table.found
    if table.phase != Phase.RECEIVE or found is None:
        return True
    return any(seat != table.turn and seat < box.players and accepts(table, seat, the(found)) for seat in Seat)


@game.invariant(clause="SUD-T01")
def nobody_trades_in_turn(table: Table) -> bool:
    """Players give and eat in any order: nobody has a turn."""
    return table.phase != Phase.TRADE or table.turn == Seat.PLAYER_1
