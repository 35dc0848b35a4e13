"""What every event must keep: what changes by which rules only."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.becoming import become_zombie, receive
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Effect, Event
from daybreak_games.dead_til_dawn.effects import come, find
from daybreak_games.dead_til_dawn.events import draw, prepare
from daybreak_games.dead_til_dawn.people import survivors
from daybreak_games.dead_til_dawn.prowl import awake
from daybreak_games.dead_til_dawn.setup import cast, deal
from daybreak_games.dead_til_dawn.state import Fate, Phase, Table, Window, box, game
from daybreak_games.dead_til_dawn.turns import pass_on_the_turn, resolve
from verifier.lang import happened, ruling


@game.step_property(clause=("DTD-T15", "DTD-T06", "DTD-Z22"))
def wounds_come_one_by_one(before: Table, after: Table) -> bool:
    """A Survivor gets one Wound at a time."""
    return all(after.people[seat].wounds <= before.people[seat].wounds
               or happened(come) and after.people[seat].wounds == before.people[seat].wounds + 1
               or before.people[seat].zombie and not after.people[seat].zombie for seat in Seat)


@game.step_property(clause=("DTD-Z01", "DTD-Z02", "DTD-Z03"))
def the_dead_are_dead_for_a_reason(before: Table, after: Table) -> bool:
    """Whoever turns was about to."""
    return all(not after.people[seat].zombie or before.people[seat].zombie
               or happened(become_zombie) and before.people[seat].fate == Fate.DEAD for seat in Seat)


@game.step_property(clause=("DTD-V25", "DTD-Z01"))
def nobody_turns_with_others_to_be_healed(before: Table, after: Table) -> bool:
    """By default, while somebody may still be healed, nobody turns (DTD-59)."""
    turned = any(after.people[seat].zombie and not before.people[seat].zombie for seat in Seat)
    return not turned or ruling("DTD-59") != "together" or all(person.fate != Fate.FALLING for person in before.people)


@game.step_property(clause="DTD-Z25")
def nobody_returns_without_a_card(before: Table, after: Table) -> bool:
    """The number of Survivors rises by a card that brings somebody back only."""
    cards = any(box.says[event].first == Effect.RISE or box.says[event].second == Effect.RISE for event in Event)
    return survivors(after) <= survivors(before) or happened(awake) or cards


@game.step_property(clause=("DTD-S06", "DTD-S07", "DTD-Z04"))
def what_is_shown_stays_shown(before: Table, after: Table) -> bool:
    """A Character that was shown is never hidden, an ability that was used up never regained."""
    return all((after.people[seat].shown or not before.people[seat].shown)
               and all(after.people[seat].spent[number] or not before.people[seat].spent[number] for number in range(2))
               for seat in Seat)


@game.step_property(clause=("DTD-S03", "DTD-S04", "DTD-S08"))
def characters_are_dealt_once(before: Table, after: Table) -> bool:
    """Nobody's Character changes once it was dealt."""
    return happened(cast) or all(after.people[seat].characters[number] == before.people[seat].characters[number]
                                 for seat in Seat for number in range(2))


@game.step_property(clause=("DTD-T18", "DTD-T19"))
def the_turn_goes_round(before: Table, after: Table) -> bool:
    """The turn and the round change when a turn passes on only."""
    return happened(pass_on_the_turn) or after.turn == before.turn and after.round == before.round


@game.step_property(clause=("DTD-Z11", "DTD-Z14", "DTD-Z16"))
def zombie_cards_come_one_by_one(before: Table, after: Table) -> bool:
    """A hand of Zombie cards grows by drawing, one at a time."""
    return all(after.people[seat].hand.total <= before.people[seat].hand.total
               or happened(receive) and after.people[seat].hand.total == before.people[seat].hand.total + 1 for seat in Seat)


@game.step_property(clause=("DTD-S13", "DTD-G07"))
def equipment_comes_one_by_one(before: Table, after: Table) -> bool:
    """The Equipment deck gets smaller by dealing and finding only."""
    return after.equipment.total >= before.equipment.total or (
        (happened(deal) or happened(find)) and after.equipment.total == before.equipment.total - 1)


@game.step_property(clause=("DTD-T01", "DTD-T02"))
def events_come_one_by_one(before: Table, after: Table) -> bool:
    """The deck of Events gets smaller by drawing, larger by being made of its discards."""
    return (after.events.total == before.events.total or happened(draw) and after.events.total == before.events.total - 1
            or happened(prepare) and before.events.total == 0)


@game.step_property(clause=("DTD-T11", "DTD-T12", "DTD-T13"))
def windows_come_in_order(before: Table, after: Table) -> bool:
    """Survivors, Zombie players, Survivors: no window is left out, and none comes twice (but see DTD-19)."""
    if after.window == before.window or after.window == Window.NONE:
        return after.window == before.window or before.window == Window.LAST
    follows = after.window == before.window + 1
    return follows or ruling("DTD-19") == "zombies-answer" and before.window == Window.LAST and after.window == Window.ZOMBIES


@game.step_property(clause=("DTD-D01", "DTD-D05"))
def the_game_ends_for_a_reason(before: Table, after: Table) -> bool:
    """It dawns when a turn passes on; all are dead then, or when what came to them is resolved."""
    return ((after.phase != Phase.DAWN or happened(pass_on_the_turn))
            and (after.phase != Phase.ALL_DEAD or happened(resolve) or happened(pass_on_the_turn)))
