"""An induction step that is hard is asked case by case: what is found is what is found without the cases."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.rule_modules import READINGS, random_value, written
from verifier.errors import EngineBug
from verifier.lang.layout import offset_of
from verifier.program.program import load
from verifier.symbolic.lift.terms import negation
from verifier.symbolic.prove import asking, cases, fields, guided
from verifier.symbolic.prove.asking import Attempt
from verifier.symbolic.prove.induction import Induced, Induction, Progress
from verifier.symbolic.prove.kept import Kept
from verifier.symbolic.prove.step import InductiveStep, Proved
from verifier.symbolic.solver import Answer, Outcome, OutOfTime, Solver
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


def step_of(folder: Path, body: str, more: str = "") -> InductiveStep:
    program = load(written(folder, RULES.format(body=body) + more, readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    return Induction(program, setting).step(program.game.rules["act"])


ANSWERS = [
    ("at_most_two", KEPT, Outcome.UNSAT),
    *(("at_most_two", BROKEN.format(at), Outcome.SAT) for at in range(4)),
    *(("at_most_two", BY_FIELD.format(at), Outcome.SAT) for at in range(4)),
    *(("ranges", f"table.numbers[at] = 2 if at != {at} else 6 + table.m", Outcome.SAT) for at in range(4)),
    ("at_most_two", "table.n = max(-20, table.n - at)", Outcome.UNSAT),
]


def value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where nothing but the values of what a rule asks about gives an answer."""
    monkeypatch.setattr(asking.Asking, "_attempt", lambda self, name, ways, attempt: Answer(Outcome.UNKNOWN))


@pytest.mark.parametrize(("name", "body", "outcome"), ANSWERS)
def test_every_value_is_asked_about(
        name: str, body: str, outcome: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken for one value only, whichever it is, it is not said to be kept; the reference has replayed the step."""
    [whole] = asking.Asking(step_of(tmp_path, body)).answers([name], asking.Stage.EASY)
    value_by_value(monkeypatch)
    step = step_of(tmp_path, body)
    [found] = asking.Asking(step).answers([name], asking.Stage.HARD)
    assert found.outcome == whole.outcome == outcome and found.lemmas == whole.lemmas
    assert (found.breach is not None) == (outcome is Outcome.SAT)
    step.cross_check()


def test_a_value_that_is_left_out_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which values there are is compared with the reference, as what is lifted is."""
    value_by_value(monkeypatch)
    monkeypatch.setattr(cases, "CASE_WORK", 1)
    asked_about = fields.fields_asked_about
    monkeypatch.setattr(asking, "fields_asked_about", lambda step, indices: [
        evolve(each, values=each.values[:1]) for each in asked_about(step, indices=indices)])
    step = step_of(tmp_path, "table.numbers[at] = 2 if at == 0 else 3")
    [kept] = asking.Asking(step).answers(["at_most_two"], asking.Stage.HARD)
    assert kept.outcome is Outcome.UNSAT
    with pytest.raises(EngineBug, match="DB926"):
        step.cross_check()


@pytest.mark.parametrize("few", [0, 2])
@pytest.mark.parametrize("cell", ["m", "at"])
@pytest.mark.parametrize("body", [KEPT, BROKEN.format(2), BY_FIELD.format(1)])
def test_case_by_case_the_answer_is_that_of_the_whole_step(
        body: str, cell: str, few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large rule is lifted for each value of a field or an argument; that no value is missing is compared with the reference.

    In a case, more than a few properties are asked about one after the other, of the same solvers.
    """
    monkeypatch.setattr(asking, "FEW", few)
    whole = asking.Asking(step_of(tmp_path, body)).answers(["ranges", "at_most_two"])
    for name, number in (("SIMPLE_MOST", 0), ("TOGETHER_MOST", 0), ("LARGE", 0), ("SIMPLER", 0)):
        monkeypatch.setattr(f"verifier.symbolic.prove.step.{name}", number)
    slots = step_of(tmp_path, body).induction.program.slots
    offset = next((at for at, slot in enumerate(slots) if slot.path == cell), -1)
    for values, is_right in ((range(4), True), (range(1, 4), False)):
        monkeypatch.setattr("verifier.symbolic.prove.step.fields_branched_on", lambda step, values=values: [
            fields.Field(offset, values)] if not step.given else [])
        step = step_of(tmp_path, body)
        if is_right:
            found = asking.Asking(step).answers(["ranges", "at_most_two"])
            assert [(each.outcome, each.lemmas) for each in found] == [(each.outcome, each.lemmas) for each in whole]
            step.cross_check()
        else:
            with pytest.raises(EngineBug, match="none of the cases"):
                asking.Asking(step).answers(["ranges", "at_most_two"])


@pytest.mark.parametrize(("body", "first"), [
    (KEPT, "at"),
    (BY_FIELD.format(1), "m"),
    ("table.numbers[table.m] = 2 if at == 1 else 1", "m"),
    ("table.n = 0", None),
])
def test_what_most_conditions_are_about_comes_first(body: str, first: str | None, tmp_path: Path) -> None:
    """The index of a row is asked about for each of its items; what nothing asks about is not worth a case."""
    step = step_of(tmp_path, body)
    paths = {at: slot.path for at, slot in enumerate(step.induction.program.slots)}
    found = [paths.get(each.offset, "at") for each in fields.fields_branched_on(step)]
    assert found[:1] == ([first] if first else [])


def test_a_rule_is_split_only_where_that_makes_it_simpler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.symbolic.prove.step.SIMPLE_MOST", 0)
    long = "\n    ".join([KEPT, "table.numbers[3 - at] = max(table.numbers[at], table.m)"] * 4)
    assert [each.given for each in step_of(tmp_path, long).cases()] == [{-1: at} for at in range(4)]
    assert list(step_of(tmp_path, KEPT).cases()) == []  # at is asked about, and little is gained by knowing it
    assert list(step_of(tmp_path, "table.n = 0").cases()) == []


def test_without_an_answer_cases_are_not_taken_for_all_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split_by_m(monkeypatch)
    step = step_of(tmp_path, KEPT)
    step.is_in(step.cases())
    monkeypatch.setattr(Solver, "ask", lambda self, *, second_look: Answer(Outcome.UNKNOWN))
    with pytest.raises(OutOfTime):
        step.is_in(step.cases())


def test_what_the_second_look_does_not_confirm_is_no_answer_to_take_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided.Guided, "_confirmed", lambda self: Answer(Outcome.UNKNOWN))
    step = step_of(tmp_path, KEPT)
    ways, _ = step.ways("at_most_two")
    answer = asking.Asking(step)._attempts("at_most_two", ways, asking.Stage.BOTH, is_by_parts=True, most=len(asking.ATTEMPTS))
    assert answer.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(("halves", "is_split"), [((0.9, 0.1), False), ((0.7, 0.1), True), ((0.5, 0.5), True)])
def test_a_flag_splits_a_rule_only_if_both_sides_are_simpler(
        halves: tuple[float, float], is_split: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One side that is hardly simpler, and cannot be split further, is the whole rule over again."""
    at = fields.Field(-1, range(2))
    monkeypatch.setattr("verifier.symbolic.prove.step.fields_branched_on", lambda step: [] if step.given else [at])
    monkeypatch.setattr(InductiveStep, "_size", property(lambda self: 10_000 * (halves[self.given[-1]] if self.given else 1)))
    assert step_of(tmp_path, KEPT).split_by == (at if is_split else None)


def test_a_case_leaves_few_ways_also_split_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of what breaks is about m; each value of the index leaves one number of four."""
    for name in ("SIMPLE_MOST", "SIMPLER"):
        monkeypatch.setattr(f"verifier.symbolic.prove.step.{name}", 0)
    step = step_of(tmp_path, KEPT)
    m = offset_of(step.induction.program.game.state_type, "m")
    for offsets, few in (((m,), False), ((m, -1), True)):
        monkeypatch.setattr("verifier.symbolic.prove.step.fields_branched_on", lambda step, offsets=offsets: [
            fields.Field(offset, range(4)) for offset in offsets[len(step.given):][:1]])
        assert step_of(tmp_path, KEPT).leaves_few("at_most_two") is few


def split_by_m(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a case for each value of m is simpler."""
    for name in ("SIMPLE_MOST", "TOGETHER_MOST", "LARGE", "SIMPLER"):
        monkeypatch.setattr(f"verifier.symbolic.prove.step.{name}", 0)
    monkeypatch.setattr("verifier.symbolic.prove.step.fields_branched_on", lambda step: [] if step.given else [
        fields.Field(offset_of(step.induction.program.game.state_type, "m"), range(4))])


@pytest.mark.parametrize(("body", "questions"), [
    (KEPT, 1),
    ("table.numbers[at] = (table.numbers[at] + table.m) // 2", 4),
    ("table.numbers[at] = (table.numbers[at] + (1 if table.m == 2 else 2)) // 2", 2),
    ("table.numbers[at] = 2 if table.m != 3 else 3", 2),
])
def test_what_is_the_very_same_in_another_case_is_asked_once(
        body: str, questions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split_by_m(monkeypatch)
    asked = list[int]()
    ask = guided.Guided.ask

    def counted(self: guided.Guided, *, more: bool = True) -> Answer:
        asked.append(1)
        return ask(self, more=more)

    [whole] = asking.Asking(step_of(tmp_path, body)).answers(["at_most_two"])
    monkeypatch.setattr(guided.Guided, "ask", counted)
    step = step_of(tmp_path, body)
    found = asking.Asking(step)._case_by_case(["at_most_two"], asking.Stage.EASY)["at_most_two"]
    assert (found.outcome, found.lemmas, len(asked)) == (whole.outcome, whole.lemmas, questions)
    step.cross_check()


def test_an_answer_is_good_only_where_all_that_it_rests_on_holds(tmp_path: Path) -> None:
    body = f'require(at != 1, "C-01")\n    {KEPT}'
    step, other = step_of(tmp_path, body), step_of(tmp_path, body)
    way, condition, lemma = step.ways("at_most_two")[0][0], step.fired.enabled, step.lemma("at_most_two")
    step.keep(Proved([way], [condition, *step.facts], {"at_most_two": lemma}))
    assert step.recall([way], [condition, *step.always]) is not None
    assert step.recall([way], step.always) is None
    assert step.recall([way, condition], [condition]) is None
    assert step.recall([negation(way)], [condition]) is None
    assert other.recall([way], [condition]) is None
    other.keep(Proved([way], [], {"at_most_two": negation(lemma)}))
    assert other.recall([way], []) is None


def test_what_is_open_with_lemmas_that_serve_others_is_asked_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """z3 can be led astray by what it is told; here it is by a lemma that nothing rests on."""
    program = load(written(tmp_path, RULES.format(body="table.n = table.m") + LEMMAS, readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    whole = asking.Asking.answers

    def astray(self: asking.Asking, names: list[str], stage: asking.Stage = asking.Stage.BOTH) -> list[Kept]:
        kept = whole(self, names, stage)
        is_misled = "m_is_not_large" in self.step.in_use
        return [evolve(each, outcome=Outcome.UNKNOWN) if is_misled and each.property == "n_is_small" else each for each in kept]

    monkeypatch.setattr(asking.Asking, "answers", astray)
    found = Induction(program, setting).prove(["n_is_small"], early=BOTH)["n_is_small"]
    assert found.proved and found.lemmas == ("m_is_small",)


# -- no more than is needed ---------------------------------------------------------------------------------------------------

MORE = '''

@game.invariant()
def at_most_three(table: Table) -> bool:
    """What at_most_two says, and less."""
    return all(number <= 3 for number in table.numbers)
'''


@pytest.mark.parametrize(("body", "rests_on"), [
    ("table.numbers[at] = table.numbers[3 - at]", ()),
    ("table.numbers[at] = 4 if table.numbers[at] == 3 else 0", ("at_most_two",)),
])
def test_a_step_rests_on_no_lemma_that_it_does_without(body: str, rests_on: tuple[str, ...], tmp_path: Path) -> None:
    program = load(written(tmp_path, RULES.format(body=body) + MORE, readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    found = Induction(program, setting).prove(["at_most_three"])["at_most_three"]
    assert found.proved and found.lemmas == rests_on


@pytest.mark.parametrize("stage", asking.Stage)
@pytest.mark.parametrize(("body", "broken"), [
    ('require(at != 1, "C-01")\n    table.numbers[at] = 2 if at != 1 else 3', ()),
    ("table.numbers[at] = 2 if at != 1 else 6 + table.m", ("ranges",)),
    ('require(at != 2, "C-01")\n    table.numbers[at] = 2 if at != 1 else 3', ("at_most_two",)),
])
def test_what_breaks_only_where_a_rule_cannot_happen_is_kept(
        body: str, broken: tuple[str, ...], stage: asking.Stage, tmp_path: Path) -> None:
    """A question begins without what keeps a rule from happening, or that it fails; an answer takes both into account."""
    step = step_of(tmp_path, body)
    kept = asking.Asking(step).answers(["ranges", "at_most_two"], stage)
    assert [each.property for each in kept if each.outcome is Outcome.SAT] == [*broken]
    assert all(each.outcome is Outcome.UNSAT for each in kept if each.property not in broken)
    step.cross_check()


@pytest.mark.parametrize("attempt", [Attempt(asking.Stage.EASY, is_by_parts, 10_000_000) for is_by_parts in (False, True)])
@pytest.mark.parametrize(("name", "body", "outcome"), ANSWERS)
def test_every_attempt_gives_the_same_answer(
        attempt: Attempt, name: str, body: str, outcome: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All parts at once or one by one: what can break, and what cannot, is the same."""
    monkeypatch.setattr(asking, "TOGETHER_WORK", 1)
    monkeypatch.setattr(asking, "ATTEMPTS", (attempt,))
    step = step_of(tmp_path, body)
    [found] = asking.Asking(step).answers([name], asking.Stage.EASY)
    assert found.outcome is outcome and (found.breach is not None) == (outcome is Outcome.SAT)
    step.cross_check()


ADDED_UP = """

@game.invariant()
def at_most_seven(table: Table) -> bool:
    \"\"\"All numbers together, and m, are at most seven.\"\"\"
    return sum(number for number in table.numbers) + table.m <= 7
"""


@pytest.mark.parametrize("many", [2, 10**6])
@pytest.mark.parametrize(("body", "outcome"), [
    ('require(table.numbers[at] > 0 and table.m < 3, "C-01")\n    table.numbers[at] -= 1\n    table.m += 1', Outcome.UNSAT),
    ('require(table.numbers[at] > 0 and table.m < 2, "C-01")\n    table.numbers[at] -= 1\n    table.m += 2', Outcome.SAT),
    ('require(at > 0 and table.numbers[0] > 0 and table.numbers[at] < 2, "C-01")\n    table.numbers[0] -= 1\n'
     '    table.numbers[at] += 1', Outcome.UNSAT),
    ('require(table.m > 0 and table.numbers[at] < 2, "C-01")\n    table.numbers[at] += 1 if at == 2 else 0\n'
     '    table.m = 0 if at != 2 else table.m', Outcome.SAT),
    ("table.numbers[at] = 0", Outcome.SAT),  # it can be below 0
    ('require(table.numbers[at] > 0, "C-01")\n    table.numbers[at] = 0', Outcome.UNSAT),
    ("table.numbers[at] = table.m", Outcome.SAT),
    ('require(table.m == 0, "C-01")\n    table.numbers[0] = 2\n    table.numbers[1] = 2\n    table.numbers[2] = 2', Outcome.SAT),
    ('require(table.m == 0 and table.numbers[3] < 2, "C-01")\n    table.numbers[0] = 2\n    table.numbers[1] = 2\n'
     '    table.numbers[2] = 2', Outcome.UNSAT),
])
def test_that_a_sum_is_any_number_at_first_changes_no_answer(
        body: str, outcome: Outcome, many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is made of is told where it matters; with it told from the outset the answers are the same."""
    monkeypatch.setattr("verifier.symbolic.lift.sums.SUM_OF_MANY", many)
    step = step_of(tmp_path, body, ADDED_UP)
    [kept] = asking.Asking(step).answers(["at_most_seven"])
    assert kept.outcome is outcome and (kept.breach is not None) == (outcome is Outcome.SAT)
    step.cross_check()


def test_without_patience_what_is_hard_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "TOGETHER_WORK", 1)
    hardly = tuple(evolve(each, work=1) if each.stage is asking.Stage.EASY else each for each in asking.ATTEMPTS)
    monkeypatch.setattr(asking, "ATTEMPTS", hardly)
    program = load(written(tmp_path, RULES.format(body=KEPT), readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    patient, hasty = (Induction(program, setting, is_patient=patience).prove(["at_most_two"])["at_most_two"]
                      for patience in (True, False))
    assert patient.proved and not hasty.proved
    assert hasty.failed is not None and hasty.failed.outcome is Outcome.UNKNOWN


# -- lemmas that are likely to be needed --------------------------------------------------------------------------------------

LEMMAS = '''

@game.invariant()
def n_is_small(table: Table) -> bool:
    """What is copied is small."""
    return table.n <= 2


@game.lemma
def m_is_small(table: Table) -> bool:
    """What n_is_small rests on."""
    return table.m <= 2


@game.lemma
def m_is_not_large(table: Table) -> bool:
    """What nothing rests on."""
    return table.m <= 3
'''
BOTH = ["m_is_small", "m_is_not_large"]


@pytest.mark.parametrize(("early", "is_hard", "rounds"), [
    ([], False, [["n_is_small"], ["m_is_small"]]),
    (BOTH, False, [["n_is_small", *BOTH]]),
    (BOTH, True, [["n_is_small", *BOTH], ["m_is_small"]]),
])
def test_likely_lemmas_are_asked_with_the_rest_and_what_is_hard_only_of_those_that_are_needed(
        early: list[str], is_hard: bool, rounds: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(written(tmp_path, RULES.format(body="table.n = table.m") + LEMMAS, readings=READINGS).game)
    setting = evolve(random_setting(program, seed=1), edition=random_value(program.game.edition_type, Random(1)))
    asked: list[list[str]] = []
    answers, whole = Induction._round, asking.Asking.answers

    def noted(self: Induction, found: list[Induced], hard: bool, progress: Progress) -> None:
        asked.append([induced.name for induced in found])
        answers(self, found, hard, progress)

    def hardly(self: asking.Asking, names: list[str], stage: asking.Stage = asking.Stage.BOTH) -> list[Kept]:
        """What is easy is not known of anything, but what it would rest on."""
        kept = whole(self, names, asking.Stage.BOTH if is_hard else stage)
        return [evolve(each, outcome=Outcome.UNKNOWN) if is_hard and stage is asking.Stage.EASY and each.property != "n_is_small"
                else each for each in kept]

    monkeypatch.setattr(Induction, "_round", noted)
    monkeypatch.setattr(asking.Asking, "answers", hardly)
    found = Induction(program, setting).prove(["n_is_small"], early=early)["n_is_small"]
    assert found.proved and found.lemmas == ("m_is_small",)
    assert asked == rounds
