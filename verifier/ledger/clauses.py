"""The clauses of a rulebook: every rule statement with an id, its place, its lines and our paraphrase (`rulebook.toml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, at
from verifier.ledger.entries import identifier, lines_of, read_ledger

FILE = "rulebook.toml"
KINDS = ("rule", "definition", "component", "advice")


@frozen
class Clause:
    """One statement of a rulebook: `place` is its section, `lines` where it stands in the text, `text` our paraphrase.

    What stands on a component, such as a card, has no lines; `place` names the component.

    `kind` is `rule` (something that play can exercise), `definition`, `component` or `advice`.  `not_modelled` says why no rule
    of the game models a clause of kind `rule`; it is empty where the game is to model it.
    """

    id: str
    place: str
    lines: tuple[int, ...]
    kind: str
    text: str
    not_modelled: str = ""


def load_clauses(folder: Path) -> dict[str, Clause]:
    """The clauses of a game's `rulebook.toml` by id, in the order of the file; raises BadInput with all its problems."""
    return read_ledger(folder / FILE, _clauses)


def _clauses(document: dict[str, Any], complaints: Complaints) -> dict[str, Clause]:
    complaints.keys(document, "$", ("schema", "game", "title", "source", "clause"))
    complaints.schema(document)
    for key in ("game", "title", "source"):
        complaints.text(document, key, "$")
    found: dict[str, Clause] = {}
    for path, entry in complaints.tables(document.get("clause", []), "$.clause"):
        complaints.keys(entry, path, ("id", "place", "kind", "text"), ("lines", "not_modelled"))
        name = identifier(entry, path, found, complaints)
        found[name] = Clause(name, complaints.text(entry, "place", path), lines_of(entry, at(path, "lines"), complaints),
                             complaints.one_of(entry, "kind", path, KINDS), complaints.text(entry, "text", path, lines=True),
                             _not_modelled(entry, path, complaints))
    return found


def _not_modelled(entry: dict[str, Any], path: str, complaints: Complaints) -> str:
    """Why no rule models the clause; only a rule of the rulebook can be left out like this."""
    if "not_modelled" in entry and entry.get("kind") in KINDS and entry["kind"] != "rule":
        complaints.add("DB219", f"a clause of kind {entry['kind']} needs no reason for not being modelled",
                       at(path, "not_modelled"), "delete the key, or say that it is a rule")
    return complaints.text(entry, "not_modelled", path, lines=True)
