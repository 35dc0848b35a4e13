"""Daybreak: verifies and solves the rules of tabletop games.  The engine; it knows no game.

The public names, below, are loaded when one is asked for: see `verifier.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.api import (
        Instance,
        certify,
        check,
        coverage,
        deal,
        explore,
        find_order,
        find_position,
        find_readings,
        games,
        load_result,
        moves,
        mutants,
        new_game,
        odds,
        readings,
        replay,
        reports,
        review,
        rules,
        scenario,
        solve,
        start,
        winnability,
        write_deal,
    )
    from verifier.errors import BadInput, DaybreakError, RuleFailed
    from verifier.position import Position
    from verifier.search.limits import Limits
    from verifier.verdict import Verdict

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "DaybreakError",
    "Instance",
    "Limits",
    "Position",
    "RuleFailed",
    "Verdict",
    "certify",
    "check",
    "coverage",
    "deal",
    "explore",
    "find_order",
    "find_position",
    "find_readings",
    "games",
    "load_result",
    "moves",
    "mutants",
    "new_game",
    "odds",
    "readings",
    "replay",
    "reports",
    "review",
    "rules",
    "scenario",
    "solve",
    "start",
    "winnability",
    "write_deal",
]
_ELSEWHERE = {"BadInput": "verifier.errors", "DaybreakError": "verifier.errors", "RuleFailed": "verifier.errors",
              "Limits": "verifier.search.limits", "Position": "verifier.position", "Verdict": "verifier.verdict"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'verifier' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ELSEWHERE.get(name, "verifier.api")), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
