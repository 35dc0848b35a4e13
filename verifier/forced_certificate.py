"""Re-establishes what a coalition of seats is sure of, from the rules alone, as `verifier.certificate` does other claims.

Followed whatever the others and open chance do, its choices come to no worse end than was said, and go round and round only where
that is as good.  Or the choices are the others': then the coalition gets no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from verifier.certificate import Certified, Grade, Key, P, Rejected, Rules, following_of


class Sides(Rules[P], Protocol[P]):
    """The interface to a game with seats."""
    def seat(self, position: P) -> str | None:
        """Whose decision is next; None where nobody decides, and where everybody does."""
    def worth(self, position: P, seats: Collection[str]) -> Grade:
        """What an end is worth to the seat of some that it is worth least to."""
    def moves(self, position: P) -> dict[str, P]:
        """The position after each legal decision, or after each outcome that open chance can have; none elsewhere."""


@dataclass(frozen=True)
class ForceClaim:
    """What somebody says: by these choices `seats` come to an end that is worth so much to them, whatever the others do.

    With `of_others` the choices are those of everybody else and of chance, by which the seats get no more.  `may_go_on`: play
    that never ends is as good for whoever chooses.
    """

    seats: tuple[str, ...]
    worth: Grade
    choices: Mapping[Key, str]
    of_others: bool = False
    may_go_on: bool = False


def check_force(rules: Sides[P], start: P, claim: ForceClaim) -> Certified:
    """Re-establish what a coalition, or everybody else, is sure of, or raise Rejected."""
    done: set[Key] = set()
    under_way: set[Key] = {rules.key(start)}
    waiting = [(rules.key(start), _answers(rules, start, claim))]
    while waiting:
        key, following = waiting[-1]
        after = next(following, None)
        if after is None:
            under_way.remove(key)
            done.add(key)
            waiting.pop()
        elif (reached := rules.key(after)) in under_way:
            if not claim.may_go_on:
                raise Rejected("play can go round and round")
        elif reached not in done:
            under_way.add(reached)
            waiting.append((reached, _answers(rules, after, claim)))
    return Certified("strategy", len(done))


def _answers(rules: Sides[P], position: P, claim: ForceClaim) -> Iterator[P]:
    """What can follow if the side that chooses keeps to its choices; Rejected for an end that is not as good as was said."""
    if rules.over(position):
        worth = rules.worth(position, claim.seats)
        if worth > claim.worth if claim.of_others else worth < claim.worth:
            raise Rejected(f"an end is worth {worth}, not {claim.worth}")
        return
    moves, is_theirs = rules.moves(position), rules.seat(position) in claim.seats
    if not moves:
        yield from (following for _, following in following_of(rules, position))
    elif is_theirs is claim.of_others:
        yield from moves.values()
    else:
        chosen = claim.choices.get(rules.key(position))
        if chosen not in moves:
            raise Rejected("nothing is chosen" if chosen is None else f"{chosen!r} is chosen and cannot be done")
        yield moves[chosen]
