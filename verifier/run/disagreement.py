"""Where two executions differ: what a person needs to see, and a file that brings the difference back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import field, frozen

from verifier.errors import BadInput, Problem
from verifier.lang.layout import decode, encode
from verifier.program.program import Program
from verifier.run.reference import Position
from verifier.run.setting import Setting

SCHEMA = 1


@frozen(eq=False)
class Disagreement:
    """One thing that an execution says otherwise than the reference, with everything that is needed to see it again."""

    game: str
    engine: str
    what: str
    event: str | None
    expected: str
    got: str
    setting: Setting = field(repr=False)
    position: Position = field(repr=False)
    program: Program = field(repr=False)

    def __str__(self) -> str:
        of = f" of {self.event}" if self.event else ""
        changed = {id_: choice for id_, choice in self.setting.rulings.items()
                   if choice != self.program.default_rulings.get(id_)}
        return "\n".join([
            f"{self.game}: {self.what}{of}", f"  reference: {self.expected}", f"  {self.engine}: {self.got}",
            f"  rulings that are not the default: {changed or 'none'}", f"  position: {self.position.state!r}",
            f"  tapes used: {list(self.position.used)}",
        ])

    @property
    def document(self) -> dict[str, Any]:
        """Everything that is needed to see it again."""
        return {
            "schema": SCHEMA, "game": self.game, "engine": self.engine, "what": self.what, "event": self.event,
            "reference": self.expected, "got": self.got, "rulings": dict(self.setting.rulings),
            "edition": encode(self.program.game.edition_type, self.setting.edition),
            "tapes": [list(tape) for tape in self.setting.tapes], "state": self.program.encode(self.position.state),
            "used": list(self.position.used),
        }

    def save(self, path: Path) -> None:
        """Write a file that `reproduced` takes."""
        path.write_text(json.dumps(self.document, indent=1) + "\n", encoding="utf-8")


def load_disagreement(program: Program, path: Path) -> tuple[Setting, Position]:
    """The setting and the position of a saved disagreement."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA or document.get("game") != program.game.name:
        raise BadInput(Problem("DB215", f"expected a disagreement of {program.game.name}, schema {SCHEMA}", str(path)))
    setting = Setting(document["rulings"], decode(program.game.edition_type, document["edition"]),
                      tuple(tuple(tape) for tape in document["tapes"]))
    return setting, Position(program.decode(document["state"]), tuple(document["used"]))
