"""Every construct outside the rule language is refused with its code, its place, the line with carets and what to write instead.

In the tables « and » stand around what the carets underline.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_modules import READINGS, SWITCH, written
from verifier.errors import RuleRefused
from verifier.lang.program import load

STOP = '''
@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
'''


def act(body: str, before: str = "", parameters: str = "table: Table") -> str:
    """A module whose decision `act` has a body."""
    indented = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return f"{before.strip()}\n\n\n@game.decision(Phase.ACT)\ndef act({parameters}) -> None:\n{indented}\n\n{STOP}"


def rule(text: str, use: str = "pass") -> str:
    """A module with a rule `helped` and a decision that may use it."""
    return act(use, before=text)


# name: (rules, what the message says, what the hint says); all DB321
CONSTRUCTS: dict[str, tuple[str, str, str]] = {
    # statements
    "try": (act("«try:\n    table.m = 1\nexcept ValueError:\n    pass"), "Try is not part", "use assignments"),
    "with": (act("«with table:\n    pass"), "With is not part", "use assignments"),
    "raise": (act("«raise ValueError»"), "Raise is not part", "use assignments"),
    "assert": (act("«assert table.flag»"), "Assert is not part", "use assignments"),
    "del": (act("x = 1\n«del x»"), "Delete is not part", "use assignments"),
    "global": (act("«global LIMIT»"), "Global is not part", "use assignments"),
    "nonlocal-like import": (act("«import math»"), "Import is not part", "use assignments"),
    "nested function": (act("«def inner() -> None:\n    pass"), "FunctionDef is not part", "use assignments"),
    "nested class": (act("«class Inner:\n    pass"), "ClassDef is not part", "use assignments"),
    "yield": (act("«yield 3»"), "no effect", "delete it"),
    "value alone": (act("«table.m»"), "no effect", "delete it"),
    "text alone": (act("«f'{table.m}'»"), "no effect", "delete it"),
    "chained assignment": (act("«table.m = table.n = 1»"), "one assignment a line", "a line of its own"),
    "tuple assignment": (act("«a, b» = 1, 2"), "cannot be assigned to", "assign to a local"),
    "starred assignment": (act("«*a, b» = 1, 2"), "cannot be assigned to", "assign to a local"),
    "assignment to a call's field": (act("«table.cards.take_top().x» = 1"), "cannot be assigned to", "assign to a local"),
    "change of a call's field": (act("«max(1, 2)» += 1".replace("«max(1, 2)»", "«VALUES[0]»")), "cannot be assigned to", "assign to a local"),
    "annotation without value": (act("«x: int»"), "gets its value where it is named", "write x = 0"),
    "annotation with a range": (act("x: «Annotated[int, Range(0, 2)]» = table.n"), "would not be checked", "leave it out"),
    "annotation of another type": (act("x: «str» = table.n"), "would not be checked", "leave it out"),
    "while without a bound": (act("while «table.m > 0»:\n    table.m -= 1"), "needs a declared bound", "hops = bound(4)"),
    "while true": (act("while «True»:\n    pass"), "needs a declared bound", "hops = bound(4)"),
    "while with else": (act("hops = bound(2)\nwhile «hops(table.flag)»:\n    pass\nelse:\n    pass"), "needs a declared bound",
                        "hops = bound(4)"),
    "bound apart from its loop": (act("hops = bound(4)\nfor i in range(2):\n    while «hops(table.flag)»:\n        table.m = i"),
                                  "in the line before it", "right before the while"),
    "bound used twice": (act("hops = bound(4)\nwhile hops(table.flag):\n    table.flag = False\n"
                             "while «hops(table.flag)»:\n    table.flag = False"), "in the line before it", "right before"),
    "bound not constant": (act("«hops = bound(table.m)»"), "a constant from 1 to 4096", "hops = bound(4)"),
    "bound too large": (act("«hops = bound(5000)»"), "a constant from 1 to 4096", "hops = bound(4)"),
    "bound over a local": (act("hops = 3\n«hops = bound(2)»"), "stands for something else already", "another name"),
    "local over a bound": (act("hops = bound(2)\n«hops = 3»"), "stands for something else already", "another name"),
    "bound as a value": (act("hops = bound(2)\ntable.m = «hops»"), "is a bound, not a value", "one of its fields"),
    "for else": (act("«for i in range(2):\n    pass\nelse:\n    pass"), "a loop has no else", "set a flag before break"),
    "for over a tuple": (act("for i in «(1, 2)»:\n    pass"), "runs over a range, an enum", "for a bag"),
    "for over a bag": (act("for i in «table.bag»:\n    pass"), "runs over a range, an enum", "for a bag"),
    "for over enumerate": (act("for «i, x» in enumerate(table.numbers):\n    pass"), "one variable", "index with it"),
    "for over reversed": (act("for x in «reversed(table.numbers)»:\n    pass"), "runs over a range, an enum", "for a bag"),
    "for with a step": (act("for i in «range(0, 4, 2)»:\n    pass"), "one or two ends", "loop over a row"),
    "for without a bound": (act("x = 1\nx = x + 1\nfor i in «range(x)»:\n    pass"), "4,096 passes", "loop over a row"),
    "for into a field": (act("for «table.m» in range(2):\n    pass"), "one variable", "index with it"),
    "match guard": (act("match table.m:\n    case «1» if table.flag:\n        pass"), "no condition of its own", "write if inside"),
    "match capture": (act("match table.m:\n    case «other»:\n        pass"), "a case is a constant", "with a dot"),
    "match sequence": (act("match table.m:\n    case «[1, 2]»:\n        pass"), "a case is a constant", "with a dot"),
    "match flag": (act("match table.flag:\n    case «True»:\n        pass"), "a case is a constant", "ask for flags with if"),
    "match other enum": (act("match table.colour:\n    case «Suit.CUPS»:\n        pass"), "compares a Colour with a Suit", "like with like"),
    # expressions
    "lambda": (act("x = «lambda: 3»"), "Lambda is not part", "@game.rule"),
    "list": (act("x = «[1]»"), "List is not part", "declare a pile or row"),
    "dict": (act("x = «{}»"), "Dict is not part", "constant tuple"),
    "list comprehension": (act("x = «[i for i in range(3)]»"), "ListComp is not part", "any/all/sum"),
    "set comprehension": (act("x = «{i for i in range(3)}»"), "SetComp is not part", "any/all/sum"),
    "dict comprehension": (act("x = «{i: i for i in range(3)}»"), "DictComp is not part", "constant tuple"),
    "generator alone": (act("table.m = min(«x for x in table.numbers»)".replace("(«", "«(").replace("»)", ")»")), "GeneratorExp is not part",
                        "subset"),
    "walrus": (act("if («k := table.m») > 1:\n    pass"), "NamedExpr is not part", "a line of its own"),
    "f-string": (act("x = «f'{table.m}'»"), "JoinedStr is not part", "no texts"),
    "slice": (act("x = table.numbers[«0:2»]"), "Slice is not part", "one element at a time"),
    "star argument": (act("table.m = max(«*table.numbers»)"), "Starred is not part", "subset"),
    "float": (act("table.m = «1.5»"), "1.5 is not a value", "use integers"),
    "text": (act("table.flag = table.colour == «'red'»"), "'red' is not a value", "use integers"),
    "none": (act("x = «None»"), "None is not a value", "use integers"),
    "large number": (act("table.m = «2147483648»"), "beyond 32 bits", "use numbers in -2147483648"),
    "power": (act("table.m = «table.m ** 2»"), "operator Pow", "use + - * // %"),
    "true division": (act("table.m = «table.m / 2»"), "operator Div", "write //"),
    "bits": (act("table.m = «table.m & 1»"), "operator BitAnd", "use + - *"),
    "flag or flag by bits": (act("«table.flag |= True»"), "operator BitOr", "use + - *"),
    "invert": (act("table.m = «~table.m»"), "this operator", "use not, or -"),
    "plus": (act("table.m = «+table.m»"), "this operator", "use not, or -"),
    "division by what may be zero": (act("table.m = «table.n // table.m»"), "divisor could be zero", "positive constant"),
    "product beyond 62 bits": (act("x = 1\nx = 2\ntable.m = «x * x * x»"), "beyond 62 bits", "positive constant"),
    "is": (act("table.flag = «table.m is 3»"), "`is` is not part", "compare with =="),
    "flag as number": (act("table.m = «table.flag» + 1"), "a number is needed", "int(...)"),
    "minus a flag": (act("table.m = -«table.flag»"), "a number is needed", "int(...)"),
    "number as condition": (act("table.m = 1 if «table.n» else 0"), "a condition is needed", "compare it"),
    "number and flag": (act("table.flag = «table.m» and table.flag"), "a condition is needed", "compare it"),
    "pile as condition": (act("if «table.cards»:\n    pass"), "this is a pile, not a value", "its size"),
    "record as value": (act("table.flag = «table.spots[0]» == table.spots[1]"), "this is a Spot record", "one of its fields"),
    "state as value": (act("table.m = «table»"), "table is a place, not a value", "one of its fields"),
    "record value as value": (act("z = Piece(worth=1)\ntable.m = «z»"), "z is a record, not a value", "one of its fields"),
    "two kinds in a conditional": (act("table.m = «1 if table.flag else True»"), "one side is a number", "of one kind"),
    "enums of two kinds": (act("table.flag = «table.colour == table.suit»"), "compares a Colour with a Suit", "like with like"),
    "flag with number": (act("table.flag = «table.flag == 1»"), "compares true or false with a number", "like with like"),
    "membership of a row": (act("table.flag = 1 in «table.numbers»"), "tested in constants", "constant tuple"),
    "membership of another kind": (act("table.flag = table.colour in «(1, 2)»"), "constants of the same kind", "like with like"),
    "membership of floats": (act("table.flag = table.m in «ODD»", before="ODD = (1.0, 2)"), "constants of the same kind", "like with like"),
    "membership of none": (act("table.flag = table.m in «ODD»", before="ODD = (None, 2)"), "constants of the same kind", "like with like"),
    "unknown name": (act("table.m = «nothing»"), "nothing is not known here", "use a local"),
    "list of the module": (act("table.m = «ODD[0]»", before="ODD = [1, 2]"), "not a place of the state", "name a field"),
    "unknown field": (act("table.m = «table.nothing»"), "has no field 'nothing'", "its fields: phase"),
    "unknown field of a value": (act("z = Piece(worth=1)\ntable.m = «z.nothing»"), "z has no field", "its fields: colour"),
    "index of a record": (act("table.m = «table.spots[0][1]»"), "a Spot record cannot be indexed", "index rows"),
    "index by a flag": (act("table.m = table.numbers[«table.flag»]"), "a number is needed", "int(...)"),
    "bag by a number": (act("table.m = table.bag[«0»]"), "indexed by a number", "use a Colour"),
    "bag by another enum": (act("table.m = table.bag[«table.suit»]"), "indexed by a Suit", "use a Colour"),
    "table beyond its end": (act("table.m = VALUES[«table.n»]"), "the table has 4 entries", "index with an enum"),
    "table of two kinds": (act("table.m = «ODD[table.m]»", before="ODD = (1, True, 2, 3)"), "a constant tuple of", "of one kind"),
    "length of a pile": (act("table.m = «len(table.cards)»"), "len is for rows", "pile.size"),
    "min of one": (act("table.m = «min(1)»"), "two or more numbers", "min(a, b)"),
    "min with a key": (act("table.m = «min(1, 2, key=abs)»"), "arguments in order", "leave out the names"),
    "abs of two": (act("table.m = «abs(1, 2)»"), "one argument", "one value"),
    "sum of flags": (act("table.m = sum(«x > 0» for x in table.numbers)"), "a number is needed", "int(...)"),
    "any of a row": (act("table.flag = «any(table.flags)»"), "any needs a generator", "write any(... for x in ...)"),
    "enum of a flag": (act("table.colour = Colour(«table.flag»)"), "a number is needed", "int(...)"),
    "happened in a decision": (act("table.flag = «happened(stop)»"), "asks, in a step property", "happened(fire)"),
    # calls
    "print": (act("«print(table.m)»"), "not a rule of the game", "@game.rule"),
    "function of the module": (act("table.m = «other(1)»", before="def other(x: int) -> int:\n    return x"), "not a rule of the game",
                               "@game.rule"),
    "decision called": (act("«stop(table)»"), "not a rule of the game", "@game.rule"),
    "method of a module": (act("table.m = «math.floor(table.m)»", before="import math"), "not part of the rule language", "line of its own"),
    "call of a call": (act("«stop(table)(1)»"), "this call is not part", "by their names"),
    "unknown method of a pile": (act("«table.cards.sort()»"), "sort is not something that a pile can do", "piles: put_top"),
    "method of a row": (act("«table.numbers.clear()»"), "clear is not something that a row can do", "piles: put_top"),
    "take in a condition": (act("if «table.cards.take_top()» == Colour.RED:\n    pass"), "take_top changes something", "line of its own"),
    "take in an argument": (act("table.m = max(«table.cards.take_top()», 1)"), "take_top changes something", "line of its own"),
    "take from a row": (act("x = «table.numbers.take_top()»"), "take_top is for piles", "bag.take"),
    "take_at without a place": (act("x = «table.cards.take_at()»"), "take_at takes the place", "pile.take_at(2)"),
    "take_at with two places": (act("x = «table.cards.take_at(0, 1)»"), "take_at takes the place", "pile.take_at(2)"),
    "take_at by name": (act("x = «table.cards.take_at(index=0)»"), "take_at takes the place", "pile.take_at(2)"),
    "take_top with a place": (act("«table.cards.take_top(3)»"), "take_at takes the place", "pile.take_at(2)"),
    "field of a scalar taken": (act("x = «table.cards.take_top().worth»"), "what this pile holds has no fields", "leave out"),
    "unknown field taken": (act("x = «table.pieces.take_top().nothing»"), "has no field 'nothing'", "its fields: colour"),
    "put by name": (act("«table.cards.put_top(Colour.RED, top=True)»"), "arguments in order", "leave out the names"),
    "put of a number": (act("table.pieces.put_top(«3»)"), "a Piece record is needed here", "take one from a pile"),
    "put of another record": (act("table.pieces.put_top(«Grade(won=True)»)"), "a Piece record is needed here", "take one from a pile"),
    "record by position": (act("z = «Piece(Colour.RED)»"), "from its fields by name", "its fields: colour"),
    "record with an unknown field": (act("z = «Piece(nothing=1)»"), "from its fields by name", "its fields: colour"),
    "record with a wrong field": (act("z = Piece(worth=«True»)"), "worth is a number", "convert it"),
    "bag of another kind": (act("table.bag.add(«table.suit»)"), "the bag holds Colours", "write Colour(...)"),
    "bag by a number added": (act("table.bag.add(«2»)"), "the bag holds Colours", "write Colour(...)"),
    "pour of another kind": (act("table.bag.add_all(«table.warms»)"), "a bag of the same kind", "loop over the enum"),
    "rule with too few": (rule("@game.rule\ndef helped(table: Table, k: int) -> int:\n    return k", "table.m = «helped(table)»"),
                          "helped takes 2 arguments", "they are: table, k"),
    "rule with a wrong place": (rule("@game.rule\ndef helped(spot: Spot) -> int:\n    return 1", "table.m = helped(«table»)"),
                                "spot must be a Spot record", "pass a place"),
    "rule with a record value": (rule("@game.rule\ndef helped(piece: Piece) -> int:\n    return 1",
                                      "z = Piece(worth=1)\ntable.m = helped(«z»)"), "piece must be a Piece record", "pass a place"),
    "rule with a wrong scalar": (rule("@game.rule\ndef helped(k: bool) -> int:\n    return 1", "table.m = helped(«3»)"),
                                 "k is true or false", "convert it"),
    "rule by name": (rule("@game.rule\ndef helped(table: Table) -> None:\n    table.m = 1", "«helped(table, k=1)»"),
                     "arguments in order", "leave out the names"),
    "rule by name, assigned": (rule("@game.rule\ndef helped(table: Table) -> int:\n    table.m = 1\n    return 1", "x = «helped(table, k=1)»"),
                               "arguments in order", "leave out the names"),
    "rule without a value": (rule("@game.rule\ndef helped(table: Table) -> None:\n    table.m = 1", "table.n = «helped(table)»"),
                             "helped returns nothing", "line of its own"),
    "rule without a value, assigned": (rule("@game.rule\ndef helped(table: Table) -> None:\n    table.m = 1", "x = «helped(table)»"),
                                       "helped returns nothing", "line of its own"),
    "effect within an expression": (rule("@game.rule\ndef helped(table: Table) -> int:\n    table.m = 1\n    return 1",
                                         "table.n = «helped(table)» + 1"), "changes the state", "x = rule(...)"),
    "effect returned": (rule("@game.rule\ndef helped(table: Table) -> int:\n    table.m = 1\n    return 1\n\n\n@game.rule\n"
                             "def outer(table: Table) -> int:\n    return «helped(table)»", "x = outer(table)"), "changes the state", "x = rule"),
    "recursion": (rule("@game.rule\n«def helped(table: Table) -> None:\n    helped(table)", "helped(table)"), "cannot call themselves",
                  "a loop with a bound"),
    "clauses counted twice, compared": (rule("@game.rule(clause='C-01')\ndef helped(table: Table) -> int:\n    return 1",
                                             "table.flag = 0 < «helped(table)» < 3"), "may run more than once", "x = rule(...)"),
    "clauses counted twice, in": (rule("@game.rule(clause='C-01')\ndef helped(table: Table) -> int:\n    return 1",
                                       "table.flag = «helped(table)» in (1, 3)"), "may run more than once", "x = rule(...)"),
    "clauses counted twice, +=": (rule("@game.rule(clause='C-01')\ndef helped(table: Table) -> int:\n    return 1",
                                       "table.numbers[«helped(table)»] += 1"), "may run more than once", "x = rule(...)"),
    # names
    "parameter changed": (act("«k» += 5", parameters="table: Table, k: Annotated[int, Range(0, 3)]"), "k is a parameter", "another name"),
    "parameter looped over": (act("for «k» in range(2):\n    pass", parameters="table: Table, k: bool"), "k is a parameter", "another name"),
    "state renamed": (act("«table» = table.spots[0]"), "table is a parameter", "another name"),
    "state looped over": (act("for «table» in table.spots:\n    pass"), "table is a parameter", "another name"),
    "loop variable changed": (act("for i in range(3):\n    «i» += 1"), "i is a loop's variable", "another name"),
    "loop variable in an inner loop": (act("for i in range(3):\n    for «i» in range(2):\n        pass"), "the loop around it", "another name"),
    "local becomes a loop variable": (act("x = 3\nfor «x» in table.spots:\n    pass"), "x is a local", "another name"),
    "local becomes a generator's": (act("d = table.spots[0]\ntable.flag = any(d.worth > 2 for «d» in table.pieces)"), "d is a local",
                                    "another name"),
    "generator over its own name": (act("for i in range(3):\n    table.m = sum(1 for i in range(«i»))"), "the variable of this loop too",
                                    "another name"),
    "loop variable after its loop": (act("for i in range(table.m):\n    pass\ntable.n = «i»"), "i may have no value", "make no pass"),
    "local of one branch": (act("if table.flag:\n    x = 2\ntable.n = «x»"), "x may have no value", "on every way"),
    "local of one case": (act("match table.m:\n    case 0:\n        x = 2\n    case 1:\n        x = 3\ntable.n = «x»"), "x may have no value",
                          "on every way"),
    "local before its value": (act("table.n = «LIMIT»\nLIMIT = 2"), "LIMIT may have no value", "on every way"),
    "constant counted up": (act("«LIMIT» += 1"), "LIMIT may have no value", "on every way"),
    "place of one branch": (act("if table.flag:\n    s = table.spots[0]\ntable.n = «s».number"), "s may have no value", "on every way"),
    "local of two kinds": (act("x = 1\n«x = True»"), "x was a number and becomes true or false", "another name"),
    "local of two enums": (act("x = table.colour\n«x = table.suit»"), "becomes a Suit", "another name"),
    "number becomes a place": (act("«x = table.spots[0]»\nx = 3"), "assigned more than once", "two names"),
    "number becomes a record": (act("x = 3\n«x = Piece(worth=2)»"), "stands for something else already", "another name"),
    "record becomes a number": (act("x = Piece(worth=2)\n«x = 3»"), "stands for something else already", "another name"),
    "records of two kinds": (act("if table.flag:\n    z = Piece(worth=2)\nelse:\n    «z = Grade(points=3)»\ntable.n = 1"),
                             "stands for something else already", "another name"),
    "taken into a number": (act("x = 3\nx = «table.pieces.take_top()»"), "stands for something else already", "another name"),
    "field of a value of another kind": (act("z = Piece(worth=1)\n«z.worth» = True"), "no such field, or one of another kind", "its fields"),
    "word as a local": (act("«max» = 3"), "max is a word of the rule language", "another name"),
    "word as a function": (act("table.m = «max»(1, 2)", before="def max(a: int, b: int) -> int:\n    return 0"),
                           "max is a word of the rule language", "another name"),
    "require redefined": (act('«require»(table.flag, "C-01")', before="def require(a: bool, b: str) -> None:\n    pass"),
                          "require is a word", "another name"),
    # elements of piles that change
    "element after put_bottom": (act("z = table.pieces[0]\ntable.pieces.put_bottom(Piece(worth=3))\n«z.worth = 5»"),
                                 "may have changed since", "name it again"),
    "element after take": (act("z = table.pieces[0]\ntable.pieces.take_top()\n«table.n = z.worth»"), "may have changed since", "name it"),
    "element after clear": (act("z = table.pieces[0]\ntable.pieces.clear()\n«table.n = z.worth»"), "may have changed since", "name it"),
    "element after a rule": (rule("@game.rule\ndef helped(table: Table) -> None:\n    table.pieces.clear()",
                                  "z = table.pieces[0]\nhelped(table)\n«table.n = z.worth»"), "may have changed since", "name it"),
    "element in the next pass": (act("z = table.pieces[0]\nfor i in range(2):\n    «table.n = z.worth»\n    table.pieces.take_top()"),
                                 "may have changed since", "name it"),
    "element as a parameter": (rule("@game.rule\ndef helped(table: Table, piece: Piece) -> int:\n    table.pieces.clear()\n"
                                    "    «return piece.worth»", "x = helped(table, table.pieces[0])"), "may have changed since", "name it"),
    "pile changed in its loop": (act("«for z in table.pieces:»\n    table.pieces.put_top(Piece(worth=3))"), "goes on after its pile",
                                 "leave the loop"),
    "pile changed and continued": (act("«for z in table.cards:»\n    if z == Colour.RED:\n        table.cards.take_top()\n        continue"),
                                   "goes on after its pile", "leave the loop"),
    "put where the taken one says": (act("«table.piles[table.cards.size - 1].put_top(table.cards.take_top())»"), "depends on the state",
                                     "line of its own"),
    "add where the taken one says": (rule("@game.rule\ndef helped(table: Table) -> Annotated[int, Range(0, 1)]:\n    return 0",
                                          "«table.piles[helped(table)].put_top(table.cards.take_top())»"), "depends on the state", "of its own"),
    # assignments to places
    "record stored": (act("«table.spots[0] = 3»"), "changed through its own methods", "set its fields"),
    "flag into a number": (act("«table.m = table.flag»"), "the field is a number", "convert it"),
    "number into a flag": (act("«table.flag = 1»"), "the field is true or false", "convert it"),
    "number into an enum": (act("«table.colour = 1»"), "the field is a Colour", "convert it"),
    "enum into another": (act("«table.colour = table.suit»"), "the field is a Colour", "convert it"),
    "component data": (act("«box.limit = 3»"), "component data cannot change", "in the state"),
    "component data, deep": (act("«box.spot.number = 3»"), "component data cannot change", "in the state"),
    "component data, counted": (act("«box.limit += 1»"), "component data cannot change", "in the state"),
    "component data by another name": (act("row = box.scores\n«row[0] = 5»"), "component data cannot change", "in the state"),
    "component data in a loop": (act("for piece in box.spot.pieces:\n    «piece.worth = 5»"), "component data cannot change", "in the state"),
    "component data taken": (act("«box.stock.take(Colour.RED)»"), "component data cannot change", "in the state"),
    "component data cleared": (act("«box.stock.clear()»"), "component data cannot change", "in the state"),
    "component data poured into": (act("«box.stock.add_all(table.bag)»"), "component data cannot change", "in the state"),
    "component data put on": (act("«box.spot.pieces.put_top(Piece(worth=1))»"), "component data cannot change", "in the state"),
    "component data taken from": (act("x = «box.spot.pieces.take_top()»"), "component data cannot change", "in the state"),
    "component data passed on": (rule("@game.rule\ndef helped(spot: Spot) -> None:\n    spot.number = 3", "«helped(box.spot)»"),
                                 "component data cannot change", "in the state"),
    "component data beside the state": (rule("@game.rule\ndef helped(table: Table, spot: Spot) -> int:\n    return spot.number",
                                             "table.m = «helped(table, box.spot)»"), "gets places of component data and of", "read the component"),
    # the words
    "require without a clause": (act("«require(table.flag)»"), "takes a condition and the clause", "UD-T05"),
    "require by name": (act('«require(table.flag, "C-01", why=3)»'), "arguments in order", "leave out the names"),
    "require of a number": (act('require(«table.m», "C-01")'), "a condition is needed", "compare it"),
    "require late": (act('«table.m = 1»\nrequire(table.flag, "C-01")'), "where nothing may happen yet", "every require at the start"),
    "clause before require": (act('«clause("C-02")»\nrequire(table.flag, "C-01")'), "where nothing may happen yet", "every require"),
    "return before require": (act('if table.flag:\n    «return»\nrequire(table.flag, "C-01")'), "where nothing may happen yet", "every require"),
    "effect of a rule before require": (rule("@game.rule\ndef helped(table: Table) -> int:\n    table.m = 0\n    return 1",
                                             '«x = helped(table)»\nrequire(x > 0, "C-01")'), "where nothing may happen yet", "every require"),
    "require in a rule": (rule('@game.rule\ndef helped(table: Table) -> None:\n    «require(table.flag, "C-01")»', "helped(table)"),
                          "require belongs to decisions", "use if"),
    "weight in a decision": (act("«weight(3)»"), "weight belongs to chance rules", "@game.chance"),
    "weight without a number": (act("«weight()»"), "weight takes a number", "weight(night.deck[card])"),
    "clause without an id": (act("clause(«LIMIT»)"), "named by its id", 'clause("UD-T04")'),
    "clause by name": (act('«clause("C-01", why="C-02")»'), "arguments in order", "leave out the names"),
    "ruling as a value": (act('x = «ruling("R-01")»'), "compared with the names of its choices", 'ruling("UD-06") == "top"'),
    "ruling with a number": (act('table.flag = «ruling("R-01") == 3»'), "names of its choices", 'ruling("UD-06") == "top"'),
    "ruling less than": (act('table.flag = «ruling("R-01") < "top"»'), "names of its choices", 'ruling("UD-06") == "top"'),
    "ruling in nothing": (act('table.flag = «ruling("R-01") in ()»'), "names of its choices", 'ruling("UD-06") == "top"'),
    "ruling without an id": (act('table.flag = «ruling(LIMIT)» == "top"'), "takes the id of a reading", 'ruling("UD-06")'),
    "ruling matched with a number": (act('match ruling("R-01"):\n    case «3»:\n        pass'), "names of its choices", 'case "top"'),
    # signatures and returns
    "default": (rule("@game.rule\ndef helped(table: Table, k: int = «3») -> int:\n    return k", "table.m = helped(table, 1)"),
                "plain parameters", "name every argument"),
    "star parameters": (rule("@game.rule\ndef helped(table: Table, *«k: bool») -> bool:\n    return k", "table.flag = helped(table, True)"),
                        "plain parameters", "name every argument"),
    "keyword parameter": (rule("@game.rule\ndef helped(table: Table, *, «k: bool») -> bool:\n    return k", "table.flag = helped(table, True)"),
                          "plain parameters", "name every argument"),
    "keyword parameters": (rule("@game.rule\ndef helped(table: Table, **«k: bool») -> bool:\n    return k", "table.flag = helped(table, True)"),
                           "plain parameters", "name every argument"),
    "another decorator": (rule("def twice(f):\n    return f\n\n\n@«twice»\n@game.rule\ndef helped(table: Table) -> int:\n    return 1",
                               "table.m = helped(table)"), "no decorator but the game's own", "in the rule"),
    "two states": (rule("@game.rule\n«def helped(a: Table, b: Table) -> bool:»\n    return a.m == b.m"), "takes the state more than once",
                   "step properties"),
    "no state": ("@game.decision(Phase.ACT)\n«def act(k: bool) -> None:»\n    pass\n" + STOP, "the state as its first parameter",
                 "def act(state: Table"),
    "record for a decision": (act("pass", parameters="table: Table, spot: Spot").replace("def act", "«def act").replace("None:\n    pass", "None:»\n    pass", 1),
                              "flags, enums and bounded numbers", "by a number or an enum"),
    "argument for an invariant": ("@game.invariant()\n«def holds(table: Table, k: bool) -> bool:»\n    return True\n" + STOP,
                                  "an invariant takes nothing but the state", "fields of the state"),
    "invariant without a flag": ("@game.invariant()\n«def holds(table: Table) -> int:»\n    return 1\n" + STOP,
                                 "an invariant returns true or false", "annotation"),
    "invariant without a value": ("@game.invariant()\n«def holds(table: Table) -> None:»\n    pass\n" + STOP,
                                  "an invariant returns true or false", "annotation"),
    "goal without a flag": ("@game.goal\n«def reached(table: Table) -> None:»\n    pass\n" + STOP, "a goal returns true or false", "annotation"),
    "estimate without a number": ("@game.estimate\n«def guess(table: Table) -> bool:»\n    return True\n" + STOP, "an estimate returns a number",
                                  "annotation"),
    "grade without a record": ("@game.grade\n«def value(table: Table) -> int:»\n    return 1\n" + STOP, "a grade returns a record", "annotation"),
    "rule with a record": (rule("@game.rule\n«def helped(table: Table) -> Grade:»\n    return Grade(won=True)"), "a scalar or nothing", "annotation"),
    "decision with a value": ("@game.decision(Phase.ACT)\n«def act(table: Table) -> int:»\n    return 1\n" + STOP, "a decision returns nothing",
                              "annotation"),
    "invariant that changes": ("@game.invariant()\n«def holds(table: Table) -> bool:»\n    table.m = 1\n    return True\n" + STOP,
                               "an invariant must not change the state", "only read"),
    "no value on a way": (rule("@game.rule\n«def helped(table: Table) -> int:»\n    if table.flag:\n        return 1", "table.m = helped(table)"),
                          "can end without returning", "every way"),
    "no grade on a way": ("@game.grade\n«def value(table: Table) -> Grade:»\n    if table.flag:\n        return Grade(won=True)\n" + STOP,
                          "can end without returning", "every way"),
    "bare return": (rule("@game.rule\ndef helped(table: Table) -> int:\n    if table.flag:\n        «return»\n    return 1", "table.m = helped(table)"),
                    "declared to return a value", "return and the value"),
    "return of another kind": (rule("@game.rule\ndef helped(table: Table) -> int:\n    «return True»", "table.m = helped(table)"),
                               "declared to return a number", "or change it"),
    "return beyond the range": (rule("@game.rule\ndef helped(table: Table) -> Annotated[int, Range(0, 1)]:\n    «return table.m»",
                                     "table.m = helped(table)"), "in 0..3", "or change it"),
    "return from a decision": (act("«return 3»"), "declared to return nothing", "or change it"),
    "return of another record": ("@game.grade\ndef value(table: Table) -> Grade:\n    «return Other(lost=True)»\n" + STOP,
                                 "declared to return a Grade record", "or change it"),
    "return of a place": (rule("@game.rule\ndef helped(table: Table) -> int:\n    return «table.spots[0]»", "table.m = helped(table)"),
                          "this is a Spot record", "one of its fields"),
    "states mixed": ("@game.rule\ndef same(a: Spot, b: Spot) -> bool:\n    return a.number == b.number\n\n\n@game.step_property()\n"
                     "def kept(before: Table, after: Table) -> bool:\n    return «same(before.spots[0], after.spots[0])»\n" + STOP,
                     "gets places of after and of before", "compare two states outside"),
    "happened of a rule": ("@game.rule\ndef helped(table: Table) -> None:\n    table.m = 1\n\n\n@game.decision(Phase.ACT)\ndef act(table: Table)"
                           " -> None:\n    helped(table)\n\n\n@game.step_property()\ndef kept(before: Table, after: Table) -> bool:\n"
                           "    return «happened(helped)»\n" + STOP, "asks, in a step property", "happened(fire)"),
    "letters beyond ASCII": (act("été = 1; x = «nothing»"), "nothing is not known here", "use a local"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_outside_the_language_is_refused_with_its_place_and_what_to_write_instead(name: str, tmp_path: Path) -> None:
    rules, message, hint = CONSTRUCTS[name]
    module = written(tmp_path, rules.replace("«", "").replace("»", ""), readings=READINGS + SWITCH)
    with pytest.raises(RuleRefused) as caught:
        load(module.game)
    problem = caught.value.problems[0]
    text, shown, carets = problem.message.split("\n")
    assert problem.code == "DB321"
    assert message in text
    assert hint in problem.hint
    line, start, length = _marked(Path(str(module.__file__)).read_text(encoding="utf-8"), rules)
    assert problem.path.startswith(f"{Path(str(module.__file__)).name}:{line} in ")
    assert shown.removeprefix("    ") == _plain(rules, line - _offset(module.__file__, rules))
    assert carets.removeprefix("    ") == " " * start + "^" * length


def _plain(rules: str, index: int) -> str:
    return rules.strip().splitlines()[index].replace("«", "").replace("»", "")


def _offset(file: str | None, rules: str) -> int:
    """The line of the file that the first line of the rules is."""
    text = Path(str(file)).read_text(encoding="utf-8").rstrip("\n").splitlines()
    return len(text) - len(rules.strip().splitlines()) + 1


def _marked(text: str, rules: str) -> tuple[int, int, int]:
    """The line, column and length of what is marked; a mark that does not end on its line runs to the line's end."""
    lines = rules.strip().splitlines()
    index = next(number for number, line in enumerate(lines) if "«" in line)
    start = lines[index].index("«")
    rest = lines[index][start + 1:]
    length = rest.index("»") if "»" in rest else len(rest)
    return len(text.rstrip("\n").splitlines()) - len(lines) + 1 + index, start, length


# name: (rules or a change of the declarations, the code, what the message says, what the hint says)
LEDGERS: dict[str, tuple[str, str, str, str]] = {
    "unknown clause": (act("clause(«\"C-0\"»)"), "DB331", "has no clause 'C-0'", 'did you mean "C-0'),
    "unknown clause of a rule": ("@game.decision(Phase.ACT, clause='C-99')\n«def act(table: Table) -> None:»\n    pass\n" + STOP, "DB331",
                                 "has no clause 'C-99'", 'C-0'),
    "unknown reading": (act('table.flag = «ruling("R-02")» == "top"'), "DB332", "has no reading 'R-02'", 'did you mean "R-01"?'),
    "unknown choice": (act('table.flag = «ruling("R-01")» == "tap"'), "DB333", "no choice 'tap'", 'did you mean "top"?'),
    "unknown choice in a match": (act('match «ruling("R-01")»:\n    case "tap":\n        pass'), "DB333", "no choice 'tap'", 'did you mean "top"?'),
}


@pytest.mark.parametrize("name", LEDGERS)
def test_an_id_that_the_ledger_lacks_is_refused_where_it_stands(name: str, tmp_path: Path) -> None:
    rules, code, message, hint = LEDGERS[name]
    module = written(tmp_path, rules.replace("«", "").replace("»", ""), readings=READINGS + SWITCH)
    with pytest.raises(RuleRefused) as caught:
        load(module.game)
    problem = caught.value.problems[0]
    line, start, length = _marked(Path(str(module.__file__)).read_text(encoding="utf-8"), rules)
    assert problem.code == code
    assert message in problem.message
    assert problem.message.split("\n")[2] == " " * (4 + start) + "^" * length
    assert problem.path.startswith(f"{Path(str(module.__file__)).name}:{line} in ")
    assert hint in problem.hint


# name: (rules, code, message, where, hint): what is wrong with the game as a whole
GAMES: dict[str, tuple[str, str, str, str, str]] = {
    "two rules of one name": (STOP + STOP, "DB303", "two rules are named stop", ".py:", "rename one"),
    "parameter without annotation": ("@game.rule\ndef helped(table) -> None:\n    pass" + STOP, "DB304", "annotate the parameter table", ".py:",
                                     "write table:"),
    "two set-ups": ("@game.setup\ndef one(table: Table) -> None:\n    pass\n\n\n@game.setup\ndef two(table: Table) -> None:\n    pass" + STOP, "DB305",
                    "2 rules of kind setup", ".py:", "keep one"),
    "two grades": ("".join(f"@game.grade\ndef g{n}(table: Table) -> Grade:\n    return Grade()\n\n\n" for n in (1, 2)) + STOP, "DB305",
                   "2 rules of kind grade", ".py:", "keep one"),
    "too many events": (act("pass", parameters="table: Table, k: Annotated[int, Range(0, 2_000_000_000)]"), "DB306", "2,000,000,002 events", "",
                        "split a decision"),
    "two events written alike": ("@game.decision(Phase.ACT)\ndef go_up(table: Table) -> None:\n    pass\n\n\n@game.decision(Phase.ACT)\ndef "
                                 "go_up_(table: Table) -> None:\n    pass\n" + STOP, "DB307", "both written 'go-up'", "", "rename"),
    "rule that leaves an end": (STOP + STOP.replace("ACT", "OVER").replace("stop", "more"), "DB310", "OVER is an end of the game but more", ".py:",
                                "delete the rule"),
    "phase that nothing leaves": ("", "DB311", "no rule leaves the phase ACT", "probe", "Game(ends=...)"),
    "phase of two kinds": (STOP + "\n\n@game.step(Phase.ACT)\ndef more(table: Table) -> None:\n    pass", "DB312", "the phase ACT has stop, more",
                           ".py:", "a phase of its own"),
    "two steps in a phase": ("".join(f"@game.step(Phase.ACT)\ndef s{n}(table: Table) -> None:\n    table.phase = Phase.OVER\n\n\n" for n in (1, 2)),
                             "DB312", "the phase ACT has s1, s2", ".py:", "a phase of its own"),
    "phase that nothing enters": ("@game.decision(Phase.ACT)\ndef stop(table: Table) -> None:\n    pass", "DB313", "nothing enters the phase OVER",
                                  "probe", "set it somewhere"),
    "phase of another enum": (STOP + STOP.replace("Phase.ACT", "Suit.CUPS").replace("stop", "more"), "DB314", "is not a phase of probe", ".py:",
                              "name a member of Phase"),
    "order of no bag": (STOP + "\n\n@game.chance(Suit.CUPS, tape='t', order_of='bog')\ndef draw(table: Table, k: Colour) -> None:\n    pass", "DB315",
                        "'bog' is not a bag of the state", ".py:", 'did you mean "bag"?'),
    "bound without a grade": ("@game.bound\ndef most(table: Table) -> Grade:\n    return Grade()\n" + STOP, "DB316", "does not return what the grade",
                              ".py:", "@game.grade"),
    "bound of another record": ("@game.grade\ndef value(table: Table) -> Grade:\n    return Grade()\n\n\n@game.bound\ndef most(table: Table) -> Other:\n"
                                "    return Other()\n" + STOP, "DB316", "does not return what the grade", ".py:", "same record"),
    "rule in no file": ("exec('@game.rule\\ndef helped(table: Table) -> None:\\n    pass')\n" + STOP, "DB320", "source of helped", ":", "functions in a file"),
    "asynchronous rule": ("@game.rule\nasync def helped(table: Table) -> None:\n    pass\n" + STOP, "DB320", "source of helped", ".py:",
                          "functions in a file"),
    "rule that nothing calls": (rule("@game.rule\ndef helped(table: Table) -> None:\n    pass"), "DB330", "nothing calls the rule helped", ".py:",
                                "delete it"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_does_not_hold_together_is_refused(name: str, tmp_path: Path) -> None:
    rules, code, message, where, hint = GAMES[name]
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, rules).game)
    problem = caught.value.problems[0]
    assert problem.code == code
    assert message in problem.message
    assert where in problem.path
    assert hint in problem.hint


def test_a_reading_that_no_rule_asks_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused) as caught:
        load(written(tmp_path, STOP, readings=READINGS + SWITCH).game)
    problem = caught.value.problems[0]
    assert (problem.code, problem.path) == ("DB334", "probe")
    assert "R-01" in problem.message
    assert "record it without a switch" in problem.hint


# field of the state: what the message says, what the hint says; all DB301 with the field's name
FIELDS: dict[str, tuple[str, str, str]] = {
    "text": ("odd: str", "not a type of the rule language", "use bool, an IntEnum"),
    "float": ("odd: float", "not a type of the rule language", "use bool, an IntEnum"),
    "list": ("odd: list[int]", "not a type of the rule language", "use bool, an IntEnum"),
    "optional": ("odd: Colour | None", "not a type of the rule language", "use bool, an IntEnum"),
    "unbounded number": ("odd: int", "an integer needs a range", "Annotated[int, Range(0, 8)]"),
    "empty range": ("odd: Annotated[int, Range(3, 2)]", "is empty or beyond 32 bits", "lower end first"),
    "wide range": ("odd: Annotated[int, Range(0, 2**31)]", "is empty or beyond 32 bits", "lower end"),
    "range beyond an enum": ("odd: Annotated[Colour, Range(1, 4)]", "not a part of Colour", "first and last"),
    "row without a size": ("odd: Row[Spot]", "needs a size", "Size(4)"),
    "row of size zero": ("odd: Annotated[Row[Spot], Size(0)]", "needs a size", "Size(4)"),
    "row of unbounded numbers": ("odd: Annotated[Row[int], Size(2)]", "an integer needs a range", "Range(0, 8)"),
    "pile without a size": ("odd: Pile[Piece]", "needs a size", "Size(4)"),
    "pile of records with piles": ("odd: Annotated[Pile[Spot], Size(2)]", "holds scalars or records of scalars", "row"),
    "pile of rows": ("odd: Annotated[Pile[Annotated[Row[bool], Size(2)]], Size(2)]", "holds scalars or records of scalars", "row"),
    "pile of wide records": ("odd: Annotated[Pile[Wide], Size(2)]", "at most 62 bits", "narrow"),
    "bag without a range": ("odd: Bag[Colour]", "an integer needs a range", "Range(0, 8)"),
    "bag of numbers": ("odd: Annotated[Bag[bool], Range(0, 3)]", "counts the members of an enum", "Bag[Card]"),
    "bag below zero": ("odd: Annotated[Bag[Colour], Range(-1, 3)]", "each from 0 up", "Bag[Card]"),
    "bag above zero": ("odd: Annotated[Bag[Colour], Range(1, 3)]", "each from 0 up", "Bag[Card]"),
    "default": ("odd: bool = True", "no default value", "set-up"),
    "record in itself": ("odd: Knot", "holds itself", "other types"),
    "record without fields": ("odd: Nothing", "has no fields", "other types"),
}
ODD_RECORDS = '''
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
class Table:'''


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_outside_the_types_of_the_language_is_refused(name: str, tmp_path: Path) -> None:
    from tests.rule_modules import DECLARATIONS

    field, message, hint = FIELDS[name]
    declarations = DECLARATIONS.replace("\n@record\nclass Table:", ODD_RECORDS).replace("    phase: Phase\n", f"    phase: Phase\n    {field}\n")
    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, STOP, declarations=declarations)
    problem = caught.value.problems[0]
    assert problem.code == "DB301"
    assert message in problem.message
    assert problem.path in ("Table.odd", "Knot.again")
    assert hint in problem.hint


ENUMS: dict[str, tuple[str, str]] = {
    "gap": ("class Odd(IntEnum):\n    A = 0\n    B = 2", "must be 0, 1, 2"),
    "from one": ("class Odd(IntEnum):\n    A = 1", "must be 0, 1, 2"),
    "too few words": ("@words('a')\nclass Odd(IntEnum):\n    A = 0\n    B = 1", "2 different words"),
    "the same word": ("@words('a', 'a')\nclass Odd(IntEnum):\n    A = 0\n    B = 1", "2 different words"),
}


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_that_does_not_count_from_zero_or_lacks_words_is_refused(name: str, tmp_path: Path) -> None:
    enum, message = ENUMS[name]
    rules = f"from verifier.lang import words\n\n\n{enum}\n\n\n@game.rule\ndef helped(table: Table, odd: Odd) -> None:\n    pass\n{STOP}"
    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, rules)
    problem = caught.value.problems[0]
    assert problem.code == "DB301"
    assert message in problem.message
    assert problem.path
    assert problem.hint


def test_a_state_without_a_phase_is_refused(tmp_path: Path) -> None:
    from tests.rule_modules import DECLARATIONS

    with pytest.raises(RuleRefused) as caught:
        written(tmp_path, STOP, declarations=DECLARATIONS.replace("    phase: Phase\n", "    stage: Phase\n"))
    problem = caught.value.problems[0]
    assert problem.code == "DB302"
    assert "needs a field `phase`" in problem.message
    assert "declare phase" in problem.hint
