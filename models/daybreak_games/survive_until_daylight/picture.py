"""How the table looks on a page: piles and players above, the line of enemies from left to right below them, as shapes.

A card on the line has the letter of its type, an enemy's in a square and a Survivor's in a ring: neither is told by colour alone.
Health and damage are rows of dots, with numbers beside them.  All players' blocks are as high as the longest of them asks, and
what changes most, the attack going on, comes last, so that little moves from picture to picture.
"""

from __future__ import annotations

from textwrap import wrap

from daybreak_games.survive_until_daylight.board import (
    UNAIMED,
    assault_word,
    coming_word,
    counted,
    enemy_word,
    fight,
    health_word,
    items_of,
    name,
    now,
    packed_word,
    piles,
    players,
    round_word,
    signs,
    strike_word,
    supply_word,
    tokens_of,
    tracker_word,
    wave_word,
    wrapped,
)
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import COMMON, TYPE, Rubble, Type
from daybreak_games.survive_until_daylight.inventory import limit, slots
from daybreak_games.survive_until_daylight.line import is_survivor
from daybreak_games.survive_until_daylight.state import Cause, Phase, Table, box, game
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect, Shape

WIDTH = 448
EDGE = 8
ROW = 14  # a row of small letters
LETTERS = 64  # small ones across the picture
NOW_LETTERS = 56
PILES_TOP, TEXT_TOP, PLAYERS_TOP = 78, 139, 180
PILE, CARD, ABREAST = 108, 108, 4  # a pile and a card on the line, with the space around them
CARD_HEIGHT = 58
BLOCK, BLOCK_LETTERS = 216, 30  # a player's block; two of them abreast
BLOCK_HEAD = 40  # name and Health
ROWS_LEAST = 4  # of what a player has
PAINTS = {Type.WANDERER: "green", Type.RAIDER: "blue", Type.BRUTE: "red", Type.MONSTER: "violet", Type.SURVIVOR: "amber"}
LEGEND = ("W wanderer, R raider, B brute, M monster, in a ring S survivor; double frame: attacks or is attacked; "
          "dots: Health left, Damage taken")


@game.picture
def paint(table: Table) -> Picture:
    """The table: what is going on, piles, players, the line, the attack, and what the signs mean."""
    rows = _block_rows(table)
    top = PLAYERS_TOP + -(-box.players // 2) * (BLOCK_HEAD + rows * ROW + 6) + 12
    below = top + 8 + max(1, -(-table.line.size // ABREAST)) * CARD_HEIGHT
    said = _wrapped([f"{heading}: {text}" for heading, text in fight(table).items()])
    legend = _wrapped([f"{LEGEND}; {'; '.join(signs(table))}"])
    shapes = [*_head(table), *_piles(table), *_line(table, top)]
    for index, seat in enumerate(players()):
        across, down = index % 2, index // 2
        shapes += _player(table, seat, EDGE + across * BLOCK, PLAYERS_TOP + down * (BLOCK_HEAD + rows * ROW + 6), rows)
    shapes += _text(said, below + 12)
    below += ROW * len(said) + 8
    return Picture(WIDTH, below + 12 + ROW * len(legend), [*shapes, *_text(legend, below + 12, "faint")], _description(table))


def _wrapped(texts: list[str], letters: int = LETTERS) -> list[str]:
    return [row for text in texts if text for row in wrapped(text, letters, 0)]


def _text(rows: list[str], y: int, paint: str = "ink", x: int = EDGE) -> list[Shape]:
    return [Label(x, y + ROW * index, row, paint, "small") for index, row in enumerate(rows)]


# -- what is going on, and piles ----------------------------------------------------------------------------------------------


def _head(table: Table) -> list[Shape]:
    """What is going on, in at most two rows; the Round, the First Player and the WAVE! card."""
    rows = wrap(f"Now: {now(table)}", NOW_LETTERS)[:2]
    turn = round_word(table)
    return [*(Label(EDGE, 16 + 17 * index, row) for index, row in enumerate(rows)),
            Label(EDGE, 54, f"{turn[:1].upper()}{turn[1:]}", size="small"),
            Label(WIDTH - EDGE, 54, f"First Player: {name(table.first)}", size="small", anchor="end"),
            Label(EDGE, 70, f"WAVE! card: {wave_word(table)}", size="small")]


def _piles(table: Table) -> list[Shape]:
    """The piles with their sizes, then the Assault cards and what can be crafted."""
    sizes = piles(table)
    active, _, wave = sizes["Active Rubble"].partition(" ")
    shown = (("Active Rubble", active, wave), ("Rubble pile", sizes["Rubble pile"], f"discards {sizes['Rubble discards']}"),
             ("Combat deck", sizes["Combat deck"], f"discards {sizes['Combat discards']}"),
             ("Horde cards", sizes["Horde cards"], f"discards {sizes['Horde discards']}"))
    shapes: list[Shape] = []
    for index, (title, size, beside) in enumerate(shown):
        x = EDGE + index * PILE
        shapes += [Rect(x, PILES_TOP, PILE - 4, 46, "card", 4), Rect(x, PILES_TOP, PILE - 4, 46, "faint-line", 4),
                   Label(x + 6, PILES_TOP + 16, title, size="small"), Label(x + 6, PILES_TOP + 38, size, size="large"),
                   Label(x + PILE - 8, PILES_TOP + 38, beside, size="small", anchor="end")]
    choice = counted(COMMON, table.weapons_left)
    below = f"Weapons to choose: {', '.join(choice)}" if choice else f"Supply: {supply_word(table)}"
    return [*shapes, *_text(_wrapped([f"Assault cards: {assault_word(table)}", below])[:3], TEXT_TOP)]


# -- players ------------------------------------------------------------------------------------------------------------------


def _belongings(table: Table, seat: Seat) -> list[str]:
    """What a player has, in rows that fit the block."""
    packed = [f"in the Backpack: {packed_word(table)}"] if table.people[seat].items[Rubble.BACKPACK] > 0 else []
    return _wrapped([", ".join(items_of(table, seat)) or "nothing", *packed, ", ".join(tokens_of(table, seat))], BLOCK_LETTERS)


def _block_rows(table: Table) -> int:
    return max(ROWS_LEAST, *(len(_belongings(table, seat)) for seat in players()))


def _player(table: Table, seat: Seat, x: int, y: int, rows: int) -> list[Shape]:
    """A player's block: name and character, slots, Health, and what the player has."""
    person, whole = table.people[seat], box.boards[box.characters[seat]].health
    height = BLOCK_HEAD + rows * ROW
    dots = [Circle(x + 11 + 12 * point, y + 25, 4, "red" if point < person.health else "faint-line")
            for point in range(max(whole, person.health))]
    return [Rect(x, y, BLOCK - 6, height, "card", 4), Rect(x, y, BLOCK - 6, height, "faint-line", 4),
            Label(x + 6, y + 14, f"{name(seat)} {name(box.characters[seat])}"), *dots,
            Label(x + BLOCK - 12, y + 14, f"slots {slots(person)}/{limit()}", size="small", anchor="end"),
            Label(x + BLOCK - 12, y + 29, health_word(table, seat), size="small", anchor="end"),
            *_text(_belongings(table, seat), y + BLOCK_HEAD + 4, x=x + 6)]


# -- the line -----------------------------------------------------------------------------------------------------------------


def in_the_fight(table: Table) -> list[int]:
    """The places of those who attack or are attacked."""
    if table.cause == Cause.ATTACK and table.phase not in UNAIMED:
        return [table.target]
    if table.cause == Cause.ENEMY and table.phase != Phase.CLEAR:
        return [table.enemy, *([table.target] if table.shielded else [])]
    return []


def _line(table: Table, y: int) -> list[Shape]:
    """The line, so many cards abreast, and what is still to come."""
    coming = coming_word(table)
    shapes: list[Shape] = [Label(EDGE, y, f"Line: {'from left to right' if table.line.size else 'empty'}", size="small"),
                           Label(WIDTH - EDGE, y, f"to come: {coming}" if coming else "", size="small", anchor="end")]
    fighting = in_the_fight(table)
    for place in range(table.line.size):
        down, across = divmod(place, ABREAST)
        shapes += _card(table, place, EDGE + across * CARD, y + 8 + down * CARD_HEIGHT, place in fighting)
    return shapes


def _card(table: Table, place: int, x: int, y: int, fights: bool) -> list[Shape]:
    """A card on the line: its place and name, its symbol and damage, its attack and Spears."""
    enemy = table.line[place]
    kind = TYPE[enemy.card]
    outline = "faint-line" if enemy.away else f"{PAINTS[kind]}-line"
    symbol = (Circle(x + 12, y + 27, 8, f"{PAINTS[kind]}-line") if is_survivor(enemy)
              else Rect(x + 4, y + 19, 16, 16, f"{PAINTS[kind]}-line", 2))
    dots = [Circle(x + 29 + 9 * point, y + 27, 3, "ink" if point < enemy.damage else "faint-line")
            for point in range(max(box.thresholds[kind], enemy.damage))]
    values = " ".join(text for text in (tracker_word(enemy), strike_word(table, place), "^" * enemy.spears) if text)
    return [Rect(x, y, CARD - 4, CARD_HEIGHT - 4, "paper" if enemy.away else "card", 4),
            Rect(x, y, CARD - 4, CARD_HEIGHT - 4, outline, 4),
            *([Rect(x + 2, y + 2, CARD - 8, CARD_HEIGHT - 8, outline, 3)] if fights else []),
            Label(x + 6, y + 14, f"{place} {enemy_word(enemy)}", size="small"), symbol,
            Label(x + 12, y + 31, name(kind)[:1].upper(), size="small", anchor="middle"), *dots,
            Label(x + 6, y + 47, values, size="small")]


# -- in words -----------------------------------------------------------------------------------------------------------------


def _description(table: Table) -> str:
    """The table in words, for whoever cannot see it; an endless one is cut off."""
    people = [f"{name(seat)}, {name(box.characters[seat])}: Health {health_word(table, seat)}, "
              f"slots {slots(table.people[seat])} of {limit()}; {_spoken_items(table, seat)}." for seat in players()]
    line = [f"{place} {_spoken_enemy(table, place)}" for place in range(table.line.size)]
    more = [f"{heading}: {text}." for heading, text in fight(table).items()]
    sizes = ", ".join(f"{pile} {size}" for pile, size in piles(table).items())
    coming = f" To come: {coming_word(table)}." if coming_word(table) else ""
    doing = now(table) + ("" if now(table).endswith("?") else ".")
    return (f"The table. {doing[:1].upper()}{doing[1:]} {round_word(table)[:1].upper()}{round_word(table)[1:]}. "
            f"WAVE! card: {wave_word(table)}. {' '.join(people)} Line: {'; '.join(line) or 'empty'}.{coming} {' '.join(more)} "
            f"{sizes}. Assault cards: {assault_word(table)}. Supply: {supply_word(table)}.")[:CHARACTERS_MOST]


def _spoken_items(table: Table, seat: Seat) -> str:
    packed = [f"in the Backpack {packed_word(table)}"] if table.people[seat].items[Rubble.BACKPACK] > 0 else []
    return ", ".join([*(item.replace("*", "") for item in items_of(table, seat)), *packed, *tokens_of(table, seat)]) or "nothing"


def _spoken_enemy(table: Table, place: int) -> str:
    enemy = table.line[place]
    spears = f", {enemy.spears} Spear{'s' if enemy.spears > 1 else ''}" if enemy.spears else ""
    state = f"{', removed' if enemy.away else ''}{', has acted' if enemy.acted else ''}"
    return f"{name(enemy.card)}, Damage {enemy.damage} of {box.thresholds[TYPE[enemy.card]]}{spears}{state}"
