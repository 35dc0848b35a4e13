"""A share of deals with its confidence interval, undecided deals counted as either."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf, sqrt
from statistics import fmean, variance

from attrs import frozen

DIGITS = 6  # of the ends of an interval
Z_95 = 1.959963984540054  # the 97.5 % point of the normal distribution
MEAN_LEAST = 10  # numbers
LEAST_FREE = 2.0  # degrees of freedom


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


@frozen
class Mean:
    """A mean, `at`, with its 95 % interval."""

    at: float
    low: float
    high: float


def mean(numbers: Sequence[float], lowest: float = -inf, highest: float = inf) -> Mean:
    """The mean of numbers that can be `lowest` to `highest`, with Student's interval as far as the mean can lie there.

    Numbers that are all the same have an interval without width, which says nothing of what may still come now and then.
    ValueError for fewer numbers than `MEAN_LEAST`, which say too little of their mean.
    """
    count = len(numbers)
    if count < MEAN_LEAST:
        raise ValueError(f"a mean takes {MEAN_LEAST} numbers")
    at = sum(numbers) / count
    half = student(count - 1) * sqrt(sum((each - at) ** 2 for each in numbers) / (count - 1) / count)
    return Mean(round(at, DIGITS), round(max(float(lowest), at - half), DIGITS), round(min(float(highest), at + half), DIGITS))


def mean_worth(worths: Sequence[int], best: int, players: int = 1) -> Mean | None:
    """What ends are worth on average, from 0 to `best`, of games that so many `players` played on the same deals.

    None of few deals, unless ends are just won or lost.
    """
    deals = len(worths) // players
    if best == 1:
        won = share_of_games(sum(worths), 0, players, deals)
        return Mean(won.count / max(1, won.of), won.low, won.high)
    return mean(worths, 0, best) if deals >= MEAN_LEAST else None


def student(free: float) -> float:
    """Student's 97.5 % point for so many degrees of freedom, 2 or more: to 1 %, from 3 on to 0.2 %.

    That of the normal distribution and four terms more (Abramowitz and Stegun, 26.7.5).
    """
    z = Z_95
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / free + second / free**2 + third / free**3 + fourth / free**4


@frozen
class Paired:
    """Two answers about each of `of` deals: how many only the first says yes to, how many only the second.

    `gain` is how much larger the second share is, `low` and `high` the ends of its 95 % interval (only deals that tell the two
    apart count).  Of `undecided` deals one of the answers is not known: they are no difference for `gain`, and whatever it may be
    for `low` and `high`.
    """

    only_first: int
    only_second: int
    undecided: int
    of: int
    gain: float
    low: float
    high: float


def paired(answers: Sequence[tuple[bool | None, bool | None]]) -> Paired:
    """Two shares of the same deals, with Wald's interval for paired shares and Agresti and Min's correction (2005).

    Half a deal is added to each of the four kinds of deals, so that the interval says something where no deal tells two apart.
    """
    only_first, only_second = answers.count((True, False)), answers.count((False, True))
    worst = [(first is not False, second is True) for first, second in answers]  # what is not known speaks against the second,
    best = [(first is True, second is not False) for first, second in answers]  # and for it
    gain = (only_second - only_first) / len(answers) if answers else 0.0
    low, high = (gained([second - first for first, second in some]) for some in (worst, best))
    return Paired(only_first, only_second, sum(None in answer for answer in answers), len(answers), round(gain, DIGITS),
                  low.low, high.high)


def gained(differences: Sequence[float]) -> Mean:
    """The mean of differences of shares, each of -1 to 1 and of one deal, with its interval; of none, nothing is known.

    Wald's interval for paired shares with Agresti and Min's correction: half a deal that speaks for each side is added, and one
    that speaks for neither, which all count in the interval alone.
    """
    total, count = sum(differences), len(differences) + 2
    half = Z_95 * sqrt(sum(each * each for each in differences) + 1 - total * total / count) / count
    middle = total / count
    return Mean(round(total / max(1, len(differences)), DIGITS), round(max(-1.0, middle - half), DIGITS),
                round(min(1.0, middle + half), DIGITS))


def with_luck(found: Mean, others: Sequence[Sequence[float]]) -> Mean:
    """How much somebody's games come to beside those of others, `found` on some deals, with an interval that allows for luck.

    A row of `others` is what one of them came to on each deal.  Players who learn apart from each other come to differ in
    strength, and would on any number of deals.  How much is seen in how far the others lie apart, beyond what single deals
    explain; its variance is added to that of `found`, and both have Student's quantile for as many degrees of freedom as they
    have together (F. Satterthwaite, An Approximate Distribution of Estimates of Variance Components, Biometrics Bulletin 2,
    1946).  One other says nothing of it, and two say little.
    """
    count, deals = len(others), min(map(len, others), default=0)
    if count < 2 or deals < 2:
        return found
    apart = variance([fmean(each) for each in others])
    by_deals = fmean(variance([a - b for a, b in zip(*two, strict=True)]) / (2 * deals) for two in combinations(others, 2))
    of_found, of_others = ((found.high - found.low) / 2 / Z_95) ** 2, (1 + 1 / count) * apart
    both = of_found + (1 + 1 / count) * max(0.0, apart - by_deals)
    if of_others == 0.0:
        return found
    half, middle = student(max(LEAST_FREE, both**2 / (of_others**2 / (count - 1)))) * sqrt(both), (found.high + found.low) / 2
    return Mean(found.at, round(middle - half, DIGITS), round(middle + half, DIGITS))


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
