"""What tells a mutant from the game: lines of scenarios, properties, and counts of states.

All of it is what a test of the rules could pin: the legal moves and what happens along a line, the properties of every state
up to a depth, how many states there are at each depth.  Both sides run as emitted code.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from attrs import evolve, frozen

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.explore import Explored, Wish, explore
from verifier.search.limits import Limits

FAILS = -1  # in the place of a successor: the rule fails
Moment = tuple[Any, tuple[int, ...], tuple[int, ...]]  # the state, what is possible there, what the line's event leads to


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


@frozen
class Killed:
    """What killed a mutant: which scenario's line at which event (counted from 1), which property, which count."""

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
                if expected[1:] != got[1:]:
                    told = _otherwise(expected, got, walk.events[number - 1])
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


def _otherwise(expected: Moment, got: Moment, event: Event) -> str:
    if expected[1] != got[1]:
        return "other events are possible"
    return f"{event.text} fails" if got[2] == (FAILS,) else f"{event.text} leads elsewhere"


def _counts(explored: Explored) -> tuple[int, ...]:
    return (explored.states, explored.transitions, explored.dead_ends, *explored.layers)


def _moments(native: Native, walk: Walk, before: Sequence[Moment] | None = None) -> Any:
    """Along a line, or from the states of one that was recorded: what is possible, and what the line's event leads to."""
    context = native.context(walk.setting)
    state = native.state(walk.start)
    for number, event in enumerate(walk.events):
        if before is not None:
            state = before[number][0]
        here = state.copy()
        options = _possible(native, context, here)
        after = here.copy()
        native.clear(context)
        native.call("apply", after, context, event.number)
        leads = (FAILS,) if native.failed(context) else tuple(after[:native.constant("SLOTS")].tolist())
        yield here, options, leads
        # What a tape counts is no part of a rule: the next event says what comes.
        state = after


def _possible(native: Native, context: Any, state: Any) -> tuple[int, ...]:
    """The legal decisions, or each outcome's weight; FAILS for what cannot be worked out."""
    phase = native.program.phases[int(state[native.constant("PHASE")])]
    found: list[int] = []
    scratch = np.empty_like(state)
    for number in phase.events if phase.kind in (DECISION, CHANCE) else ():
        scratch[:] = state
        native.clear(context)
        answer = int(native.call("guard" if phase.kind == DECISION else "weigh", scratch, context, number))
        if native.failed(context):
            found.append(FAILS)
        else:
            found.append(int(answer == 0) if phase.kind == DECISION else answer)
    return tuple(found)
