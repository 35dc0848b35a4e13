"""Shortcuts of `find readings`: what they answer, the long way round does not deny."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM
from tests.games import staircase
from tests.rule_modules import READINGS, SWITCH, written
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.lang.values import blank
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.program import Program, load
from verifier.run.setting import Setting
from verifier.symbolic.find.readings import Query, Result, neighbours, orders
from verifier.symbolic.find.steps import Steps
from verifier.symbolic.find.two_choices import Bounds, TwoChoices
from verifier.symbolic.product.unrolling import Region

DECLARATIONS = '''"""A module of the tests: a piece in a hand is laid down: the table grows, as piles alone count."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Pile, Range, Size, clause, record, ruling


class Phase(IntEnum):
    ACT = 0
    LAY = 1
    LOOK = 2
    BACK = 3
    OVER = 4


class Colour(IntEnum):
    RED = 0
    GREEN = 1


@record
class Table:
    phase: Phase
    held: bool
    seen: bool
    pieces: Annotated[Pile[Colour], Size(4)]


@record
class Box:
    limit: Annotated[int, Range(0, 9)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
'''
RULES = '''
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    """Go on."""
    table.phase = Phase.LAY


@game.decision(Phase.ACT, clause="C-01")
def stop(table: Table) -> None:
    """No more."""
    table.phase = Phase.OVER


@game.step(Phase.LAY, clause="C-02")
def lay(table: Table) -> None:
    """What is held is laid down."""
    if table.held and table.pieces.size < 4:
        table.pieces.put_top(Colour.RED)
    table.held = False
    table.phase = Phase.LOOK


@game.step(Phase.LOOK, clause="C-03")
def look(table: Table) -> None:
    """The top is looked at."""
    if table.pieces.size > 0:
        table.seen = ruling("R-01") == "top"
    table.phase = Phase.BACK


@game.step(Phase.BACK, clause="C-04")
def back(table: Table) -> None:
    """Back to the beginning."""
    {back}
    table.phase = Phase.ACT
'''
IN_A_ROW = RULES.replace("if table.held and table.pieces.size < 4:", "card = table.hand[0]\n    if card is not None:").replace(
    "table.pieces.put_top(Colour.RED)", "table.pieces.put_top(card)").replace("table.held = False", "table.hand[0] = None")
LOOKED_BEFORE = RULES.replace("Phase.BACK\n", "Phase.NEXT\n").replace("Phase.LOOK\n", "Phase.BACK\n").replace(
    "Phase.LAY\n", "Phase.LOOK\n").replace("Phase.NEXT\n", "Phase.LAY\n")
STAYS, FORGOTTEN = 'clause("C-05")', "table.seen = False"


def region(program: Program, begins: tuple[str, ...] = ()) -> Region:
    """From some phases, or from all in which nobody decides, up to where somebody does."""
    kinds = [phase.kind for phase in program.phases]
    automatic = [number for number, kind in enumerate(kinds) if kind in (STEP, CHANCE)]
    stops = frozenset(number for number, kind in enumerate(kinds) if kind in (DECISION, END))
    return Region(tuple(int(program.game.phases[name]) for name in begins) or tuple(automatic), stops, {},
                  frozenset(range(len(program.slots))))


def probe(folder: Path, back: str, begins: tuple[str, ...] = (), size: int = 2, rules: str = RULES,
          declarations: str = DECLARATIONS) -> Query:
    program = load(written(folder, rules.replace("{back}", back), declarations=declarations, readings=READINGS + SWITCH).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    return Query(program, setting, "R-01", ("top", "under"), region(program, begins), Bounds(size))


def in_until_dawn(reading: str, choices: tuple[str, str]) -> Query:
    return Query(PROGRAM, Setting(PROGRAM.default_rulings, ASSUMED), reading, choices, region(PROGRAM), Bounds(4))


@pytest.mark.parametrize(("begins", "size"), [((), 0), (("LAY",), 0), (("LOOK", "BACK"), 1), (("BACK",), None)])
@pytest.mark.parametrize("shortcut", [True, False])
def test_behind_a_piece_that_was_held_a_table_is_larger_than_it_was(begins: tuple[str, ...], size: int | None, shortcut: bool,
                                                                    tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shortcut:
        monkeypatch.setattr(Steps, "starts", property(lambda self: False))
    found = probe(tmp_path, STAYS, begins).run()
    if size is None:
        assert (found.found, found.none_below) == (Result.NONE, 3)
        return
    assert found.example is not None and found.is_smallest and found.example.size == size
    one, other = (side.end.state for side in found.example.sides)
    assert one.seen != other.seen and one.pieces.size == 1  # a held piece has been laid down, or one lay there


@pytest.mark.parametrize(("begins", "size"), [((), 1), (("LAY",), 1), (("BACK",), None)])
@pytest.mark.parametrize("shortcut", [True, False])
def test_a_piece_that_lies_in_a_row_counts_before_it_is_laid_down(begins: tuple[str, ...], size: int | None, shortcut: bool,
                                                                  tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shortcut:
        monkeypatch.setattr(Steps, "starts", property(lambda self: False))
    query = probe(tmp_path, STAYS, begins, rules=IN_A_ROW, declarations=DECLARATIONS.replace(
        "held: bool", "hand: Annotated[Row[Colour | None], Size(2)]").replace("Range, Size,", "Range, Row, Size,"))
    found = query.run()
    assert query.steps.growing == []
    if size is None:
        assert (found.found, found.none_below) == (Result.NONE, 3)
    else:
        assert found.example is not None and found.is_smallest and found.example.size == size


@pytest.mark.parametrize(("shortcut", "begins"), [(True, ()), (True, ("LOOK", "BACK")), (False, ("LOOK", "BACK"))])
def test_sides_that_come_together_again_are_no_example(shortcut: bool, begins: tuple[str, ...], tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    if not shortcut:
        monkeypatch.setattr(Steps, "starts", property(lambda self: False))
    found = probe(tmp_path, FORGOTTEN, begins).run()
    assert (found.found, found.none_below, found.example) == (Result.NONE, 3, None)
    assert found.how[1:] == ("every run was followed to its end",) * 2


@pytest.mark.parametrize("back", [STAYS, FORGOTTEN])
def test_only_where_sides_come_together_is_it_said_that_they_do(back: str, tmp_path: Path) -> None:
    query = probe(tmp_path, back)
    query.steps = Steps(query)
    look = Region((int(query.program.game.phases["LOOK"]),), query.region.stops, {}, query.region.seen)
    assert query._meet(1, query.steps.questions[0].rule, look) is (back == FORGOTTEN)
    behind = look.stops | {int(query.program.game.phases["BACK"])}
    at_once = Region(look.begins, behind, {}, look.seen)
    assert not query._meet(1, query.steps.questions[0].rule, at_once)  # right behind the step they are apart


@pytest.mark.parametrize("shortcut", [True, False])
@pytest.mark.parametrize("size", [0, 2])
def test_the_stairs_with_and_without(shortcut: bool, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shortcut:
        monkeypatch.setattr(Steps, "starts", property(lambda self: False))
    program = load(staircase.game)
    house = load_edition(program.game, default_edition(program.game), Path(__file__).parent).record
    query = Query(program, Setting(program.default_rulings, house), "ST-Q1", ("shows", "hides"), region(program), Bounds(size))
    found = query.run()
    assert (found.found, found.none_below) == ((Result.NONE, 1) if size == 0 else (Result.FOUND, 1))


def test_what_grows_matters_only_where_lines_lead_to_a_step_that_differs(tmp_path: Path) -> None:
    """LAY lays a piece down that was held: behind it comes the look at the top; or that comes before, and never again."""
    (tmp_path / "before").mkdir()
    before, behind = Steps(probe(tmp_path / "before", STAYS, rules=LOOKED_BEFORE)), Steps(probe(tmp_path, STAYS))
    for steps, growing in ((before, []), (behind, ["LAY"])):
        assert [question.rule.name for question in steps.questions] == ["look"]
        assert [steps.both.program.game.phases(phase).name for phase in steps.growing] == growing
        assert steps.starts and not steps.parting(0) and steps.parting(1)
        assert steps.is_beyond(0) == bool(growing) and steps.alike(0) == (not growing)


def test_in_until_dawn_nothing_grows_but_by_chance() -> None:
    """What a movement card has taken up counts as laid out before it is set down."""
    sets, jumps = (Steps(in_until_dawn(*each)) for each in (("UD-14", ("rule-text", "figure")), ("UD-20", ("round", "turn"))))
    assert [question.rule.name for question in sets.questions] == ["check_sets"] and sets.growing == jumps.growing == []
    assert [sets.alike(size) for size in (0, 3, 4)] == [True, True, False]
    assert not jumps.parting(0) and jumps.alike(0)


@pytest.mark.parametrize(("reading", "choices", "size"), [
    ("UD-14", ("rule-text", "figure"), 4), ("UD-15", ("neither", "both"), 2),
    *(pytest.param(*each, marks=pytest.mark.long) for each in (
        ("UD-03", ("reusable", "gone"), 1), ("UD-33", ("together", "one-by-one"), 1), ("UD-37", ("before", "after"), 1)))])
def test_anywhere_in_until_dawn(reading: str, choices: tuple[str, str], size: int) -> None:
    found = in_until_dawn(reading, choices).run()
    assert found.is_smallest and found.example is not None and found.example.size == size


def test_a_rule_that_never_asks_does_the_same_under_both() -> None:
    """What is taken from the rules' text is what comes out when both sides are lifted."""
    both: TwoChoices = in_until_dawn("UD-14", ("rule-text", "figure"))
    for number in both.region.begins:
        cells, _ = both.table("any ", 2)
        cells[both.phase] = number
        for rule in PROGRAM.rules_at(number):
            arguments, _ = both.lifted[0].arguments(rule, "any ")
            alike = both.differs(rule, arguments, cells) is False
            both._asking, asking = frozenset(PROGRAM.game.rules), both._asking
            assert alike == (both.differs(rule, arguments, cells) is False), rule.name
            both._asking = asking


def test_neighbours_differ_in_one_field_and_orders_in_one_outcome() -> None:
    query = in_until_dawn("UD-14", ("rule-text", "figure"))
    table = PROGRAM.decode([0] * len(PROGRAM.slots))
    numbers = PROGRAM.encode(table)
    changed = [PROGRAM.encode(each) for each in neighbours(PROGRAM, table)]
    assert changed and all(sum(one != other for one, other in zip(numbers, each, strict=True)) == 1 for each in changed)
    assert all(each[query.phase] == numbers[query.phase] for each in changed)
    longer = list(orders(PROGRAM, ((-1,), ())))
    assert all(len(one) + len(other) == 2 for one, other in longer) and len(set(longer)) == len(longer) > 2
