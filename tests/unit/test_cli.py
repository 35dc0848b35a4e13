"""The command line: exit codes, coded messages, JSON alone on stdout, and what happens when the world is unkind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.analysis.expectation import compared_with_expected
from verifier.cli.options import limits_of
from verifier.errors import BadInput
from verifier.files import write_file
from verifier.scenarios.loader import Expectation
from verifier.verdict import Verdict, gravest

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios" / "until-dawn"
RESHUFFLE = str(SCENARIOS / "reshuffle.toml")
FIGURE_2 = str(SCENARIOS / "e2.toml")
INTERPRETED = ("--engine", "interpreted")
Run = Callable[..., Any]


def scenario(tmp_path: Path, text: str, name: str = "own.toml") -> str:
    path = tmp_path / name
    path.write_text('schema = 1\ngame = "until-dawn"\n' + text)
    return str(path)


def almost_over(tmp_path: Path, more: str = "") -> str:
    """A position one step before dawn, with nobody at the entrances."""
    return scenario(tmp_path, f'title = "Almost dawn"\n{more}\n[deal]\nseed = 3\n[start]\ntime = 19\nzombie_time = 19\n')


# -- how commands end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [
    ["frobnicate"], ["solve"], ["solve", RESHUFFLE, "--states", "x"], ["solve", RESHUFFLE, "--states", "0"],
    ["solve", RESHUFFLE, "--seconds", "nan"], ["solve", RESHUFFLE, "--seconds", "-1"], ["solve", RESHUFFLE, "--memory", "lots"],
    ["solve", RESHUFFLE, "--goal", "draw"], ["solve", RESHUFFLE, "--no-such-option"], ["solve", "/no/such/file"], ["solve", "/"],
    ["explore", RESHUFFLE, "--graph", "graph.png"], ["check", "until-dusk"], ["check", "until-dawn", "--k", "2"],
    ["check", "until-dawn", "--property", "nobody-dies"], ["deal", "until-dusk"], ["deal", "until-dawn", "--seed", "-1"],
    ["deal", "until-dawn", "--seed", "18446744073709551616"], ["deal", "until-dawn", "--ruling", "UD-06"],
    ["deal", "until-dawn", "--ruling", "UD-06=sideways"], ["deal", "until-dawn", "--edition", "mine"],
    ["find", "until-dawn"], ["find", "readings", "until-dusk", "UD-06"], ["find", "readings", "until-dawn", "UD-99"],
    ["find", "readings", "until-dawn", "UD-50"], ["find", "readings", "until-dawn", "UD-06", "--between", "top"],
    ["find", "readings", "until-dawn", "UD-06", "--from", "ACT"],
    ["find", "readings", "until-dawn", "UD-06", "--until", "NOON"],
    ["find", "readings", "until-dawn", "UD-06", "--given", "noon=1"],
    ["find", "readings", "until-dawn", "UD-06", "--given", "at=9"],
    ["find", "readings", "until-dawn", "UD-06", "--ignore", "noon"],
    ["find", "readings", "until-dawn", "UD-06", "--any-readings"],
    ["find", "position", "until-dawn", "--breaks", "ammo"], ["find", "position", "until-dawn", "--reaches", "ammo_within_track"],
    ["find", "position", "until-dawn", "--breaks", "ammo_within_track", "--from", "NOON"],
    ["find", "position", "until-dawn", "--breaks", "ammo_within_track", "--until", "ACT"],
    ["find", "order", "until-dawn", "deck:3", "--wins"],
    ["moves", "/dev/null"], ["replay", RESHUFFLE, "--line", "/no/such/line"],
])
def test_bad_input_is_a_coded_message_and_150(arguments: list[str], daybreak: Run) -> None:
    ran = daybreak(*arguments)
    assert ran.code == 150
    assert ran.out == ""
    assert ran.err.startswith("DB") and "Traceback" not in ran.err


@pytest.mark.parametrize(("wrong", "meant"), [
    ("scenarios/until-dawn/e88.toml", "scenarios/until-dawn/e8.toml"),
    ("small-lost.toml", "scenarios/until-dawn/small-lost.toml"),
    ("until-dawn/demo.toml", "scenarios/until-dawn/demo.toml"), ("[*].toml", ""), ("nothing-of-that-name-at-all.toml", ""),
])
def test_a_scenario_that_is_not_there_is_told_with_one_that_may_be_meant(
        wrong: str, meant: str, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    hint = f'; did you mean "{meant}"?' if meant else ""
    assert daybreak("moves", wrong).err == f"DB101 there is no such file @ {wrong}{hint}\n"


@pytest.mark.parametrize(("text", "told"), [
    ("schema = 1\ngame = until-dawn\n", "; correct it there: texts stand in quotes, lists in [...]"),
    ('game = "until-dawn"\n', "the key schema is missing @ $; add schema = 1"), ("schema = 1\n", "add game = ..."),
    ('schema = 1\ngame = "until-dawn"\n[start.discard]\nscratcher = 5\n', "give other values, or more fields: what a start"),
])
def test_what_is_wrong_with_a_scenario_is_told_with_what_to_do(text: str, told: str, daybreak: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(text)
    ran = daybreak("moves", tmp_path / "own.toml")
    assert ran.code == 150 and told in ran.err


def test_a_number_of_seconds_is_finite() -> None:
    for seconds in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(BadInput, match="DB505"):
            limits_of(seconds, None, None)


@pytest.mark.parametrize(("text", "size"), [
    ("1", 1), ("500M", 500 * 2**20), ("2g", 2 * 2**30), ("2GiB", 2 * 2**30), ("64 kB", 2**16),
])
def test_sizes_of_memory(text: str, size: int) -> None:
    assert limits_of(None, None, text).memory == size


def test_nothing_asked_is_the_help(daybreak: Run) -> None:
    ran = daybreak()
    assert ran.code == 0 and "Usage: daybreak" in ran.out
    assert daybreak("--version").out.startswith("daybreak 0.")


def test_a_limit_is_124_with_a_valid_partial_answer(daybreak: Run) -> None:
    ran = daybreak("solve", str(SCENARIOS / "demo.toml"), "--states", 100, *INTERPRETED, "--json")
    assert ran.code == 124
    answer = json.loads(ran.out)["results"][0]
    assert answer["verdict"] in ("best-found", "unknown") and answer["proof"] is None and answer["ending"] == "states"
    assert daybreak("check", "until-dawn", "--states", 500, *INTERPRETED).code == 124
    assert daybreak("explore", RESHUFFLE, "--states", 50, *INTERPRETED).code == 124


def test_a_deal_that_runs_out_is_75_and_says_where(daybreak: Run, tmp_path: Path) -> None:
    path, line = scenario(tmp_path, '[deal]\ndeck = ["sneaker"]\n'), tmp_path / "line"
    line.write_text("pass\nend-turn\nplace 0\npass\nend-turn\nplace 0\n")
    ran = daybreak("replay", path, "--line", line)
    assert ran.code == 75
    assert "DB403" in ran.err and "DB405 the line there: pass / end-turn" in ran.err


def test_an_illegal_line_names_the_event_the_clause_and_what_is_legal(daybreak: Run, tmp_path: Path) -> None:
    line = tmp_path / "line"
    line.write_text("pass\nfire 2\n")
    ran = daybreak("replay", RESHUFFLE, "--line", line)
    assert ran.code == 150 and ran.out == ""
    assert f"@ {line}:2; " in ran.err and "UD-X02" in ran.err and "legal here: " in ran.err


def test_the_gravest_of_several_ends_wins() -> None:
    assert gravest([0, 124, 12]) == 12
    assert gravest([12, 150, 0]) == 150
    assert gravest([124, 0]) == 124
    assert gravest([]) == 0
    assert [verdict.exit_code for verdict in Verdict] == [0, 124, 0, 124, 12, 124, 75]
    assert [verdict for verdict in Verdict if verdict.is_proof] == [Verdict.OPTIMAL, Verdict.PROVED]


# -- answers ----------------------------------------------------------------------------------------------------------------


def test_what_solve_prints_is_a_line_for_replay(daybreak: Run, tmp_path: Path) -> None:
    answer = daybreak("solve", RESHUFFLE, *INTERPRETED, "--json")
    (tmp_path / "answer.json").write_text(answer.out)
    ran = daybreak("replay", RESHUFFLE, "--line", tmp_path / "answer.json", "--json")
    solved, replayed = json.loads(answer.out)["results"][0], json.loads(ran.out)
    assert (answer.code, ran.code) == (0, 0)
    assert solved["schema"] == replayed["schema"] == 2
    assert replayed["over"] and replayed["grade"] == solved["grade"]
    assert [event["event"] for event in replayed["events"] if event["kind"] == "decision"] == solved["line"]
    assert {"game", "scenario", "rulings", "deal", "verdict", "proof", "grade", "upper_bound", "line", "search"} <= set(solved)


def test_several_scenarios_are_one_object_and_the_gravest_code(daybreak: Run, tmp_path: Path) -> None:
    broken = scenario(tmp_path, "[start]\ntime = 99\n")
    ran = daybreak("solve", RESHUFFLE, broken, tmp_path / "none.toml", *INTERPRETED, "--json")
    results = json.loads(ran.out)["results"]
    assert ran.code == 150
    assert results[0]["verdict"] == "optimal" and "DB205" in results[1]["errors"][0] and "DB101" in results[2]["errors"][0]
    assert "own.toml: DB205" in ran.err


@pytest.mark.parametrize(("expect", "code"), [
    ('verdict = "optimal"', 0), ('verdict = "optimal"\ngrade = { survived = true }', 0), ("grade = { shells = 8 }", 0),
    ('verdict = "refuted"', 12), ("grade = { survived = false }", 12), ("grade = { alive = 1, shells = 8 }", 12),
])
def test_what_a_scenario_expects_is_compared_with_the_answer(expect: str, code: int, daybreak: Run, tmp_path: Path) -> None:
    path = almost_over(tmp_path, f"[expect]\n{expect}\n")
    ran = daybreak("solve", path, *INTERPRETED)
    assert ran.code == code, ran.out
    assert f"Expected: {'optimal' if 'optimal' in expect else ''}" in ran.out
    assert (": met" in ran.out) == (code == 0)


def test_an_expectation_is_open_when_a_limit_came_first() -> None:
    expected = Expectation("optimal", {"survived": True, "alive": 1})
    for verdict, grade, met in [
        (Verdict.OPTIMAL, {"survived": True, "alive": 1}, True), (Verdict.OPTIMAL, {"survived": True, "alive": 2}, False),
        (Verdict.BEST_FOUND, {"survived": True, "alive": 1}, None), (Verdict.BEST_FOUND, {"survived": True, "alive": 2}, False),
        (Verdict.BEST_FOUND, {"survived": False, "alive": 2}, None), (Verdict.UNKNOWN, None, None),
    ]:
        held = compared_with_expected(expected, verdict, grade)
        assert held is not None and held.met is met, (verdict, grade)
    assert compared_with_expected(None, Verdict.OPTIMAL, None) is None


def test_a_lost_deal_ends_with_its_point_of_no_return(daybreak: Run) -> None:
    ran = daybreak("solve", RESHUFFLE, "--goal", "lose", *INTERPRETED, "--json")
    lost = json.loads(ran.out)["results"][0]["no_return"]
    assert ran.code == 0 and lost["known"] and lost["goal"] == "survived"
    line = json.loads(ran.out)["results"][0]["line"]
    assert lost["event"] == line[lost["number"] - 1]


def test_an_exhausted_proof_is_certified_position_by_position(daybreak: Run, tmp_path: Path) -> None:
    """With the bound out of reach, only the closed search proves the grade."""
    start = 'phase = "next-attacker"\ntime = 20\nzombie_time = 20\nassault = 2\n'
    entrances = "[[start.entrances]]\nstack = [\"scratcher!\"]\n" + 3 * "[[start.entrances]]\n"
    path = scenario(tmp_path, f"[deal]\nseed = 3\n[start]\n{start}{entrances}")
    ran = daybreak("solve", path, *INTERPRETED, "--certify", "--json")
    answer = json.loads(ran.out)["results"][0]
    assert ran.code == 0 and answer["verdict"] == "optimal", ran.err
    rests_on = answer["rests_on"]
    assert rests_on["search"] == "closed" and rests_on["positions"] > 0 and rests_on["complete"]


def test_moves_and_states_survive_the_way_back(daybreak: Run, tmp_path: Path) -> None:
    """The state that `moves --json` prints can be put under [start], and gives the same moves."""
    from verifier.scenarios.writer import toml_text

    first = json.loads(daybreak("moves", FIGURE_2, "--json").out)
    start = "\n".join(f"{key} = {toml_text(value)}" for key, value in first["state"].items())
    again = json.loads(daybreak("moves", scenario(tmp_path, f"[start]\n{start}\n"), "--json").out)
    assert again["legal"] == first["legal"] and again["state"] == first["state"]


def test_explore_writes_a_graph_whole_or_not_at_all(daybreak: Run, tmp_path: Path) -> None:
    for name in ("g.json", "g.graphml", "g.dot"):
        ran = daybreak("explore", RESHUFFLE, "--depth", 1, "--graph", tmp_path / name, *INTERPRETED)
        assert ran.code == 0 and f"Graph: {tmp_path / name}" in ran.out.replace("\n", "")
        assert (tmp_path / name).stat().st_size > 100
    ran = daybreak("explore", RESHUFFLE, "--depth", 1, "--graph", tmp_path / "no" / "g.json", *INTERPRETED)
    assert ran.code == 150 and "DB507" in ran.err and not (tmp_path / "no").exists()


def test_the_same_seed_is_the_same_deal(daybreak: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    assert daybreak("deal", "until-dawn", "--seed", 7, "-o", one).out == ""
    other.write_text(daybreak("deal", "until-dawn", "--seed", 7).out)
    assert one.read_text() == other.read_text()
    assert daybreak("moves", one).code == 0
    assert daybreak("deal", "until-dawn").out != daybreak("deal", "until-dawn").out


def test_moves_that_start_with_some_words(daybreak: Run) -> None:
    every = json.loads(daybreak("moves", FIGURE_2, "--json").out)
    some = json.loads(daybreak("moves", FIGURE_2, "--only", "fire", "--json").out)
    for kind in ("legal", "illegal"):
        told = [each if kind == "legal" else each["event"] for each in every[kind]]
        kept = [each if kind == "legal" else each["event"] for each in some[kind]]
        assert kept and kept == [each for each in told if each.split()[0] == "fire"]
    none = daybreak("moves", FIGURE_2, "--only", "fire 0").out
    assert "No legal move starts with fire 0" in none and "dead end" not in none and "fire 0  UD-T04" in none
    assert (every["only"], some["only"]) == (None, "fire")
    for words, hint in (("fier", 'did you mean "fire"?'), ("fire 9", "known: 0, 1, 2, 3"), ("fire 2 now", 'leave "now" out')):
        ran = daybreak("moves", FIGURE_2, "--only", words)
        assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB592") and hint in ran.err


def test_many_moves_that_are_not_legal_are_told_by_their_reasons(daybreak: Run) -> None:
    table = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds" / "e10.toml"
    illegal = json.loads(daybreak("moves", table, "--json").out)["illegal"]
    told = daybreak("moves", table).out.partition("Not legal here")[2]
    assert f"{len(illegal):,} moves" in told and len(told.splitlines()) < 40
    starts = sum(each["clause"] == "DZ-M02" for each in illegal)
    assert f"DZ-M02  {starts} move: " in told
    few = daybreak("moves", table, "--only", "move hunt").out.partition("Not legal here")[2]
    assert "  move hunt forest-6        DZ-M06: " in few


def test_a_file_is_replaced_as_a_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "deal.toml"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    write_file(link, "new", force=True)
    assert path.read_text() == "new" and link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(BadInput, match="DB507"):
        write_file(tmp_path, "new", force=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["deal.toml", "link"]


def test_titles_cannot_speak_to_the_terminal(daybreak: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('schema = 1\ngame = "until-dawn"\ntitle = "\\u001b[31m[bold]red[/bold] \\u202e"\n')
    out = daybreak("moves", path).out
    assert "\x1b" not in out and "\u202e" not in out
    assert "\\u{1b}[31m[bold]red[/bold] \\u{202e}" in out


# -- find -----------------------------------------------------------------------------------------------------------------------

UNTIL = ("--until", "ADVANCE,DRAW,END_TURN")


def test_an_example_of_two_readings_is_a_scenario(tmp_path: Path, daybreak: Run) -> None:
    file = tmp_path / "parting.toml"
    ran = daybreak("find", "readings", "until-dawn", "UD-20", "--from", "SCRATCHER", *UNTIL, "--json", "-o", file)
    assert (ran.code, ran.err) == (0, "")
    found, = json.loads(ran.out)["results"]
    assert found["verdict"] == "proved" and found["smallest"] and found["size"] == 1 and found["file"] == str(file)
    assert [side["choice"] for side in found["sides"]] == ["round", "turn"]
    assert found["sides"][0]["state"] != found["sides"][1]["state"]
    line = tmp_path / "line.txt"
    line.write_text("")
    assert daybreak("replay", file, "--line", line).code == 0


def test_no_example_within_a_size_is_no_success(daybreak: Run) -> None:
    ran = daybreak("find", "readings", "until-dawn", "UD-20", "--from", "SCRATCHER", *UNTIL, "--size", 0)
    assert ran.code == 124 and "holds-within: they end alike on every table up to size 0" in ran.out


def test_a_reading_that_only_decisions_ask_for_is_refused_with_the_place_and_what_to_ask_instead(daybreak: Run) -> None:
    ran = daybreak("find", "readings", "until-dawn", "UD-01")
    assert (ran.code, ran.out) == (150, "")
    place = "end_turn, your_turn.py:"
    assert ran.err.startswith(f"DB551 UD-01 is asked only in decisions ({place}") and " @ READING; " in ran.err
    assert "compares what happens by itself" in ran.err and "ask: daybreak readings until-dawn UD-01" in ran.err


def test_a_reading_that_is_not_asked_on_the_way_is_never_said_to_end_alike(daybreak: Run) -> None:
    ran = daybreak("find", "readings", "until-dawn", "UD-20", "--from", "TURN_ALL", "--until", "NEXT_ATTACKER")
    assert (ran.code, ran.out) == (150, "")
    assert ran.err.startswith("DB552 UD-20 is asked in SCRATCHER (spent, zombies.py:")
    assert " @ --from; write --from SCRATCHER" in ran.err
    ran = daybreak("find", "readings", "until-dawn", "UD-14", "--until", "CHECK_SETS")
    assert ran.code == 150 and ran.err.startswith("DB552 UD-14 is asked in CHECK_SETS")
    assert " @ --until; stop later than CHECK_SETS" in ran.err


def test_the_place_of_a_reading_that_is_not_there_is_that_of_the_reading(daybreak: Run) -> None:
    assert " @ READING; " in daybreak("find", "readings", "until-dawn", "UD-99").err
