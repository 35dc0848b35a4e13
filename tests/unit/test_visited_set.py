"""The visited set: states that share a hash, tables that are nearly full, and tables that grow."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.games.corridor.drawn import explored
from verifier.instance import load_instance
from verifier.registry import installed
from verifier.run.native import Engine, Native
from verifier.search.explore import explore
from verifier.search.limits import Limits, Watch
from verifier.search.tables import Tables

engines = pytest.mark.parametrize("engine", ["interpreted", "native"])


@cache
def native(engine: Engine) -> Native:
    return Native(installed().program("until-dawn"), engine)


class Visited:
    """A table filled by hand: rows under hashes of choice."""

    def __init__(self, engine: Engine) -> None:
        self.native = native(engine)
        self.tables = Tables(self.native)
        self.control = np.zeros(11, dtype=np.int64)

    def _row(self, numbers: list[int]) -> Any:
        row = np.zeros((1, self.native.constant("ROW")), dtype=self.tables.store.dtype)
        row[0, :len(numbers)] = numbers
        return row

    def add(self, numbers: list[int], h: int) -> int:
        tables = self.tables
        at, bits = self.native.call("home_of", tables.table, h), self.native.call("number_bits", tables.table)
        return int(self.native.call("add_state", self._row(numbers), 0, h, at, 0, -1, 0, tables.store, tables.parent, tables.via,
                                    tables.node, tables.table, bits, self.control))

    def add_hashed(self, numbers: list[int]) -> int:
        return self.add(numbers, int(self.native.call("hash_of", self._row(numbers), 0)))

    def add_part(self, words: list[int], h: int | None = None) -> int:
        tables, packed, call = self.tables, np.array([words], dtype=np.int64), self.native.call
        h = int(call("hash_of_part", packed, 0, 0)) if h is None else h
        at, bits = call("home_of", tables.places, h), call("number_bits", tables.places)
        return int(call("part_number", packed, 0, 0, h, at, tables.parts, tables.places, bits, tables.counts))


@engines
def test_states_that_share_a_hash_are_two(engine: Engine) -> None:
    visited = Visited(engine)
    assert len(visited.tables.store[0]) > 1
    assert [visited.add(words, 5) for words in ([1], [2], [1, 1], [1], [2], [1, 1])] == [0, 1, 2, 0, 1, 2]


@engines
def test_a_state_is_found_behind_others_that_took_its_place(engine: Engine) -> None:
    visited = Visited(engine)
    assert [visited.add([number], number << 31 | 7) for number in range(50)] == list(range(50))
    assert [visited.add([number], number << 31 | 7) for number in range(50)] == list(range(50))


@engines
def test_what_a_table_held_it_holds_when_it_has_grown(engine: Engine) -> None:
    visited, random = Visited(engine), Random(1)
    states = [[random.randrange(2**30), random.randrange(4)] for _ in range(901)]
    numbers = [visited.add_hashed(words) for words in states]
    assert numbers == list(range(901))
    before = len(visited.tables.table)
    assert visited.tables.make_room(901, Watch(Limits()), more=before) is None and len(visited.tables.table) > before
    assert [visited.add_hashed(words) for words in states] == numbers
    assert visited.add_hashed([1, 3]) == 901


@engines
def test_parts_that_share_a_hash_are_two(engine: Engine) -> None:
    visited = Visited(engine)
    assert visited.native.constant("PART") == 3
    parts = [[1, 0, 0], [2, 0, 0], [1, 0, 1], [1, 1, 0]]
    assert [visited.add_part(words, 5) for words in (*parts, *parts)] == [0, 1, 2, 3, 0, 1, 2, 3]


@engines
def test_parts_are_found_when_their_table_has_grown(engine: Engine) -> None:
    visited, random, places = Visited(engine), Random(2), 0
    parts: list[list[int]] = []
    while len(visited.tables.places) == places or not places:
        places = len(visited.tables.places)
        more = [[random.randrange(2**62) for _ in range(3)] for _ in range(5_500)]
        assert [visited.add_part(words) for words in more] == list(range(len(parts), len(parts) + len(more)))
        parts += more
        assert visited.tables.make_room(0, Watch(Limits())) is None
    assert [visited.add_part(words) for words in parts] == list(range(len(parts)))


def test_every_state_is_what_its_events_lead_to() -> None:
    instance = load_instance(Path(__file__).parents[2] / "scenarios/until-dawn/demo.toml")
    reference = instance.reference
    found = explore(instance.native("native"), instance.setting, instance.start, limits=Limits(states=5_000))
    assert found.backend.constant("PART") > 0
    for number in range(0, found.states, 97):
        position = reference.settled(instance.start)
        for event in found.events_to(number):
            position = reference.settled(reference.apply(position, event).after)
        assert found.tables.state(number).tolist() == found.backend.state(position).tolist()


def test_a_way_to_a_state_that_is_known_is_asked_too() -> None:
    """Walking leads to the gallery first; that running, which breaks a property, leads there too must not be passed over."""
    found = explored(properties=frozenset({"nobody_runs"}), compress=False)
    assert (found.ending, found.property_name) == ("property", "nobody_runs")
