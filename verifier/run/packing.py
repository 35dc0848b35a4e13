"""States packed by their declared ranges: where each scalar's bits lie in 62-bit words, and the code that packs them.

Only the cells in use of a pile are written (the rest is zero in both forms), so packing costs what a state holds and not
what it could hold.  The packing is exact: `unpack(pack(state)) == state` for every state within its ranges.

Scalars are written one by one, which is fastest.  Of a state of many, long runs of equal ones (bags, rows) are written in
loops: the compiler takes more than linear time for the code that it would be otherwise.
"""

from __future__ import annotations

from attrs import frozen

from verifier.lang.layout import Slot, slots, width
from verifier.lang.types import PileType, RecordType, RowType, Type

WORD_BITS = 62
MANY = 300  # scalars; from here on runs are written in loops
RUN_LEAST = 12


@frozen
class Cells:
    """A pile's place: its offset in the array, cells it can hold, and slots of one cell."""

    base: int
    most: int
    slots: tuple[Slot, ...]

    @property
    def bits(self) -> int:
        """Bits of one cell."""
        return sum(slot.bits for slot in self.slots)


@frozen
class Run:
    """Scalars of equal ranges at consecutive offsets, from the beginning of a word on."""

    offset: int
    count: int
    word: int
    slot: Slot

    @property
    def per_word(self) -> int:
        """How many fit a word."""
        return WORD_BITS // self.slot.bits

    @property
    def words(self) -> int:
        """How many words they take."""
        return -(-self.count // self.per_word)


@frozen
class Packing:
    """Scalars as (offset, word, shift, slot), those with one value as (offset, value), piles as (cells, word, first cell)."""

    scalars: tuple[tuple[int, int, int, Slot], ...]
    runs: tuple[Run, ...]
    constant: tuple[tuple[int, int], ...]
    piles: tuple[tuple[Cells, int, int], ...]
    words: int

    @property
    def bits(self) -> int:
        """The bits that are used, without the gaps at the ends of words."""
        singles = sum(slot.bits for *_, slot in self.scalars) + sum(run.slot.bits * run.count for run in self.runs)
        return singles + sum(cells.bits * cells.most for cells, _, _ in self.piles)


def _split(kind: Type, base: int, path: str) -> tuple[list[tuple[int, Slot]], list[Cells]]:
    if isinstance(kind, PileType):
        cell = tuple(slots(kind.item))
        cell = tuple(Slot(slot.path, min(slot.low, 0), max(slot.high, 0)) for slot in cell)
        return [(base, Slot(f"{path}.size", 0, kind.size))], [Cells(base, kind.size, cell)]
    parts: list[tuple[int, Type]] = []
    if isinstance(kind, RecordType):
        offset = base
        for _, field in kind.fields:
            parts.append((offset, field))
            offset += width(field)
    elif isinstance(kind, RowType):
        parts = [(base + index * width(kind.item), kind.item) for index in range(kind.size)]
    else:
        return [(base + index, slot) for index, slot in enumerate(slots(kind))], []
    scalars: list[tuple[int, Slot]] = []
    piles: list[Cells] = []
    for offset, part in parts:
        more, cells = _split(part, offset, path)
        scalars += more
        piles += cells
    return scalars, piles


def packing_of(kind: Type, counters: int, counter_bits: int) -> Packing:
    """Lay out the bits of a state and of the tape counters behind it.  Fields do not cross words."""
    scalars, piles = _split(kind, 0, "")
    scalars += [(width(kind) + index, Slot(f"tape {index}", 0, 2**counter_bits - 1)) for index in range(counters)]
    singles, runs, word = _runs(scalars) if len(scalars) >= MANY else (scalars, (), 0)
    placed, used = [], 0
    for offset, slot in singles:
        if used + slot.bits > WORD_BITS:
            word, used = word + 1, 0
        if slot.bits:
            placed.append((offset, word, used, slot))
            used += slot.bits
    word += bool(used)
    groups: list[tuple[Cells, int, int]] = []
    for bits in sorted({cells.bits for cells in piles if cells.bits}):
        first = 0
        for cells in (each for each in piles if each.bits == bits):
            groups.append((cells, word, first))
            first += cells.most
        per_word = WORD_BITS // bits
        word += -(-first // per_word)
    constant = tuple((offset, slot.low) for offset, slot in scalars if not slot.bits)
    return Packing(tuple(placed), runs, constant, tuple(groups), max(1, word))


def _runs(scalars: list[tuple[int, Slot]]) -> tuple[list[tuple[int, Slot]], tuple[Run, ...], int]:
    """The scalars in no long run, the long runs, and how many words these take."""
    singles: list[tuple[int, Slot]] = []
    runs: list[Run] = []
    word = start = 0
    while start < len(scalars):
        offset, slot = scalars[start]
        end = start + 1
        while end < len(scalars) and (scalars[end][0], scalars[end][1].low, scalars[end][1].high) == (
                offset + end - start, slot.low, slot.high):
            end += 1
        if end - start >= RUN_LEAST and slot.bits:
            runs.append(Run(offset, end - start, word, slot))
            word += runs[-1].words
        else:
            singles += scalars[start:end]
        start = end
    return singles, tuple(runs), word


def pack_source(packing: Packing) -> str:
    """`pack(s, words)`, `unpack(words, s)` and `copy(s, t)` as source.

    The state that `unpack` and `copy` write to must be a whole one (zeros above the tops of its piles): they clear only what
    a pile held before.
    """
    into: dict[int, list[str]] = {}
    for offset, word, shift, slot in packing.scalars:
        low = f" - {slot.low}" if slot.low > 0 else f" + {-slot.low}" if slot.low else ""
        into.setdefault(word, []).append(f"(_wide(s[{offset}]{low}) << {shift})")
    pack = ["@compiled", "def pack(s, words):"]
    pack += [f"    words[{word}] = {' | '.join(parts)}" for word, parts in into.items()]
    in_runs = {run.word + index for run in packing.runs for index in range(run.words)}
    pack += [f"    words[{word}] = 0" for word in range(packing.words) if word not in into and word not in in_runs]
    unpack = ["@compiled", "def unpack(words, s):"]
    unpack += [f"    before_{cells.base} = s[{cells.base}]" for cells, _, _ in packing.piles]
    unpack += [f"    s[{offset}] = {value}" for offset, value in packing.constant]
    for offset, word, shift, slot in packing.scalars:
        low = f" + {slot.low}" if slot.low > 0 else f" - {-slot.low}" if slot.low else ""
        unpack.append(f"    s[{offset}] = ((words[{word}] >> {shift}) & {2**slot.bits - 1}){low}")
    for run in packing.runs:
        pack += _pack_run(run)
        unpack += _unpack_run(run)
    for cells, word, first in packing.piles:
        pack += _pack_pile(cells, word, first)
        unpack += _unpack_pile(cells, word, first)
    return "\n".join([*pack, "", "", *unpack, "", "", *_copy(packing)])


def _pack_run(run: Run) -> list[str]:
    low = f" - ({run.slot.low})" if run.slot.low else ""
    return [f"    i = {run.offset}", f"    for j in range({run.word}, {run.word + run.words}):", "        words[j] = 0",
            f"        for k in range(min({run.per_word}, {run.offset + run.count} - i)):",
            f"            words[j] |= _wide(s[i]{low}) << (k * {run.slot.bits})", "            i += 1"]


def _unpack_run(run: Run) -> list[str]:
    low = f" + ({run.slot.low})" if run.slot.low else ""
    return [f"    i = {run.offset}", f"    for j in range({run.word}, {run.word + run.words}):",
            f"        for k in range(min({run.per_word}, {run.offset + run.count} - i)):",
            f"            s[i] = ((words[j] >> (k * {run.slot.bits})) & {2**run.slot.bits - 1}){low}", "            i += 1"]


def _pack_pile(cells: Cells, word: int, first: int) -> list[str]:
    size, per_word = len(cells.slots), WORD_BITS // cells.bits
    value = " | ".join(f"(_wide(s[{cells.base + 1} + i * {size} + {index}]{f' - {slot.low}' if slot.low else ''}) << {shift})"
                       for index, shift, slot in _shifts(cells) if slot.bits)
    return [f"    for i in range(s[{cells.base}]):", f"        j = {first} + i",
            f"        words[{word} + j // {per_word}] |= ({value}) << ((j % {per_word}) * {cells.bits})"]


def _unpack_pile(cells: Cells, word: int, first: int) -> list[str]:
    size, per_word = len(cells.slots), WORD_BITS // cells.bits
    lines = [f"    for i in range(s[{cells.base}]):", f"        j = {first} + i",
             f"        cell = words[{word} + j // {per_word}] >> ((j % {per_word}) * {cells.bits})"]
    for index, shift, slot in _shifts(cells):
        low = f" + ({slot.low})" if slot.low else ""
        lines.append(f"        s[{cells.base + 1} + i * {size} + {index}] = ((cell >> {shift}) & {2**slot.bits - 1}){low}")
    start = cells.base + 1
    return [*lines, f"    for i in range({start} + s[{cells.base}] * {size}, {start} + before_{cells.base} * {size}):",
            "        s[i] = 0"]


def _shifts(cells: Cells) -> list[tuple[int, int, Slot]]:
    """The slots of a cell with their index and their place in its bits."""
    placed, shift = [], 0
    for index, slot in enumerate(cells.slots):
        placed.append((index, shift, slot))
        shift += slot.bits
    return placed


def _copy(packing: Packing) -> list[str]:
    lines = ["@compiled", "def copy(s, t):"]
    for cells, _, _ in packing.piles:
        size = len(cells.slots)
        lines.append(f"    for i in range({cells.base + 1}, {cells.base + 1} + max(s[{cells.base}], t[{cells.base}]) * {size}):")
        lines.append("        t[i] = s[i]")
    singles = sorted([offset for offset, *_ in packing.scalars] + [offset for offset, _ in packing.constant]
                     + [run.offset + index for run in packing.runs for index in range(run.count)])
    start = 0
    while start < len(singles):
        end = start
        while end + 1 < len(singles) and singles[end + 1] == singles[end] + 1:
            end += 1
        lines += [f"    for i in range({singles[start]}, {singles[end] + 1}):", "        t[i] = s[i]"]
        start = end + 1
    return lines
