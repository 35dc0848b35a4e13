"""`daybreak readings-played`: what each way to read a rulebook does to a good player who does not know the deck."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, PlayObjective, Policy
from verifier.analysis.defaults import (
    AGAIN_ROUNDS,
    IN_FORCE,
    IN_FORCE_MOST,
    PLAYED_DEALS_MOST,
    READINGS_DEALS,
    SIMULATIONS,
    SIMULATIONS_MOST,
    TRAINING_LEARNERS,
    TRAINING_ROUNDS,
    TRAINING_STATES,
)
from verifier.cli.options import (
    EditionName,
    Force,
    HtmlReport,
    Json,
    Learners,
    Memory,
    PlayAim,
    PlayEngine,
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


def readings_played(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Its readings; all unless some are named.")] = None,
    policy: Annotated[Policy | None, typer.Option(
        metavar="NAME", show_default=False, help="Who plays, as in `play-out`; learned-uct and learned learn the game first "
        "(default: learned-uct, and uct with --objective seat).")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals to play; the same for every choice.")] = READINGS_DEALS,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    simulations: Annotated[int, typer.Option(
        metavar="N", min=1, max=SIMULATIONS_MOST,
        help="How many games it simulates before each decision, if its policy does.")] = SIMULATIONS,
    learners: Learners = TRAINING_LEARNERS,
    rounds: Rounds = TRAINING_ROUNDS,
    again: RoundsAgain = AGAIN_ROUNDS,
    positions: RoundPositions = TRAINING_STATES,
    in_force: Annotated[int, typer.Option(
        metavar="N", min=1, max=IN_FORCE_MOST,
        help="How many players learn and play the deals under the rulings in force; every choice is compared with their "
        "mean.")] = IN_FORCE,
    objective: PlayAim = PlayObjective.FIRST,
    edition: EditionName = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Measure what each reading of GAME changes for a good player, who sees the table and not the deal.

    `readings` measures players who know the whole deal, random ones and a simple one; people play like none of these.  Here a
    player learns the game (`train`) under the rulings in force.  It then goes on learning under each other choice, because good
    play changes with the rules, and for as long under the rulings in force; and the same deals are played under both.  Since
    every choice is compared with the rulings in force, several players learn and play under these.  With --policy estimate-uct or
    uct nothing is learned: these players think by the rules in force, and take minutes instead of hours.

    A choice may change the game so much that a few rounds more are not enough.  So what was learned is also tried on 200 other
    deals, beside the search that wins most under the rulings in force without having learned anything.  If the player beats it
    there, but not under a choice, it learns the game under that choice from the beginning.  If that does not help, the answer
    says so.

    For each choice the report also says in what share of the games under the rulings in force it comes up: at some position it
    makes something legal or illegal, an event lead elsewhere, or an end have another grade or outcome.  Choices that come up in
    at most one of 50 games are not played, unless their reading is named.  That bounds losses alone: whoever plays on as before
    loses by such a choice at most that share of the games.  What somebody may gain who aims for it, and so brings it up more
    often, is not measured.

    With --objective seat each seat plays for itself, as in `play-out`, and the report says what each choice changes for each
    seat: how much more, or less, the end is worth to it.

    What was learned and played is kept in the cache: after an interruption, the same command goes on from there.  Shares are
    samples with 95 % intervals; changes have the intervals of paired deals.

    Exit codes: 0; 124 if the time or the memory ran out before every choice was played; 75 if a game did not end.
    """
    from verifier.api.players import readings_played as played

    refuse_page(html, [], force)
    found = played(game, ids or (), policy=policy, deals=deals, seed=seed, simulations=simulations, learners=learners,
                   rounds=rounds, again=again, in_force=in_force, positions=positions, objective=objective, edition=edition,
                   rulings=ruling, threads=threads, limits=limits_of(seconds, None, memory), engine=engine)
    show(found, json=json, html=html, force=force)
    is_stuck = found.unended or any(each.unended for each in found.choices)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
