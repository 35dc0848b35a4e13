"""Seals: they hold for one content, one purpose and one user's secret, and without a secret to rely on there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.run import seal
from verifier.run.owned import NotOwned
from verifier.run.seal import SEAL_BYTES, opened, sealed, state_folder


@pytest.fixture(autouse=True)
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "daybreak" / "secret"


def test_the_place_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert state_folder() == tmp_path / "state" / "daybreak"
    for elsewhere in ("", "relative"):  # which the convention says to ignore
        monkeypatch.setenv("XDG_STATE_HOME", elsewhere)
        assert state_folder() == Path.home() / ".local" / "state" / "daybreak"


def test_what_is_sealed_can_be_opened_for_its_purpose_alone(secret: Path) -> None:
    data = sealed(b"content", "cache", "name")
    assert opened(data, "cache", "name") == b"content"
    for purpose in ((), ("cache",), ("cache", "other"), ("name", "cache"), ("cachename",), ("cache", "name", "")):
        assert opened(data, *purpose) is None
    assert opened(sealed(b""), ) == b""
    assert len(secret.read_bytes()) == 32
    assert secret.stat().st_mode & 0o777 == 0o600


def test_every_byte_counts() -> None:
    data = sealed(bytes(range(100)), "cache")
    for place in range(len(data)):
        assert opened(data[:place] + bytes([data[place] ^ 1]) + data[place + 1:], "cache") is None
        assert opened(data[:place], "cache") is None
    assert opened(data + b"\0", "cache") is None


def test_another_secret_seals_otherwise(secret: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = sealed(b"content")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    assert opened(data) is None
    assert sealed(b"content")[:SEAL_BYTES] != data[:SEAL_BYTES]


FAULTS: dict[str, Callable[[Path], object]] = {
    "read by others": lambda path: path.chmod(0o644),
    "read by a group": lambda path: path.chmod(0o640),
    "cut off": lambda path: path.write_bytes(b"short"),
    "empty": lambda path: path.write_bytes(b""),
    "a folder others write": lambda path: path.parent.chmod(0o777),
    "above it others write": lambda path: path.parent.parent.chmod(0o777),
    "a link": lambda path: path.rename(path.parent / "other") and path.symlink_to("other"),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_secret_that_others_may_know_or_have_made_is_not_used(secret: Path, name: str) -> None:
    sealed(b"content")
    FAULTS[name](secret)
    seal._secret.cache_clear()
    for use in (lambda: sealed(b"content"), lambda: opened(bytes(40))):
        with pytest.raises(NotOwned, match="no secret to seal them with in .*daybreak"):
            use()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_secret_of_another_user_is_not_used(secret: Path) -> None:
    sealed(b"content")
    os.chown(secret, 12345, 12345)
    seal._secret.cache_clear()
    with pytest.raises(NotOwned, match="secret belongs to user 12345"):
        sealed(b"content")


def test_without_a_home_there_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(seal.Path, "home", unknown)
    with pytest.raises(NotOwned, match="set HOME"):
        sealed(b"content")


def test_processes_that_start_at_once_agree_on_a_secret() -> None:
    program = "from verifier.run.seal import sealed; print(sealed(b'content').hex())"
    started = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
               for _ in range(4)]
    assert {process.communicate(timeout=60)[0].strip() for process in started} == {sealed(b"content").hex()}
