"""What a game's rules say, in 64 letters: the same for the same rules, and another once anything is altered that play can see.

Written out is the intermediate form of rules, without where in a file they stand; with them the types of the state and the
edition, the choices of each reading, and what is an end.  What only guides searches (estimate, progress), what is hidden
from whom, pictures and texts are left out.  Nothing depends on the machine, on Python's version, or on how rules are executed.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from hashlib import blake2b
from typing import Any

from attrs import fields

from verifier.lang import ir
from verifier.lang.game import TRANSITIONS, Kind, Rule
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Type
from verifier.program.program import Program

PLAYED: tuple[Kind, ...] = (*TRANSITIONS, "setup")


@cache
def rules_digest(program: Program, kinds: tuple[Kind, ...]) -> str:
    """The digest of the rules that are played and of those of some more kinds, with all that they call."""
    game = program.game
    foreseen = game.foreseen[0].names if game.foreseen and "bound" in kinds else ()
    named = program.run_by([*(rule.name for rule in game.of_kind(*PLAYED, *kinds)), *foreseen])
    parts = [*_types(program), [_rule(program.bodies[name]) for name in sorted(named)], *foreseen]
    return blake2b(repr(parts).encode(), digest_size=32).hexdigest()


@cache
def rule_digest(program: Program, names: tuple[str, ...]) -> str:
    """The digest of some rules with all that they call."""
    parts = [_rule_text(program, name) for name in sorted(program.run_by(names))]
    return blake2b(repr([names, *parts]).encode(), digest_size=32).hexdigest()


@cache
def _rule_text(program: Program, name: str) -> str:
    return repr(_rule(program.bodies[name]))


@cache
def types_digest(program: Program) -> str:
    """The digest of what rules are about: the types of the state and the component data, the choices of readings, the ends."""
    return blake2b(repr(_types(program)).encode(), digest_size=32).hexdigest()


def _types(program: Program) -> list[Any]:
    game = program.game
    return [_type(game.state_type), _type(game.edition_type), [int(end) for end in game.ends],
            [[id_, list(reading.choices)] for id_, reading in sorted(program.readings.switches.items())]]


def _rule(body: ir.RuleBody) -> list[Any]:
    rule = body.rule
    phase = None if rule.phase is None else int(rule.phase)
    parameters = [[name, _type(kind)] for name, kind in rule.parameters]
    returned = None if rule.returned_record is None else _type(rule.returned_record)
    return [rule.name, rule.kind, phase, parameters, returned, body.guard, _plain(body.body)]


def _plain(value: Any) -> Any:
    """A node as a list of its kind and its fields; what is in fields as it is."""
    kind = type(value)
    if kind is str or kind is int:
        return value
    if isinstance(value, ir.Node):
        return [kind.__name__, *[_plain(getattr(value, name)) for name in _PARTS[kind]]]
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    if isinstance(value, Rule):
        return value.name
    if isinstance(value, Type):
        return _type(value)
    return int(value) if isinstance(value, IntEnum) else value


class _Parts(dict[type[ir.Node], tuple[str, ...]]):
    """The fields of each kind of node that say something of the rule."""

    def __missing__(self, kind: type[ir.Node]) -> tuple[str, ...]:
        self[kind] = tuple(each.name for each in fields(kind) if each.name not in ("id", "line"))
        return self[kind]


_PARTS = _Parts()


@cache
def _type(kind: Type) -> str:
    """A type in words."""
    match kind:
        case IntType():
            return f"int {kind.low} {kind.high}"
        case FlagType():
            return "flag"
        case EnumType():
            none = () if kind.none is None else (kind.none.upper(),)  # None is one more member, first
            return f"enum {kind.low} {kind.high} {' '.join([*none, *(each.name for each in (*kind.enum, *(kind.more or ())))])}"
        case RecordType():
            return f"record ({'; '.join(f'{name} {_type(field)}' for name, field in kind.fields)})"
        case RowType():
            return f"row {kind.size} from {kind.first} of ({_type(kind.item)})"
        case PileType():
            return f"pile {kind.size} of ({_type(kind.item)})"
        case BagType():
            return f"bag {kind.low} {kind.high} of ({_type(kind.kind)})"
