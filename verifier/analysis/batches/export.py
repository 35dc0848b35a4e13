"""Rows of a store as a file for other programs: CSV, lines of JSON, or Parquet.

The same rows give the same bytes, in whatever order and wherever they were answered; times are left out unless they are asked
for.  Parquet needs pyarrow, the extra `big`.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

from verifier.analysis.batches.store import Kept, Store, fields_of
from verifier.errors import BadInput, Problem
from verifier.files import written_whole
from verifier.lang.types import FlagType, Scalar
from verifier.results.batched import BatchExported
from verifier.search.state_words import scalar_words
from verifier.visible import one_line

FORMATS = ("csv", "jsonl", "parquet")
ROWS_AT_ONCE = 65_536
_PLAIN = ("decisions", "states", "random_won", "random_open", "greedy_won", "greedy_open")
_FIRST = ("first_legal", "first_keep", "first_open")
_CLOSED = ("verdict", "proof", "ending")  # words of lists of ours, which need no escaping
_FREE = ("edition", "rulings", "why")  # texts that may hold anything
_CSV_TEXT = """CASE WHEN {0} GLOB '*[,"'||char(10,13)||']*' THEN '"'||replace({0}, '"', '""')||'"' ELSE {0} END"""


def exported(folder: Path, file: Path, to: str, *, timings: bool = False, force: bool = False) -> BatchExported:
    """Write every row of a store to a file, with what it took only if `timings` are wanted.

    The database puts the columns together, so that a million rows take seconds.
    """
    write = {"csv": _csv, "jsonl": _jsonl, "parquet": _parquet}[to]
    with Store.opened(folder) as store, store.faults():
        questions = store.questions()
        columns = _columns(questions, timings)
        with written_whole(file, force=force) as out:
            rows = write(out, columns, [_Query(store, each, columns) for each in questions])
    return BatchExported(one_line(str(folder)), one_line(str(file)), to, rows)


def _columns(questions: Sequence[Kept], timings: bool) -> dict[str, str]:
    """The columns, each with its kind: text, number, flag or real."""
    found = {"game": "text", "edition": "text", "rulings": "text", "ask": "text", "seed": "number", "verdict": "text",
             "proof": "text", "ending": "text", "won": "flag"}
    for part in ("grade", "bound"):
        for each in questions:
            found |= {f"{part}.{name}": _kind(kind) for name, kind in fields_of(each.question.game)}
    found |= dict.fromkeys((*_PLAIN, "games", *_FIRST), "number")
    found |= dict.fromkeys(("why", "question", "rules", "engine", "version"), "text")
    if any(each.question.start for each in questions):
        found["start"] = "text"
    return found | ({"seconds": "real"} if timings else {})


def _kind(kind: Scalar) -> str:
    """What a column of a field of grades holds."""
    if isinstance(kind, FlagType):
        return "flag"
    words = (scalar_words(kind, number) for number in (kind.low, kind.high))
    return "number" if all(isinstance(word, int) for word in words) else "text"


class _Query:
    """The rows of a question as a query: each column by an expression, or, in `same`, the value that all of its rows have.

    There are few grades: their words are looked up.
    """

    def __init__(self, store: Store, kept: Kept, columns: Mapping[str, str]) -> None:
        question = kept.question
        self.connection, self.kept = store.connection, kept
        self.words: dict[str, dict[str, list[Any]]] = {"grade": {}, "bound": {}, "first": {}}
        names = {"grade": [name for name, _ in fields_of(question.game)], "first": [*_FIRST]}
        names["bound"] = names["grade"]
        self._look_up("grade", names["grade"])
        self._look_up("bound", names["bound"])
        self._look_up("first", names["first"])
        same: dict[str, str | int | None] = {
            "game": question.game, "edition": question.edition, "rulings": question.choices, "ask": question.ask,
            "question": question.key, "rules": question.rules, "engine": question.engine, "version": question.version,
            "start": question.start, "games": question.games}
        plain = ("seed", "verdict", "proof", "ending", "won", *_PLAIN, "why", "seconds")
        self.expressions = {name: f"deals.{name}" for name in plain}
        for part in names:
            self.expressions |= {name: f"{self._table(part)}.w{at}"
                                 for at, name in enumerate(self._columns_of(part, names[part]))}
        self.looked_up = {name: (part, at) for part in names for at, name in enumerate(self._columns_of(part, names[part]))
                          if name in columns}
        self.same = {name: same.get(name) for name in columns if name not in self.expressions}
        self.expressions = {name: self.expressions[name] for name in columns if name not in self.same}

    @staticmethod
    def _columns_of(part: str, names: Sequence[str]) -> list[str]:
        """The columns that a text of numbers is shown as."""
        return [*names] if part == "first" else [f"{part}.{name}" for name in names]

    def _table(self, part: str) -> str:
        return f"words_{self.kept.number}_{part}"

    def _look_up(self, part: str, names: Sequence[str]) -> None:
        """A table with the words of each text of numbers that a column holds."""
        execute, kinds = self.connection.execute, dict(fields_of(self.kept.question.game))
        execute("PRAGMA temp_store=MEMORY")
        words = ", ".join(f"w{at}" for at in range(len(names)))
        execute(f"CREATE TEMP TABLE {self._table(part)} (text PRIMARY KEY{', ' if names else ''}{words})")
        for text, in execute(f"SELECT DISTINCT {part} FROM deals WHERE question = ? AND {part} IS NOT NULL",
                             (self.kept.number,)).fetchall():
            numbers = [int(number) for number in text.split()]
            found = [scalar_words(kinds[name], number) if name in kinds else number
                     for name, number in zip(names, numbers, strict=True)]
            self.words[part][text] = found
            execute(f"INSERT INTO {self._table(part)} VALUES ({','.join('?' * (len(found) + 1))})", (text, *found))

    def rows(self, expressions: Iterable[str]) -> sqlite3.Cursor:
        """The rows by their seeds, a value for each expression."""
        joins = " ".join(f"LEFT JOIN {self._table(part)} ON {self._table(part)}.text = deals.{part}"
                         for part in ("grade", "bound", "first"))
        return self.connection.execute(f"SELECT {', '.join(expressions)} FROM deals {joins} WHERE deals.question = ? "
                                       "ORDER BY deals.seed", (self.kept.number,))


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _csv(out: BinaryIO, columns: Mapping[str, str], queries: Sequence[_Query]) -> int:
    """Comma-separated values with a row of names (RFC 4180): an empty value is not known, flags are true and false."""
    def cell(name: str, value: str) -> str:
        if columns[name] == "flag":
            return f"CASE {value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END"
        return _CSV_TEXT.format(value) if name in _FREE else value

    def same(value: str | int | None) -> str:
        line = StringIO()
        csv.writer(line, lineterminator="").writerow(["" if value is None else value, ""])
        return line.getvalue()[:-1]

    out.write((",".join(columns) + "\r\n").encode())
    return _lines(out, queries, lambda cells: ",".join(cells) + "\r\n", list(columns), cell, same)


def _jsonl(out: BinaryIO, columns: Mapping[str, str], queries: Sequence[_Query]) -> int:
    """A line of JSON for each row."""
    def cell(name: str, value: str) -> str:
        if columns[name] == "flag":
            return f"CASE {value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END"
        if name in _CLOSED:
            return f"""ifnull('"'||{value}||'"', 'null')"""
        if name == "why":
            return f"""CASE {value} WHEN '' THEN '""' ELSE json_quote({value}) END"""
        return f"json_quote({value})" if columns[name] == "text" else f"ifnull({value}, 'null')"

    def form(cells: Iterable[str]) -> str:
        return "{" + ",".join(f'"{name}":{cell}' for name, cell in zip(columns, cells, strict=True)) + "}\n"

    return _lines(out, queries, form, list(columns), cell, partial(json.dumps, ensure_ascii=False))


def _lines(out: BinaryIO, queries: Sequence[_Query], form: Callable[[Iterable[str]], str], columns: Sequence[str],
           cell: Callable[[str, str], str], same: Callable[[str | int | None], str]) -> int:
    """Rows as lines of a form with a place for each column, filled in by the database: what is not known is empty.

    What all rows of a question have in common is written into the form.
    """
    rows = 0
    for query in queries:
        cells = [cell(name, value) for name, value in query.expressions.items()]
        filled = form(same(query.same[name]).replace("%", "%%") if name in query.same else "%s" for name in columns)
        lines = query.rows([f"printf({_quoted(filled)}, {', '.join(cells)})"])
        while some := lines.fetchmany(ROWS_AT_ONCE):
            out.write("".join([line for line, in some]).encode())
            rows += len(some)
    return rows


def _parquet(out: BinaryIO, columns: Mapping[str, str], queries: Sequence[_Query]) -> int:
    """Parquet, by pyarrow."""
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise BadInput(Problem("DB624", "Parquet needs pyarrow, which is not installed", "--to",
                               "pip install 'daybreak-rules[big]', or take --to csv")) from error
    kinds = {"text": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()), "number": pyarrow.int64(), "flag": pyarrow.bool_(),
             "real": pyarrow.float64()}
    read = kinds | {"text": pyarrow.string(), "flag": pyarrow.int8()}  # what the database gives, and pyarrow can turn into it
    schema, rows = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()]), 0
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        for query in queries:
            plain = {name: value for name, value in query.expressions.items() if name not in query.looked_up}
            cursor = query.rows([*plain.values(), *(f"deals.{part}" for part in query.words)])
            while some := cursor.fetchmany(ROWS_AT_ONCE):
                values = dict(zip([*plain, *query.words], zip(*some, strict=True), strict=True))
                arrays = {name: _encoded(pyarrow.array(values[name], read[columns[name]]), kinds[columns[name]])
                          for name in plain}
                texts = {part: pyarrow.array(values[part], pyarrow.string()).dictionary_encode() for part in query.words}
                for name, (part, at) in query.looked_up.items():  # each word once, not once a row
                    words = [query.words[part][text][at] for text in texts[part].dictionary.to_pylist()]
                    known = pyarrow.array(words, pyarrow.string() if columns[name] == "text" else kinds[columns[name]])
                    arrays[name] = _encoded(known.take(texts[part].indices), kinds[columns[name]])
                arrays |= {name: _repeated(pyarrow, value, len(some), kinds[columns[name]]) for name, value in query.same.items()}
                writer.write_table(pyarrow.table([arrays[name] for name in columns], schema=schema))
                rows += len(some)
    return rows


def _repeated(pyarrow: Any, value: str | int | None, times: int, kind: Any) -> Any:
    """A column of one value."""
    if isinstance(value, str):
        return pyarrow.DictionaryArray.from_arrays(pyarrow.repeat(pyarrow.scalar(0, pyarrow.int32()), times), [value])
    return pyarrow.nulls(times, kind) if value is None else pyarrow.repeat(pyarrow.scalar(value, kind), times)


def _encoded(values: Any, kind: Any) -> Any:
    """Texts as numbers of texts, flags as flags."""
    if values.type == "string":
        return values.dictionary_encode()
    return values if values.type == kind else values.cast(kind)
