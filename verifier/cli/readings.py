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
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK
from verifier.files import refuse_page

EXITS = {"done": EXIT_OK, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT, "interrupted": EXIT_INTERRUPTED}


def readings(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Its readings; all unless some are named.")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=READING_DEALS_MOST, help="How many deals to play; the same for every reading.")] = READING_DEALS,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first deal; the others count up from it.")] = "1",
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="Stop proving a best grade after about N states; it is then undecided.")] = READING_STATES,
    size: Annotated[int, typer.Option(
        metavar="K", min=0, max=TABLE_SIZE_MOST,
        help="Let z3 look for a position of at most size K that shows the difference.")] = TABLE_SIZE,
    pairs: Annotated[int, typer.Option(
        metavar="N", min=0, max=PAIRS_MOST, help="Also measure the N readings with the largest effects in pairs.")] = PAIRS,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME|FILE.toml", help="The component data of the set-up; not together with --from.")] = None,
    start: Annotated[list[Path] | None, typer.Option(
        "--from", metavar="SCENARIO",
        help="Play from this scenario's position, with its component data and rulings; repeatable.")] = None,
    further: Annotated[list[Path] | None, typer.Option(
        "--or-from", metavar="SCENARIO",
        help="Play from here only what the starts before it hardly exercised; repeatable, taken in order.")] = None,
    store: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="Take what is kept there, and keep what is new; `daybreak batch` writes such folders.")] = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Count the deals of GAME that end otherwise under each choice of a reading than under the ruling in force.

    The same seeded deals are played from the set-up under each choice, in three ways: to the best grade under perfect
    information, by a random player, and by a peeking player, who looks one decision ahead by the game's bound and estimate
    and sees what the deal brings until then.
    Reports the share of deals whose result changes, with Wilson's 95 % interval.  A deal is undecided if its best grade, or at
    least the first field of it, was not proved on both sides within --states; undecided deals are counted separately, and the
    interval allows for either result.

    That the games of random and peeking players end otherwise shows that a choice comes up in play, and not what it does to a
    good player: `readings-played` measures that.

    A choice was exercised if, at some position of these games, it makes something legal or illegal, or an event lead elsewhere,
    or if it changed a result.  For a choice that was not exercised no share is reported: these deals say nothing about it.
    Other starts may: with --from, games start from the positions of scenarios, with seeds in place of the deals that the
    scenarios spell out; --or-from does the same for the choices that are still not exercised.

    Also reported: whether the choice changes what is legal, or what an event does, at a position of these games; the smallest
    position at all where it does, or a proof by z3 that there is none; lines that get stuck under a choice (an endless loop, or
    no legal move); what the strongest readings do in pairs; and where the rulebook contradicts itself.  The plain rules replay
    every line and every position.

    A share is an estimate from a sample.  It does not prove that a reading has no effect on outcomes.

    --engine auto means native here: the rules are compiled first, if they are not yet.

    Exit codes: 0 if every reading was measured; 124 if --seconds or --memory ended the work early, in which case the answer has
    the readings measured so far and lists the others as unknown.
    """
    from verifier.api.rulebooks import readings as measured

    refuse_page(html, [], force)
    limits = limits_of(seconds, states, memory)
    found = measured(game, ids or (), deals=deals, seed=seed, states=states, size=size, pairs=pairs, seconds=seconds,
                     rulings=ruling, edition=edition, engine=engine, starts=start or (), further=further or (),
                     memory=limits.memory, store=store)
    show(found, json=json, html=html, force=force)
    return EXITS[found.ending]
