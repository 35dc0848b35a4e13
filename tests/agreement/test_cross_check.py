"""A run that leans on lifted rules holds them against the reference: faults planted in the lifter are caught before a verdict.

Each fault is one that the lifter, its terms, its counters or its memory could have.  The game is one of the tests' own in which
every construct of the language that they touch occurs once or twice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.rule_modules import DECLARATIONS, READINGS, SWITCH, random_value, written
from verifier.errors import EngineBug
from verifier.lang import ir
from verifier.program.program import Program, load
from verifier.run.samples import Samples
from verifier.run.setting import Setting
from verifier.symbolic.lift import arithmetic, expressions, ghosts, memo, sums, terms
from verifier.symbolic.lift.expressions import Reading
from verifier.symbolic.lift.frame import Frame, Spot
from verifier.symbolic.lift.ghosts import Ghosts
from verifier.symbolic.lift.statements import Running
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import Num
from verifier.symbolic.prove.induction import Induction

Patch = pytest.MonkeyPatch

RULES = """
@game.setup
def set_up(table: Table) -> None:
    table.m = 1
    for colour in Colour:
        table.bag[colour] = 2
        table.cards.put_top(colour)


@game.rule
def high(spot: Spot) -> bool:
    for piece in spot.pieces:
        if piece.marked:
            return piece.worth > 2
    return spot.number > 4


@game.rule
def first_low(table: Table, k: int) -> int:
    for i in range(4):
        if table.numbers[i] < k:
            return i
    return 3


@game.decision(Phase.ACT, clause="C-01")
def shift(table: Table, k: Annotated[int, Range(0, 2)], to: Colour) -> None:
    require(table.m >= k, "C-02")
    if table.flag:
        table.n = min(20, abs(table.n) + k)
    else:
        table.n = max(-20, table.n - table.m * 2)
    table.m -= k
    table.numbers[first_low(table, k)] = k - 2
    table.spots[k % 2].open = high(table.spots[0])
    table.spots[1].number += 1
    table.spots[k % 2].colour = to
    table.colour = to
    if ruling("R-01") == "top":
        table.heats[to] = k
    while_left = bound(4)
    while while_left(table.grid[0][0] < k):
        table.grid[0][0] += 1
    for i in range(4):
        if table.numbers[i] == 5:
            break
        if table.numbers[i] < 0:
            continue
        table.grid[1][1] = i


@game.decision(Phase.ACT, clause="C-01")
def deal(table: Table, k: Annotated[int, Range(0, 3)]) -> None:
    require(table.cards.size > k, "C-02")
    card = table.cards.take_at(k)
    table.piles[k % 3].put_top(card)
    if table.bag[card] > 0:
        table.bag.take(card)
        table.other.add(card)
    for piece in table.pieces:
        if piece.colour == card:
            piece.marked = True
    if table.pieces.size < 4:
        table.pieces.put_bottom(Piece(colour=card, worth=k))
    else:
        table.pieces.clear()
    table.n = VALUES[card]
    table.m = sum(1 for other in table.cards if other == card) % 4


@game.decision(Phase.ACT)
def throw(table: Table) -> None:
    table.phase = Phase.OVER if table.flag else Phase.ROLL


@game.chance(Phase.ROLL, tape="dice", clause="C-01")
def roll(table: Table, colour: Colour) -> None:
    weight(table.bag[colour] * 2 + table.m - 1)
    table.n += table.bag.total - 6
    table.heats[colour] += 1
    table.phase = Phase.ACT


@game.invariant(clause="C-02")
def sorted_heats(table: Table) -> bool:
    return all(table.heats[c] <= 3 for c in Colour) or table.flag and table.bag.total >= 2


@game.invariant()
def some_card(table: Table) -> bool:
    return any(card == Colour.RED for card in table.cards) or table.n < 5


@game.invariant()
def few_spots_of_a_colour(table: Table) -> bool:
    coloured = sum(1 for spot in table.spots if spot.colour != Colour.RED)
    return coloured < 2 or all(sum(1 for spot in table.spots if spot.colour == c) <= 1 for c in Colour)


@game.step_property(clause="C-03")
def onward(before: Table, after: Table) -> bool:
    return happened(roll) == (before.phase == Phase.ROLL) and after.bag.total <= before.bag.total and after.m != before.m + 1


@game.step_property()
def warmer(before: Table, after: Table) -> bool:
    return (sum(after.heats[c] for c in Colour) > sum(before.heats[c] for c in Colour)) == happened(roll)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The game of these tests."""
    folder = tmp_path_factory.mktemp("cross-check")
    declarations = DECLARATIONS.replace("    OVER = 1\n", "    ROLL = 1\n    OVER = 2\n")
    return load(written(folder, RULES, declarations=declarations, readings=READINGS + SWITCH).game)


@pytest.fixture(scope="module")
def samples(program: Program) -> Samples:
    """Its samples, under every reading."""
    box = random_value(program.game.edition_type, Random(3))
    return Samples(program, Setting(program.default_rulings, box), tuple(program.readings.switches))


def induction_of(samples: Samples) -> Induction:
    """An induction that is compared with the reference on some samples."""
    induction = Induction(samples.program, samples.setting, free=samples.free)
    induction.crossed.samples = samples
    return induction


def cross_check(induction: Induction, *rules: str) -> None:
    """Everything that is lifted of some rules, or of all, compared with the reference; nothing is asked of z3."""
    for rule in induction.rules:
        if not rules or rule.name in rules:
            step = induction.step(rule)
            for name in induction.names:
                step.broken(name)
            step.cross_check()


# -- faults ---------------------------------------------------------------------------------------------------------------------


def replaced(where: Any, name: str, change: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Callable[[Patch], None]:
    """A function in the place of another, which it is made from."""
    return lambda monkeypatch: monkeypatch.setattr(where, name, change(getattr(where, name)))


def both(*faults: Callable[[Patch], None]) -> Callable[[Patch], None]:
    """Several faults at once."""
    def plant(monkeypatch: Patch) -> None:
        for fault in faults:
            fault(monkeypatch)
    return plant


def silent(_: Callable[..., Any]) -> Callable[..., None]:
    return lambda *arguments, **options: None


def one_store_less(honest: Callable[..., Any]) -> Callable[..., Any]:
    def store(self: Running, node: ir.Store) -> None:
        if not (isinstance(node.place, ir.FieldOf) and node.place.name == "number"):
            honest(self, node)
    return store


def swapped(honest: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, node: honest(self, evolve(node, then=node.otherwise, otherwise=node.then) if node.otherwise else node)


def one_further(honest: Callable[..., Any]) -> Callable[..., Any]:
    def fitted(self: Frame, value: Any, kind: Any, node: ir.Node) -> Any:
        return honest(self, value, wider(kind), node)
    return fitted


def one_further_added(honest: Callable[..., Any]) -> Callable[..., Any]:
    def change_at(self: Frame, array: str, spots: Any, change: Any, kind: Any, node: ir.Node) -> None:
        honest(self, array, spots, change, wider(kind), node)
    return change_at


def wider(kind: Any) -> Any:
    is_wide = hasattr(kind, "low") and kind.high - kind.low > 8 and type(kind).__name__ == "IntType"
    return type(kind)(kind.low, kind.high + 1) if is_wide else kind


def without_the_last(honest: Callable[..., Any]) -> Callable[..., Any]:
    def change_at(self: Frame, array: str, spots: Any, change: Any, kind: Any, node: ir.Node) -> None:
        honest(self, array, spots[:-1] or spots, change, kind, node)
    return change_at


def next_element(honest: Callable[..., Any]) -> Callable[..., Any]:
    def indexed(bases: Any, index: Any, values: range, offset: Callable[[int, int], int]) -> Any:
        return honest(bases, index, values, lambda base, at: offset(base, values.start + (at + 1 - values.start) % len(values)))
    return indexed


def last_spot(honest: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, array, spots: honest(self, array, (Spot(True, spots[-1].offset),))


def no_last_pass(honest: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, loop: list(honest(self, loop))[:-1]


def one_too_narrow(honest: Callable[..., Any]) -> Callable[..., Any]:
    def narrow(one: Any, other: Any) -> Any:
        found = honest(one, other)
        if not isinstance(found, Num) or found.low >= 0 or found.bits < 4:
            return found
        return terms._narrowed(found.term, found.low // 4, found.high)
    return narrow


def never_empty(honest: Callable[..., Any]) -> Callable[..., Any]:
    def unknown(self: Table, prefix: str, most: int | None = None) -> Any:
        cells, kept = honest(self, prefix, most)
        return cells, [*kept, *(terms.less(0, cells[pile.base]) for pile in self.piles)]
    return unknown


FAULTS: dict[str, Callable[[Patch], None]] = {
    "a store is dropped": replaced(Running, "_store", one_store_less),
    "branches are swapped": replaced(Running, "_if", swapped),
    "one arm of a branch counts for both": replaced(Frame, "merge", lambda honest: (
        lambda self, condition, then, otherwise: honest(self, True, then, otherwise) if self is not otherwise
        else honest(self, condition, then, otherwise))),
    "a guard is ignored": replaced(Running, "_require", silent),
    "a range is wider by one": both(replaced(Frame, "fitted", one_further), replaced(Frame, "change_at", one_further_added)),
    "one of the places that a number may lie in is not changed": replaced(Frame, "change_at", without_the_last),
    "a range is not looked at": replaced(Frame, "fail", silent),
    "what was read before is read again": replaced(memo, "_is_there", lambda _: lambda *arguments: True),
    "the next element is meant": replaced(expressions, "indexed", next_element),
    "only one of the places that are meant is read": replaced(Frame, "value_at", last_spot),
    "the gap of a taken element stays": replaced(Running, "_close_gap", silent),
    "no room is made for an element": replaced(Running, "_make_room", silent),
    "a reading is ignored": replaced(Reading, "_rulingin", lambda _: lambda self, node: True),
    "a loop misses its last pass": replaced(Reading, "passes", no_last_pass),
    "a loop is not left": replaced(Running, "_break", silent),
    "a pass is not left": replaced(Running, "_continue", silent),
    "a called rule is not left": replaced(Running, "_return", lambda honest: (
        lambda self, node: (honest(self, node), setattr(self, "left", False))[0])),
    "a weight is lost": replaced(Running, "_weight", silent),
    "a pile is not cleared": replaced(Running, "_clear", silent),
    "smaller means at most": replaced(expressions, "less", lambda honest: lambda one, other: terms.at_most(one, other)),
    "a difference loses its highest bits": replaced(expressions, "subtract", one_too_narrow),
    "a sign is forgotten": replaced(expressions, "absolute", lambda _: lambda value: value),
    "a table is read one further": replaced(expressions, "look_up", lambda honest: (
        lambda table, index: honest((*table[1:], table[0]), index))),
    "a counter does not follow what is put": replaced(Ghosts, "put", silent),
    "a counter does not follow what is counted": replaced(Ghosts, "changed", silent),
    "a counter does not follow what is replaced in a row": replaced(Ghosts, "replaced", lambda _: lambda *arguments: True),
    "a counter of a row follows only where an element is known": replaced(Ghosts, "replaced", lambda honest: (
        lambda self, cells, spots, value: honest(self, cells, spots, value) if len(spots) == 1 else True)),
    "some kinds add up to all": replaced(ghosts, "_parts_of", lambda honest: lambda whole, all_: honest(whole, all_)[1:]),
    "what is one of two is the first": replaced(terms, "_of_choice", lambda _: (
        lambda value, question, ask: ask(value.choice[1]))),
    "an entry is that of the other number": replaced(arithmetic, "choose", lambda honest: (
        lambda condition, then, otherwise: honest(terms.negation(condition), then, otherwise))),
    "changes that do not come together are lost": replaced(sums, "_one_at_a_time", lambda honest: lambda changes: []),
    "what was the same is compared the other way round": replaced(terms, "_changes_of_the_same", lambda honest: (
        lambda one, other: changes and changes[::-1] if (changes := honest(one, other)) is not None else None)),
    "a state that there is counts as none": replaced(Table, "unknown", never_empty),
    "what happened is forgotten": replaced(Reading, "_happened", lambda _: lambda self, node: False),
    "any means all": replaced(Reading, "_unrolled", lambda honest: (
        lambda self, node: honest(self, evolve(node, operator="all") if node.operator == "any" else node))),
}


def test_what_is_lifted_agrees(samples: Samples) -> None:
    induction = induction_of(samples)
    cross_check(induction)
    assert len(induction.crossed.rules) == 4 and len(induction.crossed.transitions) > 100 and induction.crossed.values > 500


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_lifter_is_caught(fault: str, samples: Samples, monkeypatch: Patch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(EngineBug) as raised:
        cross_check(induction_of(samples))
    assert raised.value.exit_code == 255 and raised.value.code == "DB926", fault
