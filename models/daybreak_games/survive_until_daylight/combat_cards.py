"""Combat cards: drawn one by one for an attack of a player or an enemy, and exchanged by Lucky."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import CombatCard, Rubble
from daybreak_games.survive_until_daylight.people import anybody_lucky
from daybreak_games.survive_until_daylight.state import LINE_MOST, Cause, Phase, Table, box, game
from verifier.lang import Range, clause, require, ruling, the, weight

Damage = Annotated[int, Range(0, 60)]


@game.rule
def draw_on(table: Table) -> None:
    """The next Combat card is drawn; with all drawn, or none left to draw (SUD-25), the attack goes on."""
    table.last_drawn = None
    if table.to_draw > 0 and table.combat.total + table.combat_discard.total > 0:
        if table.combat.total == 0:
            shuffle_combat(table)
        table.phase = Phase.DRAW_COMBAT
    else:
        table.to_draw = 0
        if table.cause == Cause.ATTACK:
            table.phase = Phase.STRIKE
        elif ruling("SUD-26") == "whole-draw" and table.drawn.total > 0 and anybody_lucky(table):
            table.phase = Phase.REACT
        else:
            table.phase = Phase.KEEP


@game.rule(clause="SUD-C19")
def shuffle_combat(table: Table) -> None:
    """The discarded Combat cards become the deck."""
    table.combat.add_all(table.combat_discard)
    table.combat_discard.clear()


@game.chance(Phase.DRAW_COMBAT, tape="combat", order_of="combat")
def draw_combat(table: Table, card: CombatCard) -> None:
    """The top Combat card."""
    weight(table.combat[card])
    clause("SUD-C12", when=table.cause == Cause.ATTACK)
    table.combat.take(card)
    table.drawn.add(card)
    table.to_draw -= 1
    if table.combat.total == 0 and ruling("SUD-85") == "at-once":
        shuffle_combat(table)
    if ruling("SUD-26") == "card-by-card" and anybody_lucky(table):
        table.last_drawn = card
        table.phase = Phase.LUCK
    else:
        draw_on(table)


@game.rule(clause=("SUD-P01", "SUD-P13"))
def exchange(table: Table, seat: Seat, card: CombatCard) -> None:
    """A player plays Lucky: a drawn card is discarded, and another drawn instead."""
    table.people[seat].items.take(Rubble.LUCKY)
    table.discard.add(Rubble.LUCKY)
    table.drawn.take(card)
    table.combat_discard.add(card)
    table.to_draw += 1
    draw_on(table)


@game.decision(Phase.LUCK)
def lucky_at_once(table: Table, seat: Seat) -> None:
    """Reading SUD-26 'card-by-card': a player exchanges the card just drawn."""
    require(table.people[seat].items[Rubble.LUCKY] > 0, "SUD-P13")
    exchange(table, seat, the(table.last_drawn))


@game.decision(Phase.LUCK)
def let_it_lie(table: Table) -> None:
    """Reading SUD-26 'card-by-card': nobody does."""
    draw_on(table)


@game.decision(Phase.REACT)
def lucky_against(table: Table, seat: Seat, card: CombatCard) -> None:
    """A player exchanges a card that an enemy has drawn."""
    require(table.people[seat].items[Rubble.LUCKY] > 0, "SUD-P13")
    require(table.drawn[card] > 0, "SUD-P13")
    exchange(table, seat, card)


@game.decision(Phase.REACT)
def take_it(table: Table) -> None:
    """Nobody does."""
    table.phase = Phase.KEEP


@game.rule
def discard_drawn(table: Table) -> None:
    """The drawn Combat cards are discarded."""
    table.combat_discard.add_all(table.drawn)
    table.drawn.clear()


# -- Damage -------------------------------------------------------------------------------------------------------------------


@game.rule
def printed(card: CombatCard | None) -> Annotated[int, Range(-2, 3)]:
    """What a Combat card adds to the Damage of an attack: nothing with an X at its Splash (SUD-62)."""
    if card is None or box.combat_sheets[card].crossed:
        return 0
    return box.combat_sheets[card].damage


@game.rule
def sum_up(fixed: Annotated[int, Range(0, 8)], card: CombatCard | None, bonus: Annotated[int, Range(0, LINE_MOST)]) -> Damage:
    """The Damage of an attack of a player or an enemy: what is fixed, the Combat card, and what Spears or Monsters add."""
    if card is not None and box.combat_sheets[card].crossed and ruling("SUD-62") == "x-replaces":
        return 0
    if ruling("SUD-44") == "sum-then-clamp":
        return max(0, fixed + printed(card) + bonus)
    return max(0, fixed + printed(card)) + bonus
