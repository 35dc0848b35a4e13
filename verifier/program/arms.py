"""The arms of branches: each way that a rule can go on, made countable as clauses are.

A branch is an `if` (or `elif`, or a `case`), a conditional expression, a `require`, or a loop that may not run; it has
two arms.  `with_arms` gives each arm an id among the clauses and puts the naming of it into the intermediate form, so that
whatever counts clauses counts arms, and whatever finds that a clause is dead finds it of an arm.  What the rules do stays the
same, and so does what their clauses count.

An arm is counted whenever rules go that way, even in the guard of a move that is only considered: what matters is whether the
count is ever more than zero.  Only rules that transitions are made of have arms; `and`, `or`, `any` and `all` have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from attrs import evolve, fields, frozen

from verifier.lang import ir
from verifier.lang.types import FlagType
from verifier.ledger.clauses import Clause
from verifier.program.program import Program

FLAG = FlagType()


@frozen
class Arm:
    """One arm of a branch: `holds` says which (the condition holds, the loop has a pass), `clauses` stand in or before it.

    `kind` is "if", "conditional", "require" or "loop"; branches are numbered in the order of the program.
    """

    id: str
    branch: int
    rule: str
    file: str
    line: int
    kind: str
    holds: bool
    clauses: tuple[str, ...]


def with_arms(program: Program) -> tuple[Program, tuple[Arm, ...]]:
    """The program with its arms among its clauses, and the arms in the order of its rules and their lines."""
    marks = _Marks(program)
    bodies = {name: marks.marked(body) if name in set(program.played) else body for name, body in program.bodies.items()}
    arms = tuple(marks.arms)
    rulebook = {**program.rulebook, **{arm.id: Clause(arm.id, "", (), "arm", "") for arm in arms}}
    return evolve(program, bodies={**bodies, **marks.bodies}, rulebook=rulebook), arms


class _Marks:
    """Puts the naming of arms into rules, one rule after the other."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.arms: list[Arm] = []
        self.bodies: dict[str, ir.RuleBody] = {}  # rules of our own: what conditional expressions call to name an arm
        self._branches = count()
        self._ids = count(1 + max((node.id for body in program.bodies.values() for node in ir.walk(body.body)), default=0))

    def marked(self, body: ir.RuleBody) -> ir.RuleBody:
        """A rule with its arms named; a guard that gets statements is so much longer."""
        self.body, self.clauses = body, body.rule.clauses
        guard = self._block(body.body[:body.guard])
        return evolve(body, body=guard + self._block(body.body[body.guard:]), guard=len(guard))

    def _block(self, statements: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return tuple(marked for each in statements for marked in self._statement(each))

    def _statement(self, node: ir.Stmt) -> Iterator[ir.Stmt]:
        if isinstance(node, ir.Clauses):
            self.clauses = node.ids
            yield node
        elif isinstance(node, ir.If):
            yield self._if(node)
        elif isinstance(node, ir.Require):
            yield from self._require(node)
        elif isinstance(node, (ir.ForRange, ir.ForEach, ir.While)):
            yield from self._loop(node)
        else:
            yield self._expressions(node)

    def _require(self, node: ir.Require) -> Iterator[ir.Stmt]:
        """A guard whose condition is worked out once, named by which arm it takes, and then required."""
        condition = self._expressions(node.condition)
        holds, fails = self._branch(node, "require", (node.clause,), (node.clause,))
        met = ir.Local(self._id(), node.line, f"met.{holds.id}", FLAG)  # with a dot, as no local of a rule is
        yield ir.Assign(self._id(), node.line, met.name, condition)
        yield ir.If(self._id(), node.line, met, (holds,), (fails,))
        yield evolve(node, condition=met)

    def _if(self, node: ir.If) -> ir.If:
        condition, before = self._expressions(node.condition), self.clauses
        holds, fails = self._branch(node, "if", _named(node.then) or before, _named(node.otherwise) or before)
        then = self._block(node.then)
        self.clauses = before
        otherwise = self._block(node.otherwise)
        self.clauses = before
        return evolve(node, condition=condition, then=(holds, *then), otherwise=(fails, *otherwise))

    def _loop(self, node: ir.ForRange | ir.ForEach | ir.While) -> Iterator[ir.Stmt]:
        """A loop, and a flag that says whether it had a pass."""
        before, clauses = self._expressions(evolve(node, body=())), self.clauses
        if _always_runs(node):
            yield evolve(before, body=self._block(node.body))
            self.clauses = clauses
            return
        holds, fails = self._branch(node, "loop", _named(node.body) or clauses, clauses)
        name = f"pass.{fails.id}"
        yield self._set(node, name, 0)
        yield evolve(before, body=(self._set(node, name, 1), holds, *self._block(node.body)))
        yield ir.If(self._id(), node.line, ir.Local(self._id(), node.line, name, FLAG), (), (fails,))
        self.clauses = clauses

    def _set(self, node: ir.Node, name: str, value: int) -> ir.Assign:
        return ir.Assign(self._id(), node.line, name, ir.Const(self._id(), node.line, value, FLAG))

    def _expressions(self, node: Any) -> Any:
        """A node whose conditional expressions name their arms, by calls of rules that do nothing else."""
        if isinstance(node, tuple):
            return tuple(self._expressions(each) for each in node)
        if not isinstance(node, ir.Node):
            return node
        changed = {each.name: self._expressions(getattr(node, each.name)) for each in fields(type(node))
                   if isinstance(getattr(node, each.name), (ir.Node, tuple))}
        node = evolve(node, **changed)
        if isinstance(node, ir.Choose):
            holds, fails = self._branch(node, "conditional", self.clauses, self.clauses)
            return evolve(node, then=self._naming(node.then, holds), otherwise=self._naming(node.otherwise, fails))
        return node

    def _naming(self, value: ir.Expr, arm: ir.Clauses) -> ir.Call:
        """A value by way of a rule that names an arm."""
        name = f"{self.body.rule.name}_{arm.ids[0].replace(' ', '_')}"
        while name in self.program.bodies:
            name += "_"
        rule = evolve(self.body.rule, name=name, kind="rule", phase=None, clauses=(), tape=None, order_of=None,
                      parameters=(("value", value.type),))
        given = ir.Return(self._id(), value.line, (ir.Local(self._id(), value.line, "value", value.type),))
        self.bodies[name] = ir.RuleBody(rule, (arm, given), 0, True)
        return ir.Call(self._id(), value.line, rule, (value,), value.type, True)

    def _branch(self, node: ir.Node, kind: str, *clauses: tuple[str, ...]) -> tuple[ir.Clauses, ir.Clauses]:
        """The statements that name the two arms of a branch: that it holds, and that it does not."""
        number, marks = next(self._branches), []
        for holds, near in zip((True, False), clauses, strict=True):
            arm = Arm(f"arm {len(self.arms)}", number, self.body.rule.name, self.body.rule.function.__code__.co_filename,
                      node.line, kind, holds, near)
            self.arms.append(arm)
            marks.append(ir.Clauses(self._id(), node.line, (arm.id,)))
        return marks[0], marks[1]

    def _id(self) -> int:
        return next(self._ids)


def _named(statements: tuple[ir.Stmt, ...]) -> tuple[str, ...]:
    """The clauses that statements name first."""
    return next((node.ids for node in ir.walk(statements) if isinstance(node, ir.Clauses)), ())


def _always_runs(node: ir.ForRange | ir.ForEach | ir.While) -> bool:
    """Whether a loop has a pass whatever the state: one over a row, or over numbers with ends that leave some between them."""
    if isinstance(node, ir.ForEach):
        return isinstance(node.container.type, ir.RowType)
    return isinstance(node, ir.ForRange) and node.first.type.high < node.last.type.low
