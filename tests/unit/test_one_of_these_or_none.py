"""A value that can be None, or a member of an enum that extends another: in words, in flat arrays, in states and events."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

import pytest

from tests.rule_modules import Both, written
from verifier.document.complaints import Complaints
from verifier.document.typed import read_value
from verifier.errors import RuleRefused
from verifier.lang import Game, Range, Row, Size, Word, extends, record, words
from verifier.lang.layout import decode, encode, slots
from verifier.lang.types import EnumType, RecordType, record_type, type_of, word_of
from verifier.lang.values import LeftRange, blank
from verifier.program.program import load
from verifier.run.reference import RuleBroke
from verifier.search.state_words import state_words


@words(0, 1, 2)
class Door(IntEnum):
    """Doors, written as numbers."""

    FRONT = 0
    SIDE = 1
    BACK = 2


@words("rug", 9)
@extends(Door)
class Away(IntEnum):
    """Not at a door; one word looks like a number."""

    RUG = 3
    GONE = 4


Near = Annotated[Door, Range(Door.FRONT, Door.SIDE)]


@record
class House:
    """A field of each kind."""

    door: Door | None
    near: Annotated[Near | None, Word("far")]
    dog: Door | Away
    cat: Door | Away | None
    away: Away
    doors: Annotated[Row[Door | None], Size(2)]


@record
class Timeless:
    """A state whose phase may be missing."""

    phase: Door | None


KIND: RecordType = record_type(House)


def house(**fields: Any) -> House:
    """A house with some fields set."""
    made: House = blank(KIND)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def test_none_comes_first_and_members_that_extend_last() -> None:
    assert {slot.path: (slot.low, slot.high) for slot in slots(KIND)} == {
        "door": (0, 3), "near": (0, 2), "dog": (0, 4), "cat": (0, 5), "away": (3, 4), "doors[0]": (0, 3), "doors[1]": (0, 3)}
    made = house(door=Door.FRONT, near=Door.SIDE, dog=Away.RUG, cat=Away.GONE, away=Away.GONE)
    assert encode(KIND, made) == [1, 2, 3, 5, 4, 0, 0]


def test_a_blank_value_is_none_or_the_first_member() -> None:
    made = house()
    assert (made.door, made.near, made.dog, made.cat, made.away, list(made.doors)) == (
        None, None, Door.FRONT, None, Away.RUG, [None, None])


@pytest.mark.parametrize("numbers", [[0, 0, 0, 0, 3, 0, 0], [3, 2, 4, 5, 4, 3, 1], [1, 1, 2, 1, 3, 0, 2]])
def test_what_is_read_from_numbers_and_words_is_what_was_written(numbers: list[int]) -> None:
    made = decode(KIND, numbers)
    assert encode(KIND, made) == numbers
    complaints = Complaints()
    assert read_value(KIND, state_words(KIND, made), "$", complaints) == made
    assert not complaints.problems


def test_words_are_those_of_the_enums() -> None:
    made = house(door=Door.BACK, dog=Away.RUG, cat=Away.GONE)
    assert state_words(KIND, made) == {"door": 2, "near": "far", "dog": "rug", "cat": 9, "away": "rug", "doors": ["none", "none"]}
    assert (word_of(Door.BACK), word_of(Away.RUG), word_of(Away.GONE)) == ("2", "rug", "9")


@pytest.mark.parametrize(("field", "value"), [
    ("door", Away.RUG), ("door", -1), ("near", Door.BACK), ("dog", None), ("dog", 5), ("cat", 5), ("away", Door.FRONT),
    ("away", None), ("door", True)])
def test_what_is_no_value_is_refused_where_it_is_assigned(field: str, value: Any) -> None:
    with pytest.raises(LeftRange):
        house(**{field: value})


@pytest.mark.parametrize(("raw", "said"), [
    ({"door": "nobody"}, "a door"), ({"dog": "none"}, "a door or an away"), ({"near": 2}, "a door"),
    ({"cat": []}, "a door or an away")])
def test_what_is_no_word_is_complained_about(raw: dict[str, Any], said: str) -> None:
    complaints = Complaints()
    read_value(KIND, raw, "$", complaints)
    assert said in str(complaints.problems[0])


def test_a_value_of_the_types_is_one_type_however_it_is_written() -> None:
    kinds = [type_of(hint, "here") for hint in (Door | None, None | Door, Annotated[Door | None, Word("none")])]
    assert len(set(kinds)) == 1 and isinstance(kinds[0], EnumType)
    assert type_of(Away | None | Door, "here") == type_of(Door | Away | None, "here")


def test_a_phase_is_always_one() -> None:
    with pytest.raises(RuleRefused, match="DB302"):
        Game(name="timeless", title="Timeless", state=Timeless, edition=House, folder=Path(), ends=())


RULES = """
@game.decision(Phase.ACT)
def act(table: Table, colour: Colour | None, shade: Colour | Faded) -> None:
    table.maybe = colour
    table.shade = shade
    table.colour = the(table.maybe)


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
"""


def test_events_have_the_words_and_the_values(tmp_path: Path) -> None:
    module = written(tmp_path, RULES)
    events = {event.text: event for event in load(module.game).events}
    assert len(events) == 5 * 6 + 1
    assert events["act none white"].values == (None, module.Faded.WHITE)
    assert events["act red blue"].values == (module.Colour.RED, module.Colour.BLUE)


def test_what_is_not_there_breaks_the_rule_at_its_line(tmp_path: Path) -> None:
    both = Both(written(tmp_path, RULES))
    state, event = blank(both.program.game.state_type), both.program.events[0]
    assert both.referred(state, event) == both.emitted(state, event)
    with pytest.raises(RuleBroke, match="None is outside what there is"):
        both.reference.apply(both.reference.position(state), event)
