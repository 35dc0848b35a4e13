"""Mistakes before the bodies of rules, in bodies, and in what rules mention are named together; nothing that only follows is.

Each case marks the lines with what is refused of them, `# refused DB304 DB321`, and nothing else is refused.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rule_modules import READINGS, SWITCH, written
from verifier.errors import BadInput
from verifier.program.program import load

STOP = """

@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
"""

CASES = {
    "a parameter of no type, and its body": """
@game.decision(Phase.ACT)  # refused DB301
def act(table: Table, k: str) -> None:
    table.n = k
    price = k + 1
    table.m = price
    print(table.n)  # refused DB321
""",
    "an enum that is not declared, without an annotation, and another body": """
@game.decision(Phase.ACT)  # refused DB304 DB304
def act(table: Table, k: Color, other) -> None:
    if k == other:
        table.n = [1]  # refused DB321
    table.m = 3 / 2  # refused DB321


@game.decision(Phase.ACT)
def more(table: Table) -> None:
    table.flag = 3  # refused DB321
""",
    "a result that nobody knows": """
@game.rule  # refused DB301
def cost(table: Table) -> str:
    if table.n > "none":  # refused DB321
        return 3
    return 4 / 2  # refused DB321


@game.rule  # refused DB304
def price(table: Table) -> Nothing:
    return table.nothing  # refused DB321


@game.decision(Phase.ACT)
def act(table: Table) -> None:
    n = cost(table)
    table.m = n
    table.m = price(table) + cost(table)
    print()  # refused DB321
""",
    "a rule that is called with what it does not take": """
@game.rule  # refused DB304
def paid(table: Table, price) -> bool:
    table.n -= price
    return 3  # refused DB321


@game.rule
def lost(table: Table, *more: Colour) -> None:  # refused DB321
    table.n = more
    print(more)


@game.decision(Phase.ACT)
def act(table: Table) -> None:
    if paid(table):
        table.m = "much"  # refused DB321
    lost(table, Colour.RED, Colour.BLUE)
""",
    "properties": """
@game.invariant()
def fine(table: Table):  # refused DB304
    if table.flag:
        return table.n
    assert table.n  # refused DB321
    return table.n < 3


@game.goal
def reached(table: Table, colour: Colour) -> bool:  # refused DB321
    return table.nothing == colour  # refused DB321


@game.grade
def value(table: Table) -> Annotated[int, Range(0, 20)]:  # refused DB321
    return Grade(won=table.flag, points=nothing)  # refused DB321


@game.step_property()
def kept(before: Table) -> bool:  # refused DB321
    return before.n <= after.n + nothing


@game.invariant()
def asked(table: Table) -> bool:  # refused DB321
    require(table.flag, "C-01")  # refused DB321
    weight(3)  # refused DB321
""",
    "results that are not annotated, and those who call for them": """
@game.rule
def same_in_front(table: Table, n: int):  # refused DB304
    if n > 3:
        return 0
    for spot in table.spots:
        table.m = spot.nothing  # refused DB321
    return n


@game.rule
def lowered(table: Table):
    if table.flag:
        return
    table.n = 0


@game.estimate
def promising(table: Table):  # refused DB304
    return same_in_front(table, 2) + 3


@game.decision(Phase.ACT)
def act(table: Table) -> None:
    seen = same_in_front(table, 3)
    table.m = seen
    if same_in_front(table, 1) > 2 and table.flag:
        lowered(table)
    print()  # refused DB321
""",
    "decorators that register nothing, and rules that name what they are above": """
@game.rule(cause="C-01")  # refused DB308
def paid(table: Table) -> bool:
    print()
    return table.flag


@game.rule
def lost(table: Table) -> None:
    table.n = 1


@game.decision  # refused DB308
def take(table: Table) -> None:
    lost(table)


@game.grade("points")  # refused DB308
def value(table: Table) -> Grade:
    return Grade(won=table.flag, points=table.n)


@game.bound
def best(table: Table) -> Grade:
    return Grade(won=True, points=20)


@game.step_property
def kept(before: Table, after: Table) -> bool:
    return not happened(take) or before.n <= after.n


@game.decision(Phase.ACT)
def act(table: Table) -> None:
    if paid(table):
        table.n = 2
    paid(table)
    print()  # refused DB321
""",
    "chance rules without a weight, and with one that is refused": """
@game.chance(Suit.CUPS, tape="deck")  # refused DB304 DB314 DB321
def draw(table: Table, colour) -> None:
    print()  # refused DB321


@game.chance(Suit.CUPS, tape="deck", order_of="bag")  # refused DB314
def turn(table: Table, colour: Colour) -> None:
    weight(table.nothing)  # refused DB321


@game.chance(Suit.CUPS, tape="deck")  # refused DB304 DB314
def deal(table: Table, n) -> None:
    weight(n)
""",
    "a decision without the state": """
@game.decision(Phase.ACT)
def act() -> None:  # refused DB321
    table.n = 3
    print()  # refused DB321
""",
    "ids that the ledgers lack": """
@game.decision(Phase.ACT, clause="C-98")
def act(table: Table) -> None:  # refused DB331
    require(print(), "C-97")  # refused DB321 DB331
    clause("C-96", when=table.n)  # refused DB321 DB331
    clause("C-95")  # refused DB331
    table.m = ruling("Q-09")  # refused DB321 DB332
    if ruling("R-01") == "topp":  # refused DB333
        table.n = [1]  # refused DB321
    table.m = 3.5 if ruling("Q-08") == "top" else 2  # refused DB321 DB332
""",
    "names that mean something else": """
@game.decision(Phase.ACT)
def act(table: Table, colour: Colour = Colour.RED) -> None:  # refused DB321
    colour = 3  # refused DB321
    min = 2  # refused DB321
    if table.flag:
        some = 1
    table.n = some  # refused DB321
    table.n = min(some, colour)
    for spot in table.spots:
        for spot in table.spots:  # refused DB321
            table.n = spot.nothing
    table.n = [1]  # refused DB321
""",
    "phases": """
@game.decision(Suit.CUPS)  # refused DB314
def act(table: Table) -> None:
    table.flag = 3  # refused DB321


@game.step(Phase.OVER)  # refused DB310
def end(table: Table) -> None:
    table.phase = Phase.OVVER  # refused DB321
""",
    "a tape, two rules of one name and of one kind": """
@game.setup
def lay(table: Table) -> None:
    table.flag = 3  # refused DB321


@game.setup  # refused DB305
def lay_out(table: Table) -> None:
    print()  # refused DB321


@game.rule  # refused DB303
def helped(table: Table) -> None:
    table.n = 1


@game.rule
def helped(table: Table, n: int) -> None:
    table.m = "much"  # refused DB321


@game.chance(Suit.COINS, tape="deck", order_of="bog")  # refused DB314 DB315
def draw(table: Table, colour: Colour) -> None:
    helped(table, 3)
    weight(table.flag)  # refused DB321
""",
    "rules together, where others are refused": """
@game.rule
def again(table: Table) -> None:  # refused DB321
    again(table)
    table.flag = 3  # refused DB321


@game.rule
def changes(table: Table) -> bool:
    table.n = 1
    return table.flag


@game.decision(Phase.ACT)
def act(table: Table) -> None:
    table.n = 1  # refused DB321
    require(table.n > 0, "C-01")
    if changes(table):  # refused DB321
        again(table)


@game.invariant()
def fine(table: Table) -> bool:
    return changes(table)


@game.goal
def reached(table: Table) -> bool:  # refused DB321
    table.m = 2
    return table.flag


@game.decision(Phase.ACT)  # refused DB301
def late(table: Table, k: str) -> None:
    piece = table.pieces[0]
    table.pieces.take_top()
    table.n = piece.worth  # refused DB321
""",
    "a reading that is misspelt is no reading that nothing asks for": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    if ruling("R-10") == "top":  # refused DB332
        clause("C-99")  # refused DB331
""",
    "decorators": """
from functools import cache


def other(function):
    return function


@game.rule
@cache  # refused DB321
def helped(table: Table) -> None:
    table.n = 1
    print()  # refused DB321


@game.decision(Phase.ACT, clause=("C-01", 7))  # refused DB331
def first(table: Table) -> None:
    helped(table, 3)
    print()  # refused DB321


@other  # refused DB321
@game.decision(Phase.ACT)
def act(table: Table, *, colour: Colour, **more: Colour) -> None:  # refused DB321 DB321
    table.colour = colour
    print()  # refused DB321
""",
}


@pytest.mark.parametrize("name", CASES)
def test_all_that_is_wrong_is_named_together_and_nothing_that_only_follows(name: str, tmp_path: Path) -> None:
    switch = SWITCH if "ruling" in CASES[name] else ""
    module = written(tmp_path, f"{CASES[name].strip()}\n{STOP}", readings=READINGS + switch)
    with pytest.raises(BadInput) as caught:
        load(module.game)
    rows = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()
    expected = [(number, code) for number, row in enumerate(rows, 1) if "# refused" in row
                for code in re.findall(r"DB\d{3}", row.partition("# refused")[2])]
    found = [(int(match[1]), problem.code) for problem in caught.value.problems
             if (match := re.search(r"\.py:(\d+)", problem.path)) is not None]
    assert sorted(found) == sorted(expected), "\n".join(map(str, caught.value.problems))
    assert len(found) == len(caught.value.problems)


def test_a_ledger_that_cannot_be_read_is_named_with_what_is_wrong_with_rules(tmp_path: Path) -> None:
    act = "@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n    print()\n    clause('C-99')"
    module = written(tmp_path, f"{act}\n{STOP}")
    (tmp_path / "rulebook.toml").write_text("schema = 1\n")
    with pytest.raises(BadInput) as caught:
        load(module.game)
    assert caught.value.problems[0].path.startswith("rulebook.toml")
    assert [problem.code for problem in caught.value.problems if ".py" in problem.path] == ["DB321"]


def test_a_rule_in_no_file_is_named_with_the_others(tmp_path: Path) -> None:
    rules = "exec('@game.rule\\ndef helped(table: Table) -> None:\\n    table.n = 1')\n\n\n" \
            f"@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n    helped(table)\n    print()\n{STOP}"
    with pytest.raises(BadInput) as caught:
        load(written(tmp_path, rules).game)
    assert [problem.code for problem in caught.value.problems] == ["DB320", "DB321"]
    act = "@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n    Odd()\n    print()"
    with pytest.raises(BadInput, match="DB320 Odd is no function @ Odd; write rules as plain functions") as caught:
        load(written(tmp_path, f"@game.rule\nclass Odd:\n    pass\n\n\n{act}\n{STOP}").game)
    assert [problem.code for problem in caught.value.problems] == ["DB320", "DB321"]


def test_the_only_rule_of_a_phase_may_be_lost_by_its_decorator(tmp_path: Path) -> None:
    """Two phases for one decision: the phase that nothing leaves then only follows."""
    with pytest.raises(BadInput) as caught:
        load(written(tmp_path, STOP.strip().replace("(Phase.ACT)", "(Phase.ACT, Phase.OVER)")).game)
    assert [problem.code for problem in caught.value.problems] == ["DB308"]
