"""What the ledgers of a game have in common: files that are read once, entries with ids, lists of clause ids and lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from attrs import evolve

from verifier.document.complaints import Complaints, at
from verifier.document.limits import LEDGER, read_document

T = TypeVar("T")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ENTRY = re.compile(r":\$\.(\w+)\[(\d+)\]")
Stamp = tuple[int, ...]  # what changes with a file: empty where there is none
_read: dict[tuple[Path, Any], tuple[tuple[tuple[Path, Stamp], ...], Any]] = {}


def _none(_: Any) -> Iterable[tuple[Path, Stamp]]:
    return ()


def read_ledger(path: Path, build: Callable[[dict[str, Any], Complaints], T],
                others: Callable[[T], Iterable[tuple[Path, Stamp]]] = _none) -> T:
    """What `build` makes of a ledger file, refused as a whole with every problem that it complains about.

    Kept for as long as the file stays the same: a batch of scenarios reads each ledger once.  `others` names the other files that
    it was made of, each with its stamp from before it was read.  What is returned is shared, so callers do not change it.
    """
    now = stamp(path)
    kept = _read.get((path, build))
    if kept and all(was and was == stamp(file) for file, was in kept[0]):
        return cast(T, kept[1])
    complaints = Complaints(f"{path.name}:")
    document = read_document(path, LEDGER, complaints.prefix)
    built = build(document, complaints)
    if complaints.problems:
        complaints.problems = [evolve(each, path=_told(each.path, document)) for each in complaints.problems]
        complaints.refuse()
    _read[path, build] = (((path, now), *others(built)), built)
    return built


def _told(path: str, document: Mapping[str, Any]) -> str:
    """The path of a problem with the id of the entry that it is in, if it has one: nobody counts entries."""
    found = _ENTRY.search(path)
    entries = document.get(found[1]) if found else None
    number = int(found[2]) if found else 0
    entry = entries[number] if isinstance(entries, list) and number < len(entries) else None
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{path} ({name})" if isinstance(name, str) and _ID.fullmatch(name) else path


def stamp(path: Path) -> Stamp:
    """What a file is known by: the same as long as nobody writes it; empty where it cannot be looked at."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # ValueError: no file can have this name
        return ()
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def identifier(entry: Mapping[str, Any], path: str, taken: Container[str], complaints: Complaints) -> str:
    """The id of an entry, well-formed and not taken by an earlier one."""
    name = complaints.text(entry, "id", path)
    if name and not _ID.fullmatch(name):
        complaints.expected("an id such as UD-T04", name, at(path, "id"), code="DB211")
    elif name and name in taken:
        complaints.add("DB212", f"the id {name} is there twice", at(path, "id"), "ids are never used again: take a new one")
    return name


def lines_of(entry: Mapping[str, Any], path: str, complaints: Complaints) -> tuple[int, ...]:
    """The line numbers of an entry: at least one, counted from 1."""
    value = entry.get("lines", [])
    if not isinstance(value, list) or not all(type(line) is int and line >= 1 for line in value):
        complaints.expected("a list of line numbers", value, path)
        return ()
    if "lines" in entry and not value:
        complaints.expected("at least one line number", value, path, code="DB206")
    return tuple(value)


def clause_ids(entry: Mapping[str, Any], path: str, clauses: Mapping[str, Any], complaints: Complaints) -> tuple[str, ...]:
    """The clause ids of an entry: at least one, each in the rulebook ledger, none twice."""
    value = entry.get("clauses", [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        complaints.expected("a list of clause ids", value, path)
        return ()
    if "clauses" in entry and not value:
        complaints.expected("at least one clause id", value, path, code="DB206")
    for index, each in enumerate(value):
        if each not in clauses:
            complaints.unknown("a clause of the rulebook ledger", each, at(path, index), clauses, "DB213")
        elif each in value[:index]:
            complaints.add("DB212", f"the clause {each} is named twice", at(path, index))
    return tuple(value)
