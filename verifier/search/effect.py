"""What another ruling does to the outcomes of deals: each deal is played to its best grade and by each policy, on both sides.

The side in force is played once (`Known`) and compared with every other (`compared`).  The best grade of a deal is known when
the search proves it within a number of states, never within a time, so that it is known on every machine or on none; its first
field, which says whether a deal can be won at all, is known far more often: a line that has the best value of it is enough.
What is not known on both sides is undecided, and counted apart.  Which deals are undecided is no accident: a best grade is
mostly proved by attaining its bound, so that a deal which another ruling spoils is rather undecided than seen to change.
Whoever makes a share of these counts has to count the undecided ones as either (`verifier.results.share`).

The best line of the side in force is tried first on the other side: if it attains the bound there, nothing is left to search.
This answers most deals of most readings at the cost of a game (0.03 ms against 40 ms of search for Until Dawn).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.run.backend import Backend
from verifier.search.best import Best as Found
from verifier.search.limits import Ending, Limits
from verifier.search.memory import resident
from verifier.search.policy import POLICIES, Deal, Game, Player, Side
from verifier.search.strategies import best_line
from verifier.search.stuck import DEAD_END, ENDLESS, FAILS, Stuck, stuck

BEST, FIRST = "best", "first"
MEASURES = (BEST, FIRST, *POLICIES)
CERTAIN = {"loop": ENDLESS, "dead-end": DEAD_END, "failed": FAILS}  # of what stops a policy's game
NO_END = "no-end"


@frozen
class End:
    """How a policy's game ended that says what ends are worth to seats: its grade, and its worth to each, 0 for the worst."""

    grade: int
    worth: tuple[int, ...]


# A grade; an end of a policy's game; of one that got stuck, the built-in property it breaks; NO_END if no line of a deal ends;
# None: not known.
Result = int | End | str | None


class OutOfTime(Exception):
    """The time or the memory is over (`ending`); what was not measured is not known."""

    def __init__(self, ending: Ending = "seconds") -> None:
        super().__init__(ending)
        self.ending = ending


@frozen(eq=False)
class StuckLine:
    """A line of a deal that gets stuck, as the reference says: found by a policy or by the search for the best line."""

    seed: int
    found_by: str
    line: tuple[int, ...]
    stuck: Stuck


@frozen(eq=False)
class StuckAt:
    """Where emitted code says that play stops, and for which built-in property, if it is certain of one."""

    found_by: str
    line: tuple[int, ...]
    property: str | None


@frozen
class Best:
    """What is known of the best line of a deal: the best one found with its grade, and a bound that none can pass.

    `never_ends` if every line was followed, and each gets stuck.
    """

    grade: int | None = None
    bound: int = -1
    line: tuple[int, ...] = ()
    never_ends: bool = False


@frozen(eq=False)
class Outcome:
    """A deal on one side: its best line, the game of each policy, and the result by each measure.

    The first field of a grade is kept as the lowest grade that has it.
    """

    best: Best
    games: dict[str, Game]
    results: dict[str, Result]


@frozen(eq=False)
class Known:
    """The deals on the side in force."""

    side: Side
    deals: list[Deal]
    outcomes: list[Outcome]
    stuck: list[StuckLine]


@define
class Counts:
    """How many deals a measure decides on both sides, how many it does not, and which results became which others.

    `lost` are those of the undecided that are decided under the rulings in force: a hint at an effect, and no more.
    """

    same: int = 0
    undecided: int = 0
    lost: int = 0
    changes: Counter[tuple[int | End | str, int | End | str]] = field(factory=Counter)

    @property
    def changed(self) -> int:
        """How many deals have another result."""
        return self.changes.total()

    @property
    def deals(self) -> int:
        """How many deals were compared."""
        return self.same + self.changed + self.undecided

    def add(self, before: Result, after: Result) -> None:
        """One more deal."""
        if before is None or after is None:
            self.undecided += 1
            self.lost += before is not None
        elif before == after:
            self.same += 1
        else:
            self.changes[before, after] += 1


@frozen(eq=False)
class Example:
    """A position at which two sides differ, and where it was met: which play of which deal, after how many transitions.

    `policy` is a policy or BEST, for the best line; `is_other` if the play is one of the other side.
    """

    seed: int
    policy: str
    number: int
    state: Any
    laid_out: int
    what: int
    is_other: bool = False


@define(eq=False)
class Compared:
    """Another side compared with the one in force.  Of the positions where they differ, the first of the smallest.

    `positions` are those of the plays of the side in force, each as often as it is met: of both policies, and of the best line
    where at least its first field is proved; the first POSITIONS_MOST of each play.  As long as the sides differ at none of them,
    those of plays of the other side that go another way are compared and counted too.
    """

    side: Side
    results: list[dict[str, Result]] = field(factory=list)
    counts: dict[str, Counts] = field(factory=lambda: {name: Counts() for name in MEASURES})
    stuck: list[StuckLine] = field(factory=list)
    positions: int = 0
    differing: int = 0
    example: Example | None = None
    is_exercised: bool = False


class Searches(Protocol):
    """What answers `search` for a deal of a side, or has the answer already; `enough` is the grade with which a line will do."""

    def __call__(self, side: Side, deal: Deal, enough: int | None, search: Callable[[], Found]) -> Found: ...


def anew(side: Side, deal: Deal, enough: int | None, search: Callable[[], Found]) -> Found:
    """Every deal is searched."""
    return search()


@define(eq=False, slots=False)
class Comparison:
    """How deals are played: emitted code, the most states of one search for a best line, and until when."""

    backend: Backend
    states_max: int
    until: float | None = None
    report: Callable[[str], None] = lambda text: None
    memory: int | None = None
    searches: Searches = anew

    def __attrs_post_init__(self) -> None:
        self.player = Player(self.backend)
        self.step = self.backend.constant("LOWEST_STEP")  # grades with the same first field
        self.counted = self.backend.program.counted

    def known(self, side: Side, deals: Iterable[Deal]) -> Known:
        """Every deal under the rulings in force; raises OutOfTime."""
        known = Known(side, [], [], [])
        for deal in deals:
            self.report(f"seed {deal.seed} under the rulings in force")
            known.deals.append(deal)
            known.outcomes.append(self._outcome(side, deal, known.stuck, None))
        return known

    def compared(self, known: Known, side: Side, deals: Sequence[Deal]) -> Compared:
        """The same seeds on another side, whose own deals (for its own start) are given; raises OutOfTime.

        The other side is exercised if the sides differ at a position that a play met, if a result changed, if a line gets stuck
        there and none does in force, or if it starts elsewhere.  That it is not says nothing of other deals and other lines.
        """
        found = Compared(side)
        for here, deal, before in zip(known.deals, deals, known.outcomes, strict=True):
            self.report(f"seed {deal.seed}")
            after = self._outcome(side, deal, found.stuck, before)
            found.results.append(after.results)
            for name, counts in found.counts.items():
                counts.add(before.results[name], after.results[name])
            self._look_at_plays(known.side, here, before, found, deal, after)
        broken = {each.stuck.property for each in known.stuck}
        found.is_exercised = bool(
            found.differing or any(counts.changed for counts in found.counts.values())
            or any(each.stuck.property not in broken for each in found.stuck)
            or not np.array_equal(known.side.state, side.state))
        return found

    # -- one deal -----------------------------------------------------------------------------------------------------------

    def _outcome(self, side: Side, deal: Deal, stuck_lines: list[StuckLine], before: Outcome | None) -> Outcome:
        """A deal on a side; what the side in force leaves open is not looked for, for nobody would compare it."""
        if self.until is not None and clock.seconds() >= self.until:
            raise OutOfTime
        if self.memory is not None and resident() >= self.memory:
            raise OutOfTime("memory")
        games = {policy: self.player.play(side, deal, policy) for policy in POLICIES}
        results = {policy: self._result(side, deal, policy, game, stuck_lines) for policy, game in games.items()}
        if not any(game.line or game.ending == "end" for game in games.values()):  # nobody decides anything
            best = Best(never_ends=all(game.ending in ("loop", "dead-end") for game in games.values()))
        elif before is None:
            best = self._searched(side, deal, stuck_lines, None)
        else:
            best = self._best(side, deal, stuck_lines, before)
        return Outcome(best, games, results | self._results(best))

    def _results(self, best: Best) -> dict[str, Result]:
        """The best grade and its first field, as far as they are proved."""
        if best.grade is None:
            return dict.fromkeys((BEST, FIRST), NO_END if best.never_ends else None)
        first = self._first(best.grade)
        return {BEST: best.grade if best.grade == best.bound else None,
                FIRST: first if first == self._first(best.bound) else None}

    def _first(self, grade: int) -> int:
        """The lowest grade with the same first field."""
        return grade // self.step * self.step

    def _result(self, side: Side, deal: Deal, policy: str, game: Game, stuck_lines: list[StuckLine]) -> Result:
        if game.into_loop is not None:
            self._stuck(side, deal, StuckAt(policy, game.into_loop, ENDLESS), stuck_lines)
        if game.ending == "end" and game.grade is not None:
            return End(game.grade, game.worth) if game.worth else game.grade
        if game.ending == "unfinished":
            return None
        return self._stuck(side, deal, StuckAt(policy, game.line, CERTAIN.get(game.ending)), stuck_lines)

    def _best(self, side: Side, deal: Deal, stuck_lines: list[StuckLine], before: Outcome) -> Best:
        """The best line on another side, as far as it can be compared with what is known of the side in force."""
        grade, bound = self.player.follow(side, deal, before.best.line) if before.best.grade is not None else (None, -1)
        if bound >= 0 and not side.bound_is_proved:
            bound = self.backend.constant("GRADES") - 1
        if before.results[FIRST] is None or (grade is not None and grade == bound):
            return Best(grade, bound, before.best.line)
        if before.results[BEST] is None and grade is not None and grade >= self._first(bound):
            return Best(grade, bound, before.best.line)
        enough = self._first(bound) if before.results[BEST] is None and bound >= 0 else None
        found = self._searched(side, deal, stuck_lines, enough)
        if grade is None or found.bound < 0 or (found.grade is not None and found.grade >= grade):
            return found
        if grade > found.bound:
            raise EngineBug(Problem("DB905", f"a line of seed {deal.seed} gets a better grade than the search says any can: "
                                    f"{' / '.join(side.program.events[number].text for number in before.best.line)}"))
        return Best(grade, found.bound, before.best.line)

    def _searched(self, side: Side, deal: Deal, stuck_lines: list[StuckLine], enough: int | None) -> Best:
        """The best line that the search finds, or the first one found whose grade is `enough`."""
        found = self.searches(side, deal, enough, lambda: best_line(
            self.backend, side.reference(deal.tapes), side.setting(deal.tapes), side.start,
            Limits(self.states_max, memory=self.memory, until=self.until), enough=enough, bound_is_proved=side.bound_is_proved,
            dominance=side.dominance))
        if found.ending == "interrupted":
            raise KeyboardInterrupt
        if found.ending == "seconds" or (found.ending == "memory" and self.memory is not None):
            raise OutOfTime(found.ending)
        if found.failed_line is not None:
            self._stuck(side, deal, StuckAt(BEST, tuple(event.number for event in found.failed_line), FAILS), stuck_lines)
            return Best()
        if found.stuck_line is not None:
            self._stuck(side, deal, StuckAt(BEST, tuple(event.number for event in found.stuck_line), DEAD_END), stuck_lines)
        never_ends = found.grade is None and (
            found.ending == "closed" or found.ending == "stuck" and not found.search.get("uncovered"))
        return Best(found.grade, found.upper_bound, tuple(event.number for event in found.line), never_ends)

    def _stuck(self, side: Side, deal: Deal, at: StuckAt, stuck_lines: list[StuckLine]) -> str | None:
        """The built-in property that a line does not keep; the first line for each is kept, as the reference says it.

        EngineBug when emitted code is certain of one and the reference does not say so.
        """
        if any(each.stuck.property == at.property for each in stuck_lines):
            return at.property
        events = [self.backend.program.events[number] for number in at.line]
        found = stuck(side.reference(deal.tapes), side.start, events)
        if at.property is not None and (found is None or found.property != at.property):
            raise EngineBug(Problem("DB905", f"the line that was found for {at.property} (seed {deal.seed}) does not show it "
                                    f"on the reference: {' / '.join(event.text for event in events)}"))
        if found is None:
            return None
        if all(each.stuck.property != found.property for each in stuck_lines):
            stuck_lines.append(StuckLine(deal.seed, at.found_by, at.line, found))
        return found.property

    # -- positions ----------------------------------------------------------------------------------------------------------

    def _look_at_plays(self, side: Side, here: Deal, before: Outcome, found: Compared, deal: Deal, after: Outcome) -> None:
        """Compare what is possible, and what it leads to, at every position of the plays of a deal.

        A play of the other side that takes the same decisions meets the same positions, if the sides differ at none of them.
        """
        plays, others = _plays(before), _plays(after)
        for name, line in plays.items():
            self._look_for_distinguishing(side, found.side, here, found, (name, line), is_other=False)
        for name, line in others.items():
            if not found.differing and line != plays.get(name):
                self._look_for_distinguishing(found.side, side, deal, found, (name, line), is_other=True)

    def _look_for_distinguishing(self, side: Side, against: Side, deal: Deal, found: Compared, play: tuple[str, tuple[int, ...]],
                                 *, is_other: bool) -> None:
        """Compare the sides at every position of a play of one of them."""
        count = self.player.trace(side, deal, play[1])
        what = self.player.differences(*((against, side) if is_other else (side, against)), count)
        found.positions += count
        differing = np.flatnonzero(what)
        found.differing += len(differing)
        if not len(differing):
            return
        sizes = self._sizes(self.player.positions[differing])
        least = int(np.argmin(sizes))  # the first of them
        if found.example is None or int(sizes[least]) < found.example.laid_out:
            number = int(differing[least])
            found.example = Example(deal.seed, play[0], number, self.player.positions[number].copy(), int(sizes[least]),
                                    int(what[number]), is_other)

    def _sizes(self, positions: NDArray[Any]) -> NDArray[np.int64]:
        """The size of each position (`verifier.lang.size`)."""
        sizes: NDArray[np.int64] = positions[:, list(self.counted.piles)].sum(axis=1)
        for slots, nothing in self.counted.items:
            sizes += (positions[:, slots.start:slots.stop] != nothing).any(axis=1)
        return sizes


def _plays(outcome: Outcome) -> dict[str, tuple[int, ...]]:
    """The lines that were played on a deal, by who found them; the best one only if its first field is proved best."""
    plays = {policy: game.line for policy, game in outcome.games.items()}
    return {**plays, BEST: outcome.best.line} if isinstance(outcome.results[FIRST], int) else plays
