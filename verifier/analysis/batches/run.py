"""A batch run: what is missing of a plan is answered and kept.

The same command goes on where it was ended, whatever ended it: what is lost are the shards that were on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.analysis.answer import edition_note
from verifier.analysis.batches import parts, plan
from verifier.analysis.batches.answering import answers
from verifier.analysis.batches.cluster import dask
from verifier.analysis.batches.driver import Driver, Pool, local
from verifier.analysis.batches.holding import held
from verifier.analysis.batches.parts import Shard
from verifier.analysis.batches.question import SEED_MOST, Ask, Asked, Question, asked, edition_in
from verifier.analysis.batches.row import Row, written
from verifier.analysis.batches.store import NAME as STORE
from verifier.analysis.batches.store import Store
from verifier.analysis.defaults import SHARD_DEALS
from verifier.analysis.engine import say_compiling
from verifier.analysis.progress import Meter, elapsed
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.files import make_folder
from verifier.instance import native_of
from verifier.registry import installed
from verifier.results.batched import Asking, Batched
from verifier.scenarios.loader import new_scenario
from verifier.visible import one_line, shown

NO_GRADE = "give its Game a rule `@game.grade`"


@frozen
class Request:
    """What the options say.  `variants` are the editions (None: the game's own) and rulings to ask about; `shard` is I of N."""

    game: str
    first: int
    last: int
    folder: Path
    variants: tuple[tuple[str | None, dict[str, str]], ...]
    ask: Ask
    states: int
    seconds: float | None
    games: int
    jobs: int
    size: int = SHARD_DEALS
    shard: tuple[int, int] | None = None
    executor: Executor | None = None
    cluster: str | None = None


def batch(request: Request) -> Batched:
    """Answer what a request asks and its folder does not hold yet.  KeyboardInterrupt ends it early, and is no loss."""
    made = [_question(request, edition, rulings) for edition, rulings in request.variants]
    questions = tuple(question.question for question in made)
    if request.last > SEED_MOST:
        raise BadInput(Problem("DB622", f"the seeds of a batch end at {SEED_MOST}", "--deals", "take smaller ones"))
    make_folder(request.folder)
    began = clock.seconds()
    with Meter("deals") as meter:
        _compile(made[0], meter)
        run = _Run(request, plan.Plan(questions, request.first, request.last, request.size), made, meter, request.jobs)
        if request.shard is None:
            with held(request.folder), Store.opened(request.folder, make=True) as store:
                plan.keep(request.folder, run.plan)
                gather(request.folder, store)
                ending = run.drive(store)
        else:
            plan.keep(request.folder, run.plan)
            ending = run.part(*request.shard)
    return Batched(request.game, one_line(str(request.folder)), tuple(map(asking, questions)), request.first, request.last,
                   run.asked_for, run.known, run.answered, ending, run.workers,
                   None if request.shard is None else "{}/{}".format(*request.shard), round(clock.seconds() - began, 3))


def _question(request: Request, edition: str | None, rulings: dict[str, str]) -> Asked:
    games = installed()
    program = games.program(request.game)
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no deal is won or lost", hint=NO_GRADE))
    scenario = new_scenario(program.game, title=program.game.title, edition=edition, rulings=rulings)
    refuse_unweighed(program, scenario.edition.record, "what a batch of deals shows", "batch")
    question = asked(scenario, program, request.ask, states=request.states, seconds=request.seconds, games=request.games)
    return Asked(question, games)


def _compile(question: Asked, meter: Meter) -> None:
    """Compile the rules here, once, by the least answer about a deal: workers find them in the cache, or are sent them."""
    if not native_of(question.program, "native").warm:
        say_compiling(question.program, meter)
        least = evolve(question.question, states=1, games=min(1, question.question.games))
        list(answers(Asked(least, question.games), [1]))


def asking(question: Question) -> Asking:
    """What results say of a question."""
    chosen = {id_: question.rulings[id_] for id_ in question.chosen}
    game = installed().program(question.game).game
    note = edition_note(question.game, edition_in(game, question))
    bound = None if game.only("bound") is None else "proved" if question.bound_is_proved else "taken"
    return Asking(question.key, note, chosen, question.ask, question.states, question.seconds, question.games, bound,
                  question.start)


def files(folder: Path) -> list[Path]:
    """The files of a batch that no output may replace, be they there or not."""
    return [folder / name for name in (STORE, f"{STORE}-wal", f"{STORE}-shm", plan.NAME)]


def gather(folder: Path, store: Store) -> int:
    """Take the files of shards into the store, and delete each once it is kept; how many rows were new."""
    new = 0
    for file in parts.files(folder):
        question, rows = parts.rows_of(file)
        new += store.add(question, rows)
        file.unlink()
    return new


@define(eq=False, slots=False)
class _Run:
    request: Request
    plan: plan.Plan
    made: list[Asked]
    meter: Meter
    workers: int
    known: int = 0
    answered: int = 0
    asked_for: int = field(init=False)
    began: float = field(factory=clock.seconds)

    def __attrs_post_init__(self) -> None:
        self.asked_for = self.plan.deals

    def drive(self, store: Store) -> str:
        """Answer what the store does not have, on all workers; "interrupted" after Ctrl-C."""
        def keep(shard: Shard, rows: list[Row]) -> None:
            self.answered += store.add(shard.question, rows)
            self.say()

        missing = [shard for question in self.plan.questions for shard in self._missing(store, question)]
        self.known = self.asked_for - sum(shard.count for shard in missing)
        if not missing:
            return "done"
        try:
            if self.workers == 1 and self.request.executor is None and self.request.cluster is None:
                for shard in missing:
                    keep(shard, self._answered(shard))
            else:
                with self._pool() as pool:
                    self.workers = pool.workers
                    Driver(pool, keep, self.say).run(iter(missing))
        except KeyboardInterrupt:
            return "interrupted"
        return "done"

    def part(self, number: int, of: int) -> str:
        """Answer every `of`-th shard from the `number`-th on, each into a file of its own, without a store."""
        every = [shard for question in self.plan.questions
                 for shard in parts.shards(question, self.plan.first, self.plan.last, self.plan.size)]
        ours, self.workers = every[number - 1::of], 1
        self.asked_for = sum(shard.count for shard in ours)
        try:
            for shard in ours:
                if (self.request.folder / parts.FOLDER / shard.name).exists():
                    self.known += shard.count
                    continue
                parts.write(self.request.folder, shard, written(self._answered(shard)))
                self.answered += shard.count
                self.say()
        except KeyboardInterrupt:
            return "interrupted"
        return "done"

    def say(self) -> None:
        """Say how far it is, at which rate, and how long the rest takes at that."""
        seconds, left = clock.seconds() - self.began, self.asked_for - self.known - self.answered
        rate = self.answered / seconds if seconds > 0 else 0.0
        rest = f", {elapsed(int(left / rate))} left" if rate > 0 and left else ""
        self.meter.step(f"{self.known + self.answered:,} of {self.asked_for:,}, {rate:,.1f}/s{rest}")

    def _missing(self, store: Store, question: Question) -> Iterator[Shard]:
        """The shards of a question as far as their deals are not there: runs of seeds, so that nothing is answered twice."""
        known = store.known(question, self.plan.first, self.plan.last)
        for shard in parts.shards(question, self.plan.first, self.plan.last, self.plan.size):
            begin = None
            for seed in range(shard.first, shard.first + shard.count + 1):
                is_missing = seed < shard.first + shard.count and seed not in known
                if is_missing and begin is None:
                    begin = seed
                elif not is_missing and begin is not None:
                    yield Shard(question, begin, seed - begin)
                    begin = None

    def _answered(self, shard: Shard) -> list[Row]:
        """The rows of a shard, worked out by this process."""
        asked_here = next(each for each in self.made if each.question is shard.question)
        return list(answers(asked_here, shard.seeds))

    def _pool(self) -> AbstractContextManager[Pool]:
        folder = native_of(self.made[0].program, "native").compiler.folder
        if self.request.cluster is not None:
            return dask(self.request.cluster, self.workers, folder)
        if self.request.executor is not None:
            executor = self.request.executor
            return nullcontext(Pool(lambda: executor, self.workers, folder, again=False, sends_code=True))
        return nullcontext(local(self.workers, folder))


def shard_of(text: str | None) -> tuple[int, int] | None:
    """The I and N of `I/N`; BadInput (DB623) for what is none."""
    if text is None:
        return None
    first, _, of = text.partition("/")
    if not (first.isascii() and first.isdigit() and of.isascii() and of.isdigit() and len(text) < 16
            and 1 <= int(first) <= int(of)):
        raise BadInput(Problem("DB623", f"expected I/N, the I-th of N jobs, got {shown(text)}", "--shard", "--shard 1/8"))
    return int(first), int(of)
