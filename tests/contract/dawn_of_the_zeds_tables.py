"""Tables of Dawn of the Zeds laid out for tests, and lines played on them: units, Zeds and dice as a test names them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.cards import EventCard
from daybreak_games.dawn_of_the_zeds.pieces import Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import ZED_SPACES, Place
from daybreak_games.dawn_of_the_zeds.state import Box, Phase, Town
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
ZEDS = {word: Zed(number) for number, word in enumerate(words_of(Zed))}
PLACES = {word: Place(number) for number, word in enumerate(words_of(Place))}
UNITS = {word: Unit(number) for number, word in enumerate(words_of(Unit))}


@cache
def _edition(name: str) -> Any:
    return load_edition(game, name, Path()).record


def box(players: int = 1, name: str = "third-party-data") -> Box:
    """The component data for a number of players, of the test's own to change."""
    edition: Box = copied(_edition(name))
    edition.players = players
    return edition


def reference(edition: Box | None = None, **rulings: str) -> Reference:
    """The reference under the default rulings but for those named `DZ_29="past-them"`."""
    chosen = {**PROGRAM.default_rulings, **{id_.replace("_", "-"): choice for id_, choice in rulings.items()}}
    return Reference(PROGRAM, Setting(chosen, edition or box(), ()))


def table(phase: Phase, zeds: Mapping[str, str] = {}, units: Mapping[str, str] = {}, event: EventCard = EventCard.KEEP_CALM,
          markers: int = 0, **fields: Any) -> Position:
    """A table: Zeds as `{"forest-4": "5/3 3/2"}`, units as `{"hunt": "forest-3"}`; every other unit is aside.

    `markers` players have not spent theirs.
    """
    town = Town()
    town.phase, town.event, town.act, town.ammo = phase, event, 2, 4
    town.initiative = town.citadel = town.leadership = True
    for player in range(markers):
        town.ready[player] = True
    for space, words in zeds.items():
        for index, word in enumerate(words.split()):
            town.zeds[PLACES[space]][index] = ZEDS[word]
    for name, place in units.items():
        town.units[UNITS[name]].at = PLACES[place]
    for field, value in fields.items():
        setattr(town, field, value)
    return Position(town, (0,) * len(PROGRAM.tapes))


def play(run: Reference, position: Position, *events: str) -> list[Applied]:
    """The transitions of some events, decisions and chance alike, and of the steps between and behind them."""
    left, line = list(events), []
    while True:
        kind = run.kind(position)
        if kind == END or (kind in (DECISION, CHANCE) and not left):
            assert not left, f"{left} left at {position.state.phase!r}"
            return line
        event = PROGRAM.event_by_text[left.pop(0)] if kind in (DECISION, CHANCE) else run.events(position)[0]
        assert event.rule.phase == position.state.phase, f"{event.text} at {position.state.phase!r}"
        line.append(run.apply(position, event))
        position = line[-1].after


def after(run: Reference, position: Position, *events: str) -> Town:
    """The table after such a line."""
    line = play(run, position, *events)
    town: Town = line[-1].after.state if line else position.state
    return town


def zeds(town: Town) -> dict[str, str]:
    """The Zeds of a table, as `table` takes them."""
    return {word: " ".join(words_of(Zed)[zed] for zed in town.zeds[place] if zed != Zed.NONE)
            for word, place in PLACES.items() if place in ZED_SPACES and town.zeds[place][0] != Zed.NONE}


def where(town: Town, unit: str) -> str:
    """The place of a unit."""
    return words_of(Place)[town.units[UNITS[unit]].at]


def forbidden(run: Reference, position: Position, event: str) -> str | None:
    """The clause that forbids a decision; None if it is legal."""
    return run.forbidden_by(position, PROGRAM.event_by_text[event])
