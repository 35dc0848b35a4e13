"""`daybreak play-out`: what players who see the table, and not the deal, make of a game, and what knowing more is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Objective, Policy
from verifier.analysis.defaults import KNOWS_MOST, PLAYED_DEALS, PLAYED_DEALS_MOST, SIMULATIONS, SIMULATIONS_MOST
from verifier.cli.options import (
    Aim,
    EditionName,
    Force,
    HtmlReport,
    Json,
    Memory,
    PlayEngine,
    PlayThreads,
    Rulings,
    Seconds,
    limits_of,
)
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_RULE
from verifier.files import refuse_page
from verifier.verdict import gravest


def play_out(
    game: Annotated[str, typer.Argument(
        metavar="GAME|SCENARIO",
        help="A game that `daybreak games` lists, or a scenario: deals are then played from its table.")],
    policy: Annotated[list[Policy] | None, typer.Option(
        metavar="NAME", help="Who plays: random, greedy, flat, uct, estimate-uct, learned or learned-uct; repeatable "
        "(default: random, greedy, uct, estimate-uct if the game has an estimate, and "
        "learned-uct where something was learned).")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals each policy plays.")] = PLAYED_DEALS,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    simulations: Annotated[int, typer.Option(
        metavar="N", min=1, max=SIMULATIONS_MOST,
        help="How many games flat and those whose name ends in uct play to think about a decision.")] = SIMULATIONS,
    objective: Aim = Objective.FIRST,
    knows: Annotated[str, typer.Option(
        metavar="K,...", help="How many of the next outcomes of each stream of chance players are told at each decision "
        f"(0 to {KNOWS_MOST:,}); with several numbers every policy plays with each of them.")] = "0",
    edition: EditionName = None,
    ruling: Rulings = None,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Play many seeded deals by players who do not know what chance will bring, and show what share they win.

    `solve` and `winnability` say what somebody makes of a deal who knows all of it in advance.  These players see the table
    alone: they are never handed the deal, and weigh what chance could bring as the table has it.  random: every legal decision is
    equally likely.  greedy: the decision after which the game's own bound, then its estimate, promise most on average.  flat:
    each legal decision is tried by so many games at random.  uct: the same, with a tree that leads the games to what did well
    before.  estimate-uct: a tree, at whose ends the game's own estimate says what they are worth.  learned: one decision ahead,
    by what was learned from games (`daybreak train`).  learned-uct: a tree, at whose ends what was learned says what they are
    worth.

    With `--knows 0,1,3` the deals are also played by players who are told, at each decision, the next outcome of each stream of
    chance (the next card of a deck, the next roll), and the next three: what lies behind these they weigh as the table has it.
    The report has a curve of it, from honest players to those who see ahead: what knowing the future is worth.

    The shares are samples with 95 % intervals, and what these policies win: a better player may win more.  The same seeds give
    the same games on every machine.

    Exit codes: 0; 124 if the time or the memory ran out before every deal was played; 75 if a game did not end.
    """
    from verifier.api.deals import play_out as played

    refuse_page(html, [Path(game)], force)
    found = played(game, policies=policy, seeds=range(seed, seed + deals), simulations=simulations, objective=objective,
                   knows=knows, edition=edition, rulings=ruling, threads=threads, limits=limits_of(seconds, None, memory),
                   engine=engine)
    show(found, json=json, html=html, force=force)
    is_stuck = any(row.unended for row in found.policies)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
