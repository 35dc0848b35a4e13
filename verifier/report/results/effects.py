"""What each reading of a rulebook does to the outcomes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from verifier.lang.picture import Picture
from verifier.report.results.played import Grade, Happening
from verifier.report.share import Share


@frozen
class Changed:
    """What another choice of a reading does to deals by one measure: the best grade, its first field, the result of a policy.

    Deals that are not decided under both choices are the undecided ones of `share`; `lost` of them are decided under the
    ruling in force, which hints at an effect and proves none.  `better` and `worse` compare grades;
    `changes` are the commonest (before, after, deals), where a result is a grade (its first field), the demand that a game
    which got stuck does not keep, or "no-end": no line of the deal ends.
    """

    measure: str
    share: Share
    lost: int
    better: int
    worse: int
    changes: tuple[tuple[Grade | str, Grade | str, int], ...]


@frozen
class StuckPlay:
    """A line of decisions that gets stuck under a choice, replayed by the reference: the deal, who found it, and why.

    `repeats` are the events that go on for ever, if the same state comes back.
    """

    demand: str
    seed: int
    found_by: str
    line: tuple[str, ...]
    why: str
    repeats: tuple[str, ...]


@frozen
class PartingSide:
    """What an event leads to under a choice: the events until nothing follows by itself, and the table then.

    Without events it is not possible there; `why_not` is the clause that forbids it, or how a rule fails.
    """

    choice: str
    events: tuple[Happening, ...]
    state: Mapping[str, Any]
    board: str | None
    picture: Picture | None
    why_not: str = ""


@frozen
class PartingPosition:
    """A position at which two choices differ, shown by the reference: in what is possible, or in what an event leads to.

    `only` are the events (or outcomes of chance) possible under just the ruling in force, and under just the other choice;
    `event` is the one whose `sides` are shown, and `differs` the first fields that they end with otherwise, with both values.
    `met` says where play came to it: the seed, the policy, how many transitions; None for a position that z3 laid out.
    """

    laid_out: int
    only: tuple[tuple[str, ...], tuple[str, ...]]
    event: str | None
    differs: tuple[tuple[str, Any, Any], ...]
    state: Mapping[str, Any]
    board: str | None
    picture: Picture | None
    sides: tuple[PartingSide, ...]
    scenario: str
    met: tuple[int, str, int] | None = None


@frozen
class Witness:
    """z3's smallest position at which a choice and the ruling in force part in one event.

    No position with fewer than `none_below` to lay out parts them, from the invariants in `lemmas` (None: none of any size);
    up to `size` was looked for.  A larger example is preferred if the difference of the smaller ones does not last; `hidden_by`
    is the other ruling that the example needs.  `reason` says why more is not known.
    """

    size: int
    none_below: int | None
    smallest: bool
    lemmas: tuple[str, ...]
    reason: str = ""
    hidden_by: tuple[str, str] | None = None
    position: PartingPosition | None = None


@frozen
class ChoiceEffect:
    """A choice of a reading against the ruling in force; `changed` is empty when it was not measured.

    Of the `positions` met by the policies under the ruling in force the choices differ at `parted`; `example` is the first of
    those with the least to lay out.  `stuck` are lines that break play under this choice.
    """

    choice: str
    measured: bool
    changed: tuple[Changed, ...] = ()
    positions: int = 0
    parted: int = 0
    example: PartingPosition | None = None
    stuck: tuple[StuckPlay, ...] = ()
    witness: Witness | None = None
    seconds: float = 0.0


@frozen
class PairChanged:
    """Deals that two choices change by one measure, of those that it decides: each alone, and both together.

    `only_together` are changed by both and by neither alone, `undone` by one of them or each, and by both together not.
    """

    measure: str
    of: int
    undecided: int
    one: int
    other: int
    both: int
    only_together: int
    undone: int


@frozen
class PairEffect:
    """Two choices of different readings, taken together; `stuck` are lines for demands that both keep when taken alone."""

    choices: tuple[tuple[str, str], tuple[str, str]]
    changed: tuple[PairChanged, ...]
    stuck: tuple[StuckPlay, ...]
    seconds: float = 0.0


@frozen
class Contradiction:
    """Two places of the rulebook that cannot both be right: where, and the default ruling with its reason.

    `switch` says whether it can be played otherwise: then it is one of the readings too.
    """

    id: str
    told: str
    clauses: tuple[str, ...]
    ruling: str
    reason: str
    switch: bool


@frozen
class ReadingEffect:
    """A reading with the effect of each choice that is not in force."""

    id: str
    impact: str
    scope: str
    question: str
    clauses: tuple[str, ...]
    choices: Mapping[str, str]
    in_force: str
    effects: tuple[ChoiceEffect, ...]


@frozen
class MeasuredReadings:
    """What each reading does to the outcomes of seeded deals, the largest effects first; those not measured come last.

    `states` is the most that one search may take, `size` the most that z3 laid out.
    `best_known` and `first_known` are the deals whose best grade, and its
    first field (named `first`), are proved under the rulings in force; `stuck` are lines that break play under them.
    `recorded` readings have no choices and are only counted.  `ending` is "done", "seconds" or "interrupted".
    """

    game: str
    game_title: str
    edition: str
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    seed: int
    deals: int
    states: int
    size: int
    ending: str
    first: str
    best_known: int | None
    first_known: int | None
    stuck: tuple[StuckPlay, ...]
    readings: tuple[ReadingEffect, ...]
    pairs: tuple[PairEffect, ...]
    contradictions: tuple[Contradiction, ...]
    recorded: int
    texts: Mapping[str, str]
    seconds: float
