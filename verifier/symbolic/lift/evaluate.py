"""What lifted values are once every variable has a value, worked out by z3 itself: how the symbolic run is tried on positions.

Nothing is solved here: the terms are evaluated in a model that we fill in.  So it is the terms that are tried, with the widths
and operations that z3 gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import z3
from attrs import frozen

from verifier.symbolic.lift.looked_into import is_atom
from verifier.symbolic.lift.terms import Cond, Num, SymbolicMisuse, Value


@frozen(eq=False)
class Variable:
    """A variable of z3 with what is asked of it again and again: its id, its declaration, its bits (none for a flag)."""

    term: Any
    node: int
    declared: Any
    bits: int

    @staticmethod
    def of(term: Any) -> Variable:
        """The variable that a term is."""
        return Variable(term, term.ast.value, term.decl().ast, term.size() if z3.is_bv(term) else 0)


class Assignment:
    """Values of variables, which may be given anew."""

    def __init__(self) -> None:
        self._given: dict[int, tuple[Any, int]] = {}  # a variable's id -> the variable (so that the id stays its own), its value
        self._numerals: dict[tuple[int, int], Any] = {}

    def give(self, variables: Sequence[Value], numbers: Sequence[int]) -> None:
        """Say what each variable is; a value among them that is known already has to be just that."""
        for variable, number in zip(variables, numbers, strict=True):
            if isinstance(variable, (Num, Cond)):
                self._give(variable, number)
            elif variable != number:
                raise ValueError(f"{variable} is known, and cannot be {number}")

    def _give(self, variable: Num | Cond, number: int) -> None:
        low, high = (variable.low, variable.high) if isinstance(variable, Num) else (0, 1)
        if not low <= number <= high:
            raise ValueError(f"{variable} cannot be {number}")
        node = variable.term.ast.value
        if node not in self._given and not is_atom(variable):
            raise SymbolicMisuse(f"{variable} is no variable, so it cannot be given a value")
        self._given[node] = variable.term, number

    def of(self, variable: Variable) -> int:
        """What a variable was given."""
        try:
            return self._given[variable.node][1]
        except KeyError:
            raise SymbolicMisuse(f"the variable {variable.term} was left open") from None

    def model(self, variables: Iterable[Variable]) -> Any:
        """A new z3 model of some variables: one that has been asked remembers its answers, whatever is changed in it later."""
        model, context = z3.Model(), z3.main_ctx().ref()
        for each in variables:
            z3.Z3_add_const_interp(context, model.model, each.declared, self._numeral(each.bits, self.of(each)))
        return model

    def _numeral(self, bits: int, number: int) -> Any:
        if (bits, number) not in self._numerals:
            self._numerals[bits, number] = z3.BitVecVal(number, bits) if bits else z3.BoolVal(bool(number))
        return self._numerals[bits, number].ast


class Packed:
    """Some values as the bits of one term, so that one evaluation answers for all of them.

    `variables` are those in it, if the caller knows them all: finding them takes as long as some evaluations.
    """

    def __init__(self, values: Sequence[Value], variables: Sequence[Variable] | None = None) -> None:
        self._known = [0 if isinstance(value, (Num, Cond)) else int(value) for value in values]
        self._atoms: list[tuple[int, Variable]] = []  # which value, and the variable that it is
        self._parts: list[tuple[int, int, int]] = []  # which value, how many bits, what is taken off when the sign bit is set
        terms = []
        for number, value in enumerate(values):
            if isinstance(value, (Num, Cond)) and is_atom(value):
                self._atoms.append((number, Variable.of(value.term)))
            elif isinstance(value, Num):
                bits = value.term.size()
                self._parts.append((number, bits, 1 << bits if value.low < 0 else 0))
                terms.append(value.term)
            elif isinstance(value, Cond):
                self._parts.append((number, 1, 0))
                terms.append(z3.If(value.term, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)))
        self._size = sum(bits for _, bits, _ in self._parts)
        self._term = None if not terms else terms[0] if len(terms) == 1 else z3.Concat(*terms)
        self._variables = () if self._term is None else variables_of(self._term) if variables is None else tuple(variables)

    @property
    def open(self) -> int:
        """How many of the values are not known without z3."""
        return len(self._parts) + len(self._atoms)

    def numbers(self, given: Assignment) -> list[int]:
        """What the values are; every variable in them must have been given."""
        numbers = list(self._known)
        for number, variable in self._atoms:
            numbers[number] = given.of(variable)
        if self._term is None:
            return numbers
        found = given.model(self._variables).eval(self._term)
        if not z3.is_bv_value(found):
            raise SymbolicMisuse("a variable was left open")
        digits, at = format(found.as_long(), f"0{self._size}b"), 0
        for number, bits, sign in self._parts:
            numbers[number] = int(digits[at:at + bits], 2) - (sign if digits[at] == "1" else 0)
            at += bits
        return numbers


def variables_of(term: Any) -> tuple[Variable, ...]:
    """Every variable in a term of z3, once.

    By z3's plain functions, since a lifted rule has some 100,000 nodes and its Python classes take ten times as long for each;
    the nodes live as long as the term does.
    """
    context = term.ctx_ref()
    seen: set[int] = set()
    waiting, found = [term.as_ast()], []
    while waiting:
        node = waiting.pop()
        if node.value in seen:
            continue
        seen.add(node.value)
        if z3.Z3_get_ast_kind(context, node) != z3.Z3_APP_AST:
            continue
        count = z3.Z3_get_app_num_args(context, node)
        if count:
            waiting += [z3.Z3_get_app_arg(context, node, number) for number in range(count)]
        elif z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, node)) == z3.Z3_OP_UNINTERPRETED:
            found.append(Variable.of(z3.z3._to_expr_ref(node, term.ctx)))
    return tuple(found)
