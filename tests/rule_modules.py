"""Small rule modules written by tests: a table with one field of every type, loaded from a file, and run in two ways.

`written` puts a module and its ledger into a folder and imports it; `Both` runs its events on the reference and on emitted
code and says where they differ.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.layout import decode, slots
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Type
from verifier.lang.values import Bag, Pile, Row, blank
from verifier.lang.words import Refused
from verifier.program.program import Program, load
from verifier.run.native import Engine, Native
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting

DECLARATIONS = '''"""A module of the tests."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, By, Game, Pile, Range, Row, Size, Word, bound, clause, extends, following, happened, record
from verifier.lang import require, ruling, the, weight


class Phase(IntEnum):
    ACT = 0
    OVER = 1


class Colour(IntEnum):
    RED = 0
    GREEN = 1
    BLUE = 2
    GREY = 3


@extends(Colour)
class Faded(IntEnum):
    PALE = 4
    WHITE = 5


class Suit(IntEnum):
    CUPS = 0
    COINS = 1


Warm = Annotated[Colour, Range(Colour.GREEN, Colour.BLUE)]
Cool = Annotated[Colour, Range(Colour.RED, Colour.GREEN)]
LIMIT = 3
VALUES = (4, 0, 2, 1)
WARMS = (Colour.GREEN, Colour.BLUE)
TWO_TO_FOUR = (2, 3, 4)


@record
class Piece:
    colour: Colour
    marked: bool
    worth: Annotated[int, Range(0, 5)]


@record
class Spot:
    number: Annotated[int, Range(0, 9)]
    colour: Colour
    open: bool
    pieces: Annotated[Pile[Piece], Size(3)]


@record
class Table:
    phase: Phase
    n: Annotated[int, Range(-20, 20)]
    m: Annotated[int, Range(0, 3)]
    flag: bool
    colour: Colour
    warm: Warm
    suit: Suit
    numbers: Annotated[Row[int], Size(4), Range(-5, 5)]
    flags: Annotated[Row[bool], Size(2)]
    grid: Annotated[Row[Annotated[Row[int], Size(2), Range(0, 9)]], Size(2)]
    spots: Annotated[Row[Spot], Size(2)]
    heats: Annotated[Row[int], By(Colour), Range(-2, 9)]
    homes: Annotated[Row[Spot], By(Warm)]
    piles: Annotated[Row[Annotated[Pile[Colour], Size(3)]], Size(3)]
    pieces: Annotated[Pile[Piece], Size(4)]
    cards: Annotated[Pile[Colour], Size(4)]
    bag: Annotated[Bag[Colour], Range(0, 3)]
    other: Annotated[Bag[Colour], Range(0, 3)]
    warms: Annotated[Bag[Warm], Range(0, 3)]
    maybe: Colour | None
    cool: Annotated[Cool | None, Word("nothing")]
    shade: Colour | Faded
    hue: Colour | Faded | None
    maybes: Annotated[Row[Colour | None], Size(3)]
    unsure: Annotated[Pile[Colour | None], Size(3)]


@record
class Box:
    limit: Annotated[int, Range(0, 9)]
    scores: Annotated[Row[int], Size(3), Range(0, 9)]
    shares: Annotated[Row[int], By(Warm), Range(0, 9)]
    spot: Spot
    stock: Annotated[Bag[Colour], Range(0, 3)]


@record
class Grade:
    won: bool
    points: Annotated[int, Range(0, 20)]


@record
class Other:
    lost: bool
    shame: Annotated[int, Range(0, 3)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition
'''
EDITION = """schema = 1
game = "probe"
name = "plain"
title = "Plain"

[values]
limit = { value = 0, status = "assumed", why = "of no use here" }
scores = { value = [0, 0, 0], status = "assumed", why = "of no use here" }
shares = { value = { green = 0, blue = 0 }, status = "assumed", why = "of no use here" }
spot = { value = { number = 0, colour = "red", open = false, pieces = [] }, status = "assumed", why = "of no use here" }
stock = { value = { red = 0 }, status = "assumed", why = "of no use here" }
"""

RULEBOOK = """schema = 1
game = "probe"
title = "Probe"
source = "tests"
""" + "".join(f"""
[[clause]]
id = "C-0{number}"
place = "Play"
lines = [{number}]
kind = "rule"
text = "Clause {number}."
""" for number in range(1, 6))

READINGS = """schema = 1
game = "probe"
"""
SWITCH = """
[[reading]]
id = "R-01"
impact = "H"
clauses = ["C-01"]
question = "Which?"
default = "top"
reason = "None."
[reading.choices]
top = "The top."
under = "Underneath."
"""

_modules = count()


def written(folder: Path, rules: str, *, declarations: str = DECLARATIONS, readings: str = READINGS) -> ModuleType:
    """The module of some rules, written into a folder with its ledger and imported from there."""
    (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (folder / "readings.toml").write_text(readings, encoding="utf-8")
    name = f"probe_{next(_modules)}"
    path = folder / f"{name}.py"
    path.write_text(f"{declarations}\n\n{rules.strip()}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # annotations of records are looked up by the name of the module
    spec.loader.exec_module(module)
    return module


@frozen
class Outcome:
    """What became of an event: forbidden by a clause, failed at a line, or the state after it with the clauses counted."""

    forbidden: str | None = None
    failed_at: int | None = None
    state: tuple[int, ...] | None = None
    clauses: tuple[tuple[str, int], ...] = ()


class Both:
    """A program under the reference and under emitted code."""

    def __init__(self, module: ModuleType, engine: Engine = "interpreted", edition: Any = None,
                 rulings: dict[str, str] | None = None) -> None:
        self.module = module
        self.program: Program = load(module.game)
        edition = blank(module.game.edition_type) if edition is None else edition
        self.setting = Setting({**self.program.default_rulings, **(rulings or {})}, edition)
        self.reference = Reference(self.program, self.setting)
        self.native = Native(self.program, engine)
        self.context = self.native.context(self.setting)
        self.first_context = self.context.copy()

    def state(self, numbers: Sequence[int]) -> Any:
        """The state that slots stand for."""
        return decode(self.module.game.state_type, list(numbers))

    def referred(self, state: Any, event: Event) -> Outcome:
        """What the reference makes of an event."""
        try:
            applied = self.reference.apply(Position(state, (0,) * len(self.program.tapes)), event)
        except Refused as refused:
            return Outcome(forbidden=refused.clause)
        except RuleBroke as broke:
            return Outcome(failed_at=broke.line)
        return Outcome(state=tuple(self.program.encode(applied.after.state)), clauses=counted(Counter(applied.clauses)))

    def emitted(self, state: Any, event: Event) -> Outcome:
        """What emitted code makes of an event."""
        native, context = self.native, self.context
        context[:] = self.first_context
        array = native.state(Position(state, (0,) * len(self.program.tapes)))
        before = array.copy()
        if event.rule.kind == "decision":
            answer = int(native.call("guard", array, context, event.number))
            assert (array == before).all(), "a guard changed the state"
            if (failed := native.failed(context)) is not None:
                return Outcome(failed_at=failed[1])
            if answer:
                return Outcome(forbidden=self.program.clauses[answer - 1])
        native.call("apply", array, context, event.number)
        assert (context[:native.names.counters - 2] == self.first_context[:native.names.counters - 2]).all(), "edition changed"
        if (failed := native.failed(context)) is not None:
            return Outcome(failed_at=failed[1])
        exercised, _ = native.counters(context)
        counts = Counter({id_: int(number) for id_, number in zip(self.program.clauses, exercised, strict=True) if number})
        return Outcome(state=tuple(int(number) for number in array[:native.constant("SLOTS")]), clauses=counted(counts))

    def difference(self, state: Any) -> str | None:
        """The first event that the two executions see differently, in words; None when they agree."""
        for event in self.program.events:
            referred, emitted = self.referred(state, event), self.emitted(state, event)
            if referred != emitted:
                return f"{event.text}: {self._told(referred)}, emitted code {self._told(emitted)}"
        kind, array = self.reference.kind(self.reference.position(state)), self.native.blank()
        array[:] = self.native.state(self.reference.position(state))
        self.context[:] = self.first_context
        emitted_kind = int(self.native.call("kind_of", array, self.context))
        return None if kind == emitted_kind else f"the kind of the position: {kind}, emitted code {emitted_kind}"

    def _told(self, outcome: Outcome) -> str:
        if outcome.state is None:
            return str(outcome)
        named = zip(slots(self.module.game.state_type), outcome.state, strict=True)
        return f"{({slot.path: number for slot, number in named if number})} {outcome.clauses}"


def random_value(kind: Type, random: Random) -> Any:
    """A value of a type, drawn evenly: scalars within their ranges, piles and bags filled by chance."""
    if isinstance(kind, FlagType):
        return random.random() < 0.5
    if isinstance(kind, IntType):
        return random.randint(kind.low, kind.high)
    if isinstance(kind, EnumType):
        return kind.value(random.randint(kind.low, kind.high))
    value = blank(kind)
    if isinstance(kind, RecordType):
        for name, field in kind.fields:
            value.__dict__[name] = random_value(field, random)
    elif isinstance(value, Row) and isinstance(kind, RowType):
        value._items = [random_value(kind.item, random) for _ in range(kind.size)]
    elif isinstance(value, Pile) and isinstance(kind, PileType):
        value._items = [random_value(kind.item, random) for _ in range(random.randint(0, kind.size))]
    elif isinstance(value, Bag) and isinstance(kind, BagType):
        value._counts = [random.randint(0, kind.high) if index >= kind.kind.low else 0 for index in range(kind.kind.high + 1)]
    return value


def counted(clauses: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Clause counts in a fixed order."""
    return tuple(sorted(clauses.items()))
