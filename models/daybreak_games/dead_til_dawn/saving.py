"""The last Wound: somebody may heal it."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import FRESH, Ability, Item
from daybreak_games.dead_til_dawn.people import discard, heal, is_survivor, may_use_once, next_seat, use_once, whose_say
from daybreak_games.dead_til_dawn.state import Fate, Phase, Table, box, game
from verifier.lang import clause, require, ruling


@game.rule
def begin_saving(table: Table, seat: Seat) -> None:
    """Whoever can is asked whether to heal a player at the last Wound, that player first."""
    table.victim = seat
    table.actor = seat
    table.passes = 0
    table.phase = Phase.ASK_SAVER


@game.rule
def can_save(table: Table, seat: Seat) -> bool:
    """Whether a player can heal the one at the last Wound (DTD-11)."""
    person = table.people[seat]
    return (is_survivor(table, seat) and person.fate != Fate.DEAD and (ruling("DTD-11") == "anybody" or seat == table.victim)
            and (may_use_once(table, seat, Ability.MEDIC)
                 or any(person.items[item] > 0 and box.sheets[FRESH[item]].heals > 0 for item in Item)))


@game.step(Phase.ASK_SAVER)
def ask_saver(table: Table) -> None:
    """The next who can heal is asked; if nobody does, the player is dead."""
    if table.people[table.victim].fate == Fate.LIVES:
        end_saving(table)
    elif table.passes >= box.players:
        table.people[table.victim].fate = Fate.DEAD
        end_saving(table)
    elif can_save(table, table.actor):
        table.phase = Phase.SAVE
    else:
        table.passes += 1
        table.actor = next_seat(table.actor)


@game.rule
def end_saving(table: Table) -> None:
    """Healed or not, play goes on."""
    table.victim = Seat.PLAYER_1
    table.actor = Seat.PLAYER_1
    table.passes = 0
    table.phase = Phase.RESOLVE


@game.decision(Phase.SAVE, seat=whose_say)
def bind(table: Table, item: Item) -> None:
    """A card heals the last Wound."""
    require(table.people[table.actor].items[item] > 0 and box.sheets[FRESH[item]].heals > 0, "DTD-V25")
    table.people[table.actor].items.take(item)
    discard(table, item)
    heal(table, table.victim, box.sheets[FRESH[item]].heals)
    table.phase = Phase.ASK_SAVER


@game.decision(Phase.SAVE, seat=whose_say)
def nurse(table: Table) -> None:
    """A Character that can heals the last Wound."""
    require(may_use_once(table, table.actor, Ability.MEDIC), "DTD-S01")
    use_once(table, table.actor, Ability.MEDIC)
    heal(table, table.victim, 1)
    table.phase = Phase.ASK_SAVER


@game.decision(Phase.SAVE, seat=whose_say)
def let_go(table: Table) -> None:
    """A Survivor who could heal does not."""
    clause("DTD-V25")
    table.passes += 1
    table.actor = next_seat(table.actor)
    table.phase = Phase.ASK_SAVER
