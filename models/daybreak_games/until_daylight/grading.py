"""What an end is worth, the best that a line can still reach, and how promising a table looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.attack import ammo_of, is_ranged
from daybreak_games.until_daylight.box import TICKS, Seat
from daybreak_games.until_daylight.cards import AMMO, ITEMS, WEAPONS, Horde, Rubble
from daybreak_games.until_daylight.line import has_saved
from daybreak_games.until_daylight.people import full_health
from daybreak_games.until_daylight.state import After, Phase, Table, box, game
from verifier.lang import Range, record


@record
class Grade:
    """Won; Rounds that were survived; Health of all; saved Survivors beside the boards."""

    won: bool
    rounds: Annotated[int, Range(0, 10)]
    health: Annotated[int, Range(0, 72)]
    saved: Annotated[int, Range(0, 60)]


@game.rule
def health_of_all(table: Table) -> Annotated[int, Range(0, 72)]:
    """The Health of all players."""
    return sum(person.health for person in table.people)


@game.rule
def saved_by_all(table: Table) -> Annotated[int, Range(0, 60)]:
    """The saved Survivors of all players."""
    return min(60, sum(person.saved for person in table.people))


@game.grade(order="ours, as the rulebook does not rank ends")
def grade(table: Table) -> Grade:
    """A won night before a lost one, then more Rounds, more Health, more Survivors (UDL-101)."""
    won = table.phase == Phase.WON
    return Grade(won=won, rounds=box.rounds if won else table.round - 1, health=health_of_all(table), saved=saved_by_all(table))


@game.rule
def survivors_left(table: Table) -> Annotated[int, Range(0, 60)]:
    """The Survivors that are not saved yet: in areas, and in the Horde pile, discarded or not."""
    return min(60, table.horde[Horde.SURVIVOR] + table.horde_discard[Horde.SURVIVOR]
               + sum(1 for each in table.line if each.card == Horde.SURVIVOR))


@game.bound
def at_best(table: Table) -> Grade:
    """No line does better: nobody is healed above the start, and no more Survivors are saved than there are."""
    if table.phase == Phase.LOST:
        return Grade(won=False, rounds=table.round - 1, health=health_of_all(table), saved=saved_by_all(table))
    if table.phase == Phase.WON:
        return Grade(won=True, rounds=box.rounds, health=health_of_all(table), saved=saved_by_all(table))
    full = min(72, sum(full_health(seat) for seat in Seat if seat < box.players))
    return Grade(won=has_saved(table) or survivors_left(table) > 0, rounds=box.rounds, health=full,
                 saved=min(60, saved_by_all(table) + survivors_left(table)))


# -- how promising a table looks: figures that were tried, not proved -----------------------------------------------------------


@game.rule
def threat(table: Table) -> Annotated[int, Range(0, 285)]:
    """The dice of all enemies on the table."""
    return min(285, sum(box.dice[each.card] for each in table.line))


@game.rule
def dice_of(table: Table, area: Seat) -> Annotated[int, Range(0, 285)]:
    """The dice of all enemies of an area."""
    return min(285, sum(box.dice[each.card] for each in table.line if each.area == area))


@game.rule
def stamina(table: Table, seat: Seat) -> Annotated[int, Range(0, 500)]:
    """About how much damage a player can take: Health, Barricades and vests; a Trap that kills spares two."""
    person = table.people[seat]
    return person.health + person.barricades + 2 * person.traps + person.items[Rubble.VEST]


@game.rule
def overrun(table: Table) -> Annotated[int, Range(0, 2000)]:
    """How far players are from being safe, with two to spare, if three dice of the enemies in their areas do two damage."""
    return sum(max(0, 2 + (2 * dice_of(table, seat) + 2) // 3 - stamina(table, seat)) for seat in Seat if seat < box.players)


@game.rule
def use_of(card: Rubble) -> Annotated[int, Range(0, 30)]:
    """How much a Rubble card is worth in a fight to come, in a player's hand (but see `shots`) or played in an attack."""
    match card:
        case Rubble.ENERGY_SHOT:
            return 25
        case Rubble.VEST | Rubble.VITALITY | Rubble.FOOD_2:
            return 15
        case Rubble.FOOD_1 | Rubble.BLOODLUST | Rubble.FOCUS:
            return 9
        case Rubble.GUN_AMMO | Rubble.ARROW | Rubble.PLANKS | Rubble.NAILS | Rubble.WIRES | Rubble.EXPLOSIVES:
            return 6
        case _:
            return 3


@game.rule
def arms(table: Table, seat: Seat) -> Annotated[int, Range(0, 400)]:
    """What a player can strike with: the weapon with most dice, and one that is fired."""
    items = table.people[seat].items
    struck = max((box.weapons[card].dice for card in WEAPONS if items[card] > 0), default=0)
    fired = any(items[card] > 0 and is_ranged(card) for card in WEAPONS)
    return 35 * struck + (90 if fired else 0)


@game.rule
def shots(table: Table, seat: Seat, ammo: Rubble) -> Annotated[int, Range(0, 200)]:
    """What a player's Ammo of a kind is worth: more with a weapon that fires it."""
    items = table.people[seat].items
    armed = any(items[card] > 0 and is_ranged(card) and ammo_of(card) == ammo for card in WEAPONS)
    return (8 if armed else 3) * min(15, items[ammo])


@game.rule
def holdings(table: Table) -> Annotated[int, Range(0, 9000)]:
    """What the players fight with: cards, a few of each kind but Ammo; weapons; tokens; and all cards drawn so far."""
    cards = sum(use_of(card) * min(3, person.items[card]) for person in table.people for card in ITEMS if card not in AMMO)
    cards += sum(shots(table, seat, card) for seat in Seat for card in AMMO)
    tokens = sum(2 * person.traps + person.barricades for person in table.people)
    drawn = max(0, box.rubble.total - table.rubble.total)
    return max(0, min(9000, cards + 20 * tokens + 12 * drawn + sum(arms(table, seat) for seat in Seat)))


@game.rule
def under_way(table: Table) -> Annotated[int, Range(-2000, 2000)]:
    """What goes on: actions that are left, cards and dice of a player's attack, against dice and damage of the enemies."""
    played = sum(use_of(card) * min(20, table.used[card]) for card in ITEMS) if table.phase in (Phase.PREPARE, Phase.ROLL) else 0
    bodies = table.bodies + table.bodies_on
    heads = table.heads + table.heads_on
    against = 20 * table.pain + 4 * table.losses + 8 * table.dice_left
    left = 0 if table.searching else 60 * (table.actions + table.attacks)
    if table.phase in (Phase.AIM, Phase.LOAD, Phase.PREPARE, Phase.ROLL):
        left += 100
    rolled = -20 * heads - 10 * bodies if table.after == After.ROLLS else 44 * heads + 22 * bodies
    return max(-2000, min(2000, left + played + rolled + 4 * table.earned - against))


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-4000, 15_000)]:
    """Survivors and Health, and what the players fight with; less for enemies, and for players whom they overrun."""
    if table.phase == Phase.LOST:
        return -4000
    saved = saved_by_all(table)
    waiting = sum(1 for each in table.line if each.card == Horde.SURVIVOR)
    kept = 60 * min(1, saved) + 12 * saved + 8 * waiting + 20 * health_of_all(table)
    hopes = kept + holdings(table) + under_way(table)
    return max(-4000, min(15_000, hopes - 30 * threat(table) - 80 * overrun(table)))


@game.progress
def hours(table: Table) -> Annotated[int, Range(0, 4000)]:
    """How far the night has come: Rounds; moments of the Search; wave, turns, areas in combat; in the last fight, kills."""
    begun = 200 * (table.round - 1)
    if table.phase == Phase.WON or table.phase == Phase.LOST:
        return 4000
    if table.phase == Phase.DEAL or table.phase == Phase.CHOOSE:
        return 0
    if table.searching or table.phase == Phase.BEGIN_ROUND:
        return begun + 1 + table.tick + table.searched
    if table.round == box.rounds:
        return begun + TICKS + 1 + gone(table)
    return begun + TICKS + 1 + stage_of_combat(table)


@game.rule
def gone(table: Table) -> Annotated[int, Range(0, 500)]:
    """Horde cards that are out of play: what is killed in the last fight goes there; a reshuffle alone brings it back."""
    return min(500, table.horde_discard.total + sum(person.monsters for person in table.people))


@game.rule
def stage_of_combat(table: Table) -> Annotated[int, Range(0, 30)]:
    """The wave; then the turns of the players; then the areas whose enemies attack; then the end."""
    if table.phase == Phase.END_COMBAT or table.after == After.ROUND:
        return 30
    if (table.after in (After.AREAS, After.TRAPS, After.ROLLS)
            or table.phase in (Phase.AREA, Phase.SPRING, Phase.TRAP, Phase.ENEMY_ROLL, Phase.COLLATERAL, Phase.ABSORB)):
        return 20 + table.turns
    if table.phase in (Phase.FATE, Phase.LAY, Phase.ADD) or table.after in (After.FATE, After.LAID, After.TURNS):
        return 0
    return 10 + table.turns
