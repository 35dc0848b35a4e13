"""Dead 'til Dawn: the rules, read beside the rulebook; clause ids are those of `rulebook.toml`."""

from daybreak_games.dead_til_dawn import (
    becoming,
    board,
    cravings,
    dawn,
    edition_checks,
    effects,
    events,
    fights,
    grading,
    harm,
    hidden,
    lemmas,
    limit,
    people,
    picture,
    properties,
    prowl,
    saving,
    setup,
    step_properties,
    trade,
    turns,
    votes,
)
from daybreak_games.dead_til_dawn.state import game

__all__ = ["becoming", "board", "cravings", "dawn", "edition_checks", "effects", "events", "fights", "game", "grading", "harm",
           "hidden", "lemmas", "limit", "people", "picture", "properties", "prowl", "saving", "setup", "step_properties", "trade",
           "turns", "votes"]
