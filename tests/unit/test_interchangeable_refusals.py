"""What is declared interchangeable and is not so is refused with the line, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interchangeable_programs import DECLARATIONS, game_of
from verifier.errors import RuleRefused
from verifier.program.program import Program, load

ROW = "    heights: Annotated[Row[Annotated[int, Range(0, 4)]], By(Place)]\n"
HEAD = "@game.decision(Phase.ACT)\ndef first(table: Table, place: Place, other: Place) -> None:\n"
FALL = "    table.phase = Phase.FALL\n"


def loaded(folder: Path, *lines: str, changed: tuple[tuple[str, str], ...] = ()) -> Program:
    """The game with a decision of some lines, and some of its declarations replaced."""
    text = DECLARATIONS
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    body = "".join(f"    {line}\n" for line in lines)
    return load(game_of(folder, HEAD + body + FALL, declarations=text))


def refused(folder: Path, *lines: str, changed: tuple[tuple[str, str], ...] = ()) -> str:
    """The first problem, in words."""
    with pytest.raises(RuleRefused) as caught:
        loaded(folder, *lines, changed=changed)
    assert {problem.code for problem in caught.value.problems} == {"DB319"}
    return str(caught.value.problems[0])


@pytest.mark.parametrize(("old", "new", "said"), [
    (ROW, ROW + "    names: Annotated[Pile[Place], Size(3)]\n", "names is a pile of its members"),
    (ROW, ROW.replace("By(Place)", "By(Annotated[Place, Range(Place.A, Place.B)])").replace("heights", "few") + ROW,
     "few is a row by a part of it"),
    (ROW, ROW + "    next: Annotated[Row[Place], By(Place)]\n", "next names its members in an item of an interchangeable row"),
    (ROW, ROW + "    first: Annotated[Place, Range(Place.A, Place.B)]\n", "or only some of them"),
    ("    limit: Annotated[int, Range(0, 9)]\n", "    limit: Annotated[int, Range(0, 9)]\n    best: Place\n",
     "component data tell its members apart"),
    ("@interchangeable\n", "@interchangeable(except_in=(Card.RED,))\n", "which is not a phase of probe"),
    ("@interchangeable\n", "@interchangeable(except_in=(Phase.OVER,))\n", "fall can enter the phase OVER"),
])
def test_a_state_that_cannot_be_permuted_is_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert said in refused(tmp_path, "table.heights[place] = 1", changed=((old, new),))


@pytest.mark.parametrize(("mark", "said"), [
    ("@interchangeable(except_in=Phase.OVER)\n", "except_in is a tuple of phases"),
    ("@interchangeable(except_in=(3,))\n", "except_in is a tuple of phases"),
])
def test_a_declaration_that_makes_no_sense_is_refused_where_it_stands(mark: str, said: str, tmp_path: Path) -> None:
    assert said in refused(tmp_path, changed=(("@interchangeable\n", mark),))


def test_an_enum_that_extends_another_is_not_interchangeable(tmp_path: Path) -> None:
    assert "extends another" in refused(tmp_path, changed=(("@extends(Place)\n", "@interchangeable\n@extends(Place)\n"),))


def test_an_enum_that_no_row_is_by_is_refused(tmp_path: Path) -> None:
    lamp = "@interchangeable\nclass Lamp(IntEnum):\n    X = 0\n    Y = 1\n\n\n@record\nclass Door:"
    lone = (("@record\nclass Door:", lamp), ("    here: Place\n", "    here: Place\n    lamp: Lamp\n"))
    assert "no row of the state is by it" in refused(tmp_path, changed=lone)


@pytest.mark.parametrize(("lines", "said"), [
    (["table.here = Place.B"], "B is named here"),
    (["table.marked = Place.A"], "A is named here"),
    (["if place in SOME:", "    table.points = 1"], "some of its members are named here"),
    (["table.here = SOME[table.time % 2]"], "a table of constants names its members"),
    (["if place < other:", "    table.points = 1"], "this depends on the order of its members"),
    (["table.points = place"], "a member is used as a number"),
    (["table.points = place + 1"], "a member is used as a number"),
    (["table.points = table.hand[place]", ], "a member is used as a number"),
    (["for at in range(place):", "    table.points = 1"], "a member is used as a number"),
    (["table.here = following(place)"], "a number becomes a member"),
    (["table.here = Place(table.time % 3)"], "a number becomes a member"),
    (["table.heights[table.time % 3] = 0"], "indexed by a number"),
    (["for each in SOME:", "    table.heights[each] = 0"], "this loop is over a part of its members"),
    (["table.here = max((each for each in Place), default=place)"], "a member is used as a number"),
    (["for each in Place:", "    table.heights[each] = table.heights[place]"], "looks at other items"),
    (["for each in Place:", "    table.heights[place] += 1"], "changes something that is not its own"),
    (["for each in Place:", "    lift(table, each)"], "calls lift, which changes the state"),
    (["for each in Place:", "    table.hand.put_top(Card.RED)"], "changes something that is not its own"),
    (["for each in Place:", "    if table.doors[each].open:", "        break", "    table.heights[each] = 0"],
     "stops at one of them, after it changed something"),
    (["for each in Place:", "    table.here = each"], "share what they write here"),
    (["for each in Place:", "    table.points = min(20, table.points + 1)"], "share what they write here"),
    (["for each in Place:", "    table.points += table.heights[each] - 1"], "share what they write here"),
    (["first = place", "for each in Place:", "    if table.heights[each] > table.heights[first]:", "        first = each",
      "table.here = first"], "passes of a loop over its members share first"),
    (["found = 0", "for each in Place:", "    found += 1", "    table.heights[each] = found % 4"], "share found"),
    (["door = table.doors[place]", "for each in table.doors:", "    each.open = door.open"], "looks at door"),
    (["table.points = next((table.heights[each] for each in Place), 0)"], "next takes the first"),
    (["if any(table.piles[each][0] == Card.RED for each in Place):", "    table.points = 1"], "any stops at the first"),
    (["if all(each[0] == Card.RED for each in table.piles):", "    table.points = 1"], "all stops at the first"),
])
def test_rules_that_tell_members_apart_are_refused_with_the_line(lines: list[str], said: str, tmp_path: Path) -> None:
    text = refused(tmp_path, *lines)
    assert said in text and "in first" in text
    assert any(line.strip() in text for line in lines)


@pytest.mark.parametrize("lines", [
    ["table.here = place if place != other else table.here"],
    ["table.marked = None", "table.far = place", "table.far = Beyond.SEA", "table.homes[Card.RED] = place"],
    ["if table.marked is not None:", "    table.here = table.marked"],
    ["if isinstance(table.far, Place):", "    table.heights[Place(table.far)] = 0"],
    ["table.here = the(table.marked)"],
    ["for each in Place:", "    table.heights[each] = (table.heights[each] + table.time) % 5", "    table.points += 1"],
    ["for each in table.doors:", "    if each.open:", "        each.guards = 0", "        table.points = 7"],
    ["total = 0", "for each in Place:", "    wide = table.heights[each] > 2", "    if wide:",
      "        total += table.heights[each]", "table.points = total % 20"],
    ["if any(each.size > 0 and each[0] == Card.RED for each in table.piles if each.size > 1):", "    table.points = 1"],
    ["if not all(each.size == 0 or each[0] == Card.RED for each in table.piles):", "    table.points = 1"],
    ["for each in Place:", "    if table.heights[each] > 3:", "        return"],
    ["table.points = max((each for each in table.heights if each > 1), default=0)"],
])
def test_rules_that_treat_members_as_names_are_accepted(lines: list[str], tmp_path: Path) -> None:
    [group] = loaded(tmp_path, *lines).interchange.groups
    assert group.size == 3 and len(group.rows) == 3 and group.phases == {0, 1, 2}


def test_phases_that_are_excepted_may_tell_members_apart(tmp_path: Path) -> None:
    dealing = '''@game.step(Phase.DEAL)
def deal(table: Table) -> None:
    table.heights[table.here] = 1
    table.here = Place.A if table.here == Place.C else following(table.here)
    table.phase = Phase.ACT


'''
    changed = (("    OVER = 2\n", "    OVER = 2\n    DEAL = 3\n"),
               ("@interchangeable\n", "@interchangeable(except_in=(Phase.DEAL,))\n"),
               ("@game.grade\n", dealing + "@game.grade\n"),
               ("    table.phase = Phase.ACT\n\n\n@game.step(Phase.DEAL)",
                "    table.phase = Phase.DEAL\n\n\n@game.step(Phase.DEAL)"))
    [group] = loaded(tmp_path, "table.heights[place] = 1", changed=changed).interchange.groups
    assert group.phases == {0, 1, 2}
    assert "first can enter the phase DEAL" in refused(tmp_path, "if table.time > 0:", "    table.phase = Phase.DEAL",
                                                       changed=changed)
    at_last = changed[:1] + changed[2:]
    assert "C is named here" in refused(tmp_path, "table.heights[place] = 1", changed=at_last)


def test_chance_decides_on_no_member(tmp_path: Path) -> None:
    chance = (("@game.step(Phase.FALL)\ndef fall(table: Table) -> None:\n",
               '@game.chance(Phase.FALL, tape="wind")\ndef fall(table: Table, place: Place) -> None:\n    weight(1)\n'),)
    assert "in fall chance decides on a member" in refused(tmp_path, changed=chance)


def test_invariants_and_goals_may_tell_members_apart(tmp_path: Path) -> None:
    rules = ('@game.invariant(clause="C-01")\ndef low(table: Table) -> bool:\n    return table.heights[Place.A] < 5\n\n\n'
             "@game.goal\ndef high(table: Table) -> bool:\n    return table.heights[Place.B] > 3\n\n\n"
             "@game.goal\ndef all_high(table: Table) -> bool:\n    return all(table.heights[each] > 3 for each in Place)\n\n\n"
             "@game.grade\n")
    program = loaded(tmp_path, "table.heights[place] = 1", changed=(("@game.grade\n", rules),))
    assert program.interchange.told_apart.keys() == {"low", "high"}
    assert "A is named here" in program.interchange.told_apart["low"]
