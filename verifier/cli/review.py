"""`daybreak review`: somebody's line judged decision by decision, by what could be reached before and after each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Policy
from verifier.analysis.defaults import SEARCHES, SIMULATIONS, SIMULATIONS_MOST
from verifier.cli.options import Alternatives, Engine, Force, Html, Json, Memory, ScenarioFile, Seconds, States, limits_of
from verifier.cli.replay import LineFile
from verifier.cli.shown import show, written
from verifier.cli.terminal import put_out
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK
from verifier.files import refuse_page


def review(
    scenario: ScenarioFile,
    line: LineFile,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: Html = None,
    alternatives: Alternatives = False,
    honest: Annotated[bool, typer.Option(
        "--honest", help="Also say which mistakes could have been avoided without knowing the deal, and what was luck.")] = False,
    policy: Annotated[Policy | None, typer.Option(
        metavar="NAME", show_default=False, help="With --honest, who judges: flat, uct or learned-uct (default: learned-uct "
        "if something was learned, else uct).")] = None,
    simulations: Annotated[int | None, typer.Option(
        metavar="N", min=1, max=SIMULATIONS_MOST, show_default=False,
        help=f"With --honest: games in each of the {SEARCHES} searches of a decision (default: {SIMULATIONS:,}).")] = None,
    by_seat: Annotated[bool, typer.Option(
        "--by-seat", help="With --honest: each seat aims at what the end is worth to it, and is judged by that.")] = False,
    force: Force = False,
    json: Json = False,
) -> int:
    """Judge a line that was played: which decisions were best, which were mistakes, where the game was lost.

    For each decision, the best grade that could be reached before it is compared with the best that can still be reached after
    it, knowing the whole deal; where a better decision was possible, it is named.  Limits are for the search from one position
    (default: 100,000 states), not for --honest; --alternatives searches every legal decision, which can settle more.

    But players do not know the deal.  --honest separates mistakes that a player could have avoided from bad luck, in points: a
    point is one percent of the chance to win (or of the highest value of the grade's first field).  A player who sees the table,
    and never the deal, judges the best decision found and the one that was taken, each by the same number of simulated games.
    The difference is what the decision gave away; the rest of the change from one table to the next is luck.  All of this is
    sampled: a decision is called a mistake if it gives away more than three standard errors (seats: three and a half) and half a
    point, and still does so in searches of eight times as many games.  Near the end of a game, `daybreak odds --at-decision`
    proves the odds, or bounds on them.  Ctrl-C keeps what was judged until then.

    In a game that hides things from seats, each decision is judged by what its seat had seen, and the others go on by what they
    see.  All seats aim at the same thing, unless --by-seat says that each plays for itself (`@game.outcome`): then
    luck is also what the others did.  A game without a grade can be reviewed in this way alone.

    Exit codes: 0 if every decision was judged, however the line was played; 124 if some are undecided within the limits; 75 if a
    decision cannot be judged because lines get stuck at a dead end of the rules, with such a line.
    """
    from verifier.api import deals, scenarios
    from verifier.line import read_line
    from verifier.results.solved import UNGRADED

    refuse_page(html, [scenario, Path(line)], force)
    found = deals.review(
        scenarios.scenario(scenario), read_line(line), limits=limits_of(seconds, states, memory), engine=engine,
        alternatives=alternatives, honest=honest, policy=policy, simulations=simulations, by_seat=by_seat,
        html=html, force=force,
        on_answer=lambda answer: show(answer, json=json))
    if html is not None:
        put_out("" if json else written(html))
    if found.ending == "interrupted":
        return EXIT_INTERRUPTED
    return EXIT_LIMIT if any(each.verdict == "unknown" and each.open != UNGRADED for each in found.decisions) else EXIT_OK
