"""Tables of Dead 'til Dawn laid out for tests in one line, and lines played on them.

Players are numbered from 1, to the left.  A hand is words with counts, `bat*2 rope`: Equipment of a Survivor, Zombie cards of a
Zombie player.  An event may say whose it is, `2:play bat player-1 0`; then those who are asked before do nothing.  Heads is
`flip moan`, tails `flip shuffle`.  The component data are the tests' own, so that the editions that ship may change: see `box`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from daybreak_games.dead_til_dawn import game
from daybreak_games.dead_til_dawn.box import Box, Seat
from daybreak_games.dead_til_dawn.cards import (
    AMMO,
    CARDS,
    FRESH,
    LAID_OUT,
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
from daybreak_games.dead_til_dawn.state import Phase, Table
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.broken import broken_in
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
WOUNDS = 3  # kill, unless a test says otherwise
# What is done by who has something to decide and was given nothing.
NOTHING = {Phase.TRADE: "done", Phase.JOIN: "stay-out", Phase.PLAY: "hold", Phase.HAUNT: "lurk", Phase.PROWL: "rest",
           Phase.SAVE: "let-go", Phase.LOOT: "decline", Phase.PICK_UP: "pick-up no", Phase.RECEIVE: "receive moan"}
# Weapons, and whether it is a Tool, a Rope, Light, Breaks, cures, is a Pet; what it heals.
EQUIPMENT = {"bat": (1, "", 0), "bottle": (1, "breaks", 0), "axe": (2, "tool", 0), "torch": (0, "light", 0),
             "toolbox": (0, "tool", 0), "rope": (0, "rope", 0), "bandage": (0, "", 1), "book": (0, "cures", 0),
             "dog": (1, "pet", 0), "carver": (0, "tool rope light breaks", 0), "revolver": (1, "", 0), "shotgun": (2, "", 0)}
W, T, R, L = Keyword.WEAPON, Keyword.TOOL, Keyword.ROPE, Keyword.LIGHT
ONE, ALL, GROUP = Whom.DRAWER, Whom.EVERYBODY, Whom.GROUP
# Kind, whom, keyword, cards needed, effects, other fields.
EVENTS: dict[str, tuple[Kind, Whom, Keyword, int, str, str, dict[str, Any]]] = {
    "calm": (Kind.EFFECT, ONE, W, 0, "nothing", "nothing", {}),
    "lone-fight": (Kind.CALL, ALL, W, 2, "nothing", "wound", {"alone": True, "zombies": True}),
    "brawl": (Kind.CALL, ONE, W, 2, "nothing", "wound", {"zombies": True}),
    "horde": (Kind.CALL, ALL, W, 1, "nothing", "wound", {"zombies": True}),
    "siege": (Kind.CALL, GROUP, W, 4, "nothing", "wound", {"zombies": True}),
    "looters": (Kind.CALL, ONE, W, 1, "nothing", "lose", {"number": 2}),
    "darkness": (Kind.CALL, ONE, L, 1, "nothing", "wound", {}),
    "locked-room": (Kind.CALL, ONE, T, 1, "find", "nothing", {"number": 2}),
    "shaft": (Kind.CALL, ONE, R, 1, "find", "lose", {}),
    "teeth": (Kind.EFFECT, ONE, W, 0, "bite", "nothing", {}),
    "fever": (Kind.FLIP, ALL, W, 0, "nothing", "wound", {}),
    "windfall": (Kind.FLIP, ONE, W, 0, "find", "wound", {"number": 2}),
    "rations": (Kind.VOTE, ALL, W, 0, "lose", "wound", {}),
    "attic": (Kind.HIDEOUT, ONE, W, 0, "nothing", "nothing", {"shelter": 1}),
    "cellar": (Kind.HIDEOUT, ONE, W, 0, "nothing", "nothing", {"shelter": 2}),
    "fire": (Kind.EFFECT, ONE, W, 0, "leave", "nothing", {}),
    "rest": (Kind.EFFECT, ALL, W, 0, "heal", "nothing", {}),
    "madness": (Kind.EFFECT, ONE, W, 0, "quirk", "nothing", {"quirk": Quirk.CLUMSY}),
    "stash": (Kind.EFFECT, ONE, W, 0, "find", "nothing", {"secret": True, "stays": True, "number": 2}),
    "dread": (Kind.EFFECT, ONE, W, 0, "wound", "nothing", {"secret": True}),
    "miracle": (Kind.EFFECT, ONE, W, 0, "rise", "nothing", {}),
    "mix-up": (Kind.EFFECT, ONE, W, 0, "swap", "nothing", {}),
    "unmasked": (Kind.EFFECT, ONE, W, 0, "show", "nothing", {}),
    "accident": (Kind.FLIP, ONE, W, 0, "nothing", "die", {})}
# The Act, its number, and whether it shows heads.
HORRORS = {"moan": (Act.NOTHING, 0, True), "shuffle": (Act.NOTHING, 0, False), "claw": (Act.HARDER, 1, True),
           "pile-on": (Act.HARDER, 2, False), "grasp": (Act.CANCEL, 1, True), "drag": (Act.CANCEL, 1, False),
           "lurk": (Act.AMBUSH, 1, False), "rush": (Act.AMBUSH, 2, True), "gnaw": (Act.BITE, 0, False),
           "hunger": (Act.POWER_UP, 1, True), "rage": (Act.POWER_UP, 1, False), "awakening": (Act.RISE, 0, False)}
DECKS = {"equipment": " ".join(f"{word}*2" for word in EQUIPMENT),
         "events": "calm*20 " + " ".join(f"{word}*3" for word in [*EVENTS][1:]),
         "zombies": "moan*30 " + " ".join(f"{word}*3" for word in [*HORRORS][1:])}

BY_PLAYER = ("wounds", "bites", "kept", "quirk", "powers", "ability", "aim", "craving", "company")


# -- component data -----------------------------------------------------------------------------------------------------------


def named(kind: Any, word: str) -> Any:
    """The value of an enumeration of that name."""
    return kind(words_of(kind).index(word))


@cache
def _own() -> Box:
    edition: Box = copied(load_edition(game, "illustrative", Path()).record)
    for character in Character:
        sheet = edition.characters[character]
        sheet.wounds, sheet.ability, sheet.aim, sheet.craving, sheet.company = WOUNDS, Ability.NONE, Aim.NONE, Craving.NEVER, 1
        edition.cast[character], edition.core[character] = 1, character < Character.COOK
    edition.wounds, edition.bite = WOUNDS, False
    for word, (weapons, marks, heals) in EQUIPMENT.items():
        card = edition.sheets[named(Item, word)]
        card.weapons, card.heals, card.loud = weapons, heals, False
        for mark in ("tool", "rope", "light", "breaks", "cures", "pet"):
            setattr(card, mark, mark in marks.split())
    edition.ammo[Item.REVOLVER], edition.ammo[Item.SHOTGUN] = 3, 0
    for word, (kind, whom, asks, needs, first, second, other) in EVENTS.items():
        says = edition.says[named(Event, word)]
        says.kind, says.whom, says.asks, says.needs = kind, whom, asks, needs
        says.first, says.second = named(Effect, first), named(Effect, second)
        says.alone = says.zombies = says.secret = says.stays = False
        says.number, says.shelter, says.quirk = 1, 0, Quirk.NONE
        for field, value in other.items():
            setattr(says, field, value)
    for word, (act, number, heads) in HORRORS.items():
        horror = edition.horrors[named(Horror, word)]
        horror.act, horror.number, horror.heads = act, number, heads
    return edition


def box(players: int = 4, **says: dict[str, Any]) -> Box:
    """The tests' component data, of the test's own to change; and what Events say instead, `brawl={"needs": 3}`."""
    edition: Box = copied(_own())
    edition.players, edition.rounds = players, {3: 8, 7: 4, 8: 4}.get(players, 5)
    for word, fields in says.items():
        for field, value in fields.items():
            setattr(edition.says[named(Event, word.replace("_", "-"))], field, value)
    return edition


def printed(players: int) -> Box:
    """The edition that ships for a number of players, of which a test is to use only what the rulebook states."""
    edition: Box = copied(load_edition(game, "illustrative" if players == 4 else f"illustrative-{players}", Path()).record)
    return edition


# -- in words -----------------------------------------------------------------------------------------------------------------


def fill(bag: Any, kind: Any, text: str) -> None:
    """Put cards into a bag: `bat*2 rope`."""
    for word, *number in (each.split("*") for each in text.split()):
        bag[named(kind, word)] = int(number[0]) if number else 1


def told(bag: Any, kind: Any = Item) -> str:
    """The cards of a bag, in the order of the kinds."""
    counts = ((word, bag[card]) for card, word in zip(kind, words_of(kind), strict=True))
    return " ".join(f"{word}*{count}".removesuffix("*1") for word, count in counts if count)


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
    def turn(self) -> int:
        """The player whose turn it is."""
        return self.state.turn + 1

    @property
    def legal(self) -> set[str]:
        """The decisions that are legal."""
        return {event.text for event in self.run.legal(self.position)} if self.run.kind(self.position) == DECISION else set()

    @property
    def who(self) -> int | None:
        """The player who is asked."""
        return _who(self.run, self.position)

    @property
    def odds(self) -> dict[str, int]:
        """What chance can bring, with weights."""
        return {event.text: weight for event, weight in self.run.outcomes(self.position)}

    @property
    def wounds(self) -> tuple[int, ...]:
        """The Wounds of the players."""
        return tuple(person.wounds for person in self.state.people)[:self.run.setting.edition.players]

    @property
    def dead(self) -> list[int]:
        """The Zombie players."""
        return [seat + 1 for seat in Seat if self.state.people[seat].zombie]

    @property
    def winners(self) -> list[int]:
        """Who wins, of an ended game."""
        assert self.phase in (Phase.DAWN, Phase.ALL_DEAD)
        rule = PROGRAM.game.only("outcome")
        return [seat + 1 for seat in Seat if seat < self.run.setting.edition.players
                and self.run.said(rule, copied(self.state), seat)]

    @property
    def events(self) -> list[str]:
        """What happened, in words."""
        return [applied.event.text for applied in self.line_played]

    @property
    def said(self) -> list[str]:
        """What happened, with who decided it: `2:hold`."""
        return [_said(self.run, applied) for applied in self.line_played]

    @property
    def clauses(self) -> set[str]:
        """The clauses on the way."""
        return {clause for applied in self.line_played for clause in applied.clauses}

    def hand(self, player: int) -> str:
        """The Equipment of a player, what was used in the Event included."""
        person = self.state.people[player - 1]
        bag = copied(person.items)
        bag.add_all(person.aside)
        return told(bag)

    def horrors(self, player: int) -> str:
        """The Zombie cards in a player's hand."""
        return told(self.state.people[player - 1].hand, Horror)

    def person(self, player: int) -> Any:
        """A player."""
        return self.state.people[player - 1]

    def can(self, rule: str) -> set[str]:
        """What of one rule is legal: the texts without its name, or the name where that is all."""
        return {event.removeprefix(f"{rule} ") for event in self.legal if event == rule or event.startswith(f"{rule} ")}

    def turn_over(self, *events: str) -> Scene:
        """`play` to the end of the turn, the check of hands included, or of the game."""
        return self.play(*events, until=Phase.BEGIN_TURN)

    def play(self, *events: str, until: Phase | None = None) -> Scene:
        """Decisions and outcomes of chance, with all that follows by itself, up to one not given, the next turn or a phase.

        Who is asked and given nothing does nothing (`NOTHING`), where more is given or a phase is to come; Zombie cards that are
        drawn are moans, unless they are given.
        """
        position, left, line = self.position, list(events), list(self.line_played)
        start = len(line)
        while left or until is None or position.state.phase != until or len(line) == start:
            kind = self.run.kind(position)
            if kind == END or not left and until is None and position.state.phase == Phase.BEGIN_TURN and len(line) > start:
                break
            may = [event.text for event in self._possible(position)]
            assert may, f"stuck in {position.state.phase!r} after {[_said(self.run, each) for each in line]}"
            text = self._text(line, kind, may, left, until)
            if text is None:
                break
            line.append(self.run.apply(position, PROGRAM.event_by_text[text]))
            position = line[-1].after
            wrong = _wrong(self.run, line[-1])
            assert not wrong, f"{wrong} after {[_said(self.run, each) for each in line]}"
        wrong = [str(each) for each in broken_in(self.run, position)]
        assert not wrong, f"{wrong} after {[_said(self.run, each) for each in line]}"
        assert not left, f"{left} left in {position.state.phase!r} after {[_said(self.run, each) for each in line]}"
        return evolve(self, position=position, line_played=tuple(line))

    def _text(self, line: list[Applied], kind: int, may: list[str], left: list[str], until: Phase | None) -> str | None:
        position = line[-1].after if line else self.position
        phase = position.state.phase
        if left:
            player, _, event = left[0].rpartition(":")
            if (not player or _who(self.run, position) == int(player)) and (found := _fitting(may, event)):
                left.pop(0)
                return found
        elif until is None and kind in (DECISION, CHANCE) and phase != Phase.RECEIVE:
            return None
        if kind not in (DECISION, CHANCE) or len(may) == 1:
            return may[0]
        if NOTHING.get(phase) in may:
            return NOTHING[phase]
        raise AssertionError(f"{left[:1]} is not in {may[:12]} of {_who(self.run, position)} at {phase!r}, "
                             f"after {[_said(self.run, each) for each in line]}")

    def _possible(self, position: Position) -> list[Any]:
        kind = self.run.kind(position)
        if kind == DECISION:
            return self.run.legal(position)
        if kind == CHANCE:
            return [event for event, _ in self.run.outcomes(position)]
        return self.run.events(position)


def _who(run: Reference, position: Position) -> int | None:
    events = run.events(position)
    seat = run.seat(position, events[0].rule) if events else None
    return None if seat is None else words_of(Seat).index(seat) + 1


def _said(run: Reference, applied: Applied) -> str:
    who = _who(run, applied.before)
    return applied.event.text if who is None else f"{who}:{applied.event.text}"


def _fitting(may: list[str], event: str) -> str | None:
    begun = [text for text in may if text.startswith(f"{event} ")]
    return event if event in may else begun[0] if len(begun) == 1 else None


def _wrong(run: Reference, applied: Applied) -> list[str]:
    """What may never be, between two turns above all."""
    state, edition = applied.after.state, run.setting.edition
    wrong = []
    for seat in Seat:
        was, now = applied.before.state.people[seat], state.people[seat]
        if was.shown and not now.shown:
            wrong.append(f"{seat!r} hides a Character that was shown")
        if applied.event.rule.name in ("cast", "deal"):
            continue
        if was.zombie == now.zombie and now.wounds > was.wounds + (1 if run.setting.rulings["DTD-21"] == "one-wound" else 9):
            wrong.append(f"{seat!r} gets several Wounds at once")
    return wrong + (between_turns(state, edition, run) if state.phase == Phase.BEGIN_TURN else [])


def between_turns(state: Table, edition: Box, run: Reference) -> list[str]:
    """What is wrong with a table on which nothing is open."""
    people = list(state.people)[:edition.players]
    wrong = []
    for seat, person in enumerate(people, 1):
        items = {item: person.items[item] for item in Item if person.items[item]}
        counted = sum(count for item, count in items.items() if not edition.sheets[FRESH[item]].pet)
        twice = run.setting.rulings["DTD-04"] == "twice-everything" and edition.players == 3
        if person.zombie and items or not person.zombie and any(person.hand[each] + person.powers[each] for each in Horror):
            wrong.append(f"player {seat} holds what he may not")
        if not person.zombie and counted > edition.limit * (2 if twice else 1) and run.setting.rulings["DTD-12"] == "everybody":
            wrong.append(f"player {seat} holds too much")
        if any(person.aside[item] for item in Item) or person.hits or person.flips or person.fighting:
            wrong.append(f"something is open for player {seat}")
    for card in CARDS:
        held = sum(person.items[item] for person in people for item in Item if FRESH[item] == card)
        if held + state.equipment[card] + state.equipment_discard[card] != edition.equipment[card]:
            wrong.append(f"{card!r} came or went")
    for event in Event:
        lying = sum(person.kept == event for person in people) + (state.hideout == event)
        if lying + state.events[event] + state.event_discard[event] != edition.events[event]:
            wrong.append(f"{event!r} came or went")
    for horror in Horror:
        held = sum(person.hand[horror] + person.powers[horror] for person in people)
        if held + state.zombies[horror] + state.zombie_discard[horror] != edition.zombies[horror]:
            wrong.append(f"{horror!r} came or went")
    if state.event is not None or any(state.loot[item] for item in Item) or state.dropped is not None or state.gift is not None:
        wrong.append("something is open")
    return wrong


def reference(edition: Box | None = None, **rulings: str) -> Reference:
    """The reference under the default rulings but for those named `DTD_21="..."`."""
    chosen = {**PROGRAM.default_rulings, **{id_.replace("_", "-"): choice for id_, choice in rulings.items()}}
    return Reference(PROGRAM, Setting(chosen, edition or box(), ()))


def set_up(edition: Box | None = None, **rulings: str) -> Scene:
    """The table at the set-up, before anything is dealt."""
    run = reference(edition, **rulings)
    return Scene(run, run.set_up())


def table(*hands: str, players: int = 4, edition: Box | None = None, turn: int = 1, round: int = 1, dead: tuple[int, ...] = (),
          **rest: Any) -> Scene:
    """A table at the start of a player's turn, with the players' cards.

    By player: `wounds`, `bites`, `ability`, `aim`, `craving`, `company`, `kept`, `quirk`, `powers`; decks are `equipment`,
    `events`, `zombies`, discards `equipment_discard` and so on; `hideout`; rulings are named `DTD_21="..."`.
    """
    rulings = {name: rest.pop(name) for name in [*rest] if name.startswith("DTD_")}
    edition = edition or box(players)
    state = Table()
    state.phase, state.round, state.turn, state.turns = Phase.BEGIN_TURN, round, Seat(turn - 1), turn - 1
    of = {name: rest.pop(name, {}) for name in BY_PLAYER}
    for seat in range(edition.players):
        person, player = state.people[seat], seat + 1
        person.characters[0] = Character(seat)
        if edition.players == 3:
            person.characters[1] = Character(seat + 3)
        person.zombie = person.shown = player in dead
        for number in range(2):
            person.spent[number] = person.zombie
        hand, kind = (person.hand, Horror) if person.zombie else (person.items, Item)
        fill(hand, kind, hands[seat] if seat < len(hands) else "")
        fill(person.powers, Horror, of["powers"].get(player, ""))
        person.wounds, person.bites = of["wounds"].get(player, 0), of["bites"].get(player, 0)
        person.kept = named(Event, of["kept"][player]) if player in of["kept"] else None
        person.quirk = named(Quirk, of["quirk"].get(player, "none"))
        for field, kind in (("ability", Ability), ("aim", Aim), ("craving", Craving)):
            for number, word in enumerate(of[field].get(player, "").split()):
                setattr(edition.characters[person.characters[number]], field, named(kind, word))
        edition.characters[Character(seat)].company = of["company"].get(player, 1)
    for deck, kind in (("equipment", Item), ("events", Event), ("zombies", Horror)):
        fill(getattr(state, deck), kind, rest.pop(deck, DECKS[deck]))
        discard = f"{deck.removesuffix('s')}_discard"
        fill(getattr(state, discard), kind, rest.pop(discard, ""))
    for character in Character:
        state.cast[character] = int(character >= edition.players * (2 if edition.players == 3 else 1))
    hideout = rest.pop("hideout", None)
    state.hideout = None if hideout is None else named(Event, hideout)
    for field, value in rest.items():
        setattr(state, field, value)
    _count(state, edition)
    run = reference(edition, **rulings)
    wrong = between_turns(state, edition, run) if not rest else []
    assert not wrong, wrong
    return Scene(run, run.position(state))


def _count(state: Table, edition: Box) -> None:
    """Let the edition have the cards that are on the table."""
    people = list(state.people)
    for card in CARDS:
        held = sum(person.items[item] for person in people for item in Item if FRESH[item] == card)
        edition.equipment[card] = held + state.equipment[card] + state.equipment_discard[card]
    for event in Event:
        lying = sum(person.kept == event for person in people) + (state.hideout == event)
        edition.events[event] = lying + state.events[event] + state.event_discard[event]
    for horror in Horror:
        held = sum(person.hand[horror] + person.powers[horror] for person in people)
        edition.zombies[horror] = held + state.zombies[horror] + state.zombie_discard[horror]


def tokens(scene: Scene, player: int) -> int:
    """The Ammo before a player."""
    person = scene.person(player)
    return sum(AMMO[item] * (person.items[item] + person.aside[item]) for item in LAID_OUT)
