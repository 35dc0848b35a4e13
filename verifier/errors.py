"""Errors that users see: each has a stable code, says what was expected and what to do, and decides the exit code.

Code ranges: DB1xx files and limits, DB2xx contents of scenarios, editions and ledgers, DB3xx a game's rules at load,
DB4xx rules at run time, DB5xx the command line and what is installed, DB9xx our own bugs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ctypes import ArgumentError
from difflib import get_close_matches

from attrs import frozen

EXIT_OK = 0
EXIT_VIOLATED = 12
EXIT_RULE = 75
EXIT_LIMIT = 124
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143
EXIT_BAD_INPUT = 150
EXIT_BUG = 255


@frozen
class Problem:
    """One thing that is wrong: a code, what was expected, where (`$.deal.deck[3]` or `file:line`), and what to do next."""

    code: str
    message: str
    path: str = ""
    hint: str = ""

    def __str__(self) -> str:
        where = f" @ {self.path}" if self.path else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.code} {self.message}{where}{hint}"


class DaybreakError(Exception):
    """The root of every error that is shown to users; `problems` holds at least one."""

    exit_code = EXIT_BUG

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code

    def __reduce__(self) -> tuple[type[DaybreakError], tuple[tuple[Problem, ...]]]:
        """What another process sends is the same error here."""
        return type(self), (self.problems,)


class BadInput(DaybreakError):
    """A file, an option or a game package that cannot be used; nothing was written."""

    exit_code = EXIT_BAD_INPUT


class RuleRefused(BadInput):
    """A rule module outside the language's subset, or one that fails a check at load."""


class RuleFailed(DaybreakError):
    """A rule that could not be evaluated: a value left its range, a loop its bound, a pile was empty."""

    exit_code = EXIT_RULE


class OutOfMemory(DaybreakError):
    """The memory ran out, or is too little to begin with: not known is not a success."""

    exit_code = EXIT_LIMIT


class EngineBug(DaybreakError):
    """Two executions disagree, or a line does not replay: our fault, never a verdict."""

    exit_code = EXIT_BUG


@contextmanager
def interrupts() -> Iterator[None]:
    """Ctrl-C as KeyboardInterrupt, also where ctypes makes another error of it: while a function gets its arguments."""
    try:
        yield
    except ArgumentError as error:
        if "KeyboardInterrupt" not in str(error):
            raise
        raise KeyboardInterrupt from error


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean "x"? ` when a known word is close, otherwise nothing: to stand before what there is."""
    close = get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"? ' if close else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean "x"?` when a known word is close, otherwise the known words (at most twelve)."""
    names = sorted(set(known))
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    if not names:
        return "none is known here"
    more = ", ..." if len(names) > 12 else ""
    return f"known: {', '.join(names[:12])}{more}"
