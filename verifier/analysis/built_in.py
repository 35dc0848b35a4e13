"""What `check` asks of every game besides its own properties, that play never gets stuck; and how commands say that it does.

Their names are written with hyphens, which no rule's name can be; `ranges` alone is a word, and a game's own goes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.errors import BadInput, EngineBug, Problem
from verifier.lang import dominance
from verifier.lang.phases import DECISION
from verifier.line import BrokeOff, Line, replay
from verifier.results.checked import PropertyRow
from verifier.run.reference import Applied, DeadEnd, Reference
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.lang.events import Event
    from verifier.search.endless import Round
    from verifier.search.explore import Explored

KIND = "of every game"


@frozen
class BuiltInProperty:
    """Something that every game should keep to, and its text."""

    name: str
    text: str
    unless_named: bool = True  # whether it is asked of a game when nobody names properties

    def row(self, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
        """What is known of it."""
        return PropertyRow(self.name, KIND, (), self.text, verdict, reason, within, methods=("explicit",))


NO_ENDLESS_LOOP = BuiltInProperty("no-endless-loop", "Play always comes to a decision or an end.")
NO_CHANCE_CYCLE = BuiltInProperty("no-chance-cycle", "Play comes to a decision or an end however luck falls.", unless_named=False)
NO_DEAD_END = BuiltInProperty("no-dead-end", "Every decision has a legal move, and chance an outcome.")
CHANCE_HAS_AN_OUTCOME = BuiltInProperty("chance-has-an-outcome",
                                        "No event leads to chance without an outcome, nor does the set-up.")
RANGES = BuiltInProperty("ranges", "No rule leaves a range, takes from an empty pile, or passes a bound.")
NEVER_WORSE = BuiltInProperty(dominance.NEVER_WORSE, "What the game declares is never worse: more of some fields, or fewer.",
                              unless_named=False)
BUILT_IN = {each.name: each for each in (RANGES, NO_ENDLESS_LOOP, NO_DEAD_END, CHANCE_HAS_AN_OUTCOME, NO_CHANCE_CYCLE,
                                         NEVER_WORSE)}
ROUNDS = (NO_ENDLESS_LOOP, NO_CHANCE_CYCLE)


@frozen
class Shown:
    """The transitions that refute a built-in property; the last `repeats` go on for ever."""

    applied: tuple[Applied, ...]
    repeats: int = 0


def refutation(instance: Instance, explored: Explored, built_in: BuiltInProperty) -> Shown | None:
    """The shortest line of an exploration that breaks a built-in property, replayed by the reference; None if it has none."""
    from verifier.search.endless import chance_cycle, endless_round, first_dead_end

    if built_in in ROUNDS:
        found = (endless_round if built_in is NO_ENDLESS_LOOP else chance_cycle)(explored)
        return None if found is None else _round(instance, explored, built_in, found)
    if built_in is RANGES:
        return None  # a rule that fails ends the search: nothing else is told then
    number = first_dead_end(explored, chance_only=built_in is CHANCE_HAS_AN_OUTCOME)
    return None if number is None else _stop(instance, explored, explored.events_to(number))


def _round(instance: Instance, explored: Explored, built_in: BuiltInProperty, found: Round) -> Shown:
    _, applied = played(instance, explored, found.events)
    positions = [instance.start, *(each.after for each in applied)]
    first, last = positions[-1 - found.repeats], positions[-1]
    # Open chance uses nothing of a deal up, whatever the reference counts.
    comes_back = first.state == last.state and (explored.options.open_chance or first.used == last.used)
    if not comes_back or any(each.kind == DECISION for each in applied[-found.repeats:]):
        raise _differs(built_in, found.events)
    return Shown(tuple(applied), found.repeats)


def _stop(instance: Instance, explored: Explored, events: Sequence[Event]) -> Shown:
    reference, applied = played(instance, explored, events)
    if not reference.is_stuck(applied[-1].after if applied else instance.start):
        raise _differs(NO_DEAD_END, events)
    return Shown(tuple(applied))


def dead_end(instance: Instance, events: Sequence[Event], *, open_chance: bool = False) -> BrokeOff:
    """What a command fails with at a dead end that its answer rests on: the reference's message and the line that leads there."""
    reference = _reference(instance, open_chance)
    position, words = instance.start, list[str]()
    try:
        for applied in replay(reference, instance.start, Line(tuple(event.text for event in events), "the search")):
            position = applied.after
            words.append(applied.event.text)
    except BrokeOff as stuck:
        if isinstance(stuck.cause, DeadEnd):
            return stuck
        raise
    except BadInput as error:
        raise _differs(NO_DEAD_END, events) from error
    if not reference.is_stuck(position):
        raise _differs(NO_DEAD_END, events)
    return BrokeOff(reference.dead_end(position), words)


def _reference(instance: Instance, open_chance: bool) -> Reference:
    return Reference(instance.program, evolve(instance.setting, tapes=()) if open_chance else instance.setting)


def played(instance: Instance, explored: Explored, events: Sequence[Event]) -> tuple[Reference, list[Applied]]:
    """Events of an exploration, one by one, by the reference under its chance (open, or as dealt)."""
    reference = _reference(instance, explored.options.open_chance)
    position, applied = instance.start, []
    for event in events:
        applied.append(reference.apply(position, event))
        position = applied[-1].after
    return reference, applied


def _differs(built_in: BuiltInProperty, events: Sequence[Event]) -> EngineBug:
    return EngineBug(Problem("DB905", f"the line that was found for {built_in.name} does not show it on the reference: "
                             f"{' / '.join(each.text for each in events)}"))
