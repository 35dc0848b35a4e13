"""Lines of stored states as lines from the start.

A search that stores one state for all that differ in the order of interchangeable items has events of those states.  Played from
the start, each is the event by the names that the items have there.  What the search says of the rules this does not rest on: the
line is replayed by the reference as every other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.lang.phases import CHANCE
from verifier.run.backend import Backend
from verifier.run.canonical import inverse, orders, renamed
from verifier.run.setting import Setting


def concrete(backend: Backend, setting: Setting, start: Any, events: Sequence[int], *, compress: bool = True,
             open_chance: bool = False) -> list[int]:
    """Events of stored states, one after the other, as events from a start (the state array that was put in order and stored).

    The last one may fail.  `compress` and `open_chance` are those of the search.
    """
    return _renamed(backend, setting, start, events, compress, open_chance, is_stored=True)


def stored(backend: Backend, setting: Setting, start: Any, events: Sequence[int]) -> list[int]:
    """The inverse of `concrete`: decisions from a start as events of the stored states that they lead through."""
    return _renamed(backend, setting, start, events, compress=True, open_chance=False, is_stored=False)


def _renamed(backend: Backend, setting: Setting, start: Any, events: Sequence[int], compress: bool, open_chance: bool, *,
             is_stored: bool) -> list[int]:
    """Each event by its other name; `is_stored` says which it is given by."""
    program = backend.program
    if not program.interchange.groups:
        return list(events)
    state, mark, context, tapes = start.copy(), backend.blank(), backend.context(setting), backend.tapes(setting)
    found = list[int]()
    for event in events:
        phase = program.phases[int(state[backend.constant("PHASE")])]
        order = orders(program.interchange, state, int(phase.phase))
        found.append(renamed(program, event, order if is_stored else [inverse(each) for each in order]))
        if phase.kind == CHANCE and not open_chance:
            state[backend.constant("SLOTS") + phase.tape] += 1
        backend.call("apply_uncounted", state, context, found[-1] if is_stored else event)
        if compress and backend.failed(context) is None:
            backend.call("settle_uncounted", state, context, *tapes, open_chance, mark)
    return found
