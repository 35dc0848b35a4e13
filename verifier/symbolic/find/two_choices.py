"""Two choices of a reading in a region of the rules, lifted: tables of either, and whether a rule does the same under both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from verifier import clock
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.find.distinguishing import asking
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import Flag, Value, all_of, any_of, negation, same
from verifier.symbolic.product.side_by_side import unlike
from verifier.symbolic.product.unrolling import Region
from verifier.symbolic.solver import Effort, OutOfTime


@frozen
class Bounds:
    """How far to look: the largest size, the most steps before the sides part, the time."""

    size: int = 4
    steps: int = 8
    seconds: float | None = None
    work: int = 60_000_000


class TwoChoices:
    """The rules under both choices, in a region, as far as some bounds."""

    def __init__(self, program: Program, setting: Setting, reading: str, choices: tuple[str, str], region: Region,
                 bounds: Bounds) -> None:
        self.until = None if bounds.seconds is None else clock.seconds() + bounds.seconds
        self.program, self.setting, self.reading, self.choices = program, setting, reading, choices
        self.region, self.bounds = region, bounds
        self.settings = [Setting({**setting.rulings, reading: choice}, setting.edition) for choice in choices]
        self.lifted = [Lifted.under(program, each)[0] for each in self.settings]
        for lifted in self.lifted:
            lifted.look = self.look
        self.layout = self.lifted[0].table
        self.phase = offset_of(program.game.state_type, "phase")
        self._asking = frozenset(asking(program, reading))

    def is_late(self) -> bool:
        """Whether there is no time left."""
        return self.until is not None and clock.seconds() > self.until

    def look(self) -> None:
        """Raise OutOfTime when there is no time left: lifting takes longer than z3's questions."""
        if self.is_late():
            raise OutOfTime

    def effort(self) -> Effort:
        """What one question may cost."""
        left = 600.0 if self.until is None else max(0.01, self.until - clock.seconds())
        return Effort(work=self.bounds.work, seconds=left)

    def table(self, prefix: str, pile: int | None) -> tuple[list[Value], list[Flag]]:
        """Any table, in any phase, with no pile larger than that; and what makes it one."""
        return self.layout.unknown(prefix, most=pile)

    def invariants(self, cells: list[Value]) -> Iterator[Flag]:
        """What both choices promise of a table."""
        for lifted in self.lifted:
            for rule in self.program.game.of_kind("invariant"):
                truth = lifted.truth(rule, cells)
                yield truth.is_kept

    def fired(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> list[Fired]:
        """A rule under either choice; once, where it never asks for the reading, nor does what it calls."""
        sides = self.lifted if rule.name in self._asking else self.lifted[:1]
        return [lifted.fire(rule, arguments, cells) for lifted in sides]

    def differs(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> Flag:
        """That a rule does one thing under the one choice and another under the other."""
        return parts_at(self.fired(rule, arguments, cells)) if rule.name in self._asking else False


def parts_at(fired: Sequence[Fired]) -> Flag:
    """That a rule, as `TwoChoices.fired` gives it, does one thing under the one choice and another under the other."""
    if len(fired) == 1:
        return False
    one, other = fired
    both = all_of((one.happens, other.happens))
    return any_of((negation(same(one.happens, other.happens)), all_of((both, any_of(unlike(one.after, other.after))))))
