"""Answers as JSON, and back: one object, `schema` and `command` first, then the fields of the answer's class, by their names.

The classes in `verifier.results` say what each field means; their properties that are numbers, texts, flags, or records
of these are included.  What an answer is about stands beside its own fields.  An empty text is null, and so is what is not
known; a probability is `fraction` and `value`; boards and pictures, which are only for display, are left out.  The same
answer gives the same bytes except for `seconds`, and for the counts of a `search`.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from itertools import repeat
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, fields, has, resolve_types
from cattrs import Converter

from verifier.errors import BadInput, Problem
from verifier.report.formats import kinds
from verifier.results.result import Result, short
from verifier.visible import shown

SCHEMA = 2
PLAIN = (bool, int, float, str)
DIGITS = 3  # of seconds


def text(document: Mapping[str, Any]) -> str:
    """A document as the text that goes to stdout."""
    return json.dumps({"schema": SCHEMA, **document}, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def to_json(found: Result) -> str:
    """An answer as text."""
    return text(document(found))


def document(found: Result) -> dict[str, Any]:
    """An answer as plain data, without its `schema`."""
    return {"command": found.command, **_converter().unstructure(found)}


def results(documents: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What a command shows that gives several answers, also if it is one: `results`, each an object as for an answer alone."""
    return {"results": [{"schema": SCHEMA, **each} for each in documents]}


def loaded(text: str) -> Result:
    """The answer that a text of ours holds; BadInput (DB517) for any other text.

    It equals the answer that the text was made from.  What is only there to be shown is None.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(Problem("DB517", f"expected the JSON of an answer: {type(error).__name__}")) from None
    known = kinds()
    if not isinstance(document, dict) or document.get("schema") != SCHEMA or document.get("command") not in known:
        several = isinstance(document, dict) and "results" in document
        raise BadInput(Problem("DB517", f"expected the JSON of an answer, with schema {SCHEMA} and a command",
                               hint="take one object of its results" if several else "write it with to_json, or with --json"))
    try:
        found: Result = _converter().structure(document, known[document["command"]])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadInput(Problem("DB517", f"it is no answer of `{document['command']}`: {shown(str(error))}")) from None
    return found


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=False)
    converter.register_unstructure_hook(Fraction, lambda value: {"fraction": str(value), "value": float(value)})
    converter.register_structure_hook(Fraction, lambda value, _: Fraction(_checked(_checked(value, dict)["fraction"], str)))
    for kind in PLAIN:
        converter.register_structure_hook(kind, _plain)
    converter.register_structure_hook(StrEnum, lambda value, kind: kind(value))
    converter.register_structure_hook_func(
        _is_grade_or_text, lambda value, _: value if isinstance(value, str) else _checked(value, dict))
    converter.register_structure_hook_func(lambda kind: kind == int | str | None, lambda value, _: _number_or_word(value))
    converter.register_structure_hook_func(_is_tuple, partial(_tuple, converter))
    converter.register_structure_hook_func(_is_mapping, partial(_mapping, converter))
    converter.register_unstructure_hook_factory(has, lambda kind: _to_json(converter, kind))
    converter.register_structure_hook_factory(has, lambda kind: _read(converter, kind))
    return converter


def _plain(value: Any, kind: type) -> Any:
    if value is None and kind is str:
        return ""
    if kind is float and type(value) is int:
        return float(value)
    return _checked(value, kind)


def _tuple(converter: Converter, value: Any, kind: Any) -> tuple[Any, ...]:
    inner = get_args(kind)
    kinds = repeat(inner[0], len(_checked(value, list))) if inner[-1] is Ellipsis else inner
    return tuple(converter.structure(each, of) for each, of in zip(_checked(value, list), kinds, strict=True))


def _mapping(converter: Converter, value: Any, kind: Any) -> dict[str, Any]:
    return {name: converter.structure(each, get_args(kind)[1]) for name, each in _checked(value, dict).items()}


def _is_tuple(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is tuple


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _checked(value: Any, kind: type) -> Any:
    """The value, if it is of that type and no other (True is no number)."""
    if type(value) is not kind:
        raise ValueError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value


def _number_or_word(value: Any) -> int | str | None:
    return value if value is None else _checked(value, int if type(value) is int else str)


def _is_grade_or_text(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType) and str in get_args(kind) and type(None) not in get_args(kind)


def _to_json(converter: Converter, kind: type) -> Callable[[Any], dict[str, Any]]:
    """Answers of a class to plain data."""
    resolve_types(kind)
    kept = [each for each in fields(kind) if "omitted" not in each.metadata]
    names = derived(kind)

    def to_dict(found: Any) -> dict[str, Any]:
        document: dict[str, Any] = {}
        for each in kept:
            value = getattr(found, each.name)
            if "flat" in each.metadata:
                document |= converter.unstructure(value)
            else:
                document[each.name] = _worded(each, value) if type(value) in PLAIN else converter.unstructure(value)
        for name in names:
            document[name] = converter.unstructure(getattr(found, name))
        return document
    return to_dict


def _worded(of: Attribute[Any], value: Any) -> Any:
    if of.name == "seconds":
        return round(value, DIGITS)
    if "short" in of.metadata:
        return short(value)
    return None if value == "" and of.type is str else value


def derived(kind: type) -> list[str]:
    """The properties of a class that are numbers, texts, flags, or records and dicts of these, by their order there."""
    names = [name for of in reversed(kind.__mro__) for name, value in vars(of).items()
             if isinstance(value, property) and not name.startswith("_")]
    return [name for name in names if _is_plain(get_type_hints(property_of(kind, name).fget)["return"])]


def property_of(kind: type, name: str) -> property:
    """A property of a class or of one above it."""
    found = next(vars(of)[name] for of in kind.__mro__ if name in vars(of))
    assert isinstance(found, property)
    return found


def _is_plain(kind: Any) -> bool:
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return all(each in (*PLAIN, type(None)) or get_origin(each) is dict or _is_record(each) for each in kinds)


def _is_record(kind: Any) -> bool:
    """Whether it is a class of answers that has nothing but numbers, texts and flags."""
    return has(kind) and all(each.type in PLAIN for each in fields(resolve_types(kind)))


def _read(converter: Converter, kind: type) -> Callable[[Any, Any], Any]:
    """Plain data to answers of a class: fields of other names are left alone, those that are missing have their defaults."""
    resolve_types(kind)
    known = fields(kind)

    def from_dict(document: Any, _: Any) -> Any:
        _checked(document, dict)
        values: dict[str, Any] = {}
        for each in known:
            if "flat" in each.metadata:
                values[each.name] = converter.structure(document, each.type)
            elif "omitted" in each.metadata:
                if each.default is NOTHING:
                    values[each.name] = None
            elif each.name in document:
                values[each.name] = converter.structure(document[each.name], each.type)
            elif each.default is NOTHING:
                raise ValueError(f"{each.name} is missing")
        return kind(**values)
    return from_dict
