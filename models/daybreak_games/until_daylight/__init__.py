"""Until Daylight: the rules, read beside the rulebook; clause ids are those of `rulebook.toml`."""

from daybreak_games.until_daylight import (
    attack,
    board,
    covering,
    edition_checks,
    enemies,
    goods,
    grading,
    horde,
    line,
    pending,
    people,
    phase_properties,
    picture,
    properties,
    rounds,
    rubble,
    saving,
    setup,
    shifting,
    step_properties,
    turns,
)
from daybreak_games.until_daylight.state import game

__all__ = ["attack", "board", "covering", "edition_checks", "enemies", "game", "goods", "grading", "horde", "line", "pending",
           "people", "phase_properties", "picture", "properties", "rounds", "rubble", "saving", "setup", "shifting",
           "step_properties", "turns"]
