"""The line of enemies: what lies next to what, what a card can take, and what makes its attacks stronger."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.cards import TYPE, Type
from daybreak_games.survive_until_daylight.state import LINE_MOST, Enemy, Place, Table, box, game
from verifier.lang import Range, clause, ruling

Side = Annotated[int, Range(0, LINE_MOST)]  # a place on the line; `LINE_MOST` is none


@game.rule
def is_survivor(enemy: Enemy) -> bool:
    """Survivors lie on the line, but are no enemies (SUD-42)."""
    return TYPE[enemy.card] == Type.SURVIVOR


@game.rule
def survivors(table: Table) -> Annotated[int, Range(0, LINE_MOST)]:
    """How many Survivors are on the line."""
    return sum(1 for enemy in table.line if is_survivor(enemy))


@game.rule
def is_dead(enemy: Enemy) -> bool:
    """Whether a card has taken all the damage it can."""
    return enemy.damage >= box.thresholds[TYPE[enemy.card]]


@game.rule
def is_enemy(enemy: Enemy) -> bool:
    """An enemy that has not been removed by a Grenade."""
    return not enemy.away and TYPE[enemy.card] != Type.SURVIVOR


@game.rule(clause="SUD-N03")
def wound(enemy: Enemy, damage: Annotated[int, Range(0, 200)]) -> None:
    """A card on the line takes damage, up to the skull on its tracker."""
    enemy.damage = min(box.thresholds[TYPE[enemy.card]], enemy.damage + damage)


# -- adjacent -----------------------------------------------------------------------------------------------------------------


@game.rule
def counts(enemy: Enemy, only_enemies: bool) -> bool:
    """Whether a card is looked at where the next one is sought.

    What a Grenade removed is passed over, or stands in between (SUD-31); so does a card killed by this attack (SUD-30).
    """
    if only_enemies and TYPE[enemy.card] == Type.SURVIVOR:
        return False
    if ruling("SUD-31") == "leave-line" and enemy.away:
        return False
    return ruling("SUD-30") == "after-attack" or not is_dead(enemy)


@game.rule
def in_a_circle(table: Table) -> bool:
    """Reading SUD-27 'circle': whether the ends of the line are adjacent, which takes three cards."""
    return ruling("SUD-27") == "circle" and sum(1 for enemy in table.line if counts(enemy, False)) >= 3


@game.rule
def left_of(table: Table, place: Place, only_enemies: bool) -> Side:
    """The next card to the left; none at the end, or past one that a Grenade removed and that keeps its place."""
    found = LINE_MOST
    for other in range(table.line.size):
        if other < place and counts(table.line[other], only_enemies):
            found = other
    if found == LINE_MOST and in_a_circle(table):
        for other in range(table.line.size):
            if other > place and counts(table.line[other], only_enemies):
                found = other
    return found


@game.rule
def right_of(table: Table, place: Place, only_enemies: bool) -> Side:
    """The next card to the right, likewise."""
    found = next((other for other in range(table.line.size) if other > place and counts(table.line[other], only_enemies)),
                 LINE_MOST)
    if found == LINE_MOST and in_a_circle(table):
        return next((other for other in range(table.line.size) if other < place and counts(table.line[other], only_enemies)),
                    LINE_MOST)
    return found


@game.rule
def enemy_on_the_left(table: Table, place: Place) -> Side:
    """The adjacent enemy on the left, past Survivors by reading SUD-84 only."""
    found = left_of(table, place, ruling("SUD-84") == "enemies-only")
    return LINE_MOST if found < LINE_MOST and not is_enemy(table.line[found]) else found


@game.rule
def enemy_on_the_right(table: Table, place: Place) -> Side:
    """The adjacent enemy on the right, past Survivors by reading SUD-84 only."""
    found = right_of(table, place, ruling("SUD-84") == "enemies-only")
    return LINE_MOST if found < LINE_MOST and not is_enemy(table.line[found]) else found


@game.rule
def splash_on_the_line(table: Table, place: Place, damage: Annotated[int, Range(0, 60)]) -> None:
    """Splash Damage around a card: its neighbours take it, and by reading SUD-84 the nearest enemies as well."""
    left = left_of(table, place, False)
    right = right_of(table, place, False)
    farther_left = enemy_on_the_left(table, place)
    farther_right = enemy_on_the_right(table, place)
    for other in range(table.line.size):
        if (other == left or other == right or other == farther_left or other == farther_right) and not table.line[other].away:
            clause("SUD-C07", "SUD-C08")
            wound(table.line[other], damage)


# -- attacks ------------------------------------------------------------------------------------------------------------------


@game.rule
def bolster(table: Table, place: Place) -> Annotated[int, Range(0, LINE_MOST)]:
    """What Monsters add to the damage of an enemy."""
    removed = ruling("SUD-31") == "keep-place"
    monsters = sum(1 for enemy in table.line if TYPE[enemy.card] == Type.MONSTER and (removed or not enemy.away))
    if ruling("SUD-43") == "not-monsters" and TYPE[table.line[place].card] == Type.MONSTER:
        return 0
    return monsters


@game.rule
def spear_bonus(enemy: Enemy) -> Annotated[int, Range(0, 3)]:
    """What Spears add to the damage of an attack on an enemy."""
    return enemy.spears if ruling("SUD-33") == "cumulate" else min(1, enemy.spears)
