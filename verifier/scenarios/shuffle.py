"""`shuffle-v1`: how a seed decides an order and a sequence of numbers; identical on every machine and version, for ever.

A stream of unsigned 32-bit integers is BLAKE2b with 64-byte digests over, for block 0, 1, 2, ...:

    "shuffle-v1" NUL purpose NUL tape NUL seed block

where `purpose` is `order`, `numbers` or, for players who are no part of the deal, `policy` (`verifier.search.policy`),
`playouts` (`verifier.search.playouts`), `rollouts` (`verifier.search.rollouts`), `player` (`verifier.policy.table`), `above`
(`verifier.analysis.above`) or `luck` (`verifier.analysis.luck`), `tape` the name of the tape in UTF-8 (empty for players), and
`seed` and `block` are 8 bytes each, the lowest first.
Every digest gives sixteen integers of 4 bytes, the lowest first.

An integer below n is the remainder modulo n of the stream's next integer that is below the largest multiple of n up to 2**32;
integers above are skipped, so that every remainder is equally likely.

`shuffled` is Fisher and Yates' shuffle: for i from the last index down to 1, the items i and (an integer below i + 1) change
places.  `numbers` are successive integers below 232792560 = lcm(1..22), so that a number modulo a total weight of at most 22
is without bias (above that, by less than one in a million).

Changing any of this makes every seed mean another game: a new algorithm gets a new name, `shuffle-v2`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count as from_0
from itertools import islice
from struct import Struct, unpack
from typing import TypeVar

T = TypeVar("T")

NAME = "shuffle-v1"
SEED_MOST = 2**64 - 1
NUMBER_RANGE = 232_792_560  # lcm(1..22)

_SPAN = 2**32
_FAIR = _SPAN - _SPAN % NUMBER_RANGE
_INTEGERS = Struct("<16I")
_FIRST_BLOCKS = tuple(number.to_bytes(8, "little") for number in range(128))  # as many as deals are made of, written once


def stream(seed: int, tape: str, purpose: str) -> Iterator[int]:
    """The unsigned 32-bit integers of a seed for a tape and a purpose, without end; ValueError for a seed beyond 64 bits."""
    for digest in _blocks(seed, tape, purpose):
        yield from _INTEGERS.unpack(digest)


def _blocks(seed: int, tape: str, purpose: str) -> Iterator[bytes]:
    """The digests of a stream, one after the other."""
    if not 0 <= seed <= SEED_MOST:
        raise ValueError(f"a seed is 0..{SEED_MOST}, not {seed}")
    start = b"\0".join((NAME.encode(), purpose.encode(), tape.encode(), seed.to_bytes(8, "little")))
    begun = blake2b(start)
    for block in _FIRST_BLOCKS:
        one = begun.copy()
        one.update(block)
        yield one.digest()
    for number in from_0(len(_FIRST_BLOCKS)):
        yield blake2b(start + number.to_bytes(8, "little")).digest()


def below(limit: int, integers: Iterator[int]) -> int:
    """An integer 0..limit-1, each equally likely if the integers are uniform; `limit` is 1..2**32."""
    fair = _SPAN - _SPAN % limit
    while (integer := next(integers)) >= fair:
        pass
    return integer % limit


def shuffled(items: Sequence[T], seed: int, tape: str) -> list[T]:
    """The items in the order that the seed decides for a tape; the result depends on the order they are given in."""
    order = list(items)
    integers = stream(seed, tape, "order")
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, integers)
        order[last], order[other] = order[other], order[last]
    return order


def numbers(seed: int, tape: str, count: int) -> list[int]:
    """The first `count` numbers 0..232792559 of a seed for a tape."""
    found: list[int] = []
    blocks = _blocks(seed, tape, "numbers")
    while len(found) < count:  # many blocks at once: deals are made of thousands of numbers
        some = b"".join(islice(blocks, (count - len(found)) // 15 + 1))  # of sixteen integers less than one is skipped
        found += _fair_numbers(some)
    return found[:count]


def _fair_numbers(integers: bytes) -> list[int]:
    """The numbers that integers of 4 bytes each stand for, without those that are skipped.

    numpy does in 0.03 ms what takes 0.2 ms.  Where it is not loaded, nobody waits for that: it takes longer than a deal.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return [integer % NUMBER_RANGE for integer in unpack(f"<{len(integers) // 4}I", integers) if integer < _FAIR]
    array = numpy.frombuffer(integers, "<u4")
    found: list[int] = (array[array < _FAIR] % NUMBER_RANGE).tolist()
    return found
