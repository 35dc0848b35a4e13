"""The reference of the rule language: what it shows is accepted and runs alike, what it calls refused is refused with its code.

The first listing declares the game; every other one stands in it: rules as they are, statements as the body of a decision.  What
is marked `# refused CODE: words` is loaded behind the rest of its listing.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from attrs import frozen

from tests.rule_modules import Both, random_value
from verifier.errors import RuleRefused
from verifier.lang.types import record_type
from verifier.program.program import load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
LISTINGS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MARK = re.compile(r"# refused (?P<code>DB\d+): (?P<words>.+)$")
RULEBOOK = 'schema = 1\ngame = "warehouse"\ntitle = "Warehouse"\nsource = "tests"\n' + "".join(
    f'\n[[clause]]\nid = "C-0{number}"\nplace = "Play"\nlines = [{number}]\nkind = "rule"\ntext = "Clause {number}."\n'
    for number in range(1, 6))
READINGS = """schema = 1
game = "warehouse"
[[reading]]
id = "Q-01"
impact = "H"
clauses = ["C-01"]
question = "Which?"
default = "front"
reason = "None."
[reading.choices]
front = "The front one."
back = "The one at the back."
"""
AROUND = {  # what makes a game of an example: each phase is left and entered, and the reading is asked for
    "stop": "@game.decision(Phase.ACT)\ndef stop(table: Table) -> None:\n    table.phase = Phase.OVER\n",
    "look": "@game.decision(Phase.ACT)\ndef look(table: Table) -> None:\n    table.lamp = ruling('Q-01') == 'front'\n"
            "    table.phase = Phase.DRAW\n",
    "draw": "@game.chance(Phase.DRAW, tape='deck')\ndef draw(table: Table, card: Card) -> None:\n    weight(1)\n"
            "    table.phase = Phase.TIDY\n",
    "tidy": "@game.step(Phase.TIDY)\ndef tidy(table: Table) -> None:\n    table.phase = Phase.ACT\n",
}
_modules = count()


@frozen
class Example:
    """A part of a listing: its text, the names that it defines, and what it is refused with."""

    text: str
    names: frozenset[str]
    code: str = ""
    words: str = ""


def examples(listing: str) -> list[Example]:
    """The statements of a listing (those of one line together), each with its mark: in its first line, or in a line above it."""
    lines, found = listing.split("\n"), {}
    for node in ast.parse(listing).body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        above = lines[first - 2] if lines[first - 2].startswith("#") else ""
        mark = next((mark for line in (above, *lines[first - 1:node.lineno]) if (mark := MARK.search(line))), None)
        last = max(node.end_lineno or first, found[first][1] if first in found else 0)
        names = frozenset({node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else ())
        found[first] = (names, last, mark)
    return [Example("\n".join(lines[first - 1:last]), names, *((mark["code"], mark["words"]) if mark else ("", "")))
            for first, (names, last, mark) in found.items()]


def is_of_rules(parts: list[Example]) -> bool:
    """Whether a listing has declarations and rules, rather than statements of one rule."""
    return parts[0].text.startswith(("@", "class "))


def written(folder: Path, text: str) -> ModuleType:
    """A module with its ledgers, imported from a folder."""
    (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (folder / "readings.toml").write_text(READINGS, encoding="utf-8")
    name = f"warehouse_{next(_modules)}"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def game_of(parts: list[Example]) -> str:
    """The source of a game with some parts of a listing."""
    if is_of_rules(parts):
        names = frozenset().union(*(part.names for part in parts))
        body = "\n\n\n".join(part.text for part in parts)
    else:
        names, body = frozenset(), "@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n" + "\n".join(
            f"    {line}" for part in parts for line in part.text.split("\n"))
    around = "\n\n".join(text for name, text in AROUND.items() if name not in names)
    return f"{LISTINGS[0]}\n\n{body}\n\n\n{around}"


ACCEPTED = [[part for part in examples(listing) if not part.code] for listing in LISTINGS[1:]]
REFUSED = [([each for each in parts if not each.code], part) for parts in map(examples, LISTINGS[1:])
           for part in parts if part.code]


@pytest.mark.parametrize("number", range(len(ACCEPTED)))
def test_what_is_shown_is_accepted_and_runs_alike(number: int, tmp_path: Path) -> None:
    module, random = written(tmp_path, game_of(ACCEPTED[number])), Random(number)
    both = Both(module, edition=random_value(module.game.edition_type, random))
    for _ in range(20):
        state = random_value(module.game.state_type, random)
        state.phase = module.Phase.ACT
        assert both.difference(state) is None


@pytest.mark.parametrize(("before", "part"), REFUSED, ids=[part.text.split("\n")[0][:40] for _, part in REFUSED])
def test_what_is_called_refused_is_refused_with_its_code(before: list[Example], part: Example, tmp_path: Path) -> None:
    with pytest.raises(RuleRefused) as caught:
        module = written(tmp_path, game_of([*before, part]))
        for name in part.names & vars(module).keys():
            if hasattr(getattr(module, name), "__daybreak__"):
                record_type(getattr(module, name))  # as soon as a state or an edition has a field of it
        load(module.game)
    problem = caught.value.problems[0]
    assert problem.code == part.code
    said = problem.message.partition("\n")[0]  # without the line of source, whose comment has the words anyway
    assert part.words in f"{said}; {problem.hint.strip()}"


def test_every_code_of_loading_is_listed() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "verifier").rglob("*.py"))
    assert set(re.findall(r'"(DB3\d\d)"', sources)) == set(re.findall(r"^\| `(DB3\d\d)` \|", PAGE, re.MULTILINE))


def test_every_name_of_the_language_is_shown() -> None:
    import verifier.lang

    assert not [name for name in verifier.lang.__all__ if not re.search(rf"\b{name}\b", PAGE)]


def test_the_hint_of_a_refusal_names_the_reference() -> None:
    hints = re.findall(r"docs/[\w.-]+\.md", (ROOT / "verifier" / "lang" / "expressions.py").read_text(encoding="utf-8"))
    assert hints and all((ROOT / hint).is_file() for hint in hints)
