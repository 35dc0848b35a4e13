"""Drives the model of Survive Until Daylight and its naive twin with the same draws and decisions, and compares what both know.

Both are led to their next real question: the model through its steps and through everything that has one outcome only, the twin
by itself.  There the questions must be the same: what may be answered, for chance with which weights, and the whole table.
Then one answer is given to both.  `question` tells which phase of the model is which question of the twin; `option` writes the
model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.

Where a pile of Horde cards runs out among the cards to be laid out, the model draws first whether the next one is of the old
pile; the twin keeps all that may be.  There only the cards are compared, not their weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import TYPE, Assault, Character, CombatCard, Horde, Perk, Rubble, Type
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, Token
from tests.agreement.pairing import Differs, Followed, unlike
from tests.agreement.survive_until_daylight_twin import READINGS, Twin, edition
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
FILE = Path(__file__).parents[2] / "models" / "daybreak_games" / "survive_until_daylight" / "edition-printed-and-assumed.toml"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (Seat, Rubble, CombatCard, Horde, Type, Assault, Token)}
EVENTS = {event.number: (event.rule.name, event.values) for event in PROGRAM.events}
TRANSITIONS_MOST = 20_000
IN_SEARCH = (Phase.CHOOSE, Phase.BEGIN_ROUND, Phase.SEARCH, Phase.DRAW, Phase.WHICH, Phase.DRAW_RUBBLE, Phase.DRAW_KNOWN,
             Phase.FOUND, Phase.BAD_LUCK, Phase.REVEAL, Phase.LINE_UP, Phase.LAY_OUT, Phase.WAVE)

Option = Any  # as the twin writes its answers


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


class Pair:
    """A game of both."""

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, rulings: dict[str, str] | None = None) -> None:
        self.box, self.rng = box, rng
        self.reference = Reference(PROGRAM, Setting(PROGRAM.default_rulings | (rulings or {}), box))
        self.position = self.reference.set_up()
        self.twin = Twin(table, rulings=rulings)
        self.told: list[str] = []
        self.two_piles = False
        self.done = Followed(games=1)

    def settle(self) -> dict[Option, list[tuple[Event, int]]]:
        """The model's next question with more than one answer, with the events that come to each; empty at the end."""
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
            found: dict[Option, list[tuple[Event, int]]] = {}
            for event, weight in weighted:
                found.setdefault(option(*EVENTS[event.number]), []).append((event, weight))
            if not found:
                self.differ("the model knows no answer")
            if len(found) > 1 or self.mixed() and self.twin.request == question(self.position.state):
                return found
            self.fire(self.of(next(iter(found.values()))))
        return {}

    def of(self, events: list[tuple[Event, int]]) -> Event:
        """One of the events that come to the same answer."""
        return self.rng.choices([event for event, _ in events], [weight for _, weight in events])[0]

    def fire(self, event: Event) -> None:
        """The model goes on."""
        self.done.transitions += 1
        if self.reference.kind(self.position) != STEP:
            self.told.append(event.text)
        self.position = self.reference.apply(self.position, event).after

    def differ(self, what: str) -> None:
        """Stop here."""
        raise Differs(f"{what}\nthe model in {self.position.state.phase.name}, the twin asks {self.twin.request}\nafter "
                      + " / ".join(self.told[-60:]))

    def play(self) -> Followed:
        """The whole game."""
        while found := self.settle():
            asked = question(self.position.state)
            if self.twin.request is None or tuple(self.twin.request[:len(asked)]) != asked:
                self.differ(f"the question: model {asked}, twin {self.twin.request}")
            self.same_table()
            if self.reference.kind(self.position) == CHANCE:
                answer = self.same_chances(found)
            else:
                self.same_options(found)
                answer = by_kind(self.rng, list(found))
                self.done.decisions += 1
            self.done.questions += 1
            self.done.asked[asked[0]] += 1
            self.fire(self.of(found[answer]))
            self.twin.take(answer)
        state = self.position.state
        if self.twin.request is not None or (state.phase == Phase.WON) != (self.twin.outcome == "won"):
            self.differ(f"the model's game is over ({state.phase.name}), the twin's is not ({self.twin.outcome})")
        self.done.ends[str(self.twin.outcome)] += 1
        return self.done

    def same_table(self) -> None:
        """Compare the tables."""
        expected, got = model_view(self.position.state, self.box, self.reference.setting.rulings), twin_view(self.twin)
        if self.position.state.phase == Phase.CHOOSE:
            expected = {key: expected[key] for key in ("health", "inventory", "first")}
        wrong = unlike(expected, got)
        if wrong:
            self.differ("the table: " + "; ".join(wrong))

    def same_options(self, found: dict[Option, Any]) -> None:
        """Compare what may be decided."""
        expected, got = set(found), set(self.twin.options())
        if expected != got:
            self.differ(f"may be decided: only by the model {sorted(map(str, expected - got))}, "
                        f"only by the twin {sorted(map(str, got - expected))}")

    def same_chances(self, found: dict[Option, list[tuple[Event, int]]]) -> Option:
        """Compare the chances, and let one of the outcomes come true."""
        expected = {answer: Fraction(sum(weight for _, weight in events)) for answer, events in found.items()}
        got = {answer: Fraction(weight) for answer, weight in zip(self.twin.options(), self.twin.weights(), strict=True)}
        first, second = sum(expected.values()), sum(got.values())
        same = {o: w / first for o, w in expected.items()} == {o: w / second for o, w in got.items()}
        if not (set(expected) <= set(got) if self.mixed() else same):
            self.differ(f"the chances: model {expected}, twin {got}")
        return self.rng.choices(list(expected), [float(weight) for weight in expected.values()])[0]

    def mixed(self) -> bool:
        """Whether a card is laid out, and of those of this wave some are of an old and some of a new pile."""
        state = self.position.state
        if state.phase not in (Phase.LINE_UP, Phase.LAY_OUT):
            self.two_piles = False
        self.two_piles |= state.sure or state.horde_sure.total > 0
        return state.phase == Phase.LAY_OUT and self.two_piles


# -- games --------------------------------------------------------------------------------------------------------------------

SELDOM = {"delay": 0.15, "done": 0.3, "end": 0.15, "leave": 0.3, "rearrange": 0.2, "unpack": 0.4, "go": 0.4, "pass": 0.5}


def by_kind(rng: Random, options: list[Option]) -> Option:
    """A random decision: first what kind, then which of it; what ends something, or costs Health, seldom."""
    kinds: dict[Any, list[Option]] = {}
    for each in options:
        kinds.setdefault(each[0] if isinstance(each, tuple) else "", []).append(each)
    weights = [SELDOM.get(kind, 1.0) if isinstance(kind, str) else 1.0 for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])


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
    share = rng.choice((0.1, 0.3, 0.6))
    return {reading: rng.choice(choices[1:]) for reading, choices in READINGS.items() if rng.random() < share}


def play(seed: int, readings: bool = False) -> Followed:
    """One game of both."""
    rng = Random(f"survive until daylight {seed}")
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
