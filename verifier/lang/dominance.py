"""What a game may declare of its states: that more of some fields, and fewer of others, is never worse.

    game.never_worse(more=("ammo", "heroes.health"), fewer=("hits",))

One state is at least as good as another if they differ in these fields alone, and in each of them it has no less, or no more.
A field is named by its place in the state, with dots between the parts: of a row every item counts, of a record every field.

Only a declaration.  What it is worth is asked elsewhere: z3 proves it for all states that keep the invariants
(`verifier.symbolic.product.dominance`), the kit looks for a counterexample in play (`verifier.testing.dominance`), and a search
that has no proof leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from verifier.errors import Problem, did_you_mean
from verifier.lang.layout import width
from verifier.lang.types import EnumType, PileType, RecordType, RowType, Type
from verifier.visible import shown

NEVER_WORSE = "never-worse"  # with hyphens, which no rule's name can have
NEVER_WORSE_IF_WON = "never-worse-if-won"  # of lines to ends with the first field of the grade above its lowest


@frozen
class NeverWorse:
    """The fields of which more, and those of which fewer, is never worse, by their places; `where` they were declared."""

    more: tuple[str, ...]
    fewer: tuple[str, ...]
    where: str

    def __str__(self) -> str:
        said = [f"more {' and '.join(self.more)}"] if self.more else []
        return ", ".join([*said, *([f"fewer {' and '.join(self.fewer)}"] if self.fewer else [])])


@frozen
class Better:
    """The cells of a state in which more is better, and those in which less is, by their offsets."""

    more: tuple[int, ...] = ()
    fewer: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.more or self.fewer)

    @property
    def cells(self) -> frozenset[int]:
        """All of them."""
        return frozenset(self.more + self.fewer)

    def is_at_least(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """Whether a state, as flat integers with the counters of tapes behind them, is at least as good as another."""
        cells = self.cells
        return (all(one[cell] >= other[cell] for cell in self.more) and all(one[cell] <= other[cell] for cell in self.fewer)
                and all(one[cell] == other[cell] for cell in range(len(one)) if cell not in cells))


def better(declared: NeverWorse, state: RecordType) -> Better:
    """The cells that a declaration without problems names."""
    more, fewer = (tuple(cell for name in names for cell in _cells(_found(name, state) or [])) for names in
                   (declared.more, declared.fewer))
    return Better(more, fewer)


def problems_of(declared: NeverWorse, state: RecordType, *, orders: Iterable[str], has_grade: bool) -> Iterator[Problem]:
    """What is wrong with a declaration (DB344); `orders` are the bags whose order a tape deals out."""
    for message, hint in _wrong(declared, state, frozenset(orders), has_grade):
        yield Problem("DB344", f"never_worse: {message}", declared.where, hint)


def _wrong(declared: NeverWorse, state: RecordType, orders: frozenset[str], has_grade: bool) -> Iterator[tuple[str, str]]:
    names = (*declared.more, *declared.fewer)
    if not names:
        yield "nothing is named", 'write game.never_worse(more=("ammo",)), with the comma'
    if not has_grade:
        yield "there is no grade by which anything is worse", "write a @game.grade"
    taken = set[int]()
    for name in names:
        found = _found(name, state)
        if found is None:
            yield f"{shown(name)} is not a field of the state", did_you_mean(name, list(_places(state, "")))
            continue
        wrong = next((message for _, kind in found for message in _unfit(kind)), None)
        if name == "phase" or wrong is not None:
            yield f"{name} {wrong or 'says what happens next'}", "name numbers, flags, and rows, records and bags of these"
            continue
        if name.partition(".")[0] in orders:
            yield f"a tape deals {name} out in its order", "name what chance does not rest on"
        cells = _cells(found)
        if any(cell in taken for cell in cells):
            yield f"{name} is named twice, or is a part of what is named", "name each field once: more of it is better, or fewer"
        taken.update(cells)


Span = tuple[int, Type]  # where a value lies, and of what type it is


def _found(name: str, state: RecordType) -> list[Span] | None:
    """The values that a place names: one, or one for each item of the rows on the way; None if there is no such place."""
    spans: list[Span] = [(0, state)]
    for part in name.split("."):
        inner = [each for span in spans for each in _field(span, part)]
        if not inner:
            return None
        spans = inner
    return spans


def _field(span: Span, name: str) -> Iterator[Span]:
    """A field of a record, or of every item of a row of records."""
    base, kind = span
    if isinstance(kind, RowType):
        for index in range(kind.size):
            yield from _field((base + index * width(kind.item), kind.item), name)
    elif isinstance(kind, RecordType):
        for each, field in kind.fields:
            if each == name:
                yield base, field
            base += width(field)


def _cells(spans: Iterable[Span]) -> list[int]:
    return [cell for base, kind in spans for cell in range(base, base + width(kind))]


def _unfit(kind: Type) -> Iterator[str]:
    """What of a type has no more and no less."""
    if isinstance(kind, EnumType):
        yield "is or has a member of an enum, of which none is more than another"
    elif isinstance(kind, PileType):
        yield "is or has a pile, which is in an order"
    elif isinstance(kind, RowType):
        yield from _unfit(kind.item)
    elif isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _unfit(field)


def _places(kind: Type, before: str) -> Iterator[str]:
    """The places that can be named."""
    while isinstance(kind, RowType):
        kind = kind.item
    for name, field in kind.fields if isinstance(kind, RecordType) else ():
        yield before + name
        yield from _places(field, f"{before}{name}.")
