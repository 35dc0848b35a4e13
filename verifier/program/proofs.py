"""The proofs that a game's package keeps (`proofs.toml`), each found again by a digest of all that it depends on.

What is proved is that the bound holds (`verifier.lang.bounds`), or that what the game declares is never worse
(`verifier.lang.dominance`): from every state that satisfies the invariants, whatever the deal, under every reading or under some
rulings, with every edition or with one.  The digest is of the rules, invariants, grade and bound as they are written, of what is
declared, of the types of state and edition, of the readings' choices, and of the rulings and the edition's record as far as the
proof is about them.  Whoever relies on a proof sees to it that the invariants hold where play starts.

A package is trusted like the rules in it: nothing here keeps its author from writing down a proof that nobody made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.dominance import NEVER_WORSE, NEVER_WORSE_IF_WON
from verifier.lang.game import Kind
from verifier.lang.layout import encode
from verifier.ledger.entries import read_ledger
from verifier.program.digest import rules_digest
from verifier.program.program import Program

PROOFS = "proofs.toml"
OWN_PROOFS = "proofs"  # the folder of the cache that holds the proofs of this user's own
# What is proved, by its name; counted up when it comes to mean something else.
OBLIGATIONS = {BOUND_HOLDS: "bound-holds 1", NEVER_WORSE: "never-worse 1", NEVER_WORSE_IF_WON: "never-worse-if-won 1"}
RESTS_ON: tuple[Kind, ...] = ("invariant", "grade", "bound")
EVERY = "every"


@frozen
class Proof:
    """That a property holds, and for what, in words ("every" edition or reading, or which); the digest says it exactly."""

    digest: str
    editions: str
    readings: str
    lemmas: tuple[str, ...] = ()
    property: str = BOUND_HOLDS


def digest_of(program: Program, edition: Any, rulings: Mapping[str, str] | None, property_name: str = BOUND_HOLDS) -> str:
    """The digest of a proof for an edition's record (None: every edition) under some rulings (None: every reading)."""
    record = None if edition is None else encode(program.game.edition_type, edition)
    declared = [] if property_name == BOUND_HOLDS else [program.better.more, program.better.fewer]
    parts = [OBLIGATIONS[property_name], rules_digest(program, RESTS_ON), record,
             None if rulings is None else sorted(rulings.items()), *declared]
    return blake2b(repr(parts).encode(), digest_size=32).hexdigest()


def digests_of(program: Program, edition: Any, rulings: Mapping[str, str], property_name: str = BOUND_HOLDS) -> list[str]:
    """The digests of the proofs that are good for a setting, the strongest first."""
    records: tuple[tuple[Any, Mapping[str, str] | None], ...] = (
        (None, None), (edition, None), (None, rulings), (edition, rulings))
    return [digest_of(program, record, chosen, property_name) for record, chosen in records]


def load_proofs(folder: Path) -> tuple[Proof, ...]:
    """The proofs that a game's package keeps; none if it has no such file."""
    path = folder / PROOFS
    return read_ledger(path, _proofs) if path.exists() else ()


def text_of(game: str, proofs: Iterable[Proof]) -> str:
    """The file that keeps proofs."""
    head = ["# Written by `daybreak check ... --with z3 --property ... --record`, which proves it.",
            "# A rule that is changed makes it void: prove it again.", "schema = 1", f'game = "{game}"']
    return "\n".join([*head, *(_entry(proof) for proof in proofs)]) + "\n"


def _entry(proof: Proof) -> str:
    lemmas = ", ".join(f'"{name}"' for name in proof.lemmas)
    return (f'\n[[proof]]\nproperty = "{proof.property}"\neditions = "{proof.editions}"\nreadings = "{proof.readings}"\n'
            f'lemmas = [{lemmas}]\ndigest = "{proof.digest}"')


def _proofs(document: dict[str, Any], complaints: Complaints) -> tuple[Proof, ...]:
    complaints.keys(document, "$", ("schema", "game", "proof"))
    complaints.schema(document)
    found = []
    for path, entry in complaints.tables(document.get("proof", []), "$.proof"):
        complaints.keys(entry, path, ("property", "editions", "readings", "digest"), ("lemmas",))
        complaints.one_of(entry, "property", path, tuple(OBLIGATIONS))
        lemmas = entry.get("lemmas", [])
        texts = {key: complaints.text(entry, key, path) for key in ("property", "digest", "editions", "readings")}
        found.append(Proof(lemmas=tuple(str(each) for each in lemmas) if isinstance(lemmas, list) else (), **texts))
    return tuple(found)
