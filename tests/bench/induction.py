"""How long z3 takes to prove the structural invariants of the full-size game by induction, each lemma that they need included."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.bench.measure import Measured
from verifier.run.setting import Setting
from verifier.symbolic.prove.induction import RANGES, Induction

# Ranges; the order of the markers; tokens and cards; breached entrances are bare; Jasper and Rebecca; the bounds of stacks (the
# range of a stack's size, and the places that rules remember in it); shells, never below zero (their range) and never rising.
STRUCTURAL = (
    RANGES, "markers_in_order", "barricades_are_conserved", "cards_are_conserved", "breached_entrances_are_bare",
    "jasper_guards_against_cards", "rebecca_stands_somewhere", "places_in_the_stack", "ammo_within_track", "shots_cost_shells")
SECONDS = 90.0


def measure() -> Iterator[Measured]:
    """All of them together, whatever the deal and under every reading at once."""
    began = time.perf_counter()
    induction = Induction(UNTIL_DAWN, Setting(UNTIL_DAWN.default_rulings, ASSUMED), free=tuple(UNTIL_DAWN.readings.switches))
    found = induction.prove(STRUCTURAL)
    seconds = time.perf_counter() - began
    proved, lemmas = sum(each.proved for each in found.values()), len(induction.found) - len(STRUCTURAL)
    yield Measured("structural invariants of Until Dawn by induction, under every reading",
                   f"{proved} of {len(STRUCTURAL)} proved, with {lemmas} lemmas, {seconds:.0f} s",
                   f"all in {SECONDS:.0f} s", proved == len(STRUCTURAL) and seconds <= SECONDS)
