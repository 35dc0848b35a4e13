"""What play goes on with: the next combat that is due, or what a combat, a placement or a plot twist interrupted; and the end."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.ground import contested, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import ZED_KIND, Who, Zed, ZedKind
from daybreak_games.dawn_of_the_zeds.places import NEAREST_FIRST, RANKS, ZED_SPACES, Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Dealt, Gift, Phase, Town, box, game
from verifier.lang import clause, ruling, the


@game.rule
def in_force(town: Town, effect: Effect) -> bool:
    """Whether the current event card has an effect, and it was not skipped."""
    return box.events[town.event].effect == effect and not town.skipped


@game.rule
def is_brains(town: Town) -> bool:
    """Whether this is a Brains! turn."""
    return box.events[town.event].effect == Effect.BRAINS


@game.rule
def fate_is_open(town: Town) -> bool:
    """Whether a fate card lies open, its plot twist still to come."""
    return any(pile == FatePile.OPEN for pile in town.fates)


# -- the next combat ----------------------------------------------------------------------------------------------------------


@game.rule
def meets_zeds(town: Town, who: Who) -> bool:
    """Whether the unit named, if any, has come upon Zeds."""
    return who is not None and contested(town, town.units[who].at)


@game.rule
def due(town: Town) -> Place:
    """Where a combat is due, that of units that attack before others, the nearest to Town Center first; aside if nowhere."""
    if meets_zeds(town, town.fighter):
        return town.units[the(town.fighter)].at
    if meets_zeds(town, town.partner):
        return town.units[the(town.partner)].at
    return next((NEAREST_FIRST[rank] for rank in range(RANKS) if contested(town, NEAREST_FIRST[rank])), Place.ASIDE)


@game.rule
def go_on(town: Town) -> None:
    """A combat that is due comes first; otherwise what was interrupted goes on."""
    if due(town) != Place.ASIDE:
        clause("DZ-H03")
        town.phase = Phase.ENGAGE
    else:
        lay_down_arms(town)
        resume(town)


@game.rule
def resume(town: Town) -> None:
    """Back to what was interrupted.  In a Brains! turn Zeds that have won go on first."""
    match town.cause:
        case Cause.ACTIVATION:
            if town.winner != Place.FOREST_START and zeds_at(town, town.winner) > 0 and units_at(town, town.winner) == 0:
                clause("DZ-H02")
                town.target = town.winner
                town.phase = Phase.ADVANCE
            else:
                town.phase = Phase.NEXT_ZEDS
            town.winner = Place.FOREST_START
        case Cause.PRESSURE:
            town.phase = Phase.PRESSURE
        case Cause.EVENT:
            town.phase = Phase.EVENT
        case Cause.TWIST:
            town.phase = Phase.TWIST
        case _:  # an action: the set-up brings nobody together
            town.phase = Phase.ACT


@game.rule
def bring_zed(town: Town, space: Place) -> None:
    """A Zeds unit is drawn for a space; with none in the Cup (DZ-13) nothing comes."""
    if cup_has_zeds(town):
        town.target = space
        town.phase = Phase.DRAW_ZED
    else:
        town.target = Place.FOREST_START
        go_on(town)


@game.rule
def in_cup(town: Town, kind: ZedKind) -> int:
    """How many Zeds of a kind are in the Cup: those of the box that no space has, and that are not in hand."""
    in_hand = int(town.drawn != Zed.NONE and ZED_KIND[town.drawn] == kind)
    on_map = sum(1 for mob in town.zeds for zed in mob if zed != Zed.NONE and ZED_KIND[zed] == kind)
    return max(0, box.zeds[kind] - on_map - in_hand)


@game.rule
def cup_has_zeds(town: Town) -> bool:
    """Whether a Zeds unit can be drawn from the Cup; asked kind by kind, as the draw does."""
    return any(in_cup(town, kind) > 0 for kind in ZedKind)


@game.rule
def cup_size(town: Town) -> int:
    """How many Zeds units are in the Cup: those of the box that no space has."""
    return box.zeds.total - sum(1 for mob in town.zeds for zed in mob if zed != Zed.NONE) - int(town.drawn != Zed.NONE)


# -- rest ---------------------------------------------------------------------------------------------------------------------


@game.rule
def lay_down_arms(town: Town) -> None:
    """Nobody attacks any more."""
    town.fighter = None
    town.partner = None
    town.came_from = Place.FOREST_START
    town.partner_from = Place.FOREST_START
    town.origin = Place.FOREST_START
    town.driven = False


@game.rule
def clear_battle(town: Town) -> None:
    """What mattered for one combat comes to rest; who attacks elsewhere still does."""
    town.battle = Place.FOREST_START
    town.second = False
    town.other_zed_waits = False
    town.combat = Combat.HAND_TO_HAND
    town.zeds_attack = False
    town.struck_next = None
    town.shift = 0
    town.die = 0
    town.other_die = 0
    town.rerolled = False
    town.zed_hits = 0
    town.unit_hits = 0
    town.zeds_go_back = False
    town.units_go_back = False
    town.whole = False


@game.rule
def forget_dealt(town: Town) -> None:
    """An activation, or movement pressure, is over: nobody asks any more who moved in it."""
    for space in ZED_SPACES:
        town.dealt[space] = Dealt.NONE
    town.at = 0


@game.rule
def finish(town: Town, phase: Phase) -> None:
    """The game is over; everything that only matters during play comes to rest."""
    town.phase = phase
    clear_battle(town)
    lay_down_arms(town)
    forget_dealt(town)
    town.cause = Cause.NOTHING
    town.given = Gift.NOTHING
    town.part = 0
    town.newcomer = None
    town.skipped = False
    town.symbol = 0
    for track in Track:
        town.order[track] = Track.FOREST
        town.activated[track] = False
        town.newcomers[track] = False
    town.track = Track.FOREST
    town.again = False
    town.to_come = 0
    for card in FateCard:
        if town.fates[card] == FatePile.OPEN:
            town.fates[card] = FatePile.DISCARD
    town.fate = FateCard.BACKHOE
    town.target = Place.FOREST_START
    town.spawn = Place.FOREST_START
    town.winner = Place.FOREST_START
    for each in town.units:
        each.free = False


@game.rule
def won_by_card(town: Town) -> bool:
    """Whether the current event card is a last one, and which moment gives its win is asked where it comes (DZ-58)."""
    return box.events[town.event].effect == Effect.WIN


@game.rule
def wins_on_reveal(town: Town) -> bool:
    """Reading DZ-14 'win-on-reveal': the last card wins as it is turned over."""
    return won_by_card(town) and ruling("DZ-14") == "win-on-reveal"
