"""Survive Until Daylight: rules by section of the rulebook, ledgers and component data beside them.

`game` is what the engine loads; importing the rule modules registers their rules with it.
"""

from daybreak_games.survive_until_daylight import (
    assault,
    attack,
    board,
    combat_cards,
    craft,
    edition_checks,
    enemies,
    grading,
    phase_properties,
    picture,
    properties,
    rearranging,
    rounds,
    rubble,
    search,
    setup,
    step_properties,
    trade,
    turn,
)
from daybreak_games.survive_until_daylight.state import game

__all__ = ["assault", "attack", "board", "combat_cards", "craft", "edition_checks", "enemies", "game", "grading",
           "phase_properties", "picture", "properties", "rearranging", "rounds", "rubble", "search", "setup",
           "step_properties", "trade", "turn"]
