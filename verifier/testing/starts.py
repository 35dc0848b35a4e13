"""Where a drawn game starts: an edition, rulings, a deal, and changes to the set-up that its invariants allow.

A start is a scenario without a file.  Everything that was drawn is data, so that whoever draws it can make it smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, frozen

from verifier.errors import BadInput
from verifier.lang.layout import offset_of, width
from verifier.lang.types import BagType, IntType, PileType, Scalar
from verifier.program.program import Program
from verifier.run.positions import places_in
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import Scenario, new_scenario
from verifier.scenarios.start import start_state
from verifier.search.state_words import value_words


@frozen
class Place:
    """What a change changes as one - a scalar, one count of a bag, or a pile - and where it lies in the flat state."""

    path: str
    field: str
    offset: int
    kind: Scalar | PileType


@frozen(repr=False)
class Change:
    """A place of the state and the flat integers that it is given."""

    place: Place
    numbers: tuple[int, ...]

    def __repr__(self) -> str:
        size = self.numbers[0] if isinstance(self.place.kind, PileType) else 0
        cells = self.numbers[1:1 + size * (width(self.place.kind) - 1) // self.place.kind.size] \
            if isinstance(self.place.kind, PileType) else self.numbers
        return f"<{self.place.path} = {', '.join(map(str, cells)) or 'empty'}>"


@frozen
class Start:
    """What was drawn: the name of an edition, readings with a choice, the seed of a deal (None: every outcome is drawn when it
    comes), and changes to the set-up."""

    edition: str
    rulings: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    changes: tuple[Change, ...] = field(default=())


def places(program: Program) -> tuple[Place, ...]:
    """Every place of a game's state, in the order of its declaration; lowest and only values are places too."""
    return tuple(_places(program))


def _places(program: Program) -> Iterator[Place]:
    state = program.game.state_type
    for name, kind in state.fields:
        for offset, part in places_in(kind, offset_of(state, name)):
            if isinstance(part, BagType):
                for member in range(part.kind.low, part.kind.high + 1):
                    yield Place(program.slots[offset + member].path, name, offset + member, IntType(part.low, part.high))
            else:
                assert isinstance(part, (Scalar, PileType))
                yield Place(program.slots[offset].path.removesuffix(".size"), name, offset, part)


def scenario_of_start(program: Program, start: Start) -> Scenario:
    """The scenario of a start.  A change that makes an impossible position, or one that breaks an invariant, is left out.

    What a change does not mention follows from the set-up and the game's completion, as in a scenario file.  Raises BadInput
    when the edition cannot be set up at all.
    """
    scenario = new_scenario(program.game, title=f"{program.game.title}, drawn", edition=start.edition,
                            rulings=dict(start.rulings), deal=Deal(start.seed))
    if not start.changes:
        return scenario
    state = start_state(scenario)
    for change in start.changes:
        numbers = program.encode(state)
        numbers[change.place.offset:change.place.offset + len(change.numbers)] = change.numbers
        changed = evolve(scenario, start={**(scenario.start or {}), **_words(program, change.place.field, numbers)})
        try:
            state = start_state(changed)
        except BadInput:
            continue
        scenario = changed
    return scenario


def _words(program: Program, name: str, numbers: list[int]) -> dict[str, Any]:
    """A field of a flat state as a scenario's `[start]` says it."""
    kind = dict(program.game.state_type.fields)[name]
    return {name: value_words(kind, getattr(program.decode(numbers), name))}


def flat(kind: Scalar | PileType, items: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The flat integers of a scalar (one item of one integer) or of a pile of those items, bottom first."""
    if isinstance(kind, PileType):
        cells = [number for item in items for number in item]
        return (len(items), *cells, *[0] * (width(kind) - 1 - len(cells)))
    return items[0]
