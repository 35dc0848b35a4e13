"""What a game that has ended is worth to somebody, from 0 to 1, by its grade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from verifier.run.backend import Backend
from verifier.run.control import Playing

Array = NDArray[Any]
_FEW_ARE_WORSE, _FEW_ARE_BETTER = 0.05, 0.95
_TIMES = 4  # as wide as what games at random come to: a good player's games are to be told apart, too
_GRADE_MOST = 1 << 32  # or products of worths would not fit in whole numbers


@frozen
class Scale:
    """Grades up to the `lowest` are worth nothing, and from the `highest` on 1; in between, they are worth what is in proportion.

    Grades, as backends number them, are divided by `divisor` first, and what is left over is dropped.
    """

    divisor: int
    lowest: int
    highest: int

    @classmethod
    def plain(cls, backend: Backend, *, whole_grade: bool) -> Scale:
        """By the first field of the grade, or by the whole grade, in even steps up to the best that there is."""
        most = backend.constant("GRADES") - 1
        divisor = 1 + most // _GRADE_MOST if whole_grade else backend.constant("LOWEST_STEP")
        highest = max(1, most // divisor)
        return cls(divisor, 0, highest)

    @classmethod
    def at_least(cls, backend: Backend, first: Sequence[int]) -> Scale:
        """By whether the first fields of the grade are so much or more: 1 if they are, and else nothing."""
        lows, highs = (backend.grade_fields(number)[len(first):] for number in (0, backend.constant("GRADES") - 1))
        lowest, highest = (backend.grade_number((*first, *rest)) for rest in (lows, highs))
        divisor = 1 + highest - lowest
        return cls(divisor, lowest // divisor - 1, lowest // divisor)

    @classmethod
    def spread(cls, backend: Backend, grades: Array) -> Scale:
        """By the whole grade, from what few of some games are worse than, up to much better than nearly all of them came to.

        The highest grade there is would be no end of it: in a game of 25 rounds that players at random lose in the fourth and
        good ones in the eighth, a round more would be worth next to nothing.
        """
        plain = cls.plain(backend, whole_grade=True)
        ended = grades[grades >= 0] // plain.divisor
        if not len(ended):
            return plain
        low, good = (int(each) for each in np.quantile(ended, (_FEW_ARE_WORSE, _FEW_ARE_BETTER), method="nearest"))
        high = min(plain.highest, low + _TIMES * (good - low))
        return cls(plain.divisor, low, high) if low < high else plain

    @classmethod
    def of_several(cls, backend: Backend, grades: Sequence[Array]) -> Scale:
        """By the games of several players, the weakest first: by its games, or if these are all alike by those of all."""
        found, plain = cls.spread(backend, grades[0]), cls.plain(backend, whole_grade=True)
        found = found if found != plain else cls.spread(backend, np.concatenate(list(grades)))
        for each in grades:
            found = found.reaching(backend, each)
        return found

    def reaching(self, backend: Backend, grades: Array) -> Scale:
        """This scale, or one that is wide enough for all but few of some games: twice as wide, or four times, and so on."""
        most, high = (backend.constant("GRADES") - 1) // self.divisor, self.highest
        ended = grades[grades >= 0] // self.divisor
        good = float(np.quantile(ended, _FEW_ARE_BETTER)) if len(ended) else 0.0
        while good > high and high < most:
            high = min(most, self.lowest + 2 * (high - self.lowest))
        return self if high == self.highest else Scale(self.divisor, self.lowest, high)

    @classmethod
    def read(cls, numbers: Array) -> Scale | None:
        """The scale whose `numbers` these are; None where they are those of none."""
        if numbers.dtype != np.int64 or numbers.shape != (3,):
            return None
        divisor, lowest, highest = (int(each) for each in numbers)
        return cls(divisor, lowest, highest) if 0 <= lowest < highest <= _GRADE_MOST and divisor > 0 else None

    @property
    def is_won_or_lost(self) -> bool:
        """Whether ends are worth 0 or 1."""
        return self.highest - self.lowest == 1

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The divisor, and the lowest and the highest grade."""
        return self.divisor, self.lowest, self.highest

    def note(self, notes: Array) -> None:
        """Tell kernels."""
        for name, number in zip((Playing.DIVISOR, Playing.LOWEST, Playing.HIGHEST), self.numbers, strict=True):
            notes[name] = number

    def worths(self, grades: Array) -> Array:
        """What games are worth by their grades, as backends number them; one that stopped without an end, at -1, nothing."""
        found: Array = np.interp(np.maximum(grades, 0) // self.divisor, [self.lowest, self.highest], [0, 1])
        return np.where(grades < 0, 0.0, found)

    def share_won(self, grades: Array) -> float:
        """The share of games that are worth most; 0 of none."""
        return float(np.mean(self.worths(grades) == 1)) if len(grades) else 0.0

    def worth(self, grade: int) -> float:
        """What one game is worth."""
        return float(self.worths(np.array([grade]))[0])
