"""The final assault: every zombie turns, then two rounds of attacks (resolved by the rules of the attacks)."""

from __future__ import annotations

from daybreak_games.until_dawn.state import Entrance, Night, Phase, game
from verifier.lang import following


@game.step(Phase.TURN_ALL, clause=("UD-F02", "UD-F03"))
def turn_all(night: Night) -> None:
    """Every zombie of one entrance turns to attack."""
    for zombie in night.entrances[night.at].stack:
        zombie.attacking = True
    if night.at == Entrance.LAST:
        night.at = Entrance.FRONT
        night.phase = Phase.NEXT_ATTACKER
    else:
        night.at = following(night.at)
