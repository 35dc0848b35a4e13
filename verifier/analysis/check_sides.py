"""Which properties a coalition of seats can see to: `check` for a game with sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.analysis.check import clauses_of, depth_of, row_of
from verifier.analysis.choices import Against, Endless
from verifier.analysis.explore import ending_of
from verifier.analysis.forced import Request, chance_of, explored_for, forced_in
from verifier.analysis.outcomes import seats_named
from verifier.errors import BadInput, Problem
from verifier.report.text.forced import rechecked
from verifier.results.checked import Checked, PropertyRow
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from verifier.analysis.check import Question
    from verifier.instance import Instance
    from verifier.lang.game import Rule
    from verifier.search.explore import Explored

CAN_BE = ("invariant", "goal")
SAID = {("invariant", True): "they can always keep it", ("invariant", False): "the others can break it",
        ("goal", True): "they can always come to it", ("goal", False): "the others can keep them from it"}


def checked_for(instance: Instance, question: Question, asked: Iterable[str], *, all_that_can_be: bool = False) -> Checked:
    """Of each invariant, whether these seats can keep it whatever all others and open chance do; of each goal, come to it.

    Proved: they can, for ever or for certain.  Refuted: the others have a strategy against it; the line is played as well as can
    be by both sides.  Every state that can be reached is explored, once for all the properties.  Others than invariants and goals
    are refused (BadInput, DB586), or left out with `all_that_can_be`.
    """
    seats, question = seats_named(instance, asked), question.explored
    if all_that_can_be:
        question = evolve(question, rules=[rule for rule in question.rules if rule.kind in CAN_BE], built_ins=[])
    others = [*(rule.name for rule in question.rules if rule.kind not in CAN_BE),
              *(each.name for each in question.built_ins)]
    if others:
        raise BadInput(Problem("DB586", f"{others[0]} is no invariant and no goal, which is what seats can see to", "--property",
                               "leave out --for"))
    wanted = [Request(seats, Against.REST, Endless.WORST, question.chance, question.engine, question.limits, to=rule.name,
                      threads=question.threads)
              for rule in question.rules]
    if not wanted:
        raise BadInput(Problem("DB586", f"{instance.program.game.title} has no invariant and no goal", "--for", "leave it out"))
    explored = explored_for(instance, wanted[0])
    rows = tuple(_row(instance, question, rule, request, explored)
                 for rule, request in zip(question.rules, wanted, strict=True))
    return Checked(
        answer.about(instance), "explicit", chance_of(instance, explored.options.open_chance), explored.states,
        explored.transitions, depth_of(explored), ending_of(explored), rows, answer.texts(instance, clauses_of(rows)),
        explored.seconds, seats=seats)


def _row(instance: Instance, question: Question, rule: Rule, request: Request, explored: Explored) -> PropertyRow:
    """What the seats can do about one property."""
    found, _, _ = forced_in(instance, request, explored)
    if not found.exact:
        return row_of(rule, Verdict.UNKNOWN, found.reason)
    can = bool(found.least)
    how = rechecked("strategy", found.strategy if can else found.replies)
    row = row_of(rule, Verdict.PROVED if can else Verdict.REFUTED, "; ".join([SAID[rule.kind, can], *how]))
    return row if can is (rule.kind == "invariant") or found.played is None else evolve(
        row, line=found.line, events=found.played.events)
