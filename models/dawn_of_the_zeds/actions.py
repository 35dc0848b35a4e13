"""The Action Phase: who may act and who pays, held cards used as the players like, and the end of the phase."""

from __future__ import annotations

from typing import Annotated

from models.dawn_of_the_zeds.cards import FateCard, FatePile, Twist
from models.dawn_of_the_zeds.cards_held import card_for, discard_held, holds
from models.dawn_of_the_zeds.ground import adjacent_or_same, is_regular, on_map
from models.dawn_of_the_zeds.pieces import CharacterAction, Condition, Post, Unit, UnitKind, Who
from models.dawn_of_the_zeds.places import Place
from models.dawn_of_the_zeds.state import Cause, Gift, Phase, Town, box, game
from verifier.lang import Range, clause, require

ACTIONS_MOST = 12


@game.rule
def actions_left(town: Town) -> Annotated[int, Range(0, 16)]:
    """How many Event Actions and Player Actions are left: they do the same."""
    return town.event_actions + town.player_actions


@game.rule
def may_act(town: Town, unit: Unit) -> bool:
    """Whether somebody pays for an action of a unit that is in play: the players, or a character."""
    match town.given:
        case Gift.INITIATIVE:
            return box.units[unit].action == CharacterAction.ITSELF
        case Gift.CITADEL:
            return town.units[unit].at == Place.TOWN_CENTER
        case Gift.LEADERSHIP:
            return box.units[unit].kind != UnitKind.HERO and any(
                on_map(town, other) and box.units[other].action == CharacterAction.LEADERSHIP
                and adjacent_or_same(town.units[unit].at, town.units[other].at) for other in Unit)
        case Gift.SPEECH:
            return town.units[unit].free
    return actions_left(town) > 0 or town.units[unit].free


@game.rule(clause=("DZ-A07", "DZ-A14", "DZ-A17"))
def spend(town: Town, unit: Unit) -> None:
    """An action of a unit is paid for, and begins."""
    town.cause = Cause.ACTION
    if town.given == Gift.SPEECH:
        town.units[unit].free = False
        if not any(each.free for each in town.units):
            town.given = Gift.NOTHING
    elif town.given != Gift.NOTHING:
        town.given = Gift.NOTHING
    elif town.units[unit].free:
        town.units[unit].free = False
    else:
        spend_one(town)


@game.rule(clause=("DZ-A11", "DZ-A12", "DZ-A18"))
def spend_one(town: Town) -> None:
    """One action is spent: Event Actions go first, as they do the same."""
    if town.event_actions > 0:
        clause("DZ-A03", "DZ-A10")
        town.event_actions -= 1
    else:
        clause("DZ-A09")
        town.player_actions -= 1


@game.decision(Phase.ACT, clause=("DZ-A15", "DZ-A16"))
def end_actions(town: Town) -> None:
    """The players want no more actions; what is left is lost."""
    require(town.given == Gift.NOTHING, "DZ-A15")
    town.phase = Phase.END_ACTIONS


# -- held cards ---------------------------------------------------------------------------------------------------------------


@game.rule
def can_come(town: Town, unit: Unit) -> bool:
    """Whether a regular Civilians counter is left aside."""
    return is_regular(unit) and box.units[unit].post == Post.DRAWN and town.units[unit].at == Place.ASIDE


@game.decision(Phase.ACT, clause="DZ-F11")
def play_card(town: Town, card: FateCard) -> None:
    """A held card: more Event Actions, or new Civilians in Town Center."""
    require(town.given == Gift.NOTHING, "DZ-A15")
    require(town.fates[card] == FatePile.HELD, "DZ-F11")
    require(box.fates[card].twist == Twist.EVENT_ACTIONS
            or box.fates[card].twist == Twist.NEW_CIVILIANS and any(can_come(town, unit) for unit in Unit), "DZ-F11")
    discard_held(town, card)
    if box.fates[card].twist == Twist.EVENT_ACTIONS:
        town.event_actions = min(ACTIONS_MOST, town.event_actions + box.fates[card].amount)
    else:
        for unit in Unit:
            if can_come(town, unit):
                town.units[unit].at = Place.TOWN_CENTER
                town.units[unit].condition = Condition.FRESH
                return


@game.decision(Phase.ACT, clause="DZ-F11")
def appoint_leader(town: Town, unit: Unit) -> None:
    """A held card: a regular Civilians unit fights better from now on."""
    require(town.given == Gift.NOTHING, "DZ-A15")
    require(holds(town, Twist.LEADER), "DZ-F11")
    require(is_regular(unit) and on_map(town, unit), "DZ-F11")
    discard_held(town, card_for(town, Twist.LEADER))
    town.leader = Who(unit + 1)
