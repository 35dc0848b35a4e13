"""Shares: Wilson's interval against published values, and undecided deals counted as either."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from verifier.report.text.winnability import mean_text
from verifier.results.share import Mean, gained, mean, mean_worth, paired, share, student, wilson, with_luck


# R. G. Newcombe, Statistics in Medicine 17 (1998), pages 857-872: the score method without continuity correction.
@pytest.mark.parametrize(("count", "of", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (29, 29, 0.8830, 1.0)])
def test_wilson_as_published(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_the_ends_solve_the_score_equation() -> None:
    for of in (1, 7, 100):
        for count in range(of + 1):
            for end in wilson(count, of):
                assert (count / of - end) ** 2 == pytest.approx(1.959963984540054 ** 2 * end * (1 - end) / of, abs=1e-12)


def test_undecided_deals_may_be_either() -> None:
    found = share(3, 5, 20)
    assert (found.low, found.high, found.decided) == (round(wilson(3, 20)[0], 6), round(wilson(8, 20)[1], 6), 15)
    assert share(0, 20, 20).low == 0.0 and share(0, 20, 20).high == 1.0


# Student's 97.5 % points as in any table of them.
@pytest.mark.parametrize(("count", "quantile"), [(10, 2.262), (21, 2.086), (31, 2.042), (121, 1.980)])
def test_means_have_students_interval(count: int, quantile: float) -> None:
    numbers = [float(each % 7) for each in range(count)]
    found, half = mean(numbers), quantile * stdev(numbers) / count**0.5
    assert found.at == pytest.approx(fmean(numbers), abs=1e-6)
    assert (found.at - found.low, found.high - found.at) == pytest.approx((half, half), rel=3e-3)


def test_a_mean_lies_where_numbers_can() -> None:
    rare = [1.0] + [0.0] * 99
    assert mean(rare).low < 0.0 and mean(rare, 0, 5).low == 0.0
    assert mean(rare, 0, 5).high == mean(rare).high and mean([5.0] * 99 + [4.0], 0, 5).high == 5.0


def test_what_ends_are_worth_where_they_are_won_or_lost_is_a_share() -> None:
    found = mean_worth([1, 0, 1, 1], 1)
    assert found is not None and (found.low, found.high) == (share(3, 0, 4).low, share(3, 0, 4).high)
    assert mean_worth([2, 0, 1], 2) is None
    many = mean_worth([2] * 10, 2)
    assert many is not None and mean_text(many) == "2.00 in every game"


def test_of_few_numbers_there_is_no_mean() -> None:
    """One game would have an interval without any width."""
    with pytest.raises(ValueError, match="10 numbers"):
        mean([7.0] * 9)


def test_pairs_are_differences_of_single_deals() -> None:
    answers = [(True, False)] * 7 + [(False, True)] * 12 + [(True, True)] * 40 + [(False, False)] * 9
    found, same = paired(answers), gained([second - first for first, second in answers])
    assert (found.gain, found.low, found.high) == (same.at, same.low, same.high)


def test_intervals_of_differences_hold_what_is_so_in_95_of_100_cases() -> None:
    """One player on each deal beside the mean of four, on deals that are won more and less often; both play as well."""
    lots, held, widths = Random(5), 0, list[float]()
    for _ in range(2_000):
        deals = [lots.random() for _ in range(100)]
        wins = [[lots.random() < often for often in deals] for _ in range(5)]
        found = gained([one - sum(four) / 4 for one, *four in zip(*wins, strict=True)])
        alone = gained([one - two for one, two, *_ in zip(*wins, strict=True)])
        held += found.low <= 0.0 <= found.high
        widths.append((found.high - found.low) / (alone.high - alone.low))
    assert 0.94 <= held / 2_000 <= 0.97
    assert fmean(widths) == pytest.approx((1.25 / 2) ** 0.5, abs=0.03)  # a variance of 1 + 1/4 instead of 1 + 1


def test_who_learned_better_by_luck_is_not_taken_for_an_effect() -> None:
    """Players whose strength differs by luck, on the same deals: without regard to it, far too many intervals miss nothing."""
    lots, held, held_without = Random(7), 0, 0
    for _ in range(1_000):
        deals, strengths = [lots.random() for _ in range(100)], [lots.gauss(0, 0.06) for _ in range(5)]
        wins = [[float(lots.random() < often + strength) for often in deals] for strength in strengths]
        plain = gained([one - sum(four) / 4 for one, *four in zip(*wins, strict=True)])
        found = with_luck(plain, wins[1:])
        held += found.low <= 0.0 <= found.high
        held_without += plain.low <= 0.0 <= plain.high
        assert found.at == plain.at and found.low <= plain.low and plain.high <= found.high
    assert held_without < 850 and 935 <= held <= 985, (held_without, held)


def test_one_other_says_nothing_of_luck() -> None:
    found = gained([1.0, 0.0, 0.0, -1.0, 1.0])
    assert with_luck(found, [[1.0, 0.0, 1.0, 0.0, 1.0]]) == found
    assert with_luck(found, [[1.0, 0.0, 1.0, 0.0, 1.0]] * 3) == found  # they do not differ at all


# The 97.5 % points of any table.
@pytest.mark.parametrize(("free", "quantile"), [(2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (7, 2.365), (30, 2.042)])
def test_students_points_are_those_of_tables(free: int, quantile: float) -> None:
    assert student(free) == pytest.approx(quantile, rel=1e-2 if free < 3 else 2e-3)


def test_a_mean_that_is_nearly_nothing_is_no_minus_nothing() -> None:
    assert mean_text(Mean(0.03, -0.0046, 0.05)) == "0.03 (0.00 to 0.05)" and mean_text(None) == ""
