"""The JSON Schema (draft 2020-12) of each kind of answer, made from its class as `verifier.report.json` writes it."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import fields, has, resolve_types

from verifier.report.formats import kinds
from verifier.report.json import SCHEMA, derived, property_of

NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
FRACTION = {"type": "object", "description": "A probability, or an expected value, exactly and as a number.",
            "additionalProperties": False, "properties": {"fraction": {"type": "string"}, "value": {"type": "number"}},
            "required": ["fraction", "value"]}


def schema_of(command: str) -> dict[str, Any]:
    """The schema of what a command answers with --json: of each of its `results`, if it gives several answers."""
    kind, parts = kinds()[command], dict[str, Any]()
    described = _object(kind, parts)
    properties = {"schema": {"const": SCHEMA}, "command": {"const": command}, **described["properties"]}
    return {"$schema": DRAFT, "title": command, **described, "properties": properties,
            "required": ["schema", "command", *described["required"]], "$defs": dict(sorted(parts.items()))}


def _object(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of a class, with those of the classes that it needs in `parts`."""
    properties: dict[str, Any] = {}
    for each in fields(resolve_types(kind)):
        if "flat" in each.metadata:
            assert isinstance(each.type, type)
            properties |= _object(each.type, parts)["properties"]
        elif "omitted" not in each.metadata:
            properties[each.name] = _value(each.type, parts, is_field=True)
    for name in derived(kind):
        properties[name] = _value(get_type_hints(property_of(kind, name).fget)["return"], parts)
    return {"type": "object", "description": cleandoc(kind.__doc__ or ""), "properties": properties, "required": list(properties),
            "additionalProperties": False}


def _value(kind: Any, parts: dict[str, Any], *, is_field: bool = False) -> dict[str, Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind is str and is_field:
        return {"type": ["string", "null"]}  # null: there is nothing to say
    if kind in NAMES:
        return {"type": NAMES[kind]}
    if kind is Fraction:
        return FRACTION
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [each.value for each in kind]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_value(each, parts) for each in inner]}
    if origin is tuple and inner[-1] is not Ellipsis:
        return {"type": "array", "prefixItems": [_value(each, parts) for each in inner],
                "minItems": len(inner), "maxItems": len(inner)}
    if origin in (tuple, list):
        return {"type": "array", "items": _value(inner[0], parts)}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _value(inner[1], parts)}
    assert has(kind), kind
    if kind.__name__ not in parts:
        parts[kind.__name__] = {}  # before its own parts are asked for
        parts[kind.__name__] = _object(kind, parts)
    return {"$ref": f"#/$defs/{kind.__name__}"}
