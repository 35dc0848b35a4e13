"""The statuses of clauses that a game's package keeps (`tested.toml`), each with a digest of all that it depends on.

The digest is of every rule and property as written (but for lemmas and what hides), the clauses that they name, the readings
with their defaults, the component data of the package's editions, what `without.toml` says of the clause, and the scenario's
file (with the edition it names, if that is a file).  Where it does not fit, or the scenario is not where it was, the status of
the clause is not known: what was true of other rules is not reported.  Scenarios are named by their path from the game's folder.

A package is trusted like the rules in it: nothing here keeps its author from writing down a status that nobody found.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, key_text
from verifier.lang.game import Kind
from verifier.lang.layout import encode
from verifier.ledger.editions import editions_of, load_edition
from verifier.ledger.entries import identifier, read_ledger
from verifier.ledger.without import load_without
from verifier.program.digest import rules_digest
from verifier.program.program import Program

FILE = "tested.toml"
MEANING = "tested 1"  # what a status means; counted up when it comes to mean something else
_RESTS_ON: tuple[Kind, ...] = ("invariant", "step_property", "goal", "grade", "bound", "estimate", "progress")


@frozen
class Kept:
    """The status of a clause, what shows it (`by`), the scenario's file from the game's folder on, and the digest."""

    id: str
    status: str
    by: str
    scenario: str
    digest: str


def way_to(program: Program, file: str) -> str:
    """How the record names the file of a scenario."""
    return Path(os.path.relpath(file, program.game.folder)).as_posix() if file else ""


def fitting(program: Program) -> dict[str, Kept]:
    """What is kept of clauses of kind `rule` and fits the rules, the scenarios and the data as they are."""
    digests = Digests(program)
    return {id_: each for id_, each in load_tested(program.game.folder).items()
            if id_ in program.rulebook and each == digests.kept(id_, each.status, each.by, each.scenario)}


def load_tested(folder: Path) -> dict[str, Kept]:
    """The statuses that a game's package keeps, whether they fit or not; none without the file."""
    path = folder / FILE
    return read_ledger(path, _kept) if path.exists() else {}


def text_of(game: str, found: Iterable[Kept]) -> str:
    """The file that keeps statuses."""
    head = ["# Written by `daybreak coverage ... --tested --record`, which finds them.",
            "# A change of a rule, of a scenario or of without.toml makes them void: record them again.",
            "schema = 1", f'game = "{game}"']
    return "\n".join([*head, *(_entry(each) for each in found)]) + "\n"


def _entry(kept: Kept) -> str:
    lines = [f'\n[[clause]]\nid = "{kept.id}"\nstatus = "{kept.status}"']
    if kept.by:
        lines.append(f'by = "{kept.by}"')
    if kept.scenario:
        lines.append(f"scenario = {_quoted(kept.scenario)}")
    return "\n".join([*lines, f'digest = "{kept.digest}"'])


def _quoted(text: str) -> str:
    quoted = key_text(text)
    return quoted if quoted.startswith('"') else f'"{quoted}"'


# -- digests ------------------------------------------------------------------------------------------------------------------


class Digests:
    """What statuses of the clauses of one program depend on, read once."""

    def __init__(self, program: Program) -> None:
        self.program, game = program, program.game
        beside_play = program.beside_play
        editions = [(name, encode(game.edition_type, load_edition(game, name, game.folder).record)) for name in editions_of(game)]
        rules = [MEANING, rules_digest(program, _RESTS_ON), editions, sorted(program.default_rulings.items()),
                 sorted((name, body.rule.clauses) for name, body in program.bodies.items() if name not in beside_play)]
        self._rules = blake2b(repr(rules).removesuffix("]").encode(), digest_size=32)  # long, and each clause's digest begins so
        self._without = load_without(game.folder)
        self._files: dict[str, list[str] | None] = {}  # of scenarios, by their names

    def kept(self, id_: str, status: str, by: str, scenario: str) -> Kept | None:
        """A status with its digest; None when the scenario, named from the game's folder on (or empty), is not there."""
        clause, entry = self.program.rulebook[id_], self._without.get(id_)
        if scenario and scenario not in self._files:
            self._files[scenario] = _scenario_files(self.program.game.folder / scenario)
        files = self._files[scenario] if scenario else []
        if files is None:
            return None
        parts = [id_, clause.kind, bool(clause.not_modelled), None if entry is None else entry.identity, status, by, scenario,
                 files]
        digest = self._rules.copy()
        digest.update(f", {repr(parts).removeprefix('[')}".encode())
        return Kept(id_, status, by, scenario, digest.hexdigest())


def _scenario_files(path: Path) -> list[str] | None:
    """The digests of a scenario's file and of the edition's that it names by file; None when one cannot be read."""
    try:
        whole = path.read_bytes()
        edition = tomllib.loads(whole.decode()).get("edition")
        others = [(path.parent / edition).read_bytes()] if isinstance(edition, str) and edition.endswith(".toml") else []
    except (OSError, ValueError):
        return None
    return [blake2b(each, digest_size=32).hexdigest() for each in (whole, *others)]


def _kept(document: dict[str, Any], complaints: Complaints) -> dict[str, Kept]:
    complaints.keys(document, "$", ("schema", "game"), ("clause",))
    complaints.schema(document)
    found: dict[str, Kept] = {}
    for path, entry in complaints.tables(document.get("clause", []), "$.clause"):
        complaints.keys(entry, path, ("id", "status", "digest"), ("by", "scenario"))
        name = identifier(entry, path, found, complaints)
        texts = {key: complaints.text(entry, key, path) for key in ("status", "by", "scenario", "digest")}
        found[name] = Kept(name, **texts)
    return found
