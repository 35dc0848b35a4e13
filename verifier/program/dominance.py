"""Whether states can be compared as a game declares: its fields are there, and no chance is weighed by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from verifier.errors import Problem
from verifier.lang import ir
from verifier.lang.dominance import NeverWorse, problems_of
from verifier.lang.game import Game
from verifier.lang.source import Source


def dominance_problems(game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody], run_by: Callable[[Iterable[str]], Set[str]]
                       ) -> Iterator[Problem]:
    """What is wrong with the declaration (DB344), and the weights of chance that read what it names (DB345)."""
    orders = [rule.order_of for rule in game.of_kind("chance") if rule.order_of is not None]
    for declared in game.comparisons:
        problems = list(problems_of(declared, game.state_type, orders=orders, has_grade=game.only("grade") is not None))
        yield from problems or _weighed(game, bodies, run_by, declared)
    for again in game.comparisons[1:]:
        yield Problem("DB344", "never_worse: a game says once what is never worse", again.where, "name all fields together")


def _weighed(game: Game[Any, Any], bodies: Mapping[str, ir.RuleBody], run_by: Callable[[Iterable[str]], Set[str]],
             declared: NeverWorse) -> Iterator[Problem]:
    """Chance rules whose weight looks at what is named: then the same deal would not bring the same to the better state."""
    named = (*declared.more, *declared.fewer)
    for rule in game.of_kind("chance"):
        body = bodies[rule.name]
        weighing = body.body[:body.guard]
        called = run_by({node.rule.name for node in ir.walk(weighing) if isinstance(node, ir.Call)})
        for where, node in [(body, node) for node in ir.walk(weighing)] + [
                (bodies[name], node) for name in sorted(called) for node in ir.walk(bodies[name].body)]:
            read = next((name for place in _places(node, game) for name in named if _overlap(name, place)), None)
            if read is not None:
                source = Source(where.rule.function)
                yield source.refused(source.line(node.line or source.first),
                                     f"never_worse names {read}, and chance is weighed by it in {rule.name}",
                                     "name what chance does not rest on: the same deal has to bring the same", "DB345")
                break


def _places(node: ir.Node, game: Game[Any, Any]) -> Iterator[str]:
    """The places of the state that a node looks into or hands on, as declarations name places."""
    found: list[Any] = [getattr(node, name, None) for name in ("place", "container", "pile", "bag", "other")]
    if isinstance(node, ir.Call):
        found += node.arguments
    for each in found:
        place = _place(each, game)
        if place is not None:
            yield place


def _place(node: Any, game: Game[Any, Any]) -> str | None:
    """The place of the state that a node is; None if it is none, or the whole state."""
    names = list[str]()
    at = node
    while isinstance(at, ir.FieldOf | ir.ItemOf | ir.ElementOf | ir.CountOf):
        if isinstance(at, ir.FieldOf):
            names.append(at.name)
        at = at.base
    is_of_state = isinstance(at, ir.Root) and at.name != ir.EDITION and at.type == game.state_type
    return ".".join(reversed(names)) if names and is_of_state else None


def _overlap(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")
