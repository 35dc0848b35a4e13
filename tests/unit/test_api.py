"""The public Python API: each function says what its command says, and its examples run."""

from __future__ import annotations

import doctest
import inspect
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import verifier as daybreak
import verifier.position
from tests.every_command import COMPARED_APART, GAMES, LIMITS, LOST, PAIRS
from tests.only_games import install_only
from verifier.cli.app import command, commands
from verifier.report.formats import kinds
from verifier.results.result import Result
from verifier.run.reference import Reference

LINE = ("barricade 0", "end-turn")
LATE = "scenarios/until-dawn/positions/breach-in-the-assault.toml"  # 18 positions


def timeless(value: Any) -> Any:
    """A document without what it says of time."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [timeless(each) for each in value]
    return re.sub(r"\d+\.\d+ s$", "", value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", PAIRS)
def test_a_function_answers_as_its_command(
        name: str, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, GAMES)
    command, function = PAIRS[name]
    said, found = json.loads(daybreak(*command, "--json").out), function()
    [told] = said["results"] if "results" in said else [said]
    assert timeless(found.to_dict()) == timeless(told)
    assert pickle.loads(pickle.dumps(found)) == found
    loaded = verifier.load_result(found.to_json())
    assert loaded == found and loaded.to_json() == found.to_json() and loaded.to_text(80)
    rows = found.to_rows()
    assert all(list(row) == list(rows[0]) for row in rows)
    assert not any(isinstance(value, dict) for row in rows for value in row.values())
    assert found.to_text().count("\n") > 2 and found._repr_html_().startswith("<pre>")


def test_a_line_is_replayed_and_reviewed_as_by_the_commands(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    file = tmp_path / "line.txt"
    solved = api_solved()
    file.write_text("\n".join(solved.line))
    said = json.loads(daybreak("replay", LOST, "--line", file, "--json").out)
    assert timeless(verifier.replay(verifier.scenario(LOST), solved.line).to_dict()) == timeless(said)
    said = json.loads(daybreak("review", LOST, "--line", file, "--states", 2_000, "--engine", "interpreted", "--json").out)
    found = verifier.review(verifier.scenario(LOST), solved.line, limits=verifier.Limits(states=2_000), engine="interpreted")
    assert timeless(found.to_dict()) == timeless(said)


def test_what_is_written_is_answered_as_by_the_commands(
        tmp_path: Path, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = tmp_path / "command", tmp_path / "function"
    for folder in (here, there):
        folder.mkdir()

    def said(*command: object) -> Any:
        return json.loads(daybreak(*command, "--json").out.replace(str(here), "HERE"))

    def told(found: Result) -> Any:
        assert verifier.load_result(found.to_json()) == found and found.to_text()
        return json.loads(found.to_json().replace(str(there), "HERE"))

    assert told(verifier.write_deal("until-dawn", seed=7)) == said("deal", "until-dawn", "--seed", 7)
    assert told(verifier.write_deal("until-dawn", seed=7, file=there / "deal.toml")) == said(
        "deal", "until-dawn", "--seed", 7, "-o", here / "deal.toml")
    assert told(verifier.new_game("night-watch", there / "watch")) == said("new", "night-watch", here / "watch")
    sizes = {"deals": 1, "deal_states": 500, "decision_states": 100}
    made = verifier.reports("until-dawn", there / "reports", only=["winnability"], sizes=sizes)
    assert told(made) == said(
        "reports", "until-dawn", here / "reports", "--only", "winnability", "--deals", 1, "--deal-states", 500,
        "--decision-states", 100)
    late = verifier.scenario(LATE)
    solved = verifier.solve(late, engine="interpreted", certificate=there / "late.certificate")
    assert timeless(told(solved)) == timeless(said(
        "solve", LATE, "--engine", "interpreted", "--certificate", here / "late.certificate")["results"][0])
    assert timeless(told(verifier.certify(late, there / "late.certificate"))) == timeless(
        said("certify", LATE, here / "late.certificate"))
    files = [{path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
             for folder in (here, there)]
    assert files[0].keys() == files[1].keys() and len(files[0]) > 10
    assert {name for name in files[0] if files[0][name] != files[1][name]} <= {Path("late.certificate")}
    with pytest.raises(verifier.BadInput, match="there already|exists|--force"):
        verifier.write_deal("until-dawn", seed=7, file=there / "deal.toml")
    monkeypatch.setattr("verifier.api.solving.certified", lambda *_: pytest.fail("searched before it was refused"))
    with pytest.raises(verifier.BadInput, match="DB516"):
        verifier.solve(late, certificate=there / "late.certificate")


def test_every_command_has_a_function() -> None:
    paired = {each.split(",")[0] for each in PAIRS} | COMPARED_APART
    assert set(dict(commands(command()))) <= paired


SEEDED = ("above", "winnability", "play-out", "difficulty")  # asked about a range of seeds
FIRST: dict[str, tuple[Any, ...]] = {  # what the function of a command needs at least
    "check": (LOST,), "find order": (LOST, "bite-pile:1"), "find readings": ("until-dawn", "UD-20"),
    "find position": ("until-dawn", "ammo_within_track"), "reports": ("until-dawn", "nowhere"), "review": (LOST, ()),
    "replay": (LOST, ()),
    "explore": (LOST,), "odds": (LOST,), "solve": (LOST,), "difficulty": ("until-dawn", "shells=4,8"),
}


def ranges() -> list[tuple[str, str, float | None, float | None]]:
    """Each number that an option takes from a least to a most: command, parameter, least, most."""
    found = []
    for name, each in commands(command()):
        for parameter, hint in get_type_hints(inspect.unwrap(each.callback), include_extras=True).items():
            for option in getattr(hint, "__metadata__", ()):
                low, high = getattr(option, "min", None), getattr(option, "max", None)
                if (low, high) != (None, None):
                    found.append((name, parameter, low, high))
    return found


@pytest.mark.parametrize(("name", "parameter", "low", "high"), ranges())
def test_a_number_that_a_command_refuses_is_refused_by_its_function(
        name: str, parameter: str, low: float | None, high: float | None) -> None:
    others = {"batch run": "batch", "deal": "write_deal", "new": "new_game"}
    function = getattr(daybreak, others.get(name, re.sub("[ -]", "_", name)))
    takes = inspect.signature(function).parameters
    first = [daybreak.scenario(each) if each == LOST and name != "check" else each for each in FIRST.get(name, ("until-dawn",))]
    wrong = [low - 1] if low is not None else []
    wrong += [high + 1] if high is not None else []
    for value in [*wrong, float("nan"), "3", True]:
        if parameter in takes:
            given = {parameter: value}
        elif "limits" in takes and parameter not in ("deals", "seed"):
            given = {"limits": daybreak.Limits(**{parameter: value})}
        elif "sizes" in takes:
            given = {"sizes": {parameter: value}}
        else:
            assert name in SEEDED
            if value not in wrong:
                continue
            given = {"seeds": range(value, 5) if parameter == "seed" else range(1, value + 1)}
        if name == "find order":
            given["wins"] = True
        if name == "batch run":
            given |= {"seeds": range(1, 3), "out": "nowhere"}
        seeded = name in SEEDED
        with pytest.raises(daybreak.BadInput, match="DB505|DB594" if seeded else f"DB505 .*{parameter}"):
            function(*first, **given)


def test_what_makes_no_sense_together_is_refused_by_functions_too() -> None:
    lost = daybreak.scenario(LOST)
    with pytest.raises(daybreak.BadInput, match="DB556"):
        daybreak.find_order(lost, "bite-pile:1", wins=False, only_moves=2)
    with pytest.raises(daybreak.BadInput, match="DB562"):
        daybreak.coverage("until-dawn", every_reading=True)
    with pytest.raises(daybreak.BadInput, match="DB567"):
        daybreak.coverage("until-dawn", [LOST], fail_under=90)
    with pytest.raises(daybreak.BadInput, match="DB567"):
        daybreak.coverage("until-dawn", tested=True)
    with pytest.raises(daybreak.BadInput, match="DB509 .*--k"):
        daybreak.check(lost, k=2)
    with pytest.raises(daybreak.BadInput, match="DB509 .*--states"):
        daybreak.check(lost, with_="z3", limits=daybreak.Limits(states=10))
    with pytest.raises(daybreak.BadInput, match="DB505 .*graph"):
        daybreak.explore(lost, graph="graph.png")
    with pytest.raises(daybreak.BadInput, match="DB505 .*deal_state"):
        daybreak.reports("until-dawn", "nowhere", sizes={"deal_state": 3})
    with pytest.raises(daybreak.BadInput, match="DB505 .*seconds"):
        daybreak.solve(lost, limits=daybreak.Limits(seconds=-1))
    with pytest.raises(daybreak.BadInput, match="DB205"):
        daybreak.deal("until-dawn", seed=-1)
    with pytest.raises(daybreak.BadInput, match="DB594"):
        daybreak.winnability("until-dawn", seeds=[1, 2])
    for function in (daybreak.solve, daybreak.explore, daybreak.odds, daybreak.moves, daybreak.start):
        with pytest.raises(daybreak.BadInput, match=r"DB505 .*scenario or a deal.*daybreak.deal\(GAME\)"):
            function("until-dawn")
    assert not Path("nowhere").exists()


def test_an_answer_has_boards_if_they_are_asked_for() -> None:
    lost = daybreak.scenario(LOST)
    line = api_solved().line
    plain, drawn = (daybreak.solve(lost, limits=LIMITS, engine="interpreted", boards=boards) for boards in (False, True))
    board = daybreak.start(lost).board
    assert board in drawn.to_text(130) and board not in plain.to_text(130) and plain.line == drawn.line
    plain, drawn = (daybreak.replay(lost, line, boards=boards) for boards in (False, True))
    assert board in drawn.to_text(130) and board not in plain.to_text(130)


def test_a_graph_is_written_by_explore(tmp_path: Path) -> None:
    found = daybreak.explore(daybreak.scenario(LATE), engine="interpreted", graph=tmp_path / "late.json")
    assert found.graph_file == str(tmp_path / "late.json")
    assert len(json.loads((tmp_path / "late.json").read_text())["nodes"]) == found.states
    with pytest.raises(daybreak.BadInput, match="DB516"):
        daybreak.explore(daybreak.scenario(LATE), engine="interpreted", graph=tmp_path / "late.json")


def test_pages_of_lines_are_written_as_by_the_commands(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    for folder in ("command", "function"):
        (tmp_path / folder).mkdir()
    here, there = tmp_path / "command", tmp_path / "function"
    late, line = verifier.scenario(LATE), tmp_path / "line.txt"
    solved = verifier.solve(late, engine="interpreted", html=there / "solve.html", alternatives=True)
    line.write_text("\n".join(solved.line))
    verifier.review(late, solved.line, engine="interpreted", html=there / "review.html")
    verifier.replay(late, solved.line, engine="interpreted", html=there / "replay.html", limits=verifier.Limits(states=50))
    asked = ("--engine", "interpreted", "--html")
    assert daybreak("solve", LATE, "--alternatives", *asked, here / "solve.html").code == 0
    assert daybreak("review", LATE, "--line", line, *asked, here / "review.html").code == 0
    assert daybreak("replay", LATE, "--line", line, "--states", 50, *asked, here / "replay.html").code == 0
    for page in there.iterdir():
        assert page.read_text() == (here / page.name).read_text() and page.stat().st_size > 10_000
    for ask in (lambda: verifier.solve(late, html=there / "solve.html"),
                lambda: verifier.review(late, solved.line, html=there / "review.html"),
                lambda: verifier.replay(late, solved.line, html=there / "replay.html")):
        with pytest.raises(verifier.BadInput, match="DB516"):
            ask()
    with pytest.raises(verifier.BadInput, match="DB580"):
        verifier.solve(late, alternatives=True)
    with pytest.raises(verifier.BadInput, match="DB583"):
        verifier.solve(late, html=LATE, force=True)
    with pytest.raises(verifier.BadInput, match="DB524"):
        verifier.solve(late, certificate=there / "none", certify=False)


def test_an_answer_is_given_before_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("verifier.analysis.line_page.write_file", full)
    late, given = verifier.scenario(LATE), []
    for ask in (partial(verifier.solve, late), partial(verifier.review, late, ()), partial(verifier.replay, late, ())):
        with pytest.raises(OSError, match="no space"):
            ask(engine="interpreted", html=tmp_path / "page.html", on_answer=given.append)
    assert [each.command for each in given] == ["solve", "review", "replay"]


def test_every_public_function_has_an_example() -> None:
    functions = [getattr(daybreak, name) for name in daybreak.__all__ if name[0].islower()]
    assert len(functions) > 20
    assert [each.__name__ for each in functions if ">>> " not in (each.__doc__ or "")] == []


def api_solved() -> Any:
    return daybreak.solve(daybreak.scenario(LOST), limits=LIMITS, engine="interpreted")


def test_a_table_is_played_at() -> None:
    first = daybreak.start(daybreak.deal("until-dawn", seed=7))
    assert "barricade 0" in first.legal() and first.why_not("barricade 0") is None and not first.is_over
    assert first.why_not("fire 0") and first.grade is None and first.outcomes() == {}
    for unknown in ("fire", "fire 0 1", "fly", ""):
        with pytest.raises(daybreak.BadInput, match="DB592"):
            first.why_not(unknown)
    later = first.after("barricade 0")
    assert first.line == () and later.line == ("barricade 0",) and later.state != first.state and later.board
    with pytest.raises(daybreak.BadInput):
        first.after("fire 0")
    line = api_solved().line
    end = daybreak.start(daybreak.scenario(LOST)).after(*line)
    assert end.is_over and end.legal() == [] and end.grade == api_solved().grade
    with pytest.raises(daybreak.BadInput, match="nobody decides"):
        end.why_not("pass")


def test_a_table_is_played_on_from_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step as at once, messages too; and no event is played twice."""
    first, line = daybreak.start(daybreak.scenario(LOST)), api_solved().line
    applied: list[str] = []
    apply = Reference.apply
    monkeypatch.setattr(Reference, "apply", lambda self, table, event: applied.append(event.text) or apply(self, table, event))
    at_once = first.after(*line)
    played = len(applied)
    step_by_step = first
    for event in line:
        step_by_step = step_by_step.after(event)
    assert len(applied) == 2 * played > len(line)
    assert (step_by_step.line, step_by_step.state, step_by_step.moves()) == (at_once.line, at_once.state, at_once.moves())
    said = []
    for there, rest in ((first, (*line[:2], "fire 99")), (first.after(*line[:2]), ("fire 99",))):
        with pytest.raises(daybreak.BadInput) as refused:
            there.after(*rest)
        said.append([(each.code, each.path, each.message) for each in refused.value.problems])
    assert said[0] == said[1]


def test_a_scenario_may_be_a_dict() -> None:
    document = {"schema": 1, "game": "until-dawn", "title": "A night", "deal": {"seed": 7}}
    instance = daybreak.scenario(document)
    assert instance.scenario.title == "A night" and instance.has_deal
    with pytest.raises(daybreak.BadInput):
        daybreak.scenario({**document, "game": "no-such-game"})


def test_an_answer_that_was_pickled_shows_itself_in_another_process(tmp_path: Path) -> None:
    file, solved = tmp_path / "answer", api_solved()
    file.write_bytes(pickle.dumps(solved))
    program = f"import pickle; print(pickle.loads(open({str(file)!r}, 'rb').read()).to_json(), end='')"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == solved.to_json()


def board_of(position: verifier.Position) -> tuple[str | None, list[str]]:
    """What another process says of a position that is sent to it."""
    return position.board, position.legal()


def in_another_process(asked: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a function answers in a process that was started anew, in another folder."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=os.chdir, initargs=("/",)) as pool:
        return pool.submit(asked, *arguments, **options).result()


def test_a_deal_and_a_position_are_sent_to_another_process() -> None:
    late = daybreak.scenario(LATE)
    assert in_another_process(daybreak.solve, late, engine="interpreted") == daybreak.solve(late, engine="interpreted")
    first = daybreak.start(daybreak.deal("until-dawn", seed=2**63, rulings={"UD-35": "nothing"})).after("barricade 0")
    assert in_another_process(board_of, first) == board_of(first)
    again = pickle.loads(pickle.dumps(first))
    assert (again.line, again.state, repr(again)) == (first.line, first.state, repr(first))
    assert again.instance.setting == first.instance.setting


@pytest.mark.parametrize("inherits", [False, True])
def test_an_edition_of_ones_own_is_sent_along(inherits: bool, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    text = Path("models/daybreak_games/until_dawn/edition-assumed-20.toml").read_text()
    assert "value = 20\n" in text
    own.write_text(text.replace('name = "assumed-20"', 'name = "mine"').replace("value = 20\n", "value = 6\n"))
    if inherits:
        (tmp_path / "heir.toml").write_text(
            'schema = 1\ngame = "until-dawn"\nname = "heir"\ntitle = "Mine, fewer shells"\ninherits = "mine.toml"\n'
            '[values.shells]\nvalue = 2\nstatus = "assumed"\nwhy = "Some are lost."\n'
            '[values.cards]\nstatus = "assumed"\nwhy = "One more."\nchange.scratcher = 5\n')
    file = tmp_path / "deal.toml"
    file.write_text(f'schema = 1\ngame = "until-dawn"\nedition = "{"heir" if inherits else "mine"}.toml"\ndeal.seed = 3\n')
    deal = daybreak.scenario(file)
    moved = daybreak.replay(deal, ["barricade 0"])
    for each in tmp_path.iterdir():
        each.unlink()
    found = in_another_process(daybreak.replay, deal, ["barricade 0"])
    assert found == moved and found.about == moved.about and found.about.edition.name == ("heir" if inherits else "mine")
    again = pickle.loads(pickle.dumps(deal))
    assert again.scenario.edition.values == deal.scenario.edition.values and repr(again) == repr(deal)
    assert again.setting == deal.setting and again.scenario.path == file


def test_what_is_shown_of_a_deal_and_of_an_answer_is_a_line() -> None:
    deal = daybreak.deal("until-dawn", seed=7, rulings={"UD-35": "nothing"})
    assert repr(deal) == ('<Instance of Until Dawn: "Until Dawn, seed 7", edition assumed-20, UD-35=nothing; '
                          "fixed of chance: seed 7, bite-pile, deck>")
    assert repr(daybreak.start(deal)) == '<Position of Until Dawn: "Until Dawn, seed 7", after the start>'
    assert repr(daybreak.solve(daybreak.scenario(LATE), engine="interpreted")) == (
        '<Solved of Until Dawn, "A breach in the final assault", edition assumed-20: optimal (exhausted); '
        "survived=yes alive=2 unbreached=2 shells=8; 18 positions re-checked>")
    for found in (daybreak.games(), daybreak.rules("until-dawn"), daybreak.write_deal("until-dawn", 7), daybreak.moves(deal)):
        assert "\n" not in repr(found) and 10 < len(repr(found)) < 200
    assert [name for name, kind in kinds().items() if kind.__repr__ is not Result.__repr__] == []


def test_what_cannot_be_asked_is_told() -> None:
    deal = daybreak.scenario(LOST)
    for asked in (lambda: daybreak.solve(deal, goal="worst"), lambda: daybreak.solve(deal, with_="z4"),
                  lambda: daybreak.explore(deal, strategy="sideways"), lambda: daybreak.check(deal, chance="loaded")):
        with pytest.raises(daybreak.BadInput, match="DB505"):
            asked()
    with pytest.raises(daybreak.BadInput, match="DB526"):
        daybreak.solve(deal, goal="lose", count=True)
    with pytest.raises(daybreak.BadInput, match="DB542"):
        daybreak.solve(deal, decisions=2)


def test_a_line_may_be_a_text() -> None:
    deal, line = daybreak.scenario(LOST), api_solved().line
    assert daybreak.replay(deal, "\n".join(line)) == daybreak.replay(deal, line)


def test_what_is_no_answer_is_not_loaded() -> None:
    good = api_solved().to_dict()
    for text in ("", "[]", "{", "{}", "[" * 10_000, json.dumps({**good, "schema": 1}),
                 json.dumps({**good, "command": "fly"}), json.dumps({**good, "line": "pass"}), json.dumps({**good, "line": [1]}),
                 json.dumps({**good, "verdict": "certain"}), json.dumps({**good, "rests_on": {"line": 1}}),
                 json.dumps({name: value for name, value in good.items() if name != "verdict"}),
                 json.dumps({"schema": 2, "results": [good]})):
        with pytest.raises(daybreak.BadInput, match="DB517"):
            daybreak.load_result(text)
    assert daybreak.load_result(json.dumps(good)) == api_solved()


def test_an_answer_is_a_table() -> None:
    found = daybreak.winnability("until-dawn", seeds=range(1, 4), states=300, games=1)
    assert [row["seed"] for row in found] == [1, 2, 3] and list(found) == found.to_rows()
    assert {"seed", "won", "states"} <= set(found.to_rows()[0])
    [row] = api_solved().to_rows()
    assert row["verdict"] == "optimal" and row["grade.survived"] is False and row["scenario"] == "mutant-156-end-round"


def test_long_work_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.analysis.progress.QUIET_SECONDS", 0.0)
    said: list[str] = []
    daybreak.winnability("until-dawn", seeds=range(1, 3), states=100, games=1, on_progress=lambda step: said.append(step.text))
    assert any(said)


EXAMPLES_LONG = {"reports", "find_position"}  # of the public functions: what is asked there takes many seconds


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_examples_run(long: bool) -> None:
    modules = {sys.modules[getattr(daybreak, name).__module__] for name in daybreak.__all__ if name[0].islower()}
    files = {path.stem for path in Path("verifier/api").glob("*.py")} - {"__init__", "parameters"}
    assert {module.__name__ for module in modules} == {f"verifier.api.{name}" for name in files}
    tests = [test for module in (*modules, verifier.position) for test in doctest.DocTestFinder().find(module) if test.examples]
    chosen = [test for test in tests if (test.name.split(".")[-1] in EXAMPLES_LONG) is long]
    found = [doctest.DocTestRunner().run(test) for test in chosen]
    assert len(chosen) == (len(EXAMPLES_LONG) if long else len(tests) - len(EXAMPLES_LONG))
    assert not any(each.failed for each in found)
    assert sum(len(test.examples) for test in tests) >= 60 and all(each.attempted for each in found)


def test_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(import verifier.*?)```", text, re.DOTALL)
    assert len(blocks) == 1
    exec(blocks[0], {})
    assert "UD-" in capsys.readouterr().out


def test_every_public_name_is_there_and_nothing_is_loaded_before_it_is_asked_for() -> None:
    assert all(getattr(daybreak, name) is not None for name in daybreak.__all__) and set(daybreak.__all__) <= set(dir(daybreak))
    with pytest.raises(AttributeError, match="no_such_name"):
        daybreak.no_such_name
    program = "import sys, verifier; print([name for name in ('numpy', 'z3', 'networkx', 'rich') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"
