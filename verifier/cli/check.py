"""`daybreak check`."""
from __future__ import annotations


def check() -> int:
    """Not there yet."""
    return 0
