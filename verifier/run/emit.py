"""One generated module per game: every rule as a function on flat arrays, dispatchers, packing, and the search kernels.

The same text runs compiled (`verifier.run.llvm`) or interpreted; `verifier.run.native` decides which.  What each emitted
function takes and returns is written down in `verifier.run.kernels.contract`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.expressions import returned
from verifier.lang.game import Game, Rule
from verifier.lang.layout import offset_of, width
from verifier.lang.phases import DECISION, STEP
from verifier.lang.types import EnumType, FlagType, RecordType, Scalar
from verifier.program.functions import functions_of
from verifier.program.program import Program
from verifier.run import control
from verifier.run.blocks import Blocks, Guards
from verifier.run.canonical import canonical_source
from verifier.run.code import Code, Names, local
from verifier.run.dealing import dealing_source
from verifier.run.dominance import dominance_source, key_masks
from verifier.run.foreseen import foresight_source
from verifier.run.listing import Asking, Listing
from verifier.run.packing import Packing, pack_source, packing_of

TAPE_BITS = 13  # a deal spells out at most 4,096 entries of a tape
BATCH = 32
PARTED = 3  # a state of so many words is stored in parts
PART = 3
CALLED = {
    "guard": "S, X, event", "safe": "S, X, event", "weigh": "S, X, event", "apply": "S, X, event",
    "invariant": "S, X, k", "goal": "S, X, k",
    "is_wanted": "S, X, status, wanted",
    "step_property": "B, S, X, rule, k", "keeps_bound": "B, S, X",
    "keeps_foresight": "B, S, X, event",
    "grade": "S, X", "bound": "S, X", "estimate": "S, X", "progress": "S, X", "whose": "S, X", "outcome": "S, X, seat",
    "hide": "S, X, seat", "automatic_event": "S, X, tapes, lengths",
    "pack": "S, WORDS",     "unpack": "WORDS, S", "copy": "S, T", "canonical": "S", "legal_events": "S, X, OUT",
    "kind_of": "S, X",
    "possible_outcomes": "S, X, OUT, WEIGHTS", "settle": "S, X, tapes, lengths, open_chance, MARK",
}
UNCOUNTED = ("apply", "settle")  # for searches, which ask nobody which clauses were used: they share these with their kernels
_STATE_ARGUMENTS = "s, x"
KERNELS = ("primitives", "chains", "play", "playouts", "visited", "together", "explore", "beam", "coverage", "policy", "sides",
           "layers", "queues", "dominance", "proof_numbers", "rollouts", "lots", "judged", "tree", "sights", "blind", "learning",
           "odds", "circles", "means", "relaxed", "expectimax")


def names_of(program: Program) -> Names:
    """The numbers that stand for clauses, readings, choices and rules in emitted code."""
    readings = program.readings.switches
    choices = {id_: {choice: number for number, choice in enumerate(reading.choices)} for id_, reading in readings.items()}
    return Names({id_: number for number, id_ in enumerate(program.clauses)},
                 {id_: number for number, id_ in enumerate(readings)}, choices,
                 {name: number for number, name in enumerate(program.bodies)},
                 len(readings) + width(program.game.edition_type) + (program.foresight is not None) + 2)


def _packing(program: Program) -> Packing:
    return packing_of(program.game.state_type, len(program.tapes), TAPE_BITS)


def _row(program: Program) -> dict[str, int]:
    """How a state is stored, as `verifier.run.kernels.visited` has it: words when packed, numbers in a row, words of a part."""
    words = _packing(program).words
    part = 0 if words < PARTED else PART
    return {"WORDS": words, "ROW": -(-words // part) if part else words, "PART": part}


def _factors(count: int) -> tuple[int, ...]:
    """Odd numbers of 31 bits without a pattern, to multiply with when hashing."""
    numbers, number = [], 1
    for _ in range(count):
        number = number * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        numbers.append(number >> 33 | 2**30 | 1)
    return tuple(numbers)


def numbers_of(program: Program) -> dict[str, int]:
    """The numbers that kernels and their callers use, by the names of `verifier.run.kernels.contract`."""
    game, state = program.game, program.game.state_type
    grade = game.only("grade")
    record = grade.returned_record if grade else None
    return {
        "SLOTS": width(state), "TAPES": len(program.tapes), "CELLS": width(state) + len(program.tapes),
        **_row(program), "PHASE": offset_of(state, "phase"), "EVENTS": len(program.events),
        "CLAUSES": len(program.clauses), "ERROR": names_of(program).counters - 2,
        "INVARIANTS": len(game.of_kind("invariant")), "GOALS": len(game.of_kind("goal")),
        "STEP_PROPERTIES": len(game.of_kind("step_property")),
        "GRADES": radix(record) if record else 1,
        "LOWEST_STEP": radix(record) // radix(RecordType(record.record, record.fields[:1])) if record else 1,
        "OUTCOMES": outcomes(game), "SEATS": seats(game, "outcome"), "OBSERVERS": seats(game, "hidden"),
        "BATCH": BATCH, "SAFE": int(bool(program.safe_rules)),
        "DOMINANCE": int(bool(program.better)),
        "EVENT_ROOM": max(len(phase.events) for phase in program.phases) + 2,
    }


def module_source(program: Program) -> str:
    """The whole generated module, without its first lines (which say how to compile)."""
    emitter = Emitter(program)
    parts = [kernel_source("primitives"), emitter.rules(), emitter.dispatch(), emitter.properties(), emitter.packing()]
    parts += [kernel_source(name) for name in KERNELS[1:]]
    parts += [called_with_arrays(name, arguments) for name, arguments in CALLED.items()]
    parts += [called_with_arrays(name, CALLED[name], counts=False) for name in UNCOUNTED]
    return emitter.constants() + "\n\n\n".join(parts) + "\n"


def rule_writer(program: Program) -> Callable[[Iterable[ir.RuleBody]], str]:
    """Writes rules, altered perhaps, as `module_source` writes them: with the names that folds and tables have there.

    Tables that it does not have stand before the rules.
    """
    emitter = Emitter(program)
    emitter.rules()

    def write(bodies: Iterable[ir.RuleBody]) -> str:
        known = dict(emitter.tables)
        rules = [emitter.rule(body) for body in bodies]
        tables = [f"{name} = table({values})" for values, name in emitter.tables.items() if values not in known]
        emitter.tables.clear()
        emitter.tables.update(known)
        return "\n\n\n".join([*tables, *rules])

    return write


def kernel_source(name: str) -> str:
    """A kernel file's text, without its docstring and its imports, and with numbers for the names of `verifier.run.control`."""
    lines = (Path(__file__).parent / "kernels" / f"{name}.py").read_text(encoding="utf-8").splitlines()
    end = next(index for index, line in enumerate(lines) if line.startswith("@"))
    return re.sub(r"\b([A-Z][a-z]+)\.([A-Z][A-Z_]+)\b", lambda name: str(int(getattr(control, name[1])[name[2]])),
                  "\n".join(lines[end:]).strip())


def called_with_arrays(name: str, arguments: str, *, counts: bool = True) -> str:
    """A version of an emitted function or kernel for Python: the arguments in capitals are arrays whose pointers it passes.

    `apply_uncounted` is `apply` as it is called where nobody asks which clauses were used.
    """
    given = [each.strip() for each in arguments.split(",")]
    passed = ", ".join(f"pointer({each.lower()})" if each.isupper() else each for each in given)
    head = f"@kernel\ndef call_{name}" if counts else f"@uncounted\ndef call_{name}_uncounted"
    return f"{head}({arguments.lower()}):\n    return {name}({passed})"


class Emitter:
    """Writes the parts of a generated module; FLAG is how a number is given as a flag."""

    FLAG = "{} != 0"

    def __init__(self, program: Program) -> None:
        self.program, self.names = program, names_of(program)
        self.tables: dict[tuple[int, ...], str] = {}
        self.packed = _packing(program)

    # -- rules ------------------------------------------------------------------------------------------------------------

    def rules(self) -> str:
        """Every rule, callees before callers."""
        done: dict[str, str] = {}

        def visit(name: str) -> None:
            if name in done:
                return
            for node in ir.walk(self.program.bodies[name].body):
                if isinstance(node, ir.Call):
                    visit(node.rule.name)
            done[name] = self.rule(self.program.bodies[name])

        hides = self.program.run_by(rule.name for rule in self.program.game.of_kind("hidden"))
        lemmas = self.program.beside_play - hides  # about which only z3 is asked
        for name in self.program.bodies:
            if name not in lemmas:
                visit(name)
        return "\n\n\n".join(done.values())

    def _code(self, rule: Rule) -> Code:
        states = [name for name, kind in rule.parameters if kind == self.program.game.state_type]
        roots = dict(zip(states, ("b", "s") if rule.kind == "step_property" else ("s",), strict=False))
        return Code(self.names, self.program.game.state_type, roots, self.tables)

    def rule(self, body: ir.RuleBody) -> str:
        """One rule: its guard or weight, if it has one, and what it does."""
        rule, kind = body.rule, body.rule.kind
        parts: list[str] = []
        code = self._code(rule)
        if kind == "decision":
            parts += self._function(f"g_{rule.name}", rule, code, Guards(code).block(body.body[:body.guard], 1), ["    return 0"])
            listing = Listing(code, body, self._first_of(rule), self.names.counters - 2)
            parts += self.written(f"l_{rule.name}", code, ["s, x, out, count"], listing.lines())
            if self.program.phases[int(rule.phase or 0)].stuck >= 0:
                asking = Asking(code, body, self._first_of(rule), self.names.counters - 2)
                parts += self.written(f"a_{rule.name}", code, [_STATE_ARGUMENTS], asking.lines())
        if kind == "chance":
            parts += self._function(f"w_{rule.name}", rule, code, Guards(code).block(body.body[:body.guard], 1), ["    return 1"])
        returned = rule.returned_record if kind in ("grade", "bound", "outcome") else None
        lines = [f"    {self.names.counter(each)} += 1" for each in rule.clauses] if kind not in ("invariant", "step_property") \
            else []
        lines += Blocks(code, returned).block(body.body, 1)
        parts += self._function(f"r_{rule.name}", rule, code, lines, [])
        return "\n\n\n".join(parts)

    def _function(self, name: str, rule: Rule, code: Code, lines: list[str], after: list[str]) -> list[str]:
        arguments = ["b, s, x, rule" if rule.kind == "step_property" else _STATE_ARGUMENTS]
        for parameter, kind in rule.parameters:
            if isinstance(kind, Scalar):
                arguments.append(local(parameter))
            elif kind != self.program.game.state_type:
                arguments.append(f"o_{parameter}")
        return self.written(name, code, arguments, [*lines, *after])

    def written(self, name: str, code: Code, arguments: list[str], lines: list[str]) -> list[str]:
        """A function's text, behind those of the folds in it."""
        folds, code.folds = code.folds, []
        return [*folds, "\n".join(["@compiled", f"def {name}({', '.join(arguments)}):", *lines])]

    def _first_of(self, rule: Rule) -> int:
        """The first of a rule's events: the others follow it."""
        return next(event.number for event in self.program.events if event.rule is rule)

    # -- dispatch -----------------------------------------------------------------------------------------------------------

    def dispatch(self) -> str:
        """`guard`, `weigh`, `apply` by event, and by phase what is legal and what a deal brings."""
        decisions = [event for event in self.program.events if event.rule.kind == "decision"]
        chances = [event for event in self.program.events if event.rule.kind == "chance"]
        return "\n\n\n".join([
            self.by_event("guard", "g", decisions, "return {}", "    return 0"),
            self.by_event("weigh", "w", chances, "return {}", "    return 0"),
            self._advance(),
            dealing_source(self.program),
            self._legal_events(),
            self._kind_of(),
            self._safe(),
            self._whose(),
        ])

    def _advance(self) -> str:
        """`advance`: an event fired in place, and the steps behind it; `apply`: an event alone.

        A chain of steps stays in one function: most of what a chain fires are steps.
        """
        error, rules = self.names.counters - 2, list(dict.fromkeys(event.rule for event in self.program.events))
        tree = self._tree([(rule, self._first_of(rule)) for rule in rules], "r", "{}", 2)
        return "\n".join([
            "@shared", f"def advance({_STATE_ARGUMENTS}, event, most):", "    count = 0", "    while True:", *tree,
            "        count += 1", f"        if count >= most or x[{error}] != 0 or KIND_OF_PHASE[s[PHASE]] != {STEP}:",
            "            return count", "        event = STEP_OF_PHASE[s[PHASE]]", "", "",
            "@compiled", f"def apply({_STATE_ARGUMENTS}, event):", f"    advance({_STATE_ARGUMENTS}, event, 1)"])

    def _safe(self) -> str:
        """`safe`: whether a decision never hurts where it is legal, as the rule says that its declaration names."""
        lines = ["@compiled", f"def safe({_STATE_ARGUMENTS}, event):"]
        for rule in self.program.safe_rules:
            first, count = self._first_of(rule), sum(event.rule is rule for event in self.program.events)
            call = f"r_{self.program.safe_rules[rule].name}({_STATE_ARGUMENTS}{self._arguments(rule, first)})"
            lines += [f"    if {first} <= event < {first + count}:", f"        return {call}"]
        return "\n".join([*lines, "    return False"])

    def _whose(self) -> str:
        """`whose`: the number of the seat whose decision a state is, -1 where it is everybody's and where nobody decides."""
        lines = ["@compiled", f"def whose({_STATE_ARGUMENTS}):"]
        for number in range(len(self.program.phases)):
            for rule in self.program.seat_rules(number)[:1]:
                if rule is not None:
                    kind = returned(rule)
                    assert isinstance(kind, EnumType)
                    lines += [f"    if s[PHASE] == {number}:", f"        return r_{rule.name}({_STATE_ARGUMENTS}) - {kind.first}"]
        return "\n".join([*lines, "    return -1"])

    def _legal_events(self) -> str:
        """`legal_events`: the listings of a phase's decision rules, one behind the other."""
        error, lines = self.names.counters - 2, ["@compiled", "def legal_events(s, x, out):", "    count = 0"]
        for number, phase in enumerate(self.program.phases):
            rules = dict.fromkeys(self.program.events[each].rule.name for each in phase.events)
            if phase.kind == DECISION and rules:
                lines.append(f"    {'elif' if len(lines) > 3 else 'if'} s[PHASE] == {number}:")
                for index, rule in enumerate(rules):
                    if index:
                        lines += [f"        if x[{error}] != 0:", "            return count"]
                    lines.append(f"        count = l_{rule}(s, x, out, count)")
        return "\n".join([*lines, "    return count"])

    def _kind_of(self) -> str:
        """`kind_of`: what a state is by its phase; a step where no decision is legal and the game says what happens then."""
        error, lines = self.names.counters - 2, ["@compiled", f"def kind_of({_STATE_ARGUMENTS}):"]
        for number, phase in enumerate(self.program.phases):
            if phase.stuck >= 0:
                rules = dict.fromkeys(self.program.events[each].rule.name for each in phase.events)
                some = " or ".join(f"a_{rule}({_STATE_ARGUMENTS})" for rule in rules)
                lines += [f"    if s[PHASE] == {number} and x[{error}] == 0:", f"        return {DECISION} if {some} else {STEP}"]
        return "\n".join([*lines, "    return KIND_OF_PHASE[s[PHASE]]"])

    def by_event(self, name: str, prefix: str, events: Sequence[Event], form: str, after: str,
                 decorator: str = "compiled") -> str:
        rules = list(dict.fromkeys(event.rule for event in events))
        spans = [(rule, self._first_of(rule)) for rule in rules]
        lines = [f"@{decorator}", f"def {name}({_STATE_ARGUMENTS}, event):"]
        return "\n".join([*lines, *self._tree(spans, prefix, form, 1), after])

    def _tree(self, spans: list[tuple[Rule, int]], prefix: str, form: str, depth: int) -> list[str]:
        """A binary decision tree over the first event numbers of rules."""
        pad = "    " * depth
        if not spans:
            return [f"{pad}pass"]
        if len(spans) == 1:
            rule, first = spans[0]
            return [pad + form.format(f"{prefix}_{rule.name}({_STATE_ARGUMENTS}{self._arguments(rule, first)})", pad)]
        middle = len(spans) // 2
        return [f"{pad}if event < {spans[middle][1]}:", *self._tree(spans[:middle], prefix, form, depth + 1),
                f"{pad}else:", *self._tree(spans[middle:], prefix, form, depth + 1)]

    def _arguments(self, rule: Rule, first: int) -> str:
        texts, step = [], 1
        for _, kind in reversed(rule.arguments):
            count = kind.high - kind.low + 1
            index = f"(event - {first})" if step == 1 else f"((event - {first}) // {step})"
            if len(rule.arguments) > 1:
                index = f"({index} % {count})"
            number = f"{index} + {kind.low}" if kind.low else index
            texts.append(self.FLAG.format(number) if isinstance(kind, FlagType) else number)
            step *= count
        return "".join(f", {text}" for text in reversed(texts))

    # -- properties ---------------------------------------------------------------------------------------------------------

    def properties(self) -> str:
        """`invariant(k)`, `step_property(k)`, `goal(k)`, and the numbers that searches ask for (0 when a game lacks one)."""
        game = self.program.game
        parts = [self._by_index("invariant", [rule.name for rule in game.of_kind("invariant")], _STATE_ARGUMENTS),
                 self._by_index("goal", [rule.name for rule in game.of_kind("goal")], _STATE_ARGUMENTS),
                 self._by_index("step_property", [rule.name for rule in game.of_kind("step_property")], "b, s, x, rule")]
        best = 1
        grade = game.only("grade")
        if grade is not None and grade.returned_record is not None:
            best = radix(grade.returned_record)
        for kind, default in (("grade", 0), ("bound", best - 1), ("estimate", 0), ("progress", 0)):
            rule = game.only(kind)  # type: ignore[arg-type]
            value = f"r_{rule.name}({_STATE_ARGUMENTS})" if rule else str(default)
            parts.append(f"@compiled\ndef {kind}({_STATE_ARGUMENTS}):\n    return {value}")
        parts += [self._said(), self._outcome(), self._hide(), foresight_source(self.program, self.names.never)]
        rules = [self.names.rules[event.rule.name] for event in self.program.events]
        parts.append(f"RULE_OF_EVENT = table({(*rules, 0)})")
        return "\n\n\n".join(parts)

    def _said(self) -> str:
        """`said`: what the estimate says (0), or another function of the state, as `functions_of` has them (from 1 on)."""
        lines = ["@seldom", f"def said({_STATE_ARGUMENTS}, k):"]
        for number, asked in enumerate(functions_of(self.program), start=1):
            calls = [f"r_{asked.rule.name}({_STATE_ARGUMENTS})"] if not asked.places else [
                f"r_{asked.rule.name}({_STATE_ARGUMENTS}, {place})" for place in asked.places]
            numbers = [f"(1 if {call} else 0)" if isinstance(asked.rule.returned, FlagType) else call for call in calls]
            lines += [f"    if k == {number}:", f"        return {' + '.join(numbers)}"]
        return "\n".join([*lines, f"    return estimate({_STATE_ARGUMENTS})"])

    def _outcome(self) -> str:
        """`outcome`: what an end is worth to a seat, counted from 0 for the worst there can be."""
        rule, text = self.program.game.only("outcome"), "0"
        if rule is not None:
            call, kind = f"r_{rule.name}({_STATE_ARGUMENTS}, seat)", returned(rule)
            text = f"1 if {call} else 0" if isinstance(kind, FlagType) else f"{call} - {kind.low}" if kind is not None else call
        return f"@compiled\ndef outcome({_STATE_ARGUMENTS}, seat):\n    return {text}"

    def _hide(self) -> str:
        """`hide`: what a seat does not see is written over, in place; nothing in a game that hides nothing."""
        rule = self.program.game.only("hidden")
        text = "pass" if rule is None else f"r_{rule.name}({_STATE_ARGUMENTS}, seat)"
        return f"@compiled\ndef hide({_STATE_ARGUMENTS}, seat):\n    {text}"

    def _by_index(self, name: str, rules: list[str], arguments: str) -> str:
        lines = ["@compiled", f"def {name}({arguments}, k):"]
        for index, rule in enumerate(rules):
            lines += [f"    if k == {index}:", f"        return r_{rule}({arguments})"]
        return "\n".join([*lines, "    return True"])

    # -- packing and constants ------------------------------------------------------------------------------------------------

    def packing(self) -> str:
        """`pack` and `unpack`, the `canonical` order of what is interchangeable, and which state is at least as good."""
        return "\n\n\n".join([pack_source(self.packed), canonical_source(self.program.interchange),
                              dominance_source(self.packed, self.program.better)])

    def constants(self) -> str:
        """Numbers that the kernels use."""
        program = self.program
        listed = [number for phase in program.phases for number in phase.events]
        starts = [sum(len(each.events) for each in program.phases[:index]) for index in range(len(program.phases) + 1)]
        numbers = numbers_of(program)
        lines = [f"{name} = {number}" for name, number in numbers.items()]
        lines += [
            f"KIND_OF_PHASE = table({tuple(phase.kind for phase in program.phases) + (0,)})",
            f"EVENT_LIST = table({(*listed, 0)})", f"EVENT_FROM = table({tuple(starts)})",
            f"FACTORS = table({_factors(2 * max(numbers['ROW'], numbers['PART']))})",
            f"KEY_MASK = table({(*key_masks(self.packed, program.better), 0)})",
            f"STEP_OF_PHASE = table({tuple(phase.by_itself for phase in program.phases) + (0,)})",
            f"TAPE_OF_PHASE = table({tuple(phase.tape for phase in program.phases) + (0,)})",
        ]
        lines += [f"{name} = table({values})" for values, name in self._tables_first().items()]
        return "\n".join(lines) + "\n\n\n"

    def _tables_first(self) -> dict[tuple[int, ...], str]:
        """Constant tables that rules index (emitting the rules collects them)."""
        return {(*values, 0) if len(values) == 1 else values: name for values, name in self.tables.items()}


def seats(game: Game[Any, Any], kind: Literal["hidden", "outcome"]) -> int:
    """The number of seats that a game hides things from ("hidden"), or for which its ends are worth something ("outcome")."""
    rule = game.only(kind)
    if rule is None:
        return 0
    seat = rule.parameters[1][1]
    assert isinstance(seat, EnumType), "what is hidden is hidden from a seat, and an end is worth something to one"
    return seat.high + 1


def outcomes(game: Game[Any, Any]) -> int:
    """How many values an outcome can have; 1 for a game that has none."""
    rule = game.only("outcome")
    kind = None if rule is None else returned(rule) or rule.returned_record
    return 1 if kind is None else radix(kind) if isinstance(kind, RecordType) else kind.high - kind.low + 1


def radix(record: RecordType) -> int:
    """How many values a flat record can take."""
    total = 1
    for _, kind in record.fields:
        assert isinstance(kind, Scalar)
        total *= kind.high - kind.low + 1
    return total
