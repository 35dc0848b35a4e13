"""Files that commands write: whole or not at all, and never over what is there unless `--force` says so.

| what is there already | without `--force` | with it |
|---|---|---|
| nothing | the file is written | the file is written |
| a file | refused (DB516) | replaced; its permissions are kept |
| a link to a file, or to where none is | refused (DB516) | the link stays, what it names is written |
| a link that leads back to itself | refused (DB516) | refused (DB507) |
| a folder, a device, a FIFO | refused (DB507) | refused (DB507) |
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from verifier.errors import BadInput, Problem
from verifier.visible import one_line, visible

# What a file system answers that has no hard links.
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


def refuse_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path], force: bool) -> None:
    """BadInput for files that a command is not to write (DB516 it is there, DB583 the command reads it, DB561 it is named twice),
    before anything is searched."""
    paths = [path for path in outputs if path is not None]
    problems = []
    for index, path in enumerate(paths):
        name = one_line(str(path))
        if any(_same(path, each) for each in inputs):
            problems.append(Problem("DB583", "the command reads this file, and would replace it", name, "name another file"))
        elif any(_same(path, each) for each in paths[:index]):
            problems.append(Problem("DB561", "both would go to the same file", name, "name another one"))
        elif not force and os.path.lexists(path) and not _is_other(path):
            problems.append(_there(name))
    if problems:
        raise BadInput(problems)


def refuse_page(page: Path | None, inputs: Sequence[Path], force: bool, *others: Path | None) -> None:
    """BadInput (DB582) for a page that cannot be written there, and for any output that `refuse_outputs` refuses."""
    # os.path says no where pathlib raises: for names that are too long, or hold what no name can.
    if page is not None and (os.path.isdir(page) or not os.path.isdir(page.parent)):
        raise BadInput(Problem("DB582", "expected a file in a folder that is there", one_line(str(page))))
    refuse_outputs((page, *others), inputs, force)


def _same(path: Path, other: Path) -> bool:
    # os.path says no where pathlib raises: for names that are too long, or hold what no name can.
    if os.path.exists(path) and os.path.exists(other):
        return os.path.samefile(path, other)
    return os.path.realpath(path) == os.path.realpath(other)


def _is_other(path: Path | str) -> bool:
    """Whether it is there and no file: a folder, a device."""
    return os.path.exists(path) and not os.path.isfile(path)


def _there(name: str) -> Problem:
    return Problem("DB516", "the file is there already", name, "name another one, or add --force to replace it")


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file through a temporary one beside it.

    BadInput when that cannot be done (DB507), or the file is there and not to be replaced (DB516): then nothing has changed.
    """
    with written_whole(path, force=force) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def written_whole(path: Path, *, force: bool) -> Iterator[BinaryIO]:
    """A file to write bytes to, which gets its name when all of them are written; BadInput as for `write_file`."""
    name = one_line(str(path))
    with _as_bad_input("file cannot be written", name):
        target = os.path.realpath(path) if force else str(path)
        if _is_other(target) or (force and os.path.islink(target)):
            raise BadInput(Problem("DB507", "expected a file to write to, this is something else", name))
        with _replaced(target, name, force) as file:
            yield file


@contextmanager
def _replaced(target: str, name: str, force: bool) -> Iterator[BinaryIO]:
    folder, last = os.path.split(target)
    handle, temporary = tempfile.mkstemp(dir=folder or os.curdir, prefix=f".{last[:64]}.")
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        if force:
            os.replace(temporary, target)
        else:
            _put(temporary, target, name)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _put(temporary: str, target: str, name: str) -> None:
    """Give a file its name, unless another came to have it meanwhile."""
    try:
        os.link(temporary, target)
    except FileExistsError as error:
        raise BadInput(_there(name)) from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(target):
            raise BadInput(_there(name)) from error
        os.replace(temporary, target)


def _mode(target: str) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    if os.path.exists(target):
        return os.stat(target).st_mode & 0o777
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _as_bad_input(what: str, name: str) -> Iterator[None]:
    """What the system refuses, as DB507."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(Problem("DB507", f"the {what}: {visible(why)}", name)) from error


def make_folder(path: Path) -> None:
    """A folder to write to, made if it is not there; BadInput (DB507) when it cannot be."""
    with _as_bad_input("folder cannot be made", one_line(str(path))):
        path.mkdir(exist_ok=True)


@contextmanager
def laid_whole(folder: Path) -> Iterator[None]:
    """A folder that is empty or not there, made and to be filled; when that fails it is as it was."""
    was_there = folder.is_dir()
    make_folder(folder)
    try:
        yield
    except BaseException:
        for each in sorted(folder.rglob("*"), reverse=True):  # what lies deeper comes first
            with suppress(OSError):
                each.rmdir() if each.is_dir() else each.unlink()
        if not was_there:
            with suppress(OSError):
                folder.rmdir()
        raise
