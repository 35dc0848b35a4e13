"""Somebody else writes into the cache: nothing of theirs is ever run, and nothing crashes.

What is planted would show: a pickle and a module that leave a mark, and machine code that computes something else.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verifier.run import seal
from verifier.run.machine import assembled

ROOT = Path(__file__).parents[2]
ASKS = """
import sys, numpy
from tests.games.corridor import game
from verifier.program.program import load
from verifier.run.native import Native
native = Native(load(game))
rows = numpy.ones((1, native.constant("ROW")), dtype=numpy.int64)
print(native.call("hash_of", rows, 0), 'translator' in vars(native.compiler))
if "more" in sys.argv:  # another kernel
    print(native.call("rehash", rows, 0, rows[0].copy()))
"""
FOREIGN = """
define i64 @daybreak_kernel(ptr %numbers) {
  ret i64 666
}
"""
FOREIGN_CODE = assembled(FOREIGN)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache with a kernel in it, and what that kernel computes."""
    base = tmp_path_factory.mktemp("compiled")
    ran = _asked(base)
    assert (ran.returncode, ran.stderr) == (0, "")
    return base, ran.stdout.split()[0]


@pytest.fixture
def base(compiled: tuple[Path, str], tmp_path: Path) -> Iterator[Path]:
    """A copy of it that a test may spoil."""
    subprocess.run(["cp", "-a", *(str(path) for path in compiled[0].iterdir()), str(tmp_path)], check=True)
    yield tmp_path
    assert not (tmp_path / "mark").exists(), "foreign code ran"


def _asked(base: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", ASKS, *arguments], capture_output=True, text=True, cwd=ROOT,
                          env=_environment(base))


def _environment(base: Path) -> dict[str, str]:
    return os.environ | {"DAYBREAK_CACHE": str(base / "cache"), "XDG_STATE_HOME": str(base / "state"), "MARK": str(base / "mark")}


def _files(base: Path, suffix: str) -> list[Path]:
    return sorted((base / "cache").glob(f"*/*{suffix}"))


class Marks:
    """Unpickled, it leaves a mark."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.system, ('touch "$MARK"',)


def _pickles(base: Path) -> None:
    for path in _files(base, ".o"):
        path.write_bytes(pickle.dumps(Marks()))


def _pickles_behind_the_old_seals(base: Path) -> None:
    for path in _files(base, ".o"):
        path.write_bytes(path.read_bytes()[:32] + pickle.dumps(Marks()))


def _modules(base: Path) -> None:
    folder = _files(base, ".o")[0].parent
    for name in ("rules.py", "__init__.py", "numpy.py", f"{folder.name}.py", "sitecustomize.py"):
        (folder / name).write_text("import os; os.system('touch \"$MARK\"')\n")
    for path in _files(base, ".o"):
        path.unlink()


def _foreign_kernel(base: Path) -> None:
    (path,) = _files(base, ".o")
    path.write_bytes(FOREIGN_CODE)


def _foreign_kernel_behind_the_old_seal(base: Path) -> None:
    (path,) = _files(base, ".o")
    path.write_bytes(path.read_bytes()[:32] + FOREIGN_CODE)


def _seal(path: Path, content: bytes) -> None:
    path.write_bytes(seal.sealed(content, "cache", path.parent.name, path.name))


def _foreign_kernel_sealed_by_another(base: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(base / "others"))
        _seal(_files(base, ".o")[0], FOREIGN_CODE)


def _everything_open(base: Path) -> None:
    for path in (base / "cache", *(base / "cache").iterdir()):
        path.chmod(0o777)
    _foreign_kernel(base)
    for path in _files(base, ""):
        path.chmod(0o666)


def _secret_open(base: Path) -> None:
    """Whoever could read the secret sealed code with it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(base / "state"))
        _seal(_files(base, ".o")[0], FOREIGN_CODE)
    (base / "state" / "daybreak" / "secret").chmod(0o644)


def _cut(base: Path) -> None:
    for path in _files(base, ""):
        path.write_bytes(path.read_bytes()[:-7])


def _pipes(base: Path) -> None:
    for path in _files(base, ""):
        path.unlink()
        os.mkfifo(path)


def _old_locks_and_seals(base: Path) -> None:
    folder = _files(base, ".o")[0].parent
    for name in (f"{folder.name}.lock", f"{folder.name}.seal"):
        (base / "cache" / name).symlink_to("/dev/full")
    (folder / "seal.json").write_text("[]")
    _foreign_kernel(base)


ATTACKS = (_pickles, _pickles_behind_the_old_seals, _modules, _foreign_kernel,
           _foreign_kernel_behind_the_old_seal, _foreign_kernel_sealed_by_another, _everything_open, _secret_open, _cut, _pipes,
           _old_locks_and_seals)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__.strip("_"))
def test_what_somebody_else_planted_is_not_run(base: Path, compiled: tuple[Path, str],
                                               attack: Callable[[Path], None]) -> None:
    attack(base)
    ran = _asked(base)
    assert (ran.returncode, ran.stdout.split()) == (0, [compiled[1], "True"]), ran.stderr
    assert ran.stderr.count("\n") == (0 if attack is _modules else 1)
    assert "Traceback" not in ran.stderr


def test_without_an_attack_what_was_compiled_is_run(base: Path, compiled: tuple[Path, str]) -> None:
    ran = _asked(base)
    assert (ran.stdout.split(), ran.stderr) == ([compiled[1], "False"], "")


def test_what_is_planted_would_show(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Sealed by the user's own secret it is run: so what the attacks plant is not harmless.
    monkeypatch.setenv("XDG_STATE_HOME", str(base / "state"))
    (kernel,) = _files(base, ".o")
    _seal(kernel, FOREIGN_CODE)
    assert _asked(base).stdout.split() == ["666", "False"]


def test_where_nothing_can_be_kept_kernels_are_compiled_for_the_run(compiled: tuple[Path, str], tmp_path: Path) -> None:
    full = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$0" -c "$1"', sys.executable, ASKS], capture_output=True, text=True,
                          cwd=ROOT, env=_environment(tmp_path))
    assert (full.returncode, full.stdout.split()) == (0, [compiled[1], "True"]), full.stderr
    assert full.stderr.startswith("daybreak: compiled rules are made for this run only, as they cannot be kept: ")
    assert full.stderr.count("\n") == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_compile_that_is_killed_keeps_what_it_had_finished(compiled: tuple[Path, str], tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", ASKS, "more"], stdout=subprocess.PIPE, cwd=ROOT, env=_environment(tmp_path))
    while process.poll() is None and not _files(tmp_path, ".kernel"):  # the first of the two has all its parts
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    ran = _asked(tmp_path)
    assert (ran.stdout.split(), ran.stderr) == ([compiled[1], "False"], "")


def _another_kernel_listed(base: Path) -> None:
    """What a kernel is made of is sealed too."""
    (path,) = _files(base, ".kernel")
    path.write_bytes(path.read_bytes()[:32] + b"0" * 24 + b".o")


def _list_of_another(base: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(base / "others"))
        _seal(_files(base, ".kernel")[0], b"../outside.o")


@pytest.mark.parametrize("attack", [_another_kernel_listed, _list_of_another], ids=lambda attack: attack.__name__.strip("_"))
def test_what_a_kernel_is_made_of_is_not_taken_from_somebody_else(base: Path, compiled: tuple[Path, str],
                                                                  attack: Callable[[Path], None]) -> None:
    attack(base)
    ran = _asked(base)
    assert (ran.returncode, ran.stdout.split(), ran.stderr.count("\n")) == (0, [compiled[1], "True"], 1)


def test_a_kernel_whose_object_is_gone_is_compiled_again(base: Path, compiled: tuple[Path, str]) -> None:
    for path in _files(base, ".o"):
        path.unlink()
    ran = _asked(base)
    assert (ran.returncode, ran.stdout.split(), ran.stderr) == (0, [compiled[1], "True"], "")
    assert _asked(base).stdout.split() == [compiled[1], "False"]
