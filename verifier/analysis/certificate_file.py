"""Certificates as files: what was claimed of a scenario, with every position that shows it, to be checked again without a search.

One JSON object, `schema` first:

| key | holds |
|---|---|
| `schema`, `kind`, `versions` | 1, "daybreak-certificate", who wrote it (of Daybreak and Python; nothing depends on it) |
| `game`, `rules`, `edition` | the game's name, and digests of its rules and of the numbers of the edition |
| `rulings`, `deal`, `start` | every ruling in force, the tapes as integers, the start position as integers |
| `goal` | "best" or "lose" |
| `line`, `grade`, `upper_bound`, `proof` | the claim: decisions, the grade of their end as integers, a bound, and "bound-attained" or "exhausted"; for "lose" a shortest losing line, or null: nobody loses |
| `positions` | each position as integers, as the rules write it (`verifier.certificate.Rules.key`); null if none were re-checked |
| `distances` | for "lose", of each position: no losing end is nearer than so many decisions; null: none can follow |

A file is nobody's word: whatever it says is checked by the rules of the scenario that is given with it, and what it says of rules,
edition, rulings, deal and start has to be theirs.
"""  # noqa: E501

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Any

from verifier import __version__
from verifier.analysis.choices import Goal
from verifier.certificate import Claim, LossClaim
from verifier.document.limits import read_bytes
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.instance import Instance
from verifier.lang.layout import encode
from verifier.line import EVENT_CHARACTERS_MOST, EVENTS_MOST
from verifier.run.emit import module_source
from verifier.visible import one_line, shown, visible

KIND, STRATEGY = "daybreak-certificate", "daybreak-strategy"
CALLED = {KIND: "certificate", STRATEGY: "strategy"}
SCHEMA = 1
BYTES_MOST = 2**26
INTEGER_MOST = 2**63


def write_certificate(path: Path, instance: Instance, claim: Claim | LossClaim | None, *, force: bool = False) -> bool:
    """Write what was claimed of an answer and stood up to the checker; False where nothing was re-checked."""
    if claim is None:
        return False
    write_file(path, written(instance, claim), force=force)
    return True


def written(instance: Instance, claim: Claim | LossClaim) -> str:
    """The text of a certificate; BadInput (DB523) when it would be longer than one that can be read."""
    positions = _positions(claim)
    document = {
        "schema": SCHEMA, "kind": KIND, "versions": {"daybreak": __version__, "python": platform.python_version()},
        **question_of(instance), "goal": str(Goal.LOSE if isinstance(claim, LossClaim) else Goal.BEST),
        "line": claim.line, "grade": claim.grade,
        "upper_bound": getattr(claim, "upper_bound", None), "proof": getattr(claim, "proof", None),
        "positions": None if positions is None else sorted(positions), "distances": _distances(claim, positions),
    }
    rows = [f"{json.dumps(name)}: {rows_of(value) if name == 'positions' and value else json.dumps(value)}"
            for name, value in document.items()]
    text = "{" + ",\n ".join(rows) + "}\n"
    if len(text) > BYTES_MOST:
        raise BadInput(Problem("DB523", f"the certificate would take {len(text)} bytes; at most {BYTES_MOST} can be read back",
                               "--certificate", "certify a smaller deal, or a position further on"))
    return text


def read(path: Path, instance: Instance) -> Claim | LossClaim:
    """What a certificate claims of a scenario; BadInput for a file that is none (DB521), or is of something else (DB522)."""
    return claim_of(document_of(path, instance, KIND), one_line(str(path)), instance)


def claim_of(document: Mapping[str, Any], name: str, instance: Instance) -> Claim | LossClaim:
    """What the document of a certificate claims, its shape checked and nothing else; `name` is its file's."""
    return _Reading(document, name, len(instance.reference.key(instance.start))).claim()


def question_of(instance: Instance) -> dict[str, Any]:
    """Of which rules, and of which deal of them, a certificate or a strategy is."""
    game, setting = instance.program.game, instance.setting
    return {"game": game.name, "rules": _digest(module_source(instance.program)),
            "edition": _digest(repr(encode(game.edition_type, setting.edition))),
            "rulings": dict(sorted(setting.rulings.items())),
            "deal": [list(tape) for tape in setting.tapes], "start": list(instance.reference.key(instance.start))}


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _positions(claim: Claim | LossClaim) -> Iterable[tuple[int, ...]] | None:
    return claim.distances if isinstance(claim, LossClaim) else claim.closed_set


def _distances(claim: Claim | LossClaim, positions: Iterable[tuple[int, ...]] | None) -> list[float | None] | None:
    if not isinstance(claim, LossClaim) or claim.distances is None or positions is None:
        return None
    return [None if claim.distances[key] == inf else claim.distances[key] for key in sorted(positions)]


def rows_of(positions: Iterable[tuple[int, ...]]) -> str:
    """Positions as JSON, each on a row of its own."""
    return "[\n  " + ",\n  ".join(json.dumps(key, separators=(",", ":")) for key in positions) + "]"


# -- a file that anybody may have written --------------------------------------------------------------------------------------


def document_of(path: Path, instance: Instance, *kinds: str) -> dict[str, Any]:
    """What a file holds that is of one of these kinds and of this scenario; BadInput (DB104, DB521, DB522) where it is not."""
    name = one_line(str(path))
    data = read_bytes(path, BYTES_MOST)
    if len(data) > BYTES_MOST:
        raise BadInput(Problem("DB104", f"the file is larger than {BYTES_MOST} bytes", name))
    document = _document(data, name, kinds)
    called = CALLED[document["kind"]]
    if document.get("schema") != SCHEMA:
        raise BadInput(Problem("DB521", f"expected a {called} of schema {SCHEMA}, got {shown(document.get('schema'))}", name))
    for key, value in question_of(instance).items():
        if document.get(key) != value:
            raise BadInput(Problem("DB522", f"the {called} is not of this scenario: its {key} differs", name,
                                   "give the scenario that was solved, under the same rulings and the same version of the rules"))
    return document


def _document(data: bytes, name: str, kinds: tuple[str, ...]) -> dict[str, Any]:
    def refused(constant: str) -> None:
        raise ValueError(f"{constant} is no integer")

    called = " or ".join(CALLED[kind] for kind in kinds)
    try:
        document = json.loads(data.decode("utf-8"), parse_constant=refused, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else visible(str(error))
        raise BadInput(Problem("DB521", f"expected a {called} as JSON: {why}", name)) from error
    if not isinstance(document, dict) or document.get("kind") not in kinds:
        asked = "" if KIND in kinds else "--for SEATS --against rest "
        raise BadInput(Problem("DB521", f"this is no {called}", name,
                               f"write one: daybreak solve SCENARIO {asked}--certificate FILE"))
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


class _Reading:
    """The claim of a document; every part of it may be anything."""

    def __init__(self, document: Mapping[str, Any], name: str, width: int) -> None:
        self._document, self._name, self._width = document, name, width

    def claim(self) -> Claim | LossClaim:
        """The claim, its shape checked and nothing else."""
        line, grade, positions = self._line(), self._integers("grade"), self._positions()
        goal, proof = self._document.get("goal"), self._document.get("proof")
        if goal == Goal.LOSE:
            return LossClaim(line, grade, None if positions is None else self._distances(positions))
        if goal != Goal.BEST or line is None or grade is None or not (proof is None or isinstance(proof, str)):
            raise self._refused("goal", "best with a line, a grade and a proof, or lose", goal)
        return Claim(line, grade, self._integers("upper_bound"), proof, positions)

    def _line(self) -> tuple[str, ...] | None:
        line = self._document.get("line")
        if line is None:
            return None
        if not isinstance(line, list) or len(line) > EVENTS_MOST:
            raise self._refused("line", f"null, or a list of at most {EVENTS_MOST} decisions", line)
        for event in line:
            if not isinstance(event, str) or len(event) > EVENT_CHARACTERS_MOST:
                raise self._refused("line", f"decisions of at most {EVENT_CHARACTERS_MOST} characters", event)
        return tuple(line)

    def _integers(self, key: str) -> tuple[int, ...] | None:
        value = self._document.get(key)
        if value is not None and not are_integers(value):
            raise self._refused(key, "null, or a list of integers", value)
        return None if value is None else tuple(value)

    def _positions(self) -> list[tuple[int, ...]] | None:
        value = self._document.get("positions")
        if value is None:
            return None
        if not isinstance(value, list):
            raise self._refused("positions", "null, or a list of positions", value)
        for each in value:
            if not are_integers(each) or len(each) != self._width:
                raise self._refused("positions", f"a list of {self._width} integers for each position", each)
        found = [tuple(each) for each in value]
        if len(set(found)) != len(found):
            raise self._refused("positions", "each position once", value)
        return found

    def _distances(self, positions: list[tuple[int, ...]]) -> dict[tuple[int, ...], float]:
        value = self._document.get("distances")
        if not isinstance(value, list) or len(value) != len(positions) or not are_integers([each or 0 for each in value]):
            raise self._refused("distances", "an integer or null for each position", value)
        return {key: inf if each is None else each for key, each in zip(positions, value, strict=True)}

    def _refused(self, key: str, expected: str, value: Any) -> BadInput:
        return BadInput(Problem("DB521", f"expected {expected}, got {shown(value)}", f"{self._name}, $.{key}"))


def are_integers(value: Any) -> bool:
    """Whether something is a list of integers of no more than 63 bits."""
    return isinstance(value, list) and all(type(each) is int and abs(each) < INTEGER_MOST for each in value)
