"""Proves that rules treat the members of an enum as names alone: read off the intermediate form, statement by statement.

These are the scalarsets of Ip and Dill (1993): a member may be chosen, kept, compared for being the same, and used to index a row
by the enum; nothing may depend on which one it is, or on their order.  Then whatever the rules say of a state they say of the
permuted state, with the members permuted.  What is not known to keep to this is refused, with the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, NoReturn

from attrs import field, frozen

from verifier.errors import Problem
from verifier.lang import ir
from verifier.lang.expressions import returned
from verifier.lang.game import TRANSITIONS, Game
from verifier.lang.interchangeable import names, names_all, numbers
from verifier.lang.source import Source
from verifier.lang.types import RecordType, RowType, Scalar
from verifier.program.order import Told, loop_in_any_order, may_fail

COMPARED = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
Owner = tuple[RecordType, str]


@frozen
class Symmetry:
    """What rules were found to do with the members of an enum: what does not treat them alike, and which fields of which
    records the rules mention.
    """

    problems: tuple[Problem, ...]
    touched: frozenset[Owner]


def symmetry_of(enum: type[IntEnum], game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody], phases: frozenset[int],
                rules: list[str]) -> Symmetry:
    """Whether some rules, and all that they call, treat the members of an enum alike in states of these phases."""
    problems, touched = list[Problem](), set[Owner]()
    for name in closure(bodies, rules):
        checking = _Rule(enum, game, bodies, bodies[name], phases if name in rules else frozenset(), touched)
        try:
            checking.check()
        except Told as told:
            message = f"{enum.__name__} is not interchangeable: {told.message}"
            source = Source(bodies[name].rule.function)
            problems.append(source.refused(source.line(told.line or source.first), message, told.hint, "DB319"))
    return Symmetry(tuple(problems), frozenset(touched))


def closure(bodies: Mapping[str, ir.RuleBody], rules: Iterable[str]) -> list[str]:
    """Some rules and all that they call, each once."""
    found = dict.fromkeys(rules)
    waiting = list(found)
    while waiting:
        for node in ir.walk(bodies[waiting.pop()].body):
            if isinstance(node, ir.Call) and node.rule.name not in found:
                found[node.rule.name] = None
                waiting.append(node.rule.name)
    return list(found)


@frozen
class _Rule:
    """Checks one rule.  `phases` are those of the states that it is asked about, empty where that is not known."""

    enum: type[IntEnum]
    game: Game[Any, Any]
    bodies: Mapping[str, ir.RuleBody]
    body: ir.RuleBody
    phases: frozenset[int]
    touched: set[Owner] = field(repr=False)

    def check(self) -> None:
        """Raise Told for the first thing that tells members apart."""
        rule = self.body.rule
        for name, kind in rule.parameters:
            if isinstance(kind, Scalar) and self._named(kind) and not names_all(kind, self.enum):
                self._tell(0, f"{name} can be only some of its members", "take any of them")
        result = returned(rule)
        if result is not None and self._named(result) and (rule.kind != "rule" or not names_all(result, self.enum)):
            self._tell(0, f"{rule.name} returns its members as numbers, or only some of them", "return something else")
        self._block(self.body.body)

    def _named(self, kind: object) -> bool:
        return names(kind, self.enum)

    def _tell(self, line: int, message: str, hint: str) -> NoReturn:
        raise Told(line, message, hint)

    # -- statements -----------------------------------------------------------------------------------------------------------

    def _block(self, statements: Iterable[ir.Stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ir.Stmt) -> None:
        match node:
            case ir.Assign():
                self._value(node.value)
            case ir.Store():
                self._place(node.place)
                self._given(node.value, node.place.type)
            case ir.Bind() | ir.Clear():
                self._place(node.place)
            case ir.Take():
                self._place(node.pile)
                if node.index is not None:
                    self._number(node.index)
            case ir.Put():
                self._place(node.pile)
                self._numbers(node.values)
            case ir.Count():
                self._place(node.bag)
                self._number(node.kind)
            case ir.Pour():
                self._place(node.bag)
                self._place(node.other)
            case ir.If():
                self._number(node.condition)
                known = self._known(node.condition)
                self._block(node.then if known is not False else ())
                self._block(node.otherwise if known is not True else ())
            case ir.While():
                self._number(node.condition)
                self._block(node.body)
            case ir.ForRange() | ir.ForEach():
                self._loop(node)
                self._block(node.body)
                if self._over_members(node):
                    loop_in_any_order(node, self.body, self.bodies, self.enum)
            case ir.Return():
                for value in node.values:
                    self._given(value, None if self.body.rule.returned_record is not None else returned(self.body.rule))
            case ir.Perform():
                self._value(node.call)
            case ir.Require():
                self._number(node.condition)
            case ir.Weight():
                self._number(node.value)
            case ir.Bound() | ir.Break() | ir.Continue() | ir.Clauses():
                pass
            case _:
                self._tell(node.line, "this is not known to treat its members alike", "leave out @interchangeable")

    def _loop(self, node: ir.ForRange | ir.ForEach) -> None:
        """What a loop runs over: all the members or none of them."""
        if isinstance(node, ir.ForEach):
            self._place(node.container)
            return
        self._number(node.first)
        self._number(node.last)
        if self._named(node.type) and not names_all(node.type, self.enum):
            self._tell(node.line, "this loop is over a part of its members", f"loop over {self.enum.__name__}")

    def _over_members(self, node: ir.ForRange | ir.ForEach) -> bool:
        """Whether a loop takes the members, or the items of a row by them, one after the other."""
        kind = node.container.type if isinstance(node, ir.ForEach) else None
        return self._named(node.type) if isinstance(node, ir.ForRange) else isinstance(kind, RowType) and self._named(kind.by)

    # -- places ---------------------------------------------------------------------------------------------------------------

    def _place(self, node: ir.Place) -> None:
        match node:
            case ir.Root():
                return
            case ir.FieldOf():
                if isinstance(node.base.type, RecordType):
                    self.touched.add((node.base.type, node.name))
                self._place(node.base)
            case ir.ItemOf(base=base) if isinstance(base.type, RowType) and self._named(base.type.by):
                if not self._named(node.index.type):
                    self._tell(node.line, "a row by it is indexed by a number", f"index it by a {self.enum.__name__}")
                self._value(node.index)
                self._place(base)
            case ir.ItemOf() | ir.ElementOf() | ir.CountOf():
                self._number(node.index)
                self._place(node.base)

    # -- expressions ----------------------------------------------------------------------------------------------------------

    def _given(self, value: ir.Expr, kind: object) -> None:
        """A value where one of a type goes: a member where there is one, and nothing else there."""
        if self._named(value.type) != self._named(kind):
            self._counted(value)
        self._value(value)

    def _number(self, node: ir.Expr) -> None:
        """A value that is no member."""
        if self._named(node.type):
            self._counted(node)
        self._value(node)

    def _numbers(self, nodes: Iterable[ir.Expr]) -> None:
        for node in nodes:
            self._number(node)

    def _counted(self, node: ir.Expr) -> NoReturn:
        self._tell(node.line, "a member is used as a number", "compare members by == and !=, and index rows by them")

    def _value(self, node: ir.Expr) -> None:
        """An expression, which may be a member."""
        match node:
            case ir.Const():
                if self._named(node.type) and node.value in numbers(node.type, self.enum):
                    member = self.enum(node.value - numbers(node.type, self.enum)[0])
                    self._tell(node.line, f"{member.name} is named here", "let the rule be about any of its members")
            case ir.Local() | ir.RulingIn() | ir.Happened() | ir.MayHappen():
                return
            case ir.Read() | ir.SizeOf() | ir.TotalOf():
                self._place(node.place)
            case ir.Negative() | ir.Absolute() | ir.Not():
                self._number(node.operand)
            case ir.Binary():
                self._numbers((node.left, node.right))
            case ir.Extreme():
                self._numbers(node.items)
            case ir.Compare():
                self._compare(node)
            case ir.OneOf():
                self._one_of(node)
            case ir.Junction():
                self._junction(node)
            case ir.Choose():
                self._number(node.condition)
                known = self._known(node.condition)
                for side, left_out in ((node.then, False), (node.otherwise, True)):
                    if known is not left_out:
                        self._given(side, node.type)
            case ir.Lookup():
                self._lookup(node)
            case ir.Convert():
                self._convert(node)
            case ir.Call():
                self._call(node)
            case ir.Part():
                self._call(node.call)
            case ir.Fold():
                self._fold(node)
            case _:
                self._tell(node.line, "this is not known to treat its members alike", "leave out @interchangeable")

    def _compare(self, node: ir.Compare) -> None:
        left, right = node.left, node.right
        if not self._named(left.type) and not self._named(right.type):
            self._numbers((left, right))
        elif isinstance(right, ir.Const) and self._named(left.type):  # as with None, and with members of an enum that extends it
            if len({COMPARED[node.operator](each, right.value) for each in numbers(left.type, self.enum)}) > 1:
                self._value(right)
                self._counted(node)
            self._value(left)
        elif node.operator in ("==", "!=") and self._named(left.type) and self._named(right.type):
            self._value(left)
            self._value(right)
        else:
            self._tell(node.line, "this depends on the order of its members", "compare members by == and != with each other")

    def _one_of(self, node: ir.OneOf) -> None:
        if self._named(node.operand.type):
            if len({each in node.values for each in numbers(node.operand.type, self.enum)}) > 1:
                self._tell(node.line, "some of its members are named here", "let the rule be about any of its members")
            self._value(node.operand)
        else:
            self._number(node.operand)

    def _junction(self, node: ir.Junction) -> None:
        for item in node.items:
            self._number(item)
            if self._known(item) is (node.operator == "or"):
                return  # what comes behind is not asked in these phases

    def _lookup(self, node: ir.Lookup) -> None:
        if self._named(node.index.type):
            self._tell(node.line, "a table of constants tells its members apart", f"keep it in a row by {self.enum.__name__}")
        if self._named(node.type) and any(each in numbers(node.type, self.enum) for each in node.table):
            self._tell(node.line, "a table of constants names its members", "let the rule be about any of its members")
        self._value(node.index)

    def _convert(self, node: ir.Convert) -> None:
        """A member as one of a type that has None too or has not; of a number nobody knows which member it is."""
        kind, operand = node.type, node.operand
        if not self._named(kind):
            self._number(operand)
            return
        if not names_all(kind, self.enum):
            self._tell(node.line, "this can be only some of its members", "take any of them")
        step, member = 0, operand
        if isinstance(operand, ir.Binary) and self._named(operand.left.type) and isinstance(operand.right, ir.Const):
            step, member = operand.right.value * (1 if operand.operator == "+" else -1), operand.left
        if not self._named(member.type) or _first(member.type) + step != _first(kind):
            self._tell(node.line, "a number becomes a member, or a member the next one",
                       "choose a member, or keep it where rules find it")
        self._value(member)

    def _call(self, node: ir.Call) -> None:
        for argument, (_, kind) in zip(node.arguments, node.rule.parameters, strict=True):
            if isinstance(kind, Scalar):
                self._given(argument, kind)  # type: ignore[arg-type]
            else:
                self._place(argument)  # type: ignore[arg-type]

    def _fold(self, node: ir.Fold) -> None:
        for loop in node.loops:
            self._loop(loop)
        conditions = [condition for _, condition in node.conditions]
        self._numbers(conditions)
        over_members = any(self._over_members(loop) for loop in node.loops)
        if node.operator == "next" and over_members:
            self._tell(node.line, "next takes the first of its members", "ask whether there is one by any(...)")
        if node.operator != "next":
            self._number(node.value)
        else:
            self._value(node.value)
        if node.otherwise is not None:
            self._value(node.otherwise)
        if node.operator in ("any", "all") and over_members and may_fail((*node.loops, *conditions, node.value), self.bodies):
            self._tell(node.line, f"{node.operator} stops at the first that decides, and what it asks of others could fail",
                       "ask first whether there is an element, as in pile.size > 0 and pile[0] == card")

    def _known(self, condition: ir.Expr) -> bool | None:
        """Whether a condition about the phase alone holds in all the phases, or in none; otherwise None."""
        match condition:
            case ir.Compare(operator="==" | "!=", left=ir.Read(place=place),
                            right=ir.Const(value=value)) if is_phase(self.game, place):
                asked = {(phase == value) == (condition.operator == "==") for phase in self.phases}
            case ir.OneOf(operand=ir.Read(place=place)) if is_phase(self.game, place):
                asked = {phase in condition.values for phase in self.phases}
            case _:
                return None
        return asked.pop() if len(asked) == 1 and self._reads_state_only() else None

    def _reads_state_only(self) -> bool:
        """Whether the rule is asked about a state that it does not change, so that the phase stays what it was."""
        return self.body.pure and self.body.rule.kind not in (*TRANSITIONS, "rule")


def is_phase(game: Game[Any, Any], place: ir.Place) -> bool:
    """Whether a place is the phase of the state."""
    return isinstance(place, ir.FieldOf) and place.name == "phase" and isinstance(place.base, ir.Root) \
        and place.base.name != ir.EDITION and place.base.type == game.state_type


def _first(kind: Scalar) -> int:
    """The number of the first member in a type that names them."""
    return int(getattr(kind, "first", 0))
