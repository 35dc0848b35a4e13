"""What a deal brings, by loops over the arguments of a phase's rule: the outcome that the reference finds event by event."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.rule_modules import written
from verifier.lang.layout import decode, slots
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.native import Engine, Native
from verifier.run.reference import DeadEnd, Impossible, Position, Reference
from verifier.run.setting import Setting

RULES = '''
@game.chance(Phase.ACT, tape="fate")
def falls(table: Table, warm: Warm, loud: bool, at: Annotated[int, Range(-1, 1)], colour: Colour) -> None:
    """Something falls: never where the weight is below nothing."""
    weight(table.heats[warm] + at if loud else table.bag[colour] * (at + 1))
    table.phase = Phase.OVER
'''
POSITIONS = 60


def by_reference(reference: Reference, position: Position) -> int:
    """The number of the outcome that a deal fixes; -1 where there is none, or not that one."""
    try:
        return reference.dealt(position).number
    except (DeadEnd, Impossible):
        return -1


@pytest.mark.parametrize("engine", ["interpreted", "native"])
def test_a_deal_brings_what_the_reference_says(engine: Engine, tmp_path: Path) -> None:
    program, random, met = load(written(tmp_path, RULES).game), Random(7), set[int]()
    edition, backend = blank(program.game.edition_type), Native(program, engine)
    for _ in range(POSITIONS):
        state = decode(program.game.state_type, [random.randint(slot.low, slot.high) for slot in slots(program.game.state_type)])
        state.phase = program.phases[0].phase
        if random.random() < 0.2:
            state.heats[1] = state.heats[2] = -2
            state.bag.clear()
        for entry in [0, *(random.randrange(1000) for _ in range(5)), -random.randint(1, len(program.events))]:
            setting = Setting(program.default_rulings, edition, ((entry,),))
            wanted = by_reference(Reference(program, setting), Position(state, (0,)))
            array = backend.state(Position(state, (0,)))
            found = int(backend.call("automatic_event", array, backend.context(setting), *backend.tapes(setting)))
            assert max(found, -1) == wanted
            assert array[-1] == (wanted >= 0)
            met.add(wanted)
    assert len(met) > len(program.events) // 2
