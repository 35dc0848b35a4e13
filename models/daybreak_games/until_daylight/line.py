"""The Horde cards in the areas: who stands where, and what Survivors mean for the end of the game."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Horde, Rubble
from daybreak_games.until_daylight.state import LINE_MOST, Phase, Table, box, game
from verifier.lang import Range, clause, ruling

Count = Annotated[int, Range(0, LINE_MOST)]
Place = Annotated[int, Range(0, LINE_MOST)]  # on the table; 95: nowhere


@game.rule
def is_infected(card: Horde) -> bool:
    """Wanderers, Brutes and Monsters."""
    return card in (Horde.WANDERER, Horde.BRUTE, Horde.MONSTER)


@game.rule
def is_enemy(card: Horde) -> bool:
    """Raiders and Infected."""
    return card != Horde.SURVIVOR


@game.rule
def has_enemy(table: Table, area: Seat) -> bool:
    """Whether an enemy is in an area."""
    return any(each.area == area and is_enemy(each.card) for each in table.line)


@game.rule
def has_card(table: Table, area: Seat) -> bool:
    """Whether any Horde card is in an area."""
    return any(each.area == area for each in table.line)


@game.rule
def has_survivor(table: Table, area: Seat) -> bool:
    """Whether a Survivor is in an area."""
    return any(each.area == area and each.card == Horde.SURVIVOR for each in table.line)


@game.rule
def cards_in(table: Table, area: Seat) -> Count:
    """How many Horde cards are in an area."""
    return sum(1 for each in table.line if each.area == area)


@game.rule
def first_enemy(table: Table, area: Seat) -> Place:
    """The place of the leftmost enemy of an area."""
    return next((place for place in range(table.line.size)
                 if table.line[place].area == area and is_enemy(table.line[place].card)), LINE_MOST)


@game.rule
def first_infected(table: Table, area: Seat) -> Place:
    """The place of the leftmost Infected of an area."""
    return next((place for place in range(table.line.size)
                 if table.line[place].area == area and is_infected(table.line[place].card)), LINE_MOST)


@game.rule
def first_card(table: Table, area: Seat) -> Place:
    """The place of the leftmost Horde card of an area."""
    return next((place for place in range(table.line.size) if table.line[place].area == area), LINE_MOST)


@game.rule
def first_survivor(table: Table, area: Seat) -> Place:
    """The place of the leftmost Survivor of an area."""
    return next((place for place in range(table.line.size)
                 if table.line[place].area == area and table.line[place].card == Horde.SURVIVOR), LINE_MOST)


@game.rule
def renew_the_pile(table: Table) -> None:
    """The discarded Horde cards are shuffled into a new pile when a card is wanted and none is left (UDL-10)."""
    if table.horde.total == 0 and ruling("UDL-10") == "reshuffle":
        table.horde.add_all(table.horde_discard)
        table.horde_discard.clear()


@game.rule
def note_who_cleared(table: Table, area: Seat, seat: Seat) -> None:
    """A player has killed in an area: by reading UDL-56 'attacker' its Survivors are for whoever kills the last enemy."""
    if not has_enemy(table, area) and ruling("UDL-56") == "attacker":
        table.cleared[area] = seat


@game.rule
def kill_survivor(table: Table, area: Seat) -> None:
    """The first Survivor of an area is killed."""
    clause("UDL-T23")
    table.line.take_at(first_survivor(table, area))
    table.horde_discard.add(Horde.SURVIVOR)
    see_whether_hope_is_left(table)


# -- the end ------------------------------------------------------------------------------------------------------------------


@game.rule
def is_over(table: Table) -> bool:
    """Whether the game has ended."""
    return table.phase == Phase.WON or table.phase == Phase.LOST


@game.rule
def has_saved(table: Table) -> bool:
    """Whether the group has saved a Survivor, as the win needs it (UDL-14)."""
    if ruling("UDL-14") == "ever-saved":
        return table.ever_saved
    return any(person.saved > 0 for person in table.people)


@game.rule
def more_may_come(table: Table) -> bool:
    """Whether a Survivor may come yet: in a wave, or by an Event, from the pile or after a reshuffle (UDL-10)."""
    waves = table.round < box.rounds or table.searching or table.to_lay > 0
    noise = ruling("UDL-61") == "at-once" and (table.rubble[Rubble.NOISE] > 0
                                               or ruling("UDL-78") == "reshuffle" and table.discard[Rubble.NOISE] > 0)
    return (waves or noise) and (table.horde[Horde.SURVIVOR] > 0
                      or ruling("UDL-10") == "reshuffle" and table.horde_discard[Horde.SURVIVOR] > 0)


@game.rule
def see_whether_hope_is_left(table: Table) -> None:
    """By reading UDL-13 'none-to-come' the game is lost as soon as no Survivor can be saved any more."""
    nobody = not has_saved(table) and not any(each.card == Horde.SURVIVOR for each in table.line)
    if ruling("UDL-13") == "none-to-come" and nobody and not more_may_come(table):
        clause("UDL-G06")
        table.phase = Phase.LOST


@game.rule
def is_fought_out(table: Table) -> bool:
    """Whether it is the last fight, with its wave laid, and no enemy is on the table."""
    return (table.round == box.rounds and not table.searching and table.to_lay == 0
            and not any(is_enemy(each.card) for each in table.line))


@game.rule
def go_on(table: Table) -> None:
    """What interrupts play is done first; then play goes on where it was (`After`)."""
    if not is_over(table):
        table.phase = Phase.GO_ON
