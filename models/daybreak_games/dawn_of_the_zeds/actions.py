"""The Action Phase: who may act and who pays, held cards used as the players like, and the end of the phase."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import FateCard, FatePile, Twist
from daybreak_games.dawn_of_the_zeds.cards_held import card_for, discard_held, holds
from daybreak_games.dawn_of_the_zeds.ground import adjacent_or_same, is_regular, on_map
from daybreak_games.dawn_of_the_zeds.pieces import CharacterAction, Condition, Player, Post, Unit, UnitKind
from daybreak_games.dawn_of_the_zeds.places import Place
from daybreak_games.dawn_of_the_zeds.state import Cause, Gift, Phase, Town, box, game
from verifier.lang import Range, clause, require

ACTIONS_MOST = 12


@game.rule
def actions_left(town: Town) -> Annotated[int, Range(0, 16)]:
    """How many Event Actions and Player Actions are left: they do the same."""
    return town.event_actions + sum(1 for each in town.ready if each)


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
        case Gift.PLAYER:
            return True
    return town.event_actions > 0 or box.players == 1 and town.ready[Player.PLAYER_1] or town.units[unit].free


@game.rule
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
        clause("DZ-A07")
        spend_one(town)


@game.rule(clause="DZ-A17")
def spend_one(town: Town) -> None:
    """One action is spent: Event Actions go first, as they do the same; then the players' markers, in their order."""
    if town.event_actions > 0:
        clause("DZ-A10")
        town.event_actions -= 1
    else:
        clause("DZ-A09")
        player = next((each for each in Player if town.ready[each]), Player.PLAYER_1)
        town.ready[player] = False


@game.decision(Phase.ACT, clause=("DZ-A09", "DZ-A12"))
def spend_marker(town: Town, player: Player) -> None:
    """With several players, one of them spends their own Player Action marker, and decides on the action that follows."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(box.players > 1 and town.ready[player], "DZ-A12")
    town.ready[player] = False
    town.given = Gift.PLAYER


@game.decision(Phase.ACT, clause="DZ-A15")
def end_actions(town: Town) -> None:
    """The players want no more actions; what is left is lost."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    town.phase = Phase.END_ACTIONS


# -- held cards ---------------------------------------------------------------------------------------------------------------


@game.rule
def can_come(town: Town, unit: Unit) -> bool:
    """Whether a Civilians unit is left aside: a regular one that the set-up did not draw, or Heroic Civilians."""
    spare = is_regular(unit) and box.units[unit].post == Post.DRAWN or box.units[unit].kind == UnitKind.HEROIC_CIVILIANS
    return spare and town.units[unit].at == Place.ASIDE


@game.decision(Phase.ACT, clause=("DZ-F11", "DZ-X24"))
def play_card(town: Town, card: FateCard) -> None:
    """A held card: more Event Actions."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(town.fates[card] == FatePile.HELD and box.fates[card].twist == Twist.EVENT_ACTIONS, "DZ-F11")
    discard_held(town, card)
    town.event_actions = min(ACTIONS_MOST, town.event_actions + box.fates[card].amount)


@game.decision(Phase.ACT, clause=("DZ-F11", "DZ-X25"))
def call_civilians(town: Town, unit: Unit) -> None:
    """A held card: a Civilians unit left aside, which the players choose, comes to Town Center."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(holds(town, Twist.NEW_CIVILIANS), "DZ-F11")
    require(can_come(town, unit), "DZ-X25")
    discard_held(town, card_for(town, Twist.NEW_CIVILIANS))
    town.units[unit].at = Place.TOWN_CENTER
    town.units[unit].condition = Condition.FRESH


@game.decision(Phase.ACT, clause=("DZ-F11", "DZ-X23"))
def appoint_leader(town: Town, unit: Unit) -> None:
    """A held card: a regular Civilians unit fights better from now on."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(holds(town, Twist.LEADER), "DZ-F11")
    require(is_regular(unit) and on_map(town, unit), "DZ-F11")
    discard_held(town, card_for(town, Twist.LEADER))
    town.leader = unit
