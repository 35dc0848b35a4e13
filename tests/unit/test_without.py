"""`without.toml`: read whole or refused with everything that is wrong; changes are compiled as rules are, and run as rules do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.rule_modules import RULEBOOK, written
from verifier.analysis.clauses import compiled
from verifier.errors import BadInput, RuleRefused
from verifier.lang import ir
from verifier.lang.values import blank
from verifier.ledger.clauses import load_clauses
from verifier.ledger.without import Change, Without, load_without
from verifier.program.program import Program, load
from verifier.program.without import with_bodies
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.mutation import Bench, Walk, Weapon
from verifier.symbolic.product.mutant_equivalence import Original
from verifier.symbolic.solver import Outcome

Edit = tuple[str, str, str]  # of a rule: what stands there, what is to
WHOLE = "DB338 the rules without C-02 cannot be taken, "
ACT = "DB338 the change of act cannot be taken: "
HEAD = 'schema = 1\ngame = "probe"\n'
RULES = '''
@game.setup
def lay_out(table: Table) -> None:
    clause("C-01")
    table.m = LIMIT


@game.decision(Phase.ACT, clause="C-02")
def act(table: Table) -> None:
    """Act while the number is small."""
    require(table.n < 5, "C-03")
    require(not table.flag, "C-03")
    table.n += step_of(table)
    table.numbers[0] = VALUES[table.m]
    bump(table)


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER


@game.rule
def step_of(table: Table) -> int:
    return 1 if table.n < 3 else 2


@game.rule
def bump(table: Table) -> None:
    clause("C-04")
    table.m = min(table.m, 2)


@game.invariant(clause="C-05")
def small(table: Table) -> bool:
    return step_of(table) < 9
'''


def module_of(folder: Path, entries: str = "", rules: str = RULES, rulebook: str = RULEBOOK) -> ModuleType:
    module = written(folder, rules)
    (folder / "rulebook.toml").write_text(rulebook)
    (folder / "without.toml").write_text(HEAD + entries)
    return module


def program_of(folder: Path, entries: str = "", rules: str = RULES, rulebook: str = RULEBOOK) -> Program:
    return load(module_of(folder, entries, rules, rulebook).game)


def entry(id_: str, *changes: Edit, guards: bool = False) -> str:
    text = f'[[clause]]\nid = "{id_}"\n' + ("guards = true\n" if guards else "")
    return text + "".join(f"[[clause.change]]\nrule = '{rule}'\nold = '''{old}'''\nnew = '''{new}'''\n"
                          for rule, old, new in changes)


def problems(program: Program) -> list[str]:
    with pytest.raises(BadInput) as caught:
        compiled(program)
    return [str(problem) for problem in caught.value.problems]


# -- the file -----------------------------------------------------------------------------------------------------------------


def test_an_entry_is_changes_and_guards(tmp_path: Path) -> None:
    program_of(tmp_path, entry("C-02", ("act", "\n    bump(table)\n", ""), guards=True))
    found = load_without(tmp_path)
    assert found == {"C-02": Without("C-02", (Change("act", "    bump(table)", "", "without.toml:$.clause[0].change[0]"),), True,
                                     "without.toml:$.clause[0]")}


def test_a_game_may_do_without_the_file(tmp_path: Path) -> None:
    program = load(written(tmp_path, RULES).game)
    assert load_without(tmp_path) == {} and compiled(program) == {}


def test_everything_that_is_wrong_with_the_file_is_told_at_once(tmp_path: Path) -> None:
    rulebook = RULEBOOK.replace('kind = "rule"\ntext = "Clause 1."', 'kind = "advice"\ntext = "Clause 1."') + '''
[[clause]]
id = "C-06"
place = "Play"
lines = [6]
kind = "rule"
text = "Clause 6."
not_modelled = "It is about talking."
'''
    program = program_of(tmp_path, entry("C-77", ("act", "x", "y")) + entry("C-02") + entry("C-03", guards=True)
                         + entry("C-03", guards=True) + entry("C-01", guards=True) + entry("C-06", guards=True)
                         + '[[clause]]\nid = "C-04"\nguards = "yes"\n'
                         + '[[clause.change]]\nrule = "act"\nold = ""\nnew = 3\nnow = ""\n',
                         rules=RULES.replace('    clause("C-01")\n', ""), rulebook=rulebook)
    assert problems(program) == [
        'DB213 expected a clause of the rulebook ledger, got "C-77" @ without.toml:$.clause[0].id (C-77); '
        "known: C-01, C-02, C-03, C-04, C-05, C-06",
        "DB206 the entry for C-02 changes nothing @ without.toml:$.clause[1] (C-02); add a [[clause.change]], or guards = true",
        "DB212 the id C-03 is there twice @ without.toml:$.clause[3].id (C-03); ids are never used again: take a new one",
        "DB225 C-01 is no rule (its kind is advice), so there are no rules without it @ without.toml:$.clause[4].id (C-01); "
        "delete the entry",
        "DB225 C-06 is not modelled, says the rulebook ledger, so no rule can do without it @ without.toml:$.clause[5].id "
        "(C-06); delete the entry, or not_modelled of the clause",
        'DB203 expected true or false, got "yes" @ without.toml:$.clause[6].guards (C-04)',
        'DB202 expected a known key, got "now" @ without.toml:$.clause[6].change[0].now (C-04); did you mean "new"?',
        "DB203 expected a text, got 3 @ without.toml:$.clause[6].change[0].new (C-04)",
        'DB211 expected a text, got "" @ without.toml:$.clause[6].change[0].old (C-04)']


# -- changes that cannot be taken ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "guards", "message"), [
    ([("akt", "x", "y")], False, "DB336 expected a rule of Probe, got 'akt' @ without.toml:$.clause[0].change[0].rule; "),
    ([("small", "9", "1")], False, "DB336 neither transitions nor the set-up run small: it says what is right"),
    ([("act", "table.k", "")], False, "DB337 expected this text once in act, found it nowhere (probe_"),
    ([("act", "C-03", "0")], False, "DB337 expected this text once in act, found it 2 times (probe_"),
    ([("act", "table.n += step_of(table)", "table.n +=")], False, f"{ACT}invalid syntax"),
    ([("act", "    bump(table)", "")], False, ""),
    ([("stop", "    table.phase = Phase.OVER", "")], False, "DB338 the change of stop cannot be taken: expected an inden"),
    ([("act", "bump(table)", "print(table)")], False, f"{WHOLE}DB321: "),
    ([("act", "step_of(table)", "50")], False, ""),
    ([("act", "bump(table)", 'clause("C-99")')], False, f"{WHOLE}DB331: the ledger has no"),
    ([("act", "bump(table)", 'table.flag = ruling("Q-1") == "a"')], False, f"{WHOLE}DB332: "),
    ([("step_of", "return", "table.n = 1\n    return")], False, f"{WHOLE}DB321: step_of changes"),
    ([("bump", "table.m = ", "bump(table)\n    table.m = ")], False, f"{WHOLE}DB321: bump calls"),
    ([("act", "act(table: Table)", "act(table: Table, card: Colour)")], False,
     f"{ACT}it changes the parameters or the result of act"),
    ([("act", 'clause="C-02"', 'clause="C-01"')], False, f"{ACT}it changes the decorators of act"),
    ([("act", "def act(", "def act2(")], False, f"{ACT}what is left is not the function act alone"),
    ([("act", "bump(table)", "bump(table)\nx = 1")], False, f"{ACT}what is left is not"),
    ([("act", "bump(table)", "bump(table)  # still")], False, f"{ACT}act says the same as before"),
    ([], True, "DB339 no require names C-02 @ without.toml:$.clause[0].guards"),
])
def test_a_change_that_cannot_be_taken(changes: Sequence[Edit], guards: bool, message: str, tmp_path: Path) -> None:
    program = program_of(tmp_path, entry("C-02", *changes, guards=guards))
    if not message:
        assert compiled(program)["C-02"].keys() == {changes[0][0]}
        return
    [told] = problems(program)
    assert told.startswith(message), told


def test_a_text_that_is_there_twice_is_told_with_its_lines(tmp_path: Path) -> None:
    module = module_of(tmp_path, entry("C-02", ("act", "C-03", "0")))
    lines = Path(str(module.__file__)).read_text().split("\n")
    first = lines.index('    require(table.n < 5, "C-03")') + 1
    [told] = problems(load(module.game))
    assert f"lines {first}, {first + 1})" in told


def test_problems_of_all_entries_are_told_at_once(tmp_path: Path) -> None:
    program = program_of(tmp_path, entry("C-02", ("akt", "x", "y"), ("act", "x9", "y")) + entry("C-04", ("bump", "2)", "")))
    assert [told[:5] for told in problems(program)] == ["DB336", "DB337", "DB338"]


# -- changes that are taken ---------------------------------------------------------------------------------------------------


def setting_of(program: Program) -> Setting:
    return Setting(program.default_rulings, blank(program.game.edition_type))


def trial(program: Program, *, from_set_up: bool = False, **cells: Any) -> Bench:
    """What can happen on a blank table, or on one with some cells."""
    state = blank(program.game.state_type)
    for name, value in cells.items():
        setattr(state, name, value)
    walk = Walk("probe", setting_of(program), Position(state, ()), (), from_set_up)
    return Bench(Native(program, "interpreted"), [walk], [], 0)


@pytest.mark.parametrize(("changes", "guards", "cells", "what"), [
    ([("act", "    bump(table)\n", "")], False, {"m": 3}, "event 1: act leads elsewhere"),
    ([("act", "    bump(table)\n", "")], False, {}, None),
    ([("step_of", "1 if table.n < 3 else 2", "2")], False, {}, "event 1: act leads elsewhere"),
    ([("step_of", "1 if table.n < 3 else 2", "2 if table.n < 3 else 2")], False, {"n": 4}, None),
    ([("act", "table.n < 5", "table.n < 6")], False, {"n": 5}, "event 1: other events are possible"),
    ([], True, {"flag": True}, "event 1: other events are possible"),
    ([], True, {"n": 5}, "event 1: other events are possible"),
    ([], True, {}, None),
    # A table that the game's own rules do not index, and two rules at once that bring one each.
    ([("act", "VALUES[table.m]", "TWO_TO_FOUR[min(table.m, 2)]")], False, {}, "event 1: act leads elsewhere"),
    ([("act", "VALUES[table.m]", "TWO_TO_FOUR[min(table.m, 2)] + VALUES[table.m] - 2"), ("bump", "min(table.m, 2)",
                                                                                          "WARMS[min(table.m, 1)] + 0")],
     False, {"m": 0}, "event 1: act leads elsewhere"),
    ([("act", "table.n += step_of(table)", "table.n -= step_of(table) * 30")], False, {}, "event 1: act fails"),
])
def test_what_is_changed_runs(changes: Sequence[Edit], guards: bool, cells: dict[str, Any], what: str | None,
                              tmp_path: Path) -> None:
    program = program_of(tmp_path, entry("C-03", *changes, guards=guards))
    bodies = compiled(program)["C-03"]
    bench = trial(program, **cells)
    killed = bench.judge(bodies)
    assert (None if killed is None else killed.what) == what
    # The same from a module that is written with the changed rules in it, and the game's own is as it was.
    other = bench.judge(Native(with_bodies(program, bodies), "interpreted"))
    assert other == killed and bench.judge({}) is None and bench.judge(Native(program, "interpreted")) is None


def test_the_set_up_may_be_changed(tmp_path: Path) -> None:
    program = program_of(tmp_path, entry("C-01", ("lay_out", "LIMIT", "1")))
    bodies = compiled(program)["C-01"]
    killed = trial(program, from_set_up=True).judge(bodies)
    assert killed is not None and killed.by is Weapon.SET_UP
    assert trial(program).judge(bodies) is None


def test_z3_is_asked_of_several_rules_together(tmp_path: Path) -> None:
    same = entry("C-04", ("act", "    bump(table)\n", "    table.m = min(table.m, 2)\n"), ("bump", "min(table.m, 2)", "0"))
    program = program_of(tmp_path, same + entry("C-02", ("act", "bump(table)", "pass"), ("bump", "min(table.m, 2)", "0")))
    original, bodies = Original(program, setting_of(program)), compiled(program)
    assert bodies["C-04"].keys() == {"act", "bump"}
    outcomes = {id_: original.difference(with_bodies(program, each), each.keys()).outcome for id_, each in bodies.items()}
    assert outcomes == {"C-04": Outcome.UNSAT, "C-02": Outcome.SAT}


def test_a_rule_that_becomes_pure_is_so_for_its_callers_too(tmp_path: Path) -> None:
    rules = RULES.replace("    bump(table)\n", "    through(table)\n") + '''

@game.rule
def through(table: Table) -> None:
    bump(table)
'''
    program = program_of(tmp_path, entry("C-04", ("bump", "table.m = min(table.m, 2)", "pass")), rules=rules)
    bodies = compiled(program)["C-04"]
    assert {name: body.pure for name, body in bodies.items()} == {"bump": True, "through": True}
    assert not program.bodies["through"].pure and isinstance(bodies["through"].body[0], ir.Node)


# -- clauses that no rule models ----------------------------------------------------------------------------------------------


def test_why_a_clause_is_not_modelled(tmp_path: Path) -> None:
    reason = 'text = "Clause 5."\nnot_modelled = "It is about talking."'
    program_of(tmp_path, rulebook=RULEBOOK.replace('text = "Clause 5."', reason), rules=RULES.replace('(clause="C-05")', "()"))
    clauses = load_clauses(tmp_path)
    assert (clauses["C-05"].not_modelled, clauses["C-04"].not_modelled) == ("It is about talking.", "")


def test_a_clause_that_is_no_rule_needs_no_reason(tmp_path: Path) -> None:
    rulebook = RULEBOOK.replace('kind = "rule"\ntext = "Clause 5."', 'kind = "advice"\ntext = "Clause 5."\nnot_modelled = "No."')
    with pytest.raises(BadInput, match=r"^DB219 a clause of kind advice .* @ rulebook.toml:\$.clause\[4\].not_modelled"):
        program_of(tmp_path, rulebook=rulebook)


def test_a_clause_that_a_rule_names_is_modelled(tmp_path: Path) -> None:
    rulebook = RULEBOOK.replace('text = "Clause 4."', 'text = "Clause 4."\nnot_modelled = "No."')
    with pytest.raises(RuleRefused, match="DB335 C-04 is named here, and the rulebook ledger says that it is not modelled"):
        program_of(tmp_path, rulebook=rulebook)
