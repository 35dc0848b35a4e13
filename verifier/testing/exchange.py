"""Whether states whose interchangeable items are in another order really are equivalent, asked of emitted code state by state.

The declaration is proved when the game is loaded (`verifier.program.scalarset`).  This is the other way to see it: the events of
a permuted state, what forbids them, their weights, what they lead to, and what the game thinks of both have to be the same, by
the names that items have there.  How many states were tried is for whoever asks to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from attrs import frozen

from verifier.lang.phases import CHANCE, DECISION, END
from verifier.run.canonical import Order, orders, permuted, renamed
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing.facts import VALUES

FAILS = "fails"


@frozen(eq=False)
class Asymmetry:
    """What a state and the same one with its items in another order do not have in common."""

    game: str
    what: str
    expected: str
    got: str
    position: Position
    order: tuple[Order, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.game}: {self.what}", f"  the state: {self.expected}",
                          f"  with items {list(self.order)}: {self.got}", f"  position: {self.position.state!r}"])


def asymmetries(native: Native, setting: Setting, positions: Iterable[Position], *, seed: int = 0,
                most: int = 20) -> list[Asymmetry]:
    """What differs between positions and random permutations of them; empty is what one hopes for.

    Left out are positions in phases that the game excepts, and properties and goals that tell items apart.
    """
    rng, asking, found = Random(f"exchange {seed}"), _Asking(native, setting), list[Asymmetry]()
    for position in positions:
        order = tuple(_shuffled(rng, group.size) if position.state.phase in group.phases else tuple(range(group.size))
                      for group in native.program.interchange.groups)
        found += asking.differences(position, order)
        if len(found) >= most:
            break
    return found


def _shuffled(rng: Random, size: int) -> Order:
    """An order drawn by lot (only `random`, whose sequence Python promises to keep)."""
    return tuple(item for _, item in sorted((rng.random(), item) for item in range(size)))


class _Asking:
    def __init__(self, native: Native, setting: Setting) -> None:
        self.native, self.program, self.context = native, native.program, native.context(setting)
        self.slots = native.constant("SLOTS")
        self.told_apart = self.program.interchange.told_apart

    def differences(self, position: Position, order: Sequence[Order]) -> Iterator[Asymmetry]:
        """What a position and its permutation do not have in common, among them the canonical state of both."""
        state = self.native.state(position)
        other = state.copy()
        other[:self.slots] = permuted(self.program.interchange, state[:self.slots].tolist(), order)
        expected = {what: self._permuted(said, order) for what, said in self._said(state, None).items()}
        got = self._said(other, order)
        for what in [*expected, *(what for what in got if what not in expected)]:
            left, right = expected.get(what), got.get(what)
            if left != right:
                yield Asymmetry(self.program.game.name, what, str(left), str(right), position, tuple(order))
        one, two = self._canonical(state), self._canonical(other)
        if one != two:
            yield Asymmetry(self.program.game.name, "the canonical state", str(one), str(two), position, tuple(order))

    def _permuted(self, said: Any, order: Sequence[Order]) -> Any:
        return permuted(self.program.interchange, said, order) if isinstance(said, list) else said

    def _canonical(self, state: Any) -> list[int]:
        """The canonical state as emitted code makes it, which has to be the one that `orders` says."""
        done = state.copy()
        self.native.call("canonical", done)
        numbers: list[int] = state[:self.slots].tolist()
        phase = int(state[self.native.constant("PHASE")])
        again = permuted(self.program.interchange, numbers, orders(self.program.interchange, numbers, phase))
        return again if again == done[:self.slots].tolist() else []

    def _said(self, state: Any, order: Sequence[Order] | None) -> dict[str, Any]:
        """Everything that can be said of a state, by the names that events have where items are not permuted."""
        phase = self.program.phases[int(state[self.native.constant("PHASE")])]
        found: dict[str, Any] = {}
        for number in phase.events:
            named = self.program.events[number if order is None else renamed(self.program, number, order)].text
            asked = {DECISION: "guard", CHANCE: "weigh"}.get(phase.kind)
            allowed = self._ask(asked, state, number) if asked is not None else 1
            found[f"{asked} of {named}"] = allowed
            if allowed != FAILS and (allowed == 0) == (phase.kind == DECISION):
                found[f"what {named} leads to"] = self._after(state, number)
        for name in VALUES:
            if self.program.game.only(name) is not None and (name != "grade" or phase.kind == END):
                found[name] = self._ask(name, state)
        for kind in ("invariant", "goal"):
            for index, rule in enumerate(self.program.game.of_kind(kind)):
                if rule.name not in self.told_apart:
                    found[f"{kind} {rule.name}"] = self._ask(kind, state, index)
        return found

    def _ask(self, name: str, state: Any, *arguments: int) -> Any:
        self.native.clear(self.context)
        said = int(self.native.call(name, state, self.context, *arguments))
        return said if self.native.failed(self.context) is None else FAILS

    def _after(self, state: Any, event: int) -> Any:
        done = state.copy()
        self.native.clear(self.context)
        self.native.call("apply", done, self.context, event)
        return done[:self.slots].tolist() if self.native.failed(self.context) is None else FAILS
