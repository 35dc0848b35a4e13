"""`daybreak coverage` on the ferry: statuses and what they rest on, limits, the files it writes, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.games import ferry
from tests.only_games import install_only
from tests.rule_modules import written
from verifier.program.named import clauses_named
from verifier.program.program import load
from verifier.registry import Games
from verifier.search.limits import LimitReached, Limits

Run = Callable[..., Any]
ENGINE = ("--engine", "interpreted")
# One crossing, and the deal says what it meets.
LAST_TICKET = 'schema = 1\ngame = "ferry"\n[deal]\nweather = ["calm"]\n[start]\ntickets = 1\n'


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    """The ferry as an installed game, and others beside it."""
    places = {"ferry": "tests.games.ferry", "staircase": "tests.games.staircase", "until-dawn": "daybreak_games.until_dawn"}
    found = Games([EntryPoint(name, f"{place}:game", "daybreak.games") for name, place in places.items()])
    install_only(monkeypatch, found)
    return found


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str = LAST_TICKET, name: str = "last-ticket.toml") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def answer(ran: Any, code: int = 0) -> dict[str, Any]:
    assert (ran.code, ran.err) == (code, "")
    document: dict[str, Any] = json.loads(ran.out)
    return document


def rows(document: dict[str, Any]) -> dict[str, Any]:
    return {row["id"]: row for row in document["clauses"]}


# -- statuses ---------------------------------------------------------------------------------------------------------------


def test_random_games_exercise_what_play_can_and_the_rest_is_told_apart(daybreak: Run) -> None:
    document = answer(daybreak("coverage", "ferry", "--random", 60, *ENGINE, "--json"))
    found = rows(document)
    assert {id_: row["status"] for id_, row in found.items()} == {
        "FE-01": "unnamed", "FE-02": "exercised", "FE-03": "exercised", "FE-04": "exercised", "FE-05": "exercised",
        "FE-06": "not-seen", "FE-07": "property", "FE-08": "unnamed", "FE-09": "exercised", "FE-10": "exercised"}
    assert found["FE-02"]["exercised"] == 60 and found["FE-02"]["shortest"] == {
        "source": 0, "events": 0, "line": [], "event": None}
    assert found["FE-04"]["guard"] and found["FE-04"]["exercised"] and found["FE-04"]["refused"]
    assert (document["rules"], document["exercised"]) == (8, 6) and "percent" not in document  # being used tests nothing
    assert document["sources"][0]["looked"]["games"] == 60


def test_a_thousand_games_unless_told(daybreak: Run) -> None:
    document = answer(daybreak("coverage", "ferry", *ENGINE, "--json"))
    assert [source["looked"]["games"] for source in document["sources"]] == [1000]


def test_a_clause_that_only_another_reading_exercises_is_shown_so(daybreak: Run) -> None:
    document = answer(daybreak("coverage", "ferry", "--random", 61, "--every-reading", *ENGINE, "--json"))
    assert [(source["name"], source["rulings"], source["looked"]["games"]) for source in document["sources"]] == [
        ("default rulings", {}, 31), ("FE-Q1 = refunded", {"FE-Q1": "refunded"}, 30)]
    row = rows(document)["FE-06"]
    assert row["status"] == "exercised" and [use["source"] for use in row["uses"]] == [1]
    text = daybreak("coverage", "ferry", "--random", 61, "--every-reading", *ENGINE).out
    assert "Only under other readings than the defaults  1\n  FE-06  FE-Q1 = refunded: What a storm ended" in text


def test_a_ruling_that_is_the_default_is_no_other_reading(daybreak: Run, scenario: Callable[..., Path]) -> None:
    path = scenario('schema = 1\ngame = "ferry"\n[deal]\nseed = 1\n[rulings]\n"FE-Q1" = "paid"\n')
    ran = daybreak("coverage", "ferry", path, *ENGINE)
    assert ran.code == 0 and "other readings" not in ran.out
    other = scenario(path.read_text().replace("paid", "refunded"), "other.toml")
    ran = daybreak("coverage", "ferry", other, *ENGINE)
    assert "Only under other readings than the defaults" in ran.out and "FE-Q1 = refunded, optimal line" in ran.out


def test_dead_only_from_a_scenario_whose_states_were_all_looked_at(daybreak: Run, scenario: Callable[..., Path]) -> None:
    path = scenario()
    looked = answer(daybreak("coverage", "ferry", "--exhaust", path, *ENGINE, "--json"))
    assert [(source["kind"], source["closed"], source["chance"]) for source in looked["sources"]] == [("every", True, "deal")]
    found = rows(looked)
    assert found["FE-05"]["status"] == found["FE-06"]["status"] == "dead" and found["FE-05"]["dead_from"] == [0]
    assert found["FE-03"]["status"] == "exercised" and found["FE-03"]["dead_from"] == []
    assert (found["FE-07"]["status"], found["FE-08"]["status"]) == ("property", "unnamed")
    # As dealt it is always calm; with chance open there are storms, and the reading that is not in force stays dead.
    opened = rows(answer(daybreak("coverage", "ferry", "--exhaust", path, "--chance", "open", *ENGINE, "--json")))
    assert (opened["FE-05"]["status"], opened["FE-06"]["status"]) == ("exercised", "dead")


def test_z3_proves_dead_what_only_another_reading_can_exercise(daybreak: Run) -> None:
    document = answer(daybreak("coverage", "ferry", "--random", 60, "--prove", *ENGINE, "--json"))
    found = rows(document)
    assert (found["FE-06"]["status"], found["FE-06"]["exercise"]) == (
        "dead", {"outcome": "never", "lemmas": [], "rulings": {"FE-Q1": "paid"}, "event": None, "reason": None, "never": True})
    assert (document["proved_dead"], document["proved_for"]) == (1, "Plain")
    assert found["FE-03"]["exercise"] is None and found["FE-07"]["status"] == "property"  # seen, and not for play to exercise
    text = daybreak("coverage", "ferry", "--random", 60, "--prove", *ENGINE).out
    assert "Used in play: 6 of 8 rule clauses; 1 more proved dead\n" in text
    assert "Dead: proved, with the component data of Plain  1\n  FE-06  while FE-Q1 = paid: What a storm ended" in text


def test_what_z3_has_a_position_for_stays_not_seen(daybreak: Run, scenario: Callable[..., Path]) -> None:
    # Nothing was looked at but a position without tickets, in which one can only stay.
    path = scenario('schema = 1\ngame = "ferry"\n[start]\ntickets = 0\n')
    document = answer(daybreak("coverage", "ferry", "--exhaust", path, "--prove", *ENGINE, "--json"))
    found = rows(document)
    assert found["FE-04"]["exercised"] == 0 and found["FE-04"]["refused"] == 1
    assert (found["FE-04"]["exercise"]["outcome"], found["FE-04"]["exercise"]["event"]) == ("possible", "cross")
    assert (found["FE-05"]["status"], found["FE-05"]["exercise"]["event"]) == ("dead", "meet storm")  # from there only
    assert (found["FE-02"]["exercise"]["outcome"], found["FE-02"]["exercise"]["event"]) == ("possible", None)
    text = daybreak("coverage", "ferry", "--random", 1, "--seed", 3, "--prove", *ENGINE).out
    assert "meet storm can, from some position: " in text


def test_proofs_end_with_the_seconds(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.symbolic.solver.Effort.seconds_left", property(lambda effort: 0.0))
    document = answer(daybreak("coverage", "ferry", "--random", 60, "--prove", "--seconds", 60, *ENGINE, "--json"), 124)
    assert document["ending"] == "seconds" and rows(document)["FE-06"]["status"] == "not-seen"
    assert rows(document)["FE-06"]["exercise"]["outcome"] == "unknown"


def test_z3_and_the_reference_are_compared(daybreak: Run, tmp_path: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("verifier.analysis.coverage_proofs._shown", lambda *anything: False)
    ran = daybreak("coverage", "ferry", "--random", 1, "--seed", 3, "--prove", *ENGINE)
    assert ran.code == 255 and "DB920" in ran.err


def test_nothing_is_dead_when_something_was_not_looked_at(daybreak: Run, scenario: Callable[..., Path]) -> None:
    lost = Path(__file__).parents[2] / "scenarios" / "until-dawn" / "small-lost.toml"
    within = answer(daybreak("coverage", "until-dawn", "--exhaust", lost, "--states", 1000, *ENGINE, "--json"), 124)
    assert within["ending"] == "states" and not within["sources"][0]["closed"]
    path, silent = scenario(), scenario(LAST_TICKET.replace('["calm"]', "[]"), "silent.toml")
    uncovered = answer(daybreak("coverage", "ferry", "--exhaust", silent, "--chance", "deal", *ENGINE, "--json"), 124)
    assert uncovered["ending"] == "uncovered"
    for document in (within, uncovered):
        assert {"exercised", "not-seen"} <= {row["status"] for row in document["clauses"]}
        assert not [row["id"] for row in document["clauses"] if row["dead_from"] or row["status"] == "dead"]
    # What one source shows to be dead from its start, another may exercise.
    both = rows(answer(daybreak("coverage", "ferry", "--random", 40, "--exhaust", path, *ENGINE, "--json")))
    assert (both["FE-05"]["status"], both["FE-05"]["dead_from"]) == ("exercised", [1])


def test_the_best_line_of_a_scenario_and_the_moves_beside_it(daybreak: Run, scenario: Callable[..., Path]) -> None:
    document = answer(daybreak("coverage", "ferry", scenario(), *ENGINE, "--json"))
    [source] = document["sources"]
    # cross / meet / land / stay; beside it staying at once, and in the end crossing without a ticket, which is refused.
    assert (source["kind"], source["note"], source["looked"]) == ("line", "optimal line", {"transitions": 4, "moves_tried": 1})
    found = rows(document)
    assert [found["FE-04"][name] for name in ("exercised", "refused")] == [1, 1]
    assert found["FE-04"]["shortest_refusal"] == {"source": 0, "events": 3, "line": ["cross"], "event": "cross"}
    assert found["FE-09"]["exercised"] == 2 and found["FE-09"]["shortest"]["line"] == ["stay"]
    assert found["FE-02"]["status"] == "not-seen"  # a position was not set up


def test_a_scenario_without_a_line_is_looked_at_up_to_its_first_decision(daybreak: Run, scenario: Callable[..., Path]) -> None:
    path = scenario('schema = 1\ngame = "ferry"\n[start]\nphase = "afloat"\ntickets = 0\n')
    document = answer(daybreak("coverage", "ferry", path, *ENGINE, "--json"))
    assert document["sources"][0]["note"] == "no line was found: the first decision only"
    assert document["exercised"] == 0


def test_shortest_lines_replay(daybreak: Run, scenario: Callable[..., Path], tmp_path: Path) -> None:
    path, line = scenario('schema = 1\ngame = "ferry"\n[rulings]\n"FE-Q1" = "refunded"\n'), tmp_path / "line.json"
    document = answer(daybreak("coverage", "ferry", "--exhaust", path, *ENGINE, "--json"))
    for row in document["clauses"]:
        if row["shortest"] and row["shortest"]["event"]:
            line.write_text(json.dumps(row["shortest"]["line"]))
            events = answer(daybreak("replay", path, "--line", line, "--json"))["events"]
            last = events[row["shortest"]["events"] - 1]
            assert row["id"] in last["clauses"] and last["event"] == row["shortest"]["event"]
    assert rows(document)["FE-06"]["shortest"]["line"] == ["cross", "meet storm"]


def test_where_clauses_are_named() -> None:
    named = clauses_named(load(ferry.game))
    assert {id_: [(place.rule, place.guard, place.by_play) for place in places] for id_, places in named.items()
            if id_ in ("FE-02", "FE-04", "FE-07")} == {
        "FE-02": [("at_the_pier", False, True)], "FE-04": [("cross", True, True)],
        "FE-07": [("no_more_than_bought", False, False)]}
    lines = Path(ferry.__file__).read_text().splitlines()
    assert all(id_ in lines[place.line - 1] for id_, places in named.items() for place in places)


# -- arms -------------------------------------------------------------------------------------------------------------------


def arms_of(document: dict[str, Any]) -> dict[tuple[str, bool], Any]:
    """The arms by rule, kind and which of the two: of an `if` in an `if`, the outer one's."""
    return {(f"{arm['rule']} {arm['kind']}", arm["holds"]): arm for arm in reversed(document["arms"])}


def test_arms_are_told_from_all_sources(daybreak: Run, scenario: Callable[..., Path]) -> None:
    path = scenario()
    document = answer(daybreak("coverage", "ferry", path, "--random", 60, "--exhaust", path, "--arms", *ENGINE, "--json"))
    found, clauses = arms_of(document), rows(document)
    assert len(document["arms"]) == 8  # a require, a conditional in a weight, an if in an if
    storm, calm = found["meet if", True], found["meet if", False]
    assert storm["taken"] == clauses["FE-05"]["exercised"] and (storm["status"], storm["clauses"]) == ("taken", ["FE-05"])
    assert (storm["sources"], calm["sources"]) == ([1], [0, 1, 2])  # as dealt there is no storm
    assert found["cross require", False]["taken"] == clauses["FE-04"]["refused"]
    assert found["meet conditional", True]["taken"] and found["meet conditional", False]["taken"]  # both are weighed
    other = [arm for arm in document["arms"] if arm["clauses"] == ["FE-06"]]
    assert [(arm["status"], arm["proof"], arm["sources"]) for arm in other] == [("not-seen", None, [])]
    again = answer(daybreak("coverage", "ferry", path, "--random", 60, "--exhaust", path, *ENGINE, "--json"))
    assert again["arms"] is None and again["clauses"] == document["clauses"]


def test_arms_that_are_never_taken(daybreak: Run, tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("arms.info", "arms.xml")}
    arguments = ("coverage", "ferry", "--random", 60, "--arms", *ENGINE, "--force", "--lcov", files["arms.info"],
                 "--junit", files["arms.xml"])
    line = 1 + Path(ferry.__file__).read_text().splitlines().index('        if ruling("FE-Q1") == "refunded":')
    text = daybreak(*arguments).out
    assert "Arms of branches  7 of 8 taken, 0 proved dead, 1 not seen\n" in text
    assert f"which proves nothing  1\n  __init__.py:{line}  meet, the if is true (FE-06)\n" in text
    suite = ElementTree.parse(files["arms.xml"]).getroot().findall("testsuite")[1]
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["8", "1", "0"]
    trace = files["arms.info"].read_text().splitlines()
    [hit] = [row.split(",") for row in trace if row.startswith(f"BRDA:{line},") and row.split(",")[2] == "0"]
    [missed] = [row.split(",") for row in trace if row.startswith(f"BRDA:{line},") and row.split(",")[2] == "1"]
    assert hit[3] == "0" and int(missed[3]) > 0 and f"DA:{line},{missed[3]}" in trace
    assert "BRF:8" in trace and "BRH:7" in trace
    proved = daybreak(*arguments, "--prove").out
    assert f"Arms that are never taken: proved, with the component data of Plain  1\n  __init__.py:{line}  " \
        "meet, the if is true (FE-06): while FE-Q1 = paid\n" in proved
    suite = ElementTree.parse(files["arms.xml"]).getroot().findall("testsuite")[1]
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["8", "0", "1"]
    assert "Arms taken only under other readings" in daybreak(
        "coverage", "ferry", "--random", 61, "--every-reading", "--arms", *ENGINE).out


# -- words ------------------------------------------------------------------------------------------------------------------


def test_words_of_the_rulebook(daybreak: Run) -> None:
    document = answer(daybreak("coverage", "until-dawn", "--random", 1, *ENGINE, "--json"))
    terms = {term["name"]: term for term in document["terms"]}
    assert {name for name, term in terms.items() if not term["defined"]} == {
        "set", "in play", "play (a card)", "discard pile", "front door", "guard"}
    assert [sense["clauses"] for sense in terms["set"]["senses"]] == [["UD-A09"], ["UD-A05", "UD-A14", "UD-F02"]]
    found = document["undefined"]
    assert found["UD-J03"] == ["play (a card)", "guard"] and found["UD-D01"] == ["play (a card)"]
    assert "UD-T04" not in found and "UD-A03" not in found
    text = daybreak("coverage", "until-dawn", "--random", 1, *ENGINE).out
    assert "Words that are used and nowhere defined  6\n" in text and "Rules that rest on words nowhere defined  " in text
    assert "  UD-J03  play (a card), guard\n" in text
    other = daybreak("coverage", "ferry", "--random", 1, *ENGINE)
    assert "Words" not in other.out and answer(daybreak("coverage", "ferry", *ENGINE, "--json"))["terms"] == []


# -- exit codes and limits --------------------------------------------------------------------------------------------------


def test_seconds_end_in_a_partial_answer(daybreak: Run, scenario: Callable[..., Path]) -> None:
    ran = daybreak("coverage", "ferry", "--random", 10**9, "--exhaust", scenario(), "--seconds", 0.2, *ENGINE, "--json")
    document = answer(ran, 124)
    first, second = document["sources"]
    assert (document["ending"], first["ending"], second["ending"]) == ("seconds", "seconds", "seconds")
    assert 0 < first["looked"]["games"] < 10**9 and second["looked"] == {} and not second["closed"]
    assert rows(document)["FE-03"]["status"] == "exercised" and rows(document)["FE-06"]["status"] == "not-seen"


def test_lines_that_there_is_no_time_to_play_are_not_shown(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("coverage", "ferry", "--random", 60, *ENGINE)
    shown = answer(daybreak(*wanted, "--json"))
    assert shown["lines_not_played"] == 0 and "Lines not shown" not in daybreak(*wanted).out

    def no_time(self: Limits) -> None:
        raise LimitReached("seconds")

    monkeypatch.setattr(Limits, "check", no_time)
    document = answer(daybreak(*wanted, "--json"), 124)
    found = rows(document)
    assert document["ending"] == "seconds"
    assert {id_: row["exercised"] for id_, row in found.items()} == {id_: row["exercised"] for id_, row in rows(shown).items()}
    lines = [row[name] for row in found.values() for name in ("shortest", "shortest_refusal")]
    assert all(each is None or each["events"] == 0 for each in lines) and document["lines_not_played"] == sum(
        row[name] is not None and row[name]["events"] > 0
        for row in rows(shown).values() for name in ("shortest", "shortest_refusal"))
    told = f"Lines not shown: {document['lines_not_played']}: a limit was reached before they were replayed"
    assert told in daybreak(*wanted).out


def test_ctrl_c_ends_in_a_partial_answer(daybreak: Run, scenario: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*anything: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.search.clause_counts.Playing", stop)
    document = answer(daybreak("coverage", "ferry", "--random", 50, "--exhaust", scenario(), *ENGINE, "--json"), 130)
    assert document["ending"] == "interrupted" and [source["looked"] == {} for source in document["sources"]] == [False, True]
    assert rows(document)["FE-02"]["exercised"] == document["sources"][0]["looked"]["games"] == 1


@pytest.mark.parametrize(("arguments", "codes"), [
    (["--fail-under", "101"], ["DB560"]), (["--fail-under", "nan"], ["DB560"]), (["--fail-under", "-1"], ["DB560"]),
    (["--lcov", "x.out", "--junit", "./x.out"], ["DB561"]),
    (["--every-reading"], ["DB562"]), (["--every-reading", "--fail-under", "inf"], ["DB560", "DB562"]),
    (["--random", "1", "--every-reading"], ["DB564"]), (["--random", "0"], ["DB500"]), (["--seed", "-1"], ["DB500"]),
    (["--seconds", "0"], ["DB505"]), (["/no/such/file"], ["DB101"]), (["--exhaust", "/no/such/file"], ["DB101"]),
])
def test_bad_input(arguments: list[str], codes: list[str], daybreak: Run) -> None:
    ran = daybreak("coverage", "ferry", *arguments)
    assert (ran.code, ran.out) == (150, "")
    assert [line.split()[0] for line in ran.err.splitlines()] == codes


def test_bad_scenarios_are_told_together_before_anything_is_looked_at(daybreak: Run, scenario: Callable[..., Path]) -> None:
    other = scenario('schema = 1\ngame = "staircase"\n', "stairs.toml")
    broken = scenario('schema = 1\ngame = "ferry"\n[start]\ntickets = 9\n', "broken.toml")
    ran = daybreak("coverage", "ferry", other, "--exhaust", broken)
    assert ran.code == 150 and [line.split()[0] for line in ran.err.splitlines()] == ["DB563", "DB205"]
    assert "stairs.toml" in ran.err and "broken.toml: $.start.tickets" in ran.err
    assert daybreak("coverage", "raft").err.startswith("DB207")


FAILING_TABLE = '''"""A module of the tests."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Pile, Range, Size, record, require, weight


class Phase(IntEnum):
    ACT = 0
    ROLL = 1
    OVER = 2


@record
class Table:
    phase: Phase
    n: Annotated[int, Range(0, 9)]
    cards: Annotated[Pile[Phase], Size(2)]


@record
class Box:
    size: Annotated[int, Range(0, 9)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
'''
# Nothing wrong so far; each of the marks is where one line more is.
FAILING_RULES = """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    require(table.n == 0, "C-01")
    # a guard
    table.phase = Phase.ROLL
    # an event

@game.chance(Phase.ROLL, tape="dice")
def roll(table: Table, again: bool) -> None:
    weight(1)  # a weight
    table.phase = Phase.ACT if again else Phase.OVER
"""
FAILING = {
    "    # a guard": '    require(table.cards[0] == Phase.ACT, "C-02")',
    "    # an event": "    table.n -= 1",
    "    weight(1)  # a weight": "    weight(1 if table.cards[0] == Phase.ACT else 2)",
}


@pytest.mark.parametrize("mark", ["", *FAILING])
def test_a_rule_that_fails_in_a_random_game_is_75(mark: str, daybreak: Run, tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    rules = FAILING_RULES.replace(mark, FAILING[mark]) if mark else FAILING_RULES
    module = written(tmp_path, rules, declarations=FAILING_TABLE)
    (tmp_path / "edition-plain.toml").write_text(
        'schema = 1\ngame = "probe"\nname = "plain"\ntitle = "Plain"\n[values]\n'
        'size = { value = 1, status = "assumed", why = "None." }\n')
    found = Games([EntryPoint("probe", f"{module.__name__}:game", "daybreak.games")])
    install_only(monkeypatch, found)
    ran = daybreak("coverage", "probe", "--random", 5, *ENGINE)
    if not mark:
        assert (ran.code, ran.err) == (0, "")
    else:
        assert (ran.code, ran.out) == (75, "")
        assert ran.err.startswith("DB401") and f"{module.__name__}.py:" in ran.err


# -- files ------------------------------------------------------------------------------------------------------------------


def test_lcov(daybreak: Run, tmp_path: Path) -> None:
    path = tmp_path / "ferry.info"
    document = answer(daybreak("coverage", "ferry", "--random", 60, "--lcov", path, *ENGINE, "--json"))
    text = path.read_text().splitlines()
    assert text[0] == "TN:" and text[-1] == "end_of_record" and text.count("end_of_record") == 1
    records = [row.partition(":") for row in text[1:-1]]
    assert [value for name, _, value in records if name == "SF"] in ([ferry.__file__], ["tests/games/ferry/__init__.py"])
    hits = {int(line): int(count) for line, count in (value.split(",") for name, _, value in records if name == "DA")}
    source = Path(ferry.__file__).read_text().splitlines()
    found = rows(document)
    for number, count in hits.items():
        [id_] = [id_ for id_ in found if f'"{id_}"' in source[number - 1]]
        assert count == found[id_]["exercised"] + found[id_]["refused"]
    assert len(hits) == 7  # FE-07 is a property's, FE-01 and FE-08 are nobody's
    totals = {name: int(value) for name, _, value in records if name in ("LF", "LH", "BRF", "BRH")}
    assert totals == {"LF": 7, "LH": 6, "BRF": 2, "BRH": 2}
    branches = [value.split(",") for name, _, value in records if name == "BRDA"]
    assert [(branch, int(count)) for _, _, branch, count in branches] == [
        ("0", found["FE-04"]["exercised"]), ("1", found["FE-04"]["refused"])]


def test_junit(daybreak: Run, tmp_path: Path, scenario: Callable[..., Path]) -> None:
    path = tmp_path / "ferry.xml"
    document = answer(daybreak("coverage", "ferry", "--random", 60, "--junit", path, *ENGINE, "--json"))
    suite = ElementTree.parse(path).getroot().find("testsuite")
    assert suite is not None
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == list(rows(document))
    verdicts = {id_: [(part.tag, part.get("message")) for part in case] for id_, case in cases.items()}
    assert verdicts["FE-03"] == [("system-out", None)]
    assert verdicts["FE-01"] == [("skipped", "no rule names it")] and verdicts["FE-08"] == [("failure", "no rule names it")]
    assert verdicts["FE-06"] == [("failure", "not seen")] and verdicts["FE-07"] == [("skipped", "only properties name it")]
    counts = {name: len(suite.findall(f"testcase/{tag}")) for name, tag in (("failures", "failure"), ("skipped", "skipped"))}
    assert {name: int(suite.get(name, "")) for name in counts} == counts == {"failures": 2, "skipped": 2}
    assert daybreak("coverage", "ferry", "--exhaust", scenario(), "--junit", path, "--force", *ENGINE).code == 0
    case = ElementTree.parse(path).getroot().find("testsuite/testcase[@name='FE-05']/skipped")
    assert case is not None and case.get("message") == "dead from last-ticket"


def test_a_file_that_cannot_be_written_is_bad_input(daybreak: Run, tmp_path: Path) -> None:
    ran = daybreak("coverage", "ferry", "--random", 1, "--lcov", tmp_path / "no" / "file", *ENGINE)
    assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB507")
