"""Bugs planted in Dawn of the Zeds (`planted_zeds.toml`): play shows each of them, and induction does not prove what it breaks.

A proof by induction is made of steps: that a rule keeps a property, from properties that are kept.  Where play breaks something
first, lemmas included, everything was kept before.  So none is proved wrongly as long as no such step is.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

import daybreak_games.dawn_of_the_zeds
from tests.agreement.planted_bugs import RANGE, AlteredLine, altered_game
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.run.reference import RuleBroke
from verifier.run.samples import Samples
from verifier.scenarios.loader import new_scenario
from verifier.symbolic.prove.asking import Asking
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import RANGES, START
from verifier.symbolic.prove.step import _holds
from verifier.symbolic.solver import Outcome

PACKAGE = "daybreak_games.dawn_of_the_zeds"
FOLDER = Path(daybreak_games.dawn_of_the_zeds.__file__).parent
LONGEST = 2_000  # transitions of a game
EVERY = 40  # one bug in so many is tried in every run


@frozen
class ZedsBug(AlteredLine):
    """A bug, the seed of a random game that shows it (readings included), the rule that breaks something there, and what."""

    seed: int
    by: str
    breaks: tuple[str, ...]


def zeds_bugs() -> list[ZedsBug]:
    document = tomllib.loads((Path(__file__).parent / "planted_zeds.toml").read_text(encoding="utf-8"))
    return [ZedsBug(**{**entry, "breaks": tuple(entry["breaks"])}) for entry in document["bug"]]


BUGS = zeds_bugs()


def instance_with(bug: ZedsBug, folder: Path) -> Instance:
    program = load(altered_game(bug, folder, PACKAGE, FOLDER))
    return instance_of(new_scenario(program.game, title=bug.name), program)


def first_broken(instance: Instance, seed: int) -> tuple[str, tuple[str, ...]]:
    """The rule with which a random game breaks something first (START: the set-up), and all that it breaks; both empty if none.
    """
    program, game = instance.program, instance.program.game
    samples, rng = Samples(program, instance.setting, tuple(program.readings.switches)), Random(f"bug {seed}")
    reference = samples.reference(samples._rulings(rng))
    position = reference.set_up()
    invariants, steps = game.of_kind("invariant", "lemma"), game.of_kind("step_property")

    def broken() -> tuple[str, ...]:
        return tuple(rule.name for rule in invariants if not _holds(reference, rule, position.state))

    if found := broken():
        return START, found
    for _ in range(LONGEST):
        event = samples._event(reference, position, rng)
        if event is None:
            break
        before = position.state
        try:
            position = reference.apply(position, event).after
        except RuleBroke:
            return event.rule.name, (RANGE,)
        found = broken() + tuple(rule.name for rule in steps if not reference.holds(rule, before, position.state, event=event))
        if found:
            return event.rule.name, found
    return "", ()


@pytest.mark.parametrize("bug", [pytest.param(bug, id=bug.name.replace(" ", "-"), marks=[pytest.mark.long] * (number % EVERY > 0))
                                 for number, bug in enumerate(BUGS)])
def test_a_planted_bug_is_shown_and_its_step_is_not_proved(bug: ZedsBug, tmp_path: Path) -> None:
    instance = instance_with(bug, tmp_path)
    assert first_broken(instance, bug.seed) == (bug.by, bug.breaks)
    names = [RANGES if name == RANGE else name for name in bug.breaks]
    induction = Induction(instance.program, instance.setting, free=tuple(instance.program.readings.switches))
    found = ([induction.base(name) for name in names] if bug.by == START
             else Asking(induction.step(instance.program.game.rules[bug.by])).answers(names))
    outcomes = [each.outcome for each in found]
    assert Outcome.UNSAT not in outcomes and Outcome.SAT in outcomes  # z3 has a step that the reference played, too


def test_there_are_enough_of_them_everywhere() -> None:
    assert len(BUGS) >= 60 and len({bug.name for bug in BUGS}) == len(BUGS)
    assert len({(bug.rule, bug.line, bug.altered) for bug in BUGS}) == len(BUGS)
    assert len({bug.file for bug in BUGS}) >= 15 and len({name for bug in BUGS for name in bug.breaks}) >= 25
