"""`daybreak solve`: the best line of a deal, or its quickest loss, with the proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice, Goal, Method
from verifier.cli.options import Alternatives, Engine, Force, Html, Json, Memory, Seconds, States, Threads, limits_of
from verifier.cli.terminal import put_message, put_out, put_page
from verifier.errors import (
    EXIT_BUG,
    EXIT_INTERRUPTED,
    EXIT_LIMIT,
    EXIT_OK,
    EXIT_VIOLATED,
    BadInput,
    DaybreakError,
    Problem,
)
from verifier.files import refuse_page
from verifier.search.strategies import DEFAULT, SIDED, SIDED_DEFAULT, STRATEGIES
from verifier.verdict import gravest
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.results.result import Result
    from verifier.results.solved import Solved


def solve(
    scenarios: Annotated[list[Path], typer.Argument(metavar="SCENARIO", help="Scenario files.")],
    goal: Annotated[Goal, typer.Option(help="The best line, or the quickest loss.")] = Goal.BEST,
    seats: Annotated[str | None, typer.Option(
        "--for", metavar="SEATS", help="In a game with sides: what these seats can have, by their names or numbers (0,3); "
        "alone with everybody's help.")] = None,
    against: Annotated[Against | None, typer.Option(
        help="With --for: what they can force against the rest, or have with the help of all (default: nobody is against them).",
        show_default=False)] = None,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="With --for: chance as the deal has it, or whatever it can bring (default: open without a deal).",
        show_default=False)] = None,
    to: Annotated[str | None, typer.Option(
        metavar="NAME", help="With --for: whether they can come to this goal of the game, or keep this invariant.")] = None,
    endless: Annotated[Endless | None, typer.Option(
        help="With --for: what play that never ends is to these seats (default: worst).", show_default=False)] = None,
    blind: Annotated[bool, typer.Option(
        "--blind", help="With --for and --against rest: by decisions that rest only on what the game does not hide from whoever "
        "makes them.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Show the board after each event of the line.")] = False,
    certify: Annotated[bool | None, typer.Option(
        "--certify/--no-certify", help="Re-check the proof position by position, however long that takes "
        "(default: only if it takes seconds).", show_default=False)] = None,
    certificate: Annotated[Path | None, typer.Option(
        "--certificate", metavar="FILE", help="Write what was re-checked, for `daybreak certify`; with this, --certify.")] = None,
    method: Annotated[Method, typer.Option(
        "--with", help="What answers: the search, z3 (short lines only), or both, compared.")] = Method.EXPLICIT,
    decisions: Annotated[int | None, typer.Option(
        metavar="N", min=0, max=32, help="With z3: lines of at most N decisions, of all sides together (default: 2).")] = None,
    difficulty: Annotated[bool, typer.Option(
        "--difficulty", help="How difficult the deal is to win: seeded games without foresight, first decisions that still win, "
        "only moves of the line (marked).")] = False,
    count: Annotated[bool, typer.Option(
        "--count", help="How many best lines there are, and how many up to the order of independent decisions.")] = False,
    shortest: Annotated[bool, typer.Option(
        "--shortest", help="Among the best lines, one with the fewest decisions: proved, or the shortest found.")] = False,
    strategy: Annotated[str | None, typer.Option(metavar="NAME", help="How to search for the best line: " + "; ".join(
        f"{name}, {each.text}" for name, each in STRATEGIES.items()) + f" (default: {DEFAULT}).  With --for: " + "; ".join(
        f"{name}, {text}" for name, text in SIDED.items()) + f" (default: {SIDED_DEFAULT}).", show_default=False)] = None,
    store: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="With --difficulty: take what is kept there, and keep what is new; `daybreak batch` writes such "
        "folders.")] = None,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    threads: Threads = None,
    html: Html = None,
    alternatives: Alternatives = False,
    force: Force = False,
    json: Json = False,
) -> int:
    """Find the best line of each deal, with its grade and the proof that no line does better.

    If a limit or Ctrl-C ends the search, the answer is the best line found so far and a bound that no line can exceed.  If the
    scenario has an `expect` table, the answer is compared with it (exit code 12 if they differ).  The answer always says what it
    rests on; with --certify the exit code is 124 unless all of that was re-checked by the plain rules, or proved.

    Where play can get stuck, because nothing is legal and the rules name no end, or can go round for ever, a search that closes
    says instead that it is proved that no line which comes to an end is better, or that none comes to an end.

    --difficulty reports four numbers: the share of 100 seeded games that random play wins (every legal decision equally likely);
    the share that a peeking player wins (one decision ahead by the game's own bound and estimate, seeing what the deal brings
    until then; ties are broken at random); how many first decisions still win; and at how many decisions of the line only one
    decision wins though others are legal.  A deal is won if the first field of the grade is above its lowest value.

    --count counts the best lines.  Two lines are the same up to order if one becomes the other by exchanging neighbouring
    decisions that are legal in both orders with the same outcome.

    --shortest looks for a line with as few decisions as can be among those to the best grade; chance of a deal and what happens
    by itself are no decisions.  A search that closes proves the number, otherwise the answer says how many decisions every line
    as good takes at least.  The search for the best grade has half of the limits, or what it needs of them.

    With any of these three options the exit code is 124 if one of their numbers is not known.

    --for asks of a game with sides what some seats can have: with --against rest what they can force, whatever the others and
    open chance do, else with everybody's help.  Of several seats the one counts that an end is worth least to.  Every state is
    explored; decisions may rest on all that the state holds, also on what players would hide from each other.  The exit code is
    124 if the answer is two bounds.  With --html the page is one to play on, against the strategy.

    --for, --against rest and --strategy proof-number give the same answer by proof-number search: where something can be forced
    in few decisions, or a few replies keep the seats from it, a small part of the game settles it.  Where it takes all decisions
    to say, nearly everything is explored after all, and that takes several times as long.

    --for with --with z3 asks the same of play of at most N decisions of all sides together, outcomes from the best down, or a
    goal.  Yes comes with a strategy, which the plain rules have followed against every reply.  That something is not forced
    within N decisions is proved, and says nothing of more decisions: the exit code is 124 then, as with z3 elsewhere, unless no
    play takes more.  With both, the search answers, and z3 says whether it agrees.

    --strategy rollouts is for puzzles where no estimate says which way is good, and games at random come to an end all the
    same: it finds good lines sooner than they do.  It goes on until a limit or Ctrl-C, and proves nothing by itself.  Where the
    game has a good estimate or bound, the other strategies mostly find as much, and prove it.

    Threads are for what explores every state: --strategy exhaustive, --for, and a deal that is closed without its bound.

    --blind asks for decisions that rest only on what each of the seats sees then, in a game that says what it hides.  Who cannot
    force something with open cards cannot blind.  Where it can, a strategy without memory is looked for, and re-checked with the
    condition that the same is done wherever it looks the same; if none is found, nothing is settled, and the exit code is 124.
    """
    from verifier.api import solving

    if seats is not None:
        _refuse_several(scenarios, html, certificate)
        _refuse_beside_seats(goal=goal is not Goal.BEST, difficulty=difficulty, count=count, shortest=shortest,
                             alternatives=alternatives, store=store)
        refuse_page(html, scenarios, force, certificate)
        return _each(scenarios, json, partial(_forced, seats=seats, against=against or Against.NOBODY, json=json, options={
            "blind": blind, "endless": endless or Endless.WORST, "to": to, "chance": chance, "certify": certify,
            "boards": board and not json, "limits": limits_of(seconds, states, memory), "engine": engine,
            "certificate": certificate, "html": html, "force": force, "with_": method, "decisions": decisions,
            "threads": threads, "strategy": strategy or SIDED_DEFAULT}))
    if (against, chance, endless, to) != (None,) * 4 or blind:
        raise BadInput(Problem("DB586", "--against, --chance, --endless, --to, --blind are for games with sides", "--for",
                               "name seats"))
    _refuse_several(scenarios, html, certificate)
    refuse_page(html, scenarios, force, certificate)
    options: dict[str, Any] = {
        "goal": goal, "engine": engine, "limits": limits_of(seconds, states, memory), "certify": certify,
        "boards": board and not json, "with_": method, "decisions": decisions, "difficulty": difficulty, "count": count,
        "shortest": shortest, "strategy": strategy or DEFAULT, "threads": threads, "html": html, "alternatives": alternatives,
        "certificate": certificate, "store": store}
    solving.solve_request(**options)
    return _each(scenarios, json, partial(_one, options=options, force=force, json=json))


def _refuse_beside_seats(**options: Any) -> None:
    """BadInput (DB586) for what is not asked of seats."""
    given = [f"--{name.rstrip('_').replace('_', '-')}" for name, value in options.items() if value not in (None, False)]
    if given:
        raise BadInput(Problem("DB586", f"{', '.join(given)} cannot be asked together with --for", "--for", "leave one out"))


def _each(scenarios: list[Path], json: bool, ask: Callable[[Path], tuple[int, dict[str, Any]]]) -> int:
    """Ask the same of every scenario; what is wrong with one of several is said, and the others are asked all the same."""
    codes: list[int] = []
    documents: list[dict[str, Any]] = []
    for index, path in enumerate(scenarios):
        if len(scenarios) > 1 and not json:
            put_out(f"{chr(10) if index else ''}{index + 1} of {len(scenarios)}: {one_line(str(path))}\n")
        try:
            code, document = ask(path)
        except DaybreakError as error:
            if len(scenarios) == 1 or error.exit_code == EXIT_BUG:
                raise
            for problem in error.problems:
                put_message(f"{one_line(str(path))}: {problem}")
            code = error.exit_code
            document = {"command": "solve", "file": str(path), "errors": [str(problem) for problem in error.problems]}
        codes.append(code)
        documents.append(document)
        if code == EXIT_INTERRUPTED:
            break
    if json:
        from verifier.report import json as as_json

        put_out(as_json.text(as_json.results(documents)))
    return gravest(codes)


def _refuse_several(scenarios: list[Path], html: Path | None, certificate: Path | None) -> None:
    """BadInput for a page (DB581) or a certificate (DB524) of several scenarios."""
    number = len(scenarios)
    if number > 1 and html is not None:
        raise BadInput(Problem("DB581", f"one page is for one scenario, not {number}", "--html", "solve one at a time"))
    if number > 1 and certificate is not None:
        raise BadInput(Problem("DB524", f"one certificate is for one scenario, not {number}", "--certificate",
                               "solve one at a time"))


def _one(path: Path, options: dict[str, Any], force: bool, json: bool) -> tuple[int, dict[str, Any]]:
    """Solve one scenario, show the answer and what was written besides; its exit code and its document."""
    from verifier.api import scenarios, solving
    from verifier.cli.shown import written

    found = solving.solve(scenarios.scenario(path), **options, force=force, on_answer=None if json else _show)
    if options["html"] is not None and not json:
        put_out(written(options["html"]))
    if options["certificate"] is not None and not json:
        rests = found.rests_on
        is_written = rests.line or rests.positions is not None
        put_out(f"Certificate: {one_line(str(options['certificate'])) if is_written else 'none, since nothing was re-checked'}\n")
    return _exit_code(found), _document(found, json)


def _forced(path: Path, *, seats: str, against: Against, json: bool, options: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """What seats can have or force, shown or as data, with the exit code."""
    from verifier.api import deals, scenarios
    from verifier.cli.shown import show, written

    found = deals.force(scenarios.scenario(path), seats, against=against, **options,
                        on_answer=None if json else partial(show, json=False))
    if options["html"] is not None and not json:
        put_out(written(options["html"]))
    if options["certificate"] is not None and not json:
        why = "can be forced" if found.exact else "is known to be forced"
        where = f"none, since nothing {why}" if found.strategy.positions is None else one_line(str(options["certificate"]))
        put_out(f"Strategy: {where}\n")
    is_open = options["certify"] is True and (found.strategy.is_open or found.replies.is_open)
    code = EXIT_INTERRUPTED if found.ending == "interrupted" else EXIT_OK if found.exact and not is_open else EXIT_LIMIT
    return code, _document(found, json)


def _document(found: Result, json: bool) -> dict[str, Any]:
    """An answer as data if it is shown so; nothing otherwise, since what makes data of it takes long to load."""
    if not json:
        return {}
    from verifier.report import json as as_json

    return as_json.document(found)


def _show(found: Solved) -> None:
    from verifier.report.text.solve import solved

    put_page(solved(found))


def _exit_code(found: Solved) -> int:
    if found.ending == "interrupted":
        return EXIT_INTERRUPTED
    if found.expected is not None and found.expected.met is False:
        return EXIT_VIOLATED
    if found.expected is not None and found.expected.met is None:
        return EXIT_LIMIT
    short = found.shortest
    extras = [each.ending for each in (found.best_lines, found.difficulty, short) if each is not None]
    if "interrupted" in (found.rests_on.not_re_checked, None if short is None else short.not_re_checked, *extras):
        return EXIT_INTERRUPTED
    is_re_checked = found.rests_on.complete and (short is None or short.positions is not None)
    is_open = found.rests_on.asked and not is_re_checked or not is_known(found)
    return found.verdict.exit_code or (EXIT_LIMIT if is_open else EXIT_OK)


def is_known(found: Solved) -> bool:
    """Whether nothing that was asked besides the best line is left open."""
    count, hard, short = found.best_lines, found.difficulty, found.shortest
    if short is not None and not short.proved:
        return False
    return (count is None or (count.exact and count.up_to_order_exact)) and (hard is None or hard.is_known)
