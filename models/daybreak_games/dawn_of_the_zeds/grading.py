"""How a finished game is valued, what a line can still reach, and how promising a position looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.actions import can_come
from daybreak_games.dawn_of_the_zeds.cards import Effect, EventCard
from daybreak_games.dawn_of_the_zeds.event_effects import can_join
from daybreak_games.dawn_of_the_zeds.ground import on_map, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import STEPS, ZED_SPACES
from daybreak_games.dawn_of_the_zeds.resuming import won_by_card
from daybreak_games.dawn_of_the_zeds.setup import waiting
from daybreak_games.dawn_of_the_zeds.stacking import mob_strength
from daybreak_games.dawn_of_the_zeds.state import Phase, Town, box, game
from daybreak_games.dawn_of_the_zeds.turn import LAST_ACT
from verifier.lang import Range, record


@record
class Grade:
    """Best first: won or not, cards turned over, units alive, Defiant Villages, ammunition.

    The scoring of the printed endings is in another book and not known; a later loss counts as better here.
    """

    won: bool
    turns: Annotated[int, Range(0, 21)]
    alive: Annotated[int, Range(0, 13)]
    defiant: Annotated[int, Range(0, 7)]
    ammo: Annotated[int, Range(0, 20)]


@game.rule
def turns(town: Town) -> Annotated[int, Range(0, 21)]:
    """How many event cards have been turned over."""
    return sum(1 for card in EventCard if town.events[card] == 0)


@game.rule
def alive(town: Town) -> Annotated[int, Range(0, 13)]:
    """How many units of the players are in play."""
    return sum(1 for unit in Unit if on_map(town, unit))


@game.rule
def defiant(town: Town) -> Annotated[int, Range(0, 7)]:
    """How many Villages are Defiant."""
    return sum(1 for each in town.defiant if each)


@game.grade(order="ours: the rulebook's scoring is in another book, and not known here")
def result(town: Town) -> Grade:
    """The value of a finished game."""
    return Grade(won=town.phase == Phase.WON, turns=turns(town), alive=alive(town), defiant=defiant(town), ammo=town.ammo)


@game.rule
def to_come(town: Town) -> Annotated[int, Range(0, 100)]:
    """How many event cards the deck still has: those of all acts, and one last card if each of these wins, unless it is open."""
    unseen_last = sum(1 for card in EventCard if box.events[card].act == LAST_ACT and town.events[card] > 0)
    each_wins = all(box.events[card].effect == Effect.WIN for card in EventCard if box.events[card].act == LAST_ACT)
    is_open = town.phase > Phase.REVEAL and won_by_card(town)
    last = 0 if is_open else min(1, unseen_last) if each_wins else unseen_last
    acts = sum(box.specials[act - 1] + box.normals[act - 1] for act in range(town.act + 1, LAST_ACT))
    return town.specials_left + town.normals_left + acts + last


@game.rule
def may_live(town: Town, unit: Unit) -> bool:
    """Whether a unit is in play or may come yet.  Who fights, will next, or is struck next may be saved yet.

    That it is not dead already is not known of tables that no play leads to.
    """
    if on_map(town, unit) or town.fighter == unit or town.partner == unit or town.struck_next == unit:
        return True
    return can_join(town, unit) or can_come(town, unit) or waiting(town, unit)


@game.bound
def best_possible(town: Town) -> Grade:
    """All cards to come may be turned over, and who may come comes; the dead do not, and no Village becomes Defiant later on."""
    if town.phase == Phase.WON or town.phase == Phase.LOST:
        return Grade(won=town.phase == Phase.WON, turns=turns(town), alive=alive(town), defiant=defiant(town), ammo=town.ammo)
    left = sum(1 for unit in Unit if may_live(town, unit))
    villages = 7 if town.phase == Phase.MUSTER else defiant(town)
    return Grade(won=True, turns=min(21, turns(town) + to_come(town)), alive=left, defiant=villages, ammo=box.ammo_most)


@game.progress
def hours(town: Town) -> Annotated[int, Range(0, 21)]:
    """The cards turned over."""
    return turns(town)


@game.estimate
def promise(town: Town) -> Annotated[int, Range(-1000000, 1000000)]:
    """Units first, then Villages and ammunition; Zeds weigh against it, near Town Center most."""
    if town.phase == Phase.LOST:
        return -1000000
    danger = sum(mob_strength(town.zeds[space]) * (9 - STEPS[space]) for space in ZED_SPACES
                 if zeds_at(town, space) > 0)
    return alive(town) * 300 + defiant(town) * 60 + town.ammo * 25 - danger * 8
