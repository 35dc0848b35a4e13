"""Dawn of the Zeds, 3rd edition, Basic Game: rules by section of the rulebook, ledgers and component data beside them.

`game` is what the engine loads; importing the rule modules registers their rules with it.  Events are numbered in the order in
which rules are registered, so lemmas, which import rules, come last.
"""

from daybreak_games.dawn_of_the_zeds import (
    actions,
    activation,
    board,
    character_actions,
    combat,
    combat_properties,
    edition_checks,
    event_effects,
    events,
    fate,
    forage,
    grading,
    gunfire,
    hits,
    move,
    picture,
    pressure,
    properties,
    retreat,
    setup,
    stacking,
    step_properties,
    turn,
    useful_lemmas,
)
from daybreak_games.dawn_of_the_zeds.state import game

__all__ = ["actions", "activation", "board", "character_actions", "combat", "combat_properties", "edition_checks",
           "event_effects", "events", "fate", "forage", "game", "grading", "gunfire", "hits", "move", "picture",
           "pressure", "properties", "retreat", "setup", "stacking", "step_properties", "turn", "useful_lemmas"]
