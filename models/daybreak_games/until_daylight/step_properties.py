"""What every event must keep: what changes by which rules only."""

from __future__ import annotations

from daybreak_games.until_daylight.attack import attack, attack_unarmed, drink, hit, lucky, shoot_survivor
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Feat
from daybreak_games.until_daylight.enemies import absorb, hit_by_accident, trap
from daybreak_games.until_daylight.goods import craft, eat, serve
from daybreak_games.until_daylight.horde import lay, roll_fate
from daybreak_games.until_daylight.line import is_over
from daybreak_games.until_daylight.pending import endure, give_up, proceed, suffer
from daybreak_games.until_daylight.people import next_seat
from daybreak_games.until_daylight.rounds import resume
from daybreak_games.until_daylight.rubble import find
from daybreak_games.until_daylight.saving import save
from daybreak_games.until_daylight.setup import choose_objective
from daybreak_games.until_daylight.state import Phase, Table, box, game
from daybreak_games.until_daylight.turns import listen
from verifier.lang import happened, ruling


@game.step_property(clause=("UDL-E07", "UDL-Y05", "UDL-Y06", "UDL-Y08"))
def health_changes_for_a_reason(before: Table, after: Table) -> bool:
    """Health falls by damage, one point at a time, and rises by food and the Die of Fate."""
    lost = happened(suffer) or happened(endure)
    gained = happened(eat) or happened(serve) or happened(roll_fate)
    return all((after.people[seat].health >= before.people[seat].health
                or lost and seat == before.victim and after.people[seat].health == before.people[seat].health - 1)
               and (after.people[seat].health <= before.people[seat].health or gained) for seat in Seat)


@game.step_property(clause=("UDL-R05", "UDL-E19"))
def rounds_go_by(before: Table, after: Table) -> bool:
    """A Round begins when combat is over, with the player after the one who got the last wave."""
    return after.round == before.round or (happened(resume) and after.round == before.round + 1
                                           and after.turn == next_seat(before.active) and after.phase == Phase.BEGIN_ROUND)


@game.step_property(clause=("UDL-R19", "UDL-H02"))
def somebody_is_caught(before: Table, after: Table) -> bool:
    """Who gets the wave is settled by the gong; in the last fight the first player may change by reading UDL-52."""
    ended = before.searching and not after.searching
    return (after.active == before.active or ended or happened(resume) and (
        after.round > before.round or before.round == box.rounds and ruling("UDL-52") == "rotates"))


@game.step_property(clause=("UDL-R01", "UDL-F06"))
def the_search_ends_once(before: Table, after: Table) -> bool:
    """The Search ends by the gong or with a turn, and does not begin again in the same Round."""
    return (not before.searching or after.searching or is_over(after) or happened(listen) or happened(resume)) and (
        before.searching or not after.searching or before.phase == Phase.BEGIN_ROUND)


@game.step_property(clause=("UDL-X01", "UDL-X05"))
def the_leader_changes_by_counting(before: Table, after: Table) -> bool:
    """Who leads is settled when experience is counted."""
    return after.leader == before.leader or happened(proceed)


@game.step_property(clause=("UDL-P06", "UDL-P07", "UDL-P11", "UDL-P13"))
def tokens_come_and_go_for_a_reason(before: Table, after: Table) -> bool:
    """A Trap is lost by acting; a Barricade by what it takes, one at a time; both come by crafting."""
    broken = happened(absorb) or happened(suffer)
    return all((after.people[seat].traps >= before.people[seat].traps or happened(trap) and seat == before.area)
               and (after.people[seat].barricades >= before.people[seat].barricades
                    or broken and after.people[seat].barricades == before.people[seat].barricades - 1)
               and (after.people[seat].traps + after.people[seat].barricades
                    <= before.people[seat].traps + before.people[seat].barricades or happened(craft) and seat == before.turn)
               for seat in Seat)


@game.step_property(clause=("UDL-T26", "UDL-T28", "UDL-T31", "UDL-T32"))
def survivors_are_saved_one_by_one(before: Table, after: Table) -> bool:
    """A Survivor comes to a board by being saved, and leaves it by being given up."""
    return all((after.people[seat].saved <= before.people[seat].saved
                or happened(save) and after.people[seat].saved == before.people[seat].saved + 1)
               and (after.people[seat].saved >= before.people[seat].saved
                    or happened(give_up) and after.people[seat].saved == before.people[seat].saved - 1) for seat in Seat)


@game.step_property(clause=("UDL-T17", "UDL-T18"))
def monsters_are_killed_one_by_one(before: Table, after: Table) -> bool:
    """A Monster comes to a board by being killed, and stays there."""
    killed = happened(hit) or happened(trap)
    return all(after.people[seat].monsters == before.people[seat].monsters
               or killed and after.people[seat].monsters == before.people[seat].monsters + 1 for seat in Seat)


@game.step_property(clause=("UDL-T21", "UDL-H06"))
def horde_cards_leave_one_by_one(before: Table, after: Table) -> bool:
    """No event takes more than one Horde card off the table, and none but what kills or saves."""
    gone = (happened(hit) or happened(shoot_survivor) or happened(trap) or happened(absorb) or happened(hit_by_accident)
            or happened(suffer) or happened(save))
    changed = happened(lay) or happened(resume) or before.fewer  # the Die of Fate takes one out
    return after.line.size >= before.line.size or (gone or changed) and after.line.size == before.line.size - 1


@game.step_property(clause=("UDL-C09", "UDL-C16", "UDL-C20"))
def cards_for_attacks_are_used_in_turn(before: Table, after: Table) -> bool:
    """Lucky and Energy Drinks go in the own attack, and nobody else's are touched by it."""
    played = happened(lucky) or happened(drink)
    return not played or all(seat == before.turn or after.people[seat].items.total == before.people[seat].items.total
                             for seat in Seat)


@game.step_property(clause=("UDL-C02", "UDL-C10"))
def attacks_take_an_action(before: Table, after: Table) -> bool:
    """An attack takes the action, or an attack that a card gave."""
    began = happened(attack) or happened(attack_unarmed)
    return not began or after.actions + after.attacks == before.actions + before.attacks - 1 or (
        before.attacks == 0 and after.actions == 0)


@game.step_property(clause=("UDL-O01", "UDL-O03", "UDL-S12"))
def objectives_stay_achieved(before: Table, after: Table) -> bool:
    """An Objective that was achieved stays so, and nobody's Secondary Objective changes once it was chosen."""
    return all(all(after.people[seat].achieved[number] or not before.people[seat].achieved[number] for number in range(4))
               and (after.people[seat].secondary == before.people[seat].secondary or happened(choose_objective))
               and all(after.people[seat].feats[feat] >= before.people[seat].feats[feat] for feat in Feat) for seat in Seat)


@game.step_property(clause=("UDL-R07", "UDL-R21"))
def cards_are_drawn_one_by_one(before: Table, after: Table) -> bool:
    """The Rubble pile gets smaller by a card that is drawn, and larger by a reshuffle only."""
    return (after.rubble.total == before.rubble.total or happened(find) and after.rubble.total == before.rubble.total - 1
            or happened(proceed) and before.rubble.total == 0 and ruling("UDL-78") == "reshuffle")


@game.step_property(clause=("UDL-G02", "UDL-G03", "UDL-G06"))
def the_game_ends_for_a_reason(before: Table, after: Table) -> bool:
    """Won: when Survivors are saved.  Lost: by damage, then too, or for want of Survivors (UDL-13)."""
    lost = happened(suffer) or happened(endure) or happened(save) or ruling("UDL-13") == "none-to-come"
    return (after.phase != Phase.WON or happened(save)) and (after.phase != Phase.LOST or lost)
