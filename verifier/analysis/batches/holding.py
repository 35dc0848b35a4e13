"""One driver at a time on a folder: a second one is refused, with the name of the first."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from verifier.analysis.batches.store import cannot
from verifier.errors import BadInput, Problem
from verifier.visible import one_line

NAME, HOLDER = "driver.lock", "driver.txt"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder; BadInput (DB618) if somebody does.  The system lets go of it, however this process ends."""
    path = folder / NAME
    connection = None
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)  # a lock that every system has
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise BadInput(Problem("DB618", f"another batch works on this folder: {_holder(folder)}", one_line(str(folder)),
                                   "wait for it, name another folder, or let both answer their part with --shard")) from error
        raise cannot(path, error) from error
    try:
        with suppress(OSError):
            (folder / HOLDER).write_text(f"process {os.getpid()} on {platform.node()}, since "
                                         f"{datetime.now(UTC).isoformat(' ', 'seconds')}\n", encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            (folder / HOLDER).unlink()
        connection.close()


def _holder(folder: Path) -> str:
    try:
        return one_line((folder / HOLDER).read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return "it does not say which"
