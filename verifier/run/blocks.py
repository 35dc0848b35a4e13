"""Statements of the intermediate form as Python source over flat integer arrays."""

from __future__ import annotations

from verifier.lang import ir
from verifier.lang.layout import offset_of, width
from verifier.lang.types import INT_MAX, INT_MIN, BagType, FlagType, PileType, RecordType, Scalar
from verifier.run.code import Address, Code, local, loop_head

PAD = "    "


class Blocks:
    """Writes the statements of one rule.  `returns_radix` packs a returned record into one number (grades and bounds)."""

    def __init__(self, code: Code, returned: RecordType | None = None) -> None:
        self.code, self.returned = code, returned

    def block(self, statements: tuple[ir.Stmt, ...], depth: int) -> list[str]:
        """The lines of a sequence of statements, indented."""
        lines: list[str] = []
        for statement in statements:
            method = getattr(self, f"_{type(statement).__name__.lower()}")
            lines += [PAD * depth + line for line in method(statement)]
        return lines or [PAD * depth + "pass"]

    def _nested(self, statements: tuple[ir.Stmt, ...]) -> list[str]:
        return self.block(statements, 1)

    def _assign(self, node: ir.Assign) -> list[str]:
        value = self.code.checked(node.value, INT_MIN, INT_MAX, node.id)
        return [f"{local(node.name)} = {value}"]

    def _store(self, node: ir.Store) -> list[str]:
        kind = node.place.type
        assert isinstance(kind, Scalar)
        return [f"{self.code.cell(node.place)} = {self._stored(node.value, kind, node.id)}"]

    def _stored(self, value: ir.Expr, kind: Scalar, node: int) -> str:
        """A value as it is kept in the array: flags as 0 and 1, the rest checked against the range."""
        if isinstance(kind, FlagType):
            if isinstance(value, ir.Const):
                return str(value.value)
            return f"(1 if {self.code.text(value)} else 0)"
        return self.code.checked(value, kind.low, kind.high, node)

    def _bind(self, node: ir.Bind) -> list[str]:
        address = self.code.address(node.place)
        self.code.arrays[node.name] = address.array
        return [f"o_{node.name} = {address.text}"]

    def _once(self, place: ir.Place, node: int, lines: list[str]) -> Address:
        """The address of a place that is used several times: looked up once, as Python does."""
        address = self.code.address(place)
        if address.moving:
            lines.append(f"k_{node} = {address.text}")
            return Address(address.array, 0, (f"k_{node}",))
        return address

    def _take(self, node: ir.Take) -> list[str]:
        kind = node.pile.type
        assert isinstance(kind, PileType)
        lines: list[str] = []
        item, base = width(kind.item), self._once(node.pile, node.id, lines)
        at = f"a_{node.id}"
        index = f"{base.array}[{base.text}] - 1" if node.index is None else self.code.text(node.index)
        lines += [f"{at} = _element({base.array}, x, {node.id}, {base.text}, {item}, {index})"]
        if isinstance(kind.item, RecordType):
            for name, field in kind.item.fields:
                test = " != 0" if isinstance(field, FlagType) else ""
                lines.append(f"{local(f'{node.into}.{name}')} = {base.array}[{at} + {offset_of(kind.item, name)}]{test}")
        else:
            test = " != 0" if isinstance(kind.item, FlagType) else ""
            lines.append(f"{local(node.into)} = {base.array}[{at}]{test}")
        return [*lines, f"_remove({base.array}, {base.text}, {item}, {at})"]

    def _put(self, node: ir.Put) -> list[str]:
        kind = node.pile.type
        assert isinstance(kind, PileType)
        lines: list[str] = []
        item, base = width(kind.item), self._once(node.pile, node.id, lines)
        fields = [kind.item] if isinstance(kind.item, Scalar) else [each for _, each in kind.item.fields]  # type: ignore[union-attr]
        values = [self._stored(value, field, node.id) for value, field in zip(node.values, fields, strict=True)
                  if isinstance(field, Scalar)]
        names = [f"e_{node.id}_{index}" for index in range(len(values))]
        lines += [f"{name} = {value}" for name, value in zip(names, values, strict=True)]
        room = "_room_top" if node.on_top else "_room_bottom"
        lines.append(f"a_{node.id} = {room}({base.array}, x, {node.id}, {base.text}, {item}, {kind.size})")
        lines.append(f"if a_{node.id} >= 0:")
        lines += [f"{PAD}{base.array}[a_{node.id} + {index}] = {name}" for index, name in enumerate(names)]
        return lines

    def _clear(self, node: ir.Clear) -> list[str]:
        base = self.code.address(node.place)
        if isinstance(node.place.type, PileType):
            return [f"_empty({base.array}, {base.text}, {width(node.place.type.item)})"]
        return [f"_zero({base.array}, {base.text}, {width(node.place.type)})"]

    def _count(self, node: ir.Count) -> list[str]:
        kind = node.bag.type
        assert isinstance(kind, BagType)
        base = self.code.address(node.bag)
        index = self.code.checked(node.kind, kind.kind.low, kind.kind.high, node.id)
        cell = f"a_{node.id}"
        return [f"{cell} = {base.plus(0, index).text}",
                f"{base.array}[{cell}] = _within(x, {node.id}, {base.array}[{cell}] + {node.change}, {kind.low}, {kind.high})"
                .replace("+ -1", "- 1")]

    def _pour(self, node: ir.Pour) -> list[str]:
        into, other = self.code.address(node.bag), self.code.address(node.other)
        assert isinstance(node.bag.type, BagType)
        return [f"_pour({into.array}, {other.array}, x, {node.id}, {into.text}, {other.text}, {width(node.bag.type)}, "
                f"{node.bag.type.low}, {node.bag.type.high})"]

    def _if(self, node: ir.If) -> list[str]:
        lines = [f"if {self.code.text(node.condition)}:", *self._nested(node.then)]
        if node.otherwise:
            lines += ["else:", *self._nested(node.otherwise)]
        return lines

    def _forrange(self, node: ir.ForRange) -> list[str]:
        return [*loop_head(self.code, node), *self._nested(node.body)]

    def _foreach(self, node: ir.ForEach) -> list[str]:
        self.code.arrays[node.name] = self.code.address(node.container).array
        return [*loop_head(self.code, node), *self._nested(node.body)]

    def _while(self, node: ir.While) -> list[str]:
        passes = f"n_{node.bound}"
        return [f"while {self.code.text(node.condition)}:", f"{PAD}{passes} += 1",
                f"{PAD}if {passes} > {node.most}:", f"{PAD * 2}_within(x, {node.id}, {passes}, 0, {node.most})",
                f"{PAD * 2}break", *self._nested(node.body)]

    def _bound(self, node: ir.Bound) -> list[str]:
        return [f"n_{node.name} = 0"]

    def _break(self, node: ir.Break) -> list[str]:
        return ["break"]

    def _continue(self, node: ir.Continue) -> list[str]:
        return ["continue"]

    def _return(self, node: ir.Return) -> list[str]:
        if not node.values:
            return ["return"]
        if self.returned is None:
            return [f"return {self.code.text(node.values[0])}"]
        text = "0"
        for value, (_, kind) in zip(node.values, self.returned.fields, strict=True):
            assert isinstance(kind, Scalar)
            stored = self._stored(value, kind, node.id)
            text = f"({text} * {kind.high - kind.low + 1} + {stored} - {kind.low})"
        return [f"return {text}"]

    def _perform(self, node: ir.Perform) -> list[str]:
        call = self.code.text(node.call)
        return [call if node.into is None else f"{local(node.into)} = {call}"]

    def _require(self, node: ir.Require) -> list[str]:
        return [f"{self.code.names.counter(node.clause)} += 1"]

    def _clauses(self, node: ir.Clauses) -> list[str]:
        return [f"{self.code.names.counter(each)} += 1" for each in node.ids]

    def _weight(self, node: ir.Weight) -> list[str]:
        return ["pass"]


class Guards(Blocks):
    """Writes the start of a decision as its guard, or of a chance rule as its weight."""

    def _require(self, node: ir.Require) -> list[str]:
        index = self.code.names.clauses[node.clause]
        return [f"if not {self.code.text(node.condition)}:", f"{PAD}{self.code.names.counter(node.clause, refused=True)} += 1",
                f"{PAD}return {index + 1}"]

    def _weight(self, node: ir.Weight) -> list[str]:
        return [f"return {self.code.text(node.value)}"]
