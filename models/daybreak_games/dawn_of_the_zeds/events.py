"""Events: when they happen, the parts they have one after another, and what the players choose for them."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect, Moment
from daybreak_games.dawn_of_the_zeds.event_effects import (
    armed_event,
    cabin_event,
    calm_event,
    contagion_event,
    fresh_wave_event,
    make_tough,
    may_be_tough,
    may_take_space,
    may_take_unit,
    mine_event,
    new_hero_event,
    night_event,
    replace_event,
    smell_event,
    space_taken,
    tough_event,
    underfoot_event,
    unit_taken,
    withdrawal_event,
)
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import Place, Space, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import clear_battle, lay_down_arms
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town, Which, box, game
from daybreak_games.dawn_of_the_zeds.whole_events import skips
from verifier.lang import clause, require

PARTS_DONE = 8


@game.step(Phase.EVENT)
def event(town: Town) -> None:
    """The next part of the current card's event; when all are done, its phase goes on."""
    town.cause = Cause.EVENT
    if town.part == PARTS_DONE:
        event_over(town)
    elif town.part > 0:
        event_part(town)
    elif skips(town):
        clause("DZ-E03")
        town.skipped = True
        event_over(town)
    else:
        clause("DZ-E01")
        town.part = 1
        event_part(town)


@game.rule
def event_part(town: Town) -> None:
    """One part of the event, by its effect; an effect that has no more parts says so."""
    match box.events[town.event].effect:
        case Effect.WITHDRAWAL:
            withdrawal_event(town)
        case Effect.CABIN:
            cabin_event(town)
        case Effect.ARMED:
            armed_event(town)
        case Effect.NIGHT:
            night_event(town)
        case Effect.UNDERFOOT:
            underfoot_event(town)
        case Effect.CONTAGION:
            contagion_event(town)
        case Effect.FRESH_WAVE:
            fresh_wave_event(town)
        case Effect.NEW_HERO:
            new_hero_event(town)
        case Effect.MINE_BLAST:
            mine_event(town)
        case Effect.TOUGH:
            tough_event(town)
        case Effect.SMELL:
            smell_event(town)
        case Effect.REPLACE:
            replace_event(town)
        case Effect.CALM:
            calm_event(town)
        case _:
            town.part = PARTS_DONE


@game.rule
def event_over(town: Town) -> None:
    """The event is done: the phase that it belongs to goes on."""
    clear_battle(town)
    lay_down_arms(town)
    town.cause = Cause.NOTHING
    town.part = 0
    town.target = Place.FOREST_START
    match box.events[town.event].moment:
        case Moment.ZEDS_PHASE_START:
            town.phase = Phase.SYMBOL
        case Moment.ZEDS_PHASE_END:
            town.phase = Phase.BEGIN_ACTIONS
        case Moment.ACTION_PHASE_START:
            town.phase = Phase.ACT
        case _:
            town.phase = Phase.HOUSEKEEPING


@game.decision(Phase.EVENT_SPACE, clause="DZ-E04")
def choose_space(town: Town, space: Space) -> None:
    """The players choose a space for the event."""
    require(may_take_space(town, space), "DZ-E04")
    space_taken(town, space)


@game.decision(Phase.EVENT_SPACE, clause="DZ-E04")
def choose_zed(town: Town, space: ZedSpace, which: Which) -> None:
    """The players choose among the strongest Zeds for the event."""
    require(box.events[town.event].effect == Effect.TOUGH and may_be_tough(town, space, which), "DZ-E04")
    town.phase = Phase.EVENT
    make_tough(town, space, which)


@game.decision(Phase.EVENT_UNIT, clause="DZ-E04")
def choose_unit(town: Town, unit: Unit) -> None:
    """The players choose a unit for the event."""
    require(may_take_unit(town, unit), "DZ-E04")
    unit_taken(town, unit)
