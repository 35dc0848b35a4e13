"""A scenario as plain data for another process, which loads it again there: the rules come from the game that it has installed.

An edition of the user's own goes along with every value, so that its file need not be there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from verifier.lang.game import Game
from verifier.ledger.component_data import Edition, Value
from verifier.ledger.editions import document_of, edition_of
from verifier.scenarios.loader import Scenario, scenario_of


@frozen
class SentEdition:
    """A user's own edition: its document with every value, and what is said of the values and of the files they come from."""

    document: dict[str, Any]
    values: dict[str, Value]
    bases: tuple[Any, ...]
    file: str


@frozen
class Sent:
    """A scenario as the document of a file, and what a document does not say; `edition` is None for one of the game's own."""

    document: dict[str, Any]
    name: str
    title: str
    path: Path | None
    edition: SentEdition | None
    edition_given: str | None


def sent(scenario: Scenario) -> Sent:
    """A scenario as plain data that can be pickled."""
    deal: dict[str, Any] = {name: list(entries) for name, entries in scenario.deal.given.items()}
    if scenario.deal.seed is not None:
        deal["seed"] = str(scenario.deal.seed)
    document: dict[str, Any] = {"schema": 1, "game": scenario.game.name, "rulings": scenario.chosen, "deal": deal}
    if scenario.start is not None:
        document["start"] = scenario.start
    if scenario.expect is not None:
        expected = {"grade": scenario.expect.grade} if scenario.expect.grade else {}
        document["expect"] = expected if scenario.expect.verdict is None else {**expected, "verdict": scenario.expect.verdict}
    own = _sent(scenario.game, scenario.edition) if scenario.edition.file else None
    if own is None:
        document["edition"] = scenario.edition.name
    return Sent(document, scenario.name, scenario.title, scenario.path, own, scenario.edition_given)


def received(data: Sent, games: Mapping[str, Game[Any, Any]]) -> Scenario:
    """The scenario that was sent; BadInput where the game is not installed, or is another version that refuses it."""
    scenario = scenario_of(data.document, games, data.path or Path("scenario.toml"))
    edition = scenario.edition if data.edition is None else _received(scenario.game, data.edition)
    return evolve(scenario, name=data.name, title=data.title, path=data.path, edition=edition, edition_given=data.edition_given)


def _sent(game: Game[Any, Any], edition: Edition) -> SentEdition:
    return SentEdition(document_of(game, edition), edition.values, edition.bases, edition.file)


def _received(game: Game[Any, Any], data: SentEdition) -> Edition:
    return evolve(edition_of(game, data.document, Path(data.file)), values=data.values, bases=data.bases, file=data.file)
