"""Drives the model of Dead 'til Dawn and its naive twin with the same draws and decisions, and compares what both know.

How both are led through a game is told in `pairing`.  `KINDS` tells which phase of the model is which question of the twin;
`option` writes the model's events as the twin writes its answers; `model_view` and `twin_view` say what lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

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
from tests.agreement.pairing import Games, Option, Pair, View, some_readings
from verifier.lang import events as language
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Reference

PROGRAM: Program = load(game)
FOLDER = Path(__file__).parents[2] / "models" / "daybreak_games" / "dead_til_dawn"
WORDS: dict[type, list[str]] = {kind: list(words_of(kind)) for kind in (
    Seat, Character, Ability, Aim, Craving, Item, Keyword, Event, Kind, Whom, Effect, Quirk, Horror, Act)}
ONCE = (Ability.HERO, Ability.MEDIC)


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


class DeadTilDawn(Pair):
    """A game of both."""

    program, twin_type = PROGRAM, Twin
    weights: ClassVar[Mapping[str, float]] = {
        "done": 3.0, "give": 0.6, "show": 0.5, "cure": 2.0, "pass": 0.4, "stay": 0.4, "let-go": 0.6, "rest": 0.3, "rise": 2.0}
    counted = 0  # turns of the round that were over when this one began

    def option(self, rule: str, values: tuple[Any, ...]) -> Option:
        """An event of the model as the twin writes the answer."""
        return option(rule, values)

    def question(self, event: language.Event) -> tuple[str, str | None]:
        """What the model asks, and of whom."""
        return KINDS[self.position.state.phase], self.reference.seat(self.position, event.rule)

    def fire(self, event: language.Event) -> None:
        """The model goes on; a turn may begin."""
        super().fire(event)
        if self.position.state.stage == Stage.BEFORE:
            self.counted = self.position.state.turns

    def decide(self, options: list[Option]) -> Option:
        """A random decision; nobody plays far beyond what matters, for the model counts up to a number only."""
        people = self.position.state.people
        if max(attack.has for person in people for attack in person.attacks) > WEAPONS_MOST - 10 and ("pass",) in options:
            return ("pass",)
        return super().decide(options)

    def views(self) -> tuple[View, View]:
        """What lies on both tables."""
        state = self.position.state
        told = model_view(self.reference, state, self.box, self.counted)
        if state.phase in (Phase.TRADE, Phase.CONSENT):
            told["attacks"] = {}  # the twin begins an ambush when trade is over (DTD-15)
        return told, twin_view(self.twin, self.box)

    def same_end(self) -> str:
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
        return "dawn" if self.twin.dawn else "all dead"


# -- games --------------------------------------------------------------------------------------------------------------------


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
    return some_readings(rng, READINGS, (0.05, 0.2, 0.5), OF_WINNING)


GAMES = Games("dead 'til dawn", editions, readings_for, lambda *start: DeadTilDawn(*start).play())
play, play_many = GAMES.play, GAMES.play_many
