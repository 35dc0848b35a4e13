"""Makes malformed scenario files: mutated bytes and mutated structure of real ones, always the same for the same seed.

Used with `random.Random`, whose sequences for a seed are documented to stay the same, so that a failure can be made again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from verifier.scenarios.writer import toml_text

# Pieces that break parsers and readers: delimiters, numbers at limits, controls, half of a UTF-8 sequence.
PIECES = [
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\r", b"\n", b"\t", b"\x1b[2J", b"\xef\xbb\xbf",
    b"\\", b'"', b"'", b'"""', b"'''", b"[", b"]", b"[[", b"]]", b"{", b"}", b"=", b",", b".", b"#", b"nan", b"-inf",
    b"1e400", b"0x", b"1_0", b"true", b"2147483648", b"-2147483649", b"9" * 400, b"2020-02-30", b"2020-02-03",
    b"12:00", b"[" * 40, b"{a=" * 20, b"a." * 40, b"\\u202e", b"\\ud800", b"\\U00110000", b"\\x41", b"x" * 1_100,
    b"\n" * 2_100, b"schema = 1\n", b"[start]\n", b"[[start]]\n", b"[deal]\nseed = -1\n",
]
VALUES: list[Any] = [
    0, 1, -1, 2, 39, 61, 255, 2**31 - 1, -(2**31), 232_792_559, 232_792_560, True, False, "", " ", "x", "rug", "0",
    "-1", "none", "+", "!", "scratcher", "scratcher+!", "scratchr", "foil~", "\u202e", "\x1b", "a\nb", "é", "𝟘", "٣",
    "x" * 256, "x" * 257, [], {}, [[]], [{}], [0] * 5, ["foil"] * 40, {"": 0}, {"value": 1},
    {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {}}}}}}}}}, ["x"] * 4_097, "../../etc/passwd", "__class__",
    "edition.toml", "/dev/zero", "mine.toml", "\\", '"',
]
KEYS = [
    "", "schema", "game", "edition", "rulings", "deal", "seed", "deck", "start", "phase", "expect", "grade",
    "verdict", "__proto__", "__class__", "__dict__", "_items", "value", "a.b", "\u202e", "x" * 257, "UD-06", "DU-Q1",
    "entrances", "guests", "racks", "bench", "sides", "time", "turn",
]


def mutated_bytes(seed: bytes, random: Random) -> bytes:
    """The bytes of a file after one to eight cuts, changes, repeats and insertions."""
    data = bytearray(seed)
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(6)
        if kind == 0 and at < len(data):
            data[at] = random.randrange(256)
        elif kind == 1 and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif kind == 2:
            data[at:at] = random.choice(PIECES)
        elif kind == 3:
            del data[at:at + random.randint(1, 40)]
        elif kind == 4:
            data[at:at] = data[at:at + random.randint(1, 200)] * random.randint(1, 3)
        else:
            del data[at:]
            data += random.choice(PIECES)
    return bytes(data)


def mutated_structure(seed: bytes, random: Random) -> bytes:
    """A file whose tables, lists and values were changed, and which is mostly still TOML."""
    document = deepcopy(_parsed(seed))
    for _ in range(random.randint(1, 4)):
        _change(random.choice(list(_containers(document))), random)
    return "\n".join(f"{toml_text(key)} = {toml_text(value)}" for key, value in document.items()).encode(errors="surrogatepass")


@cache
def _parsed(seed: bytes) -> dict[str, Any]:
    return tomllib.loads(seed.decode())


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)


def _change(container: Any, random: Random) -> None:
    """Change one entry: another value, another type, gone, twice, wrapped, under another name."""
    places = list(container) if isinstance(container, dict) else list(range(len(container)))
    if not places or random.randrange(4) == 0:
        if isinstance(container, dict):
            container[random.choice(KEYS)] = deepcopy(random.choice(VALUES))
        else:
            container.insert(random.randint(0, len(container)), deepcopy(random.choice(VALUES)))
        return
    place = random.choice(places)
    kind = random.randrange(6)
    if kind == 0:
        del container[place]
    elif kind == 1:
        container[place] = [container[place]]
    elif kind == 2:
        container[place] = {random.choice(KEYS): container[place]}
    elif kind == 3 and isinstance(container, dict):
        container[random.choice(KEYS)] = container.pop(place)
    elif kind == 4 and isinstance(container[place], str):
        text = container[place]
        at = random.randrange(len(text) + 1)
        container[place] = text[:at] + random.choice(["", "+", "!", "\u202e", "é", "x", text]) + text[at + random.randint(0, 2):]
    elif kind == 4 and isinstance(container[place], int):
        container[place] = int(container[place]) + random.choice([-1, 1, 10, 2**31, -(2**31)])
    else:
        container[place] = deepcopy(random.choice(VALUES))
