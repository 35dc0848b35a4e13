"""What z3 calls impossible in induction is impossible for another solver, too: bitwuzla or cvc5, where one is installed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import z3

from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM
from verifier.run.setting import Setting
from verifier.symbolic.lift.terms import Flag, any_of, z3_flag
from verifier.symbolic.prove.asking import Asking
from verifier.symbolic.prove.guided import Guided
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import Answer, Outcome

RULES = ("fire", "barricade", "place", "next_attacker")
EVERY = 8  # of the questions


def bitwuzla(text: str) -> str:
    solver = pytest.importorskip("bitwuzla")
    parser = solver.Parser(solver.TermManager(), solver.Options())
    parser.parse(text, True, False)
    return str(parser.bitwuzla().check_sat())


def cvc5(text: str) -> str:
    solver = pytest.importorskip("cvc5")
    asked = solver.Solver(solver.TermManager())
    parser = solver.InputParser(asked)
    parser.setStringInput(solver.InputLanguage.SMT_LIB_2_6, text + "(check-sat)", "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(asked, parser.getSymbolManager())
    return said.strip()


def z3_itself(text: str) -> str:
    """What z3 says of a question as text: that what the others are told is the question, where none of them is installed."""
    solver = z3.SolverFor("QF_BV")
    solver.from_string(text)
    return str(solver.check())


def as_text(conditions: list[Flag]) -> str:
    solver = z3.Solver()
    solver.add(*(z3_flag(each) for each in conditions if each is not True))
    return "(set-logic QF_BV)\n" + str(solver.to_smt2()).replace("(check-sat)", "")


@pytest.mark.parametrize("other", [bitwuzla, cvc5, z3_itself])
def test_another_solver_agrees(other: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question with no more than what z3 says that its answer rests on; and without the goal it is no contradiction."""
    impossible: list[tuple[str, str]] = []
    confirmed = Guided._confirmed

    def noted(self: Guided) -> Answer:
        answer = confirmed(self)
        if answer.outcome is Outcome.UNSAT:
            rests_on = [*self.conditions, *(self.lemmas[name] for name in answer.core)]
            impossible.append((as_text([*rests_on, any_of(self.goals)]), as_text(rests_on)))
        return answer

    assert other("(set-logic QF_BV)(declare-const a Bool)(assert a)") == "sat"
    monkeypatch.setattr(Guided, "_confirmed", noted)
    setting = Setting(PROGRAM.default_rulings, ASSUMED)
    induction = Induction(PROGRAM, setting, free=tuple(PROGRAM.readings.switches))
    for name in RULES:
        Asking(induction.step(PROGRAM.game.rules[name])).answers([name for name in induction.names if name != "bound-holds"])
    assert len(impossible) >= len(RULES)
    for question, without_goal in impossible[::EVERY]:
        assert other(question) == "unsat"
        assert other(without_goal) == "sat"
