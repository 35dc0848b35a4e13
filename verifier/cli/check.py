"""`daybreak check`: proves or refutes a game's properties: by exploring every state, by z3 (`proof.py`), or by both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import ChanceChoice, EngineChoice, Method
from verifier.analysis.defaults import JOBS_MOST, STATES_TOGETHER_MOST
from verifier.cli.options import Engine, Force, HtmlReport, Json, Memory, Seconds, States, Threads, limits_of
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED
from verifier.files import refuse_page
from verifier.verdict import gravest


def check(
    what: Annotated[str, typer.Argument(metavar="GAME|SCENARIO", help="A game, from its set-up, or a scenario file.")],
    names: Annotated[list[str] | None, typer.Option(
        "--property", metavar="P", help="Check only this property; repeatable.")] = None,
    method: Annotated[Method, typer.Option(
        "--with", help="Explore every state; prove and search with z3; or do both and compare.")] = Method.EXPLICIT,
    seats: Annotated[str | None, typer.Option(
        "--for", metavar="SEATS", help="In a game with sides: which invariants these seats can keep, and which goals they can "
        "come to, whatever all others and open chance do (0,3).")] = None,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="Follow what the deal says, or everything that can come (default: the deal, if there is one).")] = None,
    depth: Annotated[int | None, typer.Option(
        metavar="N", min=0, help="Search N transitions from the start (default with z3: 10).")] = None,
    k: Annotated[int | None, typer.Option(
        "--k", metavar="N", min=1, max=STATES_TOGETHER_MOST,
        help="Let z3's induction take up to N consecutive states together (default: 1).")] = None,
    close: Annotated[int | None, typer.Option(
        "--close", metavar="N", min=1, help="Let z3 enumerate every state from the start first, if there are at most N.")] = None,
    record: Annotated[bool, typer.Option(
        "--record",
        help="Keep the proof of bound-holds or never-worse: a game's in its package, a scenario's in your own files.")] = False,
    mine: Annotated[bool, typer.Option(
        "--mine", help="Look for lemmas in sampled states where z3 cannot prove a property from the game's own.")] = False,
    lemmas: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Write the lemmas that were found as Python, to keep beside the game (takes --mine).")] = None,
    jobs: Annotated[int | None, typer.Option(
        metavar="N", min=1, max=JOBS_MOST, help="Ask z3 in N processes (default: one for each core).")] = None,
    again: Annotated[bool, typer.Option(
        "--again", help="Ask z3 everything, even the steps that earlier runs proved for the same rules.")] = False,
    explain: Annotated[list[str] | None, typer.Option(
        metavar="P", help="Say why this property holds: which rules need which lemmas to keep it; repeatable.")] = None,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    threads: Threads = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Prove or refute the properties of a game: invariants, step properties, goals that can be reached.

    Some properties are built in, for every game.  no-endless-loop: play always comes to a decision or an end (a cycle that luck
    ends is allowed).  no-dead-end: every decision has a legal move, and chance an outcome.  bound-holds, if the game has
    a bound: no end is graded above it, and no event raises it.  z3 also checks ranges (no rule leaves a range) and
    chance-has-an-outcome (no event leads to chance without one).  Checked only if you name them: no-chance-cycle, that
    play comes to a decision or an end however luck falls; never-worse, by z3, which is what a game declares so; and for cards
    of a kind that piles or bags hold, say an enum `Card`, card-is-conserved, that no event makes one appear, vanish or become
    another.  `daybreak games GAME` lists a game's.

    Every state counts, not only decisions.  A property that no state breaks is proved if the search closes; otherwise it holds
    within so many transitions (exit code 124).

    z3 proves by induction, whatever the deal: for a game under every reading, or else under those in force; for a scenario from
    its start.  If it cannot prove a property, it searches for a line that breaks it up to --depth, which proves nothing, and
    shows the step that fails.  By default z3 has a limit of work rather than of time, so that its answers are the same on every
    machine.  It does not answer no-endless-loop and no-chance-cycle.

    What `solve` calls optimal often rests on the game's bound.  `--with z3 --property bound-holds --record` proves the bound
    once and keeps the proof until a rule changes.  With never-worse searches leave out what is proved to be no better.

    The search takes --threads, which share what they find; z3 is asked in --jobs, which are processes. Answers depend on neither.

    Steps of induction that were proved are kept for the next run: after an edit only what it touched is asked again.  Where an
    invariant is true but a step breaks it from a position that no play leads to, a lemma is missing.  --mine plays random games,
    takes what holds in every state that they come to for candidates, and proves those that proofs need.  Where these are
    not enough, it adds candidates that exclude a state from which a step fails and hold in every state of those games.  --explain
    says why a property holds; where it is not proved, the step that breaks it is shown in any case.

    With --for, proved means that these seats have a strategy, whatever all others and open chance do, and refuted that the others
    have one against it.  Decisions may rest on all that the state holds, also on what players would hide from each other.
    """
    from verifier.api.rulebooks import check as checked

    refuse_page(html, [Path(what)], force, lemmas)
    found = checked(what, properties=names or (), with_=method, chance=chance, limits=limits_of(seconds, states, memory, depth),
                    engine=engine, k=k, close=close, record=record, jobs=jobs, mine=mine, lemmas=lemmas, again=again,
                    explain=explain or (), seats=seats or (), force=force, threads=threads)
    show(found, json=json, html=html, force=force)
    return EXIT_INTERRUPTED if found.ending == "interrupted" else gravest(row.verdict.exit_code for row in found.properties)
