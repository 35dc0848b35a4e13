"""Which clauses z3 proves dead, against every small position of a small game, and on Until Dawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest
from attrs import evolve

from tests.agreement.test_find_position import every_position, setting_of
from tests.agreement.test_game_machine import planted
from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from verifier.program.program import Program, load
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.find.use import Use, Way, possible_uses
from verifier.symbolic.solver import Effort, Outcome

LIMIT_OF_SIZES = 2
# Beside what the staircase does: dead by an invariant, under a reading only, from some position, never whatever is so.
LAND = """@game.step(Phase.LAND)
def land(climber: Climber) -> None:
    \"\"\"There, or not yet.\"\"\"
    clause("ST-04")
"""
RULES = f"""@game.decision(Phase.CHOOSE, clause="ST-01")
def sit(climber: Climber) -> None:
    \"\"\"Nothing happens.\"\"\"
    require(climber.height >= climber.tired, "ST-11")
    require(climber.height < 4, "ST-12")


{LAND}    if climber.tired > climber.height:
        clause("ST-05")
    if ruling("ST-Q1") == "hides":
        clause("ST-06")
        if climber.tired > climber.height + 1:
            clause("ST-10")
    if climber.lit and climber.felt.size == 2:
        clause("ST-07")
    if climber.height < 0:
        clause("ST-08")
    if ruling("ST-Q1") == "hides" or climber.tired > climber.height:
        clause("ST-09")
"""


def program_of(folder: Path) -> tuple[Program, ModuleType]:
    module = planted(folder, LAND, RULES)
    with (Path(str(module.__file__)).parent / "rulebook.toml").open("a") as rulebook:
        for number in range(5, 13):
            rulebook.write(f'[[clause]]\nid = "ST-{number:02}"\nplace = "More"\nlines = [{number}]\nkind = "rule"\ntext = "-"\n')
    return load(module.game), module


def seen(program: Program, module: ModuleType, setting: Setting, kept: bool) -> Iterator[Use]:
    """What some event of some small position uses; only of positions that keep the invariants, if they are to be kept."""
    reference = Reference(program, setting)
    yield from (Use(id_, Way.EXERCISED) for id_ in reference.laid_out()[1])
    for size in range(LIMIT_OF_SIZES + 1):
        for position in every_position(program, module, size):
            if kept and not all(reference.holds(rule, position.state) for rule in program.game.of_kind("invariant")):
                continue
            for event in reference.events(position):
                refused = reference.forbidden_by(position, event)
                if refused is not None:
                    yield Use(refused, Way.REFUSED)
                    continue
                with suppress(RuleBroke):
                    yield from (Use(id_, Way.EXERCISED) for id_ in reference.apply(position, event).clauses)


def test_what_is_dead_is_so_in_every_small_position(tmp_path: Path) -> None:
    program, module = program_of(tmp_path)
    shows, hides = setting_of(program), evolve(setting_of(program), rulings={"ST-Q1": "hides"})
    uses = [Use(id_, way) for id_ in program.clauses for way in (Way.EXERCISED, Way.REFUSED)]
    found = possible_uses(program, shows, uses)
    here, there = set(seen(program, module, shows, True)), set(seen(program, module, hides, True))
    anywhere = set(seen(program, module, shows, False)) | set(seen(program, module, hides, False))
    for use, known in found.items():
        assert known.outcome is (Outcome.SAT if use in here else Outcome.UNSAT), (use, known)
        if known.outcome is Outcome.UNSAT:
            assert bool(known.rulings) == (use in there) and bool(known.lemmas) >= (use in anywhere - there), (use, known)
    dead = {use.id: known for use, known in found.items() if use.way is Way.EXERCISED and known.outcome is Outcome.UNSAT}
    assert {id_: (known.lemmas, known.rulings) for id_, known in dead.items()} == {
        "ST-05": (("nobody_is_too_tired",), {}), "ST-06": ((), {"ST-Q1": "shows"}), "ST-08": ((), {}),
        "ST-09": (("nobody_is_too_tired",), {"ST-Q1": "shows"}), "ST-10": (("nobody_is_too_tired",), {})}
    assert found[Use("ST-11", Way.REFUSED)].lemmas == ("nobody_is_too_tired",)
    assert found[Use("ST-12", Way.REFUSED)].outcome is Outcome.SAT


def test_a_position_that_z3_finds_uses_the_clause_on_the_reference(tmp_path: Path) -> None:
    program, _ = program_of(tmp_path)
    reference = Reference(program, setting_of(program))
    found = possible_uses(program, setting_of(program), [Use("ST-07", Way.EXERCISED), Use("ST-12", Way.REFUSED)])
    for use, known in found.items():
        assert known.event is not None
        position = Position(known.state, (0,))
        assert all(reference.holds(rule, known.state) for rule in program.game.of_kind("invariant"))
        if use.way is Way.REFUSED:
            assert reference.forbidden_by(position, known.event) == use.id
        else:
            assert use.id in reference.apply(position, known.event).clauses


def test_what_z3_has_no_work_for_is_not_dead() -> None:
    found = possible_uses(UNTIL_DAWN, Setting(UNTIL_DAWN.default_rulings, ASSUMED), [Use("UD-T17", Way.REFUSED)],
                          Effort(work=1))
    assert [(known.outcome, known.reason != "") for known in found.values()] == [(Outcome.UNKNOWN, True)]


@pytest.mark.parametrize(("id_", "rulings", "lemmas"), [
    ("UD-T17", {}, ("markers_in_order",)),  # the phase ends when the time is up, so the guard never has to say so
    ("UD-T03", {"UD-04": "none"}, ()),  # a limit on barricades is another reading
])
def test_guards_of_until_dawn_that_never_refuse(id_: str, rulings: dict[str, str], lemmas: tuple[str, ...]) -> None:
    setting, use = Setting(UNTIL_DAWN.default_rulings, ASSUMED), Use(id_, Way.REFUSED)
    found = possible_uses(UNTIL_DAWN, setting, [use])[use]
    assert (found.outcome, found.rulings, found.lemmas) == (Outcome.UNSAT, rulings, lemmas)
