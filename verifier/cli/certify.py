"""`daybreak certify`: checks a certificate again, by the plain rules and without any search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.options import Json, ScenarioFile


def certify(
    scenario: ScenarioFile,
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="What `solve --certificate FILE` wrote.")],
    json: Json = False,
) -> int:
    """Check what `solve --certificate FILE` wrote: replay the line and expand every position by the plain rules.

    Nothing is searched, and nothing in the file is taken on trust: it names positions, and the rules say what follows them.  The
    exit code is 12 if the certificate does not hold, and 124 if it holds but leaves something to believe: a search that was not
    re-checked, or a bound that is not proved.
    """
    from verifier.api import deals, scenarios
    from verifier.cli.shown import show

    found = deals.certify(scenarios.scenario(scenario), certificate)
    show(found, json=json)
    return found.verdict.exit_code
