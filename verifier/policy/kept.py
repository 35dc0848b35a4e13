"""Learned weights where they are kept: in a game's package, which has those that everybody starts with, and in the cache.

Each is found again by a digest of the rules, the grade and the estimate, the edition's record, the rulings and what was aimed at:
another rule, and nothing is found.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from verifier.lang.layout import encode
from verifier.policy.encoding import encoding_of
from verifier.policy.network import Weights
from verifier.program.digest import rules_digest
from verifier.program.program import Program
from verifier.run.cache import SealedFolder
from verifier.run.setting import Setting

FOLDER = "learned"  # of a package, and of the cache
LINEAR = "linear"  # how weights are learned that are no network's
_LETTERS = 24


def file_name(program: Program, setting: Setting, aim: str, how: str = "") -> str:
    """The name of the file for a setting and an aim, "first" or "grade"; `how` it was learned, if only that is wanted."""
    record = encode(program.game.edition_type, setting.edition)
    parts = ["learned 5", rules_digest(program, ("grade", "estimate")), record, sorted(setting.rulings.items()), str(aim)]
    parts += [how] if how else []
    return f"{aim}-{blake2b(repr(parts).encode(), digest_size=_LETTERS // 2).hexdigest()}.npz"


def kept_weights(program: Program, setting: Setting, aim: str, how: str = "") -> Weights | None:
    """What was learned for a setting and an aim, by this user or in the package, from more positions; None where nothing was."""
    name, encoding = file_name(program, setting, aim, how), encoding_of(program.game.state_type)
    shipped = packaged(program, name)
    contents = (_cache(program).kept(name), shipped.read_bytes() if shipped.is_file() else None)
    found = [weights for each in contents if each is not None and (weights := Weights.read(encoding, each)) is not None]
    return max(found, key=lambda weights: weights.positions, default=None)


def shipped_weights(program: Program, setting: Setting, aim: str) -> Weights | None:
    """What the game's package brings for a setting and an aim, whatever this user has learned; None where it brings nothing."""
    path = packaged(program, file_name(program, setting, aim))
    return Weights.read(encoding_of(program.game.state_type), path.read_bytes()) if path.is_file() else None


def keep(program: Program, setting: Setting, aim: str, weights: Weights, how: str = "") -> None:
    """Keep weights for this user."""
    _cache(program).keep(file_name(program, setting, aim, how), weights.written())


def packaged(program: Program, name: str) -> Path:
    """Where a game's package keeps a file of weights."""
    return Path(program.game.folder) / FOLDER / name


def _cache(program: Program) -> SealedFolder:
    return SealedFolder(f"{FOLDER}-{program.game.name}", "learned weights")
