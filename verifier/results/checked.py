"""What is known of properties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.played import About, Happening
from verifier.results.result import FLAT, SHOWN_ONLY, Result
from verifier.verdict import Verdict


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
    before_board: str | None = field(eq=False, metadata=SHOWN_ONLY)
    event: str | None
    after: Mapping[str, Any] | None = None
    after_board: str | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    failure: str = ""
    part: Part | None = None
    reachable: str = "unknown"
    within: int | None = None
    reason: str = ""
    line: tuple[str, ...] = ()


@frozen
class SoFar:
    """How far induction got with a property before its time was up.

    The start, and each rule, has to keep it: `kept` of `rules` do, with the start as one; `open` are those it is not known of.
    They keep it as long as what `needs` names holds, which is not proved either.
    """

    kept: int
    rules: int
    open: tuple[str, ...]
    needs: tuple[str, ...]


@frozen
class PropertyRow:
    """What is known of one property: `within` is the depth to which it holds when the search did not close.

    The last `repeats` of the events go on for ever.  `methods` gave the verdict.  A proof by induction rests on the `lemmas`,
    proved themselves, and holds under `readings`: "every" or "in force".  Where time was up, `so_far` is how far induction got.
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
    so_far: SoFar | None = None


@frozen
class CrossChecked:
    """How much of what z3 was told was compared with the reference, without a difference: transitions, of so many rules, and
    values of properties."""

    transitions: int
    rules: int
    values: int


@frozen
class Closing:
    """The states that z3 found where it was to find all of them, and why these are not all (empty if they are)."""

    states: int
    reason: str

    @property
    def closed(self) -> bool:
        """Whether these are all."""
        return not self.reason


@frozen
class Explained:
    """Why a property holds that induction has proved: what else each rule needs in order to keep it.

    Of `rules` rules (with the start as one), those not named keep it whatever else is true; `needs` has, for each other property
    or lemma, the rules that keep this one only because of that.  Each of them is explained in its turn, once.  With no rules
    there is no proof of this kind, and the property's own row says what is known.
    """

    name: str
    text: str
    rules: int
    needs: Mapping[str, tuple[str, ...]]


@frozen
class Lemma:
    """A lemma that proofs rest on and that was found in a sample: its name, a sentence, and its condition as rules say it."""

    name: str
    sentence: str
    condition: str


@frozen
class Mined:
    """What became of candidate lemmas: `states` sampled, `candidates` that the sample left, `refuted` ones of its first half that
    the second half refuted, `dropped` ones that some rule does not keep, and the `lemmas` that proofs rest on.  So many of the
    candidates are `blocking`: each was made against a counterexample to induction, from what no state of the sample has together.

    `module` is the text of a Python module that adds the lemmas to the game.
    """

    states: int
    candidates: int
    refuted: int
    dropped: int
    lemmas: tuple[Lemma, ...]
    module: str
    blocking: int = 0


@frozen(repr=False)
class Checked(Result):
    """The answer to `check`: `states` and `transitions` of explicit search, None without one.

    `depth` is how deep explicit search went, `bound` how deep z3 was asked (None where it looked at every state), and `k` how
    many states its induction takes together.  `closing` is what z3 found where it was to find every
    state.  `cross_check` is what of the lifted rules was compared with the reference, `mined` what was found by looking for
    lemmas.  `steps_known` is how many steps of proofs were kept by earlier runs.  `explained` is why the properties hold that
    an explanation was asked for, each followed by what it rests on.  With `seats` it is about what these can
    see to, whatever all others and open chance do.
    """

    command: ClassVar[str] = "check"
    about: About = field(metadata=FLAT)
    method: str
    chance: str
    states: int | None
    transitions: int | None
    depth: int | None
    ending: str
    properties: tuple[PropertyRow, ...]
    clauses: Mapping[str, str] = field(factory=dict)
    seconds: float = field(default=0.0, eq=False)
    bound: int | None = None
    k: int | None = None
    closing: Closing | None = None
    cross_check: CrossChecked | None = None
    mined: Mined | None = None
    steps_known: int = field(default=0, eq=False, metadata=SHOWN_ONLY)
    explained: tuple[Explained, ...] = ()
    seats: tuple[str, ...] = ()
