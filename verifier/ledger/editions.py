"""Editions: a game's component data (`edition-NAME.toml`, or a user's own file), each value marked stated or assumed.

An edition may inherit from another one and give only what differs (`verifier.ledger.inheritance`).

What the values may be is what the game's edition record declares, and what its own checks (`@game.edition_check`) let pass.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from verifier.document.complaints import Complaints, at
from verifier.document.limits import read_document
from verifier.document.typed import put_field, read_value
from verifier.errors import BadInput, Problem, RuleFailed, did_you_mean
from verifier.lang.authored import authored
from verifier.lang.flaw import Flaw
from verifier.lang.game import Game
from verifier.lang.types import word_of
from verifier.lang.values import blank, copied
from verifier.lang.words import Run, running
from verifier.ledger.component_data import ASSUMED, STATUSES, Edition, Value
from verifier.ledger.entries import read_ledger, stamp
from verifier.ledger.inheritance import changed, is_in_part, joined, prefix_of, refuse_deep, refuse_endless
from verifier.visible import one_line, shown, visible

__all__ = ["Edition", "Value", "default_edition", "document_of", "edition_of", "editions_of", "flaws", "load_edition",
           "with_value"]

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


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

    Raises BadInput with every problem of the file, or of those that it inherits from.  A user's file is untrusted and read
    within the limits of scenarios, and so is every file that is inherited from.
    """
    return _load(game, name_or_path, base, (), "$.edition")


def document_of(game: Game[Any, Any], edition: Edition) -> dict[str, Any]:
    """An edition as the document of a file that gives every value itself."""
    values = {name: {"value": each.value, "status": each.status, "why": each.why} for name, each in edition.values.items()}
    return {"schema": 1, "game": game.name, "name": edition.name, "title": edition.title, "values": values}


def edition_of(game: Game[Any, Any], document: dict[str, Any], path: Path) -> Edition:
    """The edition of a document that was read from `path`; BadInput with everything that is wrong with it."""
    complaints = Complaints(prefix_of(path))
    edition = _edition(game, document, (path,), complaints)
    complaints.refuse_if_any()
    return evolve(edition, file=one_line(path.name))


def with_value(game: Game[Any, Any], edition: Edition, name: str, raw: Any, prefix: str, why: str) -> Edition:
    """An edition with another value of a field, read and checked as if a file that inherits from it gave it, as assumed.

    `prefix` goes before the paths of problems; BadInput with all of them.  Of the value that the edition has, it is the same one.
    """
    if raw == edition.values[name].value and type(raw) is type(edition.values[name].value):
        return edition
    complaints = Complaints(prefix)
    found = _filled(game, edition, {name: {"value": raw, "status": ASSUMED, "why": why}}, edition, complaints)
    complaints.refuse_if_any()
    return found


def _load(game: Game[Any, Any], name_or_path: str, folder: Path, heirs: tuple[Path, ...], where: str) -> Edition:
    """An edition that others, the `heirs`, inherit from; the last of them names it at `where`."""
    is_file = name_or_path.endswith(".toml")
    if not is_file and name_or_path not in editions_of(game):
        raise BadInput(Problem("DB208", f"expected an edition of {game.name}, got {shown(name_or_path)}", where,
                               did_you_mean(name_or_path, editions_of(game)) + " (a file of your own ends in .toml)"))
    path = _path(game, name_or_path, folder)
    refuse_endless(heirs, path)
    if not is_file:
        return read_ledger(path, _Builder(game, name_or_path, path, heirs), lambda edition: edition.bases)
    complaints = Complaints(prefix_of(path))
    edition = _edition(game, read_document(path, prefix=complaints.prefix), (*heirs, path), complaints)
    complaints.refuse_if_any()
    return evolve(edition, file=one_line(path.name))


def _path(game: Game[Any, Any], name_or_path: str, folder: Path) -> Path:
    return folder / name_or_path if name_or_path.endswith(".toml") else game.folder / f"edition-{name_or_path}.toml"


@frozen
class _Builder:
    """What `read_ledger` keeps an edition by, the game and the name that the file must bear; who inherits makes no difference."""

    game: Game[Any, Any]
    name: str
    path: Path
    heirs: tuple[Path, ...] = field(eq=False)

    def __call__(self, document: dict[str, Any], complaints: Complaints) -> Edition:
        edition = _edition(self.game, document, (*self.heirs, self.path), complaints)
        if edition.name and edition.name != self.name:
            complaints.expected(f'the name of the file, "{self.name}"', edition.name, "$.name", code="DB211")
        return edition


def _edition(game: Game[Any, Any], document: dict[str, Any], chain: tuple[Path, ...], complaints: Complaints) -> Edition:
    """The edition of a document, which is the last of the `chain`: those before it inherit from it, one after another."""
    complaints.keys(document, "$", ("schema", "game", "name", "title", "values"), ("inherits",))
    complaints.schema(document)
    of = complaints.text(document, "game", "$")
    if of and of != game.name:
        complaints.expected(f'an edition of "{game.name}"', of, "$.game", code="DB215")
    name = complaints.text(document, "name", "$")
    if name and not NAME.fullmatch(name):
        complaints.expected("a name in small letters, digits and dashes", name, "$.name", code="DB211")
    title = complaints.text(document, "title", "$")
    table = complaints.table(document.get("values", {}), "$.values")
    inherits = complaints.text(document, "inherits", "$")
    base = _base(game, inherits, chain, complaints) if inherits else None
    if "inherits" in document and base is None:
        complaints.refuse()  # without the base nothing can be said of what differs from it
    if isinstance(document.get("values"), dict):
        fields = dict(game.edition_type.fields)
        complaints.keys(table, "$.values", fields if base is None else (), fields)
    return _filled(game, Edition(name, title, {}, None), table, base, complaints)


def _base(game: Game[Any, Any], name_or_path: str, chain: tuple[Path, ...], complaints: Complaints) -> Edition | None:
    """The edition that the last of a chain inherits from, whose file comes first among its bases; None with complaints."""
    folder = chain[-1].parent
    path = _path(game, name_or_path, folder)
    before = stamp(path)
    try:
        base = _load(game, name_or_path, folder, chain, complaints.prefix + "$.inherits")
        bases = ((path, before), *base.bases)
        refuse_deep(len(bases), chain[0])
    except BadInput as error:
        complaints.adopt(error)
        return None
    return evolve(base, bases=bases)


def _filled(game: Game[Any, Any], edition: Edition, table: Mapping[str, Any], base: Edition | None,
            complaints: Complaints) -> Edition:
    """The edition with its values, and those of its base that it does not give, if the game's own checks let them pass."""
    fields = dict(game.edition_type.fields)
    record = blank(game.edition_type) if base is None else copied(base.record)
    values: dict[str, Value] = {} if base is None else dict(base.values)
    for key in (key for key in table if key in fields):
        path = at("$.values", key)
        entry = complaints.table(table[key], path, "{ value = ..., status = ..., why = ... }")
        part = "change" if is_in_part(entry) else "value"
        if isinstance(table[key], dict):
            complaints.keys(entry, path, (part, "status", "why"))
        raw = changed(key, entry["change"], base, path, complaints) if part == "change" else entry.get("value")
        if raw is not None:
            value = read_value(fields[key], raw, at(path, part), complaints, key, whole=True)
            put_field(fields[key], record, key, value)
        given = Value(raw, complaints.one_of(entry, "status", path, STATUSES), complaints.text(entry, "why", path, lines=True),
                      edition.name)
        values[key] = joined(given, base.values[key], entry["change"]) if base and part == "change" else given
    if not complaints.problems:  # what could not be read is blank in the record, and would be found wrong once more
        in_part = {key for key in table if is_in_part(table[key])}
        for problem in flaws(game, record, in_part, inherited=values.keys() - table.keys()):
            complaints.add(problem.code, problem.message, problem.path, problem.hint)
    return evolve(edition, values=values, record=record, bases=() if base is None else base.bases)


def flaws(game: Game[Any, Any], record: Any, in_part: Container[str] = (), inherited: Container[str] = ()) -> Iterator[Problem]:
    """What the game's own checks find wrong in component data (DB216), or why a check fails (DB217).

    Of the values, some may be given `in_part`, by what is changed in another edition's, and some `inherited` as they are.
    """
    for check in game.edition_checks:
        try:
            with running(Run({}, record)), authored(f"the check {check.__name__}", check):
                found = [_problem(game, flaw, in_part, inherited) for flaw in check(copied(record))]
        except RuleFailed as error:
            failed = error.problems[0]
            yield Problem("DB217", one_line(f"{failed.message} ({failed.path})"), "$.values",
                          "correct the function under @game.edition_check")
        else:
            yield from found


def _problem(game: Game[Any, Any], flaw: Flaw, in_part: Container[str], inherited: Container[str]) -> Problem:
    if not isinstance(flaw, Flaw):
        raise TypeError(f"expected a Flaw, got {type(flaw).__name__}")
    field, *below = flaw.path
    if field not in dict(game.edition_type.fields):
        raise ValueError(f"the component data has no {field!r}")
    path = at(at("$.values", field), "change" if field in in_part else "value")
    for key in below:
        path = at(path, word_of(key) if isinstance(key, IntEnum) else key)
    more = " (the value is inherited)" if field in inherited else ""
    return Problem("DB216", visible(flaw.text), path, visible(flaw.instead) + more)
