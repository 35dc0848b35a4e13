"""Mutants of Dawn of the Zeds against its naive twin: games of both tell most of them apart, and no equivalent one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from daybreak_games.dawn_of_the_zeds.state import Phase
from tests.agreement.dawn_of_the_zeds_pairs import OF_UNIT, PROGRAM, Differs, Pair, by_kind, editions
from tests.agreement.emitted import Emitted, Failed
from verifier.lang.events import Event
from verifier.program.mutants import Mutant, mutants, mutated
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.symbolic.product.mutant_equivalence import Original
from verifier.symbolic.solver import Effort, Outcome

EVERY = 40  # the mutants of the sample
GAMES = 12
WORK = 3_000_000  # of z3; what it leaves unknown is in no share
SHARE = 0.5  # of the sampled mutants that differ, what the twin tells apart at least


class EmittedPair(Pair):
    """A pair whose model is emitted code, with pressure on some cards and three players."""

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, native: Native) -> None:
        super().__init__(box, table, rng)
        self.reference: Any = Emitted(native, self.setting)
        self.native, self.out = native, np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64)

    def legal(self, position: Position) -> list[Event]:
        """What emitted code lists, of the units that are asked about."""
        emitted = self.reference
        self.native.clear(emitted.context)
        count = self.native.call("legal_events", self.native.state(position), emitted.context, self.out)
        if self.native.failed(emitted.context):
            raise Failed("a guard fails")
        numbers = self.out[:count].tolist()
        if position.state.phase == Phase.ACT:
            numbers = [number for number in numbers if OF_UNIT.get(number, self.units[0]) in self.units]
        return [PROGRAM.events[number] for number in numbers]


def edition() -> tuple[Any, dict[str, Any]]:
    """The one edition of all these games, as the model and as the twin read it."""
    box, table = editions(Random("mutants"))
    box.players = table["players"] = 3
    return box, table


def distinguished_games(native: Native, games: int) -> bool:
    """Whether the twin differs from emitted code in some game, or a rule fails."""
    for seed in range(games):
        try:
            EmittedPair(*edition(), Random(f"mutants of dawn of the zeds {seed}"), native).play(by_kind)
        except (Differs, Failed, ValueError, LookupError, StopIteration):
            return True
    return False


def test_the_twin_follows_emitted_code_and_sees_a_mutant() -> None:
    native = Native(PROGRAM, "interpreted")
    assert not distinguished_games(native, 2)
    missed = next(each for each in mutants(PROGRAM) if each.rule == "roll_to_save" and each.kind == "comparison off by one")
    with native.altered(missed.body):
        assert distinguished_games(native, GAMES)


@pytest.mark.long
def test_the_twin_kills_mutants_but_no_equivalent_one(record_property: Callable[[str, object], None]) -> None:
    """A sample: what z3 proves equivalent for this edition the twin never tells apart, and most of the others it does."""
    native = Native(PROGRAM, "interpreted")
    original = Original(PROGRAM, Setting(PROGRAM.default_rulings, edition()[0]), every_reading=False)
    killed = Counter[tuple[Outcome, bool]]()
    for mutant in mutants(PROGRAM)[::EVERY]:
        killed[judged(native, original, mutant)] += 1
    differing = killed[Outcome.SAT, True] + killed[Outcome.SAT, False]
    record_property("killed by the twin", f"{killed[Outcome.SAT, True]} of {differing}")
    assert killed[Outcome.UNSAT, False] >= 1 and killed[Outcome.SAT, True] >= SHARE * differing, killed


def judged(native: Native, original: Original, mutant: Mutant) -> tuple[Outcome, bool]:
    """What z3 says of a mutant, and whether the twin tells it apart."""
    with native.altered(mutant.body):
        apart = distinguished_games(native, GAMES)
    told = original.difference(mutated(PROGRAM, mutant), mutant.rule, Effort(WORK)).outcome
    assert not (told is Outcome.UNSAT and apart), mutant.name
    return told, apart
