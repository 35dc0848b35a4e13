"""Drives the model of Survive Until Daylight and its naive twin with the same draws and decisions, and compares what both know.

How both are led through a game is told in `pairing`.  `question` tells which phase of the model is which question of the twin;
`option` writes the model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.

Where a pile of Horde cards runs out among the cards to be laid out, the model draws first whether the next one is of the old
pile; the twin keeps all that may be.  There only the cards are compared, not their weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import TYPE, Assault, Character, CombatCard, Horde, Perk, Rubble, Type
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, Token
from tests.agreement.pairing import Games, Option, Pair, View, Weighted, some_readings
from tests.agreement.survive_until_daylight_twin import READINGS, Twin, edition
from verifier.lang.events import Event
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load

PROGRAM: Program = load(game)
FILE = Path(__file__).parents[2] / "models" / "daybreak_games" / "survive_until_daylight" / "edition-printed-and-assumed.toml"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (Seat, Rubble, CombatCard, Horde, Type, Assault, Token)}
IN_SEARCH = (Phase.CHOOSE, Phase.BEGIN_ROUND, Phase.SEARCH, Phase.DRAW, Phase.WHICH, Phase.DRAW_RUBBLE, Phase.DRAW_KNOWN,
             Phase.FOUND, Phase.BAD_LUCK, Phase.REVEAL, Phase.LINE_UP, Phase.LAY_OUT, Phase.WAVE)


def word(value: Any) -> str:
    """A member of an enum as editions and the twin write it."""
    return WORDS[type(value)][int(value)]


def seat(number: int) -> str:
    """A player."""
    return WORDS[Seat][int(number)]


def item(number: int) -> str:
    """A Rubble card."""
    return WORDS[Rubble][int(number)]


# -- the table, seen by both --------------------------------------------------------------------------------------------------


def _counted(bag: Any, kind: type) -> dict[str, int]:
    return {word(each): bag[each] for each in kind if bag[each]}  # type: ignore[attr-defined]


def _listed(bag: Any) -> list[str]:
    return sorted(item(card) for card in Rubble for _ in range(bag[card]))


def model_view(table: Table, box: Any, rulings: Mapping[str, str]) -> dict[str, Any]:
    """What lies on the model's table; the dead have left the line, and a card in hand counts as discarded."""
    players = list(Seat)[:box.players]
    placing = table.phase == Phase.PLACE
    dead = [enemy for enemy in table.line if enemy.damage >= box.thresholds[TYPE[enemy.card]]]
    line = [(word(Horde(enemy.card)), enemy.damage, enemy.spears + (table.thrown and place == table.target), bool(enemy.away))
            for place, enemy in enumerate(table.line) if enemy.damage < box.thresholds[TYPE[enemy.card]]]
    discards = Counter(_counted(table.discard, Rubble))
    if table.found is not None and table.phase in (Phase.FOUND, Phase.HEAL):
        discards[item(table.found)] += 1
    owner = next((player for player in players if table.people[player].items[Rubble.BACKPACK]), None)
    inventory = {seat(player): _listed(table.people[player].items) for player in players}
    if table.phase == Phase.RECEIVE and table.found is not None:
        inventory[seat(table.turn)] = sorted([*inventory[seat(table.turn)], item(table.found)])
        owner = table.turn if table.found == Rubble.BACKPACK else owner
    horde = Counter(word(card) for card in Horde for _ in range(table.horde[card] + table.horde_sure[card]
                                                               + table.horde_discard[card])) + Counter(
        word(Horde(enemy.card)) for enemy in dead)
    return {
        "round": table.round, "first": seat(table.first),
        "holder": None if table.wave is None or _searching(table, rulings["SUD-10"] == "at-accept") else seat(table.wave),
        "health": {seat(player): table.people[player].health for player in players},
        "inventory": inventory,
        "backpack": {seat(player): _listed(table.packed) if player == owner else [] for player in players},
        "barricades": {seat(player): table.people[player].barricades for player in players},
        "traps": {seat(player): table.people[player].traps for player in players}, "line": line,
        "unseen": dict(Counter(_counted(table.unseen, Rubble)) + Counter(_counted(table.known, Rubble))),
        "active": table.active + table.known.total, "known-active": _counted(table.known, Rubble),
        "rubble-discards": dict(discards), "deck": _counted(table.combat, CombatCard),
        "combat-discards": _counted(table.combat_discard, CombatCard),
        "drawn": sorted(word(card) for card in CombatCard for _ in range(table.drawn[card])), "horde": dict(horde),
        "assaults": sorted(word(card) for card in Assault if table.assaults[card]),
        "supply": {"barricade": table.barricades, "trap": table.traps,
                   "grenade": table.grenades + (placing and table.making == Token.GRENADE),
                   "spear": table.spears + (placing and table.making == Token.SPEAR) - table.thrown
                   + sum(enemy.spears for enemy in dead) + table.thrown},
        "gave": sorted(seat(player) for player in players if table.people[player].gave and table.phase != Phase.RECEIVE
                       or table.people[player].gave and player != table.turn),
        "actions": {"any": table.actions, "attack": table.attacks, "craft": table.crafts},
    }


def _searching(table: Table, accepted: bool) -> bool:
    """Whether it is the Search phase, or the set-up; by reading SUD-10 enemies are laid out when the WAVE! is accepted."""
    if table.cause == Cause.ATTACK:
        return False
    if table.phase in (Phase.LINE_UP, Phase.LAY_OUT) and accepted:
        return False
    return table.phase in IN_SEARCH or table.cause in (Cause.SEARCH, Cause.DELAY) or table.after == After.SEARCH


def twin_view(twin: Twin) -> dict[str, Any]:
    """What lies on the twin's table."""
    told = twin.table()
    discards = Counter(told["rubble-discards"])
    if told["in-hand"]:
        discards[told["in-hand"]] += 1
    return {
        "round": min(told["round"], 7), "first": told["first"], "holder": told["holder"], "health": told["health"],
        "inventory": told["inventory"], "backpack": told["backpack"], "barricades": told["barricades"], "traps": told["traps"],
        "line": [tuple(card) for card in told["line"]], "unseen": told["unseen"], "active": told["active"],
        "known-active": told["known-active"], "rubble-discards": dict(discards), "deck": told["deck"],
        "combat-discards": told["combat-discards"], "drawn": told["drawn"],
        "horde": dict(Counter(told["horde"]) + Counter(told["horde-discards"])), "assaults": told["assaults"],
        "supply": told["supply"], "gave": told["gave"], "actions": told["actions"] or {"any": 0, "attack": 0, "craft": 0},
    }


# -- the model's questions, in the twin's words -------------------------------------------------------------------------------


def question(table: Table) -> tuple[Any, ...]:
    """What the model asks, as the twin's request begins."""
    player, phase = seat(table.turn), table.phase
    named: dict[int, tuple[Any, ...]] = {
        Phase.CHOOSE: ("choose", player), Phase.SEARCH: ("search", player), Phase.DRAW: ("wave",), Phase.WHICH: ("source",),
        Phase.DRAW_RUBBLE: ("rubble",), Phase.DRAW_KNOWN: ("rubble",), Phase.REARRANGE: ("rearrange", player),
        Phase.LOSE_CARD: ("loss", player), Phase.REVEAL: ("assault",), Phase.LINE_UP: ("type",),
        Phase.WAVE: ("wave-choice", player),
        Phase.TRADE: ("trade",), Phase.HEAL: ("heal",), Phase.TURN: ("turn", player), Phase.COLOUR: ("colour",),
        Phase.AIM: ("aim",), Phase.LOAD: ("load",), Phase.PREPARE: ("prepare",), Phase.DRAW_COMBAT: ("combat",),
        Phase.STRIKE: ("strike",), Phase.SHARE: ("split",), Phase.SPRING: ("trap", seat(table.aimed)), Phase.REACT: ("react",),
        Phase.TIE: ("tie",), Phase.TIE_BY_CHANCE: ("tie",),
    }
    match phase:
        case Phase.FOUND:
            return ("found", player, item(table.found))
        case Phase.RECEIVE:
            return ("to", player, item(table.found))
        case Phase.LAY_OUT:
            return ("enemy", word(Type(table.coming)))
        case Phase.LUCK:
            return ("luck", word(CombatCard(table.last_drawn)))
        case Phase.PLACE:
            return ("place", word(Token(table.making)))
        case Phase.BLOCK:
            return ("block", seat(table.wave if table.shielded else table.aimed))
    return named[phase]


def option(rule: str, values: tuple[Any, ...]) -> Option:
    """An event of the model as the twin writes the answer."""
    match rule, values:
        case ("choose" | "draw_rubble" | "draw_known" | "lose_card"), (card,):
            return item(card)
        case ("keep" | "leave" | "accept" | "delay"), ():
            return (rule,)
        case ("repack" | "repack_in_turn"), ():
            return ("rearrange",)
        case "repack_for_trade", (player,):
            return ("rearrange", seat(player))
        case ("drop" | "pack" | "unpack"), (card,):
            return (rule, item(card))
        case "draw", (wave,):
            return bool(wave)
        case "which", (known,):
            return "known" if known else "unknown"
        case "reveal", (card,):
            return word(Assault(card))
        case "line_up", (kind, _):
            return word(Type(kind))
        case "lay_out", (card,):
            return word(Horde(card))
        case ("give" | "eat"), (player, card):
            return (rule, seat(player), item(card))
        case ("receive" | "feed"), (player,):
            return seat(player)
        case "drink", (card,):
            return ("energy", item(card))
        case "colour", (attack,):
            return "attack" if attack else "craft"
        case "cheer", (player,):
            return ("cheer", seat(player))
        case "attack", (weapon,):
            return ("attack", item(weapon))
        case "craft", (token,):
            return ("craft", word(Token(token)))
        case ("aim" | "load" | "place"), (number,):
            return int(number)
        case ("play" | "play_before"), (card,):
            return ("play", item(card))
        case ("lucky" | "lucky_against"), (player, card):
            return ("lucky", seat(player), word(CombatCard(card)))
        case "lucky_at_once", (player,):
            return ("lucky", seat(player))
        case "apply", (card,):
            return ("apply", word(CombatCard(card)))
        case ("draw_combat" | "break_tie" | "tie_by_chance"), (card,):
            return word(CombatCard(card))
        case "share", (left, right):
            return (int(left), int(right))
        case ("spring" | "block"), (use,):
            return "use" if use else "spare"
    named = {"search": ("draw",), "pass_on": ("pass",), "settle": ("done",), "end_trade": ("done",), "use_perk": ("perk",),
             "end_turn": ("end",), "draw_now": ("go",), "apply_none": ("apply", None), "let_it_lie": ("go",), "take_it": ("go",)}
    return named[rule]


# -- both together ------------------------------------------------------------------------------------------------------------


class SurviveUntilDaylight(Pair):
    """A game of both."""

    program, twin_type = PROGRAM, Twin
    weights: ClassVar[Mapping[str, float]] = {
        "delay": 0.15, "done": 0.3, "end": 0.15, "leave": 0.3, "rearrange": 0.2, "unpack": 0.4, "go": 0.4, "pass": 0.5}
    two_piles = False

    def option(self, rule: str, values: tuple[Any, ...]) -> Option:
        """An event of the model as the twin writes the answer."""
        return option(rule, values)

    def question(self, event: Event) -> tuple[Any, ...]:
        """What the model asks."""
        return question(self.position.state)

    def is_real(self, found: Mapping[Option, Weighted]) -> bool:
        """Whether the twin asks this too: where it keeps what may be left of both piles, it asks of one card as well."""
        return super().is_real(found) or self.mixed() and self.twin.request == question(self.position.state)

    def of(self, events: Weighted) -> Event:
        """One of the events that come to the same answer."""
        return self.rng.choices([event for event, _ in events], [weight for _, weight in events])[0]

    def views(self) -> tuple[View, View]:
        """What lies on both tables."""
        told = model_view(self.position.state, self.box, self.reference.setting.rulings)
        if self.position.state.phase == Phase.CHOOSE:
            told = {key: told[key] for key in ("health", "inventory", "first")}
        return told, twin_view(self.twin)

    def are_alike(self, model: Mapping[Option, Fraction], twin: Mapping[Option, Fraction]) -> bool:
        """Whether weights say the same of all outcomes; of two piles, whether the twin knows the model's cards."""
        return set(model) <= set(twin) if self.mixed() else super().are_alike(model, twin)

    def mixed(self) -> bool:
        """Whether a card is laid out, and of those of this wave some are of an old and some of a new pile."""
        state = self.position.state
        if state.phase not in (Phase.LINE_UP, Phase.LAY_OUT):
            self.two_piles = False
        self.two_piles |= state.sure or state.horde_sure.total > 0
        return state.phase == Phase.LAY_OUT and self.two_piles


# -- games --------------------------------------------------------------------------------------------------------------------


def editions(rng: Random) -> tuple[Any, dict[str, Any]]:
    """The edition for 1 to 6 players, at times with fewer cards, smaller waves, Perks, more Health or fewer Rounds."""
    box, table = copied(load_edition(game, "printed-and-assumed", FILE.parent).record), edition(FILE)
    box.players = table["players"] = rng.randint(1, 6)
    first = rng.randrange(box.players)
    box.first, table["first"] = Seat(first), seat(first)
    for character in Character:
        row, board = table["boards"][words_of(Character)[character]], box.boards[character]
        if rng.random() < 0.7:
            row["health"] = board.health = rng.randint(6, 12)
        if rng.random() < 0.3:
            for name in ("main", "first"):
                perk = rng.choice(list(Perk))
                row[name] = words_of(Perk)[perk]
                setattr(board, name, perk)
    if rng.random() < 0.5:
        box.rounds = table["rounds"] = rng.randint(1, 4)
    if rng.random() < 0.4:
        for number, numbered in enumerate(box.rubble):
            for card in Rubble:
                if numbered[card] and rng.random() < 0.5:
                    numbered[card] -= 1
                    table["rubble"][number][item(card)] -= 1
    if rng.random() < 0.4:
        for card in Horde:
            box.horde[card] = rng.randint(0, 2)
            table["horde"][word(card)] = box.horde[card]
    if rng.random() < 0.6:
        for wave in Assault:
            for kind in Type:
                most = rng.choice((0, 1, 1, 2))
                row = [min(most, number) for number in box.waves[wave][kind]]
                table["waves"][word(wave)][word(kind)] = row
                for players, number in enumerate(row):
                    box.waves[wave][kind][players] = number
    if rng.random() < 0.5:
        for card in CombatCard:
            box.combat[card] = rng.randint(0, 2)
            table["combat"][word(card)] = box.combat[card]
    return box, table


def readings_for(rng: Random) -> dict[str, str]:
    """Rulings at random, most of them the default ones."""
    return some_readings(rng, READINGS, (0.1, 0.3, 0.6))


GAMES = Games("survive until daylight", editions, readings_for, lambda *start: SurviveUntilDaylight(*start).play())
play, play_many = GAMES.play, GAMES.play_many
