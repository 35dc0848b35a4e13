"""What `solve --difficulty` says of a deal, in a store: its line, and how difficult the deal is.

What is kept is what the search said, before anybody believes it: the line is replayed, and the proof re-checked, as if the search
had just ended.  What batches and `winnability` measured of the deal is taken over as far as it does not depend on the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from verifier.analysis.batches.question import Question, asked_of, place_of
from verifier.analysis.batches.row import Row, more_of
from verifier.analysis.batches.store import Store, kept_in
from verifier.analysis.defaults import DEAL_GAMES, DECISION_STATES
from verifier.analysis.difficulty import Known
from verifier.analysis.finding import Finding
from verifier.analysis.lost import first_field
from verifier.instance import Instance
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.share import share
from verifier.results.solved import DeadEnds
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.analysis.solve import Request

CUT_SHORT = ("interrupted", "seconds", "memory")  # by this run's limits, which are no part of the question


@define(eq=False)
class KeptLine:
    """The answer about one deal in an open store, if it is there."""

    store: Store
    instance: Instance
    request: Request
    question: Question
    seed: int
    row: Row | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.row = self._there(self.question)

    @property
    def finding(self) -> Finding | None:
        """What the search said."""
        row = self.row
        if row is None:
            return None
        more = row.known_more
        dead_ends = None if "dead_ends" not in more else DeadEnds(
            more["dead_ends"][0], self._texts(more["dead_ends"][1]), more["dead_ends"][2])
        counts = {name: row.seconds if name == "seconds" else value for name, value in more["search"]}
        return Finding(Verdict(row.verdict), row.proof, str(row.ending), row.grade, row.bound, self._texts(row.line), counts,
                       dead_ends, found_by=more.get("found_by", ""))

    @property
    def difficulty(self) -> Difficulty | None:
        """How difficult the deal was found to be."""
        row = self.row
        if row is None:
            return None
        known, points = _known(row, DEAL_GAMES), row.known_more.get("points", [])
        assert known is not None
        judged = tuple(LinePoint(number, event, *(None if each is None else Kept(*each) for each in pair))
                       for number, (event, pair) in enumerate(zip(self._texts(row.line), points, strict=False), 1))
        return Difficulty(DEAL_GAMES, known.random, known.greedy, known.first, judged, self.states)

    @property
    def states(self) -> int:
        """How many states judge a decision."""
        return self.question.states or DECISION_STATES

    def measured(self, found: Finding) -> Known | None:
        """What batches know of the games on this deal, and of its first decisions, if a line that begins as this one does was
        in hand there, and they were judged by as many states."""
        known: Known | None = None
        if (played := self._there(self._of_players)) is not None:
            known = _known(played, DEAL_GAMES)
        alike = evolve(self.question, ask="solve", states=0)
        for each in self.store.questions():
            if evolve(each.question, states=0, seconds=None) == alike and (row := self._there(each.question)) is not None:
                same = found.has_line and row.won is True and self._texts(row.line[:1]) == found.line[:1] \
                    and self.states == DECISION_STATES and found.grade is not None and found.grade[0] > self._lowest
                one = _known(row, DEAL_GAMES)
                known = known if one is None else one if same else known or evolve(one, first=None)
                if same and one is not None:
                    break
        return known

    def keep(self, found: Finding, difficult: Difficulty, *, is_lost: bool) -> None:
        """Keep an answer that no limit of this run has cut short: of time, of memory, or somebody's."""
        limits = self.request.limits
        if found.ending in CUT_SHORT or difficult.ending != "done" or limits.memory is not None or limits.seconds_left == 0.0:
            return
        numbers = {event.text: event.number for event in self.instance.program.events}
        random, greedy, first = difficult.random, difficult.greedy, difficult.first
        played = Row(self.seed, "played", ending="done", random_won=random.count, random_open=random.undecided,
                     greedy_won=greedy.count, greedy_open=greedy.undecided)
        dead_ends = None if found.dead_ends is None else [
            found.dead_ends.positions, [numbers[text] for text in found.dead_ends.line], found.dead_ends.why]
        more = more_of(
            search=[[name, None if name == "seconds" else value] for name, value in found.counts.items()], dead_ends=dead_ends,
            found_by=found.found_by, points=[[_numbers(point.win), _numbers(point.result)] for point in difficult.decisions])
        won = True if found.grade is not None and found.grade[0] > self._lowest else False if is_lost else None
        self.store.add(self._of_players, [played])
        self.store.add(self.question, [evolve(
            played, verdict=str(found.verdict), proof=found.proof, ending=found.ending, won=won, grade=found.grade,
            bound=found.upper_bound, decisions=len(found.line) if found.has_line else None,
            states=int(found.counts.get("states", 0)), first=None if first is None else (first.legal, first.keep, first.unknown),
            line=tuple(numbers[text] for text in found.line), more=more, seconds=float(found.counts.get("seconds", 0.0)))])

    @property
    def _of_players(self) -> Question:
        """What batches ask about players."""
        return evolve(self.question, ask="policy", states=0)

    @property
    def _lowest(self) -> int:
        return first_field(self.instance)[1]

    def _there(self, question: Question) -> Row | None:
        return self.store.of(question, self.seed, self.seed).get(self.seed)

    def _texts(self, events: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.instance.program.events[number].text for number in events)


def _known(row: Row, games: int) -> Known | None:
    """What a row says of the games that were played, and of the first decisions."""
    if row.random_won is None or row.random_open is None or row.greedy_won is None or row.greedy_open is None:
        return None
    return Known(share(row.random_won, row.random_open, games), share(row.greedy_won, row.greedy_open, games),
                 None if row.first is None else Kept(*row.first))


def _numbers(kept: Kept | None) -> list[Any] | None:
    return None if kept is None else [kept.legal, kept.keep, kept.unknown]


@contextmanager
def line_in(instance: Instance, request: Request) -> Iterator[KeptLine | None]:
    """The answer about a deal in the store that a request names; None if it names none."""
    with kept_in(request.store) as store:
        if store is None:
            yield None
        else:
            start, seed = place_of(instance)
            question = asked_of(instance, "line", states=request.limits.states or 0, games=DEAL_GAMES, start=start)
            yield KeptLine(store, instance, request, question, seed)
