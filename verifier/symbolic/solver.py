"""Asking z3: three-valued answers, work limits that do not depend on the machine, second looks, and Ctrl-C that stops.

Conditions are either always required, or named; a question says which names are assumed.  What z3 calls unsatisfiable is asked
again of a second solver with another seed, which knows nothing of the first and is told only the names of the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

import z3
from attrs import field, frozen

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.symbolic.lift.looked_into import in_model
from verifier.symbolic.lift.terms import Flag, Value, z3_flag
from verifier.symbolic.prove.stopping import stopped_by_sigterm

LOGIC = "QF_FD"  # finite domains: bit-vectors and Booleans, all turned into clauses
SEED, SECOND_SEED = 1, 20_261_121
WORK = 60_000_000
NO_TIMEOUT = 2**32 - 1  # milliseconds
OUT_OF_TIME = "seconds"  # the reason of an answer for which there was no time


def version() -> str:
    """The version of z3 that answers."""
    return str(z3.get_version_string())


class OutOfTime(Exception):
    """There was no time to lift what a question is about."""


class Outcome(StrEnum):
    """What z3 says."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@frozen
class Effort:
    """How hard z3 tries at one question: `work` in its own units, which are the same on every machine.

    `seconds` is the most for one question, and `until` (as `verifier.clock` counts) when all of them end; answers depend on
    the machine once either is given.
    """

    work: int = WORK
    seconds: float | None = None
    until: float | None = None

    @property
    def seconds_left(self) -> float | None:
        """How long the next question may take; None for as long as its work lasts."""
        left = [each for each in (self.seconds, None if self.until is None else self.until - clock.seconds()) if each is not None]
        return min(left, default=None)

    @property
    def is_over(self) -> bool:
        """Whether there is no time for another question."""
        left = self.seconds_left
        return left is not None and left <= 0

    def check(self) -> None:
        """Raise OutOfTime when there is no time for another question: for the work between them."""
        if self.is_over:
            raise OutOfTime


@frozen(eq=False)
class Answer:
    """An outcome; `core` are the named conditions that an unsat answer rests on, `reason` why an answer is unknown."""

    outcome: Outcome
    core: tuple[str, ...] = ()
    reason: str = ""
    work: int = 0
    _model: Any = field(default=None, alias="model")

    def value(self, value: Value) -> int:
        """What a value is in the answer's model."""
        return in_model(self._model, value)

    def numbers(self, values: Iterable[Value]) -> list[int]:
        """What some values are in the answer's model."""
        return [self.value(each) for each in values]

    @property
    def model(self) -> Any:
        """The model of a sat answer."""
        return self._model


class Solver:
    """Conditions under one roof; asking again is cheap, since z3 keeps what it has learned.

    Answers that are `varied` are as unlike as z3 can make them, as it guesses at random; otherwise it stays near the last one.
    """

    def __init__(self, effort: Effort | None = None, *, seed: int = SEED, varied: bool = False) -> None:
        self.effort = Effort() if effort is None else effort
        self._z3 = _fresh(seed)
        if varied:
            self._z3.set("phase", "random")
        self._required: list[Any] = []
        self.required: list[Flag] = []
        self._named: dict[str, tuple[Any, Flag]] = {}
        self._second: Any = None
        self._told: set[str] = set()
        self._required_then = 0

    def require(self, conditions: Iterable[Flag]) -> None:
        """Conditions that hold in every question."""
        for each in conditions:
            if each is not True:
                term = z3_flag(each)
                self.required.append(each)
                self._required.append(term)
                self._z3.add(term)

    def name(self, name: str, condition: Flag) -> None:
        """A condition that questions can assume by name."""
        literal = z3.Bool(f"assume {name}")
        self._named[name] = literal, condition
        self._z3.add(z3.Implies(literal, z3_flag(condition)))

    def knows(self, name: str) -> bool:
        """Whether a condition has this name."""
        return name in self._named

    def ask(self, names: Sequence[str] = (), *, second_look: bool = True, effort: Effort | None = None) -> Answer:
        """Whether the required and the named conditions can hold together."""
        effort = effort or self.effort
        answer = self._check(self._z3, [self._named[name][0] for name in names], effort)
        if answer.outcome is not Outcome.UNSAT:
            return answer
        by_literal = {self._named[name][0].get_id(): name for name in names}
        core = tuple(sorted(by_literal[literal.get_id()] for literal in self._z3.unsat_core()))
        found = Answer(Outcome.UNSAT, core, work=answer.work)
        return self.confirmed(found, effort) if second_look else found

    def confirmed(self, answer: Answer, effort: Effort) -> Answer:
        """The second look at an unsat answer."""
        if self._second is None:
            self._second = _fresh(SECOND_SEED)
        self._second.add(*self._required[self._required_then:])
        self._required_then = len(self._required)
        for name in answer.core:
            if name not in self._told:
                literal, condition = self._named[name]
                self._second.add(z3.Implies(literal, z3_flag(condition)))
                self._told.add(name)
        second = self._check(self._second, [self._named[name][0] for name in answer.core], effort)
        work = answer.work + second.work
        if second.outcome is Outcome.SAT:
            rests = ", ".join(answer.core)
            raise EngineBug(Problem("DB911", f"z3 {version()} takes back an unsat answer that rests on {rests}"))
        if second.outcome is Outcome.UNKNOWN and second.reason == OUT_OF_TIME:
            return Answer(Outcome.UNKNOWN, reason=OUT_OF_TIME, work=work)
        if second.outcome is Outcome.UNKNOWN:
            return Answer(Outcome.UNKNOWN, reason=f"the second look gave no answer: {second.reason}", work=work)
        return Answer(Outcome.UNSAT, answer.core, work=work)

    @staticmethod
    def _check(solver: Any, literals: list[Any], effort: Effort) -> Answer:
        if effort.is_over:
            return Answer(Outcome.UNKNOWN, reason=OUT_OF_TIME)
        left = effort.seconds_left
        solver.set("rlimit", effort.work)
        solver.set("timeout", NO_TIMEOUT if left is None else min(NO_TIMEOUT, max(1, int(left * 1000))))
        before = _work(solver)
        try:
            with stopped_by_sigterm(solver.ctx.interrupt):
                found = solver.check(*literals)
        except z3.Z3Exception as error:
            if "out of memory" in str(error):
                raise MemoryError from error
            raise
        work = _work(solver) - before
        if found == z3.sat:
            return Answer(Outcome.SAT, work=work, model=solver.model())
        if found == z3.unsat:
            return Answer(Outcome.UNSAT, work=work)
        reason = solver.reason_unknown()
        if "interrupted" in reason:
            raise KeyboardInterrupt
        return Answer(Outcome.UNKNOWN, reason=OUT_OF_TIME if effort.is_over else _in_words(reason), work=work)


def _fresh(seed: int) -> Any:
    solver = z3.SolverFor(LOGIC)
    solver.set("random_seed", seed)
    return solver


def _work(solver: Any) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _in_words(reason: str) -> str:
    """z3's reason, with what it means."""
    if "canceled" in reason:
        return f"z3's work limit ({reason})"
    if "timeout" in reason:
        return f"z3's time limit ({reason})"
    return f"z3: {reason}"
