"""The reference as the certificate checker sees it: `verifier.certificate.Rules`, with nothing of the search in between."""

from __future__ import annotations

from verifier.lang.phases import END
from verifier.lang.types import Scalar
from verifier.lang.words import Refused
from verifier.prepared import Prepared
from verifier.run.reference import Applied, Impossible, Position, RanOut


class Judge:
    """Answers the checker's questions about a scenario by running its rules.

    `played` is every transition that was made up to the first end: once a line was checked, it is that line, and need not be
    replayed to be shown.
    """

    def __init__(self, prepared: Prepared) -> None:
        self._prepared, self._reference = prepared, prepared.reference
        self._slots = len(prepared.program.slots)
        self._highest = _highest_grade(prepared)
        self.played: list[Applied] = []

    def key(self, position: Position) -> tuple[int, ...]:
        """The state and the counters of the tapes."""
        return self._reference.key(position)

    def at(self, key: tuple[int, ...]) -> Position:
        """The position of a key; ValueError for one of another length."""
        if len(key) != self._slots + len(self._prepared.program.tapes):
            raise ValueError(f"{len(key)} integers are no position")
        return Position(self._prepared.program.decode(list(key[:self._slots])), tuple(key[self._slots:]))

    def over(self, position: Position) -> bool:
        """Whether the phase is an end."""
        return self._reference.kind(position) == END

    def grade(self, position: Position) -> tuple[int, ...] | None:
        """The game's grade."""
        return self._prepared.grade(position)

    def bound(self, position: Position) -> tuple[int, ...] | None:
        """The game's bound; for a game that has none the highest grade that its fields can hold, as the search takes it."""
        return self._prepared.bound(position) or self._highest

    def legal(self, position: Position) -> list[str]:
        """The legal decisions by their text."""
        return [event.text for event in self._reference.legal(position)]

    def decide(self, position: Position, event: str) -> Position | None:
        """The position after a decision; None when it belongs elsewhere or a clause forbids it."""
        known = self._prepared.program.event_by_text.get(event)
        if known is None or known.rule.kind != "decision" or known.rule.phase != position.state.phase:
            return None
        try:
            applied = self._reference.apply(position, known)
        except Refused:
            return None
        return self._made(applied)

    def automatic(self, position: Position) -> Position | None:
        """What a step or the deal makes of it; None where the deal names nothing, or what cannot happen."""
        try:
            applied = self._reference.automatic(position)
        except (RanOut, Impossible):
            return None
        if applied is None:
            return None
        return self._made(applied)

    def _made(self, applied: Applied) -> Position:
        if not self.played or not self.over(self.played[-1].after):
            self.played.append(applied)
        return applied.after


def _highest_grade(prepared: Prepared) -> tuple[int, ...] | None:
    """The grade with every field at the end of its range."""
    rule = prepared.program.game.only("grade")
    if rule is None or rule.returned_record is None:
        return None
    return tuple(kind.high for _, kind in rule.returned_record.fields if isinstance(kind, Scalar))
