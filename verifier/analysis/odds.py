"""How likely play ends in one way or another, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis import answer
from verifier.analysis.built_in import dead_end
from verifier.analysis.defaults import ODDS_STATES
from verifier.analysis.explore import raise_failure, run
from verifier.analysis.outcomes import first_fields, outcome_wanted, seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.types import Scalar
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.results.likely import Choice, Likely
from verifier.run.control import Status
from verifier.search.limits import LimitReached
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.analysis.choices import EngineChoice
    from verifier.instance import Instance
    from verifier.search.explore import Explored
    from verifier.search.graph_lines import WantedNode
    from verifier.search.limits import Limits

Wanted = list[int] | str | int
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
    limits, seconds = limits.running(), limits.seconds
    explored = run(instance, engine, limits if seconds is None else limits.within(seconds / 2), options, "exploring")
    raise_failure(instance, explored)
    found = evolve(_likely(instance, explored, words, wanted, sides, limits), seats=() if sides is None else sides.seats,
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
    if found.exact or found.reason:
        return found
    reason = f"{_reached(found, limits)}; what was not explored may be lost or won"
    if found.low is None or (found.low == 0 and found.high == 1):
        return evolve(found, low=None, high=None, choices=(), reason=reason)
    return evolve(found, reason=reason)


def _reached(found: Likely, limits: Limits) -> str:
    """The limit that ended it, and how to raise it."""
    text = f"{LIMITS.get(found.ending) or ENDINGS.get(found.ending, found.ending)}, after {found.states:,} states"
    more = {"states": f"--states {MORE * (limits.states or ODDS_STATES)}", "seconds": "more --seconds", "memory": "more --memory"}
    return f"{text} ({more[found.ending]} would explore more)" if found.ending in more else text


def _likely(instance: Instance, explored: Explored, text: str, wanted: Wanted, sides: Sides | None, limits: Limits) -> Likely:
    """The odds as data."""
    from verifier.search.graph import START, graph_of, is_complete
    from verifier.search.graph_odds import TooManyStates, odds
    def look(text: str, count: int) -> None:
        meter.step(text)
        if count % LOOK_EACH == 0:
            limits.check()

    with Meter("working out the odds") as meter:
        try:
            graph = graph_of(explored, replays_max=0, states_max=None, report=lambda count: look(f"{count:,} edges", count))
            against = _decided_against(instance, explored, sides)
            found = odds(graph, _node_wanted(instance, explored, wanted, sides), lambda count: look(f"{count:,} states", count),
                         against=against)
        except TooManyStates as many:
            return Likely(answer.about(instance), text, None, None, False, explored.ending, explored.states, explored.transitions,
                          "", (), str(many), explored.seconds, dead_ends=explored.dead_ends)
        except LimitReached as reached:
            return Likely(answer.about(instance), text, None, None, False, reached.ending, explored.states, explored.transitions,
                          "", (), "", explored.seconds, dead_ends=explored.dead_ends)
    if (stuck := found.rests_on(graph, against)) is not None:
        raise dead_end(instance, explored.events_to(stuck), open_chance=True)
    kind = graph.nodes[START]["status"]
    low, high = found.start
    here = found.after(graph, START)
    choices = tuple(Choice(event, least, most, kind == "decision" and (
        most == min(low for _, low, _ in here) if START in against else least == max(high for _, _, high in here)))
                    for event, least, most in here)
    return Likely(answer.about(instance), text, low, high, low == high, "closed" if is_complete(graph) else explored.ending,
                  explored.states, explored.transitions, kind, choices, "", explored.seconds,
                  dead_ends=explored.dead_ends)


def _numbers(instance: Instance, sides: Sides) -> set[int]:
    return {int(instance.seats[seat]) for seat in sides.seats}


def _decided_against(instance: Instance, explored: Explored, sides: Sides | None) -> set[int]:
    """The states at which somebody decides who is against it."""
    if sides is None or not sides.against:
        return set()
    from verifier.search.forced import seats_of

    seats, numbers = seats_of(explored), _numbers(instance, sides)
    return {number for number in explored.numbers(Status.DECISION) if int(seats[number]) not in numbers}


def _node_wanted(instance: Instance, explored: Explored, wanted: Wanted, sides: Sides | None) -> WantedNode:
    """Which states of the graph are wanted."""
    if isinstance(wanted, int):
        from verifier.search.forced import worths_of

        assert sides is not None
        ends, worths = worths_of(explored, _numbers(instance, sides))
        good = set(ends[worths >= wanted].tolist())
        return lambda number, data: number in good
    if isinstance(wanted, list):
        return lambda number, data: data["grade"] is not None and [int(each) for each in data["grade"][:len(wanted)]] >= wanted
    rule = instance.program.game.rules[wanted]
    return lambda number, data: instance.reference.holds(rule, explored.position(number).state)
