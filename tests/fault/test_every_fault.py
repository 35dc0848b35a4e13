"""Every n-th fault of files and of memory, in every command: a right exit code, nothing torn, nothing left, no wrong answer."""

from __future__ import annotations

import io
import json
import linecache
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from attrs import frozen

import verifier.instance
from tests.conftest import scrubbed
from tests.fault.faults import ARRAYS, FILES, Faults, File
from tests.only_games import install_only
from verifier.cli import main
from verifier.instance import Instance
from verifier.lang.source import _module
from verifier.ledger import entries
from verifier.registry import Games

NAME, MODULE = "fault-watch", "fault_watch"
MOST = 200  # faults of a kind in a command
INTERPRETED = ("--engine", "interpreted")
# {s} the scenario, {t} one that is over sooner, {l} a line, {o} a folder that is empty.
# Everything that a command can write, it writes.
COMMANDS = {
    "games": ("games", "--json"),
    "deal": ("deal", NAME, "--seed", "1", "-o", "{o}/deal.toml"),
    "moves": ("moves", "{s}", "--json"),
    "replay": ("replay", "{s}", "--line", "{l}", "--html", "{o}/page.html"),
    "review": ("review", "{s}", "--line", "{l}", "--json", "--html", "{o}/page.html", *INTERPRETED),
    "solve": ("solve", "{s}", "--json", "--html", "{o}/page.html", "--certificate", "{o}/proof", *INTERPRETED),
    "solve --goal lose": ("solve", "{s}", "--goal", "lose", "--json", *INTERPRETED),
    "odds": ("odds", "{t}", "--json", *INTERPRETED),
    "explore": ("explore", "{s}", "--json", "--graph", "{o}/graph.json", "--html", "{o}/page.html", *INTERPRETED),
    "check": ("check", "{s}", "--json", "--html", "{o}/page.html", *INTERPRETED),
    "find": ("find", "position", NAME, "--breaks", "rounds_are_counted", "--size", "1", "--json", "-o", "{o}/found.toml"),
    "coverage": ("coverage", NAME, "--random", "2", "--json", "--lcov", "{o}/trace.info", "--junit", "{o}/cases.xml",
                 *INTERPRETED),
    "winnability": ("winnability", NAME, "--deals", "1", "--json", "--html", "{o}/page.html"),
    "difficulty": ("difficulty", NAME, "--vary", "rounds=1,3", "--deals", "1", "--simulations", "2", "--states", "50",
                   "--threads", "1", "--json", "--html", "{o}/page.html", *INTERPRETED),
    "mutants": ("mutants", NAME, "{s}", "--every", "60", "--states", "20", "--json", "--write", "{o}/missing"),
    "readings": ("readings", NAME, "--deals", "1", "--size", "0", "--json", "--html", "{o}/page.html", *INTERPRETED),
    "reports": ("reports", NAME, "{o}/reports", "{s}", "--only", "coverage", "--games", "2"),
    "new": ("new", "other-watch", "{o}/other"),
}
# What is not claimed: the answer of a command that was cut short.
WEAK = {"unknown", "best-found", "holds-within", "undecided"}
KINDS = [(FILES, error, persistent) for error in ("ENOSPC", "EIO", "EACCES", "MemoryError") for persistent in (False, True)]
KINDS += [(ARRAYS, "MemoryError", persistent) for persistent in (False, True)]


@frozen
class Outcome:
    """What a command did: its exit code, what it wrote to the streams and to files."""

    code: int
    out: str
    err: str
    files: dict[str, bytes]


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of `daybreak new`."""
    folder = tmp_path_factory.mktemp("laid") / "own"
    assert main(["new", NAME, str(folder)]) == 0
    (folder / "line.txt").write_text("draw\n")
    return folder


@pytest.fixture
def bench(laid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    native = Instance.native
    monkeypatch.setattr(Instance, "native", lambda self, engine: native(self, "interpreted"))  # compiling takes long
    monkeypatch.syspath_prepend(laid)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    yield Bench(laid, tmp_path, monkeypatch)


class Bench:
    """Runs commands with faults, each in an empty folder, with nothing remembered of those before."""

    def __init__(self, laid: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.laid, self.folder, self.monkeypatch = laid, folder, monkeypatch
        self.out = folder / "out"

    def run(self, command: str, faults: Faults, *, keep: bool = False) -> Outcome:
        """Run a command; it has to end with an exit code, and to leave nothing behind but what it was told to write."""
        if not keep:
            shutil.rmtree(self.out, ignore_errors=True)
            self.out.mkdir()
        self._forget()
        scenarios = self.laid / "scenarios"
        given = {"s": scenarios / "first.toml", "t": scenarios / "twice.toml", "l": self.laid / "line.txt", "o": self.out}
        arguments = [each.format_map(given) for each in COMMANDS[command]]
        streams = [self.folder / name for name in ("stdout", "stderr")]
        for path in streams:
            path.write_bytes(b"")
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (_stream(path, faults) for path in streams)
        try:
            with faults.in_force():
                code = main(arguments)
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, MemoryError):
                    stream.close()
            sys.stdout, sys.stderr = before
        out, err = (scrubbed(path.read_text()).replace(str(self.folder), "") for path in streams)
        files = {str(path.relative_to(self.out)): re.sub(rb' time="[0-9.]+"', b"", path.read_bytes())
                 for path in sorted(self.out.rglob("*")) if path.is_file()}
        assert {path.name for path in self.folder.iterdir()} == {"out", "stdout", "stderr", "tmp"}
        assert not any((self.folder / "tmp").iterdir())
        return Outcome(code, out, err, files)

    def free(self, command: str, kind: str) -> tuple[Outcome, Faults]:
        """What a command does without a fault, once what a process loads only once is there; and how many calls it makes."""
        self.run(command, Faults(kind))
        free = Faults(kind)
        return self.run(command, free), free

    def _forget(self) -> None:
        games = Games([EntryPoint(NAME, f"{MODULE}:game", "daybreak.games")])
        install_only(self.monkeypatch, games)
        entries._read.clear()
        _module.cache_clear()
        verifier.instance.native_of.cache_clear()
        linecache.clearcache()
        (self.folder / "tmp").mkdir(exist_ok=True)
        self.monkeypatch.setattr(tempfile, "tempdir", str(self.folder / "tmp"))


def _stream(path: Path, faults: Faults) -> io.TextIOWrapper:
    raw = File(path, "w")
    raw.faults = faults
    return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8")


def verdicts(text: str) -> list[str]:
    """Every verdict in an answer, in its order."""
    return re.findall(r'"verdict": "([^"]*)"', text)


def judge(command: str, right: Outcome, ran: Outcome, faults: Faults) -> None:
    """What has to be so of a command that met a fault."""
    assert "Traceback" not in ran.err and "DB9" not in ran.err, ran.err
    if ran.code == right.code:  # it managed: then everything is there and right
        assert ran.out == right.out or verdicts(ran.out) == verdicts(right.out) != []
        assert ran.files == right.files
        return
    assert ran.code in (124, 150), (ran.code, ran.err)
    assert all(one in WEAK or one == other for one, other in zip(verdicts(ran.out), verdicts(right.out), strict=False))
    for name, content in ran.files.items():
        if name == "reports/manifest.json":
            json.loads(content)
        else:
            assert content == right.files[name], f"{name} is torn"
    if command == "new":
        assert not ran.files or ran.files == right.files


def meet(bench: Bench, command: str, right: Outcome, faults: Faults) -> bool:
    """Run a command with a fault; whether it met it.  Without one it does what it always does."""
    ran = bench.run(command, faults)
    if not faults.hit:
        assert ran == right
        return False
    try:
        judge(command, right, ran, faults)
    except AssertionError as wrong:
        at = f"{faults.error} at {faults.hit[0]} {faults.at}{' and on' if faults.persistent else ''}"
        told = f"{command}, {at}: {wrong}\n{ran.code} {ran.out[-500:]}\n{ran.err[-800:]}\n{sorted(ran.files)}"
        raise AssertionError(told) from wrong
    return True


@pytest.mark.parametrize("command", COMMANDS)
def test_some_faults_of_every_kind_are_survived(command: str, bench: Bench) -> None:
    """Half of the faults for each command, the other half for the next one."""
    met, half = 0, list(COMMANDS).index(command) % 2
    for kind in (FILES, ARRAYS):
        right, free = bench.free(command, kind)
        assert right.code in (0, 12) and "DB9" not in right.err
        kinds = [each for each in KINDS if each[0] == kind][half::2]
        calls = min(free.calls, MOST)
        for number, (_, error, persistent) in enumerate(kinds if calls else ()):
            # Spread over the calls, the last ones among them: those write the files that the command was asked for.
            met += meet(bench, command, right, Faults(kind, error, max(1, calls * (number + 1) // len(kinds)), persistent))
    assert met >= 4


@pytest.mark.long
@pytest.mark.parametrize(("kind", "error", "persistent"), KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_fault_is_survived(command: str, kind: str, error: str, persistent: bool, bench: Bench) -> None:
    right, free = bench.free(command, kind)
    at = 1
    while at <= MOST and meet(bench, command, right, Faults(kind, error, at, persistent)):
        at += 1
    assert at - 1 == min(free.calls, MOST)  # every call that there is was made to fail
    print(f"{command}: {at - 1} times {error}")


def test_a_report_that_a_fault_broke_off_is_taken_up_again(bench: Bench) -> None:
    right, free = bench.free("reports", FILES)
    for at in range(free.calls - 60, free.calls, 7):
        if bench.run("reports", Faults(FILES, "ENOSPC", at, True)).code == 150:
            again = bench.run("reports", Faults(FILES), keep=True)
            assert again.code == 0 and again.files == right.files


def test_the_layer_reaches_what_writes(tmp_path: Path) -> None:
    """The kit itself: without this, tests that never fail would say nothing."""
    from verifier.errors import BadInput
    from verifier.files import write_file

    free = Faults(FILES)
    with free.in_force():
        write_file(tmp_path / "free", "text", force=False)
    met = []
    for at in range(1, free.calls + 1):
        faults = Faults(FILES, "EIO", at)
        with faults.in_force(), pytest.raises(BadInput, match="DB507"):
            write_file(tmp_path / "faulty", "text", force=False)
        met += faults.hit
    assert set(met) == {"open", "write", "fsync", "chmod", "link"} and [each.name for each in tmp_path.iterdir()] == ["free"]
