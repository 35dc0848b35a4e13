"""Shards: the seeds of a batch in blocks, each answered as a whole, and the files that jobs without a driver leave their rows in.

A file is written beside its place and renamed, so that it is there as a whole or not at all.  It begins with its question and
ends with a digest of everything before.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from attrs import frozen

from verifier.analysis.batches.question import Question, question_of
from verifier.analysis.batches.row import Row, read
from verifier.errors import BadInput, Problem
from verifier.visible import one_line, visible

FOLDER = "shards"
ONE_IS_WRONG = "the same search gives the same answer everywhere, so one of them is wrong"


@frozen
class Shard:
    """Some seeds of a question: `count` from `first` on."""

    question: Question
    first: int
    count: int

    @property
    def seeds(self) -> range:
        """Its seeds."""
        return range(self.first, self.first + self.count)

    @property
    def name(self) -> str:
        """The file of its rows."""
        return f"{self.question.key}-{self.first}-{self.count}.jsonl"


def shards(question: Question, first: int, last: int, size: int) -> Iterator[Shard]:
    """The shards of the seeds from `first` to `last`; where one begins depends on the size alone, so that runs share them."""
    at = first
    while at <= last:
        end = min(last, at - at % size + size - 1)
        yield Shard(question, at, end - at + 1)
        at = end + 1


def write(folder: Path, shard: Shard, rows: str) -> None:
    """Write the file of a shard.  BadInput where it cannot be (DB616), or is there already with other rows (DB615)."""
    place = folder / FOLDER / shard.name
    body = f"{json.dumps({'schema': 1, 'question': shard.question.text})}\n{rows}"
    content = f"{body}{blake2b(body.encode(), digest_size=16).hexdigest()}\n"
    if place.exists():
        there, new = rows_of(place)[1], read(rows.splitlines())
        if [each.answer for each in there] != [each.answer for each in new]:
            other = place.with_suffix(".other")
            _put(other, content)
            raise BadInput(Problem("DB615", f"the shard was answered already, and otherwise: compare {one_line(other.name)}",
                                   one_line(str(place)), ONE_IS_WRONG))
        return
    _put(place, content)


def _put(place: Path, content: str) -> None:
    temporary = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".", suffix=".part")
        with open(handle, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
        temporary = None
    except OSError as error:
        raise BadInput(Problem("DB616", f"the shard cannot be written: {visible(error.strerror or str(error))}",
                               one_line(str(place)), "make room, or name a folder that you may write to; what is there is kept")
                       ) from error
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def files(folder: Path) -> list[Path]:
    """The files of shards that lie in the folder of a batch, by name."""
    return sorted((folder / FOLDER).glob("*.jsonl"))


def rows_of(place: Path) -> tuple[Question, list[Row]]:
    """What a file of a shard holds; BadInput (DB617) for one that is damaged."""
    try:
        lines = place.read_text(encoding="utf-8").splitlines(keepends=True)
        body = "".join(lines[:-1])
        if not lines or blake2b(body.encode(), digest_size=16).hexdigest() != lines[-1].strip():
            raise ValueError("its digest does not hold")
        return question_of(json.loads(lines[0])["question"]), read(lines[1:-1])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(Problem("DB617", f"the file of a shard is damaged: {visible(str(error))}", one_line(str(place)),
                               "delete it, and its deals are solved again")) from error
