"""What is proved of an answer is said apart from what is not: in text, in JSON, on the page, and when a line is reviewed."""

from __future__ import annotations

from html import unescape
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.only_games import install_only
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice, Goal
from verifier.analysis.grounds import settled, settled_between
from verifier.analysis.reach import NO_END, Bounds
from verifier.analysis.review import _judged
from verifier.analysis.solve import Finding, Request, solution
from verifier.analysis.stepped import stepped
from verifier.instance import Instance, load_instance
from verifier.registry import Games
from verifier.report.html.line import stepped as as_page
from verifier.report.text.rendered import rendered
from verifier.report.text.review import judgement
from verifier.report.text.solve import apart
from verifier.report.text.solve import solved as as_text
from verifier.results.solved import Settled
from verifier.search.limits import Limits
from verifier.verdict import Verdict

REQUEST = Request(Goal.BEST, EngineChoice.INTERPRETED, Limits())


@pytest.fixture
def crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Grades are whether the family is fed, and gold; the bound at the start is six."""
    install_only(monkeypatch, Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")]))
    path = tmp_path / "own.toml"
    path.write_text('schema = 1\ngame = "crossing"\ntitle = "Rough"\n[deal]\ndeck = ["calm", "calm", "rough"]\n')
    return path


@pytest.fixture
def instance(crossing: Path) -> Instance:
    return load_instance(crossing)


def finding(verdict: Verdict, grade: tuple[int, ...] | None, upper_bound: tuple[int, ...] | None) -> Finding:
    return Finding(verdict, None, "seconds", grade, upper_bound, (), {})


@pytest.mark.parametrize(("grade", "bound", "fields", "by"), [
    ((1, 4), (1, 6), {"fed": True}, "line"), ((1, 3), (1, 4), {"fed": True}, "line"), ((0, 1), (0, 2), {"fed": False}, "bound"),
    ((0, 2), (1, 4), None, None), ((0, 2), (1, 2), None, None), (None, (1, 6), None, None),
    (None, (0, 2), {"fed": False}, "bound"),
])
def test_fields_are_settled_as_far_as_line_and_bound_agree(
    grade: tuple[int, ...] | None, bound: tuple[int, ...], fields: dict[str, Any] | None, by: str | None, instance: Instance,
) -> None:
    verdict = Verdict.UNKNOWN if grade is None else Verdict.BEST_FOUND
    found = settled(instance, REQUEST, finding(verdict, grade, bound))
    assert found == (None if fields is None or by is None else Settled(fields, by))


def test_nothing_is_said_apart_where_all_is_proved_or_another_question_is_asked(instance: Instance) -> None:
    assert settled(instance, REQUEST, finding(Verdict.OPTIMAL, (1, 4), (1, 4))) is None
    assert settled(instance, evolve(REQUEST, goal=Goal.LOSE), finding(Verdict.BEST_FOUND, (0, 1), (0, 1))) is None


@pytest.mark.parametrize(("grade", "bound", "told"), [
    ((1, 4), (1, 6), "fed yes: proved; grade: best found, at most fed yes, gold 6"),
    ((0, 1), (0, 2), "fed no: proved, if the game's bound holds; grade: best found, at most fed no, gold 2"),
    (None, (0, 2), "fed no: proved, if the game's bound holds; grade: no line found, at most fed no, gold 2"),
    ((0, 2), (1, 4), None),
])
def test_it_is_told_in_words_and_as_data(
    grade: tuple[int, ...] | None, bound: tuple[int, ...], told: str | None, instance: Instance,
) -> None:
    found = solution(instance, REQUEST)
    partial = finding(Verdict.BEST_FOUND if grade else Verdict.UNKNOWN, grade, bound)
    found = evolve(found, verdict=partial.verdict, proof=None, grade=answer.grade(instance, grade),
                   upper_bound=answer.grade(instance, bound), settled=settled(instance, REQUEST, partial))
    assert apart(found) == told
    document = found.to_dict()["settled"]
    assert (document is None) == (told is None)
    assert document is None or set(document) == {"fields", "by"}
    words, table = rendered(as_text(found)), as_page(stepped(instance, [], (), found))
    assert told is None or (told in " ".join(words.split()) and f"{told[:1].upper()}{told[1:]}" in unescape(table))
    assert apart(evolve(found, goal="lose", settled=None, verdict=Verdict.BEST_FOUND)) is not None


@pytest.mark.parametrize(("before", "after", "kept"), [
    (((1, 3), (1, 6)), ((1, 3), (1, 5)), {"fed": True}), (((0, 3), (1, 6)), ((0, 3), (1, 5)), None),
    (((0, 1), (0, 2)), ((0, 1), (0, 2)), {"fed": False}), ((None, (1, 6)), (None, (1, 5)), None),
])
def test_a_decision_that_is_not_settled_keeps_what_is_known(
    before: tuple[Any, Any], after: tuple[Any, Any], kept: dict[str, Any] | None, instance: Instance,
) -> None:
    def bounds(low: tuple[int, int] | None, high: tuple[int, int]) -> Bounds:
        numbers = {instance.native("interpreted").grade_fields(number): number for number in reversed(range(14))}
        return Bounds(NO_END if low is None else numbers[low], numbers[high])

    judged = _judged(instance, EngineChoice.INTERPRETED, 1, 3, "carry 1", bounds(*before), bounds(*after))
    assert (judged.number, judged.at, judged.open) == (1, 3, "limit")
    assert judged.verdict == "unknown" and (judged.kept and judged.kept.fields) == kept
    assert judgement(judged).startswith("Undecided: the search limit was reached")
    assert ("keeps fed" in judgement(judged)) == (kept is not None)
    assert settled_between(instance, (0, 0), (1, 6)) is None
