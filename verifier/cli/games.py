"""`daybreak games`: the installed games, their editions, how complete each is; of one game its editions' data, or its rules."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.options import Force, HtmlReport, Json
from verifier.cli.shown import show
from verifier.files import refuse_page


def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this one, with every value of its editions.")] = None,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME|FILE.toml", help="List only this edition, or a file of your own.")] = None,
    rules: Annotated[bool, typer.Option(
        "--rules", help="For one game: which phase can follow which, by which rule; and each clause with the functions that name "
        "it and the readings about it.")] = False,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """List the installed games, their editions, and how complete each is.

    For one game, each value of its component data is listed with its source: a place in the rulebook, or an assumption and the
    reason for it.  A game whose package is broken is listed with what is wrong; the other games still work.

    --rules shows the phase graph.  It is read from the rules, not from games that were played: a phase that is not shown after a
    rule cannot follow it, whatever the deal, the readings and the component data; one that is shown may still be unreachable.
    With --html the page has a picture of it.
    """
    from verifier.api import games as api
    from verifier.errors import EXIT_BAD_INPUT, EXIT_OK, BadInput, Problem

    problems = [Problem("DB518", f"{name} is for one game", name, "name the game")
                for name, given in (("--edition", edition is not None), ("--rules", rules)) if given and game is None]
    if rules and edition is not None:
        problems.append(Problem("DB518", "rules are the same for every edition", "--edition", "leave it out with --rules"))
    if problems:
        raise BadInput(problems)
    refuse_page(html, [], force)
    if game is not None and rules:
        show(api.rules(game), json=json, html=html, force=force)
        return EXIT_OK
    found = api.games(game, edition=edition)
    show(found, json=json, html=html, force=force)
    return EXIT_BAD_INPUT if any(row.problems for row in found.games) else EXIT_OK
