"""`daybreak reports`: everything that is known of a game, written into a folder in every format, with a manifest.

Nothing in the files differs from run to run: limits are counts, never times, and what a report says of time is left out.  A
report that was made of the same rules, scenarios and sizes is kept, so that a run that was interrupted is taken up again.

The manifest says which files are of our making, also of a report that was just being written: those are replaced when a report is
made anew.  Any other file of that name, or one that somebody has changed since, is replaced only with `--force`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import Policy
from verifier.analysis.defaults import (
    PLAYED_DEALS_MOST,
    SIMULATIONS_MOST,
    TRAINING_ROUNDS_MOST,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
    WORK,
    Sizes,
)
from verifier.cli.options import LIMITS, Force, Json, limits_of
from verifier.cli.shown import show
from verifier.cli.terminal import put_message, put_out
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK
from verifier.visible import one_line


def reports(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write; created if it does not exist.")],
    scenarios: Annotated[list[Path] | None, typer.Argument(
        metavar="SCENARIO", help="Scenarios that coverage and mutants use.")] = None,
    position: Annotated[list[Path] | None, typer.Option(
        metavar="FILE", help="A scenario that is used only to test clauses and kill mutants; repeatable.")] = None,
    readings_from: Annotated[list[Path] | None, typer.Option(
        metavar="FILE", help="Also measure from this scenario the readings that deals hardly exercise; repeatable.")] = None,
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Make only this report; repeatable.")] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Random games for coverage.")] = Sizes().games,
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Seeded deals to solve.")] = Sizes().deals,
    deal_states: Annotated[int, typer.Option(metavar="N", min=1, help="States to solve a deal.")] = Sizes().deal_states,
    decision_states: Annotated[int, typer.Option(
        metavar="N", min=1, help="States to judge a decision of a listed deal.")] = Sizes().decision_states,
    reading_deals: Annotated[int | None, typer.Option(
        metavar="N", min=1, help="Deals to measure readings on (default: as many as are solved).")] = None,
    reading_states: Annotated[int, typer.Option(
        metavar="N", min=1, help="States to prove the best grade of such a deal.")] = Sizes().reading_states,
    mutant_states: Annotated[int, typer.Option(
        metavar="N", min=0, help="States around each start that mutants are compared on.")] = Sizes().mutant_states,
    mutant_lines: Annotated[int, typer.Option(
        metavar="N", min=10, help="States to search for the best lines that mutants are compared on.")] = Sizes().mutant_lines,
    mutant_games: Annotated[int, typer.Option(
        metavar="N", min=0, help="Random games from each start that mutants are compared on.")] = Sizes().mutant_games,
    player: Annotated[list[Policy] | None, typer.Option(
        metavar="NAME", help="A policy that plays deals, in place of those of `winnability`; the last one named also plays "
        "readings (default: learned-uct).  Repeatable.")] = None,
    by_seat: Annotated[bool, typer.Option(
        "--by-seat", help="Let each seat play for itself in what --budget-deals and --readings-played add, for games that one "
        "seat wins and another loses; players who aim at what is good for all are left out there.")] = False,
    simulations: Annotated[int, typer.Option(
        metavar="N", min=0, max=SIMULATIONS_MOST,
        help="Games that these players simulate before each decision; 0: nobody plays the deals that are solved."
    )] = Sizes().simulations,
    play_deals: Annotated[int, typer.Option(
        metavar="N", min=0, max=PLAYED_DEALS_MOST, help="Deals that they play (0: those that are solved).")] = Sizes().play_deals,
    budget_deals: Annotated[int, typer.Option(
        metavar="N", min=0, max=PLAYED_DEALS_MOST,
        help="Also report what thinking longer is worth to these players, and to those who learned nothing: on N deals, with a "
        "sixteenth, a quarter, and all of --simulations.")] = Sizes().budget_deals,
    readings_played: Annotated[int, typer.Option(
        metavar="N", min=0, max=PLAYED_DEALS_MOST,
        help="Also report what readings change for a good player, who plays N deals under each choice; one who learns the "
        "game goes on learning under each choice, which takes hours.")] = Sizes().readings_played,
    readings_simulations: Annotated[int, typer.Option(
        metavar="N", min=1, max=SIMULATIONS_MOST,
        help="Games that this player simulates before each decision.")] = Sizes().readings_simulations,
    rounds: Annotated[int, typer.Option(
        metavar="N", min=2, max=TRAINING_ROUNDS_MOST,
        help="Rounds that players who learn learn first, unless the game's package brings what was learned.")] = Sizes().rounds,
    rounds_again: Annotated[int, typer.Option(
        metavar="N", min=1, max=TRAINING_ROUNDS_MOST, help="Further rounds for each choice of a reading, and for each value with "
        "--train-varied.")] = Sizes().rounds_again,
    round_positions: Annotated[int, typer.Option(
        metavar="N", min=TRAINING_STATES_LEAST, max=TRAINING_STATES_MOST,
        help="About how many states each round adds to learn from.")] = Sizes().round_positions,
    work: Annotated[int, typer.Option(
        metavar="N", min=1_000,
        help="How much work z3 may do on each question of coverage and mutants, in its own units.")] = WORK,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Let N processes ask z3 about mutants.")] = 1,
    edition: Annotated[str | None, typer.Option(
        metavar="NAME", help="The game's edition whose deals are solved and measured (default: its default one).")] = None,
    vary: Annotated[str | None, typer.Option(
        metavar="NAME=VALUES", help="Also report winnability for each of these values, as for `winnability`.")] = None,
    train_varied: Annotated[bool, typer.Option(
        "--train-varied", help="Let the players of --vary first learn each value for which the game's package brings nothing, "
        "going on from what it brings for the nearest one.")] = False,
    counts: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="What tests counted, for coverage: see `coverage --counts`.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Make reports again even if they are up to date.")] = False,
    seconds: Annotated[float | None, typer.Option(
        "--seconds", metavar="S", help="Begin no further report after S seconds; the next run goes on from there.",
        rich_help_panel=LIMITS)] = None,
    memory: Annotated[str | None, typer.Option(
        "--memory", metavar="SIZE", help="Begin no further report once the process holds this much memory: 500M, 2G.",
        rich_help_panel=LIMITS)] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Write every report of a game: rule coverage, winnability, readings, mutants; each as JSON, Markdown and HTML.

    --budget-deals adds what players win who think for longer and longer, --readings-played what readings change for a good
    player.  Players who learn use what the game's package brings, and not what you have trained yourself, so that everybody gets
    the same report.

    A manifest names the version, the rules, the sizes, and each file with its digest.  Reports that are up to date are kept.

    A report is limited by counts, never by time, so that it is the same on every machine; only what a player learns depends on
    how a machine rounds.  --seconds and --memory only keep further reports from being begun (exit code 124).
    """
    from verifier.api.reports import reports as all_made
    from verifier.report.text.endings import ENDINGS
    from verifier.results.written import BEGUN, INTERRUPTED, KEPT, MADE

    sizes = {"games": games, "deals": deals, "deal_states": deal_states, "decision_states": decision_states,
             "reading_deals": deals if reading_deals is None else reading_deals, "reading_states": reading_states,
             "mutant_states": mutant_states, "mutant_lines": mutant_lines, "mutant_games": mutant_games, "work": work,
             "simulations": simulations, "play_deals": play_deals, "budget_deals": budget_deals,
             "readings_played": readings_played,
             "readings_simulations": readings_simulations, "rounds": rounds, "rounds_again": rounds_again,
             "round_positions": round_positions}
    limits = limits_of(seconds, None, memory)

    def on_state(name: str, state: str) -> None:
        if state in ("seconds", "memory"):
            put_message(f"{name}: not begun, {ENDINGS[state]}")
        elif state == KEPT:
            put_message(f"{name}: there already")
        elif state == BEGUN:
            put_message(f"{name} ...")
        elif state == MADE and not json:
            put_out(f"{one_line(str(folder / name))}.md\n")

    found = all_made(game, folder, scenarios or (), positions=position or (), starts=readings_from or (), only=only or (),
                     sizes=sizes, edition=edition, vary=vary, counts=counts, jobs=jobs, players=player or (),
                     train_varied=train_varied, by_seat=by_seat,
                     again=again, force=force, seconds=seconds, memory=limits.memory, on_report=on_state)
    if json:
        show(found, json=True)
    return {"done": EXIT_OK, INTERRUPTED: EXIT_INTERRUPTED}.get(found.ending, EXIT_LIMIT)
