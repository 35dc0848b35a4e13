"""Whether a loop over interchangeable members does the same whatever their order: what a pass writes no other pass may read.

Sufficient and not necessary.  Accepted is a loop whose passes change only the item that they are about, add to a number, or set
something to one constant; and a loop that changes nothing and returns one constant for some member.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NoReturn

from attrs import frozen

from verifier.lang import ir
from verifier.lang.interchangeable import names
from verifier.lang.types import IntType, RecordType, RowType, types_in

_WRITES: Mapping[type, str] = {ir.Store: "place", ir.Put: "pile", ir.Take: "pile", ir.Clear: "place", ir.Count: "bag",
                               ir.Pour: "bag"}
_APART = "let each pass change its own item alone, or only add up"
_SIMPLE = (ir.Return, ir.If, ir.Bind, ir.Clauses)


class Told(Exception):
    """What tells members apart: the line (0: the whole rule), in words, and what to do instead."""

    def __init__(self, line: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.line, self.message, self.hint = line, message, hint


def loop_in_any_order(loop: ir.ForRange | ir.ForEach, body: ir.RuleBody, bodies: Mapping[str, ir.RuleBody],
                      enum: type[IntEnum]) -> None:
    """Raise Told where the passes of a loop over members could depend on their order."""
    _Loop(loop, body, bodies, enum).check()


@frozen
class _Loop:
    loop: ir.ForRange | ir.ForEach
    body: ir.RuleBody
    bodies: Mapping[str, ir.RuleBody]
    enum: type[IntEnum]

    @property
    def _nodes(self) -> list[ir.Node]:
        return list(ir.walk(self.loop.body))

    def check(self) -> None:
        """Every way in which one pass could reach another."""
        self._calls()
        self._locals()
        places = [getattr(node, name) for node in self._nodes if (name := _WRITES.get(type(node)))]
        if places or any(isinstance(node, ir.Assign) for node in self._nodes):
            self._no_exit()
        elif any(isinstance(node, (ir.Return, ir.Break)) for node in self._nodes):
            self._one_result()
        if places:
            self._written()

    def _tell(self, node: ir.Node, message: str, hint: str = _APART) -> NoReturn:
        raise Told(node.line, message, hint)

    def _calls(self) -> None:
        """A rule that is called changes nothing, and the passes of another loop are not counted here."""
        bounds = {node.name for node in self._nodes if isinstance(node, ir.Bound)}
        for node in self._nodes:
            if isinstance(node, ir.Call) and not self.bodies[node.rule.name].pure:
                self._tell(node, f"a pass of a loop over its members calls {node.rule.name}, which changes the state")
            if isinstance(node, ir.While) and node.bound not in bounds:
                self._tell(node, "passes of a loop over its members share a bound", "declare the bound inside the loop")

    def _no_exit(self) -> None:
        for node in [*self._breaks(self.loop.body), *(each for each in self._nodes if isinstance(each, ir.Return))]:
            self._tell(node, "a loop over its members stops at one of them, after it changed something",
                       "go through all of them, or ask for one by any(...)")

    def _breaks(self, statements: Iterable[ir.Stmt]) -> Iterator[ir.Break]:
        """What leaves this loop, rather than one inside it."""
        for node in statements:
            if isinstance(node, ir.Break):
                yield node
            elif isinstance(node, ir.If):
                yield from self._breaks((*node.then, *node.otherwise))

    def _one_result(self) -> None:
        """A loop that changes nothing stops at some member, with a result that does not say at which."""
        results = [node for node in self._nodes if isinstance(node, ir.Return)]
        constants = {tuple(value.value if isinstance(value, ir.Const) else None for value in node.values) for node in results}
        if len(constants) > 1 or any(None in each for each in constants):
            self._tell(results[0], "a loop over its members returns what it finds first", "ask whether there is one by any(...)")
        if _fails(self.loop.body, (), self.bodies):
            self._tell(self.loop, "a loop over its members stops at one of them, and what it asks of others could fail",
                       "ask first whether there is an element, as in pile.size > 0 and pile[0] == card")

    # -- locals ---------------------------------------------------------------------------------------------------------------

    def _locals(self) -> None:
        """A local that passes share is only added to, or set to one constant."""
        inside = self._nodes
        for name in dict.fromkeys(name for node in inside for name in _set_by(node)):
            if name == self.loop.name:
                self._tell(self.loop, f"the loop sets {name} itself", "use another name")
            everywhere = sum(_mentions(node, name) for node in ir.walk(self.body.body))
            if everywhere == sum(_mentions(node, name) for node in inside):
                continue  # it has a value in every pass before it is used
            sets = [node for node in inside if name in _set_by(node)]
            reads = sum(isinstance(node, ir.Local) and node.name == name for node in inside)
            values = [node.value for node in sets if isinstance(node, ir.Assign)]
            added = [value for value in values if isinstance(value, ir.Binary) and isinstance(value.left, ir.Local)
                     and value.left.name == name]
            if len(values) < len(sets) or not (_one_constant(values) and not reads
                                               or _one_way(added, values) and reads == len(added)):
                self._tell(sets[0], f"passes of a loop over its members share {name}",
                           "only add to it, or use any, all, sum, max or min")

    # -- places ---------------------------------------------------------------------------------------------------------------

    def _written(self) -> None:
        """What is written is a pass's own, a number that is added to, or set to one constant; nothing else reads that."""
        own = {self.loop.name} if isinstance(self.loop, ir.ForEach) else set()
        for node in self._nodes:
            if isinstance(node, ir.Bind) and self._is_own(node.place, own):
                own.add(node.name)
        shared = list[ir.Store]()
        for node in self._nodes:
            place = getattr(node, _WRITES.get(type(node), ""), None)
            if place is None or self._is_own(place, own):
                continue
            if not isinstance(node, ir.Store) or not isinstance(place, ir.FieldOf) or not _is_fixed(place):
                self._tell(node, "a pass of a loop over its members changes something that is not its own")
            shared.append(node)
        self._others(own)
        for store in shared:
            self._shared(store, shared)

    def _is_own(self, place: ir.Place, own: set[str]) -> bool:
        """Whether a place is in the item that a pass is about."""
        while not isinstance(place, ir.Root):
            if isinstance(place, ir.ItemOf) and self._is_row(place.base.type):
                return isinstance(place.index, ir.Local) and place.index.name == self.loop.name
            place = place.base
        return place.name in own

    def _is_row(self, kind: object) -> bool:
        return isinstance(kind, RowType) and names(kind.by, self.enum)

    def _others(self, own: set[str]) -> None:
        """No pass looks at the item of another."""
        for node in self._nodes:
            if isinstance(node, ir.ItemOf) and self._is_row(node.base.type) and not self._is_own(node, own) \
                    or isinstance(node, ir.ForEach) and self._is_row(node.container.type) \
                    or isinstance(node, ir.ForRange) and names(node.type, self.enum):
                self._tell(node, "a pass of a loop over its members looks at other items, which other passes change")
            if isinstance(node, ir.Root) and node.name not in own and node.name != ir.EDITION \
                    and not any(map(self._is_row, types_in(node.type))):
                self._tell(node, f"a pass of a loop over its members looks at {node.name}, which another pass could change")
            if isinstance(node, ir.Call) and any(isinstance(each, ir.Place) and not self._is_own(each, own)
                                                 for each in node.arguments):
                self._tell(node, f"a pass of a loop over its members lets {node.rule.name} look at what other passes change")

    def _shared(self, store: ir.Store, stores: list[ir.Store]) -> None:
        """A field that several passes write: each adds to it, and nothing else in the loop reads it."""
        assert isinstance(store.place, ir.FieldOf)
        same = [each for each in stores if _same_field(each.place, store.place)]
        values = [each.value for each in same]
        added = [value for value in values if isinstance(value, ir.Binary) and isinstance(value.left, ir.Read)
                 and ir.alike(value.left.place, store.place)]
        reads = sum(isinstance(node, ir.Read) and _same_field(node.place, store.place) for node in self._nodes)
        alike = all(ir.alike(each.place, store.place) for each in same)
        if not alike or not (_one_constant(values) and not reads or _one_way(added, values) and reads == len(added)):
            self._tell(store, "passes of a loop over its members share what they write here")


def _same_field(place: ir.Place, other: ir.FieldOf) -> bool:
    """Whether two places could be the same field: of records of one type, by one name."""
    return isinstance(place, ir.FieldOf) and place.name == other.name and place.base.type == other.base.type


def _is_fixed(place: ir.Place) -> bool:
    """Whether a place is the same in every pass: fields of fields of the state, no item of anything."""
    while isinstance(place, ir.FieldOf):
        place = place.base
    return isinstance(place, ir.Root) and isinstance(place.type, RecordType)


def _one_constant(values: list[ir.Expr]) -> bool:
    constants = {value.value if isinstance(value, ir.Const) else None for value in values}
    return len(constants) <= 1 and None not in constants


def _one_way(added: list[ir.Binary], values: list[ir.Expr]) -> bool:
    """Whether every value adds to what there was, all up or all down, so that a range is left in every order or in none."""
    if len(added) != len(values) or any(each.operator not in ("+", "-") for each in added):
        return False
    ways = {(each.operator == "+") == (each.right.type.low >= 0) for each in added}
    return len(ways) == 1 and all(each.right.type.low >= 0 or each.right.type.high <= 0 for each in added)


def _set_by(node: ir.Node) -> tuple[str, ...]:
    """The local that a statement sets, or the name that it gives to a place."""
    name = node.name if isinstance(node, (ir.Assign, ir.Bind)) else node.into if isinstance(node, (ir.Take, ir.Perform)) else None
    return () if name is None else (name,)


def _mentions(node: ir.Node, name: str) -> int:
    """How often a node itself names a local, or a field of it, or the record that it is a field of."""
    named = [node.name] if isinstance(node, (ir.Local, ir.Root)) else list(_set_by(node))
    return sum(each == name or each.startswith(f"{name}.") or name.startswith(f"{each}.") for each in named)


# -- failures -----------------------------------------------------------------------------------------------------------------


def may_fail(values: Iterable[ir.Expr | ir.ForRange | ir.ForEach], bodies: Mapping[str, ir.RuleBody]) -> bool:
    """Whether working values out, one behind the other and as far as each before it holds, could be an error."""
    known = list[tuple[ir.Place, int]]()
    for value in values:
        if _fails(value, known, bodies):
            return True
        known += _sizes(value, True)
    return False


def _fails(node: object, known: Iterable[tuple[ir.Place, int]], bodies: Mapping[str, ir.RuleBody]) -> bool:
    """Whether something could be an error, where piles have the sizes that are known at least."""
    if isinstance(node, tuple):
        return any(_fails(each, known, bodies) for each in node)
    if not isinstance(node, ir.Node):
        return False
    if isinstance(node, ir.Junction):
        held = list(known)
        for item in node.items:
            if _fails(item, held, bodies):
                return True
            held += _sizes(item, node.operator == "and")
        return False
    if isinstance(node, ir.If):
        return _fails(node.condition, known, bodies) or _fails(node.then, [*known, *_sizes(node.condition, True)], bodies) \
            or _fails(node.otherwise, [*known, *_sizes(node.condition, False)], bodies)
    if isinstance(node, ir.Call) and _fails_inside(node, bodies):
        return True
    return _fails_itself(node, known) or any(_fails(getattr(node, part), known, bodies) for part in _PARTS if hasattr(node, part))


_PARTS = ("base", "index", "place", "operand", "left", "right", "items", "condition", "then", "otherwise", "arguments", "call",
          "loops", "conditions", "value", "values", "first", "last", "container", "body")


def _fails_itself(node: ir.Node, known: Iterable[tuple[ir.Place, int]]) -> bool:
    match node:
        case ir.ElementOf():
            least = max((size for pile, size in known if ir.alike(pile, node.base)), default=0)
            return not isinstance(node.index, ir.Const) or not 0 <= node.index.value < least
        case ir.ItemOf():
            kind = node.base.type
            assert isinstance(kind, RowType)
            return not kind.first <= node.index.type.low <= node.index.type.high < kind.first + kind.size
        case ir.Convert():
            return not (node.type.low <= node.operand.type.low and node.operand.type.high <= node.type.high)
        case ir.Assign():
            return isinstance(node.value.type, IntType) and not isinstance(node.value, (ir.Const, ir.Read, ir.SizeOf))
        case ir.Store() | ir.Put() | ir.Take() | ir.Count() | ir.Pour() | ir.While() | ir.CountOf():
            return True
    return False


def _fails_inside(call: ir.Call, bodies: Mapping[str, ir.RuleBody]) -> bool:
    """Whether a rule that is called could be an error: none that only returns something, in a simple way, is."""
    body = bodies[call.rule.name].body
    simple = all(isinstance(node, _SIMPLE) for node in ir.walk(body) if isinstance(node, ir.Stmt))
    return not simple or _fails(body, (), bodies)


def _sizes(condition: ir.Node, holds: bool) -> Iterator[tuple[ir.Place, int]]:
    """How many elements piles have at least, where a condition holds, or where it does not."""
    match condition:
        case ir.Junction() if (condition.operator == "and") == holds:
            for item in condition.items:
                yield from _sizes(item, holds)
        case ir.Not():
            yield from _sizes(condition.operand, not holds)
        case ir.Compare(left=ir.SizeOf(place=place), right=ir.Const(value=value)):
            least = {(">", True): value + 1, ("<=", False): value + 1, (">=", True): value, ("<", False): value,
                     ("==", True): value}.get((condition.operator, holds))
            if value == 0 and (condition.operator, holds) in (("!=", True), ("==", False)):
                least = 1
            if least is not None:
                yield place, least
