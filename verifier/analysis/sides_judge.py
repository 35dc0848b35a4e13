"""The reference as the checker of strategies sees it: with a goal or an invariant for an end, and within limits."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from verifier.judge import Judge

if TYPE_CHECKING:
    from verifier.analysis.progress import Meter
    from verifier.instance import Instance
    from verifier.lang.game import Rule
    from verifier.run.reference import Position
    from verifier.search.limits import Limits


class SidesJudge(Judge):
    """A judge that sees an end where a goal is reached or an invariant broken, keeps to limits and reports how far it is."""

    def __init__(self, instance: Instance, to: str | None, open_chance: bool, limits: Limits | None = None,
                 meter: Meter | None = None) -> None:
        super().__init__(instance, open_chance=open_chance)
        rule = None if to is None else instance.program.game.rules[to]
        self._rule, self._limits, self._meter, self._count = rule, limits, meter, 0

    def over(self, position: Position) -> bool:
        """Whether nothing that follows matters."""
        return super().over(position) or self._rule is not None and self._is_there(self._rule, position)

    def worth(self, position: Position, seats: Collection[str]) -> tuple[int, ...]:
        """What an end is worth to the seats: 1 where the goal is reached, or the invariant not broken, where one is named."""
        if self._rule is None:
            return super().worth(position, seats)
        return (int(self._is_there(self._rule, position) is (self._rule.kind == "goal")),)

    def moves(self, position: Position) -> dict[str, Position]:
        """What can follow, of one position more; LimitReached where a limit does not allow it."""
        self._count += 1
        if self._limits is not None:
            self._limits.check()
        if self._meter is not None:
            self._meter.step(f"{self._count:,} positions")
        return super().moves(position)

    def _is_there(self, rule: Rule, position: Position) -> bool:
        return self._instance.reference.holds(rule, position.state) is (rule.kind == "goal")
