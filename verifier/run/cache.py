"""What is kept between runs: folders of contents that only this user's Daybreak can have written.

The cache is `$DAYBREAK_CACHE`, else `$XDG_CACHE_HOME/daybreak`, else `~/.cache/daybreak`.  It may be deleted at any time.

Each content lies in a file of its own, behind a seal (`verifier.run.seal`) over its folder, its name and every byte.  Whoever
reads it checks the seal, and the bytes used are those that were checked.  A file is there as a whole or not at all, so
processes need no locks: what two make at once is the same, and the last one stays.  A file that does not hold is dropped and made
again.  Where nothing can be kept (a folder that others can write, a full disk, no secret), contents are made for this run only.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from hashlib import blake2b
from pathlib import Path

from verifier.run.owned import NotOwned, delete_own, delete_parts, own_folder, read_own, write_own
from verifier.run.seal import NoSecret, home, opened, sealed

KERNEL, OBJECT = ".kernel", ".o"
KEY_BYTES = 12
_warned: set[str] = set()


def cache_root() -> Path:
    """The folder that compiled rules go to."""
    named = os.environ.get("DAYBREAK_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else home() / ".cache") / "daybreak"


def content_key(*parts: str) -> str:
    """A short digest of everything that the compiled code depends on."""
    return blake2b("\0".join(parts).encode(), digest_size=KEY_BYTES).hexdigest()


class SealedFolder:
    """One folder of the cache, and in words what it holds ("compiled rules"); nothing is made before something is kept."""

    def __init__(self, name: str, holds: str) -> None:
        self.name, self._holds = name, holds

    def kept(self, name: str) -> bytes | None:
        """What was kept under a name; None when nothing was, or what is there cannot be relied on (which is said once)."""
        try:
            with own_folder(cache_root() / self.name) as folder:
                return self._opened(folder, name)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._cannot_keep(error)
            return None

    def _opened(self, folder: int, name: str) -> bytes | None:
        try:
            data = read_own(folder, name)
        except FileNotFoundError:
            return None
        except OSError:  # not ours, no file, or not readable
            data = b""
        content = opened(data, "cache", self.name, name)
        if content is None:
            delete_own(folder, name)
            _warn_once(f"{self._holds} in the cache were damaged, or sealed by somebody else; they are made again")
        return content

    def keep(self, name: str, content: bytes) -> None:
        """Keep a content under a name; that it cannot be kept is said once."""
        try:
            data = sealed(content, "cache", self.name, name)
            with own_folder(cache_root() / self.name, make=True) as folder:
                delete_parts(folder)
                write_own(folder, name, data)
        except OSError as error:
            self._cannot_keep(error)

    def names(self) -> list[str]:
        """The names that something lies under; whether it can be relied on shows when it is read."""
        with contextlib.suppress(OSError), own_folder(cache_root() / self.name) as folder:
            return sorted(os.listdir(folder))
        return []

    def _cannot_keep(self, error: OSError) -> None:
        why = str(error) if isinstance(error, NotOwned) else f"{cache_root() / self.name}: {error.strerror or error}"
        elsewhere = "" if isinstance(error, NoSecret) else " (DAYBREAK_CACHE names a folder of your own to keep them in)"
        _warn_once(f"{self._holds} are made for this run only, as they cannot be kept", f": {why}{elsewhere}")


class CompiledFolder(SealedFolder):
    """The folder of rules compiled from a source by programs of some versions: for each kernel, which `objects` it is made of.

    Objects lie in one folder for all sources, each under the digest of what it was made from: rules that are edited find there
    whatever the edit does not change.
    """

    def __init__(self, name: str, source: str, versions: str) -> None:
        super().__init__(f"{name}-{content_key(source, versions)}", "compiled rules")
        self._game = name
        self.objects = SealedFolder(f"objects-{content_key(versions)}", "compiled rules")

    @property
    def compiled(self) -> bool:
        """Whether compiled kernels are there."""
        return any(name.endswith(KERNEL) for name in self.names())

    @property
    def edited(self) -> bool:
        """Whether another source of the name was compiled here by programs of these versions: much of this one may be there."""
        others = re.compile(rf"{re.escape(self._game)}-[0-9a-f]{{{2 * KEY_BYTES}}}")
        with contextlib.suppress(OSError), own_folder(cache_root()) as folder:
            return any(others.fullmatch(each) and each != self.name for each in os.listdir(folder)) and bool(self.objects.names())
        return False


def _warn_once(text: str, details: str = "") -> None:
    """Write a warning to stderr, once in a process whatever the details; a failure to write it is ignored."""
    if text not in _warned and sys.stderr is not None:
        _warned.add(text)
        with contextlib.suppress(OSError, ValueError):
            print(f"daybreak: {text}{details}", file=sys.stderr)
