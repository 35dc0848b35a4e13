"""`daybreak check --with both`: explicit search and z3 asked the same, and compared with each other.

Both know the shortest line from the same start under the same chance, counted in transitions.  Where they cannot both be right,
the fault is ours: EngineBug, never a verdict.
"""

from __future__ import annotations

from attrs import evolve

from verifier.analysis import answer
from verifier.analysis.built_in import NO_DEAD_END, RANGES
from verifier.analysis.check import Question, checked, clauses_of
from verifier.analysis.proof import proved
from verifier.errors import EngineBug, Problem, RuleFailed
from verifier.instance import Instance
from verifier.results.checked import Checked, PropertyRow
from verifier.verdict import Verdict


def agreed(instance: Instance, question: Question) -> Checked:
    """The rows of both, each shown once with the methods that gave its verdict."""
    try:
        explicit = checked(instance, question)
    except RuleFailed as failure:
        _refuse_proof(instance, question, failure)
        raise
    if explicit.ending == "interrupted":
        return evolve(explicit, method="both")
    if len(explicit.properties) > len(question.rules) + len(question.built_ins):  # a dead end is always reported
        question = evolve(question, built_ins=[*question.built_ins, NO_DEAD_END])
    symbolic = proved(instance, question)
    if explicit.ending == "closed" and symbolic.closing is not None and symbolic.closing.closed \
            and symbolic.closing.states != explicit.states:
        raise EngineBug(Problem("DB914", f"explicit search knows {explicit.states:,} states, and z3 {symbolic.closing.states:,}"))
    rows = tuple(row_of_both(one, other) for one, other in zip(explicit.properties, symbolic.properties, strict=True))
    return evolve(explicit, method="both", ending="interrupted" if symbolic.ending == "interrupted" else explicit.ending,
                  properties=rows, clauses=answer.texts(instance, clauses_of(rows)), seconds=explicit.seconds + symbolic.seconds,
                  bound=symbolic.bound, k=symbolic.k, closing=symbolic.closing, cross_check=symbolic.cross_check)


def _refuse_proof(instance: Instance, question: Question, failure: RuleFailed) -> None:
    """A rule failed in the search: z3 must not say that none can."""
    if RANGES not in question.built_ins:
        return
    for row in proved(instance, evolve(question, rules=[], built_ins=[RANGES])).properties:
        if row.verdict is Verdict.PROVED:
            raise EngineBug([Problem("DB914", f"z3 proves {row.name}, and a rule fails in explicit search"),
                             *failure.problems]) from failure


def row_of_both(explicit: PropertyRow, symbolic: PropertyRow) -> PropertyRow:
    """What two rows of one property say together; EngineBug when they contradict each other."""
    if _contradict(explicit, symbolic) or _contradict(symbolic, explicit):
        raise EngineBug(Problem("DB914", f"explicit search and z3 disagree on {explicit.name}: explicit says "
                                f"{_in_words(explicit)}; z3 says {_in_words(symbolic)}"))
    if explicit.verdict is symbolic.verdict:
        more = explicit if (explicit.within or 0) >= (symbolic.within or 0) else symbolic
        both = explicit.within == symbolic.within
        return evolve(more, methods=(*explicit.methods, *symbolic.methods) if both else more.methods, lemmas=symbolic.lemmas,
                      readings=symbolic.readings, reason=more.reason or symbolic.reason, step=symbolic.step)
    first, other = (explicit, symbolic) if _worth(explicit) >= _worth(symbolic) else (symbolic, explicit)
    if other.verdict is Verdict.DECLINED or first.verdict is Verdict.HOLDS_WITHIN:
        return evolve(first, step=symbolic.step)
    return evolve(first, step=None if _worth(first) == 2 else symbolic.step,
                  reason="; ".join(each for each in (first.reason, f"{other.methods[0]}: {_short(other)}") if each))


def _worth(row: PropertyRow) -> int:
    """How much a verdict says: all, up to a depth, nothing."""
    return {Verdict.PROVED: 2, Verdict.REFUTED: 2, Verdict.HOLDS_WITHIN: 1}.get(row.verdict, 0)


def _contradict(one: PropertyRow, other: PropertyRow) -> bool:
    """Whether the one says something that the other excludes."""
    if {one.verdict, other.verdict} == {Verdict.PROVED, Verdict.REFUTED}:
        return True
    if one.events and other.events and len(one.events) != len(other.events):
        return True
    return (one.verdict is Verdict.REFUTED and other.verdict is Verdict.HOLDS_WITHIN and other.within is not None
            and len(one.events) <= other.within)


def _short(row: PropertyRow) -> str:
    return f"{row.verdict} {row.within}" if row.within is not None else f"{row.verdict}{f' ({row.reason})' if row.reason else ''}"


def _in_words(row: PropertyRow) -> str:
    line = f", after {len(row.events)} events: {' / '.join(each.event for each in row.events)}" if row.events else ""
    return f"{_short(row)}{line}"
