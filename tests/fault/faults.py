"""Faults at will: the n-th time that anything touches a file or makes an array, it fails, once or from then on.

In the manner of SQLite's tests of I/O errors and of memory.  While a `Faults` is in force, what Python code opens, writes, reads,
syncs, links and renames goes through it, the standard library's own code and the standard streams included, and so does numpy's
making of arrays.  Not reached is what libraries in C do by themselves: modules that are imported, z3, compiled code.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import tokenize
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
from attrs import define, field

FILES, ARRAYS = "files", "arrays"
CALLS = ("open", "write", "fsync", "replace", "rename", "link", "mkdir", "chmod")
MAKERS = ("empty", "zeros", "full", "full_like", "zeros_like", "array", "arange", "concatenate", "repeat")
ERRORS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EACCES": errno.EACCES, "MemoryError": None}


def _error(name: str) -> Exception:
    number = ERRORS[name]
    return MemoryError() if number is None else OSError(number, os.strerror(number))


@define(eq=False)
class Faults:
    """What is counted and when it fails: the call number `at` of a kind (0: never), all later ones too if it is persistent."""

    kind: str
    error: str = "EIO"
    at: int = 0
    persistent: bool = False
    calls: int = 0
    hit: list[str] = field(factory=list)

    def pass_by(self, kind: str, what: str) -> None:
        """Count a call; raise if it is to fail."""
        if kind != self.kind:
            return
        self.calls += 1
        if self.at and (self.calls == self.at or (self.persistent and self.calls > self.at)):
            self.hit.append(what)
            raise _error(self.error)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Let everything go through it."""
        opened = _opening(self)
        with patch.object(io, "open", opened), patch.object(builtins, "open", opened), \
                patch.object(tokenize, "_builtin_open", opened), patch.multiple(os, **self._calls(os, CALLS, FILES)), \
                patch.multiple(np, **self._calls(np, MAKERS, ARRAYS)):
            yield

    def _calls(self, module: Any, names: tuple[str, ...], kind: str) -> dict[str, Any]:
        return {name: self._through(getattr(module, name), kind) for name in names}

    def _through(self, function: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def through(*arguments: Any, **options: Any) -> Any:
            self.pass_by(kind, function.__name__)
            return function(*arguments, **options)

        return through


class File(io.FileIO):
    """A file whose every read and write goes through the faults."""

    faults: Faults

    def write(self, data: Any) -> int | None:
        self.faults.pass_by(FILES, "write")
        return super().write(data)

    def readall(self) -> bytes | None:
        self.faults.pass_by(FILES, "read")
        return super().readall()

    def readinto(self, buffer: Any) -> int | None:
        self.faults.pass_by(FILES, "read")
        return super().readinto(buffer)


def _opening(faults: Faults) -> Callable[..., Any]:
    """What stands for `open`: layers as Python's own, over a raw file whose reads and writes go through the faults."""

    def opened(file: Any, mode: str = "r", buffering: int = -1, encoding: str | None = None, errors: str | None = None,
               newline: str | None = None, closefd: bool = True, opener: Any = None) -> Any:
        if not isinstance(file, int):
            faults.pass_by(FILES, "open")
        raw = File(file, mode.replace("b", "").replace("t", ""), closefd, opener)
        raw.faults = faults
        if buffering == 0:
            return raw
        kind = io.BufferedRandom if "+" in mode else io.BufferedReader if "r" in mode else io.BufferedWriter
        buffered = kind(raw)  # type: ignore[arg-type]
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)  # type: ignore[type-var]

    return opened
