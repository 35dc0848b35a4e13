"""A table to play at from Python: the legal moves, why another is forbidden, and the table after one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier import line as lines
from verifier.analysis import answer
from verifier.analysis.moves import moves_after
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import Instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.line import Line
from verifier.results.played import Moves
from verifier.run.reference import Applied
from verifier.run.reference import Position as Table
from verifier.visible import shown


class Position:
    """A table at which a decision is due, or the game is over, or the deal does not say what chance brings.

    It never changes: `after` returns another one.  What the rules and the deal decide has happened already.  `line` holds the
    events that led here: the decisions, and what chance brought where no deal says it.  It can be pickled, as its instance can.

    >>> import verifier as daybreak
    >>> first = daybreak.start(daybreak.deal("until-dawn", seed=7))
    >>> first.why_not("fire 0"), first.after("barricade 0").line
    ('UD-T04', ('barricade 0',))
    """

    def __init__(self, instance: Instance, line: Sequence[str] = ()) -> None:
        self.instance = instance
        self._played: list[Applied] = list(lines.replay(instance.reference, instance.start, Line(tuple(line))))
        self.line = tuple(line)

    @property
    def _table(self) -> Table:
        return self._played[-1].after if self._played else self.instance.start

    def legal(self) -> list[str]:
        """The events that can be decided on here, in their order; none when the game is over."""
        return [event.text for event in self.instance.reference.legal(self._table)] if self._is_decision else []

    def outcomes(self) -> dict[str, int]:
        """What chance can bring here where the deal does not say it, each with its weight; otherwise nothing."""
        reference = self.instance.reference
        if reference.kind(self._table) != CHANCE:
            return {}
        return {event.text: weight for event, weight in reference.outcomes(self._table)}

    def why_not(self, event: str) -> str | None:
        """The clause that forbids an event here; None if it is legal.

        BadInput (DB592) if no move of this phase is called so, or nobody decides here.
        """
        words = " ".join(event.split())
        found = moves_after(self.instance, self._played, words.split())
        forbidden = {each.event: each.clause for each in found.illegal}
        if words not in found.legal and words not in forbidden:
            known = [*found.legal, *forbidden]
            raise BadInput(Problem("DB592", f"no move here is called {shown(event)}" if known else "nobody decides here", "event",
                                   did_you_mean(words, known)))
        return forbidden.get(words)

    def moves(self) -> Moves:
        """The legal moves, and for each other move of the phase the clause that forbids it."""
        return moves_after(self.instance, self._played)

    def after(self, *events: str) -> Position:
        """The table after some decisions, and what follows from them; BadInput (DB512, DB513) for one that is not legal.

        What led here is not played again.
        """
        there = Position.__new__(Position)
        there.instance, there.line = self.instance, (*self.line, *events)
        then = lines.replay(self.instance.reference, self._table, Line(there.line), len(self.line),
                            [applied.event.text for applied in self._played])
        there._played = [*self._played, *then]
        return there

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.instance.reference.kind(self._table) == END

    @property
    def grade(self) -> dict[str, Any] | None:
        """The value of a finished game by field, the one that matters most first; None before its end."""
        return answer.grade(self.instance, self.instance.grade(self._table)) if self.is_over else None

    @property
    def state(self) -> dict[str, Any]:
        """Everything that lies on the table, in the words of scenario files."""
        return answer.state(self.instance, self._table)

    @property
    def board(self) -> str | None:
        """The table as the game draws it; None for a game without a drawing."""
        return self.instance.board(self._table)

    @property
    def _is_decision(self) -> bool:
        return self.instance.reference.kind(self._table) == DECISION

    def __reduce__(self) -> tuple[type[Position], tuple[Instance, tuple[str, ...]]]:
        return Position, (self.instance, self.line)

    def __repr__(self) -> str:
        played = " / ".join(self.line[-4:]) or "the start"
        scenario = self.instance.scenario
        return f"<Position of {scenario.game.title}: {shown(scenario.title)}, after {played}>"
