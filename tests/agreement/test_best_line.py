"""The best line with its shortcuts (widths, bound, order of promise) against plain exhaustive exploration without them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.bench.measure import dealt
from tests.bench.until_dawn import late
from tests.rule_modules import written
from tests.sampling import one_in
from verifier.instance import Instance, load_instance
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.control import Status
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import Best, solve_best
from verifier.search.explore import Explored, explore
from verifier.search.limits import Limits
from verifier.search.loss import quickest_loss

SCENARIOS = Path("scenarios/until-dawn")
STATES_MOST = 60_000

# Whoever hurries is soon at the end, with nothing; points are gathered before that one by one, and each looks worse than none.
RACE = """
@game.setup
def lay_out(table: Table) -> None:
    table.n = 0


@game.decision(Phase.ACT, clause="C-01")
def hurry(table: Table) -> None:
    table.m = min(3, table.m + 1)
    if table.m == 3:
        table.phase = Phase.OVER


@game.decision(Phase.ACT, clause="C-01")
def gather(table: Table) -> None:
    require(table.m == 0, "C-02")
    table.n += 1
    if table.n == 20:
        table.phase = Phase.OVER


@game.grade
def result(table: Table) -> Grade:
    return Grade(won=True, points=max(0, table.n))


@game.progress
def come(table: Table) -> int:
    return table.m


@game.estimate
def promise(table: Table) -> int:
    return table.m * 100 - table.n
"""

# A lock of eight digits, which look alike: the first of two is taken where nothing tells them apart.
LOCK = """
@game.setup
def lay_out(table: Table) -> None:
    table.n = 0


@game.decision(Phase.ACT, clause="C-01")
def wrong(table: Table) -> None:
    table.n += 1
    table.m = 1
    if table.n == 8:
        table.phase = Phase.OVER


@game.decision(Phase.ACT, clause="C-01")
def right(table: Table) -> None:
    table.n += 1
    if table.n == 8:
        table.phase = Phase.OVER


@game.grade
def result(table: Table) -> Grade:
    return Grade(won=table.m == 0, points=20 if table.m == 0 else 0)


@game.estimate
def promise(table: Table) -> int:
    return 0
"""


def ends(explored: Explored) -> list[int]:
    """The grades of every end that an exploration met."""
    native, context = explored.backend, explored.backend.context(explored.setting)
    return [int(native.call("grade", explored.tables.state(number), context)) for number in explored.numbers(Status.END)]


def reached(instance: Instance, start: Position, best: Best, native: Native | None = None) -> int:
    """The grade that the reference gives the end of a line."""
    reference: Reference = instance.reference
    position = reference.settled(start)
    for event in best.line:
        assert event in reference.legal(position)
        position = reference.settled(reference.apply(position, event).after)
    native = instance.native("native") if native is None else native
    assert not reference.legal(position)
    return int(native.call("grade", native.state(position), native.context(instance.setting)))


def starts(count: int) -> list[tuple[int, Instance, Position]]:
    """Late positions of seeded deals whose whole graph is small."""
    found: list[tuple[int, Instance, Position]] = []
    seed = 1000
    while len(found) < count:
        seed += 1
        instance = dealt(seed)
        start = late(instance, seed)
        if start is not None:
            small = explore(instance.native("native"), instance.setting, start, limits=Limits(states=STATES_MOST))
            if small.closed:
                found.append((seed, instance, start))
    return found


def compare(count: int) -> None:
    for seed, instance, start in starts(count):
        native = instance.native("native")
        everything = explore(native, instance.setting, start)
        grades = ends(everything)
        best = solve_best(native, instance.reference, instance.setting, start)
        assert best.verdict == "optimal", seed
        assert best.grade == max(grades), seed
        assert best.grade == reached(instance, start, best), seed
        assert best.upper_bound == best.grade
        loss = quickest_loss(native, instance.setting, start)
        lost = [grade for grade in grades if grade < native.constant("LOWEST_STEP")]
        assert loss.verdict == ("optimal" if lost else "proved"), seed
        if lost:
            depth = _depths(everything)
            nearest = min(depth[number] for number, grade in zip(everything.numbers(3), grades, strict=True)
                          if grade < native.constant("LOWEST_STEP"))
            assert len(loss.line) == nearest, seed


def _depths(explored: Explored) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Decisions from the start, by the parent links of a breadth-first search."""
    depth = np.zeros(explored.states, dtype=np.int64)
    for number in range(1, explored.states):
        depth[number] = depth[explored.tables.parent[number]] + 1
    return depth


def test_the_best_line_is_the_best_of_all_ends() -> None:
    compare(3)


@pytest.mark.long
def test_the_best_line_is_the_best_of_all_ends_of_200_positions() -> None:
    compare(200)


@pytest.mark.parametrize("seed", one_in(2, range(1, 5)))
def test_progress_changes_the_search_and_not_what_it_proves(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With it, without it, and with one that is wrong everywhere: the best grade of all ends, attained by the line."""
    instance = dealt(seed, "dawn-of-the-zeds", "tiny-skirmish")
    native = instance.native("interpreted")
    grades = ends(explore(native, instance.setting, instance.start))
    for progress in (native.module.progress, lambda s, x: 0, lambda s, x: sum(s[:60]) * 7 % 5 - 2):
        monkeypatch.setattr(native.module, "progress", progress)
        best = solve_best(native, instance.reference, instance.setting, instance.start)
        assert best.verdict == "optimal" and best.grade == best.upper_bound == max(grades)
        assert reached(instance, instance.start, best, native) == best.grade


def test_states_are_compared_with_others_as_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A way that looks best at every decision, and is long over when the better one has begun, does not push that out."""
    program = load(written(tmp_path, RACE).game)
    native = Native(program, "interpreted")
    reference = Reference(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    start, widths = reference.set_up(), []
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", 1)
    for progress in (native.module.progress, lambda s, x: 0):
        monkeypatch.setattr(native.module, "progress", progress)
        best = solve_best(native, reference, reference.setting, start, enough=native.constant("LOWEST_STEP") + 20)
        assert best.grade is not None and native.grade_fields(best.grade) == (1, 20)
        widths.append(best.search["width"])
    assert widths[0] == 1 < widths[1]


def test_shaken_passes_find_what_narrow_ones_pass_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no width is enough, passes that differ find the one line of 256 that wins, the same in each run; else none does."""
    program = load(written(tmp_path, LOCK).game)
    native = Native(program, "interpreted")
    reference = Reference(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    start = reference.set_up()
    for name, value in (("WIDTH_FIRST", 1), ("WIDTH_GROWTH", 1), ("LONG_PASS", 0), ("GAMES_FIRST", 0), ("SHARE_FIRST", 0.0),
                        ("_STATES_A_DECISION", 10**9)):
        monkeypatch.setattr(f"verifier.search.best.{name}", value)
    first, again = (solve_best(native, reference, reference.setting, start, Limits(states=30_000)) for _ in range(2))
    assert first.verdict == "optimal" and [event.text for event in first.line] == 8 * ["right"]
    assert first.search["states"] == again.search["states"] < 30_000
    monkeypatch.setattr("verifier.search.best.SHAKE", 0.0)
    without = solve_best(native, reference, reference.setting, start, Limits(states=30_000))
    assert without.verdict == "best-found" and "wrong" in [event.text for event in without.line]


def test_a_search_cut_short_keeps_an_open_bound() -> None:
    instance = dealt(940119)
    best = solve_best(instance.native("native"), instance.reference, instance.setting, instance.start,
                      Limits(states=30_000))
    assert best.verdict in ("best-found", "unknown")
    assert best.proof is None
    assert best.ending == "states"
    assert best.grade is None or best.grade <= best.upper_bound


@pytest.mark.parametrize("name", ["small-perfect", "small-lost", "full-perfect", "full-lost"])
def test_shipped_scenarios_are_what_they_say(name: str) -> None:
    instance = load_instance(SCENARIOS / f"{name}.toml")
    native = instance.native("native")
    best = solve_best(native, instance.reference, instance.setting, instance.start)
    assert instance.scenario.expect is not None
    wanted = instance.scenario.expect.grade
    assert best.verdict == "optimal"
    assert best.grade is not None
    assert native.grade_fields(best.grade) == tuple(int(value) for value in wanted.values())
    assert reached(instance, instance.start, best) == best.grade
