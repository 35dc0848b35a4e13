"""How the table looks on a page: four tracks side by side down to Town Center, as shapes.

A Zed is a square with its Strength, a unit a ring with the first letters of its name: neither is told by colour alone.
"""

from __future__ import annotations

from textwrap import wrap

from daybreak_games.dawn_of_the_zeds.board import held_cards, now, space_name, unit_word, units_on, zed_word, zeds_on
from daybreak_games.dawn_of_the_zeds.cards import EventCard
from daybreak_games.dawn_of_the_zeds.ground import start_of, strength
from daybreak_games.dawn_of_the_zeds.map_graph import map_graph, spaces_of
from daybreak_games.dawn_of_the_zeds.pieces import ZED_STRENGTH, Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import SPACES, TRACK_LENGTH, TRACK_OF, Ground, Place, Track
from daybreak_games.dawn_of_the_zeds.state import Phase, Town, box, game
from verifier.lang.picture import Circle, Label, Picture, Rect, Shape, Stroke
from verifier.lang.types import words_of

WIDTH = 448
EDGE = 8
COLUMN = 108
SPACE = 64  # the height of a space with its name on one line
LINE = 13
TOP = 74
NOW_CHARACTERS = 56
NAME_CHARACTERS = 16  # so many of a name fit into the width of a space
CENTER_HEIGHT = 182
LETTERS = ("Pi", "He", "Sc", "Hu", "Fu", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "Jo")
SIGNS = ("square: the Strength of a Zed; beside it 9/4: Strength 9, reduced 4; ! tough",
         "ring: the letters of a unit; beside it its Strength, 2* with a Defiant marker",
         "rings: c1 to c7 are civilians-1 to -7, the others as their names begin",
         "' a Hit, - reduced side, * Defiant marker, +a armed, +l leader, +c calm")
GROUNDS = {Ground.START: "shade", Ground.PLAIN: "paper", Ground.NAMED: "card", Ground.VILLAGE: "card", Ground.TOWN: "card"}


@game.picture
def paint(town: Town) -> Picture:
    """The table: what is going on, the tracks with their Zeds and units, Town Center."""
    shapes: list[Shape] = [*_head(town), *_ways()]
    tops = _tops()
    for track in Track:
        shapes.append(Label(_left(start_of(track)), TOP + 14, words_of(Track)[track].title()))
    for space in spaces_of(box):
        if space != Place.TOWN_CENTER:
            shapes += _space(town, space, _left(space), tops[space])
    shapes += _center(town, tops[Place.TOWN_CENTER])
    return Picture(WIDTH, tops[Place.TOWN_CENTER] + CENTER_HEIGHT, shapes, _description(town))


def _name(space: Place) -> list[str]:
    """The name of a space, in lines that fit."""
    return wrap(space_name(space).replace(" (village)", ""), NAME_CHARACTERS)


def _left(space: Place) -> int:
    return EDGE + TRACK_OF[space] * COLUMN


def _tops() -> dict[Place, int]:
    """Where each space begins, from above; spaces of one number stand side by side, and are as high as the longest name asks."""
    tops, top = {}, TOP + 24
    for number in range(TRACK_LENGTH):
        row = [Place(start_of(track) + number) for track in Track]
        tops.update(dict.fromkeys(row, top))
        top += SPACE + LINE * (max(len(_name(space)) for space in row) - 1)
    return {**tops, Place.TOWN_CENTER: top}


def _ways() -> list[Shape]:
    """A line from each space to the one ahead of it, seen where the map has none between them."""
    tops, middle = _tops(), (COLUMN - 6) // 2
    return [Stroke(_left(space) + middle, tops[space] + SPACE - 4, _left(space) + middle, tops[ahead], "faint-line")
            for space, ahead in map_graph(box).edges]


def _head(town: Town) -> list[Shape]:
    rows = wrap(f"Now: {now(town)}", NOW_CHARACTERS)[:2]
    card = "no card" if town.phase in (Phase.MUSTER, Phase.SPREAD_OUT, Phase.REVEAL) else words_of(EventCard)[town.event]
    return [*(Label(EDGE, 16 + 17 * index, row) for index, row in enumerate(rows)),
            Label(EDGE, 54, f"Act {town.act}: {card}", size="small"),
            Label(WIDTH - EDGE, 54, f"actions {town.event_actions + sum(town.ready)}, ammunition {town.ammo}",
                  size="small", anchor="end"),
            Label(EDGE, 70, f"held: {', '.join(held_cards(town)) or 'nothing'}", size="small")]


def _space(town: Town, space: Place, x: int, y: int) -> list[Shape]:
    """A space with its name, Zeds above, units below."""
    ground, name = box.map[space].ground, _name(space)
    if town.closed == space:
        name[-1] += " (closed)"
    height = SPACE - 4 + LINE * (len(name) - 1)
    shapes: list[Shape] = [Rect(x, y, COLUMN - 6, height, GROUNDS[ground], 4),
                           Rect(x, y, COLUMN - 6, height, "green-line" if ground == Ground.VILLAGE else "faint-line", 4),
                           *(Label(x + 4, y + 12 + LINE * index, line, size="small") for index, line in enumerate(name))]
    y += LINE * (len(name) - 1)
    for index, zed in enumerate(zeds_on(town, space)):
        shapes += _zed(zed, x + 4 + index * 50, y + 17, town.tough == space and town.tough_second == bool(index))
    for index, unit in enumerate(units_on(town, space)):
        shapes += _unit(town, unit, x + 14 + index * 50, y + 48)
    return shapes


def _zed(zed: Zed, x: int, y: int, tough: bool) -> list[Shape]:
    return [Rect(x, y, 18, 18, "red-line", 2), Label(x + 9, y + 13, str(ZED_STRENGTH[zed]), size="small", anchor="middle"),
            Label(x + 21, y + 13, zed_word(zed) + ("!" if tough else ""), size="small")]


def _unit(town: Town, unit: Unit, x: int, y: int) -> list[Shape]:
    word = unit_word(town, unit).removeprefix(words_of(Unit)[unit])
    return [Circle(x, y, 10, "blue-line"), Label(x, y + 4, LETTERS[unit], size="small", anchor="middle"),
            Label(x + 13, y + 4, f"{strength(town, unit)}{word}", size="small")]


def _center(town: Town, top: int) -> list[Shape]:
    """Town Center over all columns, and who is in the Cemetery."""
    across = WIDTH - 2 * EDGE - 6
    shapes: list[Shape] = [Rect(EDGE, top, across, 78, "card", 6), Rect(EDGE, top, across, 78, "amber-line", 6),
                           Label(EDGE + 4, top + 13, "Town Center", size="small")]
    for index, unit in enumerate(units_on(town, Place.TOWN_CENTER)):
        shapes += _unit(town, unit, EDGE + 16 + index % 7 * 60, top + 32 + index // 7 * 28)
    dead = ", ".join(words_of(Unit)[unit] for unit in units_on(town, Place.CEMETERY))
    return [*shapes, Label(EDGE, top + 98, f"Cemetery: {dead or 'nobody'}", size="small"),
            *(Label(EDGE, top + 118 + 16 * index, row, "faint", "small") for index, row in enumerate(SIGNS))]


def _description(town: Town) -> str:
    """The table in words, for whoever cannot see it."""
    spaces = []
    for space in SPACES:
        there = [f"Zed {zed_word(zed)}" for zed in zeds_on(town, space)]
        there += [unit_word(town, unit) for unit in units_on(town, space)]
        if there:
            spaces.append(f"{words_of(Place)[space]}: {', '.join(there)}.")
    held = ", ".join(held_cards(town)) or "nothing"
    return (f"The table. {now(town)[:1].upper()}{now(town)[1:]}. Act {town.act}, "
            f"{town.event_actions + sum(town.ready)} actions, {town.ammo} ammunition; held: {held}. {' '.join(spaces)}")
