"""Until Dawn (Corvid Games, 2012): rules by section of the rulebook, ledgers beside them.

`game` is what the engine loads; importing the rule modules registers their rules with it.
"""

from daybreak_games.until_dawn import (
    attacks,
    bite,
    board,
    breaches,
    cards,
    edition_checks,
    final_assault,
    grading,
    jasper,
    phase_properties,
    picture,
    properties,
    setup,
    step_properties,
    your_turn,
    zombie_turn,
    zombies,
)
from daybreak_games.until_dawn.state import game

__all__ = ["attacks", "bite", "board", "breaches", "cards", "edition_checks", "final_assault", "game", "grading", "jasper",
           "phase_properties", "picture", "properties", "setup", "step_properties", "your_turn", "zombie_turn", "zombies"]
