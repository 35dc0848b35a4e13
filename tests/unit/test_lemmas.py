"""Lemmas: an author's own, and those found in sampled states.  They serve proofs, and are proved with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.rule_modules import EDITION, written
from verifier import clock
from verifier.analysis import lemmas as lemmas_module
from verifier.analysis.check import Question, wanted
from verifier.analysis.choices import EngineChoice, Method
from verifier.analysis.proof import proved
from verifier.errors import BadInput, RuleRefused
from verifier.instance import Instance, instance_of
from verifier.lang.values import blank
from verifier.program.digest import rules_digest
from verifier.program.lemmas import Candidate, module_of, with_lemmas
from verifier.program.program import Program, load
from verifier.program.proofs import RESTS_ON
from verifier.results.checked import Checked
from verifier.run.emit import module_source
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import Effort
from verifier.verdict import Verdict

RULES = '''
@game.decision(Phase.ACT, clause="C-01")
def light(table: Table) -> None:
    """The lamp is lit below two."""
    require(not table.flag and table.m < 2, "C-01")
    table.flag = True


@game.decision(Phase.ACT, clause="C-02")
def climb(table: Table) -> None:
    """By the light of the lamp one climbs one step, and it goes out."""
    require(table.flag, "C-02")
    table.m = table.m + 1
    table.flag = False


@game.decision(Phase.ACT, clause="C-03")
def stop(table: Table) -> None:
    """Stop."""
    table.phase = Phase.OVER


@game.invariant()
def at_most_two(table: Table) -> bool:
    """Nobody climbs above the second step."""
    return table.m <= 2
'''
WRONG = '''

@game.invariant()
def at_most_one(table: Table) -> bool:
    """Nobody climbs above the first step: true of the first few positions alone."""
    return table.m <= 1
'''
LEMMA = '''

@game.lemma
def dark_above(table: Table) -> bool:
    """The lamp burns below two only."""
    return {condition}
'''


BY_A_RULE = '''

@game.rule
def is_dim(table: Table) -> bool:
    """Whether the lamp is dim, which only the lemma asks."""
    return table.m <= 1


@game.lemma
def dark_above(table: Table) -> bool:
    """The lamp burns below two only."""
    return is_dim(table) or not table.flag
'''


def program_of(folder: Path, more: str = "") -> Program:
    folder.mkdir(exist_ok=True)
    (folder / "edition-plain.toml").write_text(EDITION)
    return load(written(folder, RULES + more).game)


def induced(program: Program, name: str) -> Induction:
    induction = Induction(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    induction.prove([name])
    return induction


def asked(program: Program, **more: bool) -> Checked:
    instance: Instance = instance_of(new_scenario(program.game, title="Probe"), program)
    rules, built_ins = wanted(instance, ["at_most_two", *(["at_most_one"] if "at_most_one" in program.game.rules else [])],
                              Method.Z3)
    question = Question(rules, built_ins, None, EngineChoice.INTERPRETED, Limits(depth=8), is_game=True, again=True, **more)
    return proved(instance, question)


def test_a_lemma_that_there_is_no_time_for_is_not_proved(tmp_path: Path) -> None:
    program = program_of(tmp_path, LEMMA.format(condition="table.m <= 1 or not table.flag"))
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    induction = Induction(program, setting, effort=Effort(until=clock.seconds()))
    for names in (["dark_above"], ["at_most_two", "dark_above"]):
        assert [each.proved for each in induction.prove(names).values()] == [False] * len(names)


@pytest.mark.parametrize(("condition", "is_proved"), [("table.m <= 1 or not table.flag", True), ("table.m <= 1", False)])
def test_an_author_s_lemma_serves_if_it_is_proved(condition: str, is_proved: bool, tmp_path: Path) -> None:
    """From a lemma that no rule breaks the invariant follows; one that is not kept is taken for nothing."""
    alone = induced(program_of(tmp_path / "alone"), "at_most_two").settled()["at_most_two"]
    assert not alone.proved and alone.failed is not None and alone.failed.breach is not None
    settled = induced(program_of(tmp_path / "with", LEMMA.format(condition=condition)), "at_most_two").settled()
    assert settled["at_most_two"].proved == is_proved
    assert is_proved == (settled["dark_above"].proved and settled["at_most_two"].lemmas == ("dark_above",))


@pytest.mark.parametrize("lemma", [LEMMA.format(condition="table.m <= 3"), BY_A_RULE])
def test_a_lemma_changes_nothing_else_of_a_game(lemma: str, tmp_path: Path) -> None:
    """What is emitted, and what proofs of the bound and counts of clauses are kept under, is as it was without it."""
    plain, more = program_of(tmp_path / "plain"), program_of(tmp_path / "more", lemma)
    assert not plain.beside_play and "dark_above" in more.beside_play
    assert ("is_dim" in more.game.rules) == ("is_dim" in more.beside_play)
    assert module_source(plain) == module_source(more)
    assert rules_digest(plain, RESTS_ON) == rules_digest(more, RESTS_ON)
    assert not plain.game.of_kind("lemma") and len(more.game.of_kind("lemma")) == 1


def test_a_lemma_says_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused, match="a lemma returns true or false"):
        program_of(tmp_path, LEMMA.format(condition="table.m").replace("-> bool", "-> int"))


def test_candidates_become_lemmas_of_a_copy(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    rules = dict(program.game.rules)
    more = with_lemmas(program, [Candidate("dark", "The lamp burns below two only.", "table.m <= 1 or not table.flag")])
    assert program.game.rules == rules and "dark" not in program.bodies
    settled = induced(more, "at_most_two").settled()
    assert settled["at_most_two"].proved and settled["at_most_two"].lemmas == ("dark",)


def test_a_missing_lemma_is_found_proved_and_written_down(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    assert [row.verdict for row in asked(program).properties] == [Verdict.HOLDS_WITHIN]
    found = asked(program, mine=True)
    assert [row.verdict for row in found.properties] == [Verdict.PROVED] and found.mined is not None
    assert "not under every reading" not in found.properties[0].reason
    assert found.properties[0].lemmas == tuple(each.name for each in found.mined.lemmas) != ()
    assert found.mined.states == lemmas_module.STATES_INTERPRETED and found.mined.candidates > len(found.mined.lemmas)
    for each in found.mined.lemmas:
        assert f"def {each.name}(table: Table) -> bool:" in found.mined.module and each.condition in found.mined.module
    # The module is Python that an author can paste: its lemmas prove the same without a sample.
    text = found.mined.module
    pasted = text[text.index("@game.lemma"):]
    again = induced(program_of(tmp_path / "again", "\n\n" + pasted), "at_most_two").settled()["at_most_two"]
    assert again.proved


def test_lemmas_are_written_and_nothing_is_replaced_unasked(tmp_path: Path) -> None:
    program = program_of(tmp_path / "game")
    instance, path = instance_of(new_scenario(program.game, title="Probe"), program), tmp_path / "lemmas.py"

    def checked(**more: Any) -> Checked:
        return daybreak.check(instance, with_="z3", properties=["at_most_two"], lemmas=path, engine="interpreted", **more)

    found = checked()
    assert found.mined is not None and path.read_text() == found.mined.module
    path.write_text("mine")
    with pytest.raises(BadInput, match="DB516"):
        checked()
    assert path.read_text() == "mine"
    assert checked(force=True).mined == found.mined and path.read_text() == found.mined.module


def test_where_no_lemma_helps_no_file_is_written(tmp_path: Path) -> None:
    program = program_of(tmp_path / "game", WRONG)
    instance, path = instance_of(new_scenario(program.game, title="Probe"), program), tmp_path / "lemmas.py"
    found = daybreak.check(instance, with_="z3", properties=["at_most_one"], lemmas=path, engine="interpreted")
    assert found.mined is None or found.mined.lemmas == ()
    assert not path.exists()


def test_what_only_a_sample_says_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample that never climbs twice leaves candidates that are false: none of them proves what is false."""
    monkeypatch.setattr(lemmas_module, "STATES_INTERPRETED", 400)
    monkeypatch.setattr("verifier.search.sampling.GAME_MOST", 3)
    monkeypatch.setattr("verifier.search.sampling.KEPT", 0)
    found = {row.name: row.verdict for row in asked(program_of(tmp_path, WRONG), mine=True).properties}
    assert found["at_most_one"] is Verdict.REFUTED


def test_a_module_names_what_it_needs(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    condition = "table.phase != Phase.ACT or table.colour == Colour.RED"
    text = module_of(program, [Candidate("red", "In phase ACT: it is red.", condition)])
    assert "import Colour, Phase, Table, game" in text and text.count("@game.lemma") == 1
