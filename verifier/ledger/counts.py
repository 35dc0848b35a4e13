"""Counts of clauses that were kept in files by processes of their own (`verifier.run.uses` writes them): tests, mostly.

The files are untrusted: read within limits, and refused as a whole with every problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import Factory, define

from verifier.document.complaints import Complaints, at
from verifier.document.limits import Limits, read_document
from verifier.errors import BadInput, Problem
from verifier.ledger.readings import Reading
from verifier.visible import one_line, shown

FILES_MOST = 1_000
LIMITS = Limits(bytes_most=2**22, lines_most=200_000)


@define(eq=False)
class Counts:
    """What was counted under the rulings in `chosen`, those other than the defaults."""

    chosen: Mapping[str, str]
    transitions: int = 0
    exercised: Counter[str] = Factory(Counter)
    refused: Counter[str] = Factory(Counter)


def read_counts(folder: Path, game: str, clauses: Sequence[str], readings: Mapping[str, Reading]) -> list[Counts]:
    """The sums of a game's files in a folder, for each set of rulings under which something was played, the defaults first.

    Files of other games are passed over.  Raises BadInput (DB1xx, DB2xx) with the problems of all files, DB565 when the folder
    has nothing of the game, DB566 when it holds too many files.
    """
    name = one_line(str(folder))
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if len(paths) > FILES_MOST:
        raise BadInput(Problem("DB566", f"{len(paths)} files; at most {FILES_MOST} are read", name,
                               "name an empty folder when the tests run"))
    found: dict[tuple[tuple[str, str], ...], Counts] = {}
    complaints, mine = Complaints(), 0
    for path in paths:
        own = Complaints(f"{one_line(path.name)}: ")
        try:
            document = read_document(path, LIMITS, own.prefix)
            mine += _add(document, game, clauses, readings, own, found)
            own.refuse_if_any()
        except BadInput as error:
            complaints.adopt(error)
    complaints.refuse_if_any()
    if not mine:
        raise BadInput(Problem("DB565", f"the folder has no counts of {shown(game)}", name,
                               "run its tests with DAYBREAK_COUNTS naming the folder"))
    return [counts for _, counts in sorted(found.items(), key=lambda each: each[0]) if counts.transitions or counts.refused]


def _add(document: dict[str, Any], game: str, clauses: Sequence[str], readings: Mapping[str, Reading], complaints: Complaints,
         found: dict[tuple[tuple[str, str], ...], Counts]) -> bool:
    """Add the runs of a file; whether it is one of the game."""
    complaints.keys(document, "$", ("schema", "game"), ("run",))
    complaints.schema(document)
    if complaints.text(document, "game", "$") != game:
        return False
    for path, run in complaints.tables(document.get("run", []), "$.run"):
        complaints.keys(run, path, ("transitions", "rulings", "exercised", "refused"))
        here = at(path, "rulings")
        chosen = _rulings(complaints.table(run.get("rulings", {}), here), here, readings, complaints)
        counts = found.setdefault(tuple(sorted(chosen.items())), Counts(chosen))
        counts.transitions += _number(run.get("transitions", 0), at(path, "transitions"), complaints)
        for name, counter in (("exercised", counts.exercised), ("refused", counts.refused)):
            here = at(path, name)
            for id_, value in complaints.table(run.get(name, {}), here).items():
                if id_ not in clauses:
                    complaints.unknown("a clause of the rulebook ledger", id_, here, clauses, "DB213")
                    continue
                counter[id_] += _number(value, at(here, id_), complaints)
    return True


def _rulings(table: Mapping[str, Any], path: str, readings: Mapping[str, Reading], complaints: Complaints) -> dict[str, str]:
    """The rulings of a run without those that are the defaults."""
    chosen = {}
    for id_ in table:
        if id_ not in readings:
            complaints.unknown("a reading", id_, path, readings, "DB209")
        elif (choice := complaints.one_of(table, id_, path, readings[id_].choices)) not in ("", readings[id_].default):
            chosen[id_] = choice
    return chosen


def _number(value: Any, path: str, complaints: Complaints) -> int:
    if type(value) is not int or value < 0:
        complaints.expected("a number from 0", value, path, code="DB205")
        return 0
    return value
