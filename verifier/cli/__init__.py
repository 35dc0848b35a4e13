"""The command `daybreak`: `main` runs it and gives its exit code.

| exit code | means |
|---|---|
| 0 | as expected |
| 12 | a property is violated, or an expectation is not met |
| 75 | a rule could not be evaluated |
| 124 | a limit was reached: what is not known is not a success |
| 130 | interrupted |
| 150 | bad input: the message says what, where, and what was expected |
| 255 | a fault of Daybreak's own |
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from verifier.cli import failure, terminal
from verifier.errors import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_LIMIT, DaybreakError, Problem


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code.  No exception leaves it but what ends Python itself."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    terminal.ready()
    try:
        return _run(given)
    except DaybreakError as error:
        return failure.told(error, given)
    except KeyboardInterrupt:
        failure.interrupted()
        return EXIT_INTERRUPTED
    except MemoryError:
        terminal.tell(str(Problem("DB508", "the memory ran out", hint="give less with --memory or --states")))
        return EXIT_LIMIT
    except Exception as error:
        return failure.told_bug(error, given)


def _run(arguments: list[str]) -> int:
    from typer._click.exceptions import UsageError

    from verifier.cli.app import command
    from verifier.scenario.visible import visible

    try:
        code = command()(args=arguments or ["--help"], prog_name="daybreak", standalone_mode=False)
    except UsageError as error:
        context = error.ctx.command_path if error.ctx is not None else "daybreak"
        message = " ".join(visible(error.format_message()).split()).rstrip(".")
        terminal.tell(str(Problem("DB500", message, hint=f"`{context} --help` says how it is used")))
        return EXIT_BAD_INPUT
    return code if isinstance(code, int) else 0
