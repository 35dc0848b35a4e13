"""How the table looks on a page: the cabin with its entrances around it, the tracks above, as shapes.

As in the terminal (`board.py`), clockwise from the left: the front door, two entrances at the top, the last at the right.
A zombie has a symbol besides its colour: a Scratcher three claws, a Sneaker two feet, a Screamer an open mouth; a zombie
turned to attack lies on its side.  Barricades are bars inside the door.  Above the entrances nothing moves from picture to
picture, so that a track can be followed by eye.
"""

from __future__ import annotations

from textwrap import wrap

from attrs import frozen

from daybreak_games.until_dawn.board import SIGNS, card_word, now
from daybreak_games.until_dawn.state import COLOUR, Card, Colour, Entrance, Jasper, Night, Rebecca, box, game
from verifier.lang.picture import Circle, Label, Picture, Rect, Shape, Stroke

WIDTH = 448
EDGE = 8
COLUMN = 108  # an entrance's room
LEFT, MIDDLE, RIGHT = EDGE, EDGE + COLUMN, EDGE + 3 * COLUMN  # where columns begin; two of them over the cabin
CABIN_HEIGHT = 168
ROW = 26  # a card or token with its name
ROWS_LEAST = 3
SPACE = 24  # a space of the time track
SPACES_ABREAST = 17
NOW_CHARACTERS = 56
LEGEND = ", ".join(f"{sign} {meaning}" for sign, meaning in SIGNS.items())
TITLES = ("Front door", "Second", "Third", "Last")
PAINTS = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.NONE: "ink"}


@game.picture
def paint(night: Night) -> Picture:
    """The table: what is going on, tracks and piles, then the entrances around the cabin."""
    y = 92 + ROW * -(-(box.last_space + 1) // SPACES_ABREAST)
    above = max(len(_rows(night, Entrance.SECOND)), len(_rows(night, Entrance.THIRD)), ROWS_LEAST) * ROW + 44
    beside = max(len(_rows(night, Entrance.FRONT)), len(_rows(night, Entrance.LAST))) * ROW + 44
    wall = y + 84 + above
    shapes = [*_time_track(), *_pile_frames(y), *_cabin(wall), *_now(night), *_markers(night), *_shells(night, y),
              *_counts(night, y), *_inside(night, wall)]
    for entrance in Entrance:
        shapes += _entrance(night, entrance, wall)
    bottom = wall + max(CABIN_HEIGHT, beside) + EDGE
    return Picture(WIDTH, bottom + 18, [*shapes, Label(EDGE, bottom + 8, LEGEND, "faint", "small")], _description(night))


# -- tracks and piles ---------------------------------------------------------------------------------------------------------


def _space(number: int) -> tuple[int, int]:
    """The middle of a space of the time track."""
    row, column = divmod(number, SPACES_ABREAST)
    return EDGE + column * SPACE + SPACE // 2, 66 + row * ROW + SPACE // 2


def _time_track() -> list[Shape]:
    """The spaces, and which marker is which."""
    shapes: list[Shape] = [
        Label(EDGE, 57, "Time track", size="small"), Circle(196, 53, 8, "ink-line"), Label(210, 57, "time", size="small"),
        Rect(250, 43, 20, 20, "green-line", 2), Label(276, 57, "zombies", size="small")]
    for number in range(box.last_space + 1):
        x, y = _space(number)
        shapes += [Rect(x - SPACE // 2, y - SPACE // 2, SPACE, SPACE, "faint-line"),
                   Label(x, y + 4, str(number), size="small", anchor="middle")]
    return shapes


def _markers(night: Night) -> list[Shape]:
    """The markers by shape: a ring for time, a square for the zombies."""
    time_x, time_y = _space(night.time)
    x, y = _space(night.zombie_time)
    return [Rect(x - 11, y - 11, 22, 22, "green-line", 2), Circle(time_x, time_y, 9, "ink-line")]


def _pile_frames(y: int) -> list[Shape]:
    """The places of the piles; `y` is below the time track."""
    shapes: list[Shape] = [Label(EDGE, y, "Shells", size="small")]
    for index, name in enumerate(("Deck", "Discard pile", "Bite pile", "Barricades")):
        x = EDGE + index * COLUMN
        shapes += [Rect(x, y + 12, COLUMN - 4, 46, "card", 4), Rect(x, y + 12, COLUMN - 4, 46, "faint-line", 4),
                   Label(x + 6, y + 28, name, size="small")]
    return shapes


def _counts(night: Night, y: int) -> list[Shape]:
    counts = (night.deck.total, night.discard.total, night.bite_pile.total, night.supply)
    return [Label(EDGE + index * COLUMN + 6, y + 50, str(count), size="large") for index, count in enumerate(counts)]


def _shells(night: Night, y: int) -> list[Shape]:
    """The shells that are left, and those that were fired in outline."""
    shapes: list[Shape] = [Rect(64 + index * 16, y - 13, 9, 17, "amber" if index < night.ammo else "faint-line", 2)
                           for index in range(box.shells)]
    aside = [name for name, there in (("Rebecca is well", night.rebecca == Rebecca.ASIDE),
                                      ("Jasper is dead", night.jasper == Jasper.DEAD)) if there]
    return [*shapes, Label(70 + box.shells * 16, y, f"{night.ammo} left", size="small"),
            Label(WIDTH - EDGE, y, ", ".join(aside), size="small", anchor="end")]


def _now(night: Night) -> list[Shape]:
    """What is going on, in the words of the terminal: at most two rows are kept free for it."""
    rows = wrap("; ".join(" ".join(line.split()) for line in now(night)).replace("NOW ", "Now: "), NOW_CHARACTERS)
    return [Label(EDGE, 16 + 17 * index, row) for index, row in enumerate(rows)]


# -- the cabin ----------------------------------------------------------------------------------------------------------------


@frozen
class _Door:
    """A door in the cabin's wall, and the first bar inside it with the way to the next one."""

    x: int
    y: int
    width: int
    height: int
    step_x: int
    step_y: int


def _door(entrance: Entrance, wall: int) -> _Door:
    if entrance == Entrance.FRONT:
        return _Door(MIDDLE, wall + 96, 6, 44, 8, 0)
    if entrance == Entrance.LAST:
        return _Door(RIGHT - 6, wall + 96, 6, 44, -8, 0)
    return _Door(MIDDLE + 22 + COLUMN * (entrance == Entrance.THIRD), wall, 58, 6, 0, 8)


def _cabin(wall: int) -> list[Shape]:
    return [Rect(MIDDLE, wall, 2 * COLUMN, CABIN_HEIGHT, "shade"),
            Rect(MIDDLE + 3, wall + 3, 2 * COLUMN - 6, CABIN_HEIGHT - 6, "wood-line"),
            Rect(MIDDLE + COLUMN - 32, wall + 90, 64, 54, "faint-line", 18),
            Label(MIDDLE + COLUMN, wall + 158, "rug", "ink", "small", "middle")]


def _inside(night: Night, wall: int) -> list[Shape]:
    """Jasper on the rug, the doors and their bars."""
    shapes: list[Shape] = []
    if night.jasper == Jasper.RUG:
        shapes += [*_token(MIDDLE + COLUMN, wall + 108, "J", "amber"),
                   Label(MIDDLE + COLUMN, wall + 135, "Jasper", "ink", "small", "middle")]
    for entrance in Entrance:
        door, place = night.entrances[entrance], _door(entrance, wall)
        shapes.append(Rect(place.x, place.y, place.width, place.height, "paper"))
        if door.breached_by is not None:
            shapes += [Stroke(place.x - 3, place.y - 3, place.x + place.width + 3, place.y + place.height + 3, "red-line"),
                       Stroke(place.x - 3, place.y + place.height + 3, place.x + place.width + 3, place.y - 3, "red-line")]
        shapes += [Rect(place.x + place.step_x * number, place.y + place.step_y * number, place.width, place.height, "wood", 1)
                   for number in range(1, door.barricades + 1)]
    return shapes


# -- entrances ----------------------------------------------------------------------------------------------------------------


@frozen
class _Row:
    """A card or token at an entrance, and its name; `card` is None for a token, whose letter and paint are said."""

    name: str
    card: Card | None = None
    turned: bool = False
    letter: str = ""
    paint: str = "ink"


def _rows(night: Night, entrance: Entrance) -> list[_Row]:
    """What lies at an entrance, the top of its stack first."""
    door = night.entrances[entrance]
    rows: list[_Row] = []
    if night.jasper == entrance:
        rows.append(_Row("Jasper", letter="J", paint="amber"))
    if night.rebecca == entrance:
        rows.append(_Row("Rebecca", letter="R", paint="violet"))
    if door.breached_by is not None:
        rows.append(_Row(card_word(door.breached_by), door.breached_by))
    return rows + [_Row(f"{card_word(zombie.card)}{'!' if zombie.attacking else ''}", zombie.card, zombie.attacking)
                   for zombie in door.stack]


def _state(night: Night, entrance: Entrance) -> str:
    """An entrance in two words or three."""
    door = night.entrances[entrance]
    if door.breached_by is not None:
        return "breached"
    barred = ", barred" if night.barred == entrance else ""
    return f"{door.barricades or 'no'} barricade{'s' if door.barricades != 1 else ''}{barred}"


def _entrance(night: Night, entrance: Entrance, wall: int) -> list[Shape]:
    """The name of an entrance, its barricades, and what lies there."""
    rows = _rows(night, entrance)
    x = (LEFT, MIDDLE + 4, MIDDLE + COLUMN + 4, RIGHT + 4)[entrance]
    y = wall - len(rows) * ROW - 42 if entrance in (Entrance.SECOND, Entrance.THIRD) else wall
    shapes: list[Shape] = [Label(x, y + 12, f"{int(entrance)} {TITLES[entrance]}"),
                           Label(x, y + 28, _state(night, entrance), size="small")]
    for index, row in enumerate(rows):
        middle = y + 36 + index * ROW + ROW // 2
        shapes += (_token(x + 13, middle, row.letter, row.paint) if row.card is None
                   else _card(x + 13, middle, row.card, row.turned))
        shapes.append(Label(x + 29, middle + 4, row.name, size="small"))
    return shapes


def _token(x: int, y: int, letter: str, paint: str) -> list[Shape]:
    return [Circle(x, y, 10, "card"), Circle(x, y, 10, f"{paint}-line"), Label(x, y + 4, letter, size="small", anchor="middle")]


def _card(x: int, y: int, card: Card, turned: bool) -> list[Shape]:
    """A small card around a point, upright or on its side."""
    width, height = (22, 16) if turned else (16, 22)
    paint = PAINTS[COLOUR[card]]
    return [Rect(x - width // 2, y - height // 2, width, height, "card", 2),
            Rect(x - width // 2, y - height // 2, width, height, f"{paint}-line", 2), *_symbol(x, y, COLOUR[card], turned)]


def _symbol(x: int, y: int, colour: Colour, turned: bool) -> list[Shape]:
    """Claws, feet or an open mouth."""
    def at(right: int, down: int) -> tuple[int, int]:
        return (x - down, y + right) if turned else (x + right, y + down)

    if colour == Colour.RED:
        return [Stroke(*at(right - 1, 6), *at(right + 1, -6), "red-line") for right in (-4, 0, 4)]
    if colour == Colour.BLUE:
        return [Circle(*at(-3, 4), 3, "blue"), Circle(*at(3, -4), 3, "blue")]
    return [Circle(*at(0, 3), 4, "green"), Circle(*at(-4, -6), 1, "green"), Circle(*at(4, -6), 1, "green")]


# -- in words -----------------------------------------------------------------------------------------------------------------


def _description(night: Night) -> str:
    """The table in words, for whoever cannot see it."""
    around = [f"Entrance {int(entrance)}, {TITLES[entrance].lower()}: {_state(night, entrance)}; "
              f"{', '.join(_spoken(row) for row in _rows(night, entrance)) or 'nobody there'}." for entrance in Entrance]
    rug = " Jasper is on the rug." if night.jasper == Jasper.RUG else " Jasper is dead." if night.jasper == Jasper.DEAD else ""
    return (f"The table. Time {night.time} of {box.last_space}, zombies at {night.zombie_time}, {night.ammo} shells. "
            f"{' '.join(around)}{rug} Deck {night.deck.total}, discard pile {night.discard.total}, "
            f"bite pile {night.bite_pile.total}, {night.supply} barricades aside.")


def _spoken(row: _Row) -> str:
    if row.card is None:
        return "Zombie Rebecca" if row.letter == "R" else row.name
    return row.name.rstrip("!") + (" attacking" if row.turned else "")
