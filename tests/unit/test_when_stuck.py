"""What happens where no decision is legal: guards that fail, what proofs of it depend on, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tests.agreement.falling import falling, twins
from tests.games.network import NOWHERE, WAYS
from tests.rule_modules import Both, written
from verifier.errors import BadInput
from verifier.lang.phases import DECISION, STEP
from verifier.lang.values import blank
from verifier.line import Line, replay
from verifier.program.digest import rule_digest
from verifier.program.without import with_bodies
from verifier.run.reference import DeadEnd, RuleBroke
from verifier.testing.agreement import compare

RULES = """
@game.decision(Phase.ACT)
def dare(table: Table, at: Annotated[int, Range(0, 1)]) -> None:
    require(table.flag, "C-01")
    require(table.flags[at], "C-02")
    require(table.cards[table.m] == Colour.RED, "C-03")
    table.m = 0


@game.decision(Phase.ACT)
def wait(table: Table) -> None:
    require(table.n > 0, "C-05")
    table.n -= 1


@game.when_stuck(Phase.ACT, clause="C-04")
def rest(table: Table) -> None:
    table.phase = Phase.OVER
"""


def test_a_guard_that_fails_forbids_nothing(tmp_path: Path) -> None:
    """A table where one guard asks for a card that is not there, and all others forbid, is one of a decision that fails."""
    both = Both(written(tmp_path, RULES))
    reference, kinds = both.reference, set[tuple[bool, int]]()
    positions = []
    for number in range(16):
        state = blank(both.program.game.state_type)
        state.flag, state.flags[0], state.flags[1] = bool(number & 1), bool(number & 2), bool(number & 4)
        if number & 8:
            state.cards.put_top(both.module.Colour.BLUE)
        state.n = int(number == 15)
        positions.append(reference.position(state))
    for position in positions:
        asks = position.state.flag and (position.state.flags[0] or position.state.flags[1])
        fails = asks and position.state.cards.size == 0
        kinds.add((fails, reference.kind(position)))
        if fails:
            with pytest.raises(RuleBroke):
                reference.apply(position, reference.legal(position)[0])
    assert kinds == {(True, DECISION), (False, STEP), (False, DECISION)}
    found = compare(both.program, both.setting, positions, ("interpreted", "native", "symbolic"))
    assert found.positions == len(positions) and not found.disagreements


def test_a_chain_ends_at_a_guard_that_fails_and_the_error_is_told_there(tmp_path: Path) -> None:
    """That is where it is expanded, not where the chain of steps before it ends."""
    both = Both(written(tmp_path, RULES))
    state = blank(both.program.game.state_type)
    state.flag, state.flags[1] = True, True
    array, mark = both.native.state(both.reference.position(state)), both.native.blank()
    both.context[:] = both.first_context
    assert both.native.call("settle", array, both.context, *both.native.tapes(both.setting), False, mark) == DECISION
    assert both.native.failed(both.context) is None
    assert both.native.call("kind_of", array, both.context) == DECISION and both.native.failed(both.context) is None


def test_where_it_happens_follows_from_the_guards_of_its_phase() -> None:
    """A kept proof about what happens there does not outlive a guard, though nothing calls that."""
    program = falling()
    assert program.run_by(["fall"]) >= {"fall", "choose", "stand"}
    body = program.bodies["choose"]
    other = with_bodies(program, {**program.bodies, "choose": evolve(body, body=body.body[1:], guard=0)})
    assert rule_digest(program, ("fall",)) != rule_digest(other, ("fall",))


def test_a_line_cannot_name_it_where_something_is_legal() -> None:
    _, one, _ = twins(0)
    assert one.reference.kind(one.start) == DECISION
    with pytest.raises(BadInput, match='DB514 "fall" happens by itself where no decision is legal, and here some are'):
        list(replay(one.reference, one.start, Line(("fall",), "--line")))


def test_a_dead_end_says_what_to_write() -> None:
    """Of a phase of decisions; of chance there is no such word."""
    _, _, other = twins(0)
    state = blank(other.program.game.state_type)
    for way in range(WAYS):
        other.setting.edition.leads[way] = NOWHERE
    problem = other.reference.dead_end(other.reference.position(state)).problems[0]
    assert isinstance(other.reference.dead_end(other.reference.position(state)), DeadEnd)
    assert problem.code == "DB406" and problem.hint.startswith("say by @game.when_stuck(Phase.CHOOSE) what happens then")
