"""Functions of a state that rules ask about: what can be known of a table at a glance, for who learns what it is worth."""

from __future__ import annotations

from attrs import frozen

from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of, width
from verifier.lang.types import FlagType, IntType, RecordType, RowType
from verifier.program.program import Program

PLACES_MOST = 16  # of a row, whose values are added up


@frozen
class Asked:
    """A rule that says a number of the state, or of each item of a row: of those that begin at `places`, the sum is meant."""

    rule: Rule
    places: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """How the rule is called, and that it is a sum."""
        return f"sum of {self.rule.name}" if self.places else self.rule.name


def functions_of(program: Program) -> tuple[Asked, ...]:
    """The rules that change nothing, take the state or one item of a row of it and nothing else, and say a number or a flag.

    They are those that play, the grade or the estimate ask: learned weights are kept by the digest of these.
    """
    state, found = program.game.state_type, list[Asked]()
    asked = program.run_by(rule.name for rule in program.game.of_kind(*TRANSITIONS, "setup", "grade", "estimate"))
    rows = {kind.item: (name, kind) for name, kind in state.fields if isinstance(kind, RowType) and kind.size <= PLACES_MOST
            and isinstance(kind.item, RecordType)}
    for name, body in program.bodies.items():
        rule = program.game.rules.get(name)
        if rule is None or name not in asked or rule.kind != "rule" or not body.pure or len(rule.parameters) != 1:
            continue
        kind = rule.parameters[0][1]
        if not isinstance(rule.returned, IntType | FlagType):
            continue
        if kind == state:
            found.append(Asked(rule))
        elif kind in rows:
            field, row = rows[kind]
            first, apart = offset_of(state, field), width(row.item)
            found.append(Asked(rule, tuple(range(first, first + apart * row.size, apart))))
    return tuple(found)
