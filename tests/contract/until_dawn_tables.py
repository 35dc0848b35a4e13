"""Tables of Until Dawn laid out for tests in one line, and lines played on them.

A table is its four entrances, the front door first: `=` is a barricade, a letter a zombie by its colour (R Scratcher,
B Sneaker, G Screamer; `+` draws again, `!` attacks), the top of the stack first, and `XB` an entrance that a Sneaker
breached.  Other cards are br, bg, bb (bites by colour) and cw, cc (movement).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import frozen

from daybreak_games.until_dawn.state import Card, Night, Phase
from tests.agreement.until_dawn_starts import instance
from verifier.instance import Instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.run.reference import Position

CODES = ("R", "R+", "B", "B+", "G", "G+", "br", "br+", "bg", "bg+", "bb", "bb+", "cw", "cw+", "cc", "cc+")
WORDS = dict(zip(CODES, words_of(Card), strict=True))
DEFAULT_PILE = "R B G"


def words(codes: str) -> list[str]:
    """Cards as scenarios write them."""
    return [WORDS[code.removesuffix("!")] + "!" * code.endswith("!") for code in codes.split()]


def counted(codes: str) -> dict[str, int]:
    """A bag of cards as scenarios write it."""
    return {word: words(codes).count(word) for word in words(codes)}


def codes_of(bag: Any) -> str:
    """The cards of a bag in the order of the kinds."""
    return " ".join(code for card, code in zip(Card, CODES, strict=True) for _ in range(bag[card]))


def entrances(line: str) -> list[dict[str, Any]]:
    """The entrances of a table in one line."""
    return [_entrance(each.split()) for each in line.split("|")]


def _entrance(parts: list[str]) -> dict[str, Any]:
    if parts and parts[0][0] == "X":
        return {"breached_by": WORDS[parts[0][1:]]}
    bars = parts.pop(0) if parts and parts[0][0] == "=" else ""
    return {"barricades": len(bars), "stack": words(" ".join(parts))}


def shown(night: Night) -> str:
    """The entrances in one line, as they are laid out."""
    told = []
    for door in night.entrances:
        stack = [CODES[zombie.card] + "!" * zombie.attacking for zombie in door.stack]
        cover = [] if door.breached_by is None else ["X" + CODES[door.breached_by]]
        told.append(" ".join([*cover, *(["=" * door.barricades] if door.barricades else []), *stack]))
    return " | ".join(told)


def same(one: str, other: str) -> bool:
    """Whether two lines show the same table, whatever their blanks."""
    return [each.split() for each in one.split("|")] == [each.split() for each in other.split("|")]


@frozen
class Table:
    """A table in play: where it stands, and what was told on the way."""

    start: Instance
    position: Position
    told: tuple[str, ...] = ()

    @property
    def night(self) -> Night:
        """Everything on the table."""
        night: Night = self.position.state
        return night

    @property
    def legal(self) -> set[str]:
        """The decisions that are legal now."""
        return {event.text for event in self.start.reference.legal(self.position)}

    @property
    def odds(self) -> dict[str, int]:
        """What chance can bring now, with weights."""
        return {event.text: weight for event, weight in self.start.reference.outcomes(self.position)}

    @property
    def grade(self) -> tuple[int, ...]:
        """What a finished game is worth."""
        grade = self.start.grade(self.position)
        assert grade is not None
        return grade

    def shows(self, line: str) -> bool:
        """Whether the entrances look like this."""
        assert same(shown(self.night), line), f"{shown(self.night)}, not {line}"
        return True

    def count(self, start: str) -> int:
        """How many events began with this."""
        return sum(text.startswith(start) for text in self.told)

    def play(self, *decisions: str, until: tuple[Phase, ...] = (), rounds: int = 0) -> Table:
        """Decisions and all that follows by itself, up to a decision that is not given, a phase, a round of the assault."""
        position, left, told, reference = self.position, list(decisions), list(self.told), self.start.reference
        while position.state.phase not in until and not 0 < rounds <= position.state.assault:
            kind = reference.kind(position)
            if kind == END or (kind == DECISION and not left):
                break
            if kind == DECISION:
                event = self.start.program.event_by_text[left.pop(0)]
                assert reference.forbidden_by(position, event) is None, f"{event.text} is not legal: {shown(position.state)}"
            else:
                event = reference.dealt(position) if kind == CHANCE else reference.events(position)[0]
            position = reference.apply(position, event).after
            told.append(event.text)
        assert not left, f"left over: {left}"
        return Table(self.start, position, tuple(told))


@cache
def table(line: str = " | | | ", *, deck: str = "", pulled: str = "", pile: str = DEFAULT_PILE, left: str | None = None,
          rest: str = "discard", time: int = 5, zombie_time: int = 4, **fields: Any) -> Table:
    """A table on which one action was taken: the next cards of the deck, those pulled from the bite pile, and other fields.

    With `left` the deck has these cards only, and all that lies nowhere else is in `rest`.
    """
    start: dict[str, Any] = {"time": time, "zombie_time": zombie_time, "entrances": entrances(line)}
    start |= {"bite_pile": counted(pile)} | fields
    if left is not None:
        others = counted(codes_of(table(line, pile=pile, **fields).night.deck))
        start |= {"deck": counted(left), rest: start.get(rest, {}) | {
            word: count - counted(left).get(word, 0) + start.get(rest, {}).get(word, 0) for word, count in others.items()}}
    tapes = {"deck": words(deck), "bite-pile": words(pulled)}
    made = instance(start, seed=1, deal={name: cards for name, cards in tapes.items() if cards})
    return Table(made, made.start)


def after_attacks(line: str, howls: str = "", **fields: Any) -> Table:
    """A table after the attacks of a zombie turn, before any card; `howls` are the cards that howls draw."""
    return table(line, deck=howls, **fields).play("end-turn", until=(Phase.ADVANCE,))


def drawing(line: str, deck: str, **fields: Any) -> Table:
    """A table with the cards that the last chain of a zombie turn draws."""
    return table(line, deck=deck, **({"phase": "draw", "zombie_time": 5} | fields)).play()


def assault(line: str, howls: str = "", **fields: Any) -> Table:
    """A table at the beginning of the final assault."""
    return table(line, deck=howls, phase="turn-all", time=20, zombie_time=20, assault=1, **fields)
