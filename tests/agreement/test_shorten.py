"""Lines with detours are made shorter, among stored states as among those of the table: as good an end, by the reference."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.agreement.test_interchangeable import dealt, worth
from tests.small_patience import small_patience
from verifier.search.best import solve_best
from verifier.search.concrete import concrete, stored
from verifier.search.limits import Limits
from verifier.search.shorten import shortened

DETOUR = 12


@pytest.mark.parametrize("seeds", [range(1, 4), pytest.param(range(4, 10), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("interchangeable", [True, False])
def test_a_detour_goes(interchangeable: bool, seeds: range, tmp_path: Path) -> None:
    program = small_patience(tmp_path, ranks=3, columns=4, cells=2, interchangeable=interchangeable)
    native = dealt(program, 1).native("interpreted")
    shorter = 0
    for seed in seeds:
        instance, rng = dealt(program, seed), Random(seed)
        position, line = instance.reference.settled(instance.start), []
        start = native.state(position)
        for _ in range(DETOUR):
            line.append(rng.choice([event for event in instance.reference.legal(position) if event.text != "give-up"]))
            position = instance.reference.settled(instance.reference.apply(position, line[-1]).after)
        rest = solve_best(native, instance.reference, instance.setting, position, Limits(states=3_000))
        assert rest.grade is not None
        numbers = [program.events.index(event) for event in (*line, *rest.line)]
        names = stored(native, instance.setting, start, numbers)
        assert concrete(native, instance.setting, start, names) == numbers
        found = shortened(native, instance.setting, start, numbers, rest.grade, 4_000)
        assert (found.worth, -len(found.line)) >= (rest.grade, -len(numbers))
        shorter += len(found.line) < len(numbers)
        replayed = evolve(rest, grade=found.worth, line=[program.events[number] for number in found.line])
        assert worth(instance, replayed) == found.worth
    assert shorter >= len(seeds) * 3 / 5


def test_a_limit_leaves_the_line_as_it_is(tmp_path: Path) -> None:
    program = small_patience(tmp_path, ranks=3, columns=4, cells=2)
    instance = dealt(program, 2)
    native = instance.native("interpreted")
    best = solve_best(native, instance.reference, instance.setting, instance.start, Limits(states=2_000))
    numbers = [program.events.index(event) for event in best.line]
    start = native.state(instance.reference.settled(instance.start))
    assert best.grade is not None
    cut = shortened(native, instance.setting, start, numbers, best.grade, 4_000, Limits(seconds=0.0))
    assert (list(cut.line), cut.worth) == (numbers, best.grade)
