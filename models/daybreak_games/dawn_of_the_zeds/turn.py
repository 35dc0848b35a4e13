"""The sequence of play: the event card, the Action Phase's frame, housekeeping, the end of the game."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import EventCard, Moment
from daybreak_games.dawn_of_the_zeds.pieces import Player
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.resuming import finish, lay_down_arms, wins_on_reveal, won_by_card
from daybreak_games.dawn_of_the_zeds.state import Cause, Gift, Phase, Town, box, game
from verifier.lang import Range, bound, clause, ruling, weight

LAST_ACT = 5


@game.rule
def to_next_card(town: Town) -> None:
    """The next turn begins; when the cards of an act have run out, the next act's follow."""
    acts = bound(8)
    while acts(town.act < LAST_ACT and town.specials_left + town.normals_left == 0):
        town.act += 1
        if town.act < LAST_ACT:
            town.specials_left = box.specials[town.act - 1]
            town.normals_left = box.normals[town.act - 1]
    clause("DZ-G01")
    town.phase = Phase.REVEAL


@game.rule
def unseen(town: Town, special: bool) -> Annotated[int, Range(0, len(EventCard))]:
    """How many special or normal cards of this act have not been turned over, in the deck or not."""
    return sum(1 for card in EventCard
               if box.events[card].act == town.act and box.events[card].special == special and town.events[card] > 0)


@game.rule
def card_weight(town: Town, card: EventCard) -> int:
    """How likely a card is the next one: each order of the act's deck is, and each choice of cards for it."""
    if town.events[card] == 0 or box.events[card].act != town.act:
        return 0
    if town.act == LAST_ACT:
        return 1
    if box.events[card].special:
        return town.specials_left * max(1, unseen(town, False))
    return town.normals_left * max(1, unseen(town, True))


@game.chance(Phase.REVEAL, tape="events", clause=("DZ-G02", "DZ-Q01"))
def reveal(town: Town, card: EventCard) -> None:
    """The top event card is turned over."""
    weight(card_weight(town, card))
    town.events.take(card)
    town.event = card
    if town.act < LAST_ACT:
        if box.events[card].special:
            town.specials_left -= 1
        else:
            town.normals_left -= 1
    if wins_on_reveal(town):
        finish(town, Phase.WON)
    elif box.events[card].moment == Moment.ZEDS_PHASE_START:
        town.phase = Phase.EVENT
    else:
        town.phase = Phase.SYMBOL


# -- the Action Phase begins and ends -----------------------------------------------------------------------------------------


@game.step(Phase.BEGIN_ACTIONS, clause="DZ-Q01")
def begin_actions(town: Town) -> None:
    """The Action Phase begins with the card's Event Actions; a last card wins here (DZ-58)."""
    if won_by_card(town) and ruling("DZ-58") == "action-phase":
        clause("DZ-W02")
        finish(town, Phase.WON)
    else:
        clause("DZ-A04")
        town.event_actions = box.events[town.event].actions
        town.phase = Phase.EVENT if box.events[town.event].moment == Moment.ACTION_PHASE_START else Phase.ACT


@game.step(Phase.END_ACTIONS, clause=("DZ-A15", "DZ-A16"))
def end_action_phase(town: Town) -> None:
    """No more actions are taken; what the event does at the end of the phase follows."""
    town.event_actions = 0
    for player in Player:
        town.ready[player] = False
    for each in town.units:
        each.free = False
    town.phase = Phase.EVENT if box.events[town.event].moment == Moment.ACTION_PHASE_END else Phase.HOUSEKEEPING


# -- housekeeping -------------------------------------------------------------------------------------------------------------


@game.rule(clause="DZ-A02")
def ready_markers(town: Town) -> None:
    """Player Action and Character Action markers show their abilities."""
    for player in Player:
        town.ready[player] = player < box.players
    town.initiative = True
    town.citadel = True
    town.leadership = True


@game.step(Phase.HOUSEKEEPING)
def keep_house(town: Town) -> None:
    """The event card is discarded, actions are reset, and what held for this turn only is over."""
    if won_by_card(town):
        clause("DZ-W02")
        finish(town, Phase.WON)
    else:
        clause("DZ-L05")
        town.event = EventCard.WITHDRAWAL
        town.event_actions = 0
        ready_markers(town)
        end_turn_effects(town)
        to_next_card(town)


@game.rule
def end_turn_effects(town: Town) -> None:
    """What holds for one turn is over."""
    lay_down_arms(town)
    town.cause = Cause.NOTHING
    town.given = Gift.NOTHING
    town.calm = None
    town.closed = Place.ASIDE
    town.skipped = False
    town.symbol = 0
    town.track = Track.FOREST
    for track in Track:
        town.newcomers[track] = False
