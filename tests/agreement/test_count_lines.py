"""How many best lines there are, and up to order, against every line written out and exchanged by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.agreement.every_line import Lines, Plain, classes, every_line, walk
from tests.rule_modules import Both, written
from verifier.analysis.count_lines import count_lines
from verifier.instance import Instance
from verifier.results.counted import CountedLines
from verifier.run.native import Native
from verifier.search.limits import Limits

SQUARES = """
@game.setup
def lay_out(table: Table) -> None:
    table.n = 0


@game.decision(Phase.ACT, clause="C-01")
def up(table: Table) -> None:
    require(table.n < 2, "C-02")
    table.n += 1
    over(table)


@game.decision(Phase.ACT, clause="C-01")
def across(table: Table) -> None:
    require(table.m < 2, "C-02")
    table.m += 1
    over(table)


@game.decision(Phase.ACT, clause="C-01")
def light(table: Table) -> None:
    require(not table.flag, "C-02")
    table.flag = True
    over(table)


@game.rule
def over(table: Table) -> None:
    if table.n == 2 and table.m == 2 and table.flag:
        table.phase = Phase.OVER


@game.grade
def result(table: Table) -> Grade:
    return Grade(won=True, points=1)
"""
# Lit first, the two ways meet; unlit, the last one of both decides what is left.
NOTED = "    if not table.flag:\n        table.numbers[0] = {}\n"
BY_TURNS = SQUARES.replace("table.n += 1\n", "table.n += 1\n" + NOTED.format(1)).replace(
    "table.m += 1\n", "table.m += 1\n" + NOTED.format(2))


def counted(instance: Instance, native: Native, lines: Lines, limits: Limits | None = None, classes_max: int = 2_000_000
            ) -> CountedLines:
    line = next(line for line, grade in lines.grades.items() if grade == lines.best)
    return count_lines(instance, native, line, number(native, lines.best), is_best=True, limits=limits, classes_max=classes_max)


def number(native: Native, fields: tuple[int, ...]) -> int:
    """The number of a grade."""
    return next(number for number in range(native.constant("GRADES")) if native.grade_fields(number) == fields)


def module(folder: Path, rules: str) -> tuple[Instance, Native]:
    both = Both(written(folder, rules))
    position = both.reference.set_up()
    return Plain(None, both.program, both.setting, both.reference, position), both.native  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(25))
def test_random_networks(seed: int) -> None:
    instance = walk(seed)
    lines = every_line(instance)
    best = lines.with_grade(lines.best)
    native = Native(instance.program, "interpreted")
    found = counted(instance, native, lines)
    assert (found.lines, found.exact, found.up_to_order_exact, found.endless) == (len(best), True, True, False)
    assert found.up_to_order == classes(best, lines.keys)
    few = counted(instance, native, lines, classes_max=1)
    assert few.lines == len(best) and few.up_to_order <= found.up_to_order
    assert not few.up_to_order_exact or few.up_to_order == found.up_to_order


def test_the_networks_are_worth_comparing() -> None:
    """In some of them nothing can be exchanged; of others the lines differ by more than order, and by order, too."""
    met = Counter[str]()
    for seed in range(60):
        lines = every_line(walk(seed))
        best = lines.with_grade(lines.best)
        met["all" if classes(best, lines.keys) == len(best) else "some"] += 1
    assert met["all"] > 5 and met["some"] > 5, met


@pytest.mark.parametrize(("rules", "lines", "up_to_order"), [(SQUARES, 30, 1), (BY_TURNS, 30, None)])
def test_squares(rules: str, lines: int, up_to_order: int | None, tmp_path: Path) -> None:
    instance, native = module(tmp_path, rules)
    everything = every_line(instance)
    best = everything.with_grade(everything.best)
    found = counted(instance, native, everything)
    assert found.lines == len(best) == lines and found.up_to_order == classes(best, everything.keys)
    assert found.up_to_order == up_to_order if up_to_order else 1 < found.up_to_order < lines


@pytest.mark.parametrize("seed", range(20))
def test_a_limit_leaves_what_there_is_at_the_least(seed: int) -> None:
    instance = walk(seed)
    lines = every_line(instance)
    best = lines.with_grade(lines.best)
    native = Native(instance.program, "interpreted")
    for states in (1, 4, 8):
        found = counted(instance, native, lines, Limits(states=states))
        assert 1 <= found.lines <= len(best) and 1 <= found.up_to_order <= classes(best, lines.keys)
        assert found.exact <= (found.lines == len(best)) and (not found.exact or found.ending == "closed")
    found = counted(instance, native, lines, Limits(until=0.0, seconds=1.0))
    assert not found.exact and found.ending == "seconds" and found.lines == 1


def test_lines_that_go_round_have_no_end() -> None:
    met = set()
    for seed in range(40):
        instance = walk(seed, rounds=True)
        native = Native(instance.program, "interpreted")
        found = count_lines(instance, native, (), number(native, (1, 5)), is_best=True)
        met.add(found.endless)
        if not found.endless and found.exact:
            lines = every_line_or_none(instance)
            assert lines is None or found.lines == len(lines.with_grade((1, 5)))
    assert met == {True, False}


def every_line_or_none(instance: Instance) -> Lines | None:
    try:
        return every_line(instance)
    except RecursionError:  # it goes round somewhere else
        return None


def test_a_bound_that_is_not_proved_cuts_nothing() -> None:
    """Charts that promise nothing: with the bound believed, nothing but the start is looked at."""
    instance = walk(3)
    chart = instance.setting.edition
    for place in range(len(chart.hope)):
        chart.may_be_safe[place], chart.hope[place] = False, 0
    lines = every_line(instance)
    native = Native(instance.program, "interpreted")
    instance.believed = False  # type: ignore[attr-defined]
    found = counted(instance, native, lines)
    assert found.lines == len(lines.with_grade(lines.best)) and found.exact
