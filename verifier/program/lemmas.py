"""Lemmas as code: candidate invariants written in the rule language, and a program that has them.

A candidate is a sentence, a name, and a condition in the rule language about the state.  What it becomes is a lemma like one that
an author writes: read by the front end, lifted, compared with the reference.  `module_of` writes a file to keep beside a game.
"""

from __future__ import annotations

import copy
import re
import tempfile
from collections.abc import Iterable, Sequence
from enum import IntEnum
from pathlib import Path
from textwrap import wrap
from types import CodeType, FunctionType
from typing import Any

from attrs import evolve, frozen

from verifier.lang import ir
from verifier.lang.front import Reader
from verifier.lang.game import TRANSITIONS, Game, Rule
from verifier.lang.types import EnumType, FlagType, Scalar, types_in
from verifier.lang.words import the
from verifier.program.program import Program

LINE_MOST = 100  # characters of a line of a module that is written
BETWEEN_MOST = 3  # how far from the ends of its range a number's end is worth saying: farther, samples say too much


@frozen
class Candidate:
    """What may be an invariant: a name, a sentence that says it, and a condition in the rule language."""

    name: str
    sentence: str
    condition: str


def state_name(program: Program) -> str:
    """What the game's properties call the state."""
    for rule in program.game.of_kind("invariant", *TRANSITIONS):
        for name, kind in rule.parameters:
            if kind == program.game.state_type:
                return name
    return "table"


def with_lemmas(program: Program, candidates: Iterable[Candidate]) -> Program:
    """The program of the same game with some more lemmas; the game itself stays as it is."""
    return with_rules(program, "\n\n".join(_function(program, each) for each in candidates))


def with_rules(program: Program, text: str) -> Program:
    """The program of the same game with some more lemmas and step properties, given as code; the game itself stays as it is."""
    with tempfile.TemporaryDirectory(prefix="daybreak-rules-") as folder:
        path = Path(folder) / "rules.py"
        path.write_text(text, encoding="utf-8")
        rules = _rules(program, compile(text, str(path), "exec"))
        bodies = Reader(program.game).more(rules)
    game: Game[Any, Any] = copy.copy(program.game)
    game.rules = {**game.rules, **{rule.name: rule for rule in rules}}
    return evolve(program, game=game, bodies={**program.bodies, **bodies})


def _rules(program: Program, code: CodeType) -> list[Rule]:
    """The lemmas and step properties of some code, which runs without changing the game."""
    found, state = list[Rule](), program.game.state_type

    class Collecting:
        """Stands where the game does while the code runs."""

        @staticmethod
        def lemma(function: Any) -> Any:
            found.append(Rule(function.__name__, "lemma", function, parameters=((state_name(program), state),)))
            return function

        @staticmethod
        def step_property(function: Any) -> Any:
            found.append(Rule(function.__name__, "step_property", function, parameters=(("before", state), ("after", state))))
            return function

    names = {**known_names(program), "game": Collecting}
    exec(code, names)
    names.update(game=program.game, box=program.game.edition)
    return found


def module_of(program: Program, candidates: Sequence[Candidate]) -> str:
    """A module of lemmas to keep beside a game's rules."""
    functions = [_function(program, each) for each in candidates]
    text = "\n".join(functions)
    modules: dict[str, list[str]] = {}
    for name, value in sorted(known_names(program).items()):
        if isinstance(value, type) and (f"{name}." in text or f": {name})" in text) or (
                isinstance(value, FunctionType) and re.search(rf"\b{name}\(", text)):
            modules.setdefault("verifier.lang" if value is the else value.__module__, []).append(name)
    modules.setdefault(program.game.state.__module__, []).append("game")
    imports = [_import(module, names) for module, names in sorted(modules.items())]
    title = f"Lemmas of {program.game.title}: invariants that serve proofs alone.  `check --with z3` proves those that it needs."
    last = "Import it behind the modules of the rules, which number the events in the order in which they are imported."
    head = [f'"""{title}', "", last, '"""', "", "from __future__ import annotations", "", *imports, "", "", ""]
    return "\n".join(head) + "\n\n".join(functions)


def _import(module: str, names: Sequence[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    return line if len(line) <= LINE_MOST else "\n    ".join([f"from {module} import (", *(f"{name}," for name in names)]) + "\n)"


def _function(program: Program, candidate: Candidate) -> str:
    state = f"{state_name(program)}: {program.game.state.__name__}"
    sentence, condition = _folded(candidate.sentence, 4), _folded(candidate.condition, 8)
    end = "\n    " if "\n" in sentence else ""
    returned = f"({condition})" if "\n" in condition else condition
    return f'@game.lemma\ndef {candidate.name}({state}) -> bool:\n    """{sentence}{end}"""\n    return {returned}\n'


def _folded(text: str, indent: int) -> str:
    """A text in lines that an editor shows whole; it has blanks only where it may be folded."""
    return f"\n{' ' * indent}".join(wrap(text, LINE_MOST - indent, break_long_words=False, break_on_hyphens=False))


def known_names(program: Program) -> dict[str, Any]:
    """The state, the enums of its fields, and the game's rules, by the names that rules know them by."""
    game = program.game
    enums: dict[str, Any] = {game.state.__name__: game.state, game.phases.__name__: game.phases, "the": the}
    enums.update({rule.name: rule.function for rule in game.of_kind("rule")})
    for kind in types_in(game.state_type):
        if isinstance(kind, EnumType):
            enums.update({each.__name__: each for each in (kind.enum, kind.more) if each is not None})
    return enums


def not_in(program: Program, phase: IntEnum) -> str:
    """That the state is not in a phase, as a lemma begins that says something of that phase alone (`phase_of_lemma`)."""
    return f"{state_name(program)}.phase != {type(phase).__name__}.{phase.name}"


def phase_of_lemma(program: Program, name: str) -> int | None:
    """The only phase in which a lemma says something, if it begins with `phase != ... or`."""
    match program.bodies[name].body:
        case (ir.Return(values=(ir.Junction(operator="or", items=(ir.Compare(operator="!=", left=left, right=ir.Const() as phase),
                                                                  *_)),)),) if ir.field_read(
                left, program.game.state_type) == "phase":
            return phase.value
    return None


# -- conditions ---------------------------------------------------------------------------------------------------------------


def member(kind: EnumType, number: int) -> str:
    """A member of an enum as rules write it."""
    value = kind.value(number)
    assert isinstance(value, IntEnum)
    return f"{type(value).__name__}.{value.name}"


def differs(text: str, kind: Scalar, number: int) -> str:
    """That a scalar is not a number."""
    if isinstance(kind, FlagType):
        return f"not {text}" if number else text
    return _is(text, kind, number, negated=True) if isinstance(kind, EnumType) else f"{text} != {number}"


def is_one_of(text: str, kind: Scalar, seen: Iterable[int]) -> str | None:
    """That a scalar is one of the values seen, or between them; None where that says nothing, or too much to be said."""
    values = sorted(seen)
    if len(values) > kind.high - kind.low or not values:
        return None
    if isinstance(kind, FlagType):
        return text if values == [1] else f"not {text}"
    if not isinstance(kind, EnumType):
        return _between(text, kind, values[0], values[-1])
    missing = [each for each in range(kind.low, kind.high + 1) if each not in values]
    if len(values) <= max(4, len(missing)) and len(values) <= 6:
        return _either(text, kind, values)
    return None if len(missing) > 3 else " and ".join(_is(text, kind, each, negated=True) for each in missing)


def _between(text: str, kind: Scalar, first: int, last: int) -> str | None:
    if first == last:
        return f"{text} == {first}"
    if (first, last) == (kind.low, kind.high):
        return None
    if first == kind.low:
        return f"{text} <= {last}" if last - first < BETWEEN_MOST or kind.high - last < BETWEEN_MOST else None
    return f"{text} >= {first}" if first - kind.low < BETWEEN_MOST else None


def _is(text: str, kind: EnumType, number: int, *, negated: bool = False) -> str:
    if kind.none is not None and number == 0:
        return f"{text} is {'not ' if negated else ''}None"
    return f"{text} {'!=' if negated else '=='} {member(kind, number)}"


def _either(text: str, kind: EnumType, values: Sequence[int]) -> str:
    return " or ".join(_is(text, kind, each) for each in values)
