"""`find position`: a smallest position from which a property breaks or a goal is reached."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.deal import rulings_of
from verifier.analysis.find_options import given_cell, phases_named
from verifier.analysis.find_scenario import example_scenario, played
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import instance_of
from verifier.registry import installed
from verifier.results.found import FoundPosition
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.writer import write_scenario
from verifier.verdict import Verdict
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.lang.game import Rule
    from verifier.program.program import Program
    from verifier.symbolic.find.position import Positions, Smallest
    from verifier.symbolic.prove.bounded import Bounded

RANGES = "ranges"


@frozen
class Request:
    """What the options say: a property to break, or a goal to reach."""

    game: str
    name: str
    is_goal: bool
    begins: str | None
    given: list[str]
    any_readings: bool
    rulings: list[str]
    edition: str | None


def position_found(request: Request, size: int, steps: int, seconds: float | None) -> FoundPosition:
    """The answer for one property or goal."""
    from verifier.symbolic.find.position import Positions, Smallest, Sought, smallest_position
    from verifier.symbolic.lift.frame import Declined
    from verifier.symbolic.solver import Effort

    program = installed().program(request.game)
    rule = _rule(program, request)
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    instance = instance_of(scenario, program)
    positions = Positions(size, steps, tuple(phases_named(program, request.begins, "--from")),
                          dict(given_cell(program, text) for text in request.given),
                          tuple(program.readings.switches) if request.any_readings else ())
    began = clock.seconds()
    with Meter("looking") as meter:
        try:
            found = smallest_position(program, instance.setting, rule, positions, progress=meter.step,
                                      effort=Effort(until=None if seconds is None else began + seconds))
        except Declined as declined:
            unknown = Smallest(Sought.UNKNOWN, 0, str(declined))
            return evolve(_to_result(instance, rule, positions, unknown, clock.seconds() - began), verdict=Verdict.DECLINED)
    return _to_result(instance, rule, positions, found, clock.seconds() - began)


def _rule(program: Program, request: Request) -> Rule | None:
    """The property or the goal; None for "no rule leaves a range"."""
    kinds, option = (("goal",), "--reaches") if request.is_goal else (("invariant", "step_property"), "--breaks")
    if request.name == RANGES and not request.is_goal:
        return None
    known = {rule.name: rule for rule in program.game.of_kind("goal", "invariant", "step_property")}
    rule = known.get(request.name)
    fitting = {name for name, each in known.items() if each.kind in kinds}
    if rule is None or rule.kind not in kinds:
        what = "goal" if request.is_goal else "property"
        hint = f"take --{'breaks' if request.is_goal else 'reaches'} {request.name}" if rule is not None else \
            did_you_mean(request.name, fitting | (set() if request.is_goal else {RANGES})) if fitting else \
            f"the game declares no {what}: write a @game.{kinds[0]}"
        raise BadInput(Problem("DB554", f"{program.game.title} has no {what} {shown(request.name)}", option, hint))
    return rule


def _to_result(instance: Instance, rule: Rule | None, positions: Positions, found: Smallest, seconds: float) -> FoundPosition:
    """The answer as data."""
    from verifier.symbolic.find.position import Sought

    program, scenario = instance.program, instance.scenario
    none = Verdict.REFUTED if found.none_below is None else Verdict.HOLDS_WITHIN
    verdicts = {Sought.FOUND: Verdict.PROVED, Sought.NONE: none, Sought.UNKNOWN: Verdict.UNKNOWN}
    answered = FoundPosition(
        program.game.name, answer.edition(scenario), scenario.rulings, RANGES if rule is None else rule.name,
        "built-in property" if rule is None else rule.kind, "no rule leaves a range" if rule is None else rule.summary,
        verdicts[found.found], found.reason, positions.size, positions.steps, found.none_below, found.whatever_length,
        found.lemmas, found.is_smallest, round(seconds, 3))
    return answered if found.bounded is None else _with_position(instance, answered, found.bounded, found.size)


def _with_position(instance: Instance, answered: FoundPosition, bounded: Bounded, size: int | None) -> FoundPosition:
    """The position as a scenario, its line played once more from the scenario's own text."""
    assert bounded.start is not None
    rulings = {id_: choice for id_, choice in bounded.rulings.items() if instance.scenario.rulings[id_] != choice}
    title = f"{answered.property} {'is reached' if answered.kind == 'goal' else 'breaks'}"
    scenario = example_scenario(instance, title, bounded.start, _tapes(instance.program, bounded), rulings)
    own, applied = played(scenario, instance.program, [each.event for each in bounded.line])
    happened = tuple(answer.happening(own, each, boards=False, states=True) for each in applied)
    end = applied[-1].after if applied else own.start
    return evolve(answered, rulings=scenario.rulings, size=size, start=scenario.start, board=answer.board(own, own.start),
                  events=happened, last=None if bounded.event is None else bounded.event.text, failure=bounded.failure,
                  end_board=answer.board_if_any(own, end), scenario=write_scenario(scenario),
                  clauses=answer.texts(own, chain.from_iterable(each.clauses for each in happened)))


def _tapes(program: Program, bounded: Bounded) -> list[list[int]]:
    """What chance brings on a line, for each stream."""
    tapes: list[list[int]] = [[] for _ in program.tapes]
    for event in (*(each.event for each in bounded.line), *(() if bounded.event is None else (bounded.event,))):
        if event.rule.tape is not None:
            tapes[program.tapes.index(event.rule.tape)].append(program.entry_for(event))
    return tapes
