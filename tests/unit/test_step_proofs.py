"""Steps that were proved are kept: the same rules are not asked again, and what an edit touched is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rule_modules import written
from tests.unit.test_lemmas import LEMMA, RULES
from verifier.lang.values import blank
from verifier.program.program import Program, load
from verifier.run.setting import Setting
from verifier.symbolic.prove.asking import Asking, Stage
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import Kept
from verifier.symbolic.prove.step_proofs import StepProofs
from verifier.symbolic.solver import Outcome

GOOD = LEMMA.format(condition="table.m <= 1 or not table.flag")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """The rules and properties that z3 was asked about."""
    questions: list[tuple[str, str]] = []
    answers = Asking.answers

    def noted(self: Asking, names: list[str], stage: Stage = Stage.BOTH) -> list[Kept]:
        questions.extend((self.step.rule.name, name) for name in names)
        return answers(self, names, stage)

    monkeypatch.setattr(Asking, "answers", noted)
    yield questions


def program_of(folder: Path, text: str) -> Program:
    folder.mkdir(exist_ok=True)
    return load(written(folder, text).game)


def prove(folder: Path, text: str) -> tuple[bool, StepProofs]:
    """Whether the invariant is proved; the game is loaded anew each time, as in another run."""
    program = program_of(folder, text)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    steps = StepProofs(program, setting, ())
    found = Induction(program, setting, steps=steps).prove(["at_most_two"])["at_most_two"]
    steps.save()
    return found.proved, steps


def test_nothing_is_asked_twice(tmp_path: Path, asked: list[tuple[str, str]]) -> None:
    assert prove(tmp_path / "one", RULES + GOOD)[0] and asked
    asked.clear()
    is_proved, steps = prove(tmp_path / "two", RULES + GOOD)
    assert is_proved and asked == [] and steps.taken == 6  # three rules, the invariant and its lemma


@pytest.mark.parametrize(("old", "new", "rules"), [
    ("table.m < 2, ", "table.m < 1, ", {"light"}),  # a rule
    ("table.m <= 1 or not", "table.m < 2 or not", {"light", "climb", "stop"}),  # the lemma, and what rested on it
    ("return table.m <= 2", "return table.m < 3", {"light", "climb", "stop"}),  # the property
])
def test_what_an_edit_touched_is_asked_again(old: str, new: str, rules: set[str], tmp_path: Path,
                                            asked: list[tuple[str, str]]) -> None:
    prove(tmp_path / "one", RULES + GOOD)
    asked.clear()
    text = RULES + GOOD
    assert old in text and prove(tmp_path / "two", text.replace(old, new))[0]
    assert {rule for rule, _ in asked} == rules


def test_a_rule_that_breaks_it_now_is_found_out(tmp_path: Path) -> None:
    assert prove(tmp_path / "one", RULES + GOOD)[0]
    assert not prove(tmp_path / "two", (RULES + GOOD).replace("table.m < 2, ", "table.m < 3, "))[0]


def test_a_lemma_that_says_something_else_is_no_ground(tmp_path: Path) -> None:
    """The step of climbing was proved from it; by the name alone it would be taken for proved still."""
    assert prove(tmp_path / "one", RULES + GOOD)[0]
    assert not prove(tmp_path / "two", RULES + GOOD.replace("table.m <= 1 or not table.flag", "table.m <= 3"))[0]


def test_only_proofs_are_kept(tmp_path: Path, asked: list[tuple[str, str]]) -> None:
    assert not prove(tmp_path / "one", RULES)[0]
    asked.clear()
    assert not prove(tmp_path / "two", RULES)[0] and ("climb", "at_most_two") in asked


def test_another_z3_or_other_code_starts_anew(tmp_path: Path, asked: list[tuple[str, str]],
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    prove(tmp_path / "one", RULES + GOOD)
    for name, other in (("version", lambda: "0.0"), ("_engine", lambda: "other")):
        asked.clear()
        with monkeypatch.context() as altered:
            altered.setattr(f"verifier.symbolic.prove.step_proofs.{name}", other)
            assert prove(tmp_path / name, RULES + GOOD)[1].taken == 0 and asked


def test_a_damaged_file_is_asked_again(tmp_path: Path) -> None:
    prove(tmp_path / "one", RULES + GOOD)
    [folder] = (tmp_path / "cache").glob("steps*")
    files = list(folder.iterdir())
    assert len(files) == 3
    for file in files:
        file.write_bytes(file.read_bytes()[:-1] + b"x")
    is_proved, steps = prove(tmp_path / "two", RULES + GOOD)
    assert is_proved and steps.taken == 0


def test_processes_change_no_answer(tmp_path: Path) -> None:
    text = RULES + GOOD
    program = program_of(tmp_path, text)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    found = []
    for jobs in (0, 1, 2):
        induction = Induction(program, setting, jobs=jobs)
        induction.prove()
        found.append({name: [(step.rule, step.outcome, step.lemmas) for step in each.steps]
                      for name, each in induction.settled().items()})
        assert induction.crossed.rules == {"light", "climb", "stop"} and induction.crossed.values > 0
    assert found[0].keys() == found[1].keys() and found[1] == found[2]
    broken = Induction(program_of(tmp_path / "broken", RULES), setting, jobs=2)
    failed = broken.prove(["at_most_two"])["at_most_two"].failed
    assert failed is not None and failed.outcome is Outcome.SAT and failed.breach is not None
    assert failed.breach.before.m == 2 and failed.breach.before.flag and failed.breach.after.m == 3
