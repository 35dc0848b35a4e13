"""`daybreak review`: somebody's line judged decision by decision, by what could be reached before and after each."""

from __future__ import annotations

from pathlib import Path

from verifier.analysis.choices import EngineChoice
from verifier.cli.options import Alternatives, Engine, Force, Html, Json, Memory, ScenarioFile, Seconds, States, limits_of
from verifier.cli.replay import LineFile
from verifier.cli.shown import refuse_page, show
from verifier.cli.terminal import put_out
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK


def review(
    scenario: ScenarioFile,
    line: LineFile,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: Html = None,
    alternatives: Alternatives = False,
    force: Force = False,
    json: Json = False,
) -> int:
    """Judge a line that was played: which decisions were best, which were mistakes, where the game was lost.

    Each decision is compared with the best grade that could be reached before it, knowing the whole deal, and the best that can
    be reached after it; a better decision is named.  Limits are for the search from one position (default: 100,000 states); with
    --alternatives every legal decision is searched, which can settle more.  What stays undecided within the limits is said so
    (exit code 124); otherwise the exit code is 0, however the line was played.  A decision that cannot be judged since lines
    get stuck at a dead end of the rules is told with that line (exit code 75).
    """
    from verifier import line as lines
    from verifier.analysis import answer
    from verifier.analysis.review import UNKNOWN, refuse, summary
    from verifier.cli.page import write_page
    from verifier.instance import load_instance

    refuse_page(html, [scenario, Path(line)], force)
    instance = load_instance(scenario)
    refuse(instance)
    events = list(lines.replay(instance.reference, instance.start, lines.read_line(line)))
    found, judged = summary(instance, engine, events, limits_of(seconds, states, memory), compare=alternatives)
    show(found, json=json)
    if html is not None:
        written = write_page(html, instance, events, answer.broken(instance, events), engine=engine, compare=False, force=force,
                          judged=judged)
        put_out("" if json else written)
    if found.ending == "interrupted":
        return EXIT_INTERRUPTED
    return EXIT_LIMIT if any(each.verdict == UNKNOWN for each in found.decisions) else EXIT_OK
