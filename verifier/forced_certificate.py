"""Re-establishes what a coalition of seats is sure of, from the rules alone, as `verifier.certificate` does other claims.

Followed whatever the others and open chance do, its choices come to no worse end than was said, and go round and round only where
that is as good.  Or the choices are the others': then the coalition gets no more.  Blind choices are the same where it looks the
same to whoever chooses.
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
    def sees(self, position: P, seat: str) -> Key:
        """What a position looks like to a seat: the same for positions that it cannot tell apart."""


@dataclass(frozen=True)
class ForceClaim:
    """What somebody says: by these choices `seats` come to an end that is worth so much to them, whatever the others do.

    With `of_others` the choices are those of everybody else and of chance, by which the seats get no more.  `may_go_on`: play
    that never ends is as good for whoever chooses.  `blind`: wherever it looks the same to whoever chooses, the same is chosen.
    """

    seats: tuple[str, ...]
    worth: Grade
    choices: Mapping[Key, str]
    of_others: bool = False
    may_go_on: bool = False
    blind: bool = False


def check_force(rules: Sides[P], start: P, claim: ForceClaim) -> Certified:
    """Re-establish what a coalition, or everybody else, is sure of, or raise Rejected."""
    done: set[Key] = set()
    chosen: dict[tuple[str, Key], str] = {}  # by who chooses and what that seat sees, of positions that were come to so far
    under_way: set[Key] = {rules.key(start)}
    waiting = [(rules.key(start), _answers(rules, start, claim, chosen))]
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
            waiting.append((reached, _answers(rules, after, claim, chosen)))
    return Certified("strategy", len(done))


def _answers(rules: Sides[P], position: P, claim: ForceClaim, before: dict[tuple[str, Key], str]) -> Iterator[P]:
    """What can follow if the side that chooses keeps to its choices; Rejected for an end that is not as good as was said.

    `before` holds what was chosen before by what was seen, and is added to.
    """
    if rules.over(position):
        worth = rules.worth(position, claim.seats)
        if worth > claim.worth if claim.of_others else worth < claim.worth:
            raise Rejected(f"an end is worth {worth}, not {claim.worth}")
        return
    moves, seat = rules.moves(position), rules.seat(position)
    if not moves:
        yield from (following for _, following in following_of(rules, position))
    elif (seat in claim.seats) is claim.of_others:
        yield from moves.values()
    else:
        chosen = claim.choices.get(rules.key(position))
        if chosen not in moves:
            raise Rejected("nothing is chosen" if chosen is None else f"{chosen!r} is chosen and cannot be done")
        if claim.blind:
            if seat is None:
                raise Rejected("something is chosen that is nobody's decision, so nobody sees what it rests on")
            same = before.setdefault((seat, rules.sees(position, seat)), chosen)
            if same != chosen:
                raise Rejected(f"{same!r} and {chosen!r} are chosen at positions that look the same to {seat}")
        yield moves[chosen]
