"""What each reading of a rulebook does to the outcomes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.lang.picture import Picture
from verifier.results.edition import EditionNote
from verifier.results.played import Grade, Happening
from verifier.results.result import SHOWN_ONLY, Result
from verifier.results.share import Share


@frozen
class Change:
    """What the results of `deals` deals were, and what they are under the other choice.

    A result is a grade (or its first field), the built-in property that a game which got stuck does not keep, or "no-end": no
    line of the deal ends.  Where ends are worth something to seats, a player's game has that, too (`to SEAT`).
    """

    before: Grade | str
    after: Grade | str
    deals: int


@frozen
class Changed:
    """What another choice of a reading does to deals by one `measure`.

    That is "best", the best grade; "first", the first field of it; "random", what a random player's game comes to; or "greedy",
    what the game of the peeking player does, who looks one decision ahead and sees what the deal brings until then.

    Deals that are not decided under both choices are the undecided ones of `share`; `lost` of them are decided under the
    ruling in force, which hints at an effect and proves none.  `better` and `worse` compare grades; `same_grade` counts games of
    players that come to the same one, and are worth something else to some seat.  `changes` are the commonest.
    """

    measure: str
    share: Share
    lost: int
    better: int
    worse: int
    changes: tuple[Change, ...]
    same_grade: int = 0


@frozen
class StuckPlay:
    """A line of decisions that gets stuck under a choice, replayed by the reference: the deal, who found it, and why.

    `repeats` are the events that go on for ever, if the same state comes back.
    """

    property: str
    seed: int
    found_by: str
    line: tuple[str, ...]
    why: str
    repeats: tuple[str, ...]


@frozen
class DistinguishingSide:
    """What an event leads to under a choice: the events until nothing follows by itself, and the table then.

    Without events it is not possible there; `why_not` is the clause that forbids it, or how a rule fails.
    """

    choice: str
    events: tuple[Happening, ...]
    state: Mapping[str, Any]
    board: str | None = field(eq=False, metadata=SHOWN_ONLY)
    picture: Picture | None = field(eq=False, metadata=SHOWN_ONLY)
    why_not: str = ""


@frozen
class Differing:
    """A field with its values under the ruling in force and under the other choice."""

    field: str
    one: Any
    other: Any


@frozen
class Met:
    """Where play came to a position: the deal of a `seed`, the `policy`, the `number` of transitions, and the choice that it was
    played `under`.

    The `policy` is "best" for the best line, "random", or "greedy" for the peeking player.
    """

    seed: int
    policy: str
    number: int
    under: str


@frozen
class DistinguishingPosition:
    """A position at which two choices differ, shown by the reference: in what is possible, or in what an event leads to.

    `only` are the events (or outcomes of chance) possible under just the ruling in force, and under just the other choice;
    `event` is the one whose `sides` are shown, and `differs` the first fields that they end with otherwise, with both values.
    `met` says where play came to it; None for a position that z3 laid out.
    """

    laid_out: int
    only: tuple[tuple[str, ...], tuple[str, ...]]
    event: str | None
    differs: tuple[Differing, ...]
    state: Mapping[str, Any]
    board: str | None = field(eq=False, metadata=SHOWN_ONLY)
    picture: Picture | None = field(eq=False, metadata=SHOWN_ONLY)
    sides: tuple[DistinguishingSide, ...]
    scenario: str
    met: Met | None = None


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
    position: DistinguishingPosition | None = None


@frozen
class ChoiceEffect:
    """A choice of a reading against the ruling in force, on deals from one start; `changed` is empty when it was not measured.

    Of the `positions` met the choices differ at `parted`; `example` is the first of those with the least to lay out.  Looked at
    are the plays under the ruling in force, and, as long as nothing differs there, those under the other choice.  The choice is
    exercised if something differs, a result changed, play gets stuck, or it begins elsewhere.  Of one that is not, `changed` is
    empty, for such deals say nothing of it, and from a further start z3 is not asked for a `witness`.  `stuck` are lines that
    break play under this choice.
    """

    choice: str
    measured: bool
    changed: tuple[Changed, ...] = ()
    positions: int = 0
    differing: int = 0
    example: DistinguishingPosition | None = None
    stuck: tuple[StuckPlay, ...] = ()
    witness: Witness | None = None
    seconds: float = field(default=0.0, eq=False)
    is_exercised: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether it was measured, and the deals never exercised it."""
        return self.measured and not self.is_exercised


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
    """Two choices of different readings, taken together, from one start (its number).

    `stuck` are lines for built-in properties that both keep when taken alone.
    """

    choices: tuple[tuple[str, str], tuple[str, str]]
    changed: tuple[PairChanged, ...]
    stuck: tuple[StuckPlay, ...]
    seconds: float = field(default=0.0, eq=False)
    start: int = 0


@frozen
class Contradiction:
    """Two places of the rulebook that cannot both be right: where, and the default ruling with its reason.

    `switch` says whether it can be played otherwise: then it is one of the readings too.
    """

    id: str
    contradiction: str
    clauses: tuple[str, ...]
    ruling: str
    reason: str
    switch: bool


@frozen
class Start:
    """Where plays begin: the set-up of the game (`scenario` is empty), or the position of a scenario with that name.

    `further` if only readings are measured from here that earlier starts exercise hardly or not.  `best_known` and
    `first_known` are the deals whose best grade, and its first field, are proved under the rulings in force here; `stuck` are
    lines that break play under them.
    """

    scenario: str
    title: str
    edition: EditionNote
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    further: bool
    best_known: int | None
    first_known: int | None
    stuck: tuple[StuckPlay, ...]


@frozen
class EffectsFrom:
    """The effect of each choice of a reading that is not in force at a start (its number)."""

    start: int
    in_force: str
    effects: tuple[ChoiceEffect, ...]

    @property
    def measured(self) -> bool:
        """Whether every choice was measured."""
        return all(effect.measured for effect in self.effects)

    @property
    def exercise(self) -> tuple[int, int]:
        """How much is exercised: the choices, then the positions at which they differ."""
        return sum(effect.is_exercised for effect in self.effects), sum(effect.differing for effect in self.effects)

    @property
    def is_exercised(self) -> bool | None:
        """Whether the deals from here exercised any choice; None if that is not known."""
        if any(effect.is_exercised for effect in self.effects):
            return True
        return False if self.measured else None


@frozen
class ReadingEffect:
    """A reading with its effects from each start that it was measured from, the one where it was exercised most first."""

    id: str
    impact: str
    scope: str
    question: str
    clauses: tuple[str, ...]
    choices: Mapping[str, str]
    starts: tuple[EffectsFrom, ...]

    @property
    def most_exercised(self) -> EffectsFrom:
        """Where it was exercised most."""
        return self.starts[0]

    @property
    def is_idle(self) -> bool:
        """Whether it was measured, and no deals from any start exercised it."""
        return all(each.is_exercised is False for each in self.starts)


@frozen(repr=False)
class MeasuredReadings(Result):
    """What each reading does to the outcomes of seeded deals, the largest effects first.

    Those not measured come behind them, and last those that no deal exercised.  `states` is the most that one search may take,
    `size` the most that z3 laid out, `first` the first field of a grade.  `recorded` readings have no choices and are only
    counted.  `ending` is "done", "seconds" or "interrupted".
    """

    command: ClassVar[str] = "readings"
    game: str
    game_title: str
    seed: int
    deals: int
    states: int
    size: int
    ending: str
    first: str
    starts: tuple[Start, ...]
    readings: tuple[ReadingEffect, ...]
    pairs: tuple[PairEffect, ...]
    contradictions: tuple[Contradiction, ...]
    recorded: int
    clauses: Mapping[str, str]
    seconds: float = field(eq=False)
    grade_order: str = ""
