"""What z3 says of the smallest position where two choices part, and what the reference says of thousands of positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.agreement.test_game_machine import planted
from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM
from tests.contract.test_games_with_sides import instance
from tests.games import ties
from tests.rule_modules import DECLARATIONS, READINGS, SWITCH, written
from verifier.analysis.reading_example import witness
from verifier.instance import instance_of
from verifier.lang.phases import DECISION, END
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.report.text.distinguishing import exists, witnessed
from verifier.results.effects import DistinguishingPosition, Witness
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.symbolic.find.distinguishing import Distinguishing, asking, smallest_distinguishing
from verifier.symbolic.solver import Effort
from verifier.testing import random_disturbed, random_reachable

SETTING = Setting(PROGRAM.default_rulings, ASSUMED)
CHOICES = [(id_, choice) for id_, reading in PROGRAM.readings.switches.items() for choice in reading.choices
           if choice != reading.default]
# Some that need something laid out, one that needs nothing (UD-37), one that never shows, one that only another ruling shows.
SOME = [("UD-06", "underneath"), ("UD-14", "figure"), ("UD-18", "stays"), ("UD-37", "after"), ("UD-50", "memoryless"),
        ("UD-07", "moves")]


def naively_part(one: Reference, other: Reference, position: Position) -> bool:
    """Whether anything that can happen here happens on one side only, or leads elsewhere."""
    if one.kind(position) == END:
        return False
    return any(after(one, position, event) != after(other, position, event) for event in one.events(position))


def after(reference: Reference, position: Position, event: object) -> object:
    if reference.kind(position) == DECISION and reference.forbidden_by(position, event) is not None:  # type: ignore[arg-type]
        return "not legal"
    weights = dict(reference.outcomes(position)) if reference.kind(position) != DECISION else {}
    if reference.kind(position) != DECISION and event not in weights:
        return "cannot come"
    try:
        return weights.get(event), reference.program.encode(reference.apply(position, event).after.state)  # type: ignore[call-overload, arg-type]
    except RuleBroke:
        return "fails"


def positions(count: int) -> Iterator[Position]:
    """Positions that keep the invariants: met in games, and disturbed ones."""
    reference = Reference(PROGRAM, SETTING)
    met = list(random_reachable(PROGRAM, SETTING, seed=7, count=count))
    invariants = PROGRAM.game.of_kind("invariant")
    yield from met
    for position in random_disturbed(PROGRAM, met, seed=7):
        try:
            kept = all(reference.holds(rule, position.state) for rule in invariants)
        except RuleBroke:
            continue
        if kept:
            yield position


@cache
def smallest(reading: str, choice: str) -> Distinguishing:
    return smallest_distinguishing(PROGRAM, SETTING, reading, choice, 4)


@pytest.mark.parametrize(("reading", "choice"), [*SOME[:2], *(pytest.param(*each, marks=pytest.mark.long) for each in SOME[2:])])
def test_no_position_that_is_smaller_parts_them(reading: str, choice: str) -> None:
    found = smallest(reading, choice)
    other = Setting({**SETTING.rulings, reading: choice}, ASSUMED)
    references = Reference(PROGRAM, SETTING), Reference(PROGRAM, other)
    if found.none_below == 0:
        return  # nothing is smaller than nothing; what parts them there is compared with the reference below
    small = [position for position in positions(200) if found.hidden_by is not None or found.none_below is None
             or PROGRAM.size_of(position.state) < found.none_below]
    assert len(small) > 50 and not [position for position in small if naively_part(*references, position)]
    assert found.none_below is not None or reading == "UD-50"


@pytest.mark.parametrize(("reading", "choice"), [*SOME[:5], pytest.param(*SOME[5], marks=pytest.mark.long)])
def test_the_position_parts_them_and_a_smallest_one_is_of_the_size_that_is_proved(reading: str, choice: str) -> None:
    found = smallest(reading, choice)
    if reading == "UD-50":
        assert (found.none_below, found.example, found.hidden_by) == (None, None, None) and asking(PROGRAM, reading) == []
        return
    assert found.example is not None and found.example.lasts and found.reason == ""
    assert found.hidden_by == (("UD-06", "underneath") if reading == "UD-07" else None)
    rulings = {**SETTING.rulings, **dict([] if found.hidden_by is None else [found.hidden_by])}
    one, other = (Reference(PROGRAM, Setting({**rulings, reading: each}, ASSUMED)) for each in (SETTING.rulings[reading], choice))
    position = one.position(found.example.state)
    assert naively_part(one, other, position) and PROGRAM.size_of(position.state) == found.example.laid_out
    assert all(each.holds(rule, position.state) for each in (one, other) for rule in PROGRAM.game.of_kind("invariant"))
    assert found.is_smallest == (found.example.laid_out == found.none_below)


def test_beyond_the_bound_a_position_is_shown_and_not_called_a_smallest_one() -> None:
    small, found = (smallest_distinguishing(PROGRAM, SETTING, "UD-06", "underneath", bound) for bound in (4, 0))
    assert small.is_smallest and small.none_below is not None and small.none_below > 1
    assert found.example is not None and found.example.lasts and found.none_below == 1 and not found.is_smallest
    assert found.example.laid_out >= small.none_below and found.reason == ""
    position = Reference(PROGRAM, SETTING).position(found.example.state)
    one, other = (Reference(PROGRAM, Setting({**SETTING.rulings, "UD-06": each}, ASSUMED))
                  for each in (SETTING.rulings["UD-06"], "underneath"))
    assert naively_part(one, other, position) and PROGRAM.size_of(position.state) == found.example.laid_out
    witness = Witness(0, found.none_below, found.is_smallest, found.lemmas, position=DistinguishingPosition(
        found.example.laid_out, ((), ()), None, (), {}, None, None, (), ""))
    assert witnessed(witness) == (
        f"size {found.example.laid_out} on the table; above size 0, where the smallest is not searched for")


@pytest.mark.long
@pytest.mark.parametrize(("reading", "choice"), [each for each in CHOICES if each not in SOME])
def test_every_other_choice_has_a_position(reading: str, choice: str) -> None:
    test_no_position_that_is_smaller_parts_them(reading, choice)
    test_the_position_parts_them_and_a_smallest_one_is_of_the_size_that_is_proved(reading, choice)


@pytest.mark.parametrize(("stays", "none_below"), [("", 2), ("table.pieces.clear()", None)])
def test_a_reading_that_only_the_grade_asks_for(stays: str, none_below: int | None, tmp_path: Path) -> None:
    """Where the pieces are cleared at the end an invariant says so, and no position is left that shows the reading."""
    module = written(tmp_path, f"""
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    \"\"\"Stop.\"\"\"
    {stays or 'clause("C-02")'}
    table.phase = Phase.OVER


@game.grade
def points(table: Table) -> Grade:
    \"\"\"One for the piece on top, or below it.\"\"\"
    if table.pieces.size < 2:
        return Grade(won=False, points=0)
    worth = table.pieces[0].worth if ruling("R-01") == "top" else table.pieces[1].worth
    return Grade(won=True, points=worth)


@game.invariant(clause="C-03")
def cleared(table: Table) -> bool:
    \"\"\"Nothing lies there in the end.\"\"\"
    return {'True' if not stays else 'table.phase != Phase.OVER or table.pieces.size == 0'}
""", declarations=DECLARATIONS, readings=READINGS + SWITCH)
    program = load(module.game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    found = smallest_distinguishing(program, setting, "R-01", "under", 3)
    assert found.none_below == none_below and (found.example is None) == (none_below is None)
    if found.example is not None:
        assert found.example.event is None and found.is_smallest and found.example.laid_out == 2
        one, other = (Reference(program, Setting({"R-01": each}, setting.edition)) for each in ("top", "under"))
        position = one.position(found.example.state)
        grade = program.game.only("grade")
        assert grade is not None and one.value(grade, position) != other.value(grade, position)


def test_a_reading_that_only_outcomes_ask_for() -> None:
    """A tie is worth something else to each side; nothing that happens differs, and there is no grade."""
    one = instance(ties, "plain")
    found = smallest_distinguishing(one.program, one.setting, "TI-Q1", "second", 2)
    assert found.example is not None and found.example.event is None and found.is_smallest
    state = found.example.state
    assert state.phase == ties.Phase.OVER and state.first == state.second  # type: ignore[attr-defined]
    shown = witness(one, "TI-Q1", "second", 2, Effort(), lambda _: None)
    assert shown.position is not None
    assert [(each.field, each.one, each.other) for each in shown.position.differs] == [
        ("to odd", True, False), ("to even", False, True)]


def test_of_a_reading_that_only_says_who_decides_nothing_is_called_proved() -> None:
    """Positions are not compared by who decides: that none was found proves nothing."""
    shown = witness(instance(ties, "plain"), "TI-Q2", "even", 2, Effort(), lambda _: None)
    assert shown.position is None and shown.none_below == 0 and "whose_turn" in shown.reason
    assert "proved" not in witnessed(shown) and exists(shown) == "not known"


def test_what_chance_can_bring_under_the_other_choice_only_is_left_open(tmp_path: Path) -> None:
    """The position is a scenario under the ruling in force, by which a deal could not bring it."""
    module = planted(tmp_path, "weight(3 if wind == Wind.CALM else 1)",
                     'weight(3 if wind == Wind.CALM else int(ruling("ST-Q1") == "hides"))')
    instance = instance_of(new_scenario(module.game, title="windless", edition="plain"), load(module.game))
    found = witness(instance, "ST-Q1", "hides", 3, Effort(), lambda text: None).position
    assert found is not None and found.event == "gust blows" and found.only == ((), ("gust blows",))
    assert "wind" not in found.scenario.partition("[start]")[0].partition("[deal]")[2]
