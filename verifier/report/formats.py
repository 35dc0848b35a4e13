"""How each kind of answer is shown, and the classes of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from verifier.results.above import Above
from verifier.results.attested import Attested
from verifier.results.batched import Batched, BatchExported, BatchShown
from verifier.results.checked import Checked
from verifier.results.covered import Covered
from verifier.results.effects import MeasuredReadings
from verifier.results.explored import Layered
from verifier.results.forced import Forced
from verifier.results.found import FoundOrder, FoundPosition, FoundReadings
from verifier.results.likely import Likely
from verifier.results.mutated import Mutated
from verifier.results.overview import RulesOverview
from verifier.results.played import Dealt, Games, Moves, Replayed
from verifier.results.played_out import PlayedOut
from verifier.results.readings_played import ReadingsPlayed
from verifier.results.solved import Reviewed, Solved
from verifier.results.trained import Trained
from verifier.results.varied import VariedDifficulty
from verifier.results.winnable import Winnability
from verifier.results.written import Laid, ReportsMade

if TYPE_CHECKING:
    from verifier.results.result import Result

# By the command: the renderer below `verifier.report.text`, loaded when an answer is shown, and its options.
PAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "above": ("above", "above", {}),
    "batch": ("batch", "batched", {}),
    "batch-export": ("batch", "exported", {}),
    "batch-show": ("batch", "shown", {}),
    "certify": ("certify", "attested", {}),
    "check": ("check", "checked", {}),
    "coverage": ("coverage", "covered", {}),
    "deal": ("play", "dealt", {}),
    "difficulty": ("varied", "varied", {}),
    "explore": ("explore", "explored", {}),
    "force": ("forced", "forced", {}),
    "find-order": ("find", "found_order", {}),
    "find-position": ("find", "found_position", {}),
    "find-readings": ("find", "found_readings", {}),
    "games": ("games", "listed", {}),
    "moves": ("play", "moves", {}),
    "mutants": ("mutants", "mutated", {}),
    "new": ("written", "laid", {}),
    "odds": ("likely", "likely", {}),
    "play-out": ("played_out", "played_out", {}),
    "readings": ("readings", "measured_readings", {}),
    "readings-played": ("readings_played", "readings_played", {}),
    "replay": ("play", "replayed", {}),
    "reports": ("written", "reports_made", {}),
    "review": ("review", "reviewed", {}),
    "rules": ("overview", "overview", {}),
    "solve": ("solve", "solved", {}),
    "train": ("trained", "trained", {}),
    "winnability": ("winnability", "winnability", {}),
}
# The options of renderers that leave nothing out then.
WHOLE: dict[str, dict[str, Any]] = {"difficulty": {"is_report": True}, "readings": {"is_report": True}}


def page_of(found: Result, *, whole: bool = False) -> Iterator[Any]:
    """What is shown of an answer, as rich renderables; `whole`: nothing is left out."""
    module, name, options = PAGES[found.command]
    render: Callable[..., Iterator[Any]] = getattr(import_module(f"verifier.report.text.{module}"), name)
    return render(found, **(options | (WHOLE.get(found.command, {}) if whole else {})))


def kinds() -> dict[str, type[Result]]:
    """The classes of answers, by the command that gives them."""
    found = (Above, Attested, Batched, BatchExported, BatchShown, Checked, Covered, Dealt, FoundOrder, FoundPosition,
             FoundReadings, Forced, Games, Laid, Layered, Likely, MeasuredReadings, Moves, Mutated, PlayedOut, ReadingsPlayed,
             Replayed, ReportsMade, Reviewed, RulesOverview, Solved, Trained, VariedDifficulty, Winnability)
    return {kind.command: kind for kind in found}
