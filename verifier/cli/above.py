"""`daybreak above`: what anybody can win at most who sees the table and not the deal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, Objective
from verifier.analysis.defaults import ABOVE_SAMPLES, ABOVE_SAMPLES_MOST, ABOVE_STATES, PLAYED_DEALS, PLAYED_DEALS_MOST
from verifier.cli.options import Aim, EditionName, Force, HtmlReport, Json, Memory, PlayEngine, Rulings, Seconds, limits_of
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK
from verifier.files import refuse_page


def above(
    game: Annotated[str, typer.Argument(
        metavar="GAME|SCENARIO",
        help="A game that `daybreak games` lists, or a scenario: deals are then played from its table.")],
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals to bound.")] = PLAYED_DEALS,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    scales: Annotated[str, typer.Option(
        metavar="X,...", help="How much of each penalty counts, in quarters; each gives a bound by itself.")] = "0,1",
    level: Annotated[float | None, typer.Option(
        metavar="X", min=0.0, max=1.0, help="Do not follow play that cannot come to more than this; no deal counts less then.",
    )] = None,
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="Store at most N states for a deal; one that has more is cut off.")] = ABOVE_STATES,
    samples: Annotated[int, typer.Option(
        metavar="N", min=1, max=ABOVE_SAMPLES_MOST,
        help="How many samples of chance a mean has where too much can come to weigh all of it.")] = ABOVE_SAMPLES,
    objective: Aim = Objective.FIRST,
    edition: EditionName = None,
    ruling: Rulings = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Bound from above what any player can win who sees the table and not the deal.

    `play-out` says what some players win, so at least that can be won. Here each deal is played by one who knows all of it, and
    who pays for every piece of luck: what the next table is worth by what was learned (`daybreak train`), less what it was to be
    worth before chance came. To a player who does not know the deal such payments are fair bets, whatever was learned, so that on
    average none of them can win more than the mean of these bounds (information relaxation: Brown, Smith and Sun 2010).

    The bound of a deal is proved, by following every line of it that matters; the mean over deals is a sample, with a 95 %
    interval. Of a deal with more states than --states nothing is known but the most that any deal can count, which is more than
    1: a bound that rests on such deals says little. --level leaves out what cannot raise a deal's bound above it. With 0 in
    --scales nothing is paid: that is the share of deals which somebody can win who knows the whole of each, undecided ones
    counted as won.

    Choose scale and level on some deals, and take the bound from others: the smallest of several bounds on the same deals is no
    bound with that interval.

    Exit codes: 0; 124 if the time or the memory ran out before every deal was bounded.
    """
    from verifier.api.deals import above as bounded

    refuse_page(html, [Path(game)], force)
    found = bounded(game, seeds=range(seed, seed + deals), scales=scales, level=level, states=states, samples=samples,
                    objective=objective, edition=edition, rulings=ruling, limits=limits_of(seconds, None, memory), engine=engine)
    show(found, json=json, html=html, force=force)
    return {"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK)
