"""Folders and files of this user's own: what anybody else could have written is refused, on the descriptor that is used."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.run import owned
from verifier.run.owned import NotOwned, delete_parts, own_folder, read_own, write_own

NOBODY = 12345
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder two below one of this user's, with a file in it."""
    path = tmp_path / "above" / "cache" / "game"
    with own_folder(path, make=True) as opened:
        write_own(opened, "file", b"content")
    return path


def _read(path: Path, name: str = "file", *, private: bool = False) -> bytes:
    with own_folder(path) as opened:
        return read_own(opened, name, private=private)


def _given_away(path: Path) -> None:
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def test_what_was_written_is_read(folder: Path) -> None:
    assert _read(folder, private=True) == b"content"
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert [path.stat().st_mode & 0o777 for path in (folder.parent, folder, folder / "file")] == [0o700, 0o700, 0o600]


def test_nothing_is_made_to_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        _read(tmp_path / "missing")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o1777])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_folder_that_others_can_write_is_refused(folder: Path, mode: int, level: int) -> None:
    (folder, *folder.parents)[level].chmod(mode)
    if level and mode == 0o1777:  # nobody else can replace what lies in it
        assert _read(folder) == b"content"
    else:
        with pytest.raises(NotOwned, match="can be written by other users: chmod go-w"):
            _read(folder)


@as_root
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_folder_of_another_user_is_refused(folder: Path, level: int) -> None:
    _given_away((folder, *folder.parents)[level])
    with pytest.raises(NotOwned, match=f"belongs to user {NOBODY}"):
        _read(folder)


def test_whoever_is_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.geteuid() + 1
    monkeypatch.setattr(owned.os, "geteuid", lambda: other)
    with pytest.raises(NotOwned, match="belongs to user"):
        _read(folder)


def _replaced(path: Path, make: Callable[[Path], object]) -> None:
    path.unlink()
    make(path)


def _linked(path: Path) -> None:
    (path.parent / "elsewhere").write_bytes(b"foreign")
    path.symlink_to("elsewhere")


REPLACED: dict[str, Callable[[Path], object]] = {
    "a link": _linked, "a link to nothing": lambda path: path.symlink_to("nothing"), "a loop": lambda path: path.symlink_to(path),
    "a pipe": os.mkfifo, "a folder": os.mkdir, "a device": lambda path: path.symlink_to("/dev/zero"),
    "more than memory holds": lambda path: (path.touch(), os.truncate(path, owned.FILE_BYTES_MAX + 1)),
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_no_file_is_refused(folder: Path, name: str) -> None:
    _replaced(folder / "file", REPLACED[name])
    with pytest.raises(OSError):
        _read(folder)
    if name != "a folder":
        with own_folder(folder) as opened:
            write_own(opened, "file", b"content")
        assert _read(folder) == b"content"
        assert not (folder / "file").is_symlink()


@as_root
def test_a_device_is_refused(folder: Path) -> None:
    _replaced(folder / "file", lambda path: os.mknod(path, 0o020600, os.makedev(1, 5)))
    with pytest.raises(OSError):
        _read(folder)


@as_root
def test_a_file_of_another_user_is_refused_and_a_hard_link_to_one(folder: Path) -> None:
    _given_away(folder / "file")
    os.link(folder / "file", folder / "link")
    for name in ("file", "link"):
        with pytest.raises(NotOwned, match=f"{name} belongs to user {NOBODY}"):
            _read(folder, name)


@pytest.mark.parametrize(("mode", "private", "refused"), [
    (0o644, False, False), (0o664, False, True), (0o646, False, True),
    (0o644, True, True), (0o640, True, True), (0o600, True, False)])
def test_a_file_is_refused_by_its_mode(folder: Path, mode: int, private: bool, refused: bool) -> None:
    (folder / "file").chmod(mode)
    if refused:
        with pytest.raises(NotOwned, match="by other users; delete it"):
            _read(folder, private=private)
    else:
        assert _read(folder, private=private) == b"content"


def test_links_of_this_user_are_followed_and_what_they_lead_to_is_looked_at(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "absolute").symlink_to(folder.parent)
    (tmp_path / "above" / "relative").symlink_to("../absolute/game")
    assert _read(tmp_path / "absolute" / "game") == _read(tmp_path / "above" / "relative") == b"content"
    folder.parent.chmod(0o777)
    for path in (tmp_path / "absolute" / "game", tmp_path / "above" / "relative"):
        with pytest.raises(NotOwned, match="can be written"):
            _read(path)


@as_root
def test_a_link_of_another_user_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    _given_away(tmp_path / "link")
    with pytest.raises(NotOwned, match=f"the link .*link belongs to user {NOBODY}"):
        _read(tmp_path / "link")


def test_links_that_lead_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(NotOwned, match="more than 40 links"):
        _read(tmp_path / "one")


def test_what_replaces_a_file_after_it_was_opened_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fstat

    def replacing(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        (folder / "other").write_bytes(b"foreign")
        os.replace(folder / "other", folder / "file")
        return status

    with own_folder(folder) as opened:
        monkeypatch.setattr(owned.os, "fstat", replacing)
        assert read_own(opened, "file") == b"content"


def test_what_replaces_a_folder_after_it_was_opened_is_not_read(folder: Path) -> None:
    with own_folder(folder) as opened:
        folder.rename(folder.parent / "away")
        folder.mkdir()
        (folder / "file").write_bytes(b"foreign")
        assert read_own(opened, "file") == b"content"


def test_no_descriptor_stays_open(folder: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        _read(folder)
        with pytest.raises(FileNotFoundError):
            _read(folder, "missing")
    (folder / "file").chmod(0o666)
    with pytest.raises(NotOwned):
        _read(folder)
    folder.chmod(0o777)
    with pytest.raises(NotOwned):
        _read(folder)
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.parametrize("call", ["rename", "fdopen"])
def test_a_file_is_written_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    with own_folder(folder) as opened:
        with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
            patched.setattr(owned.os, call, fail)
            write_own(opened, "file", b"after")
        assert read_own(opened, "file") == b"content"
    assert [path.name for path in folder.iterdir()] == ["file"]


def test_what_must_not_be_replaced_is_not(folder: Path) -> None:
    with own_folder(folder) as opened:
        with pytest.raises(FileExistsError):
            write_own(opened, "file", b"after", replace=False)
        write_own(opened, "new", b"new", replace=False)
        assert (read_own(opened, "file"), read_own(opened, "new")) == (b"content", b"new")
    assert len(list(folder.iterdir())) == 2


def test_what_dead_processes_left_is_deleted_and_what_others_write_is_not(folder: Path) -> None:
    for name, age in ((".old.part", 4000), (".young.part", 0), ("old", 4000)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (os.stat(folder / name).st_mtime - age,) * 2)
    with own_folder(folder) as opened:
        delete_parts(opened)
    assert sorted(path.name for path in folder.iterdir()) == [".young.part", "file", "old"]
