"""Dawn of the Zeds with a bound that looks ahead: the seventh Civilians unit comes by a fate card, which many deals never bring.

Its own bound becomes this one once that is proved; until then it tries `game.foresight` and `may_happen` out on a whole game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.altered_games import altered_game
from verifier.lang.game import Game
from verifier.registry import installed

ZEDS, PACKAGE = "dawn-of-the-zeds", "daybreak_games.dawn_of_the_zeds"
DECLARED = "game.foresight(draw_fate, calls_civilians, fates_to_come)"
FORESIGHT = f'''\
FATES_UNKNOWN = 40


@game.rule
def event_draws(card: EventCard) -> bool:
    """Whether the event of a card asks for a fate draw."""
    return box.events[card].effect == Effect.UNDERFOOT or box.events[card].effect == Effect.CONTAGION


@game.rule
def fates_of(card: EventCard) -> Annotated[int, Range(0, 7)]:
    """How many fate draws an event card asks for, by its event and its symbols."""
    return int(event_draws(card)) + sum(1 for symbol in box.events[card].zeds if symbol == Symbol.FATED_TWICE)


@game.rule
def event_may_draw(town: Town) -> bool:
    """Whether the event of the open card may still ask for its fate draw: it has not begun, or has just begun."""
    begins = town.part == 0 and (town.cause == Cause.EVENT or town.combat == Combat.EVENT or town.phase in (
        Phase.EVENT, Phase.DRAW_HERO, Phase.EVENT_SPACE, Phase.EVENT_UNIT))
    return event_draws(town.event) and (begins or town.part == 1)


@game.rule
def fates_to_come(town: Town) -> Annotated[int, Range(0, FATES_UNKNOWN)]:
    """How many fate cards may be drawn yet, at the most; not known where events that draw come later in their turn."""
    if any(event_draws(card) and box.events[card].moment != Moment.ZEDS_PHASE_START for card in EventCard):
        return FATES_UNKNOWN
    left = sum(fates_of(card) for card in EventCard if town.events[card] > 0)
    if Phase.REVEAL < town.phase < Phase.WON:
        symbols = box.events[town.event].zeds
        left += sum(1 for index in range(symbols.size) if index >= town.symbol and symbols[index] == Symbol.FATED_TWICE)
        left += int(town.phase == Phase.DRAW_FATE) + int(event_may_draw(town))
    return min(FATES_UNKNOWN, left)


@game.rule
def calls_civilians(card: FateCard) -> bool:
    """Whether a fate card brings a new Civilians unit."""
    return box.fates[card].twist == Twist.NEW_CIVILIANS


@game.rule
def call_is_drawn(town: Town) -> bool:
    """Whether a fate card that brings a new Civilians unit is held, or lies open."""
    return any(calls_civilians(card) and (town.fates[card] == FatePile.HELD or town.fates[card] == FatePile.OPEN)
               for card in FateCard)


{DECLARED}


'''
REPLACED = {
    "import Effect, EventCard\n": "import Effect, EventCard, FateCard, FatePile, Moment, Symbol, Twist\n",
    "from daybreak_games.dawn_of_the_zeds.ground": f"from {PACKAGE}.fate import draw_fate\nfrom {PACKAGE}.ground",
    "import Phase, Town, box, game\n": "import Cause, Combat, Phase, Town, box, game\n",
    "import Range, record\n": "import Range, may_happen, record\n",
    "@game.rule\ndef may_live(town: Town, unit: Unit)":
        f"{FORESIGHT}@game.rule\ndef may_live(town: Town, unit: Unit, called: bool)",
    "or can_come(town, unit) or waiting(town, unit)":
        "or called and can_come(town, unit) or town.phase == Phase.MUSTER and waiting(town, unit)",
    "    left = sum(1 for unit in Unit if may_live(town, unit))":
        "    called = may_happen(calls_civilians) or call_is_drawn(town)\n"
        "    left = sum(1 for unit in Unit if may_live(town, unit, called))",
}


def looking_ahead(folder: Path, changes: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """The game, a copy of it in a folder; some texts of what looks ahead may be replaced by others."""
    source = Path(installed().program(ZEDS).game.folder, "grading.py").read_text(encoding="utf-8")
    altered = source
    for old, new in (*REPLACED.items(), *(changes or {}).items()):
        assert altered.count(old) > 0, old
        altered = altered.replace(old, new)
    return altered_game(PACKAGE, folder, {"grading.py": (source, altered)})
