"""Tables of Survive Until Daylight laid out for tests in one line, and lines played on them.

The line of enemies is written from the left, a letter by type (W Wanderer, R Raider, B Brute, M Monster, S Survivor): a capital
has Fixed Damage and no Combat card, a small letter no Fixed Damage and one Combat card, two of them two.  After it, `2` is the
damage taken, `^` a Spear, `~` removed by a Grenade, `!` has attacked.  Cards are words with counts: `knife gun-ammo*3`.

The component data are the tests' own, so that the editions that ship may change: see `box`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.box import Box, Seat
from daybreak_games.survive_until_daylight.cards import Ammo, Assault, Character, CombatCard, Horde, Rubble, Type
from daybreak_games.survive_until_daylight.state import Enemy, Phase, Table
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting

PROGRAM: Program = load(game)
CODES = dict(zip(("W", "w", "ww", "R", "r", "rr", "B", "b", "bb", "M", "mm", "S"), Horde, strict=True))
GUN, ARROW, NONE = Ammo.GUN_AMMO, Ammo.ARROW, Ammo.NONE
HEALTH = 6  # of every character, unless a test says otherwise
STRIKES = {"W": (1, 0), "R": (1, 0), "B": (2, 0), "M": (3, 0), "w": (0, 1), "r": (0, 1), "b": (0, 1), "ww": (0, 2), "rr": (0, 2),
           "bb": (0, 2), "mm": (0, 2), "S": (0, 0)}  # Fixed Damage and Combat cards
ARMS = {"pillar-weapon": (2, 0, 0, NONE), "psycho-weapon": (3, 0, 0, NONE), "trigger-weapon": (1, 0, 0, GUN),
        "drifter-weapon": (1, 1, 0, NONE), "haggler-weapon": (0, 2, 0, NONE), "hipster-bow": (1, 0, 0, ARROW),
        "knife": (1, 0, 0, NONE), "bat": (0, 0, 2, NONE), "axe": (1, 0, 1, NONE), "pistol": (0, 0, 0, GUN),
        "shotgun": (1, 1, 0, GUN), "rifle": (2, 0, 0, GUN), "bow": (1, 0, 0, ARROW), "crossbow": (0, 0, 1, ARROW)}
# What it adds to the Damage, Splash, an X, Damage to whoever drew it, Loose Rubble.
SHEETS = {"minus-2": (-2, 0, 0, 0, 0), "minus-1": (-1, 0, 0, 0, 0), "zero": (0, 0, 0, 0, 0), "plus-1": (1, 0, 0, 0, 0),
          "plus-2": (2, 0, 0, 0, 0), "plus-3": (3, 0, 0, 0, 0), "reckless": (2, 0, 0, 1, 0), "splash-1": (0, 1, 0, 0, 0),
          "splash-2": (1, 2, 0, 0, 0), "spray": (0, 2, 1, 0, 0), "loose-rubble": (0, 0, 0, 0, 1)}
DECK = "minus-2*2 minus-1*2 zero*4 plus-1*4 plus-2*4 plus-3*4 reckless*4 splash-1*4 splash-2*4 spray*4 loose-rubble*2"


# -- component data -----------------------------------------------------------------------------------------------------------


@cache
def _edition() -> Any:
    return load_edition(game, "printed-and-assumed", Path()).record


@cache
def _own() -> Box:
    edition: Box = copied(_edition())
    for seat, character in zip(Seat, Character, strict=True):
        edition.characters[seat] = character
        edition.boards[character].health = HEALTH
    for word, (damage, splash, cards, ammo) in ARMS.items():
        sheet = edition.weapons[_rubble(word)]
        sheet.damage, sheet.splash, sheet.cards, sheet.ammo = damage, splash, cards, ammo
    for code, (damage, cards) in STRIKES.items():
        edition.horde_sheets[CODES[code]].damage, edition.horde_sheets[CODES[code]].cards = damage, cards
    for word, (damage, splash, crossed, hurts, finds) in SHEETS.items():
        card = edition.combat_sheets[CombatCard(words_of(CombatCard).index(word))]
        card.damage, card.splash, card.crossed, card.hurts, card.finds = damage, splash, bool(crossed), hurts, bool(finds)
    edition.common.clear()
    fill(edition.common, Rubble, " ".join(words_of(Rubble)[Rubble.KNIFE:Rubble.RODENT]))
    for assault, kind in ((Assault.FOURTH, Type.WANDERER), (Assault.FIFTH, Type.RAIDER), (Assault.SIXTH, Type.BRUTE)):
        for each in Type:
            for players in range(6):
                edition.waves[assault][each][players] = int(each == kind)
    return edition


def box(players: int = 3) -> Box:
    """The tests' component data for a number of players, of the test's own to change; each one's character is the next."""
    edition: Box = copied(_own())
    edition.players = players
    return edition


def printed() -> Box:
    """The edition that ships, of which a test is to use only what the rulebook states."""
    edition: Box = copied(_edition())
    return edition


# -- cards in words -----------------------------------------------------------------------------------------------------------


def _rubble(word: str) -> Rubble:
    return Rubble(words_of(Rubble).index(word))


def counted(text: str) -> dict[str, int]:
    """Cards and their numbers: `knife gun-ammo*3`."""
    pairs = (each.split("*") for each in text.split())
    return {word: int(number[0]) if number else 1 for word, *number in pairs}


def fill(bag: Any, kind: Any, text: str) -> None:
    """Put cards into a bag."""
    for word, number in counted(text).items():
        bag[kind(words_of(kind).index(word))] = number


def told(bag: Any, kind: Any) -> str:
    """The cards of a bag, in the order of the kinds."""
    counts = ((word, bag[card]) for card, word in zip(kind, words_of(kind), strict=True))
    return " ".join(f"{word}*{count}".removesuffix("*1") for word, count in counts if count)


def _enemy(text: str) -> Enemy:
    code = text.rstrip("0123456789^~!")
    marks = text[len(code):]
    taken = "".join(each for each in marks if each.isdigit())
    return Enemy(card=CODES[code], damage=int(taken or 0), spears=marks.count("^"), away="~" in marks, acted="!" in marks)


def _code(enemy: Enemy) -> str:
    code = next(code for code, card in CODES.items() if card == enemy.card)
    return f"{code}{enemy.damage or ''}{'^' * enemy.spears}{'~' * enemy.away}"


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
        """The decisions that are legal now."""
        return {event.text for event in self.run.legal(self.position)}

    @property
    def odds(self) -> dict[str, int]:
        """What chance can bring now, with weights."""
        return {event.text: weight for event, weight in self.run.outcomes(self.position)}

    def odds_of(self, rule: str) -> dict[str, int]:
        """What chance can bring now by the first word after the rule's name, with weights added up."""
        sums: dict[str, int] = {}
        for text, weight in self.odds.items():
            name, word, *_ = text.split()
            assert name == rule, text
            sums[word] = sums.get(word, 0) + weight
        return sums

    @property
    def line(self) -> str:
        """The line of enemies."""
        return " ".join(_code(enemy) for enemy in self.state.line)

    @property
    def health(self) -> tuple[int, ...]:
        """The Health of the players."""
        return tuple(person.health for person in self.state.people)[:self.run.setting.edition.players]

    @property
    def events(self) -> list[str]:
        """What happened, in words."""
        return [applied.event.text for applied in self.line_played]

    def hand(self, player: int) -> str:
        """The inventory of a player, without what is in the Backpack."""
        return told(self.state.people[player - 1].items, Rubble)

    def bag(self, name: str) -> str:
        """The Rubble or Combat cards in one of the table's bags."""
        return told(getattr(self.state, name), CombatCard if name in ("combat", "combat_discard", "drawn") else Rubble)

    def play(self, *events: str, until: Phase | None = None) -> Scene:
        """Decisions and outcomes of chance, with all that follows by itself, up to one not given or a phase.

        What is the only thing that can happen need not be given, where more is given or chance decides.
        """
        position, left, line = self.position, list(events), list(self.line_played)
        while position.state.phase != until:
            kind = self.run.kind(position)
            if kind == END:
                break
            may = [event.text for event in self._possible(position)]
            if left and (found := _fitting(may, left[0])):
                text = found
                left.pop(0)
            elif len(may) == 1 and (kind != DECISION or left):
                text = may[0]
            elif left:
                raise AssertionError(f"{left[0]!r} is not in {may[:12]} at {position.state.phase!r}, after {[*map(_text, line)]}")
            else:
                break
            line.append(self.run.apply(position, PROGRAM.event_by_text[text]))
            position = line[-1].after
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
    """The event of that text, or the only one that begins with it."""
    begun = [text for text in may if text.startswith(f"{event} ")]
    return event if event in may else begun[0] if len(begun) == 1 else None


def _text(applied: Applied) -> str:
    return applied.event.text


def reference(edition: Box | None = None, **rulings: str) -> Reference:
    """The reference under the default rulings but for those named `SUD_39="shield-holder"`."""
    chosen = {**PROGRAM.default_rulings, **{id_.replace("_", "-"): choice for id_, choice in rulings.items()}}
    return Reference(PROGRAM, Setting(chosen, edition or box(), ()))


def set_up(edition: Box | None = None, **rulings: str) -> Scene:
    """The table after the set-up, where the first common weapon is chosen."""
    run = reference(edition, **rulings)
    return Scene(run, run.set_up())


def table(line: str = "", *hands: str, players: int = 3, edition: Box | None = None, phase: Phase = Phase.TURN, turn: int = 1,
          wave: int | None = 1, packed: str = "", unseen: str = "junk*20", discard: str = "", combat: str = DECK,
          combat_discard: str = "", drawn: str = "", found: str = "", **rest: Any) -> Scene:
    """A table in Round 1: the line of enemies, the players' cards, and other fields; players are numbered from 1.

    `health`, `barricades_of`, `traps_of` are by player; `started` names starting weapons (whoever holds them); rulings are named
    `SUD_39="shield-holder"`.  It is a player's Combat turn with one action left, unless it is said otherwise.
    """
    rulings = {name: rest.pop(name) for name in [*rest] if name.startswith("SUD_")}
    edition = edition or box(players)
    state = Table()
    state.phase, state.round, state.turn, state.revealed = phase, 1, Seat(turn - 1), True
    state.wave = None if wave is None else Seat(wave - 1)
    state.drew = Seat((wave or 1) - 1)
    state.actions = 1 if phase == Phase.TURN else 0
    _people(state, edition, hands, rest)
    for bag, text in ((state.packed, packed), (state.unseen, unseen), (state.discard, discard)):
        fill(bag, Rubble, text)
    state.active = min(5, state.unseen.total)
    for bag, text in ((state.combat, combat), (state.combat_discard, combat_discard), (state.drawn, drawn)):
        fill(bag, CombatCard, text)
    for each in line.split():
        state.line.put_bottom(_enemy(each))
    for card in Horde:
        state.horde[card] = 4
    for assault in Assault:
        state.assaults[assault] = True
    if found:
        state.found = _rubble(found)
    for field, value in rest.items():
        setattr(state, field, value)
    run = reference(edition, **rulings)
    return Scene(run, run.position(state))


def _people(state: Table, edition: Box, hands: tuple[str, ...], rest: dict[str, Any]) -> None:
    health, started = rest.pop("health", (HEALTH,) * 6), rest.pop("started", "").split()
    barricades, traps = rest.pop("barricades_of", {}), rest.pop("traps_of", {})
    for seat in range(edition.players):
        person = state.people[seat]
        person.health = health[seat]
        fill(person.items, Rubble, hands[seat] if seat < len(hands) else "")
        for weapon in started:
            person.started[_rubble(weapon)] = weapon in counted(hands[seat] if seat < len(hands) else "")
        person.barricades, person.traps = barricades.get(seat + 1, 0), traps.get(seat + 1, 0)
    state.barricades, state.traps, state.spears, state.grenades = 6 - sum(barricades.values()), 6 - sum(traps.values()), 3, 6


def can(scene: Scene, rule: str) -> set[str]:
    """What of one rule is legal: the texts without its name, or the name where that is all."""
    return {event.removeprefix(f"{rule} ") for event in scene.legal if event == rule or event.startswith(f"{rule} ")}


def attack(weapon: str, at: int = 0, *cards: str, ammo: int = 0, apply: str = "none") -> list[str]:
    """The events of an attack: with Ammo, the Combat cards drawn, and the one applied (the only one, if it is not said)."""
    applied = cards[0] if len(cards) == 1 and apply == "none" else apply
    return [f"attack {weapon}", f"aim {at}", *([f"load {ammo}"] if ammo else []), *(f"draw-combat {card}" for card in cards),
            "apply-none" if applied == "none" else f"apply {applied}"]


def onslaught(line: str, *hands: str, draws: str = "", players: int = 3, until: Phase | None = None, then: tuple[str, ...] = (),
              **rest: Any) -> Scene:
    """The enemies attack: all players have had their turns; the Combat cards drawn, then other events."""
    rest.setdefault("turn", players)
    last = table(line, *hands, players=players, turns=players - 1, **rest)
    return last.play("end-turn", *(f"draw-combat {card}" for card in draws.split()), *then, until=until)


def searching(active: str = "junk*20", *hands: str, number: int = 5, line: str = "", **rest: Any) -> Scene:
    """A player is to search: what the Rubble cards that nobody has seen are, and how many lie in the Active Rubble pile."""
    rest.setdefault("revealed", False)
    rest.setdefault("phase", Phase.SEARCH)
    return table(line, *hands, unseen=active, wave=None, **{"active": number, **rest})


def waved(line: str = "", *hands: str, **rest: Any) -> Scene:
    """A player has drawn the WAVE! card, and the enemies are known."""
    return table(line, *hands, **{"phase": Phase.WAVE, **rest})


def trading(*hands: str, line: str = "", **rest: Any) -> Scene:
    """The Trade phase."""
    return table(line, *hands, **{"phase": Phase.TRADE, **rest})


def types(edition: Box, card: Assault, players: int) -> tuple[int, ...]:
    """How many Wanderers, Raiders, Brutes, Monsters and Survivors an Assault card brings."""
    return tuple(edition.waves[card][kind][players - 1] for kind in Type)
