"""What commands found: frozen data without input or output.  Renderers turn it into text or JSON.

Texts that came from files were made visible where they entered; grades and states are plain data (`verifier.search.state_words`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from verifier.lang.picture import Picture
from verifier.report.share import Share
from verifier.verdict import Verdict

Grade = Mapping[str, Any]


@frozen
class GameRow:
    """An installed game: its editions, how much of its rulebook its rules name, or what is wrong with it."""

    name: str
    package: str
    title: str = ""
    editions: tuple[tuple[str, str], ...] = ()
    events: int = 0
    phases: int = 0
    clauses: int = 0
    clauses_ruled: int = 0
    clauses_named: int = 0
    readings: int = 0
    recorded: int = 0
    properties: int = 0
    problems: tuple[str, ...] = ()


@frozen
class About:
    """Which question an answer belongs to: the scenario, its edition, the rulings in force, what is fixed of chance."""

    game: str
    game_title: str
    scenario: str
    title: str
    edition: str
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    deal: Mapping[str, Any]


@frozen
class Happening:
    """One transition: its label, kind (decision, chance or step), clauses in the order of use.

    The state and the board after it are None where they were not asked for.
    """

    event: str
    kind: str
    clauses: tuple[str, ...]
    state: Mapping[str, Any] | None = None
    board: str | None = None


@frozen
class BrokenProperty:
    """A property that does not hold after an event of a line, by its name and in words."""

    number: int
    name: str
    told: str


@frozen
class Replayed:
    """A line played to its end: every transition, and what there is then: a grade when the game is over, else what is next.

    `broken` has the properties that do not hold, each with the number of the event that broke it (1 is the first).
    """

    about: About
    start: Mapping[str, Any] | None
    start_board: str | None
    events: tuple[Happening, ...]
    over: bool
    grade: Grade | None
    next: str
    texts: Mapping[str, str]
    broken: tuple[BrokenProperty, ...] = ()


@frozen
class Illegal:
    """A move that is not legal here, and the clause that forbids it."""

    event: str
    clause: str


@frozen
class Moves:
    """What can be done in a position: legal moves, forbidden ones, or what chance can bring (with weights)."""

    about: About
    events: tuple[str, ...]
    state: Mapping[str, Any]
    board: str | None
    kind: str
    legal: tuple[str, ...]
    illegal: tuple[Illegal, ...]
    outcomes: tuple[tuple[str, int], ...]
    grade: Grade | None
    texts: Mapping[str, str]


@frozen
class NoReturn:
    """Where a line let go of a grade: before event `number` (1 is the first) it was within reach, after it no more.

    `number` 0 means that it was out of reach from the start; `known` is False when no closed search says.
    """

    known: bool
    goal: str
    number: int | None = None
    event: str | None = None
    reason: str = ""


@frozen
class Expected:
    """What the scenario expected and whether it came out: None when a limit keeps it open."""

    told: str
    met: bool | None


@frozen
class Solved:
    """The answer to `solve`: the line's decisions, the verdict with its proof, and what was expected of it."""

    about: About
    goal: str
    verdict: Verdict
    proof: str | None
    ending: str
    grade: Grade | None
    upper_bound: Grade | None
    line: tuple[str, ...]
    search: Mapping[str, Any]
    checked: str
    played: Replayed | None = None
    no_return: NoReturn | None = None
    expected: Expected | None = None
    second_opinion: str = ""


@frozen
class Layered:
    """The answer to `explore`: counts of the state graph, layer by layer, and what it shows of the game."""

    about: About
    ending: str
    strategy: str
    chance: str
    compressed: bool
    states: int
    transitions: int
    layers: tuple[int, ...]
    ends: tuple[tuple[Grade | None, int], ...]
    dead_ends: int
    stops: Mapping[str, int]
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()
    loops: int | None = None
    points_of_no_return: int | None = None
    notes: tuple[str, ...] = ()
    graph_file: str | None = None
    seconds: float = 0.0


@frozen
class Part:
    """The part of a property that is false: its source, the file and line it begins on, the loop variables it is false for."""

    text: str
    place: str
    values: Mapping[str, str]


@frozen
class FailedStep:
    """Why induction fails: a state that satisfies the lemmas, and an event that does not keep the property.

    It need not be a state that can be reached: `reachable` is "reached" (by the events of `line`), "not-within" (so many
    transitions as `within` says) or "unknown" (for a `reason`).  Without an event, nothing can happen there; without a state
    after it, the rule fails, and `failure` says how.
    """

    rulings: Mapping[str, str]
    before: Mapping[str, Any]
    before_board: str | None
    event: str | None
    after: Mapping[str, Any] | None = None
    after_board: str | None = None
    failure: str = ""
    part: Part | None = None
    reachable: str = "unknown"
    within: int | None = None
    reason: str = ""
    line: tuple[str, ...] = ()


@frozen
class PropertyRow:
    """What is known of one property: `within` is the depth to which it holds when the search did not close.

    The last `repeats` of the events go on for ever.  `methods` gave the verdict.  A proof by induction rests on the `lemmas`,
    proved themselves, and holds under `readings`: "every" or "in force".
    """

    name: str
    kind: str
    clauses: tuple[str, ...]
    text: str
    verdict: Verdict
    reason: str = ""
    within: int | None = None
    line: tuple[str, ...] = ()
    events: tuple[Happening, ...] = ()
    repeats: int = 0
    methods: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    readings: str = ""
    step: FailedStep | None = None


@frozen
class Checked:
    """The answer to `check`: `states` and `transitions` of explicit search, None without one.

    `depth` is how deep explicit search went, `bound` how deep z3 was asked, and `k` how many states its induction takes together.
    """

    about: About
    method: str
    chance: str
    states: int | None
    transitions: int | None
    depth: int | None
    ending: str
    rows: tuple[PropertyRow, ...]
    texts: Mapping[str, str] = field(factory=dict)
    seconds: float = 0.0
    bound: int | None = None
    k: int | None = None


@frozen
class FoundSide:
    """One side of an example: the choice, what happened, and the table it ends with."""

    choice: str
    events: tuple[Happening, ...]
    state: Mapping[str, Any]
    board: str | None


@frozen
class ReviewedDecision:
    """A decision somebody made: "best", "worse", "lost" (the game) or "unknown".

    `before` and `after` are the best grades that could be had, where they are known; `better` is a best decision instead, and
    `cost` the first field of the grade that this one lowers.
    """

    number: int
    event: str
    verdict: str
    before: Grade | None = None
    after: Grade | None = None
    better: str | None = None
    cost: str | None = None


@frozen
class Reviewed:
    """A line judged decision by decision; `best` is what could be had at its start, `grade` what its end is worth."""

    about: About
    decisions: tuple[ReviewedDecision, ...]
    over: bool
    grade: Grade | None
    best: Grade | None
    ending: str
    seconds: float


@frozen
class WinnabilityPoint:
    """Seeded deals at one value of a number of the component data (None: nothing is varied).

    `won` is the share that can be won; `grades` are the best grades that are known, best first, with their shares of all deals.
    `hardest` and `easiest` are seeds of won deals, by how many states the search took, `lost` some that are.
    """

    value: int | None
    won: Share
    grades: tuple[tuple[Grade, Share], ...]
    hardest: tuple[int, ...]
    easiest: tuple[int, ...]
    lost: tuple[int, ...]


@frozen
class Winnability:
    """How many of `deals` deals from seed `seed` on can be won; `states` is the limit for one; `field` is what is varied."""

    game: str
    edition: str
    rulings: Mapping[str, str]
    seed: int
    deals: int
    states: int
    field: str | None
    points: tuple[WinnabilityPoint, ...]
    ending: str
    seconds: float


@frozen
class MutantRow:
    """A rule with one thing altered, and what noticed.

    `verdict`: "killed" (`by` a "line", "property" or "count" of `scenario`), "missing-scenario" (only `witness`, a position as
    the text of a scenario, shows it), "equivalent" (proved, from the invariants in `lemmas`) or "undecided".  `what` says more.
    """

    number: int
    rule: str
    file: str
    line: int
    kind: str
    text: str
    clauses: tuple[str, ...]
    verdict: str
    by: str = ""
    scenario: str = ""
    what: str = ""
    lemmas: tuple[str, ...] = ()
    witness: str | None = None
    written: str | None = None


@frozen
class Mutated:
    """The mutants of a game, held against some scenarios; `ending` is "done", "seconds" or "interrupted"."""

    game: str
    edition: str
    scenarios: tuple[str, ...]
    ending: str
    rows: tuple[MutantRow, ...]
    seconds: float


@frozen
class FoundPosition:
    """A smallest position from which a property breaks or a goal is reached, or none.

    No position with fewer than `none_below` in its piles does it within `steps` transitions (None: no position at all, by
    `lemmas`, and if `whatever_length` no line of any length).  `scenario` is the position as the text of a file; `events` lead
    from it to where it breaks; `last` is the event whose rule failed behind them.
    """

    game: str
    edition: str
    rulings: Mapping[str, str]
    property: str
    kind: str
    summary: str
    verdict: Verdict
    reason: str
    within: int
    steps: int
    none_below: int | None
    whatever_length: bool
    lemmas: tuple[str, ...]
    smallest: bool
    seconds: float
    size: int | None = None
    start: Mapping[str, Any] | None = None
    board: str | None = None
    events: tuple[Happening, ...] = ()
    last: str | None = None
    failure: str = ""
    end_board: str | None = None
    scenario: str | None = None
    file: str | None = None
    texts: Mapping[str, str] = field(factory=dict)


@frozen
class FoundOrder:
    """An order of the next outcomes of a stream with which a deal is won by some line (`won`), or lost by every one; or none.

    `tried` orders were judged, `undecided` of them without an answer; the fate of a deal rests on the first `entries` of the
    order.  `line` is the best one under it, with its grade; `scenario` the deal as the text of a file.
    """

    about: About
    stream: str
    count: int
    rearranged: bool
    won: bool
    verdict: Verdict
    reason: str
    ending: str
    tried: int
    undecided: int
    seconds: float
    order: tuple[str, ...] = ()
    entries: int | None = None
    grade: Mapping[str, Any] | None = None
    line: tuple[str, ...] = ()
    scenario: str | None = None
    file: str | None = None


@frozen
class FoundReadings:
    """Two choices of a reading compared over a stretch of the rules: an example where they end differently, or none.

    No example needs fewer than `none_below` to be laid out; `how` says for each size below how that is known.  `size` is
    `in_piles` and `drawn` together; `scenario` is the example as the text of a file.
    """

    game: str
    edition: str
    rulings: Mapping[str, str]
    reading: str
    question: str
    choices: tuple[str, str]
    begins: tuple[str, ...]
    stops: tuple[str, ...]
    verdict: Verdict
    reason: str
    none_below: int
    how: tuple[str, ...]
    smallest: bool
    seconds: float
    within: int
    size: int | None = None
    in_piles: int | None = None
    drawn: int | None = None
    start: Mapping[str, Any] | None = None
    board: str | None = None
    sides: tuple[FoundSide, ...] = ()
    scenario: str | None = None
    file: str | None = None
    texts: Mapping[str, str] = field(factory=dict)


@frozen
class CoverageSource:
    """One thing that was looked at for coverage: a scenario's `line`, `random` games, or `every` state of a scenario.

    `chosen` are its rulings other than the defaults, `chance` is "deal" or "open".  `ending` is "done", "closed" (nothing was
    left to look at) or why it ended early; `looked` counts what was looked at, and is empty when no time was left for it.
    """

    name: str
    kind: str
    edition: str
    chosen: Mapping[str, str]
    chance: str
    ending: str
    looked: Mapping[str, int]
    note: str = ""
    seconds: float = 0.0

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
    file: str
    line: int
    guard: bool
    by_play: bool


@frozen
class ClauseRow:
    """What is known of a clause: `status` is "exercised", "dead", "not-seen", "property" (only properties name it) or "unnamed".

    `dead_from` are the sources (indices) that looked at everything and in which nothing used it.
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
    places: tuple[ClausePlace, ...] = ()

    @property
    def guards(self) -> bool:
        """Whether a `require` names it, so that it can refuse."""
        return any(place.guard for place in self.places)

    @property
    def ruled(self) -> bool:
        """Whether it counts for the share of the rules that is exercised: a rule that not only properties name."""
        return self.kind == "rule" and self.status != "property"


@frozen
class Covered:
    """The answer to `coverage`: what was looked at, and each clause of the rulebook in its order.

    `ending` is "done" or why it ended early; `fail_under` the percentage that was demanded.
    """

    game: str
    game_title: str
    seed: int
    sources: tuple[CoverageSource, ...]
    rows: tuple[ClauseRow, ...]
    ending: str
    fail_under: float | None = None
    seconds: float = 0.0

    @property
    def ruled(self) -> int:
        """How many clauses are rules that play could exercise."""
        return sum(row.ruled for row in self.rows)

    @property
    def exercised(self) -> int:
        """How many of them were exercised, or refused a move."""
        return sum(row.ruled and row.status == "exercised" for row in self.rows)

    @property
    def percent(self) -> float:
        """The share of them in percent; 100 when there are none."""
        return 100 * self.exercised / self.ruled if self.ruled else 100.0

    @property
    def enough(self) -> bool:
        """Whether no percentage was demanded, or it is reached."""
        return self.fail_under is None or 100 * self.exercised >= self.fail_under * self.ruled


@frozen
class Alternative:
    """A legal decision at a point of a line, and the grade that it would still reach.

    `grade` is the best that was found behind it (None: no line to an end), and `known` whether a closed search says that none
    is better; `played` whether it is what the line does, and `loses` whether another decision there is known to reach more.
    """

    event: str
    grade: Grade | None
    known: bool
    played: bool
    loses: bool


@frozen
class Moment:
    """An event of a line as a page shows it: what it is in words, its number among the decisions, and the table after it.

    `broken` says in words which properties do not hold after it; `alternatives` is empty where nobody asked for them.
    """

    happening: Happening
    words: str
    decision: int | None
    picture: Picture | None
    broken: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


@frozen
class PropertyKept:
    """A property that was asked after every event of a line, and the numbers of the events that break it."""

    name: str
    kind: str
    summary: str
    clauses: tuple[str, ...]
    broken_at: tuple[int, ...]


@frozen
class Stepped:
    """A line to step through: every event with the table after it, and the answer that the line belongs to, if there is one.

    `moments` are the events of `played`, whose boards are None where the game has a picture.
    """

    about: About
    played: Replayed
    start_picture: Picture | None
    moments: tuple[Moment, ...]
    properties: tuple[PropertyKept, ...]
    solved: Solved | None = None


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
class PartingPosition:
    """A position met in play at which two choices differ, shown by the reference: in what is possible, or in a result.

    `only` are the events (or outcomes of chance) possible under just the ruling in force, and under just the other choice;
    `event` is one whose result differs, and `differs` the first fields that do, with their values on both sides.
    """

    seed: int
    policy: str
    number: int
    in_piles: int
    only: tuple[tuple[str, ...], tuple[str, ...]]
    event: str | None
    differs: tuple[tuple[str, Any, Any], ...]
    state: Mapping[str, Any]
    board: str | None
    scenario: str


@frozen
class ChoiceEffect:
    """A choice of a reading against the ruling in force; `changed` is empty when it was not measured.

    Of the `positions` met by the policies under the ruling in force the choices differ at `parted`; `example` is the first of
    those with the least in piles.  `stuck` are lines that break play under this choice; `smallest` is z3's answer, if asked.
    """

    choice: str
    measured: bool
    changed: tuple[Changed, ...] = ()
    positions: int = 0
    parted: int = 0
    example: PartingPosition | None = None
    stuck: tuple[StuckPlay, ...] = ()
    smallest: FoundReadings | None = None
    seconds: float = 0.0


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

    `states` is the most that one search may take.  `best_known` and `first_known` are the deals whose best grade, and its
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
    size: int | None
    ending: str
    first: str
    best_known: int | None
    first_known: int | None
    stuck: tuple[StuckPlay, ...]
    readings: tuple[ReadingEffect, ...]
    recorded: int
    texts: Mapping[str, str]
    seconds: float
