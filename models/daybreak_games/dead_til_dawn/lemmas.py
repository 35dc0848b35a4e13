"""Invariants that serve proofs alone: which part of a turn, Event and window belong to what happens next, and what is at rest.

The invariants of the game rest on them, and `check --with z3` proves those that it needs.  They say nothing that a rulebook says.
"""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Character, Effect, Kind
from daybreak_games.dead_til_dawn.people import characters_each, is_survivor, is_zombie, survivors
from daybreak_games.dead_til_dawn.setup import lacks_character
from daybreak_games.dead_til_dawn.state import Phase, Stage, Table, Window, box, game
from verifier.lang import ruling

FIGHT = (Phase.ASK_JOINER, Phase.JOIN, Phase.ASK_PLAYER, Phase.PLAY, Phase.HAUNT, Phase.CLOSE)
TRADE = (Phase.ASK_TRADER, Phase.TRADE, Phase.CONSENT)
VOTES = (Phase.ASK_VOTER, Phase.VOTE, Phase.SETTLE)
DRAWING = (Phase.PREPARE, Phase.DRAW, *VOTES)
AMBUSH = (Phase.CLOSE, *TRADE)  # when it begins
QUIET = (Phase.PREPARE, Phase.DRAW, Phase.PROWL, Phase.CHECK, *FIGHT, *TRADE, *VOTES)
ROUND_THE_TABLE = (Phase.LOOT, Phase.ASK_SAVER, Phase.SAVE, Phase.ASK_VOTER, Phase.VOTE, *FIGHT, *TRADE)

# -- the deal -----------------------------------------------------------------------------------------------------------------


@game.lemma
def somebody_lacks_a_character(table: Table) -> bool:
    """While Characters are dealt, somebody has none, or not both."""
    return table.phase != Phase.CAST or any(lacks_character(table, seat) for seat in Seat)


@game.lemma
def characters_come_first_to_second(table: Table) -> bool:
    """Nobody has a second Character without a first, nor where one is dealt."""
    return all(person.characters[1] is None or person.characters[0] is not None and characters_each() == 2
               for person in table.people)


@game.lemma
def there_are_characters_for_all(table: Table) -> bool:
    """While they are dealt, there are Characters for all who lack one, and core ones for all new players who do."""
    wanted = sum(1 for seat in Seat for number in range(2) if seat < box.players and number < characters_each()
                 and table.people[seat].characters[number] is None)
    of_the_core = sum(1 for seat in Seat for number in range(2) if seat < box.players and number < characters_each()
                      and box.new[seat] and table.people[seat].characters[number] is None)
    return table.phase != Phase.CAST or (
        sum(table.cast[character] for character in Character) >= wanted
        and sum(table.cast[character] for character in Character if box.core[character]) >= of_the_core)


# -- parts of a turn ----------------------------------------------------------------------------------------------------------


@game.lemma
def phases_are_of_their_stage(table: Table) -> bool:
    """What happens next belongs to some parts of a turn only."""
    stage = table.stage
    match table.phase:
        case Phase.CAST | Phase.DEAL | Phase.BEGIN_TURN | Phase.PASS_ON | Phase.DAWN | Phase.ALL_DEAD:
            return stage == Stage.BEFORE
        case Phase.ASK_TRADER | Phase.TRADE:
            return stage == Stage.BEFORE or stage == Stage.PROWL
        case Phase.CONSENT:
            return stage == Stage.BEFORE or stage == Stage.PROWL or stage == Stage.CHECK
        case Phase.PREPARE:
            return stage == Stage.START or stage == Stage.EVENT
        case Phase.DRAW | Phase.ASK_VOTER | Phase.VOTE | Phase.SETTLE:
            return stage == Stage.EVENT
        case Phase.ASK_JOINER | Phase.JOIN | Phase.ASK_PLAYER | Phase.PLAY | Phase.HAUNT | Phase.CLOSE:
            return stage == Stage.EVENT or stage == Stage.PROWL
        case Phase.RESOLVE:
            return stage != Stage.CHECK
        case Phase.PROWL:
            return stage == Stage.PROWL
        case Phase.CHECK:
            return stage != Stage.BEFORE
        case Phase.SHED | Phase.ASK_NEXT | Phase.PICK_UP:
            return stage == Stage.CHECK
    return stage == Stage.START or stage == Stage.EVENT or stage == Stage.PROWL


@game.lemma
def events_are_of_their_phase(table: Table) -> bool:
    """An Event is open during a Vote on it, and a fight in a Survivor's turn, and closed before it is drawn and afterwards."""
    event = table.event
    match table.phase:
        case Phase.ASK_VOTER | Phase.VOTE | Phase.SETTLE:
            return event is not None and (box.says[event].kind == Kind.VOTE or box.says[event].kind == Kind.HIDEOUT)
        case Phase.ASK_JOINER | Phase.JOIN | Phase.ASK_PLAYER | Phase.PLAY | Phase.HAUNT | Phase.CLOSE:
            return (event is not None) == (table.stage == Stage.EVENT)
        case (Phase.RESOLVE | Phase.COME | Phase.FLIP | Phase.FIND | Phase.LOSE | Phase.ASK_SAVER | Phase.SAVE | Phase.BECOME
              | Phase.LOOT | Phase.RECEIVE):
            return event is None or table.stage == Stage.START or table.stage == Stage.EVENT
    return event is None


@game.lemma
def turns_are_of_the_living_or_the_dead(table: Table) -> bool:
    """Who draws an Event, votes on it or fights because of it is alive; who prowls is dead."""
    draws = table.phase in DRAWING or table.phase in FIGHT and table.stage == Stage.EVENT
    prowls = table.stage == Stage.PROWL and table.phase != Phase.CHECK
    return (not draws or is_survivor(table, table.turn)) and (not prowls or is_zombie(table, table.turn))


@game.lemma
def secret_events_are_turned_up_first(table: Table) -> bool:
    """Nothing lies before the player in turn when an Event is drawn, or is open."""
    before = (table.stage == Stage.START or table.phase in (Phase.PREPARE, Phase.DRAW) or table.event is not None)
    return not before or table.people[table.turn].kept is None


@game.lemma
def no_event_comes_of_prowling(table: Table) -> bool:
    """In a Zombie player's turn no Event comes to anybody."""
    return table.stage != Stage.PROWL or all(person.due == Effect.NOTHING and person.flips == 0 for person in table.people)


@game.lemma
def effects_come_a_few_times(table: Table) -> bool:
    """An effect comes as often as an Event says."""
    return all(person.times <= 3 for person in table.people)


@game.lemma
def bites_are_seen_to_at_once(table: Table) -> bool:
    """By reading DTD-61 'at-once', nobody who was Bitten goes without a Flip."""
    return (ruling("DTD-61") != "at-once" or table.stage not in (Stage.BEFORE, Stage.CHECK) and table.phase not in QUIET
            or all(person.bites == 0 for person in table.people))


@game.lemma
def somebody_is_alive_or_died_last(table: Table) -> bool:
    """Somebody is alive, or died last."""
    return survivors(table) > 0 or any(person.last for person in table.people)


# -- who is asked -------------------------------------------------------------------------------------------------------------


@game.lemma
def the_living_give_and_take(table: Table) -> bool:
    """Who gives and who is offered something is alive."""
    return table.phase != Phase.CONSENT or is_survivor(table, table.actor) and is_survivor(table, table.receiver)


@game.lemma
def who_prowls_is_asked(table: Table) -> bool:
    """In a Zombie player's turn, whose turn it is decides."""
    return table.phase != Phase.PROWL or table.actor == table.turn


@game.lemma
def passes_are_counted_round_the_table(table: Table) -> bool:
    """Who has passed is counted while all are asked once round."""
    return table.passes == 0 or table.phase in ROUND_THE_TABLE and table.stage != Stage.CHECK


@game.lemma
def nothing_is_aside_in_a_vote(table: Table) -> bool:
    """During a Vote all Equipment is in hand."""
    return table.phase not in VOTES or all(person.aside.total == 0 for person in table.people)


# -- fights -------------------------------------------------------------------------------------------------------------------


@game.lemma
def windows_are_of_their_phase(table: Table) -> bool:
    """Nobody joins a fight after Zombie players may play; a window is open while cards are asked for, and none in a trade."""
    match table.phase:
        case Phase.ASK_JOINER | Phase.JOIN:
            return table.window == Window.NONE or table.window == Window.FIRST
        case Phase.ASK_PLAYER | Phase.PLAY | Phase.HAUNT:
            return table.window != Window.NONE
        case Phase.CLOSE:
            return table.window != Window.NONE or table.stage == Stage.PROWL
    return table.window == Window.NONE


@game.lemma
def attacks_are_on_who_fights(table: Table) -> bool:
    """Who fights is alive; nobody else is attacked; what was played was played against an attack."""
    return (all(not table.people[seat].fighting or is_survivor(table, seat) for seat in Seat)
            and all(person.fighting or attack.needs == 0 and attack.has == 0 and attack.by is None
                    for person in table.people for attack in person.attacks)
            and all(attack.needs > 0 or attack.has == 0 for person in table.people for attack in person.attacks))


@game.lemma
def nothing_is_played_before_the_first_window(table: Table) -> bool:
    """Before the first window nothing was played; before a fight of a Zombie card begins, it needs what the card says."""
    return table.window != Window.NONE or all(
        not person.acted[0] and not person.acted[1] and all(attack.has == 0 for attack in person.attacks)
        and (table.phase not in AMBUSH or person.attacks[0].needs <= 3) for person in table.people)
