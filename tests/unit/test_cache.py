"""The cache: kept as it was made, made again (and said once) when it does not hold, shared by processes, dispensable."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from verifier.run import cache, owned, seal
from verifier.run.cache import CompiledFolder, SealedFolder, cache_root
from verifier.run.owned import own_folder

CODE = bytes(range(256)) * 4


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a secret of this test's own, and nothing said yet."""
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(cache, "_warned", set())
    return tmp_path / "cache"


@pytest.fixture
def folder(root: Path) -> Path:
    """A folder in which two kernels are kept."""
    kept = _folder()
    kept.keep("one.o", CODE)
    kept.keep("two.o", CODE[::-1])
    return root / kept.name


def _folder(source: str = "source", versions: str = "versions") -> CompiledFolder:
    return CompiledFolder("game", source, versions)


def test_the_folder_is_named_by_content_and_versions(root: Path) -> None:
    assert cache_root() == root
    assert _folder().name == _folder().name
    assert len({_folder().name, _folder("other").name, _folder(versions="others").name}) == 3


def test_the_place_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DAYBREAK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "daybreak"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "daybreak"


def test_what_is_kept_is_found_again_and_nothing_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert [_folder().kept(name) for name in ("one.o", "two.o", "three.o")] == [CODE, CODE[::-1], None]
    assert _folder().names() == ["one.o", "two.o"]
    assert capfd.readouterr() == ("", "")


def test_nothing_is_made_before_something_is_kept(root: Path) -> None:
    assert (_folder().kept("one.o"), _folder().names(), _folder().compiled) == (None, [], False)
    assert not root.exists()
    _folder().keep("function", CODE)
    assert not _folder().compiled
    _folder().keep("one.kernel", CODE)
    assert _folder().compiled


def _flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def _taken_from(name: str, source: str = "source", versions: str = "versions") -> Callable[[Path], object]:
    """What was kept elsewhere, with its seal, in the place of a kernel."""
    def taken(path: Path) -> None:
        other = _folder(source, versions)
        other.keep(name, b"foreign")
        (path.parent.parent / other.name / name).rename(path)

    return taken


def _sealed_elsewhere(path: Path) -> None:
    path.write_bytes(seal.sealed(b"foreign", "proofs", path.parent.name, path.name))


def _of_another_secret(path: Path) -> None:
    secret, state = Path(os.environ["XDG_STATE_HOME"]), path.parent / "state"
    os.environ["XDG_STATE_HOME"] = str(state)
    try:
        path.write_bytes(seal.sealed(b"foreign", "cache", path.parent.name, path.name))
    finally:
        os.environ["XDG_STATE_HOME"] = str(secret)


def _replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda path: (path.unlink(), make(path))


def _linked(path: Path) -> None:
    (path.parent / "foreign").write_bytes(seal.sealed(b"foreign", "cache", path.parent.name, path.name))
    path.symlink_to("foreign")


def _of_another_user(path: Path) -> None:
    os.chown(path, 12345, 12345)


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
DAMAGES: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "cut off in the seal": lambda path: path.write_bytes(path.read_bytes()[:20]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "a bit of the seal": lambda path: path.write_bytes(_flipped(path.read_bytes())),
    "a bit of the code": lambda path: path.write_bytes(path.read_bytes()[:32] + _flipped(path.read_bytes()[32:])),
    "without a seal": lambda path: path.write_bytes(b"foreign"),
    "of another kernel": _taken_from("three.o"),
    "of another game": _taken_from("one.o", source="other"),
    "of another version": _taken_from("one.o", versions="older"),
    "sealed for something else": _sealed_elsewhere,
    "sealed by another secret": _of_another_secret,
    "written by a group": lambda path: path.chmod(0o660),
    "written by everybody": lambda path: path.chmod(0o666),
    "read by nobody": lambda path: (path.write_bytes(b"foreign"), path.chmod(0)),
    "a link": _replaced(_linked),
    "a loop": _replaced(lambda path: path.symlink_to(path)),
    "a pipe": _replaced(os.mkfifo),
    "zeros without an end": _replaced(lambda path: path.symlink_to("/dev/zero")),
}


@pytest.mark.parametrize("name", [*DAMAGES, pytest.param("of another user", marks=as_root)])
def test_what_does_not_hold_is_dropped_and_made_again_and_said_once(folder: Path, name: str,
                                                                    capfd: pytest.CaptureFixture[str]) -> None:
    path = folder / "one.o"
    {**DAMAGES, "of another user": _of_another_user}[name](path)
    assert _folder().kept("one.o") is None
    assert not os.path.lexists(path)
    assert _folder().kept("one.o") is None
    _folder().keep("one.o", CODE)
    assert (_folder().kept("one.o"), _folder().kept("two.o")) == (CODE, CODE[::-1])
    told = capfd.readouterr().err
    assert told == "daybreak: compiled rules in the cache were damaged, or sealed by somebody else; they are made again\n"


def test_locks_that_others_hold_change_nothing(folder: Path) -> None:
    with (folder / "one.o").open("rb") as file, own_folder(folder) as held:
        for lock in (file.fileno(), held):
            fcntl.flock(lock, fcntl.LOCK_EX)
        assert _folder().kept("one.o") == CODE
        (folder / "one.o").write_bytes(_flipped((folder / "one.o").read_bytes()))
        assert _folder().kept("one.o") is None
        _folder().keep("one.o", CODE)
        assert _folder().kept("one.o") == CODE


def test_a_folder_in_the_place_of_a_file_is_left_alone_and_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "one.o").unlink()
    (folder / "one.o").mkdir()
    (folder / "one.o" / "mine").write_text("mine")
    assert _folder().kept("one.o") is None
    _folder().keep("one.o", CODE)
    assert (folder / "one.o" / "mine").read_text() == "mine"
    assert "for this run only" in capfd.readouterr().err


@pytest.mark.parametrize("way", ["a bit", "a byte", "swapped"])
def test_no_altered_byte_is_ever_used(folder: Path, way: str) -> None:
    random, path = Random(way), folder / "one.o"
    for _ in range(200):
        _folder().keep("one.o", CODE)
        data = bytearray(path.read_bytes())
        place = random.randrange(len(data) - 1)
        if way == "swapped":
            data[place:place + 2] = reversed(data[place:place + 2])
        else:
            data[place] ^= 1 << random.randrange(8) if way == "a bit" else random.randrange(1, 256)
        path.write_bytes(data)
        assert _folder().kept("one.o") in ((None, CODE) if way == "swapped" else (None,))


UNTRUSTED: dict[str, Callable[[Path], object]] = {
    "folder": lambda folder: folder.chmod(0o777),
    "folder, by a group": lambda folder: folder.chmod(0o770),
    "folder, sticky": lambda folder: folder.chmod(0o1777),
    "cache": lambda folder: folder.parent.chmod(0o777),
    "above the cache, by a group": lambda folder: folder.parents[1].chmod(0o770),
    "secret": lambda folder: Path(os.environ["XDG_STATE_HOME"], "daybreak", "secret").chmod(0o644),
}
GIVEN_AWAY: dict[str, Callable[[Path], object]] = {
    "folder of another user": _of_another_user,
    "cache of another user": lambda folder: _of_another_user(folder.parent),
    "above the cache, of another user": lambda folder: _of_another_user(folder.parents[1]),
    "secret of another user": lambda folder: _of_another_user(Path(os.environ["XDG_STATE_HOME"], "daybreak", "secret")),
}


@pytest.mark.parametrize("name", [*UNTRUSTED, *(pytest.param(name, marks=as_root) for name in GIVEN_AWAY)])
def test_where_others_can_write_nothing_is_used_or_kept_and_it_is_said_once(folder: Path, name: str,
                                                                           capfd: pytest.CaptureFixture[str]) -> None:
    {**UNTRUSTED, **GIVEN_AWAY}[name](folder)
    seal._secret.cache_clear()
    before = (folder / "one.o").read_bytes()
    for _ in range(2):
        assert _folder().kept("one.o") is None
        _folder().keep("one.o", b"changed")
    assert (folder / "one.o").read_bytes() == before
    told = capfd.readouterr().err
    assert told.startswith("daybreak: compiled rules are made for this run only, as they cannot be kept: ")
    assert told.count("\n") == 1
    assert ("XDG_STATE_HOME" if "secret" in name else "DAYBREAK_CACHE") in told


def test_a_link_into_a_folder_that_others_can_write_is_not_followed(root: Path, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    folder.rename(tmp_path / "open" / folder.name)
    folder.symlink_to(tmp_path / "open" / folder.name)
    assert _folder().kept("one.o") is None


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT, errno.EIO, errno.EMFILE])
@pytest.mark.parametrize("call", ["open", "mkdir", "rename", "fdopen", "fstat"])
def test_whatever_fails_is_done_without_and_said_once(call: str, fault: int, monkeypatch: pytest.MonkeyPatch,
                                                      capfd: pytest.CaptureFixture[str]) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise OSError(fault, os.strerror(fault))

    with monkeypatch.context() as patched:
        patched.setattr(owned.os, call, fail)
        for _ in range(2):
            _folder().keep("one.o", CODE)
            _folder().kept("one.o")
    assert not _folder().compiled
    told = capfd.readouterr().err
    assert os.strerror(fault) in told
    assert os.environ["DAYBREAK_CACHE"] in told or os.environ["XDG_STATE_HOME"] in told
    assert told.count("\n") == 1


def test_a_cache_that_cannot_be_written_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*arguments: object, **named: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    for call in ("mkdir", "rename", "link", "unlink"):
        monkeypatch.setattr(owned.os, call, read_only)
    assert _folder().kept("one.o") == CODE


def test_a_file_in_the_place_of_the_cache_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                          capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "file" / "cache"))
    _folder().keep("one.o", CODE)
    assert (_folder().kept("one.o"), _folder().names()) == (None, [])
    assert "for this run only" in capfd.readouterr().err


@pytest.mark.parametrize("stream", [None, "closed"])
def test_nobody_need_hear_it(folder: Path, stream: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                             capfd: pytest.CaptureFixture[str]) -> None:
    folder.chmod(0o777)
    with (tmp_path / "stream").open("w") as closed:
        monkeypatch.setattr(sys, "stderr", closed if stream else None)
    assert _folder().kept("one.o") is None
    monkeypatch.undo()
    assert capfd.readouterr() == ("", "")


def test_what_dead_processes_left_is_deleted(folder: Path) -> None:
    for name, age in ((".one.o.dead.part", 4000), (".one.o.young.part", 0)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (os.stat(folder / name).st_mtime - age,) * 2)
    _folder().keep("one.o", CODE)
    assert _folder().names() == [".one.o.young.part", "one.o", "two.o"]


KEEPS = """
import sys
from verifier.run.cache import SealedFolder

folder = SealedFolder("shared", "compiled rules")
for number in range(60):
    name = f"{number % 7}.o"
    content = name.encode() * 5000
    assert folder.kept(name) in (None, content)
    folder.keep(name, content)
    assert folder.kept(name) == content
print("done")
"""


def test_processes_that_keep_at_once_never_see_half_of_anything(root: Path) -> None:
    started = [subprocess.Popen([sys.executable, "-c", KEEPS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=Path(__file__).parents[2]) for _ in range(3)]
    assert [process.communicate(timeout=120) for process in started] == [("done\n", "")] * 3
    assert len(SealedFolder("shared", "compiled rules").names()) == 7
