"""What kills a mutant: lines of scenarios, properties, counts of states, and states that random games come to.

All of it is what a test of the rules could pin: what happens along a line and what each legal move beside it leads to, what
random games of a named seed lead to (`verifier.search.corpus`), the properties of every state up to a depth, how many states
there are at each depth.  The last two take longest and come last.  Both sides run as emitted code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from attrs import evolve, frozen

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.program.mutants import Mutant
from verifier.run.backend import Backend
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.corpus import Corpus
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.limits import Limits
from verifier.search.moments import FAILED, Asked, Moment, Numbers, Recorder, Rules

Start = tuple[str, Setting, Position]
Bodies = Mapping[str, ir.RuleBody]  # of rules that are altered, by their names


class Weapon(StrEnum):
    """What killed a mutant."""

    LINE = "line"
    SET_UP = "set-up"
    PROPERTY = "property"
    COUNT = "count"
    RANDOM = "random"


@frozen(eq=False)
class Walk:
    """A line of a scenario: the setting, the start, and every event in order, what follows by itself included.

    A mutant is compared with what happens, and what else could, before each event and behind the last; and against the table
    that the set-up lays out, if the line starts `from_set_up`.
    """

    scenario: str
    setting: Setting
    start: Position
    events: tuple[Event, ...]
    from_set_up: bool = False


@frozen
class Killed:
    """What killed a mutant: which scenario's line or the moves beside it (events counted from 1), which property, which count."""

    by: Weapon
    scenario: str
    what: str


@frozen(eq=False)
class Difference:
    """A transition that altered rules make otherwise: the line that it is of, or beside, and the cells before and behind it."""

    walk: Walk
    before: list[int]
    event: int
    after: list[int]


@frozen(eq=False)
class _Recorded:
    """Moments under one setting, as they are by the rules."""

    asked: Asked
    moments: list[Moment]
    laid_out: Numbers | None = None  # by the set-up, if that counts

    def laid_otherwise(self, backend: Backend) -> bool:
        """Whether other rules set up another table, or fail to."""
        asked = self.asked if backend is self.asked.backend else Asked(backend, self.asked.setting)
        return self.laid_out is not None and asked.laid_out() != self.laid_out

    def first_difference(self, backend: Backend, rules: Rules | None) -> tuple[int, str] | None:
        """The first moment (from 1) that rules answer otherwise, and what; of what some rules had a part in, or of everything."""
        asked = self.asked if backend is self.asked.backend else Asked(backend, self.asked.setting)
        for number, moment in enumerate(self.moments, 1):
            difference = moment.otherwise(asked, rules)
            if difference is not None:
                return number, difference
        return None


@frozen(eq=False)
class _Neighbourhood:
    """The states around a start: how far they were explored, their counts, and the moment of each that was expanded."""

    name: str
    start: Position
    options: ExploreOptions
    limits: Limits
    counts: tuple[int, ...]
    recorded: _Recorded


class Bench:
    """The game's own behaviour, recorded once: what every mutant is compared with.

    Starts are explored, chance as it is dealt or open where there is no deal, to the last depth with at most `states` states;
    with 0 they are not.  Raises LimitReached when the seconds of the limits are over first.
    """

    def __init__(self, backend: Backend, walks: Sequence[Walk], starts: Sequence[Start], states: int,
                 corpora: Sequence[Corpus] = (), limits: Limits | None = None) -> None:
        self.backend, self.limits = backend, limits or Limits()
        self.walks: list[tuple[Walk, _Recorded]] = []
        for walk in walks:
            self.add(walk)
        self.explored = [self._around(*start, states) for start in starts] if states else []
        self.corpora = [(corpus.name, self._recorded(corpus)) for corpus in corpora]

    # -- recording --------------------------------------------------------------------------------------------------------------

    def add(self, walk: Walk) -> None:
        """One more line to hold mutants against."""
        asked, moments = Asked(self.backend, walk.setting), []
        state: list[int] | None = self.backend.state(walk.start).tolist()
        with self.backend.overheard() as heard:
            recorder = Recorder(asked, heard)
            for event in walk.events:
                if state is None:
                    break
                moments.append(recorder.whole(state, event.number))
                state = asked.after(state, event.number)
            if state is not None:
                moments.append(recorder.whole(state))
        self.walks.append((walk, _Recorded(asked, moments, asked.laid_out() if walk.from_set_up else None)))

    def _around(self, name: str, setting: Setting, start: Position, states: int) -> _Neighbourhood:
        backend = self.backend
        properties = frozenset(rule.name for rule in backend.program.game.of_kind("invariant", "step_property"))
        options = ExploreOptions(compress=False, open_chance=not any(setting.tapes), properties=properties)
        first = explore(backend, setting, start, options, evolve(self.limits, states=states))
        self.limits.check()
        limits = Limits(depth=max(1, len(first.layers) - (1 if first.closed else 2)))
        explored = explore(backend, setting, start, options, evolve(self.limits, depth=limits.depth))
        asked, moments = Asked(backend, setting), []
        with backend.overheard() as heard:
            recorder = Recorder(asked, heard)
            for number in range(explored.expanded):
                self.limits.check()
                moments.append(recorder.whole(explored.tables.state(number).tolist()))
        self.limits.check()
        return _Neighbourhood(name, start, options, limits, _counts(explored), _Recorded(asked, moments))

    def _recorded(self, corpus: Corpus) -> _Recorded:
        asked = Asked(self.backend, corpus.setting)
        with self.backend.overheard() as heard:
            recorder = Recorder(asked, heard)
            return _Recorded(asked, [recorder.moment(list(each.state), each.considered, each.tried) for each in corpus.entries])

    # -- judging ----------------------------------------------------------------------------------------------------------------

    def judge(self, mutant: Backend | Mutant | Bodies) -> Killed | None:
        """What kills a mutant first: a line, else a random game, else a property or a count; None if it survives them all.

        Of a `Mutant`, or of other bodies of some rules, only what these rules had a part in is compared; of other rules in
        their emitted code, everything.
        """
        if not isinstance(mutant, Mutant | Mapping):
            return self._judge(mutant, None)
        bodies = {mutant.rule: mutant.body} if isinstance(mutant, Mutant) else mutant
        with self.backend.altered(*bodies.values()):
            return self._judge(self.backend, frozenset(bodies))

    def elsewhere(self, bodies: Bodies) -> list[Difference]:
        """The transitions of the lines, and beside them, that other bodies of some rules alter and that do not fail by them."""
        rules = frozenset(bodies)
        with self.backend.altered(*bodies.values()):
            return [Difference(walk, moment.state[:len(after)], event, list(after)) for walk, recorded in self.walks
                    for moment in recorded.moments for event, after in moment.elsewhere(recorded.asked, rules)
                    if after != FAILED]

    def _judge(self, backend: Backend, rules: Rules | None) -> Killed | None:
        for walk, recorded in self.walks:
            if recorded.laid_otherwise(backend):
                return Killed(Weapon.SET_UP, walk.scenario, "the set-up lays out another table")
            difference = recorded.first_difference(backend, rules)
            if difference is not None:
                return Killed(Weapon.LINE, walk.scenario, f"event {difference[0]}: {difference[1]}")
        for name, recorded in self.corpora:
            difference = recorded.first_difference(backend, rules)
            if difference is not None:
                return Killed(Weapon.RANDOM, name, difference[1])
        for around in self.explored:
            # Whatever is the same at every state that was expanded is the same exploration.
            if around.recorded.first_difference(backend, rules) is not None:
                killed = self._explored_anew(backend, around)
                if killed is not None:
                    return killed
        return None

    @staticmethod
    def _explored_anew(backend: Backend, around: _Neighbourhood) -> Killed | None:
        limits, counts = around.limits, around.counts
        limits = evolve(limits, states=4 * counts[0] + 1_000)
        explored = explore(backend, around.recorded.asked.setting, around.start, around.options, limits)
        if explored.ending in ("property", "failed"):
            return Killed(Weapon.PROPERTY, around.name, explored.property_name or "ranges")
        if _counts(explored) != counts:
            difference = f"{explored.states:,} states instead of {counts[0]:,}, {explored.transitions:,} transitions " \
                f"instead of {counts[1]:,}"
            return Killed(Weapon.COUNT, around.name, f"up to depth {limits.depth}: {difference}")
        return None


def _counts(explored: Explored) -> tuple[int, ...]:
    return (explored.states, explored.transitions, explored.dead_ends, *explored.layers)
