"""Dask as the executor of a batch: processes here (`local`), or a scheduler that runs already (`tcp://host:8786`).

Dask is the extra `cluster`; nothing else of Daybreak needs it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from verifier.analysis.batches.driver import Pool
from verifier.errors import BadInput, Problem
from verifier.run.cache import CompiledFolder
from verifier.visible import shown, visible

WAIT_SECONDS = 10  # for a scheduler to answer
DEATHS_MOST = 10  # of workers on one shard, before Dask gives it up


@contextmanager
def dask(address: str, jobs: int, folder: CompiledFolder) -> Iterator[Pool]:
    """A pool of Dask's workers; BadInput (DB621) if Dask is not installed, or nothing answers at the address."""
    try:
        configured, distributed = import_module("dask.config"), import_module("distributed")
    except ImportError as error:
        raise BadInput(Problem("DB621", "Dask is not installed", "--cluster", "pip install 'daybreak-rules[cluster]'")) from error
    with configured.set({"distributed.scheduler.allowed-failures": DEATHS_MOST}), ExitStack() as opened:
        scheduler: Any = address
        if address == "local":
            scheduler = distributed.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
            opened.callback(scheduler.close)
        try:
            client = distributed.Client(scheduler, timeout=WAIT_SECONDS)
            opened.callback(client.close)
            client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise BadInput(Problem(
                "DB621", f"no scheduler of Dask with workers answers at {shown(address)}: {visible(str(error))}", "--cluster",
                "start one by `dask scheduler`, and workers by `dask worker ADDRESS`; or --cluster local")) from error
        # Workers of ours complain that the scheduler goes first.
        opened.callback(logging.getLogger("distributed").setLevel, logging.CRITICAL)
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        yield Pool(lambda: client.get_executor(pure=False), workers, folder, again=False, sends_code=True)
