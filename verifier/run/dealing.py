"""What a deal fixes as Python source: the weights of a phase's outcomes added up, and the outcome that a share of them falls to.

Both are loops over the arguments of the phase's rule, in which the weight of each outcome is asked by itself: most are counts in
a bag, which lie side by side.
"""

from __future__ import annotations

from math import prod

from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.phases import CHANCE
from verifier.lang.types import FlagType
from verifier.program.program import Program
from verifier.run.blocks import PAD
from verifier.run.code import local


def dealing_source(program: Program) -> str:
    """`total_weight(s, x)` and `outcome_at(s, x, left)` as source."""
    total = ["@compiled", "def total_weight(s, x):", f"{PAD}total = 0"]
    outcome = ["@compiled", "def outcome_at(s, x, left):"]
    for number, phase in enumerate(program.phases):
        if phase.kind == CHANCE:  # which has one rule
            first = program.events[phase.events[0]]
            loops, pad, weight = _loops(first.rule)
            head = f"{PAD}if s[PHASE] == {number}:"
            total += [head, *loops, f"{pad}total += max(0, {weight})", f"{PAD * 2}return total"]
            outcome += [head, *loops, f"{pad}left -= max(0, {weight})", f"{pad}if left < 0:",
                        f"{pad}{PAD}return {_number(first)}", f"{PAD * 2}return -1"]
    return "\n".join([*total, f"{PAD}return total", "", "", *outcome, f"{PAD}return -1"])


def _loops(rule: Rule) -> tuple[list[str], str, str]:
    """Loops over the arguments of a rule, how deep their body stands, and the weight of an outcome there."""
    lines, pad = list[str](), PAD * 2
    for name, kind in rule.arguments:
        if isinstance(kind, FlagType):
            lines += [f"{pad}for i_{name} in range(2):", f"{pad}{PAD}{local(name)} = i_{name} != 0"]
        else:
            lines.append(f"{pad}for {local(name)} in range({kind.low}, {kind.high + 1}):")
        pad += PAD
    return lines, pad, f"w_{rule.name}(s, x{''.join(f', {local(name)}' for name, _ in rule.arguments)})"


def _number(first: Event) -> str:
    """The number of an outcome with the arguments that the loops have, by its rule's first one."""
    sizes = [kind.high - kind.low + 1 for _, kind in first.rule.arguments]
    parts = [str(first.number)]
    for index, (name, kind) in enumerate(first.rule.arguments):
        at = f"i_{name}" if isinstance(kind, FlagType) else f"({local(name)} - {kind.low})" if kind.low else local(name)
        step = prod(sizes[index + 1:])
        parts.append(at if step == 1 else f"{at} * {step}")
    return " + ".join(parts)
