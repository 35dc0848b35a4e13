"""`daybreak explore`."""
from __future__ import annotations


def explore() -> int:
    """Not there yet."""
    return 0
