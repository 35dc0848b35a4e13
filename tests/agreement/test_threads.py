"""Exploration by several threads gives every number that a single one gives: states, parents, edges, and what stops a search."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.agreement.falling import dead_ends, twins
from tests.agreement.falling import native as falling_native
from tests.agreement.interleaved import interleaved
from tests.agreement.test_interchangeable import ACCEPTED, accepted
from tests.agreement.test_interchangeable import dealt as interchangeable
from tests.altered_games import altered_game
from tests.every_command import GAMES, LOST
from tests.games.network.drawn import Drawn, chart_of, drawn, native
from tests.games.sliding import game as sliding
from verifier.instance import load_instance
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.control import Asked
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search import together
from verifier.search.explore import Explored, ExploreOptions, Progress, explore
from verifier.search.limits import Limits
from verifier.search.memory import resident
from verifier.search.tables import Tables

Question = tuple[Native, Setting, Position]
SEEDS_MOST = 12  # of interleaved threads, until they have come by in several orders


def told(found: Explored) -> dict[str, Any]:
    """All that an exploration says, with the states themselves: what number each has, and how it was come to."""
    tables, count = found.tables, found.states
    rows = tables.store[:count]
    states = tables.parts[rows].reshape(count, -1) if found.backend.constant("PART") else rows
    numbered = {"states": states, "parents": tables.parent[:count], "events": tables.via[:count], "statuses": tables.node[:count]}
    if found.options.edges:
        numbered["edges"] = tables.edges[:found.edge_count]
    if found.ending == "property":
        numbered["stopped"] = tables.edges[-1]
    return {"ending": found.ending, "states": count, "transitions": found.transitions, "edges": found.edge_count,
            "layers": found.layers, "found": found.found, "event": found.found_event, "property": found.property_name,
            "failure": found.failure, "expanded": found.expanded,
            "numbered": {name: array.tobytes() for name, array in numbered.items()}}


def tiles(size: str, engine: Any = "native") -> Question:
    program = load(sliding)
    setting = Setting({}, load_edition(sliding, size, Path()).record)
    return _tiles(engine), setting, Reference(program, setting).set_up()


@cache
def _tiles(engine: Any) -> Native:
    return Native(load(sliding), engine)


def dealt(chart: Drawn, seed: int, of: Native | None = None) -> Question:
    of = of or native()
    setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
    return of, setting, Reference(of.program, setting).set_up()


# -- any interleaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compress", [True, False], ids=["chains", "every state"])
@pytest.mark.parametrize("is_dealt", [True, False], ids=["dealt", "open"])
def test_random_graphs_are_numbered_alike(is_dealt: bool, compress: bool) -> None:
    switches = 0
    endings = Counter[str]()
    for seed in range(16):
        chart = drawn(seed, dealt=is_dealt)
        asked = dealt(chart, seed)
        wanted: list[dict[str, Any]] = [{}, {"edges": True}, {"goal": 0}]
        wanted.append({"properties": frozenset({"never_at_the_last_place"})})
        for more in wanted:
            limits = Limits(depth=(None, 2)[seed % 2], states=(None, 9)[seed % 3 == 2])
            options = {"compress": compress, "open_chance": chart.tape is None, **more}
            alone = explore(*asked, ExploreOptions(**options), limits)
            with interleaved(asked[0], seed) as drawn_threads:
                found = explore(*asked, ExploreOptions(**options, threads=2 + seed % 2), limits)
            assert told(found) == told(alone), (seed, more)
            switches += drawn_threads.switches
            endings[alone.ending] += 1
    assert switches > 200 and set(endings) == {"closed", "goal", "property", "depth", "states"}


@pytest.mark.parametrize("compress", [True, False], ids=["chains", "every state"])
def test_networks_in_which_one_falls_are_numbered_alike(compress: bool) -> None:
    falls = 0
    for seed in range(8):
        _, of, _ = twins(seed)
        asked = falling_native(), of.setting, of.start
        alone = explore(*asked, ExploreOptions(compress=compress, edges=True))
        with interleaved(asked[0], seed):
            found = explore(*asked, ExploreOptions(compress=compress, edges=True, threads=3))
        assert told(found) == told(alone), seed
        falls += bool(dead_ends(drawn(seed)))
    assert falls > 1


def test_tiles_are_numbered_alike() -> None:
    asked = tiles("2x3", "interpreted")
    alone = explore(*asked, ExploreOptions(edges=True))
    for seed in range(2):
        with interleaved(asked[0], seed) as drawn_threads:
            found = explore(*asked, ExploreOptions(edges=True, threads=4))
        assert told(found) == told(alone) and drawn_threads.switches > 200


def test_states_in_parts_are_numbered_alike() -> None:
    """Parts get their numbers as threads come by; states do not."""
    made = load_instance(Path(LOST), GAMES)
    asked = made.native("interpreted"), made.setting, made.start
    assert asked[0].constant("PART")
    orders = set()
    alone = [explore(*asked, ExploreOptions(compress=compress), Limits(depth=4)) for compress in (True, False)]
    for seed in range(SEEDS_MOST):
        for compress, one in zip((True, False), alone, strict=True):
            with interleaved(asked[0], seed):
                found = explore(*asked, ExploreOptions(compress=compress, threads=3), Limits(depth=4))
            assert told(found) == told(one)
            orders.add(found.tables.store[:found.states].tobytes())
        if seed >= 2 and len(orders) > 2:
            return
    pytest.fail("the threads never came by in another order")


def test_interchangeable_items_are_numbered_alike(tmp_path: Path) -> None:
    fewer = 0
    for seed, program in accepted(tmp_path, ACCEPTED[:12]):
        made = interchangeable(program, seed)
        asked = made.native("interpreted"), made.setting, made.start
        alone = explore(*asked, ExploreOptions(interchange=True))
        with interleaved(asked[0], seed):
            assert told(explore(*asked, ExploreOptions(interchange=True, threads=2))) == told(alone)
        fewer += alone.states < explore(*asked).states
    assert fewer


def test_a_rule_that_fails_is_told_of_the_same_state(tmp_path: Path) -> None:
    text = "walker.at = chart.leads[walker.at * WAYS + way]"
    program = load(altered_game("tests.games.network", tmp_path, {"__init__.py": (text, f"{text} + 9 * int(walker.at > 9)")}))
    altered, failed = Native(program, "interpreted"), 0
    for seed in range(20):
        asked = dealt(drawn(seed, dealt=False), seed, altered)
        alone = explore(*asked, ExploreOptions(open_chance=True))
        with interleaved(altered, seed):
            found = explore(*asked, ExploreOptions(open_chance=True, threads=3))
        assert told(found) == told(alone), seed
        failed += alone.ending == "failed" and alone.found is not None
    assert failed > 2


def test_a_part_whose_number_was_taken_for_nothing_is_found_by_none() -> None:
    """Where two threads keep the same new part, one of them is left with a number that is nobody's, until it keeps another."""
    made = load_instance(Path(LOST), GAMES)
    backend = made.native("interpreted")
    tables = Tables(backend)
    width = backend.constant("PART")
    tables.parts[0], tables.parts[1], tables.parts[2] = range(width), [-1, *range(1, width)], range(7, 7 + width)
    tables.places.fill(0)
    backend.call("rehash_parts", tables.parts, 3, tables.places)
    bits = int(backend.call("number_bits", tables.places))
    assert sorted((tables.places[tables.places != 0] & ((1 << bits) - 1)).tolist()) == [1, 3]


def test_what_a_round_noted_is_forgotten_when_it_is_not_counted() -> None:
    found = explore(*tiles("2x3", "interpreted"))
    table = found.tables.table
    bits = int(found.backend.call("number_bits", table))
    table[np.flatnonzero(table == 0)[:50]] = found.states + 1
    found.tables.forget_entries(found.states)
    table = found.tables.table
    assert sorted((table[table != 0] & ((1 << bits) - 1)).tolist()) == list(range(1, found.states + 1))


# -- threads of the system ----------------------------------------------------------------------------------------------------


@pytest.fixture
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are used for few states, too, and take turns often."""
    monkeypatch.setattr(together, "ROUND_LEAST", 8)
    monkeypatch.setattr(together, "NOTES", 256)
    monkeypatch.setattr(together, "TAKE", 4)


@pytest.mark.usefixtures("small_rounds")
def test_a_table_is_widened_by_all_threads() -> None:
    """Each state is found, and nothing else."""
    asked = tiles("3x3")
    found = explore(*asked, ExploreOptions(threads=4), Limits(states=30_000))
    again = np.zeros(len(found.tables.table), dtype=np.int32)
    crew = together.Crew(found.backend, found.tables, found.context, 4)
    crew._prepare()
    crew._rehash(found.tables.store, found.states, again)
    crew.close()
    bits = int(found.backend.call("number_bits", again))
    assert sorted((again[again != 0] & ((1 << bits) - 1)).tolist()) == list(range(1, found.states + 1))


def test_machine_code_numbers_alike_in_any_number_of_threads() -> None:
    asked = tiles("3x3")
    alone = told(explore(*asked, ExploreOptions(edges=True)))
    assert (alone["states"], len(alone["layers"])) == (181_440, 32)
    for threads in (2, 4, 8):
        assert told(explore(*asked, ExploreOptions(edges=True, threads=threads))) == alone


@pytest.mark.usefixtures("small_rounds")
def test_machine_code_numbers_alike_where_threads_meet_often() -> None:
    asked = tiles("3x3")
    limits = Limits(depth=14)
    alone = told(explore(*asked, limits=limits))
    for threads in (2, 4, 8) * 5:
        assert told(explore(*asked, ExploreOptions(threads=threads), limits)) == alone


@pytest.mark.usefixtures("small_rounds")
@pytest.mark.parametrize("states", [1, 100, 1_000, 1_001, 5_000])
def test_a_limit_of_states_is_kept_alike(states: int) -> None:
    asked = tiles("3x3")
    alone = explore(*asked, limits=Limits(states=states))
    assert alone.ending == "states"
    for threads in (2, 8):
        assert told(explore(*asked, ExploreOptions(threads=threads), Limits(states=states))) == told(alone)


@pytest.mark.usefixtures("small_rounds")
def test_ctrl_c_ends_it_with_what_was_found_and_without_threads() -> None:
    asked = tiles("3x3")
    alone = explore(*asked)
    before = threading.active_count()

    def report(progress: Progress) -> None:
        if progress.states > 2_000:
            assert threading.active_count() == before + 3
            raise KeyboardInterrupt

    found = explore(*asked, ExploreOptions(threads=4), report=report)
    assert found.ending == "interrupted" and threading.active_count() == before
    assert 2_000 < found.states < alone.states
    assert (found.tables.parent[:found.states] == alone.tables.parent[:found.states]).all()
    assert (found.tables.store[:found.states] == alone.tables.store[:found.states]).all()


@pytest.mark.usefixtures("small_rounds")
@pytest.mark.parametrize("kernel", ["explore", "count_round", "number_batches", "link_batches"])
def test_ctrl_c_within_a_round_leaves_what_was_there_before(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, call, rounds = tiles("3x3"), Native.call, 0
    alone = explore(*asked, ExploreOptions(edges=True), Limits(depth=14))

    def interrupted(of: Native, name: str, *arguments: Any) -> Any:
        nonlocal rounds
        found = call(of, name, *arguments)
        if name == kernel and threading.current_thread() is threading.main_thread():
            rounds += name != "explore" or int(arguments[3][Asked.THREADS]) > 0
            if rounds == 20:
                raise KeyboardInterrupt
        return found

    monkeypatch.setattr(Native, "call", interrupted)
    found = explore(*asked, ExploreOptions(edges=True, threads=3))
    assert found.ending == "interrupted" and 100 < found.states < alone.states
    one, other, count = found.tables, alone.tables, found.states
    assert (one.parent[:count] == other.parent[:count]).all() and (one.store[:count] == other.store[:count]).all()
    assert (one.edges[:found.edge_count] == other.edges[:found.edge_count]).all()
    assert 0 < found.edge_count == found.transitions


@pytest.mark.usefixtures("small_rounds")
def test_a_call_that_raises_ends_the_search_when_all_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    call, before = Native.call, threading.active_count()

    def failing(of: Native, name: str, *arguments: Any) -> Any:
        if name == "explore" and threading.current_thread() is not threading.main_thread():
            raise MemoryError
        return call(of, name, *arguments)

    monkeypatch.setattr(Native, "call", failing)
    with pytest.raises(MemoryError):
        explore(*tiles("3x3"), ExploreOptions(threads=3))
    assert threading.active_count() == before


def test_where_memory_is_short_one_thread_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tiles("3x3")
    alone = explore(*asked)
    make_room, refused = Tables.make_room, []

    def short(tables: Tables, count: int, watch: Any, **more: Any) -> Any:
        if more.get("threads", 1) > 1 and count > 5_000:
            refused.append(count)
            return "memory"
        return make_room(tables, count, watch, **more)

    monkeypatch.setattr(Tables, "make_room", short)
    assert told(explore(*asked, ExploreOptions(threads=4))) == told(alone) and len(refused) == 1


def test_a_limit_of_memory_ends_it() -> None:
    found = explore(*tiles("2x5"), ExploreOptions(threads=4), Limits(memory=resident() + (8 << 20)))
    assert found.ending == "memory" and 10_000 < found.states < 1_814_400


def test_few_states_start_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "Thread", lambda *_, **__: pytest.fail("a thread was started"))
    assert explore(*tiles("2x3"), ExploreOptions(threads=8)).states == 360


def test_interpreted_rules_are_for_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "ROUND_LEAST", 0)
    monkeypatch.setattr(together, "Thread", lambda *_, **__: pytest.fail("a thread was started"))
    assert explore(*tiles("2x3", "interpreted"), ExploreOptions(threads=8)).states == 360


# -- commands -----------------------------------------------------------------------------------------------------------------


def test_commands_take_a_number_of_threads(daybreak: Callable[..., Any]) -> None:
    one, two = (json.loads(daybreak("explore", LOST, "--depth", 3, "--engine", "interpreted", "--json", "--threads", threads).out)
                for threads in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert daybreak("explore", LOST, "--threads", 0).code == 150
    assert daybreak("explore", LOST, "--threads", 2, "--disk", "1G").err.startswith("DB545 ")
    assert daybreak("check", LOST, "--threads", 2, "--with", "z3").err.startswith("DB509 ")
    assert daybreak("solve", LOST, "--threads", 2, "--strategy", "exhaustive", "--engine", "interpreted").code in (0, 12)
