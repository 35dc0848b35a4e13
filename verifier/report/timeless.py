"""Results without how long they took: files that are kept must not differ from run to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, fields, fields_dict, has

_TIMES = {"seconds": 0.0, "seconds_a_deal": None}  # the names of times, whatever result they are in


def timeless(found: Any) -> Any:
    """The data without its times, all the way down."""
    return altered(found, lambda each: {name: nothing for name, nothing in _TIMES.items() if name in fields_dict(type(each))})


def altered(found: Any, values: Callable[[Any], Mapping[str, Any]]) -> Any:
    """The data with other values of some fields, all the way down: `values` says which, of each object."""
    if isinstance(found, tuple | list):
        return type(found)(altered(each, values) for each in found)
    if not has(type(found)):
        return found
    others = values(found)
    inside = {field.name: getattr(found, field.name) for field in fields(type(found)) if field.name not in others}
    return evolve(found, **others, **{name: altered(value, values) for name, value in inside.items()
                                      if isinstance(value, tuple | list) or has(type(value))})
