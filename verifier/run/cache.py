"""Where compiled rules are kept between runs: one folder per content, sealed with digests so that damage is seen, not run.

In it lie the generated module, what numba keeps of the functions in it, and an object file for each kernel.

The folder is `$DAYBREAK_CACHE`, else `$XDG_CACHE_HOME/daybreak`, else `~/.cache/daybreak`.  It may be deleted at any time.

Processes share a folder: each holds a shared lock on it for as long as it may compile into it, and only one that finds
itself alone judges what is there (files that are not sealed may be another's, just being compiled).
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks: a process then takes itself to be alone
    fcntl = None  # type: ignore[assignment]

SEAL = "seal.json"
CODE = (".o", ".nbi", ".nbc")


def cache_root() -> Path:
    """The folder that compiled rules go to."""
    named = os.environ.get("DAYBREAK_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "daybreak"


def content_key(*parts: str) -> str:
    """A short digest of everything that the compiled code depends on."""
    return blake2b("\0".join(parts).encode(), digest_size=12).hexdigest()


class CompiledFolder:
    """One folder of the cache."""

    def __init__(self, name: str, source: str, versions: str) -> None:
        self.folder = cache_root() / f"{name}-{content_key(source, versions)}"
        self.source = source
        self.rebuilt = False
        try:
            self._open()
        except OSError:
            self._open_elsewhere()

    @property
    def module(self) -> Path:
        """The generated module."""
        return self.folder / "rules.py"

    @property
    def compiled(self) -> bool:
        """Whether compiled code is there, sealed."""
        return (self.folder / SEAL).exists()

    def _beside(self, kind: str) -> Path:
        return self.folder.parent / f"{self.folder.name}.{kind}"

    def _open(self) -> None:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(self._beside("lock"), os.O_RDWR | os.O_CREAT, 0o644)
        weakref.finalize(self, os.close, lock)  # and with that the lock is given up
        alone = _locked(lock, wait=False)
        if alone and self.folder.exists() and not self._sound():
            shutil.rmtree(self.folder)
            self.rebuilt = True
            print("daybreak: compiled rules in the cache were damaged or unfinished; compiling them again", file=sys.stderr)
        self.folder.mkdir(exist_ok=True)
        if not self.module.exists():
            write_whole(self.module, self.source)
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_SH)

    def _open_elsewhere(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="daybreak-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        print("daybreak: the cache folder cannot be written; compiling for this run only", file=sys.stderr)
        write_whole(self.module, self.source)

    def _sound(self) -> bool:
        if not self.module.is_file() or self.module.read_text(encoding="utf-8", errors="replace") != self.source:
            return False
        seal = self.folder / SEAL
        if not seal.exists():
            return not self._code()
        try:
            digests = json.loads(seal.read_text(encoding="utf-8"))
            return isinstance(digests, dict) and digests == self._digests()
        except (OSError, ValueError):
            return False

    def _digests(self) -> dict[str, str]:
        return {str(path.relative_to(self.folder)): blake2b(path.read_bytes(), digest_size=16).hexdigest()
                for path in self._code()}

    def _code(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.suffix in CODE and path.is_file())

    def kept(self, name: str) -> bytes | None:
        """An object file, or None when there is none."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def keep(self, name: str, code: bytes) -> None:
        """Put an object file there, and seal it with all that numba wrote on the way to it."""
        with contextlib.suppress(OSError):
            write_whole(self.folder / name, code)
        self.seal()

    def seal(self) -> None:
        """Record the digests of the code that is there so far."""
        with contextlib.suppress(OSError), _sealing(self._beside("seal")):
            write_whole(self.folder / SEAL, json.dumps(self._digests(), indent=1, sort_keys=True))


def _locked(file: int, *, wait: bool) -> bool:
    """Lock a file for this process alone; False when others hold it and there is no waiting."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def _sealing(path: Path) -> Iterator[None]:
    """One process at a time: a seal must not record less than another that was written after it read the files."""
    with path.open("ab") as file:
        _locked(file.fileno(), wait=True)
        yield


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is either there as a whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
