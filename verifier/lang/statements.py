"""From Python statements to the intermediate form: assignments, effects on piles and bags, branches, loops, the words."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from attrs import evolve

from verifier.errors import RuleRefused, nearest
from verifier.lang import ir
from verifier.lang.annotations import RESULT
from verifier.lang.expressions import Expressions, fits_in, its_fields, loaded, returned
from verifier.lang.flow import Flow
from verifier.lang.intervals import INT, fits
from verifier.lang.loops import FLAG
from verifier.lang.refusals import Refusals, blocks, named
from verifier.lang.scope import Scope, describe, sort
from verifier.lang.there import NOTHING, Paths, is_anything, is_quiet, kept, leaves, shown
from verifier.lang.types import BagType, FlagType, IntType, PileType, RecordType, Scalar, record_type
from verifier.lang.unions import NONE, plain

_TAKES = ("take_top", "take_bottom", "take_at")
_PUTS = ("put_top", "put_bottom")
_OF_PILES, _OF_BAGS = (*_PUTS, *_TAKES, "clear"), ("add", "take", "add_all", "clear")
_GROWTH = 2**16
_Case = tuple[ast.pattern, ir.Expr | None, tuple[ir.Stmt, ...]]


class Statements:
    """Turns the statements of one rule into nodes."""

    def __init__(self, scope: Scope) -> None:
        self.scope, self.expressions, self.flow = scope, Expressions(scope), Flow(scope)
        self.clauses: list[tuple[ast.AST, str]] = []
        self._before: list[ir.Stmt] = []
        self.refusals = Refusals(scope.unknown)
        self._given: str | None = None  # the local that can be None, and has just been given what is there

    def _at(self, node: ast.AST) -> tuple[int, int]:
        return self.scope.numbers(), getattr(node, "lineno", 0)

    def block(self, nodes: list[ast.stmt]) -> tuple[ir.Stmt, ...]:
        """A sequence of statements; RuleRefused for the first that is refused, but in the last try, which leaves all such out."""
        found: list[ir.Stmt] = []
        for node in nodes:
            outer, self._before = self._before, []
            statements = self._statement(node)
            found += [*self._before, *statements]
            self._before = outer
            self._keep_known(node)
        return tuple(found)

    def _statement(self, node: ast.stmt) -> list[ir.Stmt]:
        """A statement; if it is refused in the last try, where ranges follow the flow, nothing, and its blocks are read, too."""
        handler: Callable[[ast.stmt], list[ir.Stmt]] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        there, flow = self.expressions.there, self.flow.state
        try:
            if handler is None:
                raise self.scope.refuse(node, f"{type(node).__name__} is not part of the rule language",
                                        "use assignments, if, match, for, while with a bound, and calls")
            return handler(node)
        except RuleRefused as refused:
            if not self.scope.follows:
                raise
            self.refusals.add(node, refused.problems)
            self.clauses += named(node, "clause", "require")
            self.expressions.rulings += [(place, id_, ()) for place, id_ in named(node, "ruling")]
            for body in (*blocks(node), []):
                self._before, self.expressions.there, self.flow.state = [], there, flow
                self.block(body)
            return []

    # -- what is known to be there ----------------------------------------------------------------------------------------

    def _keep_known(self, node: ast.stmt) -> None:
        """Go on behind a statement with what is still known, and with what it has shown; branches and loops do so themselves."""
        known = self.expressions
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id="require"), args=[asked, *_])):
                known.there |= shown(asked, True)
        if not isinstance(node, ast.If):
            known.there = kept(known.there, [node], self._changes)
        if isinstance(node, ast.Assign | ast.AnnAssign) and self._given is not None:
            known.there |= {self._given}
        self._given = None

    def _changes(self, node: ast.stmt) -> bool:
        """Whether a statement, but for those inside it, may change the state."""
        if isinstance(node, ast.Expr):
            return not is_quiet(node)
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            return False
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        value = node.value
        calls = isinstance(value, ast.Call) and self.expressions.called_rule(value) is not None
        takes = value is not None and any(self._is_take(each) for each in ast.walk(value) if isinstance(each, ast.expr))
        return calls or takes or not all(isinstance(each, ast.Name) for each in targets)

    def _known_in(self, there: Paths, body: list[ast.stmt]) -> tuple[ir.Stmt, ...]:
        """A block that begins with what is known."""
        self.expressions.there = there
        return self.block(body)

    def _pass(self, node: ast.Pass) -> list[ir.Stmt]:
        return []

    def _break(self, node: ast.Break) -> list[ir.Stmt]:
        self.flow.breaks()
        return [ir.Break(*self._at(node))]

    def _continue(self, node: ast.Continue) -> list[ir.Stmt]:
        self.flow.continues()
        return [ir.Continue(*self._at(node))]

    def _return(self, node: ast.Return) -> list[ir.Stmt]:
        statements = self._returned(node)
        self.flow.ends()
        return statements

    def _returned(self, node: ast.Return) -> list[ir.Stmt]:
        rule = self.scope.rule
        if RESULT in self.scope.unknown:
            return self._anything(node)
        if node.value is None:
            if returned(rule) is not None or rule.returned_record is not None:
                raise self.scope.refuse(node, f"{rule.name} is declared to return a value", "write return and the value")
            return [ir.Return(*self._at(node), ())]
        kind = self._constructed(node.value)
        if kind is not None and isinstance(node.value, ast.Call):
            if kind != rule.returned_record:
                raise self.scope.refuse(node, f"returns {describe(kind)}; {rule.name} is declared to return "
                                        f"{describe(rule.returned_record)}", "return what the annotation says, or change it")
            return [ir.Return(*self._at(node), self._fields(node.value, kind))]
        declared = returned(self.scope.rule)
        value = self.expressions.fitted(node, self.expressions.scalar(node.value), declared)
        if declared == INT and isinstance(value.type, IntType):
            self._refuse_too_wide(node, value)
            value = self._within(node, value, INT)
        if declared is None or sort(declared) != sort(value.type) or not fits(value.type, declared):
            raise self.scope.refuse(node, f"returns {describe(value.type)} in {value.type.low}..{value.type.high}; "
                                    f"{self.scope.rule.name} is declared to return {describe(declared)}"
                                    + (f" in {declared.low}..{declared.high}" if declared else ""),
                                    "return what the annotation says, or change it")
        return [ir.Return(*self._at(node), (value,))]

    def _anything(self, node: ast.Return) -> list[ir.Stmt]:
        """A return where nobody knows what is to be returned: only its value is read."""
        if isinstance(node.value, ast.Call) and (kind := self._constructed(node.value)) is not None:
            self._fields(node.value, kind)
        elif node.value is not None and self.expressions.graded(node.value) is None:
            self.expressions.scalar(node.value)
        return [ir.Return(*self._at(node), ())]

    # -- assignments ------------------------------------------------------------------------------------------------------

    def _annassign(self, node: ast.AnnAssign) -> list[ir.Stmt]:
        if node.value is None:
            raise self.scope.refuse(node, "a local gets its value where it is named", "write x = 0")
        union = self.scope.union(node.annotation)
        if union is not None and isinstance(node.target, ast.Name):
            value = self.expressions.fitted(node, self._value(node.value), union)
            if sort(value.type) == sort(union):
                return [self._assign_local(node, node.target.id, value)]
        statements = self._assignment(node, node.target, node.value)
        hint = node.annotation.id if isinstance(node.annotation, ast.Name) else ""
        kind = {"int": IntType, "bool": FlagType}.get(hint, self.scope.global_value(hint))
        if not isinstance(node.target, ast.Name) or sort(self.scope.scalars.get(node.target.id)) != kind:
            raise self.scope.refuse(node.annotation, "this annotation is not the type of the local, and would not be checked",
                                    "leave it out: a local has the type of its value, and no range of its own")
        return statements

    def _assign(self, node: ast.Assign) -> list[ir.Stmt]:
        if len(node.targets) != 1:
            raise self.scope.refuse(node, "one assignment a line", "write each in a line of its own")
        return self._assignment(node, node.targets[0], node.value)

    def _assignment(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ir.Stmt]:
        if isinstance(target, ast.Name):
            return self._assign_name(node, target.id, value)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in self.scope.records:
            return self._assign_field(node, target, target.value.id, self.expressions.scalar(value))
        place = self.expressions.place(target)
        if place is None:
            raise self.scope.refuse(target, "this cannot be assigned to", "assign to a local or to a field of the state")
        return [self._store(node, place, self._value(value))]

    def _assign_name(self, node: ast.stmt, name: str, value: ast.expr) -> list[ir.Stmt]:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "bound":
            return self._bound(node, name, value)
        if self._is_take(value) and isinstance(value, ast.Call):
            pile = self._pile(value)
            if isinstance(pile.type, PileType) and isinstance(pile.type.item, RecordType):
                return [self._take_record(value, pile, pile.type.item, name)]
            return [self._take_scalar(value, pile, name)]
        kind = self._constructed(value)
        if kind is not None and isinstance(value, ast.Call):
            values = self._fields(value, kind)
            self.scope.declare_record(node, name, kind)
            return [ir.Assign(*self._at(node), f"{name}.{field}", each)
                    for (field, _), each in zip(kind.fields, values, strict=True)]
        graded = self.expressions.graded(value)
        if graded is not None:
            parts = self.expressions.parts(value)
            self.scope.declare_record(node, name, graded)
            return [ir.Assign(*self._at(node), f"{name}.{field}", each)
                    for (field, _), each in zip(graded.fields, parts, strict=True)]
        place = self.expressions.place(value)
        if place is not None and not isinstance(place.type, Scalar):
            if name in self.scope.scalars or name in self.scope.records or self.scope.assigned[name] > 1:
                raise self.scope.refuse(node, f"{name} names a place and is assigned more than once", "use two names")
            self.scope.places[name] = ir.Root(*self._at(node), name, place.type)
            self.scope.origins[name] = self.scope.origin(place)
            return [ir.Bind(*self._at(node), name, place)]
        if isinstance(value, ast.Call) and (rule := self.expressions.called_rule(value)) is not None and rule.kind == "rule":
            if value.keywords:
                raise self.scope.refuse(value, "rules are called with arguments in order", "leave out the names")
            call = self.expressions.call(value)
            if not call.valued:
                raise self.scope.refuse(value, f"{rule.name} returns nothing", "call it in a line of its own")
            self.scope.declare(node, name, call.type)
            return [ir.Perform(*self._at(node), call, name)]
        return [self._assign_local(node, name, self._value(value))]

    def _refuse_too_wide(self, node: ast.AST, value: ir.Expr) -> None:
        """A local that grows by little at a time is checked as it grows; what could leave 32 bits at once is refused."""
        if not fits(value.type, IntType(INT.low - _GROWTH, INT.high + _GROWTH)):
            raise self.scope.refuse(node, f"this can be {value.type.low}..{value.type.high}, beyond 32 bits",
                                    "declare the ranges of what it is made of: def rule(...) -> Annotated[int, Range(0, 9)]; or "
                                    "take the remainder in the same line: x = a * b % 7")

    def _assign_local(self, node: ast.AST, name: str, value: ir.Expr) -> ir.Stmt:
        self._refuse_too_wide(node, value)
        known = self.scope.scalars.get(name)
        if plain(value.type) or self.expressions.is_there(value):
            self._given = name
        if known is None and self.expressions.is_there(value):
            value = self.expressions.what_is_there(node, value)
        value = self.expressions.fitted(node, value, known)
        if value.type == NONE:
            raise self.scope.refuse(getattr(node, "value", node), "None does not say what this can be otherwise",
                                    f"write {name}: Card | None = None")
        self.scope.declare(node, name, value.type)
        return ir.Assign(*self._at(node), name, value)

    def _assign_field(self, node: ast.AST, target: ast.Attribute, name: str, value: ir.Expr) -> list[ir.Stmt]:
        kind = self.scope.records[name].field(target.attr)
        value = self.expressions.fitted(node, value, kind)
        if not isinstance(kind, Scalar) or sort(kind) != sort(value.type):
            raise self.scope.refuse(target, f"{name} has no such field, or one of another kind",
                                    f"its fields: {', '.join(each for each, _ in self.scope.records[name].fields)}")
        return [ir.Assign(*self._at(node), f"{name}.{target.attr}", self._within(node, value, kind))]

    def _store(self, node: ast.AST, place: ir.Place, value: ir.Expr) -> ir.Stmt:
        if not isinstance(place.type, Scalar):
            raise self.scope.refuse(node, f"{describe(place.type)} is changed through its own methods",
                                    "set its fields or items, or use put_top, take_top, add, take, clear")
        self._keep_edition(node, place)
        value = self.expressions.fitted(node, value, place.type)
        if not fits_in(place.type, value.type):
            raise self.scope.refuse(node, f"the field is {describe(place.type)} and the value is {describe(value.type)}",
                                    "convert it, for example Entrance(number)")
        return ir.Store(*self._at(node), place, value)

    def _keep_edition(self, node: ast.AST, place: ir.Place) -> None:
        if self.scope.origin(place) == ir.EDITION:
            raise self.scope.refuse(node, "component data cannot change during play", "keep what changes in the state")

    def _augassign(self, node: ast.AugAssign) -> list[ir.Stmt]:
        load = ast.copy_location(ast.BinOp(loaded(node.target), node.op, node.value), node)
        value = self.expressions.scalar(load)
        if isinstance(node.target, ast.Name):
            return [self._assign_local(node, node.target.id, value)]
        self.expressions.repeated.append(node.target)
        if isinstance(node.target, ast.Attribute) and isinstance(node.target.value, ast.Name) \
                and node.target.value.id in self.scope.records:
            return self._assign_field(node, node.target, node.target.value.id, value)
        place = self.expressions.place(node.target)
        if place is None:
            raise self.scope.refuse(node.target, "this cannot be assigned to", "assign to a local or to a field of the state")
        return [self._store(node, place, value)]

    def _within(self, node: ast.AST, value: ir.Expr, kind: Scalar) -> ir.Expr:
        """The value, checked against a narrower range where it could leave it."""
        if kind.low <= value.type.low and value.type.high <= kind.high:
            return value
        return ir.Convert(*self._at(node), value, kind)

    def _value(self, node: ast.expr) -> ir.Expr:
        """A scalar; `pile.take_top().card` is taken before the statement."""
        if isinstance(node, ast.Attribute) and self._is_take(node.value) and isinstance(node.value, ast.Call):
            pile = self._pile(node.value)
            if not isinstance(pile.type, PileType) or not isinstance(pile.type.item, RecordType):
                raise self.scope.refuse(node, "what this pile holds has no fields", "leave out the field")
            name = self.scope.temporary()
            self._before.append(self._take_record(node.value, pile, pile.type.item, name))
            kind = pile.type.item.field(node.attr)
            if not isinstance(kind, Scalar):
                raise self.scope.refuse(node, f"{describe(pile.type.item)} has no field {node.attr!r}",
                                        its_fields(node.attr, pile.type.item))
            return ir.Local(*self._at(node), f"{name}.{node.attr}", kind)
        if self._is_take(node) and isinstance(node, ast.Call):
            name = self.scope.temporary()
            taken = self._take_scalar(node, self._pile(node), name)
            self._before.append(taken)
            return ir.Local(*self._at(node), name, self.scope.scalars[name])
        return self.expressions.scalar(node)

    # -- piles and bags -----------------------------------------------------------------------------------------------------

    def _is_take(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES

    def _pile(self, node: ast.Call) -> ir.Place:
        assert isinstance(node.func, ast.Attribute)
        place = self.expressions.place(node.func.value)
        if place is None or not isinstance(place.type, PileType):
            raise self.scope.refuse(node, f"{node.func.attr} is for piles", "take from a bag with bag.take(kind)")
        if len(node.args) != (node.func.attr == "take_at") or node.keywords:
            raise self.scope.refuse(node, "take_at takes the place of an element, take_top and take_bottom take nothing",
                                    "write pile.take_top() or pile.take_at(2)")
        self._keep_edition(node, place)
        return place

    def _taken_index(self, node: ast.Call) -> ir.Expr | None:
        assert isinstance(node.func, ast.Attribute)
        if node.func.attr == "take_at":
            return self.expressions.number(node.args[0])
        return None if node.func.attr == "take_bottom" else ir.Const(*self._at(node), 0, IntType(0, 0))

    def _take_record(self, node: ast.Call, pile: ir.Place, kind: RecordType, name: str) -> ir.Stmt:
        index = self._taken_index(node)
        self.scope.declare_record(node, name, kind)
        return ir.Take(*self._at(node), name, pile, index)

    def _take_scalar(self, node: ast.Call, pile: ir.Place, name: str) -> ir.Stmt:
        assert isinstance(pile.type, PileType) and isinstance(pile.type.item, Scalar)
        index = self._taken_index(node)
        self.scope.declare(node, name, pile.type.item)
        return ir.Take(*self._at(node), name, pile, index)

    def _constructed(self, node: ast.expr) -> RecordType | None:
        """The record type when the expression builds a record."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            kind = getattr(self.scope.global_value(node.func.id), "__daybreak_type__", None)
            if kind is None and getattr(self.scope.global_value(node.func.id), "__daybreak__", False):
                kind = record_type(self.scope.global_value(node.func.id))
            if isinstance(kind, RecordType):
                return kind
        return None

    def _fields(self, node: ast.Call, kind: RecordType) -> tuple[ir.Expr, ...]:
        given = {each.arg: each.value for each in node.keywords}
        names = [name for name, _ in kind.fields]
        if node.args or set(given) - set(names):
            raise self.scope.refuse(node, f"build {describe(kind)} from its fields by name", f"its fields: {', '.join(names)}")
        values: list[ir.Expr] = []
        for name, field in kind.fields:
            assert isinstance(field, Scalar)
            value: ir.Expr = ir.Const(*self._at(node), field.low, field)
            if name in given:
                value = self.expressions.fitted(node, self.expressions.scalar(given[name]), field)
                if not fits_in(field, value.type):
                    raise self.scope.refuse(given[name], f"{name} is {describe(field)} and this is {describe(value.type)}",
                                            "convert it, for example Entrance(number) or int(flag)")
            values.append(self._within(node, value, field))
        return tuple(values)

    def _element(self, node: ast.expr, kind: ir.Type) -> tuple[ir.Expr, ...]:
        """The scalars of an element that is put on a pile."""
        if isinstance(kind, Scalar):
            value = self.expressions.fitted(node, self._value(node), kind)
            if sort(value.type) != sort(kind) and not (plain(value.type) and plain(kind)):
                raise self.scope.refuse(node, f"the pile holds {describe(kind)}, and this is {describe(value.type)}",
                                        "convert it, for example Card(number)")
            return (self._within(node, value, kind),)
        assert isinstance(kind, RecordType)
        if isinstance(node, ast.Call) and self._constructed(node) == kind:
            return self._fields(node, kind)
        name = node.id if isinstance(node, ast.Name) else ""
        if self._is_take(node) and isinstance(node, ast.Call):
            name = self.scope.temporary()
            self._before.append(self._take_record(node, self._pile(node), kind, name))
        if self.scope.records.get(name) == kind:
            return tuple(ir.Local(*self._at(node), f"{name}.{field}", each) for field, each in kind.fields
                         if isinstance(each, Scalar))
        place = self.expressions.place(node)
        if place is not None and place.type == kind:
            self.expressions.repeated.append(node)
            return tuple(ir.Read(*self._at(node), ir.FieldOf(*self._at(node), place, field, each), each)
                         for field, each in kind.fields if isinstance(each, Scalar))
        raise self.scope.refuse(node, f"{describe(kind)} is needed here", "build one, or take one from a pile")

    def _expr(self, node: ast.Expr) -> list[ir.Stmt]:
        call = node.value
        if isinstance(call, ast.Constant) and isinstance(call.value, str):
            return []
        if not isinstance(call, ast.Call):
            raise self.scope.refuse(node, "this line has no effect", "delete it, or assign what it computes")
        if isinstance(call.func, ast.Name):
            return self._word(node, call, call.func.id)
        if isinstance(call.func, ast.Attribute):
            return self._method(node, call, call.func)
        raise self.scope.refuse(node, "this call is not part of the rule language", "call rules by their names")

    def _method(self, node: ast.stmt, call: ast.Call, function: ast.Attribute) -> list[ir.Stmt]:
        place, name = self.expressions.place(function.value), function.attr
        kind = None if place is None else place.type
        if call.keywords:
            raise self.scope.refuse(node, f"{name} takes its arguments in order", "leave out the names")
        if place is not None:
            self._keep_edition(node, place)
        if place is not None and isinstance(kind, (PileType, BagType)) and name == "clear" and not call.args:
            return [ir.Clear(*self._at(node), place)]
        if place is not None and isinstance(kind, PileType) and name in _PUTS and len(call.args) == 1:
            values = self._element(call.args[0], kind.item)
            self._refuse_late_receiver(call, place)
            return [ir.Put(*self._at(node), place, name == "put_top", values)]
        if place is not None and isinstance(kind, PileType) and name in _TAKES:
            self._pile(call)
            target = self.scope.temporary()
            if isinstance(kind.item, RecordType):
                return [self._take_record(call, place, kind.item, target)]
            return [self._take_scalar(call, place, target)]
        if place is not None and isinstance(kind, BagType) and name in ("add", "take") and len(call.args) == 1:
            value = self.expressions.fitted(node, self._value(call.args[0]), kind.kind)
            self._refuse_late_receiver(call, place)
            if sort(value.type) != kind.kind.enum:
                raise self.scope.refuse(call.args[0], f"the bag holds {kind.kind.enum.__name__}s",
                                        f"write {kind.kind.enum.__name__}(...) around a number")
            return [ir.Count(*self._at(node), place, value, 1 if name == "add" else -1)]
        if place is not None and isinstance(kind, BagType) and name == "add_all" and len(call.args) == 1:
            other = self.expressions.place(call.args[0])
            if other is None or not isinstance(other.type, BagType) or other.type.kind != kind.kind:
                raise self.scope.refuse(call.args[0], "add_all takes a bag of the same kind",
                                        "or loop over the enum and set the counts")
            return [ir.Pour(*self._at(node), place, other)]
        raise self.scope.refuse(node, f"{name} is not something that {describe(kind)} can do",
                                nearest(name, _OF_BAGS if isinstance(kind, BagType) else _OF_PILES) +
                                f"piles: {' '.join(_OF_PILES)}; bags: {' '.join(_OF_BAGS)}")

    def _refuse_late_receiver(self, call: ast.Call, place: ir.Place) -> None:
        """Python looks the receiver up before it takes the argument from a pile; here the taking would come first."""
        if self._before and any(isinstance(node, (ir.Read, ir.SizeOf, ir.TotalOf, ir.Call, ir.Fold)) for node in ir.walk(place)):
            raise self.scope.refuse(call, "where this goes depends on the state, and its argument changes the state",
                                    "take the element in a line of its own first")

    # -- words --------------------------------------------------------------------------------------------------------------

    def _word(self, node: ast.Expr, call: ast.Call, name: str) -> list[ir.Stmt]:
        if name == "clause":
            return self._counted(node, call)
        if call.keywords:
            raise self.scope.refuse(node, f"{name} takes its arguments in order", "leave out the names")
        if name == "require":
            if len(call.args) != 2:
                raise self.scope.refuse(node, "require takes a condition and the clause that forbids it otherwise",
                                        'write require(night.ammo > 0, "UD-T05")')
            self._only_in("decision", node, "require belongs to decisions", "use if, or move it into the decision")
            condition = self.expressions.condition(call.args[0])
            return [ir.Require(*self._at(node), condition, self._clause(call.args[1]))]
        if name == "weight":
            if len(call.args) != 1:
                raise self.scope.refuse(node, "weight takes a number", "write weight(night.deck[card])")
            self._only_in("chance", node, "weight belongs to chance rules", "decorate the rule with @game.chance")
            return [ir.Weight(*self._at(node), self.expressions.number(call.args[0]))]
        return [ir.Perform(*self._at(node), self.expressions.call(call), None)]

    def _only_in(self, kind: str, node: ast.Expr, message: str, instead: str) -> None:
        if self.scope.rule.kind != kind:
            raise self.scope.refuse(self.scope.source.line(node.lineno), message, instead)

    def _counted(self, node: ast.Expr, call: ast.Call) -> list[ir.Stmt]:
        """`clause(...)`; with `when=`, exactly what the branch would be that does nothing else."""
        if not call.args or len(call.keywords) > 1 or any(each.arg != "when" for each in call.keywords):
            raise self.scope.refuse(node, "clause takes ids and, if it is not always counted, the condition",
                                    'write clause("UD-T04"), or clause("UD-T04", when=night.ammo == 0)')
        if not call.keywords:
            return [self._ids(node, call)]
        condition = self.expressions.condition(call.keywords[0].value)
        return [ir.If(*self._at(node), condition, (self._ids(node, call),), ())]

    def _ids(self, node: ast.Expr, call: ast.Call) -> ir.Clauses:
        return ir.Clauses(*self._at(node), tuple(self._clause(each) for each in call.args))

    def _clause(self, node: ast.expr) -> str:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            raise self.scope.refuse(node, "a clause is named by its id", 'write clause("UD-T04")')
        self.clauses.append((node, node.value))
        return node.value

    def _bound(self, node: ast.stmt, name: str, call: ast.Call) -> list[ir.Stmt]:
        value = self.expressions.number(call.args[0]) if len(call.args) == 1 and not call.keywords else None
        if not isinstance(value, ir.Const) or not 0 < value.value <= 4096:
            raise self.scope.refuse(node, "a bound is a constant from 1 to 4096", "write hops = bound(4)")
        scope = self.scope
        if scope.bounds.setdefault(name, value.value) != value.value \
                or any(name in names for names in (scope.scalars, scope.places, scope.records)):
            raise self.scope.refuse(node, f"{name} stands for something else already", "use another name")
        return [ir.Bound(*self._at(node), name, value.value)]

    # -- branches and loops ---------------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> list[ir.Stmt]:
        condition, at, before = self.expressions.condition(node.test), self._at(node), self.expressions.there
        ends: list[Paths] = []

        def way(body: list[ast.stmt], holds: bool) -> tuple[ir.Stmt, ...]:
            found = self._known_in(before | shown(node.test, holds), body)
            if not leaves(body):
                ends.append(self.expressions.there)
            return found

        then, otherwise = self.flow.apart(partial(way, node.body, True), partial(way, node.orelse, False))
        self.expressions.there = frozenset.intersection(*ends) if ends else NOTHING
        return [ir.If(*at, condition, then, otherwise)]

    def _match(self, node: ast.Match) -> list[ir.Stmt]:
        asked = self.expressions._is_ruling(node.subject)
        first: list[ir.Stmt] = []
        subject = node.subject
        if not asked and not isinstance(subject, ast.Name):
            name = self.scope.temporary()
            first.append(self._assign_local(node, name, self.expressions.scalar(subject)))
            subject = ast.copy_location(ast.Name(name, ast.Load()), node.subject)
        cases: list[Callable[[], _Case]] = [partial(self._case, subject, case) for case in node.cases]
        if not is_anything(node.cases[-1].pattern):
            cases.append(lambda: (node.cases[-1].pattern, None, ()))  # where no case fits
        there = self.expressions.there
        chain: tuple[ir.Stmt, ...] = ()
        for pattern, condition, body in reversed(self.flow.apart(*cases)):
            chain = body if condition is None else (ir.If(*self._at(pattern), condition, body, chain),)
        self.expressions.there = there
        return [*first, *chain]

    def _case(self, subject: ast.expr, case: ast.match_case) -> _Case:
        if case.guard is not None:
            raise self.scope.refuse(case.pattern, "a case has no condition of its own", "write if inside it")
        there = self.expressions.there
        found = case.pattern, self._pattern(subject, case.pattern), self.block(case.body)
        self.expressions.there = there
        return found

    def _pattern(self, subject: ast.expr, pattern: ast.pattern) -> ir.Expr | None:
        if is_anything(pattern):
            return None
        patterns = pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]
        values = [ast.copy_location(ast.Constant(None), each) if isinstance(each, ast.MatchSingleton) else each.value
                  for each in patterns
                  if isinstance(each, ast.MatchValue) or isinstance(each, ast.MatchSingleton) and each.value is None]
        if len(values) != len(patterns):
            raise self.scope.refuse(pattern, "a case is a constant, an enum member, several of them with |, or _",
                                    "name constants with a dot, as in Card.RED, and ask for flags with if")
        if self.expressions._is_ruling(subject):
            choices = tuple(each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str))
            if len(choices) != len(values):
                raise self.scope.refuse(pattern, "a ruling is compared with the names of its choices", 'write case "top":')
            return self.expressions.ruling_in(subject, choices)
        asks = [ast.Is() if isinstance(each, ast.Constant) and each.value is None else ast.Eq() for each in values]
        tests = [self.expressions.scalar(ast.copy_location(ast.Compare(subject, [ask], [each]), pattern))
                 for ask, each in zip(asks, values, strict=True)]
        return tests[0] if len(tests) == 1 else ir.Junction(*self._at(pattern), "or", tuple(tests), FLAG)

    def _for(self, node: ast.For) -> list[ir.Stmt]:
        if node.orelse:
            raise self.scope.refuse(node, "a loop has no else", "set a flag before break, and test it after the loop")
        loop, passes = self.expressions.loop(node.target, node.iter)
        there = kept(self.expressions.there, [node], self._changes)
        body = self.flow.looped(passes, partial(self._known_in, there, node.body))
        self.expressions.there = there
        return [evolve(loop, body=body)]

    def _while(self, node: ast.While) -> list[ir.Stmt]:
        test = node.test
        name = test.func.id if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) else ""
        if name not in self.scope.bounds or not isinstance(test, ast.Call) or len(test.args) != 1 or test.keywords or node.orelse:
            raise self.scope.refuse(node.test, "a while needs a declared bound",
                                    "write `hops = bound(4)` before it and `while hops(condition):`")
        asked, most = test.args[0], self.scope.bounds[name]
        there = kept(self.expressions.there, [node], self._changes)

        def read() -> ir.While:
            self.expressions.there = there
            condition = self.expressions.condition(asked)
            return ir.While(*self._at(node), condition, name, most, self._known_in(there | shown(asked, True), node.body))

        loop = self.flow.looped(most + 1, read)  # the condition is asked once more than there are passes
        self.expressions.there = there
        return [loop]
