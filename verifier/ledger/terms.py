"""The terms of a rulebook (`terms.toml`, which a game may leave out): what defines each one, what uses it, and in which senses.

    [[term]]
    name = "in play"
    used = ["UD-A02", "UD-B24"]         # the clauses whose sentences use the word
    defined = ["UD-A03"]                # those that say what it means; without the key, none does
    [[term.sense]]                      # only where it is used in two senses or more, each with the clauses that do
    meaning = "Zombie cards at the entrances."
    clauses = ["UD-A02"]

A term that is used and never defined is a finding, and so is one of two senses; what both do to play is for readings to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, at
from verifier.ledger.clauses import Clause, load_clauses
from verifier.ledger.entries import clause_ids, read_ledger

FILE = "terms.toml"


@frozen
class Sense:
    """One sense of a term, and the clauses that use it so."""

    meaning: str
    clauses: tuple[str, ...]


@frozen
class Term:
    """A word of the rulebook: `defined` are the clauses that say what it means (none: nowhere), `used` those that use it."""

    name: str
    defined: tuple[str, ...]
    used: tuple[str, ...]
    senses: tuple[Sense, ...]


def load_terms(folder: Path) -> tuple[Term, ...]:
    """The terms of a game in the order of its `terms.toml`, none if it has no such file; BadInput with all its problems."""
    if not (folder / FILE).exists():
        return ()
    load_clauses(folder)  # first, so that a rulebook ledger that is itself wrong is reported as such
    return read_ledger(folder / FILE, _Builder(folder))


@frozen
class _Builder:
    """What `read_ledger` keeps the terms by: the folder whose clauses they name."""

    folder: Path

    def __call__(self, document: dict[str, Any], complaints: Complaints) -> tuple[Term, ...]:
        clauses = load_clauses(self.folder)
        complaints.keys(document, "$", ("schema", "game", "term"))
        complaints.schema(document)
        complaints.text(document, "game", "$")
        found: dict[str, Term] = {}
        for path, entry in complaints.tables(document.get("term", []), "$.term"):
            complaints.keys(entry, path, ("name", "used"), ("defined", "sense"))
            name = complaints.text(entry, "name", path)
            if name and name in found:
                complaints.add("DB212", f"the term {name} is there twice", at(path, "name"), "put its clauses together")
            used = _ids(entry, "used", path, clauses, complaints)
            found[name] = Term(name, _ids(entry, "defined", path, clauses, complaints), used,
                               _senses(entry, at(path, "sense"), used, clauses, complaints))
        return tuple(found.values())


def _ids(entry: Mapping[str, Any], key: str, path: str, clauses: Mapping[str, Clause], complaints: Complaints) -> tuple[str, ...]:
    return clause_ids({"clauses": entry[key]} if key in entry else {}, at(path, key), clauses, complaints)


def _senses(entry: Mapping[str, Any], path: str, used: tuple[str, ...], clauses: Mapping[str, Clause],
            complaints: Complaints) -> tuple[Sense, ...]:
    """The senses of a term: two or more, or the key is left out; of clauses that use it."""
    found = []
    for here, sense in complaints.tables(entry.get("sense", []), path):
        complaints.keys(sense, here, ("meaning", "clauses"))
        named = _ids(sense, "clauses", here, clauses, complaints)
        for index, each in enumerate(named):
            if each in clauses and each not in used:
                complaints.add("DB218", f"the clause {each} does not use the term", at(at(here, "clauses"), index),
                               "add it to `used`")
        found.append(Sense(complaints.text(sense, "meaning", here, lines=True), named))
    if "sense" in entry and len(found) < 2:
        complaints.expected("two senses or more", entry["sense"], path, "leave the key out for a term of one sense", "DB206")
    return tuple(found)
