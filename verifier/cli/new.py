"""`daybreak new`: a folder for a game of your own, with a whole little game in it to be changed step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.options import Json
from verifier.cli.shown import show
from verifier.errors import EXIT_OK


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: small letters, digits and dashes.")],
    folder: Annotated[Path | None, typer.Argument(
        metavar="FOLDER", help="Where to create it (default: a new folder of that name).",
                                                  show_default=False)] = None,
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="What people call the game.", show_default=False)] = None,
    json: Json = False,
) -> int:
    """Create a folder for a game of your own: a package with rules, ledgers, a scenario and tests, to change step by step.

    It holds a small but complete game that can be played, solved and checked; its README says what each file is for.  Existing
    files are never replaced.
    """
    from verifier.api.games import new_game

    show(new_game(name, folder, title=title), json=json)
    return EXIT_OK
