"""Bounds: those of the games are kept by every event, and each of those planted here is refused, by explicit search and by z3."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from tests.altered_games import altered_game
from tests.rule_modules import random_value
from tests.zeds_looking_ahead import looking_ahead
from verifier.analysis.check import Question, checked
from verifier.analysis.choices import EngineChoice
from verifier.instance import Dealer, Instance, instance_of
from verifier.lang.bounds import BOUND_HOLDS, passed
from verifier.lang.game import Game
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.results.checked import PropertyRow
from verifier.run.native import Native
from verifier.run.reference import Applied, Position
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits
from verifier.symbolic.lift.rules import Lifted, known_arguments
from verifier.symbolic.prove.asking import Asking
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import Outcome
from verifier.verdict import Verdict


@frozen
class Planted:
    """A bound that is none: what is altered, the rule that raises it (or ends above it), and the field that shows it."""

    name: str
    package: str
    file: str
    text: str
    altered: str
    rule: str
    field: str


UNTIL_DAWN, ZEDS, CROSSING = "daybreak_games.until_dawn", "daybreak_games.dawn_of_the_zeds", "tests.games.crossing"
PLANTED = [
    Planted("no-entrance-opens-again", UNTIL_DAWN, "grading.py", "reopened = night.ammo", "reopened = 0", "fire", "unbreached"),
    Planted("nobody-has-survived-yet", UNTIL_DAWN, "grading.py", "Grade(survived=night.phase != Phase.LOST, alive",
            "Grade(survived=night.phase == Phase.WON, alive", "next_attacker", "survived"),
    Planted("one-friend-less", UNTIL_DAWN, "grading.py", "survived=night.phase != Phase.LOST, alive=alive(night)",
            "survived=night.phase != Phase.LOST, alive=alive(night) - int(night.rebecca == Rebecca.ASIDE)", "next_attacker",
            "alive"),
    Planted("the-villages-of-now", ZEDS, "grading.py", "villages = 7 if town.phase == Phase.MUSTER else defiant(town)",
            "villages = defiant(town)", "muster", "defiant"),
    Planted("nobody-comes", ZEDS, "grading.py", "or can_come(town, unit) or waiting(town, unit)",
            "or can_come(town, unit) and waiting(town, unit) and not on_map(town, unit) and town.ammo > 20", "muster", "alive"),
    Planted("one-for-a-crossing", CROSSING, "__init__.py", "river.gold + 2 * left", "river.gold + left", "water", "gold"),
    Planted("the-load-of-now", CROSSING, "__init__.py", "2 * left", "river.load * left", "carry", "fed"),
    Planted("the-gold-of-now", CROSSING, "__init__.py", "river.gold + 2 * left", "river.gold + 0 * left", "water", "gold"),
]


def instance_for(game: Game[Any, Any]) -> Instance:
    return instance_of(new_scenario(game, title="bounds"), load(game))


def with_planted(planted: Planted, folder: Path) -> Instance:
    return instance_for(altered_game(planted.package, folder, {planted.file: (planted.text, planted.altered)}))


@pytest.mark.parametrize("planted", [each for each in PLANTED if each.package != ZEDS], ids=lambda planted: planted.name)
def test_z3_shows_the_step_that_raises_it(planted: Planted, tmp_path: Path) -> None:
    instance = with_planted(planted, tmp_path)
    program = instance.program
    induction = Induction(program, instance.setting, free=tuple(program.readings.switches))
    [kept] = Asking(induction.step(program.game.rules[planted.rule])).answers([BOUND_HOLDS])
    assert kept.outcome is Outcome.SAT and kept.breach is not None
    with running(Run(kept.breach.rulings, instance.setting.edition)):
        found = passed(program.game, kept.breach.before, kept.breach.after)
    assert found is not None and found.field in (["fed", "gold"] if planted.package == CROSSING else [planted.field])


@pytest.mark.parametrize("planted", [each for each in PLANTED if each.package != UNTIL_DAWN], ids=lambda planted: planted.name)
def test_explicit_search_shows_the_shortest_line_that_raises_it(planted: Planted, tmp_path: Path) -> None:
    instance = with_planted(planted, tmp_path)
    row = checked_bound(instance, depth_max=4)
    assert row.verdict is Verdict.REFUTED and row.events[-1].event.startswith(planted.rule)
    assert f"the bound rises: {planted.field} was" in row.reason and f"({planted.rule}, " in row.reason
    assert planted.file in row.reason


def test_the_bounds_of_the_games_are_kept_near_their_starts() -> None:
    for package in ("until-dawn", "dawn-of-the-zeds"):
        program = installed().program(package)
        row = checked_bound(instance_of(new_scenario(program.game, title="bounds"), program), depth_max=3)
        assert (row.verdict, row.within) == (Verdict.HOLDS_WITHIN, 3)


def checked_bound(instance: Instance, depth_max: int) -> PropertyRow:
    rule = instance.program.bound_property
    assert rule is not None
    question = Question([rule], [], None, EngineChoice.INTERPRETED, Limits(depth=depth_max), is_game=True)
    [row] = checked(instance, question).properties
    return row


def test_bounds_are_compared_best_field_first(tmp_path: Path) -> None:
    """What is told is the first field that differs."""
    game = altered_game(CROSSING, tmp_path, {})
    program = load(game)
    river = instance_for(game).start.state
    with running(Run(program.default_rulings, instance_for(game).setting.edition)):
        assert passed(game, river, river) is None
        after = copied(river)
        after.crossings = 3
        assert passed(game, river, after) is None
        assert str(passed(game, after, river)) == "the bound rises: fed was no, and is yes after the event"


def test_every_execution_says_the_same_of_the_bound(tmp_path: Path) -> None:
    """The reference, emitted code and z3's terms, on pairs of states of the crossing whose bounds rise, fall, and end too low."""
    planted = next(each for each in PLANTED if each.name == "one-for-a-crossing")
    instance = with_planted(planted, tmp_path)
    program, random, seen = instance.program, Random(1), set[bool]()
    rule, native = program.bound_property, Native(instance.program, "interpreted")
    assert rule is not None
    context = native.context(instance.setting)
    lifted, _ = Lifted.under(program, instance.setting)
    for _ in range(300):
        before, after = (random_value(program.game.state_type, random) for _ in range(2))
        holds = instance.reference.holds(rule, before, after)
        arrays = [native.state(Position(each, (0,) * len(program.tapes))) for each in (before, after)]
        assert bool(native.call("keeps_bound", *arrays, context)) is holds
        known = [lifted.table.known(program.encode(each)) for each in (after, before)]
        truth = lifted.truth(rule, *known)
        assert (truth.holds, truth.fails) == (holds, False)
        seen.add(holds)
    assert seen == {True, False}


@pytest.fixture(scope="module")
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Dawn of the Zeds with a bound that looks ahead."""
    return load(looking_ahead(tmp_path_factory.mktemp("game")))


def test_every_execution_says_the_same_of_what_is_foreseen(ahead: Program) -> None:
    """Events of games at random, and these with what is behind them taken from elsewhere."""
    program = ahead
    native, random = Native(program, "interpreted"), Random(7)
    dealer = Dealer(new_scenario(program.game, title="foreseen"), program)
    steps = [step for seed in range(1, 5) for step in random_steps(dealer.instance(seed), random, 900)]
    draws = [step for step in steps if step.event.rule.name == "draw_fate"]
    lifted, _ = Lifted.under(program, dealer.instance(1).setting)
    tried = [(each, each.after.state) for each in (*random.sample(steps, 20), *draws)]
    tried += [(each, random.choice(steps).after.state) for each in (*random.sample(steps, 20), *draws * 3)]
    seen = set[bool]()
    for step, after in tried:
        instance = dealer.instance(1)
        assert program.bound_property is not None
        holds = instance.reference.holds(program.bound_property, step.before.state, after, event=step.event)
        arrays = [native.state(Position(each, (0,) * len(program.tapes))) for each in (step.before.state, after)]
        context = native.context(instance.setting)
        emitted = native.call("keeps_bound", *arrays, context) and native.call(
            "keeps_foresight", *arrays, context, step.event.number)
        cells = [lifted.table.known(program.encode(each)) for each in (after, step.before.state)]
        truth = lifted.truth(program.bound_property, *cells, step.event.rule.name, known_arguments(step.event))
        assert (bool(emitted), truth.holds, truth.fails) == (holds, holds, False)
        seen.add(holds)
    assert seen == {True, False} and len(draws) > 3


def test_a_bound_is_the_same_in_every_execution_whatever_the_deal_brings(ahead: Program) -> None:
    program = ahead
    native, random = Native(program, "interpreted"), Random(8)
    dealer, seen = Dealer(new_scenario(program.game, title="foreseen"), program), set[bool]()
    for seed in range(1, 9):
        instance = dealer.instance(seed)
        context = native.context(instance.setting)
        for step in random_steps(instance, random, 300)[::20]:
            fields = instance.bound(step.after)
            assert fields is not None
            assert native.grade_fields(int(native.call("bound", native.state(step.after), context))) == fields
        seen.add(instance.setting.never)
    assert seen == {True, False}


def test_no_game_passes_what_the_deal_lets_the_bound_say(ahead: Program) -> None:
    """Games at random, to their ends: the bound at the start, and at each decision, is no less than what they come to."""
    dealer = Dealer(new_scenario(ahead.game, title="foreseen"), ahead)
    for seed in range(1, 9):
        instance, random = dealer.instance(seed), Random(seed)
        most = None
        for step in random_steps(instance, random, 4000):
            bound = instance.bound(step.after)
            assert bound is not None and (most is None or bound <= most)
            most = bound


def random_steps(instance: Instance, random: Random, most: int) -> list[Applied]:
    """The events of a game at random, as many as there are at the most."""
    position, found = instance.start, list[Applied]()
    while len(found) < most:
        applied = instance.reference.automatic(position)
        if applied is None:
            legal = instance.reference.legal(position)
            if not legal:
                break
            applied = instance.reference.apply(position, random.choice(legal))
        found.append(applied)
        position = applied.after
    return found
