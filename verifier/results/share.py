"""A share of deals with its confidence interval, undecided deals counted as either."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

DIGITS = 6  # of the ends of an interval
Z_95 = 1.959963984540054  # the 97.5 % point of the normal distribution


@frozen
class Share:
    """`count` of `of` deals, with `undecided` more among them of which it is not known; the true share lies in `low`..`high`.

    The confidence is 95 %, whatever is true of the undecided ones: they count as no for `low`, and as yes for `high`.
    """

    count: int
    undecided: int
    of: int
    low: float
    high: float

    @property
    def decided(self) -> int:
        """How many deals are known."""
        return self.of - self.undecided


def share(count: int, undecided: int, of: int) -> Share:
    """A share of some deals; of none, nothing is known."""
    if not of:
        return Share(0, 0, 0, 0.0, 1.0)
    return Share(count, undecided, of, round(wilson(count, of)[0], DIGITS), round(wilson(count + undecided, of)[1], DIGITS))


def share_of_games(count: int, undecided: int, games: int, deals: int) -> Share:
    """A share of so many games on each of some deals.

    Games on one deal are alike, so that there are as many independent observations as deals, at least: of shares with a mean
    p none vary by more than p (1 - p), and the interval is that of so many deals.
    """
    if not games * deals:
        return share(0, 0, 0)
    low, high = wilson(count / games, deals)[0], wilson((count + undecided) / games, deals)[1]
    return Share(count, undecided, games * deals, round(low, DIGITS), round(high, DIGITS))


def wilson(count: float, of: int) -> tuple[float, float]:
    """The Wilson score interval at 95 % of `count` successes in `of` > 0 trials, without continuity correction.

    With p = k / n, its ends are (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n): E. B. Wilson, "Probable
    Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical Association 22 (1927),
    pages 209-212.  It stays within 0..1 and says something where nothing was seen: its upper end is then z^2 / (n + z^2).
    """
    p, z2 = count / of, Z_95 * Z_95
    middle, half = p + z2 / (2 * of), Z_95 * sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = (middle - half) / (1 + z2 / of), (middle + half) / (1 + z2 / of)
    return low if count else 0.0, high if count < of else 1.0
