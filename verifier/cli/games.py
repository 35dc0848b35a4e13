"""`daybreak games`: the installed games, their editions, how complete each is; of one game each value of its editions."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.options import Json
from verifier.cli.terminal import put_out, put_page


def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this one, with every value of its editions.")] = None,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME|FILE.toml", help="Of these editions only one, or a file of your own.")] = None,
    json: Json = False,
) -> int:
    """List the installed games, their editions, and how complete each is.

    For one game, each value of its component data is listed: stated at a place of the rulebook, or assumed, and why.  A game
    whose package is broken is listed with what is wrong and spoils nothing else.
    """
    from verifier.analysis.games import described, row_of
    from verifier.errors import EXIT_BAD_INPUT, EXIT_OK, BadInput, Problem
    from verifier.registry import installed
    from verifier.report import json as as_json

    if edition is not None and game is None:
        raise BadInput(Problem("DB518", "--edition is for one game", "--edition", "name the game"))
    if game is not None and game not in installed():
        installed().program(game)  # says which there are
    listed = [each for each in installed().listed() if game is None or each.name == game]
    rows = [row_of(each) if game is None else described(each, edition) for each in listed]
    if json:
        put_out(as_json.text(as_json.games(rows)))
    else:
        from verifier.report.text.games import games as as_text

        put_page(as_text(rows))
    return EXIT_BAD_INPUT if any(row.problems for row in rows) else EXIT_OK
