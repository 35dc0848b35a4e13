"""The position before a decision of a line, to be asked about by itself."""

from __future__ import annotations

from attrs import evolve

from verifier.errors import BadInput, Problem
from verifier.instance import Instance
from verifier.lang.phases import DECISION
from verifier.line import Line, replay

WHERE = "--at-decision"


def before_decision(instance: Instance, number: int, line: Line | None) -> Instance:
    """The instance from the position before the decision of a number, 1 the first; what was played up to there is the line's.

    Without a line it is the first decision that the deal comes to.  BadInput (DB639) where the line has no such decision, and
    none follows it, and where a line is missing.
    """
    if line is None and number > 1:
        raise BadInput(Problem("DB639", f"nothing says what the decisions before number {number} were", WHERE,
                               "name a line with --line"))
    position, decisions = instance.start, 0
    for applied in replay(instance.reference, instance.start, line or Line(())):
        if applied.kind == DECISION:
            decisions += 1
            if decisions == number:
                return evolve(instance, start=position)
        position = applied.after
    is_next = instance.reference.kind(position) == DECISION and bool(instance.reference.legal(position))
    if is_next and decisions + 1 == number:
        return evolve(instance, start=position)
    known = f"the line has {decisions} decision{'' if decisions == 1 else 's'}" if line is not None else "the deal comes to none"
    raise BadInput(Problem("DB639", f"{known}, and number {number} was asked for", WHERE,
                           f"take a number of 1 to {decisions + is_next}" if decisions + is_next else "leave it out"))
