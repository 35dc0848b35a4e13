"""How much memory this process holds, and how much it may.

What is limited is the resident size of the process: everything that it has touched, Python, the libraries and the compiled rules
too.  What is only reserved costs nothing.  Not promised: anything about the processes that it starts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from verifier.run import address_space

_SHARE = 2
_COMPILING = 200 * 2**20  # the largest kernel of the largest game takes 100 MB
_UNKNOWN = 4 * 2**30
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_STATM = Path("/proc/self/statm")
_CGROUP = Path("/proc/self/cgroup")
_CGROUPS = Path("/sys/fs/cgroup")


def resident() -> int:
    """Bytes of memory that this process holds now; where the system does not say, the most that it ever held."""
    try:
        with open(_STATM, "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return _most_resident()


def _most_resident() -> int:
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def allowed(memory_max: int | None) -> int:
    """How many bytes this process may hold: what is asked for, else half of what the machine has for it."""
    return memory_max or min((_physical(), *_of_cgroups(_CGROUP, _CGROUPS), *_of_address_space())) // _SHARE


def allows_compiling(memory_max: int | None) -> bool:
    """Whether the compiler's own memory, which the process does not give back, leaves anything to search with."""
    return resident() + _COMPILING <= allowed(memory_max)


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def _of_address_space() -> Iterator[int]:
    """What `ulimit -v` leaves to the process."""
    limit = address_space.allowed()
    if limit is not None:
        yield limit


@cache  # searches ask between their parts, hundreds of times in a second, and each time took four files
def _of_cgroups(own: Path, root: Path) -> tuple[int, ...]:
    """The limits of the control groups that the process is in, of either version, and of those around them; read once."""
    try:
        rows = own.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return ()
    found: list[int] = []
    for row in rows:
        _, _, rest = row.partition(":")
        kinds, _, path = rest.partition(":")
        if kinds == "":
            found += _limits_along(root, path, "memory.max")
        elif "memory" in kinds.split(","):
            found += _limits_along(root / "memory", path, "memory.limit_in_bytes")
    return tuple(found)


def _limits_along(root: Path, path: str, name: str) -> Iterator[int]:
    parts = [part for part in path.split("/") if part not in ("", "..")]
    for count in range(len(parts), -1, -1):
        try:
            text = root.joinpath(*parts[:count], name).read_text("ascii").strip()
        except (OSError, ValueError):
            continue
        if text.isdigit():  # "max" is no limit
            yield int(text)
