"""What a certificate claims, checked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verifier.analysis import answer
from verifier.analysis.choices import Goal
from verifier.analysis.grounds import attest
from verifier.analysis.outcomes import outcome_of_fields
from verifier.analysis.progress import Meter
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy import NO_END, Strategy
from verifier.certificate import Claim, Rejected
from verifier.errors import RuleFailed
from verifier.forced_certificate import check_force
from verifier.results.attested import Attested
from verifier.results.solved import Grounds
from verifier.verdict import Verdict
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.certificate import LossClaim
    from verifier.instance import Instance


def attested(instance: Instance, claim: Claim | LossClaim) -> Attested:
    """What checking a claim by the rules of a scenario shows."""
    verdict, reason, grounds = Verdict.PROVED, "", Grounds()
    try:
        grounds = attest(instance, claim)
    except (Rejected, RuleFailed) as error:
        verdict, reason = Verdict.REFUTED, one_line(str(error))
    if verdict is Verdict.PROVED and not grounds.complete:
        verdict, reason = Verdict.UNKNOWN, "part of it has to be taken on trust"
    goal = Goal.BEST if isinstance(claim, Claim) else Goal.LOSE
    grade = None if verdict is Verdict.REFUTED else answer.grade(instance, claim.grade)
    return Attested(answer.about(instance), goal, verdict, reason, claim.line, grade, grounds)


def attested_strategy(instance: Instance, strategy: Strategy) -> Attested:
    """What following a strategy by the rules of a scenario, against every reply, shows."""
    claim = strategy.claim
    worth: Any = True
    if strategy.to is None:
        worth = None if claim.worth == NO_END else outcome_of_fields(instance, claim.worth)
    verdict, reason, grounds = Verdict.PROVED, "", Grounds()
    with Meter("following the strategy") as meter:
        try:
            certified = check_force(SidesJudge(instance, strategy.to, strategy.open_chance, None, meter), instance.start, claim)
            grounds = Grounds(True, False, "certificate", None, certified.positions)
        except (Rejected, RuleFailed) as error:
            verdict, reason = Verdict.REFUTED, one_line(str(error))
    return Attested(answer.about(instance), "force", verdict, reason, None, None, grounds, claim.seats, strategy.to or "", worth,
                    claim.may_go_on, claim.blind)
