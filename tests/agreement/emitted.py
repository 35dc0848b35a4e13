"""A program as emitted code plays it, which can be a mutant's: in the place of the reference, for a naive twin to follow."""

from __future__ import annotations

from typing import Any

from verifier.lang.events import Event
from verifier.run.native import Native
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting


class Failed(AssertionError):
    """A rule fails, as no rule of a game does."""


class Emitted(Reference):
    """The model as emitted code plays it, which can be a mutant's: in the place of the reference, for the twin to follow."""

    def __init__(self, native: Native, setting: Setting) -> None:
        super().__init__(native.program, setting)
        self.native, self.context = native, native.context(setting)

    def _asked(self, question: str, position: Position, event: Event) -> tuple[int, Any]:
        state = self.native.state(position)
        self.native.clear(self.context)
        answer = self.native.call(question, state, self.context, event.number)
        if self.native.failed(self.context) is not None:
            raise Failed(f"{event.text} fails: {self.native.failed(self.context)}")
        return 0 if answer is None else int(answer), state

    def forbidden_by(self, position: Position, event: Event) -> str | None:
        if event.rule.phase != position.state.phase:
            return "phase"
        answer, _ = self._asked("guard", position, event) if event.rule.kind == "decision" else (0, None)
        return self.program.clauses[answer - 1] if answer else None

    def apply(self, position: Position, event: Event) -> Applied:
        _, state = self._asked("apply", position, event)
        after = self.native.position(state)
        return Applied(event, self.kind(position), (), Position(after.state, position.used), position)

    def outcomes(self, position: Position) -> list[tuple[Event, int]]:
        weights = [(event, self._asked("weigh", position, event)[0]) for event in self.events(position)]
        return [(event, weight) for event, weight in weights if weight > 0]
