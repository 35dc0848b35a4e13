"""Which clauses of a rulebook were used, how often and by what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import CODE_FILE, Result, short
from verifier.results.tested import Recorded, Tested


@frozen
class CoverageSource:
    """One thing that was looked at for coverage: a scenario's `line`, `random` games, `every` state of a scenario, or `tests`.

    `rulings` are its rulings other than the defaults, `chance` is "deal" or "open".  `ending` is "done", "closed" (nothing was
    left to look at) or why it ended early; `looked` counts what was looked at, and is empty when no time was left for it.
    Of tests only what their reference runs counted is known: there is no edition, chance is empty, and there are no lines.
    """

    name: str
    kind: str
    edition: EditionNote | None
    rulings: Mapping[str, str]
    chance: str
    ending: str
    looked: Mapping[str, int]
    note: str = ""
    seconds: float = field(default=0.0, eq=False)

    @property
    def closed(self) -> bool:
        """Whether everything that can happen from its start was looked at."""
        return self.kind == "every" and self.ending == "closed"


@frozen
class ClauseUse:
    """How often a source (its index) exercised a clause, and how often the clause refused a move there."""

    source: int
    exercised: int
    refused: int


@frozen
class ClauseLine:
    """A shortest line that was seen to use a clause: its source (an index), how many events it has, its last event.

    `line` is what `replay` takes from the source's start; the last event is the one that exercises the clause or the move
    that the clause forbids, which is then behind the line and not counted.  Without it, the set-up exercises the clause.
    """

    source: int
    events: int
    line: tuple[str, ...]
    event: str | None


@frozen
class ClausePlace:
    """A place in the rules that names a clause; `guard` is a `require`, `by_play` not a property."""

    rule: str
    file: str = field(eq=short, metadata=CODE_FILE)
    line: int
    guard: bool
    by_play: bool


@frozen
class Proof:
    """What z3 says of a use that was not seen.

    `outcome` is "never" (proved, from the invariants `lemmas`, and while the readings in `rulings` are as they say; under every
    reading when there are none), "possible" (by `event` from a position that keeps the invariants, which nobody may come to; by
    the set-up without one) or "unknown" (`reason` says why).
    """

    outcome: str
    lemmas: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(factory=dict)
    event: str | None = None
    reason: str = ""

    @property
    def never(self) -> bool:
        """Whether it is proved that there is no such use."""
        return self.outcome == "never"


@frozen
class ClauseRow:
    """What is known of a clause: `status` is "exercised", "dead", "not-seen", "property" (only properties name it) or "unnamed".

    `dead_from` are the sources (indices) that looked at everything and in which nothing used it.  What z3 was asked, since
    nothing showed it, is in `exercise` (that an event names it) and, for guards, `refusal` (that it forbids a move).
    """

    id: str
    place: str
    kind: str
    text: str
    status: str
    exercised: int
    refused: int
    uses: tuple[ClauseUse, ...] = ()
    shortest: ClauseLine | None = None
    shortest_refusal: ClauseLine | None = None
    dead_from: tuple[int, ...] = ()
    named: tuple[ClausePlace, ...] = ()
    exercise: Proof | None = None
    refusal: Proof | None = None

    @property
    def proved_dead(self) -> bool:
        """Whether it is proved that nothing ever uses it."""
        never = self.exercise is not None and self.exercise.never
        return never and (not self.guard or (self.refusal is not None and self.refusal.never))

    @property
    def guard(self) -> bool:
        """Whether a `require` names it, so that it can refuse."""
        return any(place.guard for place in self.named)

    @property
    def ruled(self) -> bool:
        """Whether it counts for the share of the rules that is exercised: a rule that not only properties name."""
        return self.kind == "rule" and self.status != "property"


@frozen
class ArmRow:
    """One arm of a branch of the rules: of an "if", "conditional", "require" or "loop" of a rule, at a line of a file.

    `holds` says which arm: where the condition holds, or the loop has a pass.  `branch` is the number that both arms of a branch
    share, `taken` how often rules went that way, guards of moves that were only considered included; `sources` (indices) where
    they did.  `clauses` are named there, or were last before it.  `proof` is what z3 says of an arm that was not taken.
    """

    branch: int
    rule: str
    file: str = field(eq=short, metadata=CODE_FILE)
    line: int
    kind: str
    holds: bool
    clauses: tuple[str, ...]
    taken: int
    sources: tuple[int, ...] = ()
    proof: Proof | None = None

    @property
    def status(self) -> str:
        """Whether it was "taken", is proved "dead", or was "not-seen"."""
        if self.taken:
            return "taken"
        return "dead" if self.proof is not None and self.proof.never else "not-seen"


@frozen
class Sense:
    """One sense of a word, and the clauses that use the word so."""

    meaning: str
    clauses: tuple[str, ...]


@frozen
class TermRow:
    """A word of the rulebook: the clauses that define it and that use it, and its senses with the clauses of each."""

    name: str
    defined: tuple[str, ...]
    used: tuple[str, ...]
    senses: tuple[Sense, ...] = ()


@frozen(repr=False)
class Covered(Result):
    """The answer to `coverage`: what was looked at, and each clause of the rulebook in its order.

    `arms` are those of the branches of the rules, in the order of the program; None when nobody asked for them.  `terms` are the
    words of the rulebook, as far as its ledger tells of them.  `ending` is "done" or why it ended early; `fail_under` the
    percentage that was demanded.  `proved_for` is the edition whose component data z3's proofs hold for, empty when it was not
    asked.  `lines_not_played` lines were found and are not shown, since a limit was reached before the reference had played them.
    `tested` are the statuses of the clauses that are rules, None when nobody asked for them; `recorded` is what the game's
    package keeps of them.
    """

    command: ClassVar[str] = "coverage"
    game: str
    game_title: str
    seed: int
    sources: tuple[CoverageSource, ...]
    clauses: tuple[ClauseRow, ...]
    ending: str
    fail_under: float | None = None
    seconds: float = field(default=0.0, eq=False)
    proved_for: str = ""
    arms: tuple[ArmRow, ...] | None = None
    terms: tuple[TermRow, ...] = ()
    lines_not_played: int = 0
    tested: Tested | None = None
    recorded: Recorded = Recorded(False)

    @property
    def undefined(self) -> dict[str, tuple[str, ...]]:
        """The rules that use words which no clause defines, in the order of the rulebook, with these words."""
        found = {row.id: tuple(term.name for term in self.terms if row.id in term.used and not term.defined)
                 for row in self.clauses if row.kind == "rule"}
        return {id_: names for id_, names in found.items() if names}

    @property
    def editions(self) -> tuple[EditionNote, ...]:
        """The editions of what was looked at, each once."""
        return tuple(dict.fromkeys(source.edition for source in self.sources if source.edition is not None))

    @property
    def rules(self) -> int:
        """How many clauses are rules that play could exercise."""
        return sum(row.ruled for row in self.clauses)

    @property
    def exercised(self) -> int:
        """How many of them were exercised, or refused a move."""
        return sum(row.ruled and row.status == "exercised" for row in self.clauses)

    @property
    def proved_dead(self) -> int:
        """How many of them nothing can ever use, which is proved."""
        return sum(row.ruled and row.proved_dead for row in self.clauses)

    @property
    def enough(self) -> bool:
        """Whether no clause is left to be mended, and no percentage was demanded or it is reached, of the statuses asked for.

        Only tested clauses count: that one is dead may be due to what its authors say the rules are without it.
        """
        if self.tested is None:
            return True
        counts = self.tested.counts
        demanded = (self.fail_under or 0) * counts.modelled
        return not counts.unnamed and 100 * counts.tested >= demanded
