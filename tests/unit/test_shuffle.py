"""`shuffle-v1`: golden vectors that hold for ever, the documentation followed by a second implementation, and fairness."""

from collections import Counter
from hashlib import blake2b, sha256
from itertools import chain
from statistics import NormalDist

import pytest

from verifier.scenarios.shuffle import NUMBER_RANGE, SEED_MOST, below, numbers, shuffled, stream

ORDERS = [
    (1, 0, "deck", [0]),
    (2, 0, "deck", [1, 0]),
    (5, 0, "deck", [1, 2, 4, 0, 3]),
    (5, 1, "deck", [1, 4, 3, 2, 0]),
    (5, 2, "deck", [4, 2, 3, 0, 1]),
    (5, 0, "bite-pile", [2, 0, 4, 1, 3]),
    (10, 0, "deck", [4, 3, 9, 5, 1, 6, 0, 7, 2, 8]),
    (10, 7, "deck", [1, 6, 4, 2, 0, 7, 5, 8, 3, 9]),
    (10, 2147483647, "deck", [9, 5, 0, 2, 8, 6, 1, 3, 7, 4]),
    (10, 2147483648, "deck", [5, 2, 6, 8, 3, 7, 0, 4, 9, 1]),
    (10, 9223372036854775808, "deck", [1, 2, 8, 3, 6, 5, 0, 4, 9, 7]),
    (10, 18446744073709551615, "deck", [7, 1, 8, 6, 2, 4, 3, 9, 0, 5]),
    (10, 7, "", [9, 6, 4, 8, 7, 3, 2, 0, 1, 5]),
    (10, 7, "é", [8, 6, 3, 9, 2, 0, 1, 7, 5, 4]),
    (35, 7, "deck", [5, 30, 9, 12, 11, 18, 27, 22, 3, 26, 23, 1, 19, 7, 21, 6, 0, 15, 32, 16, 24, 8, 2, 10, 4, 17, 31, 20, 29,
                     25, 34, 13, 33, 28, 14]),
    (35, 1, "deck", [7, 33, 6, 20, 26, 18, 9, 12, 27, 10, 21, 4, 3, 32, 15, 0, 31, 24, 30, 1, 19, 28, 34, 13, 17, 8, 29, 14, 25,
                     22, 23, 2, 11, 16, 5]),
]
NUMBERS = [
    (0, "deck", [83543394, 211473687, 93700591, 31785918]),
    (1, "deck", [215596720, 110228507, 152978437, 60879473]),
    (2, "deck", [217391292, 73524725, 138285341, 164693207]),
    (7, "deck", [86834140, 43696727, 178955530, 184838268]),
    (7, "bite-pile", [153103754, 160958516, 62185656, 80127422]),
    (7, "", [26089836, 149866674, 89259331, 28271851]),
    (2147483648, "deck", [127778677, 174941679, 203920724, 40130778]),
    (4294967296, "deck", [159867964, 174780398, 204246191, 97707830]),
    (9223372036854775808, "deck", [18136144, 206060049, 38985615, 110416181]),
    (18446744073709551615, "dice", [73310089, 133227177, 113728483, 86909865]),
]


@pytest.mark.parametrize(("count", "seed", "tape", "order"), ORDERS)
def test_golden_orders(count: int, seed: int, tape: str, order: list[int]) -> None:
    assert shuffled(range(count), seed, tape) == order


@pytest.mark.parametrize(("seed", "tape", "first"), NUMBERS)
def test_golden_numbers(seed: int, tape: str, first: list[int]) -> None:
    assert numbers(seed, tape, 4) == first


def test_a_long_sequence_of_numbers() -> None:
    text = repr(numbers(7, "deck", 512)).encode()
    assert sha256(text).hexdigest() == "adee26f564f52a499130008e363dc9bbb4ef891dfd30797df27da756b951551e"


def written_integers(seed: int, tape: str, purpose: str, blocks: int) -> list[int]:
    """The stream again, straight from the words of the module's docstring."""
    head = b"shuffle-v1" + b"\x00" + purpose.encode() + b"\x00" + tape.encode() + b"\x00" + seed.to_bytes(8, "little")
    digests = (blake2b(head + block.to_bytes(8, "little"), digest_size=64).digest() for block in range(blocks))
    data = bytes(chain.from_iterable(digests))
    return [sum(data[start + place] << 8 * place for place in range(4)) for start in range(0, len(data), 4)]


@pytest.mark.parametrize("seed", [0, 1, 2**40, SEED_MOST])
def test_the_documentation_says_what_the_code_does(seed: int) -> None:
    integers = stream(seed, "deck", "numbers")
    written = written_integers(seed, "deck", "numbers", 3)
    assert [next(integers) for _ in range(48)] == written
    fair = [integer % NUMBER_RANGE for integer in written if integer < 2**32 // NUMBER_RANGE * NUMBER_RANGE]
    assert numbers(seed, "deck", len(fair)) == fair
    order, spare = list("abcdefgh"), iter(written_integers(seed, "deck", "order", 3))
    for last in range(7, 0, -1):
        other = next(each for each in spare if each < 2**32 // (last + 1) * (last + 1)) % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert shuffled("abcdefgh", seed, "deck") == order


def test_integers_above_the_largest_multiple_are_skipped() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2])) == 2
    assert below(2**32, iter([2**32 - 1])) == 2**32 - 1
    assert below(1, iter([2**32 - 1])) == 0
    assert below(NUMBER_RANGE, iter([18 * NUMBER_RANGE, 18 * NUMBER_RANGE - 1])) == NUMBER_RANGE - 1


def test_the_number_range_divides_by_everything_up_to_22() -> None:
    assert all(NUMBER_RANGE % weight == 0 for weight in range(1, 23))


def test_numbers_of_a_longer_sequence_begin_like_those_of_a_shorter_one() -> None:
    assert numbers(3, "deck", 100)[:7] == numbers(3, "deck", 7)
    assert numbers(3, "deck", 0) == []


def test_a_shuffle_leaves_what_it_was_given_and_keeps_every_item() -> None:
    items = ["a", "b", "b", "c"]
    assert sorted(shuffled(items, 1, "deck")) == items
    assert items == ["a", "b", "b", "c"]
    assert shuffled([], 1, "deck") == []


@pytest.mark.parametrize("seed", [-1, SEED_MOST + 1])
def test_seeds_beyond_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is"):
        shuffled([1, 2], seed, "deck")


def chi_square(counts: list[int]) -> float:
    """The probability that fair counts are at least as even: near 0 is too even, near 1 too uneven (Wilson and Hilferty)."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    statistic = sum((count - mean) ** 2 for count in counts) / mean
    spread = 2 / (9 * freedom)
    return NormalDist().cdf(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def orders_of_five(shuffles: int) -> list[int]:
    counts = Counter(tuple(shuffled(range(5), seed, "fair")) for seed in range(shuffles))
    assert len(counts) == 120
    return list(counts.values())


def test_every_order_is_equally_likely() -> None:
    assert 0.001 < chi_square(orders_of_five(100_000)) < 0.999


def test_every_remainder_is_equally_likely() -> None:
    drawn = numbers(0, "fair", 66_000)
    for weight in (2, 3, 6, 11, 22):
        counts = Counter(number % weight for number in drawn)
        assert 0.001 < chi_square([counts[remainder] for remainder in range(weight)]) < 0.999


@pytest.mark.long
def test_every_order_is_equally_likely_in_a_million() -> None:
    assert 0.001 < chi_square(orders_of_five(1_000_000)) < 0.999


def test_numbers_are_the_same_with_numpy_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the blocks that are counted beforehand, too."""
    import sys

    import numpy as np

    assert np is sys.modules["numpy"]
    asked = [(seed, tape, count) for seed in (0, 7, SEED_MOST) for tape in ("deck", "é") for count in (0, 1, 15, 1024, 3000)]
    fast = [numbers(*each) for each in asked]
    monkeypatch.delitem(sys.modules, "numpy")
    assert [numbers(*each) for each in asked] == fast
    assert all(type(number) is int for each in fast for number in each)
