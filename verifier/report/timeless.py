"""Results without how long they took: files that are kept must not differ from run to run."""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields, has


def timeless(found: Any) -> Any:
    """The data without its times, all the way down."""
    if isinstance(found, tuple | list):
        return type(found)(timeless(each) for each in found)
    if not has(type(found)):
        return found
    values = {field.name: getattr(found, field.name) for field in fields(type(found))}
    return evolve(found, **{name: 0.0 if name == "seconds" else timeless(value) for name, value in values.items()
                            if name == "seconds" or isinstance(value, tuple | list) or has(type(value))})
