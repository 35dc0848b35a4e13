"""What must be true on every table: the invariants of a state, each with the clauses it rests on.

They hold under every reading; where a reading lifts one, the property asks for the ruling.
"""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.becoming import may_loot, turns_of_a_round
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import (
    AMMO,
    CARDS,
    FRESH,
    LAID_OUT,
    Character,
    Craving,
    Effect,
    Event,
    Horror,
    Item,
    Kind,
    Quirk,
)
from daybreak_games.dead_til_dawn.fights import gun
from daybreak_games.dead_til_dawn.grading import somebody_may_return
from daybreak_games.dead_til_dawn.limit import has_too_much
from daybreak_games.dead_til_dawn.people import characters_each, is_survivor, is_zombie, last_wound, survivors
from daybreak_games.dead_til_dawn.state import Fate, Person, Phase, Stage, Table, Window, box, game
from verifier.lang import Range, ruling

Cards = Annotated[int, Range(0, 4000)]
OF_SURVIVORS = (Phase.TRADE, Phase.PLAY, Phase.VOTE, Phase.COME, Phase.FLIP, Phase.FIND, Phase.LOSE, Phase.SAVE, Phase.LOOT,
                Phase.SHED, Phase.PICK_UP)
IN_TURNS = (Phase.COME, Phase.FLIP, Phase.FIND, Phase.LOSE, Phase.ASK_SAVER, Phase.SAVE, Phase.BECOME, Phase.LOOT, Phase.RECEIVE,
            Phase.PROWL, Phase.ASK_JOINER, Phase.JOIN, Phase.ASK_PLAYER, Phase.PLAY, Phase.HAUNT, Phase.CLOSE, Phase.ASK_VOTER,
            Phase.VOTE, Phase.SETTLE, Phase.DRAW)
QUIET = (Phase.PREPARE, Phase.DRAW, Phase.ASK_TRADER, Phase.TRADE, Phase.CONSENT, Phase.ASK_JOINER, Phase.JOIN, Phase.ASK_PLAYER,
         Phase.PLAY, Phase.HAUNT, Phase.CLOSE, Phase.ASK_VOTER, Phase.VOTE, Phase.SETTLE, Phase.PROWL, Phase.CHECK, Phase.SHED)
OUTSIDE = (Phase.CAST, Phase.DEAL, Phase.BEGIN_TURN, Phase.PASS_ON, Phase.DAWN, Phase.ALL_DEAD)  # of any turn
ASKED = (Phase.TRADE, Phase.CONSENT, Phase.JOIN, Phase.PLAY, Phase.HAUNT, Phase.VOTE, Phase.SAVE)  # everybody once round


# -- cards --------------------------------------------------------------------------------------------------------------------


@game.rule
def items_with_players(table: Table, item: Item) -> Cards:
    """How often an item is with players, looted, offered or lying there."""
    return (sum(person.items[item] + person.aside[item] for person in table.people) + table.loot[item]
            + int(table.gift == item) + int(table.dropped == item))


@game.invariant(clause=("DTD-G07", "DTD-Q12", "DTD-Q14"))
def equipment_is_conserved(table: Table) -> bool:
    """Every Equipment card is in exactly one place, however much Ammo is on it."""
    return all(table.equipment[card] + table.equipment_discard[card]
               + sum(items_with_players(table, item) for item in Item if FRESH[item] == card) == box.equipment[card]
               for card in CARDS)


@game.invariant(clause="DTD-Q13")
def decks_have_no_ammo(table: Table) -> bool:
    """In the deck and its discards a Firearm has no tokens on it."""
    return all(table.equipment[item] == 0 and table.equipment_discard[item] == 0 for item in LAID_OUT)


@game.invariant(clause=("DTD-Q10", "DTD-Q11", "DTD-Q14"))
def ammo_is_what_the_card_had(table: Table) -> bool:
    """No Firearm on the table has more tokens than a fresh one gets, nor as many, since one was spent."""
    return all(AMMO[item] < box.ammo[gun(item)] or items_with_players(table, item) == 0 for item in LAID_OUT)


@game.invariant(clause=("DTD-G08", "DTD-V11", "DTD-Z06"))
def events_are_conserved(table: Table) -> bool:
    """Every Event is in its deck, discarded, open, the Hideout, or lies before a player."""
    return all(table.events[event] + table.event_discard[event] + int(table.event == event) + int(table.hideout == event)
               + sum(1 for person in table.people if person.kept == event) == box.events[event] for event in Event)


@game.invariant(clause=("DTD-G09", "DTD-V01", "DTD-V26"))
def zombie_cards_are_conserved(table: Table) -> bool:
    """Every Zombie card is in its deck, discarded, in a hand or laid out."""
    return all(table.zombies[horror] + table.zombie_discard[horror]
               + sum(person.hand[horror] + person.powers[horror] for person in table.people) == box.zombies[horror]
               for horror in Horror)


@game.invariant(clause=("DTD-G06", "DTD-S08"))
def characters_are_conserved(table: Table) -> bool:
    """Every Character was dealt to one player, or to none."""
    return all(table.cast[character] + sum(1 for person in table.people for each in person.characters if each == character)
               == box.cast[character] for character in Character)


@game.invariant(clause=("DTD-S03", "DTD-S08"))
def all_have_their_characters(table: Table) -> bool:
    """Once they are dealt, whoever plays has a Character, or two if that many are dealt."""
    return table.phase == Phase.CAST or all(table.people[seat].characters[number] is not None
                                            for seat in Seat if seat < box.players for number in range(characters_each()))


@game.invariant(clause=("DTD-V18", "DTD-T02", "DTD-Z06"))
def secret_events_lie_before_the_living(table: Table) -> bool:
    """What lies before a player is a secret Event, and the player is alive and not a new one."""
    return all(table.people[seat].kept is None or is_survivor(table, seat) and not box.new[seat] for seat in Seat)


@game.rule
def is_hideout(card: Event | None) -> bool:
    """Whether a card is a Hideout, or none."""
    return card is None or box.says[card].kind == Kind.HIDEOUT


@game.invariant(clause=("DTD-V09", "DTD-V11", "DTD-V12"))
def the_hideout_is_one(table: Table) -> bool:
    """The Survivors are in a Hideout or in none."""
    return is_hideout(table.hideout)


@game.invariant(clause=("DTD-T01", "DTD-T03"))
def events_are_open_in_turns(table: Table) -> bool:
    """An Event is open only in a Survivor's turn."""
    return table.event is None or table.stage in (Stage.START, Stage.EVENT)


@game.invariant
def nothing_happens_before_the_first_turn(table: Table) -> bool:
    """While Characters and Equipment are dealt, nobody is hurt, dead or known, nothing was discarded, and no Event was drawn."""
    return table.phase not in (Phase.CAST, Phase.DEAL) or (
        table.round == 1 and table.turns == 0 and table.hideout is None and table.equipment_discard.total == 0
        and table.event_discard.total == 0 and table.zombie_discard.total == 0
        and all(is_as_at_the_start(person) and (table.phase == Phase.DEAL or person.items.total == 0) for person in table.people))


@game.rule
def is_as_at_the_start(person: Person) -> bool:
    """Whether nothing has happened to a player."""
    return (not person.zombie and not person.shown and not person.spent[0] and not person.spent[1] and person.wounds == 0
            and person.fate == Fate.LIVES and person.bites == 0 and person.aside.total == 0 and person.kept is None
            and person.quirk == Quirk.NONE and person.hand.total == 0 and person.powers.total == 0 and not person.sated[0]
            and not person.sated[1] and not person.last and not person.returned)


# -- players ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause="DTD-G01")
def seats_are_taken(table: Table) -> bool:
    """Whoever is in turn, asked, offered something or looted plays."""
    return (table.turn < box.players and table.actor < box.players and table.receiver < box.players
            and table.victim < box.players)


@game.invariant(clause="DTD-G01")
def empty_seats_have_nothing(table: Table) -> bool:
    """Who does not play has nothing."""
    return all(seat < box.players or not table.people[seat].zombie and table.people[seat].items.total == 0
               and table.people[seat].aside.total == 0 and table.people[seat].hand.total == 0
               and table.people[seat].powers.total == 0 and table.people[seat].fate == Fate.LIVES
               and table.people[seat].characters[0] is None and table.people[seat].characters[1] is None
               and not table.people[seat].last and table.people[seat].wounds == 0 and table.people[seat].bites == 0
               and table.people[seat].hits == 0 and table.people[seat].flips == 0
               and table.people[seat].due == Effect.NOTHING and not table.people[seat].fighting for seat in Seat)


@game.invariant(clause=("DTD-G13", "DTD-Z07", "DTD-Z16"))
def the_dead_have_no_equipment(table: Table) -> bool:
    """A Zombie player has no Equipment, no Wounds, no Quirk, no Bites, and nothing is to come to him."""
    return all(not person.zombie or person.items.total == 0 and person.aside.total == 0 and person.wounds == 0
               and person.quirk == Quirk.NONE and person.bites == 0 and person.hits == 0 and person.flips == 0
               and person.due == Effect.NOTHING and person.fate == Fate.LIVES and not person.fighting
               for person in table.people)


@game.invariant(clause=("DTD-V27", "DTD-Z11"))
def the_living_have_no_zombie_cards(table: Table) -> bool:
    """A Survivor has no Zombie cards, in hand or laid out."""
    return all(person.zombie or person.hand.total == 0 and person.powers.total == 0 for person in table.people)


@game.invariant(clause=("DTD-Z04", "DTD-Z25", "DTD-S07"))
def the_dead_are_known(table: Table) -> bool:
    """A Zombie player's Character is shown, and abilities that work once are used up."""
    return all(not person.zombie or person.shown and person.spent[0] and person.spent[1] for person in table.people)


@game.invariant(clause=("DTD-Z01", "DTD-V25"))
def the_last_wound_kills(table: Table) -> bool:
    """A Survivor with the last Wound is falling, or about to turn; who falls has it."""
    return all(not is_survivor(table, seat)
               or table.people[seat].fate != Fate.LIVES and (table.people[seat].fate == Fate.DEAD
                                                             or table.people[seat].wounds >= last_wound(table, seat))
               or table.people[seat].fate == Fate.LIVES and table.people[seat].wounds < last_wound(table, seat)
               for seat in Seat)


@game.invariant(clause=("DTD-Q02", "DTD-Q03", "DTD-Q04"))
def hands_are_within_the_limit(table: Table) -> bool:
    """When the turn passes on and when the next begins, nobody who is checked has too much."""
    return table.phase not in (Phase.PASS_ON,) or not any(has_too_much(table, seat) for seat in Seat)


@game.invariant(clause=("DTD-Q05", "DTD-T09", "DTD-T17"))
def nothing_is_aside_between_turns(table: Table) -> bool:
    """Between turns, and when an Event is drawn, all Equipment is in hand."""
    return (table.phase not in (Phase.BEGIN_TURN, Phase.PASS_ON, Phase.PREPARE, Phase.DRAW, Phase.PROWL, Phase.DAWN)
            or all(person.aside.total == 0 for person in table.people))


@game.invariant(clause=("DTD-S01", "DTD-Z05"))
def cravings_are_of_the_dead(table: Table) -> bool:
    """What is satisfied once and for all is a craving for a Wound, or by reading DTD-57 'once' any."""
    return ruling("DTD-57") == "once" or all(
        not person.sated[number] or craves_for_a_wound(person.characters[number])
        for person in table.people for number in range(2))


@game.rule
def craves_for_a_wound(character: Character | None) -> bool:
    """Whether a Character's craving is for a Wound."""
    return character is not None and box.characters[character].craving == Craving.WOUND


# -- fights, votes, loot ------------------------------------------------------------------------------------------------------


@game.rule
def is_fight_on(table: Table) -> bool:
    """Whether cards are being asked for."""
    return (table.phase in (Phase.ASK_JOINER, Phase.JOIN, Phase.ASK_PLAYER, Phase.PLAY, Phase.HAUNT, Phase.CLOSE)
            or table.phase in (Phase.ASK_TRADER, Phase.TRADE, Phase.CONSENT) and table.stage == Stage.PROWL)


@game.invariant(clause=("DTD-T04", "DTD-T11", "DTD-Z24"))
def attacks_end_with_the_fight(table: Table) -> bool:
    """Nobody is attacked when no fight is on; what was played was played against an attack."""
    return is_fight_on(table) or not any(person.fighting or person.acted[0] or person.acted[1]
                                         or any(attack.needs > 0 or attack.has > 0 or attack.by is not None
                                                for attack in person.attacks) for person in table.people)


@game.invariant(clause=("DTD-Z17", "DTD-Z18", "DTD-Z23"))
def attackers_are_dead(table: Table) -> bool:
    """Who attacks is a Zombie player, who is attacked a Survivor in the fight."""
    return all(attacker_is_dead(table, attack.by) and (attack.needs == 0 or person.fighting)
               for person in table.people for attack in person.attacks)


@game.rule
def attacker_is_dead(table: Table, seat: Seat | None) -> bool:
    """Whether a seat, if it is one, is that of a Zombie player."""
    return seat is None or is_zombie(table, seat)


@game.invariant(clause="DTD-Z19")
def one_neighbour_is_attacked(table: Table) -> bool:
    """A Zombie player has joined against one Survivor, and once (DTD-26, DTD-27)."""
    return ruling("DTD-26") == "twice" or ruling("DTD-27") == "several" or all(
        sum(1 for person in table.people for slot in range(1, 3) if person.attacks[slot].by == seat) <= 1 for seat in Seat)


@game.invariant(clause=("DTD-T11", "DTD-T12", "DTD-T13"))
def windows_are_for_those_who_play(table: Table) -> bool:
    """Survivors play in the first and the last window, Zombie players in that between."""
    return ((table.phase != Phase.PLAY or table.window in (Window.FIRST, Window.LAST) and is_survivor(table, table.actor))
            and (table.phase != Phase.HAUNT or table.window == Window.ZOMBIES and is_zombie(table, table.actor))
            and (table.window == Window.NONE or is_fight_on(table)))


@game.invariant(clause=("DTD-V05", "DTD-V06", "DTD-V08"))
def votes_are_those_of_survivors(table: Table) -> bool:
    """There are no more votes than were asked for, and none but in a Vote."""
    if table.phase in (Phase.ASK_VOTER, Phase.VOTE):
        return table.yes + table.no <= table.passes and (table.phase != Phase.VOTE or is_survivor(table, table.actor))
    return table.phase == Phase.SETTLE or table.yes == 0 and table.no == 0 and not table.abstained


@game.invariant(clause=("DTD-Z07", "DTD-Z10"))
def loot_is_looted(table: Table) -> bool:
    """There is loot while somebody is looted, and then only."""
    return (table.phase == Phase.LOOT) == (table.loot.total > 0)


@game.invariant(clause=("DTD-Q05", "DTD-Q07"))
def cards_change_hands_one_by_one(table: Table) -> bool:
    """A card is offered while its receiver is asked, and lies there while others may pick it up."""
    return ((table.phase == Phase.CONSENT) == (table.gift is not None)
            and (table.phase in (Phase.ASK_NEXT, Phase.PICK_UP)) == (table.dropped is not None))


@game.invariant(clause=("DTD-Z11", "DTD-Z13", "DTD-Z16"))
def zombie_cards_are_drawn_by_the_dead(table: Table) -> bool:
    """Zombie cards are to be drawn by a dead player who is looted, or draws."""
    if table.phase == Phase.LOOT:
        return is_zombie(table, table.victim)
    return (table.phase == Phase.RECEIVE) == (table.to_draw > 0) and (table.to_draw == 0 or is_zombie(table, table.victim))


# -- who is asked, and when ---------------------------------------------------------------------------------------------------


@game.invariant(clause=("DTD-G13", "DTD-Q05", "DTD-T11", "DTD-V06", "DTD-Z07"))
def survivors_are_asked(table: Table) -> bool:
    """Whoever trades, plays Equipment, votes, heals, loots, finds, loses or picks something up is alive."""
    return table.phase not in OF_SURVIVORS or is_survivor(table, table.actor)


@game.invariant(clause=("DTD-Z03", "DTD-Z12", "DTD-Z16", "DTD-Z17"))
def the_dead_are_asked(table: Table) -> bool:
    """Whoever joins a fight or plays Zombie cards is dead; a turn in which one prowls is a dead player's."""
    return ((table.phase not in (Phase.JOIN, Phase.HAUNT) or is_zombie(table, table.actor))
            and (table.phase != Phase.PROWL or is_zombie(table, table.turn)))


@game.invariant(clause=("DTD-Z01", "DTD-Z02", "DTD-V25"))
def the_dying_are_seen_to(table: Table) -> bool:
    """Who turns is dead, who may be healed falling; by default nobody turns while somebody may be healed (DTD-59)."""
    victim = table.people[table.victim].fate
    falling = any(person.fate == Fate.FALLING for person in table.people)
    return ((table.phase != Phase.BECOME or victim == Fate.DEAD and is_survivor(table, table.victim)
             and (not falling or ruling("DTD-59") != "together"))
            and (table.phase not in (Phase.ASK_SAVER, Phase.SAVE) or victim != Fate.DEAD and is_survivor(table, table.victim)))


@game.invariant(clause=("DTD-T17", "DTD-Q05"))
def all_is_settled_between_turns(table: Table) -> bool:
    """Between turns, and while cards are played or votes given, nobody falls, is dead, or waits for what is to come."""
    return (table.stage not in (Stage.BEFORE, Stage.CHECK) and table.phase not in QUIET
            or all(person.fate == Fate.LIVES and person.hits == 0 and person.due == Effect.NOTHING and person.flips == 0
                   for person in table.people))


@game.invariant(clause=("DTD-T01", "DTD-T17", "DTD-Z16"))
def things_come_in_turns(table: Table) -> bool:
    """What comes to somebody, is healed, looted or drawn belongs to a part of a turn."""
    return table.phase not in IN_TURNS or table.stage in (Stage.START, Stage.EVENT, Stage.PROWL)


@game.invariant(clause=("DTD-T18", "DTD-D01"))
def turns_begin_before_anything(table: Table) -> bool:
    """Nothing is open when a turn begins, passes on, or the game is over."""
    return table.phase not in OUTSIDE or table.stage == Stage.BEFORE


# -- the end ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("DTD-D02", "DTD-D03", "DTD-D04", "DTD-T19"))
def rounds_are_counted(table: Table) -> bool:
    """There are no more rounds than the game has, and no more turns in a round than it has."""
    return table.round <= box.rounds and table.turns <= turns_of_a_round()


@game.invariant(clause=("DTD-D01", "DTD-D05"))
def ends_are_what_they_say(table: Table) -> bool:
    """At dawn somebody is alive; otherwise all are dead."""
    return (table.phase != Phase.DAWN or survivors(table) > 0) and (table.phase != Phase.ALL_DEAD or survivors(table) == 0)


@game.invariant(clause=("DTD-D07", "DTD-D09"))
def the_last_group_is_dead(table: Table) -> bool:
    """Who died last is dead."""
    return all(not person.last or person.zombie for person in table.people)


@game.invariant(clause="DTD-D07")
def somebody_died_last(table: Table) -> bool:
    """With all dead, somebody died last."""
    return table.phase != Phase.ALL_DEAD or any(person.last for person in table.people)


@game.invariant(clause=("DTD-T11", "DTD-V06", "DTD-Z10"))
def everybody_is_asked_once_round(table: Table) -> bool:
    """Who is asked is one of those who have not passed; loot goes on while somebody has not declined."""
    if table.phase == Phase.LOOT:
        return table.passes < sum(1 for seat in Seat if may_loot(table, seat))
    return table.passes < box.players or table.passes == box.players and table.phase not in ASKED


@game.invariant(clause=("DTD-T18", "DTD-T19"))
def a_turn_is_left_when_one_begins(table: Table) -> bool:
    """A turn begins in a round that is not over."""
    begins = (table.phase in (Phase.BEGIN_TURN, Phase.CAST, Phase.DEAL)
              or table.stage == Stage.BEFORE and table.phase in (Phase.ASK_TRADER, Phase.TRADE, Phase.CONSENT, Phase.RESOLVE))
    return not begins or table.turns < turns_of_a_round()


# -- cards that an edition does not have -----------------------------------------------------------------------------------------


@game.invariant(clause=("DTD-G08", "DTD-G09"))
def cards_are_those_of_the_box(table: Table) -> bool:
    """No Event and no Zombie card comes up of which the edition has none."""
    return (all(box.zombies[horror] > 0 or table.zombies[horror] == 0 and table.zombie_discard[horror] == 0
                and all(person.hand[horror] == 0 and person.powers[horror] == 0 for person in table.people) for horror in Horror)
            and all(box.events[event] > 0 or table.events[event] == 0 and table.event_discard[event] == 0
                    and table.event != event and table.hideout != event
                    and all(person.kept != event for person in table.people) for event in Event))


@game.invariant(clause="DTD-Z25")
def who_rises_has_a_card_for_it(table: Table) -> bool:
    """Nobody is to be brought back to life where no card of the edition does that."""
    return somebody_may_return() or all(person.due != Effect.RISE for person in table.people)
