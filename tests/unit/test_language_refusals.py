"""Every construct outside the rule language is refused with its code, its place, the line with carets and what to write instead.

The constructs are in `language_refusals.toml`.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.rule_modules import DECLARATIONS, READINGS, SWITCH, written
from verifier.errors import RuleRefused
from verifier.program.program import load

CASES = tomllib.loads(Path(__file__).with_name("language_refusals.toml").read_text(encoding="utf-8"))
STOP = """

@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
"""


def _rules(case: dict[str, Any]) -> str:
    """The rules of a case, marks and all."""
    if "rules" in case:
        return f"{case['rules'].strip()}\n{STOP}"
    body = "\n".join(f"    {line}" for line in case["body"].strip("\n").splitlines())
    parameters = case.get("parameters", "table: Table")
    before = case.get("before", "").strip()
    return f"{before}\n\n\n@game.decision(Phase.ACT)\ndef act({parameters}) -> None:\n{body}\n{STOP}".strip()


def _named(table: str) -> Any:
    return pytest.mark.parametrize("case", CASES[table], ids=[case["name"] for case in CASES[table]])


def _marked(path: Path, rules: str) -> tuple[int, int, int, str]:
    """Line, column and length of what is marked, and the line; a mark that does not end on its line runs to the line's end."""
    lines = rules.strip().splitlines()
    index = next(number for number, line in enumerate(lines) if "«" in line)
    start = lines[index].index("«")
    rest = lines[index][start + 1:]
    length = rest.index("»") if "»" in rest else len(rest)
    before = len(path.read_text(encoding="utf-8").rstrip("\n").splitlines()) - len(lines)
    return before + 1 + index, start, length, lines[index].replace("«", "").replace("»", "")


def _refused_at_the_mark(case: dict[str, Any], code: str, folder: Path) -> None:
    rules = _rules(case)
    module = written(folder, rules.replace("«", "").replace("»", ""), readings=READINGS + SWITCH)
    with pytest.raises(RuleRefused) as caught:
        load(module.game)
    problem = caught.value.problems[0]
    text, shown, carets = problem.message.split("\n")
    path = Path(str(module.__file__))
    line, start, length, source = _marked(path, rules)
    assert problem.code == code
    assert case["message"] in text
    assert problem.path.startswith(f"{path.name}:{line} in ")
    assert shown == f"    {source}"
    assert carets == " " * (4 + start) + "^" * length
    assert case["hint"] in problem.hint


@_named("construct")
def test_a_construct_outside_the_language_is_refused(case: dict[str, Any], tmp_path: Path) -> None:
    _refused_at_the_mark(case, "DB321", tmp_path)


@_named("ledger")
def test_an_id_that_the_ledger_lacks_is_refused_where_it_stands(case: dict[str, Any], tmp_path: Path) -> None:
    _refused_at_the_mark(case, case["code"], tmp_path)


@_named("game")
def test_a_game_that_does_not_hold_together_is_refused(case: dict[str, Any], tmp_path: Path) -> None:
    rules = case["rules"] if "rules" in case else _rules(case)
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, rules).game)
    problem = caught.value.problems[0]
    assert problem.code == case["code"]
    assert case["message"] in problem.message
    assert case["where"] in problem.path
    assert case["hint"] in problem.hint


def test_decorators_that_are_written_wrongly_are_named_at_once_each_with_its_line(tmp_path: Path) -> None:
    rules = "@game.decision\ndef act(table: Table) -> None:\n    table.flag = True\n\n\n" \
            "@game.goal()\ndef lit(table: Table) -> bool:\n    return table.flag\n"
    module = written(tmp_path, f"{rules}{STOP}")
    with pytest.raises(RuleRefused) as caught:
        load(module.game)
    rows = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()
    file = Path(str(module.__file__)).name
    assert [problem.path for problem in caught.value.problems] == [
        f"{file}:{rows.index(line) + 1}" for line in ("@game.decision", "@game.goal()")]


@pytest.mark.parametrize("decorator", ["invariant", "invariant()", "rule", "rule()", "grade", "grade()"])
def test_a_decorator_that_may_be_given_something_stands_with_parentheses_or_without(decorator: str, tmp_path: Path) -> None:
    name, returns = decorator.removesuffix("()"), "Grade" if "grade" in decorator else "bool"
    value = "Grade(won=table.flag)" if returns == "Grade" else "table.flag"
    rules = f"@game.{decorator}\ndef seen(table: Table) -> {returns}:\n    return {value}\n\n\n" \
            "@game.goal\ndef lit(table: Table) -> bool:\n    return " + ("seen(table)" if name == "rule" else "table.flag")
    assert load(written(tmp_path, f"{rules}\n{STOP}").game).game.rules["seen"].kind == name


def test_a_step_property_stands_without_parentheses(tmp_path: Path) -> None:
    rules = "@game.step_property\ndef kept(before: Table, after: Table) -> bool:\n    return before.n == after.n or after.n > 0\n"
    assert load(written(tmp_path, f"{rules}{STOP}").game).game.rules["kept"].kind == "step_property"


def test_ends_that_are_one_phase_are_refused_with_the_comma_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, STOP, declarations=DECLARATIONS.replace("ends=(Phase.OVER,)", "ends=(Phase.OVER)"))
    problem = caught.value.problems[0]
    assert (problem.code, problem.hint) == ("DB301", "write ends=(Phase.OVER,), with the comma")
    row = 1 + next(number for number, line in enumerate(DECLARATIONS.splitlines()) if line.startswith("game = Game("))
    assert "ends is one phase, Phase.OVER" in problem.message and problem.path.endswith(f".py:{row}")


def test_every_rule_that_is_refused_is_named_at_once(tmp_path: Path) -> None:
    rules = "@game.rule\ndef helped(table: Table) -> None:\n    assert table.flag\n\n\n@game.decision(Phase.ACT)\n" \
            "def act(table: Table) -> None:\n    print(table.n)\n    raise ValueError\n\n\n" \
            "@game.invariant()\ndef fine(table: Table) -> bool:\n    return table.n\n"
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, f"{rules}{STOP}").game)
    assert [problem.path.split(" in ")[1] for problem in caught.value.problems] == ["helped", "act", "act", "fine"]
    assert {problem.code for problem in caught.value.problems} == {"DB321"}


EVERY = """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    print(table.n)                          # refused
    price = abs(table.n, 2)                 # refused
    table.n = price + 1                     # follows from it
    rest = price // 2                       # follows from it
    table.n = min(rest, 3)                  # follows from that
    with table.flag:                        # refused
        table.flag = 3                      # refused
    if table.n > "none":                    # refused
        table.n = [1]                       # refused
    else:
        table.n = 4 if table.flag else 2
        assert table.flag                   # refused
    for index in table.n:                   # refused
        table.n = index                     # follows from it
        table.n = "two"                     # refused
    while table.flag:                       # refused
        pass
    if table.flag and table.maybe is not None and print():  # refused
        table.bag.add(table.maybe)          # follows from it
    table.flag = True
    table.phase = 3.5                       # refused
    table.phase = Phase.OVER
"""


def test_every_statement_that_is_refused_is_named_at_once_and_nothing_that_only_follows(tmp_path: Path) -> None:
    module = written(tmp_path, f"{EVERY.strip()}\n{STOP}")
    with pytest.raises(RuleRefused) as caught:
        load(module.game)
    rows = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()
    expected = [number for number, row in enumerate(rows, 1) if row.endswith("# refused")]
    assert len(expected) == 12
    assert [int(problem.path.split(":")[1].split(" in ")[0]) for problem in caught.value.problems] == expected


@pytest.mark.parametrize("before", [0, 40, 90, 150])
def test_a_long_line_is_cut_around_what_is_marked(before: int, tmp_path: Path) -> None:
    padding = "+ 1 " * (before // 4)
    rules = f"@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n    table.n = 1 {padding}+ table.gone {'+ 1 ' * 20}\n"
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, f"{rules}{STOP}").game)
    _, shown, carets = caught.value.problems[0].message.split("\n")
    assert len(shown) <= 92 and shown.startswith("        ") and ("..." in shown) is (before > 0 or len(shown) > 91)
    assert shown[carets.index("^"):carets.rindex("^") + 1] == "table.gone"


def test_every_name_that_may_have_no_value_is_named_at_once(tmp_path: Path) -> None:
    rules = "@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n    if table.flag:\n        one = 1\n        two = 2\n" \
            "    table.n = one\n    table.n = two\n    table.n = one\n"
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, f"{rules}{STOP}").game)
    assert [problem.message.split()[0] for problem in caught.value.problems] == ["one", "two"]


def test_a_reading_that_no_rule_asks_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, STOP, readings=READINGS + SWITCH).game)
    problem = caught.value.problems[0]
    assert (problem.code, problem.path) == ("DB334", "readings.toml")
    assert "R-01" in problem.message
    assert "move it to a [[recorded]] table" in problem.hint and 'ruling("R-01")' in problem.hint


# A field of the state: what the message says, what the hint says.
FIELDS = {
    "text": ("odd: str", "not a type of the rule language", "use bool, an IntEnum"),
    "float": ("odd: float", "not a type of the rule language", "use bool, an IntEnum"),
    "list": ("odd: list[int]", "list[int] is not a type", "Annotated[Pile[Card], Size(4)]"),
    "list of a part of an enum": ("odd: list[Warm]", "list[Colour] is not a type", "an order of cards is a pile"),
    "counts": ("odd: dict[Colour, int]", "dict[Colour, int] is not a type", "Annotated[Bag[Card], Range(0, 9)]"),
    "optional": ("odd: Annotated[int, Range(0, 3)] | None", "a member of an enum, of one more that extends it, or None",
                 "write Card | None"),
    "unbounded number": ("odd: int", "an integer needs a range", "Annotated[int, Range(0, 8)]"),
    "empty range": ("odd: Annotated[int, Range(3, 2)]", "is empty or beyond 32 bits", "lower end first"),
    "wide range": ("odd: Annotated[int, Range(0, 2**31)]", "is empty or beyond 32 bits", "lower end"),
    "range beyond an enum": ("odd: Annotated[Colour, Range(1, 4)]", "not a part of Colour", "first and last"),
    "row without a size": ("odd: Row[Spot]", "needs a size", "Size(4)"),
    "row of size zero": ("odd: Annotated[Row[Spot], Size(0)]", "needs a size", "Size(4)"),
    "row of unbounded numbers": ("odd: Annotated[Row[int], Size(2)]", "an integer needs a range", "Range(0, 8)"),
    "row by an enum with a size": ("odd: Annotated[Row[Spot], By(Suit), Size(2)]", "takes its size from it", "leave out Size"),
    "row by a record": ("odd: Annotated[Row[Spot], By(Piece)]", "By takes an enum", "By(Side)"),
    "row by a number": ("odd: Annotated[Row[Spot], By(Annotated[int, Range(0, 3)])]", "By takes an enum", "By(Side)"),
    "pile by an enum": ("odd: Annotated[Pile[Colour], By(Suit), Size(2)]", "By is for rows", "Row[Door], By(Side)"),
    "number by an enum": ("odd: Annotated[int, Range(0, 3), By(Suit)]", "By is for rows", "Row[Door], By(Side)"),
    "pile without a size": ("odd: Pile[Piece]", "needs a size", "Size(4)"),
    "pile of records with piles": ("odd: Annotated[Pile[Spot], Size(2)]", "holds scalars or records of scalars", "row"),
    "pile of rows": ("odd: Annotated[Pile[Annotated[Row[bool], Size(2)]], Size(2)]", "holds scalars or records", "row"),
    "pile of wide records": ("odd: Annotated[Pile[Wide], Size(2)]", "at most 62 bits", "narrow"),
    "bag without a range": ("odd: Bag[Colour]", "an integer needs a range", "Range(0, 8)"),
    "bag of flags": ("odd: Annotated[Bag[bool], Range(0, 3)]", "counts the members of an enum", "Bag[Card]"),
    "bag below zero": ("odd: Annotated[Bag[Colour], Range(-1, 3)]", "each from 0 up", "Bag[Card]"),
    "bag above zero": ("odd: Annotated[Bag[Colour], Range(1, 3)]", "each from 0 up", "Bag[Card]"),
    "default": ("odd: bool = True", "no default value", "set-up"),
    "record in itself": ("odd: Knot", "holds itself", "other types"),
    "record without fields": ("odd: Nothing", "has no fields", "other types"),
}
ODD_RECORDS = """
@record
class Wide:
    a: Annotated[int, Range(0, 2**30)]
    b: Annotated[int, Range(0, 2**30)]
    c: bool


@record
class Knot:
    again: Knot


@record
class Nothing:
    pass


@record
class Table:"""


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_outside_the_types_of_the_language_is_refused(name: str, tmp_path: Path) -> None:
    field, message, hint = FIELDS[name]
    declarations = DECLARATIONS.replace("\n@record\nclass Table:", ODD_RECORDS)
    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, STOP, declarations=declarations.replace("    phase: Phase\n", f"    phase: Phase\n    {field}\n"))
    problem = caught.value.problems[0]
    assert problem.code == "DB301"
    assert message in problem.message
    rows = Path(sys.modules[next(reversed([each for each in sys.modules if each.startswith("probe_")]))].__file__ or "")
    place, _, field = problem.path.partition(" ")
    assert field in ("Table.odd", "Knot.again") and place.startswith(f"{rows.name}:")
    assert f"    {field.split('.')[1]}: " in f"{rows.read_text(encoding='utf-8').splitlines()[int(place.split(':')[1]) - 1]} "
    assert hint in problem.hint


ENUMS = {
    "gap": ("class Odd(IntEnum):\n    A = 0\n    B = 2", "must be 0, 1, 2"),
    "from one": ("class Odd(IntEnum):\n    A = 1", "must be 0, 1, 2"),
    "too few words": ("@words('a')\nclass Odd(IntEnum):\n    A = 0\n    B = 1", "2 different words"),
    "the same word": ("@words('a', 'a')\nclass Odd(IntEnum):\n    A = 0\n    B = 1", "2 different words"),
}


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_that_does_not_count_from_zero_or_lacks_words_is_refused(name: str, tmp_path: Path) -> None:
    enum, message = ENUMS[name]
    use = "@game.rule\ndef helped(table: Table, odd: Odd) -> None:\n    pass"
    rules = f"from verifier.lang import words\n\n\n{enum}\n\n\n{use}\n{STOP}"
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, rules).game)
    problem = caught.value.problems[0]
    assert problem.code == "DB301"
    assert message in problem.message
    assert problem.path
    assert problem.hint


def test_a_state_without_a_phase_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, STOP, declarations=DECLARATIONS.replace("    phase: Phase\n", "    stage: Phase\n"))
    problem = caught.value.problems[0]
    assert problem.code == "DB302"
    assert "needs a field `phase`" in problem.message
    assert "declare phase" in problem.hint
