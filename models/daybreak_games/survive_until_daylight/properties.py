"""What must be true on every table: the invariants of a state, each with the clauses it rests on.

They hold under every reading; where a reading lifts one, the property asks for the ruling.
"""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import BAD_LUCK, ITEMS, UNIQUE, Assault, CombatCard, Horde, Rubble, Type
from daybreak_games.survive_until_daylight.inventory import BACKPACK_HOLDS, discardable, limit, over_limit, slots
from daybreak_games.survive_until_daylight.line import is_dead, is_survivor
from daybreak_games.survive_until_daylight.resuming import has_backpack
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, Token, box, game
from verifier.lang import Range, ruling

Cards = Annotated[int, Range(0, 900)]


@game.rule
def in_combat(table: Table) -> bool:
    """Whether it is the Combat phase."""
    return Phase.TURN <= table.phase <= Phase.END_COMBAT or table.cause >= Cause.CRAFT or table.after == After.TURN


# -- cards and tokens ---------------------------------------------------------------------------------------------------------


@game.rule
def in_the_box(card: Rubble) -> Cards:
    """How many of a Rubble card the game begins with, without weapons of the characters."""
    return box.common[card] + sum(box.rubble[number][card] for number in range(6) if number < box.players)


@game.rule
def owned(card: Rubble) -> Cards:
    """How many of a unique weapon the players begin with."""
    return sum(1 for seat in Seat if seat < box.players and card == Rubble.PILLAR_WEAPON + box.characters[seat])


@game.rule
def about(table: Table, card: Rubble) -> Cards:
    """How many of a Rubble card there are, wherever they are."""
    held = sum(person.items[card] for person in table.people)
    return (held + table.packed[card] + table.unseen[card] + table.known[card] + table.discard[card] + table.weapons_left[card]
            + int(table.found == card))


@game.rule
def is_all_there(table: Table, card: Rubble) -> bool:
    """Whether there are as many of a Rubble card as there must be.

    Common weapons may be out of the game, or more than there are (SUD-68).
    """
    there = about(table, card)
    boxed = in_the_box(card)
    common = Rubble.KNIFE <= card <= Rubble.CROSSBOW
    if common and ruling("SUD-68") == "rest-out":
        return there <= boxed
    if common and ruling("SUD-68") == "unlimited":
        return boxed <= there <= boxed + (table.turns if table.phase == Phase.CHOOSE else 12)
    return there == boxed + owned(card)


@game.invariant(clause=("SUD-B02", "SUD-S03"))
def rubble_is_conserved(table: Table) -> bool:
    """Every Rubble card is in exactly one place."""
    return all(is_all_there(table, card) for card in Rubble)


@game.invariant(clause=("SUD-B03", "SUD-C19"))
def combat_cards_are_conserved(table: Table) -> bool:
    """Every Combat card is in the deck, drawn or discarded."""
    return all(table.combat[card] + table.drawn[card] + table.combat_discard[card] == box.combat[card] for card in CombatCard)


@game.invariant(clause="SUD-B04")
def horde_cards_are_conserved(table: Table) -> bool:
    """Every Horde card is on the line, in its pile, or discarded."""
    return all(table.horde[card] + table.horde_sure[card] + table.horde_discard[card]
               + sum(1 for enemy in table.line if enemy.card == card) == box.horde[card] for card in Horde)


@game.invariant(clause=("SUD-B08", "SUD-B10"))
def tokens_of_players_are_conserved(table: Table) -> bool:
    """Barricades and Traps are with the players or in the supply."""
    barricades = table.barricades + sum(person.barricades for person in table.people)
    return barricades == box.barricades and table.traps + sum(person.traps for person in table.people) == box.traps


@game.invariant(clause="SUD-B11")
def spears_are_conserved(table: Table) -> bool:
    """Spears are on the line, in hand or in the supply."""
    in_hand = int(table.phase == Phase.PLACE and table.making == Token.SPEAR or table.thrown)
    return table.spears + in_hand + sum(enemy.spears for enemy in table.line) == box.spears


@game.invariant(clause=("SUD-B09", "SUD-K18"))
def grenades_end_with_the_combat(table: Table) -> bool:
    """Outside the Combat phase all Grenades are in the supply, and no enemy is removed."""
    if in_combat(table) or table.phase == Phase.LOST:
        return table.grenades <= box.grenades
    return table.grenades == box.grenades and not any(enemy.away for enemy in table.line)


@game.invariant(clause="SUD-P14")
def the_backpack_is_one(table: Table) -> bool:
    """There is one Backpack at most; it holds two cards, no other Backpack, and nothing while nobody has it."""
    as_gift = table.phase == Phase.RECEIVE and table.found == Rubble.BACKPACK
    held = sum(person.items[Rubble.BACKPACK] for person in table.people) + int(as_gift)
    full = table.packed.total <= BACKPACK_HOLDS and table.packed[Rubble.BACKPACK] == 0
    return about(table, Rubble.BACKPACK) <= 1 and full and (table.packed.total == 0 or held == 1)


# -- inventories --------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-I01", "SUD-I02", "SUD-I03", "SUD-I05", "SUD-I06", "SUD-I09", "SUD-I11", "SUD-I12"))
def inventories_fit(table: Table) -> bool:
    """Nobody holds more than there are slots, but while making room."""
    return all(not over_limit(table, seat) or table.phase == Phase.REARRANGE and table.turn == seat for seat in Seat)


@game.rule
def can_discard(table: Table, seat: Seat) -> bool:
    """Whether a player holds a card that may be discarded."""
    return any(table.people[seat].items[item] > 0 and discardable(table, seat, item) for item in ITEMS)


@game.invariant(clause=("SUD-I04", "SUD-I07"))
def room_can_be_made(table: Table) -> bool:
    """Who holds too much and has no Backpack to put it into holds one card too many, and one that may be discarded (SUD-105)."""
    return all(not over_limit(table, seat) or has_backpack(table, seat)
               or slots(table.people[seat]) == limit() + 1 and can_discard(table, seat)
               for seat in Seat)


@game.invariant(clause=("SUD-R12", "SUD-W07"))
def bad_luck_is_never_kept(table: Table) -> bool:
    """No inventory, nor the Backpack, holds a Bad Luck card."""
    return all(table.packed[card] == 0 and all(person.items[card] == 0 for person in table.people)
               for card in BAD_LUCK)


@game.invariant(clause="SUD-I07")
def unique_weapons_are_kept(table: Table) -> bool:
    """The weapons of the characters are never discarded, unless a reading allows it (SUD-05, SUD-63)."""
    if ruling("SUD-05") == "losses-only" or ruling("SUD-63") == "of-the-owner":
        return True
    found = table.found
    drawn = table.phase == Phase.FOUND and found is not None and Rubble.PILLAR_WEAPON <= found <= Rubble.HIPSTER_BOW
    return not drawn and all(
        table.discard[weapon] == 0 and table.unseen[weapon] == 0 and table.known[weapon] == 0 for weapon in UNIQUE)


@game.lemma
def unique_weapons_are_started_with(table: Table) -> bool:
    """Who plays started with the weapon of the character."""
    return all(seat >= box.players or any(
        table.people[seat].started[weapon] for weapon in UNIQUE if weapon == Rubble.PILLAR_WEAPON + box.characters[seat])
        for seat in Seat)


@game.invariant(clause="SUD-T01")
def gifts_are_for_the_trade(table: Table) -> bool:
    """Who has given is known during the Trade phase only."""
    trading = table.phase in (Phase.TRADE, Phase.RECEIVE, Phase.HEAL) or table.after == After.TRADE
    return trading or not any(person.gave for person in table.people)


# -- players ------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-G02", "SUD-H11"))
def a_death_loses(table: Table) -> bool:
    """Somebody in the game is dead exactly when it is lost."""
    return any(seat < box.players and table.people[seat].health == 0 for seat in Seat) == (table.phase == Phase.LOST)


@game.invariant(clause="SUD-H09")
def health_fits_the_tracker(table: Table) -> bool:
    """Nobody has more Health than the tracker is long."""
    return all(table.people[seat].health <= box.boards[box.characters[seat]].health for seat in Seat)


@game.rule
def has_nothing(table: Table, seat: Seat) -> bool:
    """Whether a seat has no Health, cards or tokens."""
    person = table.people[seat]
    return (person.health == 0 and person.barricades == 0 and person.traps == 0 and not person.gave and person.tired == 0
            and all(person.items[item] == 0 for item in ITEMS))


@game.invariant(clause="SUD-G01")
def empty_seats_have_nothing(table: Table) -> bool:
    """Who does not play has nothing, and no turn."""
    return (all(seat < box.players or has_nothing(table, seat) for seat in Seat)
            and table.turn < box.players and table.first < box.players and table.aimed < box.players
            and table.drew < box.players and (table.wave is None or table.wave < box.players))


@game.invariant(clause=("SUD-W02", "SUD-R02"))
def the_wave_is_somewhere(table: Table) -> bool:
    """From the WAVE! being drawn to the end of the Combat phase, somebody has the card; while players search, nobody has."""
    searching = table.phase in (Phase.CHOOSE, Phase.SEARCH, Phase.DRAW) or table.cause in (Cause.SEARCH, Cause.DELAY)
    if searching or table.after == After.SEARCH:
        return table.wave is None
    return table.wave is not None or table.phase == Phase.BEGIN_ROUND or table.phase == Phase.LOST


# -- the line -----------------------------------------------------------------------------------------------------------------


@game.invariant(clause="SUD-N03")
def the_dead_are_cleared(table: Table) -> bool:
    """A card with all the damage it can take leaves the line before anything else happens."""
    waiting = table.cause == Cause.ENEMY and table.phase in (Phase.LOSE_CARD, Phase.REARRANGE)
    return waiting or table.phase == Phase.CLEAR or table.phase == Phase.LOST or not any(is_dead(enemy) for enemy in table.line)


@game.invariant(clause="SUD-K13")
def survivors_are_left_alone_by_tokens(table: Table) -> bool:
    """No Survivor has a Spear, and none is removed."""
    return not any(is_survivor(enemy) and (enemy.spears > 0 or enemy.away) for enemy in table.line)


@game.lemma
def enemies_come_by_assault_cards(table: Table) -> bool:
    """No more cards are on the line, in hand and to come than the Assault cards so far have brought."""
    come = table.line.size + sum(number for number in table.to_come) + int(table.phase == Phase.LAY_OUT)
    return come <= sum(brought(table, kind) for kind in Type)


@game.rule
def brought(table: Table, kind: Type) -> Annotated[int, Range(0, 48)]:
    """How many of a type the Assault cards that have been revealed bring."""
    return sum(box.waves[card][kind][box.players - 1] for card in Assault if box.assaults[card] and not table.assaults[card])


@game.invariant(clause=("SUD-L10", "SUD-L11"))
def a_won_game_has_no_enemies(table: Table) -> bool:
    """The game is won after the last Round, with nobody but Survivors on the line."""
    return table.phase != Phase.WON or table.round >= box.rounds and all(is_survivor(enemy) for enemy in table.line)


# -- piles --------------------------------------------------------------------------------------------------------------------


@game.invariant(clause=("SUD-R06", "SUD-S05"))
def the_active_pile_is_of_unseen_cards(table: Table) -> bool:
    """The Active Rubble pile has no more unknown cards than nobody has seen."""
    return table.active <= table.unseen.total


@game.invariant(clause=("SUD-C12", "SUD-C13"))
def combat_cards_are_for_attacks(table: Table) -> bool:
    """Combat cards are drawn, and one is applied, during an attack only."""
    attacked = table.cause in (Cause.ATTACK, Cause.ENEMY)
    return attacked or table.drawn.total == 0 and table.applied is None and table.to_draw == 0
