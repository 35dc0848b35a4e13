"""The page of a strategy: the game to be played against it, from the start, position by position.

Which event a side chooses is the search's word; every position was come to by the plain rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from verifier.analysis import answer
from verifier.analysis.outcomes import outcome_of_fields
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.stepped import picture, words
from verifier.errors import EngineBug, Problem
from verifier.files import write_file
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.report.html.strategy import strategy as as_page
from verifier.results.strategy import Place, Reply, ShownStrategy
from verifier.run.reference import Applied, DeadEnd, Impossible, Position, RanOut

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.results.forced import Forced
    from verifier.search.forced import Forced as Found

POSITIONS_MOST = 300
BYTES_MOST = 4 * 2**20
Key = tuple[int, ...]


def write_strategy_page(path: Path, instance: Instance, answered: Forced, found: Found, *, force: bool = False) -> None:
    """Write the page of a strategy, whole or not at all, with as many positions as both limits allow."""
    most = POSITIONS_MOST
    page = as_page(shown_strategy(instance, answered, found, most))
    while len(page.encode()) > BYTES_MOST and most > 1:
        most //= 2
        page = as_page(shown_strategy(instance, answered, found, most))
    write_file(path, page, force=force)


def shown_strategy(instance: Instance, answered: Forced, found: Found, most: int = POSITIONS_MOST) -> ShownStrategy:
    """The positions of the answer's strategy that are nearest to the start, at most so many, with those of its line.

    Of the line no more than half of them: one that is longer is cut.
    """
    side = _side(answered, found)
    walk = _Walk(instance, answered, found, {"seats": False, "all": False, "others": True}.get(side))
    start = walk.settled(instance.start, 0)
    line, line_is_whole = walk.line(start, max(1, most // 2))
    places = list(_nearest(walk, start, line, most))
    keys = [walk.judge.key(at.position) for at in line]
    numbers = {key: number for number, (key, _) in enumerate(places)}
    deciding = {each for each, member in instance.seats.items() if (found.seats == int(member)).any()}
    others = [each for each in instance.seats if each not in answered.seats]
    return ShownStrategy(
        answered, side, tuple(each for each in others if each in deciding),
        tuple(each for each in others if each not in deciding), start.follows,
        tuple(place for _, place in places), tuple(numbers[key] for key in keys),
        all(reply.leads is not None for _, place in places for reply in place.replies), line_is_whole)


def _side(answered: Forced, found: Found) -> str:
    """Whose strategy there is to follow."""
    if found.least.at(0) > 0:
        return "all" if answered.against == "nobody" else "seats"
    return "others" if answered.against == "rest" and found.most.at(0) < found.top else "nobody"


@frozen
class _At:
    """Where play has come to a halt: the position, its state in the search (None: not explored), what happened on the way."""

    position: Position
    number: int | None
    kind: str
    follows: tuple[str, ...] = ()


@define(eq=False)
class _Walk:
    """Play from position to position by the plain rules, in step with what was searched."""

    instance: Instance
    answered: Forced
    found: Found
    of_others: bool | None
    judge: SidesJudge = field(init=False)
    is_open: bool = field(init=False)
    followed: set[tuple[Key, str]] = field(init=False, factory=set)  # by the line: events, by the position they were done at

    def __attrs_post_init__(self) -> None:
        to = self.answered.to.replace("-", "_") or None
        self.is_open = self.answered.chance == "open"
        self.judge = SidesJudge(self.instance, to, self.is_open)

    def settled(self, position: Position, number: int | None) -> _At:
        """Where play comes to by itself: the next decision, open chance, an end, or where nothing more can be said."""
        reference, follows, seen = self.instance.reference, list[str](), {self.judge.key(position)}
        while (kind := self._kind(position)) == "":
            try:
                applied = reference.automatic(position)
            except (RanOut, Impossible, DeadEnd):
                return _At(position, number, "stuck", tuple(follows))
            assert applied is not None
            number = number if self.found.explored.options.compress else self._along(number, applied.event.number)
            follows += self._told(applied)
            position = applied.after
            if (key := self.judge.key(position)) in seen:
                return _At(position, number, "endless", tuple(follows))
            seen.add(key)
        return _At(position, number, kind, tuple(follows))

    def _kind(self, position: Position) -> str:
        if self.judge.over(position):
            return "end"
        kind = self.instance.reference.kind(position)
        return "decision" if kind == DECISION else "chance" if kind == CHANCE and self.is_open else ""

    def _told(self, applied: Applied) -> Iterator[str]:
        """An event that follows by itself; a step that cites no clause tells a reader nothing."""
        if applied.kind != STEP or applied.clauses:
            yield applied.event.text

    def _along(self, number: int | None, event: int) -> int | None:
        """The state of the search behind an event."""
        return None if number is None else dict(self.found.followed(number, None)).get(event)

    def legal(self, at: _At) -> dict[str, Position]:
        """What can be done, or what open chance can bring."""
        return self.judge.moves(at.position) if at.kind in ("decision", "chance") else {}

    def chosen(self, at: _At, legal: Mapping[str, Position]) -> str | None:
        """What the side chooses here; None where the decision is not its own, and where no strategy is followed."""
        number, explored = at.number, self.found.explored
        if self.of_others is None or not legal or number is not None and not self.found.chooses(number, self.of_others):
            return None
        events = self.instance.program.events
        found = () if number is None else self.found.followed(number, self.of_others)
        if number is None or self.judge.key(explored.position(number)) != self.judge.key(at.position) or len(found) != 1 \
                or events[found[0][0]].text not in legal:
            raise EngineBug(Problem("DB927", "a strategy does not stand up to the rules: what it chooses cannot be done"))
        return events[found[0][0]].text

    def after(self, at: _At, event: str, position: Position) -> _At:
        """Where an event leads."""
        return self.settled(position, self._along(at.number, self.instance.program.event_by_text[event].number))

    def line(self, start: _At, most: int) -> tuple[list[_At], bool]:
        """The halts of the answer's line, at most so many, each once, and whether these are all."""
        at, halts = start, {self.judge.key(start.position): start}
        for event in self.answered.line:
            if len(halts) == most:
                return list(halts.values()), False
            self.followed.add((self.judge.key(at.position), event))
            at = self.after(at, event, self.legal(at)[event])
            halts.setdefault(self.judge.key(at.position), at)
        return list(halts.values()), True


def _nearest(walk: _Walk, start: _At, line: list[_At], most: int) -> Iterator[tuple[Key, Place]]:
    """Breadth-first from the start, the positions of the line among them; each with its key."""
    key_of = walk.judge.key
    kept = {key_of(at.position) for at in line}  # on the page, met or not
    numbers = {key_of(start.position): 0}
    waiting = deque[tuple[_At, tuple[int, int] | None]]([(start, None)])
    while waiting:
        at, came = waiting.popleft()
        key, replies = key_of(at.position), list[Reply]()
        legal = walk.legal(at)
        chosen = walk.chosen(at, legal)
        for event, position in legal.items():
            if chosen not in (None, event):
                continue
            after = walk.after(at, event, position)
            reached = key_of(after.position)
            if reached not in kept and len(kept) < most:
                kept.add(reached)
            if reached in kept and reached not in numbers:
                numbers[reached] = len(numbers)
                waiting.append((after, (numbers[key], len(replies))))
            said = words(walk.instance.program.event_by_text[event])
            replies.append(Reply(event, said, after.follows, numbers.get(reached), (key, event) in walk.followed))
        others = () if chosen is None else tuple(event for event in legal if event != chosen)
        yield key, evolve(_place(walk, at, bool(legal)), replies=tuple(replies), others=others, came=came,
                          is_chosen=chosen is not None)


def _place(walk: _Walk, at: _At, goes_on: bool) -> Place:
    """What is to be seen of a position, without its replies."""
    instance, position, answered = walk.instance, at.position, walk.answered
    drawn = picture(instance, position)
    board = None if drawn is not None else answer.board(instance, position)
    state: Mapping[str, Any] = answer.state(instance, position) if drawn is None and board is None else {}
    seats = instance.seats if instance.reference.kind(position) == END else ()
    outcomes, reached = {seat: outcome_of_fields(instance, instance.outcome(position, seat)) for seat in seats}, None
    if at.kind == "end" and answered.to:
        reached = bool(walk.judge.worth(position, answered.seats)[0])
    kind = at.kind if goes_on or at.kind not in ("decision", "chance") else "stuck"
    return Place(kind, walk.judge.seat(position), False, drawn, board, state, (), (), outcomes, reached, None)
