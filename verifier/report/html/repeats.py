"""What pictures of one table have in common, defined once: a long line shows the same table a thousand times, little changed.

Shapes that follow each other in many pictures become a part with a number; so do pairs of parts, again and again (the grammar of
Re-Pair: Larsson and Moffat, 1999).  The order of the shapes, which is what lies in front of what, stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from verifier.lang.picture import Shape

PAIRS_MOST = 400  # named in one round: 26 rounds do for the 1,415 pictures of a whole game of Dawn of the Zeds
REPEATS_LEAST = 3  # a pair that comes twice saves nothing by a name
Part = Shape | int  # a number is that of a definition


@frozen
class Shared:
    """Pictures as parts, and by their numbers the parts that more than one of them use; definitions name only earlier ones."""

    definitions: dict[int, tuple[Part, ...]]
    pictures: tuple[tuple[Part, ...], ...]


def shared(pictures: Sequence[Sequence[Shape]]) -> Shared:
    """The same pictures, with what they repeat defined once."""
    numbers: dict[Shape, int] = {}
    rows = [[numbers.setdefault(shape, len(numbers)) for shape in picture] for picture in pictures]
    inside: dict[int, tuple[int, int]] = {}
    while pairs := _pairs(rows):
        named = {pair: len(numbers) + len(inside) + index for index, pair in enumerate(pairs)}
        inside.update({number: pair for pair, number in named.items()})
        rows = [_named(row, named) for row in rows]
    return _written(list(numbers), inside, rows)


def _pairs(rows: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The commonest pairs of neighbours, of which no two have a number in common."""
    counted: Counter[tuple[int, int]] = Counter()
    for row in sorted({tuple(row) for row in rows}):
        counted.update(set(zip(row, row[1:], strict=False)))
    found: list[tuple[int, int]] = []
    taken: set[int] = set()
    for pair, count in sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:PAIRS_MOST]:
        if count >= REPEATS_LEAST and not taken & {*pair}:
            found.append(pair)
            taken |= {*pair}
    return found


def _named(row: Sequence[int], named: dict[tuple[int, int], int]) -> list[int]:
    """A row with each named pair replaced, from the left."""
    result: list[int] = []
    at = 0
    while at < len(row):
        number = named.get((row[at], row[at + 1])) if at + 1 < len(row) else None
        result.append(row[at] if number is None else number)
        at += 1 if number is None else 2
    return result


def _written(shapes: Sequence[Shape], inside: dict[int, tuple[int, int]], rows: Sequence[Sequence[int]]) -> Shared:
    """Definitions of what is used more than once; all else stands where it is used."""
    uses = Counter(number for row in (*inside.values(), *rows) for number in row)
    definitions: dict[int, tuple[Part, ...]] = {}
    written: dict[int, tuple[Part, ...]] = {}
    for number in range(len(shapes) + len(inside)):
        parts = (shapes[number],) if number < len(shapes) else tuple(part for each in inside[number] for part in written[each])
        written[number] = parts
        if uses[number] > 1:
            definitions[number] = parts
            written[number] = (number,)
    return Shared(definitions, tuple(tuple(part for number in row for part in written[number]) for row in rows))
