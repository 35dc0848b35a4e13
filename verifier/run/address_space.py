"""What `ulimit -v` leaves of the address space; where it is too little, the libraries that count and compile end the process.

Measured: numpy and llvmlite are loaded in 320 MiB; LLVM compiles the largest kernel of the largest game in 60 MiB more.
"""

from __future__ import annotations

import os

from verifier.errors import OutOfMemory, Problem

LITTLE = 100 * 2**20  # with less left, libraries cannot be loaded
SEARCHING = 400 * 2**20
COMPILING = 300 * 2**20


def allowed() -> int | None:
    """Bytes of address space that the process may have; None if there is no limit, or none is known."""
    try:
        import resource
    except ImportError:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def refuse_too_little() -> None:
    """OutOfMemory (DB508) where there is not enough to search: numpy's libraries would end the process without a word."""
    limit = allowed()
    if limit is not None and limit < SEARCHING:
        raise OutOfMemory(Problem("DB508", f"searching needs {SEARCHING >> 20} MB of address space, and has {limit >> 20} MB",
                                  "ulimit -v", "allow it more"))


def has_room(size: int) -> bool:
    """Whether so many bytes more can be had."""
    limit = allowed()
    return limit is None or _taken() + size <= limit


def _taken() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
