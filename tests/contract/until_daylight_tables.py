"""Tables of Until Daylight laid out for tests in one line, and lines played on them.

The areas are written clockwise from player 1, with `|` between them, each from the left, a letter by card (W Wanderer, R Raider,
B Brute, M Monster, S Survivor): `W R | | B S`.  A roll of dice is a letter by die, in any order: `XBBH` is an X, two bodies and a
head.  Cards are words with counts: `gun gun-ammo*3`.  Players are numbered from 1.

The component data are the tests' own, so that the editions that ship may change: see `box`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import TICKS, Box, Seat
from daybreak_games.until_daylight.cards import Advantage, Ammo, Character, Drawback, Feat, Horde, Objective, Rubble
from daybreak_games.until_daylight.state import Moment, Phase, Standing, Table
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.broken import broken_in
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
CODES = "WRBMS"
NONE, GUN_AMMO, ARROW = Ammo.NONE, Ammo.GUN_AMMO, Ammo.ARROW
HEALTH = 6  # of every character, unless a test says otherwise
LEVEL = 20  # of every Objective: out of reach
# Tables of Round 1 may have more Horde cards, and fewer in the pile, than waves bring.
CROWDED = ("waves_are_as_large_as_they_may_be", "the_pile_lasts_for_few")
# Dice, Ammo, noise, whether it stays after an attack.
ARMS = {"gun": (0, GUN_AMMO, True, True), "bow": (0, ARROW, False, True), "machete": (2, NONE, False, True),
        "chainsaw": (3, NONE, False, True), "crowbar": (1, NONE, False, True), "hammer": (4, NONE, False, True),
        "pistol": (0, GUN_AMMO, True, True), "axe": (6, NONE, False, True), "longbow": (0, ARROW, False, True)}


# -- component data -----------------------------------------------------------------------------------------------------------


@cache
def _edition() -> Any:
    return load_edition(game, "printed-and-assumed", Path()).record


@cache
def _own() -> Box:
    edition: Box = copied(_edition())
    for seat, character in zip(Seat, Character, strict=True):
        edition.characters[seat] = character
        sheet = edition.boards[character]
        sheet.health, sheet.advantage, sheet.drawback = HEALTH, Advantage.NONE, Drawback.NONE
    for word, (dice, ammo, noisy, kept) in ARMS.items():
        arm = edition.weapons[rubble(word)]
        arm.dice, arm.ammo, arm.noisy, arm.kept = dice, ammo, noisy, kept
    for objective in Objective:
        card = edition.objectives[objective]
        card.feat, card.number, card.points = Feat.WANDERERS, LEVEL, 1
    edition.secondary.clear()
    for tick in range(TICKS):
        edition.gong[tick] = 1
    return edition


def box(players: int = 3) -> Box:
    """The tests' component data for a number of players, of the test's own to change."""
    edition: Box = copied(_own())
    edition.players = players
    return edition


def printed() -> Box:
    """The edition that ships, of which a test is to use only what the rulebook states."""
    edition: Box = copied(_edition())
    return edition


# -- in words -----------------------------------------------------------------------------------------------------------------


def rubble(word: str) -> Rubble:
    """The Rubble card of that name."""
    return Rubble(words_of(Rubble).index(word))


def counted(text: str) -> dict[str, int]:
    """Cards and their numbers: `gun gun-ammo*3`."""
    pairs = (each.split("*") for each in text.split())
    return {word: int(number[0]) if number else 1 for word, *number in pairs}


def fill(bag: Any, text: str) -> None:
    """Put Rubble cards into a bag."""
    for word, number in counted(text).items():
        bag[rubble(word)] = number


def told(bag: Any) -> str:
    """The Rubble cards of a bag, in the order of the kinds."""
    counts = ((word, bag[card]) for card, word in zip(Rubble, words_of(Rubble), strict=True))
    return " ".join(f"{word}*{count}".removesuffix("*1") for word, count in counts if count)


def fill_horde(bag: Any, text: str) -> None:
    """Put Horde cards into a bag: `W*3 S`."""
    for code, number in counted(text).items():
        bag[Horde(CODES.index(code))] = number


def told_horde(bag: Any) -> str:
    """The Horde cards of a bag."""
    return " ".join(f"{CODES[card]}*{bag[card]}".removesuffix("*1") for card in Horde if bag[card])


def shown(letters: str) -> str:
    """What dice show, as events have it: `XBBH` is `1 head 2 body 1 miss`."""
    counts = ((word, letters.count(letter)) for letter, word in (("H", "head"), ("B", "body"), ("X", "miss")))
    return " ".join(f"{count} {word}" for word, count in counts if count)


# -- tables -------------------------------------------------------------------------------------------------------------------


@frozen
class Scene:
    """A table in play, and the transitions on the way."""

    run: Reference
    position: Position
    line_played: tuple[Applied, ...] = ()

    @property
    def state(self) -> Table:
        """Everything on the table."""
        state: Table = self.position.state
        return state

    @property
    def phase(self) -> Phase:
        """What happens next."""
        return self.state.phase

    @property
    def legal(self) -> set[str]:
        """The decisions that are legal."""
        return {event.text for event in self.run.legal(self.position)} if self.run.kind(self.position) == DECISION else set()

    @property
    def odds(self) -> dict[str, int]:
        """What chance can bring, with weights."""
        return {event.text: weight for event, weight in self.run.outcomes(self.position)}

    @property
    def health(self) -> tuple[int, ...]:
        """The Health of the players."""
        return tuple(person.health for person in self.state.people)[:self.run.setting.edition.players]

    @property
    def events(self) -> list[str]:
        """What happened, in words."""
        return [applied.event.text for applied in self.line_played]

    @property
    def clauses(self) -> set[str]:
        """The clauses on the way."""
        return {clause for applied in self.line_played for clause in applied.clauses}

    @property
    def areas(self) -> str:
        """The Horde cards of all areas, written as `table` reads them."""
        areas = ["".join(f"{CODES[each.card]} " for each in self.state.line if each.area == seat).strip() for seat in Seat]
        return " | ".join(areas[:self.run.setting.edition.players])

    @property
    def holder(self) -> int | None:
        """The player with the Leader token."""
        return None if self.state.leader is None else self.state.leader + 1

    def area(self, player: int) -> str:
        """The Horde cards before a player."""
        return " ".join(CODES[each.card] for each in self.state.line if each.area == player - 1)

    def hand(self, player: int) -> str:
        """The inventory of a player."""
        return told(self.state.people[player - 1].items)

    def bag(self, name: str) -> str:
        """The Rubble or Horde cards in one of the table's bags."""
        bag = getattr(self.state, name)
        return told_horde(bag) if name in ("horde", "horde_discard") else told(bag)

    def tokens(self, player: int) -> tuple[int, int]:
        """The Traps and Barricades of a player."""
        return self.state.people[player - 1].traps, self.state.people[player - 1].barricades

    def play(self, *events: str, until: Phase | None = None) -> Scene:
        """Decisions and outcomes of chance, with all that follows by itself, up to one not given or a phase.

        What is the only thing that can happen need not be given, where more is given or chance decides; nor need a gong that does
        not come.  A roll of dice may be given as letters, `XBH`.
        """
        position, left, line = self.position, list(events), list(self.line_played)
        while left or position.state.phase != until:
            kind = self.run.kind(position)
            if kind == END:
                break
            may = [event.text for event in self._possible(position)]
            if left and (found := _fitting(may, left[0])):
                text = found
                left.pop(0)
            elif len(may) == 1 and (kind != DECISION or left):
                text = may[0]
            elif "listen no" in may:
                text = "listen no"
            elif left:
                raise AssertionError(f"{left[0]!r} is not in {may[:12]} at {position.state.phase!r}, after {[*map(_text, line)]}")
            else:
                break
            line.append(self.run.apply(position, PROGRAM.event_by_text[text]))
            position = line[-1].after
        wrong = [str(each) for each in broken_in(self.run, position, CROWDED)]
        assert not wrong, f"{wrong} after {[*map(_text, line)]}"
        assert not left, f"{left} left in {position.state.phase!r}"
        return evolve(self, position=position, line_played=tuple(line))

    def _possible(self, position: Position) -> list[Any]:
        kind = self.run.kind(position)
        if kind == DECISION:
            return self.run.legal(position)
        if kind == CHANCE:
            return [event for event, _ in self.run.outcomes(position)]
        return self.run.events(position)


def _fitting(may: list[str], event: str) -> str | None:
    """The event of that text, the roll of those letters, or the only event that begins with it."""
    if event.strip("XBH") == "":
        return next((text for text in may if text in (f"show {shown(event)}", f"show-enemies {shown(event)}")), None)
    begun = [text for text in may if text.startswith(f"{event} ")]
    return event if event in may else begun[0] if len(begun) == 1 else None


def _text(applied: Applied) -> str:
    return applied.event.text


def reference(edition: Box | None = None, **rulings: str) -> Reference:
    """The reference under the default rulings but for those named `UDL_39="..."`."""
    chosen = {**PROGRAM.default_rulings, **{id_.replace("_", "-"): choice for id_, choice in rulings.items()}}
    return Reference(PROGRAM, Setting(chosen, edition or box(), ()))


def set_up(edition: Box | None = None, **rulings: str) -> Scene:
    """The table after the set-up."""
    run = reference(edition, **rulings)
    return Scene(run, run.set_up())


def table(areas: str = "", *hands: str, players: int = 3, edition: Box | None = None, phase: Phase = Phase.ACT, turn: int = 1,
          active: int = 1, piles: str = "nails*20", discard: str = "", horde: str = "W*20", horde_discard: str = "",
          **rest: Any) -> Scene:
    """A table in Round 1: the areas, the players' cards, and other fields; players are numbered from 1.

    `health`, `barricades_of`, `traps_of`, `monsters_of`, `saved_of` are by player; `leader` is a player; rulings are named
    `UDL_39="..."`.  It is a player's turn in combat with one action left, unless it is said otherwise.
    """
    rulings = {name: rest.pop(name) for name in [*rest] if name.startswith("UDL_")}
    edition = edition or box(players)
    state = Table()
    state.phase, state.round, state.turn, state.active = phase, 1, Seat(turn - 1), Seat(active - 1)
    state.turns = (turn - active) % players
    state.actions = 1 if phase in (Phase.ACT, Phase.TICK) and state.moment == 0 else 0
    _people(state, edition, hands, rest)
    for bag, text in ((state.rubble, piles), (state.discard, discard)):
        fill(bag, text)
    for bag, text in ((state.horde, horde), (state.horde_discard, horde_discard)):
        fill_horde(bag, text)
    for seat, cards in enumerate(areas.split("|")):
        for code in cards.split():
            state.line.put_bottom(Standing(card=Horde(CODES.index(code)), area=Seat(seat)))
    leader = rest.pop("leader", None)
    state.leader = None if leader is None else Seat(leader - 1)
    for field, value in rest.items():
        setattr(state, field, value)
    _count(state, edition)
    run = reference(edition, **rulings)
    position = run.position(state)
    wrong = [str(each) for each in broken_in(run, position, CROWDED)]
    assert not wrong, wrong
    return Scene(run, position)


def _people(state: Table, edition: Box, hands: tuple[str, ...], rest: dict[str, Any]) -> None:
    health = rest.pop("health", (HEALTH,) * 6)
    of = {name: rest.pop(f"{name}_of", {}) for name in ("barricades", "traps", "monsters", "saved")}
    for seat in range(edition.players):
        person = state.people[seat]
        person.health = health[seat]
        fill(person.items, hands[seat] if seat < len(hands) else "")
        for name, by_player in of.items():
            setattr(person, name, by_player.get(seat + 1, 0))
    state.ever_saved = bool(of["saved"])
    state.barricades = edition.barricades - sum(of["barricades"].values())
    state.traps = edition.traps - sum(of["traps"].values())


def _count(state: Table, edition: Box) -> None:
    """Let the edition have the cards that are on the table."""
    people = list(state.people)
    for card in Rubble:
        held = sum(person.items[card] for person in people)
        edition.rubble[card] = held + state.rubble[card] + state.discard[card] + state.used[card] + int(state.event == card)
    for kind in Horde:
        kept = {Horde.MONSTER: "monsters", Horde.SURVIVOR: "saved"}.get(kind)
        beside = sum(getattr(person, kept) for person in people) if kept else 0
        lying = sum(each.card == kind for each in state.line)
        edition.horde[kind] = beside + lying + state.horde[kind] + state.horde_discard[kind]


def can(scene: Scene, rule: str) -> set[str]:
    """What of one rule is legal: the texts without its name, or the name where that is all."""
    return {event.removeprefix(f"{rule} ") for event in scene.legal if event == rule or event.startswith(f"{rule} ")}


def attack(weapon: str, roll: str, *hits: str, area: int = 1, ammo: int = 0) -> list[str]:
    """The events of an attack without further cards: weapon, area, Ammo, the roll, which stands, and the dice assigned.

    A hit is `B` or `H`, the sign that goes to the front enemy, or any other event in its place.
    """
    words = {"B": "hit body", "H": "hit head"}
    return [f"attack {weapon}", f"aim player-{area}", *([f"load {ammo}"] if ammo else []), "roll", roll, "stand",
            *(words.get(hit, hit) for hit in hits)]


def searching(*hands: str, areas: str = "", **rest: Any) -> Scene:
    """A turn in the Search, in which the gong has not come yet."""
    rest.setdefault("tick", 1)
    return table(areas, *hands, **{"searching": True, "moment": Moment.BEFORE, "active": 1, "turns": 0, **rest})


def caught(*hands: str, areas: str = "", turn: int = 1, **rest: Any) -> Scene:
    """The gong has just come before a player acted: the Die of Fate is to be rolled."""
    return searching(*hands, areas=areas, turn=turn, **{"phase": Phase.TICK, "tick": 0, **rest}).play("listen yes")


def onslaught(areas: str, *hands: str, rolls: str = "", players: int = 3, active: int = 1, then: tuple[str, ...] = (),
              until: Phase | None = None, **rest: Any) -> Scene:
    """The enemies attack: the last player does nothing; then come the rolls, and other events."""
    last = (active - 2) % players + 1
    return table(areas, *hands, players=players, active=active, turn=last, **rest).play(
        "pass-on", *rolls.split(), *then, until=until)
