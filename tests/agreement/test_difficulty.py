"""How difficult a deal is, against every line written out, the whole graph, and games played by the reference alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agreement.every_line import Line, Lines, every_line, walk
from tests.bench.measure import dealt
from tests.bench.until_dawn import late
from verifier.analysis.difficulty import Measures, difficulty
from verifier.instance import Instance, load_instance
from verifier.lang.phases import END
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.share import share
from verifier.run.kernels.policy import draw_of
from verifier.run.native import Native
from verifier.search.best import solve_best
from verifier.search.explore import ExploreOptions, explore
from verifier.search.graph import graph_of
from verifier.search.graph_grades import best_grades
from verifier.search.limits import Limits
from verifier.search.policy import BY_LOT, Player, Side
from verifier.search.policy import dealt as numbers_of
from verifier.search.reaches import reaches

SCENARIOS = Path("scenarios/until-dawn")
WIN = (1, 0)  # the lowest grade of the network that wins
EVERYTHING = Measures(games=0, results=True)


def measured(instance: Instance, line: Line, measures: Measures = EVERYTHING, **more: Any) -> Difficulty:
    return difficulty(instance, Native(instance.program, "interpreted"), line, measures, **more)


def kept(lines: Lines, beginning: Line, least: tuple[int, ...]) -> Kept:
    return Kept(len(lines.legal(beginning)), len(lines.keeping(beginning, least)), 0)


@pytest.mark.parametrize("believed", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_random_networks(seed: int, believed: bool) -> None:
    instance = walk(seed)
    instance.believed = believed  # type: ignore[attr-defined]
    lines = every_line(instance)
    for line in [next(line for line in lines.grades if lines.grades[line] == grade) for grade in set(lines.grades.values())]:
        found, grade = measured(instance, line), lines.grades[line]
        assert found.first == kept(lines, (), WIN) and found.ending == "done" and found.is_known
        for at, point in enumerate(found.decisions):
            assert (point.number, point.event) == (at + 1, line[at])
            assert point.result == kept(lines, line[:at], grade)
            assert point.win == (kept(lines, line[:at], WIN) if grade >= WIN else None)
        only = found.only_moves
        assert (only is None) == (grade < WIN)
        if only is not None:
            alone = [at for at in range(len(line)) if len(lines.keeping(line[:at], WIN)) == 1 < len(lines.legal(line[:at]))]
            assert (only.count, only.unknown, only.of) == (len(alone), 0, len(line))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("limits", [Limits(seconds=1.0, until=0.0), None])
def test_what_a_limit_leaves_open_is_not_guessed(seed: int, limits: Limits | None) -> None:
    instance = walk(seed)
    lines = every_line(instance)
    line = next(line for line, grade in lines.grades.items() if grade == lines.best)
    found = measured(instance, line, Measures(games=0, results=True, states_max=1), limits=limits)
    assert found.ending == ("done" if limits is None else "seconds")
    for at, point in enumerate(found.decisions):
        for told, true in ((point.win, kept(lines, line[:at], WIN)), (point.result, kept(lines, line[:at], lines.best))):
            assert told is None or told.keep <= true.keep <= told.keep + told.unknown
            assert told is None or told.only in (None, true.only)
            assert limits is None or told is None or told.unknown == told.legal - 1


def test_a_limit_is_no_answer() -> None:
    """No game at random gets the highest grade of this deal, and a line does: not found is not "there is none"."""
    instance = dealt(31)
    native = instance.native("native")
    highest = native.constant("GRADES") - 1
    found = [reaches(native, instance.reference, instance.setting, instance.start, highest, Limits(states=most),
                     bound_is_proved=believed).answer for most in (64, None) for believed in (True, False)]
    assert found == [None, None, True, True]


def test_a_deal_that_is_proved_lost_asks_nothing() -> None:
    instance = walk(2)
    lines = every_line(instance)
    found = measured(instance, (), Measures(games=0, states_max=1), is_lost=True)
    assert found.first == Kept(len(lines.legal(())), 0, 0) and found.decisions == () and found.only_moves is None


# -- games --------------------------------------------------------------------------------------------------------------------


def game(instance: Instance, number: int, policy: str) -> tuple[Line, tuple[int, ...]]:
    """The line of a game by the reference, and its grade: what a policy says, word for word."""
    reference, position = instance.reference, instance.reference.settled(instance.start)
    draws = numbers_of(instance.native("interpreted") if instance.scenario else Native(instance.program, "interpreted"), number,
                       instance.setting.tapes).draws.tolist()
    line: Line = ()
    while legal := reference.legal(position):
        lot = draws[len(line)]
        after = {event: reference.settled(reference.apply(position, event).after) for event in legal}

        def value(event: Any, after: dict[Any, Any] = after, lot: int = lot) -> tuple[Any, ...]:
            if policy == "random":
                return (-draw_of(lot, event.number),)
            there = after[event]
            if reference.kind(there) == END:
                return instance.grade(there) or (), 1 << 40, -draw_of(lot, event.number)
            estimate = reference.value(instance.program.game.only("estimate"), there)
            return instance.bound(there) or (), estimate, -draw_of(lot, event.number)

        taken = max(legal, key=value)
        position, line = after[taken], (*line, taken.text)
    return line, instance.grade(position) or ()


def played(instance: Instance, native: Native, number: int, policy: str) -> Line:
    """The line of a game by emitted code."""
    side = Side.of(native, dict(instance.setting.rulings), instance.setting.edition, instance.start)
    found = Player(native).play(side, numbers_of(native, number, instance.setting.tapes), policy)
    return tuple(native.program.events[event].text for event in found.line)


def agrees(instance: Instance, native: Native, games: int, win: tuple[int, ...]) -> None:
    """Each game is the same by the reference, and the shares are those of the games."""
    found = difficulty(instance, native, (), Measures(games=games, first=False))
    for policy, told in (("random", found.random), (BY_LOT, found.greedy)):
        expected = [game(instance, number, policy) for number in range(1, games + 1)]
        assert [line for line, _ in expected] == [played(instance, native, number, policy) for number in range(1, games + 1)]
        assert told == share(sum(grade >= win for _, grade in expected), 0, games)


@pytest.mark.parametrize("seed", range(5))
def test_games_on_random_networks(seed: int) -> None:
    instance = walk(seed)
    agrees(instance, Native(instance.program, "interpreted"), 30, WIN)


@pytest.mark.parametrize("name", ["reshuffle", "small-lost"])
def test_games_of_until_dawn(name: str) -> None:
    instance = load_instance(SCENARIOS / f"{name}.toml")
    agrees(instance, instance.native("interpreted"), 6, (1, 0, 0, 0))


def test_a_game_that_has_no_end_is_neither_won_nor_lost() -> None:
    instance = load_instance(SCENARIOS / "reshuffle.toml")
    short = instance.native("interpreted")
    tapes = tuple(tape[:1] for tape in instance.setting.tapes)
    instance.setting = type(instance.setting)(instance.setting.rulings, instance.setting.edition, tapes)
    found = difficulty(instance, short, (), Measures(games=5, first=False))
    assert found.random.count + found.random.undecided == 5 and found.random.undecided > 0 and found.random.high == 1.0


# -- small deals, whole -------------------------------------------------------------------------------------------------------


def starts(count: int) -> list[Instance]:
    """The small scenario that is lost, and late positions of seeded deals whose whole graph is small."""
    found, seed = [load_instance(SCENARIOS / "small-lost.toml")], 1000
    while len(found) < count:
        seed += 1
        instance = dealt(seed)
        start = late(instance, seed)
        if start is not None and explore(instance.native("native"), instance.setting, start, limits=Limits(8_000)).closed:
            instance.start = start
            found.append(instance)
    return found


def compare(instance: Instance) -> list[LinePoint]:
    """A best line's decisions against what the whole graph says of each successor."""
    native = instance.native("native")
    explored = explore(native, instance.setting, instance.start, ExploreOptions(edges=True))
    best = best_grades(graph := graph_of(explored, replays_max=0))
    solved = solve_best(native, instance.reference, instance.setting, instance.start)
    assert explored.closed and solved.grade is not None
    found = difficulty(instance, native, [event.text for event in solved.line], EVERYTHING)
    grade, number = native.grade_fields(solved.grade), 0
    for point in found.decisions:
        after = {data["event"]: target for _, target, data in graph.out_edges(number, data=True)}
        reached = [best[target] or () for target in after.values()]
        assert point.result == Kept(len(after), sum(each >= grade for each in reached), 0)
        won = sum(each >= (1, 0, 0, 0) for each in reached)
        assert point.win == (Kept(len(after), won, 0) if grade[0] else None)
        number = after[point.event]
    return list(found.decisions)


def test_small_deals_of_until_dawn() -> None:
    marks = {point.mark for instance in starts(3) for point in compare(instance)}
    assert {"", "!"} <= marks <= {"", "!", "!!"}


@pytest.mark.long
def test_more_small_deals_of_until_dawn() -> None:
    marks = {point.mark for instance in starts(80) for point in compare(instance)}
    assert marks == {"", "!", "!!"}
