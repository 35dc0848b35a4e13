"""What a game may declare to have bounds derived from its rules: which part of a state a pattern database keeps.

    game.patterns(counts="slides", keeps=("hole",), row="tiles", groups=((1, 2, 3, 4), (5, 6, 7, 8)))

A pattern is the state with everything else left out.  What is left out may be anything, so that whatever a line can do, its
pattern can do too, and no pattern is farther from an end than the state itself.  The declaration says what is worth keeping; that
the bound is one follows from how it is made, not from what is declared.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from verifier.errors import Problem, did_you_mean
from verifier.lang.types import EnumType, FlagType, IntType, RecordType, RowType, Scalar, Type
from verifier.visible import shown

CODES_MOST = 2**62  # a pattern is one number


@frozen
class Patterns:
    """What patterns keep: the phase, the fields of `keeps`, and of `row` the values of one of the `groups`.

    Values, and the members of an enum, are numbers here; all that are in no group, or in another, are alike to a pattern.
    `counts` is a field that rules only add to ("" for none): how much of it is still to come is what is bounded.
    """

    counts: str
    keeps: tuple[str, ...]
    row: str
    groups: tuple[tuple[int, ...], ...]
    where: str

    def owner(self, value: int) -> int | None:
        """The group that a value of the row belongs to, if it belongs to one."""
        return next((number for number, group in enumerate(self.groups) if value in group), None)


def scalars_of(kind: Type) -> list[Scalar] | None:
    """The scalars of a type in their order; None where there is a pile or a bag in it."""
    if isinstance(kind, Scalar):
        return [kind]
    if isinstance(kind, RowType):
        inner = scalars_of(kind.item)
        return None if inner is None else inner * kind.size
    if not isinstance(kind, RecordType):
        return None
    found: list[Scalar] = []
    for _, field in kind.fields:
        inner = scalars_of(field)
        if inner is None:
            return None
        found += inner
    return found


def problems_of(patterns: Patterns, state: RecordType, *, has_grade: bool) -> list[Problem]:
    """What is wrong with a declaration (DB342)."""
    found: list[tuple[str, str]] = []
    names = [name for name, _ in state.fields]
    named = (*patterns.keeps, *filter(None, (patterns.counts, patterns.row)))
    found += [(f"{shown(name)} is not a field of the state", did_you_mean(name, names)) for name in named if name not in names]
    if not has_grade:
        found.append(("there is no grade to bound", "write a @game.grade"))
    found += [*_of_row(patterns, state), *_of_fields(patterns, state)]
    if not found and codes_of(patterns, state) > CODES_MOST:
        found.append(("a pattern has more than 2**62 values", "keep fewer fields, or fewer values in a group"))
    return [Problem("DB342", f"patterns: {message}", patterns.where, hint) for message, hint in found]


def codes_of(patterns: Patterns, state: RecordType) -> int:
    """How many values the largest pattern has, were all of them possible."""
    count = 1
    for name in ("phase", *patterns.keeps):
        for kind in scalars_of(state.field(name) or IntType(0, 0)) or ():
            count *= kind.high - kind.low + 1
    row = state.field(patterns.row)
    if isinstance(row, RowType):
        count *= (1 + max(map(len, patterns.groups))) ** row.size
    return count


def _of_row(patterns: Patterns, state: RecordType) -> Iterable[tuple[str, str]]:
    row = state.field(patterns.row)
    if bool(patterns.row) != bool(patterns.groups) or not all(patterns.groups):
        yield "a row and groups of its values are named together", 'write row="tiles", groups=((1, 2, 3), (4, 5))'
    elif row is not None:
        if not isinstance(row, RowType) or not isinstance(row.item, IntType | EnumType):
            yield f"{patterns.row} is not a row of numbers or members", "name a row, or keep the whole field with keeps"
            return
        values = [value for group in patterns.groups for value in group]
        wrong = [value for value in values if not row.item.low <= value <= row.item.high]
        if wrong:
            yield f"{wrong[0]} is no value of {patterns.row}", f"name values from {row.item.low} to {row.item.high}"
        twice = [value for value in values if values.count(value) > 1]
        if twice:
            yield f"{row.item.word(twice[0])} is in more than one place of the groups", \
                "have each value in one group; write game.patterns(...) again for other groups"


def _of_fields(patterns: Patterns, state: RecordType) -> Iterable[tuple[str, str]]:
    known = [name for name in patterns.keeps if state.field(name) is not None]
    for name in known:
        if scalars_of(state.field(name) or IntType(0, 0)) is None:
            yield f"{name} is or has a pile or a bag, which no pattern keeps", "keep fields of numbers, flags, members and rows"
        if name in ("phase", patterns.counts, patterns.row) or known.count(name) > 1:
            yield f"{name} is named twice", "the phase is always kept, what counts never"
            break
    counted = state.field(patterns.counts)
    if counted is not None and (not isinstance(counted, IntType) or isinstance(counted, FlagType)):
        yield f"{patterns.counts} is not a number", "count with a field of numbers"
