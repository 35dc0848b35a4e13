"""Totals: numbers of a state that only add up, so that states which differ in nothing else go on alike.

A score is one, where no rule of play looks at it.  What is still to come does not depend on what has been scored, and states that
are stored without it are far fewer.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.lang import ir
from verifier.lang.layout import Slot
from verifier.lang.types import IntType
from verifier.program.program import Program


def total_in_grade(program: Program, number: int) -> tuple[int, Slot] | None:
    """The slot of the state, by its place, that a field of the grade is, if it only adds up; None otherwise.

    The grade has to be that number of the state, and nothing else.  All that can happen, and who decides, may only add to it
    what is no less than 0 and does not depend on it.
    """
    rule, state = program.game.only("grade"), program.game.state_type
    statements = () if rule is None else program.bodies[rule.name].body
    last = statements[-1] if statements else None
    if not isinstance(last, ir.Return) or any(not isinstance(each, ir.Clauses) for each in statements[:-1]):
        return None
    value = last.values[number]
    name = ir.field_read(value, state)
    if name is None or value.type != dict(state.fields)[name] or not isinstance(value.type, IntType):
        return None
    if not all(_only_adds(program, rule_name, name) for rule_name in _playing(program)):
        return None
    return next((place, slot) for place, slot in enumerate(program.slots) if slot.path == name)


def _playing(program: Program) -> set[str]:
    """The rules that say what can happen and who decides."""
    asked = {each.__name__ for rule in program.game.of_kind("decision") for each in (rule.seat, rule.safe) if each is not None}
    return program.run_by({*program.played, *asked})


def _only_adds(program: Program, rule: str, name: str) -> bool:
    """Whether a rule looks at a field of the state only to add to it."""
    nodes = program.bodies[rule].nodes
    added = [each for each in nodes if isinstance(each, ir.Store) and _field(each.place, program) == name]
    reads = sum(ir.field_read(each, program.game.state_type) == name for each in nodes)
    return reads == len(added) and all(_is_more(each.value, program, name) for each in added)


def _is_more(value: ir.Expr, program: Program, name: str) -> bool:
    """Whether a value is a field of the state and something that is no less than 0."""
    if not isinstance(value, ir.Binary) or value.operator != "+":
        return False
    return any(ir.field_read(one, program.game.state_type) == name and other.type.low >= 0 and not any(
        ir.field_read(each, program.game.state_type) == name for each in ir.walk(other)) for one, other in _both(value))


def _both(sum_: ir.Binary) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    yield sum_.left, sum_.right
    yield sum_.right, sum_.left


def _field(place: ir.Place, program: Program) -> str | None:
    """The field of the state that a place is; None if it is another one."""
    base = place.base if isinstance(place, ir.FieldOf) else None
    if not isinstance(place, ir.FieldOf) or not isinstance(base, ir.Root):
        return None
    return place.name if base.name != ir.EDITION and base.type == program.game.state_type else None
