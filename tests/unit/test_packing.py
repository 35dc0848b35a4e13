"""States as flat integers and as packed words: there and back for random declarations and random values of them."""

from __future__ import annotations

from enum import IntEnum
from random import Random
from typing import Annotated, Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import verifier.run.packing as packing_module
from tests.rule_modules import random_value
from verifier.lang import Bag, Pile, Range, Row, Size, record
from verifier.lang.layout import decode, encode, slots, width
from verifier.lang.types import RecordType, record_type
from verifier.run.emit import TAPE_BITS
from verifier.run.packing import WORD_BITS, Packing, pack_source, packing_of


class Only(IntEnum):
    ONE = 0


class Three(IntEnum):
    A = 0
    B = 1
    C = 2


class Many(IntEnum):
    M0, M1, M2, M3, M4, M5, M6, M7, M8 = range(9)


def declared(**fields: Any) -> RecordType:
    """A record type with these annotations."""
    return record_type(record(type("Declared", (), {"__annotations__": fields})))


def _ranges(least: int, most: int) -> st.SearchStrategy[Range]:
    return st.tuples(st.integers(least, most), st.integers(least, most)).map(lambda ends: Range(min(ends), max(ends)))


NUMBERS = st.one_of(_ranges(-9, 9), _ranges(-1000, 1000), _ranges(-2**31, 2**31 - 1)).map(lambda ends: Annotated[int, ends])
ENUMS = st.sampled_from([Only, Three, Many])
PARTS = st.tuples(_ranges(0, 8)).map(lambda ends: Annotated[Many, ends[0]])
SCALARS = st.one_of(st.just(bool), NUMBERS, ENUMS, PARTS)
SMALL = st.one_of(st.just(bool), ENUMS, PARTS, _ranges(-9, 9).map(lambda ends: Annotated[int, ends]))
FLAT = st.lists(SMALL, min_size=1, max_size=4).map(
    lambda kinds: record(type("Flat", (), {"__annotations__": {f"f{index}": kind for index, kind in enumerate(kinds)}})))
PILES = st.tuples(st.one_of(SCALARS, FLAT), st.integers(1, 9)).map(lambda kind: Annotated[Pile[kind[0]], Size(kind[1])])
BAGS = st.tuples(st.one_of(ENUMS, PARTS), st.integers(0, 40)).map(lambda kind: Annotated[Bag[kind[0]], Range(0, kind[1])])


def _rows(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(items, st.integers(1, 4)).map(lambda kind: Annotated[Row[kind[0]], Size(kind[1])])


def _records(fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(fields, min_size=1, max_size=3).map(
        lambda kinds: record(type("Inner", (), {"__annotations__": {f"g{index}": kind for index, kind in enumerate(kinds)}})))


FIELDS = st.recursive(st.one_of(SCALARS, PILES, BAGS), lambda inner: st.one_of(_rows(inner), _records(inner)), max_leaves=6)
STATES = st.lists(FIELDS, min_size=1, max_size=6).map(
    lambda kinds: declared(**{f"h{index}": kind for index, kind in enumerate(kinds)}))


def _same(function: Any) -> Any:
    return function


def _compiled(packing: Packing) -> dict[str, Any]:
    found: dict[str, Any] = {"kernel": _same, "compiled": _same, "_wide": int}
    exec(pack_source(packing), found)
    return found


@given(STATES, st.integers(0, 2**32), st.integers(0, 2))
@example(declared(h=Annotated[int, Range(5, 5)]), 0, 0)
@example(declared(h=Annotated[Row[int], Size(3), Range(-2**31, 2**31 - 1)]), 1, 1)
@example(declared(h=Annotated[Pile[Annotated[int, Range(3, 9)]], Size(9)], i=Annotated[Pile[Only], Size(3)]), 2, 2)
@example(declared(h=Annotated[Pile[Annotated[int, Range(-2**31, 2**31 - 1)]], Size(9)]), 3, 0)
@settings(max_examples=150, deadline=None)
def test_states_are_carried_there_and_back(kind: RecordType, seed: int, tapes: int) -> None:
    carried(kind, seed, tapes)


@given(STATES, st.integers(0, 2**32), st.integers(0, 2), st.integers(1, 5))
@example(declared(h=Annotated[Row[int], Size(9), Range(-2**31, 2**31 - 1)]), 1, 1, 2)
@example(declared(h=Annotated[Row[Annotated[int, Range(3, 9)]], Size(40)], i=Annotated[Row[bool], Size(62)]), 2, 2, 12)
@settings(max_examples=150, deadline=None)
def test_long_runs_are_carried_there_and_back(kind: RecordType, seed: int, tapes: int, least: int) -> None:
    with patch.multiple(packing_module, MANY=1, RUN_LEAST=least):
        carried(kind, seed, tapes)


def test_a_state_of_many_scalars_is_packed_in_loops() -> None:
    hands = declared(hands=Annotated[Row[Annotated[Bag[Many], Range(0, 6)]], Size(40)], turn=Three)
    assert [(run.count, run.slot.bits) for run in packing_of(hands, 0, 7).runs] == [(360, 3)]
    assert len(pack_source(packing_of(hands, 0, 7)).splitlines()) < 60
    carried(hands, 5, 1)


def carried(kind: RecordType, seed: int, tapes: int) -> None:
    """States are packed and unpacked, and copied, by the code for them."""
    random = Random(seed)
    packing = packing_of(kind, tapes, 7)
    code = _compiled(packing)
    unpacked = encode(kind, random_value(kind, random)) + [0] * tapes
    known: dict[tuple[int, ...], list[int]] = {}
    for _ in range(5):
        value = random_value(kind, random)
        numbers = encode(kind, value)
        assert len(numbers) == width(kind)
        assert all(slot.low <= number <= slot.high for slot, number in zip(slots(kind), numbers, strict=True))
        assert decode(kind, numbers) == value
        state = numbers + [random.randrange(128) for _ in range(tapes)]
        words = [-1] * packing.words
        code["pack"](state, words)
        assert all(0 <= word < 2**WORD_BITS for word in words)
        code["unpack"](words, unpacked)
        assert unpacked == state
        assert known.setdefault(tuple(words), state) == state
        other = encode(kind, random_value(kind, random)) + [0] * tapes
        code["copy"](state, other)
        assert other == state


@given(STATES, st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_the_bits_of_the_ranges_are_what_is_used(kind: RecordType, seed: int) -> None:
    packing = packing_of(kind, 0, 7)
    assert packing.bits == sum(slot.bits for slot in slots(kind))
    assert packing.bits <= packing.words * WORD_BITS
    placed = sorted((word, shift, shift + slot.bits) for _, word, shift, slot in packing.scalars)
    assert all(word != other or end <= start for (word, _, end), (other, start, _) in zip(placed, placed[1:], strict=False))
    assert all(end <= WORD_BITS for _, _, end in placed)


@record
class Held:
    card: Annotated[Three, Range(Three.B, Three.C)]
    bent: bool
    worth: Annotated[int, Range(-2, 5)]


@record
class Side:
    hand: Annotated[Pile[Held], Size(3)]
    purse: Annotated[int, Range(-7, -2)]


@record
class Table:
    fixed: Annotated[int, Range(4, 4)]
    sides: Annotated[Row[Side], Size(2)]
    deck: Annotated[Bag[Three], Range(0, 3)]


def test_what_the_layout_is() -> None:
    kind = record_type(Table)
    assert [slot.path for slot in slots(kind)][:6] == [
        "fixed", "sides[0].hand.size", "sides[0].hand[-1].card", "sides[0].hand[-1].bent", "sides[0].hand[-1].worth",
        "sides[0].hand[-2].card"]
    table = Table()
    table.sides[1].hand.put_top(Held(card=Three.B, bent=True, worth=-2))
    table.sides[1].hand.put_top(Held(card=Three.C, worth=5))
    table.deck.add(Three.C)
    assert encode(kind, table) == [4, *[0] * 10, -7, 2, 1, 1, -2, 2, 0, 5, 0, 0, 0, -7, 0, 0, 1]
    assert packing_of(kind, 0, 7).words == 2  # 16 bits of scalars, six cells of six


def test_only_the_cells_in_use_are_packed_and_unpacking_clears_what_was_there() -> None:
    kind = record_type(Table)
    code = _compiled(packing_of(kind, 0, 7))
    full, empty = Table(), Table()
    for side in full.sides:
        for worth in range(3):
            side.hand.put_top(Held(card=Three.C, bent=True, worth=worth))
    words, state = [0, 0], encode(kind, full)
    code["pack"](encode(kind, empty), words)
    assert words[1] == 0
    code["unpack"](words, state)
    assert state == encode(kind, empty)


@pytest.mark.parametrize("bits", [7, 13])
def test_tape_counters_are_kept_to_their_last_number(bits: int) -> None:
    kind = record_type(Side)
    code = _compiled(packing_of(kind, 2, bits))
    state = [*encode(kind, Side()), 2**bits - 1, 2**bits - 2]
    words = [0] * packing_of(kind, 2, bits).words
    code["pack"](state, words)
    after = [*encode(kind, Side()), 0, 0]
    code["unpack"](words, after)
    assert after == state


def test_a_tape_can_be_used_as_far_as_a_deal_can_spell_it_out() -> None:
    assert 2**TAPE_BITS > 4096
