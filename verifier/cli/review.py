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

    For each decision, the best grade that could be reached before it is compared with the best that can still be reached after
    it, knowing the whole deal; where a better decision was possible, it is named.  Limits are for the search from one position
    (default: 100,000 states); --alternatives searches every legal decision, which can settle more.

    Exit codes: 0 if every decision was judged, however the line was played; 124 if some are undecided within the limits; 75 if a
    decision cannot be judged because lines get stuck at a dead end of the rules, with such a line.
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
