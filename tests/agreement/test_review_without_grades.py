"""Games that one seat wins and another loses, reviewed seat by seat: two in which it is known what each decision gives away."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import instance
from tests.games import noughts, pig
from verifier.analysis import luck
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.report.formats import page_of
from verifier.report.markdown import markdown
from verifier.results.luck import Chances
from verifier.results.solved import Reviewed
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SMALL = Path(__file__).parents[2] / "scenarios" / "until-dawn" / "small-lost.toml"
EMPTY, SIDES = ".........", "xo"
GAMES, PIGS = 12, 10
TARGET = 10  # points of pig
SLIGHT = 0.03  # a mistake may not be told from noise, if it gives away no more
FOUND = 0.9  # of the mistakes, at the least
TRAP = ("mark 0", "mark 4", "mark 8", "mark 2")  # corners around the middle; the answer in a corner loses


@cache
def board() -> Instance:
    return instance(noughts, "plain")


@cache
def value(marks: str) -> float:
    """What a board is worth to whoever is to mark it: a win 1, a draw a half."""
    mine, other = SIDES[(9 - marks.count(".")) % 2], SIDES[(10 - marks.count(".")) % 2]
    if any(all(marks[at] == other for at in row) for row in ROWS):
        return 0.0
    if "." not in marks:
        return 0.5
    return max(1 - value(marks[:at] + mine + marks[at + 1:]) for at in range(9) if marks[at] == ".")


def played(seed: int) -> tuple[list[str], list[float]]:
    """A game at random, and what each decision gave away."""
    random, marks, line, given = Random(seed), EMPTY, list[str](), list[float]()
    while "." in marks and not is_won(marks):
        at, before = random.choice([at for at in range(9) if marks[at] == "."]), value(marks)
        marks = marks[:at] + SIDES[(9 - marks.count(".")) % 2] + marks[at + 1:]
        line.append(f"mark {at}")
        given.append(before - (1 - value(marks)))
    return line, given


def is_won(marks: str) -> bool:
    return any(len({marks[at] for at in row}) == 1 and marks[row[0]] != "." for row in ROWS)


def reviewed(line: list[str] | tuple[str, ...], **options: Any) -> Reviewed:
    return daybreak.review(board(), list(line), **({"honest": True, "by_seat": True} | options))


def chances(found: Reviewed) -> list[Chances]:
    rows = [each.chances for each in found.decisions if each.chances is not None]
    assert len(rows) == len(found.decisions)
    return rows


def test_what_is_called_a_mistake_is_one() -> None:
    """As much is given away as the whole game tree says; short searches alone call nearly every first mark a mistake."""
    right, missed = 0, 0
    for seed in range(GAMES):
        line, given = played(seed)
        for row, most in zip(chances(reviewed(line)), given, strict=True):
            if row.is_mistake:
                assert most > 0 and abs(row.mistake - most) < max(0.1, 4 * row.mistake_error), (line, row)
                right += 1
            else:
                missed += most > 0
    assert right >= FOUND * (right + missed) and right > GAMES, (right, missed)


def test_what_is_thought_about_again_is_no_stroke_of_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the whole game tree all tables are draws, up to the last mark; short searches think that the first mark is a mistake."""
    deep = chances(reviewed(TRAP))
    assert [row.is_mistake for row in deep] == [False, False, False, True]
    assert [row.before for row in deep] == [pytest.approx(0.5, abs=0.1)] * 4
    assert [row.luck for row in deep] == [*(pytest.approx(exact, abs=0.1) for exact in (0.0, 0.0, 0.5)), None]
    assert all(abs(row.before - row.mistake - row.after) < 1e-5 for row in deep)
    monkeypatch.setattr(luck, "LEAST", 2.0)  # nothing looks like a mistake
    assert chances(reviewed(TRAP))[0].before > 0.7


def test_every_first_mark_is_worth_a_draw() -> None:
    for at in range(9):
        [row] = chances(reviewed([f"mark {at}"]))
        assert not row.is_mistake, at


def test_the_text_tells_the_gravest_mistake_and_no_grade() -> None:
    found = reviewed(TRAP)
    text = markdown(page_of(found, whole=True))
    assert found.grade is None and found.best is None and not found.over and found.ending == "done"
    assert {(each.verdict, each.open) for each in found.decisions} == {("unknown", "no-grade")}
    assert "The gravest mistake: decision 4 (event 4) of nought, mark 2, gave away 50" in text.replace("\\", "")
    assert "Best possible result" not in text and "1 mistake by what could be known" in text and "ndecided" not in text
    assert "Turn for the better" in text and "by what others and chance did" in text and "ood luck" not in text


def test_of_a_line_without_decisions_nothing_is_said() -> None:
    text = markdown(page_of(reviewed(()), whole=True))
    assert "No decision was taken." in text and "Best possible" not in text and "Undecided" not in text


def test_a_good_line_has_none() -> None:
    text = markdown(page_of(reviewed(("mark 4", "mark 0")), whole=True))
    assert "No decision is a mistake by what could be known." in text and "no mistakes by what could be known" in text


def test_what_was_not_thought_about_is_not_called_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.analysis.luck.judged", interrupted)
    found = reviewed(TRAP)
    text = markdown(page_of(found, whole=True))
    assert found.ending == "interrupted" and "No decision was judged." in text and ", 4 not judged" in text
    assert "Interrupted before any decision was judged by what could be known." in text and "samples, no proof" not in text


def test_an_interruption_before_the_first_thought_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(luck.Mind, "thought", interrupted)
    found = reviewed(TRAP)
    assert found.ending == "interrupted" and found.luck is not None and found.luck.unthought == 4 and found.luck.courses == ()
    assert "Interrupted before any decision was judged" in markdown(page_of(found, whole=True))


def test_an_interruption_while_the_deal_is_searched_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking begins behind the search; the answer says that it never did."""
    def interrupted(*_: object, **__: object) -> tuple[list[None], str]:
        return [None] * 2, "interrupted"

    start = daybreak.scenario(SMALL)
    monkeypatch.setattr("verifier.analysis.review.reach.along", interrupted)
    found = daybreak.review(start, ["fire 3"], honest=True)
    text = markdown(page_of(found, whole=True))
    assert found.ending == "interrupted" and found.luck is not None and found.luck.unthought == 1
    assert "Interrupted before any decision was judged" in text and "Nobody decided" not in text


def test_what_was_thought_about_until_an_interruption_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, begun = reviewed(TRAP), list[int]()
    thought = luck.Mind.thought

    def interrupted(mind: luck.Mind, view: luck.View, index: int, taken: str) -> luck.Thought:
        begun.append(index)
        if len(begun) > 2:
            raise KeyboardInterrupt
        return thought(mind, view, index, taken)

    monkeypatch.setattr(luck.Mind, "thought", interrupted)
    found = reviewed(TRAP)
    assert found.ending == "interrupted" and found.luck is not None and found.luck.unthought == 2
    judged = [each.chances for each in found.decisions]
    assert judged[2:] == [None, None] and all(each is not None and each.luck is None for each in judged[:2])
    assert [each.before for each in judged if each] == [each.before for each in chances(whole)[:2]]
    text = markdown(page_of(found, whole=True))
    assert "Interrupted: the last 2 decisions were not judged" in text and ", 2 not judged" in text


def test_a_page_is_written(tmp_path: Path) -> None:
    reviewed(TRAP, html=tmp_path / "trap.html")
    page = (tmp_path / "trap.html").read_text(encoding="utf-8")
    assert "The gravest mistake: decision 4" in page and "ithout the deal" not in page
    assert page.count("<svg") == 2  # a course each


# -- pig, by value iteration --------------------------------------------------------------------------------------------------


@cache
def chances_to_win() -> dict[tuple[int, int, int], float]:
    """How likely whoever is in turn wins, by what both have and what the turn has brought."""
    worth = {(mine, other, turn): 0.0 for mine in range(TARGET) for other in range(TARGET) for turn in range(TARGET - mine)}
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for table in worth:
            best = max(rolling(worth, *table), holding(worth, *table))
            change = max(change, abs(best - worth[table]))
            worth[table] = best
    return worth


def holding(worth: dict[tuple[int, int, int], float], mine: int, other: int, turn: int) -> float:
    if mine + turn >= TARGET:
        return 1.0
    return 1 - worth[other, mine + turn, 0] if turn else 0.0


def rolling(worth: dict[tuple[int, int, int], float], mine: int, other: int, turn: int) -> float:
    more = (1.0 if mine + turn + eyes >= TARGET else worth[mine, other, turn + eyes] for eyes in range(2, 7))
    return (1 - worth[other, mine, 0] + sum(more)) / 6


def pig_at_random(seed: int) -> tuple[list[str], list[str], list[float]]:
    """A game of somebody who holds when the lot says so: what was decided and rolled, and what each decision gave away."""
    random, worth, points, gained, turn = Random(seed), chances_to_win(), [0, 0], 0, 0
    line, rolled, given = list[str](), list[str](), list[float]()
    while max(points) < TARGET:
        table = points[turn], points[1 - turn], gained
        holds = points[turn] + gained >= TARGET or (gained > 0 and random.random() < 0.4)
        both = (0.0 if points[turn] + gained >= TARGET else rolling(worth, *table)), holding(worth, *table)
        line.append("hold" if holds else "roll")
        given.append(max(both) - both[holds])
        eyes = 1 if holds else random.randrange(1, 7)
        rolled += [] if holds else [str(eyes)]
        points[turn] += gained if holds else 0
        gained, turn = (0, 1 - turn) if eyes == 1 else (gained + eyes, turn)
    return line, rolled, given


def test_mistakes_with_the_die_are_those_of_value_iteration() -> None:
    found = 0
    for seed in range(PIGS):
        line, rolled, given = pig_at_random(seed)
        scenario = new_scenario(pig.game, title="pig", edition="10", deal=Deal(None, {"die": tuple(rolled)}))
        game = daybreak.review(instance_of(scenario, load(pig.game)), line, honest=True, by_seat=True)
        for row, most in zip(chances(game), given, strict=True):
            assert row.is_mistake or most < SLIGHT, (line, row, most)
            assert not row.is_mistake or most > 0.002, (line, row, most)
            found += row.is_mistake
    assert found > PIGS


# -- what is refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "code"), [
    ({"honest": False, "by_seat": False}, "DB520 .*add --honest --by-seat"), ({"by_seat": False}, "DB520"),
    ({"alternatives": True}, "DB585"), ({"honest": False}, "DB505"),
])
def test_what_cannot_be_reviewed_is_refused(options: dict[str, bool], code: str) -> None:
    with pytest.raises(daybreak.BadInput, match=code):
        reviewed(TRAP, **options)
