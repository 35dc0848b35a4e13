"""`daybreak find`: z3 looks for what makes a statement true; what it finds was played by the reference before it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from verifier import clock
from verifier.analysis.choices import EngineChoice
from verifier.cli.options import LIMITS, Engine, Force, HtmlReport, Json, Memory, Seconds, limits_of
from verifier.cli.shown import refuse_page, show
from verifier.errors import EXIT_INTERRUPTED, BadInput, Problem
from verifier.files import write_file
from verifier.verdict import gravest
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.results.found import Aim, FoundOrder, FoundPosition, FoundReadings
    from verifier.search.limits import Limits

SIZE_MOST = 12
SIZE, STEPS, STEPS_APART = 4, 1, 8  # by default
READINGS, PROPERTY, ORDER = "--readings", "--breaks or --reaches", "--order"
AIMS = "A difficulty to aim at (--order --wins)"
QUESTIONS, POSITIONS, PARTING = "What to find (one of)", "Positions (--readings, --breaks, --reaches)", "Two readings"
# Which of the questions an option belongs to.
BELONGS = {
    "--between": (READINGS,), "--until": (READINGS,), "--ignore": (READINGS,),
    "--from": (READINGS, PROPERTY), "--given": (READINGS, PROPERTY), "--size": (READINGS, PROPERTY),
    "--steps": (READINGS, PROPERTY), "--ruling": (READINGS, PROPERTY), "--edition": (READINGS, PROPERTY),
    "--any-readings": (PROPERTY,), "--wins": (ORDER,), "--loses": (ORDER,), "--engine": (ORDER,),
    "--states": (ORDER,), "--memory": (ORDER,),
    "--only-moves": (ORDER,), "--random-wins": (ORDER,),
}


def find(
    what: Annotated[str, typer.Argument(metavar="GAME|SCENARIO", help="A game; for --order, a scenario file.")],
    reading: Annotated[str | None, typer.Option(
        READINGS, metavar="ID", help="Where two choices of this reading part.", rich_help_panel=QUESTIONS)] = None,
    breaks: Annotated[str | None, typer.Option(
        metavar="P", help="A position from which this property breaks (\"ranges\": a rule fails).",
        rich_help_panel=QUESTIONS)] = None,
    reaches: Annotated[str | None, typer.Option(
        metavar="GOAL", help="A position from which this goal is reached.", rich_help_panel=QUESTIONS)] = None,
    order: Annotated[str | None, typer.Option(
        metavar="STREAM[:N]", help="An order of the next N outcomes of a stream of chance, with --wins or --loses.",
        rich_help_panel=QUESTIONS)] = None,
    wins: Annotated[bool, typer.Option("--wins", help="Some line wins with the order.", rich_help_panel=QUESTIONS)] = False,
    loses: Annotated[bool, typer.Option("--loses", help="Every line loses with it.", rich_help_panel=QUESTIONS)] = False,
    only_moves: Annotated[int | None, typer.Option(
        metavar="N", min=1, help="With --wins: at least N only moves on the best line.", rich_help_panel=AIMS)] = None,
    random_wins: Annotated[float | None, typer.Option(
        metavar="PERCENT", min=0, max=100, help="With --wins: at most so many of 100 random games are won.",
        rich_help_panel=AIMS)] = None,
    begins: Annotated[str | None, typer.Option(
        "--from", metavar="PHASE,...", help="Phases to start in (all; for readings, those in which nobody decides).",
        rich_help_panel=POSITIONS)] = None,
    given: Annotated[list[str] | None, typer.Option(
        metavar="FIELD=VALUE", help="A field of the start; repeatable.", rich_help_panel=POSITIONS)] = None,
    size: Annotated[int | None, typer.Option(
        metavar="N", min=0, max=SIZE_MOST, help="At most so much to lay out (default: 4).", rich_help_panel=POSITIONS)] = None,
    steps: Annotated[int | None, typer.Option(
        metavar="N", min=0, help="At most so many steps (default: 1), or before two readings part (default: 8).",
        rich_help_panel=POSITIONS)] = None,
    ruling: Annotated[list[str] | None, typer.Option(
        metavar="ID=CHOICE", help="Another reading in force; repeatable.", rich_help_panel=POSITIONS)] = None,
    any_readings: Annotated[bool, typer.Option(
        "--any-readings", help="z3 chooses the readings too (--breaks, --reaches).", rich_help_panel=POSITIONS)] = False,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME|FILE.toml", help="The component data to use.", rich_help_panel=POSITIONS)] = None,
    between: Annotated[str | None, typer.Option(
        metavar="A,B", help="The two choices (default: the ruling in force and each of the others).",
        rich_help_panel=PARTING)] = None,
    until: Annotated[str | None, typer.Option(
        metavar="PHASE,...", help="Phases to stop at, besides decisions and ends.", rich_help_panel=PARTING)] = None,
    ignore: Annotated[list[str] | None, typer.Option(
        metavar="FIELD", help="A field that may differ; repeatable.", rich_help_panel=PARTING)] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the scenario there.")] = None,
    seconds: Seconds = None,
    states: Annotated[int | None, typer.Option(
        "--states", metavar="N", min=1, help="With --order: at most so many states for the deal of an order; one that "
        "takes more is undecided.", rich_help_panel=LIMITS)] = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Find a smallest position or an order of the deck for which something is so, and write it as a scenario.

    --readings: the smallest table on which two choices of a reading end differently.  Both sides start from the same table with
    the same order of chance, and run until a decision, an end, or a phase named by --until.  The size is what has to be laid
    out: at the start, and what chance brings on the way.

    --breaks, --reaches: the smallest position (what has to be laid out) from which a property breaks or a goal is reached.

    On a table the elements of piles count; in a game without piles, the items of rows that are not blank.

    Positions keep the game's invariants, as those of scenarios do; whether play leads to them is what `check` answers.  That
    none is smaller rests on the invariants, which `check --with z3` proves.

    --order: an order of what chance brings next with which the scenario is won, or lost whatever one does.  What its deal
    brings next is rearranged; without a deal, anything can come.  With --only-moves or --random-wins the deal is as hard by its
    best line (see solve --help); else the order that comes nearest is told: fewest only moves short, then random games too many.

    --states and --memory are for --order, whose deals are searched; z3 is asked about the others.

    proved (0): here is one, played by the reference; refuted (12): none of any size; holds-within (124): none up to --size;
    unknown (124): neither.
    """
    refuse_page(html, [Path(what)], force, output)
    limits = limits_of(seconds, states, memory)
    question = _question([(READINGS, reading), (PROPERTY, breaks), (PROPERTY, reaches), (ORDER, order)])
    _refuse(question, {
        "--between": between, "--until": until, "--ignore": ignore, "--from": begins, "--given": given, "--size": size,
        "--steps": steps, "--ruling": ruling, "--edition": edition, "--any-readings": any_readings or None,
        "--wins": wins or None, "--loses": loses or None, "--only-moves": only_moves, "--random-wins": random_wins,
        "--states": states, "--memory": memory, "--engine": None if engine is EngineChoice.AUTO else engine})
    size = SIZE if size is None else size
    if order is not None:
        aim = _aim(wins, loses, only_moves, random_wins)
        return _show(_ordered(what, order, wins, engine, aim, limits), output, json, html, force)
    if reading is not None:
        from verifier.analysis.find_readings import Request, compare_choices

        request = Request(what, reading, between, begins, until, given or [], ignore or [], ruling or [], edition)
        results = compare_choices(request, size, STEPS_APART if steps is None else steps, seconds)
        return _show_readings(results, output, json, html, force)
    from verifier.analysis.find_position import Request as Position
    from verifier.analysis.find_position import position_found

    property_ = Position(what, breaks or reaches or "", reaches is not None, begins, given or [], any_readings, ruling or [],
                         edition)
    return _show(position_found(property_, size, STEPS if steps is None else steps, seconds), output, json, html, force)


def _ordered(what: str, order: str, wins: bool, engine: EngineChoice, aim: Aim | None, limits: Limits) -> FoundOrder:
    from verifier.analysis.find_order import Request, order_found
    from verifier.instance import load_instance

    return order_found(Request(load_instance(Path(what)), order, wins, engine, aim), limits)


def _aim(wins: bool, loses: bool, only_moves: int | None, random_wins: float | None) -> Aim | None:
    """The difficulty to aim at, if one is given; BadInput where it is not clear what an order is looked for."""
    from verifier.results.found import Aim

    if wins == loses:
        raise BadInput(Problem("DB550", "an order for what?", "--order", "take --wins or --loses"))
    if only_moves is random_wins is None:
        return None
    if loses:
        raise BadInput(Problem("DB556", "a deal that is lost has no difficulty",
                               "--random-wins" if only_moves is None else "--only-moves", "take --wins"))
    return Aim(only_moves, random_wins)


def _question(asked: list[tuple[str, str | None]]) -> str:
    """The only thing that is asked for."""
    questions = [name for name, value in asked if value is not None]
    if len(questions) != 1:
        raise BadInput(Problem("DB550", "nothing to look for" if not questions else "one thing at a time", "find",
                               "take one of --readings ID, --breaks P, --reaches GOAL, --order STREAM"))
    return questions[0]


def _refuse(question: str, options: dict[str, object]) -> None:
    """Options that belong to another question."""
    wrong = [name for name, value in options.items() if value is not None and question not in BELONGS[name]]
    if wrong:
        raise BadInput([Problem("DB550", f"{name} is for {' and '.join(BELONGS[name])}", name, f"leave it out with {question}")
                        for name in wrong])


def _show(found: FoundPosition | FoundOrder, output: Path | None, json: bool, html: Path | None, force: bool) -> int:
    """Write the scenario, if there is one and it is wanted; show the answer; its exit code."""
    with clock.stopped():  # loading is not counted
        from verifier.results.found import FoundOrder
    text = found.scenario_text if isinstance(found, FoundOrder) else found.scenario
    if output is not None and text is not None:
        write_file(output, text, force=force)
        found = evolve(found, file=one_line(str(output)))
    show(found, json=json, html=html, force=force)
    is_interrupted = isinstance(found, FoundOrder) and found.ending == "interrupted"
    return EXIT_INTERRUPTED if is_interrupted else found.verdict.exit_code


def _show_readings(results: list[FoundReadings], output: Path | None, json: bool, html: Path | None, force: bool) -> int:
    """The first example goes to the file; all are shown."""
    at = next((at for at, found in enumerate(results) if found.scenario is not None), None)
    if output is not None and at is not None:
        write_file(output, results[at].scenario or "", force=force)
        results = [evolve(found, file=one_line(str(output))) if number == at else found for number, found in enumerate(results)]
    show(results, json=json, html=html, force=force)
    return gravest(found.verdict.exit_code for found in results)
