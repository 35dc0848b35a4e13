"""`check --with z3` and `--with both` on games small enough to be worked out by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.only_games import install_only
from tests.rule_modules import SWITCH, written
from verifier.errors import EngineBug
from verifier.registry import Games
from verifier.results.checked import PropertyRow
from verifier.results.played import Happening
from verifier.verdict import Verdict

Run = Callable[..., Any]

DECLARATIONS = '''"""A module of the tests."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, happened, record, require, ruling, weight


class Phase(IntEnum):
    ACT = 0
    ROLL = 1
    OVER = 2


class Side(IntEnum):
    HEADS = 0
    TAILS = 1


@record
class Table:
    phase: Phase
    x: Annotated[int, Range(0, 9)]
    y: Annotated[int, Range(0, 9)]
    z: Annotated[int, Range(0, 9)]
    row: Annotated[Row[int], Size(3), Range(0, 9)]


@record
class Box:
    limit: Annotated[int, Range(0, 9)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.rule
def turn(table: Table) -> None:
    """Round and round; 2 and 3 never come."""
    if table.z == 0:
        table.z = 1
    elif table.z == 2:
        table.z = 3
    else:
        table.z = 0


@game.decision(Phase.ACT)
def up(table: Table) -> None:
    """Up."""
    require(table.x < 4, "C-01")
    table.x += 1
    table.y += 1
    turn(table)


@game.decision(Phase.ACT)
def toss(table: Table) -> None:
    """Let the coin say."""
    turn(table)
    table.phase = Phase.ROLL


@game.chance(Phase.ROLL, tape="coin")
def coin(table: Table, side: Side) -> None:
    """Heads ends it."""
    weight(1)
    if side == Side.HEADS:
        table.phase = Phase.OVER
    else:
        table.row[1] = 1 if ruling("R-01") == "under" else 0
        table.phase = Phase.ACT


@game.invariant()
def level(table: Table) -> bool:
    """Kept by itself."""
    return table.x == table.y


@game.invariant()
def low(table: Table) -> bool:
    """Kept because of the one above."""
    return table.y <= 4


@game.invariant()
def empty(table: Table) -> bool:
    """Kept under one reading only."""
    return all(number == 0 for number in table.row)


@game.invariant()
def never_three(table: Table) -> bool:
    """Kept by three states together."""
    return table.z != 3


@game.invariant()
def not_high(table: Table) -> bool:
    """Broken by going up twice."""
    return table.phase == Phase.OVER or table.x != 2


@game.step_property()
def one_by_one(before: Table, after: Table) -> bool:
    """Up by one."""
    return after.x == before.x + int(happened(up))


@game.goal
def at_three(table: Table) -> bool:
    """Three up."""
    return table.x == 3


@game.goal
def at_nine(table: Table) -> bool:
    """Never."""
    return table.x == 9
'''


@pytest.fixture
def probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A game with a property of every kind, installed."""
    return installed_probe(tmp_path, monkeypatch)


def installed_probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declarations: str = DECLARATIONS) -> ModuleType:
    """The game, or a variation of it."""
    edition = 'schema = 1\ngame = "probe"\nname = "plain"\ntitle = "Plain"\n[values]\n' \
              'limit = { value = 1, status = "assumed", why = "None." }\n'
    module = written(tmp_path, "", declarations=declarations, readings=f'schema = 1\ngame = "probe"\n{SWITCH}')
    (tmp_path / "edition-plain.toml").write_text(edition, encoding="utf-8")
    games = Games([EntryPoint("probe", f"{module.__name__}:game", "daybreak.games")])
    install_only(monkeypatch, games)
    monkeypatch.chdir(tmp_path)
    return module


def answer(daybreak: Run, *arguments: Any) -> tuple[int, dict[str, Any], dict[str, dict[str, Any]]]:
    """The exit code, the document, and its properties by name."""
    ran = daybreak("check", *arguments, "--json", *(["--engine", "interpreted"] if "z3" not in arguments else []))
    assert ran.err == ""
    document = json.loads(ran.out)
    return ran.code, document, {row["name"]: row for row in document["properties"]}


def test_what_induction_proves_and_from_what(probe: ModuleType, daybreak: Run) -> None:
    code, document, rows = answer(daybreak, "probe", "--with", "z3", "--depth", 4)
    assert code == 12
    assert (document["method"], document["ending"], document["states"], document["bound"]) == ("z3", "done", None, 4)
    assert {name: (row["verdict"], row["readings"]) for name, row in rows.items() if row["readings"]} == {
        "level": ("proved", "every"), "low": ("proved", "every"), "empty": ("proved", "in force"),
        "one_by_one": ("proved", "every"), "ranges": ("proved", "every"), "no-dead-end": ("proved", "every"),
        "chance-has-an-outcome": ("proved", "every")}
    assert rows["low"]["lemmas"] == ["level"] and "low" in rows["ranges"]["lemmas"]
    assert all(set(row["lemmas"]) <= {"level", "low"} for row in rows.values())  # z3 may name more than it needs
    assert rows["empty"]["reason"] == "induction; not under every reading: R-01 = under"
    assert "no-endless-loop" not in rows


def test_what_is_not_proved_holds_within_the_bound_with_the_failed_step(probe: ModuleType, daybreak: Run) -> None:
    _, _, rows = answer(daybreak, "probe", "--with", "z3", "--depth", 3)
    row = rows["never_three"]
    assert (row["verdict"], row["within"]) == ("holds-within", 3)
    step = row["step"]
    line = DECLARATIONS[:DECLARATIONS.index("table.z != 3")].count("\n") + 1
    assert (step["before"]["z"], step["after"]["z"], step["event"].split()[0]) in ((2, 3, "up"), (2, 3, "toss"))
    assert step["part"]["text"] == "table.z != 3" and step["part"]["place"].endswith(f".py:{line}")
    assert (step["reachable"], step["within"]) == ("not-within", 3)


def test_a_refuted_property_has_the_shortest_line_and_a_goal_its_own(probe: ModuleType, daybreak: Run) -> None:
    _, _, rows = answer(daybreak, "probe", "--with", "z3", "--depth", 4)
    assert (rows["not_high"]["verdict"], rows["not_high"]["line"]) == ("refuted", ["up", "up"])
    assert rows["not_high"]["step"] is None and rows["not_high"]["events"][-1]["state"]["x"] == 2
    assert (rows["at_three"]["verdict"], rows["at_three"]["line"]) == ("proved", ["up", "up", "up"])
    assert (rows["at_nine"]["verdict"], rows["at_nine"]["reason"]) == ("unknown", "not within 4 transitions")


def test_more_states_together_prove_more(probe: ModuleType, daybreak: Run) -> None:
    code, document, rows = answer(daybreak, "probe", "--with", "z3", "--k", 3, "--property", "never-three")
    assert (code, document["k"]) == (0, 3)
    assert (rows["never_three"]["verdict"], rows["never_three"]["reason"]) == ("proved", "induction, 3 states together")
    assert rows["never_three"]["readings"] == "in force"


def test_only_what_is_needed_is_proved(probe: ModuleType, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.symbolic.prove.induction import Induction

    asked: list[str] = []
    base = Induction.base
    monkeypatch.setattr(Induction, "base", lambda self, name: asked.append(name) or base(self, name))
    code, _, rows = answer(daybreak, "probe", "--with", "z3", "--property", "low")
    assert (code, list(rows), asked) == (0, ["low"], ["low", "level"])


def test_play_without_end_is_declined(probe: ModuleType, daybreak: Run) -> None:
    code, _, rows = answer(daybreak, "probe", "--with", "z3", "--property", "no-endless-loop", "--property", "low")
    assert (code, rows["no-endless-loop"]["verdict"]) == (75, "declined")
    assert "--with explicit" in rows["no-endless-loop"]["reason"]


def test_what_cannot_be_said_in_z3_is_declined(tmp_path: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "    weight(1)\n    for i in range(600):\n        table.z = (table.z + i) % 2\n"
    installed_probe(tmp_path, monkeypatch, DECLARATIONS.replace("    weight(1)\n", long))
    code, document, rows = answer(daybreak, "probe", "--with", "z3")
    assert (code, document["ending"], {row["verdict"] for row in rows.values()}) == (75, "done", {"declined"})
    assert all("DB602" in row["reason"] and "more than 512 passes" in row["reason"] for row in rows.values())
    for question in (("position", "probe", "--breaks", "level"),
                     ("readings", "probe", "R-01", "--from", "ROLL", "--until", "ACT")):
        found = daybreak("find", *question)
        assert found.code == 75 and "declined: DB602" in found.out, found


def test_a_scenario_is_asked_from_its_own_start(probe: ModuleType, daybreak: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('schema = 1\ngame = "probe"\ntitle = "Own"\n[rulings]\n"R-01" = "under"\n[deal]\ncoin = ["tails"]\n'
                    '[start]\nx = 3\ny = 3\n')
    _, document, rows = answer(daybreak, path, "--with", "z3", "--depth", 3)
    assert document["chance"] == "deal"
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "level": "proved", "low": "proved", "empty": "refuted", "never_three": "holds-within", "not_high": "holds-within",
        "one_by_one": "proved", "at_three": "proved", "at_nine": "unknown", "ranges": "proved",
        "no-dead-end": "proved", "chance-has-an-outcome": "proved"}
    assert (rows["empty"]["line"], rows["at_three"]["line"]) == (["toss"], [])
    assert [each["event"] for each in rows["empty"]["events"]] == ["toss", "coin tails"]


def test_the_same_question_has_the_same_answer() -> None:
    program = ("from importlib.metadata import EntryPoint; from verifier import registry; "
               "from verifier.cli import main; "
               "games = registry.Games([EntryPoint('corridor', 'tests.games.corridor:game', 'daybreak.games')]); "
               "registry._found = lambda: games; "
               "main(['check', 'corridor', '--with', 'z3', '--depth', '4', '--again', '--json'])")
    outs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                           cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in "12"]
    first, second = ({**json.loads(out), "seconds": 0} for out in outs)
    assert first == second and first["properties"]


def test_no_time_is_unknown(probe: ModuleType, daybreak: Run) -> None:
    code, document, rows = answer(daybreak, "probe", "--with", "z3", "--seconds", "0.000001", "--property", "low")
    assert (code, document["ending"]) == (124, "seconds")
    assert (rows["low"]["verdict"], rows["low"]["reason"]) == ("unknown", "seconds")


def test_no_work_is_unknown(probe: ModuleType, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.symbolic import solver

    effort = solver.Effort
    monkeypatch.setattr(solver, "Effort", lambda until=None: effort(1, None, until))
    code, _, rows = answer(daybreak, "probe", "--with", "z3", "--property", "never_three")
    assert code == 124 and rows["never_three"]["verdict"] in ("unknown", "holds-within")


def test_ctrl_c_keeps_what_was_found(probe: ModuleType, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.symbolic.prove.bounded import BoundedCheck

    def stopped(self: Any, *arguments: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(BoundedCheck, "run", stopped)
    code, document, rows = answer(daybreak, "probe", "--with", "z3", "--property", "low", "--property", "never_three")
    assert (code, document["ending"]) == (130, "interrupted")
    assert (rows["low"]["verdict"], rows["never_three"]["reason"]) == ("proved", "interrupted")


def test_how_far_induction_got_is_said(probe: ModuleType, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while it asks the last rule, the longest: every property says of which rules it is not known, and what it needs."""
    from verifier.symbolic.prove.asking import Asking

    answers, rules = Asking.answers, [rule.name for rule in probe.game.of_kind("decision", "chance", "step")]

    def stopped(self: Asking, *arguments: Any, **options: Any) -> Any:
        if self.step.rule.name == "up":
            raise KeyboardInterrupt
        return answers(self, *arguments, **options)

    monkeypatch.setattr(Asking, "answers", stopped)
    _, document, rows = answer(daybreak, "probe", "--with", "z3", "--property", "low", "--again", "--jobs", "1")
    assert document["ending"] == "interrupted" and rows["low"]["verdict"] == "unknown"
    so_far = rows["low"]["so_far"]
    assert (so_far["kept"], so_far["rules"]) == (len(rules), len(rules) + 1) and so_far["open"] == ["up"]


def test_options_of_the_other_method_are_refused(probe: ModuleType, daybreak: Run) -> None:
    for arguments in (["--with", "z3", "--states", "9"], ["--with", "z3", "--memory", "1G"], ["--k", "2"]):
        ran = daybreak("check", "probe", *arguments)
        assert ran.code == 150 and ran.err.startswith("DB509")


# -- the lifted rules are compared with the reference ---------------------------------------------------------------------------


AT_REST = '''

@game.invariant()
def at_rest(table: Table) -> bool:
    """False after the first turn."""
    return table.z == 0
'''


def without_stores_to_z(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.symbolic.lift.statements import Running

    store = Running._store
    monkeypatch.setattr(Running, "_store",
                        lambda self, node: None if getattr(node.place, "name", "") == "z" else store(self, node))


def test_how_much_was_compared_with_the_reference_is_said(probe: ModuleType, daybreak: Run) -> None:
    _, document, _ = answer(daybreak, "probe", "--with", "z3", "--property", "low")
    told = document["cross_check"]
    assert told["rules"] == 3 and told["transitions"] > 60 and told["values"] > 500
    ran = daybreak("check", "probe", "--with", "z3", "--property", "low", "--again")
    assert f"{told['transitions']} transitions of 3 rules" in ran.out and "z3 and the reference agree on " in ran.out


def test_a_dropped_store_proves_nothing(tmp_path: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.symbolic.prove.cross_check import CrossCheck

    installed_probe(tmp_path, monkeypatch, DECLARATIONS + AT_REST)
    without_stores_to_z(monkeypatch)
    ran = daybreak("check", "probe", "--with", "z3", "--property", "at_rest")
    assert (ran.code, ran.out) == (255, "") and "DB926" in ran.err
    assert "the state behind it of up" in ran.err and "reference: z = " in ran.err and "symbolic: z = " in ran.err
    monkeypatch.setattr(CrossCheck, "transition", lambda *arguments: None)  # so that this test can fail
    code, _, rows = answer(daybreak, "probe", "--with", "z3", "--property", "at_rest")
    assert (code, rows["at_rest"]["verdict"]) == (0, "proved")


def test_the_reproducer_brings_the_difference_back(tmp_path: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.program.program import load
    from verifier.testing import reproduced

    module = installed_probe(tmp_path, monkeypatch, DECLARATIONS + AT_REST)
    without_stores_to_z(monkeypatch)
    ran = daybreak("check", "probe", "--with", "z3", "--property", "at_rest")
    saved = next(line for line in ran.err.splitlines() if "again: " in line).partition("again: ")[2]
    path = tmp_path / "again.json"
    path.write_text(saved[:saved.rindex("}") + 1])
    found = reproduced(load(module.game), path, ["symbolic"])
    assert found and found[0].engine == "symbolic"


# -- both -------------------------------------------------------------------------------------------------------------------


def test_both_say_each_thing_once(probe: ModuleType, daybreak: Run) -> None:
    code, document, rows = answer(daybreak, "probe", "--with", "both")
    assert (code, document["method"], document["ending"], document["bound"]) == (12, "both", "closed", 10)
    assert {name: (row["verdict"], row["methods"]) for name, row in rows.items()} == {
        "level": ("proved", ["explicit", "z3"]), "low": ("proved", ["explicit", "z3"]), "empty": ("proved", ["explicit", "z3"]),
        "never_three": ("proved", ["explicit"]), "not_high": ("refuted", ["explicit", "z3"]),
        "one_by_one": ("proved", ["explicit", "z3"]), "at_three": ("proved", ["explicit", "z3"]),
        "at_nine": ("refuted", ["explicit"]), "ranges": ("proved", ["explicit", "z3"]),
        "no-endless-loop": ("proved", ["explicit"]), "no-dead-end": ("proved", ["explicit", "z3"]),
        "chance-has-an-outcome": ("proved", ["explicit", "z3"])}


def test_a_disagreement_is_our_fault_with_a_reproducer(
    probe: ModuleType, daybreak: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    from verifier.symbolic.prove.kept import Kept
    from verifier.symbolic.solver import Outcome

    monkeypatch.setattr("verifier.symbolic.prove.asking.Asking.answers", lambda self, names, stage: [
        Kept(self.step.rule.name, name, Outcome.UNSAT) for name in names])
    ran = daybreak("check", "probe", "--with", "both", "--property", "not_high", "--engine", "interpreted")
    assert ran.code == 255 and ran.out == "" and "DB914" in ran.err
    assert "explicit says refuted, after 2 events: up / up; z3 says proved" in ran.err
    kept = list(tmp_path.glob("daybreak-fault-*.txt"))
    assert len(kept) == 1 and "'--with' 'both'" in kept[0].read_text()


def row(verdict: Verdict, events: int = 0, within: int | None = None, method: str = "z3") -> PropertyRow:
    return PropertyRow("p", "invariant", (), "", verdict, "", within, (), (Happening("e", "step", ()),) * events, 0, (method,))


@pytest.mark.parametrize(("one", "other"), [
    (row(Verdict.PROVED), row(Verdict.REFUTED, 3)), (row(Verdict.REFUTED, 2), row(Verdict.REFUTED, 3)),
    (row(Verdict.REFUTED, 3), row(Verdict.HOLDS_WITHIN, within=3)),
    (row(Verdict.REFUTED, 0), row(Verdict.HOLDS_WITHIN, within=0)),
    (row(Verdict.PROVED, 4), row(Verdict.PROVED, 3)), (row(Verdict.PROVED, 4), row(Verdict.REFUTED)),
])
def test_contradictions(one: PropertyRow, other: PropertyRow) -> None:
    from verifier.analysis.agreement import row_of_both

    for pair in ((one, other), (other, one)):
        with pytest.raises(EngineBug, match="DB914"):
            row_of_both(*pair)


@pytest.mark.parametrize(("one", "other", "verdict", "within"), [
    (row(Verdict.PROVED), row(Verdict.HOLDS_WITHIN, within=3), Verdict.PROVED, None),
    (row(Verdict.REFUTED, 4), row(Verdict.HOLDS_WITHIN, within=3), Verdict.REFUTED, None),
    (row(Verdict.REFUTED, 4), row(Verdict.UNKNOWN), Verdict.REFUTED, None),
    (row(Verdict.HOLDS_WITHIN, within=4), row(Verdict.HOLDS_WITHIN, within=3), Verdict.HOLDS_WITHIN, 4),
    (row(Verdict.HOLDS_WITHIN, within=4), row(Verdict.DECLINED), Verdict.HOLDS_WITHIN, 4),
])
def test_what_says_more_is_shown(one: PropertyRow, other: PropertyRow, verdict: Verdict, within: int | None) -> None:
    from verifier.analysis.agreement import row_of_both

    for pair in ((one, other), (other, one)):
        assert (row_of_both(*pair).verdict, row_of_both(*pair).within) == (verdict, within)
