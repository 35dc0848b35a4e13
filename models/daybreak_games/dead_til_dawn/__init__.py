"""Dead 'til Dawn: the rules, read beside the rulebook; clause ids are those of `rulebook.toml`."""

from daybreak_games.dead_til_dawn import (
    becoming,
    dawn,
    effects,
    events,
    fights,
    limit,
    people,
    prowl,
    saving,
    setup,
    trade,
    turns,
    votes,
)
from daybreak_games.dead_til_dawn.state import game

__all__ = ["becoming", "dawn", "effects", "events", "fights", "game", "limit", "people", "prowl", "saving", "setup", "trade",
           "turns", "votes"]
