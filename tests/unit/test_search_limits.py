"""Limits of searches are kept as closely as they say: states, seconds, memory; and what ends a search changes nothing else."""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.games.sliding import game
from verifier import clock
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import searched
from verifier.analysis.progress import Meter
from verifier.errors import OutOfMemory
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run import address_space
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search import explore as exploring
from verifier.search import limits as limiting
from verifier.search import memory
from verifier.search.explore import Explored, ExploreOptions, Strategy, explore
from verifier.search.growing import Growing
from verifier.search.limits import LimitReached, Limits, Watch

STRATEGIES: tuple[Strategy, ...] = ("breadth-first", "depth-first", "iterative")
ROOM = 4  # moves of a tile


@cache
def native() -> Native:
    return Native(load(game), "interpreted")


def tiles(limits: Limits, **options: Any) -> Explored:
    setting = Setting({}, load_edition(game, "3x3", Path()).record)
    return explore(native(), setting, Reference(native().program, setting).set_up(), ExploreOptions(**options), limits)


class Time:
    """A clock that work moves: each expansion costs so many seconds, which may change with the states there are."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *costs: float) -> None:
        self.now, self.costs, self.calls = 1_000.0, costs, 0
        monkeypatch.setattr(clock, "monotonic", lambda: self.now)
        monkeypatch.setattr(clock, "_excused", [0.0])
        call = Native.call

        def timed(of: Native, name: str, *arguments: Any) -> Any:
            found = call(of, name, *arguments)
            if name == "explore":
                control = arguments[19]
                self.calls += 1
                self.now += int(control[11]) * self.costs[min(int(control[0]) // 500, len(self.costs) - 1)]
            return found

        monkeypatch.setattr(Native, "call", timed)


# -- states ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("most", [1, 2, 10, 63, 64, 65, 1000])
def test_states_are_passed_by_the_successors_of_one_state_at_most(strategy: Strategy, most: int) -> None:
    found = tiles(Limits(states=most), strategy=strategy)
    assert found.ending == "states" and most <= found.states < most + ROOM


def test_the_same_states_are_found_whatever_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = tiles(Limits(states=777))
    Time(monkeypatch, 0.04)
    slow = tiles(Limits(states=777))
    assert (slow.states, slow.transitions, slow.layers) == (quick.states, quick.transitions, quick.layers)
    assert np.array_equal(slow.tables.store[:slow.states], quick.tables.store[:quick.states])


@pytest.mark.parametrize("options", [{"goal": 0}, {"edges": True}], ids=str)
def test_how_much_is_done_at_once_changes_nothing(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for most in (1, 3, 64, 10**6):
        monkeypatch.setattr(exploring, "Watch", lambda limits, most=most: Fixed(limits, most))
        each = tiles(Limits(states=3_000), **options)
        found.append((each.ending, each.states, each.transitions, each.expanded, each.edge_count, each.dead_ends, each.layers))
    assert len(set(found)) == 1


class Fixed(Watch):
    """A watch that never changes how much is done at once."""

    def _fitting(self, done: int, spent: float, grown: int) -> tuple[int, ...]:
        return (self.most,)


# -- seconds --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("costs", [(1e-6,), (1e-4,), (0.03,), (1e-3, 4e-3), (5e-3, 1e-3, 5e-3)], ids=str)
@pytest.mark.parametrize("seconds", [0.05, 1.0, 10.0])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_seconds_are_kept_within_a_tenth(strategy: Strategy, seconds: float, costs: tuple[float, ...],
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch, *costs)
    found = tiles(Limits(2_500, seconds), strategy=strategy)
    assert found.seconds <= seconds + max(0.1, seconds / 10)
    if found.ending == "seconds":
        assert found.seconds > seconds - 1e-6
    assert time.calls < 100 + 200 * seconds + 4 * len(found.layers)  # looking costs something, too


def test_ends_that_there_is_no_time_to_grade_are_counted(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("explore", "scenarios/until-dawn/e6.toml", "--chance", "open", "--states", "15000", "--engine", "interpreted")
    graded = json.loads(daybreak(*wanted, "--json").out)["ends"]
    monkeypatch.setattr(Limits, "with_grace", lambda self: Limits(until=0.0))
    ran = daybreak(*wanted)
    assert ran.code == 124 and "Note: ends were not counted by grade: the time limit was reached" in ran.out
    ends = json.loads(daybreak(*wanted, "--json").out)["ends"]
    assert ends == [{"grade": None, "states": sum(each["states"] for each in graded)}] and len(graded) > 1


def test_compiling_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch, 0.01)
    watch = Watch(Limits(seconds=1.0))
    with clock.stopped():
        time.now += 100.0
    assert watch.seconds == 0.0 and watch.ending(1, 1) is None
    time.now += 1.0
    assert watch.ending(1, 1) == "seconds"


@pytest.mark.parametrize(("edited", "seconds"), [(False, [2.0, 3.0]), (True, [0.5, 3.0])])
def test_what_is_tried_interpreted_first_counts(edited: bool, seconds: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """And is tried for a shorter time where little has to be compiled."""
    time = Time(monkeypatch, 0.01)
    left: list[float | None] = []

    class Instance:
        program = native().program

        def native(self, engine: str) -> Any:
            return SimpleNamespace(warm=False, edited=edited, asked={}, prepare=lambda asked: None)

    def search(on: Any, limits: Limits) -> Explored:
        left.append(limits.seconds_left)
        time.now += 2.0
        found = tiles(Limits(states=1))
        found.ending = "seconds"
        return found

    searched(Instance(), EngineChoice.AUTO, Limits(seconds=5.0), Meter(""), search)  # type: ignore[arg-type]
    assert left == seconds


def test_limits_that_run_are_shared() -> None:
    limits = Limits(seconds=60.0).running()
    assert limits.running() is limits and limits.within(600.0).until == limits.until
    assert limits.within(1.0).until < limits.until  # type: ignore[operator]
    assert Limits().running().until is None and Limits().seconds_left is None
    with pytest.raises(LimitReached):
        limits.within(0.0).check()


# -- memory ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What the process is said to hold: some at the start, and a megabyte for each thousand states."""
    looked = [100 * 2**20]
    monkeypatch.setattr(limiting, "resident", lambda: looked[0])
    call = Native.call

    def grown(of: Native, name: str, *arguments: Any) -> Any:
        found = call(of, name, *arguments)
        if name == "explore":
            looked[0] = 100 * 2**20 + int(arguments[19][0]) * 1_000
        return found

    monkeypatch.setattr(Native, "call", grown)
    yield looked


def test_memory_is_kept_within_a_tenth(held: list[int]) -> None:
    found = tiles(Limits(30_000, memory=110 * 2**20))
    assert found.ending == "memory" and 109 * 2**20 <= held[0] <= 111 * 2**20


def test_what_the_process_holds_from_the_start_counts(held: list[int]) -> None:
    found = tiles(Limits(memory=50 * 2**20))
    assert found.ending == "memory" and found.states <= 1 + ROOM


def test_a_table_that_may_not_grow_ends_the_search(held: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "has_memory", lambda self, more: False)
    found = tiles(Limits(30_000))
    assert found.ending == "memory" and found.states > 1_000
    assert len(found.events_to(found.states - 1)) == len(found.layers)  # what there is can be read


def test_a_table_that_takes_too_long_to_fill_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "has_time", lambda self, seconds: False)
    assert tiles(Limits(30_000, 600.0)).ending == "seconds"


def test_memory_that_the_system_refuses_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(self: Growing, rows: int) -> None:
        raise MemoryError

    monkeypatch.setattr(Growing, "grow", refuses)
    found = tiles(Limits(30_000), edges=True)
    assert found.ending == "memory" and found.states > 100 and found.edge_count > found.states


def test_arrays_grow_and_keep_what_they_hold() -> None:
    grown = Growing(3, np.int32, 2)
    grown.array[:] = [[1, 2], [3, 4], [5, 6]]
    kept = grown.array
    grown.grow(10_000)  # somebody looks at it: copied
    assert len(grown.array) == 10_000 and np.array_equal(grown.array[:3], kept) and not grown.array[3:].any()
    del kept
    grown.array[9_999] = 7
    grown.grow(2_000_000)  # moved
    assert grown.array[9_999].tolist() == [7, 7] and not grown.array[10_000:].any() and len(grown.array) == 2_000_000
    grown.grow(5)
    assert len(grown.array) == 2_000_000
    with pytest.raises(MemoryError):
        grown.grow(2**60)
    assert grown.array[9_999].tolist() == [7, 7]


@pytest.mark.parametrize(("groups", "files", "least"), [
    ("0::/a/b\n", {"a/memory.max": "4000\n", "a/b/memory.max": "max\n"}, 4000),
    ("0::/a/b\n", {"a/memory.max": "4000\n", "a/b/memory.max": "3000\n"}, 3000),
    ("0::/\n", {"memory.max": "5000"}, 5000),
    ("4:cpu:/x\n3:memory,hugetlb:/y\n0::/\n", {"memory/y/memory.limit_in_bytes": "6000"}, 6000),
    ("3:memory:/elsewhere\n", {"memory/memory.limit_in_bytes": "7000"}, 7000),
    ("0::/../a\n", {"a/memory.max": "8000"}, 8000), ("nonsense\n", {}, None), ("0::/a\n", {"a/memory.max": "12 apples"}, None),
])
def test_the_share_of_a_control_group(groups: str, files: dict[str, str], least: int | None, tmp_path: Path,
                                      monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cgroup").write_text(groups)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(memory, "_CGROUP", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "_CGROUPS", tmp_path)
    monkeypatch.setattr(memory, "_of_address_space", lambda: iter(()))
    monkeypatch.setattr(memory, "_physical", lambda: 100_000)
    assert memory.allowed(None) == (least or 100_000) // 2
    assert memory.allowed(123) == 123


def test_what_the_process_holds_is_known() -> None:
    before = memory.resident()
    block = mmap.mmap(-1, 2**27)  # new pages: an array might get some that tests before this one left
    block.write(b"\1" * 2**27)
    assert memory.resident() >= before + len(block) // 2 > 2**26
    assert memory.resident() <= 1.5 * memory._most_resident()


# -- address space --------------------------------------------------------------------------------------------------------------


def test_too_little_address_space_is_said_before_libraries_end_the_process(
    daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address_space, "allowed", lambda: 150_000 * 1024)
    ran = daybreak("solve", "scenarios/until-dawn/reshuffle.toml")
    assert ran.code == 124 and ran.err.startswith("DB508 searching needs 400 MB of address space, and has 146 MB") and not ran.out
    assert daybreak("games").code == 0


def test_rules_are_not_compiled_where_the_compiler_would_end_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    monkeypatch.setattr(address_space, "allowed", lambda: address_space.SEARCHING)
    with pytest.raises(OutOfMemory, match="DB508 compiling needs"):
        Native(load(game), "native").call("hash_of", np.zeros((1, 2), dtype=np.int64), 0)


def test_a_library_that_cannot_be_loaded_is_too_little_memory(daybreak: Callable[..., Any],
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path) -> None:
        raise ImportError("failed to map segment from shared object")

    monkeypatch.setattr("verifier.api.scenarios.load_instance", fails)
    monkeypatch.setattr(address_space, "has_room", lambda size: False)
    ran = daybreak("moves", "scenarios/until-dawn/reshuffle.toml")
    assert ran.code == 124 and ran.err.startswith("DB508 there is too little address space")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps RLIMIT_AS")
@pytest.mark.parametrize(("kilobytes", "code"), [(100_000, 124), (150_000, 124), (3_000_000, 0)])
def test_under_ulimit_v(kilobytes: int, code: int) -> None:
    import resource

    program = "import sys; from verifier.cli import main; sys.exit(main())"
    ran = subprocess.run(
        [sys.executable, "-c", program, "solve", "scenarios/until-dawn/reshuffle.toml", "--engine", "interpreted"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes * 1024,) * 2), capture_output=True, text=True,
        check=False)
    assert (ran.returncode, bool(ran.stdout)) == (code, code == 0)
    assert ran.stderr.startswith("DB508" if code else "")


@pytest.mark.parametrize(("room", "memory_max", "engines"), [
    (True, 10 * 2**30, ["interpreted", "native"]), (False, 10 * 2**30, ["interpreted"]), (True, 200 * 2**20, ["interpreted"]),
])
def test_rules_are_compiled_where_that_leaves_memory_to_search_with(
    room: bool, memory_max: int, engines: list[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address_space, "has_room", lambda size: room)
    searches: list[str] = []

    class Instance:
        program = native().program

        def native(self, engine: str) -> Any:
            return SimpleNamespace(engine=engine, warm=False, edited=False, asked={}, prepare=lambda asked: None)

    def search(on: Any, limits: Limits) -> Any:
        searches.append(on.engine)
        return SimpleNamespace(ending="seconds")

    searched(Instance(), EngineChoice.AUTO, Limits(memory=memory_max), Meter(""), search)  # type: ignore[arg-type]
    assert searches == engines
