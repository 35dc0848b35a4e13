"""Drives the model of Dead 'til Dawn and its naive twin with the same draws and decisions, and compares what both know.

Both are led to their next real question: the model through its steps and through everything that has one outcome only, the twin
by itself.  There the questions must be the same: what may be answered, for chance with which weights, and the whole table.
Then one answer is given to both.  `KINDS` tells which phase of the model is which question of the twin; `option` writes the
model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.dead_til_dawn import game
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import (
    CARDS,
    Ability,
    Act,
    Aim,
    Character,
    Craving,
    Effect,
    Event,
    Horror,
    Item,
    Keyword,
    Kind,
    Quirk,
    Whom,
)
from daybreak_games.dead_til_dawn.edition_checks import OF_THE_TABLE
from daybreak_games.dead_til_dawn.state import WEAPONS_MOST, Fate, Phase, Stage, Table
from daybreak_games.dead_til_dawn.votes import Thumb
from tests.agreement.dead_til_dawn_twin import READINGS, Twin, edition
from tests.agreement.pairing import Differs, Followed, unlike
from verifier.lang import events as language
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
FOLDER = Path(__file__).parents[2] / "models" / "daybreak_games" / "dead_til_dawn"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (
    Seat, Character, Ability, Aim, Craving, Item, Keyword, Event, Kind, Whom, Effect, Quirk, Horror, Act)}
EVENTS = {event.number: (event.rule.name, event.values) for event in PROGRAM.events}
TRANSITIONS_MOST = 20_000
BITES_MOST = 4  # with more of them nobody gnaws
ONCE = (Ability.HERO, Ability.MEDIC)

Option = Any  # as the twin writes its answers


def word(value: Any) -> str:
    """A member of an enum as editions and the twin write it."""
    return WORDS[type(value)][int(value)]


def named(kind: type, value: Any) -> str | None:
    """A member of an enum, or none, as the twin writes it."""
    return None if value is None else WORDS[kind][int(value)]


# -- the table, seen by both --------------------------------------------------------------------------------------------------


def _listed(bag: Any, kind: type) -> list[str]:
    return sorted(word(card) for card in kind for _ in range(bag[card]))  # type: ignore[attr-defined]


def _status(person: Any) -> str:
    if person.zombie:
        return "zombie"
    return {Fate.LIVES: "alive", Fate.FALLING: "falling", Fate.DEAD: "dying"}[person.fate]


def _attacks(person: Any) -> list[tuple[int, int, str | None]]:
    """The attack of the card, and of those who joined."""
    return [(attack.needs, attack.has, named(Seat, attack.by)) for number, attack in enumerate(person.attacks)
            if number == 0 or attack.by is not None]


def _once(box: Any, characters: list[Character], marks: list[bool]) -> list[bool]:
    """Of marks by Character, those of Characters whose ability works once."""
    return [bool(mark) for character, mark in zip(characters, marks, strict=False) if box.characters[character].ability in ONCE]


def model_view(reference: Reference, table: Table, box: Any, counted: int) -> dict[str, Any]:
    """What lies on the model's table, where `counted` turns of the round were over when this one began."""
    players = list(Seat)[:box.players]
    person = table.people
    flips = PROGRAM.game.rules["flips_for_bites"]
    doomed = {one: person[one].fate == Fate.DEAD for one in players}  # nothing comes to them any more

    def each(told: Any) -> dict[str, Any]:
        return {word(player): told(player) for player in players}

    told = {
        "round": table.round, "counted": counted, "turn": word(Seat(table.turn)), "hideout": named(Event, table.hideout),
        "open": named(Event, table.event), "victim": word(Seat(table.victim)) if table.phase == Phase.SAVE else None,
        "loot": _listed(table.loot, Item), "dropped": named(Item, table.dropped), "offered": named(Item, table.gift),
        "attacks": {word(one): _attacks(person[one]) for one in players if person[one].fighting},
        "status": each(lambda one: _status(person[one])), "shown": each(lambda one: bool(person[one].shown)),
        "wounds": each(lambda one: person[one].wounds), "bites": each(lambda one: person[one].bites),
        "quirk": each(lambda one: word(Quirk(person[one].quirk))), "returned": each(lambda one: bool(person[one].returned)),
        "characters": each(lambda one: [named(Character, card) for card in person[one].characters if card is not None]),
        "spent": each(lambda one: _once(box, [card for card in person[one].characters if card is not None], person[one].spent)),
        "satisfied": each(lambda one: [bool(mark) for mark, card in zip(person[one].sated, person[one].characters, strict=True)
                                       if card is not None]),
        "due_wounds": each(lambda one: 0 if doomed[one] else person[one].hits),
        "due_finds": each(lambda one: person[one].times if person[one].due == Effect.FIND and not doomed[one] else 0),
        "due_losses": each(lambda one: person[one].times if person[one].due == Effect.LOSE and not doomed[one] else 0),
        "due_flips": each(lambda one: 0 if doomed[one] else person[one].flips),
        "due_bites": each(lambda one: not doomed[one] and bool(reference.said(flips, table, one))),
        "hand": each(lambda one: _listed(person[one].items, Item)), "aside": each(lambda one: _listed(person[one].aside, Item)),
        "secrets": each(lambda one: [] if person[one].kept is None else [named(Event, person[one].kept)]),
        "horrors": each(lambda one: _listed(person[one].hand, Horror)),
        "powers": each(lambda one: _listed(person[one].powers, Horror)),
        "decks": {"characters": _listed(table.cast, Character), "equipment": _listed(table.equipment, Item),
                  "events": _listed(table.events, Event), "zombies": _listed(table.zombies, Horror)},
        "discards": {"characters": [], "equipment": _listed(table.equipment_discard, Item),
                     "events": _listed(table.event_discard, Event), "zombies": _listed(table.zombie_discard, Horror)},
    }
    if table.stage == Stage.START and table.event is not None:
        _lay_back(told, table, reference.setting.rulings["DTD-61"] == "at-once")
    return told


def _lay_back(told: dict[str, Any], table: Table, at_once: bool) -> None:
    """A secret Event that has its effect: the model opens it until Bites have been seen to, the twin leaves it where it lies.

    Before that, Bites are due with the twin only if they always are `at_once`.
    """
    secret, told["open"] = told["open"], None
    if table.people[table.turn].zombie or table.phase == Phase.FLIP and not at_once:
        told["discards"]["events"] = sorted([*told["discards"]["events"], secret])
    else:
        told["secrets"][word(Seat(table.turn))] = [secret]
        told["due_bites"][word(Seat(table.turn))] &= at_once


def twin_view(twin: Twin, box: Any) -> dict[str, Any]:
    """What lies on the twin's table."""
    told = dict(twin.table())
    cards = {name: [Character(WORDS[Character].index(card)) for card in cards] for name, cards in told["characters"].items()}
    told["spent"] = {name: _once(box, cards[name], marks) for name, marks in told["spent"].items()}
    told["due_flips"] = {name: len(flips) for name, flips in told["due_flips"].items()}
    told["due_bites"] = {name: due and told["bites"][name] > 0 for name, due in told["due_bites"].items()}
    return told


# -- the model's questions, in the twin's words -------------------------------------------------------------------------------

KINDS = {
    Phase.CAST: "characters", Phase.DEAL: "equipment", Phase.TRADE: "trade", Phase.CONSENT: "accept", Phase.DRAW: "events",
    Phase.JOIN: "join", Phase.PLAY: "play", Phase.HAUNT: "haunt", Phase.VOTE: "vote", Phase.SETTLE: "tie",
    Phase.FLIP: "zombies", Phase.FIND: "equipment", Phase.LOSE: "lose", Phase.SAVE: "save", Phase.LOOT: "loot",
    Phase.RECEIVE: "zombies", Phase.PROWL: "prowl", Phase.SHED: "limit", Phase.PICK_UP: "pick-up",
}
CARD = {"cast": Character, "deal": Item, "find": Item, "draw": Event, "flip": Horror, "receive": Horror, "lose": Item}
PLAIN = {"done": ("done",), "reveal": ("show",), "stay_out": ("stay",), "hold": ("pass",), "lurk": ("pass",),
         "nurse": ("medic",), "let_go": ("let-go",), "decline": ("decline",), "rest": ("rest",)}
THUMBS = {Thumb.UP: "yes", Thumb.DOWN: "no", Thumb.NEITHER: "abstain"}


def option(rule: str, values: tuple[Any, ...]) -> Option:
    """An event of the model as the twin writes the answer."""
    if rule in CARD:
        return WORDS[CARD[rule]][int(values[0])]
    if rule in PLAIN:
        return PLAIN[rule]
    match rule, values:
        case ("give" | "hand_over"), (seat, item):
            return ("give", word(Item(item)), word(Seat(seat)))
        case "bandage", (seat, item):
            return ("heal", word(Item(item)), word(Seat(seat)))
        case "tend", (seat,):
            return ("medic", word(Seat(seat)))
        case "read", (item,):
            return ("cure", word(Item(item)))
        case ("answer" | "pick_up"), (takes,):
            return bool(takes)
        case "vote", (thumb,):
            return THUMBS[Thumb(thumb)]
        case "settle", (carried,):
            return "yes" if carried else "no"
        case "join", (seat,):
            return ("join", word(Seat(seat)))
        case "play", (item, seat, slot):
            return ("play", word(Item(item)), word(Seat(seat)), int(slot))
        case ("strike" | "excel"), (seat, slot):
            return ("fighter" if rule == "strike" else "hero", word(Seat(seat)), int(slot))
        case "move", (seat, slot, where):
            return ("move", word(Seat(seat)), int(slot), int(where))
        case ("harden" | "deny"), (horror, seat, slot):
            return ("harder" if rule == "harden" else "cancel", word(Horror(horror)), word(Seat(seat)), int(slot))
        case "bind", (item,):
            return ("heal", word(Item(item)))
        case "loot", (item,):
            return ("take", word(Item(item)))
        case ("ambush" | "gnaw"), (horror, right):
            return (rule, word(Horror(horror)), "right" if right else "left")
        case "lay_out", (horror,):
            return ("lay-out", word(Horror(horror)))
        case "awake", (horror,):
            return ("rise", word(Horror(horror)))
        case "drop", (item,):
            return ("drop", word(Item(item)))
    raise ValueError(f"option: no event is called {rule} with {values}")


# -- both together ------------------------------------------------------------------------------------------------------------


class Pair:
    """A game of both."""

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, rulings: dict[str, str] | None = None) -> None:
        self.box, self.rng = box, rng
        self.reference = Reference(PROGRAM, Setting(PROGRAM.default_rulings | (rulings or {}), box))
        self.position = self.reference.set_up()
        self.twin = Twin(table, rulings=rulings)
        self.counted = 0
        self.told: list[str] = []
        self.done = Followed(games=1)

    def settle(self) -> dict[Option, tuple[language.Event, int]]:
        """The model's next question with more than one answer, with the event of each; empty at the end."""
        while (kind := self.reference.kind(self.position)) != END:
            if self.done.transitions > TRANSITIONS_MOST:
                raise Differs("no end")
            if self.position.state.stage == Stage.BEFORE:
                self.counted = self.position.state.turns
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

    def fire(self, event: language.Event) -> None:
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
                self.differ(f"the question: model {asked} {sorted(map(str, found))}, twin {self.twin.options()}")
            self.same_seat(next(iter(found.values()))[0])
            self.same_table()
            if self.reference.kind(self.position) == CHANCE:
                answer = self.same_chances(found)
            else:
                self.same_options(found)
                answer = self.decide(list(found))
                self.done.decisions += 1
            self.done.questions += 1
            self.done.asked[asked] += 1
            self.fire(found[answer][0])
            self.twin.take(answer)
        self.same_end()
        return self.done

    def decide(self, options: list[Option]) -> Option:
        """A random decision; nobody plays or bites far beyond what matters, for the model counts up to a number only."""
        people = self.position.state.people
        if max(attack.has for person in people for attack in person.attacks) > WEAPONS_MOST - 10 and ("pass",) in options:
            return ("pass",)
        if max(person.bites for person in people) > BITES_MOST:
            options = [each for each in options if not isinstance(each, tuple) or each[0] != "gnaw"]
        return by_kind(self.rng, options)

    def same_end(self) -> None:
        """Compare who lives and who has won."""
        state = self.position.state
        if self.twin.request is not None or not self.twin.over:
            self.differ(f"the model's game is over ({state.phase.name}), the twin's is not")
        wins, survivors = PROGRAM.game.rules["wins"], PROGRAM.game.rules["survivors"]
        seats = list(Seat)[:self.box.players]
        model = (state.phase == Phase.DAWN, self.reference.said(survivors, state),
                 {word(seat): bool(self.reference.said(wins, state, seat)) for seat in seats})
        twin = (self.twin.dawn, self.twin.alive, {word(seat): self.twin.wins(word(seat)) for seat in seats})
        if model != twin:
            self.differ(f"the end (dawn, alive, winners): model {model}, twin {twin}")
        self.done.ends["dawn" if self.twin.dawn else "all dead"] += 1

    def same_seat(self, event: language.Event) -> None:
        """Compare whose decision it is."""
        model, twin = self.reference.seat(self.position, event.rule), self.twin.request.seat
        if model != twin:
            self.differ(f"who decides: model {model}, twin {twin}")

    def same_table(self) -> None:
        """Compare the tables."""
        state = self.position.state
        told = model_view(self.reference, state, self.box, self.counted)
        if state.phase in (Phase.TRADE, Phase.CONSENT):
            told["attacks"] = {}  # the twin begins an ambush when trade is over (DTD-15)
        wrong = unlike(told, twin_view(self.twin, self.box))
        if wrong:
            self.differ("the table: " + "; ".join(wrong))

    def same_options(self, found: Mapping[Option, Any]) -> None:
        """Compare what may be decided."""
        expected, got = set(found), set(self.twin.options())
        if expected != got:
            self.differ(f"may be decided: only by the model {sorted(map(str, expected - got))}, "
                        f"only by the twin {sorted(map(str, got - expected))}")

    def same_chances(self, found: Mapping[Option, tuple[language.Event, int]]) -> Option:
        """Compare the chances, and let one of the outcomes come true."""
        expected = {answer: Fraction(weight) for answer, (_, weight) in found.items()}
        got = {answer: Fraction(weight) for answer, weight in zip(self.twin.options(), self.twin.weights() or (), strict=True)}
        first, second = sum(expected.values()), sum(got.values())
        if {o: w / first for o, w in expected.items()} != {o: w / second for o, w in got.items()}:
            self.differ(f"the chances: model {expected}, twin {got}")
        return self.rng.choices(list(expected), [float(weight) for weight in expected.values()])[0]


# -- games --------------------------------------------------------------------------------------------------------------------

OFTEN = {"done": 3.0, "give": 0.6, "show": 0.5, "cure": 2.0, "pass": 0.4, "stay": 0.4, "let-go": 0.6, "rest": 0.3, "rise": 2.0}


def by_kind(rng: Random, options: list[Option]) -> Option:
    """A random decision: first what kind, then which of it; what ends something more or less often."""
    kinds: dict[Any, list[Option]] = {}
    for each in options:
        kinds.setdefault(each[0] if isinstance(each, tuple) else "", []).append(each)
    weights = [OFTEN.get(kind, 1.0) if isinstance(kind, str) else 1.0 for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])


class Editions:
    """An edition as the model and as the twin have it, changed in both."""

    def __init__(self, rng: Random, name: str) -> None:
        self.rng = rng
        self.box, self.table = copied(load_edition(game, name, FOLDER).record), edition(FOLDER / f"edition-{name}.toml")

    def number(self, name: str, value: int) -> None:
        """A number of the frame."""
        setattr(self.box, name, value)
        self.table[name] = value

    def count(self, name: str, card: Any, number: int) -> None:
        """How often a card is there."""
        getattr(self.box, name)[card] = number
        self.table[name][word(card)] = number

    def say(self, name: str, card: Any, **told: Any) -> None:
        """What a card says."""
        for key, value in told.items():
            setattr(getattr(self.box, name)[card], key, value)
            self.table[name][word(card)][key] = word(value) if type(value) in WORDS else value

    def newcomers(self) -> None:
        """Some players are new."""
        for seat in list(Seat)[:self.box.players]:
            self.box.new[seat] = self.table["new"][word(seat)] = self.rng.random() < 0.5
        for character in Character:
            self.box.core[character] = self.table["core"][word(character)] = self.rng.random() < 0.7
        needed = (2 if self.box.players == 3 else 1) * self.box.players
        if sum(self.box.cast[character] for character in Character if self.box.core[character]) < needed:
            for character in Character:
                self.box.core[character] = self.table["core"][word(character)] = True

    def people(self) -> None:
        """Characters at random."""
        for character in Character:
            if self.rng.random() < 0.6:
                self.say("characters", character, wounds=self.rng.randint(1, 3), ability=self.rng.choice(list(Ability)),
                         aim=self.rng.choice(list(Aim)), craving=self.rng.choice(list(Craving)),
                         company=self.rng.randint(1, self.box.players))

    def equip(self) -> None:
        """Equipment at random: how much of it there is, and what it does."""
        most = self.rng.choice((1, 2, 5))
        for card in CARDS:
            self.count("equipment", card, self.rng.randint(0, most))
            if self.rng.random() < 0.4:
                heals, cures = self.rng.choice((0, 0, 1, 2)), self.rng.random() < 0.2
                self.say("sheets", card, weapons=self.rng.randint(0 if heals or cures else 1, 3), tool=self.rng.random() < 0.3,
                         rope=self.rng.random() < 0.3, light=self.rng.random() < 0.3, breaks=self.rng.random() < 0.4,
                         heals=heals, cures=cures, pet=self.rng.random() < 0.15)
        for gun in (Item.REVOLVER, Item.SHOTGUN):
            if self.rng.random() < 0.6:
                self.box.ammo[gun] = self.table["ammo"][word(gun)] = self.rng.randint(0, 3)

    def happen(self) -> None:
        """Events at random, as editions may have them; one of them is neither secret nor a Hideout."""
        for event in Event:
            self.count("events", event, self.rng.randint(0, 2))
            if self.rng.random() < 0.5:
                self.say("says", event, **self.told())
        plain = self.rng.choice(list(Event))
        self.count("events", plain, 2)
        self.say("says", plain, kind=Kind.CALL, whom=self.rng.choice(list(Whom)), asks=Keyword.WEAPON, needs=2, secret=False,
                 stays=False, zombies=True, first=Effect.NOTHING, second=Effect.WOUND)

    def told(self) -> dict[str, Any]:
        """What an Event says."""
        rng = self.rng
        kind, whom, asks = rng.choice((*Kind, Kind.CALL)), rng.choice(list(Whom)), rng.choice((*Keyword, *[Keyword.WEAPON] * 4))
        if whom == Whom.GROUP and kind != Kind.CALL:
            whom = Whom.EVERYBODY
        effects = [effect for effect in Effect if whom == Whom.DRAWER or effect not in OF_THE_TABLE]
        first, second = rng.choice(effects), rng.choice((*effects, Effect.WOUND, Effect.WOUND))
        secret = kind == Kind.EFFECT and whom == Whom.DRAWER and rng.random() < 0.6
        stays = secret and rng.random() < 0.6
        once = (*OF_THE_TABLE, Effect.QUIRK, Effect.SHOW, Effect.BITE)
        return {"kind": kind, "whom": whom, "asks": asks, "needs": rng.randint(1, 4), "alone": rng.random() < 0.3,
                "zombies": asks == Keyword.WEAPON and rng.random() < 0.7, "secret": secret, "stays": stays,
                "first": first, "second": second, "number": 1 if first in once or second in once else rng.randint(1, 3),
                "shelter": rng.randint(0, 3), "quirk": rng.choice(list(Quirk))}

    def haunt(self) -> None:
        """Zombie cards at random."""
        most = self.rng.choice((1, 3, 6))
        for horror in Horror:
            self.count("zombies", horror, self.rng.randint(0, most))
            if self.rng.random() < 0.5:
                self.say("horrors", horror, act=self.rng.choice(list(Act)), number=self.rng.randint(1, 3),
                         heads=self.rng.random() < 0.5)


def editions(rng: Random) -> tuple[Any, dict[str, Any]]:
    """An edition for 3, 4, 5, 6 or 8 players, at times with new players, other numbers, and cards at random."""
    players = rng.choice((3, 3, 4, 4, 5, 6, 8))
    name = "illustrative" if players == 4 else f"illustrative-{players}"
    made = Editions(rng, "tiny" if rng.random() < 0.1 else name)
    made.number("wounds", rng.choice((1, 1, 1, 2, 3)))
    made.number("rounds", rng.randint(1, 5 if made.box.players < 6 else 3))
    made.number("start", rng.choice((0, 1, 1, 2, 3, 5)))
    if rng.random() < 0.5:
        made.people()
    if rng.random() < 0.4:
        made.newcomers()
    if rng.random() < 0.4:
        made.equip()
    if rng.random() < 0.5:
        made.happen()
    if rng.random() < 0.4:
        made.haunt()
    if rng.random() < 0.5:
        for key, most in (("turning", 5), ("early", 3), ("rising", 4)):
            made.number(key, rng.randint(0, most))
        made.number("limit", rng.randint(1, 5))
        made.box.bite = made.table["bite"] = rng.random() < 0.5
    if rng.random() < 0.6:  # many die
        for event in (Event.CALM, Event.WINDFALL, Event.REST):
            made.count("events", event, 0)
        for event in (Event.BRAWL, Event.ACCIDENT, Event.LONE_FIGHT, Event.MIRACLE):
            made.count("events", event, made.box.events[event] + 3)
        if rng.random() < 0.4:  # at once, one Flip after the other
            made.say("says", Event.ACCIDENT, kind=Kind.FLIP, whom=Whom.EVERYBODY, first=Effect.DIE, second=Effect.NOTHING,
                     secret=False, stays=False)
    if rng.random() < 0.3:  # secret Events lie before many
        made.count("events", Event.STASH, 8)
        made.say("says", Event.STASH, kind=Kind.EFFECT, whom=Whom.DRAWER, secret=True, stays=True)
    return made.box, made.table


OF_WINNING = ("DTD-05", "DTD-06", "DTD-07", "DTD-08", "DTD-09", "DTD-57", "DTD-58")


def readings_for(rng: Random) -> dict[str, str]:
    """Rulings at random, most of them the default ones; those of who wins, which tell at the end only, more often others."""
    share = rng.choice((0.05, 0.2, 0.5))
    return {reading: rng.choice(choices[1:]) for reading, choices in READINGS.items()
            if rng.random() < (0.5 if reading in OF_WINNING else share)}


def play(seed: int, readings: bool = False) -> Followed:
    """One game of both."""
    rng = Random(f"dead 'til dawn {seed}")
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
