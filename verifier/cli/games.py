"""`daybreak games`: the installed games, their editions, how complete each is; of one game each value of its editions."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.options import Json
from verifier.cli.shown import show


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
    from verifier.analysis.games import games as listed_games
    from verifier.errors import EXIT_BAD_INPUT, EXIT_OK

    found = listed_games(game, edition)
    show(found, json=json)
    return EXIT_BAD_INPUT if any(row.problems for row in found.games) else EXIT_OK
