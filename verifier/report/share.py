"""A share of deals with its confidence interval."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

Z_95 = 1.959963984540054  # the 97.5 % point of the normal distribution


@frozen
class Share:
    """`count` of `of`; with 95 % confidence the true share lies in `low`..`high`, which is 0..1 when there is nothing to go by."""

    count: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself; 0 of nothing is 0."""
        return self.count / self.of if self.of else 0.0


def share(count: int, of: int) -> Share:
    """A share with the Wilson score interval at 95 %, without continuity correction.

    With p = k / n, its ends are (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n): E. B. Wilson, "Probable
    Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical Association 22 (1927),
    pages 209-212.  It stays within 0..1 and says something where nothing was seen: its upper end is then z^2 / (n + z^2).
    """
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    p, z2 = count / of, Z_95 * Z_95
    middle, half = p + z2 / (2 * of), Z_95 * sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = (middle - half) / (1 + z2 / of), (middle + half) / (1 + z2 / of)
    return Share(count, of, low if count else 0.0, high if count < of else 1.0)
