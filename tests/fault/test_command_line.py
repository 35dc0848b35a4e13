"""The command line when the world is unkind: broken games, faults of our own, signals, readers that go away, full disks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from verifier import registry
from verifier.cli import main, terminal
from verifier.lang import Flaw
from verifier.registry import Games

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios" / "until-dawn"
RESHUFFLE = str(SCENARIOS / "reshuffle.toml")
INTERPRETED = ("--engine", "interpreted")
Run = Callable[..., Any]


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name=name, value=value, group=registry.GROUP)


@pytest.mark.parametrize(("found", "code"), [
    ([entry("broken", "no.such.module:game")], "DB501"),
    ([entry("broken", "os:nothing")], "DB501"),
    ([entry("broken", "os:path")], "DB503"),
    ([entry("broken", "daybreak_games.until_dawn:game")], "DB504"),
    ([entry("broken", "one:game"), entry("broken", "other:game")], "DB502"),
])
def test_a_broken_game_is_listed_and_spoils_nothing(
    found: list[EntryPoint], code: str, daybreak: Run, monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = Games([*found, entry("until-dawn", "daybreak_games.until_dawn:game")])
    monkeypatch.setattr(registry, "_found", lambda: games)
    ran = daybreak("games")
    assert ran.code == 150 and "cannot be used" in ran.out and code in ran.out
    assert "172 clauses" in ran.out or "clauses in all" in ran.out
    assert daybreak("deal", "broken", "--seed", 1).err.startswith(code)
    assert daybreak("deal", "until-dawn", "--seed", 1).code == 0


def test_a_game_whose_edition_is_refused_is_listed_and_spoils_nothing(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from daybreak_games.until_dawn import game

    monkeypatch.setattr(game, "edition_checks", [lambda box: [Flaw("too loud", ("shells",), "take fewer")]])
    monkeypatch.setattr("verifier.ledger.entries._read", {})
    ran = daybreak("games")
    assert ran.code == 150 and "DB216 too loud" in " ".join(ran.out.split())
    refused = daybreak("deal", "until-dawn", "--seed", 1)
    assert refused.err.startswith("DB216 too loud @ edition-assumed-20.toml:$.values.shells.value")


def test_our_own_fault_is_255_with_a_reproducer(daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path) -> None:
        raise KeyError(f"surprise at {path.name}")

    monkeypatch.setattr("verifier.api.scenarios.load_instance", fails)
    monkeypatch.chdir(tmp_path)
    ran = daybreak("moves", RESHUFFLE)
    assert ran.code == 255 and ran.err.startswith("DB900") and "Traceback" not in ran.err
    kept = list(tmp_path.glob("daybreak-fault-*.txt"))
    assert len(kept) == 1
    text = kept[0].read_text()
    assert "surprise" in text and "Traceback" in text and "A new deck before dawn" in text


def test_a_search_that_lies_is_found_out(daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.search import sure

    solve = sure.solve_best

    def lies(*arguments: Any, **options: Any) -> Any:
        found = solve(*arguments, **options)
        found.line = found.line[:-1]
        return found

    monkeypatch.setattr(sure, "solve_best", lies)
    monkeypatch.chdir(tmp_path)
    ran = daybreak("solve", RESHUFFLE, *INTERPRETED)
    assert ran.code == 255 and "DB905" in ran.err and ran.out == ""


@pytest.mark.parametrize("lines", ["exercised_by", "refused_after"])
def test_a_count_that_lies_is_found_out(lines: str, daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import coverage_sources

    count = coverage_sources.count_games

    def lies(*arguments: Any, **options: Any) -> Any:
        counted = count(*arguments, **options)
        found = getattr(counted, lines)
        found["UD-T17" if lines == "refused_after" else "UD-F05"] = found["UD-T04"]
        return counted

    monkeypatch.setattr(coverage_sources, "count_games", lies)
    monkeypatch.chdir(tmp_path)
    ran = daybreak("coverage", "until-dawn", "--random", 5, *INTERPRETED)
    assert ran.code == 255 and "DB905" in ran.err and ran.out == ""


def test_memory_that_runs_out_is_a_limit(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path) -> None:
        raise MemoryError

    monkeypatch.setattr("verifier.api.scenarios.load_instance", fails)
    assert daybreak("moves", RESHUFFLE).code == 124


def test_ctrl_c_before_an_answer_is_130(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.api.scenarios.load_instance", stopped)
    ran = daybreak("moves", RESHUFFLE)
    assert (ran.code, ran.out, ran.err) == (130, "", "interrupted\n")


STARTED: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def nothing_is_left_running() -> Iterator[None]:
    """What a test starts heeds Ctrl-C, also where the tests run in the background, and is over when the test is."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    while STARTED:
        with STARTED.pop() as process:
            process.kill()


def python(program: str, *arguments: str, **more: Any) -> subprocess.Popen[str]:
    """A Python process that is over when the test is."""
    STARTED.append(subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, text=True, cwd=ROOT, **more))
    return STARTED[-1]


def command(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return python("import sys; from verifier.cli import main; sys.exit(main())", *arguments, **more)


def wait_for_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Until a process has had that much of processors' time, with its children that are over, or is over itself."""
    if not Path("/proc").exists():
        time.sleep(seconds)
        return
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        used = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:15]
        if sum(map(int, used)) >= seconds * ticks:
            return
        time.sleep(0.1)


ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@pytest.mark.parametrize(("name", "sent", "code"), [
    ("explore", *ENDS[0]), ("solve", *ENDS[1]),
    *(pytest.param(*each, marks=pytest.mark.long) for each in (("explore", *ENDS[1]), ("check", *ENDS[0])))])
def test_a_signal_in_a_search_gives_what_is_there(name: str, sent: signal.Signals, code: int) -> None:
    process = command(name, str(SCENARIOS / "demo.toml"), *INTERPRETED)
    wait_for_work(process, 3)
    process.send_signal(sent)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in err
    assert "it was interrupted" in out


@pytest.mark.parametrize(("sent", "code"), [ENDS[0], pytest.param(*ENDS[1], marks=pytest.mark.long)])
def test_a_signal_in_z3_gives_what_is_there(sent: signal.Signals, code: int) -> None:
    process = command("check", "until-dawn", "--with", "z3", "--again")
    wait_for_work(process, 7)
    process.send_signal(sent)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code
    assert "Traceback" not in err and "DB9" not in err
    assert "it was interrupted" in out


STUBBORN = """
import signal, sys, time
from verifier import instance
from verifier.cli import main
from verifier.errors import BadInput, Problem

def load_instance(path):
    try:
        print("begun", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("goes on", flush=True)
        time.sleep(60)
    raise BadInput(Problem("DB100", "nobody stopped it"))

instance.load_instance = load_instance
sys.exit(main(["moves", "any.toml"]))
"""


@pytest.mark.parametrize(("first", "second"), [(signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, signal.SIGTERM),
                                               (signal.SIGTERM, signal.SIGINT)])
def test_a_second_signal_ends_at_once(first: signal.Signals, second: signal.Signals) -> None:
    process = python(STUBBORN)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    process.send_signal(first)
    assert process.stdout.readline() == "goes on\n"
    process.send_signal(second)
    process.communicate(timeout=30)
    assert process.returncode == -second


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_was_ignored_stays_ignored(number: signal.Signals) -> None:
    program = f"import signal, sys; signal.signal({number:d}, signal.SIG_IGN); " + STUBBORN.replace("60", "0.2").lstrip()
    process = python(program)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 150 and "goes on" not in out and "nobody stopped it" in err


def test_signals_are_python_s_again_when_a_command_is_over(daybreak: Run) -> None:
    before = [signal.getsignal(number) for number, _ in ENDS]
    assert daybreak("games").code == 0
    assert [signal.getsignal(number) for number, _ in ENDS] == before


def test_a_reader_that_goes_away_changes_nothing() -> None:
    program = "import sys; from verifier.cli import main; sys.exit(main())"
    for arguments, code in ((["games", "until-dawn"], 0), (["check", "until-dawn", "--states", "50", *INTERPRETED], 124)):
        reader, writer = os.pipe()
        os.close(reader)
        ran = subprocess.run([sys.executable, "-c", program, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True,
                             cwd=ROOT, check=False)
        os.close(writer)
        assert (ran.returncode, ran.stderr) == (code, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "w") as full:
        program = "import sys; from verifier.cli import main; sys.exit(main())"
        ran = subprocess.run([sys.executable, "-c", program, "moves", RESHUFFLE], stdout=full, stderr=subprocess.PIPE,
                             text=True, cwd=ROOT, check=False)
    assert ran.returncode == 150 and "DB506" in ran.stderr and "Traceback" not in ran.stderr


def test_a_narrow_encoding_is_no_failure() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    process = command("--help", env=environment)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == "" and "Usage" in out


def test_the_help_does_not_wait_for_numbers() -> None:
    slow = "numpy networkx z3 llvmlite"
    program = (f"import sys; from verifier.cli import main; main(['--help']); "
               f"print([name for name in '{slow}'.split() if name in sys.modules], file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stderr.strip() == "[]"


def test_small_commands_do_not_wait_for_the_compiler() -> None:
    program = (f"import sys; from verifier.cli import main; main(['moves', {RESHUFFLE!r}]); main(['games', 'until-dawn']); "
               "print([name for name in ('networkx', 'z3') if name in sys.modules], file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stderr.strip() == "[]"


def test_small_commands_do_not_look_for_garbage() -> None:
    program = ("import gc, sys; from verifier.cli import main; seen = []; "
               "gc.callbacks.append(lambda phase, info: seen.append(phase)); main(['games', 'until-dawn']); "
               "print(seen, file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stderr.strip() == "[]"


def test_arguments_may_be_given_to_main() -> None:
    assert main(["--version"]) == 0
    terminal.put_message("")
