"""The driver of a batch: it hands shards out to an executor, and keeps what comes back.

Any executor of `concurrent.futures` will do.  Twice as many shards as there are workers are on the way at any time, so that
nobody waits and little is lost when work is ended.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from attrs import define, field

from verifier.analysis.batches.parts import Shard
from verifier.analysis.batches.row import Row, read
from verifier.analysis.batches.worker import MISSING, Code, answered, begin, code_of
from verifier.errors import BadInput, Problem
from verifier.run.cache import CompiledFolder

DEATHS_MOST = 12  # of workers while one shard is on the way: it may be what kills whoever looks at it
BEGUN_MOST = 3  # times that workers end before any of them has answered anything: they cannot even begin
WAKE_SECONDS = 0.5  # so that Ctrl-C is heard everywhere

Keep = Callable[[Shard, list[Row]], None]


@define(eq=False, slots=False)
class Pool:
    """Where shards are answered: what makes an executor, how many workers it has, and the compiled rules that they may want.

    `again` says whether the executor is the driver's, which ends it and replaces a broken one; else its end ends the batch.
    """

    make: Callable[[], Executor]
    workers: int
    folder: CompiledFolder
    again: bool = True
    sends_code: bool = False


def local(jobs: int, folder: CompiledFolder) -> Pool:
    """Processes here, begun anew (nothing of this one is copied)."""
    return Pool(lambda: ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin), jobs, folder)


@define(eq=False, slots=False)
class Driver:
    """Shards handed out and taken back; `keep` gets each as soon as it is there."""

    pool: Pool
    keep: Keep
    report: Callable[[], None] = lambda: None
    deaths: Counter[str] = field(factory=Counter)
    code: Code | None = None
    has_answers: bool = False

    def run(self, shards: Iterator[Shard]) -> None:
        """Answer all shards.  What a worker raises is raised here, when everything that came back is kept."""
        left: deque[Shard] = deque()
        executor = self.pool.make()
        on_the_way: dict[Future[str], Shard] = {}
        try:
            while True:
                broken = self._handed_out(left, shards, on_the_way, executor)
                if broken is None and not on_the_way:
                    return
                if broken is None:
                    done, _ = wait(on_the_way, WAKE_SECONDS, FIRST_COMPLETED)
                    self.report()
                    broken = self._taken(done, on_the_way, left, executor)
                if broken is not None:
                    left.extendleft(on_the_way.values())
                    self._count(left, broken)
                    on_the_way = {}
                    _end(executor)
                    executor = self.pool.make()
        finally:
            for future in on_the_way:
                future.cancel()
            if self.pool.again:
                _end(executor)

    def _handed_out(self, left: deque[Shard], shards: Iterator[Shard], on_the_way: dict[Future[str], Shard], executor: Executor
                    ) -> BrokenExecutor | None:
        """Hand out as many shards as workers can be busy with; the error of an executor that broke."""
        while len(on_the_way) < 2 * self.pool.workers and (shard := _next(left, shards)) is not None:
            try:
                on_the_way[self._sent(executor, shard)] = shard
            except BrokenExecutor as error:
                left.appendleft(shard)
                return error
        return None

    def _sent(self, executor: Executor, shard: Shard, code: Code | None = None) -> Future[str]:
        folder = self.pool.folder.name if self.pool.sends_code else ""
        try:
            return executor.submit(answered, shard.question.text, shard.first, shard.count, folder, code)
        except OSError as error:  # what a pool says that breaks while it begins another process
            raise BrokenExecutor(str(error)) from error

    def _taken(self, done: set[Future[str]], on_the_way: dict[Future[str], Shard], left: deque[Shard], executor: Executor
               ) -> BrokenExecutor | None:
        """Keep what came back; the error of an executor that broke, whose shards stay on the way."""
        failed: Exception | None = None
        for future in done:
            try:
                text = future.result()
            except BrokenExecutor as error:
                return error
            except Exception as error:
                failed = failed or error
                del on_the_way[future]
                continue
            shard = on_the_way.pop(future)
            if text == MISSING:
                self.code = self.code or code_of(self.pool.folder)
                try:
                    on_the_way[self._sent(executor, shard, self.code)] = shard
                except BrokenExecutor as error:
                    left.appendleft(shard)
                    return error
            else:
                self.has_answers = True
                self.keep(shard, read(text.splitlines()))
        if failed is not None:
            raise failed
        return None

    def _count(self, left: Iterable[Shard], broken: BrokenExecutor) -> None:
        """Count a death for each shard that was on the way and may be the cause, and give up where it is too many."""
        if not self.pool.again:
            raise broken
        for shard in left:
            self.deaths[shard.name] += 1
        worst, times = self.deaths.most_common(1)[0]
        if not self.has_answers and times >= BEGUN_MOST:
            raise BadInput(Problem("DB620", f"workers ended {times} times before any answered, {worst} on the way", "--jobs",
                                   "a script asks for processes under `if __name__ == \"__main__\":`, since each imports it; "
                                   "else see whether the machine runs out of memory; with --jobs 1 the deal that does it shows"))
        if times >= DEATHS_MOST:
            raise BadInput(Problem("DB620", f"workers ended {times} times while the shard {worst} was on the way", "--jobs",
                                   "see whether the machine runs out of memory; with --jobs 1 the deal that does it shows"))


def _next(left: deque[Shard], shards: Iterator[Shard]) -> Shard | None:
    return left.popleft() if left else next(shards, None)


def _end(executor: Executor) -> None:
    """End an executor of ours without waiting for what nobody wants any more."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
