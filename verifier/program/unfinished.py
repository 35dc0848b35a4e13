"""What else can be said of a game package whose import has failed: other files that Python cannot read, and mistakes in the rules
that were there already.  Rules behind the line that failed are not known.
"""

from __future__ import annotations

import ast
import sys
import warnings
from pathlib import Path
from traceback import walk_tb
from typing import Any

from verifier.errors import BadInput, Problem
from verifier.lang.front import read_rules
from verifier.lang.game import Game
from verifier.ledger.clauses import load_clauses
from verifier.ledger.readings import load_readings
from verifier.program.program import unknown_mentions


def other_syntax_errors(error: BaseException, module: str) -> list[SyntaxError]:
    """The files beside the one that failed, in the folder of a package, that are no Python either; each with its first error."""
    frames = [Path(frame.f_code.co_filename) for frame, _ in walk_tb(error.__traceback__)
              if _is_of(module, str(frame.f_globals.get("__name__", "")))]
    failed = Path(error.filename) if isinstance(error, SyntaxError) and error.filename else frames[-1] if frames else None
    if failed is None or not (failed.parent / "__init__.py").is_file():
        return []
    found = [_syntax_error(path) for path in sorted(failed.parent.glob("*.py")) if path != failed]
    return [each for each in found if each is not None]


def _syntax_error(path: Path) -> SyntaxError | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        return error
    except (OSError, ValueError):
        pass
    return None


def refused_so_far(name: str, module: str, error: BaseException) -> list[Problem]:
    """What is refused of the rules that a game had when the import of its package failed.

    They may name what was to come.  Nothing if the package did not get as far as making its game.
    """
    game = _begun(name, module, error)
    if game is None:
        return []
    try:
        front = read_rules(game, finished=False)
        rulebook, readings = load_clauses(game.folder), load_readings(game.folder)
    except BadInput as refused:
        return [*game.misused, *refused.problems]
    return [*game.misused, *front.problems, *unknown_mentions(front, rulebook, readings)]


def _begun(name: str, module: str, error: BaseException) -> Game[Any, Any] | None:
    places = [frame.f_globals for frame, _ in walk_tb(error.__traceback__)]
    places += [vars(each) for known, each in list(sys.modules.items()) if _is_of(module, known)]
    return next((value for names in places for value in list(names.values()) if isinstance(value, Game) and value.name == name),
                None)


def _is_of(module: str, name: str) -> bool:
    """Whether a module is of the same package as another."""
    return name.partition(".")[0] == module.partition(".")[0]
