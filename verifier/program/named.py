"""Where the rules of a game name the clauses of its rulebook, and ask for its readings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from verifier.lang import ir
from verifier.lang.game import Rule
from verifier.program.program import Program

# What is only asked about a state; what it names is never exercised by an event.
_ASKED = ("invariant", "lemma", "step_property", "goal", "grade", "bound", "estimate", "progress", "outcome", "hidden")


@frozen
class Named:
    """One place that names a clause: the rule, its file and the line (of the decorator, when that has the clause).

    `guard` says that it is a `require`, which can refuse; `by_play` that events exercise it, which those of properties do not.
    """

    rule: str
    file: Path
    line: int
    guard: bool
    by_play: bool


def clauses_named(program: Program) -> dict[str, tuple[Named, ...]]:
    """Clause id -> the places that name it, in the order of the rules; a clause that nothing names is not in it.

    A rule named by a `clause` or a decorator counts once for each line that names it.  Completions are outside the language,
    and what they name is not seen.
    """
    found: dict[str, list[Named]] = {}
    for body in program.bodies.values():
        for id_, line, guard in _mentions(body):
            found.setdefault(id_, []).append(_named(body.rule, line, guard))
    return {id_: tuple(dict.fromkeys(places)) for id_, places in found.items()}


@frozen
class Asked:
    """A rule that asks for a reading, itself or by rules that it calls: `by` is the rule in which it is asked, at `file:line`."""

    rule: Rule
    by: str
    where: str


def asking(program: Program, reading: str) -> tuple[Asked, ...]:
    """The rules that ask for a reading, each with the first place: those that happen or are asked, no parts that they call."""
    found = []
    for body in program.bodies.values():
        if body.rule.kind != "rule":
            waiting, seen = [body.rule.name], {body.rule.name}
            while waiting:
                name = waiting.pop(0)
                inside = program.bodies[name]
                line = next((node.line for node in ir.walk(inside.body)
                             if isinstance(node, ir.RulingIn) and node.reading == reading), None)
                if line is not None:
                    found.append(Asked(body.rule, name, f"{Path(inside.rule.function.__code__.co_filename).name}:{line}"))
                    break
                called = dict.fromkeys(node.rule.name for node in ir.walk(inside.body) if isinstance(node, ir.Call))
                waiting += [each for each in called if each not in seen]
                seen |= called.keys()
    return tuple(found)


def _mentions(body: ir.RuleBody) -> Iterator[tuple[str, int, bool]]:
    for id_ in body.rule.clauses:
        yield id_, body.rule.function.__code__.co_firstlineno, False
    for node in ir.walk(body.body):
        if isinstance(node, ir.Require):
            yield node.clause, node.line, True
        elif isinstance(node, ir.Clauses):
            for id_ in node.ids:
                yield id_, node.line, False


def _named(rule: Rule, line: int, guard: bool) -> Named:
    return Named(rule.name, Path(rule.function.__code__.co_filename), line, guard, rule.kind not in _ASKED)
