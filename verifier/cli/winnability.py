"""`daybreak winnability`: how many seeded deals can be won at all, how well, and which are the hardest."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.analysis.defaults import DEAL_GAMES, DEAL_GAMES_MOST, DEAL_STATES, DEALS_MOST, DECISION_STATES
from verifier.cli.options import Force, HtmlReport, Json, Memory, Seconds, limits_of
from verifier.cli.shown import refuse_page, show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_RULE
from verifier.verdict import gravest


def winnability(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    deals: Annotated[int, typer.Option(metavar="N", min=1, max=DEALS_MOST, help="So many deals, for each value.")] = 200,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up.")] = 1,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    vary: Annotated[str | None, typer.Option(
        metavar="FIELD=LOW..HIGH[..STEP]", help="A number of the component data, at each of these values.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="Another reading in force; repeatable.")] = None,
    states: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many states for a deal.")] = DEAL_STATES,
    decision_states: Annotated[int, typer.Option(
        metavar="N", min=1, help="At most so many states to judge a decision of the line of a listed deal.")] = DECISION_STATES,
    games: Annotated[int, typer.Option(
        metavar="N", min=1, max=DEAL_GAMES_MOST, help="So many random and so many greedy games on each won deal.")] = DEAL_GAMES,
    seconds: Seconds = None,
    memory: Memory = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Solve many seeded deals: how many can be won, knowing the whole deal, and what the best grades are.

    A deal is won when its best line ends with the first field of the grade above its lowest.  A deal that is not settled within
    --states is undecided, and counted apart; so is one that a dead end of the rules, or a rule that fails, keeps from being
    settled: it is neither won nor lost, and its seed is shown.  Shares have Wilson 95 % intervals.

    How difficult a won deal is: the shares of seeded random games (each legal decision as likely as any other) and greedy games
    (the best by the game's own bound and estimate one decision ahead, lots among equals) that are won; how many first decisions
    still win, each by a search of at most 50,000 states; of listed deals also at how many decisions of the best line one
    alone does, though there are others.  Harder is where fewer random games are won, of equals where fewer greedy games are, of
    equals where a smaller share of the first decisions may still win: the order in which more and more foresight is asked
    for.  The only moves do not order, for they are those of one line, and a deal has many.

    Ends with 0; with 124 when the time or the memory was used up before every deal was looked at; with 75 when a deal is stuck.
    """
    from verifier.api.deals import winnability as solved_deals

    refuse_page(html, [], force)
    limits = limits_of(seconds, states, memory)
    found = solved_deals(game, seeds=range(seed, seed + deals), edition=edition, rulings=ruling, vary=vary, states=states,
                         seconds=seconds, games=games, memory=limits.memory, decision_states=decision_states)
    show(found, json=json, html=html, force=force)
    is_stuck = any(point.stuck for point in found.points)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
