"""`daybreak games`: the installed games, their editions, how complete each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.cli.options import Json
from verifier.cli.terminal import put_out, put_page
from verifier.visible import visible

if TYPE_CHECKING:
    from verifier.registry import Listed
    from verifier.report.results.played import GameRow


def games(json: Json = False) -> int:
    """List the installed games, their editions, and how complete each is.

    A game whose package is broken is listed with what is wrong and spoils nothing else.
    """
    from verifier.errors import EXIT_BAD_INPUT, EXIT_OK
    from verifier.registry import installed
    from verifier.report import json as as_json

    rows = [row_of(listed) for listed in installed().listed()]
    if json:
        put_out(as_json.text(as_json.games(rows)))
    else:
        from verifier.report.text.games import games as as_text

        put_page(as_text(rows))
    return EXIT_BAD_INPUT if any(row.problems for row in rows) else EXIT_OK


def row_of(listed: Listed) -> GameRow:
    """What is told about a game."""
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
        editions = tuple((name, load_edition(game, name, game.folder).title) for name in editions_of(game))
    except BadInput as error:
        return GameRow(visible(listed.name), listed.package, problems=tuple(visible(str(problem)) for problem in error.problems))
    named = clauses_named(program)
    ruled = [id_ for id_, clause in program.rulebook.items() if clause.kind == "rule"]
    return GameRow(
        listed.name, listed.package, game.title, editions, len(program.events), len(program.phases), len(program.clauses),
        len(ruled), sum(id_ in named for id_ in ruled), len(program.readings.switches), len(program.readings.recorded),
        len(game.of_kind("invariant", "step_property", "goal")))
