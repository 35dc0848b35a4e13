"""How the table looks, as plain text for a terminal: ordinary Python, outside the rule language.

Players from Player 1 on, then the line of enemies from left to right, five abreast, with the numbers that `aim` and `place` want.
Cards are named as in scenario files; a line at the end explains the signs that are in use.  Piles are shown by their size only:
neither their order nor what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from textwrap import wrap
from typing import TypeVar

from daybreak_games.survive_until_daylight.attack import SPEAR_DAMAGE
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import (
    COMMON,
    ITEMS,
    TYPE,
    WEAPONS,
    Ammo,
    Assault,
    CombatCard,
    Rubble,
    Type,
    Weapon,
)
from daybreak_games.survive_until_daylight.enemies import victim
from daybreak_games.survive_until_daylight.inventory import limit, slots, starting
from daybreak_games.survive_until_daylight.line import bolster, is_survivor
from daybreak_games.survive_until_daylight.state import After, Cause, Enemy, Phase, Table, box, game
from verifier.lang import Bag, ruling
from verifier.lang.types import words_of

M = TypeVar("M", bound=IntEnum)
WIDTH = 80  # columns that any terminal has
INDENT = 6
ABREAST = 5
COLUMN = WIDTH // ABREAST
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
MARKS = {"*": "a weapon of the start", "!": "has attacked, or as a Survivor was attacked", "~": "removed by a Grenade",
         "^": "a Spear"}

NOW = {
    Phase.CHOOSE: "set-up: {turn} chooses a common weapon",
    Phase.BEGIN_ROUND: "the Search phase begins: the Active Rubble pile gets its cards",
    Phase.SEARCH: "Search phase: {turn} searches{passed}",
    Phase.DRAW: "{turn} draws from the Active Rubble pile: the WAVE! card or another?",
    Phase.WHICH: "{turn} draws a Rubble card: one that the reshuffle left in the pile, or a reshuffled one?",
    Phase.DRAW_RUBBLE: "{turn} draws a Rubble card",
    Phase.DRAW_KNOWN: "{turn} draws a Rubble card that the reshuffle left in the pile",
    Phase.FOUND: "{turn} has found {found}: keep it or leave it?",
    Phase.BAD_LUCK: "{turn} has Bad Luck: {found}",
    Phase.REARRANGE: "{turn} makes room or packs the Backpack{after}",
    Phase.LOSE_CARD: "{turn} loses a card at random",
    Phase.REVEAL: "{turn} has drawn the WAVE! card: an Assault card is turned over",
    Phase.LINE_UP: "the enemies come: of which type is the next Horde card?",
    Phase.LAY_OUT: "the enemies come: a Horde card of type {coming} is laid out",
    Phase.WAVE: "{turn} has the WAVE! card: accept or delay?",
    Phase.TRADE: "Trade phase: gifts and meals",
    Phase.RECEIVE: "Trade phase: {turn} gives {found} away: who accepts it?",
    Phase.HEAL: "Trade phase: {turn} serves {found}: whom does it heal?",
    Phase.TURN: "Combat phase: {turn} acts",
    Phase.COLOUR: "{turn} has drunk: one more attack or one more craft?",
    Phase.AIM: "{turn} attacks with {weapon}: choose the target",
    Phase.LOAD: "{turn} attacks with {weapon}: how much {ammo}?",
    Phase.PREPARE: "{turn} attacks: play cards before the draw?",
    Phase.DRAW_COMBAT: "a Combat card is drawn for {attacker}, {to_draw} to draw",
    Phase.LUCK: "{last_drawn} is drawn for {attacker}: does anybody play lucky?",
    Phase.STRIKE: "{turn} attacks: apply a Combat card, or play cards first?",
    Phase.LAND: "the attack of {turn} lands on {target}",
    Phase.SHARE: "{turn} shares {blow} Damage by focus: how much to the left and to the right of {target}?",
    Phase.PLACE: "{turn} has crafted a {making}: on which enemy is it placed?",
    Phase.CLEAR: "the line is cleared of the dead",
    Phase.NEXT_ENEMY: "Combat phase: the next enemy attacks, on {aimed}",
    Phase.TRAP: "a Trap of {aimed} acts on {enemy}",
    Phase.SPRING: "{enemy} attacks {aimed}: does a Trap act?",
    Phase.REACT: "the Combat cards of {enemy} are drawn: does anybody play lucky?",
    Phase.KEEP: "the Combat card of {enemy} that deals the most Damage is kept",
    Phase.TIE: "Combat cards of {enemy} are equal: choose the one that is kept",
    Phase.TIE_BY_CHANCE: "Combat cards of {enemy} are equal: chance picks the one that is kept",
    Phase.BLOCK: "{enemy} attacks {victim}: does a Barricade stop it?",
    Phase.HIT: "the attack of {enemy} lands",
    Phase.END_COMBAT: "the Combat phase ends",
    Phase.WON: "won: all are alive, and no enemy is left",
    Phase.LOST: "lost: a character is dead",
}
AFTER = {After.NOTHING: "", After.SEARCH: ", then searches", After.FOUND: ", then play goes on",
         After.LOSS: ", then loses a card at random", After.TRADE: ", then the Trade phase goes on", After.TURN: ", then acts"}
NO_PILE = (Phase.CHOOSE, Phase.BEGIN_ROUND)  # a WAVE! card that nobody has lies aside
UNAIMED = (Phase.AIM, Phase.WON, Phase.LOST, Phase.CLEAR, Phase.WHICH, Phase.DRAW_RUBBLE, Phase.DRAW_KNOWN, Phase.FOUND,
           Phase.BAD_LUCK, Phase.REARRANGE, Phase.LOSE_CARD)  # a player's attack has no target yet, or it may have left the line


@game.board
def draw(table: Table) -> str:
    """The table: piles, players, the line, the attack, and what is going on."""
    rows = [*_head(table), ""]
    for seat in players():
        rows += _player(table, seat)
    rows += ["", *_line(table), *_fight(table), f"NOW   {now(table)}", *_signs(table)]
    return "\n".join(line for row in rows for line in wrapped(row))


# -- names --------------------------------------------------------------------------------------------------------------------


def wrapped(text: str, width: int = WIDTH, indent: int = INDENT) -> list[str]:
    """A text in lines that fit; a number or a sign stays with what it belongs to."""
    tied = re.sub(r"([*!~^]|\b\d+) (?=\w)| (?=x\d)", lambda found: f"{found[1] or ''}\xa0", text)
    lines = wrap(tied, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return [line.replace("\xa0", " ").rstrip() for line in lines] or [""]


def players() -> list[Seat]:
    """The players in the game."""
    return [seat for seat in Seat if seat < box.players]


def name(member: IntEnum | None) -> str:
    """How a player, a card or a type is written."""
    return "none" if member is None else words_of(type(member))[member]


def counted(members: Iterable[M], held: Bag[M], marks: str = "") -> list[str]:
    """What a bag holds of some kinds, each with its number if there are several."""
    return [f"{name(member)}{marks}{f' x{held[member]}' if held[member] > 1 else ''}" for member in members if held[member] > 0]


def items_of(table: Table, seat: Seat) -> list[str]:
    """The inventory of a player, weapons first; a star marks those of the start."""
    held = table.people[seat].items
    arms = [word for weapon in WEAPONS for word in counted((weapon,), held, "*" if starting(table, seat, weapon) else "")]
    return arms + counted([item for item in ITEMS if item not in WEAPONS], held)


def tokens_of(table: Table, seat: Seat) -> list[str]:
    """What else lies before a player, or is known of the player in this Round."""
    person = table.people[seat]
    built = [(person.barricades, "Barricade"), (person.traps, "Trap")]
    said = [f"{number} {thing}{'s' if number > 1 else ''}" for number, thing in built if number > 0]
    said += ["First Player"] if table.first == seat else []
    said += ["WAVE!"] if table.wave == seat else []
    said += ["has given"] if person.gave else []
    return said + ([f"Perk used{f' x{person.tired}' if person.tired > 1 else ''}"] if person.tired else [])


def enemy_word(enemy: Enemy) -> str:
    """A card on the line, with its marks."""
    return f"{name(enemy.card)}{'!' if enemy.acted else ''}{'~' if enemy.away else ''}"


def place_word(table: Table, place: int) -> str:
    """A place on the line and the card there."""
    return f"{place} {name(table.line[place].card)}" if place < table.line.size else f"place {place}"


def strike_word(table: Table, place: int) -> str:
    """How a card on the line attacks: Fixed Damage, Combat cards, and what Monsters add.  Survivors do not."""
    enemy = table.line[place]
    if is_survivor(enemy):
        return ""
    sheet, more = box.horde_sheets[enemy.card], bolster(table, place)
    return f"{sheet.damage}+{sheet.cards}c{f'+{more}m' if more else ''}"


def tracker_word(enemy: Enemy) -> str:
    """The damage a card on the line has taken, and how much defeats it."""
    return f"{enemy.damage}/{box.thresholds[TYPE[enemy.card]]}"


def combat_word(card: CombatCard) -> str:
    """A Combat card with what it does."""
    sheet = box.combat_sheets[card]
    says = [f"{sheet.damage:+d}" if sheet.damage else "0"]
    says += [f"splash {sheet.splash}{' with an X' if sheet.crossed else ''}"] if sheet.splash or sheet.crossed else []
    says += [f"{sheet.hurts} to whoever drew it"] if sheet.hurts else []
    return f"{name(card)} ({', '.join([*says, *(['finds Rubble'] if sheet.finds else [])])})"


def weapon_word(table: Table, weapon: Weapon) -> str:
    """The weapon of an attack with what it does: for a Spear being placed, the Spear."""
    if table.thrown:
        return f"a Spear ({SPEAR_DAMAGE} Damage)"
    sheet = box.weapons[weapon]
    says = [f"{sheet.damage} Damage", *([f"splash {sheet.splash}"] if sheet.splash else [])]
    says += [f"{sheet.cards} Combat card{'s' if sheet.cards > 1 else ''}"] if sheet.cards else []
    return f"{name(weapon)} ({', '.join([*says, *([name(sheet.ammo)] if sheet.ammo != Ammo.NONE else [])])})"


def now(table: Table) -> str:
    """What is going on."""
    passed = f", {table.passed} passed before" if table.passed else ""
    return NOW[table.phase].format(
        turn=name(table.turn), passed=passed, found=name(table.found), after=AFTER[table.after], coming=name(table.coming),
        weapon=name(table.weapon), ammo=name(box.weapons[table.weapon].ammo), to_draw=table.to_draw,
        last_drawn="none" if table.last_drawn is None else combat_word(table.last_drawn), blow=table.blow,
        target=place_word(table, table.target), making=name(table.making).title(), enemy=place_word(table, table.enemy),
        attacker=place_word(table, table.enemy) if table.cause == Cause.ENEMY else name(table.turn),
        aimed=name(table.aimed), victim=name(table.aimed if table.wave is None else victim(table)))


# -- piles --------------------------------------------------------------------------------------------------------------------


def round_word(table: Table) -> str:
    """Which Round it is."""
    return f"after the last Round ({box.rounds})" if table.round > box.rounds else f"Round {table.round} of {box.rounds}"


def wave_word(table: Table) -> str:
    """Where the WAVE! card is."""
    if table.wave is not None:
        drawn = f", drawn by {name(table.drew)}" if table.drew != table.wave and ruling("SUD-58") != "holder" else ""
        return f"{name(table.wave)}{drawn}"
    if table.phase in NO_PILE or table.cause == Cause.DELAY:
        return "aside"
    return "on top of the Active Rubble pile" if table.on_top else "in the Active Rubble pile"


def piles(table: Table) -> dict[str, str]:
    """The sizes of the piles by their names."""
    wave = " and WAVE!" if wave_word(table).endswith("pile") else ""
    return {"Active Rubble": f"{table.active + table.known.total}{wave}",
            "Rubble pile": str(max(0, table.unseen.total - table.active)), "Rubble discards": str(table.discard.total),
            "Combat deck": str(table.combat.total), "Combat discards": str(table.combat_discard.total),
            "Horde cards": str(table.horde.total + table.horde_sure.total), "Horde discards": str(table.horde_discard.total)}


def assault_word(table: Table) -> str:
    """How many Assault cards are left, and which were turned over."""
    seen = [name(card) for card in Assault if box.assaults[card] and not table.assaults[card]]
    this = "this Round's is one of them" if table.revealed else "this Round's not yet"
    due = f"; {this}" if seen and table.round <= box.rounds else ""
    return f"{sum(table.assaults)} left, turned over: {', '.join(seen) or 'none'}{due}"


def supply_word(table: Table) -> str:
    """The tokens that can still be crafted."""
    return f"Barricades {table.barricades}, Spears {table.spears}, Traps {table.traps}, Grenades {table.grenades}"


def coming_word(table: Table) -> str:
    """The Horde cards that are still to be laid out, with the one whose type is known."""
    due = [f"{table.to_come[kind] + (table.phase == Phase.LAY_OUT and table.coming == kind)} {name(kind)}" for kind in Type]
    return ", ".join(word for word in due if not word.startswith("0 "))


def _head(table: Table) -> list[str]:
    sizes = [f"{pile} {size}" for pile, size in piles(table).items()]
    choice = counted(COMMON, table.weapons_left)
    return [f"{round_word(table).upper()}   FIRST PLAYER {name(table.first)}   WAVE! {wave_word(table)}",
            f"PILES {', '.join(sizes[:3])}", f"      {', '.join(sizes[3:])}",
            f"ASSAULT {assault_word(table)}", f"SUPPLY {supply_word(table)}",
            *([f"WEAPONS TO CHOOSE {', '.join(choice)}"] if choice else [])]


# -- players and the line -----------------------------------------------------------------------------------------------------


def health_word(table: Table, seat: Seat) -> str:
    """The Health left, of that at the start."""
    return f"{table.people[seat].health}/{box.boards[box.characters[seat]].health}"


def packed_word(table: Table) -> str:
    """What is in the Backpack."""
    return ", ".join(counted(Rubble, table.packed)) or "nothing"


def _player(table: Table, seat: Seat) -> list[str]:
    """A player in two lines, or more with the Backpack."""
    person = table.people[seat]
    tokens = tokens_of(table, seat)
    rows = [f"{name(seat):<9} {name(box.characters[seat]):<8} Health {health_word(table, seat):<6}"
            f" slots {slots(person)}/{limit()}{'   ' if tokens else ''}{', '.join(tokens)}",
            f"      {', '.join(items_of(table, seat)) or 'nothing'}"]
    return rows + ([f"      in the Backpack: {packed_word(table)}"] if person.items[Rubble.BACKPACK] > 0 else [])


def _cell(table: Table, place: int) -> list[str]:
    """A card on the line: its place and name, its tracker and Spears, its attack."""
    enemy = table.line[place]
    return [f"{place:>2} {enemy_word(enemy)}", f"   {tracker_word(enemy)} {'^' * enemy.spears}",
            f"   {strike_word(table, place)}"]


def _line(table: Table) -> list[str]:
    """The line from left to right, as many cards abreast as fit, and what is still to come."""
    cells = [_cell(table, place) for place in range(table.line.size)]
    rows = [f"LINE  {'' if cells else 'empty'}"]
    for start in range(0, len(cells), ABREAST):
        abreast = zip(*cells[start:start + ABREAST], strict=True)
        rows += [row for texts in abreast if (row := "".join(f"{text:<{COLUMN}}" for text in texts)).strip()]
    coming = coming_word(table)
    return [*rows, *([f"TO COME {coming}"] if coming else [])]


# -- the fight ----------------------------------------------------------------------------------------------------------------


def actions_word(table: Table) -> str:
    """What the player in turn may still do; nothing outside a turn."""
    held = ((table.actions, "of any kind"), (table.attacks, "for an attack"), (table.crafts, "for a craft"))
    left = [f"{number} {kind}" for number, kind in held if number > 0]
    if not left and table.phase != Phase.TURN:
        return ""
    order = f"{name(table.turn)}, {ORDINALS[min(table.turns, 5)]} of {box.players} to act"
    return f"{order}: {', '.join(left) or 'none left'}{'; was cheered' if table.cheered else ''}"


def attack_word(table: Table) -> str:
    """Who attacks whom, and with what."""
    if table.cause == Cause.ATTACK and table.phase != Phase.LOST:
        target = "" if table.phase in UNAIMED else f" on {place_word(table, table.target)}"
        played = ["focus"] * table.focus + ([f"blood-lust{f' x{table.rage}' if table.rage > 1 else ''}"] if table.rage else [])
        return f"{name(table.turn)} with {weapon_word(table, table.weapon)}{target}{''.join(f', {card}' for card in played)}"
    if table.cause != Cause.ENEMY or table.phase == Phase.CLEAR:
        return ""
    shield = f"{place_word(table, table.target)}, who stands before " if table.shielded else ""
    stopped = "; a Barricade stops it" if table.blocked else ""
    return f"{place_word(table, table.enemy)} on {shield}{name(table.aimed)}{stopped}"


def drawn_word(table: Table) -> str:
    """The Combat cards drawn for the attack, and the one that counts."""
    cards = [f"{combat_word(card)}{f' x{table.drawn[card]}' if table.drawn[card] > 1 else ''}"
             for card in CombatCard if table.drawn[card] > 0]
    said = [", ".join(cards)] if cards else []
    if table.applied is not None:
        said.append(f"{'kept' if table.cause == Cause.ENEMY else 'applied'}: {name(table.applied)}")
    return "; ".join([*said, *([f"{table.to_draw} to draw"] if table.to_draw else [])])


def hand_word(table: Table) -> str:
    """A card that is in nobody's inventory, and the Backpack with what is in it."""
    full = table.found == Rubble.BACKPACK and table.packed.total > 0
    return "" if table.found is None else f"{name(table.found)}{f' with {packed_word(table)}' if full else ''}"


def fight(table: Table) -> dict[str, str]:
    """What goes on, by headings; without those that have nothing to say."""
    said = {"Actions": actions_word(table), "Attack": attack_word(table), "Combat cards": drawn_word(table),
            "In hand": hand_word(table)}
    return {heading: text for heading, text in said.items() if text}


def _fight(table: Table) -> list[str]:
    return [f"{heading.upper()} {text}" for heading, text in fight(table).items()]


# -- signs --------------------------------------------------------------------------------------------------------------------


def signs(table: Table) -> list[str]:
    """What the signs mean, of those that are in use."""
    items = "".join(word for seat in players() for word in items_of(table, seat))
    cards = "".join(enemy_word(enemy) + "^" * enemy.spears for enemy in table.line)
    strikes = [strike_word(table, place) for place in range(table.line.size)]
    shown = items + cards
    said = [f"{sign} {meaning}" for sign, meaning in MARKS.items() if sign in shown]
    if table.line.size:
        said.append("1/4 has taken 1 of the 4 Damage that defeat it")
    if any(strikes):
        said.append("2+1c attacks with Damage 2 and 1 Combat card")
    if any("m" in strike for strike in strikes):
        said.append("+1m 1 more by Monsters")
    return said


def _signs(table: Table) -> list[str]:
    said = signs(table)
    return [f"SIGNS {'; '.join(said)}"] if said else []
