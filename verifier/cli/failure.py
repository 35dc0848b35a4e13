"""How a command that fails ends: a coded message on stderr and an exit code, never a traceback.

Our own faults (255) leave a reproducer: a file with the command, the versions, the traceback and the files that the command
was given, in the current folder or, if nothing can be written there, the temporary one.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from verifier import __version__
from verifier.cli.terminal import put_message
from verifier.errors import EXIT_BUG, BadInput, DaybreakError, Problem
from verifier.visible import one_line, visible

FILE_BYTES_MOST = 64 * 1024


def report_error(error: DaybreakError, arguments: Sequence[str]) -> int:
    """Tell an error's problems; the exit code that it stands for."""
    for problem in error.problems:
        put_message(str(problem))
    if error.exit_code == EXIT_BUG:
        _keep_reproducer(error, arguments)
    return error.exit_code


def refused(error: OSError) -> BadInput:
    """What the system refused somewhere inside a command: a disk that fails, too many open files, a file of ours gone."""
    name = "" if error.filename is None else one_line(str(error.filename))
    return BadInput(Problem("DB517", f"the system refuses: {error.strerror or error}", name, "correct that and try again"))


def report_bug(error: BaseException, arguments: Sequence[str]) -> int:
    """Tell that Daybreak itself failed; 255."""
    put_message(str(Problem("DB900", f"a fault of Daybreak's own: {type(error).__name__}: {_first_line(error)}")))
    _keep_reproducer(error, arguments)
    return EXIT_BUG


def _first_line(error: BaseException) -> str:
    return visible(str(error).partition("\n")[0])[:200]


def _keep_reproducer(error: BaseException, arguments: Sequence[str]) -> None:
    text = reproducer(error, arguments)
    name = f"daybreak-fault-{blake2b(text.encode('utf-8', 'replace'), digest_size=4).hexdigest()}.txt"
    for folder in (Path(), Path(tempfile.gettempdir())):
        try:
            path = folder / name
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        put_message(f"What is needed to see it again is in {path}; please report it.")
        return
    put_message("What is needed to see it again could not be written anywhere.")


def reproducer(error: BaseException, arguments: Sequence[str]) -> str:
    """Everything that is needed to see a fault again, as text."""
    parts = [f"daybreak {__version__}, python {platform.python_version()}, {platform.system()} {platform.machine()}",
             "command: " + " ".join(repr(argument) for argument in ("daybreak", *arguments)),
             "".join(traceback.format_exception(error))]
    parts += [f"---- {argument}\n{_beginning(argument)}" for argument in arguments if os.path.isfile(argument)]
    return "\n\n".join(parts) + "\n"


def _beginning(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(FILE_BYTES_MOST).decode("utf-8", "backslashreplace")
    except OSError as error:
        return f"(cannot be read: {error.strerror})"


def interrupted() -> None:
    """Tell that the user stopped the command before it had an answer."""
    if sys.stderr.isatty():
        put_message("")
    put_message("interrupted")
