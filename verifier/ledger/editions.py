"""Editions: a game's component data (`edition-NAME.toml`, or a user's own file), each value marked stated or assumed.

What the values may be is what the game's edition record declares, and what its own checks (`@game.edition_check`) let pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.errors import BadInput, Problem, RuleFailed, did_you_mean
from verifier.lang.authored import authored
from verifier.lang.flaw import Flaw
from verifier.lang.game import Game
from verifier.lang.types import words_of
from verifier.lang.values import blank, copied
from verifier.lang.words import Run, running
from verifier.ledger.entries import read_ledger
from verifier.scenario.complaints import Complaints, at
from verifier.scenario.limits import read_document
from verifier.scenario.typed import put_field, read_value
from verifier.scenario.visible import one_line, shown, visible

STATUSES = ("stated", "assumed")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


@frozen
class Value:
    """One value of an edition as its file gives it: `stated` (`why` is the place) or `assumed` (`why` is the reason)."""

    value: Any
    status: str
    why: str


@frozen(eq=False)
class Edition:
    """The component data of a game: `values` for people to read, `record` (the game's edition record) for rules."""

    name: str
    title: str
    values: dict[str, Value]
    record: Any


def editions_of(game: Game[Any, Any]) -> list[str]:
    """The names of the editions that come with a game, sorted."""
    return sorted(path.stem.removeprefix("edition-") for path in game.folder.glob("edition-*.toml"))


def default_edition(game: Game[Any, Any]) -> str:
    """The edition used when none is named: the only one, or the first in the order of names."""
    names = editions_of(game)
    if not names:
        raise BadInput(Problem("DB208", f"{game.name} has no edition", str(game.folder), "add edition-NAME.toml"))
    return names[0]


def load_edition(game: Game[Any, Any], name_or_path: str, base: Path) -> Edition:
    """An edition of the game by name, or, when it ends in `.toml`, a file of the user's relative to the folder `base`.

    Raises BadInput with every problem of the file.  A user's file is untrusted and read within the limits of scenarios.
    """
    if name_or_path.endswith(".toml"):
        prefix = one_line(Path(name_or_path).name) + ":"
        document = read_document(base / name_or_path, prefix=prefix)
        complaints = Complaints(prefix)
        edition = _edition(game, document, complaints)
        complaints.refuse_if_any()
        return edition
    if name_or_path not in editions_of(game):
        raise BadInput(Problem("DB208", f"expected an edition of {game.name}, got {shown(name_or_path)}", "$.edition",
                               did_you_mean(name_or_path, editions_of(game)) + " (a file of your own ends in .toml)"))
    return read_ledger(game.folder / f"edition-{name_or_path}.toml", _Builder(game, name_or_path))


@frozen
class _Builder:
    """What `read_ledger` keeps an edition by: the game and the name that the file must bear."""

    game: Game[Any, Any]
    name: str

    def __call__(self, document: dict[str, Any], complaints: Complaints) -> Edition:
        edition = _edition(self.game, document, complaints)
        if edition.name and edition.name != self.name:
            complaints.expected(f'the name of the file, "{self.name}"', edition.name, "$.name", code="DB211")
        return edition


def _edition(game: Game[Any, Any], document: dict[str, Any], complaints: Complaints) -> Edition:
    complaints.keys(document, "$", ("schema", "game", "name", "title", "values"))
    complaints.schema(document)
    of = complaints.text(document, "game", "$")
    if of and of != game.name:
        complaints.expected(f'an edition of "{game.name}"', of, "$.game", code="DB215")
    name = complaints.text(document, "name", "$")
    if name and not NAME.fullmatch(name):
        complaints.expected("a name in small letters, digits and dashes", name, "$.name", code="DB211")
    title = complaints.text(document, "title", "$")
    fields = dict(game.edition_type.fields)
    table = complaints.table(document.get("values", {}), "$.values")
    if isinstance(document.get("values"), dict):
        complaints.keys(table, "$.values", fields)
    record = blank(game.edition_type)
    values: dict[str, Value] = {}
    for key in (key for key in table if key in fields):
        path = at("$.values", key)
        entry = complaints.table(table[key], path, "{ value = ..., status = ..., why = ... }")
        if isinstance(table[key], dict):
            complaints.keys(entry, path, ("value", "status", "why"))
        if "value" in entry:
            value = read_value(fields[key], entry["value"], at(path, "value"), complaints, key, whole=True)
            put_field(fields[key], record, key, value)
        values[key] = Value(entry.get("value"), complaints.one_of(entry, "status", path, STATUSES),
                            complaints.text(entry, "why", path, lines=True))
    if not complaints.problems:  # what could not be read is blank in the record, and would be found wrong once more
        for problem in flaws(game, record):
            complaints.add(problem.code, problem.message, problem.path, problem.hint)
    return Edition(name, title, values, record)


def flaws(game: Game[Any, Any], record: Any) -> Iterator[Problem]:
    """What the game's own checks find wrong in component data (DB216), or why a check cannot tell (DB217)."""
    for check in game.edition_checks:
        try:
            with running(Run({}, record)), authored(f"the check {check.__name__}", check):
                found = [_problem(game, flaw) for flaw in check(copied(record))]
        except RuleFailed as error:
            failed = error.problems[0]
            yield Problem("DB217", one_line(f"{failed.message} ({failed.path})"), "$.values",
                          "mend the function under @game.edition_check")
        else:
            yield from found


def _problem(game: Game[Any, Any], flaw: Flaw) -> Problem:
    if not isinstance(flaw, Flaw):
        raise TypeError(f"expected a Flaw, got {type(flaw).__name__}")
    field, *below = flaw.path
    if field not in dict(game.edition_type.fields):
        raise ValueError(f"the component data has no {field!r}")
    path = at(at("$.values", field), "value")
    for key in below:
        path = at(path, words_of(type(key))[key] if isinstance(key, IntEnum) else key)
    return Problem("DB216", visible(flaw.text), path, visible(flaw.instead))
