"""The legal decisions of a phase as Python source: one loop for each argument, each guard in the outermost loop possible.
And, in the same loops, whether there is any.

A phase of a thousand events is a rule of a few arguments, and most of its guards read only some of them.  A guard that reads
none is evaluated once, one that reads the first argument once for each of its values, and so on.  The order in which guards
are evaluated for one event stays that of the rule, so the same clause refuses it, and the same guard is the first to fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import prod

from attrs import evolve

from verifier.lang import ir
from verifier.lang.types import FlagType
from verifier.run.blocks import PAD, Blocks
from verifier.run.code import Code, local

Group = tuple[int, list[ir.Stmt]]  # how many arguments must be known, and the statements of the guard that need no more


def groups_of(body: ir.RuleBody) -> list[Group] | None:
    """A guard's statements by how many arguments they need, in order; None where it cannot be taken apart.

    What a statement needs is what it, a statement before it, or another that sets the same local reads.
    """
    guard = tuple(part for statement in body.body[:body.guard] for part in _parts(statement))
    numbers = {name: number for number, (name, _) in enumerate(body.rule.arguments, 1)}
    if any(isinstance(each, ir.Return) for each in ir.walk(guard)) or any(
            _requires_in_loop(each) or _assigned(each) & numbers.keys() for each in guard):
        return None
    needs = [max((numbers.get(each.name, 0) for each in ir.walk(statement) if isinstance(each, ir.Local)), default=0)
             for statement in guard]
    for number, statement in enumerate(guard):
        names = _assigned(statement)
        needs[number] = max(need for need, other in zip(needs, guard, strict=True)
                            if other is statement or names & _assigned(other))
    groups: list[Group] = []
    for need, statement in zip(accumulate(needs, max), guard, strict=True):
        if not groups or groups[-1][0] != need:
            groups.append((need, []))
        groups[-1][1].append(statement)
    return groups


def _parts(statement: ir.Stmt) -> Iterator[ir.Stmt]:
    """A guard that wants several things, as a guard for each: it asks them in that order, up to the first that is not so."""
    if not isinstance(statement, ir.Require) or not isinstance(statement.condition, ir.Junction) \
            or statement.condition.operator != "and":
        yield statement
        return
    for item in statement.condition.items:
        yield from _parts(evolve(statement, condition=item))


def _requires_in_loop(statement: ir.Stmt) -> bool:
    return any(isinstance(each, ir.Require) for loop in ir.walk(statement)
               if isinstance(loop, (ir.ForRange, ir.ForEach, ir.While)) for each in ir.walk(loop.body))


def _assigned(statement: ir.Stmt) -> set[str]:
    """The locals that a statement sets."""
    return {each.name for each in ir.walk(statement) if isinstance(each, (ir.Assign, ir.Bind, ir.ForRange, ir.ForEach))}


class Listing(Blocks):
    """Writes the function that lists the legal events of one decision rule: `l_rule(s, x, out, count)`.

    It writes event numbers to `out` from `count` on and returns how many there are then.  A guard that fails sets the error
    slot; its event is listed last, and the list ends.
    """

    def __init__(self, code: Code, body: ir.RuleBody, first: int, error: int) -> None:
        super().__init__(code)
        self.rule, self.first, self.error = body.rule, first, error
        self.groups = groups_of(body)
        self.sizes = [kind.high - kind.low + 1 for _, kind in self.rule.arguments]
        self.known = 0

    def lines(self) -> list[str]:
        """The body of the function."""
        if self.groups is None:
            return self._one_by_one()
        lines: list[str] = []
        for need, statements in self.groups:
            lines += self._open_to(need)
            lines += self.block(tuple(statements), self.known + 1)
        lines += self._open_to(len(self.sizes))
        pad = PAD * (self.known + 1)
        return [*lines, *(pad + each for each in (*self._listed(), *self._ended_if_failed())), f"{PAD}return count"]

    def _one_by_one(self) -> list[str]:
        """The guard of every event asked whole."""
        lines = self._open_to(len(self.sizes))
        arguments = "".join(f", {local(name)}" for name, _ in self.rule.arguments)
        asked = [f"if g_{self.rule.name}(s, x{arguments}) == 0 or x[{self.error}] != 0:",
                 *(PAD + each for each in self._listed()), *self._ended_if_failed()]
        return [*lines, *(PAD * (self.known + 1) + each for each in asked), f"{PAD}return count"]

    def _open_to(self, count: int) -> list[str]:
        """Loops over the arguments that are not yet known, up to so many."""
        lines = []
        for name, kind in self.rule.arguments[self.known:count]:
            pad = PAD * (self.known + 1)
            self.known += 1
            if isinstance(kind, FlagType):
                lines += [f"{pad}for i_{name} in range(2):", f"{pad}{PAD}{local(name)} = i_{name} != 0"]
            else:
                lines += [f"{pad}for {local(name)} in range({kind.low}, {kind.high + 1}):"]
        return lines

    def _event(self) -> str:
        """The number of the event with the arguments that are known, the others being lowest."""
        parts = [str(self.first)]
        for number, (name, kind) in enumerate(self.rule.arguments[:self.known]):
            at = f"i_{name}" if isinstance(kind, FlagType) else f"({local(name)} - {kind.low})"
            parts.append(f"{at} * {prod(self.sizes[number + 1:])}")
        return " + ".join(parts)

    def _listed(self) -> list[str]:
        return [f"out[count] = {self._event()}", "count += 1"]

    def _ended_if_failed(self) -> list[str]:
        return [f"if x[{self.error}] != 0:", f"{PAD}return count"]

    @property
    def _events(self) -> int:
        """How many events have the arguments that are known."""
        return prod(self.sizes[self.known:])

    def _require(self, node: ir.Require) -> list[str]:
        counter = self.code.names.counter(node.clause, refused=True)
        failed = [f"if x[{self.error}] != 0:", *(PAD + each for each in (*self._listed(), "return count"))]
        refused = [f"{counter} += {self._events}", "continue" if self.known else "return count"]
        return [f"if not {self.code.text(node.condition)}:", *(PAD + each for each in (*failed, *refused))]

    def _clauses(self, node: ir.Clauses) -> list[str]:
        return [f"{self.code.names.counter(each)} += {self._events}" for each in node.ids]


class Asking(Listing):
    """Writes the function that says whether any event of one decision rule is legal: `a_rule(s, x)`.

    It stops at the first one, counts no clause of the guards, and leaves the error slot clear: a guard that fails refuses
    nothing, and fails again where its event is listed.
    """

    def lines(self) -> list[str]:
        """The body of the function."""
        *lines, _ = super().lines()
        return [*lines, f"{PAD}return False"]

    def _listed(self) -> list[str]:
        return [f"x[{self.error}] = 0", "return True"]

    def _ended_if_failed(self) -> list[str]:
        return []

    def _require(self, node: ir.Require) -> list[str]:
        failed = [f"if x[{self.error}] != 0:", *(PAD + each for each in self._listed())]
        return [f"if not {self.code.text(node.condition)}:",
                *(PAD + each for each in (*failed, "continue" if self.known else "return False"))]

    def _clauses(self, node: ir.Clauses) -> list[str]:
        return ["pass"]
