"""`daybreak winnability`: how many seeded deals can be won at all, how well, and what players win who do not know them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import Policy
from verifier.analysis.defaults import (
    AGAIN_ROUNDS,
    BESIDE_SIMULATIONS,
    DEAL_GAMES,
    DEAL_GAMES_MOST,
    DEAL_STATES,
    DEALS_MOST,
    DECISION_STATES,
    PLAYED_DEALS_MOST,
    SIMULATIONS_MOST,
    TRAINING_LEARNERS,
    TRAINING_ROUNDS,
    TRAINING_STATES,
)
from verifier.cli.options import (
    VARIED,
    Force,
    HtmlReport,
    Json,
    Learn,
    Learners,
    Memory,
    PlayThreads,
    RoundPositions,
    Rounds,
    RoundsAgain,
    Seconds,
    limits_of,
)
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_RULE
from verifier.files import refuse_page
from verifier.verdict import gravest


def winnability(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=DEALS_MOST, help="How many deals to solve, for each value.")] = 200,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    vary: Annotated[str | None, typer.Option(
        metavar="NAME=VALUES", help=f"Repeat for each of two or more values of {VARIED}")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="Another reading in force; repeatable.")] = None,
    states: Annotated[int, typer.Option(metavar="N", min=1, help="Search at most N states for a deal.")] = DEAL_STATES,
    decision_states: Annotated[int, typer.Option(
        metavar="N", min=1, help="Search at most N states to judge a decision of a listed deal's line.")] = DECISION_STATES,
    games: Annotated[int, typer.Option(
        metavar="N", min=0, max=DEAL_GAMES_MOST,
        help="Play N random and N peeking games on each won deal; 0: do not measure how won deals differ.")] = DEAL_GAMES,
    policy: Annotated[list[Policy] | None, typer.Option(
        metavar="NAME", help="Who plays the deals without knowing them, as in `play-out`; repeatable (default: random, greedy, "
        "and learned-uct if something was learned, else uct and, if the game has an estimate, estimate-uct; all of these with "
        "--train).")] = None,
    simulations: Annotated[int, typer.Option(
        metavar="N", min=0, max=SIMULATIONS_MOST,
        help="How many games they simulate before each decision; 0: nobody plays.")] = BESIDE_SIMULATIONS,
    play: Annotated[int | None, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals they play (default: as many as are solved).")] = None,
    train: Learn = False,
    learners: Learners = TRAINING_LEARNERS,
    rounds: Rounds = TRAINING_ROUNDS,
    again: RoundsAgain = AGAIN_ROUNDS,
    positions: RoundPositions = TRAINING_STATES,
    threads: PlayThreads = None,
    store: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="Take what is kept there, and keep what is new; `daybreak batch` writes such folders.")] = None,
    seconds: Seconds = None,
    memory: Memory = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Solve many seeded deals: how many can be won by knowing the whole deal, and how many are won without knowing it.

    A deal can be won if its best line ends with the first field of the grade above its lowest value.  A deal that is not settled
    within --states is undecided and counted separately; so is one that a dead end of the rules, or a rule that fails, keeps from
    being settled: it is neither won nor lost, and its seed is shown.  Shares have Wilson 95 % intervals.

    A player who sees only the table wins less.  So the same deals are also played by players who are never handed them: a random
    one, a greedy one, and the best that the game has, who simulates --simulations games before each decision (more games win
    more: see `play-out`).  A deal that any of them wins can be won.  What knowing the deal adds has the interval of paired
    shares.  Four fifths of --seconds are for solving.

    Won deals differ, and four numbers say how: the share of seeded games that random play wins (every legal
    decision equally likely); the share that a peeking player wins (one decision ahead by the game's own bound and estimate,
    seeing what the deal brings until then; ties are broken at random); how many first decisions still win, each searched with at
    most 50,000 states; and, for listed deals, at how many decisions of the best line only one decision wins though others are
    legal.  Deals are sorted by the first three, in this order: fewer random games won is harder, then fewer peeking games, then a
    smaller share of first decisions that win.  The last number does not count, since it is of one line, and a deal has many.

    Exit codes: 0; 124 if the time or the memory ran out before every deal was searched; 75 if a deal is stuck.
    """
    from verifier.api.deals import winnability as solved_deals

    refuse_page(html, [], force)
    limits = limits_of(seconds, states, memory)
    found = solved_deals(game, seeds=range(seed, seed + deals), edition=edition, rulings=ruling, vary=vary, states=states,
                         seconds=seconds, games=games, memory=limits.memory, decision_states=decision_states, store=store,
                         policies=policy, simulations=simulations, play=play, train=train, learners=learners, rounds=rounds,
                         again=again, positions=positions, threads=threads)
    show(found, json=json, html=html, force=force)
    is_stuck = any(point.stuck for point in found.points)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
