"""Which execution a search runs on.

`auto` takes compiled code that is waiting in the cache.  Otherwise it starts interpreted, so that nobody waits for a compiler
to see a small answer, and compiles only when that has not ended after two seconds; after half a second if the rules were only
edited, since most of what is compiled of them is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from verifier.analysis.choices import EngineChoice
from verifier.analysis.progress import Meter
from verifier.instance import Instance, native_of
from verifier.run import address_space
from verifier.search.memory import allows_compiling

if TYPE_CHECKING:
    from verifier.program.program import Program
    from verifier.run.backend import Backend
    from verifier.search.limits import Limits

PROBE_SECONDS, EDITED_PROBE_SECONDS = 2.0, 0.5  # about as long as compiling takes, of a small game

NO_GRADE = "explore it instead; or write a @game.grade, and import its module in __init__.py"


def say_compiling(program: Program, meter: Meter) -> None:
    """Say that the rules of a program will be compiled, unless they are."""
    if not native_of(program, "native").warm:
        meter.say(f"compiling the rules of {program.game.title} (once per machine and version)...")


def compiled(instance: Instance, choice: EngineChoice, meter: Meter) -> Backend:
    """Compiled rules, unless they are asked for as they stand: for games that are played by the thousand."""
    if choice is EngineChoice.INTERPRETED:
        return instance.native("interpreted")
    say_compiling(instance.program, meter)
    return instance.native("native")


class Searched(Protocol):
    """What every search gives back: why it ended."""

    @property
    def ending(self) -> str: ...


R = TypeVar("R", bound=Searched)
Search = Callable[["Backend", "Limits"], R]


def grades(instance: Instance, choice: EngineChoice) -> Callable[[int], tuple[int, ...]]:
    """How searches number grades: from a number to the fields, best field first."""
    return instance.native("interpreted" if choice is EngineChoice.INTERPRETED else "native").grade_fields


def searched(instance: Instance, choice: EngineChoice, limits: Limits, meter: Meter, search: Search[R]) -> R:
    """Run a search on the execution of choice.

    Limits that are not running yet begin to: what is tried interpreted first counts, and compiling does not.
    """
    limits = limits.running()
    if choice is EngineChoice.INTERPRETED:
        return search(instance.native("interpreted"), limits)
    backend = instance.native("native")
    warm = backend.warm
    if choice is EngineChoice.AUTO and not warm:
        if not (address_space.has_room(address_space.COMPILING) and allows_compiling(limits.memory)):
            return search(instance.native("interpreted"), limits)
        probe = instance.native("interpreted")
        probe.asked.clear()
        result = search(probe, limits.within(EDITED_PROBE_SECONDS if backend.edited else PROBE_SECONDS))
        if result.ending != "seconds" or limits.seconds_left == 0.0:
            return result
    if warm:
        meter.say(f"loading the compiled rules of {instance.program.game.title}...")
    say_compiling(instance.program, meter)
    if choice is EngineChoice.AUTO and not warm:
        backend.prepare(probe.asked)
    return search(backend, limits)  # which starts its clock behind the compiling
