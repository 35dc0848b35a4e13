"""Derived bounds against the truth on closed spaces: no state is worth more, and searches find the same with them as without."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from tests.agreement.falling import dead_ends, falling, twins
from tests.contract.test_games_with_sides import instance, program
from tests.games import network, tiles
from tests.games.network import Phase
from tests.games.network.drawn import chart_of, drawn
from tests.games.network.drawn import native as network_native
from verifier.instance import Instance
from verifier.lang.patterns import Patterns
from verifier.run.backend import Backend
from verifier.run.cache import SealedFolder
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import solve_best
from verifier.search.derived import context_of, derived_bounds
from verifier.search.explore import ExploreOptions, explore
from verifier.search.limits import Limits

ADDED = ((1, 2, 3), (4, 5))
TILES = {
    "added": [Patterns("slides", ("hole",), "tiles", ADDED, "")],
    "one-group": [Patterns("slides", ("hole",), "tiles", ((1, 3, 4),), "")],
    "without-row": [Patterns("slides", ("hole",), "", (), "")],
    "everything": [Patterns("slides", ("hole", "tiles"), "", (), "")],
    "nothing": [Patterns("slides", (), "", (), "")],
    "several": [Patterns("slides", ("hole",), "tiles", ADDED, ""), Patterns("slides", ("hole",), "tiles", ((2, 4), (1, 5)), "")],
    "uncounted": [Patterns("", ("hole", "slides"), "tiles", ((1, 2),), "")],
}


def frame(slides: int, **more: Any) -> Instance:
    """Two by three tiles from an order that is far from the one wanted, or another frame."""
    of = instance(tiles, "plain", **{"rows": 2, "columns": 3, "slides": slides, **more})
    board = of.start.state
    for place, tile in enumerate((3, 4, 5, 0, 1, 2) if of.setting.edition.rows == 2 else (1, 4, 2, 3, 0, 5, 6, 7, 8)):
        board.tiles[place] = tile
    board.hole = next(place for place in range(9) if board.tiles[place] == 0)
    return of


def compared(backend: Backend, setting: Setting, start: Position) -> tuple[Any, Any]:
    """Of every decision and end that can follow: the best grade of the ends behind it (-1: there is none), and its bound."""
    explored = explore(backend, setting, start, ExploreOptions(open_chance=True, edges=True), Limits(states=200_000))
    assert explored.closed
    count, tables = explored.states, explored.tables
    truth = np.full(count, -1, dtype=np.int64)
    ends, grades = explored.ends(Limits())
    truth[ends] = grades
    sources, targets = tables.edges[:explored.edge_count, 0], tables.edges[:explored.edge_count, 1]
    while True:
        before = truth.copy()
        np.maximum.at(truth, sources, truth[targets])
        if (before == truth).all():
            break
    bounds = np.full(count, backend.constant("GRADES"), dtype=np.int64)
    derived = derived_bounds(backend, setting, backend.state(start))
    assert len(derived) == len(backend.program.game.pattern_sets)
    for each in derived:
        each.tighten(tables, bounds, 0, count)
    return truth, bounds


@pytest.mark.parametrize("name", TILES)
def test_no_order_of_small_frames_is_worth_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles.game, "pattern_sets", TILES[name])
    of = frame(32)
    truth, bounds = compared(of.native("native"), of.setting, of.start)
    solved = truth >= tiles.MOST + 1
    assert len(truth) > 3_000 and 500 < solved.sum() < len(truth)
    assert (bounds >= truth).all()
    exact = (bounds == truth)[solved].mean()
    assert exact == 1 if name == "everything" else exact < 1
    assert (exact > 0.3) == (name not in ("without-row", "nothing", "uncounted"))


def test_no_order_of_a_larger_frame_is_worth_more() -> None:
    of = frame(14, rows=3, columns=3)
    truth, bounds = compared(of.native("native"), of.setting, of.start)
    assert len(truth) > 3_000 and (bounds >= truth).all() and (bounds == truth).mean() > 0.02


def test_what_is_worked_out_holds_for_every_value_there_may_be() -> None:
    """The words that rules are written in: where they know a result, it is that of all the numbers that may be meant."""
    of = frame(24)
    native = Native(program(tiles), "interpreted").projected(TILES["one-group"][0])
    context = context_of(native, TILES["one-group"][0], of.setting, (1, 3, 4))
    names, any_value, other = native.module.__dict__, native.constant("ANY"), native.constant("OTHER")
    meant = {any_value: range(-1, 7), other: (0, 2, 5), **{value: (value,) for value in (-1, 0, 1, 2, 4)}}
    flags = {any_value: (0, 1), 0: (0,), 1: (1,)}
    words = {"_plus": lambda a, b: a + b, "_minus": lambda a, b: a - b, "_times": lambda a, b: a * b, "_less_of": min,
             "_more_of": max, "_below": lambda a, b: int(a < b), "_equal": lambda a, b: int(a == b)}
    known = 0
    for name, word in words.items():
        for one, other_one in product(meant, meant):
            found = names[name](*([context] if name == "_equal" else []), one, other_one)
            results = {word(a, b) for a in meant[one] for b in meant[other_one]}
            assert found >= any_value or results == {found}, (name, one, other_one)
            known += found < any_value and max(one, other_one) >= any_value
    for name, word in {"_and": min, "_or": max}.items():
        for one, other_one in product(flags, flags):
            found = names[name](one, other_one)
            assert found >= any_value or {word(a, b) for a in flags[one] for b in flags[other_one]} == {found}, (name, one)
            known += found < any_value and max(one, other_one) >= any_value
    assert known > 4  # what a pattern tells apart is none of the others; a false part makes a conjunction false


def test_an_event_is_of_the_group_that_owns_the_first_value_of_any() -> None:
    of, declared = frame(24), TILES["added"][0]
    native = Native(program(tiles), "interpreted").projected(declared)
    put, owned, row = native.module.__dict__["_put"], native.constant("OWNED"), 2
    for values, wanted in (((4, 1), (2, 1)), ((1, 4), (1, 2)), ((0, 8, 5, 2), (2, 1)), ((0, 8), (0, 0)), ((3,), (1, 2))):
        found = []
        for group in ADDED:
            context, state = context_of(native, declared, of.setting, group), native.blank()
            for cell, value in enumerate(values, row):
                put(state, context, cell, value)
            found.append(int(context[owned]))
        assert tuple(found) == wanted and found.count(1) <= 1, values


def test_a_state_whose_pattern_was_not_found_is_worth_what_it_was() -> None:
    of = frame(24)
    native = Native(program(tiles), "interpreted").projected(TILES["added"][0])
    assert of.start and native.constant("COUNT_CELL") >= 0
    limits, worths = np.full(2, 99, dtype=np.int64), np.array([[9, 8, 7, 6]], dtype=np.int64)
    native.call("tighten", np.array([[2, 1, 0], [2, 1, 1]], dtype=np.int64), 2, worths, 4, limits, 0)
    assert limits.tolist() == [6, 99]


KEPT = [Patterns("", ("at",), "", (), ""), Patterns("", (), "", (), "")]


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 400), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("kept", KEPT, ids=["place", "phase"])
def test_no_place_of_random_networks_is_worth_more(kept: Patterns, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a chart promises is left out of account: bounds are those of the rules alone."""
    monkeypatch.setattr(network.game, "pattern_sets", [kept])
    native = Native(program(network), "interpreted")
    close = reached = 0
    for seed in seeds:
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed)), ((),))
        start = Reference(native.program, setting).set_up()
        truth, bounds = compared(native, setting, start)
        assert (bounds >= truth).all(), seed
        close, reached = close + int((bounds == np.maximum(truth, 0)).sum()), reached + len(truth)
    assert (close == reached) == bool(kept.keeps)


@pytest.mark.parametrize("kept", KEPT, ids=["place", "phase"])
def test_no_place_where_one_falls_is_worth_more(kept: Patterns, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens where no decision is legal leads on from a pattern, too."""
    monkeypatch.setattr(falling().game, "pattern_sets", [kept])
    native = Native(falling(), "interpreted")
    falls = 0
    for seed in range(40):
        _, of, _ = twins(seed)
        truth, bounds = compared(native, evolve(of.setting, tapes=((),)), of.start)
        assert (bounds >= truth).all(), seed
        falls += bool(dead_ends(drawn(seed))) and int(truth.max()) > 0
    assert falls > 3


@pytest.mark.parametrize("kept", KEPT, ids=["place", "phase"])
@pytest.mark.parametrize("ways", ["portfolio", "beam", "best-first"])
def test_searches_where_one_falls_find_what_they_find_of_the_twin(ways: Any, kept: Patterns, monkeypatch: pytest.MonkeyPatch
                                                                  ) -> None:
    """Everything together: falls, ways said to be safe, and derived bounds, against the plain network without any of them."""
    monkeypatch.setattr("verifier.search.best.TURN", 1)
    monkeypatch.setattr("verifier.search.best_first.BATCH", 1)
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", 1)
    monkeypatch.setattr("verifier.search.best.Beam._take_played", lambda *_: None)
    monkeypatch.setattr(falling().game, "pattern_sets", [kept])
    falls = Native(falling(), "interpreted")
    proved = 0
    for seed in range(24):
        chart, of, twin = twins(seed, slack=(0, 1, 7)[seed % 3])
        best = solve_best(falls, of.reference, of.setting, of.start, ways=ways)
        plain = solve_best(network_native(), twin.reference, twin.setting, twin.start, ways="beam", patterns=False)
        assert best.grade == plain.grade, seed
        assert best.verdict != "best-found" or plain.verdict != "optimal", seed
        proved += bool(dead_ends(drawn(seed))) and best.verdict == "optimal"
    assert proved > 3


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 300), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("ways", ["portfolio", "beam", "best-first"])
def test_searches_find_the_best_end_with_them(seeds: range, ways: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.best.TURN", 1)
    monkeypatch.setattr("verifier.search.best_first.BATCH", 1)
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", 1)
    monkeypatch.setattr("verifier.search.best.Beam._take_played", lambda *_: None)
    found = 0
    for seed in seeds:
        monkeypatch.setattr(network.game, "pattern_sets", [KEPT[seed % 2]])
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed), slack=7), (chart.tape or (),))
        reference = Reference(network_native().program, setting)
        grades = [chart.grades[at[0]] for at in chart.distances(chart.moves, (0, 0)) if chart.kinds[at[0]] is Phase.OUT]
        best = solve_best(network_native(), reference, setting, reference.set_up(), ways=ways)
        assert (best.grade is None) == (not grades), seed
        assert best.grade is None or tuple(network_native().grade_fields(best.grade)) == max(grades), seed
        found += best.verdict == "optimal"
    assert found > len(seeds) // 3


@pytest.mark.parametrize("ways", ["portfolio", "beam", "best-first"])
def test_searches_find_as_few_slides_with_them(ways: Any) -> None:
    states = dict.fromkeys((True, False), 0)
    for slides in (21, 22, 30):
        of = frame(slides)
        native = of.native("native")
        found = {patterns: solve_best(native, of.reference, of.setting, of.start, patterns=patterns, ways=ways)
                 for patterns in (True, False)}
        assert {best.verdict for best in found.values()} <= {"optimal", "proved"}
        assert found[True].grade == found[False].grade
        for patterns, best in found.items():
            states[patterns] += int(best.search["states"])
    assert states[True] * 4 < states[False]


def test_tables_are_kept_and_good_for_other_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A table that is not there is made, one that is there is read, and one that is at hand is taken."""
    read = list[bool]()
    kept = SealedFolder.kept

    def noted(folder: SealedFolder, name: str) -> bytes | None:
        content = kept(folder, name)
        read.append(content is not None)
        return content

    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    monkeypatch.setattr(SealedFolder, "kept", noted)
    monkeypatch.setattr(tiles.game, "pattern_sets", TILES["several"])
    of = frame(23)
    native = Native(program(tiles), "interpreted")
    found = []
    for wanted in (False, True):
        monkeypatch.setattr("verifier.search.derived._HELD", {})
        found.append(derived_bounds(native, of.setting, native.state(of.start)))
        assert read == [wanted] * 4
        read.clear()
    after = of.reference.apply(of.start, of.program.event_by_text["down"]).after
    found.append(derived_bounds(native, of.setting, native.state(after)))
    assert not read and len({tuple(each.states for each in bounds) for bounds in found}) == 1
    assert all(each.states > 100 for each in found[0])


def test_a_budget_or_a_limit_leaves_no_bound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    monkeypatch.setattr("verifier.search.derived._HELD", {})
    monkeypatch.setattr(tiles.game, "pattern_sets", TILES["added"])
    of = frame(23)
    native = Native(program(tiles), "interpreted")
    assert not derived_bounds(native, of.setting, native.state(of.start), states_max=50)
    assert not derived_bounds(native, of.setting, native.state(of.start), Limits(seconds=0.0))
    monkeypatch.setattr("verifier.run.projected.PATHS", 1)
    assert not derived_bounds(Native(program(tiles), "interpreted"), of.setting, native.state(of.start))
    monkeypatch.undo()
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    assert derived_bounds(native, of.setting, native.state(of.start))
