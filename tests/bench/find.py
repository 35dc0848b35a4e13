"""How long it takes to say where two readings of the attacks part, and whether what is found is proved to be the smallest."""

from __future__ import annotations

from collections.abc import Iterator

from tests.agreement.test_find_readings import ATTACKS, CARDS, region
from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.bench.measure import Measured
from verifier.run.setting import Setting
from verifier.symbolic.find.readings import Outcome, Query
from verifier.symbolic.find.two_choices import Bounds

# The readings of impact H whose clauses are about the attacks (UD-A..., UD-F05, UD-X10, UD-X14).
READINGS = ("UD-03", "UD-14", "UD-16", "UD-17", "UD-20", "UD-21", "UD-28")
SECONDS = 120.0


def measure() -> Iterator[Measured]:
    """Each reading by itself, up to four cards."""
    for id_ in READINGS:
        reading = UNTIL_DAWN.readings.switches[id_]
        other = next(choice for choice in reading.choices if choice != reading.default)
        query = Query(UNTIL_DAWN, Setting(UNTIL_DAWN.default_rulings, ASSUMED), id_, (reading.default, other),
                      region(UNTIL_DAWN, ATTACKS, CARDS), Bounds(4, seconds=SECONDS))
        found = query.run()
        size = "none up to 4" if found.example is None else f"{found.example.size} cards"
        told = ", none smaller" if found.is_smallest else f", none below {found.none_below} proved"
        yield Measured(f"where {id_} parts in the attacks", f"{found.found}: {size}{told}, {found.seconds:.1f} s",
                       f"an answer in {SECONDS:.0f} s", found.found is not Outcome.UNKNOWN and found.seconds < SECONDS)
