"""`daybreak review`: somebody's line judged decision by decision, by what could still be had before and after each."""

from __future__ import annotations

from pathlib import Path

from verifier.analysis.choices import EngineChoice
from verifier.cli.options import Engine, Force, HtmlReport, Json, Memory, ScenarioFile, Seconds, States, limits_of
from verifier.cli.replay import LineFile
from verifier.cli.shown import refuse_page, show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK


def review(
    scenario: ScenarioFile,
    line: LineFile,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Judge a line that was played: which decisions were best, which cost something, where the game was lost.

    Each decision is compared with the best grade that could still be had before it, knowing the whole deal, and the best that
    can be had after it; a better decision is named.  Limits are for one position.  What a search does not settle within them is
    told as unknown (exit code 124); otherwise the exit code is 0, however the line was played.  A decision that cannot be judged
    since lines get stuck at a dead end of the rules is told with that line (exit code 75).
    """
    from verifier import line as lines
    from verifier.analysis.review import UNKNOWN
    from verifier.analysis.review import reviewed as judged
    from verifier.prepared import prepare

    refuse_page(html, [scenario, Path(line)], force)
    prepared = prepare(scenario)
    limits = limits_of(seconds, states, memory)
    found = judged(prepared, lines.read_line(line), engine, limits)
    show(found, json=json, html=html, force=force)
    if found.ending == "interrupted":
        return EXIT_INTERRUPTED
    return EXIT_LIMIT if any(each.verdict == UNKNOWN for each in found.decisions) else EXIT_OK
