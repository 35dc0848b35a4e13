"""Edges of an explored graph, replayed on the reference: which events and clauses are behind them, and what they break."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.phases import CHANCE, STEP
from verifier.lang.words import Refused
from verifier.run.control import Status
from verifier.run.reference import Applied, DeadEnd, Impossible, Position, RanOut, Reference, RuleBroke
from verifier.search.explore import Explored


@frozen
class Replayed:
    """What is behind an edge: the automatic events behind its own, the clauses of all of them, and the properties broken."""

    automatic: tuple[str, ...]
    clauses: tuple[str, ...]
    broken: tuple[str, ...]


@define(eq=False)
class Replay:
    """Replays edges of an exploration, and checks that the reference comes out where the native run came out.

    `edges` counts them.  Edges that leave the same state one after another share its position.
    """

    reference: Reference
    explored: Explored
    properties: list[Rule]
    edges: int = field(init=False, default=0)
    _at: tuple[int, Position] | None = field(init=False, default=None)

    def opening(self) -> Replayed | None:
        """What happened by itself before the first node; None when chains are not run through, or the rules failed there."""
        if not self.explored.options.compress or int(self.explored.tables.node[0]) == Status.FAILED:
            return None
        return self._checked(None, 0)

    def edge(self, number: int, event: Event, target: int) -> Replayed:
        """What is behind the edge from a state, by an event, to a state; EngineBug (DB904) if it leads elsewhere."""
        if self._at is None or self._at[0] != number:
            self._at = (number, self.explored.position(number))
        self.edges += 1
        return self._checked(event, target)

    def _checked(self, event: Event | None, target: int) -> Replayed:
        before = self.explored.start if event is None or self._at is None else self._at[1]
        steps: list[tuple[Position, Applied]] = []
        try:
            steps = list(self._steps(before, event))
        except (Refused, RuleBroke) as error:
            raise self._differs(event, target, steps) from error
        keys = [self._key(before), *(self._key(applied.after) for _, applied in steps)]
        wanted = self._key(self.explored.position(target))
        if int(self.explored.tables.node[target]) == Status.LOOP:
            fits = wanted in keys and keys[-1] in keys[:-1]
        else:
            fits = wanted == keys[-1]
        if not fits:
            raise self._differs(event, target, steps)
        own = 0 if event is None else 1
        return Replayed(tuple(applied.event.text for _, applied in steps[own:]),
                        tuple(dict.fromkeys(clause for _, applied in steps for clause in applied.clauses)),
                        self._broken(steps))

    def _steps(self, position: Position, event: Event | None) -> Iterator[tuple[Position, Applied]]:
        """The event and, with chains run through, what follows by itself; a loop is gone round once."""
        seen: set[tuple[int, ...]] = set()
        if event is not None:
            applied = self._kept(position, self.reference.apply(position, event))
            yield position, applied
            position = applied.after
        while self.explored.options.compress and self._key(position) not in seen:
            seen.add(self._key(position))
            following = self._automatic(position)
            if following is None:
                return
            yield position, following
            position = following.after

    def _automatic(self, position: Position) -> Applied | None:
        kind = self.reference.kind(position)
        if kind != STEP and (kind != CHANCE or self.explored.options.open_chance):
            return None
        try:
            return self.reference.automatic(position)
        except (RanOut, Impossible, DeadEnd):
            return None

    def _kept(self, before: Position, applied: Applied) -> Applied:
        """Open chance uses no tape up."""
        if applied.kind != CHANCE or not self.explored.options.open_chance:
            return applied
        return Applied(applied.event, applied.kind, applied.clauses, Position(applied.after.state, before.used), before)

    def _key(self, position: Position) -> tuple[int, ...]:
        return self.reference.key(position)

    def _broken(self, steps: list[tuple[Position, Applied]]) -> tuple[str, ...]:
        """Step properties broken by any of the transitions, and invariants broken by the states between them."""
        found: dict[str, None] = {}
        for index, (before, applied) in enumerate(steps):
            for rule in self.properties:
                if rule.kind == "step_property":
                    holds = self.reference.holds(rule, before.state, applied.after.state, event=applied.event)
                else:
                    holds = index + 1 == len(steps) or self.reference.holds(rule, applied.after.state)
                if not holds:
                    found[rule.name] = None
        return tuple(found)

    def _differs(self, event: Event | None, target: int, steps: list[tuple[Position, Applied]]) -> EngineBug:
        number = self._at[0] if self._at is not None and event is not None else "the start"
        line = " / ".join(applied.event.text for _, applied in steps)
        text = "its opening" if event is None else f"{event.text!r}"
        return EngineBug(Problem("DB904", f"{text} from {number} leads to {target}, but the reference's {line or 'nothing'} "
                                 "does not", hint="the executions disagree: please report this with the scenario"))
