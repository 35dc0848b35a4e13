"""`solve --for` and `odds --for`: what is said, what is refused, and the exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.only_games import install_only
from verifier.api.games import replay
from verifier.errors import BadInput, RuleFailed
from verifier.instance import load_instance
from verifier.judge import Judge
from verifier.registry import Games
from verifier.report.text.forced import headline

NAMES = ("ferry", "four", "heaps", "noughts", "network")
EMPTY = "tests/games/noughts/empty.toml"
INTERPRETED = ("--engine", "interpreted")
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in NAMES]))


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    file = tmp_path / "nim.toml"
    file.write_text('schema = 1\ngame = "heaps"\ntitle = "Three heaps"\nedition = "nim"\n')
    return file


def test_what_a_seat_can_force_is_said_with_the_line(daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, "--for", "cross", "--against", "rest", *INTERPRETED)
    assert ran.code == 0
    for text in ("cross can force an outcome of 1, and no more", "all others", "open: a decision may rest on anything",
                 "every state was explored", "strategy re-checked position by position (150)", "nought: mark"):
        assert text in ran.out, text
    assert "chance" not in ran.out  # there is none


def test_a_win_and_help(daybreak: Run, nim: Path) -> None:
    assert "first can force a win\n" in daybreak("solve", nim, "--for", "0", "--against", "rest", *INTERPRETED).out
    lost = daybreak("solve", nim, "--for", "second", "--against", "rest", *INTERPRETED).out
    assert "second can force nothing better than a loss\n" in lost
    helped = daybreak("solve", nim, "--for", "second", *INTERPRETED).out
    assert "second can have a win" in helped and "the help of all others" in helped and "The shortest line there" in helped


def test_the_document_and_several_scenarios(daybreak: Run, nim: Path) -> None:
    ran = daybreak("solve", nim, nim, "--for", "first,second", "--against", "rest", "--json", *INTERPRETED)
    documents = json.loads(ran.out)["results"]
    assert [each["command"] for each in documents] == ["force", "force"]
    assert documents[0]["seats"] == ["first", "second"] and documents[0]["least"] is documents[0]["most"] is False


def test_a_goal_that_the_others_keep_one_from(daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, "--for", "cross", "--against", "rest", "--to", "cross-has-a-line", *INTERPRETED)
    assert ran.code == 0 and 'cross cannot be sure to come to "cross has a line"' in ran.out and "endless" not in ran.out
    helped = daybreak("solve", EMPTY, "--for", "cross", "--to", "cross_has_a_line", *INTERPRETED)
    assert 'cross can come to "cross has a line"' in helped.out
    assert "DB530" in daybreak("solve", EMPTY, "--for", "cross", "--to", "home", *INTERPRETED).err


def test_proof_numbers_say_that_what_was_not_explored_makes_no_difference(daybreak: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ("solve", EMPTY, "--for", "cross", "--against", "rest", "--strategy", "proof-number", *INTERPRETED)
    ran = daybreak(*asked, "--html", page)
    assert ran.code == 0 and "cross can force an outcome of 1, and no more" in ran.out and page.exists()
    assert "what was not explored makes no difference" in ran.out and "strategy re-checked position by position" in ran.out
    for more in (("--blind",), ("--with", "z3"), ("--against", "nobody"), ("--strategy", "beam")):
        refused = daybreak(*asked, *more)
        assert refused.code == 150 and ("DB527" in refused.err or "DB587" in refused.err), more
    short = daybreak(*asked, "--states", "50")
    assert short.code == 124 and "states left to explore" in short.out


def test_two_bounds_are_a_limit(daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, "--for", "cross", "--against", "rest", "--states", "50", *INTERPRETED)
    assert ran.code == 124 and "nothing for certain, and at most an outcome of 2" in ran.out
    assert "states left to explore" in ran.out


def test_nothing_is_re_checked_unless_asked(daybreak: Run, nim: Path) -> None:
    ran = daybreak("solve", nim, "--for", "first", "--against", "rest", "--no-certify", *INTERPRETED)
    assert ran.code == 0 and "strategy not re-checked (--no-certify)" in ran.out


@pytest.mark.parametrize(("arguments", "told"), [
    (("--for", "third"), 'has no seat "third"'), (("--for", "2"), 'has no seat "2"'), (("--for", ""), "expected a seat"),
    (("--for", "cross", "--goal", "lose"), "--goal cannot be asked together with --for"),
    (("--for", "cross", "--count", "--difficulty"), "--difficulty, --count cannot be asked"),
    (("--against", "rest"), "are for games with sides"), (("--to", "won"), "are for games with sides"),
])
def test_what_cannot_be_asked_of_seats(arguments: tuple[str, ...], told: str, daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, *arguments, *INTERPRETED)
    assert ran.code == 150 and "DB586" in ran.err and told in ran.err and ran.out == ""


def test_a_game_without_outcomes_is_refused() -> None:
    with pytest.raises(BadInput, match="DB586 .* does not say what its ends are worth to whom"):
        daybreak.force(daybreak.deal("ferry", seed=1), "0")


@pytest.mark.parametrize(("wanted", "against", "low"), [
    ("2", "rest", 0), ("1", "rest", 1), ("0", "rest", 1), (None, "rest", 0), (None, "nobody", 1)])
def test_odds_of_an_outcome(wanted: str | None, against: str, low: int) -> None:
    found = daybreak.odds(daybreak.scenario(EMPTY), seats="cross", at_least=wanted, against=against, engine="interpreted")
    assert found.exact and found.low == low and found.seats == ("cross",)


def test_whoever_decides_has_the_best_decision_marked() -> None:
    """Nought, asked for, does not begin: what is best is best for cross."""
    found = daybreak.odds(daybreak.scenario(EMPTY), seats="nought", at_least="1", against="rest", engine="interpreted")
    assert found.low == 1 and all(each.best for each in found.choices)


def test_odds_with_sides_are_said_and_refused(daybreak: Run) -> None:
    ran = daybreak("odds", EMPTY, "--for", "cross", "--against", "rest", "--at-least", "1", *INTERPRETED)
    assert ran.code == 0 and "Odds of an outcome of 1 at least for cross: 100 %" in ran.out and "as badly for it" in ran.out
    assert "is no value of an outcome" in daybreak("odds", EMPTY, "--for", "cross", "--at-least", "3", *INTERPRETED).err
    assert "DB586" in daybreak("odds", EMPTY, "--against", "rest", *INTERPRETED).err


# -- strategies as files ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def strategy(tmp_path: Path) -> Path:
    file = tmp_path / "cross.strategy"
    daybreak.force(daybreak.scenario(EMPTY), "cross", against="rest", engine="interpreted", certificate=file)
    return file


def test_a_strategy_is_checked_again_without_a_search(daybreak: Run, strategy: Path) -> None:
    ran = daybreak("certify", EMPTY, strategy)
    assert ran.code == 0 and "cross can force an outcome of 1 at least\n" in ran.out and "position by position (150)" in ran.out


def test_a_strategy_never_does_worse_than_it_says(strategy: Path) -> None:
    """Against anything that the other side may do, at random."""
    random, worst = Random(0), 2
    empty = daybreak.scenario(EMPTY)
    for _ in range(60):
        line: list[str] = []
        while not (played := replay(empty, line, strategy=strategy)).over:
            line.append(random.choice(played.next.split(", ")))
        lines = [each for row in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
                 for each in [{played.events[-1].state["places"][place] for place in row}]]
        worst = min(worst, 0 if {"nought"} in lines else 2 if {"cross"} in lines else 1)
    assert worst >= 1


def test_what_the_others_may_not_do_is_refused(strategy: Path, daybreak: Run, tmp_path: Path) -> None:
    line = tmp_path / "line.txt"
    line.write_text("mark 0\n")  # which cross has marked
    ran = daybreak("replay", EMPTY, "--line", line, "--strategy", strategy)
    assert ran.code == 150 and "NO-02" in ran.err
    line.write_text("mark 4\n")
    assert "3. cross: mark" in daybreak("replay", EMPTY, "--line", line, "--strategy", strategy).out


@pytest.mark.parametrize(("change", "code", "told"), [
    ({"worth": [2]}, 12, "an end is worth"), ({"positions": [], "choices": []}, 12, "nothing is chosen"),
    ({"seats": ["nought"]}, 12, "nothing is chosen"), ({"seats": ["fifth"]}, 150, "expected seats of cross, nought"),
    ({"choices": []}, 150, "an event for each position"), ({"worth": [7]}, 150, "is no outcome"),
    ({"to": "home"}, 150, "a goal or"),
    ({"positions": [[1]], "choices": ["mark 0"]}, 150, "integers for each position"), ({"may_go_on": 1}, 150, "true or false"),
    ({"start": [0]}, 150, "its start differs"), ({"schema": 2}, 150, "a strategy of schema 1"),
    ({"kind": "x"}, 150, "no certificate or strategy"), ({"to": "cross_has_a_line", "worth": [0]}, 150, "expected [1]"),
    ({"may_go_on": True}, 0, "an outcome of 1 at least, or that play never ends"),
])
def test_a_strategy_is_nobodys_word(change: dict[str, Any], code: int, told: str, strategy: Path, daybreak: Run) -> None:
    document = json.loads(strategy.read_text()) | change
    strategy.write_text(json.dumps(document))
    ran = daybreak("certify", EMPTY, strategy)
    assert ran.code == code and told in ran.out + ran.err


def test_a_choice_that_is_not_the_one_is_followed_too(strategy: Path, daybreak: Run) -> None:
    """Each choice changed to another legal one: cross loses, or comes to where nothing is chosen, but for the last mark."""
    document, judge = json.loads(strategy.read_text()), Judge(load_instance(Path(EMPTY)))
    refuted, reasons = 0, set()
    for index, (position, choice) in enumerate(zip(document["positions"], document["choices"], strict=True)):
        other = next((each for each in judge.legal(judge.at(tuple(position))) if each != choice), None)
        if other is not None and index % 3 == 0:
            strategy.write_text(json.dumps(document | {"choices": [*document["choices"][:index], other,
                                                                   *document["choices"][index + 1:]]}))
            ran = daybreak("certify", EMPTY, strategy)
            refuted += ran.code == 12
            reasons |= {text for text in ("nothing is chosen", "an end is worth (0,)") if text in ran.out}
    assert refuted > 10 and len(reasons) == 2, (refuted, reasons)


def test_no_strategy_is_written_where_nothing_can_be_forced(nim: Path, daybreak: Run, tmp_path: Path) -> None:
    file = tmp_path / "second.strategy"
    ran = daybreak("solve", nim, "--for", "second", "--against", "rest", "--certificate", file, *INTERPRETED)
    assert ran.code == 0 and "Strategy: none, since nothing can be forced" in ran.out and not file.exists()
    ran = daybreak("solve", nim, "--for", "first", "--against", "rest", "--certificate", file, *INTERPRETED)
    assert f"Strategy: {file}" in ran.out and file.exists()
    assert "DB516" in daybreak("solve", nim, "--for", "first", "--against", "rest", "--certificate", file, *INTERPRETED).err


# -- what a game can get wrong, and words ----------------------------------------------------------------------------------------


def test_an_outcome_that_cannot_be_worked_out_is_the_rules_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bug of ours: the reference runs into it, and says where."""
    source = Path("tests/games/noughts/__init__.py").read_text()
    assert source.endswith("    return 1\n")
    folder = tmp_path / "beyond"
    shutil.copytree("tests/games/noughts", folder)
    marks = "sum(1 for each in board.places if each == Mark.CROSS)"
    (folder / "__init__.py").write_text(source[:-len("1\n")] + f"1 if board.places[4 + {marks}] == Mark.NOTHING else 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    install_only(monkeypatch, Games([EntryPoint("noughts", "beyond:game", "daybreak.games")]))
    for ask in (lambda: daybreak.force(daybreak.scenario(EMPTY), "cross", engine="interpreted"),
                lambda: daybreak.odds(daybreak.scenario(EMPTY), seats="cross", engine="interpreted")):
        with pytest.raises(RuleFailed, match="outcome"):
            ask()


@pytest.mark.parametrize(("seats", "outcome", "said"), [
    (("a",), True, "a can force a win"), (("a", "b"), True, "a and b can force that both win"),
    (("a", "b", "c"), True, "a, b and c can force that all of them win"),
    (("a",), False, "a can force nothing better than a loss"),
    (("a",), 2, "a can force an outcome of 2, and no more"), (("a",), None, "a can force nothing: the others can go on for ever"),
    (("a",), {"won": True, "points": 3}, "a can force an outcome of won yes, points 3, and no more"),
])
def test_the_answer_is_a_sentence(seats: tuple[str, ...], outcome: Any, said: str) -> None:
    found = daybreak.force(daybreak.scenario(EMPTY), "cross", against="rest", engine="interpreted", certify=False)
    assert headline(evolve(found, seats=seats, least=outcome, most=outcome)) == said


def test_a_strategy_is_not_rechecked_on_request() -> None:
    start = daybreak.scenario(EMPTY)
    found = daybreak.force(start, "cross", against="rest", certify=False, engine="interpreted")
    assert found.strategy.why_not == "--no-certify" or found.replies.why_not == "--no-certify"


# -- check --for --------------------------------------------------------------------------------------------------------------


def test_check_asks_of_seats_what_force_does() -> None:
    instance = daybreak.scenario(EMPTY)
    for seat in instance.seats:
        found = daybreak.check(instance, seats=seat, engine="interpreted")
        assert found.seats == (seat,) and found.properties
        for row in found.properties:
            alone = daybreak.force(instance, seat, against="rest", to=row.name, engine="interpreted")
            assert alone.exact and str(row.verdict) == ("proved" if alone.least else "refuted")
            assert row.line == (() if alone.least is (row.kind == "invariant") else alone.line)


def test_check_says_for_whom_and_how_it_is_known(daybreak: Run) -> None:
    ran = daybreak("check", EMPTY, "--for", "cross", *INTERPRETED)
    text = " ".join(ran.out.split())
    assert "for cross, whatever all others do; cards open" in text
    assert "strategy re-checked position by position" in text


@pytest.mark.parametrize(("options", "code"), [
    (("--for", "cross", "--property", "no-dead-end"), "DB586"), (("--for", "cross", "--with", "z3"), "DB586"),
    (("--for", "nobody"), "DB586"), (("--for", "cross", "--property", "nothing"), "DB530")])
def test_check_refuses_what_cannot_be_asked_of_seats(daybreak: Run, options: tuple[str, ...], code: str) -> None:
    ran = daybreak("check", EMPTY, *options)
    assert ran.code == 150 and code in ran.err


# -- z3, within so many decisions ------------------------------------------------------------------------------------------------

MIDDLE = """schema = 1
game = "noughts"
title = "Cross is next, with two in a row"
edition = "plain"
[start]
turn = "cross"
places = ["cross", "cross", "nothing", "nought", "nought", "nothing", "nothing", "nothing", "nothing"]
"""


@pytest.fixture
def middle(tmp_path: Path) -> Path:
    file = tmp_path / "middle.toml"
    file.write_text(MIDDLE)
    return file


def test_z3_says_yes_with_a_strategy(daybreak: Run, middle: Path, tmp_path: Path) -> None:
    file = tmp_path / "cross.strategy"
    asked = ("solve", middle, "--for", "cross", "--against", "rest", "--with", "z3", "--decisions")
    ran = daybreak(*asked, 1, "--certificate", file)
    assert ran.code == 0 and "cross can force an outcome of 2, and no more (within 1 decision)\n" in ran.out
    assert "strategy re-checked position by position" in ran.out and "1.  cross: mark 2" in ran.out
    assert daybreak("certify", middle, file).code == 0
    goal = daybreak(*asked, 1, "--to", "cross-has-a-line")
    assert goal.code == 0 and 'cross can be sure to come to "cross has a line" within 1 decision\n' in goal.out


def test_z3_says_not_within_and_never_cannot(daybreak: Run, nim: Path) -> None:
    """It is proved of so many decisions and leaves more open, so that the exit code is that of lines that z3 looks for."""
    asked = ("--against", "rest", "--with", "z3")
    ran = daybreak("solve", EMPTY, "--for", "cross", *asked, "--to", "cross-has-a-line")
    assert ran.code == 124 and "cannot" not in ran.out and "lines with more decisions were not looked at" in ran.out
    assert 'Within 2 decisions there is no way for cross to be sure to come to "cross has a line"\n' in ran.out
    ran = daybreak("solve", nim, "--for", "first", *asked, "--decisions", 1)
    assert ran.code == 124 and "Within 1 decision there is no way for first to force a win\n" in ran.out
    ran = daybreak("solve", EMPTY, "--for", "cross", *asked)
    assert "Within 2 decisions there is no way for cross to force anything better than the worst outcome\n" in ran.out
    document = json.loads(daybreak("solve", EMPTY, "--for", "cross", *asked, "--json").out)["results"][0]
    assert (document["decisions"], document["settled"], document["exact"]) == (2, True, False)


def test_z3_stops_at_limits(daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, "--for", "cross", "--against", "rest", "--with", "z3", "--decisions", 5, "--states", 2)
    assert ran.code == 124 and "cross can force nothing for certain within 5 decisions\n" in ran.out
    assert "the state limit was reached" in ran.out


def test_both_are_compared(daybreak: Run, middle: Path) -> None:
    asked = ("--for", "cross", "--against", "rest", "--with", "both", *INTERPRETED)
    ran = daybreak("solve", middle, *asked)
    assert ran.code == 0 and "cross can force an outcome of 2, and no more\n" in ran.out
    assert "z3 agrees, for play of at most 2 decisions: more are not needed" in " ".join(ran.out.split())
    ran = daybreak("solve", EMPTY, *asked)
    assert ran.code == 0 and "z3: not so much within 2 decisions; nothing to compare with" in " ".join(ran.out.split())


@pytest.mark.parametrize(("arguments", "code", "told"), [
    (("--with", "z3"), "DB586", "add --against rest"),
    (("--with", "both", "--against", "nobody"), "DB586", "add --against rest"),
    (("--with", "z3", "--against", "rest", "--endless", "best"), "DB586", "is never endless"),
    (("--against", "rest", "--decisions", "3"), "DB542", "--decisions is for z3"),
])
def test_what_z3_is_not_asked_of_seats(arguments: tuple[str, ...], code: str, told: str, daybreak: Run) -> None:
    ran = daybreak("solve", EMPTY, "--for", "cross", *arguments)
    assert ran.code == 150 and code in ran.err and told in ran.err and ran.out == ""



def test_rules_that_z3_cannot_be_asked_about_are_declined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daybreak: Run) -> None:
    source = Path("tests/games/noughts/__init__.py").read_text()
    folder = tmp_path / "slow"
    shutil.copytree("tests/games/noughts", folder)
    long = ("    turn = board.turn\n    for number in range(600):\n"
            "        board.turn = Side.CROSS if number % 2 == 0 else Side.NOUGHT\n    board.turn = turn\n")
    marked = "    board.places[place] = made\n"
    (folder / "__init__.py").write_text(source.replace(marked, long + marked))
    monkeypatch.syspath_prepend(tmp_path)
    install_only(monkeypatch, Games([EntryPoint("noughts", "slow:game", "daybreak.games")]))
    ran = daybreak("solve", EMPTY, "--for", "cross", "--against", "rest", "--with", "z3")
    assert ran.code == 150 and "DB602" in ran.err and "more than 512 passes" in ran.err and ran.out == ""
