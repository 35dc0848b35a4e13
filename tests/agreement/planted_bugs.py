"""Bugs planted in Until Dawn, one altered line each, and the game with one of them.

They are data, in `planted_bugs.toml`: the line as it stands and as it is altered, what that breaks, and a scenario from which
legal play shows it.  Every way to check properties must refute every one of them from that scenario, in as few transitions
(`events`) as the bug says, chance left open.

    for bug in planted_bugs():
        instance = with_bug(bug, tmp_path)   # the altered game in the bug's scenario: program, setting, start position
        control = without_bug(bug)           # the game as it is, in the same scenario
"""

from __future__ import annotations

import ast
import importlib.util
import shutil
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

import daybreak_games.until_dawn
from verifier.errors import BadInput
from verifier.instance import Instance, instance_of
from verifier.lang.game import Game
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import Scenario, scenario_of

GAME = "until-dawn"
PACKAGE = "daybreak_games.until_dawn"
FOLDER = Path(daybreak_games.until_dawn.__file__).parent
RANGE = "range"
_copies = count()


@frozen
class AlteredLine:
    """One line of one rule altered; `line` and `altered` are written without their indentation."""

    name: str
    file: str
    rule: str
    line: str
    altered: str


@frozen
class PlantedBug(AlteredLine):
    """One line of one rule altered, what that breaks, and where play shows it.

    `breaks` is an invariant or a step property, or RANGE, and
    `outside` is then what the reference says of the value.  `start` is a scenario's `[start]` table, None for the set-up.
    `events` counts the transitions of the shortest lines that show it, the breaking one included (0: the start itself is
    broken); `decisions` counts the decisions in the one that breadth-first search comes to first, not the fewest there can be.
    """

    breaks: str
    why: str
    events: int
    decisions: int
    outside: str = ""
    edition: str = "assumed-20"
    rulings: Mapping[str, str] = field(factory=dict)
    start: Mapping[str, Any] | None = None


class Misplanted(Exception):
    """A bug whose line is not (or no longer) exactly once in its rule."""


@cache
def planted_bugs() -> tuple[PlantedBug, ...]:
    """Every planted bug, in the order of the rule files."""
    document = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    bugs = tuple(PlantedBug(**entry) for entry in document["bug"])
    return tuple(evolve(bug, start=_with_discards(bug.start)) if bug.start else bug for bug in bugs)


def _with_discards(start: Mapping[str, Any]) -> dict[str, Any]:
    """A `[start]` table with `discard = "rest"` spelled out: the cards that neither the deck nor the bite pile holds."""
    if start.get("discard") != "rest":
        return dict(start)
    cards = tomllib.loads((FOLDER / "edition-assumed-20.toml").read_text(encoding="utf-8"))["values"]["cards"]["value"]
    kept = Counter(start["deck"]) + Counter(["scratcher", "sneaker", "screamer"])
    return {**start, "discard": {card: count - kept[card] for card, count in cards.items()}}


def with_bug(bug: PlantedBug, folder: Path) -> Instance:
    """The altered game in the bug's scenario; its copy is written into `folder` and shares nothing with any other.

    Raises Misplanted when the line cannot be found, RuleRefused when the altered game is outside the rule language.
    """
    program = load(altered_game(bug, folder))
    return _instance(bug, program)


def without_bug(bug: PlantedBug) -> Instance:
    """The game as it is, in the scenario of a bug."""
    return _instance(bug, installed().program(GAME))


def altered_game(bug: AlteredLine, folder: Path, package: str = PACKAGE, source: Path = FOLDER) -> Game[Any, Any]:
    """A copy of a game's package with the bug in it, imported under a name of its own."""
    name = f"planted_{next(_copies)}"
    copy = folder / name
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / bug.file
    path.write_text(altered_text(bug, path.read_text(encoding="utf-8")), encoding="utf-8")
    for each in copy.glob("*.py"):
        each.write_text(each.read_text(encoding="utf-8").replace(package, name), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, copy / "__init__.py", submodule_search_locations=[str(copy)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the modules of the copy import each other by this name
    spec.loader.exec_module(module)
    game: Game[Any, Any] = module.game
    return game


def altered_text(bug: AlteredLine, text: str) -> str:
    """The text of a rule file with the bug's line altered; Misplanted unless it stands there exactly once in the bug's rule."""
    lines = text.split("\n")
    rules = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == bug.rule]
    if len(rules) != 1:
        raise Misplanted(f"{bug.name}: {bug.file} has {len(rules)} rules {bug.rule}")
    first, end = rules[0].lineno, rules[0].end_lineno or rules[0].lineno
    found = [index for index in range(first, end) if lines[index].strip() == bug.line]
    if len(found) != 1:
        raise Misplanted(f"{bug.name}: {bug.rule} in {bug.file} has {len(found)} lines {bug.line!r}")
    if "\n" in bug.altered or bug.altered.strip() != bug.altered or bug.altered in ("", bug.line):
        raise Misplanted(f"{bug.name}: {bug.altered!r} is not another line")
    lines[found[0]] = lines[found[0]].replace(bug.line, bug.altered)
    return "\n".join(lines)


def _instance(bug: PlantedBug, program: Program) -> Instance:
    document: dict[str, Any] = {"schema": 1, "game": GAME, "title": bug.name, "edition": bug.edition,
                                "rulings": dict(bug.rulings)}
    if bug.start is not None:
        document["start"] = bug.start
    scenario = scenario_of(document, {GAME: program.game}, Path(__file__))
    try:
        return instance_of(scenario, program)
    except BadInput:
        if bug.events > 0:
            raise
        return _broken_at_once(scenario, program)  # scenarios never start from a broken table: that is what is to be shown


def _broken_at_once(scenario: Scenario, program: Program) -> Instance:
    setting = Setting(scenario.rulings, scenario.edition.record)
    reference = Reference(program, setting)
    return Instance(scenario, program, setting, reference, reference.set_up())
