"""`daybreak certify`: checks a certificate again, by the plain rules and without any search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.options import Json, ScenarioFile

if TYPE_CHECKING:
    from verifier.certificate import Claim, LossClaim
    from verifier.prepared import Prepared
    from verifier.report.results.attested import Attested


def certify(
    scenario: ScenarioFile,
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="What `solve --certificate FILE` wrote.")],
    json: Json = False,
) -> int:
    """Check again what `solve --certificate FILE` wrote: the line is replayed and every position expanded by the plain rules.

    Nothing is searched, and nothing in the file is believed: it names positions, and the rules say what follows them.  The exit
    code is 12 when the certificate does not hold, and 124 when it holds and leaves something to believe: a search that was
    not re-checked, or a bound that is not proved.
    """
    from verifier.cli.certificate_file import read
    from verifier.cli.shown import show
    from verifier.prepared import prepare
    from verifier.report import json as as_json
    from verifier.report.text.certify import attested as as_text

    prepared = prepare(scenario)
    found = attested(prepared, read(certificate, prepared))
    show(found, as_text, as_json.attested, json=json, html=None, force=False)
    return found.verdict.exit_code


def attested(prepared: Prepared, claim: Claim | LossClaim) -> Attested:
    """What checking a claim by the rules of a scenario shows."""
    from verifier.certificate import Claim, Rejected
    from verifier.cli import answer
    from verifier.cli.grounds import attest
    from verifier.cli.options import Goal
    from verifier.errors import RuleFailed
    from verifier.report.results.attested import Attested
    from verifier.report.results.solved import Grounds
    from verifier.scenario.visible import one_line
    from verifier.verdict import Verdict

    verdict, reason, grounds = Verdict.PROVED, "", Grounds()
    try:
        grounds = attest(prepared, claim)
    except (Rejected, RuleFailed) as error:
        verdict, reason = Verdict.REFUTED, one_line(str(error))
    if verdict is Verdict.PROVED and not grounds.complete:
        verdict, reason = Verdict.UNKNOWN, "it leaves something to believe"
    goal = Goal.BEST if isinstance(claim, Claim) else Goal.LOSE
    grade = None if verdict is Verdict.REFUTED else answer.grade(prepared, claim.grade)
    return Attested(answer.about(prepared), goal, verdict, reason, claim.line, grade, grounds)
