"""How the table looks on a page: the players round a table, with who attacks whom; beside it the night and its decks, below
it what each player has.

Seats go to the left round the table, as neighbours matter.  The living are rings, falling ones double rings, those about to turn
crossed out, Zombie players squares: nothing is told by colour alone.  Lines go from whoever attacks, or from the Event in the
middle, to whom is attacked; what is needed and had stands beside the seat.
"""

from __future__ import annotations

from math import cos, pi, sin
from textwrap import wrap

from daybreak_games.dead_til_dawn.board import (
    belongings,
    characters_word,
    coming_to,
    decides,
    decks,
    fate_word,
    hideout_word,
    marks_of,
    name,
    now,
    players,
    proceedings,
    round_word,
    signs,
    turn_word,
    wounds_word,
    wrapped,
)
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.people import last_wound
from daybreak_games.dead_til_dawn.state import Fate, Table, box, game
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect, Shape, Stroke

WIDTH = 448
EDGE = 8
ROW = 14  # a row of small letters
LETTERS = 61  # small ones across the picture
NOW_LETTERS, NOW_ROWS = 56, 2
CENTRE_X, CENTRE_Y = 134, 166  # of the round table
RADIUS, SEAT, OUTSIDE = 78, 13, 24  # of the ring of seats, of a seat, and from a seat to what is said beside it
SIDE_X, SIDE_Y, SIDE_LETTERS = 272, 66, 24  # what lies beside the table
PLAYERS_TOP = 292
BLOCK, BLOCK_LETTERS = 218, 29  # a player's block with the space around it; two of them abreast
BLOCK_HEAD = 38
ROWS_LEAST, ROWS_MOST = 3, 40  # of what a player is and has
DOTS_MOST = 12
LEGEND = ("Seats: ring alive, double ring falling, crossed out dead, square Zombie; a bar below: whose turn it is; a dot "
          "inwards: who decides; lines: attacks, with what they have and need; dots: rounds, Wounds")


@game.picture
def paint(table: Table) -> Picture:
    """The table: what happens next, seats, the night, players, what is open, and what the signs mean."""
    shapes = [*_head(table), *_ring(table), *_night(table)]
    below = PLAYERS_TOP
    for first in range(0, box.players, 2):
        pair = players()[first:first + 2]
        rows = max(ROWS_LEAST, *(len(_rows(table, seat)) for seat in pair), 0)
        for column, seat in enumerate(pair):
            shapes += _player(table, seat, EDGE + column * BLOCK, below, rows)
        below += BLOCK_HEAD + rows * ROW + 6
    said = _wrapped([f"{heading}: {text}" if index == 0 else text for heading, texts in proceedings(table).items()
                     for index, text in enumerate(texts)])
    legend = _wrapped([f"{LEGEND}{'; ' if signs(table) else ''}{'; '.join(signs(table))}"])
    shapes += [*_text(said, EDGE, below + 12), *_text(legend, EDGE, below + 18 + ROW * len(said), "faint")]
    return Picture(WIDTH, below + 18 + ROW * (len(said) + len(legend)), shapes, _description(table))


def _wrapped(texts: list[str], letters: int = LETTERS) -> list[str]:
    return [row for text in texts if text for row in wrapped(text, letters, 0)]


def _text(rows: list[str], x: int, y: int, paint: str = "ink") -> list[Shape]:
    return [Label(x, y + ROW * index, row, paint, "small") for index, row in enumerate(rows)]


# -- what happens next, and the night -----------------------------------------------------------------------------------------


def _head(table: Table) -> list[Shape]:
    """What happens next, in at most two rows."""
    rows = wrap(f"Now: {now(table)}", NOW_LETTERS)[:NOW_ROWS]
    return [Label(EDGE, 16 + 17 * index, row) for index, row in enumerate(rows)]


def _night(table: Table) -> list[Shape]:
    """Beside the table: rounds as a row of dots, the last one the dawn; the turn, the Hideout, the decks."""
    dots: list[Shape] = []
    for index in range(box.rounds):
        dots.append(Circle(SIDE_X + 7 + 18 * index, SIDE_Y, 6, "ink" if index + 1 < table.round else "faint-line"))
        if index + 1 == table.round:
            dots += [Circle(SIDE_X + 7 + 18 * index, SIDE_Y, 6, "ink-line"), Circle(SIDE_X + 7 + 18 * index, SIDE_Y, 3, "ink")]
    first, _, second = round_word(table).partition(", ")
    rows = _wrapped([first, second, f"Turn: {turn_word(table)}" if turn_word(table) else "",
                     f"Hideout: {hideout_word(table)}"], SIDE_LETTERS)
    below = SIDE_Y + 24 + ROW * len(rows) + 8
    piles = [f"{deck} {left} ({gone})" for deck, (left, gone) in decks(table).items()]
    return [*dots, *_text(rows, SIDE_X, SIDE_Y + 24), *_text(["Decks (discards)", *_wrapped(piles, SIDE_LETTERS)], SIDE_X, below)]


# -- the seats ----------------------------------------------------------------------------------------------------------------


def spot(seat: Seat, radius: int = RADIUS) -> tuple[int, int]:
    """The middle of a seat: Player 1 at the bottom, then to the left round the table, clockwise from above."""
    turned = 2 * pi * seat / box.players
    return CENTRE_X - round(radius * sin(turned)), CENTRE_Y + round(radius * cos(turned))


def assaults(table: Table) -> list[tuple[Seat | None, Seat]]:
    """Who attacks whom, each once; none for the Event."""
    pairs = [(attack.by, seat) for seat in players() for attack in table.people[seat].attacks if attack.needs > 0]
    return [pair for index, pair in enumerate(pairs) if pair not in pairs[:index] and pair[0] != pair[1]]


def _ring(table: Table) -> list[Shape]:
    """The table with its seats: what is open in the middle, attacks below the seats."""
    shapes: list[Shape] = [Circle(CENTRE_X, CENTRE_Y, RADIUS, "faint-line")]
    for attacker, seat in assaults(table):
        x, y = spot(seat)
        if attacker is None:
            shapes.append(Stroke(CENTRE_X, CENTRE_Y, x, y, "amber-line"))
        elif attacker < box.players:
            from_x, from_y = spot(attacker)
            shapes.append(Stroke(from_x, from_y, x, y, "red-line"))
    if table.event is not None:
        shapes += [*(Rect(CENTRE_X - 38, CENTRE_Y - 11, 76, 22, paint, 4) for paint in ("card", "amber-line")),
                   Label(CENTRE_X, CENTRE_Y + 4, name(table.event), size="small", anchor="middle")]
    for seat in players():
        shapes += _seat(table, seat)
    return shapes


def _seat(table: Table, seat: Seat) -> list[Shape]:
    """A seat: its number, what has become of its player, whose turn it is, who decides, and what attacks need."""
    person, (x, y) = table.people[seat], spot(seat)
    if person.zombie:
        body: list[Shape] = [Rect(x - SEAT + 1, y - SEAT + 1, 2 * SEAT - 2, 2 * SEAT - 2, "card", 2),
                             Rect(x - SEAT + 1, y - SEAT + 1, 2 * SEAT - 2, 2 * SEAT - 2, "violet-line", 2)]
    else:
        paint = {Fate.LIVES: "green-line", Fate.FALLING: "amber-line", Fate.DEAD: "red-line"}[person.fate]
        body = [Circle(x, y, SEAT, "card"), Circle(x, y, SEAT, paint)]
        if person.fate == Fate.FALLING:
            body.append(Circle(x, y, SEAT - 3, paint))
        elif person.fate == Fate.DEAD:
            body += [Stroke(x - 9, y + 9, x + 9, y - 9, paint), Stroke(x - 9, y - 9, x + 9, y + 9, paint)]
    body.append(Label(x, y + 5, str(seat + 1), anchor="middle"))
    if turn_word(table) and table.turn == seat:
        body.append(Rect(x - SEAT, y + SEAT + 3, 2 * SEAT, 3, "ink"))
    if decides(table) == seat:
        body.append(Circle(*spot(seat, RADIUS - SEAT - 7), 3, "ink"))
    return [*body, *_odds(table, seat)]


def _odds(table: Table, seat: Seat) -> list[Shape]:
    """What attacks on a player have, of what they need: beside the seat, above and below it in one row."""
    said = [f"{attack.has}/{attack.needs}" for attack in table.people[seat].attacks if attack.needs > 0]
    x, y = spot(seat, RADIUS + OUTSIDE)
    if not said:
        return []
    if abs(x - CENTRE_X) < OUTSIDE:
        return [Label(x, y + 5, " ".join(said), size="small", anchor="middle")]
    top = y + 4 - 6 * (len(said) - 1)
    return [Label(x, top + 12 * index, text, size="small", anchor="start" if x > CENTRE_X else "end")
            for index, text in enumerate(said)]


# -- players ------------------------------------------------------------------------------------------------------------------


def _rows(table: Table, seat: Seat) -> list[str]:
    """What a player is and has, in rows that fit the block."""
    rows = _wrapped([", ".join([characters_word(table, seat), *marks_of(table, seat)]), *belongings(table, seat)], BLOCK_LETTERS)
    return rows if len(rows) <= ROWS_MOST else [*rows[:ROWS_MOST - 1], "and more"]


def _player(table: Table, seat: Seat, x: int, y: int, rows: int) -> list[Shape]:
    """A player's block: who it is, Wounds as dots, then what there is to say."""
    wounds, last = table.people[seat].wounds, last_wound(table, seat)
    word, height = wounds_word(table, seat), BLOCK_HEAD + rows * ROW
    dots = [Circle(x + 11 + 12 * point, y + 25, 4, "red" if point < wounds else "faint-line")
            for point in range(min(DOTS_MOST, max(wounds, last)) if word else 0)]
    return [*(Rect(x, y, BLOCK - 6, height, paint, 4) for paint in ("card", "faint-line")), Label(x + 6, y + 15, name(seat)),
            Label(x + BLOCK - 12, y + 15, fate_word(table, seat), size="small", anchor="end"), *dots,
            Label(x + BLOCK - 12, y + 29, f"Wounds {word}" if word else "", size="small", anchor="end"),
            *_text(_rows(table, seat), x + 6, y + BLOCK_HEAD + 6)]


# -- in words -----------------------------------------------------------------------------------------------------------------


def _description(table: Table) -> str:
    """The table in words, for whoever cannot see it; an endless one is cut off."""
    doing = now(table) + ("" if now(table).endswith("?") else ".")
    turn = f" Turn: {turn_word(table)}." if turn_word(table) else ""
    open_now = [f"{heading}: {'; '.join(texts)}." for heading, texts in proceedings(table).items()]
    people = [f"{name(seat)}, {fate_word(table, seat)}: {_spoken(table, seat)}." for seat in players()]
    piles = ", ".join(f"{deck} {left}, discards {gone}" for deck, (left, gone) in decks(table).items())
    return (f"The table. {doing[:1].upper()}{doing[1:]} {round_word(table)}.{turn} Hideout: {hideout_word(table)}. "
            f"{' '.join([*open_now, *people])} Decks: {piles}.")[:CHARACTERS_MOST]


def _spoken(table: Table, seat: Seat) -> str:
    wounds = wounds_word(table, seat).replace("/", " of ")
    about = [characters_word(table, seat), *([f"Wounds {wounds}"] if wounds else []), *marks_of(table, seat)]
    return "; ".join([", ".join(about), *belongings(table, seat),
                      *(f"to come: {text}" for text in coming_to(table, seat))])
