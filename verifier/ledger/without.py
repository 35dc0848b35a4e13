"""The rules of a game without what a clause says (`without.toml`), as the game's authors write it down: data, nothing compiled.

An entry names a clause of kind `rule` and the changes of rule functions that take away what it says; all of them are made
together.  `guards = true` takes away every `require` that names the clause.  `verifier.program.without` compiles an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, at
from verifier.ledger.clauses import Clause, load_clauses
from verifier.ledger.entries import identifier, read_ledger

FILE = "without.toml"


@frozen
class Change:
    """In the source of a rule function `new` stands in the place of `old`; `path` is its place in the file, for messages."""

    rule: str
    old: str
    new: str
    path: str = ""


@frozen
class Without:
    """What takes away what a clause says: changes of rules, and whether its guards go; `path` as for a change."""

    id: str
    changes: tuple[Change, ...]
    guards: bool = False
    path: str = ""

    @property
    def identity(self) -> tuple[object, ...]:
        """What it says, without where it stands: for digests."""
        return (self.id, self.guards, tuple((each.rule, each.old, each.new) for each in self.changes))


def load_without(folder: Path) -> dict[str, Without]:
    """The entries of a game's `without.toml` by clause, in their order; none without the file.  BadInput has all its problems."""
    path = folder / FILE
    if not path.exists():
        return {}
    load_clauses(folder)  # first, so that a rulebook ledger that is itself wrong is reported as such
    return read_ledger(path, _Builder(folder))


@frozen
class _Builder:
    """What `read_ledger` keeps the entries by: the folder whose clauses they name."""

    folder: Path

    def __call__(self, document: dict[str, Any], complaints: Complaints) -> dict[str, Without]:
        return _entries(document, load_clauses(self.folder), complaints)


def _entries(document: dict[str, Any], clauses: Mapping[str, Clause], complaints: Complaints) -> dict[str, Without]:
    complaints.keys(document, "$", ("schema", "game"), ("clause",))
    complaints.schema(document)
    complaints.text(document, "game", "$")
    found: dict[str, Without] = {}
    for path, entry in complaints.tables(document.get("clause", []), "$.clause"):
        complaints.keys(entry, path, ("id",), ("change", "guards"))
        name = identifier(entry, path, found, complaints)
        _check_clause(name, path, clauses, complaints)
        guards = _guards(entry, path, complaints)
        changes = tuple(_change(each, place, complaints)
                        for place, each in complaints.tables(entry.get("change", []), at(path, "change")))
        if not changes and not guards:
            complaints.add("DB206", f"the entry for {name or 'a clause'} changes nothing", path,
                           "add a [[clause.change]], or guards = true")
        found[name] = Without(name, changes, guards, f"{complaints.prefix}{path}")
    return found


def _check_clause(name: str, path: str, clauses: Mapping[str, Clause], complaints: Complaints) -> None:
    clause = clauses.get(name)
    if clause is None:
        if name:
            complaints.unknown("a clause of the rulebook ledger", name, at(path, "id"), clauses, "DB213")
    elif clause.kind != "rule":
        complaints.add("DB225", f"{name} is no rule (its kind is {clause.kind}), so there are no rules without it",
                       at(path, "id"), "delete the entry")
    elif clause.not_modelled:
        complaints.add("DB225", f"{name} is not modelled, says the rulebook ledger, so no rule can do without it", at(path, "id"),
                       "delete the entry, or not_modelled of the clause")


def _guards(entry: Mapping[str, Any], path: str, complaints: Complaints) -> bool:
    value = entry.get("guards", False)
    if not isinstance(value, bool):
        complaints.expected("true or false", value, at(path, "guards"))
        return False
    return value


def _change(entry: Mapping[str, Any], path: str, complaints: Complaints) -> Change:
    complaints.keys(entry, path, ("rule", "old", "new"))
    new = entry.get("new", "")
    if not isinstance(new, str):
        complaints.expected("a text", new, at(path, "new"))
        new = ""
    return Change(complaints.text(entry, "rule", path), complaints.text(entry, "old", path, lines=True).strip("\n"),
                  new.strip("\n"), f"{complaints.prefix}{path}")
