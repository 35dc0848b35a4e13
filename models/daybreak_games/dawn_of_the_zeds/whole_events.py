"""Reading DZ-53: an event that can be done only in part, and whether all of it is skipped for that."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.fate_deck import fate_can_be_drawn
from daybreak_games.dawn_of_the_zeds.ground import in_play, start_of
from daybreak_games.dawn_of_the_zeds.places import Track
from daybreak_games.dawn_of_the_zeds.resuming import cup_size
from daybreak_games.dawn_of_the_zeds.stacking import zed_room
from daybreak_games.dawn_of_the_zeds.state import Town, box, game
from verifier.lang import ruling


@game.rule
def skips(town: Town) -> bool:
    """Whether the event is skipped as a whole: by DZ-53 'all-or-nothing', if a part of it cannot be done."""
    return ruling("DZ-53") == "all-or-nothing" and not all_can_be_done(town)


@game.rule
def all_can_be_done(town: Town) -> bool:
    """Whether every part of the event can be done: for each Zed to come a counter in the Cup, and room on some Start space."""
    tracks = sum(1 for track in Track if in_play(track))
    room = sum(zed_room(town, start_of(track)) for track in Track if in_play(track))
    match box.events[town.event].effect:
        case Effect.WITHDRAWAL | Effect.NIGHT | Effect.TOUGH:
            return cup_size(town) > 0 and room > 0
        case Effect.FRESH_WAVE:
            return cup_size(town) >= tracks and room >= tracks
        case Effect.CONTAGION:
            return cup_size(town) > 0 and room > 0 and fate_can_be_drawn(town)
    return True
