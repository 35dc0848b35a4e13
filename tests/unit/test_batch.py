"""Batches: the same rows however the work is shared, nothing twice, and everything that is wrong refused by name."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import verifier as daybreak
from tests.games import caravan, fifteen
from verifier.analysis.batches import driver, parts, question, run, worker
from verifier.analysis.batches.parts import Shard
from verifier.analysis.batches.plan import Plan, kept
from verifier.analysis.batches.question import Asked, Question, asked, question_of
from verifier.analysis.batches.row import Row, read, written
from verifier.analysis.batches.store import NAME, Store
from verifier.analysis.batches.summary import shown
from verifier.errors import BadInput
from verifier.program.program import load
from verifier.registry import installed
from verifier.results.share import share, share_of_games
from verifier.scenarios.loader import new_scenario

GAME, STATES = "until-dawn", 300
SEEDS = range(1, 25)


def rows_in(folder: Path) -> bytes:
    """All rows, as they are exported."""
    file = folder / "rows.csv"
    daybreak.batch_export(folder, file, force=True)
    return file.read_bytes()


def made(folder: Path, seeds: range = SEEDS, **options: Any) -> Any:
    """A batch of a few deals, by this process unless something else is said."""
    return daybreak.batch(GAME, seeds=seeds, out=folder, **({"states": STATES, "jobs": 1, "shard_deals": 5} | options))


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The rows that one process gives."""
    folder = tmp_path_factory.mktemp("one")
    found = made(folder)
    assert (found.known, found.answered, found.left, found.ending, found.workers) == (0, 24, 0, "done", 1)
    return rows_in(folder)


def question_here() -> Question:
    """The question of `made`."""
    program = installed().program(GAME)
    return asked(new_scenario(program.game, title="x"), program, "solve", states=STATES)


# -- the same rows, however the work is shared ----------------------------------------------------------------------------------


def test_a_row_says_what_solve_says(rows: bytes) -> None:
    for row in list(csv.DictReader(rows.decode().splitlines()))[:4]:
        solved = daybreak.solve(daybreak.deal(GAME, seed=int(row["seed"])), limits=daybreak.Limits(states=STATES), certify=False)
        assert (row["verdict"], row["proof"] or None) == (solved.verdict, solved.proof)
        assert int(row["decisions"]) >= len(solved.line) > 0  # which is shortened
        assert solved.grade == {name: json.loads(row[f"grade.{name}"]) for name in solved.grade}
        assert solved.upper_bound == {name: json.loads(row[f"bound.{name}"]) for name in solved.upper_bound}


def test_processes_give_the_rows_of_one(rows: bytes, tmp_path: Path) -> None:
    assert made(tmp_path, jobs=2).workers == 2
    assert rows_in(tmp_path) == rows


def test_any_executor_will_do(rows: bytes, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        made(tmp_path, executor=executor)
        assert executor.submit(int, 3).result() == 3  # it is whoever's it was
    assert rows_in(tmp_path) == rows


def test_jobs_without_a_driver_are_gathered(rows: bytes, tmp_path: Path) -> None:
    done = [made(tmp_path, shard=f"{number}/3") for number in (3, 1, 2)]
    assert sum(each.answered for each in done) == 24 and {each.shard for each in done} == {"1/3", "2/3", "3/3"}
    again = made(tmp_path, shard="2/3")
    assert again.answered == 0 and again.known == again.deals > 0
    found = made(tmp_path)
    assert (found.known, found.answered) == (24, 0) and not parts.files(tmp_path)
    assert rows_in(tmp_path) == rows


def test_a_batch_goes_on_where_it_was_ended(rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = run.answers

    def interrupted(of: Asked, seeds: range) -> Iterator[Row]:
        if seeds.start >= 10:
            raise KeyboardInterrupt
        yield from answers(of, seeds)

    monkeypatch.setattr(run, "answers", interrupted)
    found = made(tmp_path)
    assert (found.ending, found.answered, found.left) == ("interrupted", 9, 15)
    monkeypatch.undo()
    found = made(tmp_path)
    assert (found.known, found.answered) == (9, 15)
    assert rows_in(tmp_path) == rows


def test_more_deals_may_be_asked_for_and_none_is_solved_twice(
        rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, range(3, 9))
    seen: list[int] = []
    answers = run.answers
    monkeypatch.setattr(run, "answers", lambda of, seeds: seen.extend(seeds) or answers(of, seeds))
    made(tmp_path)
    assert sorted(seen) == [1, 2, *range(9, 25)] and rows_in(tmp_path) == rows


@given(st.sets(st.integers(3, 40)), st.integers(1, 9), st.integers(3, 20), st.integers(0, 20))
def test_what_is_missing_is_handed_out_once(known: set[int], size: int, first: int, more: int) -> None:
    class Known:
        def known(self, question: Any, first: int, last: int) -> set[int]:
            return {seed for seed in known if first <= seed <= last}

    plan = Plan((), first, first + more, size)
    working = run._Run.__new__(run._Run)
    working.plan = plan
    found = list(working._missing(Known(), None))  # type: ignore[arg-type]
    seeds = [seed for shard in found for seed in range(shard.first, shard.first + shard.count)]
    assert seeds == [seed for seed in range(first, first + more + 1) if seed not in known]
    assert all(shard.first // size == (shard.first + shard.count - 1) // size for shard in found)


# -- whatever is killed --------------------------------------------------------------------------------------------------------


class Dying(ProcessPoolExecutor):
    """A pool of two, one of whom is killed while the first shards are on their way.

    Not before both have begun: the library's thread that sees one die fails if another is added at that moment.
    """

    killed = 0

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        found = super().submit(*arguments, **named)
        if Dying.killed < 2 and len(self._processes) == 2:
            Dying.killed += 1
            next(iter(self._processes.values())).kill()
        return found


def test_workers_that_die_are_replaced(rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Dying.killed = 0
    monkeypatch.setattr(driver, "ProcessPoolExecutor", Dying)
    made(tmp_path, jobs=2)
    assert Dying.killed == 2 and rows_in(tmp_path) == rows


class Dead(Executor):
    """Whatever it is given, its workers die."""

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_exception(driver.BrokenExecutor("gone"))
        return found


class Refusing(ThreadPoolExecutor):
    """An executor that is broken when it is given something, twice."""

    refused = 0

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        Refusing.refused += 1
        if Refusing.refused in (2, 4):
            raise driver.BrokenExecutor("gone") if Refusing.refused == 2 else OSError("handle is closed")
        return super().submit(*arguments, **named)


def test_an_executor_that_breaks_while_work_is_handed_out_is_replaced(rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                                       ) -> None:
    Refusing.refused = 0
    monkeypatch.setattr(run, "local", lambda jobs, folder: driver.Pool(lambda: Refusing(1), 1, folder))
    made(tmp_path, jobs=2)
    assert Refusing.refused > 4 and rows_in(tmp_path) == rows


class Killing(ThreadPoolExecutor):
    """An executor whose workers die of the deal with seed 11."""

    def submit(self, what: Any, question: str, first: int, *others: Any) -> Future[Any]:  # type: ignore[override]
        return Dead().submit() if first == 11 else super().submit(what, question, first, *others)


def test_what_kills_every_worker_is_named() -> None:
    shards = [Shard(question_here(), first, 5) for first in (1, 6, 11)]
    pool = driver.Pool(lambda: Killing(1), 1, installed_folder())
    kept = list[Shard]()
    with pytest.raises(BadInput, match=f"DB620 workers ended 12 times .*{shards[2].name}"):
        driver.Driver(pool, lambda shard, rows: kept.append(shard)).run(iter(shards))
    assert shards[0] in kept and shards[2] not in kept


def test_workers_that_cannot_begin_are_given_up_soon() -> None:
    """As those of a script which begins processes wherever it is imported."""
    shard, pool = Shard(question_here(), 1, 5), driver.Pool(Dead, 1, installed_folder())
    with pytest.raises(BadInput, match=f"DB620 .* ended 3 times before any answered, .*{shard.name}.*__main__"):
        driver.Driver(pool, lambda shard, rows: None).run(iter([shard]))
    with pytest.raises(driver.BrokenExecutor):
        driver.Driver(evolve(pool, again=False), lambda shard, rows: None).run(iter([shard]))


def installed_folder() -> Any:
    return Asked(question_here(), installed()).instance(1).native("native").compiler.folder


SCRIPT = """
import sys, verifier
if __name__ == "__main__":
    verifier.batch("until-dawn", seeds=range(1, 25), out=sys.argv[1], states=300, jobs=2, shard_deals=2)
"""


def killed(folder: Path, script: Path, seconds: float) -> bool:
    """Kill a batch, driver and all, after some time; whether it was done before."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script, folder], env=environment) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        return process.wait() == 0


@pytest.mark.parametrize("moments", [(2.5, 3.0, 3.5), pytest.param(tuple(at / 8 for at in range(8, 58)), marks=pytest.mark.long)])
def test_a_batch_that_is_killed_loses_nothing(rows: bytes, tmp_path: Path, moments: tuple[float, ...]) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "batch"
    script.write_text(SCRIPT, encoding="utf-8")
    for seconds in moments:
        killed(folder, script, seconds)
    assert killed(folder, script, 600)
    assert rows_in(folder) == rows


# -- workers elsewhere -----------------------------------------------------------------------------------------------------------


def test_a_worker_without_compiled_rules_is_sent_them(rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with a cache of its own, which is empty."""
    made(tmp_path / "first", range(1, 2))  # so that they are compiled here

    def elsewhere() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), initializer=cache_in, initargs=(str(tmp_path / "cache"),))

    with elsewhere() as executor:
        made(tmp_path / "batch", executor=executor)
    folder = installed_folder()
    assert rows_in(tmp_path / "batch") == rows
    code = worker.code_of(folder)
    for place, names in ((folder.name, code.kernels), (folder.objects.name, code.objects)):
        assert names and {each.name for each in (tmp_path / "cache" / place).iterdir()} >= set(names)


def cache_in(folder: str) -> None:
    """Give a process a cache of its own."""
    os.environ["DAYBREAK_CACHE"] = folder


@pytest.mark.parametrize(("change", "code"), [
    ({"rules": "0" * 64}, "DB612"), ({"engine": "0" * 12}, "DB611"), ({"version": "9.9.9"}, "DB611"),
    ({"game": "nowhere"}, "DB207")])
def test_a_worker_refuses_a_question_for_something_else(change: dict[str, str], code: str) -> None:
    with pytest.raises(BadInput, match=code):
        worker.answered(evolve(question_here(), **change).text, 1, 1)


def test_a_refusal_comes_back_from_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "engine_digest", lambda: "another")
    with pytest.raises(BadInput, match="DB611 .*engine another"):
        made(tmp_path, jobs=2)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler of Dask with two workers, processes of their own."""
    pytest.importorskip("distributed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "ignore"}
    address, begun = tmp_path / "scheduler.json", list[subprocess.Popen[bytes]]()

    def begin(*arguments: str) -> None:
        begun.append(subprocess.Popen([sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]], env=environment,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path))

    begin("dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(address))
    for _ in range(2):
        begin("dask_worker", "--scheduler-file", str(address), "--nthreads", "1", "--no-nanny", "--no-dashboard")
    try:
        for _ in range(600):
            if address.is_file() and address.read_text().strip().endswith("}"):
                break
            begun[0].poll()
            subprocess.run(["sleep", "0.1"], check=True)
        yield json.loads(address.read_text())["address"], begun
    finally:
        for process in reversed(begun):
            process.kill()
            process.wait()


DASK = """
import sys, verifier
print(verifier.batch("until-dawn", seeds=range(1, 25), out=sys.argv[1], states=300, shard_deals=2, cluster=sys.argv[2]).workers)
"""


def test_a_cluster_gives_the_rows_of_one_and_may_lose_a_worker(
        rows: bytes, tmp_path: Path, scheduler: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, processes = scheduler
    folder = tmp_path / "batch"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "ignore"}
    with subprocess.Popen([sys.executable, "-c", DASK, folder, address], env=environment, stdout=subprocess.PIPE) as batch:
        for _ in range(1200):
            if batch.poll() is not None or (folder / NAME).is_file() and answered_in(folder) > 0:
                break
            subprocess.run(["sleep", "0.05"], check=True)
        processes[-1].kill()
        assert batch.wait(300) == 0 and batch.stdout is not None and batch.stdout.read().strip() in (b"1", b"2")
    assert rows_in(folder) == rows


def answered_in(folder: Path) -> int:
    """How many rows there are by now."""
    try:
        with sqlite3.connect(folder / NAME) as connection:
            return int(connection.execute("SELECT count(*) FROM deals").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from verifier.analysis.batches import cluster

    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    with pytest.raises(BadInput, match="DB621 no scheduler"):
        made(tmp_path, cluster="nonsense")


# -- what is wrong --------------------------------------------------------------------------------------------------------------


def test_another_batch_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    made(tmp_path, range(1, 3))
    for options, said in (({"states": 400}, "--states 300, not 400 "), ({"shard_deals": 6}, "--shard-deals 5, not 6 "),
                          ({"rulings": {"UD-35": "nothing"}}, "--ruling none, not UD-35=nothing "),
                          ({"games": 1}, "--games none, not 1 "), ({"ask": "readings"}, "1 editions or rulings, not ")):
        with pytest.raises(BadInput, match=f"DB619 .*{said}"):
            made(tmp_path, range(1, 3), **options)
    assert kept(tmp_path) is not None and rows_in(tmp_path)


def test_what_has_changed_since_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition of the same name, and another engine: no row that is there is taken for an answer under these."""
    own = tmp_path / "mine.toml"
    for shells in (8, 7):
        own.write_text('schema = 1\ngame = "until-dawn"\nname = "mine"\ntitle = "Mine"\ninherits = "assumed-20"\n'
                       f'[values]\nshells = {{ value = {shells}, status = "stated", why = "My copy." }}\n', encoding="utf-8")
        if shells == 8:
            made(tmp_path / "batch", range(1, 3), editions=[str(own)])
    with pytest.raises(BadInput, match="DB619 .*the edition mine has changed since: shells 8, now 7 @"):
        made(tmp_path / "batch", range(1, 3), editions=[str(own)])
    made(tmp_path / "other", range(1, 3))
    monkeypatch.setattr(question, "engine_digest", lambda: "another")
    with pytest.raises(BadInput, match="DB619 .*since it was begun, the engine of Daybreak changed @"):
        made(tmp_path / "other", range(1, 3))


def test_a_second_driver_is_refused_with_the_name_of_the_first(tmp_path: Path) -> None:
    from verifier.analysis.batches.holding import held

    made(tmp_path, range(1, 3))
    with held(tmp_path), pytest.raises(BadInput, match=f"DB618 .*process {os.getpid()} on "):
        made(tmp_path, range(1, 3))
    assert made(tmp_path, range(1, 3)).known == 2


def test_an_answer_that_differs_is_an_error_that_names_both(tmp_path: Path) -> None:
    with Store.opened(tmp_path, make=True) as store:
        here = question_here()
        assert store.add(here, [Row(1, "optimal", "exhausted", "closed", True, (1, 1, 4, 8), seconds=1.0)]) == 1
        assert store.add(here, [Row(1, "optimal", "exhausted", "closed", True, (1, 1, 4, 8), seconds=2.0)]) == 0
        with pytest.raises(BadInput, match=r"DB615 seed 1 .*grade \(1, 1, 4, 8\) and \(1, 1, 4, 7\)"):
            store.add(here, [Row(2, "unknown"), Row(1, "optimal", "exhausted", "closed", True, (1, 1, 4, 7))])
        assert [row.grade for row in store.of(here, 0, 9).values()] == [(1, 1, 4, 8)]  # of the second call nothing was kept


def test_a_shard_that_differs_is_an_error_that_names_both(tmp_path: Path) -> None:
    shard = Shard(question_here(), 1, 1)
    parts.write(tmp_path, shard, written([Row(1, "unknown", seconds=1.0)]))
    parts.write(tmp_path, shard, written([Row(1, "unknown", seconds=2.0)]))
    with pytest.raises(BadInput, match="DB615 .*other"):
        parts.write(tmp_path, shard, written([Row(1, "optimal")]))
    assert parts.rows_of(parts.files(tmp_path)[0])[1][0].verdict == "unknown"


def test_a_damaged_shard_is_named_and_its_deals_are_solved_again(rows: bytes, tmp_path: Path) -> None:
    made(tmp_path, shard="1/2")
    made(tmp_path, shard="2/2")
    file = parts.files(tmp_path)[1]
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(BadInput, match=f"DB617 .*{file.name}"):
        made(tmp_path)
    file.unlink()
    assert made(tmp_path).answered > 0 and rows_in(tmp_path) == rows


def test_a_store_of_another_schema_is_refused(tmp_path: Path) -> None:
    made(tmp_path, range(1, 2))
    with sqlite3.connect(tmp_path / NAME) as connection:
        connection.execute("UPDATE meta SET value = '9'")
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(BadInput, match="DB613 .*schema 9, and this version reads 2"):
        made(tmp_path, range(1, 3))
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all, though long enough to be looked at", b""])
def test_what_is_no_store_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    if content:
        with pytest.raises(BadInput, match="DB614"):
            daybreak.batch_show(tmp_path)
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE mine (x)")
    os.replace(tmp_path / "other", tmp_path / NAME)
    for ask in (daybreak.batch_show, lambda folder: made(folder, range(1, 2))):
        with pytest.raises(BadInput, match="DB613 this database is no store"):
            ask(tmp_path)
    with pytest.raises(BadInput, match="DB613 there is no store"):
        daybreak.batch_show(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="DB507"):
        made(tmp_path / "file")
    (tmp_path / "batch" / NAME).mkdir(parents=True)
    with pytest.raises(BadInput, match="DB614 .*name a folder that you may write to"):
        made(tmp_path / "batch", range(1, 2))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever may do everything may write everywhere")
def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadInput, match="DB614"):
        made(tmp_path, range(1, 2))


def test_a_disk_that_is_full_loses_nothing(rows: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database says so itself: it may have no more pages."""
    made(tmp_path, range(1, 6))
    prepare = Store.prepare

    def full(self: Store) -> None:
        prepare(self)
        pages = self.connection.execute("PRAGMA page_count").fetchone()[0]
        self.connection.execute(f"PRAGMA max_page_count={pages}")

    monkeypatch.setattr(Store, "prepare", full)
    with pytest.raises(BadInput, match="DB614 .*full.*make room"):
        made(tmp_path, range(1, 400), states=STATES)
    monkeypatch.undo()
    made(tmp_path)
    assert rows_in(tmp_path).splitlines()[:25] == rows.splitlines()


def test_a_shard_that_finds_no_room_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="DB616 .*No space left on device"):
        parts.write(tmp_path, Shard(question_here(), 1, 1), written([Row(1, "unknown")]))
    assert list((tmp_path / parts.FOLDER).iterdir()) == []


@pytest.mark.parametrize(("options", "code"), [
    ({"seeds": range(5, 5)}, "DB594"), ({"seeds": range(2**63, 2**63 + 2)}, "DB622"), ({"shard": "4/3"}, "DB623"),
    ({"shard": "0/3"}, "DB623"), ({"shard": "1/2/3"}, "DB623"), ({"shard": "1/2", "cluster": "local"}, "DB625"),
    ({"ask": "dance"}, "DB505"), ({"ask": "policy"}, "DB505"), ({"rulings": {"UD-99": "x"}}, "DB2"),
    ({"editions": ["no"]}, "DB208"), ({"jobs": 0}, "DB505"), ({"states": 0}, "DB505"), ({"shard_deals": 0}, "DB505")])
def test_what_makes_no_sense_is_refused_before_anything_is_written(tmp_path: Path, options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadInput, match=code):
        made(tmp_path / "batch", **({"seeds": SEEDS} | options))
    assert not (tmp_path / "batch").exists()


def test_a_format_that_there_is_not_and_a_file_that_is_there_are_refused(tmp_path: Path) -> None:
    made(tmp_path, range(1, 2))
    with pytest.raises(BadInput, match="DB505 .*csv, jsonl, parquet"):
        daybreak.batch_export(tmp_path, tmp_path / "rows.xls")
    rows_in(tmp_path)
    with pytest.raises(BadInput, match="DB516"):
        daybreak.batch_export(tmp_path, tmp_path / "rows.csv")


def test_no_export_replaces_what_it_is_made_from(tmp_path: Path) -> None:
    made(tmp_path, range(1, 3))
    for name in (NAME, "plan.json", f"../{tmp_path.name}/{NAME}"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(BadInput, match="DB583"):
            daybreak.batch_export(tmp_path, tmp_path / name, to="csv", force=True)
        assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("change", [
    {"shard_size": 0}, {"last": -5}, {"first": "x"}, {"questions": []}, {"questions": [3]}, {"questions": None},
    {"first": 2**70}])
def test_a_plan_that_was_edited_is_refused_or_replaced(rows: bytes, tmp_path: Path, change: dict[str, Any]) -> None:
    made(tmp_path, range(1, 4))
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change), encoding="utf-8")
    try:
        made(tmp_path)
    except BadInput as error:
        assert error.problems[0].code in ("DB617", "DB619")
        file.unlink()
        assert made(tmp_path).known == 3
    assert rows_in(tmp_path) == rows


def test_a_worker_of_another_kind_compiles_for_itself(tmp_path: Path) -> None:
    """It neither asks for compiled rules of the driver's machine nor takes them."""
    here, text = installed_folder(), question_here().text
    there = worker.Code("another-machine", {"kernel": b"x"}, {"object": b"x"})
    found = worker.answered(text, 1, 2, there.folder, there)
    assert [row.answer for row in read(found.splitlines())] == [
        row.answer for row in read(worker.answered(text, 1, 2).splitlines())]
    assert "kernel" not in here.names() and "object" not in here.objects.names()


def test_a_batch_can_be_shown_and_exported_while_it_runs(tmp_path: Path) -> None:
    made(tmp_path, range(1, 6))
    with Store.opened(tmp_path) as store:
        store.connection.execute("BEGIN IMMEDIATE")
        store.connection.execute("DELETE FROM deals WHERE seed = 1")  # not there yet, or not gone yet: what was whole is seen
        assert shown(tmp_path).tallies[0].deals == 5
        assert rows_in(tmp_path).count(b"\r\n") == 6
        store.connection.execute("ROLLBACK")


# -- texts and tables ------------------------------------------------------------------------------------------------------------


ROWS = st.builds(
    Row, st.integers(0, 2**63 - 1), st.sampled_from(["optimal", "unknown"]), st.none() | st.just("exhausted"), st.none(),
    st.none() | st.booleans(), st.none() | st.tuples(st.integers(0, 1), st.integers(0, 9)), st.none(),
    st.none() | st.integers(0, 99), st.integers(0, 10**9), *[st.none() | st.integers(0, 100)] * 4,
    st.none() | st.tuples(*[st.integers(0, 9)] * 3),
    st.text(max_size=20).filter(lambda text: "\0" not in text and text.isprintable()),
    st.lists(st.integers(0, 2**16 - 1)).map(tuple), st.floats(0, 100))


@given(st.lists(ROWS, unique_by=lambda row: row.seed))
def test_rows_survive_files_and_the_store(tmp_path_factory: pytest.TempPathFactory, rows: list[Row]) -> None:
    assert read(written(rows).splitlines()) == rows
    with Store.opened(tmp_path_factory.mktemp("store"), make=True) as store:
        store.add(question_here(), rows)
        assert list(store.of(question_here(), 0, 2**63 - 1).values()) == sorted(rows, key=lambda row: row.seed)


def test_a_question_survives_its_text_and_its_key_is_of_everything() -> None:
    here = question_here()
    assert question_of(here.text) == here
    changes: list[dict[str, Any]] = [{"states": 301}, {"rules": "x"}, {"engine": "x"}, {"rulings": {"UD-35": "nothing"}},
                                     {"chosen": ["x"]}, {"own": True},
                                     {"games": 1}, {"edition": "other"}, {"ask": "policy"}, {"seconds": 1.0}, {"version": "x"},
                                     {"bound_is_proved": not here.bound_is_proved}, {"dominance": 3}, {"values": {}},
                                     {"game": "x"}]
    assert len({each.key for each in (here, *(evolve(here, **change) for change in changes))}) == len(changes) + 1
    for text in ("[]", "{}", "3", '{"game": 1}'):
        with pytest.raises(ValueError, match="."):
            question_of(text)


@pytest.mark.parametrize(("module", "without"), [
    (fifteen, lambda game: {"pattern_sets": []}), (caravan, lambda game: {"comparisons": []})])
def test_what_a_game_declares_for_searches_is_part_of_what_answers_depend_on(
        module: Any, without: Callable[[Any], dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    before = question.played_digest(load(module.game))
    assert question.played_digest(load(module.game)) == before
    for name, value in without(module.game).items():
        monkeypatch.setattr(module.game, name, value)
    assert question.played_digest(load(module.game)) != before


def test_the_table_is_what_counting_the_rows_says(tmp_path: Path) -> None:
    here = question_here()
    other = evolve(here, rulings={**here.rulings, "UD-35": "nothing"}, chosen=["UD-35"])
    first = [Row(1, "optimal", won=True, grade=(1, 2, 4, 8), random_won=1, random_open=0, greedy_won=0, greedy_open=0, states=5),
             Row(2, "optimal", won=False, grade=(0, 0, 0, 3)), Row(3, "best-found", won=True, grade=(1, 0, 1, 10)),
             Row(4, "failed", why="broken"), Row(5, "optimal", won=True, grade=(1, 1, 3, 9)),
             Row(6, "optimal", won=True, grade=(1, 1, 3, 10), random_won=0, random_open=0, greedy_won=0, greedy_open=0, states=7)]
    second = [Row(1, "optimal", won=False, grade=(0, 9, 9, 9)), Row(2, "optimal", won=True, grade=(1, 0, 0, 3)),
              Row(3, "optimal", won=True, grade=(1, 0, 1, 10)), Row(5, "optimal", won=True, grade=(1, 1, 3, 10)),
              Row(6, "optimal", won=True, grade=(1, 1, 3, 10)), Row(9, "optimal", won=True, grade=(1, 0, 0, 0))]
    with Store.opened(tmp_path, make=True) as store:
        store.add(evolve(here, games=4), first)
        store.add(evolve(other, games=4), second)
    found = shown(tmp_path)
    tally = found.tallies[0]
    assert tally.won is not None and (tally.deals, tally.won.count, tally.won.undecided, tally.failed) == (6, 4, 1, 1)
    assert tally.random is not None and (tally.random.count, tally.random.of) == (1, 8)
    assert [each.share.count for each in tally.grades] == [1, 1, 1, 1] and tally.grades[0].share.undecided == 2
    assert tally.hardest == (6, 1) and tally.lost == (2,) and tally.states == 12
    pair = found.compared[0]
    assert (pair.better, pair.worse, pair.same, pair.open, pair.won_only) == (2, 1, 1, 1, (1, 1))
    assert pair.differs == "UD-35=nothing"


def test_every_format_has_the_same_rows(tmp_path: Path) -> None:
    made(tmp_path, range(1, 6))
    rows_in(tmp_path)
    daybreak.batch_export(tmp_path, tmp_path / "rows.jsonl")
    as_csv = list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    as_json = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [{name: "" if value is None else value if isinstance(value, str) else json.dumps(value) for name, value in row.items()}
            for row in as_json] == as_csv
    parquet = pytest.importorskip("pyarrow.parquet")
    daybreak.batch_export(tmp_path, tmp_path / "rows.parquet")
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == as_json
    daybreak.batch_export(tmp_path, tmp_path / "timed.jsonl", timings=True)
    assert all(json.loads(line)["seconds"] > 0 for line in (tmp_path / "timed.jsonl").read_text().splitlines())


def test_games_on_one_deal_are_not_taken_for_independent_ones() -> None:
    """A hundred games on each of ten deals, of which five are won whatever is done, say no more than ten deals do."""
    found = share_of_games(500, 0, 100, 10)
    assert (found.count, found.of) == (500, 1000)
    assert (found.low, found.high) == (share(5, 0, 10).low, share(5, 0, 10).high)
    assert share_of_games(0, 10, 5, 4).high == share(2, 0, 4).high and share_of_games(0, 0, 0, 7).of == 0


def test_texts_with_commas_quotes_and_lines_survive_an_export(tmp_path: Path) -> None:
    texts = ["plain", "a, b", 'say "no"', "two\nlines", "per % cent", "it's", ""]
    with Store.opened(tmp_path, make=True) as store:
        store.add(question_here(), [Row(seed, "failed", why=text) for seed, text in enumerate(texts)])
    daybreak.batch_export(tmp_path, tmp_path / "rows.csv")
    daybreak.batch_export(tmp_path, tmp_path / "rows.jsonl")
    with open(tmp_path / "rows.csv", newline="", encoding="utf-8") as file:
        assert [row["why"] for row in csv.DictReader(file)] == texts
    assert [json.loads(line)["why"] for line in (tmp_path / "rows.jsonl").read_text().splitlines()] == texts


def test_policies_and_readings_are_asked(tmp_path: Path) -> None:
    made(tmp_path / "policy", range(1, 3), ask="policy", games=20)
    tally = daybreak.batch_show(tmp_path / "policy").tallies[0]
    assert tally.won is None and tally.random is not None and tally.random.of == 40
    found = made(tmp_path / "readings", range(1, 3), ask="readings", states=50)
    readings = installed().program(GAME).readings.switches.values()
    assert len(found.questions) == 1 + sum(len(each.choices) - 1 for each in readings)
    assert len(daybreak.batch_show(tmp_path / "readings").compared) == len(found.questions) - 1


def test_winnability_takes_what_a_store_has_and_keeps_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import winnability

    def asked_for(**options: Any) -> Any:
        found = daybreak.winnability(GAME, seeds=range(1, 5), states=2_000, games=3, decision_states=50, **options)
        return evolve(found, seconds=0.0)

    made(tmp_path, range(1, 3), states=2_000, games=3)
    plain, searched = asked_for(), list[int]()
    search = winnability.searched

    def seen(instance: Any, seed: int, *arguments: Any, **named: Any) -> Row:
        searched.append(seed)
        return search(instance, seed, *arguments, **named)

    monkeypatch.setattr(winnability, "searched", seen)
    assert asked_for(store=tmp_path) == plain and searched == [3, 4]
    assert asked_for(store=tmp_path) == plain and searched == [3, 4]


def test_the_command_goes_on_shows_and_exports(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    asked_for = ("batch", GAME, "--deals", "1..4", "--states", STATES, "-j", 1, "-o", tmp_path / "b")
    assert "4 answered now, 0 left" in daybreak(*asked_for).out
    assert "4 before, 0 answered now" in daybreak("batch", "run", *asked_for[1:]).out
    assert "deals that can be won" in daybreak("batch", "show", tmp_path / "b").out
    pages = [tmp_path / name for name in ("first.html", "again.html")]
    for page in pages:
        assert daybreak("batch", "show", tmp_path / "b", "--html", page).code == 0
        with Store.opened(tmp_path / "b") as store:  # on a slower machine
            store.connection.execute("UPDATE deals SET seconds = seconds + 1")
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert json.loads(daybreak("batch", "show", tmp_path / "b", "--json").out)["tallies"][0]["deals"] == 4
    assert "4 rows written" in daybreak("batch", "export", tmp_path / "b", tmp_path / "b.csv").out
    assert "DB583" in daybreak("batch", "show", tmp_path / "b", "--html", tmp_path / "b" / NAME, "--force").err
    for deals in ("4..1", "x", "1..", "..4", "-3..4", "1..2..3"):
        assert daybreak(*asked_for[:2], "--deals", deals, *asked_for[4:]).code == 150
