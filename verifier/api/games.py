"""The installed games, a game of one's own, and how a line is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from verifier import line as lines
from verifier.analysis import answer
from verifier.analysis.games import games as listed_games
from verifier.analysis.moves import moves_after
from verifier.analysis.new_game import laid_out
from verifier.analysis.overview import overview
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.strategy import against, read_strategy
from verifier.api.parameters import (
    Played,
    engine_of,
    instance_from,
    limits_of,
    line_of,
    path_of,
    refuse_line_page,
)
from verifier.files import refuse_page
from verifier.instance import Instance
from verifier.position import Position
from verifier.registry import installed
from verifier.results.overview import RulesOverview
from verifier.results.played import Games, Moves, Replayed
from verifier.results.written import Laid
from verifier.run.reference import Reference
from verifier.search.limits import Limits


def new_game(name: str, folder: str | Path | None = None, *, title: str | None = None) -> Laid:
    """Create a folder with a small but complete game of your own, to change step by step: see the tutorial.

    `folder` is by default a new one of that name.  Nothing is replaced: BadInput (DB599) for a folder that is not empty.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as there:
    ...     daybreak.new_game("night-watch", f"{there}/watch").title
    'Night Watch'
    """
    return laid_out(name, path_of(folder), title)


def games(game: str | None = None, *, edition: str | None = None) -> Games:
    """List the installed games, and how complete each is; for one game also every value of its editions, or of one edition.

    A game whose package is broken is listed with what is wrong (`problems`).

    >>> import verifier as daybreak
    >>> [game.name for game in daybreak.games().games if game.problems]
    []
    """
    return listed_games(game, edition)


def rules(game: str) -> RulesOverview:
    """Show the rules of a game at a glance: which phase can follow which, and each clause with its functions and readings.

    This is read from the rules; nothing is played.  A phase that is not listed after a rule cannot follow it; one that is listed
    may still be unreachable.

    >>> import verifier as daybreak
    >>> found = daybreak.rules("until-dawn")
    >>> [(each.rule, each.next) for phase in found.phases if phase.name == "TURN_ALL" for each in phase.rules]
    [('turn_all', ('NEXT_ATTACKER', 'TURN_ALL'))]
    """
    return overview(installed().program(game))


def start(instance: Instance) -> Position:
    """Return the first decision of a scenario or deal.

    >>> import verifier as daybreak
    >>> first = daybreak.start(daybreak.deal("until-dawn", seed=7))
    >>> first.after(first.legal()[0]).line == (first.legal()[0],)
    True
    """
    return Position(instance_from(instance))


def moves(instance: Instance, line: Played = (), *, only: str = "") -> Moves:
    """List the legal moves after a line, and for each other move of the phase the clause that forbids it.

    With `only`, list only the moves that begin with these words; BadInput (DB592) if none does.

    >>> import verifier as daybreak
    >>> found = daybreak.moves(daybreak.deal("until-dawn", seed=7), only="barricade")
    >>> "barricade 0" in found.legal, "pass" in found.legal
    (True, False)
    """
    played = list(lines.replay(instance_from(instance).reference, instance.start, line_of(line)))
    return moves_after(instance, played, only.split())


def replay(instance: Instance, line: Played, *, boards: bool = False, html: str | Path | None = None,
           alternatives: bool = False, limits: Limits | None = None, engine: str = "auto", force: bool = False,
           strategy: str | Path | None = None, on_answer: Callable[[Replayed], None] | None = None,
           on_progress: Watcher | None = None) -> Replayed:
    """Play a line by the rules, event by event, with the clauses that each event uses and the properties that it breaks.

    `boards` draws the table after each event, for `to_text`.  BadInput for an illegal event, with the clause that forbids it and
    the moves that would be legal.

    With a file `strategy` that `force` wrote, its seats play by it, and the line has the events of the others alone.

    A page to step through the line is written to the file `html`, over an existing file only with `force`; `on_answer` is called
    with the answer before that.  The page judges each decision as `review` does, by a search on `engine`, within `limits` for
    each position; with `alternatives` it has what each other decision would still reach.

    >>> import verifier as daybreak
    >>> played = daybreak.replay(daybreak.deal("until-dawn", seed=7), ["barricade 0"])
    >>> [event.event for event in played.events if event.kind == "decision"]
    ['barricade 0']
    """
    choice, page = engine_of(engine), path_of(html)
    refuse_line_page(html, alternatives)
    limits = None if limits is None else limits_of(limits)
    refuse_page(page, instance_from(instance).files, force)
    events = line_of(line)
    reference = instance.reference
    if strategy is not None:
        followed = read_strategy(Path(strategy), instance)
        events = against(instance, followed, events)
        reference = Reference(instance.program, evolve(instance.setting, tapes=())) if followed.open_chance else reference
    played = list(lines.replay(reference, instance.start, events))
    found = evolve(answer.replayed(instance, played, boards=boards, states=True), broken=answer.broken(instance, played))
    if on_answer is not None:
        on_answer(found)
    if page is not None:
        from verifier.analysis.line_page import write_line_page

        with watched_by(on_progress):
            write_line_page(page, instance, played, engine=choice, compare=alternatives, force=force, limits=limits)
    return found
