"""References to elements of piles must not outlive a change of the piles: in Python the name would go with the element, in
flat arrays it stays with the place.  Whatever depends on the difference is refused when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from verifier.errors import RuleRefused
from verifier.lang import ir
from verifier.lang.types import PileType

Refuse = Callable[[ir.Node, str, str], RuleRefused]
_COPY = "copy what you need of it into locals first, or take it out of the pile"


def changes_piles(nodes: Iterable[ir.Node], called: Mapping[str, bool]) -> bool:
    """Whether the nodes of a rule change the order or number of elements of any pile, or call a rule that does."""
    return any(_changes(node, called) for node in nodes)


def _changes(node: ir.Node, called: Mapping[str, bool]) -> bool:
    if isinstance(node, ir.Call):
        return called[node.rule.name]
    return isinstance(node, (ir.Take, ir.Put)) or (isinstance(node, ir.Clear) and isinstance(node.place.type, PileType))


def refuse_stale_references(nodes: Sequence[ir.Node], called: Mapping[str, bool], refuse: Refuse) -> None:
    """Refuse uses of an element's name behind a change of piles, element arguments of rules that change piles, and changes
    of a pile inside a loop over one of the same kind: by all nodes of a rule.
    """
    changes = [node for node in nodes if _changes(node, called)]
    elements = {node.name: node for node in nodes if isinstance(node, ir.Bind) and _in_pile(node.place, set())}
    names = set(elements)
    for node in nodes:
        if isinstance(node, ir.Bind) and _in_pile(node.place, names):
            names.add(node.name)
            elements[node.name] = node
    for node in nodes:
        if isinstance(node, ir.Root) and node.name in elements:
            _refuse_late_use(node, elements[node.name], changes, nodes, refuse)
        if isinstance(node, ir.Call) and called[node.rule.name]:
            looped = {loop.name for loop in nodes if isinstance(loop, ir.ForEach) and isinstance(loop.container.type, PileType)}
            if any(_in_pile(argument, names | looped) for argument in node.arguments):
                raise refuse(node, f"{node.rule.name} changes piles and is given an element of one", _COPY)
        if isinstance(node, ir.ForEach) and isinstance(node.container.type, PileType):
            _refuse_changes_in_loop(node, called, refuse)


def _in_pile(place: object, names: set[str]) -> bool:
    """Whether a place is an element of a pile, or within one; `names` stand for elements."""
    while isinstance(place, (ir.FieldOf, ir.ItemOf, ir.CountOf)):
        place = place.base
    return isinstance(place, ir.ElementOf) or (isinstance(place, ir.Root) and place.name in names)


def _refuse_late_use(use: ir.Root, bound: ir.Bind, changes: list[ir.Node], nodes: Sequence[ir.Node], refuse: Refuse) -> None:
    loops = [node for node in nodes if isinstance(node, (ir.ForRange, ir.ForEach, ir.While))]
    for change in changes:
        between = bound.id < change.id < use.id
        around = any(_inside(use, loop) and _inside(change, loop) and not _inside(bound, loop) for loop in loops)
        if between or around:
            raise refuse(use, f"{bound.name} names an element of a pile, and piles changed since it was named", _COPY)


def _inside(node: ir.Node, loop: ir.Node) -> bool:
    return any(each is node for each in ir.walk(loop))


def _refuse_changes_in_loop(loop: ir.ForEach, called: Mapping[str, bool], refuse: Refuse) -> None:
    for node in ir.walk(loop.body):
        changed = node.pile.type if isinstance(node, (ir.Take, ir.Put)) else None
        if isinstance(node, ir.Clear):
            changed = node.place.type
        by_call = isinstance(node, ir.Call) and called[node.rule.name]
        if by_call or (isinstance(changed, PileType) and changed == loop.container.type):
            raise refuse(node, "a pile may change inside a loop over a pile of its kind",
                         "loop over numbers, or do it in steps of their own")
