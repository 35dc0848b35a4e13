"""What every transition must respect: the invariants that speak of a before and an after."""

from __future__ import annotations

from daybreak_games.until_dawn.attacks import check_sets, next_attacker
from daybreak_games.until_dawn.bite import compare_with, compare_with_top, rebecca_moves
from daybreak_games.until_dawn.breaches import relocate, send_on
from daybreak_games.until_dawn.cards import check_jasper, draw, lift, nowhere_else, place, set_down
from daybreak_games.until_dawn.jasper import block, let_through
from daybreak_games.until_dawn.state import (
    BITE_PILE_FULL,
    CLOCKWISE,
    COLOUR,
    DRAW_AGAIN,
    Barred,
    Colour,
    Entrance,
    Jasper,
    Night,
    Phase,
    Rebecca,
    box,
    game,
    next_unbreached,
    unbreached,
    unbreached_count,
)
from daybreak_games.until_dawn.your_turn import barricade, command_jasper, discard_from_pile, fire, pass_, treat
from daybreak_games.until_dawn.zombie_turn import advance, end_zombie_turn, reshuffle
from daybreak_games.until_dawn.zombies import place_called, summon, sweep_sneakers
from verifier.lang import happened, ruling, the


@game.step_property(clause="UD-X02")
def breaches_last(before: Night, after: Night) -> bool:
    """A breached entrance stays breached by the same card (but for a shot under UD-09 'target')."""
    if happened(fire) and ruling("UD-09") == "target":
        return True
    return all(before.entrances[entrance].breached_by == after.entrances[entrance].breached_by
               for entrance in Entrance if not unbreached(before.entrances[entrance]))


@game.step_property(clause=("UD-T04", "UD-T05"))
def shots_cost_shells(before: Night, after: Night) -> bool:
    """A shot costs one shell; nothing else changes the ammunition."""
    return after.ammo == before.ammo - int(happened(fire))


@game.step_property(clause=("UD-T02", "UD-T17"))
def actions_cost_time(before: Night, after: Night) -> bool:
    """An action moves the time marker one space, never from the last; nothing else moves it."""
    action = happened(barricade) or happened(fire) or happened(command_jasper) or happened(treat) or happened(pass_)
    return after.time == before.time + int(action) and (not action or before.time < box.last_space)


@game.step_property(clause=("UD-D01", "UD-D02"))
def chains_cost_zombie_time(before: Night, after: Night) -> bool:
    """The zombie marker moves one space when a chain begins, and is level when the turn ends."""
    if happened(end_zombie_turn) and after.zombie_time != after.time:
        return False
    return after.zombie_time == before.zombie_time + int(happened(advance))


@game.step_property(clause="UD-D17")
def chains_end_on_plain_cards(before: Night, after: Night) -> bool:
    """A placed zombie ends its chain exactly if it is plain, or blocked by Jasper, or the last card there was to draw."""
    over = after.phase == Phase.ADVANCE or after.phase == Phase.END_TURN
    no_card = after.deck.total == 0 and after.discard.total == 0
    if happened(block):
        return over
    if happened(let_through):
        return over == no_card
    if happened(place):
        return over == (not DRAW_AGAIN[the(before.drawn)] or no_card and after.phase != Phase.GUARD)
    return True


@game.step_property(clause=("UD-J04", "UD-T13"))
def jasper_comes_home(before: Night, after: Night) -> bool:
    """Death is final; at the end of the zombie turn Jasper is on the rug (UD-39 'always')."""
    if before.jasper == Jasper.DEAD and after.jasper != Jasper.DEAD:
        return False
    return not happened(end_zombie_turn) or ruling("UD-39") != "always" or isinstance(after.jasper, Jasper)


@game.step_property(clause="UD-J03")
def barred_entrances_take_no_cards(before: Night, after: Night) -> bool:
    """Jasper blocks once a turn; no zombie is placed behind the bar unless there is nowhere else (UD-38)."""
    if happened(block):
        return before.barred == Barred.NONE and after.barred == Entrance(before.jasper)
    if happened(place) and before.barred != Barred.NONE:
        entrance = Entrance(before.barred)
        return after.entrances[entrance].stack.size == before.entrances[entrance].stack.size or nowhere_else(before)
    return True


@game.step_property(clause=("UD-D08", "UD-D09", "UD-B22"))
def jasper_dies_of_movement(before: Night, after: Night) -> bool:
    """Jasper dies only of a movement card, with a zombie card at his entrance."""
    if before.jasper == Jasper.DEAD or after.jasper != Jasper.DEAD:
        return True
    cause = happened(check_jasper) or happened(summon) and ruling("UD-27") == "jasper-check"
    return cause and isinstance(before.jasper, Entrance) and before.entrances[before.jasper].stack.size > 0


@game.step_property(clause=("UD-B10", "UD-D13", "UD-B19"))
def rebecca_keeps_her_way(before: Night, after: Night) -> bool:
    """Zombie Rebecca enters at the front door and moves only on bite cards, one unbreached entrance clockwise."""
    if after.rebecca == before.rebecca:
        return True
    if after.rebecca == Rebecca.ASIDE:
        return False
    jumped = Entrance.FRONT
    if before.rebecca != Rebecca.ASIDE:
        jumped = Entrance(before.rebecca)
        if happened(rebecca_moves):
            return after.rebecca == next_unbreached(before, jumped, CLOCKWISE)
    elif after.rebecca == Entrance.FRONT:
        return happened(compare_with) or happened(compare_with_top) or happened(draw) or happened(rebecca_moves)
    expected = next_unbreached(after, jumped, CLOCKWISE)
    return ruling("UD-46") == "jumps" and not unbreached(after.entrances[jumped]) and after.rebecca == expected


@game.step_property(clause=("UD-B09", "UD-B11"))
def rebecca_clears_the_way(before: Night, after: Night) -> bool:
    """When she enters, the front door has no barricades and the bite pile is empty (UD-44: or the pair starts a new one)."""
    if before.rebecca != Rebecca.ASIDE or after.rebecca == Rebecca.ASIDE:
        return True
    pile = after.bite_pile.total == 0 or ruling("UD-44") == "start-new-pile" and after.bite_pile.total == 2
    return pile and after.entrances[Entrance.FRONT].barricades == 0


@game.step_property(clause=("UD-D07", "UD-B04"))
def bite_pile_takes_five(before: Night, after: Night) -> bool:
    """A zombie is put on the bite pile by choice only if fewer than five cards lie there."""
    placed = happened(place) or happened(place_called)
    return not placed or after.bite_pile.total == before.bite_pile.total or before.bite_pile.total < BITE_PILE_FULL


@game.step_property(clause=("UD-D16", "UD-T14"))
def bite_pile_counts(before: Night, after: Night) -> bool:
    """A mismatch adds the bite card (and the deck's card under UD-43 'deck'); treating takes one card away."""
    matched = after.rebecca != before.rebecca or after.phase == Phase.LOST
    if happened(compare_with) and not matched:
        return after.bite_pile.total == before.bite_pile.total + 1
    if happened(compare_with_top) and not matched:
        return after.bite_pile.total == before.bite_pile.total + 2
    return not happened(discard_from_pile) or after.bite_pile.total == before.bite_pile.total - 1


@game.step_property(clause=("UD-A07", "UD-A11"))
def checking_only_turns(before: Night, after: Night) -> bool:
    """The first round turns zombies to attack and changes nothing else at the entrances."""
    if not happened(check_sets):
        return True
    for entrance in Entrance:
        was = before.entrances[entrance]
        now = after.entrances[entrance]
        if was.barricades != now.barricades or was.breached_by != now.breached_by or was.stack.size != now.stack.size:
            return False
        for depth in range(was.stack.size):
            if was.stack[depth].card != now.stack[depth].card or was.stack[depth].attacking and not now.stack[depth].attacking:
                return False
    return True


@game.step_property(clause=("UD-A04", "UD-A13", "UD-C07"))
def rounds_go_clockwise(before: Night, after: Night) -> bool:
    """A round of attacks only ever goes on to the next entrance."""
    if not (happened(next_attacker) or happened(relocate) or happened(send_on) or happened(sweep_sneakers)):
        return True
    if after.at == before.at:
        return after.assault == before.assault or after.phase == Phase.WON
    if after.at == Entrance.FRONT:
        return before.at == Entrance.LAST
    return after.at == before.at + 1 and after.phase == Phase.NEXT_ATTACKER


@game.step_property(clause=("UD-A15", "UD-A33"))
def attackers_have_acted(before: Night, after: Night) -> bool:
    """When an entrance is done, all left attacking are Scratchers that could not leave (or came too late, UD-17)."""
    if not happened(next_attacker) or after.phase in (Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER):
        return True
    door = before.entrances[before.at]
    for depth in range(door.stack.size - before.late):
        zombie = door.stack[depth]
        if zombie.attacking and (depth >= before.acted or COLOUR[zombie.card] != Colour.RED):
            return False
    return True


@game.step_property(clause=("UD-A22", "UD-A25"))
def sneakers_go_together(before: Night, after: Night) -> bool:
    """Once Sneakers have acted, none is left at their entrance (no attacking one under UD-21 'attacking')."""
    if not happened(sweep_sneakers) or after.phase == Phase.SWEEP:
        return True
    all_of_them = ruling("UD-21") == "all"
    return not any(COLOUR[zombie.card] == Colour.BLUE and (zombie.attacking or all_of_them)
                   for zombie in before.entrances[before.at].stack)


@game.step_property(clause=("UD-X13", "UD-X14", "UD-F04"))
def moved_on_upright(before: Night, after: Night) -> bool:
    """Zombies moved on by a breach lie at the bottom of the next stack: upright, but attacking in the final assault."""
    if not (happened(relocate) or happened(send_on)):
        return True
    stack = after.entrances[next_unbreached(before, before.at, CLOCKWISE)].stack
    return stack.size > 0 and stack[stack.size - 1].attacking == (before.assault > 0)


@game.step_property(clause="UD-D11")
def moved_cards_attack(before: Night, after: Night) -> bool:
    """A card moved by a movement card lies on top of a stack, attacking."""
    if happened(set_down) and before.lifted[before.at] is not None:
        card = the(before.lifted[before.at])
        return any(door.stack.size > 0 and door.stack[0].attacking and door.stack[0].card == card
                   for door in after.entrances)
    if happened(lift):
        return after.lifted[before.at] is None or ruling("UD-33") == "together"
    return True


@game.step_property(clause="UD-K01")
def new_deck_when_empty(before: Night, after: Night) -> bool:
    """The discards become the deck only when that is empty, all of them (UD-49 'at-once': as its last card is drawn)."""
    if happened(reshuffle):
        return before.deck.total == 0 and after.discard.total == 0 and after.deck.total == before.discard.total
    drawn = happened(draw) or happened(summon) or happened(compare_with_top)
    at_once = drawn and ruling("UD-49") == "at-once" and before.deck.total == 1
    return at_once or after.deck.total == before.deck.total - int(drawn)


@game.step_property(clause=("UD-W01", "UD-X16", "UD-B24", "UD-F07"))
def games_end_for_a_reason(before: Night, after: Night) -> bool:
    """Lost: by the fourth breach, or by a match with Zombie Rebecca in play.  Won: after two rounds of the assault."""
    if after.phase == Phase.LOST:
        return unbreached_count(after) == 0 or before.rebecca != Rebecca.ASIDE
    return after.phase != Phase.WON or before.assault == 2 and unbreached_count(after) > 0
