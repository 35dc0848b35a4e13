"""The data of a report: the JSON of an answer, with a row on a line, and without what the rest tells, or a command.

`load_result` reads it as any other.  Left out are the tables of positions (`state`), which the scenario beside them lays out,
and, where something is varied, the difficulty of every single deal (`measured`), of which pages show what it comes to.
Indentation was more than half of such a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from verifier.report.json import SCHEMA, document
from verifier.report.timeless import altered
from verifier.results.effects import DistinguishingPosition, DistinguishingSide
from verifier.results.result import Result
from verifier.results.winnable import Winnability, WinnabilityPoint

ROW_MOST = 400  # letters on a line: what is longer stands part by part


def concise(found: Result) -> str:
    """An answer as the text of a file; the same bytes for the same answer."""
    return "".join(_rows({"schema": SCHEMA, **document(kept(found))})) + "\n"


def kept(found: Result) -> Result:
    """An answer without what is left out."""
    is_varied = isinstance(found, Winnability) and found.varied is not None

    def left_out(each: Any) -> Mapping[str, Any]:
        if isinstance(each, DistinguishingPosition | DistinguishingSide):
            return {"state": {}}
        return {"measured": ()} if is_varied and isinstance(each, WinnabilityPoint) else {}

    without: Result = altered(found, left_out)
    return without


def _rows(value: Any) -> Iterator[str]:
    row = _row(value)
    if len(row) <= ROW_MOST or not isinstance(value, dict | list):
        yield row
        return
    is_object = isinstance(value, dict)
    parts = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    yield row[0]
    for number, (name, each) in enumerate(parts):
        yield (",\n" if number else "\n") + (f"{_row(name)}:" if is_object else "")
        yield from _rows(each)
    yield f"\n{row[-1]}"


def _row(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
