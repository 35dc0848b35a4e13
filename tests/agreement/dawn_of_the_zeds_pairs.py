"""Drives the model of Dawn of the Zeds and its naive twin with the same dice, draws and decisions, and compares what both know.

Both are led to their next real question: the model through its steps and through everything that has one outcome only, the twin
by itself.  There the questions must be the same: what may be answered, for chance with which weights, and the whole table.
Then one answer is given to both.  `SAME` tells which phase of the model is which question of the twin; `options` writes the
model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.

In the Action Phase the model takes two decisions where the twin takes one (who pays, then the action); both are put together
here.  What the model allows besides, to waste a Hero's or a player's marker, is left out.

The games of `play(seed, readings=True)` are played under random readings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.cards import SYMBOLS_MOST, EventCard, FateCard, FatePile, Symbol, Twist
from daybreak_games.dawn_of_the_zeds.pieces import COUNTERS, Condition, Player, Post, Unit, Zed, ZedKind
from daybreak_games.dawn_of_the_zeds.places import TRACK_OF, ZED_SPACES, Ground, Place, Site, Track
from daybreak_games.dawn_of_the_zeds.state import Gift, Phase, Town
from tests.agreement.dawn_of_the_zeds_twin import CHANCES, READINGS, Twin, edition
from tests.agreement.pairing import Differs, Followed, Games, Option, some_readings, unlike
from verifier.lang.events import Event
from verifier.lang.phases import DECISION, END, STEP
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.lang.words import Refused, Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
FILE = Path(__file__).parents[2] / "models" / "daybreak_games" / "dawn_of_the_zeds" / "edition-third-party-data.toml"
ENUMS = (Unit, Player, Place, Track, EventCard, FateCard, Zed, ZedKind)
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in ENUMS}
SYMBOLS = [*words_of(Track), *words_of(Symbol)]  # of event cards
TRANSITIONS_MOST = 6000
# The choice of an action has more than a thousand answers to be asked about, in slow Python; one game in ten asks about all of
# them every time, the others about those of some units, and seldom about what Heroes' markers pay for.
THOROUGH = 0.1
UNITS_ASKED = 2  # in play, and one that may be anywhere
GIFTS_ASKED = 0.2
GIFTS = {"take_initiative": "itself", "man_citadel": "citadel", "take_the_lead": "leadership", "spend_marker": "marker"}
SEATS = [f"player-{number}" for number in range(1, 5)]
HAND = (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE, Phase.START_WITH_ROOM)  # of retreating Zeds, the twin has all in hand

# Readings that are not taken together, as the model is known not to do what both say: of the second, the default.
APART = (("DZ-01", "DZ-03"), ("DZ-01", "DZ-05"))

Chosen = list[Event]  # the model's events that come to an option
EVENTS = {event.number: (event.rule.name, event.values) for event in PROGRAM.events}
OF_UNIT = {number: values[0] for number, (rule, values) in EVENTS.items()
           if rule in ("move", "forage", "fire", "appoint_leader")}


def word(value: Any) -> str:
    """A member of an enum as editions and the twin write it."""
    return WORDS[type(value)][int(value)]


# -- the table, seen by both --------------------------------------------------------------------------------------------------


def name_at(town: Town, space: Place, second: int) -> str:
    """A Zed of a space as the twin names it, with the marker of tough Zeds."""
    return word(Zed(town.zeds[space][second])) + "!" * (town.tough == space and town.tough_second == bool(second))


def _names(town: Town, space: Place) -> list[str]:
    return [name_at(town, space, index) for index in range(2) if town.zeds[space][index] != Zed.NONE]


def model_view(town: Town, box: Any, rulings: Mapping[str, str]) -> dict[str, Any]:
    """What lies on the model's table."""
    zeds = {word(space): sorted(_names(town, space)) for space in ZED_SPACES
            if town.zeds[space][0] != Zed.NONE}
    hand = [word(Zed(town.drawn)) + "!" * town.drawn_tough] if town.drawn != Zed.NONE else []
    if town.zeds_go_back and town.phase in HAND:
        hand += zeds.pop(word(Place(town.battle)), [])
    on_map = Counter(name.rstrip("!'-") for names in [hand, *zeds.values()] for name in names)
    turning = town.phase not in (Phase.MUSTER, Phase.SPREAD_OUT, Phase.REVEAL)
    piles: dict[int, list[str]] = {pile: [] for pile in FatePile}
    for card in FateCard:
        piles[FatePile.DISCARD if town.fates[card] == FatePile.OPEN else town.fates[card]].append(word(card))
    villages = [space for space in ZED_SPACES if box.map[space].ground == Ground.VILLAGE]
    defiant = {town.units[unit].at for unit in COUNTERS if town.defiant[unit]}
    view = {
        "zeds": zeds, "hand": sorted(hand),
        "cup": {word(kind): box.zeds[kind] - on_map[word(kind)] for kind in ZedKind if box.zeds[kind] > on_map[word(kind)]},
        "units": {word(unit): _unit(town, unit, rulings) for unit in Unit},
        "villages": {word(space): "defiant" if space in defiant else "released" for space in villages},
        "ammo": town.ammo, "event": word(EventCard(town.event)) if turning else None, "act": town.act,
        "events": sorted(word(card) for card in EventCard if town.events[card]),
        "specials left": town.specials_left, "normals left": town.normals_left,
        "fates": sorted(piles[FatePile.DECK]), "held": sorted(piles[FatePile.HELD]), "used": sorted(piles[FatePile.DISCARD]),
        "event actions": town.event_actions, "markers": [word(player) for player in Player if town.ready[player]],
        "personal": {word(player): _who(town.personal[player]) for player in list(Player)[:box.players]}, "spoken": town.spoken,
        "spent": sorted(action for action, ready in (("citadel", town.citadel), ("itself", town.initiative),
                                                     ("leadership", town.leadership)) if not ready),
        "armed": _who(town.armed), "leader": _who(town.leader), "calm": _who(town.calm),
        "no entry": None if town.closed == Place.ASIDE else word(Place(town.closed)),
        "outcome": {Phase.WON: "won", Phase.LOST: "lost"}.get(town.phase),
    }
    return view


def _unit(town: Town, unit: Unit, rulings: Mapping[str, str]) -> tuple[str, str, int, bool]:
    """Where a unit is; after a retreat of two, one that waits for its own combat has, for the twin, not retreated yet.

    One that came to the same Zeds as the other does not wait, if one combat decides for both.
    """
    fighter = town.units[unit]
    fought = {town.battle} | ({town.units[town.fighter].at} if town.fighter is not None else set())
    came_along = rulings["DZ-30"] == "one-for-both" and fighter.at in fought
    waits = town.partner == unit and town.partner_from != Place.FOREST_START and not came_along
    at = town.partner_from if waits else fighter.at
    side = "reduced" if fighter.condition >= Condition.REDUCED else "full"
    return word(Place(at)), side, int(fighter.condition in (Condition.HURT, Condition.REDUCED_HURT)), bool(fighter.free)


def _who(who: Unit | None) -> str | None:
    return None if who is None else word(who)


def twin_view(twin: Twin) -> dict[str, Any]:
    """What lies on the twin's table."""
    told = twin.table()
    return {
        "zeds": {space: sorted(names) for space, names in told["zeds"].items()}, "hand": sorted(map(twin.name, twin.in_hand)),
        "cup": told["cup"],
        "units": {unit: (row["at"], row["side"], row["hits"], row["free"]) for unit, row in told["units"].items()},
        "villages": told["villages"], "ammo": told["ammo"], "event": told["event"], "act": told["act"], "events": told["events"],
        "specials left": told["specials_left"], "normals left": told["normals_left"], "fates": told["fates"],
        "held": told["held"], "used": sorted([*told["fates_used"], *([told["fate"]] if told["fate"] else [])]),
        "event actions": told["event_actions"], "markers": told["markers"], "personal": told["personal"],
        "spoken": told["spoken"], "spent": sorted(twin.sheets[unit]["action"] for unit in told["spent"]),
        "armed": told["armed"], "leader": told["leader"], "calm": told["calm"], "no entry": told["no_entry"],
        "outcome": told["outcome"],
    }


# -- the model's questions, in the twin's words -------------------------------------------------------------------------------


def _held(town: Town, box: Any, twist: Twist) -> str:
    return next(word(card) for card in FateCard if town.fates[card] == FatePile.HELD and box.fates[card].twist == twist)


def _companion(town: Town) -> str:
    here = town.units[town.fighter].at
    return next(word(unit) for unit in Unit if town.units[unit].at == here and town.fighter != unit)


def plain_option(town: Town, box: Any, rule: str, values: tuple[Any, ...]) -> Option:
    """A decision outside the choice of actions."""
    match rule, values:
        case "choose_space", (space,):
            return ("new-hero" if town.event == EventCard.NEW_HERO else "start", word(Place(space)))
        case "choose_zed", (space, which):
            return ("tough", word(Place(space)), name_at(town, space, which))
        case "lead_into_combat", (unit,):
            return ("card", _held(town, box, Twist.LEADER), word(unit))
        case "choose_unit", (unit,):
            effect = {EventCard.ARMED_CIVILIANS: "armed", EventCard.KEEP_CALM: "calm", EventCard.UNDERFOOT: "underfoot"}
            return (effect.get(town.event, "smell"), word(unit))
        case "start_at", (space,):
            return word(Place(space))
        case "choose_fated", (track,):
            return ("fated", word(track))
        case "choose_track", (track,):
            return ("activate", word(track))
        case "declare_order", named:
            return ("order", *map(word, named), *(word(track) for track in Track if track not in named))
        case "one_withdraws", (unit,):
            return ("withdraw", word(unit))
        case ("first_goes" | "lot_falls"), (which,):
            space = town.battle if town.zeds_go_back else town.target
            return ("nearer" if town.zeds_go_back else "forward", name_at(town, space, which))
        case "press", (space,):
            return ("pressed", word(Place(space))) if town.drawn == Zed.NONE else ("fewest", word(TRACK_OF[space]))
        case "defend_with", (unit,):
            return ("defend", word(unit))
        case "play_for_attack", ():
            return ("card", _held(town, box, Twist.ATTACK_SHIFT))
        case "beat_off", ():
            return ("card", _held(town, box, Twist.ZEDS_BEATEN_OFF))
        case ("keep_card" | "accept_defeat"), ():
            return ("no-card",)
        case "share_hit", (which,):
            return ("hit", name_at(town, town.battle, which))
        case "goes_back_first", (unit,):
            return ("first", word(unit))
        case "take_die", (number,):
            return ("pick", int(number))
        case "hold_ground", ():
            return ("stay",)
        case "back_up", ():
            return ("back-up", word(town.fighter))
        case "back_up_together", ():
            return ("back-up", word(town.fighter), _companion(town))
    named = {"withdraw": ("withdraw",), "stand": ("fight",), "roll_again": ("reroll",), "accept_roll": ("keep",),
             "spring_traps": ("traps",), "leave_traps": ("no-traps",)}
    return named[rule]


def action_option(town: Town, box: Any, pay: str, rule: str, values: tuple[Any, ...]) -> Option:
    """A decision of the Action Phase, with what pays for it."""
    match rule, values:
        case "end_actions", ():
            return ("end",)
        case "hold_speech", ():
            return ("speech",)
        case "forgo", ():
            return ("end-speech",)
        case "play_card", (card,):
            return ("card", word(card))
        case "call_civilians", (unit,):
            return ("card", _held(town, box, Twist.NEW_CIVILIANS), word(unit))
        case "appoint_leader", (unit,):
            return ("card", _held(town, box, Twist.LEADER), word(unit))
        case "move", (unit, goal):
            return (pay, "move", word(unit), word(Place(goal)))
        case "forage", (unit,):
            return (pay, "forage", word(unit))
        case "fire", (unit, space, which):
            return (pay, "fire", word(unit), word(Place(space)), name_at(town, space, which))
        case "fire_for_actions", (space, which):
            thrifty = next(word(unit) for unit in Unit if box.units[unit].actions_for_ammo)
            return ("two-actions", "fire", thrifty, word(Place(space)), name_at(town, space, which))
    raise ValueError(f"action_option: {rule} is no action")


def outcome_option(town: Town, box: Any, event: Event) -> Option:
    """What chance brings: a die, a counter, a card, which of two Zeds."""
    rule, values = EVENTS[event.number]
    if rule == "lot_falls":
        return plain_option(town, box, rule, values)
    return int(values[0]) if type(values[0]) is int else word(values[0])


SAME = {
    Phase.MUSTER: "civilians", Phase.SPREAD_OUT: "cup", Phase.DRAW_ZED: "cup", Phase.REVEAL: "event", Phase.DRAW_FATE: "fate",
    Phase.FIRST_DIE: "die", Phase.SECOND_DIE: "die", Phase.TOUGH_DIE: "die", Phase.RESIST_DIE: "die", Phase.SAVING_ROLL: "die",
    Phase.FORAGE_DIE: "die", Phase.FATED_TRACK: "fated", Phase.NEXT_TRACK: "activate", Phase.START_WITH_ROOM: "other-start",
    Phase.DEFENDER: "defender", Phase.PLAY_CARD: "card", Phase.REROLL: "reroll", Phase.SHARE_HIT: "share-hit",
    Phase.BEATEN_OFF: "beat-off", Phase.WHO_FIRST: "who-first", Phase.BACK_UP: "back-up", Phase.WITHDRAW: "withdraw",
    Phase.ACT: "act", Phase.DRAW_HERO: "hero", Phase.SPRING_TRAPS: "traps", Phase.TRAPS_DIE: "die", Phase.PICK_DIE: "pick-die",
    Phase.TIED_BY_CHANCE: "tied", Phase.ORDER: "order",
}
DICE = {Phase.FIRST_DIE: "combat", Phase.SECOND_DIE: "combat", Phase.TOUGH_DIE: "tough", Phase.RESIST_DIE: "resist",
        Phase.SAVING_ROLL: "save", Phase.FORAGE_DIE: "forage", Phase.TRAPS_DIE: "traps"}


def question(town: Town) -> tuple[str, ...]:
    """What the model asks, as the twin's request begins."""
    match town.phase:
        case Phase.EVENT_SPACE:
            named = {EventCard.TOUGH_ZEDS: "tough", EventCard.NEW_HERO: "new-hero"}
            return (named.get(town.event, "withdrawal"),)
        case Phase.EVENT_UNIT:
            named = {EventCard.ARMED_CIVILIANS: "armed", EventCard.KEEP_CALM: "calm", EventCard.UNDERFOOT: "underfoot"}
            return (named.get(town.event, "smell"),)
        case Phase.FIRST_OF_TIED:
            return ("nearer",) if town.zeds_go_back else ("forward",)
        case Phase.PRESSED:
            return ("pressed",) if town.drawn == Zed.NONE else ("fewest",)
    if town.phase in DICE:
        return ("die", DICE[town.phase])
    return (SAME[town.phase],)


# -- both together ------------------------------------------------------------------------------------------------------------


class Passed(Exception):
    """All of a rule's guards hold: it is about to do something."""


class Clauses(list[str]):
    """The clauses of a rule, of which guards name one at a time; what it does names several, or those of a rule it calls."""

    def extend(self, clauses: Any) -> None:
        if clauses:
            raise Passed


class Guarded(Run):
    """A run of a decision's guards only."""

    def __init__(self, rulings: Any, box: Any) -> None:
        super().__init__(rulings, box)
        self.clauses = Clauses()


class Pair:
    """A game of both."""

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, rulings: dict[str, str] | None = None) -> None:
        self.box, self.rng, self.thorough = box, rng, rng.random() < THOROUGH
        self.units, self.gifts = list(Unit), True  # whose actions are asked about, and whether those of markers are
        self.setting = Setting(PROGRAM.default_rulings | (rulings or {}), box)
        self.reference = Reference(PROGRAM, self.setting)
        self.position = self.reference.set_up()
        self.twin = Twin(table, players=box.players, rulings=rulings)
        self.outcomes: list[tuple[Event, int]] = []  # of the chance that comes next, with weights
        self.told: list[str] = []
        self.done = Followed(games=1)

    def legal(self, position: Position) -> list[Event]:
        """What `Reference.legal` answers, many times faster: rules stop behind their guards, or the state is copied again."""
        found, state = [], copied(position.state)
        acting = position.state.phase == Phase.ACT
        run = (Guarded if acting else Run)(self.setting.rulings, self.setting.edition)
        numbers = PROGRAM.phases[position.state.phase].events
        if self.units != list(Unit):
            numbers = [number for number in numbers if OF_UNIT.get(number, self.units[0]) in self.units]
        with running(run):
            for number in numbers:
                event = PROGRAM.events[number]
                try:
                    event.rule.function(state, *EVENTS[number][1])
                except Refused:
                    continue
                except Passed:
                    pass  # the first clause behind the guard; before it something may have changed
                found.append(event)
                state = copied(position.state)
        if self.rng.random() < 0.002 and found != [event for event in self.reference.legal(position)
                                                   if OF_UNIT.get(event.number, self.units[0]) in self.units]:
            raise Differs("the guards of the model are not what they seem")
        return found

    def options(self, everything: bool = False) -> dict[Option, Chosen]:
        """What the model's question can be answered with; equal Zeds of a space are one option."""
        town = self.position.state
        self.units, self.gifts = list(Unit), True
        if town.phase == Phase.ACT and not self.thorough and not everything:
            on_map = [unit for unit in Unit if town.units[unit].at >= Place.FOREST_START]
            self.units, self.gifts = self.rng.sample(on_map, min(UNITS_ASKED, len(on_map))), self.rng.random() < GIFTS_ASKED
            self.units.append(self.rng.choice(list(Unit)))
        legal = self.legal(self.position)
        if town.phase != Phase.ACT:
            return _first((plain_option(town, self.box, *EVENTS[event.number]), [event]) for event in legal)
        found: list[tuple[Option, Chosen]] = []
        for event in legal:
            rule, values = EVENTS[event.number]
            if rule in GIFTS and not self.gifts:
                continue
            if rule in GIFTS:
                given = self.reference.apply(self.position, event).after
                pay = word(values[0]) if rule == "spend_marker" else GIFTS[rule]
                found += [(action_option(given.state, self.box, pay, *EVENTS[then.number]), [event, then])
                          for then in self.legal(given) if EVENTS[then.number][0] != "forgo"]
            else:
                pay = "free" if town.given == Gift.SPEECH else "action"
                found.append((action_option(town, self.box, pay, rule, values), [event]))
        return _first(found)

    def settle(self) -> dict[Option, Chosen]:
        """The model's next question with more than one answer; empty at the end of the game."""
        while (kind := self.reference.kind(self.position)) != END:
            town = self.position.state
            if self.done.transitions > TRANSITIONS_MOST:
                raise Differs("no end")
            if kind == STEP:
                found: dict[Option, Chosen] = {None: [self.reference.events(self.position)[0]]}
            elif kind == DECISION:
                found = self.options()
                if len(found) < 2 and ("end",) in found and self.twin_acts(town):
                    return found
                if len(found) < 2:
                    found = self.options(everything=True)
            else:
                self.outcomes = self.reference.outcomes(self.position)
                found = {outcome_option(town, self.box, event): [event] for event, _ in self.outcomes}
            if not found:
                self.differ("the model knows no answer")
            drawing = town.phase == Phase.MUSTER and self.twin.request is not None and self.twin.request[0] == "civilians"
            if len(found) > 1 or drawing:  # of equal counters the twin draws one of them
                return found
            self.fire(next(iter(found.values())))
        return {}

    def twin_acts(self, town: Town) -> bool:
        """Whether the twin asks for an action too, with as many left."""
        left = (self.twin.event, self.twin.event_actions, self.twin.markers)
        ready = [word(player) for player in Player if town.ready[player]]
        return self.twin.request == ("act",) and left == (word(EventCard(town.event)), town.event_actions, ready)

    def fire(self, events: Chosen) -> None:
        """The model goes on."""
        for event in events:
            self.done.transitions += 1
            if self.reference.kind(self.position) != STEP:
                self.told.append(event.text)
            self.position = self.reference.apply(self.position, event).after

    def differ(self, what: str) -> None:
        """Stop here."""
        raise Differs(f"{what}\nthe model in {self.position.state.phase.name}, the twin asks {self.twin.request}\nafter "
                      + " / ".join(self.told[-60:]) + f"\nevent {word(EventCard(self.position.state.event))}; "
                      f"{twin_view(self.twin)['zeds']}; {twin_view(self.twin)['units']}")

    def play(self, choose: Callable[[Random, list[Option], Twin], Option]) -> Followed:
        """The whole game."""
        while found := self.settle():
            town = self.position.state
            asked = question(town)
            if self.twin.request is None or tuple(self.twin.request[:len(asked)]) != asked:
                self.differ(f"the question: model {asked}, twin {self.twin.request}")
            self.same_table()
            chance = asked[0] in CHANCES
            if chance:
                answer = self.same_chances(found)
            else:
                self.same_options(found)
                answer = choose(self.rng, list(found), self.twin)
                self.done.decisions += 1
            self.done.questions += 1
            self.done.asked[asked[0]] += 1
            self.fire(found[answer])
            self.twin.take(answer)
        if self.twin.request is not None:
            self.differ("the model's game is over, the twin's is not")
        self.same_table()
        self.done.ends[str(self.twin.outcome)] += 1
        return self.done

    def same_table(self) -> None:
        """Compare the tables."""
        expected, got = model_view(self.position.state, self.box, self.setting.rulings), twin_view(self.twin)
        town = self.position.state
        if town.phase == Phase.SAVING_ROLL:  # whether the last Hit is put down before the roll matters to nobody
            for view in (expected, got):
                del view["units"][_who(town.fighter)]
        if self.box.units[Unit.FURIES].post == Post.ASIDE:  # called by a card, they are not asked whose they are, so far
            del expected["personal"]
        if expected["outcome"]:  # what is left of actions is lost
            expected = {key: told for key, told in expected.items() if key not in ("spent", "markers", "event actions")}
        wrong = unlike(expected, got)
        if wrong:
            self.differ("the table: " + "; ".join(wrong))

    def same_options(self, found: dict[Option, Chosen]) -> None:
        """Compare what may be decided."""
        expected, got = set(found), set(self.twin.options())
        if self.position.state.phase == Phase.ACT:
            got = {option for option in got if self.asked_about(option)}
        if expected != got:
            self.differ(f"may be decided: only by the model {sorted(expected - got)}, only by the twin {sorted(got - expected)}")

    def asked_about(self, option: Option) -> bool:
        """Whether the model was asked about an option."""
        card = option[0] == "card" and self.twin.fate_sheets[option[1]]["twist"] == "leader"
        of_unit = card or len(option) > 2 and option[0] not in ("two-actions", "card")
        return (self.gifts or option[0] not in (*GIFTS.values(), *SEATS)) and (not of_unit or option[2] in map(word, self.units))

    def same_chances(self, found: dict[Option, Chosen]) -> Option:
        """Compare the chances, and let one of the outcomes come true.  Equal counters of Civilians are one outcome."""
        town = self.position.state
        expected = {outcome_option(town, self.box, event): Fraction(weight) for event, weight in self.outcomes}
        got: Counter[Option] = Counter()
        for option, weight in zip(self.twin.options(), self.twin.weights(), strict=True):
            got[self.stands_for(option, list(expected))] += Fraction(weight)
        first, second = sum(expected.values()), sum(got.values())
        if {option: weight / first for option, weight in expected.items()} != {o: weight / second for o, weight in got.items()}:
            self.differ(f"the chances: model {expected}, twin {dict(got)}")
        return self.rng.choices(list(expected), [float(weight) for weight in expected.values()])[0]

    def stands_for(self, option: Option, among: list[Option]) -> Option:
        """The outcome that stands for an equal counter."""
        if self.position.state.phase != Phase.MUSTER:
            return option
        faces = {unit: (row["full"], row["reduced"]) for unit, row in self.twin.sheets.items()}
        return next((other for other in among if faces[other] == faces[option]), option)


def _first(pairs: Any) -> dict[Option, Chosen]:
    found: dict[Option, Chosen] = {}
    for option, events in pairs:
        found.setdefault(option, events)
    return found


# -- games --------------------------------------------------------------------------------------------------------------------


def by_kind(rng: Random, options: list[Option], twin: Twin) -> Option:
    """A random decision: first what kind, then which of it; the phase ends seldom, moves often go where others are."""
    kinds: dict[Any, list[Option]] = {}
    for option in options:
        pays = "marker" if option[0] in SEATS else option[0]
        kind = (pays, option[1]) if pays in ("marker", "action", "free", "itself", "leadership") else pays
        kinds.setdefault(kind, []).append(option)
    if len(kinds) > 1 and rng.random() < 0.8:
        kinds.pop("end", None)
    found = kinds[rng.choice(list(kinds))]
    if found[0][1:2] == ("move",) and rng.random() < 0.6:
        others = [option for option in found if twin.zeds.get(option[3]) or len(twin.units_at(option[3])) == 1]
        found = others or found
    return rng.choice(found)


def editions(rng: Random) -> tuple[Any, dict[str, Any]]:
    """The full edition with 1 to 4 players; pressure on some cards, as none is known; at times fewer cards or more Zeds, other
    Heroes aside, more Civilians aside."""
    box, table = copied(load_edition(game, "third-party-data", FILE.parent).record), edition(FILE)
    box.players = table["players"] = rng.randint(1, 4)
    press(box, table, rng)
    post(box, table, rng)
    if rng.random() < 0.3:
        box.zeds_on_starts = table["zeds_on_starts"] = 2
    if rng.random() < 0.1:
        box.terrain_named = table["terrain_named"] = 3
    if rng.random() < 0.6:
        table["normals"] = [rng.randint(0, most) for most in table["normals"]]
        table["specials"] = [rng.randint(0, most) for most in table["specials"]]
        for index in range(4):
            box.normals[index], box.specials[index] = table["normals"][index], table["specials"][index]
    return box, table


def press(box: Any, table: dict[str, Any], rng: Random) -> None:
    """Pressure symbols at random places among those of the cards."""
    for card in EventCard:
        row = table["events"][word(card)]
        while len(row["zeds"]) < SYMBOLS_MOST and rng.random() < 0.4:
            row["zeds"].insert(rng.randint(0, len(row["zeds"])), rng.choice(("movement-pressure", "placement-pressure")))
        box.events[card].zeds.clear()
        for symbol in row["zeds"]:
            box.events[card].zeds.put_bottom(SYMBOLS.index(symbol))


def post(box: Any, table: dict[str, Any], rng: Random) -> None:
    """Who is in Town Center and who aside at the start, and whose Heroes those are; a Village less, or no reserve."""
    rows = table["units"]
    for unit in (Unit.SCHMIDT, Unit.HUNT, Unit.FURIES, Unit.JOHNSON):
        if rng.random() < 0.3:
            here = rows[word(unit)]["post"] == "aside"
            rows[word(unit)]["post"] = "town-center" if here else "aside"
            box.units[unit].post = Post.TOWN_CENTER if here else Post.ASIDE
    if rng.random() < 0.3:
        del rows["hernandez"]["free_center"]
        box.units[Unit.HERNANDEZ].free_center = False
    if rng.random() < 0.5:
        box.units[Unit.JOHNSON].traps = rows["johnson"]["traps"] = rng.randint(1, 6)
    if rng.random() < 0.3:
        box.reserve = table["reserve"] = 0
    for space in rng.sample(("forest-4", "suburbs-5"), rng.choice((0, 0, 0, 1, 2))):
        table["map"][space]["ground"], box.map[WORDS[Place].index(space)].ground = "named", Ground.NAMED
    if rng.random() < 0.2:
        del table["map"]["mountain-2"]["site"]
        box.map[Place.MOUNTAIN_2].site = Site.NONE
    heroes = [unit for unit in Unit if rows[word(unit)]["kind"] != "civilians" and rows[word(unit)]["post"] == "town-center"]
    box.players = table["players"] = min(box.players, len(heroes))
    for player, unit in zip(Player, rng.sample(heroes, box.players), strict=False):  # a Hero in play for each who plays
        table["personal"][word(player)], box.personal[player] = word(unit), unit


def readings_for(rng: Random) -> dict[str, str]:
    """Rulings at random, most of them the default ones."""
    rulings = some_readings(rng, READINGS, (0.1, 0.3, 0.5))
    for first, second in APART:
        if first in rulings:
            rulings.pop(second, None)
    return rulings


GAMES = Games("dawn of the zeds", editions, readings_for, lambda *start: Pair(*start).play(by_kind))
play, play_many = GAMES.play, GAMES.play_many
