"""How the table looks on a page: piles and players above, the areas with their Horde cards below them, as shapes.

A Horde card has the letter of its type, an enemy's in a square and a Survivor's in a ring, and its name below: no type is told by
colour alone.  Health is a row of dots, with numbers beside it.  All players' blocks are as high as the longest of them asks, and
what changes most, the attack going on, comes last, so that little moves from picture to picture.
"""

from __future__ import annotations

from textwrap import wrap

from daybreak_games.until_daylight.attack import front
from daybreak_games.until_daylight.board import (
    ATTACKS,
    ENEMY_ATTACKS,
    area_word,
    areas,
    cards_of,
    dice_of,
    fight,
    health_word,
    in_combat,
    items_of,
    name,
    now,
    objectives_of,
    piles,
    places_word,
    players,
    round_word,
    saved_word,
    signs,
    supply_word,
    tokens_of,
    wrapped,
)
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Horde
from daybreak_games.until_daylight.people import experience, full_health
from daybreak_games.until_daylight.state import LINE_MOST, Phase, Table, box, game
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect, Shape

WIDTH = 448
EDGE = 8
ROW = 14  # a row of small letters
LETTERS = 64  # small ones across the picture
NOW_LETTERS = 56
PILES_TOP, TEXT_TOP, PLAYERS_TOP = 78, 139, 152
CARD, ABREAST = 72, 6  # a Horde card with the space around it
AREA_HEAD, CARD_HEIGHT = 20, 44
BLOCK, BLOCK_LETTERS = 216, 29  # a pile, or a player's block, with the space around it; two of them abreast
BLOCK_HEAD = 40  # name and Health
ROWS_LEAST = 5  # of what a player has
PAINTS = {Horde.WANDERER: "green", Horde.RAIDER: "blue", Horde.BRUTE: "red", Horde.MONSTER: "violet", Horde.SURVIVOR: "amber"}
LEGEND = ("W wanderer, R raider, B brute, M monster, in a ring S survivor; frame: the area that is attacked, or whose enemies "
          "attack; double frame: the card that takes dice; dots: Health left")


@game.picture
def paint(table: Table) -> Picture:
    """The table: what is going on, piles, players, areas, the attack, and what the signs mean."""
    rows = _block_rows(table)
    step = BLOCK_HEAD + rows * ROW + 6
    shapes = [*_head(table), *_piles(table)]
    for index, seat in enumerate(players()):
        shapes += _player(table, seat, EDGE + index % 2 * BLOCK, PLAYERS_TOP + index // 2 * step, rows)
    below = PLAYERS_TOP + -(-box.players // 2) * step + 6
    for area in areas(table):
        shapes += _area(table, area, below)
        below += _area_height(table, area)
    said = _wrapped([f"{heading}: {text}" for heading, text in fight(table).items()])
    legend = _wrapped([f"{LEGEND}; {'; '.join(signs(table))}"])
    shapes += [*_text(said, below + 14), *_text(legend, below + 22 + ROW * len(said), "faint")]
    return Picture(WIDTH, below + 22 + ROW * (len(said) + len(legend)), shapes, _description(table))


def _wrapped(texts: list[str], letters: int = LETTERS) -> list[str]:
    return [row for text in texts if text for row in wrapped(text, letters, 0)]


def _text(rows: list[str], y: int, paint: str = "ink", x: int = EDGE) -> list[Shape]:
    return [Label(x, y + ROW * index, row, paint, "small") for index, row in enumerate(rows)]


def _framed(x: int, y: int, width: int, height: int) -> list[Shape]:
    return [Rect(x, y, width, height, "card", 4), Rect(x, y, width, height, "faint-line", 4)]


# -- what is going on, and piles ----------------------------------------------------------------------------------------------


def _head(table: Table) -> list[Shape]:
    """What is going on, in at most two rows; the Round, the leader and who got the wave."""
    rows = wrap(f"Now: {now(table)}", NOW_LETTERS)[:2]
    return [*(Label(EDGE, 16 + 17 * index, row) for index, row in enumerate(rows)),
            Label(EDGE, 54, round_word(table), size="small"),
            Label(WIDTH - EDGE, 54, f"Leader: {name(table.leader)}", size="small", anchor="end"),
            Label(EDGE, 70, f"Survivors saved: {saved_word(table)}", size="small"),
            Label(WIDTH - EDGE, 70, f"Active: {name(table.active)}" if in_combat(table) else "", size="small", anchor="end")]


def _piles(table: Table) -> list[Shape]:
    """The piles with their sizes, then what can be crafted."""
    sizes, shapes = piles(table), list[Shape]()
    for index, pile in enumerate(("Rubble", "Horde")):
        x = EDGE + index * BLOCK
        shapes += [*_framed(x, PILES_TOP, BLOCK - 6, 46), Label(x + 6, PILES_TOP + 16, f"{pile} pile", size="small"),
                   Label(x + 6, PILES_TOP + 38, str(sizes[f"{pile} pile"]), size="large"),
                   Label(x + BLOCK - 12, PILES_TOP + 38, f"discards {sizes[f'{pile} discards']}", size="small", anchor="end")]
    unseen = sizes.get("Secondary Objectives")
    dealt = "" if unseen is None else f"; {unseen} Secondary Objectives left"
    return [*shapes, *_text([f"Supply: {supply_word(table)}{dealt}"], TEXT_TOP)]


# -- players ------------------------------------------------------------------------------------------------------------------


def _belongings(table: Table, seat: Seat) -> list[str]:
    """What a player has, in rows that fit the block."""
    head = ", ".join([f"experience {experience(table, seat)}", *tokens_of(table, seat)])
    return _wrapped([head, ", ".join(items_of(table, seat)) or "no cards", f"Objectives {', '.join(objectives_of(table, seat))}"],
                    BLOCK_LETTERS)


def _block_rows(table: Table) -> int:
    return max(ROWS_LEAST, *(len(_belongings(table, seat)) for seat in players()))


def _player(table: Table, seat: Seat, x: int, y: int, rows: int) -> list[Shape]:
    """A player's block: name and character, places, Health, and what the player has."""
    health, whole = table.people[seat].health, full_health(seat)
    dots = [Circle(x + 11 + 12 * point, y + 25, 4, "red" if point < health else "faint-line")
            for point in range(max(whole, health))]
    return [*_framed(x, y, BLOCK - 6, BLOCK_HEAD + rows * ROW),
            Label(x + 6, y + 14, f"{name(seat)} {name(box.characters[seat])}"), *dots,
            Label(x + BLOCK - 12, y + 14, f"places {places_word(table, seat)}", size="small", anchor="end"),
            Label(x + BLOCK - 12, y + 29, health_word(table, seat), size="small", anchor="end"),
            *_text(_belongings(table, seat), y + BLOCK_HEAD + 4, x=x + 6)]


# -- the areas ----------------------------------------------------------------------------------------------------------------


def fought_over(table: Table) -> Seat | None:
    """The area that is attacked, or whose enemies attack."""
    return table.area if table.phase in (*ATTACKS, *ENEMY_ATTACKS) and table.phase != Phase.AIM else None


def in_front(table: Table, area: Seat) -> int:
    """The place, among the cards of an area, of the one that takes the dice of a player's attack; -1 if there is none."""
    place = front(table)
    if fought_over(table) != area or table.phase not in ATTACKS or place >= LINE_MOST:
        return -1
    return sum(1 for before in range(place) if table.line[before].area == area)


def _area_height(table: Table, area: Seat) -> int:
    return AREA_HEAD + -(-len(cards_of(table, area)) // ABREAST) * CARD_HEIGHT + 6


def _area(table: Table, area: Seat, y: int) -> list[Shape]:
    """An area: whose it is, then its cards from left to right, so many abreast."""
    cards, dice, (_, _, killer) = cards_of(table, area), dice_of(table, area), area_word(table, area).partition("; ")
    said = [text for text in ("" if cards else "empty", f"dice {dice}" if dice else "", killer) if text]
    owner = f"{'area of' if area < box.players else 'not in the game:'} {name(area)}"
    shapes: list[Shape] = [Label(EDGE + 6, y + 14, f"{owner}{': ' if said else ''}{', '.join(said)}", size="small")]
    if fought_over(table) == area:
        shapes.append(Rect(2, y, WIDTH - 4, _area_height(table, area) - 4, "ink-line", 4))
    for place, card in enumerate(cards):
        down, across = divmod(place, ABREAST)
        shapes += _card(card, EDGE + across * CARD, y + AREA_HEAD + down * CARD_HEIGHT, place == in_front(table, area))
    return shapes


def _card(card: Horde, x: int, y: int, fights: bool) -> list[Shape]:
    """A Horde card: its letter and its name."""
    paint = f"{PAINTS[card]}-line"
    symbol = Circle(x + 34, y + 13, 9, paint) if card == Horde.SURVIVOR else Rect(x + 25, y + 4, 18, 18, paint, 2)
    return [Rect(x, y, CARD - 4, CARD_HEIGHT - 4, "card", 4), Rect(x, y, CARD - 4, CARD_HEIGHT - 4, paint, 4),
            *([Rect(x + 2, y + 2, CARD - 8, CARD_HEIGHT - 8, paint, 3)] if fights else []), symbol,
            Label(x + 34, y + 17, name(card)[:1].upper(), size="small", anchor="middle"),
            Label(x + 34, y + 35, name(card), size="small", anchor="middle")]


# -- in words -----------------------------------------------------------------------------------------------------------------


def _description(table: Table) -> str:
    """The table in words, for whoever cannot see it; an endless one is cut off."""
    people = [f"{name(seat)}, {name(box.characters[seat])}: Health {health_word(table, seat)}, "
              f"places {places_word(table, seat)}, experience {experience(table, seat)}; {_spoken_items(table, seat)}."
              for seat in players()]
    lines = [f"Area of {name(area)}: {area_word(table, area)}." for area in areas(table)]
    more = [f"{heading}: {text}." for heading, text in fight(table).items()]
    sizes = ", ".join(f"{pile} {size}" for pile, size in piles(table).items())
    doing = now(table) + ("" if now(table).endswith("?") else ".")
    active = f" Active: {name(table.active)}." if in_combat(table) else ""
    return (f"The table. {doing[:1].upper()}{doing[1:]} {round_word(table)}. Leader: {name(table.leader)}.{active} "
            f"Survivors saved: {saved_word(table)}. {' '.join([*lines, *more, *people])} {sizes}. "
            f"Supply: {supply_word(table)}.")[:CHARACTERS_MOST]


def _spoken_items(table: Table, seat: Seat) -> str:
    goals = ", ".join(objectives_of(table, seat)).replace("+", " achieved").replace("^", " (Secondary)").replace("/", " of ")
    cards = [item.replace("*", "") for item in items_of(table, seat)] or ["no cards"]
    return f"{', '.join([*cards, *tokens_of(table, seat)])}; Objectives {goals}"
