"""Candidates against the states from which steps fail: what no sampled state has together, and proofs that need it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import verifier as daybreak
from tests.rule_modules import EDITION, random_value, written
from verifier.analysis import lemmas as lemmas_module
from verifier.analysis import proof
from verifier.instance import Instance, instance_of
from verifier.lang.values import blank
from verifier.program.lemmas import Candidate, with_lemmas
from verifier.program.program import Program, load
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search import mining, never_seen
from verifier.search.never_seen import NeverSeen
from verifier.verdict import Verdict

# With the lamp lit and of coins, m stays below two, which only all three together say; `slip` would break it from two.
THREE = '''
@game.decision(Phase.ACT)
def light(table: Table, on: bool) -> None:
    """The lamp goes on or off."""
    require(not on or table.suit != Suit.COINS or table.m < 2, "C-01")
    table.flag = on


@game.decision(Phase.ACT)
def change(table: Table, suit: Suit) -> None:
    """The suit changes."""
    require(not table.flag or suit != Suit.COINS or table.m < 2, "C-01")
    table.suit = suit


@game.decision(Phase.ACT)
def climb(table: Table) -> None:
    """One step up."""
    require(table.m < 1 or table.m < 3 and not (table.flag and table.suit == Suit.COINS), "C-01")
    table.m = table.m + 1


@game.decision(Phase.ACT)
def fall(table: Table) -> None:
    """Down to the ground."""
    table.m = 0


@game.decision(Phase.ACT)
def slip(table: Table) -> None:
    """From two one slips to three, whatever there is."""
    require(table.m == 2, "C-01")
    table.m = 3


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    """Stop."""
    table.phase = Phase.OVER


@game.invariant()
def never_all(table: Table) -> bool:
    """Nobody is at the top by a lamp of coins."""
    return not (table.flag and table.suit == Suit.COINS and table.m == 3)
'''
FALSE = THREE.replace('require(not on or table.suit != Suit.COINS or table.m < 2, "C-01")', 'require(table.m >= 0, "C-01")')


@pytest.fixture
def small_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemmas_module, "STATES_INTERPRETED", 3_000)


def program_of(folder: Path, rules: str = THREE) -> Program:
    (folder / "edition-plain.toml").write_text(EDITION)
    return load(written(folder, rules).game)


def instance_with(program: Program) -> Instance:
    return instance_of(new_scenario(program.game, title="Probe"), program)


def asked(program: Program, *, mine: bool = True) -> daybreak.Checked:
    return daybreak.check(instance_with(program), properties=["never_all"], with_="z3", engine="interpreted", jobs=1, again=True,
                          mine=mine, limits=daybreak.Limits(depth=6))


@pytest.mark.usefixtures("small_samples")
def test_a_proof_that_needs_three_things_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is mined by itself says two things beside the phase at most."""
    program = program_of(tmp_path)
    with monkeypatch.context() as without:
        without.setattr(proof, "BLOCKING_ROUNDS", 0)
        found = asked(program)
        assert found.properties[0].verdict is Verdict.HOLDS_WITHIN and found.mined is not None and not found.mined.blocking
    found = asked(program)
    assert found.properties[0].verdict is Verdict.PROVED and found.mined is not None and found.mined.blocking
    assert any(all(f"table.{name}" in lemma.condition for name in ("flag", "suit", "m")) for lemma in found.mined.lemmas)
    pasted = "\n\n@" + found.mined.module.partition("\n@")[2]
    assert asked(program_of(tmp_path, THREE + pasted), mine=False).properties[0].verdict is Verdict.PROVED


@pytest.mark.usefixtures("small_samples")
def test_what_play_breaks_is_refuted_whatever_is_made_against_its_states(tmp_path: Path) -> None:
    [row] = asked(program_of(tmp_path, FALSE)).properties
    assert row.verdict is Verdict.REFUTED


def sampled(program: Program, number: int, seed: int) -> tuple[Reference, np.ndarray[Any, Any], list[Any]]:
    """Random states, most of them alike, so that much is never seen together."""
    reference, random = Reference(program, Setting({}, blank(program.game.edition_type))), Random(seed)
    states = [random_value(program.game.state_type, random) for _ in range(6)]
    picked = [random.choice(states) for _ in range(number)]
    return reference, np.array([program.encode(state) for state in picked]), picked


@pytest.mark.parametrize("seed", range(6))
def test_a_candidate_excludes_its_state_and_none_of_the_sample(
        seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(never_seen, "OF_THE_PHASE_LEAST", 5)
    program, random = program_of(tmp_path), Random(f"asked {seed}")
    reference, rows, states = sampled(program, 60, seed)
    seen = NeverSeen(reference)
    seen.look(rows[:20])
    seen.look(rows[20:])
    found = 0
    for _ in range(12):
        state = random_value(program.game.state_type, random)
        conditions = seen.conditions(state)
        candidates = [Candidate(f"candidate_{number}", "One.", condition) for number, condition in enumerate(conditions)]
        more = with_lemmas(program, candidates)
        asked = Reference(more, reference.setting)
        for each in candidates:
            rule = more.game.rules[each.name]
            assert not asked.holds(rule, state), each.condition
            assert all(asked.holds(rule, one) for one in states), each.condition
            found += 1
    assert found > 12


def test_of_what_was_seen_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(never_seen, "OF_THE_PHASE_LEAST", 1)
    reference, rows, states = sampled(program_of(tmp_path), 60, 1)
    seen = NeverSeen(reference)
    seen.look(rows)
    assert [seen.conditions(state) for state in states] == [[]] * len(states)


def test_names_stand_for_one_condition_each(tmp_path: Path) -> None:
    found = mining.named(program_of(tmp_path), ["table.m != 1", "table.m != 2", "table.m != 1"])
    assert [each.condition for each in found] == ["table.m != 1", "table.m != 2"] and len({each.name for each in found}) == 2
