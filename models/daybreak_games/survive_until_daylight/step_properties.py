"""What every transition must respect: the invariants that speak of a before and an after."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import ITEMS, Rubble
from daybreak_games.survive_until_daylight.craft import craft
from daybreak_games.survive_until_daylight.enemies import clear, hit, trap
from daybreak_games.survive_until_daylight.people import next_seat
from daybreak_games.survive_until_daylight.properties import in_combat
from daybreak_games.survive_until_daylight.rearranging import unpack
from daybreak_games.survive_until_daylight.rounds import end_combat
from daybreak_games.survive_until_daylight.rubble import keep, lose_card
from daybreak_games.survive_until_daylight.search import begin_round, delay, draw
from daybreak_games.survive_until_daylight.state import Phase, Table, game
from daybreak_games.survive_until_daylight.trade import eat, feed, give
from daybreak_games.survive_until_daylight.turn import cheer
from verifier.lang import happened, ruling


@game.step_property(clause="SUD-T08")
def healing_is_for_the_trade(before: Table, after: Table) -> bool:
    """Health rises by a healing item only, in the Trade phase."""
    return happened(eat) or happened(feed) or all(after.people[seat].health <= before.people[seat].health for seat in Seat)


@game.step_property(clause="SUD-H15")
def the_first_player_changes_after_combat(before: Table, after: Table) -> bool:
    """The First Player token goes one place to the left when a Combat phase ends, and stays otherwise."""
    return after.first == (next_seat(before.first) if happened(end_combat) else before.first)


@game.step_property(clause=("SUD-G03", "SUD-E12"))
def rounds_go_by(before: Table, after: Table) -> bool:
    """A Round is over when its Combat phase is."""
    if happened(end_combat):
        return after.phase == Phase.WON or after.round == min(7, before.round + 1)
    return after.round == before.round


@game.step_property(clause="SUD-T01")
def one_gift_each(before: Table, after: Table) -> bool:
    """A gift is marked when it is given, and given by nobody who has given."""
    return all(after.people[seat].gave <= before.people[seat].gave or happened(give) and not before.people[seat].gave
               for seat in Seat)


@game.step_property(clause=("SUD-W02", "SUD-P09"))
def the_wave_changes_hands(before: Table, after: Table) -> bool:
    """The WAVE! card moves when it is drawn or delayed, by Cheer, and into the pile of a new Round."""
    return before.wave == after.wave or happened(draw) or happened(delay) or happened(cheer) or happened(begin_round)


@game.step_property(clause=("SUD-K07", "SUD-K08", "SUD-K09", "SUD-N12"))
def barricades_break_by_attacks(before: Table, after: Table) -> bool:
    """A Barricade is lost, one at a time, by an enemy's attack that it stops."""
    if all(after.people[seat].barricades >= before.people[seat].barricades for seat in Seat):
        return True
    return happened(hit) and before.blocked and after.barricades == before.barricades + 1


@game.step_property(clause=("SUD-K19", "SUD-T05"))
def tokens_are_not_given(before: Table, after: Table) -> bool:
    """Nobody gets a Barricade or a Trap but by crafting one in the own turn."""
    return all(after.people[seat].barricades <= before.people[seat].barricades and after.people[seat].traps
               <= before.people[seat].traps or happened(craft) and seat == before.turn for seat in Seat)


@game.step_property(clause="SUD-P15")
def the_backpack_is_safe(before: Table, after: Table) -> bool:
    """No random loss takes the Backpack or what is in it."""
    return not happened(lose_card) or after.packed.total == before.packed.total and all(
        after.people[seat].items[Rubble.BACKPACK] == before.people[seat].items[Rubble.BACKPACK] for seat in Seat)


@game.step_property(clause="SUD-K12")
def traps_are_spent(before: Table, after: Table) -> bool:
    """A Trap is lost exactly when it acts."""
    lost = any(after.people[seat].traps < before.people[seat].traps for seat in Seat)
    return lost == happened(trap)


@game.step_property(clause=("SUD-E11", "SUD-N03"))
def enemies_do_not_recover(before: Table, after: Table) -> bool:
    """Damage on the line stays, but by reading SUD-52; cards leave the line only by dying."""
    if happened(clear) or happened(end_combat) and ruling("SUD-52") == "resets":
        return True
    return after.line.size >= before.line.size and all(
        after.line[place].card == before.line[place].card and after.line[place].damage >= before.line[place].damage
        for place in range(before.line.size))


@game.step_property(clause=("SUD-C13", "SUD-C16"))
def used_cards_are_discarded(before: Table, after: Table) -> bool:
    """Drawn Combat cards go to the discards together, when the attack is dealt or a Lucky one by one."""
    if after.drawn.total >= before.drawn.total:
        return True
    return after.drawn.total == 0 or after.drawn.total == before.drawn.total - 1


@game.step_property(clause="SUD-P14")
def inventories_do_not_grow_in_combat(before: Table, after: Table) -> bool:
    """In the Combat phase a card comes by Loose Rubble only, or out of the Backpack."""
    if not in_combat(before) or happened(keep) or happened(unpack):
        return True
    return all(after.people[seat].items[item] <= before.people[seat].items[item] for seat in Seat for item in ITEMS)


@game.step_property(clause="SUD-L10")
def the_game_ends_for_a_reason(before: Table, after: Table) -> bool:
    """Won: by the end of a Combat phase."""
    return after.phase != Phase.WON or happened(end_combat)
