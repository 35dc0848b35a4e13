"""What two choices of different readings do to deals together, against what each does alone."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from verifier.search.effect import Result


@frozen
class Together:
    """Deals by what changes them; only those count that are decided in force, under each choice, and under both.

    `only_together` are changed by both and by neither alone, `undone` by one of them or each, and by both together not.
    """

    decided: int
    undecided: int
    one: int
    other: int
    both: int
    only_together: int
    undone: int


def together(before: Sequence[Result], one: Sequence[Result], other: Sequence[Result], both: Sequence[Result]) -> Together:
    """The deals compared, by one measure: under the rulings in force, under each choice, under both."""
    rows = list(zip(before, one, other, both, strict=True))
    known = [(a != z, b != z, c != z) for z, a, b, c in rows if None not in (z, a, b, c)]
    return Together(
        len(known), len(rows) - len(known), sum(a for a, _, _ in known), sum(b for _, b, _ in known), sum(c for _, _, c in known),
        sum(c and not (a or b) for a, b, c in known), sum((a or b) and not c for a, b, c in known))
