"""What is interchangeable in a game: which slots of a state are permuted together, in which phases, and what forbids it.

A permutation of the members of an enum acts on a state: items of every row by the enum change places, and each field that holds a
member names the place where its item went.  A field that no rule of play touches in these phases stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from attrs import field, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang import ir
from verifier.lang.game import TRANSITIONS, Game, Kind
from verifier.lang.interchangeable import is_interchangeable, names, names_all, refused
from verifier.lang.layout import width
from verifier.lang.types import BagType, EnumType, PileType, RecordType, RowType, Type, types_in
from verifier.program.scalarset import closure, is_phase, symmetry_of

VALUES: tuple[Kind, ...] = ("grade", "bound", "estimate", "progress")
TRUTHS: tuple[Kind, ...] = ("invariant", "step_property", "goal")


@frozen
class Group:
    """What is permuted together, for one enum: rows as (offset, slots of an item), fields as (offset, first member's number).

    `phases` are those in which a permuted state is an equivalent one.
    """

    enum: type[IntEnum]
    rows: tuple[tuple[int, int], ...]
    references: tuple[tuple[int, int], ...]
    phases: frozenset[int]

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.enum)


@frozen
class Interchange:
    """The groups of a game; the problems of what is declared and is not so; and the properties and goals that tell items apart.

    Of each of these there is the reason, by its name.
    """

    groups: tuple[Group, ...] = ()
    problems: tuple[Problem, ...] = ()
    told_apart: Mapping[str, str] = field(factory=dict)


@frozen
class _Slot:
    """A scalar of a state that names a member: where it is, its type, and the record and field that it belongs to."""

    offset: int
    kind: EnumType
    owner: tuple[RecordType, str]


def interchange_of(game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody]) -> Interchange:
    """What the declarations of a game come to, by the intermediate form of its rules."""
    declared = [each for each in dict.fromkeys(kind.enum for kind in types_in(game.state_type) if isinstance(kind, EnumType))
                if is_interchangeable(each)]
    groups, problems, told_apart = list[Group](), list[Problem](), dict[str, str]()
    for enum in declared:
        try:
            groups.append(_group(game, bodies, enum, told_apart))
        except RuleRefused as error:
            problems += error.problems
    return Interchange(tuple(groups), tuple(problems), told_apart)


def _group(game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody], enum: type[IntEnum], told_apart: dict[str, str]) -> Group:
    rows, slots = _laid_out(game, enum)
    phases = _phases(game, enum)
    play = [rule.name for rule in game.of_kind(*TRANSITIONS) if int(rule.phase or 0) in phases and rule.phase is not None]
    play += [rule.name for rule in game.of_kind(*VALUES)]
    symmetry = symmetry_of(enum, game, bodies, phases, play)
    problems = [*_named_by_chance(game, enum, phases), *symmetry.problems, *_entered(game, enum, bodies, play, phases)]
    if problems:
        raise RuleRefused(problems)
    for rule in game.of_kind(*TRUTHS):
        asked = symmetry_of(enum, game, bodies, phases, [rule.name])
        if asked.problems:
            told_apart.setdefault(rule.name, asked.problems[0].message)
        elif any(each.owner in asked.touched - symmetry.touched for each in slots):
            told_apart.setdefault(rule.name, f"it reads a field that names one {enum.__name__}, and no rule of play does")
    references = tuple((each.offset, each.kind.first) for each in slots if each.owner in symmetry.touched)
    return Group(enum, rows, references, phases)


# -- the state ----------------------------------------------------------------------------------------------------------------


def _laid_out(game: Game[Any, Any], enum: type[IntEnum]) -> tuple[tuple[tuple[int, int], ...], tuple[_Slot, ...]]:
    """The rows by an enum and the scalars that name its members; RuleRefused for what cannot be permuted."""
    if any(each.enum is enum for each in types_in(game.edition_type) if isinstance(each, EnumType)):
        raise refused(enum, "component data tell its members apart", "leave them out of the edition")
    found = list(_parts(game.state_type, enum, 0, (game.state_type, ""), inside=False))
    rows = tuple(each for each in found if not isinstance(each, _Slot))
    if not rows:
        raise refused(enum, "no row of the state is by it", f"declare one: Annotated[Row[Item], By({enum.__name__})]")
    return rows, tuple(each for each in found if isinstance(each, _Slot))


def _parts(kind: Type, enum: type[IntEnum], offset: int, owner: tuple[RecordType, str], *,
           inside: bool) -> Iterator[tuple[int, int] | _Slot]:
    """Rows and scalars of an enum in a type; `inside` the items of a row whose items are interchangeable themselves."""
    if isinstance(kind, RecordType):
        for name, each in kind.fields:
            yield from _parts(each, enum, offset, (kind, name), inside=inside)
            offset += width(each)
    elif isinstance(kind, RowType):
        by = kind.by
        if by is not None and by.enum is enum:
            if inside or not names_all(by, enum):
                raise refused(enum, f"{owner[1]} is a row by a part of it, or in another row of interchangeable items",
                              "make it a row of the state, by the whole enum")
            yield offset, width(kind.item)
        inside = inside or by is not None and is_interchangeable(by.enum)
        for index in range(1 if inside else kind.size):  # items are alike, and nothing in them is listed
            yield from _parts(kind.item, enum, offset + index * width(kind.item), owner, inside=inside)
    elif isinstance(kind, (PileType, BagType)):
        if any(names(each, enum) for each in types_in(kind)):
            raise refused(enum, f"{owner[1]} is a {'bag' if isinstance(kind, BagType) else 'pile'} of its members",
                          "use a row by the enum, or a field")
    elif isinstance(kind, EnumType) and kind.enum is enum:
        if inside or not names_all(kind, enum):
            raise refused(enum, f"{owner[1]} names its members in an item of an interchangeable row, or only some of them",
                          "name them in fields of the state, and let them be any member")
        yield _Slot(offset, kind, owner)


# -- phases -------------------------------------------------------------------------------------------------------------------


def _phases(game: Game[Any, Any], enum: type[IntEnum]) -> frozenset[int]:
    """The phases in which the members are interchangeable."""
    excepted: tuple[IntEnum, ...] = enum.__interchangeable__  # type: ignore[attr-defined]
    if strange := [each for each in excepted if not isinstance(each, game.phases)]:
        raise refused(enum, f"except_in has {strange[0]!r}, which is not a phase of {game.name}",
                      f"name members of {game.phases.__name__}")
    return frozenset(int(phase) for phase in game.phases if phase not in excepted)


def _named_by_chance(game: Game[Any, Any], enum: type[IntEnum], phases: frozenset[int]) -> Iterator[Problem]:
    """A deal says which member an outcome is, and says the same of a permuted state."""
    for rule in game.of_kind("chance"):
        if rule.phase in phases and any(names(kind, enum) for _, kind in rule.arguments):
            yield Problem("DB319", f"{enum.__name__} is not interchangeable: in {rule.name} chance decides on a member, "
                          "and a deal says which", rule.where, "name the phase in except_in, if play does not come back there")


def _entered(game: Game[Any, Any], enum: type[IntEnum], bodies: Mapping[str, ir.RuleBody], play: list[str],
             phases: frozenset[int]) -> Iterator[Problem]:
    """No rule of play enters a phase in which the members are told apart."""
    if len(phases) == len(game.phases):
        return
    for name in closure(bodies, play):
        body = bodies[name]
        any_phase = set(_given_from_outside(body))
        for node in ir.walk(body.body):
            if entered := _may_be(game, node, any_phase) - phases:
                yield Problem("DB319", f"{enum.__name__} is not interchangeable: {name} can enter the phase "
                              f"{game.phases(min(entered)).name}, which except_in names", body.rule.where,
                              "let play not come back there, or leave the phase out of except_in")
                break


def _given_from_outside(body: ir.RuleBody) -> Iterator[str]:
    """The locals of a rule whose values no assignment and no call of another rule shows."""
    if body.rule.kind in TRANSITIONS:
        yield from (name for name, _ in body.rule.parameters)
    for node in ir.walk(body.body):
        if isinstance(node, (ir.ForRange, ir.ForEach)):
            yield node.name
        elif isinstance(node, ir.Take):
            yield node.into


def _may_be(game: Game[Any, Any], node: ir.Node, any_phase: set[str]) -> frozenset[int]:
    """The phases that a value given to something may be: that of an assignment, an argument, or what is returned."""
    if isinstance(node, (ir.Store, ir.Assign)):
        values: tuple[Any, ...] = (node.value,)
    elif isinstance(node, ir.Call):
        values = node.arguments
    else:
        values = node.values if isinstance(node, (ir.Put, ir.Return)) else ()
    return frozenset().union(*(_phases_of(game, each, any_phase) for each in values if names(each.type, game.phases)))


def _phases_of(game: Game[Any, Any], value: ir.Expr, any_phase: set[str]) -> frozenset[int]:
    """The phases that an expression may be, but for those that were given to what it reads, or that a rule returns."""
    match value:
        case ir.Const():
            return frozenset([value.value])
        case ir.Lookup():
            return frozenset(value.table)
        case ir.Choose():
            return _phases_of(game, value.then, any_phase) | _phases_of(game, value.otherwise, any_phase)
        case ir.Local() if value.name.partition(".")[0] not in any_phase:
            return frozenset()
        case ir.Call():
            return frozenset()
        case ir.Read() if is_phase(game, value.place):
            return frozenset()
    return frozenset(map(int, game.phases))

