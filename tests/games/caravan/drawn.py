"""Random countries for the caravan, and the best that can be made of each: a dynamic program, nothing of Daybreak.

It goes through all that a caravan can be, camp by camp and day by day, without leaving anything out.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from attrs import frozen

from tests.games.caravan import STAGES, Caravan, Country, game
from verifier.lang.values import blank
from verifier.run.reference import Position
from verifier.run.setting import Setting

Worth = tuple[bool, int]


@frozen
class Drawn:
    """A country as plain tuples, and which camps a storm follows."""

    prices: tuple[int, ...]
    wages: tuple[int, ...]
    ways: tuple[int, ...]
    days: int
    gold: int
    storms: tuple[bool, ...]

    def best(self, stage: int = 0, day: int = 0, gold: int | None = None, food: int = 0, wounds: int = 0) -> Worth:
        """What the best line is worth from a camp; whoever gives up is lost."""
        prices, wages, ways, days, storms = self.prices, self.wages, self.ways, self.days, self.storms

        @cache
        def camp(stage: int, day: int, gold: int, food: int, wounds: int) -> Worth:
            found: Worth = (False, 0)
            for bought in (1, 2, 3):
                if gold >= bought * prices[stage] and min(12, food + bought) > food:
                    found = max(found, camp(stage, day, gold - bought * prices[stage], min(12, food + bought), wounds))
            if day < days:
                hungry = min(5, wounds + (food == 0))
                found = max(found, camp(stage, day + 1, min(60, gold + wages[stage]), max(0, food - 1), hungry),
                            camp(stage, day + 1, gold, max(0, food - 1), max(0, hungry - 2)),
                            road(stage, day, gold, food, wounds))
            return found

        def road(stage: int, day: int, gold: int, food: int, wounds: int) -> Worth:
            takes = ways[stage] + 2 * storms[stage]
            wounds = min(5, wounds + max(0, takes - food))
            food = max(0, food - takes)
            if wounds == 5:
                return False, 0
            if stage + 1 == STAGES:
                return True, gold + 3 * food + 4 - wounds
            return camp(stage + 1, day + 1, gold, food, wounds)

        return camp(stage, day, self.gold if gold is None else gold, food, wounds)

    @property
    def setting(self) -> Setting:
        """The same as an edition and a deal."""
        country: Any = blank(game.edition_type)
        assert isinstance(country, Country)
        for stage in range(STAGES):
            country.prices[stage], country.wages[stage], country.ways[stage] = (
                self.prices[stage], self.wages[stage], self.ways[stage])
        country.days, country.gold = self.days, self.gold
        return Setting({}, country, (tuple(-2 if storm else -1 for storm in self.storms),))

    @property
    def start(self) -> Position:
        """The first camp."""
        caravan: Any = blank(game.state_type)
        assert isinstance(caravan, Caravan)
        caravan.gold = self.gold
        return Position(caravan, (0,))


def drawn(seed: int, days: int) -> Drawn:
    """A country at random, with so many days."""
    rng = Random(f"caravan {seed}")

    def row(low: int, high: int) -> tuple[int, ...]:
        return tuple(low + int(rng.random() * (high - low + 1)) for _ in range(STAGES))

    return Drawn(row(1, 3), row(0, 5), row(1, 3), days, int(rng.random() * 12), tuple(rng.random() < 0.25 for _ in range(STAGES)))
