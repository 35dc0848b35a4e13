"""`daybreak batch`: the same question about very many deals, answered on all cores or on a cluster, kept, shown and exported.

Three commands: `batch run` (`batch GAME` for short), `batch show`, `batch export`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import BatchAsk, ExportFormat
from verifier.analysis.defaults import BATCH_JOBS_MOST, DEAL_GAMES_MOST, DEAL_STATES, SHARD_DEALS, SHARD_DEALS_MOST
from verifier.cli.options import LIMITS, Force, HtmlReport, Json
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_OK, BadInput, Problem
from verifier.files import refuse_page
from verifier.visible import shown

_SEEDS = re.compile(r"([0-9]{1,20})(?:\.\.([0-9]{1,20}))?")
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `daybreak batch` wrote to.")]


def batch_run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Keep the answers there; go on with what is there.")],
    deals: Annotated[str, typer.Option(metavar="A..B", help="The seeds of the deals, the last one included.")] = "1..1000",
    ask: Annotated[BatchAsk, typer.Option(
        help="solve: what can be reached; policy: what random and peeking players win; readings: solve, under every choice of "
             "every reading.")] = BatchAsk.SOLVE,
    edition: Annotated[list[str] | None, typer.Option(
        metavar="NAME|FILE.toml", help="The component data to use; repeatable: each is asked about.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="Another reading in force; repeatable.")] = None,
    games: Annotated[int, typer.Option(
        metavar="N", min=0, max=DEAL_GAMES_MOST, help="Play N random and N peeking games on each won deal (policy: on every "
        "deal).")] = 0,
    states: Annotated[int, typer.Option(
        metavar="N", min=1, help="Search at most N states for a deal.", rich_help_panel=LIMITS)] = DEAL_STATES,
    seconds: Annotated[float | None, typer.Option(
        metavar="S", help="Search a deal for at most S seconds, too; what ends so may end otherwise on another machine.",
        rich_help_panel=LIMITS)] = None,
    jobs: Annotated[int | None, typer.Option(
        "--jobs", "-j", metavar="N", min=1, max=BATCH_JOBS_MOST, help="Work in N processes (default: one for each core)."
    )] = None,
    shard_deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=SHARD_DEALS_MOST, help="Hand out N deals at a time.")] = SHARD_DEALS,
    cluster: Annotated[str | None, typer.Option(
        metavar="local|ADDRESS", help="Work on the workers of a scheduler of Dask, such as tcp://host:8786.")] = None,
    shard: Annotated[str | None, typer.Option(
        metavar="I/N", help="Be the I-th of N jobs that nobody drives (Slurm, Kubernetes); run without it to gather.")] = None,
    json: Json = False,
) -> int:
    """Answer the same question about many seeded deals, and keep a row for each.

    Deals are handed out in shards to processes on this machine, to a cluster of Dask, or, with --shard, to jobs that need no
    driver at all.  The same command goes on with what is missing, however it was ended: what is lost are the shards on the way.
    Nothing that is there is solved again, and an answer that differs from one that is there is an error.

    Workers refuse to answer for other rules or another engine than the driver's.  With a limit of states alone, answers are the
    same on every machine.  `daybreak batch show FOLDER` shows what is known, `daybreak batch export FOLDER FILE` writes the rows.

    Exit codes: 0; 130 if Ctrl-C ended it.
    """
    from verifier.api.batches import batch

    if edition and len(set(edition)) < len(edition):
        raise BadInput(Problem("DB505", "an edition is named twice", "--edition", "name each once"))
    found = batch(game, seeds=seeds_of(deals), out=out, ask=ask, editions=edition or [None], rulings=ruling, games=games,
                  states=states, seconds=seconds, jobs=jobs, shard_deals=shard_deals, cluster=cluster, shard=shard)
    show(found, json=json)
    return EXIT_INTERRUPTED if found.ending == "interrupted" else EXIT_OK


def batch_show(
    folder: Folder,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Show what is known of all deals of a batch: how many can be won, best grades, the hardest, and where readings differ.

    Shares have Wilson 95 % intervals, in which a deal that is not settled counts as either.  Questions that differ in edition or
    rulings are compared deal by deal with the first one.
    """
    from verifier.api.batches import batch_files
    from verifier.api.batches import batch_show as shown_batch

    refuse_page(html, batch_files(folder), force)
    show(shown_batch(folder), json=json, html=html, force=force)
    return EXIT_OK


def batch_export(
    folder: Folder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    to: Annotated[ExportFormat | None, typer.Option(help="The format (default: by the ending of FILE).")] = None,
    timings: Annotated[bool, typer.Option(
        "--timings", help="Also write the seconds that each deal took: then no two runs give the same file.")] = False,
    force: Force = False,
    json: Json = False,
) -> int:
    """Write the rows of a batch for other programs: csv, jsonl (a line of JSON a deal) or parquet (with pyarrow).

    The same rows give the same bytes, wherever and in whatever order they were answered.
    """
    from verifier.api.batches import batch_export as exported_batch

    show(exported_batch(folder, file, to=to, timings=timings, force=force), json=json)
    return EXIT_OK


def seeds_of(text: str) -> range:
    """The seeds of `A..B`; BadInput (DB594) for what is none."""
    found = _SEEDS.fullmatch(text)
    if found is None or int(found[1]) > int(found[2] or found[1]):
        raise BadInput(Problem("DB594", f"expected seeds as A..B, got {shown(text)}", "--deals", "--deals 1..1000"))
    return range(int(found[1]), int(found[2] or found[1]) + 1)
