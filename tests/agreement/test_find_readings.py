"""What `find readings` says, and what playing every table says: on a small game all of them, on Until Dawn one reading."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.games import staircase
from verifier.lang.phases import DECISION, END
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.program import Program, load
from verifier.run.setting import Setting
from verifier.symbolic.find.readings import Compared, Query, Result
from verifier.symbolic.find.two_choices import Bounds
from verifier.symbolic.product.unrolling import Pair, Places, Region
from verifier.symbolic.solver import Effort, Outcome

STAIRCASE = load(staircase.game)
HOUSE = load_edition(STAIRCASE.game, default_edition(STAIRCASE.game), Path(__file__).parent).record
ATTACKS = ("CHECK_SETS", "NEXT_ATTACKER", "SCRATCHER", "SNEAKER", "SCREAMER", "SUMMON", "SWEEP", "RELOCATE", "STAND_DOWN")
CARDS = ("ADVANCE", "DRAW", "END_TURN")


def region(program: Program, begins: tuple[str, ...], until: tuple[str, ...] = ()) -> Region:
    phases = program.game.phases
    stops = {number for number, phase in enumerate(program.phases) if phase.kind in (DECISION, END)}
    return Region(tuple(int(phases[name]) for name in begins), frozenset(stops | {int(phases[name]) for name in until}), {},
                   frozenset(range(len(program.slots))))


def in_the_attacks(reading: str, choices: tuple[str, str], size: int) -> Compared:
    setting = Setting(UNTIL_DAWN.default_rulings, ASSUMED)
    return Query(UNTIL_DAWN, setting, reading, choices, region(UNTIL_DAWN, ATTACKS, CARDS), Bounds(size)).run()


def on_the_stairs(size: int) -> Compared:
    setting = Setting(STAIRCASE.default_rulings, HOUSE)
    return Query(STAIRCASE, setting, "ST-Q1", ("shows", "hides"), region(STAIRCASE, ("GUST",)), Bounds(size)).run()


def test_the_smallest_table_on_the_stairs() -> None:
    found = on_the_stairs(3)
    assert found.found is Result.FOUND and found.is_smallest and found.example is not None
    one, other = (side.end.state for side in found.example.sides)
    assert found.example.size == 1 and STAIRCASE.encode(one) != STAIRCASE.encode(other)


def test_nothing_is_found_where_nothing_is_laid_out() -> None:
    found = on_the_stairs(0)
    assert (found.found, found.none_below, found.example) == (Result.NONE, 1, None)


@pytest.mark.parametrize(("size", "outcome"), [(0, Outcome.UNSAT), (1, Outcome.SAT)])
def test_both_sides_as_one_question_say_the_same(size: int, outcome: Outcome) -> None:
    setting = Setting(STAIRCASE.default_rulings, HOUSE)
    pair = Pair(STAIRCASE, setting, "ST-Q1", ("shows", "hides"), region(STAIRCASE, ("GUST",)), size, size, Effort(), Places())
    answer, _ = pair.ask(50, None, lambda text: None)
    assert answer.outcome is outcome


def test_the_sneakers_of_until_dawn() -> None:
    found = in_the_attacks("UD-21", ("all", "attacking"), 2)
    assert found.found is Result.FOUND and found.is_smallest and found.example is not None and found.example.size == 1


def test_a_reading_of_the_shotgun_does_not_matter_in_the_attacks() -> None:
    found = in_the_attacks("UD-06", ("top", "underneath"), 2)
    assert (found.found, found.none_below) == (Result.NONE, 3)


@pytest.mark.long
@pytest.mark.parametrize(("reading", "choices", "size"), [
    ("UD-03", ("reusable", "gone"), 1), ("UD-14", ("rule-text", "figure"), 4), ("UD-16", ("stay", "stand-down"), 1),
    ("UD-17", ("live", "snapshot"), 1), ("UD-20", ("round", "turn"), 1), ("UD-21", ("all", "attacking"), 1),
    ("UD-28", ("stand-down", "attack-first"), 2)])
def test_every_reading_that_matters_in_the_attacks(reading: str, choices: tuple[str, str], size: int) -> None:
    found = in_the_attacks(reading, choices, 4)
    assert found.is_smallest and found.example is not None and found.example.size == size


def test_on_the_stairs_nothing_differs_without_wind() -> None:
    """Every table with empty piles behind the wind, played on both sides: z3 says that there is none of size 0."""
    query = Query(STAIRCASE, Setting(STAIRCASE.default_rulings, HOUSE), "ST-Q1", ("shows", "hides"),
                  region(STAIRCASE, ("LAND",)), Bounds(1))
    for height, tired, lit in product(range(10), range(10), (False, True)):
        state = STAIRCASE.decode([0] * len(STAIRCASE.slots))
        state.phase, state.height, state.tired, state.lit = staircase.Phase.LAND, height, tired, lit
        assert query.played(state, ((),)) is None
