"""The typed intermediate form of rules: what the front end produces, the emitter writes out and the lifter reads.

Every node has an id, unique within a program, and the source line it came from.  Scalars know the interval of values they
can take, so that checks are only emitted where a range could be left.  Places are paths into a state or the edition;
effects are statements, never parts of expressions (calls of pure rules may stand anywhere).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from attrs import field, fields, frozen

from verifier.lang.game import Rule
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Scalar, Type

EDITION = "component data"  # the root of places in the edition: no name of a rule can be this

__all__ = ["EDITION", "BagType", "EnumType", "FlagType", "IntType", "PileType", "RecordType", "RowType", "Scalar", "Type"]


@frozen
class Node:
    """What every node has: an id, and the file and line it came from."""

    id: int
    line: int


# -- places -------------------------------------------------------------------------------------------------------------


@frozen
class Root(Node):
    """A parameter or local that stands for a place: the state, a record, a row, a pile, a bag, or the edition."""

    name: str
    type: Type


@frozen
class FieldOf(Node):
    """A field of a record."""

    base: Place
    name: str
    type: Type


@frozen
class ItemOf(Node):
    """An item of a row."""

    base: Place
    index: Expr
    type: Type


@frozen
class ElementOf(Node):
    """An element of a pile, counted from the top."""

    base: Place
    index: Expr
    type: Type


@frozen
class CountOf(Node):
    """The count of one kind in a bag."""

    base: Place
    index: Expr
    type: Type


Place = Root | FieldOf | ItemOf | ElementOf | CountOf

# -- expressions: every one has a scalar `type` with its interval ---------------------------------------------------------


@frozen
class Const(Node):
    """A constant."""

    value: int
    type: Scalar


@frozen
class Local(Node):
    """A local variable or a scalar parameter; a field of a record value is written `name.field`."""

    name: str
    type: Scalar


@frozen
class Read(Node):
    """A scalar of the state or the edition."""

    place: Place
    type: Scalar


@frozen
class SizeOf(Node):
    """How many elements a pile holds."""

    place: Place
    type: Scalar


@frozen
class TotalOf(Node):
    """How many of all kinds a bag holds."""

    place: Place
    type: Scalar


@frozen
class Negative(Node):
    """Minus a number."""

    operand: Expr
    type: Scalar


@frozen
class Not(Node):
    """The opposite of a condition."""

    operand: Expr
    type: Scalar


@frozen
class Binary(Node):
    """`+ - * // %`; the divisor is always positive."""

    operator: str
    left: Expr
    right: Expr
    type: Scalar


@frozen
class Compare(Node):
    """`== != < <= > >=`."""

    operator: str
    left: Expr
    right: Expr
    type: Scalar


@frozen
class Junction(Node):
    """`and` / `or`, from left to right, stopping early."""

    operator: str
    items: tuple[Expr, ...]
    type: Scalar


@frozen
class Choose(Node):
    """`a if condition else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Scalar


@frozen
class Extreme(Node):
    """`min` / `max`."""

    operator: str
    items: tuple[Expr, ...]
    type: Scalar


@frozen
class Absolute(Node):
    """`abs`."""

    operand: Expr
    type: Scalar


@frozen
class OneOf(Node):
    """Membership in constants."""

    operand: Expr
    values: tuple[int, ...]
    type: Scalar


@frozen
class Lookup(Node):
    """An entry of a constant table; the index never leaves it."""

    table: tuple[int, ...]
    index: Expr
    type: Scalar


@frozen
class Convert(Node):
    """An integer as a member of an enum (checked), or a number from a flag or member (`int`)."""

    operand: Expr
    type: Scalar


@frozen
class RulingIn(Node):
    """Whether the reading in force is one of some choices."""

    reading: str
    choices: tuple[str, ...]
    type: Scalar


@frozen
class Happened(Node):
    """In a step property: whether the event was of a rule."""

    rule: str
    type: Scalar


@frozen
class MayHappen(Node):
    """In a bound: whether what the game's foresight is about may still come."""

    type: Scalar


@frozen
class Call(Node):
    """A call of a rule; `valued` says whether it returns a scalar."""

    rule: Rule
    arguments: tuple[Expr | Place, ...]
    type: Scalar
    valued: bool


@frozen
class Part(Node):
    """A field, by its place, of the record that a call of the grade or the bound returns."""

    call: Call
    place: int
    type: Scalar


@frozen
class Fold(Node):
    """`any`, `all`, `sum`, `max`, `min` or `next` over loops.

    `loops` are For statements with empty bodies, outermost first, `conditions` filter; `otherwise` is what there is of `max`,
    `min` and `next` where nothing passes, worked out before the loops begin.
    """

    operator: str
    loops: tuple[ForRange | ForEach, ...]
    conditions: tuple[tuple[int, Expr], ...]
    value: Expr
    type: Scalar
    otherwise: Expr | None = None


Expr = (Const | Local | Read | SizeOf | TotalOf | Negative | Not | Binary | Compare | Junction | Choose | Extreme | Absolute
        | OneOf | Lookup | Convert | RulingIn | Happened | MayHappen | Call | Part | Fold)

# -- statements -----------------------------------------------------------------------------------------------------------


@frozen
class Assign(Node):
    """A local variable gets a value."""

    name: str
    value: Expr


@frozen
class Store(Node):
    """A scalar of the state gets a value, checked against its range."""

    place: Place
    value: Expr


@frozen
class Bind(Node):
    """A local name for a place."""

    name: str
    place: Place


@frozen
class Take(Node):
    """An element leaves a pile into a record value (`into` names it); index None is the bottom."""

    into: str
    pile: Place
    index: Expr | None


@frozen
class Put(Node):
    """An element goes on top of a pile or underneath it."""

    pile: Place
    on_top: bool
    values: tuple[Expr, ...]


@frozen
class Clear(Node):
    """A pile or bag is emptied."""

    place: Place


@frozen
class Count(Node):
    """One of a kind goes into a bag (+1) or out of it (-1)."""

    bag: Place
    kind: Expr
    change: int


@frozen
class Pour(Node):
    """A bag gets as many of each kind as another holds."""

    bag: Place
    other: Place


@frozen
class If(Node):
    """A branch."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class ForRange(Node):
    """A local runs over integers, or over the members of an enum."""

    name: str
    first: Expr
    last: Expr
    type: Scalar
    body: tuple[Stmt, ...] = field(default=())


@frozen
class ForEach(Node):
    """A name runs over the items of a row or the elements of a pile, top first.  Scalars are copied, records referred to."""

    name: str
    container: Place
    body: tuple[Stmt, ...] = field(default=())


@frozen
class Bound(Node):
    """A count of passes is set to nothing; loops that share it make at most `most` passes together."""

    name: str
    most: int


@frozen
class While(Node):
    """A loop whose passes are counted by a bound; one pass more than it allows is an error."""

    condition: Expr
    bound: str
    most: int
    body: tuple[Stmt, ...]


@frozen
class Break(Node):
    """Leave the innermost loop."""


@frozen
class Continue(Node):
    """Go on with the innermost loop."""


@frozen
class Return(Node):
    """Leave the rule, with a scalar or, in grades, a record's fields."""

    values: tuple[Expr, ...]


@frozen
class Perform(Node):
    """A call as a statement; `into` is the local that gets the value, if any."""

    call: Call
    into: str | None


@frozen
class Require(Node):
    """Part of a guard."""

    condition: Expr
    clause: str


@frozen
class Clauses(Node):
    """Clauses are exercised."""

    ids: tuple[str, ...]


@frozen
class Weight(Node):
    """The weight of a chance outcome."""

    value: Expr


Stmt = (Bound | Assign | Store | Bind | Take | Put | Clear | Count | Pour | If | ForRange | ForEach | While | Break | Continue
        | Return | Perform | Require | Clauses | Weight)


@frozen(eq=False)
class RuleBody:
    """A rule in intermediate form.

    `guard` is how many of the statements at its start belong to the guard of a decision, or to the weight of a chance
    outcome; `pure` says that it changes nothing of the state.
    """

    rule: Rule
    body: tuple[Stmt, ...]
    guard: int
    pure: bool

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every node of the rule, in the order of the source."""
        return tuple(walk(self.body))


def field_read(node: object, record: Type) -> str | None:
    """The name of the field that a node reads of a record of this type (not of the edition); None if it reads no such field."""
    place = node.place if isinstance(node, Read) else None
    base = place.base if isinstance(place, FieldOf) else None
    if not isinstance(place, FieldOf) or not isinstance(base, Root) or base.name == EDITION or base.type != record:
        return None
    return place.name


def alike(one: object, other: object) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if not isinstance(one, Node):
        return one == other
    names = [each.name for each in fields(type(one)) if each.name not in ("id", "line")]
    return type(one) is type(other) and all(alike(getattr(one, name), getattr(other, name)) for name in names)


def walk(node: object) -> Iterator[Node]:
    """Every node below (and including) a node or a tuple of nodes, in the order of the source."""
    waiting: list[Any] = [node]  # the next one last
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is tuple:
            waiting += each[::-1]
            continue
        parts = _PARTS.get(kind)
        if parts is None:
            if not isinstance(each, Node):
                continue
            parts = _parts(kind)
        yield each
        for name in parts:
            waiting.append(getattr(each, name))


def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that can hold nodes, the last one first."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(each.name for each in reversed(fields(kind)) if any(word in str(each.type) for word in _HOLDERS))
    return _PARTS[kind]


_PARTS: dict[type, tuple[str, ...]] = {}
_HOLDERS = ("Expr", "Place", "Stmt", "Call", "For")
