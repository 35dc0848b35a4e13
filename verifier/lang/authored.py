"""What the author of a game wrote as ordinary Python: boards, pictures, checks of editions, the modules themselves.

Whatever goes wrong in it is reported as the author's mistake, with the file and the line.  What it prints goes to stderr: stdout
is for answers.  Nothing helps against code that ends the process by itself (`os._exit`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from enum import EnumType
from inspect import unwrap
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

from verifier.errors import DaybreakError, Problem, RuleFailed, nearest

REASON_MOST = 200
MEMBERS_MOST = 12


@contextmanager
def authored(what: str, function: Callable[..., Any]) -> Iterator[None]:
    """While an author's function runs: RuleFailed (DB406) for what it raises, at the innermost line of its package."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except BaseException as error:
        if not is_mistake(error):
            raise
        place = place_of(error, function.__module__) or (where(function) if hasattr(function, "__code__") else "")
        raise RuleFailed(Problem("DB406", f"{what} fails: {reason(error)}", place, "correct the function")) from error


def where(function: Callable[..., Any]) -> str:
    """`file:line` where a function begins; what is called like one (a class) and is none has only its name."""
    code = getattr(unwrap(function), "__code__", None)
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}" if code is not None else function.__name__


def is_mistake(error: BaseException) -> bool:
    """Whether somebody's code has gone wrong: not if the user wants to stop, the memory is out, or it is reported already."""
    return not (type(error) is KeyboardInterrupt or isinstance(error, MemoryError | DaybreakError))


def reason(error: BaseException) -> str:
    """What was raised, in one line; by its name alone if it cannot even say so.  Of a name that is not there, what is like it."""
    try:
        said = str(error)
    except Exception:
        said = ""
    told = _misspelt(error) if type(error) in (AttributeError, NameError) else ""
    return told or f"{type(error).__name__}: {said}".rstrip(": ").partition("\n")[0][:REASON_MOST]


def _misspelt(error: BaseException) -> str:
    """In words, a name that neither a module nor a thing has; nothing if that is not known."""
    name, thing = getattr(error, "name", None), getattr(error, "obj", None)
    if not isinstance(name, str):
        return ""
    if isinstance(error, NameError):
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        known = {*frames[-1].f_locals, *frames[-1].f_globals} if frames else set()
        return f"nothing is named {name}; {nearest(name, known) or 'import or define it'}".strip()
    if isinstance(thing, EnumType):
        return f"{thing.__name__} has no member {name}; {nearest(name, thing.__members__)}its members: " \
            f"{', '.join(list(thing.__members__)[:MEMBERS_MOST])}"
    if isinstance(thing, ModuleType) or type(thing).__module__.startswith("verifier.lang"):
        what = thing.__name__ if isinstance(thing, ModuleType) else f"a {type(thing).__name__}"
        return f"{what} has no {name}; {nearest(name, [each for each in dir(thing) if not each.startswith('_')])}".rstrip("; ")
    return ""


def place_of(error: BaseException, module: str) -> str:
    """`file:line` of the innermost frame in the package of a module; nothing if there is none.

    An annotation is a text that is evaluated, which is no file: its place is the line that asks for it.
    """
    package = module.partition(".")[0]
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)
              if str(frame.f_globals.get("__name__", "")).partition(".")[0] == package
              and not frame.f_code.co_filename.startswith("<")]
    return f"{Path(frames[-1][0]).name}:{frames[-1][1]}" if frames else ""
