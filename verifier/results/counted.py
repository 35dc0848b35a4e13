"""How many best lines a deal has."""

from __future__ import annotations

from attrs import frozen


@frozen
class CountedLines:
    """How many lines of a deal get the grade of the line that is shown, and how many of them differ by more than their order.

    Two lines are the same up to order if one becomes the other by exchanging decisions that follow one another and are
    independent there: both orders are legal, and lead to the same position.  `lines` and `up_to_order` count exactly, or, where
    `exact` and `up_to_order_exact` are False, what there is at the least; `endless` says that some of the lines go round, so
    that there is no end of them.  `of_the_best_grade` is whether the grade is proved best; `states` is how many were looked
    at, and `ending` why no more ("closed": there were none).
    """

    lines: int
    exact: bool
    up_to_order: int
    up_to_order_exact: bool
    endless: bool
    of_the_best_grade: bool
    states: int
    ending: str
