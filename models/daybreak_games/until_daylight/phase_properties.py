"""What each phase can count on: what is interrupted, what an attack or the enemies use, and what is at rest.

Other invariants hold by induction only from tables that keep these promises.  A field that nothing uses is at its lowest value,
so that equal tables are equal states.  A game that is over keeps what lay there.
"""

from __future__ import annotations

from daybreak_games.until_daylight.attack import front, is_shot
from daybreak_games.until_daylight.box import TICKS, Seat
from daybreak_games.until_daylight.cards import Horde, Rubble, Sign
from daybreak_games.until_daylight.enemies import can_take
from daybreak_games.until_daylight.line import first_card, first_infected, has_enemy, has_survivor, is_over
from daybreak_games.until_daylight.pending import is_absorbed, may_give_up, must_lose
from daybreak_games.until_daylight.people import experience, has_too_much
from daybreak_games.until_daylight.state import LINE_MOST, After, Cover, Moment, Phase, Source, Table, box, game
from verifier.lang import ruling

INTERRUPTED = (Phase.GO_ON, Phase.RESUME, Phase.LOSE, Phase.SUFFER, Phase.GIVE_UP, Phase.SAVE, Phase.DRAW, Phase.SHIFT,
               Phase.EVENT, Phase.JOIN)
ATTACKING = (Phase.AIM, Phase.LOAD, Phase.PREPARE, Phase.ROLL, Phase.RESULT, Phase.REROLL, Phase.ASSIGN, Phase.END_ATTACK)
ATTACKED = (After.ASSIGN, After.RESULT)


@game.rule
def is_interrupted(table: Table) -> bool:
    """Whether something interrupts play."""
    return table.phase in INTERRUPTED or table.phase == Phase.TICK and table.moment == Moment.EVENT


@game.rule
def attacks(table: Table) -> bool:
    """Whether a player's attack goes on."""
    return table.phase in ATTACKING or is_interrupted(table) and table.after in ATTACKED


@game.rule
def enemies_roll(table: Table) -> bool:
    """Whether the enemies of an area roll."""
    return table.after == After.ROLLS


@game.invariant(clause=("UDL-R01", "UDL-R23"))
def play_goes_on(table: Table) -> bool:
    """What goes on after an interruption is known while there is one, and while enemies roll."""
    if is_over(table):
        return True
    if table.phase in (Phase.ENEMY_ROLL, Phase.COLLATERAL, Phase.ABSORB):
        return table.after == After.ROLLS
    return is_interrupted(table) == (table.after != After.NOTHING)


@game.invariant(clause=("UDL-R02", "UDL-R23"))
def the_search_is_apart(table: Table) -> bool:
    """The gong, Events in the Search and what follows a turn in it belong to the Search; all else to combat or the set-up."""
    match table.phase:
        case Phase.TICK:
            return table.searching and (table.moment != Moment.EVENT or table.after == After.SEARCH)
        case (Phase.DEAL | Phase.CHOOSE | Phase.FATE | Phase.LAY | Phase.ADD | Phase.COME | Phase.AREA | Phase.SPRING | Phase.TRAP
              | Phase.ENEMY_ROLL | Phase.COLLATERAL | Phase.ABSORB | Phase.END_COMBAT | Phase.BEGIN_ROUND):
            return not table.searching
        case Phase.WON | Phase.LOST:
            return True
        case Phase.ACT | Phase.NUMBER | Phase.WHOM:
            return True
        case _:
            if table.phase in ATTACKING:
                return not table.searching
            return table.searching == (table.after == After.BEGIN or table.after == After.SEARCH)


@game.invariant(clause=("UDL-R02", "UDL-R18"))
def time_goes_by(table: Table) -> bool:
    """Ticks and turns are counted in the Search; the gong can come yet, or by reading UDL-01 is still to come."""
    if is_over(table):
        return True
    if not table.searching:
        return table.tick == 0 and table.searched == 0 and table.moment == Moment.BEFORE and not table.rang
    if ruling("UDL-01") == "any-tick":
        left = sum(box.gong[tick] for tick in range(TICKS) if tick >= table.tick)
        return left > 0 and table.searched == 0 and (table.moment == Moment.BEFORE or table.phase == Phase.TICK)
    return (table.tick == 0 and table.searched < box.turns and not table.rang and table.phase != Phase.TICK
            and table.moment == Moment.BEFORE)


@game.invariant(clause="UDL-R19")
def a_gong_rings_out(table: Table) -> bool:
    """The gong has rung while an Event is being finished, and then only."""
    finishing = is_interrupted(table) and table.phase != Phase.TICK and table.after == After.SEARCH and table.to_draw == 0
    return not table.rang or is_over(table) or finishing and ruling("UDL-03") == "finish-event"


# -- interruptions ------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-E07", "UDL-T31"))
def damage_has_a_source(table: Table) -> bool:
    """Points of damage come to somebody from something, until none is left."""
    if is_over(table):
        return True
    if table.phase in (Phase.SUFFER, Phase.GIVE_UP):
        return table.pain > 0 and table.source != Source.NOTHING and table.pain + table.losses <= 12
    if table.phase == Phase.GO_ON:
        return table.pain == 0 or table.source != Source.NOTHING and table.pain + table.losses <= 12
    return table.pain == 0


@game.invariant(clause=("UDL-E07", "UDL-Y06"))
def sources_are_of_their_phase(table: Table) -> bool:
    """Where damage comes from is known until play goes on."""
    if is_over(table):
        return True
    if table.phase == Phase.RESUME:
        return table.source == Source.NOTHING
    match table.source:
        case Source.NOTHING:
            return True
        case Source.EVENT:
            return is_interrupted(table) and table.phase != Phase.TICK
        case Source.FATE:
            return is_interrupted(table) and table.after == After.FATE
        case Source.FRIEND:
            return is_interrupted(table) and table.after == After.ASSIGN
        case _:
            return is_interrupted(table) and table.after == After.ROLLS


@game.invariant(clause=("UDL-T05", "UDL-I03"))
def somebody_can_lose_a_card(table: Table) -> bool:
    """Where a card is discarded, somebody must, and has one; cards are to be lost while something interrupts play only."""
    if is_over(table):
        return True
    if table.phase == Phase.LOSE:
        return must_lose(table) or any(has_too_much(table, seat) for seat in Seat)
    if table.phase in (Phase.COLLATERAL, Phase.ABSORB):
        return table.losses <= 6
    return table.losses == 0 or table.phase in (Phase.GO_ON, Phase.SUFFER, Phase.GIVE_UP)


@game.invariant(clause=("UDL-R07", "UDL-T07"))
def cards_are_drawn_by_somebody(table: Table) -> bool:
    """Rubble cards are to be drawn while something interrupts play only, in the Search one; where one is drawn, there is one."""
    if is_over(table):
        return True
    if table.to_draw > 0 and table.searching and (table.to_draw > 1 or table.source != Source.NOTHING
                                                  or table.after != After.SEARCH or table.phase in (Phase.TICK, Phase.EVENT)):
        return False
    if table.phase == Phase.DRAW:
        return table.to_draw > 0 and table.rubble.total > 0
    return table.to_draw == 0 or is_interrupted(table) and table.phase != Phase.RESUME and table.phase != Phase.SHIFT


@game.invariant(clause="UDL-T16")
def few_cards_are_drawn(table: Table) -> bool:
    """No more Rubble cards are to be drawn than an attack, a Trap or the Die of Fate earns."""
    return table.to_draw <= 24


@game.invariant(clause="UDL-T31")
def somebody_can_be_given_up(table: Table) -> bool:
    """Where a saved Survivor may be given up, there is one."""
    return table.phase != Phase.GIVE_UP or any(may_give_up(table, seat) for seat in Seat) and (
        not is_absorbed(table) or not has_survivor(table, table.victim))


@game.invariant(clause=("UDL-I08", "UDL-R15"))
def ammo_changes_hands(table: Table) -> bool:
    """Ammo changes hands between two players, and its giver has some; food is eaten."""
    number = table.phase == Phase.NUMBER
    if is_over(table):
        return True
    if number:
        card = table.moved
        return (card is not None and card in (Rubble.GUN_AMMO, Rubble.ARROW) and table.people[table.giver].items[card] > 1
                and table.giver != table.taker and table.meal == 0)
    return (table.moved is None and table.giver == Seat.PLAYER_1 and table.taker == Seat.PLAYER_1
            and (table.meal == 0 or table.phase == Phase.WHOM))


@game.invariant(clause=("UDL-S09", "UDL-S10", "UDL-S17", "UDL-X14"))
def nothing_happens_in_the_set_up(table: Table) -> bool:
    """Until the Objectives are chosen players have a card at most, their weapon, and no experience; nobody leads."""
    return (table.phase not in (Phase.DEAL, Phase.CHOOSE) or table.leader is None and table.round == 1 and table.line.size == 0
            and all(table.people[seat].items.total <= 1 and experience(table, seat) == 0 for seat in Seat))


@game.invariant(clause="UDL-S12")
def objectives_are_chosen_first(table: Table) -> bool:
    """Two Objectives are offered in the set-up only, where there are enough for those who have none."""
    left = box.players - table.turn
    none_yet = all(seat < table.turn or table.people[seat].secondary is None for seat in Seat)
    match table.phase:
        case Phase.DEAL:
            return none_yet and table.other is None and table.secondary.total + int(table.offered is not None) >= 2 * left
        case Phase.CHOOSE:
            return none_yet and table.offered is not None and table.other is not None and table.secondary.total + 2 >= 2 * left
        case _:
            return table.offered is None and table.other is None


# -- turns --------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-C01", "UDL-C02", "UDL-R06"))
def turns_are_counted(table: Table) -> bool:
    """Turns in combat and areas that have attacked are counted, and are fewer than the players."""
    if is_over(table):
        return True
    counted = not table.searching and (table.phase not in (Phase.DEAL, Phase.CHOOSE, Phase.BEGIN_ROUND, Phase.FATE, Phase.LAY,
                                                           Phase.ADD, Phase.END_COMBAT)
                                       and table.after not in (After.FATE, After.LAID, After.TURNS, After.AREAS, After.ROUND))
    return table.turns == 0 or counted and table.turns < box.players


@game.invariant(clause=("UDL-C02", "UDL-C22", "UDL-R06"))
def actions_are_for_turns(table: Table) -> bool:
    """An action, or an attack that a card gave, is for a turn; in the Search a player acts with one."""
    if is_over(table):
        return True
    in_combat = not table.searching and (table.phase in (Phase.ACT, Phase.NUMBER, Phase.WHOM) or table.phase in ATTACKING
                                         or table.phase == Phase.COME or table.after in (
                                             After.TURN, After.ASSIGN, After.RESULT, After.ATTACKED))
    to_act = table.phase in (Phase.ACT, Phase.NUMBER, Phase.WHOM) or table.phase == Phase.TICK and table.moment == Moment.BEFORE
    if table.searching and to_act:
        return table.actions == 1 and table.attacks == 0
    return (table.attacks == 0 or in_combat) and (table.actions == 0 or table.searching or in_combat)


# -- the wave -----------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-H01", "UDL-H04"))
def the_wave_is_laid(table: Table) -> bool:
    """Cards of a wave are to be laid between the Die of Fate and the last card; where one is laid, there is one."""
    if is_over(table):
        return True
    match table.phase:
        case Phase.LAY:
            return table.to_lay > 0 and table.horde.total > 0
        case Phase.JOIN:
            return (table.horde.total > 0 and table.discard[Rubble.NOISE] > 0
                    and (table.to_lay == 0 or table.after == After.FATE))
        case _:
            return table.to_lay == 0 or table.after == After.FATE


@game.invariant(clause=("UDL-Y01", "UDL-Y02"))
def infected_are_added_once(table: Table) -> bool:
    """By reading UDL-18 'infected-only' an Infected is to be added, or taken away, until the wave is laid."""
    waiting = table.phase == Phase.LAY or is_over(table) or table.after == After.FATE
    added = table.phase == Phase.ADD
    there = table.horde[Horde.WANDERER] + table.horde[Horde.BRUTE] + table.horde[Horde.MONSTER] > 0
    return ((not table.fewer or waiting) and (not table.more or waiting or added)
            and (not added or table.more and there)
            and (not table.fewer and not table.more or ruling("UDL-18") == "infected-only"))


@game.invariant(clause="UDL-E20")
def cards_are_shifted(table: Table) -> bool:
    """Cards of an area go to the right while there are some that were there before others came."""
    if is_over(table):
        return True
    match table.phase:
        case Phase.SHIFT:
            return table.old > 0 and first_card(table, table.target) < LINE_MOST
        case Phase.LAY | Phase.ADD:
            return table.target == table.active
        case Phase.COME:
            return table.target == table.turn
        case _:
            return table.old == 0 and table.target == Seat.PLAYER_1


# -- attacks ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-C10", "UDL-C12", "UDL-C14"))
def attacks_use_what_they_use(table: Table) -> bool:
    """What an attack is made with rests while nobody attacks."""
    if is_over(table):
        return True
    going = attacks(table)
    done = table.phase == Phase.COME or table.after == After.ATTACKED
    begun = going and table.phase not in (Phase.AIM, Phase.LOAD, Phase.PREPARE, Phase.ROLL)
    return ((going or done or table.weapon == Rubble.GUN and not table.unarmed)
            and (table.phase != Phase.LOAD or is_shot(table))
            and (going and table.phase not in (Phase.AIM, Phase.LOAD) or table.used.total == 0)
            and (begun or table.earned == 0 and not table.astray) and (begun or done or table.killed == 0))


@game.invariant(clause=("UDL-C13", "UDL-E08"))
def six_dice_at_most(table: Table) -> bool:
    """One roll has six dice at most, those on an enemy and those that have killed with it; with nobody rolling there is none."""
    if is_over(table):
        return True
    rolled = table.misses + table.bodies + table.heads
    match table.phase:
        case Phase.AIM | Phase.LOAD | Phase.PREPARE:
            return table.pool == 0 and rolled == 0 and table.bodies_on + table.heads_on == 0
        case Phase.ROLL:
            return 0 < table.pool and rolled == 0 and table.bodies_on + table.heads_on == 0
        case Phase.ENEMY_ROLL:
            return 0 < table.pool <= table.dice_left and rolled == 0 and table.bodies_on + table.heads_on == 0
        case Phase.REROLL:
            return table.pool == 0 and rolled + table.bodies_on + table.heads_on + table.killed <= 5
        case Phase.COLLATERAL | Phase.ABSORB:
            return (table.pool == 0 and table.heads + table.bodies <= 7 and table.heads + table.misses <= 6
                    and table.bodies_on + table.heads_on == 0 and (table.misses == 0 or table.phase == Phase.COLLATERAL))
        case Phase.TRAP | Phase.SPRING:
            return table.pool == 0 and rolled == 0 and table.bodies_on == 0 and table.heads_on <= 1
        case _:
            if attacks(table):
                return table.pool == 0 and rolled + table.bodies_on + table.heads_on + table.killed <= 6
            on = 1 if table.after == After.TRAPS else 0
            return table.pool == 0 and rolled == 0 and table.bodies_on == 0 and table.heads_on <= on


@game.invariant(clause=("UDL-T07", "UDL-T14", "UDL-T16"))
def kills_earn_few_cards(table: Table) -> bool:
    """An attack earns four cards at most for each die that kills."""
    dice = table.misses + table.bodies + table.heads + table.bodies_on + table.heads_on + int(table.phase == Phase.REROLL)
    return is_over(table) or table.earned + 4 * dice <= 24 or not attacks(table)


@game.invariant(clause=("UDL-A06", "UDL-A08"))
def damage_has_a_target(table: Table) -> bool:
    """Where damage is assigned, dice are left and a card is in the area; where noise draws Infected, there are some."""
    match table.phase:
        case Phase.ASSIGN:
            return table.bodies + table.heads > 0 and first_card(table, table.area) < LINE_MOST
        case Phase.COME:
            return table.coming > 0 and first_infected(table, table.area) < LINE_MOST
        case _:
            return True


@game.invariant(clause=("UDL-A06", "UDL-A12"))
def dice_lie_on_the_front(table: Table) -> bool:
    """Dice lie on a card that they have not killed, while damage is assigned."""
    if is_over(table) or table.phase in (Phase.TRAP, Phase.SPRING) or table.after == After.TRAPS:
        return True
    place = front(table)
    on = table.bodies_on + table.heads_on
    return on == 0 or table.phase == Phase.END_ATTACK or table.phase == Phase.ASSIGN and place < LINE_MOST


# -- the enemies --------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-E02", "UDL-E08", "UDL-E14"))
def enemies_roll_in_turn(table: Table) -> bool:
    """Which enemies roll, with how many dice, is known while they do."""
    if is_over(table):
        return True
    rolling = enemies_roll(table)
    return (rolling or not table.raiders and table.dice_left == 0 and table.spare == 0 and not table.carried) and (
        not table.carried or ruling("UDL-44") == "carry") and (
        table.spare == 0 or table.raiders and ruling("UDL-45") == "pooled")


@game.invariant(clause=("UDL-E04", "UDL-E05", "UDL-E06"))
def covers_come_in_order(table: Table) -> bool:
    """What takes dice can take some; at other times none is asked."""
    if is_over(table):
        return True
    if table.phase == Phase.ABSORB:
        return table.cover != Cover.NOBODY and (can_take(table, Sign.BODY) or can_take(table, Sign.HEAD))
    return table.cover == Cover.SURVIVORS


@game.invariant(clause=("UDL-E11", "UDL-E10"))
def accidents_have_a_victim(table: Table) -> bool:
    """Where an X of a Raider kills a Survivor, there is one."""
    return table.phase != Phase.COLLATERAL or table.misses > 0 and has_survivor(table, table.area) and table.raiders


@game.invariant(clause=("UDL-P03", "UDL-P04"))
def traps_have_a_victim(table: Table) -> bool:
    """Where a Trap acts, or may, its player has one, and an enemy is in the area."""
    return table.phase not in (Phase.TRAP, Phase.SPRING) or (
        table.people[table.area].traps > 0 and has_enemy(table, table.area))


@game.invariant(clause="UDL-E02")
def areas_rest(table: Table) -> bool:
    """An area is attacked, by a player or by the enemies, or none is meant."""
    if is_over(table):
        return True
    meant = (attacks(table) or table.phase in (Phase.COME, Phase.AREA, Phase.SPRING, Phase.TRAP, Phase.ENEMY_ROLL,
                                               Phase.COLLATERAL, Phase.ABSORB)
             or table.after in (After.ATTACKED, After.TRAPS, After.ROLLS))
    return meant or table.area == Seat.PLAYER_1
