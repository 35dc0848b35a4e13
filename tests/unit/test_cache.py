"""The cache of compiled rules: kept when sound, rebuilt (and said once) when not, shared by processes, dispensable."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.run.cache import SEAL, CompiledFolder, cache_root, write_whole

SOURCE = "VALUE = 1\n"


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _opened(source: str = SOURCE) -> CompiledFolder:
    return CompiledFolder("game", source, "versions")


def _filled() -> Path:
    """A sealed folder with an object file and two files such as numba writes, and nobody using it."""
    folder = _opened()
    cache = folder.folder / "__pycache__"
    cache.mkdir()
    (cache / "rules.f-1.py311.nbi").write_bytes(b"index")
    (cache / "rules.f-1.py311.1.nbc").write_bytes(b"code" * 100)
    folder.keep("kernel.o", b"machine code")
    return folder.folder


def test_the_folder_is_named_by_content_and_versions(root: Path) -> None:
    assert cache_root() == root
    assert _opened().folder == _opened().folder
    assert len({_opened().folder, _opened("VALUE = 2\n").folder, CompiledFolder("game", SOURCE, "others").folder}) == 3


def test_the_place_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DAYBREAK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "daybreak"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "daybreak"


def test_a_new_folder_holds_the_module_and_nothing_compiled() -> None:
    folder = _opened()
    assert folder.module.read_text(encoding="utf-8") == SOURCE
    assert not folder.compiled
    assert not folder.rebuilt


def test_a_sealed_folder_is_kept(capfd: pytest.CaptureFixture[str]) -> None:
    path = _filled()
    folder = _opened()
    assert folder.compiled
    assert not folder.rebuilt
    assert len(list(path.rglob("*.nb?"))) == 2
    assert (folder.kept("kernel.o"), folder.kept("other.o")) == (b"machine code", None)
    assert capfd.readouterr().err == ""


def _changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        (path,) = folder.rglob(name)
        path.write_bytes(change(path.read_bytes()))

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "code cut off": _changed("*.nbc", lambda data: data[:-1]),
    "code emptied": _changed("*.nbc", lambda data: b""),
    "a bit of the code": _changed("*.nbc", lambda data: bytes([data[0] ^ 1]) + data[1:]),
    "object file cut off": _changed("*.o", lambda data: data[:-1]),
    "a bit of the object file": _changed("*.o", lambda data: bytes([data[0] ^ 1]) + data[1:]),
    "object file gone": lambda folder: (folder / "kernel.o").unlink(),
    "object file added": lambda folder: (folder / "more.o").write_bytes(b"more"),
    "index": _changed("*.nbi", lambda data: data + b"!"),
    "code gone": lambda folder: next(folder.rglob("*.nbc")).unlink(),
    "code added": lambda folder: (folder / "__pycache__" / "more.nbc").write_bytes(b"more"),
    "module": _changed("rules.py", lambda data: data + b"VALUE = 2\n"),
    "module not text": _changed("rules.py", lambda data: b"\xff\xfe\x00"),
    "module gone": lambda folder: (folder / "rules.py").unlink(),
    "seal not JSON": _changed(SEAL, lambda data: data[:-3]),
    "seal not text": _changed(SEAL, lambda data: b"\xff\xfe"),
    "seal of another kind": _changed(SEAL, lambda data: b"[]"),
    "seal gone": lambda folder: (folder / SEAL).unlink(),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_folder_is_rebuilt_and_said_once(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    path = _filled()
    DAMAGES[name](path)
    folder = _opened()
    assert folder.rebuilt
    assert not folder.compiled
    assert not [*path.rglob("*.nb?"), *path.rglob("*.o")]
    assert folder.module.read_text(encoding="utf-8") == SOURCE
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert "compiling them again" in told
    folder.seal()
    del folder
    assert not _opened().rebuilt
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["half.nbc", "half.o"])
def test_a_process_that_died_compiling_leaves_nothing_that_is_run(name: str) -> None:
    folder = _opened()
    (folder.folder / name).write_bytes(b"half")
    path = folder.folder
    del folder
    assert _opened().rebuilt
    assert not (path / name).exists()


def test_what_another_is_compiling_is_left_alone(capfd: pytest.CaptureFixture[str]) -> None:
    first = _opened()
    (first.folder / "first.nbc").write_bytes(b"first")
    second = _opened()
    assert not second.rebuilt
    assert (first.folder / "first.nbc").exists()
    (second.folder / "second.nbc").write_bytes(b"second")
    second.seal()
    (first.folder / "more.nbc").write_bytes(b"more")
    third = _opened()
    assert not third.rebuilt
    first.seal()
    del first, second, third
    folder = _opened()
    assert folder.compiled
    assert not folder.rebuilt
    assert sorted(json.loads((folder.folder / SEAL).read_text(encoding="utf-8"))) == ["first.nbc", "more.nbc", "second.nbc"]
    assert capfd.readouterr().err == ""


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                        capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "file" / "cache"))
    folder = _opened()
    assert folder.module.read_text(encoding="utf-8") == SOURCE
    assert tmp_path not in folder.folder.parents
    assert "cannot be written" in capfd.readouterr().err
    folder.seal()


def test_a_seal_that_cannot_be_written_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, content: str | bytes) -> None:
        raise PermissionError(13, "no", str(path))

    folder = _opened()
    monkeypatch.setattr("verifier.run.cache.write_whole", refuse)
    folder.keep("kernel.o", b"code")
    assert not folder.compiled


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, "before")

    def fail(source: str, target: Path) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "after")
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


PROCESS = """
import importlib.util, sys
from verifier.run.cache import CompiledFolder

SOURCE = '''from numba import njit

@njit(cache=True)
def one(n):
    total = 0
    for i in range(n):
        total += i * i
    return total

@njit(cache=True)
def two(n):
    return one(n) + 1
'''
folder = CompiledFolder("game", SOURCE, "versions")
spec = importlib.util.spec_from_file_location("compiled_rules", folder.module)
module = importlib.util.module_from_spec(spec)
sys.modules["compiled_rules"] = module
spec.loader.exec_module(module)
for name in ("one", "two"):
    print(getattr(module, name)(10), end=" ")
    folder.seal()
print(folder.rebuilt, sum(module.one.stats.cache_misses.values()) + sum(module.two.stats.cache_misses.values()))
"""


def _process() -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", PROCESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_processes_compile_at_once_and_a_third_finds_their_work() -> None:
    both = [_process(), _process()]
    for process in both:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, err) == (0, "")
        assert out.startswith("285 286 False")
    out, err = _process().communicate(timeout=300)
    assert (out.strip(), err) == ("285 286 False 0", "")
