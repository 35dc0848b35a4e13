"""Interchangeable parts: what is accepted is symmetrical, and searches say the same with the reduction as without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tests.interchangeable_programs import game_of, rules
from tests.small_patience import small_patience
from verifier.errors import RuleRefused
from verifier.instance import Instance, instance_of
from verifier.lang.values import blank
from verifier.ledger.editions import load_edition
from verifier.line import Line, replay
from verifier.program.interchange import Group, Interchange
from verifier.program.mutants import mutants, mutated
from verifier.program.program import Program, load
from verifier.run.canonical import orders, permuted
from verifier.run.native import Native
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.best import Best
from verifier.search.explore import ExploreOptions, explore
from verifier.search.strategies import STRATEGIES, best_line
from verifier.testing import random_reachable, random_setting, random_typed
from verifier.testing.exchange import asymmetries


def accepted(folder: Path, seeds: range, told: float = 0.0) -> list[tuple[int, Program]]:
    """The random games that are not refused, with their seeds."""
    found = []
    for seed in seeds:
        try:
            found.append((seed, load(game_of(folder, rules(seed, told)))))
        except RuleRefused as error:
            assert {problem.code for problem in error.problems} == {"DB319"}
    return found


def dealt(program: Program, seed: int) -> Instance:
    return instance_of(evolve(new_scenario(program.game, title="A deal"), deal=Deal(seed, {})), program)


def worth(instance: Instance, best: Best) -> int | None:
    """The grade of the end that the line of a search leads to by the reference."""
    position = instance.reference.settled(instance.start)
    for applied in replay(instance.reference, instance.start, Line(tuple(event.text for event in best.line), "the search")):
        position = applied.after
    if best.grade is None:
        return None
    native = instance.native("interpreted")
    return int(native.call("grade", native.state(position), native.context(instance.setting)))


# -- what is accepted is so ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, pytest.param(1000, marks=pytest.mark.long)])
def test_random_rules_that_are_accepted_are_symmetrical(first: int, tmp_path: Path) -> None:
    programs = accepted(tmp_path, range(first, first + (60 if first == 0 else 1500)), 0.01)
    for seed, program in programs:
        setting = random_setting(program, seed=seed, edition=blank(program.game.edition_type))
        positions = [*random_reachable(program, setting, seed=seed, count=20), *random_typed(program, seed=seed, count=40)]
        found = asymmetries(Native(program, "interpreted"), setting, positions, seed=seed)
        assert not found, found[0]
    assert len(programs) > 5


def test_what_is_refused_is_seen_to_be_asymmetrical(tmp_path: Path) -> None:
    """The kit is no proof; but of rules that tell places apart it mostly notices, if they are taken to be symmetrical."""
    seen = refused = 0
    for seed in range(40):
        text = rules(seed, 0.25)
        try:
            load(game_of(tmp_path, text))
        except RuleRefused:
            refused += 1
            program = load(game_of(tmp_path, text, interchangeable=False))
            like = load(game_of(tmp_path, "")).interchange
            program.__dict__["interchange"] = Interchange(tuple(
                Group(next(kind.enum for kind in [program.game.state_type.field("here")]), group.rows, group.references,  # type: ignore[union-attr]
                      group.phases) for group in like.groups))
            setting = random_setting(program, seed=seed, edition=blank(program.game.edition_type))
            positions = [*random_reachable(program, setting, seed=seed, count=20), *random_typed(program, seed=seed, count=60)]
            seen += bool(asymmetries(Native(program, "interpreted"), setting, positions, seed=seed))
    assert refused > 20 and seen > refused / 2


def test_mutants_of_a_patience_are_symmetrical_or_refused(tmp_path: Path) -> None:
    program = small_patience(tmp_path, ranks=3, columns=4, cells=3)
    setting = random_setting(program, seed=1, edition=load_edition(program.game, "plain", program.game.folder).record)
    positions = [*random_reachable(program, setting, seed=1, count=40), *random_typed(program, seed=1, count=60)]
    assert not asymmetries(Native(program, "interpreted"), setting, positions)
    for mutant in mutants(program)[::6]:
        other = mutated(program, mutant)
        if not other.interchange.problems:
            found = asymmetries(Native(other, "interpreted"), setting, positions)
            assert not found, f"{mutant.name}: {found[0]}"


# -- searches -----------------------------------------------------------------------------------------------------------------


def test_random_games_have_the_same_best_grade_and_one_state_for_each_orbit(tmp_path: Path) -> None:
    compared = fewer = 0
    for seed, program in accepted(tmp_path, range(60)):
        plain = load(game_of(tmp_path, rules(seed, 0.0), interchangeable=False))
        assert plain.interchange == Interchange()
        instance, other = dealt(program, seed), dealt(plain, seed)
        native = instance.native("interpreted")
        whole = explore(native, instance.setting, instance.start, ExploreOptions())
        reduced = explore(native, instance.setting, instance.start, ExploreOptions(interchange=True))
        assert whole.ending == reduced.ending
        if not whole.closed:
            continue
        orbits = {canonical_of(program, whole.tables.state(number)) for number in range(whole.states)}
        assert {tuple(reduced.tables.state(number).tolist()) for number in range(reduced.states)} == orbits
        assert reduced.states == len(orbits)
        for name in STRATEGIES:
            with_it, without = (best_line(each.native("interpreted"), each.reference, each.setting, each.start,
                                          bound_is_proved=False, strategy=name) for each in (instance, other))
            assert (with_it.verdict, with_it.grade, with_it.ending) == (without.verdict, without.grade, without.ending)
            assert worth(instance, with_it) == with_it.grade
        compared, fewer = compared + 1, fewer + (reduced.states < whole.states)
    assert compared > 3 and fewer > 2


def canonical_of(program: Program, state: list[int]) -> tuple[int, ...]:
    numbers = [int(number) for number in state]
    slots = len(program.slots)
    phase = numbers[[slot.path for slot in program.slots].index("phase")]
    order = orders(program.interchange, numbers[:slots], phase)
    return (*permuted(program.interchange, numbers[:slots], order), *numbers[slots:])
