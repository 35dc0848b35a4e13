"""Dice pools: what a handful of equal dice can show, as an enum of multisets, so that six dice are 462 results and not 46,656.

A pool says how many dice show each sign, not which die shows what.  Where dice are alike this loses nothing, as long as a result
weighs as much as all the ways in which the dice can show it: `ways` counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from math import comb, factorial, prod
from typing import TypeVar, cast

from verifier.lang.events import EVENTS_MOST
from verifier.lang.types import refuse, words_of

E = TypeVar("E", bound=type[IntEnum])


def pool(sign: type[IntEnum], *, most: int, least: int = 0) -> Callable[[E], E]:
    """Make an enum without members one of all that `least` to `most` dice with these signs can show.

    The results come in the order of their number of dice; among as many, those with more of a later sign come later.  They are
    written with the last sign first, `2 head 1 miss`, and no dice as `nothing`.  Refused (`DB301`) where the enum has
    members of its own, the numbers make no sense, or there are more than 4,096 results.

    >>> class Face(IntEnum):
    ...     MISS = 0
    ...     HIT = 1
    >>> @pool(Face, most=2)
    ... class Roll(IntEnum):
    ...     "What up to two dice show."
    >>> words_of(Roll)
    ('nothing', '1 miss', '1 hit', '2 miss', '1 hit 1 miss', '2 hit')
    >>> showing(Roll, Face.HIT), ways(Roll)
    ((0, 0, 1, 0, 1, 2), (1, 1, 1, 1, 2, 1))
    """

    def decorate(enum: E) -> E:
        if len(enum):
            refuse(enum.__name__, "a pool's members are what its dice can show, so that it has none of its own",
                   "write no members, only a docstring")
        if not 0 <= least <= most or most == 0 or len(sign) == 0:
            refuse(enum.__name__, f"a pool of {least} to {most} dice with {len(sign)} signs makes no sense",
                   "write @pool(Sign, most=6)")
        count = sum(comb(number + len(sign) - 1, number) for number in range(least, most + 1)) if most <= EVENTS_MOST else most
        if count > EVENTS_MOST:
            refuse(enum.__name__, f"{most} dice with {len(sign)} signs can show more than the {EVENTS_MOST:,} results that are "
                   "supported", "roll fewer dice at once")
        results = [each for number in range(least, most + 1) for each in _showing(number, len(sign))]
        made = IntEnum(enum.__name__, {f"RESULT_{number}": number for number in range(len(results))},  # type: ignore[misc]
                       module=enum.__module__, qualname=enum.__qualname__)
        made.__doc__ = enum.__doc__
        made.__words__ = tuple(_words(each, words_of(sign)) for each in results)  # type: ignore[attr-defined]
        made.__showing__ = tuple(results)  # type: ignore[attr-defined]
        return cast(E, made)

    return decorate


def showing(enum: type[IntEnum], sign: IntEnum) -> tuple[int, ...]:
    """How many dice show a sign in each result of a pool, in the order of the results."""
    return tuple(each[sign] for each in _results(enum))


def dice(enum: type[IntEnum]) -> tuple[int, ...]:
    """How many dice there are in each result of a pool."""
    return tuple(map(sum, _results(enum)))


def ways(enum: type[IntEnum]) -> tuple[int, ...]:
    """In how many ways dice, told apart, can show each result of a pool: what a result weighs if each sign is on one side.

    Of a die with several sides of a sign it is to be multiplied by that number for each die that shows the sign.
    """
    return tuple(factorial(sum(each)) // prod(map(factorial, each)) for each in _results(enum))


def _results(enum: type[IntEnum]) -> tuple[tuple[int, ...], ...]:
    found: tuple[tuple[int, ...], ...] | None = getattr(enum, "__showing__", None)
    if found is None:
        refuse(enum.__name__, "this enum is no pool of dice", "write @pool(Sign, most=6) over it")
    assert found is not None
    return found


def _showing(dice: int, signs: int) -> Iterator[tuple[int, ...]]:
    """What a number of dice can show: of each sign, in order, on how many."""
    if signs == 1:
        yield (dice,)
        return
    for last in range(dice + 1):
        for others in _showing(dice - last, signs - 1):
            yield (*others, last)


def _words(result: tuple[int, ...], signs: tuple[str, ...]) -> str:
    return " ".join(f"{count} {word}" for count, word in reversed(list(zip(result, signs, strict=True))) if count) or "nothing"
