"""`daybreak games`: the installed games, their editions, how complete each is; of one game each value of its editions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.options import Json
from verifier.cli.terminal import put_out, put_page
from verifier.visible import visible

if TYPE_CHECKING:
    from verifier.registry import Listed
    from verifier.report.results.played import GameRow


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


def described(listed: Listed, name_or_path: str | None) -> GameRow:
    """What is told about a game, with every value of its editions, the default first, or of one edition."""
    from attrs import evolve

    from verifier.cli import answer
    from verifier.ledger.editions import default_edition, editions_of, load_edition
    from verifier.report.results.edition import EditionRow, ValueRow

    row = row_of(listed)
    if listed.program is None or row.problems:
        return row
    game, default = listed.program.game, default_edition(listed.program.game)
    names = [name_or_path] if name_or_path is not None else sorted(editions_of(game), key=lambda name: name != default)
    editions = [load_edition(game, name, Path()) for name in names]
    return evolve(row, described=tuple(
        EditionRow(answer.edition_note(game.name, found), found.name == default and not found.file, tuple(
            ValueRow(name, value.value, value.status, value.why, value.given_by) for name, value in found.values.items()))
        for found in editions))


def row_of(listed: Listed) -> GameRow:
    """What is told about a game."""
    from verifier.analysis.record import recorded
    from verifier.cli import answer
    from verifier.errors import BadInput
    from verifier.ledger.editions import editions_of, load_edition
    from verifier.ledger.named import clauses_named
    from verifier.report.results.played import GameRow

    program = listed.program
    if program is None:
        problems = listed.problem.problems if listed.problem is not None else ()
        return GameRow(visible(listed.name), listed.package, problems=tuple(visible(str(problem)) for problem in problems))
    game = program.game
    try:
        editions = tuple(answer.edition_note(game.name, load_edition(game, name, game.folder)) for name in editions_of(game))
        kept = recorded(program)
    except BadInput as error:
        return GameRow(visible(listed.name), listed.package, problems=tuple(visible(str(problem)) for problem in error.problems))
    named = clauses_named(program)
    ruled = [id_ for id_, clause in program.rulebook.items() if clause.kind == "rule"]
    return GameRow(
        listed.name, listed.package, game.title, editions, len(program.events), len(program.phases), len(program.clauses),
        len(ruled), sum(id_ in named for id_ in ruled), len(program.readings.switches), len(program.readings.recorded),
        len(game.of_kind("invariant", "step_property", "goal")), tested=kept, grade_order=game.grade_order)
