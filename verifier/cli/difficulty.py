"""`daybreak difficulty`: what players of different strength make of a game while one thing is varied."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Objective, Policy
from verifier.analysis.defaults import (
    AGAIN_ROUNDS,
    PLAYED_DEALS,
    PLAYED_DEALS_MOST,
    SIMULATIONS,
    SIMULATIONS_MOST,
    STEP_STATES,
    TRAINING_LEARNERS,
    TRAINING_ROUNDS,
    TRAINING_STATES,
)
from verifier.cli.options import (
    LIMITS,
    VARIED,
    Aim,
    Force,
    HtmlReport,
    Json,
    Learn,
    Learners,
    Memory,
    PlayEngine,
    PlayThreads,
    RoundPositions,
    Rounds,
    RoundsAgain,
    Rulings,
    Seconds,
    limits_of,
)
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_RULE
from verifier.files import refuse_page
from verifier.verdict import gravest


def difficulty(
    game: Annotated[str, typer.Argument(
        metavar="GAME|SCENARIO",
        help="A game that `daybreak games` lists, or a scenario: deals are then played from its table.")],
    vary: Annotated[str, typer.Option(
        metavar="NAME=VALUES", help=f"What is varied: {VARIED}")],
    policy: Annotated[list[Policy] | None, typer.Option(
        metavar="NAME", help="Who plays, as for `play-out`; repeatable (default: those of `play-out`).")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals each policy plays at each step.")] = PLAYED_DEALS,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    simulations: Annotated[int, typer.Option(
        metavar="N", min=1, max=SIMULATIONS_MOST,
        help="How many games a player simulates before each decision.")] = SIMULATIONS,
    objective: Aim = Objective.FIRST,
    solved_deals: Annotated[int | None, typer.Option(
        metavar="N", min=0, max=PLAYED_DEALS_MOST,
        help="How many of the deals are searched for the clairvoyant (default: all; 0: none).")] = None,
    bounded_deals: Annotated[int, typer.Option(
        metavar="N", min=0, max=PLAYED_DEALS_MOST,
        help="For how many of the deals to work out the most that an honest player can win, as `daybreak above` does.")] = 0,
    train: Learn = False,
    learners: Learners = TRAINING_LEARNERS,
    rounds: Rounds = TRAINING_ROUNDS,
    again: RoundsAgain = AGAIN_ROUNDS,
    positions: RoundPositions = TRAINING_STATES,
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="A deal whose search takes more states is undecided.", rich_help_panel=LIMITS)] = STEP_STATES,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to vary.")] = None,
    ruling: Rulings = None,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Vary one thing, step by step, and show what players of different strength make of the same deals.

    For a designer who turns one knob.  At each step the same seeds are played by honest players, who see the table and never the
    deal (`daybreak play-out --help` says how they play), and by a clairvoyant, who knows the whole deal and wins it if any line
    does.  The report begins with the steps that change the best honest player's share by more than 5 points, those that change it
    by less than 2 (with 95 % confidence), and where knowing the deal is worth most.  With --bounded-deals it also says how much
    better an honest player could be at most, by what `daybreak train` has learned.

    What was learned belongs to one value alone.  So learned-uct plays where every step has something of its own, and --train
    learns what is missing: a step goes on for --again rounds from what was learned for the nearest one, or for the game as it is;
    where nothing was learned at all, one step is learned from the beginning, which takes as long as `daybreak train`.  Few rounds
    may not be enough where play changes much: compare with uct, which plays beside.  What is done is kept in the cache, so that
    the same command goes on after an interruption; nothing is played before everything is learned.

    A value is read and checked as if it stood in an edition of yours.  Shares have Wilson 95 % intervals, and changes from step
    to step those of paired shares.  A deal that the search does not settle within --states is undecided: it counts as lost for
    the lower end of an interval, and as won for the upper end.  Limits apply to all steps together: --train takes what it
    needs, the clairvoyant gets at most half of the time that is left, the bounds half of the rest, and each step its part of what
    is left then; anything unfinished is named.

    Exit codes: 0; 124 if the time or the memory ran out before everything was done; 75 if a game did not end, or a rule leaves a
    deal open.
    """
    from verifier.api.players import difficulty as varied

    refuse_page(html, [Path(game)], force)
    found = varied(game, vary, policies=policy, seeds=range(seed, seed + deals), simulations=simulations, objective=objective,
                   solved_deals=solved_deals, bounded_deals=bounded_deals, states=states, train=train, learners=learners,
                   rounds=rounds, again=again, positions=positions, edition=edition, rulings=ruling, threads=threads,
                   limits=limits_of(seconds, None, memory), engine=engine)
    show(found, json=json, html=html, force=force)
    is_stuck = any(player.unended for step in found.steps for player in step.players)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
