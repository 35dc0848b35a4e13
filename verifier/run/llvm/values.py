"""Values of emitted code as LLVM sees them, and the instructions of one function as they are written."""

from __future__ import annotations

from attrs import frozen

from verifier.errors import EngineBug, Problem

Kind = tuple[str, int]  # numpy's name for what an array holds, and how many axes it has
Type = str | Kind  # of a local: LLVM's, or an array's kind
NUMBER, FLAG, POINTER, NOTHING = "i64", "i1", "ptr", "void"
# Behind the jump back of a loop: LLVM is to do several turns at once, which it does nowhere else (`machine.py`); what it means.
WIDE, WIDELY = ", !llvm.loop !0", '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.vectorize.enable", i1 true}'
ITEMS = {"<i8": "i64", "<i4": "i32", "<i2": "i16", "|i1": "i8", "|u1": "i8", "|b1": "i8"}  # numpy's names of types, and LLVM's


def untranslatable(what: str) -> EngineBug:
    """Emitted code or a kernel uses more of Python than is translated."""
    return EngineBug(Problem("DB908", f"emitted code cannot be translated: {what}"))


@frozen
class Value:
    """A number, a flag or a pointer: an instruction's name or a constant."""

    text: str
    type: str

    @property
    def typed(self) -> str:
        """As an operand that says its type."""
        return f"{self.type} {self.text}"


@frozen
class View:
    """A whole array: where its items lie, and how many there are along each axis."""

    kind: Kind
    data: Value
    shape: tuple[Value, ...]

    @property
    def item(self) -> str:
        """LLVM's type of an item in memory."""
        return ITEMS[self.kind[0]]


def views(kind: Kind) -> list[str]:
    """LLVM's types of what an array is passed as."""
    if kind[0] not in ITEMS:
        raise untranslatable(f"an array of {kind[0]}")
    return [POINTER, *[NUMBER] * kind[1]]


class Instructions:
    """The instructions of one function.  When a block has ended, nothing is added until another begins that can be reached."""

    def __init__(self) -> None:
        self.locals: list[str] = []  # memory for locals, which LLVM turns into registers
        self.lines: list[str] = []
        self.block, self.is_open = "begin", True
        self._names, self._reached = 0, set[str]()

    def name(self) -> str:
        """A name that is not yet used, of a block or (behind %) of a value."""
        self._names += 1
        return f"v{self._names}"

    def add(self, line: str) -> None:
        """An instruction without a result."""
        if self.is_open:
            self.lines.append(line)

    def value(self, instruction: str, type_: str) -> Value:
        """An instruction's result."""
        name = f"%{self.name()}"
        self.add(f"{name} = {instruction}")
        return Value(name, type_)

    def memory(self, type_: str) -> Value:
        """A place for one value of a type, zero at the start."""
        name = f"%{self.name()}"
        self.locals += [f"{name} = alloca {type_}", f"store {type_} {'null' if type_ == POINTER else '0'}, ptr {name}"]
        return Value(name, POINTER)

    def end(self, line: str) -> None:
        """The last instruction of a block."""
        self.add(line)
        self.is_open = False

    def jump(self, block: str, remark: str = "") -> None:
        """End the block; another one follows.  A `remark` tells LLVM something of the jump."""
        if self.is_open:
            self._reached.add(block)
            self.end(f"br label %{block}{remark}")

    def fork(self, condition: Value, then: str, otherwise: str) -> None:
        """End the block; one of two follows."""
        if self.is_open:
            self._reached |= {then, otherwise}
            self.end(f"br {condition.typed}, label %{then}, label %{otherwise}")

    def begin(self, block: str) -> None:
        """Begin a block, which also follows the one before it if that has not ended."""
        self.jump(block)
        if block in self._reached:
            self.lines.append(f"{block}:")
            self.block, self.is_open = block, True
