"""Sorted sets of packed states in files: runs, in the words of external sorting, each split into partitions by a hash.

A partition is coded by differences (`verifier.run.kernels.layers`) and compressed.  Its digest lies in the index at the end of
the file, whose digest whoever keeps the run has to keep (`Run.digest`): what is read is what was written, or the file is refused
by name.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.errors import BadInput, EngineBug, Problem
from verifier.run.backend import Backend
from verifier.visible import one_line

Array = Any
WORD_BYTES_MOST, ROW_BYTES_MOST = 9, 1  # coded
COMPRESSION = 1  # of zlib: higher levels take several times as long for a few per cent
DIGEST_BYTES = 16


class DiskFull(Exception):
    """There is no room on disk for more, or no more may be used."""


@frozen
class Segment:
    """Where in its file a partition lies, how many rows it has, and the digest of its bytes."""

    offset: int
    size: int
    rows: int
    digest: bytes


class Coder:
    """Packed states of a game as bytes and back; and what else kernels do with sorted arrays of them."""

    def __init__(self, backend: Backend) -> None:
        self.backend, self.words = backend, backend.constant("WORDS")

    def empty(self, rows: int = 0) -> Array:
        """Room for so many packed states."""
        return np.empty((rows, self.words), dtype=np.int64)

    def encoded(self, rows: Array) -> bytes:
        """Sorted rows as bytes."""
        data = np.empty(len(rows) * (self.words * WORD_BYTES_MOST + ROW_BYTES_MOST), dtype=np.int8)
        size = int(self.backend.call("encode_rows", rows, data))
        return zlib.compress(data[:size].tobytes(), COMPRESSION)

    def decoded(self, content: bytes, count: int) -> Array:
        """The rows that bytes stand for, of which there are so many."""
        rows, data = self.empty(count), np.array(np.frombuffer(zlib.decompress(content), dtype=np.int8))
        self.backend.call("decode_rows", data, rows)
        return rows

    def sorted(self, rows: Array) -> Array:
        """Rows in their order, each once."""
        keys = np.sort(self._keys(rows))
        kept = np.ones(len(keys), dtype=np.bool_)
        kept[1:] = keys[1:] != keys[:-1]
        keys = np.ascontiguousarray(keys[kept]).view(np.int64 if self.words == 1 else ">i8")
        return keys.astype(np.int64).reshape(-1, self.words)

    def places(self, rows: Array, known: Array) -> Array:
        """Where each of some rows is in a sorted array that has all of them; EngineBug (DB906) if it has not."""
        keys, sought = self._keys(known), self._keys(rows)
        found: Array = np.searchsorted(keys, sought)
        if len(found) and (found.max() == len(keys) or (keys[found] != sought).any()):
            raise EngineBug(Problem("DB906", "a state that follows was not found before"))
        return found

    def _keys(self, rows: Array) -> Array:
        """Rows as what numpy compares: numbers, or bytes, which are compared as the numbers would be."""
        return rows[:, 0] if self.words == 1 else rows.astype(">i8").view(f"S{8 * self.words}").ravel()

    def split(self, rows: Array, partitions: int) -> list[Array]:
        """Sorted rows by the partitions that they belong to, still sorted."""
        parts = np.empty(len(rows), dtype=np.int32)
        self.backend.call("partition_rows", rows, partitions, parts)
        order = np.argsort(parts.astype(np.uint16), kind="stable")
        ends = np.cumsum(np.bincount(parts, minlength=partitions))
        return [np.ascontiguousarray(each) for each in np.split(rows[order], ends[:-1])]

    def merged(self, one: Array, other: Array) -> Array:
        """The rows of two sorted arrays, each once."""
        if not len(one) or not len(other):
            return one if len(one) else other
        rows = self.empty(len(one) + len(other))
        return rows[:int(self.backend.call("merge_rows", one, other, rows))]

    def without(self, rows: Array, known: Array) -> Array:
        """The rows that are not known, in the place of all."""
        return rows[:int(self.backend.call("without_known", rows, known))] if len(rows) and len(known) else rows


@define(eq=False)
class Run:
    """A sorted set in a file; `digest` is that of its index."""

    path: Path
    segments: dict[int, Segment]
    size: int
    digest: bytes

    @property
    def rows(self) -> int:
        """How many states it holds."""
        return sum(each.rows for each in self.segments.values())

    def read(self, partition: int, coder: Coder) -> Array:
        """The states of a partition; BadInput (DB547) if they are not what was written."""
        if partition not in self.segments:
            return coder.empty()
        return coder.decoded(self.content(partition), self.segments[partition].rows)

    def content(self, partition: int) -> bytes:
        """The states of a partition as they were written; BadInput as for `read`."""
        segment = self.segments[partition]
        content = _bytes(self.path, segment.offset, segment.size)
        if blake2b(content, digest_size=DIGEST_BYTES).digest() != segment.digest:
            raise damaged(self.path)
        return content

    def delete(self) -> None:
        """Give its room back."""
        self.path.unlink(missing_ok=True)

    @staticmethod
    def of(path: Path, index_at: int, digest: bytes) -> Run:
        """A run that was written, by where its index begins and the digest of that; BadInput (DB547) if any of it was changed."""
        content = _bytes(path, index_at, -1)
        if blake2b(content, digest_size=DIGEST_BYTES).digest() != digest:
            raise damaged(path)
        segments = {}
        for at in range(0, len(content), 32 + DIGEST_BYTES):
            partition, offset, size, rows = np.frombuffer(content[at:at + 32], dtype="<i8").tolist()
            segments[partition] = Segment(offset, size, rows, content[at + 32:at + 32 + DIGEST_BYTES])
        run = Run(path, segments, index_at + len(content), digest)
        for partition in segments:
            run.content(partition)
        return run

    @property
    def index_at(self) -> int:
        """Where in the file the index begins."""
        return self.size - len(self.segments) * (32 + DIGEST_BYTES)


@define(eq=False)
class RunWriter:
    """Writes a run; `claim` is asked for each number of bytes, and raises DiskFull where they may not be used."""

    path: Path
    coder: Coder
    claim: Callable[[int], None]
    segments: dict[int, Segment] = field(factory=dict)
    _at: int = 0
    _file: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._file = open(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb")  # noqa: SIM115

    def put(self, partition: int, rows: Array) -> None:
        """Write the sorted rows of a partition."""
        if not len(rows):
            return
        content = self.coder.encoded(rows)
        digest = blake2b(content, digest_size=DIGEST_BYTES).digest()
        self.segments[partition] = Segment(self._at, len(content), len(rows), digest)
        self._write(content)

    def close(self) -> Run:
        """Write the index."""
        content = b"".join(np.array([partition, each.offset, each.size, each.rows], dtype="<i8").tobytes() + each.digest
                           for partition, each in self.segments.items())
        self._write(content)
        try:
            self._file.close()
        except OSError as error:
            raise DiskFull(str(error)) from error
        return Run(self.path, self.segments, self._at, blake2b(content, digest_size=DIGEST_BYTES).digest())

    def abandon(self) -> None:
        """Leave nothing of it."""
        with suppress(OSError):
            self._file.close()
        self.path.unlink(missing_ok=True)

    def _write(self, content: bytes) -> None:
        self.claim(len(content))
        try:
            self._file.write(content)
        except OSError as error:
            raise DiskFull(str(error)) from error
        self._at += len(content)


def _bytes(path: Path, offset: int, size: int) -> bytes:
    try:
        with open(path, "rb") as file:
            file.seek(offset)
            return file.read(size)
    except OSError as error:
        raise damaged(path, error.strerror or str(error)) from error


def damaged(path: Path, why: str = "") -> BadInput:
    """The error for a file of an exploration that is not what was written: the caller raises it."""
    return BadInput(Problem("DB547", f"this file of an exploration {f'cannot be read: {why}' if why else 'is damaged'}",
                            one_line(str(path)), "begin anew with --force"))
