"""`daybreak odds`: how likely a good end is under best play, when nobody knows what chance will bring."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.analysis.choices import Against, EngineChoice
from verifier.analysis.defaults import (
    EXACT_STATES,
    ODDS_STATES,
    PLAYED_DEALS_MOST,
    SAMPLED_GAMES,
    SAMPLED_SIMULATIONS,
    SIMULATIONS_MOST,
)
from verifier.cli.options import LIMITS, Engine, Force, HtmlReport, Json, Memory, ScenarioFile, Seconds, limits_of
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, BadInput, Problem
from verifier.files import refuse_page


def odds(
    scenario: ScenarioFile,
    at_least: Annotated[list[str] | None, typer.Option(
        "--at-least", metavar="FIELD=VALUE", help="A good end has at least this grade, from its first field on; repeatable. "
        "Default: the best value of the first field.")] = None,
    goal: Annotated[str | None, typer.Option(
        metavar="NAME", help="A good end is one that reaches this goal of the game instead.")] = None,
    expected: Annotated[str | None, typer.Option(
        "--expected", metavar="FIELD", help="Not odds, but the expected value of this number of the grade (a score, say), under "
        "the play that makes it largest.")] = None,
    seats: Annotated[str | None, typer.Option(
        "--for", metavar="SEATS", help="In a game with sides: a good end is one that is worth so much to these seats (0,3); "
        "--at-least then names an outcome.")] = None,
    against: Annotated[Against | None, typer.Option(
        help="With --for: what the seats are sure of against the rest, or the odds with the help of all (default: nobody is "
        "against them).", show_default=False)] = None,
    at_decision: Annotated[int | None, typer.Option(
        "--at-decision", metavar="N", min=1, show_default=False,
        help="Ask it of the position before the N-th decision of the line, or of the first without one.")] = None,
    line: Annotated[str | None, typer.Option(
        "--line", metavar="FILE", help="With --at-decision, what was played: events, one per row, or a JSON list, or what "
        "`solve --json` prints; - is stdin.", show_default=False)] = None,
    games: Annotated[int | None, typer.Option(
        "--games", metavar="N", min=0, max=PLAYED_DEALS_MOST, show_default=False, help="Where the bounds do not meet, also play "
        f"N games; 0: none.  Default: {SAMPLED_GAMES}, or fewer where games are long, and none where the rules are "
        "interpreted.")] = None,
    simulations: Annotated[int, typer.Option(
        "--simulations", metavar="N", min=1, max=SIMULATIONS_MOST,
        help="How many games a player simulates before each decision of these.")] = SAMPLED_SIMULATIONS,
    seconds: Seconds = None,
    states: Annotated[int | None, typer.Option(
        "--states", metavar="N", min=1, help="Stop after N states; each takes 200 bytes, or four kilobytes where odds "
        f"are exact.  Default: {ODDS_STATES:,}, and {EXACT_STATES:,} where the rules are interpreted.", show_default=False,
        rich_help_panel=LIMITS)] = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Compute the probability of a good end under best play when chance is open, and what each decision leaves of it.

    With --expected it is the expected value of a number of the grade; play that never ends counts as the lowest that it can be.
    A score that only adds up, and that no rule of play looks at, is left out where there are many states: the rest decides.
    More than five million states (with --states) are worked out stage by stage, the last one first, if the game says how far it
    has come (@game.progress): memory then depends on the stages, and not on how many states there are in all.
    What can be reached is explored, whatever the deal says, and the odds are computed backwards from the ends, so the answer is
    proved: in exact fractions for at most 250,000 states, and to nine digits, between two bounds that are rounded outwards, for
    more, and where so many states lead to each other that fractions would take long.  Of more than 250,000 states those are
    explored first that the answer hangs on most, and none behind a decision that cannot be the best any more; what `daybreak
    train` has learned about the game shows the way.  If a limit ends the search first, two bounds are proved: one as if every
    state beyond were lost, one as if it were won.  Where play comes back to states, bounds close in step by step, and stay apart
    if that takes too long.  If they say nothing, the odds are unknown, and the answer names the limit to raise.

    Where the bounds do not meet, games are played from the same position, each with a chance of its own, and the answer shows
    beside the bounds what share of them ends well, or what they are worth: a sample with a 95 % interval, and no proof.  Players
    are the best that there are of `daybreak play-out`: learned-uct if something was learned, which is to get the first field of
    the grade; where nothing was, or more is asked for, uct and, if the game has an estimate, estimate-uct, who aim at just that.
    They see the table and not what chance will bring.  Nobody plays for a goal, for some seats, or for another number than the
    first one of the grade.  The sample changes neither the bounds nor the exit code; a player who comes to more than is proved
    to be possible, beyond all luck, is a fault of ours, and said to be.

    A decision may rest on everything on the table, also on what the game hides from its seats, and the answer says so; who plays
    games goes by what its seat has seen since the position.

    If games may be played, a fifth of --seconds is left for them, unless that is less than 0.3 seconds.  Exploring takes at most
    half of the rest, since computing the odds takes as long.

    Exit codes: 0 if the odds are known; 124 if they are bounds; 75 if they depend on a dead end of the rules, which is neither
    won nor lost.
    """
    from verifier.api import deals, scenarios
    from verifier.line import read_line
    from verifier.report.text.endings import ENDINGS

    refuse_page(html, [scenario], force)
    limits = limits_of(seconds, states, memory)
    if seats is None and against is not None:
        raise BadInput(Problem("DB586", "--against is for games with sides", "--for", "name seats"))
    found = deals.odds(scenarios.scenario(scenario), at_least=at_least, goal=goal, expected=expected, seats=seats,
                       against=against or Against.NOBODY, at_decision=at_decision,
                       line=None if line is None else read_line(line), games=games, simulations=simulations, limits=limits,
                       engine=engine)
    show(found, json=json, html=html, force=force)
    is_interrupted = "interrupted" in (found.ending, *(each.ending for each in found.sampled)) or (
        found.unplayed == ENDINGS["interrupted"])
    return EXIT_INTERRUPTED if is_interrupted else EXIT_OK if found.is_known else EXIT_LIMIT
