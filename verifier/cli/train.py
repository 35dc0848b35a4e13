"""`daybreak train`: learn what a table is worth to somebody who does not know the deal."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Objective
from verifier.analysis.defaults import (
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
    learners: Annotated[int, typer.Option(
        metavar="N", min=1, max=TRAINING_LEARNERS_MOST,
        help="How many learn by themselves; who plays takes the mean of what they say.")] = TRAINING_LEARNERS,
    rounds: Annotated[int, typer.Option(
        metavar="N", min=2, max=TRAINING_ROUNDS_MOST,
        help="How many rounds of games each of them plays and learns from.")] = TRAINING_ROUNDS,
    positions: Annotated[int, typer.Option(
        metavar="N", min=TRAINING_STATES_LEAST, max=TRAINING_STATES_MOST,
        help="How many states a round learns from, about.")] = TRAINING_STATES,
    objective: Aim = Objective.FIRST,
    seed: Annotated[int, typer.Option(
        metavar="S", min=0, max=TRAINING_SEED_MOST, help="The seed of the lots by which games are played.")] = 1,
    edition: EditionName = None,
    ruling: Rulings = None,
    record: Annotated[bool, typer.Option(
        "--record", help="Keep the weights in the game's package, too, for everybody who installs it.")] = False,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Learn what a table of GAME is worth to somebody who does not know the deal, for the policies that play by it.

    In each round games are played: at random in the first, then one look ahead by what was learned so far, and in the second
    half of the rounds by short searches, which take several times as long.  A small network learns what the games came to,
    and what the searches found.  It reads the numbers of the state, and adds something for what the game's own estimate says.
    Where searches that have learned nothing do much better than games at random, the first fifth of the rounds is played by them,
    and all later ones by searches.  `daybreak play-out` plays by the weights (policies learned and learned-uct) and measures what
    they are worth.  They hold for these rules, this edition and these rulings, and are kept in the cache,
    unless there are some already that were learned from more states.

    Several may learn so, each from games of its own, as many at a time as there are threads; then the mean of what they say is
    played by, which takes as many times as long to work out.

    If a limit ends it first, what those know is kept who are at least half as far as the first of them.

    Exit codes: 0; 124 if the time or the memory ran out before all rounds were played.
    """
    from verifier.api.deals import train as trained

    refuse_page(html, [], force)
    found = trained(game, learners=learners, rounds=rounds, positions=positions, seed=seed, objective=objective,
                    edition=edition, rulings=ruling, threads=threads, limits=limits_of(seconds, None, memory), engine=engine,
                    record=record)
    show(found, json=json, html=html, force=force)
    return {"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK)
