"""Rules as code for states of which only a part is known: what a pattern keeps (`verifier.lang.patterns`).

The same intermediate form that the rules are compiled from is written out once more, with other words for reading, calculating
and writing (`kernels/patterns.py`): what nobody knows is ANY, a branch on it is taken both ways, and a guard on it may hold.  So
whatever an event can do to a state, it can do to the state's pattern, and this is so for every program of the language: what is
written here may know less than there is to be known, but never more.
"""

from __future__ import annotations

from attrs import define, field

from verifier.lang import ir
from verifier.lang.game import TRANSITIONS
from verifier.lang.layout import offset_of, width
from verifier.lang.patterns import Patterns
from verifier.lang.types import EnumType, IntType, PileType, RecordType, RowType, Scalar
from verifier.program.patterns import added
from verifier.program.program import Program
from verifier.run.blocks import PAD, Blocks
from verifier.run.code import Address, Code, local
from verifier.run.control import Part
from verifier.run.emit import CALLED, Emitter, called_with_arrays, kernel_source, names_of

ANY = 2**40
FORKS = 48  # choices in one event
PATHS = 4096  # in all events of a pattern together
_BINARY = {"+": "_plus", "-": "_minus", "*": "_times", "//": "_over", "%": "_rest"}
_CALLED = ("guard", "weigh", "apply", "grade")


@define
class ProjectedCode(Code):
    """Writes expressions as numbers, which may be ANY; a flag is 0 or 1.  `exact` has the locals that are always known.

    `pins` says that a place has to be had, so that every one is tried that an index may name; `assigned` are the locals that get
    values anywhere in the rule, which is no number of a loop's for certain.
    """

    exact: set[str] = field(factory=set)
    assigned: frozenset[str] = frozenset()
    pins: bool = False

    def checked(self, value: ir.Expr, low: int, high: int, node: int) -> str:
        """An index: where a place has to be had, every one is tried that is possible."""
        text = self.text(value)
        if self._is_exact(value) and low <= value.type.low and value.type.high <= high:
            return text
        return f"_pinned(x, {text}, {low}, {high})" if self.pins else f"_index({text}, {low}, {high})"

    def _is_exact(self, value: ir.Expr) -> bool:
        return isinstance(value, ir.Const) or isinstance(value, ir.Local) and value.name in self.exact

    def pinned(self, place: ir.Place) -> Address:
        """Where a place lies, on this path."""
        before, self.pins = self.pins, True
        address = self.address(place)
        self.pins = before
        return address

    def address(self, place: ir.Place) -> Address:
        """Where a place lies; far off where nobody knows."""
        if isinstance(place, ir.ElementOf):
            return Address(self.address(place.base).array, 0, ("ANY",))
        return super().address(place)

    def _const(self, node: ir.Const) -> str:
        return f"({int(node.value)})" if node.value < 0 else str(int(node.value))

    def _read(self, node: ir.Read) -> str:
        before, self.pins = self.pins, False
        address = self.address(node.place)
        self.pins = before
        return f"_cell({address.array}, {address.text})" if address.moving else f"{address.array}[{address.text}]"

    def _sizeof(self, node: ir.SizeOf) -> str:
        return "ANY"

    def _totalof(self, node: ir.TotalOf) -> str:
        return "ANY"

    def _negative(self, node: ir.Negative) -> str:
        return f"_minus(0, {self.text(node.operand)})"

    def _not(self, node: ir.Not) -> str:
        return f"_not({self.text(node.operand)})"

    def _binary(self, node: ir.Binary) -> str:
        return f"{_BINARY[node.operator]}({self.text(node.left)}, {self.text(node.right)})"

    def _compare(self, node: ir.Compare) -> str:
        one, other = self.text(node.left), self.text(node.right)
        match node.operator:
            case "==":
                return f"_equal(x, {one}, {other})"
            case "!=":
                return f"_not(_equal(x, {one}, {other}))"
            case "<":
                return f"_below({one}, {other})"
            case ">":
                return f"_below({other}, {one})"
            case "<=":
                return f"_not(_below({other}, {one}))"
            case _:
                return f"_not(_below({one}, {other}))"

    def _nested(self, name: str, items: tuple[ir.Expr, ...]) -> str:
        text = self.text(items[-1])
        for each in reversed(items[:-1]):
            text = f"{name}({self.text(each)}, {text})"
        return text

    def _junction(self, node: ir.Junction) -> str:
        return self._nested(f"_{node.operator}", node.items)

    def _choose(self, node: ir.Choose) -> str:
        return f"_chosen({self.text(node.condition)}, {self.text(node.then)}, {self.text(node.otherwise)})"

    def _extreme(self, node: ir.Extreme) -> str:
        return self._nested("_less_of" if node.operator == "min" else "_more_of", node.items)

    def _absolute(self, node: ir.Absolute) -> str:
        return f"_size_of({self.text(node.operand)})"

    def _oneof(self, node: ir.OneOf) -> str:
        text = "0"
        for value in sorted(set(node.values), reverse=True):
            text = f"_or(_equal(x, value, {value}), {text})"
        self.folds.append(f"@compiled\ndef m_{node.id}(x, value):\n    return {text}")
        return f"m_{node.id}(x, {self.text(node.operand)})"

    def _lookup(self, node: ir.Lookup) -> str:
        name = self.tables.setdefault(node.table, f"T_{len(self.tables)}")
        if self._is_exact(node.index):
            return f"{name}[{self.text(node.index)}]"
        self.folds.append(f"@compiled\ndef l_{node.id}(index):\n    if index < 0 or index >= {len(node.table)}:\n"
                          f"        return ANY\n    return {name}[index]")
        return f"l_{node.id}({self.text(node.index)})"

    def _convert(self, node: ir.Convert) -> str:
        return f"_converted({self.text(node.operand)}, {node.type.low}, {node.type.high})"

    def _rulingin(self, node: ir.RulingIn) -> str:
        index, choices = self.names.readings[node.reading], self.names.choices[node.reading]
        text = "0"
        for choice in node.choices:
            text = f"_or(_equal(x, x[{index}], {choices[choice]}), {text})"
        return text

    def _happened(self, node: ir.Happened) -> str:
        return "ANY"

    def _mayhappen(self, node: ir.MayHappen) -> str:
        return "ANY"

    def _part(self, node: ir.Part) -> str:
        return "ANY"

    def _call(self, node: ir.Call) -> str:
        before, self.pins = self.pins, True
        text = super()._call(node)
        self.pins = before
        return text

    # -- folds ----------------------------------------------------------------------------------------------------------------

    def _fold(self, node: ir.Fold) -> str:
        if any(isinstance(loop, ir.ForEach) and not isinstance(loop.container.type, RowType) for loop in node.loops):
            return "ANY"
        inside = {each.name for each in ir.walk(node) if isinstance(each, (ir.ForRange, ir.ForEach))}
        free: dict[str, None] = {}
        for each in ir.walk((node.loops, node.conditions, node.value)):
            if isinstance(each, ir.Local) and each.name not in inside:
                free[local(each.name)] = None
            if isinstance(each, ir.Root) and each.name not in (*inside, *self.state_roots, ir.EDITION):
                free[f"o_{each.name}"] = None
        arguments = ", ".join(["s, x", *free])
        given = arguments if node.otherwise is None else f"{arguments}, {self.text(node.otherwise)}"
        known = set(self.exact)
        first = {"sum": 0, "any": 0, "all": 1}.get(node.operator)
        lines = ["@compiled", f"def f_{node.id}({arguments if node.otherwise is None else f'{arguments}, best'}):",
                 f"    result = {0 if first is None else first}", "    u_0 = 0"]
        if node.operator in ("max", "min"):
            lines.append("    found = 0")
        depth = 1
        for level, loop in enumerate(node.loops, start=1):
            lines += [f"{PAD * depth}{line}" for line in self.loop_head(loop)]
            depth += 1
            lines.append(f"{PAD * depth}u_{level} = u_{level - 1}")
            for at, test in node.conditions:
                if at == level:
                    lines += [f"{PAD * depth}c = {self.text(test)}", f"{PAD * depth}if c == 0:", f"{PAD * (depth + 1)}continue",
                              f"{PAD * depth}if c >= ANY:", f"{PAD * (depth + 1)}u_{level} = 1"]
        lines += [f"{PAD * depth}{line}" for line in self._passed(node, len(node.loops))]
        self.exact = known
        self.folds.append("\n".join([*lines, f"    return {'best' if node.otherwise is not None else 'result'}"]))
        return f"f_{node.id}({given})"

    def _passed(self, node: ir.Fold, level: int) -> list[str]:
        """What is done with a value whose conditions may hold (`u` says that it is not sure that they do)."""
        head = [f"value = {self.text(node.value)}"]
        unsure = f"value >= ANY or u_{level} == 1"
        if node.operator in ("any", "all"):
            end = int(node.operator == "any")
            return [*head, f"if value != {1 - end}:", f"{PAD}if {unsure}:", f"{PAD * 2}result = ANY", f"{PAD}else:",
                    f"{PAD * 2}return {end}"]
        if node.operator == "next":
            return [*head, f"if u_{level} == 1:", f"{PAD}return ANY", "return value"]
        head += [f"if {unsure}:", f"{PAD}return ANY"]
        if node.operator == "sum":
            return [*head, "result = _plus(result, value)"]
        return [*head, f"if found == 0 or value {'>' if node.operator == 'max' else '<'} best:", f"{PAD}best = value",
                f"{PAD}found = 1"]

    def loop_head(self, loop: ir.ForRange | ir.ForEach) -> list[str]:
        """The lines that open a loop over numbers or over a row; the body is one level deeper."""
        if isinstance(loop, ir.ForRange):
            self.exact |= {loop.name} - self.assigned
            ends = [self.text(each) if self._is_exact(each) else
                    f"_pinned(x, {self.text(each)}, {each.type.low}, {each.type.high})" for each in (loop.first, loop.last)]
            return [f"for {local(loop.name)} in range({', '.join(ends)}):"]
        base, kind = self.pinned(loop.container), loop.container.type
        assert isinstance(kind, RowType)
        self.arrays[loop.name], item = base.array, width(kind.item)
        head = [f"k_{loop.id} = {base.text}",
                f"for o_{loop.name} in range(k_{loop.id}, k_{loop.id} + {kind.size * item}, {item}):"]
        if isinstance(kind.item, Scalar):
            head.append(f"{PAD}{local(loop.name)} = {base.array}[o_{loop.name}]")
        return head


class ProjectedBlocks(Blocks):
    """Writes statements; what is left out of the pattern is not written to."""

    code: ProjectedCode

    def __init__(self, code: ProjectedCode, patterns: Patterns, returned: RecordType | None = None) -> None:
        super().__init__(code, returned)
        self.patterns = patterns

    def _assign(self, node: ir.Assign) -> list[str]:
        return [f"{local(node.name)} = {self.code.text(node.value)}"]

    def _top(self, place: ir.Place) -> str | None:
        """The field of the state that a place is in; None where that does not show."""
        while not isinstance(place, ir.Root):
            if isinstance(place, ir.FieldOf) and isinstance(place.base, ir.Root) and place.base.name in self.code.state_roots:
                return place.name
            place = place.base
        return None

    def _is_left_out(self, place: ir.Place) -> bool:
        top = self._top(place)
        return top is not None and top not in ("phase", *self.patterns.keeps, self.patterns.row, self.patterns.counts)

    def _changes_nothing(self, statements: tuple[ir.Stmt, ...]) -> bool:
        """Whether statements write to nothing but what is left out."""
        return all(isinstance(each, ir.Clauses | ir.Require) or isinstance(each, ir.Store) and self._is_left_out(each.place)
                   or isinstance(each, ir.If) and self._changes_nothing((*each.then, *each.otherwise)) for each in statements)

    def _store(self, node: ir.Store) -> list[str]:
        if self._is_left_out(node.place):
            return []
        if self.patterns.counts and self._top(node.place) == self.patterns.counts:
            more = added(node)
            return [] if more is None else [f"x[SPENT] += _more_by({self.code.text(more)}, {more.type.low})"]
        address = self.code.pinned(node.place)
        return [f"_put({address.array}, x, {address.text}, {self.code.text(node.value)})"]

    def _bind(self, node: ir.Bind) -> list[str]:
        address = self.code.pinned(node.place)
        self.code.arrays[node.name] = address.array
        return [f"o_{node.name} = {address.text}"]

    def _take(self, node: ir.Take) -> list[str]:
        kind = node.pile.type
        assert isinstance(kind, PileType)
        if isinstance(kind.item, RecordType):
            return [f"{local(f'{node.into}.{name}')} = ANY" for name, _ in kind.item.fields]
        return [f"{local(node.into)} = ANY"]

    def _put(self, node: ir.Put) -> list[str]:
        return []

    def _clear(self, node: ir.Clear) -> list[str]:
        return []

    def _count(self, node: ir.Count) -> list[str]:
        return []

    def _pour(self, node: ir.Pour) -> list[str]:
        return []

    def _if(self, node: ir.If) -> list[str]:
        if self._changes_nothing((*node.then, *node.otherwise)):
            return []
        lines = [f"if _holds(x, {self.code.text(node.condition)}) != 0:", *self._nested(node.then)]
        return [*lines, "else:", *self._nested(node.otherwise)] if node.otherwise else lines

    def _forrange(self, node: ir.ForRange) -> list[str]:
        known = set(self.code.exact)
        lines = [*self.code.loop_head(node), *self._nested(node.body)]
        self.code.exact = known
        return lines

    def _foreach(self, node: ir.ForEach) -> list[str]:
        kind = node.container.type
        if isinstance(kind, RowType):
            return [*self.code.loop_head(node), *self._nested(node.body)]
        assert isinstance(kind, PileType)  # nobody knows how many elements there are, nor which
        self.code.arrays[node.name] = "s"
        item = f"{local(node.name)} = ANY" if isinstance(kind.item, Scalar) else f"o_{node.name} = ANY"
        return [f"for n_{node.id} in range({kind.size}):", f"{PAD}if _fork(x, 2) == 0:", f"{PAD * 2}break", f"{PAD}{item}",
                *self._nested(node.body)]

    def _while(self, node: ir.While) -> list[str]:
        passes = f"n_{node.bound}"
        return [f"while _holds(x, {self.code.text(node.condition)}) != 0:", f"{PAD}{passes} += 1",
                f"{PAD}if {passes} > {node.most}:", f"{PAD * 2}break", *self._nested(node.body)]

    def _return(self, node: ir.Return) -> list[str]:
        if not node.values:
            return ["return"]
        if self.returned is None:
            return [f"return {self.code.text(node.values[0])}"]
        text = "0"
        for value, (_, kind) in zip(node.values, self.returned.fields, strict=True):
            assert isinstance(kind, Scalar)
            most = f"_at_most({self.code.text(value)}, {kind.low}, {kind.high})"
            text = f"({text} * {kind.high - kind.low + 1} + {most} - {kind.low})"
        return [f"return {text}"]

    def _require(self, node: ir.Require) -> list[str]:
        return []

    def _clauses(self, node: ir.Clauses) -> list[str]:
        return []


class ProjectedGuards(ProjectedBlocks):
    """Writes the start of a decision as its guard (0: it may be legal), or of a chance rule as its weight."""

    def _changes_nothing(self, statements: tuple[ir.Stmt, ...]) -> bool:
        return not any(isinstance(each, ir.Require) for each in ir.walk(statements)) and super()._changes_nothing(statements)

    def _require(self, node: ir.Require) -> list[str]:
        return [f"if {self.code.text(node.condition)} == 0:", f"{PAD}return 1"]

    def _weight(self, node: ir.Weight) -> list[str]:
        return [f"return {self.code.text(node.value)}"]


class _Projected(Emitter):
    """Writes the module of a game's patterns."""

    FLAG = "{}"

    def __init__(self, program: Program, patterns: Patterns) -> None:
        super().__init__(program)
        self.patterns = patterns
        bodies = program.run_by(rule.name for rule in program.game.of_kind(*TRANSITIONS, "grade"))
        self.wanted = [name for name in program.bodies if name in bodies]

    def rules(self) -> str:
        """Every rule that is played, and the grade."""
        return "\n\n\n".join(self.rule(self.program.bodies[name]) for name in self.wanted)

    def rule(self, body: ir.RuleBody) -> str:
        """One rule: its guard or weight, if it has one, and what it does."""
        rule, kind = body.rule, body.rule.kind
        parts: list[str] = []
        if kind in ("decision", "chance"):
            code = self._projected(body)
            lines = ProjectedGuards(code, self.patterns).block(body.body[:body.guard], 1)
            parts += self._function(f"{'g' if kind == 'decision' else 'w'}_{rule.name}", rule, code, lines,
                                    [f"    return {int(kind == 'chance')}"])
        code = self._projected(body)
        returned = rule.returned_record if kind in ("grade", "bound", "outcome") else None
        lines = ProjectedBlocks(code, self.patterns, returned).block(body.body, 1)
        return "\n\n\n".join([*parts, *self._function(f"r_{rule.name}", rule, code, lines, [])])

    def _projected(self, body: ir.RuleBody) -> ProjectedCode:
        plain = self._code(body.rule)
        set_here = {each.name for each in ir.walk(body.body) if isinstance(each, ir.Assign)}
        exact = {name for name, _ in body.rule.arguments} - set_here if body.rule.kind != "rule" else set()
        return ProjectedCode(plain.names, plain.state_type, plain.state_roots, plain.tables, exact=exact,
                             assigned=frozenset(set_here))

    def events(self) -> str:
        """`guard`, `weigh`, `apply` by event, and the grade."""
        decisions = [event for event in self.program.events if event.rule.kind == "decision"]
        chances = [event for event in self.program.events if event.rule.kind == "chance"]
        grade = self.program.game.only("grade")
        assert grade is not None
        return "\n\n\n".join([
            self.by_event("guard", "g", decisions, "return {}", "    return 0"),
            self.by_event("weigh", "w", chances, "return {}", "    return 0"),
            self.by_event("apply", "r", self.program.events, "{}\n{}return", "    return"),
            f"@compiled\ndef grade(s, x):\n    return r_{grade.name}(s, x)"])

    def pattern_constants(self) -> str:
        """What `kernels/patterns.py` uses besides."""
        numbers = projected_numbers(self.program, self.patterns)
        slots = self.program.slots
        lines = [f"{name} = {number}" for name, number in numbers.items()]
        kept, parts = kept_cells(self.program, self.patterns)
        lines += [f"PART_OF = table({(*parts, 0)})", f"KEPT = table({(len(kept), *kept, 0)})",
                  f"LOWS = table({(*(each.low for each in slots), 0)})", f"HIGHS = table({(*(each.high for each in slots), 0)})"]
        return "\n".join(lines) + "\n\n\n"


def kept_cells(program: Program, patterns: Patterns) -> tuple[list[int], list[int]]:
    """The cells of the state that patterns keep, and for every cell which `Part` it is."""
    state = program.game.state_type
    parts = [int(Part.OUT)] * width(state)
    kept: list[int] = []
    for name in ("phase", *patterns.keeps, *([patterns.row] if patterns.row else [])):
        kind = state.field(name)
        assert kind is not None
        cells = range(offset_of(state, name), offset_of(state, name) + width(kind))
        kept += cells
        for cell in cells:
            parts[cell] = int(Part.ROW if name == patterns.row else Part.FIELD)
    return kept, parts


def projected_numbers(program: Program, patterns: Patterns) -> dict[str, int]:
    """The numbers by which kernels and their callers find what is behind a context, and what else they use."""
    state, names = program.game.state_type, names_of(program)
    row, counts = state.field(patterns.row), state.field(patterns.counts)
    item = row.item if isinstance(row, RowType) else None
    low, count = (item.low, item.high - item.low + 1) if isinstance(item, IntType | EnumType) else (0, 0)
    first = names.counters + 2 * len(program.clauses)
    choices = first + 5
    codes = choices + 2 * FORKS
    return {
        "ANY": ANY, "OTHER": ANY + 1, "NOWHERE": ANY // 4, "NO_WAY": 10**6, "FORKS": FORKS, "PATHS": PATHS,
        "SPENT": first, "OWNED": first + 1, "LOST": first + 2, "AT": first + 3, "DEPTH": first + 4,
        "CHOICES": choices, "RADICES": choices + FORKS, "CODES": codes, "MAP": codes + 1, "BACK": codes + 1 + count,
        "CONTEXT": codes + 2 + 2 * count, "ROW_LOW": low, "ROW_COUNT": count,
        "COUNT_CELL": offset_of(state, patterns.counts) if patterns.counts else -1,
        "COUNT_LOW": counts.low if isinstance(counts, IntType) else 0,
        "COUNT_HIGH": counts.high if isinstance(counts, IntType) else 0,
    }


def projected_source(program: Program, patterns: Patterns) -> str:
    """The whole generated module of a declaration's patterns."""
    emitter = _Projected(program, patterns)
    parts = [emitter.packing(), kernel_source("visited"), kernel_source("patterns"), emitter.rules(), emitter.events()]
    parts += [called_with_arrays(name, CALLED[name]) for name in _CALLED]
    return emitter.constants() + emitter.pattern_constants() + "\n\n\n".join(parts) + "\n"
