"""`daybreak find`: looks for an example of something, which the reference played before it is shown, and writes it as a scenario.

Three questions, a command each: `find readings`, `find position`, `find order`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from verifier import clock
from verifier.analysis.choices import EngineChoice
from verifier.analysis.defaults import POSITION_STEPS, READING_STEPS, TABLE_SIZE, TABLE_SIZE_MOST
from verifier.cli.options import Engine, Force, HtmlReport, Json, Memory, Seconds, States, limits_of
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, BadInput, Problem
from verifier.files import refuse_page, write_file
from verifier.verdict import gravest
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.results.found import FoundOrder, FoundPosition, FoundReadings

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")]
Given = Annotated[list[str] | None, typer.Option(metavar="FIELD=VALUE", help="A field of the start; repeatable.")]
Size = Annotated[int, typer.Option(metavar="N", min=0, max=TABLE_SIZE_MOST, help="Lay out at most N.")]
Rulings = Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="Another reading in force; repeatable.")]
Edition = Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the scenario there.")]


def find_readings(
    game: Game,
    reading: Annotated[str, typer.Argument(metavar="READING", help="The reading whose choices are compared.")],
    between: Annotated[str | None, typer.Option(
        metavar="A,B", help="The two choices (default: the ruling in force and each of the others).")] = None,
    begins: Annotated[str | None, typer.Option(
        "--from", metavar="PHASE,...", help="Phases to start in (default: those in which nobody decides).")] = None,
    until: Annotated[str | None, typer.Option(
        metavar="PHASE,...", help="Phases to stop at, besides decisions and ends.")] = None,
    given: Given = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="FIELD", help="A field that may differ; repeatable.")] = None,
    size: Size = TABLE_SIZE,
    steps: Annotated[int, typer.Option(metavar="N", min=0, help="Run at most N steps before they differ.")] = READING_STEPS,
    ruling: Rulings = None,
    edition: Edition = None,
    output: Output = None,
    seconds: Seconds = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Find the smallest table on which two choices of a reading end differently, and write it as a scenario.

    Both sides start from the same table with the same order of chance and run until a decision, an end, or a phase named by
    --until.  The size counts what has to be laid out, at the start and by chance on the way: the elements of piles,
    and of their kind what rows hold; in a game without piles, the items of rows that are not blank.

    Positions keep the game's invariants, as those of scenarios do; whether play can lead to them is a question for `check`.
    That no smaller table exists rests on the invariants, which `check --with z3` proves.

    Verdicts: proved (0), here is one, played by the reference; refuted (12), there is none of any size; holds-within (124), there
    is none up to --size; unknown (124).
    """
    from verifier.api.rulebooks import find_readings as compared

    refuse_page(html, [], force, output)
    found = compared(game, reading, between=between, size=size, steps=steps, phases=_listed(begins), until=_listed(until),
                     given=given, ignoring=ignore or (), rulings=ruling, edition=edition, seconds=seconds)
    return _show_readings(found, output, json, html, force)


def find_position(
    game: Game,
    breaks: Annotated[str | None, typer.Option(
        metavar="P", help="A position from which this property breaks (\"ranges\": a rule fails).")] = None,
    reaches: Annotated[str | None, typer.Option(metavar="GOAL", help="A position from which this goal is reached.")] = None,
    begins: Annotated[str | None, typer.Option("--from", metavar="PHASE,...", help="Phases to start in (default: all).")] = None,
    given: Given = None,
    size: Size = TABLE_SIZE,
    steps: Annotated[int, typer.Option(metavar="N", min=0, help="Take at most N steps.")] = POSITION_STEPS,
    any_readings: Annotated[bool, typer.Option("--any-readings", help="Let z3 choose the readings, too.")] = False,
    ruling: Rulings = None,
    edition: Edition = None,
    output: Output = None,
    seconds: Seconds = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Find a smallest position from which a property breaks or a goal is reached, and write it as a scenario.

    The size counts what has to be laid out: the elements of piles, and of their kind what rows hold; in a game without piles, the
    items of rows that are not blank.

    Positions keep the game's invariants, as those of scenarios do; whether play can lead to them is a question for `check`.
    That no smaller position exists rests on the invariants, which `check --with z3` proves.

    Verdicts: proved (0), here is one, played by the reference; refuted (12), there is none of any size; holds-within (124), there
    is none up to --size; unknown (124).
    """
    from verifier.api.rulebooks import find_position as position_found

    refuse_page(html, [], force, output)
    if (breaks is None) == (reaches is None):
        raise BadInput(Problem("DB550", "nothing to look for" if breaks is None else "one thing at a time", "find position",
                               "take one of --breaks P, --reaches GOAL"))
    found = position_found(game, breaks or reaches or "", reached=reaches is not None, size=size, steps=steps,
                           phases=_listed(begins), given=given, any_readings=any_readings, rulings=ruling, edition=edition,
                           seconds=seconds)
    return _show(found, output, json, html, force)


def find_order(
    scenario: Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    stream: Annotated[str, typer.Argument(metavar="STREAM[:N]", help="A stream of chance, and how many of its next outcomes.")],
    wins: Annotated[bool, typer.Option("--wins", help="Find an order with which some line wins.")] = False,
    loses: Annotated[bool, typer.Option("--loses", help="Find an order with which every line loses.")] = False,
    only_moves: Annotated[int | None, typer.Option(
        metavar="N", min=1, help="With --wins: at least N only moves on the best line.")] = None,
    random_wins: Annotated[float | None, typer.Option(
        metavar="PERCENT", min=0, max=100, help="With --wins: at most this share of 100 random games is won.")] = None,
    output: Output = None,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Find an order of what chance brings next with which a scenario is won, or lost whatever you do; write it as a scenario.

    The order rearranges what the scenario's deal brings next; without a deal, anything can come.  With --only-moves or
    --random-wins the deal has to be that difficult, too (see solve --help); if no order is, the one that comes nearest is
    reported: fewest only moves missing, then fewest random games too many.  A deal that takes more than --states is undecided.

    Verdicts: proved (0), here is one, played by the reference; refuted (12), there is none; unknown (124).
    """
    from verifier.api import deals, scenarios

    refuse_page(html, [scenario], force, output)
    limits = limits_of(seconds, states, memory)
    if wins == loses:
        raise BadInput(Problem("DB550", "an order for what?", "find order", "take --wins or --loses"))
    found = deals.find_order(scenarios.scenario(scenario), stream, wins=wins, only_moves=only_moves, random_wins=random_wins,
                             limits=limits, engine=engine)
    return _show(found, output, json, html, force)


def _listed(names: str | None) -> tuple[str, ...]:
    """Names with commas between them."""
    return () if names is None else (names,)


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
