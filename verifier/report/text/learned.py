"""What was learned for the values of what is varied, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def learned_for(values: Iterable[tuple[str, str, str]]) -> str:
    """For which values something was learned, of all with the digests of their weights and from which values these went on."""
    known = [f"{value} (on from {base})" if base else value for value, weights, base in values if weights]
    return f"for each value by itself: {listed(known)}" if known else "nothing yet"


def listed(words: Sequence[str]) -> str:
    """One word or more in a row: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
