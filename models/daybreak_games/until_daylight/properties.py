"""What must be true on every table: the invariants of a state, each with the clauses it rests on.

They hold under every reading; where a reading lifts one, the property asks for the ruling.
"""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import EVENTS, Feat, Horde, Objective, Rubble
from daybreak_games.until_daylight.line import is_enemy
from daybreak_games.until_daylight.people import asked_for, experience, full_health, has_too_much
from daybreak_games.until_daylight.state import Moment, Phase, Table, box, game
from verifier.lang import Range, ruling

Cards = Annotated[int, Range(0, 900)]


# -- cards and tokens ---------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-B04", "UDL-S03"))
def rubble_is_conserved(table: Table) -> bool:
    """Every Rubble card is in exactly one place."""
    return all(table.rubble[card] + table.discard[card] + table.used[card] + int(table.event == card)
               + sum(person.items[card] for person in table.people) == box.rubble[card] for card in Rubble)


@game.rule
def kept_by_all(table: Table, kind: Horde) -> Cards:
    """How many Horde cards of a type lie beside the boards."""
    match kind:
        case Horde.MONSTER:
            return sum(person.monsters for person in table.people)
        case Horde.SURVIVOR:
            return sum(person.saved for person in table.people)
        case _:
            return 0


@game.invariant(clause=("UDL-B05", "UDL-S02", "UDL-T18", "UDL-T30"))
def horde_is_conserved(table: Table) -> bool:
    """Every Horde card is in its pile, discarded, in an area or beside a board."""
    return all(table.horde[kind] + table.horde_discard[kind] + kept_by_all(table, kind)
               + sum(1 for each in table.line if each.card == kind) == box.horde[kind] for kind in Horde)


@game.invariant(clause=("UDL-B08", "UDL-B09", "UDL-P07", "UDL-P11"))
def tokens_are_conserved(table: Table) -> bool:
    """Traps and Barricades are with the players or in the supply."""
    barricades = table.barricades + sum(person.barricades for person in table.people)
    return barricades == box.barricades and table.traps + sum(person.traps for person in table.people) == box.traps


@game.invariant(clause=("UDL-P12", "UDL-P13"))
def tokens_are_two_at_most(table: Table) -> bool:
    """A player has two tokens at most, or by reading UDL-51 two of each kind; a body lies on a Barricade only."""
    return all((person.traps + person.barricades <= 2 or ruling("UDL-51") == "two-of-each")
               and (not person.cracked or person.barricades > 0 and ruling("UDL-43") == "accumulates") for person in table.people)


@game.invariant(clause="UDL-B03")
def objectives_are_dealt_once(table: Table) -> bool:
    """No Secondary Objective is in two places."""
    return all(table.secondary[card] + int(table.offered == card) + int(table.other == card)
               + sum(1 for person in table.people if person.secondary == card) <= box.secondary[card] for card in Objective)


@game.invariant(clause=("UDL-R09", "UDL-R10"))
def events_are_never_kept(table: Table) -> bool:
    """Nobody holds an Event; one is open between being drawn and taking effect, and then only."""
    is_open = table.phase == Phase.EVENT or table.phase == Phase.TICK and table.moment == Moment.EVENT
    return (is_open == (table.event is not None) and (table.event is None or table.event in EVENTS)
            and not any(person.items[card] > 0 for person in table.people for card in EVENTS)
            and not any(table.used[card] > 0 for card in EVENTS))


# -- players ------------------------------------------------------------------------------------------------------------------


@game.rule
def is_seated(seat: Seat) -> bool:
    """Whether somebody sits there."""
    return seat < box.players


@game.invariant(clause="UDL-G01")
def seats_are_taken(table: Table) -> bool:
    """Who acts, leads, suffers or is attacked plays; so does everybody whose area has a card."""
    return (is_seated(table.turn) and is_seated(table.active) and is_seated(table.giver) and is_seated(table.taker)
            and is_seated(table.drawer) and is_seated(table.victim) and is_seated(table.area) and is_seated(table.target)
            and (table.leader is None or table.leader < box.players) and all(is_seated(each.area) for each in table.line)
            and not any(cleaner is not None and cleaner >= box.players for cleaner in table.cleared))


@game.invariant(clause="UDL-G01")
def empty_seats_have_nothing(table: Table) -> bool:
    """Who does not play has nothing."""
    return all(is_seated(seat) or table.people[seat].health == 0 and table.people[seat].items.total == 0
               and table.people[seat].traps == 0 and table.people[seat].barricades == 0 and table.people[seat].monsters == 0
               and table.people[seat].saved == 0 and table.people[seat].points == 0 and table.people[seat].stolen == 0
               and table.cleared[seat] is None for seat in Seat)


@game.invariant(clause=("UDL-T28", "UDL-T30"))
def who_cleared_is_asked(table: Table) -> bool:
    """Who killed the last enemy of an area is kept by reading UDL-56 'attacker' only."""
    return ruling("UDL-56") == "attacker" or all(cleaner is None for cleaner in table.cleared)


@game.invariant(clause=("UDL-G03", "UDL-S09", "UDL-S17"))
def health_fits_the_wheel(table: Table) -> bool:
    """Nobody has more Health than at the start, and nobody is dead but in a lost game."""
    return all(not is_seated(seat) or table.people[seat].health <= full_health(seat)
               and (table.people[seat].health > 0 or table.phase == Phase.LOST) for seat in Seat)


@game.invariant(clause=("UDL-I01", "UDL-I02", "UDL-I03", "UDL-I04", "UDL-R10"))
def inventories_fit(table: Table) -> bool:
    """When a player acts, the gong may come, or play goes on, nobody has too much."""
    free = (table.phase in (Phase.ACT, Phase.RESUME) or table.phase == Phase.TICK and table.moment != Moment.EVENT
            or table.phase == Phase.BEGIN_ROUND and ruling("UDL-07") == "any-player")
    return not free or not any(has_too_much(table, seat) for seat in Seat)


@game.rule
def earned_by(table: Table, seat: Seat) -> Annotated[int, Range(0, 12)]:
    """The experience of the Objectives that a player has achieved."""
    person = table.people[seat]
    card = person.secondary
    own = sum(box.objectives[box.own_objectives[box.characters[seat]][number]].points for number in range(3)
              if person.achieved[number])
    return min(12, own + (box.objectives[card].points if card is not None and person.achieved[3] else 0))


@game.invariant(clause=("UDL-O04", "UDL-X04"))
def objectives_give_their_points(table: Table) -> bool:
    """A player's points are those of the Objectives achieved; the fourth is the Secondary one."""
    return all(table.people[seat].points == earned_by(table, seat)
               and (not table.people[seat].achieved[3] or table.people[seat].secondary is not None) for seat in Seat)


@game.invariant(clause=("UDL-O01", "UDL-O02"))
def feats_count_as_far_as_they_are_asked_for(table: Table) -> bool:
    """What a player has done is counted as far as an Objective of the player asks for it."""
    return all(table.people[seat].feats[feat] <= asked_for(table, seat, feat) for seat in Seat for feat in Feat)


@game.invariant(clause=("UDL-G05", "UDL-T30"))
def saved_ones_were_saved(table: Table) -> bool:
    """Whoever is beside a board was saved."""
    return table.ever_saved or all(person.saved == 0 for person in table.people)


@game.invariant(clause=("UDL-X01", "UDL-X03", "UDL-X05", "UDL-X14"))
def nobody_is_ahead_of_the_leader(table: Table) -> bool:
    """When a player acts, or play goes on, nobody alone has the most experience but the leader (UDL-15)."""
    most = max((experience(table, seat) for seat in Seat if is_seated(seat)), default=0)
    holders = sum(1 for seat in Seat if is_seated(seat) and experience(table, seat) == most)
    leader = table.leader
    free = (table.phase in (Phase.ACT, Phase.RESUME, Phase.BEGIN_ROUND)
            or table.phase == Phase.TICK and table.moment != Moment.EVENT)
    if not free or most == 0:
        return True
    return leader is not None and experience(table, leader) == most or holders > 1


# -- how long the Horde lasts (UDL-10) ----------------------------------------------------------------------------------------


@game.rule
def cards_of(number: Annotated[int, Range(1, 10)]) -> Annotated[int, Range(0, 17)]:
    """The most Horde cards that the wave of a Round can have."""
    return box.players + number + 1


@game.rule
def drawn_at_most(table: Table) -> Annotated[int, Range(-20, 200)]:
    """The most Horde cards that can have come to the table so far, by waves."""
    before = sum(cards_of(number) for number in range(1, 11) if number < table.round)
    if table.searching or table.phase in (Phase.DEAL, Phase.CHOOSE, Phase.BEGIN_ROUND, Phase.FATE):
        return before
    to_add = 1 if ruling("UDL-18") == "infected-only" and (table.to_lay > 0 or table.more) else 0
    return before + cards_of(table.round) - table.to_lay - to_add


@game.invariant(clause=("UDL-H01", "UDL-B05", "UDL-Y01", "UDL-Y02"))
def waves_are_as_large_as_they_may_be(table: Table) -> bool:
    """Without Events that bring Horde cards, no more of them have left the pile than waves may have had."""
    return box.rubble[Rubble.NOISE] > 0 or box.horde.total - table.horde.total <= drawn_at_most(table)


@game.invariant(clause=("UDL-H01", "UDL-B05"))
def the_pile_lasts_for_few(table: Table) -> bool:
    """If all waves together can be no larger than the pile, and no Event brings Horde cards, it never runs out."""
    need = sum(cards_of(number) for number in range(1, 11) if number <= box.rounds)
    return box.rubble[Rubble.NOISE] > 0 or need > box.horde.total or table.to_lay <= table.horde.total


# -- the game -----------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("UDL-G02", "UDL-F01"))
def rounds_are_counted(table: Table) -> bool:
    """There are no more Rounds than the game has."""
    return table.round <= box.rounds


@game.invariant(clause=("UDL-G04", "UDL-G05"))
def a_won_game_is_fought_out(table: Table) -> bool:
    """A won game is in its last Round, without an enemy on the table, and somebody was saved."""
    return table.phase != Phase.WON or (table.round == box.rounds and table.ever_saved
                                        and not any(is_enemy(each.card) for each in table.line))


@game.invariant(clause=("UDL-G06", "UDL-G03"))
def nobody_loses_for_want_of_those_to_come(table: Table) -> bool:
    """A game that is lost with everybody alive is fought out, or, by reading UDL-13, all Survivors that could come have died."""
    alive = all(table.people[seat].health > 0 for seat in Seat if seat < box.players)
    if table.phase != Phase.LOST or not alive or table.round == box.rounds:
        return True
    return ruling("UDL-13") == "none-to-come" and table.horde_discard[Horde.SURVIVOR] == box.horde[Horde.SURVIVOR]
