"""Drives the model of Until Daylight and its naive twin with the same draws and decisions, and compares what both know.

How both are led through a game is told in `pairing`.  `KINDS` tells which phase of the model is which question of the twin;
`option` writes the model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import TICKS, Seat
from daybreak_games.until_daylight.cards import (
    BODIES,
    HEADS,
    MISSES,
    Advantage,
    Character,
    Drawback,
    Fate,
    Horde,
    Objective,
    Rubble,
    Sign,
    Token,
)
from daybreak_games.until_daylight.state import Phase, Table
from tests.agreement.pairing import Games, Option, Pair, View, some_readings
from tests.agreement.until_daylight_twin import READINGS, Twin, edition
from verifier.lang.events import Event
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Reference

PROGRAM: Program = load(game)
FOLDER = Path(__file__).parents[2] / "models" / "daybreak_games" / "until_daylight"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (Seat, Rubble, Horde, Objective, Fate, Sign, Token)}


def word(value: Any) -> str:
    """A member of an enum as editions and the twin write it."""
    return WORDS[type(value)][int(value)]


# -- the table, seen by both --------------------------------------------------------------------------------------------------


def _listed(bag: Any, kind: type) -> list[str]:
    return sorted(word(card) for card in kind for _ in range(bag[card]))  # type: ignore[attr-defined]


def model_view(reference: Reference, table: Table, box: Any) -> dict[str, Any]:
    """What lies on the model's table."""
    players = list(Seat)[:box.players]
    experience = PROGRAM.game.rules["experience"]
    person = table.people

    def each(told: Any) -> dict[str, Any]:
        return {word(player): told(player) for player in players}

    return {
        "round": table.round, "health": each(lambda one: person[one].health),
        "items": each(lambda one: _listed(person[one].items, Rubble)), "traps": each(lambda one: person[one].traps),
        "barricades": each(lambda one: person[one].barricades), "cracked": each(lambda one: int(person[one].cracked)),
        "monsters": each(lambda one: person[one].monsters), "saved": each(lambda one: person[one].saved),
        "experience": each(lambda one: reference.said(experience, table, one)),
        "achieved": each(lambda one: [bool(person[one].achieved[number]) for number in range(4)]),
        "secondary": each(lambda one: None if person[one].secondary is None else word(Objective(person[one].secondary))),
        "leader": None if table.leader is None else word(Seat(table.leader)),
        "areas": each(lambda one: [word(Horde(card.card)) for card in table.line if card.area == one]),
        "horde": _listed(table.horde, Horde), "horde_discard": _listed(table.horde_discard, Horde),
        "rubble": _listed(table.rubble, Rubble), "discard": _listed(table.discard, Rubble), "used": _listed(table.used, Rubble),
        "supply": {"trap": table.traps, "barricade": table.barricades},
    }


def twin_view(twin: Twin) -> dict[str, Any]:
    """What lies on the twin's table."""
    told = dict(twin.table())
    told["round"] = max(1, told["round"])  # none has begun in the set-up
    return told


# -- the model's questions, in the twin's words -------------------------------------------------------------------------------

KINDS = {
    Phase.DEAL: "objective", Phase.CHOOSE: "keep", Phase.TICK: "gong", Phase.ACT: "act", Phase.NUMBER: "number",
    Phase.WHOM: "whom", Phase.DRAW: "rubble", Phase.JOIN: "horde", Phase.LAY: "horde", Phase.ADD: "added", Phase.LOSE: "lose",
    Phase.GIVE_UP: "give-up", Phase.FATE: "fate", Phase.AIM: "aim", Phase.LOAD: "load", Phase.PREPARE: "prepare",
    Phase.ROLL: "roll", Phase.RESULT: "result", Phase.REROLL: "reroll", Phase.ASSIGN: "assign", Phase.SPRING: "spring",
    Phase.ENEMY_ROLL: "enemy-roll", Phase.ABSORB: "absorb",
}


def option(rule: str, values: tuple[Any, ...]) -> Option:
    """An event of the model as the twin writes the answer."""
    match rule, values:
        case ("deal" | "choose_objective"), (card,):
            return word(Objective(card))
        case "listen", (gong,):
            return "yes" if gong else "no"
        case ("find" | "discard"), (card,):
            return word(Rubble(card))
        case ("join" | "lay" | "add_infected"), (card,):
            return word(Horde(card))
        case "craft", (token,):
            return ("craft", word(Token(token)))
        case ("give" | "take_from" | "steal"), (seat, card):
            return ("take" if rule == "take_from" else rule, word(Seat(seat)), word(Rubble(card)))
        case ("hand_over" | "load"), (number,):
            return int(number)
        case ("eat" | "attack" | "declare"), (card,):
            return (rule, word(Rubble(card)))
        case ("serve" | "aim"), (seat,):
            return word(Seat(seat))
        case "give_up", (seat,):
            return ("give-up", word(Seat(seat)))
        case "roll_fate", (side,):
            return word(Fate(side))
        case ("show" | "show_enemies"), (result,):
            return (MISSES[result], BODIES[result], HEADS[result])
        case "show_again", (sign,):
            return word(Sign(sign))
        case ("lucky" | "hit" | "shoot_survivor" | "absorb"), (sign,):
            return (rule.replace("_", "-"), word(Sign(sign)))
        case "spring", (use,):
            return bool(use)
    named = {"draw": ("draw",), "pass_on": ("pass",), "attack_unarmed": ("attack-unarmed",), "play_energy_shot": ("energy-shot",),
             "endure": ("endure",), "roll": ("roll",), "drink": ("energy-drink",), "stand": ("stand",), "stop": ("stop",),
             "hold_back": ("hold-back",)}
    return named[rule]


# -- both together ------------------------------------------------------------------------------------------------------------


class UntilDaylight(Pair):
    """A game of both."""

    program, twin_type = PROGRAM, Twin
    weights: ClassVar[Mapping[str, float]] = {
        "pass": 0.15, "give": 0.25, "take": 0.25, "steal": 0.5, "stop": 0.3, "hold-back": 0.3, "attack": 3.0, "craft": 2.0,
        "draw": 3.0, "energy-shot": 2.0}

    def option(self, rule: str, values: tuple[Any, ...]) -> Option:
        """An event of the model as the twin writes the answer."""
        return option(rule, values)

    def question(self, event: Event) -> tuple[str | None, ...]:
        """What the model asks, and of whom; the twin asks for a ``give-up`` of nobody in particular."""
        kind = KINDS[self.position.state.phase]
        return (kind,) if kind == "give-up" else (kind, self.reference.seat(self.position, event.rule))

    def views(self) -> tuple[View, View]:
        """What lies on both tables."""
        state, rulings = self.position.state, self.reference.setting.rulings
        told = model_view(self.reference, state, self.box)
        if state.phase in (Phase.LAY, Phase.ADD) and rulings["UDL-20"] == "put-left":
            del told["areas"]  # the model puts the wave on the left when all of it is there
        if state.phase == Phase.WHOM:
            del told["items"], told["discard"]  # the twin discards food when it is known who eats
        return told, twin_view(self.twin)


# -- games --------------------------------------------------------------------------------------------------------------------


def editions(rng: Random) -> tuple[Any, dict[str, Any]]:
    """An edition for 3 to 6 players, at times with fewer cards and Rounds, other boards, more Health."""
    players = rng.randint(3, 6)
    name = "printed-and-assumed" if players == 4 else f"printed-and-assumed-{players}"
    if rng.random() < 0.2:
        name = rng.choice(("short", "tiny"))
    box, table = copied(load_edition(game, name, FOLDER).record), edition(FOLDER / f"edition-{name}.toml")
    for character in Character:
        row, board = table["boards"][words_of(Character)[character]], box.boards[character]
        if rng.random() < 0.8:
            row["health"] = board.health = rng.choice((2, 6, 12, 12))
        if rng.random() < 0.5:
            gift, flaw = rng.choice(list(Advantage)), rng.choice(list(Drawback))
            row["advantage"], row["drawback"] = words_of(Advantage)[gift], words_of(Drawback)[flaw]
            board.advantage, board.drawback = gift, flaw
    if rng.random() < 0.6:
        box.rounds = table["rounds"] = rng.randint(1, 4)
    if rng.random() < 0.5:
        table["gong"] = [1 if 2 <= tick <= 12 else 0 for tick in range(TICKS)]
        for tick in range(TICKS):
            box.gong[tick] = table["gong"][tick]
        box.turns = table["turns"] = rng.randint(1, 8)
    if rng.random() < 0.4:
        box.places = table["places"] = rng.randint(1, 6)
    if rng.random() < 0.5:
        basic = {board.weapon for board in box.boards}
        for card in Rubble:
            if card not in basic:
                box.rubble[card] = rng.randint(0, box.rubble[card])
                table["rubble"][word(card)] = box.rubble[card]
    if rng.random() < 0.5:
        for kind in Horde:
            box.horde[kind] = rng.randint(0, rng.choice((2, 6)))
            table["horde"][word(kind)] = box.horde[kind]
    if rng.random() < 0.3:  # games that can be won at random
        box.rounds = table["rounds"] = 1
        for kind, most in zip(Horde, (3, 1, 1, 0, 4), strict=True):
            box.horde[kind] = table["horde"][word(kind)] = most
    if rng.random() < 0.3:
        for weapon in table["weapons"]:
            kept = rng.random() < 0.5
            table["weapons"][weapon]["kept"] = kept
            box.weapons[Rubble(WORDS[Rubble].index(weapon))].kept = kept
    return box, table


def readings_for(rng: Random) -> dict[str, str]:
    """Rulings at random, most of them the default ones."""
    return some_readings(rng, READINGS, (0.05, 0.2, 0.5))


GAMES = Games("until daylight", editions, readings_for, lambda *start: UntilDaylight(*start).play())
play, play_many = GAMES.play, GAMES.play_many
