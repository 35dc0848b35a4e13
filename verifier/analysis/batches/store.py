"""The store of a batch: rows, questions and plan in one SQLite database, which readers and one writer may have open together.

The database is in WAL mode: a transaction is there as a whole or not at all, whatever is killed when.  Its schema has a version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from attrs import define, evolve, frozen

from verifier.analysis.batches.question import SEED_MOST, Question, question_of
from verifier.analysis.batches.row import COLUMNS, Row, made
from verifier.errors import BadInput, Problem
from verifier.files import make_folder
from verifier.lang.types import Scalar
from verifier.registry import installed
from verifier.visible import one_line, visible

SCHEMA = 2
NAME = "deals.sqlite"
WAIT_SECONDS = 60.0  # for somebody else who writes
_LISTS = ("grade", "bound", "first")
_TABLES = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE questions (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
CREATE TABLE deals (question INTEGER NOT NULL REFERENCES questions, {", ".join(COLUMNS)},
                    PRIMARY KEY (question, seed)) WITHOUT ROWID;
CREATE INDEX deals_by_grade ON deals (question, verdict, grade);
CREATE INDEX deals_by_difficulty ON deals (question, won, random_won, greedy_won);
CREATE INDEX deals_by_seconds ON deals (question, seconds);
"""


@frozen(eq=False)
class Kept:
    """A question with its number in a store."""

    number: int
    question: Question


@cache
def fields_of(game: str) -> tuple[tuple[str, Scalar], ...]:
    """The fields of a game's grades with what they hold, the one that matters most first."""
    rule = installed().program(game).game.only("grade")
    record = None if rule is None else rule.returned_record
    return () if record is None else tuple((name, kind) for name, kind in record.fields if isinstance(kind, Scalar))


@define(eq=False)
class Store:
    """An open store.  Everything that can be wrong with it is BadInput: DB613 (another schema, or no store), DB614 (it cannot be
    read or written, with the system's reason), DB615 (a deal that is there already, with another answer)."""

    path: Path
    connection: sqlite3.Connection

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, *, make: bool = False) -> Iterator[Store]:
        """The store of a folder; made if it is not there and may be."""
        path = folder / NAME
        if not make and not path.is_file():
            raise BadInput(Problem("DB613", "there is no store of a batch", one_line(str(folder)),
                                   "name the folder that `daybreak batch --out` or `winnability --store` wrote to"))
        store = cls(path, _connected(path))
        try:
            with store.faults():
                store.prepare()
            yield store
        finally:
            store.connection.close()

    @contextmanager
    def faults(self) -> Iterator[None]:
        """What SQLite refuses, said as ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise cannot(self.path, error) from error

    def prepare(self) -> None:
        """Make the tables of an empty database; refuse one of another schema."""
        execute = self.connection.execute
        tables = {name for name, in execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            execute("PRAGMA journal_mode=WAL")
            self.connection.executescript(f"BEGIN IMMEDIATE;{_TABLES}INSERT INTO meta VALUES ('schema', '{SCHEMA}');COMMIT;")
        elif not {"meta", "questions", "deals"} <= tables:
            raise BadInput(Problem("DB613", "this database is no store of a batch", one_line(str(self.path)),
                                   "name another folder"))
        found = execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        if found is None or found[0] != str(SCHEMA):
            schema = visible(str(found[0])) if found else "none"
            raise BadInput(Problem("DB613", f"the store has schema {schema}, and this version reads {SCHEMA}",
                                   one_line(str(self.path)), "take the version of Daybreak that wrote it, or a newer one"))
        execute("PRAGMA synchronous=NORMAL")
        execute("PRAGMA cache_size=-65536")

    # -- writing ----------------------------------------------------------------------------------------------------------------

    def add(self, question: Question, rows: Sequence[Row]) -> int:
        """Keep rows, all of them or none; how many were new.

        Rows that are there already must say the same, but for what they took, and are left as they are (DB615).
        """
        with self.faults():
            execute = self.connection.execute
            execute("BEGIN IMMEDIATE")
            try:
                number = self._number(question)
                before = self.connection.total_changes
                self.connection.executemany(
                    f"INSERT OR IGNORE INTO deals VALUES ({','.join('?' * (len(COLUMNS) + 1))})",
                    ((number, *_cells(row)) for row in rows))
                new = self.connection.total_changes - before
                if new < len(rows):
                    self._compare(number, question, rows)
                execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    execute("ROLLBACK")
                raise
        return new

    def _number(self, question: Question) -> int:
        found = self.connection.execute("SELECT number FROM questions WHERE key = ?", (question.key,)).fetchone()
        if found is None:
            self.connection.execute("INSERT INTO questions (key, text) VALUES (?, ?)", (question.key, question.text))
            return self._number(question)
        return int(found[0])

    def _compare(self, number: int, question: Question, rows: Iterable[Row]) -> None:
        """Refuse rows that say something else than what is there."""
        for row in rows:
            there = self._row(number, row.seed)
            if there is not None and there.answer != row.answer:
                other = [f"{name} {getattr(there, name)!r} and {getattr(row, name)!r}" for name in COLUMNS
                         if name != "seconds" and getattr(there, name) != getattr(row, name)]
                why = "one machine may be quicker: the question has a limit of time" if question.is_limited_by_time else \
                    "the same search gives the same answer everywhere, so one of them is wrong"
                raise BadInput(Problem("DB615", f"seed {row.seed} is there already with another answer: {', '.join(other[:3])}",
                                       one_line(f"{self.path}, question {question.key}"), f"{why}; nothing was replaced"))

    # -- reading ----------------------------------------------------------------------------------------------------------------

    def questions(self) -> list[Kept]:
        """Each question, in an order that no run changes."""
        with self.faults():
            read = self.connection.execute("SELECT number, key, text FROM questions").fetchall()
        try:
            found = [Kept(int(number), question_of(text)) for number, _, text in read]
            if any(each.question.key != key for each, (_, key, _) in zip(found, read, strict=True)):
                raise ValueError("a key is not that of its question")
        except (ValueError, TypeError) as error:
            raise BadInput(Problem("DB613", f"a question of the store is damaged: {visible(str(error))}",
                                   one_line(str(self.path)), "name another folder")) from error
        return sorted(found, key=lambda each: (each.question.game, each.question.ask, each.question.edition,
                                               each.question.choices, each.question.key))

    def known(self, question: Question, first: int, last: int) -> set[int]:
        """The seeds from `first` to `last` whose deals are there."""
        with self.faults():
            return {seed for seed, in self.connection.execute(
                "SELECT seed FROM deals JOIN questions ON question = number WHERE key = ? AND seed BETWEEN ? AND ?",
                (question.key, first, last))}

    def rows(self, number: int, first: int = 0, last: int = SEED_MOST) -> Iterator[Row]:
        """The rows of a question, by seed."""
        with self.faults():
            for cells in self.connection.execute(
                    f"SELECT {', '.join(COLUMNS)} FROM deals WHERE question = ? AND seed BETWEEN ? AND ? ORDER BY seed",
                    (number, first, last)):
                yield _read(cells)

    def of(self, question: Question, first: int, last: int) -> dict[int, Row]:
        """The rows of a question that are there, by seed.

        Where no games are asked for, rows of the same question with games will do, but for these.
        """
        alike = [each for each in self.questions() if evolve(each.question, games=question.games) == question]
        found: dict[int, Row] = {}
        for each in alike if question.games == 0 and question.ask == "solve" else ():
            found |= {row.seed: row.plain for row in self.rows(each.number, first, last)}
        for each in alike:
            if each.question.games == question.games:
                found |= {row.seed: row for row in self.rows(each.number, first, last)}
        return found

    def _row(self, number: int, seed: int) -> Row | None:
        return next(self.rows(number, seed, seed), None)


def _cells(row: Row) -> list[Any]:
    """A row as SQLite keeps it: tuples are texts of numbers, a line two bytes an event."""
    cells: list[Any] = []
    for name in COLUMNS:
        value = getattr(row, name)
        if name == "line":
            value = b"".join(event.to_bytes(2, "little") for event in value)
        elif name in _LISTS and value is not None:
            value = " ".join(map(str, value))
        cells.append(value)
    return cells


def _read(cells: Sequence[Any]) -> Row:
    values = dict(zip(COLUMNS, cells, strict=True))
    for name in _LISTS:
        if values[name] is not None:
            values[name] = tuple(map(int, values[name].split()))
    line = values["line"]
    values["line"] = tuple(int.from_bytes(line[at:at + 2], "little") for at in range(0, len(line), 2))
    values["won"] = None if values["won"] is None else bool(values["won"])
    return made([values[name] for name in COLUMNS])


def _connected(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise cannot(path, error) from error


def cannot(path: Path, error: sqlite3.Error) -> BadInput:
    """What to do about a database that cannot be read or written."""
    name, text = getattr(error, "sqlite_errorname", ""), str(error)
    hint = {"SQLITE_FULL": "make room, and start the same command again: what is there is kept",
            "SQLITE_READONLY": "name a folder that you may write to", "SQLITE_CANTOPEN": "name a folder that you may write to",
            "SQLITE_BUSY": "another process writes to it; wait for it",
            "SQLITE_NOTADB": "name another folder",
            "SQLITE_CORRUPT": "name another folder: SQLite's own tools may save some of this one",
            }.get("_".join(name.split("_")[:2]), "")
    return BadInput(Problem("DB614", f"the store cannot be used: {visible(text)}", one_line(str(path)), hint))


@contextmanager
def kept_in(folder: Path | None, seed_last: int = 0) -> Iterator[Store | None]:
    """The store of a folder, made if it is not there; None where none is named.

    BadInput (DB622) for seeds that it cannot hold.
    """
    if folder is None:
        yield None
        return
    if seed_last > SEED_MOST:
        raise BadInput(Problem("DB622", f"the seeds of a store end at {SEED_MOST}", "--store", "take smaller ones, or no store"))
    make_folder(folder)
    with Store.opened(folder, make=True) as store:
        yield store
