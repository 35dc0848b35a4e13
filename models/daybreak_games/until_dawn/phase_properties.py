"""What each phase can count on: the invariants that make the others inductive.

A state between two events promises what the next rule needs (a card to draw, an attacker to act, a place to go).  From states
that keep these promises every rule leads to states that keep all invariants, so they hold in every game, whatever the deal.
"""

from __future__ import annotations

from daybreak_games.until_dawn.attacks import rebecca_here
from daybreak_games.until_dawn.state import (
    COLOUR,
    Barred,
    Card,
    Colour,
    Entrance,
    Night,
    Phase,
    Rebecca,
    game,
    is_bite,
    is_zombie,
    unbreached,
    unbreached_count,
)
from verifier.lang import ruling


@game.rule
def attacking(night: Night) -> bool:
    """Whether the second round of the attacks is going on: somebody acts, or what somebody did is being carried out."""
    return (night.phase in (Phase.NEXT_ATTACKER, Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER, Phase.SUMMON, Phase.ANSWER,
                            Phase.SWEEP, Phase.RELOCATE, Phase.ARRANGE)
            or night.phase == Phase.RESHUFFLE and night.calls > 0)


@game.invariant(clause="UD-D01")
def chains_until_level(night: Night) -> bool:
    """A chain begins only while the zombie marker is behind, and the zombie turn ends only when it is level."""
    if night.phase == Phase.ADVANCE:
        return night.zombie_time < night.time
    return night.phase != Phase.END_TURN or night.zombie_time == night.time


@game.invariant(clause=("UD-F02", "UD-F03"))
def assault_is_attacks(night: Night) -> bool:
    """The final assault is its attacks and nothing else, and begins with all zombies turning."""
    if night.phase == Phase.TURN_ALL:
        return night.assault == 1
    return night.assault == 0 or attacking(night)


@game.invariant(clause=("UD-K01", "UD-T14", "UD-D14"))
def cards_to_draw(night: Night) -> bool:
    """Where a card is drawn or pulled there is one; the deck is made anew only when it is empty and there are discards."""
    if night.phase in (Phase.DRAW, Phase.SUMMON, Phase.COMPARE_DECK):
        return night.deck.total > 0
    if night.phase in (Phase.TREAT, Phase.COMPARE):
        return night.bite_pile.total > 0
    return night.phase != Phase.RESHUFFLE or night.deck.total == 0 and night.discard.total > 0


@game.invariant(clause=("UD-D03", "UD-D10", "UD-D13"))
def cards_where_they_belong(night: Night) -> bool:
    """A zombie is placed, a bite is compared, a movement card moves; no card waits while a howl draws."""
    if night.phase in (Phase.PLACE, Phase.ANSWER):
        return night.drawn is not None and is_zombie(night.drawn)
    if night.phase in (Phase.REBECCA_MOVES, Phase.COMPARE, Phase.COMPARE_DECK):
        return night.drawn is not None and is_bite(night.drawn)
    if night.phase in (Phase.CHECK_JASPER, Phase.LIFT, Phase.SET_DOWN):
        return night.drawn is not None and night.drawn >= Card.MOVE_CW
    if night.phase == Phase.RESHUFFLE and night.drawn is not None:
        return night.calls == 0 and is_bite(night.drawn)
    return True


@game.invariant(clause=("UD-D13", "UD-B19"))
def rebecca_stands_somewhere(night: Night) -> bool:
    """Zombie Rebecca moves only if she is in play; under UD-46 'jumps' she is never seen at a breached entrance."""
    if night.phase == Phase.REBECCA_MOVES and night.rebecca == Rebecca.ASIDE:
        return False
    if night.rebecca == Rebecca.ASIDE or ruling("UD-46") == "waits" or night.phase == Phase.LOST:
        return True
    return unbreached(night.entrances[night.rebecca])


@game.invariant(clause=("UD-J02", "UD-J03", "UD-J04"))
def jasper_guards_against_cards(night: Night) -> bool:
    """Jasper is asked only at an unbreached entrance and while he may still block; until cards are drawn nothing is barred."""
    fresh = night.barred == Barred.NONE and not night.let_through
    if night.phase == Phase.GUARD:
        return fresh and isinstance(night.jasper, Entrance) and unbreached(night.entrances[night.jasper])
    before_cards = night.phase in (Phase.TREAT, Phase.CHECK_SETS, Phase.TURN_ALL, Phase.STAND_DOWN)
    return fresh or not before_cards and not attacking(night)


@game.invariant(clause=("UD-A28", "UD-A29"))
def howls_have_calls(night: Night) -> bool:
    """A howl draws cards while it has any left, at an unbreached entrance."""
    howling = night.phase == Phase.SUMMON or night.phase == Phase.RESHUFFLE and night.calls > 0
    if night.phase == Phase.ANSWER:
        return night.calls < 3 and unbreached(night.entrances[night.at])
    return not howling or night.calls > 0 and unbreached(night.entrances[night.at])


@game.invariant(clause=("UD-X13", "UD-X16"))
def zombies_leave_breaches(night: Night) -> bool:
    """Zombies move on from a breached entrance, while there are any, to one that is not."""
    door = night.entrances[night.at]
    if night.phase in (Phase.RELOCATE, Phase.ARRANGE):
        return not unbreached(door) and door.stack.size > 0 and unbreached_count(night) > 0
    return night.phase != Phase.SWEEP or unbreached_count(night) > 0


@game.invariant(clause=("UD-A15", "UD-A16", "UD-A33"))
def places_in_the_stack(night: Night) -> bool:
    """Who has acted and who came too late are both in the stack, and counted only while its attackers act."""
    door = night.entrances[night.at]
    if not attacking(night):
        return night.acted == 0 and night.late == 0
    if night.phase == Phase.SWEEP and night.acted > 0:
        return False
    if not unbreached(door) and (night.acted > 0 or night.late > 0):
        return False
    return night.acted + night.late <= door.stack.size


@game.invariant(clause=("UD-A15", "UD-A18"))
def only_scratchers_stay(night: Night) -> bool:
    """Attackers that have acted and are still there are Scratchers with nowhere to go (UD-18), at a last, bare entrance."""
    door = night.entrances[night.at]
    last_and_bare = unbreached_count(night) == 1 and door.barricades == 0 and not rebecca_here(night)
    if night.phase == Phase.SCRATCHER and last_and_bare:
        for depth in range(night.acted, min(night.acting, door.stack.size)):
            if door.stack[depth].attacking:
                return False
    for depth in range(min(night.acted, door.stack.size)):
        zombie = door.stack[depth]
        if zombie.attacking and COLOUR[zombie.card] != Colour.RED:
            return False
    return night.acted == 0 or last_and_bare


@game.invariant(clause=("UD-D10", "UD-D11"))
def lifted_cards_land(night: Night) -> bool:
    """A movement card takes up cards entrance by entrance, then sets them down in the same order (UD-33 'together')."""
    if night.phase == Phase.LIFT:
        return all(night.lifted[entrance] is None for entrance in Entrance
                   if entrance >= night.at or ruling("UD-33") != "together")
    if night.phase == Phase.SET_DOWN:
        return all(night.lifted[entrance] is None for entrance in Entrance if entrance < night.at)
    return True

