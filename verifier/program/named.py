"""Where the rules of a game name the clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from verifier.lang import ir
from verifier.lang.game import Rule
from verifier.program.program import Program

# What is only asked about a state; what it names is never exercised by an event.
_ASKED = ("invariant", "lemma", "step_property", "goal", "grade", "bound", "estimate", "progress")


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
