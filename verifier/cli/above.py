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
        metavar="X,...", help="How much of each payment counts, in quarters; each gives its own bound.")] = "0,1",
    level: Annotated[float | None, typer.Option(
        metavar="X", min=0.0, max=1.0, help="Do not follow play that cannot come to more than this; no deal then counts less.",
    )] = None,
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="Store at most N states for a deal; one that has more is cut off.")] = ABOVE_STATES,
    samples: Annotated[int, typer.Option(
        metavar="N", min=1, max=ABOVE_SAMPLES_MOST,
        help="How many samples of chance to average where too many outcomes are possible to weigh them all.")] = ABOVE_SAMPLES,
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
    """Bound from above what any player can win who sees the table but not the deal.

    `play-out` shows that at least so much can be won; this command shows that no more can.  Each deal is played by somebody who
    knows all of it, but who pays for every piece of luck: what the next table is worth by what was learned (`daybreak train`),
    less what it was expected to be worth before chance came.  For a player who does not know the deal these payments are fair
    bets, whatever was learned.  So on average no such player wins more than the mean of these bounds (information relaxation:
    Brown, Smith and Sun 2010).

    The bound of each deal is proved, by following every line of it that matters; the mean over deals is a sample, with a 95 %
    interval.  Nothing is known of a deal with more states than --states: it counts as the most that any deal can, which is more
    than 1, and a mean that rests on many of them says little.  --level leaves out play that cannot raise a deal's bound above it.
    With 0 in --scales nothing is paid: this is the share of deals that can be won by somebody who knows each of them in full,
    with undecided ones counted as won.

    Choose scale and level on some deals, and take the bound from others: the smallest of several bounds on the same deals is not
    a bound with that interval.

    Exit codes: 0; 124 if the time or the memory ran out before every deal was bounded.
    """
    from verifier.api.players import above as bounded

    refuse_page(html, [Path(game)], force)
    found = bounded(game, seeds=range(seed, seed + deals), scales=scales, level=level, states=states, samples=samples,
                    objective=objective, edition=edition, rulings=ruling, limits=limits_of(seconds, None, memory), engine=engine)
    show(found, json=json, html=html, force=force)
    return {"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK)
