"""How the decorators of a game are written.

One that is written otherwise registers nothing, so the rule below it would be missing without a word, or Python would complain in
words of its own.  The mistake is kept in `Game.misused`, and refused with all others when the game is loaded; the function below
is kept in `Game.unregistered`, since nobody knows what it would be to the rules that name it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature, unwrap
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from verifier.errors import Problem, did_you_mean
from verifier.lang.authored import where

P = ParamSpec("P")
R = TypeVar("R")


class _Misused(Protocol):
    misused: list[Problem]
    unregistered: list[Callable[..., Any]]
    phases: Any
    ends: tuple[Any, ...]


def written_as(method: Callable[P, R]) -> Callable[P, R]:
    """A decorator of a game that says how it is written when it is written otherwise (DB308)."""
    parameters = list(signature(method).parameters.values())[1:]
    first = parameters[0].name

    @wraps(method)
    def called(game: _Misused, *given: Any, **options: Any) -> Any:
        bare = bool(given) and (isinstance(unwrap(given[0]), FunctionType) or first == "function" and callable(given[0]))
        wrong = _wrong(parameters, given, options, bare=bare)
        if wrong is None:
            return method(game, *given, **options)  # type: ignore[arg-type]
        message, instead = wrong
        place, begin = (where(given[0]), f"{given[0].__name__}: ") if bare else (caller(), "")
        game.misused.append(Problem("DB308", f"{begin}@game.{method.__name__} {message}", place,
                                    instead or f"write {_example(method.__name__, game, parameters)}"))

        def kept(function: Callable[..., Any]) -> Callable[..., Any]:
            game.unregistered.append(function)
            return function

        return kept(given[0]) if bare else kept

    return cast(Callable[P, R], called)


def caller() -> str:
    """`file:line` of whoever called the function that asks."""
    frame = sys._getframe(2)
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def _wrong(parameters: list[Parameter], given: tuple[Any, ...], options: dict[str, Any], *, bare: bool) -> tuple[str, str] | None:
    """What is wrong with the arguments of a decorator, and what to write, if that depends on them; None if nothing is."""
    places = [each.name for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if bare and places == ["phase"]:
        return f"needs {_needed(parameters, (), options)}", ""
    if not bare and places == ["function"]:
        places = []  # with parentheses the function comes later
    named = [each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
    unknown, extra = [each for each in options if each not in (*places, *named)], given[len(places):]
    option = next((each for each in ("tape", "clause", "order") if each in named and each not in options), "")
    if extra and option and all(isinstance(each, str) for each in extra):
        return f"takes {option}=... by its name", f"write {option}={_text(extra)}"
    if unknown:
        return f"has no option {unknown[0]}", did_you_mean(unknown[0], [*places, *named])
    if extra:
        most = "the phase" if places else ""
        return f"takes nothing{f' but {most}' if most else ''} without a name" if named else "takes nothing in parentheses", ""
    if not given and parameters[0].name == "function" and parameters[0].default is Parameter.empty:
        return "takes nothing in parentheses, and stands without them", ""
    needed = _needed(parameters, given, options)
    return (f"needs {needed}", "") if needed and not bare else None


def _text(ids: tuple[str, ...]) -> str:
    quoted = [f'"{each}"' for each in ids]
    return quoted[0] if len(ids) == 1 else f"({', '.join(quoted)})"


def _needed(parameters: list[Parameter], given: tuple[Any, ...], options: dict[str, Any]) -> str:
    """What has to be given to a decorator and is not, in words."""
    words = {"phase": "the phase that the rule belongs to", "tape": "the tape that its outcomes come from"}
    missing = [each.name for each in parameters[len(given):] if each.default is Parameter.empty and each.name not in options]
    return " and ".join(words.get(each, each) for each in missing if each != "function")


def _example(name: str, game: _Misused, parameters: list[Parameter]) -> str:
    """How a decorator is written, with a phase of the game."""
    needed = {each.name for each in parameters if each.default is Parameter.empty}
    if "phase" not in needed:
        return f"@game.{name}"
    phase = next((each for each in game.phases if each not in game.ends), next(iter(game.phases)))
    tape = ', tape="deck"' if "tape" in needed else ""
    return f"@game.{name}({game.phases.__name__}.{phase.name}{tape})"
