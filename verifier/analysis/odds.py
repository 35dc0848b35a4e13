"""How likely play ends in one way or another, and what it can be expected to be worth."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.built_in import dead_end
from verifier.analysis.choices import EngineChoice, Objective
from verifier.analysis.defaults import BEGINNING_SECONDS, EXACT_STATES, ODDS_STATES, SAMPLED_GAMES
from verifier.analysis.engine import searched
from verifier.analysis.explore import raise_failure, run
from verifier.analysis.outcomes import first_fields, outcome_wanted, seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.types import IntType, Scalar
from verifier.program.totals import total_in_grade
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.results.likely import CLOSE, Choice, Likely
from verifier.run.control import Decided, Status
from verifier.run.cores import cores
from verifier.search.limits import LimitReached
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.lang.layout import Slot
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend
    from verifier.search.enclosed_odds import Question
    from verifier.search.explore import Explored, ExploreOptions
    from verifier.search.limits import Limits

Array = Any
START = 0  # the number of the state that an exploration begins at
LOOK_EACH = 256
SLOWLY = "where play comes back to states bounds close in step by step, which took long (more --seconds would bring them closer)"
PLAYING = Fraction(1, 5)  # of the seconds, for players
TIME_TO_PLAY = BEGINNING_SECONDS / PLAYING
INTERPRETED = f"the rules are interpreted, which takes long (--games {SAMPLED_GAMES} plays all the same)"
MORE = 4  # so many times the states are named to somebody for whom they were not enough


@frozen
class Sides:
    """The seats that play for what is wanted, and whether the others play against it or help."""

    seats: tuple[str, ...]
    against: bool


@frozen
class Field:
    """A whole-number field of the grade, by its number, and what it can be: its expected value is asked for."""

    number: int
    name: str
    lowest: int
    highest: int


Wanted = list[int] | str | int | Field


@frozen
class Players:
    """How many games are played (None: as many as take some seconds, and none by interpreted rules), and how many are simulated
    before each decision."""

    games: int | None
    simulations: int


@frozen
class Aimed:
    """What players aim at: an end of at least these first fields of the grade (none: the first at its best, of two values).

    With `expected` it is the mean of this field, the first one.
    """

    least: tuple[int, ...] = ()
    expected: str = ""


@frozen
class Asked:
    """What is asked: in words, and as the first fields of a grade, the name of a goal, the number of an outcome, or a field.

    All of it is worked out as a share of `span`, which is added to `lowest`: of odds they are 1 and 0.
    """

    text: str
    wanted: Wanted
    sides: Sides | None

    @property
    def lowest(self) -> int:
        """The least that it can be."""
        return self.wanted.lowest if isinstance(self.wanted, Field) else 0

    @property
    def span(self) -> int:
        """How much more it can be."""
        return max(1, self.wanted.highest - self.wanted.lowest) if isinstance(self.wanted, Field) else 1

    @property
    def close(self) -> Fraction:
        """What two bounds may differ by to be as good as one number."""
        return CLOSE * self.span


def likely(instance: Instance, at_least: list[str], goal: str | None, engine: EngineChoice, limits: Limits,
           sides: Sides | None = None, expected: str | None = None, players: Players | None = None) -> Likely:
    """How likely an end of at least a grade, or a goal, is under best play, chance being open.

    With `sides` it is an end of at least an outcome for these seats, and what they are sure of if the others are against it.
    With `expected` it is not odds, but the expected value of a field of the grade.  Where bounds do not meet, `players` play.
    """
    if sides is not None:
        sides = evolve(sides, seats=seats_named(instance, sides.seats))
    if expected is None:
        asked = Asked(*_wanted(instance, at_least, goal, sides), sides)
    else:
        asked = _field_of(instance, expected, is_alone=not at_least and goal is None and sides is None)
    refuse_unweighed(instance.program, instance.setting.edition, "the odds", "odds")
    limits = limits.running()
    aimed, unplayed = (None, "") if players is None else _aimed(instance, asked, players, engine)
    left = limits.seconds_left
    if aimed is not None and left is not None and left * float(PLAYING) < BEGINNING_SECONDS:
        aimed, unplayed = None, f"a fifth of so few seconds is no time to play (--seconds {TIME_TO_PLAY:g} is)"
    bounding = limits if aimed is None or left is None else limits.within(left * float(1 - PLAYING))
    found = _bounded(instance, asked, engine, bounding)
    if found.is_known or players is None or aimed is None:
        return found if found.is_known else evolve(found, unplayed=unplayed)

    from verifier.analysis.sampled_odds import with_sample

    return with_sample(found, instance, aimed, players, limits, engine)


def _aimed(instance: Instance, asked: Asked, players: Players, engine: EngineChoice) -> tuple[Aimed | None, str]:
    """What players aim at who play for just what is asked; None, and why, where there are none."""
    wanted = asked.wanted
    if players.games == 0:
        return None, ""
    if isinstance(wanted, str):
        return None, "players aim at grades, and not at a goal"
    if isinstance(wanted, int):
        return None, "players aim at grades, and not at what an end is worth to some seats"
    if isinstance(wanted, Field) and wanted.number:
        return None, "players aim at the first number of the grade before the others"
    if players.games is None and engine is EngineChoice.INTERPRETED:
        return None, INTERPRETED
    if isinstance(wanted, Field):
        return Aimed(expected=wanted.name), ""
    grade = instance.program.game.only("grade")
    assert grade is not None and grade.returned_record is not None  # `_wanted` has seen it
    first = grade.returned_record.fields[0][1]
    assert isinstance(first, Scalar)
    is_usual = wanted == [first.high] and first.high - first.low == 1
    return Aimed(() if is_usual else tuple(wanted)), ""


def _bounded(instance: Instance, asked: Asked, engine: EngineChoice, limits: Limits) -> Likely:
    """What was asked, exactly or between proved bounds."""
    from verifier.search.explore import ExploreOptions

    # A goal may be reached on the way, where chains that are run through would pass it.
    options = ExploreOptions(compress=not isinstance(asked.wanted, str), open_chance=True, edges=True)
    states = limits.states or (EXACT_STATES if engine is EngineChoice.INTERPRETED else ODDS_STATES)

    def explore(options: ExploreOptions, states: int) -> Explored:
        left = limits.seconds_left
        explored = run(instance, engine, evolve(limits if left is None else limits.within(left / 2), states=states), options,
                       "exploring")
        raise_failure(instance, explored)
        return explored

    def select(states: int) -> Explored:
        return _selected(instance, engine, options, asked, evolve(limits, states=states)) or explore(options, states)

    total = None if not isinstance(asked.wanted, Field) else total_in_grade(instance.program, asked.wanted.number)
    has_stages = instance.program.game.only("progress") is not None and states > ODDS_STATES
    together = ODDS_STATES if has_stages else states  # of more, an answer by stages is tried
    explored = explore(options, min(together, EXACT_STATES))
    if explored.ending == "states":
        if total is not None:
            without = explore(evolve(options, total=(total[0], total[1].low)), together)
            if (found := _without(total, instance, without, asked, limits, has_stages=has_stages)) is not None:
                return found
        explored = select(together)
    found = _known_of(instance, explored, asked, limits)
    if has_stages and found.ending == "states" and not found.is_known:
        try:
            other = _in_stages(instance, explored, asked, limits)
            if other is None:
                other = _known_of(instance, select(states), asked, limits)
            found = other if other.low is not None else evolve(found, ending=other.ending)
        except LimitReached as reached:
            found = evolve(found, ending=reached.ending)
    return _with_sides(found, asked.sides, limits)


def _selected(instance: Instance, engine: EngineChoice, options: ExploreOptions, asked: Asked,
              limits: Limits) -> Explored | None:
    """An exploration of what the odds rest on, in half of the seconds left; None where play comes back to a state."""
    from verifier.search.enclosed_odds import InCircles
    from verifier.search.odds_bounds import Coarse
    from verifier.search.selected_odds import explore_selected

    question, left, weights = _question(instance, asked), limits.seconds_left, _guide(instance, asked)
    half = limits if left is None else limits.within(left / 2)
    with Meter("exploring") as meter:
        def report(states: int, low: float, high: float) -> None:
            bounds = (f"{asked.lowest + asked.span * each:.4g}" if isinstance(asked.wanted, Field) else f"{100 * each:.4g} %"
                      for each in (low, high))
            meter.step(f"{states:,} states, {' to '.join(bounds)}")

        def search(backend: Backend, limits: Limits) -> Explored:
            return explore_selected(backend, instance.setting, instance.start, options, limits, question, report,
                                    None if weights is None else weights.arrays())

        try:
            explored = searched(instance, engine, half, meter, search)
        except (InCircles, Coarse):
            return None
    raise_failure(instance, explored)
    return explored


def _guide(instance: Instance, asked: Asked) -> Weights | None:
    """What was learned for the game, where it is good for what is asked: not for a goal, nor for one side alone."""
    from verifier.policy.kept import kept_weights

    if asked.sides is not None or isinstance(asked.wanted, str):
        return None
    return kept_weights(instance.program, instance.setting, Objective.FIRST.value)


def _question(instance: Instance, asked: Asked) -> Question:
    """What is asked, as searches for odds take it."""
    from verifier.search.enclosed_odds import Question

    return Question(lambda explored, since: _worths(instance, explored, asked, since)[since:],
                    lambda explored, since: _decided_against(instance, explored, asked.sides, since)[since:], asked.span)


def _known_of(instance: Instance, explored: Explored, asked: Asked, limits: Limits) -> Likely:
    """What an exploration tells: in exact fractions, if it has few states, or else between bounds."""
    found = None if explored.states > EXACT_STATES else _likely(instance, explored, asked, limits)
    return _enclosed(instance, explored, asked, limits) if found is None else found


def _with_sides(found: Likely, sides: Sides | None, limits: Limits) -> Likely:
    """An answer with whom it was asked for, and against whom."""
    found = evolve(found, seats=() if sides is None else sides.seats,
                   against="" if sides is None else "rest" if sides.against else "nobody")
    return _limited(found, limits)


def _without(total: tuple[int, Slot], instance: Instance, explored: Explored, asked: Asked, limits: Limits, *,
             has_stages: bool) -> Likely | None:
    """The expected value of a total, by an exploration that left it out; None where it is needed after all.

    It is needed if not all is explored: play that never ends counts as the lowest, whatever it has scored.
    """
    from verifier.search.enclosed_odds import TotalCounts

    assert isinstance(asked.wanted, Field)
    place, slot = total
    start = int(explored.first[place])
    if start == slot.high or not (explored.closed or has_stages and explored.ending == "states"):
        return None
    ask = _enclosed if explored.closed else _in_stages
    still = evolve(asked, wanted=evolve(asked.wanted, lowest=start, highest=slot.high))
    try:
        found = ask(instance, explored, still, limits)
    except TotalCounts:
        return None
    except LimitReached as reached:
        reason = f"{LIMITS.get(reached.ending) or ENDINGS[reached.ending]} while the expected value was worked out by stages"
        return evolve(_about(instance, explored, asked), ending=reached.ending, reason=reason, left_out=slot.path)
    if found is None:
        return None
    return _limited(evolve(found, lowest=asked.lowest, highest=asked.lowest + asked.span, left_out=slot.path), limits)


def _field_of(instance: Instance, expected: str, *, is_alone: bool) -> Asked:
    """A field of the grade whose expected value is wanted; BadInput (DB598) for one that has none, and beside other wishes."""
    game = instance.program.game
    if not is_alone:
        raise BadInput(Problem("DB598", "an expected value and odds cannot both be wanted", "--expected",
                               "leave out --at-least, --goal and --for"))
    rule = game.only("grade")
    record = rule.returned_record if rule is not None else None
    if record is None:
        raise BadInput(Problem("DB598", f"{game.title} has no grade", "--expected", "write @game.grade, with a number in it"))
    kinds = dict(record.fields)
    kind = kinds.get(expected)
    if kind is None:
        raise BadInput(Problem("DB598", f"the grade has no field {shown(expected)}", "--expected", did_you_mean(expected, kinds)))
    if not isinstance(kind, IntType):
        hint = f"ask for odds, with --at-least {expected}=..."
        raise BadInput(Problem("DB598", f"{expected} is no whole number", "--expected", hint))
    return Asked(expected.replace("_", " "), Field(list(kinds).index(expected), expected, kind.low, kind.high), None)


def _wanted(instance: Instance, at_least: list[str], goal: str | None, sides: Sides | None) -> tuple[str, list[int] | str | int]:
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
    beyond = f"be worth from {found.lowest:,} to {found.highest:,}" if found.expected else "be lost or won"
    reason = SLOWLY if found.ending == "closed" else f"{_reached(found, limits)}; what was not explored may {beyond}"
    if found.low is None or (found.low == found.lowest and found.high == found.highest):
        return evolve(found, low=None, high=None, choices=(), reason=reason)
    return evolve(found, reason=reason)


def _reached(found: Likely, limits: Limits) -> str:
    """The limit that ended it, and how to raise it."""
    text = f"{LIMITS.get(found.ending) or ENDINGS.get(found.ending, found.ending)}, after {found.states:,} states"
    states = MORE * (limits.states or found.states)
    more = {"states": f"--states {states}", "seconds": "more --seconds", "memory": "more --memory"}
    return f"{text} ({more[found.ending]} would explore more)" if found.ending in more else text


def _likely(instance: Instance, explored: Explored, asked: Asked, limits: Limits) -> Likely | None:
    """What was asked as data, in exact fractions; None where too many states lead to each other for that."""
    import numpy as np

    from verifier.search.graph import graph_of, is_complete
    from verifier.search.graph_odds import TooManyStates, odds

    def look(text: str, count: int) -> None:
        meter.step(text)
        if count % LOOK_EACH == 0:
            limits.check()

    def scaled(share: Fraction) -> Fraction:
        return asked.lowest + asked.span * share

    likely = _about(instance, explored, asked)
    with Meter("working out the odds") as meter:
        try:
            graph = graph_of(explored, replays_max=0, states_max=None, report=lambda count: look(f"{count:,} edges", count))
            worths, theirs = _worths(instance, explored, asked), _decided_against(instance, explored, asked.sides)
            shares = [Fraction(max(0, each), asked.span) for each in worths.tolist()]
            against = frozenset(np.flatnonzero(theirs).tolist())
            found = odds(graph, lambda number, data: shares[number], lambda count: look(f"{count:,} states", count),
                         against=against)
        except TooManyStates:
            return None
        except LimitReached as reached:
            return evolve(likely, ending=reached.ending)
    if (stuck := found.rests_on(graph, against)) is not None:
        raise dead_end(instance, explored.events_to(stuck), open_chance=True)
    kind = graph.nodes[START]["status"]
    low, high = (scaled(share) for share in found.start)
    after = [(event, scaled(least), scaled(most)) for event, least, most in found.after(graph, START)]
    return evolve(likely, low=low, high=high, exact=low == high, ending="closed" if is_complete(graph) else explored.ending,
                  kind=kind, choices=_choices(after, kind, START in against, Fraction(0)))


def _about(instance: Instance, explored: Explored, asked: Asked) -> Likely:
    """An answer that says nothing yet."""
    name = asked.wanted.name if isinstance(asked.wanted, Field) else ""
    return Likely(answer.about(instance), asked.text, None, None, False, explored.ending, explored.states, explored.transitions,
                  "", (), "", explored.seconds, dead_ends=explored.dead_ends, expected=name, lowest=asked.lowest,
                  highest=asked.lowest + asked.span, hides=instance.program.game.only("hidden") is not None)


def _enclosed(instance: Instance, explored: Explored, asked: Asked, limits: Limits) -> Likely:
    """What was asked of many states as data, between bounds."""
    from verifier.search.enclosed_odds import enclosed
    from verifier.search.graph import STATUSES

    likely = _about(instance, explored, asked)
    with Meter("working out the odds") as meter:
        try:
            found = enclosed(explored, _worths(instance, explored, asked), _decided_against(instance, explored, asked.sides),
                             limits, lambda count: meter.step(f"{count:,} states"), asked.span)
        except LimitReached as reached:
            reason = f"{LIMITS[reached.ending]} while the odds of {explored.states:,} states were worked out"
            return evolve(likely, ending=reached.ending, reason=reason if explored.closed else "")
    if (stuck := found.rests_on()) is not None:
        raise dead_end(instance, explored.events_to(stuck), open_chance=True)
    low, high = found.between()
    attained = found.attained()
    kind = STATUSES[int(explored.tables.node[START])]
    is_theirs = bool(found.process.decides[START] == Decided.BY_OTHERS)
    after = [(event, asked.lowest + least, asked.lowest + most) for event, least, most in found.after()]
    return evolve(likely, low=asked.lowest + (low if attained is None else attained), high=asked.lowest + high, exact=low == high,
                  kind=kind, choices=_choices(after, kind, is_theirs, asked.close))


def _in_stages(instance: Instance, explored: Explored, asked: Asked, limits: Limits) -> Likely | None:
    """What was asked of more states than were explored together, as data; None where stages are no way to it.

    Raises LimitReached, a fifth of the seconds before they are over.
    """
    from verifier.search.enclosed_odds import InCircles
    from verifier.search.graph import STATUSES
    from verifier.search.odds_bounds import Coarse
    from verifier.search.staged_odds import NotInStages, in_stages

    question, began, left = _question(instance, asked), clock.seconds(), limits.seconds_left
    with Meter("working out the odds by stages") as meter:
        try:
            found = in_stages(explored.backend, instance.setting, instance.start, explored.options,
                              limits if left is None else limits.within(left * 4 / 5), question, meter.step, cores())
        except (NotInStages, InCircles, Coarse):
            return None
    kind, is_theirs = STATUSES[found.status], found.is_against
    after = [(event, asked.lowest + low, asked.lowest + high) for event, low, high in found.after]
    return evolve(_about(instance, explored, asked), low=asked.lowest + found.low, high=asked.lowest + found.high,
                  exact=found.low == found.high, ending="closed", states=found.states, transitions=found.transitions, kind=kind,
                  choices=_choices(after, kind, is_theirs, asked.close), stages=found.stages,
                  seconds=explored.seconds + clock.seconds() - began)


def _choices(here: list[tuple[str, Fraction, Fraction]], kind: str, is_theirs: bool, close: Fraction) -> tuple[Choice, ...]:
    """What each event at the start leaves; for a decision, whether no other is better by more than so much."""
    if not here:
        return ()
    most, least = max(high for _, _, high in here), min(low for _, low, _ in here)
    return tuple(Choice(event, low, high, kind == "decision" and (
        high <= least + close if is_theirs else low >= most - close)) for event, low, high in here)


def _numbers(instance: Instance, sides: Sides) -> set[int]:
    return {int(instance.seats[seat]) for seat in sides.seats}


def _decided_against(instance: Instance, explored: Explored, sides: Sides | None, since: int = 0) -> Array:
    """At which states somebody decides who is against it; nobody looks at those before `since`."""
    import numpy as np

    if sides is None or not sides.against:
        return np.zeros(explored.states, dtype=np.bool_)

    from verifier.search.forced import seats_of

    return (explored.tables.node[:explored.states] == Status.DECISION) & ~np.isin(
        seats_of(explored, since), sorted(_numbers(instance, sides)))


def _worths(instance: Instance, explored: Explored, asked: Asked, since: int = 0) -> Array:
    """What states are worth that end play, or do as well: from 0 to the span, and -1 for all others, and before `since`."""
    import numpy as np

    worths, wanted = np.full(explored.states, -1, dtype=np.int64), asked.wanted
    if isinstance(wanted, int):
        from verifier.search.forced import worths_of

        assert asked.sides is not None
        ends, outcomes = worths_of(explored, _numbers(instance, asked.sides), since)
        worths[ends[outcomes >= wanted]] = 1
    elif isinstance(wanted, str):
        from verifier.search.forced import states_where

        worths[states_where(explored, instance.program.game.rules[wanted], since)] = 1
    else:
        from verifier.search.graph import grade_reader

        ends, grades = explored.ends(since=since)
        fields = grade_reader(explored.backend)
        assert fields is not None  # `_wanted` or `_field_of` has seen the grade
        if explored.options.total is not None:
            worth = dict.fromkeys(grades.tolist(), 0)  # what play came to is on the way there
        elif isinstance(wanted, Field):
            worth = {grade: int(fields(grade)[wanted.number]) - wanted.lowest for grade in set(grades.tolist())}
        else:
            worth = {grade: 1 if [int(each) for each in fields(grade)[:len(wanted)]] >= wanted else -1
                     for grade in set(grades.tolist())}
        worths[ends] = [worth[grade] for grade in grades.tolist()]
    return worths
