"""What is asked about: scenarios, deals, the games that are installed, a game of one's own; and how a line is played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from verifier import line as lines
from verifier.analysis import answer
from verifier.analysis.deal import dealt, rulings_of, seed_of, written_deal
from verifier.analysis.games import games as listed_games
from verifier.analysis.moves import moves_after
from verifier.analysis.new_game import laid_out
from verifier.analysis.overview import overview
from verifier.api.parameters import Played, Texts, instance_from, line_of, path_of, texts_of
from verifier.instance import Instance, instance_of, load_instance
from verifier.position import Position
from verifier.registry import installed
from verifier.results.overview import RulesOverview
from verifier.results.played import Dealt, Games, Moves, Replayed
from verifier.results.written import Laid
from verifier.scenarios.loader import scenario_of


def scenario(source: str | Path | Mapping[str, Any]) -> Instance:
    """A scenario, ready to be asked about: a file, or its tables as a dict (a file that it names is looked for in this folder).

    >>> import verifier as daybreak
    >>> daybreak.scenario({"schema": 1, "game": "until-dawn", "title": "First night", "deal": {"seed": 7}}).scenario.title
    'First night'
    """
    if isinstance(source, Mapping):
        games = installed()
        loaded = scenario_of(source, games, Path("scenario.toml"))
        return instance_of(loaded, games.program(loaded.game.name))
    return load_instance(Path(source))


def deal(game: str, seed: int | None = None, *, edition: str | None = None, rulings: Texts | None = None,
         title: str | None = None) -> Instance:
    """A game from its set-up with everything that chance decides fixed by a seed (None: one at random).

    The same seed means the same deal on every machine, for ever.

    >>> import verifier as daybreak
    >>> daybreak.deal("until-dawn", seed=7).has_deal
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return instance_of(dealt(game, number, edition, rulings_of(texts_of(rulings)), title), installed().program(game))


def write_deal(game: str, seed: int | str | None = None, *, file: str | Path | None = None, edition: str | None = None,
               rulings: Texts | None = None, title: str | None = None, force: bool = False) -> Dealt:
    """A deal as the text of a scenario file with its order spelled out, or written to a file (over another only with `force`).

    >>> import verifier as daybreak
    >>> "schema = 1" in daybreak.write_deal("until-dawn", seed=7).scenario.splitlines()
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return written_deal(game, number, edition, rulings_of(texts_of(rulings)), title, path_of(file), force=force)


def new_game(name: str, folder: str | Path | None = None, *, title: str | None = None) -> Laid:
    """A folder (one of that name) with a whole little game of your own in it, to be changed step by step: see the tutorial.

    Nothing that is there is replaced: BadInput (DB599) for a folder with something in it.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as there:
    ...     daybreak.new_game("night-watch", f"{there}/watch").title
    'Night Watch'
    """
    return laid_out(name, path_of(folder), title)


def games(game: str | None = None, *, edition: str | None = None) -> Games:
    """The games that are installed, and how complete each is; of one game every value of its editions, too, or of one edition.

    A game whose package is broken is among them with what is wrong (`problems`).

    >>> import verifier as daybreak
    >>> [game.name for game in daybreak.games().games if game.problems]
    []
    """
    return listed_games(game, edition)


def rules(game: str) -> RulesOverview:
    """The rules of a game at a glance: which phase can follow which, and each clause with its functions and readings.

    Read off the rules; nothing is played.  A phase that is not among those behind a rule cannot follow it; one that is there
    may follow in no position that play leads to.

    >>> import verifier as daybreak
    >>> found = daybreak.rules("until-dawn")
    >>> [(each.rule, each.next) for phase in found.phases if phase.name == "TURN_ALL" for each in phase.rules]
    [('turn_all', ('NEXT_ATTACKER', 'TURN_ALL'))]
    """
    return overview(installed().program(game))


def start(instance: Instance) -> Position:
    """The first decision of a scenario or deal.

    >>> import verifier as daybreak
    >>> first = daybreak.start(daybreak.deal("until-dawn", seed=7))
    >>> first.after(first.legal()[0]).line == (first.legal()[0],)
    True
    """
    return Position(instance_from(instance))


def moves(instance: Instance, line: Played = (), *, only: str = "") -> Moves:
    """What can be done behind a line, and for each other move of the phase the clause that forbids it.

    Of a decision only the moves that begin with the words `only`; BadInput (DB592) where none does.

    >>> import verifier as daybreak
    >>> found = daybreak.moves(daybreak.deal("until-dawn", seed=7), only="barricade")
    >>> "barricade 0" in found.legal, "pass" in found.legal
    (True, False)
    """
    played = list(lines.replay(instance_from(instance).reference, instance.start, line_of(line)))
    return moves_after(instance, played, only.split())


def replay(instance: Instance, line: Played, *, boards: bool = False) -> Replayed:
    """A line as the rules play it, event by event, with the clauses that each used and the properties that it breaks.

    `boards` draws the table behind each event, for `to_text`.  BadInput for an event that is not legal where it comes, with the
    clause that forbids it and what would be legal.

    >>> import verifier as daybreak
    >>> played = daybreak.replay(daybreak.deal("until-dawn", seed=7), ["barricade 0"])
    >>> [event.event for event in played.events if event.kind == "decision"]
    ['barricade 0']
    """
    played = list(lines.replay(instance_from(instance).reference, instance.start, line_of(line)))
    return evolve(answer.replayed(instance, played, boards=boards, states=True), broken=answer.broken(instance, played))
