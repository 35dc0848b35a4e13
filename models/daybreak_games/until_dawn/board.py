"""How the table looks, as plain text for a terminal: ordinary Python, outside the rule language.

The entrances stand around the cabin as on the printed board, one at the left, two at the top, one at the right,
clockwise from the front door (the rulebook does not say which bracket that is; here it is the left one).  Cards are
written as in scenario files, the top card of a stack first; a line at the end says what their signs mean.  Piles are shown by
their size only: which discard lies on top, the one card of them that is open, is not kept (UD-K03).
"""

from __future__ import annotations

import re
from textwrap import wrap

from daybreak_games.until_dawn.state import Card, Entrance, Jasper, Night, Phase, Rebecca, box, game

WIDTH = 80  # columns that any terminal has
SIDE = 19  # columns of the entrance at the left, one of them blank: the longest row, "(barred this turn)", has 18
HALF = 18  # columns of each entrance at the top
CABIN = 2 * HALF - 1
SIGNS = {"!": "turned to attack", "+": "draw another card"}
TITLES = ("0 FRONT DOOR", "1 SECOND", "2 THIRD", "3 LAST")

NOW = {
    Phase.ACT: "your turn", Phase.TREAT: "treating the bite", Phase.CHECK_SETS: "first round: sets at {at}",
    Phase.NEXT_ATTACKER: "second round: attackers at {at}", Phase.SCRATCHER: "a Scratcher attacks at {at}",
    Phase.SNEAKER: "Sneakers attack at {at}", Phase.SCREAMER: "a Screamer attacks at {at}",
    Phase.SUMMON: "a howl at {at}: cards to draw {calls}", Phase.ANSWER: "a howl at {at}: place {drawn}",
    Phase.SWEEP: "the Sneakers at {at} go down", Phase.RELOCATE: "zombies move on from {at}",
    Phase.ARRANGE: "zombies move on from {at}: you say which", Phase.STAND_DOWN: "zombies stand down at {at}",
    Phase.ADVANCE: "the zombie marker is behind", Phase.DRAW: "a card is drawn",
    Phase.PLACE: "place {drawn}", Phase.GUARD: "Jasper may block", Phase.CHECK_JASPER: "{drawn}: is Jasper safe?",
    Phase.LIFT: "{drawn}: top card of {at}", Phase.SET_DOWN: "{drawn}: placing the card from {at}",
    Phase.REBECCA_MOVES: "{drawn}: Zombie Rebecca moves", Phase.COMPARE: "{drawn}: a card of the bite pile",
    Phase.COMPARE_DECK: "{drawn}: a card of the deck", Phase.RESHUFFLE: "the deck is empty",
    Phase.END_TURN: "the zombie turn ends", Phase.TURN_ALL: "final assault: all turn at {at}",
    Phase.WON: "dawn: you survived", Phase.LOST: "you lost",
}


@game.board
def draw(night: Night) -> str:
    """The table: entrances around the cabin, tracks, piles, and what is going on."""
    lines = [*_top(night), *_cabin(night), *_tracks(night), *_piles(night), *now(night)]
    return "\n".join(line.rstrip() for line in [*lines, *_signs(lines)])


def card_word(member: Card | None) -> str:
    """A card as scenario files write it."""
    return "none" if member is None else member.name.lower().replace("_again", "+").replace("_", "-")


def _entrance(night: Night, entrance: Entrance) -> list[str]:
    """One entrance: its name, barricades or breach, tokens, and its stack, top card first."""
    door = night.entrances[entrance]
    lines = [TITLES[entrance]]
    if door.breached_by is not None:
        lines += ["BREACHED by", card_word(door.breached_by)]
    else:
        tokens = f"{'=' * door.barricades} " if door.barricades else "no "
        lines.append(f"{tokens}barricade{'s' if door.barricades != 1 else ''}")
    if night.jasper == entrance:
        lines.append("Jasper")
    if night.rebecca == entrance:
        lines.append("Zombie Rebecca")
    if night.barred == entrance:
        lines.append("(barred this turn)")
    return lines + [f"{card_word(zombie.card)}{'!' if zombie.attacking else ''}" for zombie in door.stack]


def _top(night: Night) -> list[str]:
    """The two entrances at the top, down to the cabin's wall."""
    left, right = _entrance(night, Entrance.SECOND), _entrance(night, Entrance.THIRD)
    height = max(len(left), len(right))
    rows = zip(_padded(left, height), _padded(right, height), strict=True)
    return [f"{'':{SIDE}}  {one:^{HALF}}{two:^{HALF}}" for one, two in rows]


def _cabin(night: Night) -> list[str]:
    """The cabin, with the entrances at its left and right."""
    left, right = _entrance(night, Entrance.FRONT), _entrance(night, Entrance.LAST)
    rug = "Jasper on the rug" if night.jasper == Jasper.RUG else "the rug"
    inside = ["", "", f"({rug})", "", *[""] * (max(len(left), len(right)) - 4)]
    walls = [f"|{text:^{CABIN}}|" for text in inside]
    height = len(walls)
    rows = zip(_padded(left, height), walls, _padded(right, height), strict=True)
    top = f"{'':{SIDE}} +{'=' * 6:-^{HALF - 1}}-{'=' * 6:-^{HALF - 1}}+"
    middle = [f"{one:>{SIDE - 1}}  {wall}  {two}" for one, wall, two in rows]
    return [top, *middle, f"{'':{SIDE}} +{'-' * CABIN}+"]


def _padded(lines: list[str], height: int) -> list[str]:
    return lines + [""] * (height - len(lines))


def _tracks(night: Night) -> list[str]:
    """The time track and the ammo track; brackets are markers."""
    spaces = []
    for space in range(box.last_space + 1):
        shown = f"({space})" if space == night.zombie_time else str(space)
        spaces.append(f"[{shown}]" if space == night.time else shown)
    time = wrap(" ".join(spaces), WIDTH, initial_indent="TIME  ", subsequent_indent=" " * 6)
    shells = [f"[{shell}]" if shell == night.ammo else str(shell) for shell in range(box.shells, -1, -1)]
    return [*time, f"AMMO  {' '.join(shells)}    markers: [time] (zombies)"]


def _piles(night: Night) -> list[str]:
    """The piles by size, and what lies beside the board."""
    beside = [f"barricades {night.supply}"]
    if night.rebecca == Rebecca.ASIDE:
        beside.append("Zombie Rebecca")
    if night.jasper == Jasper.DEAD:
        beside.append("Jasper, dead")
    return [f"BITE PILE {night.bite_pile.total}   DECK {night.deck.total}   DISCARD {night.discard.total}",
            f"ASIDE {', '.join(beside)}"]


def _signs(lines: list[str]) -> list[str]:
    """What the signs behind cards mean, of those that are to be seen."""
    seen = [f"{sign} {meaning}" for sign, meaning in SIGNS.items() if re.search(rf"[a-z+]{re.escape(sign)}", "\n".join(lines))]
    return [f"SIGNS {', '.join(seen)}"] if seen else []


def now(night: Night) -> list[str]:
    """What is going on, and cards that a movement card holds in the air."""
    text = NOW[night.phase].format(at=int(night.at), calls=night.calls, drawn=card_word(night.drawn))
    if night.assault > 0 and night.phase != Phase.TURN_ALL:
        text = f"final assault, round {night.assault}: {text}"
    lifted = [f"{card_word(held)} from {entrance}" for entrance, held in enumerate(night.lifted) if held is not None]
    return [f"NOW   {text}", *(wrap(f"LIFTED {', '.join(lifted)}", WIDTH, subsequent_indent=" " * 7) if lifted else [])]
