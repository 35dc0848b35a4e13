"""Reads the plain values of a command line without pydantic, which takes a tenth of a second to load.

typer has every value validated by a model of pydantic.  Here a text that obviously is a text, a path, a choice or a whole number
becomes one; whatever else there is, and whatever is wrong, is left to typer, so that messages are its own.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin

DIGITS_MOST = 18
_LEFT_TO_TYPER = ("parser", "clamp", "exists", "resolve_path", "allow_dash", "path_type", "formats")


def read_quickly(parameter: Any) -> None:
    """Let a parameter of typer's read plain values by itself."""
    if not any(getattr(parameter.type_descriptor.parameter_info, name, None) for name in _LEFT_TO_TYPER):
        parameter.process_value = partial(_processed, parameter, parameter.process_value)


class _NotPlain(Exception):
    """A value is for typer to read."""


def _processed(parameter: Any, by_typer: Any, context: Any, value: Any) -> Any:
    try:
        found = _read(parameter, value)
    except _NotPlain:
        return by_typer(context, value)
    return found if parameter.callback is None else parameter.callback(context, parameter, found)


def _read(parameter: Any, value: Any) -> Any:
    """The value of a parameter; `_NotPlain` unless there is one and it is plain."""
    kind, info = parameter.type_descriptor.annotation, parameter.type_descriptor.parameter_info
    several = parameter.multiple or parameter.nargs == -1
    if parameter.required and not value and value is not False or several and get_origin(kind) is not list:
        raise _NotPlain
    if several:
        if isinstance(value, str):
            raise _NotPlain
        return [_plain(get_args(kind)[0], info, each) for each in value] if value else ()
    return None if value is None else _plain(kind, info, value)


def _plain(kind: Any, info: Any, value: Any) -> Any:
    if not isinstance(kind, type):
        raise _NotPlain
    if isinstance(value, kind) and issubclass(kind, bool | str | Enum):
        return value
    if isinstance(value, str):
        if kind is Path and "\0" not in value:
            return Path(value)
        if issubclass(kind, Enum) and value in {each.value for each in kind}:
            return kind(value)
    if kind is int and (type(value) is int or isinstance(value, str) and value.isascii() and value.isdecimal()
                        and len(value) <= DIGITS_MOST):
        number = int(value)
        if (info.min is None or number >= info.min) and (info.max is None or number <= info.max):
            return number
    raise _NotPlain
