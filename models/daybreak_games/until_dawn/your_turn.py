"""Your turn: the five actions, and handing over to the zombies."""

from __future__ import annotations

from daybreak_games.until_dawn.attacks import begin_attack
from daybreak_games.until_dawn.state import (
    CLOCKWISE,
    Card,
    Entrance,
    Jasper,
    Night,
    Phase,
    box,
    game,
    next_unbreached,
    unbreached,
)
from verifier.lang import clause, require, ruling, the, weight


@game.decision(Phase.ACT, clause=("UD-T02", "UD-T03"))
def barricade(night: Night, entrance: Entrance) -> None:
    """Barricade: one token from beside the board goes to an entrance."""
    door = night.entrances[entrance]
    require(night.time < box.last_space, "UD-T17")
    require(unbreached(door), "UD-X02")
    require(night.supply > 0, "UD-T10")
    require(ruling("UD-04") == "none" or door.barricades < box.barricades_per_entrance, "UD-T03")
    night.supply -= 1
    door.barricades += 1
    night.time += 1
    after_action(night)


@game.decision(Phase.ACT, clause=("UD-T02", "UD-T04"))
def fire(night: Night, entrance: Entrance) -> None:
    """Fire the shotgun: the top zombie is discarded, the next one is driven clockwise."""
    door = night.entrances[entrance]
    require(night.time < box.last_space, "UD-T17")
    require(night.ammo > 0, "UD-T05")
    if unbreached(door):
        require(door.stack.size > 0 or night.rebecca != entrance, "UD-T09")
        require(door.stack.size > 0, "UD-T04")
    else:
        require(ruling("UD-09") == "target", "UD-X02")
    clause("UD-T09", when=night.rebecca == entrance)
    night.time += 1
    night.ammo -= 1
    if unbreached(door):
        night.discard.add(door.stack.take_top().card)
        drive_next(night, entrance)
    else:
        night.discard.add(the(door.breached_by))
        door.breached_by = None
    after_action(night)


@game.rule
def drive_next(night: Night, entrance: Entrance) -> None:
    """The zombie under the one shot runs to the next unbreached entrance, turned as it was."""
    door = night.entrances[entrance]
    target = next_unbreached(night, entrance, CLOCKWISE)
    if door.stack.size > 0 and (target != entrance or ruling("UD-07") == "moves"):
        clause("UD-T07")
        clause("UD-X05", when=target != Entrance((entrance + CLOCKWISE) % 4))
        driven = door.stack.take_top()
        if ruling("UD-06") == "top":
            night.entrances[target].stack.put_top(driven)
        else:
            night.entrances[target].stack.put_bottom(driven)


@game.decision(Phase.ACT, clause=("UD-T02", "UD-T12"))
def command_jasper(night: Night, entrance: Entrance) -> None:
    """Command Jasper: his token goes to an entrance."""
    require(night.time < box.last_space, "UD-T17")
    require(night.jasper != Jasper.DEAD, "UD-T13")
    require(unbreached(night.entrances[entrance]), "UD-X02")
    night.jasper = entrance
    night.time += 1
    after_action(night)


@game.decision(Phase.ACT, clause=("UD-T02", "UD-T14"))
def treat(night: Night) -> None:
    """Treat the bite: a card of the bite pile, picked at random, will be discarded."""
    require(night.time < box.last_space, "UD-T17")
    require(night.bite_pile.total > 0, "UD-T14")
    night.time += 1
    night.phase = Phase.TREAT


@game.chance(Phase.TREAT, tape="bite-pile", clause="UD-T14")
def discard_from_pile(night: Night, card: Card) -> None:
    """The treated card turns up on the discard pile."""
    weight(night.bite_pile[card])
    night.bite_pile.take(card)
    night.discard.add(card)
    after_action(night)


@game.decision(Phase.ACT, clause=("UD-T02", "UD-T15"))
def pass_(night: Night) -> None:
    """Pass: time goes by."""
    require(night.time < box.last_space, "UD-T17")
    night.time += 1
    after_action(night)


@game.decision(Phase.ACT, clause="UD-T16")
def end_turn(night: Night) -> None:
    """The player stops; it is the zombies' turn."""
    require(night.time > night.zombie_time or ruling("UD-01") == "none-needed", "UD-T16")
    begin_attack(night)


@game.rule
def after_action(night: Night) -> None:
    """An action was taken: on the last space the zombies' turn follows, otherwise the player goes on."""
    if night.time == box.last_space:
        clause("UD-T17")
        begin_attack(night)
    else:
        clause("UD-T01")
        night.phase = Phase.ACT
