"""What a run needs besides the rules: the rulings in force and the component data, and what the deal fixes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen


@frozen
class InForce:
    """Rulings and the edition's record without any deal: what players are handed, who may not be handed a Setting."""

    rulings: Mapping[str, str]
    edition: Any

    @property
    def undealt(self) -> Setting:
        """The setting in which nothing is dealt."""
        return Setting(self.rulings, self.edition)


@frozen
class Setting:
    """Rulings (reading id -> choice, all of them), the edition's record, and a tape of outcomes for each named stream.

    A tape entry of 0 or more picks the outcome at that number modulo the total weight, walking outcomes in order; an entry
    below 0 forces outcome -(entry + 1).  Tapes come in the order of `verifier.lang.phases.tape_names`.
    """

    rulings: Mapping[str, str]
    edition: Any
    tapes: tuple[tuple[int, ...], ...] = field(default=())
    looked_through: tuple[Any, ...] = field(default=(), eq=False, repr=False)

    @property
    def in_force(self) -> InForce:
        """The same without the deal."""
        return InForce(self.rulings, self.edition)

    @property
    def never(self) -> bool:
        """Whether what the game's foresight is about never comes in this deal: what `foreseeing` found of these very tapes."""
        return bool(self.looked_through) and self.looked_through[0] is self.tapes and self.looked_through[1] is self.rulings

    def foreseeing(self) -> Setting:
        """The same setting, with what the game's foresight is about known never to come.  With another deal, or other rulings,
        nothing is known.
        """
        return evolve(self, looked_through=(self.tapes, self.rulings))
