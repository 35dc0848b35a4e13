"""How likely play ends in one way or another, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier.analysis import answer
from verifier.analysis.built_in import dead_end
from verifier.analysis.choices import EngineChoice
from verifier.analysis.defaults import EXACT_STATES, ODDS_STATES
from verifier.analysis.explore import raise_failure, run
from verifier.analysis.outcomes import first_fields, outcome_wanted, seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.types import Scalar
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.results.likely import CLOSE, Choice, Likely
from verifier.run.control import Decided, Status
from verifier.search.limits import LimitReached
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.search.explore import Explored
    from verifier.search.limits import Limits

Array = Any
Wanted = list[int] | str | int
START = 0  # the number of the state that an exploration begins at
LOOK_EACH = 256
MORE = 4  # so many times the states are named to somebody for whom they were not enough


@frozen
class Sides:
    """The seats that play for what is wanted, and whether the others play against it or help."""

    seats: tuple[str, ...]
    against: bool


def likely(instance: Instance, at_least: list[str], goal: str | None, engine: EngineChoice, limits: Limits,
           sides: Sides | None = None) -> Likely:
    """How likely an end of at least a grade, or a goal, is under best play, chance being open.

    With `sides` it is an end of at least an outcome for these seats, and what they are sure of if the others are against it.
    """
    from verifier.search.explore import ExploreOptions

    if sides is not None:
        sides = evolve(sides, seats=seats_named(instance, sides.seats))
    words, wanted = _wanted(instance, at_least, goal, sides)
    refuse_unweighed(instance.program, instance.setting.edition, "the odds", "odds")
    # A goal may be reached on the way, where chains that are run through would pass it.
    options = ExploreOptions(compress=goal is None, open_chance=True, edges=True)
    limits = limits.running()
    left, states = limits.seconds_left, limits.states or (EXACT_STATES if engine is EngineChoice.INTERPRETED else ODDS_STATES)
    explored = run(instance, engine, evolve(limits if left is None else limits.within(left / 2), states=states), options,
                   "exploring")
    raise_failure(instance, explored)
    found = None if explored.states > EXACT_STATES else _likely(instance, explored, words, wanted, sides, limits)
    if found is None:
        found = _enclosed(instance, explored, words, wanted, sides, limits)
    found = evolve(found, seats=() if sides is None else sides.seats,
                   against="" if sides is None else "rest" if sides.against else "nobody")
    return _limited(found, limits)


def _wanted(instance: Instance, at_least: list[str], goal: str | None, sides: Sides | None) -> tuple[str, Wanted]:
    """What is wanted in words, and as the name of a goal, the first fields of a grade, or the number of an outcome.

    BadInput (DB598) if it is none of these.
    """
    game = instance.program.game
    if sides is not None and goal is None:
        outcome, least = outcome_wanted(instance, at_least)
        return f"{outcome} for {' and '.join(sides.seats)}", least
    if goal is not None:
        names = [rule.name for rule in game.of_kind("goal")]
        if goal not in names:
            raise BadInput(Problem("DB598", f"{game.title} has no goal {shown(goal)}", "--goal", did_you_mean(goal, names)))
        if at_least:
            raise BadInput(Problem("DB598", "a goal and a grade cannot both be wanted", "--goal", "leave out --at-least"))
        return goal.replace("_", " "), goal
    rule = game.only("grade")
    record = rule.returned_record if rule is not None else None
    if record is None:
        raise BadInput(Problem("DB598", f"{game.title} has no grade", "odds", "name a goal of the game with --goal"))
    kinds = {name: kind for name, kind in record.fields if isinstance(kind, Scalar)}
    words, numbers = first_fields(kinds, at_least, "grade")
    return ", ".join(words), numbers


def _limited(found: Likely, limits: Limits) -> Likely:
    """An answer with what kept it from being exact, and what to do about it; bounds that say nothing are left out."""
    if found.is_known or found.reason:
        return found
    if found.ending == "closed" and found.low is not None:
        return evolve(found, reason="where play comes back to states, bounds close in slowly here (more --seconds would bring "
                      "them closer)")
    reason = f"{_reached(found, limits)}; what was not explored may be lost or won"
    if found.low is None or (found.low == 0 and found.high == 1):
        return evolve(found, low=None, high=None, choices=(), reason=reason)
    return evolve(found, reason=reason)


def _reached(found: Likely, limits: Limits) -> str:
    """The limit that ended it, and how to raise it."""
    text = f"{LIMITS.get(found.ending) or ENDINGS.get(found.ending, found.ending)}, after {found.states:,} states"
    states = MORE * (limits.states or found.states)
    more = {"states": f"--states {states}", "seconds": "more --seconds", "memory": "more --memory"}
    return f"{text} ({more[found.ending]} would explore more)" if found.ending in more else text


def _likely(instance: Instance, explored: Explored, text: str, wanted: Wanted, sides: Sides | None, limits: Limits
            ) -> Likely | None:
    """The odds as data, in exact fractions; None where too many states lead to each other for that."""
    import numpy as np

    from verifier.search.graph import graph_of, is_complete
    from verifier.search.graph_odds import TooManyStates, odds

    def look(text: str, count: int) -> None:
        meter.step(text)
        if count % LOOK_EACH == 0:
            limits.check()

    likely = _about(instance, explored, text)
    with Meter("working out the odds") as meter:
        try:
            graph = graph_of(explored, replays_max=0, states_max=None, report=lambda count: look(f"{count:,} edges", count))
            there, against = _wanted_there(instance, explored, wanted, sides), _decided_against(instance, explored, sides)
            theirs = frozenset(np.flatnonzero(against).tolist())
            found = odds(graph, lambda number, data: bool(there[number]), lambda count: look(f"{count:,} states", count),
                         against=theirs)
        except TooManyStates:
            return None
        except LimitReached as reached:
            return evolve(likely, ending=reached.ending)
    if (stuck := found.rests_on(graph, theirs)) is not None:
        raise dead_end(instance, explored.events_to(stuck), open_chance=True)
    kind = graph.nodes[START]["status"]
    low, high = found.start
    return evolve(likely, low=low, high=high, exact=low == high, ending="closed" if is_complete(graph) else explored.ending,
                  kind=kind, choices=_choices(found.after(graph, START), kind, START in theirs, Fraction(0)))


def _about(instance: Instance, explored: Explored, text: str) -> Likely:
    """An answer that says nothing yet."""
    return Likely(answer.about(instance), text, None, None, False, explored.ending, explored.states, explored.transitions, "", (),
                  "", explored.seconds, dead_ends=explored.dead_ends)


def _enclosed(instance: Instance, explored: Explored, text: str, wanted: Wanted, sides: Sides | None, limits: Limits) -> Likely:
    """The odds of many states as data, between bounds."""
    from verifier.search.enclosed_odds import enclosed
    from verifier.search.graph import STATUSES

    likely = _about(instance, explored, text)
    with Meter("working out the odds") as meter:
        try:
            found = enclosed(explored, _wanted_there(instance, explored, wanted, sides),
                             _decided_against(instance, explored, sides), limits, lambda count: meter.step(f"{count:,} states"))
        except LimitReached as reached:
            return evolve(likely, ending=reached.ending)
    if (stuck := found.rests_on()) is not None:
        raise dead_end(instance, explored.events_to(stuck), open_chance=True)
    low, high = found.between()
    attained = found.attained()
    kind = STATUSES[int(explored.tables.node[START])]
    is_theirs = bool(found.process.decides[START] == Decided.BY_OTHERS)
    return evolve(likely, low=low if attained is None else attained, high=high, exact=low == high, kind=kind,
                  choices=_choices(found.after(), kind, is_theirs, CLOSE))


def _choices(here: list[tuple[str, Fraction, Fraction]], kind: str, is_theirs: bool, close: Fraction) -> tuple[Choice, ...]:
    """What each event at the start leaves; for a decision, whether no other is better by more than so much."""
    if not here:
        return ()
    most, least = max(high for _, _, high in here), min(low for _, low, _ in here)
    return tuple(Choice(event, low, high, kind == "decision" and (
        high <= least + close if is_theirs else low >= most - close)) for event, low, high in here)


def _numbers(instance: Instance, sides: Sides) -> set[int]:
    return {int(instance.seats[seat]) for seat in sides.seats}


def _decided_against(instance: Instance, explored: Explored, sides: Sides | None) -> Array:
    """At which states somebody decides who is against it."""
    import numpy as np

    if sides is None or not sides.against:
        return np.zeros(explored.states, dtype=np.bool_)

    from verifier.search.forced import seats_of

    return (explored.tables.node[:explored.states] == Status.DECISION) & ~np.isin(
        seats_of(explored), sorted(_numbers(instance, sides)))


def _wanted_there(instance: Instance, explored: Explored, wanted: Wanted, sides: Sides | None) -> Array:
    """Which states are wanted."""
    import numpy as np

    there = np.zeros(explored.states, dtype=np.bool_)
    if isinstance(wanted, int):
        from verifier.search.forced import worths_of

        assert sides is not None
        ends, worths = worths_of(explored, _numbers(instance, sides))
        there[ends[worths >= wanted]] = True
    elif isinstance(wanted, list):
        from verifier.search.graph import grade_reader

        ends, grades = explored.ends()
        fields = grade_reader(explored.backend)
        assert fields is not None  # `_wanted` has seen the grade
        is_wanted = {grade: [int(each) for each in fields(grade)[:len(wanted)]] >= wanted for grade in set(grades.tolist())}
        there[ends] = [is_wanted[grade] for grade in grades.tolist()]
    else:
        from verifier.search.forced import states_where

        there = states_where(explored, instance.program.game.rules[wanted])
    return there
