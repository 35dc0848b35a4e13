"""Whether bounds can be derived for what a game declares: the field that counts is only ever added to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.errors import Problem
from verifier.lang import ir
from verifier.lang.game import Game
from verifier.lang.patterns import Patterns, problems_of
from verifier.lang.source import Source


def pattern_problems(game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody], played: Sequence[str],
                     declared: Sequence[Patterns]) -> Iterator[Problem]:
    """What is wrong with declarations (DB342), and with rules that do something else to what counts than add to it (DB343)."""
    for patterns in declared:
        problems = problems_of(patterns, game.state_type, has_grade=game.only("grade") is not None)
        yield from problems
        if problems or not patterns.counts:
            continue
        for name in played:
            for node in ir.walk(bodies[name].body):
                if isinstance(node, ir.Store) and field_of(node.place, game) == patterns.counts and added(node) is None:
                    source = Source(bodies[name].rule.function)
                    yield source.refused(source.line(node.line or source.first),
                                         f"patterns count {patterns.counts}, and {name} does not just add to it",
                                         f"write {patterns.counts} += and what is not below 0, or count something else", "DB343")


def field_of(place: ir.Place, game: Game[Any, Any]) -> str | None:
    """The field of the state that a place is, if it is one."""
    if isinstance(place, ir.FieldOf) and isinstance(place.base, ir.Root) and place.base.type == game.state_type:
        return place.name
    return None


def added(node: ir.Store) -> ir.Expr | None:
    """What a store adds to a field; None where it does not just add, or may take away."""
    value = node.value
    if not isinstance(value, ir.Binary) or value.operator != "+":
        return None
    for old, more in ((value.left, value.right), (value.right, value.left)):
        if isinstance(old, ir.Read) and ir.alike(old.place, node.place) and more.type.low >= 0:
            return more
    return None
