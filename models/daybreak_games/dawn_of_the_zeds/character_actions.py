"""Character Actions: the markers of Heroes, and the speech; each pays for an action that follows."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.ground import on_map
from daybreak_games.dawn_of_the_zeds.pieces import CharacterAction, Unit
from daybreak_games.dawn_of_the_zeds.places import Ground
from daybreak_games.dawn_of_the_zeds.state import Gift, Phase, Town, box, game
from verifier.lang import require, ruling


@game.rule
def has_marker(town: Town, action: CharacterAction) -> bool:
    """Whether a unit in play has a Character Action of a kind."""
    return any(on_map(town, unit) and box.units[unit].action == action for unit in Unit)


@game.decision(Phase.ACT, clause=("DZ-A06", "DZ-X38"))
def take_initiative(town: Town) -> None:
    """The marker of a Hero pays for an action of that Hero."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(town.initiative and has_marker(town, CharacterAction.ITSELF), "DZ-A06")
    town.initiative = False
    town.given = Gift.INITIATIVE


@game.decision(Phase.ACT, clause=("DZ-A06", "DZ-X36"))
def man_citadel(town: Town) -> None:
    """A marker pays for a shot from Town Center, one column better."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(town.citadel and has_marker(town, CharacterAction.CITADEL), "DZ-A06")
    town.citadel = False
    town.given = Gift.CITADEL


@game.decision(Phase.ACT, clause=("DZ-A06", "DZ-X42"))
def take_the_lead(town: Town) -> None:
    """A marker pays for an action of Civilians with their leader, or beside that Hero."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(town.leadership and has_marker(town, CharacterAction.LEADERSHIP), "DZ-A06")
    town.leadership = False
    town.given = Gift.LEADERSHIP


@game.decision(Phase.ACT, clause=("DZ-S10", "DZ-X37"))
def hold_speech(town: Town) -> None:
    """Once a game: each unit in Town or Town Center may take an action, at once or later in the phase (DZ-61)."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(not town.spoken and any(on_map(town, unit) and box.units[unit].speech for unit in Unit), "DZ-X37")
    town.spoken = True
    if ruling("DZ-61") == "at-once":
        town.given = Gift.SPEECH
    for unit in Unit:
        town.units[unit].free = on_map(town, unit) and in_town(town, unit)


@game.rule
def in_town(town: Town, unit: Unit) -> bool:
    """Whether a unit is on a Town space or in Town Center."""
    return box.map[town.units[unit].at].ground >= Ground.TOWN


@game.decision(Phase.ACT, clause="DZ-A16")
def forgo(town: Town) -> None:
    """What a character gave is not used, or no further."""
    require(town.given != Gift.NOTHING, "DZ-A16")
    if town.given == Gift.SPEECH:
        for each in town.units:
            each.free = False
    town.given = Gift.NOTHING
