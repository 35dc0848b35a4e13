"""The visited set: states that share a hash, tables that are nearly full, and tables that grow."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from tests.games.corridor.drawn import explored
from verifier.registry import installed
from verifier.run.native import Engine, Native
from verifier.search.limits import Limits, Watch
from verifier.search.tables import Tables

engines = pytest.mark.parametrize("engine", ["interpreted", "native"])


@cache
def native(engine: Engine) -> Native:
    return Native(installed().program("until-dawn"), engine)


class Visited:
    """A table filled by hand: packed states under hashes of choice."""

    def __init__(self, engine: Engine) -> None:
        self.native = native(engine)
        self.tables = Tables(self.native)
        self.control = np.zeros(11, dtype=np.int64)

    def add(self, words: list[int], h: int) -> int:
        tables, packed = self.tables, np.zeros(self.tables.words, dtype=np.int64)
        packed[:len(words)] = words
        return int(self.native.call("add_state", packed, h, 0, -1, -1, tables.store, tables.parent, tables.via, tables.node,
                                    tables.table, self.control))

    def add_hashed(self, words: list[int]) -> int:
        packed = np.zeros(self.tables.words, dtype=np.int64)
        packed[:len(words)] = words
        return self.add(words, int(self.native.call("hash_of", packed)))


@engines
def test_states_that_share_a_hash_are_two(engine: Engine) -> None:
    visited = Visited(engine)
    assert visited.tables.words > 1
    assert [visited.add(words, 5 << 31) for words in ([1], [2], [1, 1], [1], [2], [1, 1])] == [0, 1, 2, 0, 1, 2]


@engines
def test_a_state_is_found_behind_others_that_took_its_place(engine: Engine) -> None:
    visited = Visited(engine)
    assert [visited.add([number], number << 31 | 7) for number in range(50)] == list(range(50))
    assert [visited.add([number], number << 31 | 7) for number in range(50)] == list(range(50))


@engines
def test_what_a_table_held_it_holds_when_it_has_grown(engine: Engine) -> None:
    visited, random = Visited(engine), Random(1)
    states = [[random.randrange(2**60), random.randrange(4)] for _ in range(901)]
    numbers = [visited.add_hashed(words) for words in states]
    assert numbers == list(range(901))
    before = len(visited.tables.table)
    assert visited.tables.make_room(901, Watch(Limits()), more=before) is None and len(visited.tables.table) > before
    assert [visited.add_hashed(words) for words in states] == numbers
    assert visited.add_hashed([1, 3]) == 901


def test_a_way_to_a_state_that_is_known_is_asked_too() -> None:
    """Walking leads to the gallery first; that running, which breaks a property, leads there too must not be passed over."""
    found = explored(properties=frozenset({"nobody_runs"}), compress=False)
    assert (found.ending, found.property_name) == ("property", "nobody_runs")
