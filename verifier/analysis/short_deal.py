"""A deal that says too little to end a game, named before anything is searched; and how long it is searched all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis.choices import EngineChoice
from verifier.instance import Instance
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.search.limits import Limits
    from verifier.search.playouts import Stop

# Of a deal on which no game at random came to an end, unless a limit is given: seconds, where every line would take minutes.
STATES_MOST = 200_000


def named(instance: Instance, engine: EngineChoice, limits: Limits) -> str:
    """What stops every game that is played at random on the deal, in words; "" when something else does, or a limit."""
    if not instance.has_deal:
        return ""
    backend = instance.native("native")
    if engine is EngineChoice.INTERPRETED or not backend.warm:
        backend = instance.native("interpreted")
    from verifier.search.shortfall import shortfall

    found = shortfall(backend, instance.setting, instance.start, limits)
    if found is None:
        return ""
    stop, count = found.stops[0]
    often = "" if count == found.games else f", {count} of them" if len(found.stops) == 1 else f", most often ({count})"
    return f"none of {found.games} random games comes to an end{often} since {_format_stop(instance, stop)}"


def _format_stop(instance: Instance, stop: Stop) -> str:
    """Why a game stops, with the entry of the deal, and what to do about it."""
    name, entries = instance.program.tapes[stop.tape], instance.setting.tapes[stop.tape]
    if stop.entry >= len(entries):
        return f"$.deal.{name} has {len(entries)} entries, and one more is needed: give a seed, or spell out more"
    spelled = instance.scenario.deal.given.get(name, ())
    word = shown(str(spelled[stop.entry])) if stop.entry < len(spelled) else "its outcome"
    return f"{word} at $.deal.{name}[{stop.entry}] cannot happen there: check it against what there is"


def searched_so_far(limits: Limits) -> Limits:
    """The limits for such a deal: those that were given, or STATES_MOST states."""
    given = limits.states is not None or limits.seconds is not None
    return limits if given else evolve(limits, states=STATES_MOST)
