"""The readings of ambiguous clauses (`readings.toml`): switches with their choices, and doubts that are only recorded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, at
from verifier.ledger.clauses import Clause, load_clauses
from verifier.ledger.entries import clause_ids, identifier, read_ledger

FILE = "readings.toml"
# Clearly changes results or best play; changes the state, sometimes the result; rare or cosmetic; the readings coincide.
IMPACTS = ("H", "M", "L", "moot")
SCOPES = ("rules", "information")

_CHOICE = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


@frozen
class Reading:
    """An ambiguity that is a switch: `choices` maps each reading to what it means; `default` is the ruling in force by default.

    `scope` is `rules` (what happens) or `information` (what the players may know or remember).  `contradiction` says where two
    places of the rulebook cannot both be right; it is empty where one place can be read two ways.
    """

    id: str
    impact: str
    question: str
    clauses: tuple[str, ...]
    choices: dict[str, str]
    default: str
    reason: str
    scope: str
    contradiction: str


@frozen
class Recorded:
    """An ambiguity without a switch, because its readings hardly differ: the ruling taken, and why; as for `Reading`."""

    id: str
    impact: str
    question: str
    clauses: tuple[str, ...]
    ruling: str
    reason: str
    contradiction: str


@frozen
class Readings:
    """All ambiguities of a game by id, in the order of the file."""

    switches: dict[str, Reading]
    recorded: dict[str, Recorded]

    @property
    def defaults(self) -> dict[str, str]:
        """The default ruling of every switch."""
        return {reading.id: reading.default for reading in self.switches.values()}


def load_readings(folder: Path) -> Readings:
    """The ambiguities of a game's `readings.toml`, checked against its rulebook ledger; raises BadInput with all problems."""
    load_clauses(folder)  # first, so that a rulebook ledger that is itself wrong is reported as such
    return read_ledger(folder / FILE, _Builder(folder))


@frozen
class _Builder:
    """What `read_ledger` keeps the readings by: the folder whose clauses they name."""

    folder: Path

    def __call__(self, document: dict[str, Any], complaints: Complaints) -> Readings:
        return _readings(document, load_clauses(self.folder), complaints)


def _readings(document: dict[str, Any], clauses: Mapping[str, Clause], complaints: Complaints) -> Readings:
    complaints.keys(document, "$", ("schema", "game"), ("title", "reading", "recorded"))
    complaints.schema(document)
    complaints.text(document, "game", "$")
    switches: dict[str, Reading] = {}
    recorded: dict[str, Recorded] = {}
    for path, entry in complaints.tables(document.get("reading", []), "$.reading"):
        complaints.keys(entry, path, ("id", "impact", "clauses", "question", "choices", "default", "reason"),
                        ("scope", "contradiction"))
        reading = _reading(entry, path, clauses, switches, complaints)
        switches[reading.id] = reading
    for path, entry in complaints.tables(document.get("recorded", []), "$.recorded"):
        complaints.keys(entry, path, ("id", "impact", "clauses", "question", "ruling", "reason"), ("contradiction",))
        name = identifier(entry, path, {*switches, *recorded}, complaints)
        recorded[name] = Recorded(
            name, complaints.one_of(entry, "impact", path, IMPACTS), complaints.text(entry, "question", path, lines=True),
            clause_ids(entry, at(path, "clauses"), clauses, complaints),
            complaints.text(entry, "ruling", path, lines=True), complaints.text(entry, "reason", path, lines=True),
            _contradiction(entry, path, complaints))
    return Readings(switches, recorded)


def _reading(entry: Mapping[str, Any], path: str, clauses: Mapping[str, Clause], taken: Mapping[str, Reading],
             complaints: Complaints) -> Reading:
    name = identifier(entry, path, taken, complaints)
    choices = _choices(entry, at(path, "choices"), complaints)
    default = complaints.text(entry, "default", path)
    if default and choices and default not in choices:
        complaints.unknown("one of the choices", default, at(path, "default"), choices, "DB214")
    return Reading(name, complaints.one_of(entry, "impact", path, IMPACTS),
                   complaints.text(entry, "question", path, lines=True),
                   clause_ids(entry, at(path, "clauses"), clauses, complaints), choices, default,
                   complaints.text(entry, "reason", path, lines=True),
                   complaints.one_of(entry, "scope", path, SCOPES) or SCOPES[0], _contradiction(entry, path, complaints))


def _contradiction(entry: Mapping[str, Any], path: str, complaints: Complaints) -> str:
    return complaints.text(entry, "contradiction", path, lines=True) if "contradiction" in entry else ""


def _choices(entry: Mapping[str, Any], path: str, complaints: Complaints) -> dict[str, str]:
    table = complaints.table(entry.get("choices", {}), path)
    if "choices" in entry and len(table) < 2:
        complaints.expected("two choices or more", table, path, code="DB206")
    for word in table:
        if not _CHOICE.fullmatch(word):
            complaints.expected("a choice in small letters, digits and dashes", word, at(path, word), code="DB211")
    return {word: complaints.text(table, word, path, lines=True) for word in table}
