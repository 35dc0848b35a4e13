"""Questions about very many deals: asked, kept, shown, exported."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path

from verifier.analysis.batches import run
from verifier.analysis.batches.export import exported
from verifier.analysis.batches.summary import shown as summary
from verifier.analysis.batches.variants import variants
from verifier.analysis.choices import BatchAsk, ExportFormat
from verifier.analysis.deal import rulings_of
from verifier.analysis.defaults import BATCH_JOBS_MOST, DEAL_GAMES_MOST, DEAL_STATES, SHARD_DEALS, SHARD_DEALS_MOST
from verifier.analysis.progress import Watcher, watched_by
from verifier.api.parameters import Texts, limits_of, one_of, refuse_numbers, texts_of
from verifier.errors import BadInput, Problem
from verifier.files import refuse_outputs
from verifier.results.batched import Batched, BatchExported, BatchShown
from verifier.run.cores import cores
from verifier.search.limits import Limits
from verifier.visible import shown


def batch(game: str, *, seeds: range, out: str | Path, ask: str = "solve", editions: Iterable[str | None] = (None,),
          rulings: Texts | None = None, games: int = 0, states: int = DEAL_STATES, seconds: float | None = None,
          jobs: int | None = None, shard_deals: int = SHARD_DEALS, executor: Executor | None = None, cluster: str | None = None,
          shard: str | None = None, on_progress: Watcher | None = None) -> Batched:
    """Answer a question about many seeded deals, each by at most `states` states, and keep the answers in the folder `out`.

    `ask` is "solve" (what can be reached), "policy" (what random and peeking players win, in `games` games each) or "readings"
    (solve, under every choice of every reading).  What the folder holds already is not answered again, so that the same call goes
    on where another one was ended.  Deals are handed out `shard_deals` at a time to `jobs` processes (default: one for each
    core; with 1, this process), to any `executor` of `concurrent.futures` whose workers have the same rules installed, or to a
    `cluster` of Dask; with `shard` "I/N" this is the I-th of N jobs that each write files of their own, for a later call without
    it to gather.  In a script, call it below `if __name__ == "__main__":`, as everything that begins processes.

    BadInput for a folder that holds another batch (DB619), on which another driver works (DB618), or that cannot be written
    (DB507, DB614, DB616); for workers with other rules or another engine (DB611, DB612); and where an answer differs from one
    that is kept (DB615).  Not promised: the same rows on another machine, if `seconds` limit a deal.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = daybreak.batch("until-dawn", seeds=range(1, 4), out=folder, states=300, jobs=1)
    ...     again = daybreak.batch("until-dawn", seeds=range(1, 5), out=folder, states=300, jobs=1)
    >>> done.answered, again.known, again.answered
    (3, 3, 1)
    """
    if not isinstance(seeds, range) or seeds.step != 1 or not seeds or seeds.start < 0:
        raise BadInput(Problem("DB594", f"expected a range of seeds from 0 up, got {shown(str(seeds))}", "seeds"))
    least = 1 if ask == "policy" else 0
    refuse_numbers(games=(games, 0, DEAL_GAMES_MOST), states=(states, 1, None), jobs=(jobs, 1, BATCH_JOBS_MOST),
                   shard_deals=(shard_deals, 1, SHARD_DEALS_MOST))
    if games < least:
        raise BadInput(Problem("DB505", "players have to play: expected at least one game", "games", "--games 100"))
    if sum(each is not None for each in (executor, cluster, shard)) > 1:
        raise BadInput(Problem("DB625", "an executor, a cluster and --shard are three ways to share the work", "--shard",
                               "take one"))
    question = one_of(BatchAsk, ask, "ask")
    asked = variants(game, list(editions), rulings_of(texts_of(rulings)), every_reading=question == BatchAsk.READINGS)
    request = run.Request(
        game, seeds.start, seeds.stop - 1, Path(out), asked, "policy" if question == BatchAsk.POLICY else "solve", states,
        limits_of(Limits(seconds=seconds)).seconds, games, cores() if jobs is None else jobs, shard_deals,
        run.shard_of(shard), executor, cluster)
    with watched_by(on_progress):
        return run.batch(request)


def batch_show(folder: str | Path) -> BatchShown:
    """What is known of all deals that a folder keeps: by question, and of the questions side by side.

    BadInput for a folder without a store, or with one of another schema (DB613).

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = daybreak.batch("until-dawn", seeds=range(1, 4), out=folder, states=300, jobs=1)
    ...     shown = daybreak.batch_show(folder)
    >>> shown.tallies[0].deals
    3
    """
    return summary(Path(folder))


def batch_export(folder: str | Path, file: str | Path, *, to: str | None = None, timings: bool = False, force: bool = False
                 ) -> BatchExported:
    """Write the rows that a folder keeps to a file: csv, jsonl or parquet (default: by the ending of the file).

    The same rows give the same bytes; with `timings` there is the time that each deal took, too.  An existing file is replaced
    only with `force` (DB516).  Parquet needs pyarrow (DB624).

    >>> import tempfile
    >>> import verifier as daybreak
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = daybreak.batch("until-dawn", seeds=range(1, 4), out=folder, states=300, jobs=1)
    ...     written = daybreak.batch_export(folder, f"{folder}/deals.csv")
    >>> written.rows, written.format
    (3, 'csv')
    """
    path = Path(file)
    kind = to if to is not None else path.suffix.removeprefix(".")
    if kind not in list(ExportFormat):
        raise BadInput(Problem("DB505", f"expected {', '.join(ExportFormat)}, got {shown(kind)}", "to",
                               "--to csv, or a file that ends with .csv"))
    refuse_outputs([path], batch_files(folder), force)
    return exported(Path(folder), path, kind, timings=timings, force=force)


def batch_files(folder: str | Path) -> list[Path]:
    """The files of a batch that no output may replace, be they there or not.

    Not a public name: the command asks this before it makes a page.
    """
    return run.files(Path(folder))
