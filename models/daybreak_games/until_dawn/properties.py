"""What must be true on every table: the invariants of a state, each with the clauses it rests on.

They hold under every reading; where a reading lifts one, the property asks for the ruling.
"""

from __future__ import annotations

from daybreak_games.until_dawn.setup import elsewhere
from daybreak_games.until_dawn.state import (
    COLOUR,
    Barred,
    Card,
    Colour,
    Entrance,
    Jasper,
    Night,
    Phase,
    Rebecca,
    box,
    game,
    is_zombie,
    unbreached,
    unbreached_count,
)
from verifier.lang import ruling


# How many cards there are, 38 or others, the edition says (UD-65); so with the barricades.
@game.invariant(clause="UD-C01")
def cards_are_conserved(night: Night) -> bool:
    """Every card of the box is in exactly one place."""
    return all(night.deck[card] + elsewhere(night, card) == box.cards[card] for card in Card)


@game.invariant(clause=("UD-D03", "UD-X01"))
def only_zombies_at_entrances(night: Night) -> bool:
    """Bite and movement cards never lie in a stack or over an entrance."""
    stacked = all(is_zombie(zombie.card) for door in night.entrances for zombie in door.stack)
    covering = all(door.breached_by is None or is_zombie(door.breached_by) for door in night.entrances)
    return stacked and covering


@game.invariant(clause=("UD-X02", "UD-X12"))
def breached_entrances_are_bare(night: Night) -> bool:
    """A breached entrance has no barricades and no Jasper; its zombies are gone unless they are just moving on."""
    for entrance in Entrance:
        door = night.entrances[entrance]
        leaving = night.at == entrance and night.phase in (Phase.SWEEP, Phase.RELOCATE, Phase.ARRANGE)
        if not unbreached(door):
            if door.barricades > 0 or night.jasper == entrance:
                return False
            if door.stack.size > 0 and not leaving and night.phase != Phase.LOST:
                return False
    return True


@game.invariant(clause="UD-C05")
def barricades_are_conserved(night: Night) -> bool:
    """The barricades on the board and beside it are all there are; fewer once some are gone (UD-03)."""
    total = night.supply + sum(door.barricades for door in night.entrances)
    return total == box.barricades or ruling("UD-03") == "gone" and total < box.barricades


@game.invariant(clause="UD-C10")
def ammo_within_track(night: Night) -> bool:
    """There are never more shells than at the start."""
    return 0 <= night.ammo <= box.shells


@game.invariant(clause=("UD-C08", "UD-D01"))
def markers_in_order(night: Night) -> bool:
    """The zombie marker is never ahead of the time marker, nor that one off the track; nobody acts on the last space."""
    return night.zombie_time <= night.time <= box.last_space and (night.phase != Phase.ACT or night.time < box.last_space)


@game.invariant(clause="UD-X16")
def four_breaches_lose(night: Night) -> bool:
    """With no unbreached entrance the game is lost."""
    return unbreached_count(night) > 0 or night.phase == Phase.LOST


@game.invariant(clause=("UD-W01", "UD-F01"))
def won_at_dawn(night: Night) -> bool:
    """A won game is at dawn, with an unbreached entrance."""
    dawn = night.time == box.last_space and night.zombie_time == box.last_space
    return night.phase != Phase.WON or dawn and unbreached_count(night) > 0


@game.invariant(clause=("UD-A15", "UD-A16"))
def only_attackers_act(night: Night) -> bool:
    """Whoever acts is an attacking zombie at an unbreached entrance, not done yet."""
    if night.phase not in (Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER):
        return True
    door = night.entrances[night.at]
    if not unbreached(door) or not night.acted <= night.acting < door.stack.size - night.late:
        return False
    colour = Colour.GREEN
    if night.phase == Phase.SCRATCHER:
        colour = Colour.RED
    elif night.phase == Phase.SNEAKER:
        colour = Colour.BLUE
    return door.stack[night.acting].attacking and COLOUR[door.stack[night.acting].card] == colour


@game.invariant(clause="UD-F01")
def assault_at_dawn(night: Night) -> bool:
    """The final assault comes with both markers on the last space."""
    return night.assault == 0 or night.time == box.last_space and night.zombie_time == box.last_space


@game.invariant(clause=("UD-J03", "UD-J04"))
def nothing_barred_on_your_turn(night: Night) -> bool:
    """On the player's turn no entrance is barred, and Jasper's chance is open again."""
    return night.phase != Phase.ACT or night.barred == Barred.NONE and not night.let_through


@game.invariant()
def unused_fields_rest(night: Night) -> bool:
    """Fields that nothing uses are at rest, so that equal situations are equal states.

    A bar with Jasper dead is one that has outlived him (UD-54).
    """
    walking = night.phase in (Phase.CHECK_SETS, Phase.NEXT_ATTACKER, Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER,
                              Phase.SUMMON, Phase.ANSWER, Phase.SWEEP, Phase.RELOCATE, Phase.ARRANGE, Phase.STAND_DOWN,
                              Phase.LIFT, Phase.SET_DOWN, Phase.TURN_ALL)
    howling = night.phase == Phase.SUMMON or night.phase == Phase.RESHUFFLE and night.calls > 0
    holding = night.phase in (Phase.ANSWER, Phase.PLACE, Phase.CHECK_JASPER, Phase.LIFT, Phase.SET_DOWN, Phase.REBECCA_MOVES,
                              Phase.COMPARE, Phase.COMPARE_DECK)
    acting = night.phase in (Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER)
    lifting = night.phase in (Phase.LIFT, Phase.SET_DOWN)
    return ((walking or howling or night.at == Entrance.FRONT and night.acted == 0 and night.late == 0)
            and (acting or night.acting == 0)
            and (howling or night.phase == Phase.ANSWER or night.calls == 0)
            and (night.drawn is None or holding or night.phase == Phase.RESHUFFLE)
            and (night.drawn is not None or not holding)
            and (lifting or all(held is None for held in night.lifted))
            and (night.barred == Barred.NONE or night.jasper == Jasper.DEAD and ruling("UD-54") == "for-the-turn"
                 or night.jasper == Entrance(night.barred))
            and (night.rebecca == Rebecca.ASIDE or night.phase != Phase.ACT or ruling("UD-46") == "waits"
                 or unbreached(night.entrances[night.rebecca])))
