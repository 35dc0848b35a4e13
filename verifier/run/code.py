"""Places and expressions of the intermediate form as Python source over flat integer arrays."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from attrs import define, field

from verifier.lang import ir
from verifier.lang.layout import offset_of, width
from verifier.lang.types import FlagType, PileType, RecordType, Scalar


@define
class Names:
    """The numbers that emitted code uses for names: clause and reading indices, choice numbers, rule numbers.

    `counters` is where the clause counters start in the context array, behind the parameters and the error slot.
    """

    clauses: Mapping[str, int]
    readings: Mapping[str, int]
    choices: Mapping[str, Mapping[str, int]]
    rules: Mapping[str, int]
    counters: int

    @property
    def never(self) -> int:
        """The cell that says that what the game's foresight is about never comes, in front of the error slot."""
        return self.counters - 3

    def counter(self, clause: str, *, refused: bool = False) -> str:
        """The cell that counts how often a clause was exercised, or refused a decision."""
        return f"x[{self.counters + self.clauses[clause] + refused * len(self.clauses)}]"


@define
class Address:
    """A place in a flat array: a constant offset and the moving parts added to it."""

    array: str
    constant: int = 0
    moving: tuple[str, ...] = ()

    def plus(self, constant: int, *moving: str) -> Address:
        """The address further on."""
        return Address(self.array, self.constant + constant, (*self.moving, *moving))

    @property
    def text(self) -> str:
        """The offset as source."""
        parts = [*self.moving, str(self.constant)] if self.constant or not self.moving else list(self.moving)
        return " + ".join(parts)


@define
class Code:
    """Writes the expressions of one rule.

    `arrays` says which array a name's place lies in; `folds` collects helper functions, `tables` constant tables.
    """

    names: Names
    state_type: RecordType
    state_roots: Mapping[str, str]
    tables: dict[tuple[int, ...], str]
    arrays: dict[str, str] = field(factory=dict)
    folds: list[str] = field(factory=list)

    # -- places -----------------------------------------------------------------------------------------------------------

    def address(self, place: ir.Place) -> Address:
        """Where a place lies."""
        if isinstance(place, ir.Root):
            if place.name == ir.EDITION:
                return Address("x", len(self.names.readings))
            if place.name in self.state_roots:
                return Address(self.state_roots[place.name])
            return Address(self.arrays.get(place.name, "s"), 0, (f"o_{place.name}",))
        base = self.address(place.base)
        if isinstance(place, ir.FieldOf):
            assert isinstance(place.base.type, RecordType)
            return base.plus(offset_of(place.base.type, place.name))
        if isinstance(place, ir.ElementOf):
            assert isinstance(place.base.type, PileType)
            call = f"_element({base.array}, x, {place.id}, {base.text}, {width(place.type)}, {self.text(place.index)})"
            return Address(base.array, 0, (call,))
        low, high, first = 0, 0, 0
        if isinstance(place, ir.ItemOf) and isinstance(place.base.type, ir.RowType):
            first = place.base.type.first
            low, high = first, first + place.base.type.size - 1
        if isinstance(place, ir.CountOf) and isinstance(place.base.type, ir.BagType):
            low, high = place.base.type.kind.low, place.base.type.kind.high
        step = 1 if isinstance(place, ir.CountOf) else width(place.type)
        if isinstance(place.index, ir.Const) and low <= place.index.value <= high:
            return base.plus((place.index.value - first) * step)
        index = self.checked(place.index, low, high, place.id)
        return base.plus(-first * step, index if step == 1 else f"{index} * {step}")

    def cell(self, place: ir.Place) -> str:
        """The array element of a scalar place."""
        address = self.address(place)
        return f"{address.array}[{address.text}]"

    def checked(self, value: ir.Expr, low: int, high: int, node: int) -> str:
        """A value, with a run-time check where it could leave the range."""
        text = self.text(value)
        if low <= value.type.low and value.type.high <= high:
            return text
        return f"_within(x, {node}, {text}, {low}, {high})"

    # -- expressions --------------------------------------------------------------------------------------------------------

    def text(self, node: ir.Expr) -> str:
        """An expression as source, in parentheses where it needs them."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        source: str = method(node)
        return source

    def _const(self, node: ir.Const) -> str:
        if isinstance(node.type, FlagType):
            return str(bool(node.value))
        return str(node.value) if node.value >= 0 else f"({node.value})"

    def _local(self, node: ir.Local) -> str:
        return local(node.name)

    def _read(self, node: ir.Read) -> str:
        text = self.cell(node.place)
        return f"({text} != 0)" if isinstance(node.type, FlagType) else text

    def _sizeof(self, node: ir.SizeOf) -> str:
        return self.cell(node.place)

    def _totalof(self, node: ir.TotalOf) -> str:
        base = self.address(node.place)
        return f"_total({base.array}, {base.text}, {width(node.place.type)})"

    def _negative(self, node: ir.Negative) -> str:
        return f"(-{self.text(node.operand)})"

    def _not(self, node: ir.Not) -> str:
        return f"(not {self.text(node.operand)})"

    def _binary(self, node: ir.Binary) -> str:
        return f"({self.text(node.left)} {node.operator} {self.text(node.right)})"

    def _compare(self, node: ir.Compare) -> str:
        return f"({self.text(node.left)} {node.operator} {self.text(node.right)})"

    def _junction(self, node: ir.Junction) -> str:
        return "(" + f" {node.operator} ".join(self.text(each) for each in node.items) + ")"

    def _choose(self, node: ir.Choose) -> str:
        return f"({self.text(node.then)} if {self.text(node.condition)} else {self.text(node.otherwise)})"

    def _extreme(self, node: ir.Extreme) -> str:
        return f"{node.operator}({', '.join(self.text(each) for each in node.items)})"

    def _absolute(self, node: ir.Absolute) -> str:
        return f"abs({self.text(node.operand)})"

    def _oneof(self, node: ir.OneOf) -> str:
        values = sorted(set(node.values))
        text = self.text(node.operand)
        if not values:
            return "False"
        if values == list(range(values[0], values[-1] + 1)):
            return f"({values[0]} <= {text} <= {values[-1]})"
        return f"({text} in {(*values, values[-1]) if len(values) == 1 else tuple(values)})"

    def _lookup(self, node: ir.Lookup) -> str:
        name = self.tables.setdefault(node.table, f"T_{len(self.tables)}")
        table = f"{name}[{self.text(node.index)}]"
        return f"({table} != 0)" if isinstance(node.type, FlagType) else table

    def _convert(self, node: ir.Convert) -> str:
        if isinstance(node.operand.type, FlagType) and not isinstance(node.type, FlagType):
            return f"(1 if {self.text(node.operand)} else 0)"
        return self.checked(node.operand, node.type.low, node.type.high, node.id)

    def _rulingin(self, node: ir.RulingIn) -> str:
        index, choices = self.names.readings[node.reading], self.names.choices[node.reading]
        tests = [f"x[{index}] == {choices[choice]}" for choice in node.choices]
        return f"({' or '.join(tests)})"

    def _happened(self, node: ir.Happened) -> str:
        return f"(rule == {self.names.rules[node.rule]})"

    def _mayhappen(self, node: ir.MayHappen) -> str:
        return f"(x[{self.names.never}] == 0)"

    def _call(self, node: ir.Call) -> str:
        array = "s"
        arguments = []
        for argument, (_, kind) in zip(node.arguments, node.rule.parameters, strict=True):
            if isinstance(kind, Scalar):
                arguments.append(self.text(argument))  # type: ignore[arg-type]
                continue
            address = self.address(argument)  # type: ignore[arg-type]
            array = address.array
            if kind is not self.state_type:
                arguments.append(address.text)
        return f"r_{node.rule.name}({', '.join([array, 'x', *arguments])})"

    def _part(self, node: ir.Part) -> str:
        """A field of a record that is returned as one number, the first field in its highest place."""
        record = node.call.rule.returned_record
        assert record is not None
        kinds = [kind for _, kind in record.fields if isinstance(kind, Scalar)]
        counts = [kind.high - kind.low + 1 for kind in kinds]
        kind, below = kinds[node.place], prod(counts[node.place + 1:])
        text = f"{self.text(node.call)} // {below} % {counts[node.place]} + {kind.low}"
        return f"({text} != 0)" if isinstance(kind, FlagType) else f"({text})"

    # -- folds ----------------------------------------------------------------------------------------------------------------

    def _fold(self, node: ir.Fold) -> str:
        inside = {each.name for each in ir.walk(node) if isinstance(each, (ir.ForRange, ir.ForEach))}
        free: dict[str, None] = {}
        for each in ir.walk((node.loops, node.conditions, node.value)):
            if isinstance(each, ir.Local) and each.name not in inside:
                free[local(each.name)] = None
            if isinstance(each, ir.Root) and each.name not in (*inside, *self.state_roots, ir.EDITION):
                free[f"o_{each.name}"] = None
        for loop in node.loops:
            if isinstance(loop, ir.ForEach):
                self.arrays[loop.name] = self.address(loop.container).array
        arrays = sorted(set(self.state_roots.values()) | {"s"})
        arguments = ", ".join([*arrays, "x", *(["rule"] if "b" in arrays else []), *free])
        given = arguments if node.otherwise is None else f"{arguments}, {self.text(node.otherwise)}"
        lines = ["@compiled", f"def f_{node.id}({arguments if node.otherwise is None else f'{arguments}, best'}):"]
        if node.operator in ("sum", "max", "min"):
            lines.append(f"    {'total = 0' if node.operator == 'sum' else 'found = False'}")
        depth = 1
        for level, loop in enumerate(node.loops, start=1):
            lines += [f"{'    ' * depth}{line}" for line in loop_head(self, loop)]
            depth += 1
            lines += [f"{'    ' * depth}if not {self.text(test)}:\n{'    ' * (depth + 1)}continue"
                      for at, test in node.conditions if at == level]
        pad, value = "    " * depth, self.text(node.value)
        if node.operator == "sum":
            lines += [f"{pad}total += {value}", "    return total"]
        elif node.operator == "next":
            lines += [f"{pad}return {value}", "    return best"]
        elif node.operator in ("max", "min"):
            lines += [f"{pad}value = {value}", f"{pad}if not found or value {'>' if node.operator == 'max' else '<'} best:",
                      f"{pad}    best = value", f"{pad}    found = True", "    return best"]
        elif node.operator == "any":
            lines += [f"{pad}if {value}:", f"{pad}    return True", "    return False"]
        else:
            lines += [f"{pad}if not {value}:", f"{pad}    return False", "    return True"]
        self.folds.append("\n".join(lines))
        return f"f_{node.id}({given})"


def local(name: str) -> str:
    """How a local is written in emitted code; a record value's field in a way that no local is."""
    record, dot, field_name = name.partition(".")
    return f"q{len(record)}_{record}_{field_name}" if dot else f"v_{name}"


def loop_head(code: Code, loop: ir.ForRange | ir.ForEach) -> list[str]:
    """The lines that open a loop; the body is one level deeper."""
    if isinstance(loop, ir.ForRange):
        return [f"for {local(loop.name)} in range({code.text(loop.first)}, {code.text(loop.last)}):"]
    base, kind = code.address(loop.container), loop.container.type
    before = []
    if base.moving:  # looked up once, as Python does
        before = [f"k_{loop.id} = {base.text}"]
        base = Address(base.array, 0, (f"k_{loop.id}",))
    if isinstance(kind, PileType):
        item = width(kind.item)
        span = f"range({base.text} + 1 + ({base.array}[{base.text}] - 1) * {item}, {base.text}, -{item})"
    else:
        assert isinstance(kind, ir.RowType)
        item = width(kind.item)
        span = f"range({base.text}, {base.text} + {kind.size * item}, {item})"
    if isinstance(kind.item, Scalar):
        test = " != 0" if isinstance(kind.item, FlagType) else ""
        return [*before, f"for o_{loop.name} in {span}:", f"    {local(loop.name)} = {base.array}[o_{loop.name}]{test}"]
    return [*before, f"for o_{loop.name} in {span}:"]
