"""What some seats can force within so many decisions, by counterexample-guided refinement (RAReQS: Janota et al. 2012).

z3 names a first event by which the side that decides wins if the other one helps; the same procedure, with roles exchanged, looks
for a reply of the other side behind it.  A reply that is found is one more that the next event has to win against, for all events
at once, until there is no reply, or no event.  The last decision is left to the plain rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from attrs import define, field

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, STEP
from verifier.run.reference import Position
from verifier.symbolic.prove.sided_lines import Aim, Reply, SidedLines, Sides, Unanswered
from verifier.symbolic.solver import Effort

Key = tuple[int, ...]
IN_A_ROW_MOST = 100  # decisions and outcomes of open chance: Python's own stack holds no more than some hundred
NOTHING = Reply()


class Plain(Protocol):
    """The plain rules, as the checker of strategies sees them."""

    def key(self, position: Position) -> Key:
        """The position as integers."""
    def over(self, position: Position) -> bool:
        """Whether nothing that follows matters."""
    def worth(self, position: Position, seats: Collection[str]) -> tuple[int, ...]:
        """What an end is worth to the seat of some that it is worth least to."""
    def seat(self, position: Position) -> str | None:
        """Whose decision is next."""
    def moves(self, position: Position) -> Mapping[str, Position]:
        """What decisions, or outcomes of open chance, come to."""
    def automatic(self, position: Position) -> Position | None:
        """What a step or the deal makes of it; None where nobody knows."""


@define(eq=False)
class Counts:
    """How much was asked: positions, of which z3 was asked about some, and replies that it was told; `number` names the aim."""

    number: int = 0
    positions: int = 0
    replies: int = 0


@define(eq=False)
class Refinement:
    """Whether the seats can force an end of at least some worth (as a number in `aim`, as fields in `worth`).

    `won` has for each position the fewest decisions within which they are known to win, with what they do; `kept` the most within
    which the others are known to keep them from it.  `step` is called for each position, and may raise to end it all.
    """

    sides: Sides
    plain: Plain
    seats: tuple[str, ...]
    aim: Aim
    worth: tuple[int, ...]
    effort: Effort
    step: Callable[[], None]
    counts: Counts = field(factory=Counts)
    won: dict[Key, tuple[int, Reply]] = field(factory=dict)
    kept: dict[Key, tuple[int, Reply]] = field(factory=dict)

    def force(self, position: Position, decisions: int, *, behind: int = 0) -> tuple[bool, Reply]:
        """Whether the seats can force it, and by what they or the others do.  Unanswered where z3 gives no answer."""
        if behind > IN_A_ROW_MOST:
            raise Unanswered(f"more than {IN_A_ROW_MOST} decisions and outcomes of chance in a row are not followed")
        self.step()
        self.counts.positions += 1
        settled = self._settled(position, decisions)
        if isinstance(settled, bool):
            return settled, NOTHING
        position, moves = settled
        key = self.plain.key(position)
        known = self._known(key, decisions)
        if known is not None:
            return known
        is_decision = self._kind(position) == DECISION
        left, ours = decisions - is_decision, is_decision and self.plain.seat(position) in self.seats
        last = len(moves) == 1 or left == 0 and behind > 0
        wins, reply = (self._tried if last else self._refined)(position, moves, decisions, left, ours, behind)
        forced = wins is ours
        table = self.won if forced else self.kept
        if key not in table or (decisions < table[key][0]) is forced:
            table[key] = decisions, reply
        return forced, reply

    def _known(self, key: Key, decisions: int) -> tuple[bool, Reply] | None:
        won, kept = self.won.get(key), self.kept.get(key)
        if won is not None and won[0] <= decisions:
            return True, won[1]
        return (False, kept[1]) if kept is not None and kept[0] >= decisions else None

    def _kind(self, position: Position) -> int:
        phase = self.sides.program.phases[int(position.state.phase)]
        return STEP if phase.stuck >= 0 and not self.plain.moves(position) else phase.kind

    def _settled(self, position: Position, decisions: int) -> tuple[Position, Mapping[str, Position]] | bool:
        """The next position at which something is chosen, with what follows; or whether play ends before as the seats want."""
        seen = set[Key]()
        while True:
            if self.plain.over(position):
                return self.plain.worth(position, self.seats) >= self.worth
            kind = self._kind(position)
            if kind == DECISION and not decisions:
                return False
            moves = self.plain.moves(position)
            if moves:
                return position, moves
            is_stuck = kind == DECISION or kind == CHANCE and self.sides.tapes is None
            after = None if is_stuck else self.plain.automatic(position)
            if after is None:
                return self.aim.silence_wins
            key = self.plain.key(position)
            if key in seen:
                return False  # it goes round for ever
            seen.add(key)
            position = after

    def _tried(self, position: Position, moves: Mapping[str, Position], decisions: int, left: int, ours: bool, behind: int
               ) -> tuple[bool, Reply]:
        """Whether the side that decides wins, by trying each event."""
        faced = Reply()
        for text, after in moves.items():
            event = self._event(text)
            forced, reply = self.force(after, left, behind=behind + 1)
            if forced is ours:
                return True, Reply(True, {event: reply})
            faced.after[event] = reply
        return False, faced

    def _refined(self, position: Position, moves: Mapping[str, Position], decisions: int, left: int, ours: bool, behind: int
                 ) -> tuple[bool, Reply]:
        """Whether the side that decides wins, by asking z3 for events until one wins or there are none."""
        lines = SidedLines(self.sides, position, decisions, self.effort, f"{self.counts.number}.{self.counts.positions} ")
        lines.want(self.aim, ours=ours)
        faced = Reply()
        while (event := lines.first()) is not None:
            if event.text not in moves:
                raise EngineBug(Problem("DB915", f"z3 names {event.text!r}, which cannot be done there by the plain rules"))
            forced, reply = self.force(moves[event.text], left, behind=behind + 1)
            if forced is ours:
                return True, Reply(True, {event: reply})
            faced.after[event] = reply
            if len(faced.after) == len(moves):
                break
            self.counts.replies += 1
            lines.refute(event, reply)
        return False, faced

    def _event(self, text: str) -> Event:
        return self.sides.program.event_by_text[text]

    # -- strategies -----------------------------------------------------------------------------------------------------------

    def choices(self, start: Position, decisions: int) -> dict[Key, str]:
        """What the seats do wherever play can come to, once `force` says that they win within so many decisions.

        z3 shows of many events of the others that they do not help them, without what is done behind each: that is asked here.
        EngineBug (DB915) if it then says otherwise.
        """
        while True:
            before = sum(each[0] for each in self.won.values()), len(self.won)
            found = self._chosen(start, decisions)
            if before == (sum(each[0] for each in self.won.values()), len(self.won)):
                return found  # each position's choice leads to where fewer decisions are enough

    def _chosen(self, start: Position, decisions: int) -> dict[Key, str]:
        found: dict[Key, str] = {}
        seen, waiting = set[Key](), [(start, decisions)]
        while waiting:
            position, most = waiting.pop()
            if not self.force(position, most, behind=1)[0]:
                raise EngineBug(Problem("DB915", "z3 says that some seats can force something, and of a position there that not"))
            settled = self._settled(position, most)
            if isinstance(settled, bool):
                continue
            position, moves = settled
            key = self.plain.key(position)
            if key in seen:
                continue
            seen.add(key)
            enough, reply = self.won[key]
            left = enough - (self._kind(position) == DECISION)
            if reply.is_own:
                (event, _), = reply.after.items()
                found[key] = event.text
                waiting.append((moves[event.text], left))
            else:
                waiting += [(after, left) for after in moves.values()]
        return found
