"""What emitted code offers to the kernels, by name.  Kernel files import these names; the generated module has the real ones.

Arrays: `s` a state (SLOTS numbers, then one counter for each tape); `x` the context: the parameters (the number of the choice
in force for each reading, then the edition), the error slot (x[ERROR] the id of the node that failed, 0 when none did, and
its value), and the clause counters (CLAUSES for exercised, CLAUSES for refused); `words` a packed state of WORDS numbers.
Emitted functions take pointers to them; `call_...` versions, which take arrays, are there for Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Array = Any

SLOTS = TAPES = CELLS = WORDS = ROW = PART = PHASE = EVENTS = CLAUSES = 0
INVARIANTS = GOALS = STEP_PROPERTIES = GRADES = OUTCOMES = LOWEST_STEP = EVENT_ROOM = ERROR = BATCH = SAFE = DOMINANCE = 0
SEATS = OBSERVERS = 0
KIND_OF_PHASE: Array = ()
EVENT_LIST: Array = ()
EVENT_FROM: Array = ()
STEP_OF_PHASE: Array = ()
TAPE_OF_PHASE: Array = ()
RULE_OF_EVENT: Array = ()
FACTORS: Array = ()
KEY_MASK: Array = ()
# Of patterns alone (`verifier.run.projected` writes them).
ANY = OTHER = NOWHERE = NO_WAY = SPENT = OWNED = LOST = AT = DEPTH = CHOICES = RADICES = FORKS = PATHS = 0
MAP = BACK = CODES = ROW_LOW = ROW_COUNT = COUNT_CELL = COUNT_LOW = 0
PART_OF: Array = ()
LOWS: Array = ()
HIGHS: Array = ()
KEPT: Array = ()


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the generated module."""
    return function


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `compiled`, for what Python calls."""
    return function


def shared(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `compiled`, for what every kernel calls: where it is large it is compiled once, apart from those that call it."""
    return function


def uncounted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `kernel`, for one that nobody asks which clauses were used: compiled, the rules do not count them there."""
    return function


def pointer(array: Array) -> Array:
    """Where an array's numbers lie: what rules are given, since a whole array is several numbers."""
    return array


def prefetch(item: int) -> None:
    """Have an item of an array read from memory while other work goes on: compiled, it is not waited for."""


def seen(array: Array, at: int) -> int:
    """An item that other threads may write meanwhile, and with it all that they had written before."""
    return int(array[at])


def swapped(array: Array, at: int, old: int, new: int) -> bool:
    """Write an item if it is what it was seen to be; whether it was, so that of several threads one succeeds."""
    raise NotImplementedError


def added(array: Array, at: int, number: int) -> int:
    """Add to an item, whatever other threads add; what it was before."""
    raise NotImplementedError


def seldom(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `compiled`, for what hardly ever runs: it stays out of the functions that call it, which are smaller and faster so."""
    return function


def _wide(value: int) -> int:
    """A number of a narrow array, which numpy would calculate with in as few bits."""
    return int(value)


def guard(s: Array, x: Array, event: int) -> int:
    """0 when a decision is legal, otherwise 1 + the index of the clause that forbids it."""
    raise NotImplementedError


def safe(s: Array, x: Array, event: int) -> bool:
    """Whether a legal decision never hurts, by what the game declares; False where it declares nothing."""
    raise NotImplementedError


def weigh(s: Array, x: Array, event: int) -> int:
    """The weight of a chance outcome."""
    raise NotImplementedError


def total_weight(s: Array, x: Array) -> int:
    """The weights of all outcomes of a phase of chance; 0 in another phase.  Of a weight below 0 nothing is added."""
    raise NotImplementedError


def outcome_at(s: Array, x: Array, left: int) -> int:
    """The event that a number below the total weight falls to, the outcomes standing side by side, each as wide as its weight."""
    raise NotImplementedError


def advance(s: Array, x: Array, event: int, most: int) -> int:
    """Fire an event in place, without looking at its guard, and the steps that follow it; how many have fired, at most `most`.

    It stops where a rule fails, and wherever something else than a step comes next.
    """
    raise NotImplementedError


def apply(s: Array, x: Array, event: int) -> None:
    """Fire an event in place, without looking at its guard."""
    raise NotImplementedError


def legal_events(s: Array, x: Array, out: Array) -> int:
    """Write the legal decisions of a state to `out`; how many there are.  A guard that fails comes last, and ends the list."""
    raise NotImplementedError


def kind_of(s: Array, x: Array) -> int:
    """What a state is by its phase, a Status; STEP too where no decision is legal and the game says what happens then.

    Where a rule has failed before, it is only by its phase.  It counts no clause of a guard, and leaves the error slot alone.
    """
    raise NotImplementedError


def pack(s: Array, words: Array) -> None:
    """The state and its tape counters, packed."""
    raise NotImplementedError


def unpack(words: Array, s: Array) -> None:
    """The inverse of pack; `s` must be a whole state before, too (its piles are cleared only as far as they were used)."""
    raise NotImplementedError


def copy(s: Array, t: Array) -> None:
    """Make `t` the same state as `s`."""
    raise NotImplementedError


def is_at_least(words: Array, others: Array) -> bool:
    """Whether of two packed states of one key the first is at least as good, as the game declares (`dominance.py`)."""
    raise NotImplementedError


def canonical(s: Array) -> None:
    """Put the interchangeable items of a state into their canonical order, in place; nothing where a game has none."""
    raise NotImplementedError


def invariant(s: Array, x: Array, k: int) -> bool:
    """Whether the k-th invariant holds."""
    raise NotImplementedError


def goal(s: Array, x: Array, k: int) -> bool:
    """Whether the k-th goal is reached."""
    raise NotImplementedError


def step_property(b: Array, s: Array, x: Array, rule: int, k: int) -> bool:
    """Whether the k-th step property holds between two states."""
    raise NotImplementedError


def grade(s: Array, x: Array) -> int:
    """The grade of a finished game as a number; bigger is better."""
    raise NotImplementedError


def bound(s: Array, x: Array) -> int:
    """A grade that no line from here can pass."""
    raise NotImplementedError


def keeps_foresight(b: Array, s: Array, x: Array, event: int) -> bool:
    """Whether what the game says of what can be foreseen is kept by an event, and the bound where that never comes."""
    raise NotImplementedError


def estimate(s: Array, x: Array) -> int:
    """How promising a state looks."""
    raise NotImplementedError


def said(s: Array, x: Array, k: int) -> int:
    """What the estimate says of a state (0), or another function of it (from 1 on, as `program/functions.py` has them)."""
    raise NotImplementedError


def progress(s: Array, x: Array) -> int:
    """How far the game has come; 0 everywhere when the game does not say."""
    raise NotImplementedError


def whose(s: Array, x: Array) -> int:
    """The number of the seat whose decision a state is; -1 where it is everybody's, and where nobody decides."""
    raise NotImplementedError


def outcome(s: Array, x: Array, seat: int) -> int:
    """What an end is worth to a seat, counted from 0 for the worst; 0 when the game does not say."""
    raise NotImplementedError


def hide(s: Array, x: Array, seat: int) -> None:
    """Write over what a seat does not see, in place; nothing in a game that hides nothing."""
    raise NotImplementedError
