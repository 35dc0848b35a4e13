"""What a game may declare of draws from a deck: how many of them can still matter, and which cards a bound asks about.

    game.foresight(draw_card, is_help, draws_left)

`draw_card` is the one rule of its tape, `is_help(card)` says of an outcome whether it is one of those that are asked about,
and `draws_left(state)` is the most draws that can still come and matter; the greatest number of its range says that nothing is
known.  The rule draws without replacement: its weights are what is left of each outcome.

A deal fixes in which order such a deck comes.  Where none of the first draws, as many as can matter from the start, is one of
those asked about, `may_happen(is_help)` is False in the bound, all through the game (`verifier.run.foreseen`).  That this may
be believed is a part of what "bound-holds" says (`verifier.lang.bounds`):

- no event but one that ends the game makes `draws_left` greater, and a draw makes it less, unless it is 0;
- as long as it is not, a draw leaves one less of what it brings, and no other event alters what is left, unless nothing is;
- the bound holds whatever `may_happen` says; where it is False, of draws that matter none is one of those asked about.

So the first draws that matter are the first entries of the tape, walked over what is left at the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from verifier.errors import Problem
from verifier.lang.types import FlagType, IntType

if TYPE_CHECKING:
    from verifier.lang.game import Game, Rule

HINT = "write game.foresight(draw, is_help, draws_left): a chance rule, a rule of its outcome, and a rule of the state"


@frozen
class Foreseen:
    """A declaration as it was written: the names of its three rules."""

    names: tuple[str, str, str]
    where: str

    @property
    def which(self) -> str:
        """The rule of the outcomes that are asked about."""
        return self.names[1]


@frozen(eq=False)
class Foresight:
    """The rules of a declaration that is right; `most` is what `left` returns where nothing is known."""

    draw: Rule
    which: Rule
    left: Rule
    most: int


def foresight_of(game: Game[Any, Any]) -> Foresight | None:
    """What a game declares, if it does and may."""
    if not game.foreseen or list(foresight_problems(game)):
        return None
    draw, which, left = (game.rules[name] for name in game.foreseen[0].names)
    kind = left.returned
    assert isinstance(kind, IntType)
    return Foresight(draw, which, left, kind.high)


def foresight_problems(game: Game[Any, Any]) -> Iterator[Problem]:
    """What is wrong with a declaration (DB346)."""
    for again in game.foreseen[1:]:
        yield Problem("DB346", "a game says once what may be foreseen", again.where, "keep one game.foresight(...)")
    for each in game.foreseen[:1]:
        draw, which, left = (game.rules.get(name) for name in each.names)
        if draw is None or draw.kind != "chance" or len(draw.arguments) != 1:
            yield Problem("DB346", "foresight: the first rule is one of chance with one argument", each.where, HINT)
        elif any(rule is not draw and rule.tape == draw.tape for rule in game.of_kind("chance")):
            yield Problem("DB346", f"foresight: {draw.name} shares its tape {draw.tape} with another rule", each.where,
                          "give it a tape of its own")
        elif which is None or which.kind != "rule" or [kind for _, kind in which.parameters] != [draw.arguments[0][1]] or (
                not isinstance(which.returned, FlagType)):
            yield Problem("DB346", f"foresight: the second rule says yes or no of an outcome of {draw.name}, and needs no state",
                          each.where, HINT)
        if left is None or left.kind != "rule" or [kind for _, kind in left.parameters] != [game.state_type] or (
                not isinstance(left.returned, IntType) or isinstance(left.returned, FlagType) or left.returned.low != 0):
            yield Problem("DB346", "foresight: the third rule says of the state how many draws can matter, from 0 up", each.where,
                          HINT)
