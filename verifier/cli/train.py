"""`daybreak train`: learn what a table is worth to somebody who does not know the deal."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Model, Objective
from verifier.analysis.defaults import (
    LINEAR_ROUNDS,
    LINEAR_STATES,
    TRAINING_LEARNERS,
    TRAINING_LEARNERS_MOST,
    TRAINING_ROUNDS,
    TRAINING_ROUNDS_MOST,
    TRAINING_SEED_MOST,
    TRAINING_STATES,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
)
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
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK
from verifier.files import refuse_page


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    model: Annotated[Model, typer.Option(
        "--model", help="What learns: a small network, or linear weights, which can be read.")] = Model.NETWORK,
    learners: Annotated[int, typer.Option(
        metavar="N", min=1, max=TRAINING_LEARNERS_MOST,
        help="How many networks learn side by side; players judge by the mean of what they say.")] = TRAINING_LEARNERS,
    rounds: Annotated[int | None, typer.Option(
        metavar="N", min=2, max=TRAINING_ROUNDS_MOST, show_default=False, help="How many rounds of games each network learns "
        f"from.  Default: {TRAINING_ROUNDS:,}, and {LINEAR_ROUNDS:,} for linear weights.")] = None,
    positions: Annotated[int | None, typer.Option(
        metavar="N", min=TRAINING_STATES_LEAST, max=TRAINING_STATES_MOST, show_default=False, help="About how many states each "
        f"round adds to learn from.  Default: {TRAINING_STATES:,}, and {LINEAR_STATES:,} for linear weights.")] = None,
    objective: Aim = Objective.FIRST,
    seed: Annotated[int, typer.Option(
        metavar="S", min=0, max=TRAINING_SEED_MOST, help="The seed of the games.")] = 1,
    edition: EditionName = None,
    ruling: Rulings = None,
    record: Annotated[bool, typer.Option(
        "--record", help="Also keep the result in the game's package, for everybody who installs it.")] = False,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Learn from games what a table of GAME is worth to a player who does not know the deal.

    Games are played in rounds: at random in the first, then looking one decision ahead by what was learned so far, and in the
    second half of the rounds by short searches, which take several times as long.  A small network learns what the games came to
    and what the searches found.  It reads the numbers of the state, and learns how far to trust the game's own estimate and what
    the functions of a state that the rules ask are worth.  Where searches that have learned nothing do much better than random
    games, they play the first fifth of the rounds, and searches by what was learned play all later ones.

    `daybreak play-out` plays by the result (policies learned and learned-uct) and measures how good it is.  It holds for these
    rules, this edition and these rulings, and is kept in the cache, unless something is kept already that was learned from more
    states.

    With --model linear, a table is worth so much for each thing that can be counted on it (numbers, names, what lies in piles;
    alike places together) or that a function of the rules says of it.  Players by weights around a mean play the same games, and
    those that come to most make the next mean: the cross-entropy method.  They win less than players by a network, but the answer
    says what matters, and how much.  `daybreak play-out --policy linear` plays so.

    Several networks can learn side by side, each from games of its own, as many at a time as there are threads.  Players then
    judge by the mean of what they say, which takes that many times as long.

    Games are played with open cards: in a game that hides things from seats, players judge each table that may lie there by what
    was learned, and take the mean.

    With --seconds the training is laid out for that time, if the rounds take longer: searches begin when half of it is over.  If
    a limit ends the training, the networks are kept that are at least half as far as the first.

    Exit codes: 0; 124 if the time or the memory ran out before all rounds were played.
    """
    from verifier.api.players import train as trained

    refuse_page(html, [], force)
    found = trained(game, model=model, learners=learners, rounds=rounds, positions=positions, seed=seed, objective=objective,
                    edition=edition, rulings=ruling, threads=threads, limits=limits_of(seconds, None, memory), engine=engine,
                    record=record)
    show(found, json=json, html=html, force=force)
    return {"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK)
