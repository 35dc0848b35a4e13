"""What each command writes, exactly: 100 columns, no colours, times scrubbed."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.registry import Games
from verifier.report.text.check import checked as checked_text
from verifier.report.text.find import found_position
from verifier.report.text.mutants import mutated as mutants_text
from verifier.report.text.rendered import rendered
from verifier.report.text.winnability import winnability
from verifier.results.checked import Checked, FailedStep, Part, PropertyRow
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.edition import EditionNote
from verifier.results.found import FoundPosition
from verifier.results.mutated import MutantRow, Mutated
from verifier.results.played import About, Happening
from verifier.results.share import paired, share
from verifier.results.winnable import GradeShare, MeasuredDeal, PlayerShare, Winnability, WinnabilityPoint
from verifier.verdict import Verdict

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
FIGURE_2 = SCENARIOS / "e2.toml"
RESHUFFLE = SCENARIOS / "reshuffle.toml"
LINE = "fire 0\npass\nend-turn\n"
ENGINE = ("--engine", "interpreted")
PLAIN = EditionNote("probe", "plain", "Plain", 1, 3)


@pytest.fixture
def line_file(tmp_path: Path) -> Path:
    path = tmp_path / "line.txt"
    path.write_text(LINE)
    return path


@pytest.mark.parametrize("command", ["", "games", "deal", "moves", "replay", "solve", "review", "explore", "check", "find",
                                     "find readings", "find position", "find order",
                                     "readings", "coverage", "mutants", "winnability", "difficulty", "reports"])
def test_help(command: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak(*command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    golden(f"help-{command.replace(' ', '-') or 'daybreak'}.txt", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_games(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("games", *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"games.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_game_with_the_values_of_its_editions(
    form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None],
) -> None:
    ran = daybreak("games", "until-dawn", *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"games-one.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_deal(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("deal", "until-dawn", "--seed", 7, "--ruling", "UD-06=underneath", *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"deal.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_moves(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("moves", FIGURE_2, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"moves.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_replay(form: str, line_file: Path, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("replay", RESHUFFLE, "--line", line_file, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"replay.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_solve(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("solve", RESHUFFLE, *(["--board"] if form == "text" else []), *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"solve.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_solve_for_the_quickest_loss(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("solve", RESHUFFLE, "--goal", "lose", *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"solve-lose.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_review(form: str, line_file: Path, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("review", RESHUFFLE, "--line", line_file, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"review.{_ending(form)}", ran.out)


def _deal(seed: int, won: int, undecided: int, first: Kept | None, unknown: int | None) -> MeasuredDeal:
    points = () if unknown is None else tuple(LinePoint(at, "go", Kept(3, 1, at - 1 if unknown else 0), None) for at in (1, 2))
    random, greedy = share(won, undecided, 100), share(2 * won, 0, 100)
    return MeasuredDeal(seed, Difficulty(100, random, greedy, first, points, 50_000))


MEASURED = (_deal(3, 0, 1, Kept(8, 1, 2), 1), _deal(1, 4, 0, Kept(8, 3, 0), 0), _deal(8, 4, 0, Kept(8, 6, 0), None),
            _deal(5, 9, 100 - 9, None, None), _deal(2, 40, 0, Kept(7, 7, 0), 0))


def _players(won: int) -> tuple[PlayerShare, ...]:
    """A random player who loses, and one who thinks and wins a third of what can be won, and one game more; two not known."""
    third = [(number < won // 3, None if number < 2 else number < won) for number in range(20)]
    return (PlayerShare("random", 0, share(0, 0, 20), paired([(False, known) for _, known in third]), 1, "no decision is legal"),
            PlayerShare("uct", 200, share(won // 3, 0, 20), paired(third)))


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("varied", [False, True])
def test_winnability(varied: bool, form: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    points = tuple(WinnabilityPoint(
        value if varied else None, share(won, 2, 20), (GradeShare({"survived": True, "alive": 2}, share(12, 4, 20)),
                                                       GradeShare({"survived": False, "alive": 0}, share(4, 4, 20))),
        (3, 1), (2, 5), (7,), measured=MEASURED, players=_players(won))
        for value, won in ((10, 18), (11, 9), (12, 0))[:3 if varied else 1])
    found = Winnability("probe", PLAIN, {"R-01": "top"}, 1, 20, 1000, "spaces" if varied else None, points, "done", 1.5,
                        grade_order="ours, for a test")
    golden(f"winnability{'-varied' if varied else ''}.{_ending(form)}",
           rendered(winnability(found)) if form == "text" else found.to_json())


@pytest.mark.parametrize("form", ["text", "json"])
def test_explore(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("explore", RESHUFFLE, "--depth", 3, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"explore.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_check(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("check", RESHUFFLE, "--depth", 4, "--property", "cards-are-conserved", "--property", "ammo_within_track",
                   *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (124, "")
    golden(f"check.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("method", ["z3", "both"])
def test_check_with_z3(
    method: str, form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = Games([EntryPoint("staircase", "tests.games.staircase:game", "daybreak.games")])
    install_only(monkeypatch, games)
    engine = ENGINE if method == "both" else ()
    ran = daybreak("check", "staircase", "--with", method, "--depth", 5, *engine, *_form(form))
    assert (ran.code, ran.err) == ({"z3": 0, "both": 124}[method], "")
    golden(f"check-{method}.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_find_an_order(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("find", "order", RESHUFFLE, "deck:1", "--wins", *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"find-order.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_mutants(form: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    place = {"rule": "go_up", "file": "stairs.py", "line": 12, "text": "require(x < 3)", "clauses": ("C-01",)}
    found = Mutated("probe", PLAIN, ("first", "second"), "done", (
        MutantRow(0, kind="guard dropped", verdict="killed", by="line", scenario="first", what="event 3: go up fails", **place),
        MutantRow(1, kind="comparison off by one", verdict="killed", by="count", scenario="second", what="7, not 8", **place),
        MutantRow(2, kind="comparison off by one", verdict="missing-scenario", scenario="mutant 2", what="go up leads elsewhere",
                  witness="schema = 1\n", written="new/mutant-2.toml", **place),
        MutantRow(3, kind="guard dropped", verdict="equivalent", lemmas=("level", "low"), **place),
        MutantRow(4, kind="effect dropped", verdict="equivalent", **place),
        MutantRow(5, kind="effect dropped", verdict="undecided", what="seconds", **place)), 1.5)
    golden(f"mutants.{_ending(form)}", rendered(mutants_text(found)) if form == "text" else found.to_json())


FERRY = """schema = 1
game = "ferry"
title = "The last ticket"
[deal]
weather = ["calm"]
[start]
tickets = 1
"""


@pytest.mark.parametrize("form", ["text", "dead", "json", "lcov", "junit"])
def test_coverage(form: str, tmp_path: Path, daybreak: Callable[..., Any], golden: Callable[[str, str], None],
                  monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")])
    install_only(monkeypatch, games)
    monkeypatch.chdir(Path(__file__).parents[2])
    scenario, file = tmp_path / "last-ticket.toml", tmp_path / "written"
    scenario.write_text(FERRY)
    looked_at = [] if form == "dead" else [scenario, "--random", 20, "--every-reading"]
    options = {"json": ["--json"], "lcov": ["--lcov", file], "junit": ["--junit", file]}.get(form, [])
    ran = daybreak("coverage", "ferry", *looked_at, "--exhaust", scenario, *ENGINE, *options)
    assert (ran.code, ran.err) == (0, "")
    name = {"text": "coverage.txt", "dead": "coverage-dead.txt", "json": "coverage.json", "lcov": "coverage.info",
            "junit": "coverage.xml"}[form]
    golden(name, re.sub(r'time="[\d.]+"', 'time="0"', file.read_text()) if file.exists() else ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_tested_clauses(form: str, tmp_path: Path, daybreak: Callable[..., Any], golden: Callable[[str, str], None],
                        monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")]))
    scenario = tmp_path / "three-tickets.toml"
    scenario.write_text(FERRY.replace('["calm"]', '["storm", "calm"]').replace("[start]\ntickets = 1\n", ""))
    ran = daybreak("coverage", "ferry", scenario, "--tested", "--prove", "--fail-under", 90, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (12, "")
    golden(f"coverage-tested.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(("what", "arguments"), [
    ("", ["--deals", "15"]), ("-one", ["FE-Q2", "--deals", "5", "--ruling", "FE-Q1=half"])])
def test_readings(
    what: str, arguments: list[str], form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")])
    install_only(monkeypatch, games)
    ran = daybreak("readings", "crossing", *arguments, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"readings{what}.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(("what", "vary"), [("", "tickets=1..3"), ("-reading", "FE-Q1=paid,refunded")])
def test_difficulty(what: str, vary: str, form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None],
                    monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")]))
    ran = daybreak("difficulty", "ferry", "--vary", vary, "--policy", "random", "--policy", "flat", "--simulations", 5, "--deals",
                   40, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"difficulty{what}.{_ending(form)}", re.sub(r"examined; \d+ s\b", "examined; # s", ran.out))


# Which position z3 finds, and which lemmas it names, depends on what it was asked before in the same process.
POSITIONS: dict[str, dict[str, Any]] = {
    "found": {"verdict": Verdict.PROVED, "none_below": 2, "smallest": True, "size": 2, "board": "a board", "end_board": "another",
              "events": (Happening("go up", "decision", ("C-01",), {"x": 2}),), "start": {"x": 1}, "scenario": "schema = 1\n",
              "clauses": {"C-01": "One may go up."}},
    "fails": {"verdict": Verdict.PROVED, "none_below": 1, "size": 3, "reason": "seconds", "last": "go up",
              "failure": "x left its range", "start": {"x": 9}, "scenario": "schema = 1\n", "file": "found.toml"},
    "none": {"verdict": Verdict.REFUTED, "none_below": None, "lemmas": ("on_the_stairs", "one_lamp"), "whatever_length": True},
    "none-so-small": {"verdict": Verdict.HOLDS_WITHIN, "none_below": 5},
    "unknown": {"verdict": Verdict.UNKNOWN, "none_below": 2, "reason": "z3's work limit (canceled)"},
}


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("what", POSITIONS)
def test_positions_that_were_found(what: str, form: str, golden: Callable[[str, str], None],
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    plain = {"game": "probe", "edition": PLAIN, "rulings": {"R-01": "top"}, "property": "level", "kind": "invariant",
             "summary": "On a level", "reason": "", "within": 4, "steps": 1, "whatever_length": False, "lemmas": (),
             "smallest": False, "seconds": 0.5}
    found = FoundPosition(**{**plain, **POSITIONS[what]})
    golden(f"find-position-{what}.{_ending(form)}",
           rendered(found_position(found)) if form == "text" else found.to_json())


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_step_that_fails(form: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    found = Checked(
        About("probe", "Probe", "probe", "Probe from its set-up", PLAIN, {"R-01": "top", "R-02": "left"}, {}, {}), "z3", "open",
        None, None, None, "done",
        (_unproved("reached", 3, line=("up", "down")), _unproved("not-within", 5), _unproved("unknown", 2),
         _unproved("unknown", None, before_board="a board", after=None, failure="DB401 it fails")), {}, 0.25, 5, 2)
    golden(f"check-failed-step.{_ending(form)}",
           rendered(checked_text(found)) if form == "text" else found.to_json())


def _unproved(reachable: str, within: int | None, **more: Any) -> PropertyRow:
    part = Part("door.stack.size == 0", "properties.py:59", {"door": "2"})
    given = {"rulings": {"R-01": "under", "R-02": "left"}, "before": {"x": 1, "y": 2}, "before_board": None, "event": "up",
             "after": {"x": 2, "y": 2}, "part": part, "reachable": reachable, "within": within, "reason": "", **more}
    verdict = Verdict.UNKNOWN if within is None else Verdict.HOLDS_WITHIN
    return PropertyRow("level", "invariant", ("C-01",), "On a level.", verdict, "seconds" if within is None else "depth", within,
                       methods=("z3",), step=FailedStep(**given))


def _form(form: str) -> list[str]:
    return ["--json"] if form == "json" else []


def _ending(form: str) -> str:
    return "json" if form == "json" else "txt"
