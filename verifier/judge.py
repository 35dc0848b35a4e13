"""The reference as the certificate checker sees it: `verifier.certificate.Rules`, with nothing of the search in between."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from verifier.errors import RuleFailed
from verifier.instance import Instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import Scalar
from verifier.lang.values import copied
from verifier.lang.words import Refused
from verifier.run.reference import Applied, DeadEnd, Impossible, Position, RanOut


class Judge:
    """Answers the checker's questions about a scenario by running its rules.

    `played` is every transition that was made up to the first end: once a line was checked, it is that line, and need not be
    replayed to be shown.  With `open_chance` chance may bring what it can, whatever the deal says.
    """

    def __init__(self, instance: Instance, *, open_chance: bool = False) -> None:
        self._is_open = open_chance
        self._instance, self._reference = instance, instance.reference
        self._slots = len(instance.program.slots)
        self._lowest, self._highest = lowest_first(instance), highest_grade(instance)
        self._listed: Position | None = None  # whose legal decisions were tried last, and what they came to
        self._applied: dict[str, Applied] = {}
        self.played: list[Applied] = []

    def key(self, position: Position) -> tuple[int, ...]:
        """The state and the counters of the tapes."""
        return self._reference.key(position)

    def at(self, key: tuple[int, ...]) -> Position:
        """The position of a key; ValueError for one of another length, or out of the ranges of the state."""
        if len(key) != self._slots + len(self._instance.program.tapes):
            raise ValueError(f"{len(key)} integers are no position")
        ranged = zip(self._instance.program.slots, key, strict=False)
        if min(key[self._slots:], default=0) < 0 or not all(slot.low <= cell <= slot.high for slot, cell in ranged):
            raise ValueError("an integer is outside its range")
        return Position(self._instance.program.decode(list(key[:self._slots])), tuple(key[self._slots:]))

    def over(self, position: Position) -> bool:
        """Whether the phase is an end."""
        return self._reference.kind(position) == END

    def grade(self, position: Position) -> tuple[int, ...] | None:
        """The game's grade."""
        return self._instance.grade(position)

    def loses(self, position: Position) -> bool:
        """Whether the first field of the grade, the one that matters most, is at its lowest."""
        grade = self.grade(position)
        return grade is not None and grade[0] == self._lowest

    def bound(self, position: Position) -> tuple[int, ...] | None:
        """The game's bound; for a game that has none the highest grade that its fields can hold, as the search takes it."""
        return self._instance.bound(position) or self._highest

    def legal(self, position: Position) -> list[str]:
        """The legal decisions by their text."""
        self._listed, self._applied = position, {}
        state = copied(position.state)
        legal = []
        for event in self._reference.events(position) if self._reference.kind(position) == DECISION else ():
            try:
                self._applied[event.text] = self._reference.apply(position, event, state)
            except Refused:
                continue  # which leaves the state as it was
            except RuleFailed:
                pass  # legal: deciding on it raises what fails
            legal.append(event.text)
            state = copied(position.state)
        return legal

    def decide(self, position: Position, event: str) -> Position | None:
        """The position after a decision; None when it belongs elsewhere or a clause forbids it."""
        if position is self._listed and event in self._applied:
            return self._made(self._applied[event])
        known = self._instance.program.event_by_text.get(event)
        if known is None or known.rule.kind != "decision" or known.rule.phase != position.state.phase:
            return None
        try:
            applied = self._reference.apply(position, known)
        except Refused:
            return None
        return self._made(applied)

    def automatic(self, position: Position) -> Position | None:
        """What a step or the deal makes of it; None where the deal names nothing, or what cannot happen, or where nothing can."""
        try:
            applied = self._reference.automatic(position)
        except (RanOut, Impossible, DeadEnd):
            return None
        if applied is None:
            return None
        return self._made(applied)

    def seat(self, position: Position) -> str | None:
        """Whose decision is next."""
        events = self._reference.events(position) if self._reference.kind(position) == DECISION else []
        return self._reference.seat(position, events[0].rule) if events else None

    def worth(self, position: Position, seats: Collection[str]) -> tuple[int, ...]:
        """The least of what an end is worth to some seats, by the game's outcome."""
        return min(self._instance.outcome(position, seat) for seat in seats)

    def sees(self, position: Position, seat: str) -> tuple[int, ...]:
        """The state as a seat sees it, by the game's hidden."""
        return self._instance.sees(position, seat)

    def moves(self, position: Position) -> dict[str, Position]:
        """What legal decisions come to, or outcomes of chance if no deal fixes them."""
        if self._reference.kind(position) == DECISION:
            return {event: after for event in self.legal(position) if (after := self.decide(position, event)) is not None}
        if self._reference.kind(position) == CHANCE and self._is_open:
            return {event.text: Position(self._reference.apply(position, event).after.state, position.used)
                    for event, _ in self._reference.outcomes(position)}
        return {}

    def _made(self, applied: Applied) -> Position:
        if not self.played or not self.over(self.played[-1].after):
            self.played.append(applied)
        return applied.after


def lowest_first(instance: Instance) -> int:
    """The lowest value of the grade's first field: the game is lost there."""
    rule = instance.program.game.only("grade")
    return 0 if rule is None or rule.returned_record is None else int(getattr(rule.returned_record.fields[0][1], "low", 0))


Ranges = Mapping[str, tuple[int, int]]


def ranges_of_grade(instance: Instance) -> Ranges:
    """The lowest and the highest value of each field of the grade."""
    rule = instance.program.game.only("grade")
    fields = () if rule is None or rule.returned_record is None else rule.returned_record.fields
    return {name: (kind.low, kind.high) for name, kind in fields if isinstance(kind, Scalar)}


def highest_grade(instance: Instance) -> tuple[int, ...] | None:
    """The grade with every field at the end of its range."""
    rule = instance.program.game.only("grade")
    if rule is None or rule.returned_record is None:
        return None
    return tuple(kind.high for _, kind in rule.returned_record.fields if isinstance(kind, Scalar))
