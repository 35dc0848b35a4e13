"""How the table looks, as plain text for a terminal: ordinary Python, outside the rule language.

Players from Player 1 on, then their areas, with the Horde cards from left to right.  Cards are named as in scenario files; a line
at the end explains the signs that are in use.  Piles are shown by their size only: neither their order nor what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from itertools import groupby
from textwrap import wrap

from daybreak_games.until_daylight.attack import ammo_of, dice_of_attack, front, is_ranged
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import ITEMS, WEAPONS, Horde, Objective, Rubble
from daybreak_games.until_daylight.enemies import covering, dice_in
from daybreak_games.until_daylight.line import has_enemy, has_saved, has_survivor, is_over
from daybreak_games.until_daylight.pending import loser, may_give_up, must_lose
from daybreak_games.until_daylight.people import experience, full_health, has_too_much, own_weapon, places, places_taken
from daybreak_games.until_daylight.state import LINE_MOST, After, Cover, Moment, Phase, Source, Table, box, game
from verifier.lang import Bag, ruling
from verifier.lang.types import words_of

WIDTH = 80  # columns that any terminal has
INDENT = 6
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
MARKS = {"*": "the basic weapon of the character", "+": "achieved", "^": "the Secondary Objective"}

NOW = {
    Phase.DEAL: "set-up: {turn} is dealt the {dealt} of two Secondary Objectives",
    Phase.CHOOSE: "set-up: {turn} keeps an Objective: {offered} or {other}?",
    Phase.BEGIN_ROUND: "a Round begins: the Search, {turn} first",
    Phase.TICK: "the Search: does the gong come {moment}?",
    Phase.ACT: "{part}: {turn} acts",
    Phase.NUMBER: "{turn} moves {moved} from {giver} to {taker}: how many cards?",
    Phase.WHOM: "{turn} uses food that heals {meal}: who eats it?",
    Phase.DRAW: "{drawer} draws a Rubble card",
    Phase.EVENT: "the Event {event} of {drawer} takes effect",
    Phase.JOIN: "noise: a Horde card joins the area of {drawer}",
    Phase.GO_ON: "whatever is pending comes first; then {after}",
    Phase.RESUME: "play goes on: {after}",
    Phase.LOSE: "{loser} {why}: which card is discarded?",
    Phase.SUFFER: "{victim} takes a point of damage{source}",
    Phase.GIVE_UP: "a point of damage{source}: does {victim} take it, or a Survivor of {givers}?",
    Phase.SAVE: "Survivors are saved where no enemy is left",
    Phase.FATE: "the gong has come: {active} rolls the Die of Fate",
    Phase.LAY: "the wave: a Horde card is laid in the area of {active}",
    Phase.ADD: "the wave: by the Die of Fate an Infected joins the area of {active}",
    Phase.SHIFT: "new cards belong on the left: an old one in the area of {target} goes to the right, {old} to go",
    Phase.AIM: "{turn} attacks with {weapon}: which area?",
    Phase.LOAD: "{turn} attacks with {weapon}: how many {ammo} cards?",
    Phase.PREPARE: "{turn} attacks: declare a card, or roll?",
    Phase.ROLL: "{turn} rolls {pool}",
    Phase.RESULT: "{turn} has rolled {shown}: play a card, or let it stand?",
    Phase.REROLL: "{turn} rolls a die again",
    Phase.ASSIGN: "{turn} assigns {hits}: which die comes next?",
    Phase.END_ATTACK: "the attack of {turn} ends",
    Phase.COME: "noise: an Infected comes from the area of {area} to that of {target}",
    Phase.AREA: "the enemies in the area of {area} attack",
    Phase.SPRING: "the enemies in the area of {area} attack: does {area} use a Trap?",
    Phase.TRAP: "the enemies in the area of {area} attack: a Trap acts",
    Phase.ENEMY_ROLL: "the {rollers} in the area of {area} roll {pool}",
    Phase.COLLATERAL: "an X of the Raiders kills a Survivor in the area of {area}",
    Phase.ABSORB: "{area} is hit by {hits}: what does {cover} take?",
    Phase.END_COMBAT: "combat ends: all enemies have attacked",
    Phase.WON: "won: no enemy is left, and a Survivor was saved",
    Phase.LOST: "lost: {lost}",
}
MOMENTS = {Moment.BEFORE: "before {turn} acts", Moment.EVENT: "while {drawer} has the Event {event} open",
           Moment.AFTER: "after {turn} has acted"}
AFTER = {
    After.NOTHING: "nothing", After.BEGIN: "{turn} has a turn in the Search", After.SEARCH: "the Search turn of {turn} ends",
    After.TURN: "the combat turn of {turn} goes on", After.FATE: "the wave is laid", After.LAID: "the wave has been laid",
    After.TURNS: "all players have a turn, {active} first", After.ASSIGN: "{turn} assigns damage",
    After.RESULT: "{turn} may change the dice again", After.ATTACKED: "the attack may draw Infected by its noise",
    After.TRAPS: "Traps of {area} act", After.ROLLS: "the enemies in the area of {area} roll on",
    After.AREAS: "the enemies attack", After.ROUND: "{next}",
}
SOURCES = {Source.NOTHING: "", Source.EVENT: " by an Event", Source.FATE: " by the Die of Fate",
           Source.FRIEND: " by another player's X", Source.RAIDERS: " by Raiders", Source.INFECTED: " by Infected"}
COVERS = {Cover.SURVIVORS: "a Survivor", Cover.BARRICADES: "a Barricade", Cover.VESTS: "a vest", Cover.NOBODY: "nobody else"}
ATTACKS = tuple(Phase)[Phase.AIM:Phase.AREA]
ENEMY_ATTACKS = tuple(Phase)[Phase.AREA:Phase.END_COMBAT]
INTERRUPTIONS = (Phase.DRAW, Phase.EVENT, Phase.JOIN, Phase.LOSE, Phase.SUFFER, Phase.GIVE_UP, Phase.SAVE, Phase.SHIFT)
SET_UP = (Phase.DEAL, Phase.CHOOSE)
NAMED = ("turn", "active", "drawer", "area", "event", "moved", "giver", "taker", "victim", "target")


@game.board
def draw(table: Table) -> str:
    """The table: piles, players, areas, the fight, and what is going on."""
    rows = [*_head(table), ""]
    for seat in players():
        rows += _player(table, seat)
    rows += ["", "AREAS from left to right",
             *(f" {name(area):<9} {dice_of(table, area):<7} {area_word(table, area)}" for area in areas(table)),
             *(f"{heading.upper()} {text}" for heading, text in fight(table).items()), f"NOW   {now(table)}",
             f"SIGNS {'; '.join(signs(table))}"]
    return "\n".join(line for row in rows for line in wrapped(row))


# -- names --------------------------------------------------------------------------------------------------------------------


def wrapped(text: str, width: int = WIDTH, indent: int = INDENT) -> list[str]:
    """A text in lines that fit; a number stays with what it belongs to."""
    tied = re.sub(r"(\b\d+) (?=\w)| (?=x\d|\d+/)", lambda found: f"{found[1] or ''}\xa0", text)
    lines = wrap(tied, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return [line.replace("\xa0", " ").rstrip() for line in lines] or [""]


def players() -> list[Seat]:
    """The players in the game."""
    return [seat for seat in Seat if seat < box.players]


def name(member: IntEnum | None) -> str:
    """How a player, a card or a type is written."""
    return "none" if member is None else words_of(type(member))[member]


def many(number: int, one: str, several: str = "") -> str:
    """So many of something."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def those(*texts: tuple[object, str]) -> list[str]:
    """The texts that apply."""
    return [text for applies, text in texts if applies]


def counted(cards: Iterable[Rubble], held: Bag[Rubble], mark: str = "") -> list[str]:
    """What a bag holds of some cards, each with its number if there are several."""
    return [f"{name(card)}{mark}{f' x{held[card]}' if held[card] > 1 else ''}" for card in cards if held[card] > 0]


def items_of(table: Table, seat: Seat) -> list[str]:
    """The inventory of a player, weapons first; a star marks the character's own."""
    held = table.people[seat].items
    arms = [word for weapon in WEAPONS for word in counted((weapon,), held, "*" if own_weapon(seat, weapon) else "")]
    return arms + counted([item for item in ITEMS if item not in WEAPONS], held)


def tokens_of(table: Table, seat: Seat) -> list[str]:
    """What else lies before a player: the leader's card, Monsters and saved Survivors, tokens."""
    person = table.people[seat]
    return those((person.health == 0, "dead"), (table.leader == seat, "leader"),
                 (person.monsters, many(person.monsters, "Monster")), (person.saved, many(person.saved, "Survivor")),
                 (person.traps, many(person.traps, "Trap")),
                 (person.barricades, many(person.barricades, "Barricade") + (" (1 cracked)" if person.cracked else "")),
                 (person.stolen, f"{many(person.stolen, 'point')} for thefts"))


def objectives_of(table: Table, seat: Seat) -> list[str]:
    """The Objectives of a player: what they count, how far it is done, and which are achieved."""
    person = table.people[seat]
    cards = [*((card, "") for card in box.own_objectives[box.characters[seat]]),
             *([] if person.secondary is None else [(person.secondary, "^")])]
    sheets = [(box.objectives[card], mark) for card, mark in cards]
    return [f"{name(sheet.feat)} {min(sheet.number, person.feats[sheet.feat])}/{sheet.number}"
            f"{'+' if person.achieved[3 if mark else index] else ''}{mark}" for index, (sheet, mark) in enumerate(sheets)]


def dice_word(misses: int, bodies: int, heads: int) -> str:
    """What dice show; nothing if there are none."""
    return ", ".join(those((misses, many(misses, "miss", "misses")), (bodies, many(bodies, "body", "bodies")),
                           (heads, many(heads, "head"))))


def left_word(table: Table) -> str:
    """The dice of a roll that are not used up."""
    return dice_word(table.misses, table.bodies, table.heads)


def weapon_word(table: Table) -> str:
    """The weapon of an attack with what its card says."""
    if table.unarmed:
        return "bare hands (1 die)"
    sheet, ranged = box.weapons[table.weapon], is_ranged(table.weapon)
    dice = f"1 die for each {name(ammo_of(table.weapon))}" if ranged else many(sheet.dice, "die", "dice")
    says = [dice, *those((ranged and sheet.noisy, "noisy"), (not sheet.kept, "discarded after use"))]
    return f"{name(table.weapon)} ({', '.join(says)})"


def part_word(table: Table) -> str:
    """The part of the Round."""
    if table.phase in SET_UP:
        return "set-up"
    if table.searching or table.phase == Phase.BEGIN_ROUND:
        return "the Search"
    return "the last fight" if table.round == box.rounds else "combat"


def in_combat(table: Table) -> bool:
    """Whether a player has got the wave."""
    return part_word(table) in ("combat", "the last fight")


def now(table: Table) -> str:
    """What is going on, and who decides."""
    names = {field: name(getattr(table, field)) for field in NAMED}
    givers = [name(seat) for seat in Seat if may_give_up(table, seat)] or ["nobody"]
    dead = any(table.people[seat].health == 0 for seat in players())
    return NOW[table.phase].format(
        **names, part=part_word(table), dealt="first" if table.offered is None else "second", meal=table.meal, old=table.old,
        offered=objective_word(table.offered), other=objective_word(table.other), moment=MOMENTS[table.moment].format(**names),
        after=after_word(table), source=SOURCES[table.source],
        givers="anybody" if len(givers) >= box.players else ", ".join(givers), loser=name(loser(table)),
        why="loses a card" if must_lose(table) else "has too many cards", ammo=name(ammo_of(table.weapon)),
        weapon="bare hands" if table.unarmed else name(table.weapon),
        pool=many(table.pool, "die", "dice"), shown=left_word(table) or "no dice", cover=COVERS[covering(table)],
        hits=dice_word(0, table.bodies, table.heads) or "nothing", rollers="Raiders" if table.raiders else "Infected",
        lost="a character is dead" if dead else "no Survivor was saved")


def after_word(table: Table) -> str:
    """What comes when nothing interrupts play any more."""
    following = "the next Round begins" if table.round < box.rounds else "the last fight goes on"
    return AFTER[table.after].format(turn=name(table.turn), active=name(table.active), area=name(table.area), next=following)


def objective_word(card: Objective | None) -> str:
    """A Secondary Objective that is dealt, with what it wants."""
    if card is None:
        return "none"
    sheet = box.objectives[card]
    return f"{name(card)} ({name(sheet.feat)} {sheet.number}, {many(sheet.points, 'point')})"


# -- piles, players, areas ----------------------------------------------------------------------------------------------------


def round_word(table: Table) -> str:
    """Which Round it is, and which part of it."""
    return f"Round {table.round} of {box.rounds}, {part_word(table)}"


def saved_word(table: Table) -> str:
    """What the group has saved."""
    held = sum(table.people[seat].saved for seat in players())
    if held == 0 and has_saved(table):
        return "one, who was given up and counts"
    return str(held) if held else "none yet"


def piles(table: Table) -> dict[str, int]:
    """The sizes of the piles by their names."""
    unseen = {"Secondary Objectives": table.secondary.total} if table.phase in SET_UP else {}
    return {"Rubble pile": table.rubble.total, "Rubble discards": table.discard.total, "Horde pile": table.horde.total,
            "Horde discards": table.horde_discard.total, **unseen}


def supply_word(table: Table) -> str:
    """The tokens that can still be crafted."""
    return f"{many(table.traps, 'Trap')}, {many(table.barricades, 'Barricade')}"


def _head(table: Table) -> list[str]:
    active = f"   ACTIVE {name(table.active)}" if in_combat(table) else ""
    return [f"{round_word(table).upper()}   LEADER {name(table.leader)}{active}   SAVED {saved_word(table)}",
            f"PILES {', '.join(f'{pile} {size}' for pile, size in piles(table).items())}", f"SUPPLY {supply_word(table)}"]


def health_word(table: Table, seat: Seat) -> str:
    """The Health left, of that at the start."""
    return f"{table.people[seat].health}/{full_health(seat)}"


def places_word(table: Table, seat: Seat) -> str:
    """The places taken, of those that a player has."""
    return f"{places_taken(table, seat)}/{places(table, seat)}"


def _player(table: Table, seat: Seat) -> list[str]:
    """A player in three lines: the character, the cards, the Objectives."""
    return [f"{name(seat):<9} {name(box.characters[seat]):<8} Health {health_word(table, seat):<3}  "
            f"places {places_word(table, seat):<5} experience {experience(table, seat):<2} {', '.join(tokens_of(table, seat))}",
            f"      {', '.join(items_of(table, seat)) or 'nothing'}", f"      Objectives {', '.join(objectives_of(table, seat))}"]


def areas(table: Table) -> list[Seat]:
    """The areas of the players, and any other where a card lies."""
    return [seat for seat in Seat if seat < box.players or any(each.area == seat for each in table.line)]


def cards_of(table: Table, area: Seat) -> list[Horde]:
    """The Horde cards of an area, from left to right."""
    return [each.card for each in table.line if each.area == area]


def dice_of(table: Table, area: Seat) -> str:
    """The dice that the enemies of an area attack with: Raiders', then Infected's."""
    return f"({dice_in(table, area, True)}+{dice_in(table, area, False)})" if has_enemy(table, area) else ""


def area_word(table: Table, area: Seat) -> str:
    """An area in words: cards alike that lie side by side are counted.  Where Survivors wait: who killed the last enemy there."""
    runs = [(card, len(list(run))) for card, run in groupby(cards_of(table, area))]
    cleaner = table.cleared[area]
    waits = cleaner is not None and has_survivor(table, area) and not has_enemy(table, area)
    cards = ", ".join(f"{name(card)}{f' x{number}' if number > 1 else ''}" for card, number in runs)
    return f"{cards or 'empty'}{f'; {name(cleaner)} killed the last enemy' if waits else ''}"


# -- the fight ----------------------------------------------------------------------------------------------------------------


def search_word(table: Table) -> str:
    """How far the Search has gone, and when the gong can come."""
    if not table.searching:
        return ""
    if ruling("UDL-01") == "after-fixed-turns":
        return f"turn {table.searched + 1}; the gong comes after turn {box.turns}"
    due = [tick + 1 for tick, weight in enumerate(box.gong) if weight > 0]
    return "; ".join([f"moment {table.tick + 1}", *([f"the gong comes from moment {due[0]} to {due[-1]}"] if due else []),
                      *those((table.rang, "it has come, and combat follows"))])


def wave_word(table: Table) -> str:
    """The Horde cards that are still to be laid."""
    if table.phase == Phase.FATE:
        return f"{many(box.players + table.round, 'Horde card')} for {name(table.active)}, changed by the Die of Fate"
    return ", then ".join(those((table.to_lay, f"{many(table.to_lay, 'Horde card')} for {name(table.active)} to lay"),
                                (table.fewer, "the last Infected of it is taken out"), (table.more, "an Infected joins it")))


def turn_word(table: Table) -> str:
    """What the player in turn may still do in combat."""
    if not in_combat(table) or table.phase != Phase.ACT and table.actions + table.attacks == 0:
        return ""
    left = those((table.actions, many(table.actions, "action")), (table.attacks, f"{many(table.attacks, 'attack')} by a card"))
    return f"{name(table.turn)}, {order_word(table)}: {' and '.join(left) or 'no action'} left"


def order_word(table: Table) -> str:
    """Which of the players has a turn, or which of the areas is attacked."""
    return f"{ORDINALS[min(table.turns, 5)]} of {box.players}"


def attack_word(table: Table) -> str:
    """The attack of a player: weapon, area and cards, the dice, what it has brought."""
    if table.phase not in ATTACKS and table.after not in (After.ASSIGN, After.RESULT, After.ATTACKED):
        return ""
    area = "" if table.phase == Phase.AIM else f" in the area of {name(table.area)}"
    dice = dice_of_attack(table) if table.phase == Phase.PREPARE else table.pool
    cards, place, lying = counted(ITEMS, table.used), front(table), dice_word(0, table.bodies_on, table.heads_on)
    card = name(table.line[place].card) if place < LINE_MOST else "card"
    rolling = table.phase in (Phase.PREPARE, Phase.ROLL)
    steady, fierce = (table.used[each] if rolling else 0 for each in (Rubble.FOCUS, Rubble.BLOODLUST))
    return "; ".join([f"{name(table.turn)} with {weapon_word(table)}{area}", *those(
        (cards, f"plays {', '.join(cards)}"), (dice, f"{many(dice, 'die', 'dice')} to roll"),
        (steady, f"{many(steady, 'miss', 'misses')} will count as body"),
        (fierce, f"{many(fierce, 'body', 'bodies')} will count as head"),
        (left_word(table), f"{left_word(table)} left"), (lying, f"on the {card} in front {lying}"),
        (table.astray and table.phase == Phase.RESULT, "its misses hurt nobody any more"),
        (table.killed, f"{table.killed} Infected killed"), (table.coming, f"{table.coming} Infected to come"),
        (table.earned, f"{many(table.earned, 'Rubble card')} earned"))])


def enemies_word(table: Table) -> str:
    """The attack of the enemies in an area: what they roll, and what is to be taken."""
    if table.phase not in ENEMY_ATTACKS and table.after not in (After.TRAPS, After.ROLLS):
        return ""
    rollers, later = "Raiders" if table.raiders else "Infected", table.dice_left - table.pool
    return "; ".join([f"area of {name(table.area)}, {order_word(table)}", *those(
        (table.pool, f"{rollers} roll {many(table.pool, 'die', 'dice')}"),
        (left_word(table), f"{left_word(table)} of {rollers} left"),
        (later > 0, f"{many(later, 'die', 'dice')} of {rollers} to roll later"),
        (table.spare, f"{many(table.spare, 'die', 'dice')} of Infected fill the last roll up"),
        (table.carried, "1 body left over"), (table.heads_on, f"{many(table.heads_on, 'head')} of Traps on the Monster"))])


def pending_word(table: Table) -> str:
    """What interrupts play, in its order, and what comes then."""
    goes_on = table.after != After.NOTHING and table.phase in INTERRUPTIONS
    return "; ".join([
        *those((table.pain, f"{table.pain} damage{SOURCES[table.source]} for {name(table.victim)}"),
               (table.losses, f"{name(table.victim)} loses {many(table.losses, 'card')}")),
        *(f"{name(seat)} has too many cards" for seat in players() if has_too_much(table, seat)),
        *those((table.to_draw, f"{name(table.drawer)} draws {many(table.to_draw, 'Rubble card')}"),
               (table.event is not None, f"the Event {name(table.event)} of {name(table.drawer)}"),
               (goes_on, f"then {after_word(table)}"))])


def fight(table: Table) -> dict[str, str]:
    """What goes on, by headings; without those that have nothing to say, and nothing when the game is over."""
    words = {"Search": search_word, "Wave": wave_word, "Turn": turn_word, "Attack": attack_word, "Enemies": enemies_word,
             "Pending": pending_word}
    return {heading: word(table) for heading, word in words.items() if not is_over(table) and word(table)}


def signs(table: Table) -> list[str]:
    """What the signs mean, of those that are in use."""
    shown = "".join(word for seat in players() for word in (*items_of(table, seat), *objectives_of(table, seat)))
    dice = "".join(dice_of(table, area) for area in areas(table))
    return [*(f"{sign} {meaning}" for sign, meaning in MARKS.items() if sign in shown), "wanderers 2/5 an Objective, 2 of 5 done",
            *those((dice, "(2+5) Raiders attack with 2 dice, Infected with 5"))]
