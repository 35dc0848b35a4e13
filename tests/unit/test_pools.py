"""Dice pools: every result with its weight, against dice that are told apart."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from itertools import product
from math import comb

import pytest

from verifier.errors import RuleRefused
from verifier.lang import dice, pool, showing, ways
from verifier.lang.types import enum_type, words_of


class Side(IntEnum):
    """The sides of a die."""

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5


class Sign(IntEnum):
    """What a die of a game shows; several sides may show the same."""

    MISS = 0
    BODY = 1
    HEAD = 2


@pool(Side, most=6, least=6)
class Six(IntEnum):
    """What six dice of six sides show."""


@pool(Sign, most=6)
class Roll(IntEnum):
    """What up to six dice show."""


def results(enum: type[IntEnum], signs: type[IntEnum]) -> list[tuple[int, ...]]:
    return list(zip(*(showing(enum, sign) for sign in signs), strict=True))


def test_six_dice_are_462_results_that_weigh_as_much_as_46_656_sequences() -> None:
    thrown = Counter(tuple(dice.count(side) for side in Side) for dice in product(Side, repeat=6))
    assert len(thrown) == comb(11, 5) == 462 and thrown.total() == 6**6
    assert dict(zip(results(Six, Side), ways(Six), strict=True)) == thrown


@pytest.mark.parametrize("sides", [(2, 2, 2), (1, 3, 2), (0, 4, 2), (1, 1, 4)])
def test_signs_on_several_sides_weigh_more(sides: tuple[int, int, int]) -> None:
    """As the language says: the ways, times the number of sides for each die that shows the sign."""
    die = [sign for sign in Sign for _ in range(sides[sign])]
    for number in range(7):
        thrown = Counter(tuple(shown.count(sign) for sign in Sign) for shown in product(die, repeat=number))
        weighed = {result: weight * sides[0]**result[0] * sides[1]**result[1] * sides[2]**result[2]
                   for result, weight, count in zip(results(Roll, Sign), ways(Roll), dice(Roll), strict=True) if count == number}
        assert {result: weight for result, weight in weighed.items() if weight} == thrown


def test_a_pool_is_an_enum_of_the_language() -> None:
    kind = enum_type(Roll, None, "here")
    assert (kind.low, kind.high) == (0, sum(comb(number + 2, 2) for number in range(7)) - 1)
    assert words_of(Roll)[:4] == ("nothing", "1 miss", "1 body", "1 head") and "2 head 3 body 1 miss" in words_of(Roll)
    assert Roll.__doc__ == "What up to six dice show." and Roll.__module__ == __name__
    assert len(set(words_of(Roll))) == len(Roll)


@pytest.mark.parametrize(("options", "message"), [
    ({"most": 0}, "a pool of 0 to 0 dice with 3 signs makes no sense"),
    ({"most": 2, "least": 3}, "a pool of 3 to 2 dice with 3 signs makes no sense"),
    ({"most": 2, "least": -1}, "a pool of -1 to 2 dice with 3 signs makes no sense"),
    ({"most": 60}, "60 dice with 3 signs can show more than the 4,096 results that are supported"),
    ({"most": 4096}, "4096 dice with 3 signs can show more than the 4,096 results that are supported"),
    ({"most": 10**9}, "1000000000 dice with 3 signs can show more than the 4,096 results that are supported"),
])
def test_what_makes_no_sense_is_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(RuleRefused, match=message) as refused:
        pool(Sign, **options)(IntEnum("Odd", {}))
    assert refused.value.code == "DB301"


def test_other_enums_are_no_pools() -> None:
    with pytest.raises(RuleRefused, match="this enum is no pool of dice"):
        showing(Sign, Side.ONE)
