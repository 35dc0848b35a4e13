"""Which execution a search runs on.

`auto` takes compiled code that is waiting in the cache.  Otherwise it starts interpreted, so that nobody waits for a compiler
to see a small answer, and compiles only when that has not ended after two seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import evolve

from verifier.cli.options import EngineChoice
from verifier.cli.progress import Meter
from verifier.prepared import Prepared

if TYPE_CHECKING:
    from verifier.run.native import Native
    from verifier.search.limits import Limits

PROBE_SECONDS = 2.0


class Searched(Protocol):
    """What every search gives back: why it ended."""

    @property
    def ending(self) -> str: ...


R = TypeVar("R", bound=Searched)
Search = Callable[["Native", "Limits"], R]


def grades(prepared: Prepared, choice: EngineChoice) -> Callable[[int], tuple[int, ...]]:
    """How searches number grades: from a number to the fields, best field first."""
    return prepared.native("interpreted" if choice is EngineChoice.INTERPRETED else "native").grade_fields


def searched(prepared: Prepared, choice: EngineChoice, limits: Limits, meter: Meter, search: Search[R]) -> R:
    """Run a search on the execution of choice."""
    if choice is EngineChoice.INTERPRETED:
        return search(prepared.native("interpreted"), limits)
    native = prepared.native("native")
    if choice is EngineChoice.AUTO and not native.warm:
        seconds = min(PROBE_SECONDS, limits.seconds_max or PROBE_SECONDS)
        result = search(prepared.native("interpreted"), evolve(limits, seconds_max=seconds))
        if result.ending != "seconds" or seconds == limits.seconds_max:
            return result
    meter.say(f"compiling the rules of {prepared.program.game.title} (once per machine and version)..." if not native.warm
              else f"loading the compiled rules of {prepared.program.game.title}...")
    return search(native, limits)  # which starts its clock behind the compiling
