"""`daybreak deal`: a scenario with everything that chance decides spelled out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.options import Force, Json
from verifier.cli.shown import show
from verifier.cli.terminal import put_out
from verifier.files import refuse_outputs, write_file


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    seed: Annotated[str | None, typer.Option(metavar="N", help="0..18446744073709551615 (default: a random one).")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there, not to stdout.")] = None,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The scenario's title.")] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Write a scenario of GAME from its set-up, with the order of the deal spelled out.

    The same seed means the same deal on every machine, for ever.
    """
    from verifier.analysis import answer
    from verifier.analysis.deal import dealt, rulings_of, seed_of
    from verifier.results.played import Dealt
    from verifier.scenarios.writer import write_scenario

    to_file = output is not None and str(output) != "-"
    refuse_outputs([output] if to_file else [], [], force)
    scenario = dealt(game, seed_of(seed), edition, rulings_of(ruling or []), title)
    text = write_scenario(scenario)
    if output is not None and to_file:
        write_file(output, text, force=force)
    if json:
        show(Dealt(game, answer.edition(scenario), scenario.deal.seed, str(output) if to_file else None,
                   None if to_file else text), json=True)
    elif not to_file:
        put_out(text)
    return 0
