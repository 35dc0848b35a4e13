"""The reports of a game, and answers loaded from JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from attrs import fields

from verifier.analysis.defaults import (
    JOBS_MOST,
    LINE_STATES_LEAST,
    PLAYED_DEALS_MOST,
    SIMULATIONS_MOST,
    TRAINING_ROUNDS_MOST,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
    WORK_LEAST,
    Sizes,
)
from verifier.analysis.progress import Watcher, watched_by
from verifier.api.parameters import Files, limits_of, path_of, paths_of, policies_of, refuse_numbers
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.registry import installed
from verifier.report.json import loaded
from verifier.results.result import Result
from verifier.results.written import ReportsMade
from verifier.search.limits import Limits
from verifier.visible import shown

LEAST = {"mutant_states": 0, "mutant_games": 0, "pairs": 0, "seed": 0, "mutant_lines": LINE_STATES_LEAST, "work": WORK_LEAST,
         "simulations": 0, "play_deals": 0, "budget_deals": 0, "readings_played": 0, "rounds": 2,
         "round_positions": TRAINING_STATES_LEAST}
MOST = {"simulations": SIMULATIONS_MOST, "play_deals": PLAYED_DEALS_MOST, "budget_deals": PLAYED_DEALS_MOST,
        "readings_played": PLAYED_DEALS_MOST, "readings_simulations": SIMULATIONS_MOST, "rounds": TRAINING_ROUNDS_MOST,
        "rounds_again": TRAINING_ROUNDS_MOST, "round_positions": TRAINING_STATES_MOST}


def load_result(text: str) -> Result:
    """Load an answer that `to_json`, or a command with --json, wrote; BadInput (DB517) for any other text.

    It equals the original answer, and displays like it, except for boards.  If a command gave several answers, pass one object of
    `results` (with `json.dumps`).

    >>> import verifier as daybreak
    >>> answer = daybreak.solve(daybreak.deal("until-dawn", seed=7), limits=daybreak.Limits(states=2_000))
    >>> daybreak.load_result(answer.to_json()) == answer
    True
    """
    return loaded(text)


def reports(game: str, folder: str | Path, scenarios: Files = (), *, positions: Files = (), starts: Files = (),
            only: Iterable[str] = (), sizes: Mapping[str, int] | None = None, edition: str | None = None, vary: str | None = None,
            counts: str | Path | None = None, jobs: int = 1, again: bool = False, force: bool = False,
            players: Iterable[str] = (), train_varied: bool = False, by_seat: bool = False, seconds: float | None = None,
            memory: int | None = None, on_report: Callable[[str, str], None] | None = None,
            on_progress: Watcher | None = None) -> ReportsMade:
    """Write every report of a game to a folder: coverage, winnability, readings, mutants, each as JSON, Markdown and a page.

    `sizes` says how much work each report does, by the names of `daybreak reports`' options (`deal_states=1000`); `seconds` and
    `memory` keep further reports from being begun.  Reports that are up to date are kept, unless `again`.  `on_report` is called
    with the name of each report and "kept", or "begun" and then "made", or the limit that stopped it.
    With a size `budget_deals` there is one more, of as many deals: what thinking longer is worth to players.  With a size
    `readings_played` there is another: what readings do to a good player.  `players` are the
    policies that play deals (default: as of `winnability`); the last of them plays readings (default: "learned-uct").  With
    `train_varied` those who play each value of `vary` first learn what the game's package does not bring for it.  With
    `by_seat` these two are about seats that each play for themselves, by those policies that can ("random" and "uct", unless one
    that thinks is among them).
    Deals are of `edition`, one of the game's by name, or of its default one.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as there:
    ...     made = daybreak.reports("until-dawn", there, only=["winnability"], sizes={"deals": 1, "deal_states": 500})
    >>> [(report.name, report.state) for report in made.reports]
    [('winnability', 'made')]
    """
    from verifier.analysis.reports import Request, all_made

    refuse_numbers(jobs=(jobs, 1, JOBS_MOST))
    wanted = sizes or {}
    if by_seat and not (wanted.get("budget_deals") or wanted.get("readings_played")):
        raise BadInput(Problem("DB505", "no report that is asked for is by seat", "--by-seat",
                               "add --budget-deals N, or --readings-played N"))
    if train_varied and vary is None:
        raise BadInput(Problem("DB505", "nothing is varied", "--train-varied", "add --vary NAME=VALUES"))
    request = Request(installed().program(game), Path(folder), _sizes(wanted), tuple(sorted(paths_of(scenarios))),
                      tuple(sorted(paths_of(positions))), tuple(sorted(paths_of(starts))), tuple(only), edition, vary,
                      path_of(counts), jobs, again, force,
                      policies_of(players, "players"), train_varied,
                      by_seat)
    limits = limits_of(Limits(seconds=seconds, memory=memory)).running()
    with watched_by(on_progress):
        return all_made(request, limits, on_report or (lambda name, state: None))


def _sizes(wanted: Mapping[str, int]) -> Sizes:
    """How much work each report does; BadInput (DB505) for an unknown size, or a number out of range."""
    known = {each.name: LEAST.get(each.name, 1) for each in fields(Sizes)}
    unknown = [Problem("DB505", f"there is no size {shown(name)}", "sizes", did_you_mean(name, known)) for name in wanted
               if name not in known]
    if unknown:
        raise BadInput(unknown)
    refuse_numbers(**{name: (number, known[name], MOST.get(name)) for name, number in wanted.items()})
    return Sizes(**wanted)
