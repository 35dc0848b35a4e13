"""How each kind of answer is shown: its page and its JSON document.  Loading this module tells the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from verifier.report import json as as_json
from verifier.report.results.attested import Attested
from verifier.report.results.checked import Checked
from verifier.report.results.covered import Covered
from verifier.report.results.effects import MeasuredReadings
from verifier.report.results.explored import Layered
from verifier.report.results.found import FoundOrder, FoundPosition, FoundReadings
from verifier.report.results.likely import Likely
from verifier.report.results.mutated import Mutated
from verifier.report.results.overview import RulesOverview
from verifier.report.results.played import Moves, Replayed
from verifier.report.results.result import Format, Result
from verifier.report.results.solved import Reviewed, Solved
from verifier.report.results.winnable import Winnability
from verifier.report.text import (
    certify,
    check,
    coverage,
    explore,
    find,
    likely,
    mutants,
    overview,
    play,
    readings,
    review,
    solve,
    winnability,
)


def _tell(kind: type, page: Callable[[Any], Iterable[Any]], document: Callable[[Any], dict[str, Any]]) -> None:
    Result.formats[kind] = Format(page, lambda found: as_json.text(document(found)))


_tell(Attested, certify.attested, as_json.attested)
_tell(Checked, check.checked, as_json.checked)
_tell(Covered, coverage.covered, as_json.covered)
_tell(FoundOrder, find.found_order, as_json.found_order)
_tell(FoundPosition, find.found_position, as_json.found_position)
_tell(FoundReadings, find.found_readings, lambda found: as_json.found_readings([found]))
_tell(Layered, explore.explored, as_json.explored)
_tell(Likely, likely.likely, as_json.likely)
_tell(MeasuredReadings, readings.measured_readings, as_json.measured_readings)
_tell(Moves, play.moves, as_json.moves)
_tell(Mutated, mutants.mutated, as_json.mutated)
_tell(Replayed, partial(play.replayed, boards=False), as_json.replayed)
_tell(Reviewed, review.reviewed, as_json.reviewed)
_tell(RulesOverview, overview.overview, as_json.overview)
_tell(Solved, partial(solve.solved, boards=False), as_json.solved)
_tell(Winnability, winnability.winnability, as_json.winnability)
