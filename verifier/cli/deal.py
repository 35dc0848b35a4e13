"""`daybreak deal`: a scenario with everything that chance decides spelled out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.options import Force, Json
from verifier.cli.shown import show
from verifier.cli.terminal import put_out
from verifier.files import refuse_outputs


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    seed: Annotated[str | None, typer.Option(
        metavar="N", help="A number from 0 to 18446744073709551615 (default: a random one).")] = None,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this file instead of stdout.")] = None,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The scenario's title.")] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Write a scenario of GAME from its set-up, with the order of the deal spelled out.

    The same seed means the same deal on every machine, for ever.
    """
    from verifier.api.scenarios import write_deal

    to_file = output is not None and str(output) != "-"
    refuse_outputs([output] if output is not None and to_file else [], [], force)
    found = write_deal(game, seed, file=output if to_file else None, edition=edition, rulings=ruling, title=title, force=force)
    if json:
        show(found, json=True)
    else:
        put_out(found.scenario or "")
    return 0
