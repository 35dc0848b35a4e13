"""Whose decision it is: said by a rule of the state, shown with moves and lines, and nobody's where the rule says None."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.rule_modules import written
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.report.text.page import labelled
from verifier.results.played import Happening
from verifier.run.reference import Reference
from verifier.run.setting import Setting

RULES = '''
@game.rule
def whose(table: Table) -> Suit | None:
    return None if table.flag else Suit.COINS


@game.decision(Phase.ACT, seat=whose)
def wait(table: Table) -> None:
    table.flag = True


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
'''
DEAL = Path(__file__).parents[2] / "scenarios" / "until-daylight" / "tiny.toml"


def test_a_rule_says_whose_decision_it_is(tmp_path: Path) -> None:
    program = load(written(tmp_path, RULES).game)
    reference = Reference(program, Setting({}, blank(program.game.edition_type)))
    start = reference.set_up()
    wait, stop = (program.event_by_text[text] for text in ("wait", "stop"))
    assert (reference.seat(start, wait.rule), reference.seat(start, stop.rule)) == ("coins", None)
    waited = reference.apply(start, wait)
    assert waited.before is start and reference.seat(waited.after, wait.rule) is None


def test_events_are_labelled_with_it() -> None:
    assert labelled(Happening("draw", "decision", (), seat="player-2")) == "player-2: draw"
    assert labelled(Happening("draw", "decision", ())) == "draw"


def test_moves_and_lines_say_it(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    line = tmp_path / "line.txt"
    line.write_text("listen no\ndraw\nfind planks\n", encoding="utf-8")
    told = json.loads(daybreak("replay", DEAL, "--line", line, "--json").out)
    assert {each["event"]: each["seat"] for each in told["events"]} == {
        "begin-round": None, "listen no": None, "draw": "player-1", "proceed": None, "find planks": None, "resume": None}
    assert "player-1: draw (decision)" in daybreak("replay", DEAL, "--line", line).out
