"""What ended games are worth: as worked out here, and as kernels do it; a scale by what games come to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games import crossing
from verifier.instance import native_of
from verifier.policy.scale import Scale
from verifier.program.program import load
from verifier.run.backend import Backend
from verifier.run.control import Playing, Worth
from verifier.run.kernels.lots import worth_of_grade


def backend(grades: int, step: int) -> Backend:
    """One that numbers so many grades, of which `step` have the same first field."""
    return cast("Backend", SimpleNamespace(constant={"GRADES": grades, "LOWEST_STEP": step}.get))


def by_kernel(scale: Scale, grade: int) -> int:
    notes = np.zeros(len(Playing), dtype=np.int64)
    scale.note(notes)
    return int(worth_of_grade(grade, notes))


numbers = st.tuples(st.integers(1, 50), st.lists(st.integers(0, 10_000), min_size=2, max_size=2, unique=True).map(sorted))


@given(numbers, st.lists(st.integers(0, 500_000), min_size=1))
def test_kernels_know_the_same_worths(given_numbers: tuple[int, list[int]], grades: list[int]) -> None:
    divisor, (low, high) = given_numbers
    scale = Scale(divisor, low, high)
    worths = scale.worths(np.array(sorted(grades)))
    assert list(worths) == sorted(worths) and worths.min() >= 0 and worths.max() <= 1
    for grade, worth in zip(sorted(grades), worths, strict=True):
        assert abs(by_kernel(scale, grade) / int(Worth.SURE) - worth) < 2 / int(Worth.SURE)
    assert [scale.worth(grade * divisor) for grade in (low, high)] == [0, 1]
    assert scale.worth((low + high) // 2 * divisor) == pytest.approx(((low + high) // 2 - low) / (high - low))
    assert Scale.read(np.array(scale.numbers, dtype=np.int64)) == scale


def test_plain_scales_have_even_steps() -> None:
    three_of_ten = backend(30, 10)
    won = Scale.plain(three_of_ten, whole_grade=False)
    assert won.worths(np.array([-1, 0, 9, 10, 19, 20, 29])).tolist() == [0, 0, 0, 0.5, 0.5, 1, 1] and not won.is_won_or_lost
    assert Scale.plain(three_of_ten, whole_grade=True).worth(15) == 15 / 29
    two = Scale.plain(backend(20, 10), whole_grade=False)
    assert two.is_won_or_lost and [two.worth(grade) for grade in (0, 9, 10, 19)] == [0, 0, 1, 1]
    assert Scale.plain(backend(1, 1), whole_grade=True).worth(0) == 0


def test_a_spread_scale_is_four_times_as_wide_as_what_games_came_to() -> None:
    """Grades are of 0 to 999; games came to 100 up to 200, and one to 700; two stopped without an end."""
    grades = np.array([*range(100, 201), 700, -1, -1])
    scale = Scale.spread(backend(1000, 500), grades)
    assert scale.divisor == 1 and 100 <= scale.lowest <= 106 and 460 <= scale.highest <= 500
    assert scale.worth(50) == 0 and abs(scale.worth(200) - 0.25) < 0.04 and abs(scale.worth(300) - 0.5) < 0.04
    assert scale.worth(700) == 1
    assert Scale.spread(backend(300, 150), grades).highest == 299  # the best grade there is


def test_a_scale_grows_with_what_games_come_to() -> None:
    scale, of_all = Scale(1, 100, 200), backend(1000, 500)
    for best, highest in ((150, 200), (200, 200), (201, 300), (450, 500), (950, 999)):
        reaching = scale.reaching(of_all, np.array([-1, 100, *[best] * 9]))
        assert reaching == Scale(1, 100, highest)
        assert reaching.reaching(of_all, np.array([best])) == reaching
    assert scale.reaching(of_all, np.array([150] * 99 + [900])) == scale  # a single good game is no measure
    assert scale.reaching(of_all, np.array([], dtype=np.int64)) == scale


@pytest.mark.parametrize("grades", [[], [-1, -1], [7] * 20, [999] * 20])
def test_games_that_tell_nothing_apart_leave_even_steps(grades: list[int]) -> None:
    of_all = backend(1000, 500)
    assert Scale.spread(of_all, np.array(grades, dtype=np.int64)) == Scale.plain(of_all, whole_grade=True)


@given(st.integers(1, 10**15))
def test_worths_fit_in_whole_numbers_however_many_grades_there_are(most: int) -> None:
    scale = Scale.plain(backend(most + 1, 1), whole_grade=True)
    assert Scale.read(np.array(scale.numbers, dtype=np.int64)) == scale
    for grade in (0, most // 3, most):
        assert 0 <= by_kernel(scale, grade) <= int(Worth.SURE) and by_kernel(scale, most) == int(Worth.SURE)


def test_what_is_no_scale_is_none() -> None:
    wrong: list[Any] = [[1, 0, 0], [0, 0, 1], [1, 2, 1], [1, -1, 1], [1, 0, 1, 1], [[1, 0, 1]], [1, 0, 2**40]]
    for each in wrong:
        assert Scale.read(np.array(each, dtype=np.int64)) is None
    assert Scale.read(np.array([1.0, 0, 1])) is None


@pytest.mark.parametrize("first", [(0,), (1,), (0, 0), (0, 4), (1, 0), (1, 5), (1, 6)])
def test_a_scale_by_the_first_fields_is_theirs(first: tuple[int, ...]) -> None:
    """As many of the first fields as are named, whether they say so in whole numbers or by yes and no."""
    crossing_backend = native_of(load(crossing.game), "interpreted")
    scale = Scale.at_least(crossing_backend, first)
    for number in range(crossing_backend.constant("GRADES")):
        assert scale.worth(number) == (crossing_backend.grade_fields(number)[:len(first)] >= first)
    assert Scale.at_least(crossing_backend, (1,)) == Scale.plain(crossing_backend, whole_grade=False)
