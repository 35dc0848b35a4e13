"""Runs a command line and turns every way in which it can end into a message and an exit code."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

from verifier.analysis.progress import watched_by
from verifier.cli import failure, terminal
from verifier.cli.progress import OnTerminal
from verifier.errors import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, DaybreakError, Problem, did_you_mean
from verifier.run import address_space

_NO_CHOICE = re.compile(r"(?P<about>.*)'(?P<word>.*)' is not one of (?P<choices>'.*')")
_QUOTED = re.compile(r"'([^']*)'")


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name; its exit code."""
    with terminal.ready(), watched_by(OnTerminal()):
        from verifier.cli.app import Interrupted

        try:
            code = _invoke(arguments)
            sys.stdout.flush()  # what was printed in passing
            return code
        except DaybreakError as error:
            return failure.report_error(error, arguments)
        except (Interrupted, KeyboardInterrupt):
            failure.interrupted()
            return EXIT_INTERRUPTED
        except MemoryError:
            terminal.put_message(str(Problem("DB508", "the memory ran out", hint="give less with --memory or --states")))
            return EXIT_LIMIT
        except (ImportError, OSError) as error:  # libraries say it so
            if not address_space.has_room(address_space.LITTLE):
                terminal.put_message(str(Problem("DB508", "there is too little address space", "ulimit -v", "allow it more")))
                return EXIT_LIMIT
            return failure.report_error(failure.refused(error), arguments) if isinstance(error, OSError) \
                else failure.report_bug(error, arguments)
        except BaseException as error:  # whatever it is, it ends here: Python would make an exit code or a traceback of it
            return failure.report_bug(error, arguments)


def _invoke(arguments: list[str]) -> int:
    from verifier.cli.app import command, help_of_all

    if arguments in ([], ["--help"], ["-h"]) and "_DAYBREAK_COMPLETE" not in os.environ and (text := help_of_all()) is not None:
        terminal.put_out(text)
        return EXIT_OK
    from typer._click.exceptions import UsageError

    from verifier.visible import visible

    found = command(arguments[0] if arguments else None)
    try:
        code = found(args=arguments or ["--help"], prog_name="daybreak", standalone_mode=False)
    except UsageError as error:
        named = _named(found, arguments)
        context = error.ctx.command_path if error.ctx is not None else named  # the parser forgets it where a value is missing
        message = " ".join(visible(error.format_message()).split()).rstrip(".") or "no command is named"
        message, meant = _of_choices(message.replace("Value error, ", ""))
        terminal.put_message(str(Problem("DB500", message, hint=f"{meant}`{context} --help` says how it is used")))
        return EXIT_BAD_INPUT
    return code if isinstance(code, int) else EXIT_OK


def _of_choices(message: str) -> tuple[str, str]:
    """What the parser says of a word that is none of its choices, without its quotes, and which one may be meant."""
    found = _NO_CHOICE.fullmatch(message)
    if found is None:
        return message, ""
    choices = _QUOTED.findall(found["choices"])
    close = did_you_mean(found["word"], choices)
    return f"{found['about']}{found['word']!r} is not one of {', '.join(choices)}", f"{close} " if close.startswith("did") else ""


def _named(group: Any, arguments: list[str]) -> str:
    """The command that arguments call, as far as there is one."""
    words = ["daybreak"]
    for word in arguments:
        if word not in getattr(group, "commands", {}):
            break
        group = group.commands[word]
        words.append(word)
    return " ".join(words)
