"""`solve --with z3` and `--with both`: what z3 says of a deal's lines, and what to do when it says otherwise than the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verifier import clock
from verifier.analysis.choices import Goal
from verifier.analysis.finding import Finding
from verifier.analysis.grounds import SHORTEST
from verifier.analysis.lost import is_lost
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, EngineBug, Problem
from verifier.instance import Instance
from verifier.judge import highest_grade
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.symbolic.prove.best_line import CrossCheck

DECISIONS = 2


def opinion(instance: Instance, goal: Goal, decisions: int, until: float | None) -> tuple[CrossCheck, float]:
    """What z3 says of the lines with at most so many decisions, until some time, and how long it took."""
    from verifier.symbolic.prove.best_line import DealtLines
    from verifier.symbolic.solver import Effort

    if not instance.has_deal:
        raise BadInput(Problem("DB541", "z3 looks for lines of a deal, and the scenario has none", "$.deal",
                               "give it one, or check a property with chance open: daybreak check --with z3"))
    began = clock.seconds()
    with Meter("solving with z3") as meter:
        lines = DealtLines(instance.program, instance.setting, instance.start, decisions,
                           effort=Effort(until=until),
                           progress=lambda depth: meter.say(f"solving with z3: {depth} transitions unrolled"))
        meter.say("solving with z3: comparing grades")
        said = lines.quickest_loss() if goal is Goal.LOSE else lines.best()
    return said, clock.seconds() - began


def finding(instance: Instance, goal: Goal, said: CrossCheck, seconds: float) -> Finding:
    """z3's answer in the terms of a search."""
    counts: dict[str, Any] = {"decisions": said.decisions, "transitions": said.depth, "seconds": round(seconds, 3)}
    ending = "work" if said.reason else "closed" if said.closed else "decisions"
    verdict, proof, bound = Verdict.UNKNOWN, None, None
    if goal is Goal.LOSE:
        if said.grade is not None and said.bounded:
            verdict, proof = Verdict.OPTIMAL, SHORTEST
        elif said.bounded and said.closed:
            verdict, proof = Verdict.PROVED, "exhausted"
    elif said.grade is not None:
        closed = said.bounded and said.closed
        verdict, proof = (Verdict.OPTIMAL, "exhausted") if closed else (Verdict.BEST_FOUND, None)
        bound = said.grade if closed else instance.bound(instance.start) if instance.bound_is_proved else highest_grade(instance)
    return Finding(verdict, proof, ending, said.grade, bound, tuple(event.text for event in said.line), counts,
                   found_by="z3" if said.grade is not None else "")


def compared(instance: Instance, goal: Goal, found: Finding, said: CrossCheck) -> str:
    """In words, what z3 says to what the search found; EngineBug where both cannot be right."""
    decisions, within = len(found.line), f"lines of at most {said.decisions} decisions"
    if goal is Goal.LOSE:
        if found.verdict is Verdict.OPTIMAL and said.grade is not None and len(said.line) != decisions:
            raise disagrees(f"the quickest loss takes {decisions} decisions, and by z3 {len(said.line)}")
        if found.has_line and said.grade is None and said.bounded and decisions <= said.decisions:
            raise disagrees(f"a line of {decisions} decisions loses, and by z3 none of up to {said.decisions}")
        if found.verdict is Verdict.PROVED and said.grade is not None:
            raise disagrees(f"no line loses, and by z3 {_in_words(said)} does")
    else:
        if found.verdict is Verdict.OPTIMAL and said.grade is not None and found.grade is not None and said.grade > found.grade:
            raise disagrees(f"z3's line is better than the best: {_in_words(said)}")
        fits = found.grade is not None and decisions <= said.decisions
        if fits and said.bounded and (said.grade is None or said.grade < (found.grade or ())):
            raise disagrees(f"the line that was found is better than any that z3 knows: {' / '.join(found.line)}")
        if said.closed and found.verdict is Verdict.OPTIMAL and said.grade != found.grade:
            raise disagrees(f"z3 has followed every line, and its best grade is {said.grade}")
    if said.reason:
        return f"z3 gave no answer for {within}: {said.reason}"
    if said.closed:
        return f"z3 followed every line of the deal ({said.decisions} decisions are enough) and agrees"
    if said.grade is None:
        what = "loses" if goal is Goal.LOSE else "comes to an end"
        return f"z3: none of the {within} {what}; nothing to compare with"
    same = said.grade == found.grade or (goal is Goal.LOSE and is_lost(instance, found))
    return f"z3 agrees, for {within}" if same else f"z3: the best of the {within} is not better"


def _in_words(said: CrossCheck) -> str:
    return " / ".join(event.text for event in said.line)


def disagrees(what: str) -> EngineBug:
    """What to raise when the search and z3 cannot both be right."""
    return EngineBug(Problem("DB915", f"the search and z3 disagree: {what}"))
