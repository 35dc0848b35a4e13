"""Drives the model of Until Daylight and its naive twin with the same draws and decisions, and compares what both know.

Both are led to their next real question: the model through its steps and through everything that has one outcome only, the twin
by itself.  There the questions must be the same: what may be answered, for chance with which weights, and the whole table.
Then one answer is given to both.  `question` tells which phase of the model is which question of the twin; `option` writes the
model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

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
from tests.agreement.pairing import Differs, Followed, unlike
from tests.agreement.until_daylight_twin import READINGS, Twin, edition
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
FOLDER = Path(__file__).parents[2] / "models" / "daybreak_games" / "until_daylight"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (Seat, Rubble, Horde, Objective, Fate, Sign, Token)}
EVENTS = {event.number: (event.rule.name, event.values) for event in PROGRAM.events}
TRANSITIONS_MOST = 20_000

Option = Any  # as the twin writes its answers


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


class Pair:
    """A game of both."""

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, rulings: dict[str, str] | None = None) -> None:
        self.box, self.rng = box, rng
        self.reference = Reference(PROGRAM, Setting(PROGRAM.default_rulings | (rulings or {}), box))
        self.position = self.reference.set_up()
        self.twin = Twin(table, rulings=rulings)
        self.told: list[str] = []
        self.done = Followed(games=1)

    def settle(self) -> dict[Option, tuple[Event, int]]:
        """The model's next question with more than one answer, with the event of each; empty at the end."""
        while (kind := self.reference.kind(self.position)) != END:
            if self.done.transitions > TRANSITIONS_MOST:
                raise Differs("no end")
            if kind == STEP:
                self.fire(self.reference.events(self.position)[0])
                continue
            if kind == DECISION:
                weighted = [(event, 1) for event in self.reference.legal(self.position)]
            else:
                weighted = self.reference.outcomes(self.position)
            found = {option(*EVENTS[event.number]): (event, weight) for event, weight in weighted}
            if not found:
                self.differ("the model knows no answer")
            if len(found) > 1:
                return found
            self.fire(weighted[0][0])
        return {}

    def fire(self, event: Event) -> None:
        """The model goes on."""
        self.done.transitions += 1
        if self.reference.kind(self.position) != STEP:
            self.told.append(event.text)
        self.position = self.reference.apply(self.position, event).after

    def differ(self, what: str) -> None:
        """Stop here."""
        raise Differs(f"{what}\nthe model in {self.position.state.phase.name}, the twin asks {self.twin.request}\nafter "
                      + " / ".join(self.told[-40:]))

    def play(self) -> Followed:
        """The whole game."""
        while found := self.settle():
            asked = KINDS[self.position.state.phase]
            if self.twin.request is None or self.twin.request.kind != asked:
                self.differ(f"the question: model {asked}, twin {self.twin.request}")
            self.same_seat(next(iter(found.values()))[0])
            self.same_table()
            if self.reference.kind(self.position) == CHANCE:
                answer = self.same_chances(found)
            else:
                self.same_options(found)
                answer = by_kind(self.rng, list(found))
                self.done.decisions += 1
            self.done.questions += 1
            self.done.asked[asked] += 1
            self.fire(found[answer][0])
            self.twin.take(answer)
        state = self.position.state
        if self.twin.request is not None or (state.phase == Phase.WON) != (self.twin.outcome == "won"):
            self.differ(f"the model's game is over ({state.phase.name}), the twin's is not ({self.twin.outcome})")
        self.done.ends[str(self.twin.outcome)] += 1
        return self.done

    def same_seat(self, event: Event) -> None:
        """Compare whose decision it is."""
        model, twin = self.reference.seat(self.position, event.rule), self.twin.request.seat
        if model != twin and self.twin.request.kind != "give-up":
            self.differ(f"who decides: model {model}, twin {twin}")

    def same_table(self) -> None:
        """Compare the tables."""
        state, rulings = self.position.state, self.reference.setting.rulings
        told = model_view(self.reference, state, self.box)
        if state.phase in (Phase.LAY, Phase.ADD) and rulings["UDL-20"] == "put-left":
            del told["areas"]  # the model puts the wave on the left when all of it is there
        if state.phase == Phase.WHOM:
            del told["items"], told["discard"]  # the twin discards food when it is known who eats
        wrong = unlike(told, twin_view(self.twin))
        if wrong:
            self.differ("the table: " + "; ".join(wrong))

    def same_options(self, found: Mapping[Option, Any]) -> None:
        """Compare what may be decided."""
        expected, got = set(found), set(self.twin.options())
        if expected != got:
            self.differ(f"may be decided: only by the model {sorted(map(str, expected - got))}, "
                        f"only by the twin {sorted(map(str, got - expected))}")

    def same_chances(self, found: Mapping[Option, tuple[Event, int]]) -> Option:
        """Compare the chances, and let one of the outcomes come true."""
        expected = {answer: Fraction(weight) for answer, (_, weight) in found.items()}
        got = {answer: Fraction(weight) for answer, weight in zip(self.twin.options(), self.twin.weights() or (), strict=True)}
        first, second = sum(expected.values()), sum(got.values())
        if {o: w / first for o, w in expected.items()} != {o: w / second for o, w in got.items()}:
            self.differ(f"the chances: model {expected}, twin {got}")
        return self.rng.choices(list(expected), [float(weight) for weight in expected.values()])[0]


# -- games --------------------------------------------------------------------------------------------------------------------

SELDOM = {"pass": 0.15, "give": 0.25, "take": 0.25, "steal": 0.5, "stop": 0.3, "hold-back": 0.3, "attack": 3.0, "craft": 2.0,
          "draw": 3.0, "energy-shot": 2.0}


def by_kind(rng: Random, options: list[Option]) -> Option:
    """A random decision: first what kind, then which of it; what ends something seldom."""
    kinds: dict[Any, list[Option]] = {}
    for each in options:
        kinds.setdefault(each[0] if isinstance(each, tuple) else "", []).append(each)
    weights = [SELDOM.get(kind, 1.0) if isinstance(kind, str) else 1.0 for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])


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
    share = rng.choice((0.05, 0.2, 0.5))
    return {reading: rng.choice(choices[1:]) for reading, choices in READINGS.items() if rng.random() < share}


def play(seed: int, readings: bool = False) -> Followed:
    """One game of both."""
    rng = Random(f"until daylight {seed}")
    box, table = editions(rng)
    rulings = readings_for(rng) if readings else {}
    try:
        return Pair(box, table, rng, rulings).play()
    except Differs as differs:
        raise Differs(f"seed {seed}, {box.players} players, {rulings}: {differs}") from differs


def play_many(seeds: range, readings: bool = False) -> Followed:
    """Many games; stops at the first difference."""
    done = Followed()
    for seed in seeds:
        done += play(seed, readings)
    return done
