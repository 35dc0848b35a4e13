"""Scenarios, from files and as deals: with what a question about a deal begins, so that nothing else is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from verifier.analysis.deal import dealt, rulings_of, seed_of, written_deal
from verifier.api.parameters import Texts, path_of, texts_of
from verifier.instance import Instance, instance_of, load_instance
from verifier.registry import installed
from verifier.results.played import Dealt
from verifier.scenarios.loader import scenario_of


def scenario(source: str | Path | Mapping[str, Any]) -> Instance:
    """Load a scenario: from a file, or from its tables as a dict (a file that it names is looked for in the current folder).

    >>> import verifier as daybreak
    >>> daybreak.scenario({"schema": 1, "game": "until-dawn", "title": "First night", "deal": {"seed": 7}}).scenario.title
    'First night'
    """
    if isinstance(source, Mapping):
        games = installed()
        loaded = scenario_of(source, games, Path("scenario.toml"))
        return instance_of(evolve(loaded, path=None), games.program(loaded.game.name))
    return load_instance(Path(source))


def deal(game: str, seed: int | None = None, *, edition: str | None = None, rulings: Texts | None = None,
         title: str | None = None) -> Instance:
    """Deal a game from its set-up, with everything that chance decides fixed by a seed (None: a random one).

    The same seed means the same deal on every machine, for ever.

    >>> import verifier as daybreak
    >>> daybreak.deal("until-dawn", seed=7).has_deal
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return instance_of(dealt(game, number, edition, rulings_of(texts_of(rulings)), title), installed().program(game))


def write_deal(game: str, seed: int | str | None = None, *, file: str | Path | None = None, edition: str | None = None,
               rulings: Texts | None = None, title: str | None = None, force: bool = False) -> Dealt:
    """Write a deal as the text of a scenario file, its order spelled out; to a file if named, over an existing one with `force`.

    >>> import verifier as daybreak
    >>> "schema = 1" in daybreak.write_deal("until-dawn", seed=7).scenario.splitlines()
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return written_deal(game, number, edition, rulings_of(texts_of(rulings)), title, path_of(file), force=force)
