"""The games that are installed, and what is known of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.analysis.record import recorded
from verifier.errors import BadInput, Problem
from verifier.ledger.editions import default_edition, editions_of, load_edition
from verifier.program.conservation import conservations
from verifier.program.named import clauses_named
from verifier.registry import installed
from verifier.results.edition import EditionRow, ValueRow
from verifier.results.played import GameRow, Games
from verifier.visible import visible

if TYPE_CHECKING:
    from verifier.registry import Listed


def games(game: str | None = None, edition: str | None = None) -> Games:
    """Every installed game, or one with every value of its editions (or of one edition); BadInput for one that there is not."""
    if edition is not None and game is None:
        raise BadInput(Problem("DB518", "--edition is for one game", "--edition", "name the game"))
    if game is not None and game not in installed():
        installed().program(game)  # says which there are
    listed = [each for each in installed().listed() if game is None or each.name == game]
    return Games(tuple(row_of(each) if game is None else described(each, edition) for each in listed))


def described(listed: Listed, name_or_path: str | None) -> GameRow:
    """The row of a game, with every value of its editions, the default first, or of one edition."""
    row = row_of(listed)
    if listed.program is None or row.problems:
        return row
    game, default = listed.program.game, default_edition(listed.program.game)
    names = [name_or_path] if name_or_path is not None else sorted(editions_of(game), key=lambda name: name != default)
    editions = [load_edition(game, name, Path()) for name in names]
    on_offer = {name: each.sentence for name, each in conservations(listed.program).items()}
    return evolve(row, on_offer=on_offer, described=tuple(
        EditionRow(answer.edition_note(game.name, found), found.name == default and not found.file, tuple(
            ValueRow(name, value.value, value.status, value.why, value.given_by) for name, value in found.values.items()))
        for found in editions))


def row_of(listed: Listed) -> GameRow:
    """The row of a game."""
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
        len(game.of_kind("invariant", "step_property", "goal")), tested=kept, grade_order=game.grade_order,
        unnamed=tuple(id_ for id_ in ruled if id_ not in named and not program.rulebook[id_].not_modelled))
