"""Loads a scenario file: which game, edition and rulings, what chance does, where to start, what is expected.

All problems of a file are reported at once, each with its path.  Nothing in a scenario is imported or executed: names are looked
up in what the installed games declare.  Whether the position itself is possible is checked by `verifier.scenarios.start`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from attrs import field, frozen

from verifier.document.complaints import Complaints, at
from verifier.document.limits import read_document
from verifier.document.typed import read_value
from verifier.errors import BadInput
from verifier.lang.game import Game
from verifier.ledger.editions import Edition, default_edition, load_edition
from verifier.ledger.readings import Readings, load_readings
from verifier.scenarios.deal import Deal, read_deal
from verifier.verdict import Verdict
from verifier.visible import one_line, shown

VERDICTS = tuple(verdict.value for verdict in Verdict)


@frozen
class Expectation:
    """What a scenario says will come out: a verdict, and fields of the grade (in words; fields not given may be anything)."""

    verdict: str | None = None
    grade: dict[str, Any] = field(factory=dict)


@frozen
class Scenario:
    """A scenario whose every word is known to its game.

    `name` is made from the file's name and safe to make file names of; `rulings` has every switch, `chosen` only those that
    the file gave; `start` is the `[start]` table as given, None when the game starts from its set-up; `edition_given` is how
    the file names its edition, None when it leaves that to the game.
    """

    game: Game[Any, Any]
    name: str
    title: str
    edition: Edition
    rulings: dict[str, str]
    chosen: dict[str, str] = field(factory=dict)
    deal: Deal = field(factory=Deal)
    start: dict[str, Any] | None = None
    expect: Expectation | None = None
    edition_given: str | None = None
    path: Path | None = None


def load_scenario(path: Path, games: Mapping[str, Game[Any, Any]]) -> Scenario:
    """The scenario of a file; raises BadInput with all of the file's problems (DB1xx the file, DB2xx what it says)."""
    path = Path(path)
    return scenario_of(read_document(path), games, path)


def scenario_of(document: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], path: Path) -> Scenario:
    """The scenario of a document that was read within the limits from `path`."""
    complaints = Complaints()
    complaints.keys(document, "$", ("schema", "game"), ("title", "edition", "rulings", "deal", "start", "expect"))
    complaints.schema(document)
    title = complaints.text(document, "title", "$") or one_line(path.stem)
    game = _game(document, games, complaints)
    if game is None:
        complaints.refuse()
    given = complaints.text(document, "edition", "$") or None
    edition = _edition(game, given, path.parent, complaints)
    readings = load_readings(game.folder)
    chosen = read_rulings(readings, complaints.table(document.get("rulings", {}), "$.rulings"), complaints)
    deal = read_deal(game, complaints.table(document.get("deal", {}), "$.deal"), complaints)
    start = _start(game, document["start"], complaints) if "start" in document else None
    expect = _expectation(game, document["expect"], complaints) if "expect" in document else None
    complaints.refuse_if_any()
    assert edition is not None
    return Scenario(game, _name(path), title, edition, readings.defaults | chosen, chosen, deal, start, expect, given, path)


def new_scenario(game: Game[Any, Any], *, title: str, edition: str | None = None, rulings: Mapping[str, str] | None = None,
                 deal: Deal | None = None, base: Path = Path()) -> Scenario:
    """A scenario from the game's set-up without a file, for commands that make one; `base` is where editions are looked up."""
    complaints = Complaints()
    loaded = _edition(game, edition, base, complaints)
    readings = load_readings(game.folder)
    chosen = read_rulings(readings, rulings or {}, complaints)
    complaints.refuse_if_any()
    assert loaded is not None
    return Scenario(game, game.name, title, loaded, readings.defaults | chosen, chosen, deal or Deal(), edition_given=edition)


def _name(path: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:64].strip("-") or "scenario"


def _game(document: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], complaints: Complaints) -> Game[Any, Any] | None:
    name = complaints.text(document, "game", "$")
    if name and name not in games:
        complaints.unknown("a game", name, "$.game", games, "DB207")
    return games.get(name)


def _edition(game: Game[Any, Any], given: str | None, base: Path, complaints: Complaints) -> Edition | None:
    try:
        return load_edition(game, given or default_edition(game), base)
    except BadInput as error:
        complaints.adopt(error)
        return None


def read_rulings(readings: Readings, table: Mapping[str, Any], complaints: Complaints) -> dict[str, str]:
    """The rulings that a table gives, each one of the choices of its reading."""
    chosen: dict[str, str] = {}
    for name, choice in table.items():
        path = at("$.rulings", name)
        reading = readings.switches.get(name)
        if reading is None:
            recorded = readings.recorded.get(name)
            complaints.add("DB209", f"expected a reading with choices, got {shown(name)}", path,
                           f"{name} is settled: {recorded.ruling}" if recorded
                           else partial(complaints.nearest, name, readings.switches))
        elif not isinstance(choice, str):
            complaints.expected("a choice, as a text", choice, path)
        elif choice not in reading.choices:
            complaints.unknown(f"a choice of {name}", choice, path, reading.choices, "DB209")
        else:
            chosen[name] = choice
    return chosen


def _start(game: Game[Any, Any], raw: Any, complaints: Complaints) -> dict[str, Any]:
    """The start table, after reading every value as the type that the state declares."""
    table = complaints.table(raw, "$.start")
    fields = dict(game.state_type.fields)
    complaints.keys(table, "$.start", (), fields)
    for key, value in table.items():
        if key in fields:
            read_value(fields[key], value, at("$.start", key), complaints, key)
    return table


def _expectation(game: Game[Any, Any], raw: Any, complaints: Complaints) -> Expectation:
    table = complaints.table(raw, "$.expect")
    complaints.keys(table, "$.expect", (), ("verdict", "grade"))
    verdict = complaints.one_of(table, "verdict", "$.expect", VERDICTS) or None
    grade = complaints.table(table.get("grade", {}), "$.expect.grade")
    rule = game.only("grade")
    declared = rule.returned_record if rule else None
    fields: dict[str, Any] = dict(declared.fields) if declared else {}
    complaints.keys(grade, "$.expect.grade", (), fields)
    for key, value in grade.items():
        if key in fields:
            read_value(fields[key], value, at("$.expect.grade", key), complaints)
    return Expectation(verdict, grade)
