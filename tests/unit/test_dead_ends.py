"""Dead ends of the rules, chance that can bring nothing and decisions with nothing legal: what every command says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.games import urn
from tests.only_games import install_only
from verifier.program.program import Program, load
from verifier.registry import Games
from verifier.run.native import Native
from verifier.run.reference import DeadEnd, Impossible, Position, RanOut, Reference
from verifier.run.setting import Setting
from verifier.search.strategies import CLOSING

ENGINE = ("--engine", "interpreted")
RED, WHITE = urn.Marble.RED, urn.Marble.WHITE


@pytest.fixture
def scenario(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """A scenario of the urn, which is then the only game."""
    install_only(monkeypatch, Games([EntryPoint("urn", "tests.games.urn:game", "daybreak.games")]))

    def written(edition: str, more: str = "") -> Path:
        path = tmp_path / f"{edition}.toml"
        path.write_text(f'schema = 1\ngame = "urn"\ntitle = "Urn"\nedition = "{edition}"\n{more}\n')
        return path

    return written


DRAWN = "[deal]\nurn = ['red', 'white']\n"
SEED = "[deal]\nseed = 3\n"
CAREFUL = "[rulings]\nUR-Q1 = 'careful'\n"
CHANCE = ("DB406 play gets stuck in DRAW: no outcome of chance has weight (comes; clauses UR-01, UR-02) @ __init__.py:",
          "DB405 the line there: ", "draw / reach")


# -- the reference and emitted code -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marbles", "entries", "error"), [
    ((0, 0), (), DeadEnd), ((0, 0), (-1,), DeadEnd), ((0, 0), (-2,), DeadEnd), ((0, 0), (7,), DeadEnd),
    ((1, 0), (), RanOut), ((1, 0), (-2,), Impossible), ((1, 0), (-1,), None), ((0, 1), (7,), None),
])
def test_what_no_deal_could_bring_is_no_fault_of_the_deal(
    marbles: tuple[int, int], entries: tuple[int, ...], error: type[Exception] | None,
) -> None:
    program = load(urn.game)
    reference = _reference(program, entries)
    position = _at_the_urn(reference, marbles)
    native = Native(program, "interpreted")
    state, context = native.state(position), native.context(reference.setting)
    code = int(native.call("settle", state, context, *native.tapes(reference.setting), False, native.blank()))
    assert code == {DeadEnd: 8, RanOut: 5, Impossible: 6, None: 0}[error]
    assert reference.is_stuck(position) == (sum(marbles) == 0)
    if error is None:
        assert reference.dealt(position).text == f"comes {'red' if marbles[0] else 'white'}"
    else:
        with pytest.raises(error) as caught:
            reference.dealt(position)
        assert type(caught.value) is error


def _reference(program: Program, entries: tuple[int, ...]) -> Reference:
    return Reference(program, Setting(program.default_rulings, urn.Box(), (entries,)))


def _at_the_urn(reference: Reference, marbles: tuple[int, int]) -> Position:
    hand = urn.Hand()
    hand.phase = urn.Phase.DRAW
    hand.urn[RED], hand.urn[WHITE] = marbles
    return reference.position(hand)


# -- odds ---------------------------------------------------------------------------------------------------------------------


def test_odds_that_hang_on_a_dead_end_are_refused(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    """Nobody has lost who is stuck: "0 %, every state was explored" was said here."""
    ran = daybreak("odds", scenario("plain"), *ENGINE)
    assert ran.code == 75 and ran.out == "" and all(told in ran.err for told in CHANCE)


def test_odds_are_told_where_no_dead_end_makes_a_difference(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("odds", scenario("rich"), "--json", *ENGINE)
    document = json.loads(ran.out)
    assert ran.code == 0 and document["low"]["fraction"] == "1" and document["exact"] and document["dead_ends"] > 0
    assert "do not say how to go on" in daybreak("odds", scenario("rich"), *ENGINE).out


def test_a_decision_with_nothing_legal_is_not_lost_either(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("odds", scenario("dark", CAREFUL), *ENGINE)
    assert ran.code == 75 and "DB406 play gets stuck in HIDDEN: no decision is legal (come_out; clauses UR-04)" in ran.err
    assert ran.err.rstrip().endswith(" / hide") and "DB405 the line there: " in ran.err


# -- explore and check --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "line"), [
    ("", ["draw", "comes red", "draw", "comes white", "draw"]), (DRAWN, ["draw"] * 3), (SEED, ["draw"] * 3)])
def test_explore_shows_the_line_and_the_clauses(
    more: str, line: list[str], scenario: Callable[..., Path], daybreak: Callable[..., Any],
) -> None:
    ran = daybreak("explore", scenario("plain", more), "--json", *ENGINE)
    document = json.loads(ran.out)
    assert ran.code == 12 and document["dead_ends"] == document["stops"]["dead-end"] > 0
    assert document["examples"] == [{"what": "dead-end", "line": line}] and document["ending"] == "closed"
    assert document["stuck"] == "play gets stuck in DRAW: no outcome of chance has weight (comes; clauses UR-01, UR-02)"
    assert "What is wrong there: play gets stuck in DRAW" in daybreak("explore", scenario("plain", more), *ENGINE).out


@pytest.mark.parametrize("strategy", ["breadth-first", "depth-first", "iterative"])
def test_every_order_of_search_finds_them(strategy: str, scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    for more in ("", DRAWN):
        for chains in ((), ("--all-states",)):
            ran = daybreak("explore", scenario("plain", more), "--strategy", strategy, "--json", *chains, *ENGINE)
            assert ran.code == 12 and json.loads(ran.out)["dead_ends"] > 0


@pytest.mark.parametrize("more", ["", DRAWN, SEED])
@pytest.mark.parametrize("asked", [(), ("--property", "points-were-drawn")])
def test_check_refutes_and_proves_nothing(
    more: str, asked: tuple[str, ...], scenario: Callable[..., Path], daybreak: Callable[..., Any],
) -> None:
    ran = daybreak("check", scenario("plain", more), "--json", *asked, *ENGINE)
    rows = {row["name"]: row for row in json.loads(ran.out)["properties"]}
    assert ran.code == 12 and rows["no-dead-end"]["verdict"] == "refuted"
    assert rows["no-dead-end"]["line"][-1] == "draw" and rows["no-dead-end"]["events"][-1]["event"] == "reach"
    assert rows["points_were_drawn"]["verdict"] == "unknown" and "dead end of the rules" in rows["points_were_drawn"]["reason"]


def test_check_is_as_sure_as_ever_without_a_dead_end(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("check", scenario("plain", CAREFUL), "--json", "--property", "no-dead-end", "--property", "enough", *ENGINE)
    assert {row["name"]: row["verdict"] for row in json.loads(ran.out)["properties"]} == {
        "enough": "refuted", "no-dead-end": "proved"}


# -- lines of a deal ----------------------------------------------------------------------------------------------------------

RED_THEN_WHITE = "[deal]\nurn = ['red', 'white']\n"
THREE_RED = "[deal]\nurn = ['red', 'red', 'red']\n"


def document(ran: Any) -> dict[str, Any]:
    told = json.loads(ran.out)
    found: dict[str, Any] = told["results"][0] if "results" in told else told
    return found


@pytest.mark.parametrize(("edition", "more", "goal", "line"), [
    ("plain", RED_THEN_WHITE, "best", "draw / reach / comes red / draw / reach / comes white / draw / reach"),
    ("plain", SEED, "best", "draw / reach"), ("rich", SEED, "best", "draw / reach"),  # won, but nobody knows how well
    ("harmless", SEED, "lose", "draw / reach / comes red / draw / reach"),  # "no line loses" was said here
    ("dark", SEED, "lose", "hide"), ("dark", CAREFUL + SEED, "lose", "hide"),
])
def test_no_line_is_proved_best_or_quickest_past_a_dead_end(
    edition: str, more: str, goal: str, line: str, scenario: Callable[..., Path], daybreak: Callable[..., Any],
) -> None:
    ran = daybreak("solve", scenario(edition, more), "--goal", goal, *ENGINE)
    assert ran.code == 75 and ran.out == "" and "DB406 play gets stuck in" in ran.err and line in ran.err


@pytest.mark.parametrize("strategy", CLOSING)
def test_of_the_lines_that_end_none_is_better_though_others_get_stuck(
    strategy: str, scenario: Callable[..., Path], daybreak: Callable[..., Any], tmp_path: Path,
) -> None:
    """Who hides has nothing legal to do: that is no end, so that the best of the ends is named, and where play gets stuck."""
    asked = ("solve", scenario("dark", CAREFUL + SEED), "--strategy", strategy, *ENGINE)
    found = document(daybreak(*asked, "--json"))
    assert (found["verdict"], found["proof"], found["grade"], found["settled"]) == (
        "proved", "exhausted", {"won": False, "points": 1}, None)
    assert found["dead_ends"]["positions"] == 3 and found["dead_ends"]["line"] == ["hide"]
    assert found["rests_on"]["search"] == "closed" and found["rests_on"]["not_re_checked"] == "no-end"
    ran = daybreak(*asked)
    assert ran.code == 0 and 'Lost: no line of this deal gets "won" (proved)' in ran.out
    assert "Proof: no line that comes to an end is better: the search closed" in ran.out
    assert "Nothing is legal, and the rules name no end, at 3 positions; after hide, play gets stuck in HIDDEN" in ran.out
    assert daybreak(*asked, "--certify").code == 124
    page = tmp_path / "line.html"
    assert daybreak(*asked, "--html", page).code == 0
    assert "and the rules name no end, at 3 positions; after hide, play gets stuck in HIDDEN" in page.read_text(encoding="utf-8")


def test_a_line_that_attains_the_bound_is_best_whatever_happens_elsewhere(
    scenario: Callable[..., Path], daybreak: Callable[..., Any],
) -> None:
    """No grade is higher than three points: whatever a rule were to bring from the empty urn would be no better."""
    ran = daybreak("solve", scenario("generous", THREE_RED), "--json", *ENGINE)
    found = document(ran)
    assert ran.code == 0 and found["verdict"] == "optimal" and found["proof"] == "bound-attained"
    assert daybreak("explore", scenario("generous", THREE_RED), *ENGINE).code == 12


def test_a_loss_is_quickest_if_nobody_is_stuck_before_it(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", scenario("plain", SEED), "--goal", "lose", "--json", *ENGINE)
    assert ran.code == 0 and document(ran)["verdict"] == "optimal" and document(ran)["line"] == ["stop"]


def test_who_is_stuck_has_to_decide_something_before_losing(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    """In the cupboard after one decision, one more would take two, which is no quicker; nobody expands what cannot be checked."""
    more = f"{CAREFUL}{SEED}[start]\nphase = 'choose'\nurn = {{ white = 1 }}\ndrawn = 1\n"
    ran = daybreak("solve", scenario("dark", more), "--goal", "lose", "--json", *ENGINE)
    found = document(ran)
    assert ran.code == 0 and found["verdict"] == "optimal" and len(found["line"]) == 2
    assert found["rests_on"]["not_re_checked"] == "dead-end" and found["rests_on"]["positions"] is None


@pytest.mark.parametrize("goal", ["best", "lose"])
def test_a_start_that_is_stuck(goal: str, scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    for more in ("", "[start]\nphase = 'draw'\nurn = {}\n[deal]\nseed = 1\n", "[start]\nphase = 'draw'\nurn = {}\n"):
        if more:
            ran = daybreak("solve", scenario("plain", more), "--goal", goal, *ENGINE)
            assert ran.code == 75 and "DB406 play gets stuck in DRAW" in ran.err and "nothing yet" in ran.err
    ran = daybreak("solve", scenario("dark", f"{CAREFUL}{SEED}[start]\nphase = 'hidden'\n"), "--goal", goal, *ENGINE)
    assert ran.code == 75 and "DB406 play gets stuck in HIDDEN" in ran.err and "nothing yet" in ran.err


@pytest.mark.parametrize("method", ["z3", "both"])
def test_z3_calls_it_the_same(method: str, scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", scenario("dark", SEED), "--with", method, "--goal", "lose", *ENGINE)
    assert ran.code == 75 and "DB406 play gets stuck in HIDDEN" in ran.err and ran.err.rstrip().endswith('hide')
    alone = daybreak("solve", scenario("harmless", SEED), "--with", method, *ENGINE)
    assert alone.code == 75 and "DB406 play gets stuck in DRAW" in alone.err


def test_z3_leaves_the_search_its_bound(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", scenario("generous", THREE_RED), "--with", "both", "--json", *ENGINE)
    assert ran.code == 0 and document(ran)["verdict"] == "optimal" and "z3" in document(ran)["cross_check"]


def test_deals_that_are_stuck_are_counted_apart(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    scenario("plain")
    ran = daybreak("winnability", "urn", "--edition", "plain", "--deals", 5, "--json")
    point, = document(ran)["points"]
    assert ran.code == 75 and point["stuck"] == 5 and point["stuck_seeds"] == [1, 2, 3, 4, 5] and point["lost"] == []
    assert point["won"] == {**point["won"], "count": 0, "undecided": 5} and point["why"].startswith("play gets stuck in DRAW")
    text = daybreak("winnability", "urn", "--edition", "plain", "--deals", 5).out
    assert "Stuck: 5 of the undecided deals (seeds 1, 2, 3, 4, 5): play gets stuck in DRAW" in text
    careful = daybreak("winnability", "urn", "--edition", "plain", "--deals", 5, "--ruling", "UR-Q1=careful", "--json")
    point, = document(careful)["points"]
    assert careful.code == 0 and point["stuck"] == 0 and point["lost"] == [1, 2, 3, 4, 5]


def test_a_decision_is_not_judged_by_lines_that_get_stuck(
    scenario: Callable[..., Path], daybreak: Callable[..., Any], tmp_path: Path,
) -> None:
    line = tmp_path / "line.txt"
    line.write_text("draw\nstop\n")
    ran = daybreak("review", scenario("plain", RED_THEN_WHITE), "--line", line, *ENGINE)
    assert ran.code == 75 and ran.out == "" and "DB406 play gets stuck in DRAW" in ran.err and "DB405" in ran.err
    judged = daybreak("review", scenario("plain", CAREFUL + RED_THEN_WHITE), "--line", line, "--json", *ENGINE)
    assert judged.code == 0 and [each["verdict"] for each in document(judged)["decisions"]] == ["best", "best"]


def test_a_reading_that_gets_stuck_is_told(scenario: Callable[..., Path], daybreak: Callable[..., Any]) -> None:
    scenario("plain")
    ran = daybreak("readings", "urn", "--edition", "plain", "--deals", 5, "--json", *ENGINE)
    found = document(ran)
    assert {each["property"] for each in found["starts"][0]["stuck"]} == {"no-dead-end"}
    assert {each["why"] for each in found["starts"][0]["stuck"]} == {"no outcome of chance is possible"}


@pytest.mark.parametrize("wanted", ["--wins", "--loses"])
def test_an_order_under_which_play_gets_stuck_is_none_that_wins_or_loses(
    wanted: str, scenario: Callable[..., Path], daybreak: Callable[..., Any],
) -> None:
    ran = daybreak("find", "order", scenario("plain"), "urn:2", wanted, "--json", *ENGINE)
    assert ran.code == 124, ran
