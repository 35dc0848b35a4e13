"""What comes of a fight, or of another call for Equipment: Wounds, or what the Event says."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Craving, Effect, Keyword, Whom
from daybreak_games.dead_til_dawn.effects import comes_to, get_hits
from daybreak_games.dead_til_dawn.state import Phase, Slot, Table, Weapons, Window, box, game
from verifier.lang import Range, clause, ruling

Lacking = Annotated[int, Range(0, 120)]  # Weapons of a Survivor's attacks


@game.rule
def missing(table: Table, seat: Seat, slot: Slot) -> Weapons:
    """How much an attack lacks."""
    attack = table.people[seat].attacks[slot]
    return max(0, attack.needs - attack.has)


@game.rule
def missing_in_all(table: Table, seat: Seat) -> Lacking:
    """How much a Survivor lacks, if all that was played counts against all attacks (DTD-49)."""
    return max(0, sum(attack.needs - attack.has for attack in table.people[seat].attacks))


@game.rule
def wounds_for(lacking: Lacking) -> Lacking:
    """The Wounds for an attack that was not met (DTD-21)."""
    return lacking if ruling("DTD-21") == "each-missing" else min(1, lacking)


@game.rule
def end_call(table: Table) -> None:
    """What was asked for was there or not: Wounds come, or what the Event says."""
    for seat in Seat:
        if table.people[seat].fighting:
            if ruling("DTD-49") == "each-attack":
                see_the_call(table, seat, missing(table, lead(table, seat), 0))
                for slot in range(1, 3):
                    see_the_joiner(table, seat, slot)
            else:
                see_all_together(table, seat)
    for seat in Seat:
        end_attacks(table, seat)
    table.window = Window.NONE
    table.actor = Seat.PLAYER_1
    table.passes = 0
    table.played = False
    table.moved = False
    table.phase = Phase.RESOLVE


@game.rule
def lead(table: Table, seat: Seat) -> Seat:
    """Whose attack decides for a Survivor: of what the group has to meet together, that of the player in turn."""
    event = table.event
    return table.turn if event is not None and box.says[event].whom == Whom.GROUP else seat


@game.rule
def see_the_call(table: Table, seat: Seat, lacking: Lacking) -> None:
    """The attack of the Event, or of the card that began the fight."""
    event = table.event
    if event is None:
        get_hits(table, seat, wounds_for(lacking))
        sate(table, table.people[seat].attacks[0].by, lacking)
    elif lacking == 0:
        comes_to(table, seat, box.says[event].first, box.says[event].number)
    elif box.says[event].second == Effect.WOUND:
        clause("DTD-T06", when=box.says[event].asks == Keyword.WEAPON)
        get_hits(table, seat, box.says[event].number * wounds_for(lacking))
    else:
        comes_to(table, seat, box.says[event].second, box.says[event].number)


@game.rule
def see_the_joiner(table: Table, seat: Seat, slot: Slot) -> None:
    """The attack of a Zombie player who joined, who cannot be hurt himself."""
    clause("DTD-Z22", "DTD-Z23", when=missing(table, seat, slot) > 0)
    get_hits(table, seat, wounds_for(missing(table, seat, slot)))
    sate(table, table.people[seat].attacks[slot].by, missing(table, seat, slot))


@game.rule
def see_all_together(table: Table, seat: Seat) -> None:
    """Reading DTD-49 'all-together': one test for all attacks on a Survivor."""
    see_the_call(table, seat, missing_in_all(table, lead(table, seat)))
    for slot in range(1, 3):
        sate(table, table.people[seat].attacks[slot].by, missing_in_all(table, seat))


@game.rule
def sate(table: Table, zombie: Seat | None, lacking: Lacking) -> None:
    """A Zombie player whose attack was not met may have what he craves for."""
    if zombie is not None and lacking > 0:
        for number in range(2):
            character = table.people[zombie].characters[number]
            if character is not None and box.characters[character].craving == Craving.WOUND:
                clause("DTD-D06", "DTD-S10", "DTD-Z05")
                table.people[zombie].sated[number] = True


@game.rule
def end_attacks(table: Table, seat: Seat) -> None:
    """There are no attacks on a player any more."""
    person = table.people[seat]
    person.fighting = False
    for number in range(2):
        person.acted[number] = False
    for slot in range(3):
        person.attacks[slot].needs = 0
        person.attacks[slot].has = 0
        person.attacks[slot].by = None
