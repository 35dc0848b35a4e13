"""Deals: what fixes every chance outcome, as one tape of entries for each named stream of the game.

An entry of a tape is encoded as an integer: -(k + 1) forces the k-th outcome in declared order (the product of the argument
values of the tape's chance rules), u >= 0 is a number from which the run picks (modulo the total weight, walking the
outcomes in declared order).  A tape that ends is no error here: the run says when it would need more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, product
from typing import Any

from attrs import field, frozen

from verifier.document.complaints import Complaints, at
from verifier.document.typed import named
from verifier.errors import BadInput, Problem, RuleRefused
from verifier.lang.game import Game, Rule
from verifier.lang.types import EnumType, scalar_values
from verifier.lang.values import Bag
from verifier.scenarios.shuffle import NUMBER_RANGE, SEED_MOST, numbers, shuffled
from verifier.visible import shown

# Entries of a tape that a seed fills: more chance outcomes of one kind than a whole game of ours asks for.  The most are the 720
# moments of ten Searches in Until Daylight, in each of which the gong may come.
TAPE_NUMBERS = 1024


@frozen
class Deal:
    """What a scenario fixes of chance: a seed for everything, and for each tape the entries spelled out (words or numbers)."""

    seed: int | None = None
    given: dict[str, tuple[int | str, ...]] = field(factory=dict)


@frozen(eq=False)
class Tape:
    """A named stream of chance outcomes: `outcomes` are their words in declared order.

    `entry_called` is what messages call one of them ("a card").  `order_of` is the bag of the state whose order the tape is,
    `first` the number of that bag's kind that is outcome 0.
    """

    name: str
    outcomes: tuple[str, ...]
    entry_called: str = "an outcome"
    order_of: str | None = None
    first: int = 0

    def encoded(self, entry: int | str) -> int:
        """An entry as the run takes it; raises ValueError for a word that is no outcome."""
        return entry if isinstance(entry, int) else -(self.outcomes.index(entry) + 1)

    def spelled(self, entry: int) -> int | str:
        """The inverse of `encoded`."""
        return entry if entry >= 0 else self.outcomes[-entry - 1]


def tapes_of(game: Game[Any, Any]) -> dict[str, Tape]:
    """The tapes of a game by name; raises RuleRefused when rules of one tape have different outcomes."""
    found: dict[str, Tape] = {}
    for rule in game.of_kind("chance"):
        tape = _tape(rule)
        other = found.get(tape.name)
        if other and other.outcomes != tape.outcomes:
            raise RuleRefused(Problem("DB340", f"{rule.name}: the outcomes of the tape {tape.name} differ from an earlier rule's",
                                      rule.where, "give the rule the same arguments, or a tape of its own"))
        if other is None or other.order_of is None:
            found[tape.name] = tape
    return found


def _tape(rule: Rule) -> Tape:
    kinds = [kind for _, kind in rule.arguments]
    outcomes = tuple(" ".join(kind.word(value) for kind, value in zip(kinds, values, strict=True))
                     for values in product(*(scalar_values(kind) for kind in kinds)))
    enum = kinds[0] if len(kinds) == 1 and isinstance(kinds[0], EnumType) else None
    if rule.order_of is not None and enum is None:
        raise RuleRefused(Problem("DB341", f"{rule.name}: the outcomes of an order are the kinds of its bag", rule.where,
                                  f"give it one argument, the kind that is taken from {rule.order_of}"))
    return Tape(rule.tape or "", outcomes, named(enum.enum) if enum else "an outcome", rule.order_of, enum.low if enum else 0)


def read_deal(game: Game[Any, Any], table: Mapping[str, Any], complaints: Complaints) -> Deal:
    """The deal of a scenario's `[deal]` table; what an order holds is checked by `tapes`, which knows the position."""
    known = tapes_of(game)
    complaints.keys(table, "$.deal", (), ("seed", *known))
    given = {name: _entries(tape, table[name], at("$.deal", name), complaints)
             for name, tape in known.items() if name in table}
    return Deal(read_seed(table["seed"], "$.deal.seed", complaints) if "seed" in table else None, given)


def read_seed(raw: Any, path: str, complaints: Complaints) -> int | None:
    """A seed: an integer from 0, or, since integers in scenarios end at 2147483647, its decimal digits as a text."""
    digits = raw if isinstance(raw, str) else str(raw) if type(raw) is int else ""
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and int(digits) <= SEED_MOST:
        return int(digits)
    complaints.expected(f"a seed 0..{SEED_MOST}", raw, path, "seeds from 2147483648 up are written in quotes", "DB205")
    return None


def _entries(tape: Tape, raw: Any, path: str, complaints: Complaints) -> tuple[int | str, ...]:
    if not isinstance(raw, list):
        complaints.expected("a list of outcomes, the first one first", raw, path)
        return ()
    known = frozenset(tape.outcomes)
    found: list[int | str] = []
    for index, entry in enumerate(raw):
        if isinstance(entry, str):
            if entry in known:
                found.append(entry)
            else:
                complaints.unknown(tape.entry_called, entry, at(path, index), known)
        elif type(entry) is not int:
            complaints.expected(f"{tape.entry_called}, or a number", entry, at(path, index))
        elif str(entry) in known:
            # Whoever writes 6 means the six, and a number to draw by picks another outcome. Of numbers that seeds bring, one in
            # tens of millions is so small.
            complaints.add("DB223", f"{entry} without quotes is a number to draw by, not the outcome {shown(str(entry))}",
                           at(path, index), f'write "{entry}"')
        elif 0 <= entry < NUMBER_RANGE:
            found.append(entry)
        else:
            complaints.expected(f"a number 0..{NUMBER_RANGE - 1}", entry, at(path, index), code="DB205")
    return tuple(found)


def tapes(game: Game[Any, Any], deal: Deal, start_state: Any, known: Mapping[str, Tape] | None = None
          ) -> dict[str, tuple[int, ...]]:
    """Every tape of the game as encoded entries; `known` is what `tapes_of` says, if that is known already.

    What the deal spells out comes first.  With a seed, a tape that is the order of a bag goes on with what is left of that bag
    in the start state, shuffled, and every tape is filled up to 1,024 entries with numbers: entry i with the seed's i-th number,
    so that spelling out a whole order, or numbers behind it, changes nothing.  Raises BadInput when an order holds more of a
    kind than the bag does.
    """
    complaints = Complaints()
    known = tapes_of(game) if known is None else known
    found = {name: _filled(tape, deal, start_state, complaints) for name, tape in known.items()}
    complaints.refuse_if_any()
    return found


def _filled(tape: Tape, deal: Deal, start_state: Any, complaints: Complaints) -> tuple[int, ...]:
    entries = [tape.encoded(entry) for entry in deal.given.get(tape.name, ())]
    left = _left(tape, entries, getattr(start_state, tape.order_of), complaints) if tape.order_of else []
    if deal.seed is not None:
        entries += shuffled([-(outcome + 1) for outcome, count in enumerate(left) for _ in range(count)], deal.seed, tape.name)
        entries += numbers(deal.seed, tape.name, TAPE_NUMBERS)[len(entries):]
    return tuple(entries)


def dealt_outcomes(tape: Tape, entries: Sequence[int], bag: Bag[Any]) -> tuple[list[int], list[int]]:
    """How many of each outcome an order's bag holds, and the outcomes (numbers from 0) that a possible deal draws from it."""
    held = _held(tape, bag)
    left, found = list(held), []
    for entry in entries[:sum(held)]:
        found.append(-entry - 1 if entry < 0 else _picked(entry, left))
        left[found[-1]] -= 1
    return held, found


def _held(tape: Tape, bag: Bag[Any]) -> list[int]:
    # A rule may draw a part of the kinds that the bag counts, or name kinds that it does not count.
    return [bag[kind] if bag._kind.kind.low <= kind <= bag._kind.kind.high else 0
            for kind in range(tape.first, tape.first + len(tape.outcomes))]


def _left(tape: Tape, entries: Sequence[int], bag: Bag[Any], complaints: Complaints) -> list[int]:
    """How many of each outcome are left in the bag after the given entries, which are checked as far as the bag reaches.

    Entries behind the last card are for after a reshuffle: what they can be is for the run to say.
    """
    held = _held(tape, bag)
    left = list(held)
    too_many: dict[int, list[int]] = {}
    for index, entry in enumerate(entries[:sum(held)]):
        outcome = -entry - 1 if entry < 0 else _picked(entry, left)
        if left[outcome] == 0:
            too_many.setdefault(outcome, []).append(index)
        else:
            left[outcome] -= 1
    for outcome, places in too_many.items():
        more = "here is one more" if len(places) == 1 else f"here is the first of {len(places)} more"
        complaints.add("DB222", f"{tape.order_of} holds {held[outcome]} of {shown(tape.outcomes[outcome])}, and {more}",
                       at(at("$.deal", tape.name), places[0]), f"take it out, or give {tape.order_of} more of them")
    return left


def _picked(number: int, weights: Sequence[int]) -> int:
    """The outcome that a number stands for: its remainder modulo the total, walking the outcomes in order."""
    return bisect_right(list(accumulate(weights)), number % sum(weights))


def spelled_out(game: Game[Any, Any], deal: Deal, start_state: Any, count: int) -> dict[str, list[str | int]]:
    """Every tape as a scenario spells it out: whole orders, and behind them (or alone) numbers up to `count` entries.

    Together with the same seed the result means the same tapes; without it they end where the result ends.
    """
    known = tapes_of(game)
    found: dict[str, list[str | int]] = {}
    for name, entries in tapes(game, deal, start_state).items():
        forced = next((place for place in range(len(entries), 0, -1) if entries[place - 1] < 0), 0)
        found[name] = [known[name].spelled(entry) for entry in entries[:max(count, forced)]]
    return found


def refuse_past_the_last_seed(first: int, count: int) -> None:
    """BadInput (DB572) where so many seeds from the first on are more than there are."""
    if first + count - 1 > SEED_MOST:
        raise BadInput(Problem("DB572", f"{count} deals from seed {first} pass the last seed, {SEED_MOST}", "--seed",
                               "begin lower"))
