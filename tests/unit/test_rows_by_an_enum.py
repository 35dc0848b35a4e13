"""A row by an enum is the same row as a plain one to every execution: only its words differ."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.rule_modules import DECLARATIONS, READINGS, written
from verifier.lang.layout import decode, encode, slots, width
from verifier.lang.types import EnumType, IntType, RowType
from verifier.program.program import Program, load
from verifier.run.emit import module_source
from verifier.run.packing import packing_of
from verifier.symbolic.lift.table import Table

PLAIN = DECLARATIONS.replace("By(Colour), ", "Size(4), ").replace("By(Warm), ", "Size(2), ").replace("By(Warm)]", "Size(2)]")
RULES = """
@game.decision(Phase.ACT)
def act(table: Table, colour: Colour) -> None:
    require(table.heats[colour] > 0, "C-01")
    table.heats[colour] -= 1
    table.heats[Colour.GREY] = sum(heat for heat in table.heats) % 5
    table.homes[{index}].number = table.heats[table.colour] + 2


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
"""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    """The same rules over rows by an enum and over plain ones, whose second row is indexed from 0."""
    return (written(tmp_path_factory.mktemp("by"), RULES.format(index="Colour.BLUE"), readings=READINGS),
            written(tmp_path_factory.mktemp("plain"), RULES.format(index="1"), declarations=PLAIN, readings=READINGS))


def programs(modules: tuple[ModuleType, ModuleType]) -> tuple[Program, Program]:
    return load(modules[0].game), load(modules[1].game)


def test_the_flat_state_is_the_same(modules: tuple[ModuleType, ModuleType]) -> None:
    by, plain = (module.game.state_type for module in modules)
    assert by != plain and width(by) == width(plain)
    assert [(slot.low, slot.high) for slot in slots(by)] == [(slot.low, slot.high) for slot in slots(plain)]
    assert [slot.path for slot in slots(by) if slot.path.startswith("heats")] == [
        "heats[red]", "heats[green]", "heats[blue]", "heats[grey]"]
    assert [slot.path for slot in slots(by) if slot.path.endswith(".open") and "homes" in slot.path] == [
        "homes[green].open", "homes[blue].open"]
    scalars = [[(type(each), each.low, each.high) for each in Table(kind).scalars] for kind in (by, plain)]
    assert scalars[0] == scalars[1] and Table(by).piles == Table(plain).piles
    assert packing_of(by, 0, 1).words == packing_of(plain, 0, 1).words


@given(some.data())
def test_the_flat_state_means_the_same(modules: tuple[ModuleType, ModuleType], data: some.DataObject) -> None:
    by, plain = (module.game.state_type for module in modules)
    numbers = [data.draw(some.integers(slot.low, slot.high)) for slot in slots(by)]
    one, other = decode(by, numbers), decode(plain, numbers)
    assert encode(by, one) == encode(plain, other)
    assert [int(heat) for heat in one.heats] == [int(heat) for heat in other.heats]
    assert [spot.number for spot in one.homes] == [spot.number for spot in other.homes]
    assert one.homes[2] is list(one.homes)[1] and other.homes[1] is list(other.homes)[1]


def test_emitted_code_is_the_same(modules: tuple[ModuleType, ModuleType]) -> None:
    one, other = (module_source(program) for program in programs(modules))
    assert one == other


def test_whether_an_edition_may_leave_some_out_makes_no_other_type() -> None:
    kinds = EnumType(int, 0, 1)  # type: ignore[arg-type]  # which enum does not matter here
    assert RowType(IntType(0, 1), 2, kinds) == RowType(IntType(0, 1), 2, kinds, partial=True) != RowType(IntType(0, 1), 2)


def test_a_part_of_an_enum_begins_where_it_begins(tmp_path: Path) -> None:
    kind = written(tmp_path, RULES.format(index="Colour.BLUE"), readings=READINGS).game.state_type.field("homes")
    assert (kind.size, kind.first, kind.word(0), kind.word(2), kind.word(4), kind.word(-1)) == (2, 1, "red", "blue", "4", "-1")
