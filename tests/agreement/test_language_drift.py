"""Rules that ought to mean the same in every execution, or be refused when the game is loaded: orders of evaluation, references
to elements of piles that move, loops over what they change, locals beyond 32 bits.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from tests.rule_modules import Both, written
from verifier.errors import RuleRefused
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.native import Engine, Native
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.search.explore import ExploreOptions, Strategy, explore
from verifier.testing import Symbolic, compare, disagreements, random_setting, random_typed

AGREE = {
    "index of a store behind the taking on its right": """
        if 0 < table.cards.size < 3:
            table.numbers[table.cards.size] = table.cards.take_top()
        """,
    "field of an item behind the taking on its right": """
        if 0 < table.cards.size < 3:
            table.spots[table.cards.size - 1].colour = table.cards.take_top()
        """,
    "element put into its own pile": """
        if 1 < table.pieces.size < 4:
            table.pieces.put_bottom(table.pieces[1])
        """,
    "copy of a taken record": """
        if table.pieces.size > 0:
            taken = table.pieces.take_top()
            table.pieces.put_bottom(taken)
            table.pieces[table.pieces.size - 1].worth = 0
            table.n = taken.worth
        """,
    "item of a row by an index that changes": """
        spot = table.spots[table.m % 2]
        table.m = 3 - table.m
        spot.number = 7
        """,
    "row changed in its loop": """
        for number in table.numbers:
            table.numbers[3] = 5
            table.n += number
        """,
    "bag poured into itself": """
        table.bag.add_all(table.bag)
        """,
    "range evaluated once": """
        for i in range(table.m):
            table.m = 3
            table.numbers[i] = 1
        """,
    "division of negative numbers": """
        table.n = (table.n // 3) - (table.n % 3) + abs(table.n) // 7
        """,
}
DRIFT = {
    "receiver's index before the taking in its argument": """
        if 0 < table.cards.size <= 3:
            table.piles[table.cards.size - 1].put_top(table.cards.take_top())
        """,
    "element of a pile whose bottom is taken": """
        if table.pieces.size > 1:
            top = table.pieces[0]
            table.pieces.take_bottom()
            table.n = top.worth
        """,
    "element of a pile that gets a new bottom": """
        if 1 < table.pieces.size < 4:
            second = table.pieces[1]
            table.pieces.put_bottom(Piece(colour=Colour.RED, marked=False, worth=1))
            second.worth = 5
        """,
    "element of a pile that a called rule changes": """
        if table.pieces.size > 1:
            piece = table.pieces[0]
            shortened(table)
            piece.worth = 5
        """,
    "element given to a rule that changes its pile": """
        if table.pieces.size > 1:
            moved(table, table.pieces[0])
        """,
    "scalar pile changed ahead in its loop": """
        for card in table.cards:
            if card == Colour.GREY:
                table.n += 1
            table.cards[table.cards.size - 1] = Colour.GREY
        """,
    "pile changed in its own loop": """
        for piece in table.pieces:
            if piece.worth == 3:
                table.pieces.take_top()
        """,
    "bound shared by the passes of an outer loop": """
        hops = bound(2)
        for i in range(3):
            table.m = 0
            while hops(table.m < 1):
                table.m += 1
        """,
    "local beyond 32 bits": """
        a = table.n * 1000000
        b = a * 3000
        table.n = b % 7
        """,
}
RULES = {"shortened(": '''
@game.rule
def shortened(table: Table) -> None:
    table.pieces.take_bottom()
''', "moved(": '''
@game.rule
def moved(table: Table, piece: Piece) -> None:
    table.pieces.take_bottom()
    piece.worth = 5
'''}


@pytest.mark.parametrize("what", [*AGREE, *DRIFT])
def test_a_rule_means_the_same_everywhere_or_is_refused(what: str, tmp_path: Path) -> None:
    body = (AGREE | DRIFT)[what]
    called = "".join(rule for name, rule in RULES.items() if name in body)
    lines = indent("\n".join(line[8:] for line in body.strip("\n").splitlines()).rstrip(), "    ")
    module = written(tmp_path, f'{called}\n\n@game.decision(Phase.ACT, clause="C-01")\ndef act(table: Table) -> None:\n{lines}\n'
                     "    table.phase = Phase.OVER\n")
    try:
        program = load(module.game)
    except RuleRefused:
        return
    setting = random_setting(program, seed=1)
    found = disagreements(program, setting, random_typed(program, seed=1, count=400), ["interpreted"], most=1)
    assert not found, found[0]


WIDE = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    table.n = (table.n * 1_000_000 * 3000 + table.m) % 7 - (table.m * 2_000_000_000 * 400_000_000) % 5
    table.m = max(0, -table.numbers[0]) * 2_000_000_000 // 1_500_000_000 % 4
    table.phase = Phase.OVER
"""


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("native", marks=pytest.mark.long)])
def test_what_is_between_may_be_beyond_32_bits(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    both = Both(written(tmp_path, WIDE), engine)
    states = [position.state for position in random_typed(both.program, seed=1, count=100)]
    for state in states:
        state.phase = both.module.Phase.ACT
        assert both.difference(state) is None
    positions = [Position(state, ()) for state in states[:8]]
    for known in (0.0, 1.0):
        assert not compare(both.program, both.setting, positions, [Symbolic(both.program, known, 1)], settles=False).disagreements


# -- searches and rules that fail -----------------------------------------------------------------------------------------

GUARD = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    require(table.cards[0] == Colour.GREEN, "C-02")
    table.phase = Phase.OVER
"""
GOAL = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    table.phase = Phase.OVER


@game.goal
def green(table: Table) -> bool:
    return table.cards[0] == Colour.GREEN
"""
INVARIANT = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    table.phase = Phase.OVER


@game.invariant(clause="C-02")
def fine(table: Table) -> bool:
    return table.phase == Phase.ACT or table.cards[0] == Colour.RED
"""
START = """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    table.phase = Phase.OVER


@game.invariant(clause="C-02")
def fine(table: Table) -> bool:
    return table.phase == Phase.OVER
"""


@pytest.mark.parametrize("strategy", ["breadth-first", "depth-first"])
@pytest.mark.parametrize(("rules", "options", "ending"), [
    pytest.param(GUARD, {}, "failed", id="a guard fails"),
    pytest.param(GOAL, {"goal": 0}, "failed", id="a goal fails"),
    pytest.param(INVARIANT, {"properties": frozenset({"fine"})}, "failed", id="an invariant fails"),
    pytest.param(START, {"properties": frozenset({"fine"})}, "property", id="the start breaks an invariant"),
])
def test_a_search_does_not_close_over_a_failure(rules: str, options: dict[str, object], ending: str, strategy: Strategy,
                                                tmp_path: Path) -> None:
    module = written(tmp_path, rules)
    program = load(module.game)
    setting = Setting(program.default_rulings, blank(module.game.edition_type))
    start = Reference(program, setting).set_up()
    found = explore(Native(program, "interpreted"), setting, start, ExploreOptions(strategy=strategy, **options))  # type: ignore[arg-type]
    assert found.ending == ending


def test_the_reference_fails_in_a_guard_too(tmp_path: Path) -> None:
    program = load(written(tmp_path, GUARD).game)
    reference = Reference(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    start = reference.set_up()
    assert [event.text for event in reference.legal(start)] == ["act"]
    with pytest.raises(RuleBroke, match="act"):
        reference.apply(start, program.event_by_text["act"])


@pytest.mark.parametrize("used", [0, 1023, 1024, 4096])
def test_tape_counters_survive_packing(used: int) -> None:
    """A deal may spell out 4096 entries of a tape, so that many may be used."""
    from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM

    setting = Setting(PROGRAM.default_rulings, ASSUMED)
    start = Reference(PROGRAM, setting).set_up()
    position = Position(start.state, (used, 0))
    assert not disagreements(PROGRAM, setting, [position], ["interpreted"])
