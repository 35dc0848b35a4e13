"""The clauses of a rulebook: every rule statement with an id, its place, its lines and our paraphrase (`rulebook.toml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.ledger.entries import identifier, lines_of, read_ledger
from verifier.scenario.complaints import Complaints, at

FILE = "rulebook.toml"
KINDS = ("rule", "definition", "component", "advice")


@frozen
class Clause:
    """One statement of a rulebook: `place` is its section, `lines` where it stands in the text, `text` our paraphrase.

    `kind` is `rule` (something that play can exercise), `definition`, `component` or `advice`.
    """

    id: str
    place: str
    lines: tuple[int, ...]
    kind: str
    text: str


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
        complaints.keys(entry, path, ("id", "place", "lines", "kind", "text"))
        name = identifier(entry, path, found, complaints)
        found[name] = Clause(name, complaints.text(entry, "place", path), lines_of(entry, at(path, "lines"), complaints),
                             complaints.one_of(entry, "kind", path, KINDS), complaints.text(entry, "text", path, lines=True))
    return found
