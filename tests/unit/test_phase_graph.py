"""Which phase can follow which: read off rules of every shape, and never less than what play shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.rule_modules import DECLARATIONS, written
from verifier.lang.words import Refused
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.phase_graph import phase_graph, starts
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.positions import random_reachable, random_setting, random_typed
from verifier.run.reference import Reference, RuleBroke
from verifier.search.graph_phases import layered

PHASES = DECLARATIONS.replace("""    ACT = 0
    OVER = 1
""", """    ACT = 0
    ONE = 1
    TWO = 2
    THREE = 3
    OVER = 4
""")
RULES = """
AFTER = (Phase.ONE, Phase.TWO)


@game.decision(Phase.ACT)
def stays(table: Table) -> None:
    table.n = 1


@game.decision(Phase.ACT)
def branches(table: Table) -> None:
    if table.flag:
        table.phase = Phase.ONE
        return
    if table.phase == Phase.TWO:
        table.phase = Phase.OVER
    if table.phase != Phase.ACT or table.phase in (Phase.TWO, Phase.OVER):
        table.phase = Phase.OVER


@game.decision(Phase.ACT)
def calls(table: Table) -> None:
    go_on(table, Phase.TWO if table.flag else Phase.THREE)


@game.decision(Phase.ACT)
def looks_up(table: Table, which: Annotated[int, Range(0, 1)]) -> None:
    table.phase = AFTER[which]


@game.decision(Phase.ACT)
def is_told(table: Table) -> None:
    table.phase = next_phase(table)


@game.step(Phase.ONE)
def loops(table: Table) -> None:
    for count in range(3):
        if table.phase == Phase.TWO:
            table.phase = Phase.THREE
            break
        if table.phase == Phase.ONE:
            table.phase = Phase.TWO
            continue
        table.phase = Phase.OVER
    table.n = 0


@game.step(Phase.TWO)
def always_leaves(table: Table) -> None:
    if table.flag:
        table.phase = Phase.ACT
    else:
        table.phase = Phase.OVER


@game.step(Phase.THREE)
def chooses(table: Table) -> None:
    phase = Phase.OVER
    if table.flag:
        phase = Phase.THREE
    table.phase = phase


@game.rule
def go_on(table: Table, phase: Phase) -> None:
    if table.phase != Phase.OVER:
        table.phase = phase


@game.rule
def next_phase(table: Table) -> Phase:
    if table.flag:
        return Phase.TWO
    return table.phase
"""
EXPECTED = {
    "stays": ["ACT"], "branches": ["ACT", "ONE"], "calls": ["TWO", "THREE"], "looks_up": ["ONE", "TWO"],
    "is_told": ["ACT", "TWO"], "loops": ["ONE", "TWO", "THREE"], "always_leaves": ["ACT", "OVER"], "chooses": ["THREE", "OVER"]}
GAMES = ("corridor", "crossing", "ferry", "network", "sliding", "staircase", "urn")


@pytest.fixture
def probe(tmp_path: Path) -> Program:
    return load(written(tmp_path, RULES, declarations=PHASES).game)


def test_each_shape_of_a_rule(probe: Program) -> None:
    assert {each.rule.name: [phase.name for phase in each.next] for each in phase_graph(probe)} == EXPECTED
    assert [phase.name for phase in starts(probe)] == ["ACT", "ONE", "TWO", "THREE", "OVER"]  # it has no set-up


def programs() -> dict[str, Callable[[], Program]]:
    ours = {name: lambda name=name: installed().program(name) for name in ("until-dawn", "dawn-of-the-zeds")}
    return {**ours, **{name: lambda name=name: load(import_module(f"tests.games.{name}").game) for name in GAMES}}


@pytest.mark.parametrize("name", programs())
def test_whatever_follows_in_play_is_there(name: str) -> None:
    """From positions that play meets and from any other, under random readings; the set-up too."""
    program = programs()[name]()
    follows = {each.rule.name: set(each.next) for each in phase_graph(program)}
    game, rng, tried = program.game, Random(name), 0
    edition = load_edition(game, default_edition(game), game.folder).record
    for seed in range(2):
        setting = random_setting(program, seed=seed, edition=edition)
        reference = Reference(program, setting)
        assert reference.set_up().state.phase in starts(program)
        for position in (*random_reachable(program, setting, seed=seed, count=40), *random_typed(program, seed=seed, count=40)):
            events = reference.events(position)
            for event in rng.sample(events, min(8, len(events))):
                try:
                    after = reference.apply(position, event).after.state.phase
                except (Refused, RuleBroke):
                    continue
                assert after in follows[event.rule.name], event.text
                tried += 1
    assert tried > 50


def test_layers_begin_with_the_set_up_and_hold_every_phase_once() -> None:
    follows = {"a": ["b", "c", "a"], "b": ["d"], "c": ["a", "d"], "d": [], "alone": ["a"]}
    assert layered(follows, ["a"]) == (("a",), ("b", "c"), ("d",), ("alone",))


@pytest.mark.parametrize("name", ["until-dawn", "dawn-of-the-zeds"])
def test_the_page_has_the_graph_and_the_ledger(name: str, daybreak: Callable[..., Any], tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    ran = daybreak("games", name, "--rules", "--html", page, "--json")
    found, program = json.loads(ran.out), installed().program(name)
    assert ran.code == 0 and [phase["name"] for phase in found["phases"]] == [phase.name for phase in program.game.phases]
    assert sorted(sum(found["layers"], [])) == sorted(phase.name for phase in program.game.phases)
    assert [row["id"] for row in found["clauses"]] == list(program.rulebook)
    readings = {reading["id"]: reading for reading in found["readings"]}
    assert set(readings) == {*program.readings.switches, *program.readings.recorded}
    for row in found["clauses"]:
        assert row["kind"] != "rule" or row["functions"] or row["not_modelled"], row["id"]
        assert all(row["id"] in readings[id_]["clauses"] for id_ in row["readings"])
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 1 and "://" not in text and all(id_ in text for id_ in readings)
    assert daybreak("games", name, "--rules", "--html", page).code == 150  # it is there


def test_rules_are_those_of_one_game(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("games", "--rules")
    assert ran.code == 150 and "DB518 --rules is for one game" in ran.err
    ran = daybreak("games", "until-dawn", "--rules", "--edition", "assumed-20")
    assert ran.code == 150 and "DB518" in ran.err
    assert daybreak("games", "no-such-game", "--rules").code == 150
