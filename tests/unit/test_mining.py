"""Candidates for lemmas: what holds in every sampled state, said in the rule language, and nothing that a state refutes."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from tests.rule_modules import READINGS, written
from tests.sampling import one_in
from verifier.lang.types import EnumType, IntType
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.lemmas import Candidate, not_in, phase_of_lemma, with_lemmas
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.native import Native
from verifier.run.reference import Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.search import mining
from verifier.search.features import FAILED, NOTHING, Sample, features, features_by_rules
from verifier.search.mining import Observers
from verifier.search.orderings import Orderings
from verifier.search.quantified import quantified
from verifier.search.sampling import Sampler

GAMES = ["until-dawn", "dawn-of-the-zeds"]
STATES = 400


def sampled(name: str, states: int) -> tuple[Reference, np.ndarray]:
    program = installed().program(name)
    edition = load_edition(program.game, default_edition(program.game), program.game.folder).record
    reference = Reference(program, Setting(program.default_rulings, edition))
    sampler = Sampler(Native(program, "interpreted"), [(reference.setting, reference.set_up())], 1)
    return reference, np.concatenate(list(sampler.batches(states)))


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_every_candidate_holds_in_every_state_of_the_sample(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the reference says, which runs the text that an author would paste."""
    monkeypatch.setattr(mining, "SEEN_LEAST", 5)
    monkeypatch.setattr(mining, "LOOKED_AT", 1)
    monkeypatch.setattr(mining, "ASKED_OF_A_PHASE", STATES)
    reference, rows = sampled(name, STATES)
    observers = Observers(reference)
    observers.look(rows[:150])
    observers.look(rows[150:])
    candidates = observers.candidates()
    chosen = candidates[::max(1, len(candidates) // 500)]
    kinds = {"until-dawn": ["(night)", " or ", " < night.", " + night.", "if each >= night.at", "isinstance("],
             "dawn-of-the-zeds": ["all(", "the(", " is None or ", "(town)", " and ", "] "]}
    assert [kind for kind in kinds[name] if not any(kind in each.condition for each in chosen)] == []
    program = with_lemmas(reference.program, chosen)
    asked = Reference(program, reference.setting)
    states = [program.decode(row.tolist()) for row in np.unique(rows, axis=0)]
    lemmas = program.game.of_kind("lemma")[-len(chosen):]
    phases = {rule.name: phase_of_lemma(program, rule.name) for rule in lemmas}
    told = 0
    for state in states:
        for rule in lemmas:
            if phases[rule.name] in (None, int(state.phase)):
                assert asked.holds_untouched(rule, state), rule.function.__doc__
                told += 1
    assert told > len(states) * 10


@pytest.mark.parametrize("name", GAMES)
def test_features_are_what_their_text_says(name: str) -> None:
    """A feature's number is that of its text, read by the reference; where there is nothing, its `unless` is true."""
    reference, rows = sampled(name, 40)
    wanted = [each for each in [*features(reference.program), *features_by_rules(reference.program)] if "all(" not in each.text]
    state_name = "town" if name == "dawn-of-the-zeds" else "night"
    program = with_lemmas(reference.program, [Candidate("probe", "Probe.", f"{state_name}.phase == {state_name}.phase")])
    rule = program.game.rules["probe"]
    names = {**rule.function.__globals__}
    asked, sample = Reference(program, reference.setting), Sample(reference, rows)
    nothing = 0
    failed = 0
    for each in wanted:
        numbers = sample.of(each)
        for state, number in zip(sample.states, numbers, strict=True):
            def said(text: str, state: object = state) -> object:
                return asked.said(evolve(rule, function=lambda: eval(text, names, {state_name: state})))
            if number == FAILED:
                failed += 1
                with pytest.raises(RuleBroke):
                    said(each.text)
            elif number == NOTHING:
                nothing += 1
                assert said(each.unless) is True
            else:
                value: Any = said(each.text)
                assert (each.kind.number(value) if isinstance(each.kind, EnumType) else int(value)) == number, each.text
    assert nothing and failed or name == "until-dawn"


ROW = '''
@game.decision(Phase.ACT, clause="C-01")
def light(table: Table) -> None:
    """The lamp is lit."""
    table.flag = True


@game.decision(Phase.ACT, clause="C-02")
def stop(table: Table) -> None:
    """Stop."""
    table.phase = Phase.OVER


@game.rule
def low(table: Table) -> bool:
    """Whether the number is low."""
    return table.m < 2


@game.lemma
def of_a_phase(table: Table) -> bool:
    """Something of a phase."""
    return table.phase != Phase.ACT or low(table)


@game.lemma
def of_all(table: Table) -> bool:
    """Something of all phases."""
    return table.flag or table.phase != Phase.ACT
'''


CALLS = '''

@game.decision(Phase.ACT, clause="C-01")
def light_if_low(here: Table) -> None:
    """The lamp is lit if the number is low."""
    here.flag = table(here)
'''


def probe(folder: Path) -> Program:
    folder.mkdir(exist_ok=True)
    return load(written(folder, ROW, readings=READINGS).game)


def test_what_a_lemma_is_about(tmp_path: Path) -> None:
    program = probe(tmp_path)
    assert phase_of_lemma(program, "of_a_phase") == int(program.game.phases["ACT"])
    assert phase_of_lemma(program, "of_all") is None


def test_a_rule_that_is_called_like_the_state_is_not_asked(tmp_path: Path) -> None:
    """In a lemma its name would be the state's."""
    rules = ROW.replace("def low(", "def table(").replace("or low(table)", "or table.m < 2") + CALLS
    program = load(written(tmp_path, rules, readings=READINGS).game)
    assert "table" in program.game.rules and not [each for each in features_by_rules(program) if each.text.startswith("table(")]
    assert [each.text for each in features_by_rules(probe(tmp_path / "plain"))] == ["low(table)"]


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_nothing_is_said_of_what_was_hardly_seen(name: str) -> None:
    reference, rows = sampled(name, 60)
    observers = Observers(reference)
    observers.look(rows)
    assert not any(f"Phase.{phase.phase.name} " in each.condition for each in observers.candidates()
                   for phase in reference.program.phases)


def test_what_is_true_of_every_item_alone_is_not_said_of_two() -> None:
    """Of each half some state of the phase is a counterexample, so that neither says it all."""
    reference, rows = sampled("dawn-of-the-zeds", 600)
    conditions = []
    for each in quantified(reference.program):
        each.look(rows)
        conditions += list(each.conditions(1))
    halves = []
    for condition in conditions[::max(1, len(conditions) // 100)]:
        found = re.fullmatch(r"(.*?) or all\((.*) or (.*)( for each_one in .*)\)", condition)
        assert found is not None
        elsewhere, one, other, items = found.groups()
        halves += [f"{elsewhere} or all({half}{items})" for half in (one, other)]
    assert len(halves) >= 100
    program = with_lemmas(reference.program, [
        Candidate(f"half_{number}", "Half.", half) for number, half in enumerate(halves)])
    asked = Reference(program, reference.setting)
    states = [program.decode(row.tolist()) for row in np.unique(rows, axis=0)]
    for number in range(len(halves)):
        rule = program.game.rules[f"half_{number}"]
        here = [state for state in states if int(state.phase) == phase_of_lemma(program, rule.name)]
        assert not all(asked.holds_untouched(rule, state) for state in here), halves[number]


def test_numbers_compare_as_a_naive_look_at_every_state_says() -> None:
    """What is never above another, and does not follow from the ranges of both in the phase."""
    reference, rows = sampled("until-dawn", STATES)
    orderings = Orderings(reference)
    orderings.look(rows[:100])
    orderings.look(rows[100:])
    program = reference.program
    numbers = [each for each in features(program) if isinstance(each.kind, IntType)]
    sample = Sample(reference, rows)
    seen: dict[int, list[list[int | None]]] = {}
    for state, *values in zip(sample.states, *(sample.of(each) for each in numbers), strict=True):
        seen.setdefault(int(state.phase), []).append([None if value <= FAILED else int(value) for value in values])
    expected = set()
    for phase, states in seen.items():
        for (one, mine), (other, its) in permutations(enumerate(numbers), 2):
            both = [(state[one], state[other]) for state in states if state[one] is not None and state[other] is not None]
            ones, others = ({state[at] for state in states} - {None} for at in (one, other))
            if not program.phases[phase].events or not both or len(ones) < 2 or len(others) < 2 or max(ones) <= min(others):
                continue
            unless = "".join(f" or {each}" for each in dict.fromkeys([mine.unless, its.unless]) if each)
            if all(a == b for a, b in both):
                sign = "==" if one < other else ""
            else:
                sign = "<" if all(a < b for a, b in both) else "<=" if all(a <= b for a, b in both) else ""
            if sign:
                expected.add(f"{not_in(program, program.game.phases(phase))}{unless} or {mine.text} {sign} {its.text}")
    found = {each for each in orderings.conditions(1) if " + " not in each}
    assert {re.sub(r"not isinstance\([^)]*\) or |\w+\.\w+ is None or ", "", each) for each in found} == {
        re.sub(r"not isinstance\([^)]*\) or |\w+\.\w+ is None or ", "", each) for each in expected} and len(found) > 50
