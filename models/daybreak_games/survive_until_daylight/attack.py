"""A player's attack: weapon, target, Ammo, Combat cards, Damage and Splash."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Ammo, Boost, CombatCard, Horde, Perk, Rubble, Weapon
from daybreak_games.survive_until_daylight.combat_cards import Damage, discard_drawn, draw_on, exchange, printed, sum_up
from daybreak_games.survive_until_daylight.line import (
    enemy_on_the_left,
    enemy_on_the_right,
    is_dead,
    spear_bonus,
    splash_on_the_line,
    wound,
)
from daybreak_games.survive_until_daylight.people import hurt, lasting, whose_turn
from daybreak_games.survive_until_daylight.state import LINE_MOST, Cause, Phase, Place, Table, box, game
from verifier.lang import Range, clause, require, ruling

SPEAR_DAMAGE = 3
PILLS_DRAW = 2
Rounds = Annotated[int, Range(1, 20)]
Points = Annotated[int, Range(0, 15)]


# -- weapon, target, Ammo -----------------------------------------------------------------------------------------------------


@game.rule
def usable(table: Table, weapon: Weapon) -> bool:
    """Whether the player in turn can use a weapon (SUD-69)."""
    own = Rubble.PILLAR_WEAPON + box.characters[table.turn]
    return ruling("SUD-69") == "anyone" or weapon >= Rubble.KNIFE or weapon == own


@game.rule
def loads(table: Table, weapon: Weapon) -> Annotated[int, Range(0, 20)]:
    """How many Ammo cards of a weapon's kind the player in turn has."""
    items = table.people[table.turn].items
    return items[Rubble.ARROW] if box.weapons[weapon].ammo == Ammo.ARROW else items[Rubble.GUN_AMMO]


@game.decision(Phase.TURN, seat=whose_turn, clause=("SUD-C02", "SUD-C04"))
def attack(table: Table, weapon: Weapon) -> None:
    """The player attacks with a weapon."""
    require(table.people[table.turn].items[weapon] > 0, "SUD-C04")
    require(table.attacks + table.actions > 0, "SUD-C02")
    require(usable(table, weapon), "SUD-C04")
    require(box.weapons[weapon].ammo == Ammo.NONE or loads(table, weapon) > 0, "SUD-C14")
    require(any(not enemy.away for enemy in table.line), "SUD-C04")
    if table.attacks > 0:
        table.attacks -= 1
    else:
        table.actions -= 1
    table.cause = Cause.ATTACK
    table.weapon = weapon
    table.phase = Phase.AIM


@game.decision(Phase.AIM, seat=whose_turn)
def aim(table: Table, place: Place) -> None:
    """The target of the attack: an enemy, or a Survivor."""
    require(place < table.line.size, "SUD-C04")
    require(not table.line[place].away, "SUD-K17")
    clause("SUD-C23", when=table.line[place].card == Horde.SURVIVOR)
    table.target = place
    if box.weapons[table.weapon].ammo == Ammo.NONE:
        prepare(table, 0)
    else:
        table.phase = Phase.LOAD


@game.decision(Phase.LOAD, seat=whose_turn, clause=("SUD-C15", "SUD-C16", "SUD-R10"))
def load(table: Table, number: Rounds) -> None:
    """How much Ammo is used for the attack."""
    require(number <= loads(table, table.weapon), "SUD-C14")
    kind = Rubble.ARROW if box.weapons[table.weapon].ammo == Ammo.ARROW else Rubble.GUN_AMMO
    table.people[table.turn].items[kind] -= number
    table.discard[kind] += number
    prepare(table, number)


@game.rule
def prepare(table: Table, number: Annotated[int, Range(0, 20)]) -> None:
    """So many Combat cards are drawn; by reading SUD-73 cards for the attack are played before."""
    table.to_draw = box.weapons[table.weapon].cards + number + lasting(table, table.turn, Perk.KEEN)
    if ruling("SUD-73") == "before-the-draw" and has_boost(table):
        table.phase = Phase.PREPARE
    else:
        draw_on(table)


# -- Special cards ------------------------------------------------------------------------------------------------------------


@game.rule
def has_boost(table: Table) -> bool:
    """Whether the player in turn can play a card for the attack."""
    return any(playable(table, Rubble(card)) for card in range(Rubble.FOCUS, Rubble.VITALITY + 1))


@game.rule
def playable(table: Table, card: Rubble) -> bool:
    """Focus once an attack, Vitality Pills where Combat cards are drawn."""
    if card == Rubble.FOCUS and table.focus or card == Rubble.VITALITY and table.thrown:
        return False
    return table.people[table.turn].items[card] > 0


@game.rule(clause=("SUD-P01", "SUD-R10"))
def boost(table: Table, card: Rubble) -> None:
    """A card is played for the attack."""
    table.people[table.turn].items.take(card)
    table.discard.add(card)
    match card:
        case Rubble.FOCUS:
            clause("SUD-P05")
            table.focus = True
        case Rubble.BLOOD_LUST:
            clause("SUD-P10")
            table.rage += 1
            hurt(table, table.turn, 1)
        case _:
            clause("SUD-P11")
            clause("SUD-P12", when=needs_no_cards(table))
            table.to_draw += PILLS_DRAW


@game.decision(Phase.PREPARE, seat=whose_turn)
def play_before(table: Table, card: Boost) -> None:
    """Reading SUD-73 'before-the-draw': a card for the attack."""
    require(playable(table, card), "SUD-P02")
    boost(table, card)


@game.decision(Phase.PREPARE, seat=whose_turn)
def draw_now(table: Table) -> None:
    """Reading SUD-73 'before-the-draw': no more of them."""
    draw_on(table)


@game.decision(Phase.STRIKE, seat=whose_turn)
def play(table: Table, card: Boost) -> None:
    """A card for the attack, when the Combat cards are seen."""
    require(ruling("SUD-73") == "after-the-draw", "SUD-P02")
    require(playable(table, card), "SUD-P02")
    boost(table, card)
    if card == Rubble.VITALITY:
        draw_on(table)


@game.decision(Phase.STRIKE)
def lucky(table: Table, seat: Seat, card: CombatCard) -> None:
    """A player exchanges a Combat card that was drawn."""
    require(ruling("SUD-26") == "whole-draw", "SUD-P13")
    require(table.people[seat].items[Rubble.LUCKY] > 0, "SUD-P13")
    require(table.drawn[card] > 0, "SUD-P13")
    exchange(table, seat, card)


# -- the Combat card ----------------------------------------------------------------------------------------------------------


@game.rule
def needs_no_cards(table: Table) -> bool:
    """Whether the attack draws no Combat cards of its own."""
    weapon = box.weapons[table.weapon]
    return weapon.cards == 0 and weapon.ammo == Ammo.NONE and lasting(table, table.turn, Perk.KEEN) == 0


@game.decision(Phase.STRIKE, seat=whose_turn, clause="SUD-C13")
def apply(table: Table, card: CombatCard) -> None:
    """One of the Combat cards is applied."""
    require(table.drawn[card] > 0, "SUD-C13")
    table.applied = card
    table.phase = Phase.LAND


@game.decision(Phase.STRIKE, seat=whose_turn)
def apply_none(table: Table) -> None:
    """None is: because none was drawn, or by readings SUD-24 and SUD-72."""
    require(table.drawn.total == 0 or ruling("SUD-24") == "may-decline"
            or ruling("SUD-72") == "may-decline" and needs_no_cards(table), "SUD-C13")
    table.phase = Phase.LAND


# -- Damage -------------------------------------------------------------------------------------------------------------------


@game.rule
def fixed(table: Table) -> Annotated[int, Range(0, 8)]:
    """The Fixed Damage of the attack, with what Perks add."""
    weapon = SPEAR_DAMAGE if table.thrown else box.weapons[table.weapon].damage
    return weapon + lasting(table, table.turn, Perk.STRONG)


@game.rule
def total(table: Table) -> Damage:
    """The Damage of the attack to its target."""
    bonus = spear_bonus(table.line[table.target])
    clause("SUD-K14", when=bonus > 0)
    clause("SUD-C22", when=fixed(table) + printed(table.applied) < 0)
    return sum_up(fixed(table), table.applied, bonus)


@game.rule
def gusts(table: Table, damage: Annotated[int, Range(-30, 60)]) -> Annotated[int, Range(0, 60)]:
    """The Splash Damage of the attack."""
    weapon = 0 if table.thrown else box.weapons[table.weapon].splash
    card = table.applied
    added = 0
    if card is not None:
        added = box.combat_sheets[card].splash
    splash = weapon + added + table.rage + lasting(table, table.turn, Perk.WILD)
    if splash == 0 or ruling("SUD-79") == "if-damaged" and damage <= 0:
        return 0
    return splash + (spear_bonus(table.line[table.target]) if ruling("SUD-80") == "splash-too" else 0)


@game.step(Phase.LAND, clause="SUD-C06")
def land(table: Table) -> None:
    """The Damage of the attack is known; with Focus it may be shared."""
    card = table.applied
    if card is not None:
        clause("SUD-Y05")
        clause("SUD-Y06", when=box.combat_sheets[card].splash > 0)
    clause("SUD-H04", "SUD-H06", when=lasting(table, table.turn, Perk.STRONG) + lasting(table, table.turn, Perk.WILD) > 0)
    table.blow = total(table)
    left = enemy_on_the_left(table, table.target)
    right = enemy_on_the_right(table, table.target)
    if table.focus and table.blow > 0 and (left < LINE_MOST or right < LINE_MOST):
        table.phase = Phase.SHARE
    else:
        deal(table, 0, 0)


@game.decision(Phase.SHARE, seat=whose_turn, clause=("SUD-P05", "SUD-P06"))
def share(table: Table, left: Points, right: Points) -> None:
    """Focus gives some of the Damage to the adjacent enemies, the rest to the target."""
    on_the_left = enemy_on_the_left(table, table.target)
    on_the_right = enemy_on_the_right(table, table.target)
    require(left + right <= table.blow, "SUD-P05")
    require(left == 0 or on_the_left < LINE_MOST, "SUD-P05")
    require(right == 0 or on_the_right < LINE_MOST and on_the_right != on_the_left, "SUD-P05")
    deal(table, left, right)


@game.rule
def deal(table: Table, left: Points, right: Points) -> None:
    """The target takes its Damage, with Focus the enemies beside it theirs."""
    on_the_left = enemy_on_the_left(table, table.target)
    on_the_right = enemy_on_the_right(table, table.target)
    splash = gusts(table, table.blow - left - right)
    if left > 0:
        wound(table.line[on_the_left], left)
    if right > 0:
        wound(table.line[on_the_right], right)
    wound(table.line[table.target], table.blow - left - right)
    if splash > 0 and (ruling("SUD-30") == "after-attack" or not is_dead(table.line[table.target])):
        splash_on_the_line(table, table.target, splash)
    recoil(table)


@game.rule
def recoil(table: Table) -> None:
    """What Combat cards do to the attacker; the cards are discarded, and the dead leave the line."""
    pain = 0
    card = table.applied
    if ruling("SUD-61") == "every-drawn":
        pain = min(60, sum(table.drawn[drawn] * box.combat_sheets[drawn].hurts for drawn in CombatCard))
    elif card is not None:
        pain = box.combat_sheets[card].hurts
    clause("SUD-Y03", "SUD-Y04", when=pain > 0)
    discard_drawn(table)
    if table.thrown:
        table.line[table.target].spears += 1
    lay_down_weapon(table)
    table.phase = Phase.CLEAR
    if pain > 0:
        hurt(table, table.turn, pain)


@game.rule
def lay_down_weapon(table: Table) -> None:
    """The attack is dealt; what it was made with is done with."""
    table.weapon = Rubble.PILLAR_WEAPON
    table.thrown = False
    table.target = 0
    table.focus = False
    table.rage = 0
    table.blow = 0
