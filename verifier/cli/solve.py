"""`daybreak solve`."""
from __future__ import annotations


def solve() -> int:
    """Not there yet."""
    return 0
