"""`daybreak readings`: what each way to read a rulebook does to the outcomes of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice
from verifier.analysis.defaults import (
    PAIRS,
    PAIRS_MOST,
    READING_DEALS,
    READING_DEALS_MOST,
    READING_STATES,
    TABLE_SIZE,
    TABLE_SIZE_MOST,
)
from verifier.cli.options import Engine, Force, HtmlReport, Json, Memory, Seconds, limits_of
from verifier.cli.shown import refuse_page, show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK

EXITS = {"done": EXIT_OK, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT, "interrupted": EXIT_INTERRUPTED}


def readings(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Its readings; all unless some are named.")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=READING_DEALS_MOST, help="How many deals; the same for every reading.")] = READING_DEALS,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first deal; the next ones follow it.")] = "1",
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="At most about so many states to prove a best grade; more is undecided.")] = READING_STATES,
    size: Annotated[int, typer.Option(
        metavar="K", min=0, max=TABLE_SIZE_MOST,
        help="z3 looks for a position that shows it, with up to K to lay out.")] = TABLE_SIZE,
    pairs: Annotated[int, typer.Option(
        metavar="N", min=0, max=PAIRS_MOST, help="Measure the N readings with the largest effects in pairs too.")] = PAIRS,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME|FILE.toml", help="The component data of the set-up; not beside --from.")] = None,
    start: Annotated[list[Path] | None, typer.Option(
        "--from", metavar="SCENARIO", help="Play from this scenario's position, with its data and rulings; repeatable.")] = None,
    further: Annotated[list[Path] | None, typer.Option(
        "--or-from", metavar="SCENARIO",
        help="From here only what the starts before exercise hardly or not; repeatable, each in its turn.")] = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Measure what each reading of GAME does to outcomes, choice by choice against the ruling in force.

    The same seeded deals are played from the set-up under each choice, in three ways: to the best grade under perfect
    information, by a random player, and by a greedy one, who looks one decision ahead by the game's bound and estimate.
    Told are the shares of deals that end otherwise, with Wilson's 95 % intervals.  A deal whose best grade (or at least the
    first field of it) is not proved on both sides within --states is undecided: it is counted apart, and the interval allows
    for either.

    A choice is exercised if something is legal or leads elsewhere under it at a position that these plays met, or a result
    changed.  Of one that is not, no share is told: these deals say nothing of it.  Others may: with --from, plays start from
    the positions of scenarios, and the seeds replace the deals that these spell out.  --or-from does so for what is left.

    Besides: whether what is legal, or what an event does, differs at a position met on the way; the smallest position at all
    where it does, which z3 looks for, or its proof that there is none; lines that get stuck under a choice (rules that go round
    for ever, no legal move); what the strongest readings do in pairs; and where the rulebook contradicts itself.  Each line and
    each position is replayed by the plain rules.

    A share is an estimate from a sample: no proof that a reading has no effect on outcomes.

    --engine auto is native here: the rules are compiled first, if they are not yet.

    Ends with 0 when every reading was measured, with 124 when --seconds or --memory cut it short: the answer then has those
    measured so far, and the others as unknown.
    """
    from verifier.api.rulebooks import readings as measured

    refuse_page(html, [], force)
    limits = limits_of(seconds, states, memory)
    found = measured(game, ids or (), deals=deals, seed=seed, states=states, size=size, pairs=pairs, seconds=seconds,
                     rulings=ruling, edition=edition, engine=engine, starts=start or (), further=further or (),
                     memory=limits.memory)
    show(found, json=json, html=html, force=force)
    return EXITS[found.ending]
