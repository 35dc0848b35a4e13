"""`find readings`: the smallest table on which two choices of a reading end differently, played by the reference."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.deal import rulings_of
from verifier.analysis.find_options import given_cell, phases_named
from verifier.analysis.find_scenario import example_scenario, played
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.instance import instance_of
from verifier.lang.layout import offset_of, width
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.program.named import Asked, asking
from verifier.program.phase_graph import phase_graph
from verifier.registry import installed
from verifier.results.found import FoundReadings, FoundSide
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.writer import write_scenario
from verifier.verdict import Verdict
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.ledger.readings import Reading
    from verifier.program.program import Program
    from verifier.symbolic.find.readings import Compared, Example, Side
    from verifier.symbolic.find.two_choices import Bounds
    from verifier.symbolic.product.unrolling import Region

AUTOMATIC = ("chance", "step")
PLACES_MOST = 4
_ASKED_IN = {"decision": "decisions", "stuck": "what happens where no decision is legal", "setup": "the set-up",
             "grade": "the grade", "outcome": "outcomes"}


@frozen
class Request:
    """What the options say about two readings."""

    game: str
    reading: str
    between: str | None
    begins: str | None
    until: str | None
    given: list[str]
    ignored: list[str]
    rulings: list[str]
    edition: str | None


def compare_choices(request: Request, size: int, steps: int, seconds: float | None) -> list[FoundReadings]:
    """Each two choices that are asked about, compared."""
    from verifier.symbolic.find.readings import Compared, Query, Result
    from verifier.symbolic.find.two_choices import Bounds
    from verifier.symbolic.lift.frame import Declined

    program = installed().program(request.game)
    reading = _reading(program, request.reading)
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    instance = instance_of(scenario, program)
    region = _region(program, request)
    _refuse_unasked(program, request, region)
    results = []
    until = None if seconds is None else clock.seconds() + seconds
    for choices in _choices(reading, request, scenario.rulings[request.reading]):
        bounds = Bounds(size, steps, None if until is None else max(0.01, until - clock.seconds()))
        with Meter("looking") as meter:
            try:
                found = Query(program, instance.setting, request.reading, choices, region, bounds, meter.step).run()
            except Declined as declined:
                unknown = Compared(request.reading, choices, Result.UNKNOWN, 0, reason=str(declined))
                results.append(evolve(_to_result(instance, unknown, region, bounds), verdict=Verdict.DECLINED))
                continue
        results.append(_to_result(instance, found, region, bounds))
    return results


def _reading(program: Program, id_: str) -> Reading:
    reading = program.readings.switches.get(id_)
    if reading is None:
        raise BadInput(Problem("DB551", f"{program.game.title} has no reading with choices {shown(id_)}", "READING",
                               did_you_mean(id_, program.readings.switches)))
    if reading.scope != "rules":
        raise BadInput(Problem("DB551", f"{id_} is about {reading.scope}: no rule asks for it", "READING",
                               "take a reading that changes what rules do"))
    return reading


def _choices(reading: Reading, request: Request, ruling: str) -> list[tuple[str, str]]:
    if request.between is None:
        return [(ruling, other) for other in reading.choices if other != ruling]
    names = [name.strip() for name in request.between.split(",")]
    if len(names) != 2 or names[0] == names[1] or any(name not in reading.choices for name in names):
        raise BadInput(Problem("DB551", f"expected two choices of {request.reading}, got {shown(request.between)}", "--between",
                               f"its choices: {', '.join(reading.choices)}"))
    return [(names[0], names[1])]


def _region(program: Program, request: Request) -> Region:
    """The phases to start in and to stop at, the fields that are given, the cells that count."""
    from verifier.symbolic.product.unrolling import Region

    kinds = [phase.kind for phase in program.phases]
    until = phases_named(program, request.until, "--until")
    stops = {number for number, kind in enumerate(kinds) if kind in (DECISION, END)} | set(until)
    automatic = [number for number, kind in enumerate(kinds) if kind in (STEP, CHANCE) and number not in until]
    begins = phases_named(program, request.begins, "--from") if request.begins is not None else automatic
    wrong = [program.game.phases(number).name for number in begins if number in stops]
    if wrong:
        raise BadInput(Problem("DB552", f"nothing happens by itself from {', '.join(wrong)}: it stops there", "--from",
                               f"take some of {', '.join(program.game.phases(number).name for number in automatic)}"))
    kind = program.game.state_type
    fields = dict(kind.fields)
    unknown = [Problem("DB553", f"the state has no field {shown(name)}", "--ignore", did_you_mean(name, fields))
               for name in request.ignored if name not in fields]
    if unknown:
        raise BadInput(unknown)
    ignored = {cell for name in request.ignored
               for cell in range(offset_of(kind, name), offset_of(kind, name) + width(fields[name]))}
    seen = frozenset(range(len(program.slots))) - ignored
    return Region(tuple(begins), frozenset(stops), dict(given_cell(program, text) for text in request.given), seen)


def _refuse_unasked(program: Program, request: Request, region: Region) -> None:
    """A reading that nothing on the way asks for cannot matter there: to say so of every table would mislead.

    It is asked for elsewhere, where it may matter; `daybreak readings` looks everywhere.
    """
    on_the_way = _on_the_way(program, region)
    asked = asking(program, request.reading)
    if any(each.rule.phase is not None and int(each.rule.phase) in on_the_way for each in asked):
        return
    own = {int(each.rule.phase): each for each in asked if each.rule.phase is not None and each.rule.kind in AUTOMATIC}
    if own:
        names = ", ".join(program.game.phases(number).name for number in own)
        missed = request.begins is not None
        raise BadInput(Problem("DB552", f"{request.reading} is asked in {names} ({_places(own.values())}), and nothing that "
                               "happens by itself leads there from the phases that are compared",
                               "--from" if missed else "--until",
                               f"write --from {names.replace(', ', ',')}" if missed else f"stop later than {names}"))
    told = [each for each in asked if each.rule.kind == "decision"] or asked  # rather than what is only asked of states
    kinds = " and ".join(dict.fromkeys(_ASKED_IN.get(each.rule.kind, "properties") for each in told))
    raise BadInput(Problem("DB551", f"{request.reading} is asked only in {kinds} ({_places(told)}), and this command compares "
                           "what happens by itself", "READING", f"ask: daybreak readings {request.game} {request.reading}"))


def _places(asked: Iterable[Asked]) -> str:
    """Where a reading is asked, each place once."""
    places = list(dict.fromkeys(f"{each.by}, {each.where}" for each in asked))
    return "; ".join([*places[:PLACES_MOST], *(["..."] if len(places) > PLACES_MOST else [])])


def _on_the_way(program: Program, region: Region) -> set[int]:
    """The phases in which something can happen between the start of a comparison and where it stops."""
    after: dict[int, set[int]] = {}
    for each in phase_graph(program):
        after.setdefault(int(each.phase), set()).update(int(phase) for phase in each.next)
    found: set[int] = set()
    waiting = list(region.begins)
    while waiting:
        phase = waiting.pop()
        if phase not in found:
            found.add(phase)
            waiting += after.get(phase, set()) - region.stops
    return found


# -- answers ----------------------------------------------------------------------------------------------------------------


def _to_result(instance: Instance, compared: Compared, region: Region, bounds: Bounds) -> FoundReadings:
    """What was found as data."""
    from verifier.symbolic.find.readings import Result

    program, scenario = instance.program, instance.scenario
    verdicts = {Result.FOUND: Verdict.PROVED, Result.NONE: Verdict.HOLDS_WITHIN, Result.UNKNOWN: Verdict.UNKNOWN}

    def names(phases: Any) -> tuple[str, ...]:
        return tuple(program.game.phases(number).name for number in sorted(phases))

    found = FoundReadings(
        program.game.name, answer.edition(scenario), scenario.rulings, compared.reading,
        program.readings.switches[compared.reading].question, compared.choices, names(region.begins), names(region.stops),
        verdicts[compared.found], compared.reason, compared.none_below, compared.how, compared.is_smallest,
        compared.seconds, bounds.size)
    return found if compared.example is None else _with_example(instance, found, compared.example)


def _with_example(instance: Instance, found: FoundReadings, example: Example) -> FoundReadings:
    """The example as a scenario, played once more from its own text."""
    scenario = example_scenario(instance, f"{found.reading}: {found.choices[0]} and {found.choices[1]} differ", example.start,
                                example.tapes, {found.reading: found.choices[0]})
    sides = tuple(_side(instance, scenario, found.reading, choice, side)
                  for choice, side in zip(found.choices, example.sides, strict=True))
    used = chain.from_iterable(happening.clauses for side in sides for happening in side.events)
    return evolve(found, size=example.size, laid_out=example.laid_out, drawn=example.drawn, start=scenario.start,
                  board=answer.board(instance, example.start), sides=sides, scenario=write_scenario(scenario),
                  clauses=answer.texts(instance, used))


def _side(instance: Instance, scenario: Any, reading: str, choice: str, side: Side) -> FoundSide:
    """One side, played from the scenario; EngineBug when the file does not lead where the example does."""
    own, applied = played(evolve(scenario, rulings={**scenario.rulings, reading: choice}), instance.program,
                          [each.event for each in side.applied])
    position = applied[-1].after if applied else own.start
    if own.reference.key(position) != own.reference.key(side.end):
        raise EngineBug(Problem("DB917", f"the example for {reading} = {choice} does not replay from its scenario"))
    happened = tuple(answer.happening(own, each, boards=False, states=True) for each in side.applied)
    return FoundSide(choice, happened, answer.state(own, position), answer.board(own, position))
