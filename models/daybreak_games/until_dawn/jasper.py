"""Jasper: his guard over an entrance, and how he dies."""

from __future__ import annotations

from daybreak_games.until_dawn.state import (
    DRAW_AGAIN,
    Barred,
    Card,
    Entrance,
    Jasper,
    Night,
    Phase,
    game,
    unbreached_count,
)
from daybreak_games.until_dawn.zombie_turn import after_card
from verifier.lang import clause, require, ruling


@game.rule
def can_guard(night: Night, entrance: Entrance, card: Card) -> bool:
    """Whether Jasper is there to block a draw-again zombie that was just placed, and has not blocked yet (UD-38 'bar-waived')."""
    here = night.jasper == entrance
    return DRAW_AGAIN[card] and here and night.barred == Barred.NONE and not night.let_through


@game.decision(Phase.GUARD, clause=("UD-J02", "UD-J03"))
def block(night: Night) -> None:
    """Jasper goes on the card: its symbol does not count, and the entrance is barred for this zombie turn."""
    require(ruling("UD-38") != "no-block" or unbreached_count(night) > 1, "UD-J02")
    night.barred = Entrance(night.jasper)
    after_card(night, False)


@game.decision(Phase.GUARD, clause="UD-J09")
def let_through(night: Night) -> None:
    """Jasper stays out of it: another card is drawn."""
    if ruling("UD-40") == "first-only":
        night.let_through = True
    after_card(night, True)


@game.rule(clause="UD-D08")
def zombies_kill_jasper(night: Night) -> None:
    """Zombie cards at Jasper's entrance kill him; on the rug he is safe, and the Rebecca token is no zombie card."""
    if isinstance(night.jasper, Entrance):
        if night.entrances[night.jasper].stack.size > 0:
            clause("UD-D09")
            night.jasper = Jasper.DEAD
            if ruling("UD-54") == "while-he-lives":
                night.barred = Barred.NONE
        elif night.rebecca == Entrance(night.jasper):
            clause("UD-B22")
    elif night.jasper == Jasper.RUG:
        clause("UD-J05")
