"""Daybreak: verifies and solves the rules of tabletop games.  The engine; it knows no game.

The public names, below, are loaded when one is asked for: see `verifier.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verifier.results import result as _result

if TYPE_CHECKING:
    from verifier.api.batches import batch, batch_export, batch_show
    from verifier.api.deals import certify, explore, find_order, force, odds, review, winnability
    from verifier.api.games import games, moves, new_game, replay, rules, start
    from verifier.api.players import above, difficulty, play_out, readings_played, train
    from verifier.api.reports import load_result, reports
    from verifier.api.rulebooks import check, coverage, find_position, find_readings, mutants, readings
    from verifier.api.scenarios import deal, scenario, write_deal
    from verifier.api.solving import solve
    from verifier.errors import BadInput, DaybreakError, RuleFailed
    from verifier.instance import Instance
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
    "above",
    "batch",
    "batch_export",
    "batch_show",
    "certify",
    "check",
    "coverage",
    "deal",
    "difficulty",
    "explore",
    "find_order",
    "find_position",
    "find_readings",
    "force",
    "games",
    "load_result",
    "moves",
    "mutants",
    "new_game",
    "odds",
    "play_out",
    "readings",
    "readings_played",
    "replay",
    "reports",
    "review",
    "rules",
    "scenario",
    "solve",
    "start",
    "train",
    "winnability",
    "write_deal",
]
_MODULES = {  # where the names are, so that nothing is loaded that is not asked for
    "verifier.api.batches": ("batch", "batch_export", "batch_show"),
    "verifier.api.deals": ("certify", "explore", "find_order", "force", "odds", "review", "winnability"),
    "verifier.api.games": ("games", "moves", "new_game", "replay", "rules", "start"),
    "verifier.api.players": ("above", "difficulty", "play_out", "readings_played", "train"),
    "verifier.api.reports": ("load_result", "reports"),
    "verifier.api.rulebooks": ("check", "coverage", "find_position", "find_readings", "mutants", "readings"),
    "verifier.api.scenarios": ("deal", "scenario", "write_deal"),
    "verifier.api.solving": ("solve",),
    "verifier.errors": ("BadInput", "DaybreakError", "RuleFailed"),
    "verifier.instance": ("Instance",),
    "verifier.position": ("Position",),
    "verifier.search.limits": ("Limits",),
    "verifier.verdict": ("Verdict",),
}


def _renderers() -> _result.Renderers:
    from verifier.report import renderers

    return renderers


_result.rendered_by(_renderers)


def __getattr__(name: str) -> Any:
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module 'verifier' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
