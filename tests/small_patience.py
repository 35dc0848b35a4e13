"""The patience of `tests.games.patience` with fewer cards, columns and cells, and a grade: small enough to be closed."""

from __future__ import annotations

import importlib.util
import sys
from itertools import count
from pathlib import Path

from tests.games import patience
from verifier.program.program import Program, load

GRADED = '''@record
class Grade:
    """Whether it is won, and how many cards are at home."""

    won: bool
    home: Annotated[int, Range(0, 52)]


@game.rule
def at_home(table: Table) -> Annotated[int, Range(0, 52)]:
    """How many cards are at home."""
    return sum(top for top in table.home)


@game.grade(order="ours")
def grade(table: Table) -> Grade:
    """Won is best."""
    return Grade(won=table.phase == Phase.WON, home=at_home(table))


@game.bound
def best(table: Table) -> Grade:
    """All may come home."""
    return Grade(won=table.phase != Phase.LOST, home=52 if table.phase != Phase.LOST else at_home(table))


@game.estimate
def estimate(table: Table) -> Annotated[int, Range(-2000, 2000)]:
    """Cards at home, empty cells, and columns in order."""
    return (4 * at_home(table) + 3 * sum(1 for cell in table.cells if cell is None)
            + 4 * sum(7 - number for number in table.dealt))


@game.decision(Phase.PLAY, clause="PA-02")
def give_up(table: Table) -> None:
    """Nobody has to go on."""
    table.phase = Phase.LOST


'''
_modules = count()


def small_patience(folder: Path, *, ranks: int, columns: int, cells: int, interchangeable: bool = True) -> Program:
    """The patience with so many cards of each suit, loaded; without `interchangeable`, nothing is declared so."""
    source = Path(patience.__file__)
    text = source.read_text(encoding="utf-8")
    first = '@game.invariant(clause="PA-01")\ndef every_card'
    changes = [
        ("RANKS, COLUMNS, COLUMN_MOST = 13, 8, 19", f"RANKS, COLUMNS, COLUMN_MOST = {ranks}, {columns}, {2 * ranks + 6}"),
        ("range(52)", f"range({4 * ranks})"), ("(52 - ", f"({4 * ranks} - "), ("Range(0, 7)", "Range(0, 26)"),
        ("COLUMN_7", f"COLUMN_{columns - 1}"), ("for number in range(4)})", f"for number in range({cells})}})"),
        ("    WON = 2\n", "    WON = 2\n    LOST = 3\n"), ("ends=(Phase.WON,)", "ends=(Phase.WON, Phase.LOST)"),
        (first, GRADED + first)]
    if not interchangeable:
        changes += [("interchangeable(except_in=(Phase.DEAL,))(", "("), ("interchangeable(IntEnum", "(IntEnum"),
                    ("interchangeable, ", "")]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    home = folder / f"patience_{next(_modules)}"
    home.mkdir()
    for ledger in source.parent.glob("*.toml"):
        (home / ledger.name).write_text(ledger.read_text(encoding="utf-8"), encoding="utf-8")
    (home / "__init__.py").write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(home.name, home / "__init__.py", submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[home.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return load(module.game)
