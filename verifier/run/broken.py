"""Which properties a position or a transition breaks, evaluated by the reference run."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import frozen

from verifier.lang.game import Rule
from verifier.run.reference import Applied, Position, Reference, RuleBroke


@frozen(eq=False)
class Broken:
    """A property that does not hold; `failure` is set when it could not even be evaluated."""

    rule: Rule
    failure: RuleBroke | None = None

    def __str__(self) -> str:
        kind = self.rule.kind.replace("_", " ")
        does = f"cannot be evaluated ({self.failure})" if self.failure is not None else "does not hold"
        clauses = f" [{', '.join(self.rule.clauses)}]" if self.rule.clauses else ""
        return f"the {kind} {self.rule.name} {does}: {self.rule.summary}{clauses}"


def broken_in(reference: Reference, position: Position, ignoring: Collection[str] = ()) -> Iterator[Broken]:
    """The invariants that do not hold in a position, in the game's order; properties whose names are ignored are not asked."""
    for rule in reference.program.game.of_kind("invariant"):
        if rule.name not in ignoring:
            try:
                if not reference.holds(rule, position.state):
                    yield Broken(rule)
            except RuleBroke as failure:
                yield Broken(rule, failure)


def broken_by(reference: Reference, before: Position, applied: Applied, ignoring: Collection[str] = ()) -> Iterator[Broken]:
    """The step properties that a transition from `before` breaks, in the game's order."""
    for rule in reference.program.game.of_kind("step_property"):
        if rule.name not in ignoring:
            try:
                if not reference.holds(rule, before.state, applied.after.state, event=applied.event):
                    yield Broken(rule)
            except RuleBroke as failure:
                yield Broken(rule, failure)
