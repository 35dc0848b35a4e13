"""The players' own Heroes: who has which, and whom a player takes over when theirs is dead.

In the Basic Game a player's action may be spent on any unit, so that nothing else depends on it (DZ-A17).
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.ground import is_regular, on_map
from daybreak_games.dawn_of_the_zeds.pieces import Player, Unit, Who
from daybreak_games.dawn_of_the_zeds.state import Town, box, game
from verifier.lang import clause


@game.rule
def without_hero(town: Town, player: Player) -> bool:
    """Whether a player of this game has no Hero, or a dead one."""
    if player >= box.players:
        return False
    hero = town.personal[player]
    return hero is None or not on_map(town, hero)


@game.rule
def unassigned(town: Town) -> Who:
    """The first Hero or Heroic Civilians in play whom no player has (DZ-74); nobody if there is none."""
    return next((unit for unit in Unit if on_map(town, unit) and not is_regular(unit)
                 and all(each != unit for each in town.personal)), None)


@game.rule
def take_over(town: Town) -> None:
    """A player whose Hero is dead takes over another, as soon as there is one."""
    for player in Player:
        if without_hero(town, player):
            clause("DZ-V07")
            town.personal[player] = unassigned(town)
