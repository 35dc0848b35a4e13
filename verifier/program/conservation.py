"""Conservation of cards, on offer for every game: no event makes a card appear, vanish or become another.

A game's piles and bags say what its cards are: the members of the enums that they hold.  Where a card can be follows from the
declared state: in a bag, in a pile, in a field, each alone, in records or in rows.  So `check` can be asked for it without a line
of the author's, `--property card-is-conserved` for an enum `Card`.  It is asked for by name alone, since it need not be true: a
game may count cards where it does not keep them, or name a card that lies elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import chain

from attrs import frozen

from verifier.lang.types import BagType, EnumType, PileType, RecordType, RowType, Type, enums_in_piles, types_in
from verifier.program.lemmas import known_names, member, with_rules
from verifier.program.program import Program

BEFORE, AFTER, CARD = "before", "after", "each"


@frozen
class Conservation:
    """A step property on offer: its name, of which cards it is, a sentence that names the fields that count, and its code."""

    name: str
    cards: type[IntEnum]
    sentence: str
    code: str


@frozen
class _Place:
    """Cards in the state: the rows and piles that lead to them from the outside in, and what holds them, behind the last name."""

    loops: tuple[str, ...]
    text: str
    bag: EnumType | None = None  # which members a bag has, if it is one


def conservations(program: Program) -> dict[str, Conservation]:
    """What is on offer for a game, by name: of each enum that its piles or bags hold, if the game has no rule of that name.

    Where there is only one place for a card, nothing is offered, nor for one of two enums of a name.
    """
    state, names, found = program.game.state_type, known_names(program), list[Conservation]()
    bags = (each.kind.enum for each in types_in(state) if isinstance(each, BagType))
    for enum in dict.fromkeys([*enums_in_piles(state), *bags]):
        places = {name: there for name, kind in state.fields if (there := list(_places(kind, enum, f"{{}}.{name}", ())))}
        if sum(map(len, places.values())) > 1 and names[enum.__name__] is enum:
            found.append(_conservation(program, enum, places))
    return {each.name: each for each in found if each.name not in program.game.rules}


def with_conservation(program: Program, names: Iterable[str]) -> Program:
    """The program with those of the properties on offer that are named; the game itself stays as it is."""
    offered = conservations(program)
    code = [offered[name].code for name in dict.fromkeys(names) if name in offered]
    return with_rules(program, "\n\n".join(code)) if code else program


def _conservation(program: Program, enum: type[IntEnum], places: Mapping[str, Sequence[_Place]]) -> Conservation:
    noun = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", enum.__name__).lower()
    name = f"{noun.replace(' ', '_')}_is_conserved"
    sentence = f"No event changes how many of each {noun} there are in {_listed(list(places))}."
    now, then = (f"({_sum(chain.from_iterable(places.values()), state)})" for state in (BEFORE, AFTER))
    record = program.game.state.__name__
    return Conservation(name, enum, sentence, "\n".join((
        "@game.step_property",
        f"def {name}({BEFORE}: {record}, {AFTER}: {record}) -> bool:",
        f'    """{sentence}"""',
        "    return all(",
        f"        {now}",
        f"        == {then}",
        f"        for {CARD} in {enum.__name__})")))


def _sum(places: Iterable[_Place], state: str) -> str:
    return "\n         + ".join(_count(each, state) for each in places)


def _count(place: _Place, state: str) -> str:
    """How many of a card a place holds."""
    text = place.text.format(state)
    loops = " ".join(f"for {_item(level)} in {loop.format(state)}" for level, loop in enumerate(place.loops))
    if place.bag is None:
        return f"sum(1 {loops} if {text} == {CARD})" if loops else f"(1 if {text} == {CARD} else 0)"
    held, kind = f"{text}[{CARD}]", place.bag
    tests = [f"{CARD} >= {member(kind, kind.low)}"] if kind.low else []
    tests += [f"{CARD} <= {member(kind, kind.high)}"] if kind.high < kind.whole.high else []
    if tests:
        held = f"({held} if {' and '.join(tests)} else 0)"
    return f"sum({held} {loops})" if loops else held


def _places(kind: Type, enum: type[IntEnum], text: str, loops: tuple[str, ...]) -> Iterator[_Place]:
    if isinstance(kind, RecordType):
        for name, field in kind.fields:
            yield from _places(field, enum, f"{text}.{name}", loops)
    elif isinstance(kind, (RowType, PileType)):
        yield from _places(kind.item, enum, _item(len(loops)), (*loops, text))
    elif _of(kind, enum):
        yield _Place(loops, text, kind.kind if isinstance(kind, BagType) else None)


def _item(level: int) -> str:
    return f"item{level or ''}"


def _of(kind: Type, enum: type[IntEnum]) -> bool:
    """Whether a field holds members of an enum, or a bag does."""
    return isinstance(kind, BagType) and kind.kind.enum is enum or isinstance(kind, EnumType) and kind.enum is enum


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]} together" if len(names) > 1 else f"{names[0]} as a whole"
