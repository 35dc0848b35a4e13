"""How the table looks, as plain text for a terminal: ordinary Python, outside the rule language.

The tracks stand side by side, their Start spaces at the top, Town Center below all of them.  Zeds are written as in scenario
files (`6/3'` has one Hit, `6/3-` its reduced side up); units by name, `-` and strokes likewise, `*` with a Defiant marker.
A line at the end explains the signs that are in use.  What nobody may look at (the order of cards, the Cup) is not shown.
"""

from __future__ import annotations

from textwrap import wrap

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.ground import is_defiant, start_of
from daybreak_games.dawn_of_the_zeds.pieces import ZED_KIND, Unit, Zed, ZedKind
from daybreak_games.dawn_of_the_zeds.places import SPACES, STEPS, TRACK_LENGTH, ZED_SPACES, Ground, Place, Site, Track
from daybreak_games.dawn_of_the_zeds.state import Phase, Town, box, game
from verifier.lang.types import words_of

COLUMN = 20
WIDTH = 4 * COLUMN  # columns that any terminal has
CONDITIONS = ("", "'", "-", "-'")
SIGNS = {"'": "a Hit", "-": "reduced side", "*": "Defiant marker", "a": "armed", "l": "leader", "c": "calm"}  # behind a name

NOW = {
    Phase.MUSTER: "set-up: a Civilians counter is drawn",
    Phase.SPREAD_OUT: "set-up: a Zed is drawn for a Start space",
    Phase.REVEAL: "an event card is turned over",
    Phase.EVENT: "the event happens",
    Phase.DRAW_HERO: "a Hero is drawn",
    Phase.EVENT_SPACE: "choose a space for the event",
    Phase.EVENT_UNIT: "choose a unit for the event",
    Phase.DRAW_ZED: "a Zed is drawn from the Cup",
    Phase.SET_DOWN: "a Zed is put down: {drawn}",
    Phase.START_WITH_ROOM: "choose a Start space for {drawn}",
    Phase.DRAW_FATE: "a fate card is turned over",
    Phase.FATED_TRACK: "choose the fated track ({fate})",
    Phase.TWIST: "the plot twist of {fate}",
    Phase.SYMBOL: "Zeds Phase: the next symbol",
    Phase.ORDER: "declare the order of the tracks",
    Phase.NEXT_TRACK: "choose the next track",
    Phase.ACTIVATE: "the track {track} is activated",
    Phase.NEXT_ZEDS: "track {track}: the next Zeds are found",
    Phase.ADVANCE: "Zeds go forward from {target}",
    Phase.FIRST_OF_TIED: "choose which of two equal Zeds goes first",
    Phase.TIED_BY_CHANCE: "chance picks one of two equal Zeds",
    Phase.PRESSURE: "pressure",
    Phase.PRESSED: "choose where pressure comes",
    Phase.ENGAGE: "a combat begins",
    Phase.WITHDRAW: "combat on {battle}: stand or withdraw?",
    Phase.SPRING_TRAPS: "combat on {battle}: try the Traps?",
    Phase.TRAPS_DIE: "a die for the Traps",
    Phase.DEFENDER: "combat on {battle}: pick the defender",
    Phase.PLAY_CARD: "combat on {battle}: play a held card?",
    Phase.FIRST_DIE: "combat on {battle}: the first die",
    Phase.SECOND_DIE: "combat on {battle}: the second die, after {die}",
    Phase.REROLL: "combat on {battle}: {die} and {other}, roll again?",
    Phase.RESULT: "combat on {battle}: {die} and {other}",
    Phase.HIT_ZED: "{zed_hits} Hits on the Zeds of {battle}",
    Phase.SHARE_HIT: "{zed_hits} Hits on the Zeds of {battle}: which takes the next?",
    Phase.TOUGH_DIE: "a die for the tough Zed",
    Phase.HIT_UNIT: "{unit_hits} Hits on {fighter}",
    Phase.RESIST_DIE: "{unit_hits} Hits on {fighter}: a die to resist the next",
    Phase.SAVING_ROLL: "a Saving Roll for {fighter}",
    Phase.BEATEN_OFF: "combat on {battle}: play a held card against the Zeds that won?",
    Phase.ZEDS_RETREAT: "the Zeds of {battle} retreat",
    Phase.UNITS_RETREAT: "the units of {battle} go back",
    Phase.WHO_FIRST: "the units of {battle} go back: who first?",
    Phase.DISENGAGE: "the combat is over",
    Phase.BEGIN_ACTIONS: "the Action Phase begins",
    Phase.ACT: "Action Phase: the players act",
    Phase.FORAGE_DIE: "{fighter} forages",
    Phase.PICK_DIE: "{fighter} forages: {die} or {other}?",
    Phase.BACK_UP: "{fighter} has fired: back up?",
    Phase.END_ACTIONS: "the Action Phase ends",
    Phase.HOUSEKEEPING: "Housekeeping",
    Phase.WON: "won",
    Phase.LOST: "lost",
}


@game.board
def draw(town: Town) -> str:
    """The table: the card, the four tracks, Town Center, and what is going on."""
    doing = wrap(f"NOW   {now(town)}", WIDTH, subsequent_indent=" " * 6)
    lines = [*_card(town), *_tracks(town), *_center(town), *_held(town), *doing, *_signs(town)]
    return "\n".join(line.rstrip() for line in lines)


def zed_word(zed: Zed) -> str:
    """How a Zed is written."""
    return words_of(Zed)[zed]


def space_name(space: Place) -> str:
    """The number of a space on its track, and the name on it."""
    sheet = box.map[space]
    if sheet.ground == Ground.START:
        return "Start"
    number = STEPS[space] - 1
    name = "" if sheet.site == Site.NONE else " " + words_of(Site)[sheet.site].replace("-", " ").title()
    return f"{number}{name}{' (village)' if sheet.ground == Ground.VILLAGE else ''}"


def unit_word(town: Town, unit: Unit) -> str:
    """A unit with its side, Hits and markers."""
    star = "*" if is_defiant(town, unit) else ""
    marks = "".join(mark for mark, held in (("a", town.armed), ("l", town.leader), ("c", town.calm)) if held == unit)
    return f"{words_of(Unit)[unit]}{CONDITIONS[town.units[unit].condition]}{star}{'+' + marks if marks else ''}"


def units_on(town: Town, place: Place) -> list[Unit]:
    """The units on a place."""
    return [unit for unit in Unit if town.units[unit].at == place]


def zeds_on(town: Town, space: Place) -> list[Zed]:
    """The Zeds on a space, the stronger first."""
    return [zed for zed in town.zeds[space] if zed != Zed.NONE] if space in ZED_SPACES else []


def now(town: Town) -> str:
    """What is going on."""
    return NOW[town.phase].format(
        drawn=zed_word(town.drawn), fate=words_of(FateCard)[town.fate], track=words_of(Track)[town.track],
        target=words_of(Place)[town.target], battle=words_of(Place)[town.battle], die=town.die, other=town.other_die,
        fighter="nobody" if town.fighter is None else words_of(Unit)[town.fighter],
        zed_hits=town.zed_hits, unit_hits=town.unit_hits)


def held_cards(town: Town) -> list[str]:
    """The fate cards that the players hold."""
    return [words_of(FateCard)[card] for card in FateCard if town.fates[card] == FatePile.HELD]


def _card(town: Town) -> list[str]:
    """The event card and the actions."""
    early = town.phase in (Phase.MUSTER, Phase.SPREAD_OUT, Phase.REVEAL)
    card = "none" if early else words_of(EventCard)[town.event]
    return [f"ACT {town.act}   CARD {card}   AMMO {town.ammo}",
            f"ACTIONS {town.event_actions} of the event, {sum(town.ready)} of the players", ""]


def _cell(town: Town, space: Place) -> list[str]:
    """A space in lines that fit its column: its name, its Zeds, its units."""
    if box.map[space].ground == Ground.ABSENT:
        return [""]
    tough = f" (tough: {'second' if town.tough_second else 'first'})" if town.tough == space else ""
    zeds = " ".join(f"[{zed_word(zed)}]" for zed in zeds_on(town, space)) + tough
    closed = ["no entry"] if town.closed == space else []
    rows = [space_name(space), *closed, *([f" {zeds}"] if zeds else [])]
    rows += [f" {unit_word(town, unit)}" for unit in units_on(town, space)]
    return [line for row in rows for line in wrap(row, COLUMN - 1, subsequent_indent="  ")]


def _tracks(town: Town) -> list[str]:
    lines = ["".join(f"{words_of(Track)[track].upper():<{COLUMN}}" for track in Track)]
    for number in range(TRACK_LENGTH):
        cells = [_cell(town, Place(start_of(track) + number)) for track in Track]
        height = max(len(cell) for cell in cells)
        padded = [cell + [""] * (height - len(cell)) for cell in cells]
        lines += ["".join(f"{text:<{COLUMN}}" for text in row) for row in zip(*padded, strict=True)]
    return lines


def _center(town: Town) -> list[str]:
    there = ", ".join(unit_word(town, unit) for unit in units_on(town, Place.TOWN_CENTER)) or "nobody"
    dead = ", ".join(words_of(Unit)[unit] for unit in units_on(town, Place.CEMETERY))
    rows = [f"TOWN CENTER  {there}", *([f"CEMETERY     {dead}"] if dead else [])]
    return ["", *(line for row in rows for line in wrap(row, WIDTH, subsequent_indent=" " * 13))]


def _held(town: Town) -> list[str]:
    held = held_cards(town)
    return wrap(f"HELD  {', '.join(held)}", WIDTH, subsequent_indent=" " * 6) if held else []


def _signs(town: Town) -> list[str]:
    """What the signs of Zeds and behind names mean, of those that are in use."""
    zeds = [zed for space in ZED_SPACES for zed in zeds_on(town, space)]
    behind = {sign for zed in zeds for sign in zed_word(zed)}
    for place in SPACES:
        behind |= {sign for unit in units_on(town, place) for sign in unit_word(town, unit).removeprefix(words_of(Unit)[unit])}
    seen = [f"{'+' if sign.isalpha() else ''}{sign} {meaning}" for sign, meaning in SIGNS.items() if sign in behind]
    if zeds:
        kind = words_of(ZedKind)[max(ZED_KIND[zed] for zed in zeds)]
        seen.insert(0, f"[{kind}] a Zed: Strength {kind.replace('/', ', reduced ')}")
    return wrap(f"SIGNS {'; '.join(seen)}", WIDTH, subsequent_indent=" " * 6) if seen else []
