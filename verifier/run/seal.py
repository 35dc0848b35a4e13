"""Distinguishes what this user's Daybreak wrote from what anybody else did: a seal keyed by a secret of the user's.

A seal is 32 bytes before a content (BLAKE2b with a key), which hold for that content, a purpose and this secret only.  The
secret, 32 random bytes, is made once, in `$XDG_STATE_HOME/daybreak/secret`, else `~/.local/state/daybreak/secret`: never in a
cache, which may be shared.  Who deletes it loses nothing but time: what it sealed is made again.

Not promised: anything against the user's own processes, which can read the secret.
"""

from __future__ import annotations

import contextlib
import os
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path

from verifier.run.owned import NotOwned, own_folder, read_own, write_own

SECRET_BYTES = SEAL_BYTES = 32
_MADE_FOR = b"daybreak seal 1"


class NoSecret(NotOwned):
    """There is no secret to rely on; the text says why, and what to do."""


def state_folder() -> Path:
    """The folder of this user's that holds the secret."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if os.path.isabs(base) else home() / ".local" / "state") / "daybreak"


def home() -> Path:
    """The user's own folder; an OSError if none is known."""
    try:
        return Path.home()
    except RuntimeError as error:
        raise NotOwned("no home folder is known: set HOME") from error


def sealed(content: bytes, *purpose: str) -> bytes:
    """A content behind the seal of this user's secret.  An OSError, with what to do, if there is no secret to rely on."""
    return _seal(content, purpose) + content


def opened(data: bytes, *purpose: str) -> bytes | None:
    """The content behind a seal; None unless this user's secret sealed just that for this purpose.  OSError as `sealed`."""
    content = data[SEAL_BYTES:]
    return content if compare_digest(data[:SEAL_BYTES], _seal(content, purpose)) else None


def _seal(content: bytes, purpose: tuple[str, ...]) -> bytes:
    digest = blake2b(key=_secret(state_folder()), digest_size=SEAL_BYTES, person=_MADE_FOR)
    for part in (*(each.encode() for each in purpose), content):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


@cache
def _secret(place: Path) -> bytes:
    """The secret in a folder; made, if there is none yet."""
    try:
        with own_folder(place, make=True) as folder:
            try:
                return _read(folder)
            except FileNotFoundError:
                with contextlib.suppress(FileExistsError):  # another process was first
                    write_own(folder, "secret", os.urandom(SECRET_BYTES), replace=False)
                return _read(folder)
    except OSError as error:
        raise NoSecret(f"no secret to seal them with in {place}: {error.strerror or error} "
                       "(XDG_STATE_HOME names a folder of your own for it)") from error


def _read(folder: int) -> bytes:
    secret = read_own(folder, "secret", private=True)
    if len(secret) != SECRET_BYTES:
        raise NotOwned("secret is damaged; delete it")
    return secret
