"""Which phase can follow which, by which rule: read off the intermediate form of the rules, without playing.

Each rule is followed with the set of phases that the state can be in, statement by statement, into the rules that it calls.
Both ways of a branch count unless the branch asks for the phase itself; loops are followed until nothing is added.  What is
found is an over-approximation: every phase that can follow is there, whatever the deal, the readings and the component data,
and some may be there that no position leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from attrs import define, evolve, field, frozen

from verifier.lang import ir
from verifier.lang.game import Rule
from verifier.lang.layout import encode
from verifier.lang.values import blank
from verifier.program.program import Program

PHASE = "phase"
Phases = frozenset[int]
NOTHING: Phases = frozenset()


@frozen
class Follows:
    """A rule of a phase, and the phases in which the game can be after it."""

    phase: IntEnum
    rule: Rule
    next: tuple[IntEnum, ...]


def starts(program: Program) -> tuple[IntEnum, ...]:
    """The phases in which the set-up can leave the game; all of them for a game without a set-up."""
    game = program.game
    rule = game.only("setup")
    if rule is None:
        return tuple(game.phases)
    first = encode(game.state_type, blank(game.state_type))[[slot.path for slot in program.slots].index(PHASE)]
    return _members(program, _Flow(program).after(rule, frozenset([first])))


def phase_graph(program: Program) -> tuple[Follows, ...]:
    """For each rule of each phase, in the order of the phases, what can follow."""
    flow = _Flow(program)
    return tuple(Follows(phase.phase, rule, _members(program, flow.after(rule, frozenset([int(phase.phase)]))))
                 for phase in program.phases for rule in program.rules_at(int(phase.phase)))


def _members(program: Program, phases: Phases) -> tuple[IntEnum, ...]:
    return tuple(phase for phase in program.game.phases if int(phase) in phases)


@frozen
class _Point:
    """What is known somewhere in a rule: the phases of the state, and those that locals hold; None where nothing gets to."""

    phases: Phases
    locals: Mapping[str, Phases] = {}

    def joined(self, other: _Point | None) -> _Point:
        if other is None:
            return self
        names = {**self.locals, **other.locals}
        return _Point(self.phases | other.phases,
                      {name: self.locals.get(name, NOTHING) | other.locals.get(name, NOTHING) for name in names})


def _join(points: Iterable[_Point | None]) -> _Point | None:
    found: _Point | None = None
    for point in points:
        found = point if found is None else found.joined(point)
    return found


@define
class _Exits:
    """How the statements of one rule are left early: by a return (with the phases returned), and out of the innermost loop."""

    returned: _Point | None = None
    values: Phases = NOTHING
    broke: _Point | None = None
    continued: _Point | None = None


@define
class _Flow:
    """Follows rules; what a call does is worked out once for what it is given."""

    program: Program
    _known: dict[tuple[str, Phases, tuple[Phases | None, ...]], tuple[Phases, Phases]] = field(factory=dict)

    def after(self, rule: Rule, phases: Phases) -> Phases:
        """The phases of the state behind a rule that begins in some, called with any arguments."""
        return self._called(rule, phases, tuple(_every(kind) if self._is_phase(kind) else None for _, kind in rule.parameters))[0]

    def _called(self, rule: Rule, phases: Phases, given: tuple[Phases | None, ...]) -> tuple[Phases, Phases]:
        """The phases of the state behind a rule, and those that it returns."""
        key = rule.name, phases, given
        if key not in self._known:
            exits = _Exits()
            names = {name: value for (name, _), value in zip(rule.parameters, given, strict=True) if value is not None}
            end = _join([self._block(self.program.bodies[rule.name].body, _Point(phases, names), exits), exits.returned])
            self._known[key] = NOTHING if end is None else end.phases, exits.values
        return self._known[key]

    def _is_phase(self, kind: object) -> bool:
        return isinstance(kind, ir.EnumType) and kind.enum is self.program.game.phases

    def _is_state(self, place: object) -> bool:
        """Whether a place is the phase of the state."""
        return (isinstance(place, ir.FieldOf) and place.name == PHASE and isinstance(place.base, ir.Root)
                and place.base.name != ir.EDITION and place.base.type == self.program.game.state_type)

    # -- statements ---------------------------------------------------------------------------------------------------------

    def _block(self, statements: tuple[ir.Stmt, ...], point: _Point | None, exits: _Exits) -> _Point | None:
        for statement in statements:
            if point is None:
                return None
            point = self._statement(statement, point, exits)
        return point

    def _statement(self, node: ir.Stmt, point: _Point, exits: _Exits) -> _Point | None:
        match node:
            case ir.Store() if self._is_state(node.place):
                return evolve(point, phases=self._value(node.value, point))
            case ir.Assign() if self._is_phase(node.value.type):
                return evolve(point, locals={**point.locals, node.name: self._value(node.value, point)})
            case ir.Perform():
                return self._perform(node, point)
            case ir.If():
                return _join([self._block(node.then, self._where(node.condition, point, True), exits),
                              self._block(node.otherwise, self._where(node.condition, point, False), exits)])
            case ir.ForRange() | ir.ForEach() | ir.While():
                return self._loop(node, point, exits)
            case ir.Return():
                exits.returned = point.joined(exits.returned)
                for value in node.values:
                    if self._is_phase(value.type):
                        exits.values |= self._value(value, point)
                return None
            case ir.Break():
                exits.broke = point.joined(exits.broke)
                return None
            case ir.Continue():
                exits.continued = point.joined(exits.continued)
                return None
        return point

    def _perform(self, node: ir.Perform, point: _Point) -> _Point | None:
        phases, returned = self._call(node.call, point)
        if not phases:
            return None
        point = evolve(point, phases=phases)
        return point if node.into is None else evolve(point, locals={**point.locals, node.into: returned})

    def _loop(self, node: ir.ForRange | ir.ForEach | ir.While, point: _Point, exits: _Exits) -> _Point | None:
        """A loop, with what leaves its passes joined to what enters them until nothing is added."""
        inner = evolve(exits, broke=None, continued=None)
        before: _Point | None = None
        while before != point:
            before = point
            end = self._block(node.body, point, inner)
            point = _join([point, end, inner.continued]) or point
        exits.returned, exits.values = inner.returned, inner.values
        return point.joined(inner.broke)

    def _where(self, condition: ir.Expr, point: _Point, holds: bool) -> _Point | None:
        """What is known where a condition holds, or where it does not; None where neither can be."""
        match condition:
            case ir.Not():
                return self._where(condition.operand, point, not holds)
            case ir.Junction() if (condition.operator == "and") == holds:
                for item in condition.items:
                    narrowed = self._where(item, point, holds)
                    if narrowed is None:
                        return None
                    point = narrowed
                return point
            case ir.Junction():
                return _join(self._where(item, point, holds) for item in condition.items)
            case ir.Compare(operator="==" | "!=", left=ir.Read(place=place),
                            right=ir.Const(value=value)) if self._is_state(place):
                asked, holds = frozenset([value]), holds == (condition.operator == "==")
            case ir.OneOf(operand=ir.Read(place=place)) if self._is_state(place):
                asked = frozenset(condition.values)
            case _:
                return point
        phases = point.phases & asked if holds else point.phases - asked
        return evolve(point, phases=phases) if phases else None

    # -- values -------------------------------------------------------------------------------------------------------------

    def _value(self, node: ir.Expr, point: _Point) -> Phases:
        """The phases that an expression can be."""
        match node:
            case ir.Const():
                return frozenset([node.value])
            case ir.Local() if node.name in point.locals:
                return point.locals[node.name]
            case ir.Read() if self._is_state(node.place):
                return point.phases
            case ir.Choose():
                return self._value(node.then, point) | self._value(node.otherwise, point)
            case ir.Lookup():
                return frozenset(node.table)
            case ir.Call():
                return self._call(node, point)[1]
        return _every(node.type)

    def _call(self, node: ir.Call, point: _Point) -> tuple[Phases, Phases]:
        given = tuple(self._value(argument, point) if self._is_phase(kind) and isinstance(argument, ir.Expr) else None
                      for (_, kind), argument in zip(node.rule.parameters, node.arguments, strict=True))
        return self._called(node.rule, point.phases, given)


def _every(kind: object) -> Phases:
    """Every phase of a type."""
    return frozenset(range(kind.low, kind.high + 1)) if isinstance(kind, ir.EnumType) else NOTHING
