"""Reads an untrusted TOML file within limits, so that whatever it holds ends in a coded error: soon, and in little memory.

Before parsing, because the parser itself can be attacked (a dotted key of 64 KiB costs gigabytes, nesting its stack):

| code | limit |
|---|---|
| DB101, DB102, DB103 | the file is there; it can be opened and read; it is a regular file |
| DB104, DB105, DB106 | its size; strict UTF-8; no control characters but tab and newline |
| DB107, DB108 | how many lines; how long a line is |
| DB109, DB110 | nesting of brackets; parts of a dotted key |

While parsing: DB111, it is not TOML.  After parsing: DB112 nesting of values, DB113 entries of a list or table, DB114 length
of a string or key, DB115 integers beyond 32 bits, DB116 floats, DB117 dates and times.  Hidden characters in strings and
keys are made visible here, once (`verifier.visible`).
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.complaints import Complaints, at
from verifier.errors import BadInput, Problem
from verifier.lang.types import INT_MAX, INT_MIN
from verifier.visible import one_line, visible


@frozen
class Limits:
    """How large a document may be; every number is the most that is still accepted."""

    bytes_most: int = 64 * 1024
    lines_most: int = 2_000
    line_characters_most: int = 1_000
    brackets_most: int = 16
    key_parts_most: int = 16
    depth_most: int = 8
    entries_most: int = 4_096
    string_most: int = 256


SCENARIO = Limits()
# The rulebook, readings and editions that come with a game are larger and trusted, but a slip in them is reported the same way.
LEDGER = Limits(bytes_most=2**20, lines_most=20_000, line_characters_most=4_000, string_most=4_000)

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# One pass over the text that steps over comments and strings.  Nothing here can fail half-way and be tried again (an
# unterminated string runs to the end of its line, or of the text), so that the time is linear in the text.  The groups are greedy
# and not possessive, which comes to the same: Python 3.11.2, Debian's, steps too far behind a possessive group.
_TOKEN = re.compile(
    r'#[^\n]*+|"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"{3,5}+|\\?\Z)|' + r"'''(?:[^']|'(?!''))*(?:'{3,5}+|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*"?+' + r"|'[^'\n]*+'?+|[\[\]{}.=,\n]"
)


def read_document(path: Path, limits: Limits = SCENARIO, prefix: str = "") -> dict[str, Any]:
    """The tables of a TOML file, checked against the limits; raises BadInput with DB1xx problems, never anything else.

    Problems with the file itself name it; `prefix` goes before the paths (`$.deal`) of problems with what it says.
    """
    return parse_document(read_bytes(path, limits.bytes_most), one_line(str(path)), limits, prefix)


def read_bytes(path: Path, bytes_most: int) -> bytes:
    """The bytes of a regular file, one more than allowed at the most; a FIFO or a device is refused without waiting for it."""
    name = one_line(str(path))
    try:
        # Looked at before it is opened, since opening some devices does something, and again once it is open.
        _regular(os.stat(path), name)
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with open(handle, "rb", buffering=0) as file:
            _regular(os.fstat(handle), name)
            data = _at_most(file, bytes_most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadInput(Problem("DB101", "there is no such file", name)) from error
    except OSError as error:
        raise BadInput(Problem("DB102", f"the file cannot be read: {error.strerror or error}", name)) from error
    except ValueError as error:
        raise BadInput(Problem("DB102", "no file can have this name", name)) from error
    return data


def _regular(status: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"))
        what = next((text for test, text in kinds if test(status.st_mode)), "a device")
        raise BadInput(Problem("DB103", f"expected a regular file, this is {what}", name))


def _at_most(file: Any, count: int) -> bytes:
    """Up to `count` bytes: a single read may return fewer than the file holds."""
    parts: list[bytes] = []
    while count > 0 and (part := file.read(count)):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def parse_document(data: bytes, name: str, limits: Limits = SCENARIO, prefix: str = "") -> dict[str, Any]:
    """The tables of TOML text, checked against the limits before and after parsing; `name` is what messages call it."""
    text = _text_of(data, name, limits)
    complaints = Complaints()
    _check_lines(text, name, limits, complaints)
    _check_nesting(text, name, limits, complaints)
    complaints.refuse_if_any()
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        why = "nested too deeply" if isinstance(error, RecursionError) else visible(str(error))
        raise BadInput(Problem("DB111", f"not TOML: {why}", name,
                               "correct it there: texts stand in quotes, lists in [...], and each key has a line of its own"))\
            from error
    complaints = Complaints(prefix)
    checked: dict[str, Any] = _checked(document, "$", 0, limits, complaints)
    complaints.refuse_if_any()
    return checked


def _text_of(data: bytes, name: str, limits: Limits) -> str:
    if len(data) > limits.bytes_most:
        raise BadInput(Problem("DB104", f"the file is larger than {limits.bytes_most} bytes", name))
    try:
        return data.decode("utf-8", errors="strict").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(Problem("DB105", f"the file is not UTF-8: byte {error.start} is {data[error.start]:#04x}",
                               name, "save it as UTF-8")) from error


def _check_lines(text: str, name: str, limits: Limits, complaints: Complaints) -> None:
    lines = text.removesuffix("\n").split("\n")
    if len(lines) > limits.lines_most:
        complaints.add("DB107", f"{len(lines)} lines; at most {limits.lines_most} are allowed", name)
    for number, line in enumerate(lines, 1):
        if len(line) > limits.line_characters_most:
            complaints.add("DB108", f"{len(line)} characters; at most {limits.line_characters_most} are allowed in a line",
                           f"{name}:{number}")
        found = _CONTROL.search(line)
        if found:
            complaints.add("DB106", f"the control character U+{ord(found.group()):04X} is not allowed", f"{name}:{number}")


def _check_nesting(text: str, name: str, limits: Limits, complaints: Complaints) -> None:
    """Refuse deep brackets and long dotted keys; outside strings and comments a dot stands in keys (and floats) only."""
    line, depth, parts = 1, 0, 1
    for found in _TOKEN.finditer(text):
        token = found.group()
        if token == ".":
            parts += 1
            if parts > limits.key_parts_most:
                complaints.add("DB110", f"a dotted key has more than {limits.key_parts_most} parts", f"{name}:{line}")
                return
        elif token in "[{":
            depth, parts = depth + 1, 1
            if depth > limits.brackets_most:
                complaints.add("DB109", f"brackets are nested deeper than {limits.brackets_most}", f"{name}:{line}")
                return
        elif token in "]}":
            depth, parts = max(depth - 1, 0), 1
        elif token in "=,\n":
            parts = 1
        line += token.count("\n")


def _checked(value: Any, path: str, depth: int, limits: Limits, complaints: Complaints) -> Any:
    """A copy of a parsed value with its texts made visible; complains about everything beyond the limits."""
    if isinstance(value, str):
        return _text(value, path, limits, complaints)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not INT_MIN <= value <= INT_MAX:
            complaints.add("DB115", "an integer beyond 32 bits", path, f"allowed are {INT_MIN}..{INT_MAX}")
        return value
    if isinstance(value, (dict, list)):
        if depth > limits.depth_most:
            complaints.add("DB112", f"values are nested deeper than {limits.depth_most}", path)
            return type(value)()
        if len(value) > limits.entries_most:
            complaints.add("DB113", f"{len(value)} entries; at most {limits.entries_most} are allowed", path)
            return type(value)()
        if isinstance(value, list):
            return [_checked(item, at(path, index), depth + 1, limits, complaints) for index, item in enumerate(value)]
        return {_text(key, path, limits, complaints): _checked(item, at(path, visible(key)), depth + 1, limits, complaints)
                for key, item in value.items()}
    if isinstance(value, float):
        complaints.add("DB116", "a number with a fraction, or not a number", path, "only whole numbers are used here")
    else:
        assert isinstance(value, (date, time))
        complaints.add("DB117", "a date or time", path, "write it as a text, in quotes")
    return None


def _text(value: str, path: str, limits: Limits, complaints: Complaints) -> str:
    if len(value) > limits.string_most:
        complaints.add("DB114", f"{len(value)} characters; at most {limits.string_most} are allowed in a text or key", path)
        return ""
    return visible(value)
