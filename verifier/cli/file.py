"""Files that commands write: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from verifier.errors import BadInput, Problem
from verifier.scenario.visible import visible


def write_file(path: Path, text: str) -> None:
    """Write a file through a temporary one beside it; BadInput (DB507) when that cannot be done, and then nothing is there."""
    name = visible(str(path))
    temporary: str | None = None
    try:
        path = Path(os.path.realpath(path))  # a link stays a link
        name = visible(str(path))
        if path.exists() and not path.is_file():
            raise BadInput(Problem("DB507", "expected a file to write to, this is something else", name))
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:64]}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
        temporary = None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(Problem("DB507", f"the file cannot be written: {visible(why)}", name)) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def make_folder(path: Path) -> None:
    """A folder to write to, made if it is not there; BadInput (DB507) when it cannot be."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise BadInput(Problem("DB507", f"the folder cannot be made: {error.strerror}", visible(str(path)))) from error
