"""The canonical one of the states that differ only in the order of interchangeable items: emitted code, and the way back from it.

Items are sorted by what is in them, and those that fields name come before equal ones that no field names.  The fields follow.
So of each set of equivalent states one is stored, and an event of it is an event of the others by other names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.lang.interchangeable import names
from verifier.lang.types import EnumType
from verifier.program.interchange import Group, Interchange
from verifier.program.program import Program

Order = tuple[int, ...]  # which item of a state comes at each place of the canonical one


def canonical_source(interchange: Interchange) -> str:
    """`canonical(s)` as source: it sorts the interchangeable items of a state in place, and is empty where there are none."""
    parts, body = list[str](), list[str]()
    for index, group in enumerate(interchange.groups):
        parts += [_precedes(group, index), _exchange(group, index)]
        phases = " or ".join(f"s[PHASE] == {phase}" for phase in sorted(group.phases)) or "False"
        body += [f"    if {phases}:", f"        for i in range(1, {group.size}):", "            j = i",
                 f"            while j > 0 and precedes_{index}(s, j, j - 1):",
                 f"                exchange_{index}(s, j, j - 1)", "                j -= 1"]
    return "\n\n\n".join([*parts, "\n".join(["@compiled", "def canonical(s):", *body, "    return"])])


def _precedes(group: Group, index: int) -> str:
    """Whether item `i` of a group comes before item `j`."""
    lines = ["@compiled", f"def precedes_{index}(s, i, j):"]
    for offset, width in group.rows:
        lines += [f"    for k in range({offset}, {offset + width}):", f"        a = s[k + i * {width}]",
                  f"        b = s[k + j * {width}]", "        if a != b:", "            return a < b"]
    for offset, first in group.references:
        lines += [f"    if s[{offset}] == i + {first}:", "        return True",
                  f"    if s[{offset}] == j + {first}:", "        return False"]
    return "\n".join([*lines, "    return False"])


def _exchange(group: Group, index: int) -> str:
    """Exchange items `i` and `j` of a group, and what fields say of them."""
    lines = ["@compiled", f"def exchange_{index}(s, i, j):"]
    for offset, width in group.rows:
        lines += [f"    for k in range({offset}, {offset + width}):", f"        a = s[k + i * {width}]",
                  f"        s[k + i * {width}] = s[k + j * {width}]", f"        s[k + j * {width}] = a"]
    for offset, first in group.references:
        lines += [f"    if s[{offset}] == i + {first}:", f"        s[{offset}] = j + {first}",
                  f"    elif s[{offset}] == j + {first}:", f"        s[{offset}] = i + {first}"]
    return "\n".join(lines)


def orders(interchange: Interchange, numbers: Sequence[int], phase: int) -> tuple[Order, ...]:
    """For each group, which items of a state come where in the canonical one; as they are in phases that tell them apart."""
    return tuple(_order(group, numbers) if phase in group.phases else tuple(range(group.size)) for group in interchange.groups)


def _order(group: Group, numbers: Sequence[int]) -> Order:
    def content(item: int) -> tuple[Any, ...]:
        slots = [numbers[offset + item * width + slot] for offset, width in group.rows for slot in range(width)]
        return (*slots, *(numbers[offset] != item + first for offset, first in group.references))

    return tuple(sorted(range(group.size), key=content))


def inverse(order: Order) -> Order:
    """At which place of the canonical state each item comes."""
    return tuple(order.index(item) for item in range(len(order)))


def permuted(interchange: Interchange, numbers: Sequence[int], given: Sequence[Order]) -> list[int]:
    """A state with the items of each group in another order, and its fields with them."""
    found = list(numbers)
    for group, order in zip(interchange.groups, given, strict=True):
        for place, item in enumerate(order):
            for offset, width in group.rows:
                there, here = offset + place * width, offset + item * width
                found[there:there + width] = numbers[here:here + width]
        for offset, first in group.references:
            if first <= numbers[offset] < first + group.size:
                found[offset] = order.index(numbers[offset] - first) + first
    return found


def renamed(program: Program, event: int, given: Sequence[Order]) -> int:
    """The event of a state that is called `event` where its items are in another order."""
    rule, arguments = program.events[event].rule, list(program.events[event].arguments)
    for group, order in zip(program.interchange.groups, given, strict=True):
        for index, (_, kind) in enumerate(rule.arguments):
            if isinstance(kind, EnumType) and names(kind, group.enum):
                member = arguments[index] - kind.first
                arguments[index] = order[member] + kind.first if 0 <= member < group.size else arguments[index]
    return program.event_with[rule.name, tuple(arguments)]
