"""How difficult a deal is: games won without foresight, first decisions that still win, and the only moves of a line.

A win is an end with the first field of the grade above its lowest.  The games are seeded: game k is the same on every machine.
Whether a decision keeps the win, or the grade of the line, is answered by a search from behind it: yes by a line, no by a
proof, and neither where the search does not settle it within `states_max` states.  Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from verifier.analysis.defaults import DEAL_GAMES, DECISION_STATES
from verifier.errors import RuleFailed
from verifier.lang.events import Event
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.share import Share, share
from verifier.search.limits import Limits
from verifier.search.policy import BY_LOT, Player, Side, dealt
from verifier.search.reaches import reaches

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.run.backend import Backend
    from verifier.run.reference import Position



@frozen
class Measures:
    """What to measure: so many games of each kind, the first decisions, the decisions of the line, each also for its grade."""

    games: int = DEAL_GAMES
    first: bool = True
    line: bool = True
    results: bool = False
    states_max: int = DECISION_STATES


@frozen
class Known:
    """What is known of these measures before: the games of both kinds, and the first decisions, if this line has them, too."""

    random: Share
    greedy: Share
    first: Kept | None = None


class _OutOfTime(Exception):
    """A limit of time ended the measuring."""


def difficulty(instance: Instance, backend: Backend, line: Sequence[str], measures: Measures | None = None,
               limits: Limits | None = None, on_progress: Callable[[str], None] = lambda text: None, *, is_lost: bool = False,
               known: Known | None = None) -> Difficulty:
    """How difficult the deal of a scenario is to win, with a line of it (decisions, to its end; empty where none is known).

    `is_lost` says that no line of the deal wins, if that is proved; what is `known` is not measured again.  A limit of time, or
    Ctrl-C, leaves the rest not known.
    Not promised: that anything is known of the first decisions of a long game, for behind them there is most to search.
    """
    measures = measures or Measures()
    asked = _Asked(instance, backend, measures, evolve(limits or Limits(), states=measures.states_max).running(), on_progress)
    events = tuple(instance.program.event_by_text[text] for text in line)
    random, greedy = (known.random, known.greedy) if known is not None else map(asked.games_won, ("random", BY_LOT))
    first, points = None if known is None else known.first, tuple[LinePoint, ...]()
    if measures.first and first is None:
        first = asked.first(events, is_lost=is_lost)
    if measures.line and events:
        points = asked.points(events, first)
    return Difficulty(measures.games, random, greedy, first, points, measures.states_max, asked.ending)


@define(eq=False, slots=False)
class _Asked:
    """The questions about one deal; what is known of a position is kept, for many decisions lead to the same one."""

    instance: Instance
    backend: Backend
    measures: Measures
    limits: Limits
    on_progress: Callable[[str], None]
    ending: str = "done"
    known: dict[tuple[tuple[int, ...], int], bool | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.win = self.backend.constant("LOWEST_STEP")
        setting = self.instance.setting
        self.side = Side.of(self.backend, dict(setting.rulings), setting.edition, self.instance.start)
        self.player = Player(self.backend)

    def games_won(self, policy: str) -> Share:
        """The share of seeded games that are won; one that stops before its end is neither won nor lost."""
        grades: list[int | None] = []
        self.on_progress(f"games, {policy}")
        try:
            for number in range(1, self.measures.games + 1):
                self._look()
                game = self.player.play(self.side, dealt(self.backend, number, self.instance.setting.tapes), policy)
                grades.append(game.grade)
        except _OutOfTime:
            pass
        except KeyboardInterrupt:
            self.ending = "interrupted"
        won = sum(grade is not None and grade >= self.win for grade in grades)
        undecided = self.measures.games - len(grades) + grades.count(None)
        return share(won, undecided, self.measures.games)

    def first(self, line: Sequence[Event], *, is_lost: bool) -> Kept | None:
        """The first decisions that still win."""
        reference = self.instance.reference
        try:
            start = reference.settled(self.instance.start)
        except RuleFailed:
            return None
        if not (legal := reference.legal(start)):
            return None
        if is_lost:
            return Kept(len(legal), 0, 0)
        wins = bool(line) and self._grade(line) >= self.win
        return self._kept(start, legal, line[0] if wins else None, self.win, "first decisions")

    def points(self, line: Sequence[Event], first: Kept | None) -> tuple[LinePoint, ...]:
        """The decisions of a line, judged from its end, since near the end little is left to search; the win first.

        What is known of the `first` decisions of a line that wins is not asked again.
        """
        grade, positions = self._grade(line), self._decided(line)
        legal = [self.instance.reference.legal(position) for position in positions]

        def kept(least: int) -> list[Kept]:
            found = [first if at == 0 and least == self.win and first is not None else
                     self._kept(positions[at], legal[at], line[at], least, f"decision {at + 1} of {len(line)}")
                     for at in reversed(range(len(line)))]
            return found[::-1]

        nothing: list[Kept | None] = [None] * len(line)
        wins = kept(self.win) if grade >= self.win else nothing
        results = kept(grade) if self.measures.results else nothing
        return tuple(LinePoint(number, event.text, win, result)
                     for number, (event, win, result) in enumerate(zip(line, wins, results, strict=True), 1))

    def _grade(self, line: Sequence[Event]) -> int:
        """The number of the grade that a line gets."""
        deal = dealt(self.backend, 0, self.instance.setting.tapes)
        grade, _ = self.player.follow(self.side, deal, tuple(event.number for event in line))
        return -1 if grade is None else grade

    def _decided(self, line: Sequence[Event]) -> list[Position]:
        """The positions at which the decisions of a line are taken."""
        reference = self.instance.reference
        found = [reference.settled(self.instance.start)]
        for event in line[:-1]:
            found.append(reference.settled(reference.apply(found[-1], event).after))
        return found

    def _kept(self, position: Position, legal: Sequence[Event], played: Event | None, least: int, field: str) -> Kept:
        """Which decisions of a position keep a grade; the one that a line plays which gets it is known to."""
        keep = unknown = 0
        for event in legal:
            answer = True if event is played else self._reaches(position, event, least, field)
            keep += answer is True
            unknown += answer is None
        return Kept(len(legal), keep, unknown)

    def _reaches(self, position: Position, event: Event, least: int, field: str) -> bool | None:
        """Whether a line that goes on with a decision gets a grade; None where that is not settled."""
        reference = self.instance.reference
        try:
            self._look()
            after = reference.apply(position, event).after
            key = reference.key(after), least
            if key not in self.known:
                self.on_progress(f"{field}: {event.text}")
                found = reaches(self.backend, reference, self.instance.setting, after, least, self.limits,
                                bound_is_proved=self.instance.bound_is_proved)
                if found.ending in ("interrupted", "seconds") and found.answer is None:
                    self.ending = found.ending
                self.known[key] = found.answer
        except (_OutOfTime, RuleFailed):
            return None
        except KeyboardInterrupt:
            self.ending = "interrupted"
            return None
        return self.known[key]

    def _look(self) -> None:
        """Raise _OutOfTime once the time is up, or somebody interrupted."""
        if self.ending == "done" and self.limits.seconds_left == 0.0:
            self.ending = "seconds"
        if self.ending != "done":
            raise _OutOfTime
