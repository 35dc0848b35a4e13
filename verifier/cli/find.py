"""`daybreak find`: z3 looks for what makes a statement true; what it finds was played by the reference before it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import evolve, frozen

from verifier.cli.file import write_file
from verifier.cli.options import Json, Seconds, limits_of
from verifier.cli.progress import Meter
from verifier.cli.terminal import put_out, put_page
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.scenario.visible import shown
from verifier.verdict import Verdict, gravest

if TYPE_CHECKING:
    from verifier.lang.program import Program
    from verifier.ledger.readings import Reading
    from verifier.prepared import Prepared
    from verifier.report.results import FoundReadings, FoundSide
    from verifier.symbolic.find_pair import Stretch
    from verifier.symbolic.find_readings import Bounds, Example, Parted, Side

SEED = 1  # decides what comes after the order that was found, so that the scenario can be played on
SIZE_MOST = 12


def find(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    reading: Annotated[str | None, typer.Option(
        "--readings", metavar="ID", help="Where two choices of this reading part.")] = None,
    between: Annotated[str | None, typer.Option(
        metavar="A,B", help="The two choices (unless told: the ruling in force and each of the others).")] = None,
    begins: Annotated[str | None, typer.Option(
        "--from", metavar="PHASE,...", help="Phases to start in (unless told: all in which nobody decides).")] = None,
    until: Annotated[str | None, typer.Option(
        metavar="PHASE,...", help="Phases to stop at, besides decisions and ends.")] = None,
    given: Annotated[list[str] | None, typer.Option(metavar="FIELD=VALUE", help="A field of the start; repeatable.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="FIELD", help="A field that may differ; repeatable.")] = None,
    size: Annotated[int, typer.Option(metavar="N", min=0, max=SIZE_MOST, help="At most so much to lay out.")] = 4,
    steps: Annotated[int, typer.Option(metavar="N", min=0, help="At most so many steps before the sides part.")] = 8,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="Another reading in force; repeatable.")] = None,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the scenario there.")] = None,
    seconds: Seconds = None,
    json: Json = False,
) -> int:
    """Find the smallest table on which two readings of a rule end differently.

    Both sides start from the same table, which keeps the game's invariants, with the same order of chance, and run until a
    decision, an end, or a phase named by --until.  The size is what has to be laid out: what lies in piles at the start, and
    what chance brings on the way.  That none is smaller rests on the invariants, which `check --with z3` proves.

    proved (0): here is one, played by the reference; holds-within (124): none up to --size, whatever the length; unknown
    (124): neither.
    """
    from verifier.report import json as as_json

    limits_of(seconds, None, None)
    if reading is None:
        raise BadInput(Problem("DB550", "nothing to look for", "--readings", "name a reading: --readings ID"))
    results = _parted(_Request(game, reading, between, begins, until, given or [], ignore or [], ruling or [], edition),
                      size, steps, seconds)
    if output is not None:
        results = _written(results, output)
    if json:
        put_out(as_json.text(as_json.found_readings(results)))
    else:
        from verifier.report.text.find import found_readings

        for found in results:
            put_page(found_readings(found))
    return gravest(found.verdict.exit_code for found in results)


@frozen
class _Request:
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


def _parted(request: _Request, size: int, steps: int, seconds: float | None) -> list[FoundReadings]:
    """Each two choices that are asked about."""
    from verifier.cli.deal import rulings_of
    from verifier.prepared import prepare_scenario
    from verifier.registry import installed
    from verifier.scenario.loader import new_scenario
    from verifier.symbolic.find_readings import Bounds, Query

    program = installed().program(request.game)
    reading = _reading(program, request.reading)
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    prepared = prepare_scenario(scenario, program)
    stretch = _stretch(program, request)
    results = []
    for choices in _choices(reading, request, scenario.rulings[request.reading]):
        with Meter("looking") as meter:
            bounds = Bounds(size, steps, seconds)
            parted = Query(program, prepared.setting, request.reading, choices, stretch, bounds, meter.say).run()
        results.append(_told(prepared, parted, stretch, bounds))
    return results


def _reading(program: Program, id_: str) -> Reading:
    reading = program.readings.switches.get(id_)
    if reading is None:
        raise BadInput(Problem("DB551", f"{program.game.title} has no reading with choices {shown(id_)}", "--readings",
                               did_you_mean(id_, program.readings.switches)))
    if reading.scope != "rules":
        raise BadInput(Problem("DB551", f"{id_} is about {reading.scope}: no rule asks for it", "--readings",
                               "take a reading that changes what rules do"))
    return reading


def _choices(reading: Reading, request: _Request, ruling: str) -> list[tuple[str, str]]:
    if request.between is None:
        return [(ruling, other) for other in reading.choices if other != ruling]
    names = [name.strip() for name in request.between.split(",")]
    if len(names) != 2 or names[0] == names[1] or any(name not in reading.choices for name in names):
        raise BadInput(Problem("DB551", f"expected two choices of {request.reading}, got {shown(request.between)}", "--between",
                               f"its choices: {', '.join(reading.choices)}"))
    return [(names[0], names[1])]


def _stretch(program: Program, request: _Request) -> Stretch:
    """The phases to start in and to stop at, the fields that are given, the cells that count."""
    from verifier.lang.layout import offset_of, width
    from verifier.lang.phases import CHANCE, DECISION, END, STEP
    from verifier.symbolic.find_pair import Stretch

    kinds = [phase.kind for phase in program.phases]
    until = _phases(program, request.until, "--until")
    stops = {number for number, kind in enumerate(kinds) if kind in (DECISION, END)} | set(until)
    automatic = [number for number, kind in enumerate(kinds) if kind in (STEP, CHANCE) and number not in until]
    begins = _phases(program, request.begins, "--from") if request.begins is not None else automatic
    wrong = [program.game.phases(number).name for number in begins if number in stops]
    if wrong:
        raise BadInput(Problem("DB552", f"nothing happens by itself from {', '.join(wrong)}: it stops there", "--from",
                               f"take some of {', '.join(program.game.phases(number).name for number in automatic)}"))
    kind = program.game.state_type
    fields = dict(kind.fields)
    named = [*request.ignored, *(text.partition("=")[0] for text in request.given)]
    unknown = [Problem("DB553", f"the state has no field {shown(name)}", "--given or --ignore", did_you_mean(name, fields))
               for name in named if name not in fields]
    if unknown:
        raise BadInput(unknown)
    ignored = {cell for name in request.ignored
               for cell in range(offset_of(kind, name), offset_of(kind, name) + width(fields[name]))}
    seen = frozenset(range(len(program.slots))) - ignored
    return Stretch(tuple(begins), frozenset(stops), dict(_given(program, text) for text in request.given), seen)


def _given(program: Program, text: str) -> tuple[int, int | bool]:
    """A field with its value, as a cell and what it holds."""
    from verifier.lang.layout import offset_of
    from verifier.lang.types import FlagType, Scalar, scalar_values
    from verifier.search.state_words import scalar_words

    name, _, value = text.partition("=")
    kind = program.game.state_type.field(name)
    if not isinstance(kind, Scalar) or name == "phase":
        raise BadInput(Problem("DB553", f"{name} cannot be given here", "--given",
                               "give a number, a word or a flag of the state"))
    words = {str(scalar_words(kind, int(each))).lower(): int(each) for each in scalar_values(kind)}
    if value.strip().lower() not in words:
        raise BadInput(Problem("DB553", f"{shown(value)} is no value of {name}", "--given", did_you_mean(value, words)))
    number = words[value.strip().lower()]
    return offset_of(program.game.state_type, name), bool(number) if isinstance(kind, FlagType) else number


def _phases(program: Program, text: str | None, option: str) -> list[int]:
    known = {phase.name: int(phase) for phase in program.game.phases}
    names = [name.strip().upper().replace("-", "_") for name in text.split(",")] if text else []
    unknown = [Problem("DB552", f"{program.game.title} has no phase {shown(name)}", option, did_you_mean(name, known))
               for name in names if name not in known]
    if unknown:
        raise BadInput(unknown)
    return [known[name] for name in names]


# -- answers ----------------------------------------------------------------------------------------------------------------


def _told(prepared: Prepared, parted: Parted, stretch: Stretch, bounds: Bounds) -> FoundReadings:
    """What was found as data."""
    from verifier.report.results import FoundReadings
    from verifier.symbolic.find_readings import Parting

    program, scenario = prepared.program, prepared.scenario
    verdicts = {Parting.FOUND: Verdict.PROVED, Parting.NONE: Verdict.HOLDS_WITHIN, Parting.UNKNOWN: Verdict.UNKNOWN}

    def names(phases: Any) -> tuple[str, ...]:
        return tuple(program.game.phases(number).name for number in sorted(phases))

    found = FoundReadings(
        program.game.name, scenario.edition.title, scenario.rulings, parted.reading,
        program.readings.switches[parted.reading].question, parted.choices, names(stretch.begins), names(stretch.stops),
        verdicts[parted.found], parted.reason, parted.none_below, parted.how, parted.is_smallest, parted.seconds, bounds.size)
    return found if parted.example is None else _with_example(prepared, found, parted.example)


def _with_example(prepared: Prepared, found: FoundReadings, example: Example) -> FoundReadings:
    """The example as a scenario, played once more from its own text."""
    from itertools import chain

    from verifier.cli import answer
    from verifier.scenario.deal import Deal, tapes_of
    from verifier.scenario.writer import write_scenario

    known = tapes_of(prepared.program.game)
    given = {name: tuple(known[name].spelled(entry) for entry in tape)
             for name, tape in zip(prepared.program.tapes, example.tapes, strict=True) if tape}
    title = f"{found.reading}: {found.choices[0]} and {found.choices[1]} part"
    chosen = {**prepared.scenario.chosen, found.reading: found.choices[0]}
    scenario = evolve(prepared.scenario, title=title, chosen=chosen, rulings={**prepared.scenario.rulings, **chosen},
                      deal=Deal(SEED, given), start=answer.state(prepared, example.start))
    sides = tuple(_side(prepared, scenario, found.reading, choice, side)
                  for choice, side in zip(found.choices, example.sides, strict=True))
    used = chain.from_iterable(happening.clauses for side in sides for happening in side.events)
    return evolve(found, size=example.size, in_piles=example.in_piles, drawn=example.drawn, start=scenario.start,
                  board=answer.board(prepared, example.start), sides=sides, scenario=write_scenario(scenario),
                  texts=answer.texts(prepared, used))


def _side(prepared: Prepared, scenario: Any, reading: str, choice: str, side: Side) -> FoundSide:
    """One side, played from the scenario; EngineBug when the file does not lead where the example does."""
    from verifier.cli import answer
    from verifier.prepared import prepare_scenario
    from verifier.report.results import FoundSide

    try:
        own = prepare_scenario(evolve(scenario, rulings={**scenario.rulings, reading: choice}), prepared.program)
    except BadInput as error:
        raise EngineBug([Problem("DB917", f"the example for {reading} is no scenario"), *error.problems]) from error
    position = own.start
    for _ in side.applied:
        applied = own.reference.automatic(position)
        position = position if applied is None else applied.after
    if own.reference.key(position) != own.reference.key(side.end):
        raise EngineBug(Problem("DB917", f"the example for {reading} = {choice} does not replay from its scenario"))
    happened = tuple(answer.happening(own, each, boards=False, states=True) for each in side.applied)
    return FoundSide(choice, happened, answer.state(own, position), answer.board(own, position))


def _written(results: list[FoundReadings], output: Path) -> list[FoundReadings]:
    """The first example goes to the file."""
    at = next((at for at, found in enumerate(results) if found.scenario is not None), None)
    if at is None:
        return results
    write_file(output, results[at].scenario or "")
    return [evolve(found, file=str(output)) if number == at else found for number, found in enumerate(results)]
