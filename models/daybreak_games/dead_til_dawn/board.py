"""How the table looks, as plain text for a terminal: ordinary Python, outside the rule language.

First the night (round, turn, Hideout, decks), then the players from Player 1 on, to the left round the table, then what is open:
the Event in words that are made of its sheet, attacks, votes, what is still to come.  Cards are named as in scenario files; decks
are shown by their size only.  A line at the end explains the signs that are in use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from textwrap import wrap

from daybreak_games.dead_til_dawn.becoming import turns_of_a_round
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import (
    AMMO,
    FRESH,
    LAID_OUT,
    Ability,
    Act,
    Aim,
    Craving,
    Effect,
    Event,
    EventSheet,
    Horror,
    Item,
    Keyword,
    Kind,
    Quirk,
    Whom,
)
from daybreak_games.dead_til_dawn.cravings import is_satisfied
from daybreak_games.dead_til_dawn.dawn import wins
from daybreak_games.dead_til_dawn.effects import waits
from daybreak_games.dead_til_dawn.fights import asked
from daybreak_games.dead_til_dawn.people import hand_limit, held, last_wound, survivors
from daybreak_games.dead_til_dawn.setup import dealt_to, equipped
from daybreak_games.dead_til_dawn.state import Fate, Phase, Stage, Table, Window, box, game
from daybreak_games.dead_til_dawn.turns import first_with
from verifier.lang import Bag, ruling
from verifier.lang.types import words_of

WIDTH = 80  # columns that any terminal has
INDENT = 6
TIED = (r"(?<=\(\d,) |(?<=attack) (?=\d)|(?<=[\s(]\d) (?=\w)|(?<=[\s(]\d\d) (?=\w)"  # spaces where no line ends
        r"|(?<=[\w)]) (?=x\d|\d+/\d|\d+\)|\()")

NOW = {
    Phase.CAST: "set-up: {dealt} is dealt a Character",
    Phase.DEAL: "set-up: {equipped} is dealt an Equipment card",
    Phase.BEGIN_TURN: "{turn} is next to have a turn: before it, Survivors may trade",
    Phase.ASK_TRADER: "{moment}: has {actor} anything to give away, use or show?",
    Phase.TRADE: "{moment}: what does {actor} give away, use or show?",
    Phase.CONSENT: "{actor} offers {gift} to {receiver}: does {receiver} take it?",
    Phase.PREPARE: "{turn} goes to the deck of Events",
    Phase.DRAW: "{turn} draws an Event",
    Phase.ASK_JOINER: "a fight: may {actor} join it?",
    Phase.JOIN: "a fight with zombies: does {actor} join it, and against whom?",
    Phase.ASK_PLAYER: "has {actor} a card to play?",
    Phase.PLAY: "what does {actor} play {aim}?",
    Phase.HAUNT: "does {actor} play a Zombie card in the fight?",
    Phase.CLOSE: "nobody plays any more: {window}",
    Phase.ASK_VOTER: "a Vote: it comes to {actor}, who votes if alive",
    Phase.VOTE: "{actor} votes: up, down or neither?",
    Phase.SETTLE: "the votes are tied: {turn}, who leads the Vote, decides",
    Phase.RESOLVE: "{resolving}",
    Phase.COME: "{actor} gets what is to come",
    Phase.FLIP: "{actor} Flips for {flip}",
    Phase.FIND: "{actor} finds an Equipment card",
    Phase.LOSE: "{actor} discards an Equipment card: which?",
    Phase.ASK_SAVER: "{victim} has the last Wound: can {actor} heal it?",
    Phase.SAVE: "{victim} has the last Wound: does {actor} heal it?",
    Phase.BECOME: "{victim} turns into a Zombie player",
    Phase.LOOT: "{actor} loots {victim}: which card{none}?",
    Phase.RECEIVE: "{victim} draws a Zombie card, {to_draw} to draw",
    Phase.PROWL: "the dead {turn} plays a Zombie card, or ends the turn",
    Phase.CHECK: "the turn of {turn} ends: nobody may have more than {limit} Equipment cards",
    Phase.SHED: "{actor} has too much Equipment: what goes, and to whom?",
    Phase.ASK_NEXT: "the next to the left of {actor} may pick up what was discarded",
    Phase.PICK_UP: "{victim} discards {dropped}: does {actor} pick it up?",
    Phase.PASS_ON: "the turn goes on from {turn} to the left",
    Phase.DAWN: "the sun rises: {winners}",
    Phase.ALL_DEAD: "everybody is dead: {winners}",
}
STAGES = {Stage.BEFORE: "before it begins", Stage.START: "before the Event", Stage.EVENT: "an Event",
          Stage.PROWL: "a Zombie player's", Stage.CHECK: "at its end"}
GOES_ON = {Stage.BEFORE: "the turn of {turn} begins", Stage.START: "the turn of {turn} goes on to the Event",
           Stage.EVENT: "the Event is over", Stage.PROWL: "the turn of {turn}, who is dead, goes on",
           Stage.CHECK: "the turn ends"}
WINDOWS = {Window.NONE: "Zombie players may join, then Survivors play", Window.FIRST: "Survivors play first",
           Window.ZOMBIES: "Zombie players play", Window.LAST: "Survivors play a last time"}
CLOSING = {Window.NONE: "the fight begins", Window.FIRST: "now Zombie players may", Window.ZOMBIES: "now Survivors may again",
           Window.LAST: "what comes of it?"}
FATES = {Fate.LIVES: "alive", Fate.FALLING: "falling", Fate.DEAD: "dead"}
AIMS = {Aim.NONE: "", Aim.ALL_ALIVE: "wins if all live", Aim.ALONE: "wins if alone alive"}
CRAVINGS = {Craving.NEVER: "craves what cannot be", Craving.ALWAYS: "craves nothing",
            Craving.EVERYONE_DEAD: "craves that everybody is dead", Craving.COMPANY: "craves {} dead",
            Craving.WOUND: "craves a Wound by an own attack", Craving.SURVIVOR: "craves that somebody is alive"}
KEYWORDS = {Keyword.WEAPON: "Weapon", Keyword.TOOL: "Tool", Keyword.ROPE: "Rope", Keyword.LIGHT: "Light"}
EFFECTS = {
    Effect.NOTHING: "nothing", Effect.WOUND: "gets {a Wound}", Effect.DIE: "dies", Effect.BITE: "gets {a Bite}",
    Effect.HEAL: "is healed of {a Wound}", Effect.FIND: "finds {an Equipment card}", Effect.LOSE: "discards {an Equipment card}",
    Effect.QUIRK: "becomes {quirk}", Effect.SHOW: "shows the Character",
    Effect.SWAP: "swaps all Equipment with the next Survivor on the left",
    Effect.RISE: "brings the next Zombie player on the left back to life", Effect.LEAVE: "drives all out of the Hideout",
}
ACTS = {Act.NOTHING: "", Act.HARDER: "+{}", Act.CANCEL: "-1", Act.AMBUSH: "fight {}", Act.BITE: "bite",
        Act.POWER_UP: "power-up {}", Act.RISE: "life"}
QUIRKS = {Quirk.NONE: "", Quirk.CLUMSY: "clumsy", Quirk.LONER: "a loner"}
SIGNS = {  # what is looked for in the rows of the players and of the loot, and what it means
    r"\(\d\b": "(1) counts as 1 Weapon",
    r"\bbreaks\b": "breaks: discarded when used",
    r"(revolver|shotgun)\S* \d/\d": "2/3 has 2 of 3 Ammo, each 1 Weapon",
    r"\bpet\b": "pet: cannot be given away",
    r"\baside\b": "aside: not to be used now",
    r"\bfighter\b": "fighter: is 1 Weapon, once in an Event",
    r"\bhero\b": "hero: is 2 Weapons, once in a game",
    r"\bmedic\b": "medic: heals 1 Wound, once in a game",
    r"\bspent\b": "spent: used up for good",
    r", used\b": "used: up to the end of this Event",
    r", clumsy\b": "clumsy: each attack needs 1 Weapon more",
    r", a loner\b": "a loner: neither helps nor is helped",
    r"\(\+\d": "(+1) in a fight: an attack needs 1 Weapon more",
    r"\(-1": "(-1) in a fight: a Weapon that was played does not count",
    r"\(fight \d": "(fight 2) in the own turn: a fight, for which a neighbour needs 2 Weapons",
    r"\(bite\b": "(bite) in the own turn: a neighbour is Bitten",
    r"\(power-up \d": "(power-up 1) laid out: its player's attacks by joining need 1 Weapon more",
    r"\(life\b": "(life) in the own turn: its player returns to life",
}
SET_UP = (Phase.CAST, Phase.DEAL)
ENDS = (Phase.DAWN, Phase.ALL_DEAD)


@game.board
def draw(table: Table) -> str:
    """The table: the night, players, what is open, and what happens next."""
    rows = [*_head(table), ""]
    for seat in players():
        rows += _player(table, seat)
    rows.append("")
    for heading, texts in proceedings(table).items():
        rows += [f"{heading.upper()} {texts[0]}", *(f"{' ' * INDENT}{text}" for text in texts[1:])]
    rows.append(f"NOW   {now(table)}")
    if signs(table):
        rows.append(f"SIGNS {'; '.join(signs(table))}")
    return "\n".join(line for row in rows for line in wrapped(row))


# -- words --------------------------------------------------------------------------------------------------------------------


def wrapped(text: str, width: int = WIDTH, indent: int = INDENT) -> list[str]:
    """A text in lines that fit; a number stays with what it belongs to."""
    tied = re.sub(TIED, "\xa0", text)
    lines = wrap(tied, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return [line.replace("\xa0", " ").rstrip() for line in lines] or [""]


def players() -> list[Seat]:
    """The players in the game, to the left round the table."""
    return [seat for seat in Seat if seat < box.players]


def name(member: IntEnum | None) -> str:
    """How a player or a card is written."""
    return "none" if member is None else words_of(type(member))[member]


def many(number: int, one: str) -> str:
    """So many of something."""
    return f"{number} {one}{'' if number == 1 else 's'}"


def those(*texts: tuple[object, str]) -> list[str]:
    """The texts that apply."""
    return [text for applies, text in texts if applies]


def listed(seats: Iterable[Seat]) -> str:
    """Some players."""
    names = [name(seat) for seat in seats]
    return " and ".join(those((names[:-1], ", ".join(names[:-1])), (names, names[-1] if names else ""))) or "nobody"


# -- cards --------------------------------------------------------------------------------------------------------------------


def item_word(item: Item) -> str:
    """An Equipment card with what it counts for, where that is not plain."""
    sheet, most = box.sheets[FRESH[item]], 0
    if FRESH[item] in (Item.REVOLVER, Item.SHOTGUN):
        most = box.ammo[FRESH[item]]
    loaded = most > 0 or item in LAID_OUT
    says = those((sheet.weapons and not loaded, str(sheet.weapons)), (sheet.tool, "tool"),
                 (sheet.rope and item != Item.ROPE, "rope"), (sheet.light, "light"),
                 (sheet.breaks and not loaded, "breaks"), (sheet.heals, f"heals {sheet.heals}"), (sheet.cures, "cures a Quirk"),
                 (sheet.pet, "pet"))
    ammo = f" {AMMO[item] if item in LAID_OUT else most}/{most}" if loaded else ""
    return f"{name(item)}{ammo}{_in_brackets(says)}"


def items_word(items: Bag[Item]) -> str:
    """Equipment cards, each with its number if there are several."""
    return ", ".join(f"{item_word(item)}{_times(items[item])}" for item in Item if items[item] > 0)


def horrors_word(cards: Bag[Horror]) -> str:
    """Zombie cards with what they do."""
    does = {horror: ACTS[box.horrors[horror].act].format(box.horrors[horror].number) for horror in Horror}
    return ", ".join(f"{name(horror)}{f' ({does[horror]})' if does[horror] else ''}{_times(cards[horror])}"
                     for horror in Horror if cards[horror] > 0)


def _in_brackets(says: list[str]) -> str:
    return f" ({', '.join(says)})" if says else ""


def _times(number: int) -> str:
    return f" x{number}" if number > 1 else ""


def effect_word(effect: Effect, sheet: EventSheet, number: int) -> str:
    """What an effect of an Event does to a Survivor, so many times."""
    text = EFFECTS[effect].replace("{quirk}", QUIRKS[sheet.quirk] or "ordinary")
    return re.sub(r"{an? ([^}]*)}", lambda found: found[0].strip("{}") if number == 1 else many(number, found[1]), text)


def event_word(table: Table, event: Event) -> str:
    """What an Event says, by its sheet."""
    sheet = box.says[event]
    drawer = name(table.turn)
    who = drawer if sheet.whom == Whom.DRAWER else "each Survivor"
    first, second = (effect_word(effect, sheet, sheet.number) for effect in (sheet.first, sheet.second))
    match sheet.kind:
        case Kind.EFFECT:
            said = "nothing happens" if sheet.first == Effect.NOTHING else f"{who} {first}"
        case Kind.CALL:
            said = _call_word(sheet, who, first, second)
        case Kind.FLIP:
            said = f"a Flip for {who}: heads, {first}; tails, {second}"
        case Kind.VOTE:
            said = f"a Vote led by {drawer}, about {who}: carried, {first}; not carried, {second}"
        case _:
            said = f"a Vote led by {drawer}, on a Hideout{_shelter_word(event)}"
    return f"{name(event)}: {'secret, ' if sheet.secret else ''}{said}"


def _call_word(sheet: EventSheet, who: str, first: str, second: str) -> str:
    """What is asked for, and what else: a Wound, or one for each Weapon that is missing (DTD-21)."""
    fight = "a fight" if sheet.asks == Keyword.WEAPON else ""
    subject = "all Survivors together need" if sheet.whom == Whom.GROUP else f"{who} needs"
    if sheet.second == Effect.WOUND:
        second = "gets a Wound" + (" for each one missing" if ruling("DTD-21") == "each-missing" else "")
    each = "each " if sheet.whom == Whom.GROUP else ""
    outcomes = [*those((sheet.first != Effect.NOTHING, f"and then {each}{first}"),
                       (sheet.second != Effect.NOTHING, f"or {each}{second}"))]
    return "".join([*those((fight, f"{fight}{' with zombies' if sheet.zombies else ''}; ")),
                    f"{subject} {_asked_word(sheet.needs, sheet.asks)}", " alone" if sheet.alone and not each else "",
                    *(f", {outcome}" for outcome in outcomes)])


def _asked_word(number: int, keyword: Keyword) -> str:
    return f"{number} Light" if keyword == Keyword.LIGHT else many(number, KEYWORDS[keyword])


def _shelter_word(event: Event) -> str:
    number = box.says[event].shelter
    return f" (fights of Events need {many(number, 'Weapon')} less)" if number else ""


# -- the night ----------------------------------------------------------------------------------------------------------------


def round_word(table: Table) -> str:
    """Which round it is, and how far it is."""
    return f"Round {table.round} of {box.rounds}, {table.turns} of {turns_of_a_round()} turns begun"


def turn_word(table: Table) -> str:
    """Whose turn it is, and which part of it; nothing in the set-up and at the end."""
    if table.phase in (*SET_UP, *ENDS):
        return ""
    second = "second of two, " if table.second else ""
    part = "over" if table.phase == Phase.PASS_ON else STAGES[table.stage]
    return f"{name(table.turn)}, {second}{part}"


def hideout_word(table: Table) -> str:
    """The Hideout with what it does."""
    return "none" if table.hideout is None else f"{name(table.hideout)}{_shelter_word(table.hideout)}"


def decks(table: Table) -> dict[str, tuple[int, int]]:
    """The decks by their sizes, with those of their discards."""
    undealt = {"Characters": (table.cast.total, 0)} if table.phase == Phase.CAST else {}
    return {"Equipment": (table.equipment.total, table.equipment_discard.total),
            "Events": (table.events.total, table.event_discard.total),
            "Zombie cards": (table.zombies.total, table.zombie_discard.total), **undealt}


def _head(table: Table) -> list[str]:
    turn = f"   TURN {turn_word(table)}" if turn_word(table) else ""
    sizes = ", ".join(f"{deck} {left} ({gone})" for deck, (left, gone) in decks(table).items())
    return [f"{round_word(table).upper()}{turn}", f"HIDEOUT {hideout_word(table)}", f"DECKS (discards) {sizes}"]


# -- players ------------------------------------------------------------------------------------------------------------------


def fate_word(table: Table, seat: Seat) -> str:
    """Alive, falling, dead or a Zombie player."""
    return "Zombie" if table.people[seat].zombie else FATES[table.people[seat].fate]


def wounds_word(table: Table, seat: Seat) -> str:
    """The Wounds, of the number that kills; nothing for the dead."""
    return "" if table.people[seat].zombie else f"{table.people[seat].wounds}/{last_wound(table, seat)}"


def character_word(table: Table, seat: Seat, number: int) -> str:
    """A Character, for the living with ability and aim, for the dead and for who came back with the craving."""
    person = table.people[seat]
    character = person.characters[number]
    if character is None:
        return ""
    sheet = box.characters[character]
    craved = CRAVINGS[sheet.craving].format(sheet.company)
    if sheet.craving not in (Craving.NEVER, Craving.ALWAYS):
        craved += ": satisfied" if person.sated[number] else ": yes so far" if is_satisfied(table, seat, number) else ": not yet"
    once, able = sheet.ability in (Ability.HERO, Ability.MEDIC), not person.zombie and sheet.ability != Ability.NONE
    says = those((able, name(sheet.ability)), (able and once and person.spent[number], "spent"),
                 (able and not once and person.acted[number], "used"),
                 (not person.zombie, AIMS[sheet.aim]), (person.zombie or person.returned, craved))
    return f"{name(character)}{_in_brackets(list(filter(None, says)))}"


def characters_word(table: Table, seat: Seat) -> str:
    """The Character of a player, or both."""
    return " and ".join(filter(None, (character_word(table, seat, number) for number in range(2)))) or "no Character"


def marks_of(table: Table, seat: Seat) -> list[str]:
    """What else is true of a player."""
    person = table.people[seat]
    living = not person.zombie
    return those((living and person.shown, "shown"), (person.quirk != Quirk.NONE, QUIRKS[person.quirk]),
                 (person.bites, many(person.bites, "Bite")),
                 (living and person.returned, "back from the dead"), (person.last, "of the last group to die"))


def _kept_word(event: Event | None) -> str:
    """A secret Event that a player keeps, with what will come of it."""
    if event is None:
        return "none"
    sheet = box.says[event]
    return f"{name(event)} ({effect_word(sheet.first, sheet, sheet.number)})"


def belongings(table: Table, seat: Seat) -> list[str]:
    """What a player has, in a text for each sort; there is always one."""
    person = table.people[seat]
    equipment = "; aside ".join(filter(None, (items_word(person.items) or ("none" if person.aside.total else ""),
                                              items_word(person.aside))))
    cards = those((person.hand.total, f"Zombie cards {horrors_word(person.hand)}"),
                  (person.powers.total, f"Power-Ups {horrors_word(person.powers)}"),
                  (person.kept is not None, f"keeps a secret Event until the next turn: {_kept_word(person.kept)}"))
    if equipment or not person.zombie:
        return [f"Equipment {held(table, seat)}/{hand_limit()}: {equipment or 'none'}", *cards]
    return cards or ["no cards"]


def _player(table: Table, seat: Seat) -> list[str]:
    """A player: who that is, Equipment, other cards."""
    wounds = f"Wounds {wounds_word(table, seat)}" if wounds_word(table, seat) else ""
    return [f"{name(seat):<9} {fate_word(table, seat):<7} {wounds:<10}  "
            f"{', '.join([characters_word(table, seat), *marks_of(table, seat)])}",
            *(f"{' ' * INDENT}{text}" for text in belongings(table, seat))]


# -- what is open -------------------------------------------------------------------------------------------------------------


def attacks_on(table: Table, seat: Seat) -> str:
    """The attacks on a player, by the numbers that moves name them with; nothing if there are none."""
    person = table.people[seat]
    if not person.fighting and all(attack.needs == 0 for attack in person.attacks):
        return ""
    event = table.event
    group = event is not None and box.says[event].whom == Whom.GROUP
    said = []
    for slot, attack in enumerate(person.attacks):
        if attack.needs > 0:
            by = f" by {name(attack.by)}" if attack.by is not None else " on all" if group and slot == 0 else ""
            said.append(f"attack {slot}{by} needs {_asked_word(attack.needs, asked(table, slot))}, has {attack.has}")
    if not said and group:
        return ""
    return "; ".join(said or ["needs nothing"])


def coming_to(table: Table, seat: Seat) -> list[str]:
    """What waits for a player to come, besides Bites."""
    person = table.people[seat]
    return those((person.hits, many(person.hits, "Wound")), (person.flips, many(person.flips, "Flip")),
                 (person.due == Effect.FIND, f"{many(person.times, 'Equipment card')} to find"),
                 (person.due == Effect.LOSE, f"{many(person.times, 'Equipment card')} to discard"))


def _coming(table: Table) -> str:
    """What waits to come, with all for whom the same does."""
    waiting: dict[str, list[Seat]] = {}
    for seat in players():
        waiting.setdefault(", ".join(coming_to(table, seat)), []).append(seat)
    return "; ".join(f"{text} for {'each of ' if len(seats) > 1 else ''}{listed(seats)}"
                     for text, seats in waiting.items() if text)


def proceedings(table: Table) -> dict[str, list[str]]:
    """What is open, by headings; without those that have nothing to say, and nothing when the game is over."""
    if table.phase in ENDS:
        return {}
    event = table.event
    said = [(seat, attacks_on(table, seat)) for seat in players()]
    attacks = [f"{name(seat)}: {text}" for seat, text in said if text]
    votes = f"{table.yes} for it, {table.no} against it"
    window = "Zombie players may join" if table.phase == Phase.JOIN else WINDOWS[table.window]
    call = "Call" if event is not None and asked(table, 0) != Keyword.WEAPON else "Fight"
    texts = {
        "Event": those((event is not None, "" if event is None else event_word(table, event))),
        call: those((attacks, window), *((True, text) for text in attacks)),
        "Vote": those((table.phase in (Phase.VOTE, Phase.SETTLE),
                       votes + ("; the leader abstains" if table.abstained else ""))),
        "To come": those((_coming(table), _coming(table))),
        "Loot": those((table.loot.total, items_word(table.loot))),
        "Gift": those((table.gift is not None, "" if table.gift is None else
                       f"{item_word(table.gift)} from {name(table.actor)} for {name(table.receiver)}")),
        "Discarded": those((table.dropped is not None, "" if table.dropped is None else
                            f"{item_word(table.dropped)} by {name(table.victim)}")),
    }
    return {heading: rows for heading, rows in texts.items() if rows}


# -- what happens next --------------------------------------------------------------------------------------------------------


def now(table: Table) -> str:
    """What happens next, and who decides."""
    return NOW[table.phase].format(
        turn=name(table.turn), actor=name(table.actor), victim=name(table.victim), receiver=name(table.receiver),
        dealt=name(dealt_to(table)), equipped=name(equipped(table)), gift=name(table.gift), dropped=name(table.dropped),
        moment=_moment(table), aim=_aim(table), window=CLOSING[table.window], resolving=_resolving(table),
        flip=_flip_word(table), none="" if ruling("DTD-30") == "must-take" else ", or none", to_draw=table.to_draw,
        limit=hand_limit(), winners=_winners(table))


def decides(table: Table) -> Seat | None:
    """Who is asked, if anybody is."""
    if table.phase in (Phase.SETTLE, Phase.PROWL):
        return table.turn
    if table.phase == Phase.CONSENT:
        return table.receiver
    asked_now = (Phase.TRADE, Phase.JOIN, Phase.PLAY, Phase.HAUNT, Phase.VOTE, Phase.LOSE, Phase.SAVE, Phase.LOOT, Phase.SHED,
                 Phase.PICK_UP)
    return table.actor if table.phase in asked_now else None


def _moment(table: Table) -> str:
    if table.stage == Stage.PROWL:
        return f"in the turn of {name(table.turn)}, who is dead"
    return f"before the turn of {name(table.turn)}"


def _aim(table: Table) -> str:
    """What is to be played in a window."""
    keyword = asked(table, 0)
    last = " for the last time" if table.window == Window.LAST else ""
    return ("in the fight" if keyword == Keyword.WEAPON else f"where {KEYWORDS[keyword]} is asked for") + last


def _resolving(table: Table) -> str:
    """What is seen to first, as the rules for it go, or how the turn goes on."""
    falling = any(person.fate == Fate.FALLING for person in table.people)
    dead = any(person.fate == Fate.DEAD for person in table.people)
    waiting = [seat for seat in (*players()[table.turn:], *players()[:table.turn]) if waits(table, seat)]
    if falling and (ruling("DTD-59") == "one-by-one" or not waiting):
        return f"{name(first_with(table, Fate.FALLING))} has the last Wound: can anybody heal it?"
    if dead and (ruling("DTD-29") == "at-once" and not falling or not waiting):
        return f"{name(first_with(table, Fate.DEAD))} is dead and becomes a Zombie player"
    if waiting:
        return f"{name(waiting[0])} gets what is to come"
    if survivors(table) == 0 and ruling("DTD-10") == "at-once":
        return "nobody is alive any more"
    return GOES_ON[table.stage].format(turn=name(table.turn))


def _flip_word(table: Table) -> str:
    """What a Flip is for, and what each side of the coin does."""
    if table.people[table.actor].flips == 0:
        return f"a Bite: {'heads' if box.bite else 'tails'} kills"
    return "the Event" if table.event is None else f"the Event {name(table.event)}"


def _winners(table: Table) -> str:
    winners = [seat for seat in players() if wins(table, seat)]
    others = [seat for seat in players() if seat not in winners]
    verb = "win" if len(winners) > 1 else "wins"
    return f"{listed(winners)} {verb}" + (f", {listed(others)} {'do' if len(others) > 1 else 'does'} not" if others else "")


def signs(table: Table) -> list[str]:
    """What the signs mean, of those that are in use."""
    shown = "\n".join([", ".join(text) for seat in players() for text in
                       ([characters_word(table, seat), *marks_of(table, seat)], belongings(table, seat))]
                      + [text for heading in ("Loot", "Gift", "Discarded") for text in proceedings(table).get(heading, [])])
    return [meaning for sign, meaning in SIGNS.items() if re.search(sign, shown)]
