"""Mistakes that a player could have known, and bad luck: a line judged by somebody who sees the table and not the deal.

At each decision a player of `verifier.policy` is handed the table, or, where the game hides things, tables that may lie there
by all that the deciding seat has seen.  The decision that it finds best and the one that was taken are each thought about anew,
in as many searches with as many games and with other lots, so that neither is judged by the games that chose it, or by fewer.
Each search imagines tables of its own: who both chose and judged by the same few would find mistakes where there are none.
What a decision gives away is the difference; what happens up to the next table is luck.

Searches err in one direction, too: short ones take for granted what games at random take for granted.  So whatever looks like a
mistake is thought about again, in searches of several times as many games, and counts as what these make of it.  Tables are
compared by searches of one length all along: else a table that deeper ones think better of would pass for a stroke of luck.

By seat, a decision is worth what the end is worth to the seat that decides, and luck is all that happens up to its next decision.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import zip_longest
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING

from attrs import frozen

from verifier import clock
from verifier.analysis.choices import EngineChoice, Objective
from verifier.analysis.defaults import SEARCHES, SIMULATIONS_MOST
from verifier.analysis.engine import compiled
from verifier.analysis.lost import first_field
from verifier.analysis.play_out import refuse_for_seats, weights_for
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.policy.kept import kept_weights
from verifier.policy.players import POLICIES, player
from verifier.policy.policies.sampling import Sampling
from verifier.policy.scale import Scale
from verifier.policy.table import Array, Seen, Watchers, seats_of
from verifier.results.luck import Chances, Course, Luck
from verifier.scenarios.shuffle import stream

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend
    from verifier.run.reference import Applied, Position

SURE = 3.0  # standard errors: with so few searches, chance alone takes 1 decision in 200 beyond them
SURE_OF_PAIRS = 3.5  # the same of differences from search to search
LEAST = 0.005  # of worth: decisions that are worth the same are judged so far apart by searches of a thousand games
DIGITS = 6
LEARNED, PLAIN = "learned-uct", "uct"


@frozen
class Request:
    """Who thinks (empty: by what was learned, where something was), and how many games a search has."""

    policy: str
    simulations: int
    by_seat: bool = False  # whether each seat aims at what the end is worth to it


@frozen
class Estimate:
    """What something is worth, 0 to 1, and the standard error of that; `found` by each search, where it was thought about."""

    worth: float
    error: float = 0.0
    found: tuple[float, ...] = ()

    @classmethod
    def of(cls, found: Sequence[float]) -> Estimate:
        """The mean of what some searches found."""
        return cls(fmean(found), sqrt(variance(found) / len(found)), tuple(found))

    def minus(self, other: Estimate, *, by_pairs: bool) -> Estimate:
        """The difference of two that were found apart from each other, or `by_pairs` by searches that imagine the same."""
        if not by_pairs or not self.found or not other.found:
            return Estimate(self.worth - other.worth, sqrt(self.error ** 2 + other.error ** 2))
        return Estimate.of([one - another for one, another in zip(self.found, other.found, strict=True)])

    @classmethod
    def total(cls, each: Sequence[Estimate], *, by_pairs: bool) -> Estimate:
        """The sum of several; `by_pairs` a search is as wrong in one of them as in the next."""
        if not by_pairs or not any(one.found for one in each):
            return cls(sum(one.worth for one in each), sqrt(sum(one.error ** 2 for one in each)))
        return cls.of([sum(found) for found in zip(*(one.found for one in each if one.found), strict=True)])


@frozen(eq=False, slots=False)
class View:
    """What is seen of a table by whoever decides, and then by each of those who judge; they differ in what they imagine."""

    chooser: Seen
    judges: tuple[Seen, ...]

    @property
    def is_blind(self) -> bool:
        """Whether they imagine anything."""
        return self.chooser.blind is not None

    @property
    def is_lost(self) -> bool:
        """Whether one of them cannot imagine anything that explains what was seen."""
        return any(each.blind is not None and not len(each.blind.worlds) for each in (self.chooser, *self.judges))

    @property
    def seat(self) -> int:
        """Who decides; -1 where everybody sees all, and aims at the same."""
        return -1 if self.chooser.blind is None else self.chooser.blind.seat

    @cached_property
    def key(self) -> bytes:
        """All that thinking depends on, or a digest of it."""
        state = self.chooser.state.tobytes()
        if not self.is_blind:
            return state
        found = blake2b(state, digest_size=32)
        for each in (self.chooser, *self.judges):
            for worlds in () if each.blind is None else (each.blind.worlds, each.blind.common):
                found.update(worlds.tobytes())
        return found.digest()


@frozen
class Thought:
    """What somebody thought about a decision: the best one found, what it is worth, and how much the one taken gave away.

    `index` is that of its event in the line, `seat` who decided; -1 where everybody sees all, and aims at the same.
    """

    index: int
    seat: int
    best: str
    before: Estimate
    after: Estimate
    mistake: Estimate

    @classmethod
    def of(cls, index: int, seat: int, best: str, before: Estimate, after: Estimate) -> Thought:
        """By what the best decision and the one taken are worth; if they are the same, nothing was given away, for sure."""
        mistake = Estimate(0.0) if before is after else before.minus(after, by_pairs=seat >= 0)
        return cls(index, seat, best, before, after, mistake)

    def corrected(self, deeper: Thought) -> Thought:
        """The same with what deeper searches say was given away.

        Of what the table is worth before and after the decision, that stays which these found more alike, and the other follows.
        Where there is not so much to give away, both are what deeper searches say.
        """
        before, after, is_same = self.before, self.after, deeper.before is deeper.after
        if abs(after.worth - deeper.after.worth) < abs(before.worth - deeper.before.worth):
            before = after if is_same else Estimate.total([after, deeper.mistake], by_pairs=self.seat >= 0)
        else:
            after = before if is_same else before.minus(deeper.mistake, by_pairs=self.seat >= 0)
        if not (0 <= before.worth <= 1 and 0 <= after.worth <= 1):
            return deeper
        return Thought(self.index, self.seat, deeper.best, before, after, deeper.mistake)

    @property
    def noise(self) -> float:
        """So far the two may be apart by chance alone."""
        return (SURE if self.seat < 0 else SURE_OF_PAIRS) * self.mistake.error

    @property
    def is_mistake(self) -> bool:
        """Whether more was given away than chance alone explains, and than is worth naming."""
        return self.mistake.worth > max(LEAST, self.noise)


def refuse(instance: Instance, request: Request) -> str:
    """The policy that thinks.

    BadInput for one that does not (DB505), one that learned nothing (DB630), chance that nobody weighs (DB597), and by seat where
    the game does not say what its ends are worth to whom (DB586).
    """
    program, setting = instance.program, instance.setting
    refuse_unweighed(program, setting.edition, "what a player could have known", "review --honest")
    usual = PLAIN if request.by_seat or kept_weights(program, setting, Objective.FIRST.value) is None else LEARNED
    policy = request.policy or usual
    thinking = [name for name, way in POLICIES.items() if way.knows_odds]
    if policy not in thinking:
        lacks = "knows no odds" if POLICIES[policy].thinks else "thinks about no decision"
        raise BadInput(Problem("DB505", f"{policy} {lacks}", "--policy", f"name one of {', '.join(thinking)}"))
    if request.by_seat:
        refuse_for_seats(instance, (policy,), "--by-seat")
    weights_for(instance, (policy,), Objective.FIRST.value)
    return policy


def judged(instance: Instance, choice: EngineChoice, events: Sequence[Applied], request: Request
           ) -> tuple[tuple[Chances | None, ...], Luck, str]:
    """Each decision of a line by what its seat had seen, what mistakes and chance made of the game, and "done" or "interrupted".

    None for a decision of a seat that had lost its way: nothing that it imagined could explain what it saw; and for those that
    were not thought about yet when somebody interrupted.

    Nobody who thinks is handed the deal, or what the line says of it later: up to a decision, mistakes depend on the line up to
    there alone.  Not promised: that the player finds the best decision; worth is what it makes of the game.
    """
    policy = refuse(instance, request)
    began = clock.seconds()
    with Meter("thinking about the line") as meter:
        backend = compiled(instance, choice, meter)
        weights = weights_for(instance, (policy,), Objective.FIRST.value)
        mind = Mind(instance, backend, policy, request.simulations, weights, by_seat=request.by_seat)
        count, thoughts, lost = sum(applied.kind == DECISION for applied in events), list[Thought](), dict[int, int]()
        ends, ending = dict[int | None, Estimate | None](), "done"
        tables = _Tables(mind, events)
        try:
            for number, (index, view) in enumerate(tables, 1):
                meter.step(f"decision {number} of {count}")
                if view.is_lost:
                    lost[index] = view.seat
                else:
                    thoughts.append(mind.thought(view, index, events[index].event.text))
            for seat in _courses(thoughts, request):
                ends[seat] = mind.end(*tables.last, seat)
        except KeyboardInterrupt:
            if not thoughts:
                return (None,) * count, unbegun(instance, events, request), "interrupted"
            ending = "interrupted"
        courses = [_Course(mind, seat, [each for each in thoughts if seat in (None, each.seat)], events, ends.get(seat),
                           {index for index, whose in lost.items() if seat in (None, whose)})
                   for seat in _courses(thoughts, request)]
    by_index = dict(pair for course in courses for pair in course.rows)
    rows = tuple(by_index.get(index) for index, applied in enumerate(events) if applied.kind == DECISION)
    by_first = mind.scale == Scale.plain(mind.backend, whole_grade=False)
    is_chance = backend.constant("OUTCOMES") == 2 if request.by_seat else mind.scale.is_won_or_lost
    return rows, Luck(policy, POLICIES[policy].learns, request.simulations, SEARCHES,
                      first_field(instance)[0] if by_first and not request.by_seat else "", is_chance,
                      tuple(course.found for course in courses), mind.is_blind, round(clock.seconds() - began, 3),
                      request.by_seat, len(lost), mind.deep_simulations,
                      count - len(thoughts) - len(lost),
                      instance.reference.kind(events[-1].after if events else instance.start) == END), ending


def unbegun(instance: Instance, events: Sequence[Applied], request: Request) -> Luck:
    """What is known of a line if somebody interrupted before any decision was judged: nothing but how many there are."""
    policy, hides = refuse(instance, request), seats_of(instance.program) is not None
    count = sum(applied.kind == DECISION for applied in events)
    return Luck(policy, POLICIES[policy].learns, request.simulations, SEARCHES, "", False, (), hides, 0.0, request.by_seat,
                unthought=count)


def _courses(thoughts: Sequence[Thought], request: Request) -> list[int | None]:
    """The seats for which the game went somehow; None for everybody at once."""
    return [*sorted({each.seat for each in thoughts})] if request.by_seat else [None]


class _Tables:
    """What is seen along a line, at each decision of it; behind that, `last` has its last position and what is seen there."""

    def __init__(self, mind: Mind, events: Sequence[Applied]) -> None:
        self._mind, self._events = mind, events
        self.last: tuple[Position, View | None] = mind.instance.start, None

    def __iter__(self) -> Iterator[tuple[int, View]]:
        """The index of each decision, with what is seen there."""
        mind, instance, backend = self._mind, self._mind.instance, self._mind.backend
        position, context = instance.start, backend.context(instance.setting)
        state = backend.state(position)
        # What the deal brings has no part in what seats imagine, and neither has the line.  But by the same lots in each game
        # they would be wrong about the same things each time.
        count, deal = 1 + SEARCHES if mind.is_blind else 1, instance.scenario.deal.seed or 0
        watchers = [Watchers.of(backend, context, state, deal * count + number) for number in range(count)]
        for index, applied in enumerate(self._events):
            is_decision = applied.kind == DECISION
            if is_decision:
                yield index, self._view(watchers, state)
            seat, event = (watchers[0].seat(state), mind.numbers[applied.event.text]) if is_decision else (-1, -1)
            position, state = applied.after, backend.state(applied.after)
            if mind.is_blind:
                looks = watchers[0].looks(state)
                for each in watchers:
                    each.saw(looks, seat, event)
        is_open = instance.reference.kind(position) == DECISION and bool(instance.reference.legal(position))
        self.last = position, self._view(watchers, state) if is_open else None

    def _view(self, watchers: Sequence[Watchers], state: Array) -> View:
        chooser, *judges = (each.seen(state, by_seat=self._mind.by_seat) for each in watchers)
        return View(chooser, tuple(judges) or (chooser,) * SEARCHES)


class _Course:
    """How the game went for everybody (`seat` is None), or for one seat: a row for each of its decisions, and the sums."""

    def __init__(self, mind: Mind, seat: int | None, thoughts: Sequence[Thought], events: Sequence[Applied],
                 end: Estimate | None, lost: Collection[int]) -> None:
        self.rows = list[tuple[int, Chances]]()
        for thought, following in zip_longest(thoughts, thoughts[1:]):
            table, after = (end, len(events)) if following is None else (following.before, following.index)
            if any(thought.index < index < after for index in lost):
                table = None  # what it gave away is no luck
            between = events[thought.index + 1:after]
            is_moved = any(each.kind in (CHANCE, DECISION) for each in between) or mind.is_blind and (
                bool(between) or following is not None and following.seat != thought.seat)
            self.rows.append((thought.index, _chances(mind, thought, table, is_moved)))
        start_worth, start_error = _rounded((thoughts[0].before if thoughts else end) or Estimate(0.0))
        end_worth, end_error = (None, None) if end is None else _rounded(end)
        mistakes = Estimate.total([each.mistake for each in thoughts], by_pairs=mind.is_blind)
        rows = [row for _, row in self.rows]
        self.found = Course(
            "" if seat is None else mind.seats[seat], len(rows), sum(row.is_mistake for row in rows), start_worth, start_error,
            end_worth, end_error, *_rounded(mistakes), round(sum(row.luck or 0.0 for row in rows), DIGITS),
            round(sum(row.luck or 0.0 for row in rows if not row.has_chance), DIGITS))


class Mind:
    """Somebody who thinks about tables; what is thought about one depends on what is seen of it, and on nothing else.

    Where everybody sees all and aims at the same, and chance brings nothing after a decision, it is worth what the next table is,
    and so on: a search would judge it by one decision less that it looks ahead, and those that let chance go on would seem better
    than those that do not.
    """

    def __init__(self, instance: Instance, backend: Backend, policy: str, simulations: int, weights: Weights | None, *,
                 by_seat: bool = False) -> None:
        self.instance, self.backend, self.by_seat = instance, backend, by_seat
        deep, judge = (player(policy, backend, instance.setting.in_force, games, weights=weights, by_seat=by_seat)
                       for games in (min(SEARCHES * simulations, SIMULATIONS_MOST), simulations))
        assert isinstance(deep, Sampling) and isinstance(judge, Sampling), "policies that think are searches"
        self._deep, self._judge = deep, judge  # who chooses, and judges again; and who judges first
        self.numbers = {event.text: number for number, event in enumerate(instance.program.events)}
        self._best, self._worths = dict[bytes, int](), dict[tuple[bytes, int, bool], Estimate]()
        self.scale = self._judge.desk.scale
        hidden_from = seats_of(instance.program)
        self.is_blind = hidden_from is not None
        words = () if hidden_from is None else (hidden_from.word(number) for number in range(hidden_from.high + 1))
        self.seats = tuple(instance.seats) or tuple(words)

    @property
    def deep_simulations(self) -> int:
        """How many games a search has that chooses, or judges again."""
        return self._deep.simulations

    def thought(self, view: View, index: int, taken: str) -> Thought:
        """What is thought about a decision, the event `index` of a line."""
        event, best = self.numbers[taken], self.best(view)
        found = self._compared(view, index, event, best, is_deep=False)
        return found.corrected(self._compared(view, index, event, best, is_deep=True)) if found.is_mistake else found

    def _compared(self, view: View, index: int, event: int, best: int, *, is_deep: bool) -> Thought:
        """A decision beside the best one found, each by as many games."""
        after, names = self.worth(view, event, is_deep=is_deep), self.instance.program.events
        thought = Thought.of(index, view.seat, names[best].text, self.worth(view, best, is_deep=is_deep), after)
        is_better = thought.mistake.worth < -thought.noise  # the one taken: the search did not find it
        return Thought.of(index, view.seat, names[event].text, after, after) if best == event or is_better else thought

    def end(self, position: Position, view: View | None, seat: int | None) -> Estimate | None:
        """What a line comes to, to a seat or to all (None); None where somebody would have to know what chance brings next."""
        if self.instance.reference.kind(position) == END and seat is not None:
            outcome = self.backend.call("call_outcome", self.backend.state(position), self.backend.context(self.instance.setting),
                                        seat)
            return Estimate(int(outcome) / max(1, self.backend.constant("OUTCOMES") - 1))
        if self.instance.reference.kind(position) == END:
            fields = self.instance.grade(position)
            assert fields is not None, "`review` refuses games without grades"
            return Estimate(self.scale.worth(self.backend.grade_number(fields)))
        if view is None or view.is_lost or seat not in (None, view.seat):
            return None
        return self.worth(view, self.best(view))

    def best(self, view: View) -> int:
        """The decision found best at a table."""
        key = view.key
        if key not in self._best:
            self._best[key] = self._deep.decide(view.chooser, next(_lots(key, "")))
        return self._best[key]

    def worth(self, view: View, event: int, *, is_deep: bool = False) -> Estimate:
        """What a decision is worth, thought about where chance next brings something; `is_deep`: in searches of more games."""
        met = set[bytes]()
        while not view.is_blind and view.key not in met and (table := self._judge.after(view.chooser, event)) is not None:
            met.add(view.key)
            following = View(table, (table,) * SEARCHES)
            if (best := self.best(following)) < 0:
                break
            view, event = following, best
        key, judge = (view.key, event, is_deep), self._deep if is_deep else self._judge
        if key not in self._worths:
            lots = _lots(view.key, self.instance.program.events[event].text)
            self._worths[key] = Estimate.of([judge.worth(seen, event, lot)
                                             for seen, lot in zip(view.judges, lots, strict=False)])
        return self._worths[key]


def _lots(table: bytes, event: str) -> Iterator[int]:
    """The lots for what is thought about a table; neither the deal nor the line has a part in them."""
    seed = int.from_bytes(blake2b(table + event.encode(), digest_size=8).digest(), "little")
    return (each >> 1 for each in stream(seed, "", "luck"))


def _chances(mind: Mind, thought: Thought, following: Estimate | None, has_chance: bool) -> Chances:
    mistake = thought.mistake
    luck, luck_error = (None, None) if following is None else _rounded(
        Estimate(0.0) if following is thought.after else following.minus(thought.after, by_pairs=mind.is_blind))
    before, after = _rounded(thought.before), _rounded(thought.after)
    return Chances(thought.best, before[0], before[1], after[0], after[1], *_rounded(mistake),
                   thought.is_mistake, luck, luck_error, has_chance,
                   "" if thought.seat < 0 else mind.seats[thought.seat])


def _rounded(found: Estimate) -> tuple[float, float]:
    return round(found.worth, DIGITS), round(found.error, DIGITS)
