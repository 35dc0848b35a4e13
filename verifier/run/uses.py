"""Which clauses this process's own reference runs use: for `coverage --counts`, when the tests of a game run.

Off unless the environment names a folder (`DAYBREAK_COUNTS`).  Then each process writes what it counted when it ends, a file
for each game; several processes write beside one another, and only the sums of the files mean something.  A file holds a run
for each set of rulings other than the defaults: transitions, and how often each clause was exercised by one of them, or forbade
a move that was tried.  `verifier.ledger.counts` reads them.

Only the reference run is counted, set-ups too, and what several tests of a process share (a set-up that is kept) once: the
same tests give the same counts when they run in the same order in one process.
"""

from __future__ import annotations

import atexit
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import Factory, define, field

from verifier.lang.types import INT_MAX

VARIABLE = "DAYBREAK_COUNTS"
Rulings = tuple[tuple[str, str], ...]


@define(eq=False)
class Used:
    """What was counted under one set of rulings."""

    transitions: int = 0
    exercised: Counter[str] = Factory(Counter)
    refused: Counter[str] = Factory(Counter)


@define(eq=False)
class Uses:
    """What a process counts, by game and by the rulings other than the defaults; `write` puts it into the folder."""

    folder: Path
    runs: dict[tuple[str, Rulings], Used] = field(factory=dict)

    def of(self, game: str, rulings: Mapping[str, str], defaults: Mapping[str, str]) -> Used:
        """Where the uses of a game are counted under some rulings."""
        other = tuple(sorted((id_, choice) for id_, choice in rulings.items() if defaults.get(id_) != choice))
        return self.runs.setdefault((game, other), Used())

    def write(self) -> None:
        """A file for each game, under a name that no other process has taken."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for game in sorted({game for game, _ in self.runs}):
            runs = sorted(((rulings, used) for (name, rulings), used in self.runs.items() if name == game),
                          key=lambda each: each[0])
            with _new(self.folder, game).open("w", encoding="utf-8") as file:
                file.write(_text(game, runs))


def _new(folder: Path, game: str) -> Path:
    """A file of our own: another process may have written here."""
    number = 0
    while True:
        path = folder / f"{game}-{number}.toml"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def _text(game: str, runs: Iterable[tuple[Rulings, Used]]) -> str:
    lines = ["schema = 1", f'game = "{game}"']
    for rulings, used in runs:
        lines += ["", "[[run]]", f"transitions = {min(used.transitions, INT_MAX)}", "[run.rulings]"]
        lines += [f'"{id_}" = "{choice}"' for id_, choice in rulings]
        for name, counts in (("exercised", used.exercised), ("refused", used.refused)):
            lines += [f"[run.{name}]", *(f'"{id_}" = {min(counts[id_], INT_MAX)}' for id_ in sorted(counts))]
    return "\n".join(lines) + "\n"


def _begun() -> Uses | None:
    """What this process counts, if the environment asks for it."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    uses = Uses(Path(folder))
    atexit.register(uses.write)
    return uses


USES = _begun()
