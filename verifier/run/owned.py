"""Folders and files that belong to this user, and that nobody else can write.

A folder is reached one component at a time, each opened without following a link and checked once it is open, so that
nothing can be put in its place between check and use.  A file is read from the descriptor that was checked.
What goes wrong is an `OSError`: `NotOwned`, which says what to do, or what the system says (no such file, no space left).

Not checked: lists of access rights that do not show in the mode (on Linux they do).
"""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
import time
from collections.abc import Iterator
from pathlib import Path

LINKS_MAX, FILE_BYTES_MAX = 40, 1 << 30
PART, PART_SECONDS_MAX = ".part", 3600.0  # a file that is being written; an old one was left by a process that died
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PASSED = _FOLDER | getattr(os, "O_PATH", os.O_RDONLY)  # a folder on the way need not be readable
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC  # whoever opens a pipe would wait
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class NotOwned(OSError):
    """A folder or a file that another user could have written; the text says which, and what to do."""


@contextlib.contextmanager
def own_folder(path: Path, *, make: bool = False) -> Iterator[int]:
    """A descriptor of a folder of this user's, while the context lasts; what is missing is made, if asked, for this user alone.

    The folders above it, and the links that lead to it, belong to this user or to root, and nobody else can replace them.
    """
    folder = _reached(path, make=make)
    try:
        yield folder
    finally:
        os.close(folder)


def read_own(folder: int, name: str, *, private: bool = False) -> bytes:
    """The content of a file of this user's; `private` asks that others cannot read it either."""
    file = os.open(name, _READ, dir_fd=folder)
    with os.fdopen(file, "rb") as opened:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise NotOwned(f"{name} is not a file; delete it")
        if status.st_size > FILE_BYTES_MAX:
            raise NotOwned(f"{name} is too large; delete it")
        if status.st_uid != os.geteuid():
            raise NotOwned(f"{name} belongs to user {status.st_uid}; delete it")
        if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO if private else _OTHERS_WRITE):
            raise NotOwned(f"{name} can be {'read' if private else 'written'} by other users; delete it")
        return opened.read()


def write_own(folder: int, name: str, content: bytes, *, replace: bool = True) -> None:
    """Write a file for this user alone, whole or not at all.  If nothing may be replaced, FileExistsError where something is."""
    part = f".{name}.{os.urandom(8).hex()}{PART}"
    try:
        with os.fdopen(os.open(part, _NEW, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
        if replace:
            os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        else:
            os.link(part, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    finally:
        delete_own(folder, part)


def delete_own(folder: int, name: str) -> None:
    """Delete a file, if it is there and can be deleted."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=folder)


def delete_parts(folder: int) -> None:
    """Delete what processes that died while they wrote have left."""
    for name in os.listdir(folder):
        if name.endswith(PART):
            with contextlib.suppress(OSError):
                if time.time() - os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime > PART_SECONDS_MAX:
                    os.unlink(name, dir_fd=folder)


def _reached(path: Path, *, make: bool) -> int:
    """A descriptor of a folder that may be listed, with every folder on the way checked."""
    left, where, links = [*reversed(Path(os.path.abspath(path)).parts[1:])], "/", 0
    here = os.open(where, _PASSED)
    try:
        while left:
            _check_passed(here, where)
            name = left.pop()
            target = _link(here, name, where)
            if target is None:
                following, where = _entered(here, name, make=make), os.path.normpath(os.path.join(where, name))
            else:
                links += 1
                if links > LINKS_MAX:
                    raise NotOwned(f"{path} leads through more than {LINKS_MAX} links")
                left += reversed([part for part in target.split("/") if part])
                where = "/" if target.startswith("/") else where
                following = os.open("/" if target.startswith("/") else ".", _PASSED, dir_fd=here)
            os.close(here)
            here = following
        _check_own(here, where)
        return os.open(".", os.O_RDONLY | _FOLDER, dir_fd=here)
    finally:
        os.close(here)


def _link(folder: int, name: str, where: str) -> str | None:
    """Where a link leads; None for what is none, or is missing."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not stat.S_ISLNK(status.st_mode):
        return None
    if status.st_uid not in (0, os.geteuid()):
        raise NotOwned(f"the link {os.path.join(where, name)} belongs to user {status.st_uid}")
    return os.readlink(name, dir_fd=folder)


def _entered(folder: int, name: str, *, make: bool) -> int:
    try:
        return os.open(name, _PASSED, dir_fd=folder)
    except FileNotFoundError:
        if not make:
            raise
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, 0o700, dir_fd=folder)
    return os.open(name, _PASSED, dir_fd=folder)


def _check_passed(folder: int, where: str) -> None:
    """A folder on the way: only this user and root can replace what is in it."""
    status = os.fstat(folder)
    if status.st_uid not in (0, os.geteuid()):
        raise NotOwned(f"{where} belongs to user {status.st_uid}")
    if status.st_mode & _OTHERS_WRITE and not status.st_mode & stat.S_ISVTX:
        raise NotOwned(f"{where} can be written by other users: chmod go-w {shlex.quote(where)}")


def _check_own(folder: int, where: str) -> None:
    status = os.fstat(folder)
    if status.st_uid != os.geteuid():
        raise NotOwned(f"{where} belongs to user {status.st_uid}")
    if status.st_mode & _OTHERS_WRITE:
        raise NotOwned(f"{where} can be written by other users: chmod go-w {shlex.quote(where)}")
