"""What `check` asks of every game besides its own properties, that play never gets stuck; and how commands say that it does.

Their names are written with hyphens, which no rule's name can be; `ranges` alone is a word, and a game's own goes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.errors import BadInput, EngineBug, Problem
from verifier.lang.phases import DECISION
from verifier.line import BrokeOff, Line, replay
from verifier.report.results.checked import PropertyRow
from verifier.run.reference import Applied, DeadEnd, Reference
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.lang.events import Event
    from verifier.prepared import Prepared
    from verifier.search.endless import Round
    from verifier.search.explore import Explored

KIND = "of every game"


@frozen
class Demand:
    """Something that every game should keep to, and its text."""

    name: str
    text: str
    unless_named: bool = True  # whether it is asked of a game when nobody names properties

    def row(self, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
        """What is known of it."""
        return PropertyRow(self.name, KIND, (), self.text, verdict, reason, within, methods=("explicit",))


NO_ENDLESS_LOOP = Demand("no-endless-loop", "Play always comes to a decision or an end.")
NO_ROUND_OF_LUCK = Demand("no-round-of-luck", "Play comes to a decision or an end however luck falls.", unless_named=False)
NO_DEAD_END = Demand("no-dead-end", "Every decision has a legal move, and chance an outcome.")
CHANCE_HAS_AN_OUTCOME = Demand("chance-has-an-outcome", "No event leads to chance without an outcome, nor does the set-up.")
RANGES = Demand("ranges", "No rule leaves a range, takes from an empty pile, or passes a bound.")
DEMANDS = {demand.name: demand for demand in (RANGES, NO_ENDLESS_LOOP, NO_DEAD_END, CHANCE_HAS_AN_OUTCOME, NO_ROUND_OF_LUCK)}
ROUNDS = (NO_ENDLESS_LOOP, NO_ROUND_OF_LUCK)


@frozen
class Shown:
    """The transitions that refute a demand; the last `repeats` go on for ever."""

    applied: tuple[Applied, ...]
    repeats: int = 0


def refutation(prepared: Prepared, explored: Explored, demand: Demand) -> Shown | None:
    """The shortest line of an exploration that does not keep to a demand, replayed by the reference; None if it has none."""
    from verifier.search.endless import endless_round, first_dead_end, round_of_luck

    if demand in ROUNDS:
        found = (endless_round if demand is NO_ENDLESS_LOOP else round_of_luck)(explored)
        return None if found is None else _round(prepared, explored, demand, found)
    if demand is RANGES:
        return None  # a rule that fails ends the search: nothing else is told then
    number = first_dead_end(explored, chance_only=demand is CHANCE_HAS_AN_OUTCOME)
    return None if number is None else _stop(prepared, explored, explored.events_to(number))


def _round(prepared: Prepared, explored: Explored, demand: Demand, found: Round) -> Shown:
    _, applied = played(prepared, explored, found.events)
    positions = [prepared.start, *(each.after for each in applied)]
    first, last = positions[-1 - found.repeats], positions[-1]
    # Open chance uses nothing of a deal up, whatever the reference counts.
    comes_back = first.state == last.state and (explored.wish.open_chance or first.used == last.used)
    if not comes_back or any(each.kind == DECISION for each in applied[-found.repeats:]):
        raise _differs(demand, found.events)
    return Shown(tuple(applied), found.repeats)


def _stop(prepared: Prepared, explored: Explored, events: Sequence[Event]) -> Shown:
    reference, applied = played(prepared, explored, events)
    if not reference.is_stuck(applied[-1].after if applied else prepared.start):
        raise _differs(NO_DEAD_END, events)
    return Shown(tuple(applied))


def dead_end(prepared: Prepared, events: Sequence[Event], *, open_chance: bool = False) -> BrokeOff:
    """What a command fails with at a dead end that its answer rests on: the reference's message and the line that leads there."""
    reference = _reference(prepared, open_chance)
    position, told = prepared.start, list[str]()
    try:
        for applied in replay(reference, prepared.start, Line(tuple(event.text for event in events), "the search")):
            position = applied.after
            told.append(applied.event.text)
    except BrokeOff as stuck:
        if isinstance(stuck.cause, DeadEnd):
            return stuck
        raise
    except BadInput as error:
        raise _differs(NO_DEAD_END, events) from error
    if not reference.is_stuck(position):
        raise _differs(NO_DEAD_END, events)
    return BrokeOff(reference.dead_end(position), told)


def _reference(prepared: Prepared, open_chance: bool) -> Reference:
    return Reference(prepared.program, evolve(prepared.setting, tapes=()) if open_chance else prepared.setting)


def played(prepared: Prepared, explored: Explored, events: Sequence[Event]) -> tuple[Reference, list[Applied]]:
    """Events of an exploration, one by one, by the reference under its chance (open, or as dealt)."""
    reference = _reference(prepared, explored.wish.open_chance)
    position, applied = prepared.start, []
    for event in events:
        applied.append(reference.apply(position, event))
        position = applied[-1].after
    return reference, applied


def _differs(demand: Demand, events: Sequence[Event]) -> EngineBug:
    return EngineBug(Problem("DB905", f"the line that was found for {demand.name} does not show it on the reference: "
                             f"{' / '.join(each.text for each in events)}"))
