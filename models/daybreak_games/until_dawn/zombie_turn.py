"""The frame of the zombie turn: marker, draws, the end of the turn, a new deck, the end of the game."""

from __future__ import annotations

from daybreak_games.until_dawn.state import (
    Barred,
    Entrance,
    Jasper,
    Night,
    Phase,
    box,
    game,
)
from verifier.lang import clause, ruling


@game.rule(clause="UD-D01")
def begin_cards(night: Night) -> None:
    """The attacks are over: cards follow."""
    next_chain(night)


@game.rule
def next_chain(night: Night) -> None:
    """Another chain of draws while the zombie marker is behind; otherwise the turn ends."""
    night.phase = Phase.ADVANCE if night.zombie_time < night.time else Phase.END_TURN


@game.step(Phase.ADVANCE, clause="UD-D02")
def advance(night: Night) -> None:
    """The zombie marker moves one space and a chain of draws begins."""
    night.zombie_time += 1
    to_draw(night)


@game.rule
def to_draw(night: Night) -> None:
    """A card is to be drawn, from a new deck if need be; with no card anywhere the chain ends (UD-48)."""
    if night.deck.total > 0:
        night.phase = Phase.DRAW
    elif night.discard.total > 0:
        night.phase = Phase.RESHUFFLE
    else:
        next_chain(night)


@game.rule
def after_card(night: Night, again: bool) -> None:
    """A card was played: another draw if its symbol says so, otherwise the chain is over."""
    night.drawn = None
    clause("UD-D17")
    if again:
        to_draw(night)
    else:
        next_chain(night)


@game.rule(clause="UD-K01")
def shuffle_in(night: Night) -> None:
    """The discard pile becomes the deck."""
    night.deck.add_all(night.discard)
    night.discard.clear()


@game.rule
def deck_drawn_from(night: Night) -> None:
    """Reading UD-49 'at-once': the last card of the deck was drawn, so the discards are shuffled before it takes effect."""
    if ruling("UD-49") == "at-once" and night.deck.total == 0:
        shuffle_in(night)


@game.step(Phase.RESHUFFLE)
def reshuffle(night: Night) -> None:
    """A draw found the deck empty: the discards are shuffled, and the draw goes on."""
    shuffle_in(night)
    if night.calls > 0:
        night.phase = Phase.SUMMON
    elif night.drawn is not None:
        night.phase = Phase.COMPARE_DECK
    else:
        night.phase = Phase.DRAW


@game.step(Phase.END_TURN)
def end_zombie_turn(night: Night) -> None:
    """Jasper goes back to the rug (by UD-39 only if he blocked); the player acts again, or the final assault begins."""
    if isinstance(night.jasper, Entrance) and (ruling("UD-39") == "always" or night.barred != Barred.NONE):
        clause("UD-J04")
        night.jasper = Jasper.RUG
    night.barred = Barred.NONE
    night.let_through = False
    if night.time == box.last_space:
        clause("UD-F01")
        night.assault = 1
        night.phase = Phase.TURN_ALL
    else:
        clause("UD-D21")
        night.phase = Phase.ACT


@game.rule
def finish(night: Night, phase: Phase) -> None:
    """The game is over; everything that only matters during play comes to rest."""
    night.phase = phase
    night.drawn = None
    night.barred = Barred.NONE
    night.let_through = False
    night.assault = 0
    night.at = Entrance.FRONT
    night.acting = 0
    night.acted = 0
    night.late = 0
    night.calls = 0
