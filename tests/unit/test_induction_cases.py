"""An induction step that is hard is asked case by case: what is found is what is found without the cases."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.rule_modules import READINGS, random_value, written
from verifier.errors import EngineBug
from verifier.program.program import load
from verifier.symbolic.prove import asking, fields
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Answer, Outcome
from verifier.testing import random_setting

RULES = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table, at: Annotated[int, Range(0, 3)]) -> None:
    \"\"\"A number by its place.\"\"\"
    {body}


@game.decision(Phase.ACT, clause="C-02")
def stop(table: Table) -> None:
    \"\"\"Stop.\"\"\"
    table.phase = Phase.OVER


@game.invariant()
def at_most_two(table: Table) -> bool:
    \"\"\"No number is above two.\"\"\"
    return all(number <= 2 for number in table.numbers)
"""
KEPT = "table.numbers[at] = min(2, table.numbers[at] + 1)"
BROKEN = "table.numbers[at] = 2 if at != {} else 3"
BY_FIELD = "table.numbers[table.m] = 2 if table.m != {} else 3"


def step_of(folder: Path, body: str) -> InductiveStep:
    program = load(written(folder, RULES.format(body=body), readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    return Induction(program, setting).step(program.game.rules["act"])


@pytest.mark.parametrize(("body", "outcome", "cases"), [
    (KEPT, Outcome.UNSAT, "argument at"),
    *((BROKEN.format(at), Outcome.SAT, "argument at") for at in range(4)),
    *((BY_FIELD.format(at), Outcome.SAT, "m") for at in range(4)),
    ("table.n = max(-20, table.n - at)", Outcome.UNSAT, None),
])
def test_every_case_is_asked(
        body: str, outcome: Outcome, cases: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken in one case only, whichever it is, it is not said to be kept; the reference has replayed the step."""
    step = step_of(tmp_path, body)
    assert step._cases() == ([] if cases is None else [f"{cases} is {value}" for value in range(4)])
    found = step_of(tmp_path, body).keeps_alone("at_most_two")
    monkeypatch.setattr(InductiveStep, "_cases", lambda self: [])
    whole = step_of(tmp_path, body).keeps_alone("at_most_two")
    assert found.outcome == whole.outcome == outcome and found.lemmas == whole.lemmas
    assert (found.breach is not None) == (outcome is Outcome.SAT)


MORE = '''

@game.invariant()
def at_most_three(table: Table) -> bool:
    """What at_most_two says, and less."""
    return all(number <= 3 for number in table.numbers)
'''


def test_a_step_rests_on_no_lemma_that_it_does_without(tmp_path: Path) -> None:
    """A core names what z3 happened to use; a lemma in use already costs nothing, another would need a proof of its own."""
    rules = RULES.format(body="table.numbers[at] = table.numbers[3 - at]") + MORE
    program = load(written(tmp_path, rules, readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    induction = Induction(program, setting)
    step = induction.step(program.game.rules["act"])
    [*ways] = step.broken("at_most_three")
    goals = [way for way in ways if way is not False]
    for number, way in enumerate(goals):
        step.solver.name(f"goal {number}", way)
        core = ("at_most_three", "at_most_two", f"goal {number}")
        assert step.solver.ask(core).outcome is Outcome.UNSAT
        assert len(set(step._fewer(core)) & {"at_most_three", "at_most_two"}) == 1
        induction.in_use = {"at_most_three", "at_most_two"}
        assert step._fewer(core) == core
        induction.in_use = {"at_most_two"}
        assert step._fewer(core) == ("at_most_two", f"goal {number}")
        induction.in_use = set()
    assert goals
    found = induction.prove(["at_most_three"])
    assert found["at_most_three"].proved and found["at_most_three"].lemmas == ()


def test_without_patience_what_is_hard_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "TOGETHER_WORK", 1)
    monkeypatch.setattr(asking, "AT_ONCE_WORK", 1)
    monkeypatch.setattr(asking, "ALONE_WORK", 1)
    program = load(written(tmp_path, RULES.format(body=KEPT), readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    patient, hasty = (Induction(program, setting, is_patient=patience).prove(["at_most_two"])["at_most_two"]
                      for patience in (True, False))
    assert patient.proved and not hasty.proved
    assert hasty.failed is not None and hasty.failed.outcome is Outcome.UNKNOWN


FAILING = "table.numbers[at] = 2 if at != {} else 6 + table.m"


@pytest.mark.parametrize(("name", "body"), [
    ("ranges", FAILING), ("at_most_two", BROKEN)])
@pytest.mark.parametrize("at", range(4))
def test_what_is_hard_is_broken_in_whichever_case(name: str, body: str, at: int, tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """By cases alone, as where nothing else gives an answer: a rule that fails in one of them is not said never to fail."""
    monkeypatch.setattr(asking.Asking, "_by_parts", lambda self, name, ways: Answer(Outcome.UNKNOWN))
    step = step_of(tmp_path, body.format(at))
    [kept] = asking.Asking(step).answers([name], asking.Stage.HARD)
    assert kept.outcome is Outcome.SAT and kept.breach is not None and kept.breach.event.arguments == (at,)


def test_what_is_hard_is_kept_in_every_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking.Asking, "_by_parts", lambda self, name, ways: Answer(Outcome.UNKNOWN))
    step = step_of(tmp_path, KEPT)
    [kept] = asking.Asking(step).answers(["at_most_two"], asking.Stage.HARD)
    assert kept.outcome is Outcome.UNSAT
    step.cross_check()
    assert any("one of the cases" in claim.what for claim in step.claims)


def test_a_case_that_is_left_out_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which cases there are is compared with the reference, as what is lifted is."""
    split = fields.fields_to_split
    monkeypatch.setattr("verifier.symbolic.prove.step.fields_to_split", lambda step: [
        evolve(each, values=each.values[1:]) for each in split(step)])
    step = step_of(tmp_path, KEPT)
    asking.Asking(step).answers(["at_most_two"], asking.Stage.HARD)
    with pytest.raises(EngineBug, match="DB926"):
        step.cross_check()


@pytest.mark.parametrize("body", [KEPT, BROKEN.format(2), BY_FIELD.format(1), "table.n = max(-20, table.n - at)"])
def test_in_cases_the_answer_is_that_without_cases(body: str, tmp_path: Path) -> None:
    step = step_of(tmp_path, body)
    [whole] = asking.Asking(step).answers(["at_most_two"], asking.Stage.EASY)
    step = step_of(tmp_path, body)
    found = asking.Asking(step)._in_cases(["at_most_two"])
    assert found["at_most_two"].outcome == whole.outcome and found["at_most_two"].lemmas == whole.lemmas
    step.cross_check()
