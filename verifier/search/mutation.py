"""What tells a mutant from the game: lines of scenarios, properties, and counts of states.

All of it is what a test of the rules could pin: what happens along a line and what each legal move beside it leads to, the
properties of every state up to a depth, how many states there are at each depth.  Both sides run as emitted code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from attrs import evolve, frozen

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.program import Program
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.explore import Explored, Wish, explore
from verifier.search.limits import Limits

FAILS = -1  # in the place of whether an event is possible: its guard fails
FAILED = (FAILS,)  # in the place of what an event leads to


class Weapon(StrEnum):
    """What killed a mutant."""

    LINE = "line"
    PROPERTY = "property"
    COUNT = "count"


@frozen(eq=False)
class Walk:
    """A line of a scenario: the setting, the start, and every event in order, what follows by itself included."""

    scenario: str
    setting: Setting
    start: Position
    events: tuple[Event, ...]


@frozen(eq=False)
class Moment:
    """A position of a line: whether each event of its phase is possible (outcomes: their weights), and what events lead to."""

    state: Any
    possible: tuple[int, ...]
    leads: dict[int, tuple[int, ...]]


@frozen
class Killed:
    """What killed a mutant: which scenario's line or the moves beside it (events counted from 1), which property, which count."""

    by: Weapon
    scenario: str
    what: str


class Bench:
    """The game's own behaviour, recorded once: what every mutant is held against.

    Starts are explored, chance as it is dealt or open where there is no deal, to the last depth with at most `states` states.
    """

    def __init__(self, native: Native, walks: Sequence[Walk], starts: Sequence[tuple[str, Setting, Position]],
                 states: int) -> None:
        self.native = native
        self.walks = [(walk, list(_moments(native, walk))) for walk in walks]
        self.explored: list[tuple[str, Setting, Position, Wish, Limits, tuple[int, ...]]] = []
        properties = frozenset(rule.name for rule in native.program.game.of_kind("invariant", "step_property"))
        for name, setting, start in starts:
            wish = Wish(compress=False, open_chance=not any(setting.tapes), properties=properties)
            first = explore(native, setting, start, wish, Limits(states_max=states))
            limits = Limits(depth_max=max(1, len(first.layers) - (1 if first.closed else 2)))
            self.explored.append((name, setting, start, wish, limits, _counts(explore(native, setting, start, wish, limits))))

    def add(self, walk: Walk) -> None:
        """One more line to hold mutants against."""
        self.walks.append((walk, list(_moments(self.native, walk))))

    def judge(self, mutant: Native) -> Killed | None:
        """What kills a mutant first: a line, else a property or a count; None if it survives them all."""
        for walk, moments in self.walks:
            for number, (expected, got) in enumerate(zip(moments, _moments(mutant, walk, moments), strict=True), 1):
                if (expected.possible, expected.leads) != (got.possible, got.leads):
                    told = _otherwise(self.native.program, expected, got)
                    return Killed(Weapon.LINE, walk.scenario, f"event {number}: {told}")
        for name, setting, start, wish, limits, counts in self.explored:
            explored = explore(mutant, setting, start, wish, evolve(limits, states_max=4 * counts[0] + 1_000))
            if explored.ending in ("property", "failed"):
                return Killed(Weapon.PROPERTY, name, explored.property_name or "ranges")
            if _counts(explored) != counts:
                told = f"{explored.states:,} states instead of {counts[0]:,}, {explored.transitions:,} transitions " \
                    f"instead of {counts[1]:,}"
                return Killed(Weapon.COUNT, name, f"up to depth {limits.depth_max}: {told}")
        return None


def _otherwise(program: Program, expected: Moment, got: Moment) -> str:
    if expected.possible != got.possible:
        return "other events are possible"
    number = next(number for number, after in expected.leads.items() if got.leads[number] != after)
    return f"{program.events[number].text} {'fails' if got.leads[number] == FAILED else 'leads elsewhere'}"


def _counts(explored: Explored) -> tuple[int, ...]:
    return (explored.states, explored.transitions, explored.dead_ends, *explored.layers)


def _moments(native: Native, walk: Walk, before: Sequence[Moment] | None = None) -> Iterator[Moment]:
    """Along a line, or from the states of one that was recorded: what is possible, and what it leads to."""
    context = native.context(walk.setting)
    state = native.state(walk.start)
    for number, event in enumerate(walk.events):
        here = state if before is None else before[number].state
        moment = _moment(native, context, here, event)
        yield moment
        if before is None:
            state = here.copy()
            native.clear(context)
            native.call("apply", state, context, event.number)


def _moment(native: Native, context: Any, state: Any, event: Event) -> Moment:
    """One position of a line: every legal decision is tried, of chance and of steps what the line has."""
    phase = native.program.phases[int(state[native.constant("PHASE")])]
    possible: list[int] = []
    tried = [] if phase.kind == DECISION else [event.number]
    for number in phase.events if phase.kind in (DECISION, CHANCE) else ():
        native.clear(context)
        answer = int(native.call("guard" if phase.kind == DECISION else "weigh", state.copy(), context, number))
        if phase.kind == DECISION and answer == 0 and not native.failed(context):
            tried.append(number)
        possible.append(FAILS if native.failed(context) else int(answer == 0) if phase.kind == DECISION else answer)
    leads = {}
    for number in tried:
        after = state.copy()
        native.clear(context)
        native.call("apply", after, context, number)
        # What a tape counts is no part of a rule: the next event says what comes.
        leads[number] = FAILED if native.failed(context) else tuple(after[:native.constant("SLOTS")].tolist())
    return Moment(state, tuple(possible), leads)
