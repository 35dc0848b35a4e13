"""The front end: every rule function of a game into the intermediate form, with the checks that need all of them."""

from __future__ import annotations

import ast
from typing import Any

from attrs import define, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang import ir
from verifier.lang.expressions import returned
from verifier.lang.game import Game, Rule
from verifier.lang.references import changes_piles, refuse_stale_references
from verifier.lang.scope import Numbers, Scope
from verifier.lang.source import Source
from verifier.lang.statements import Statements

_EFFECTS = (ir.Store, ir.Take, ir.Put, ir.Clear, ir.Count, ir.Pour)
_PURE_KINDS = ("invariant", "step_property", "goal", "grade", "bound", "estimate")


@frozen(eq=False)
class Mention:
    """An id that a rule names (a clause, or a reading with choices), and the place that names it."""

    source: Source
    node: ast.AST
    id: str
    choices: tuple[str, ...] = ()


@define(eq=False)
class FrontEnd:
    """The bodies of a game's rules, and what they mention."""

    game: Game[Any, Any]
    bodies: dict[str, ir.RuleBody]
    clauses: list[Mention]
    rulings: list[Mention]


@define(eq=False)
class _Read:
    rule: Rule
    source: Source
    statements: Statements
    body: tuple[ir.Stmt, ...]


def read_rules(game: Game[Any, Any]) -> FrontEnd:
    """Turn every rule of a game into intermediate form; RuleRefused shows the first construct that is outside the language."""
    numbers = Numbers()
    read = {name: _read(game, rule, numbers) for name, rule in game.rules.items() if rule.kind != "completion"}
    _refuse_recursion(read)
    impure = _impure(read)
    for each in read.values():
        _check_calls(each, impure)
    _check_references(read)
    _check_counting(read)
    bodies = {name: ir.RuleBody(each.rule, each.body, _guard_length(each), name not in impure) for name, each in read.items()}
    clauses = [Mention(each.source, node, id_) for each in read.values() for node, id_ in each.statements.clauses]
    clauses += [Mention(each.source, each.source.tree, id_) for each in read.values() for id_ in each.rule.clauses]
    rulings = [Mention(each.source, node, id_, choices) for each in read.values()
               for node, id_, choices in each.statements.expressions.rulings]
    return FrontEnd(game, bodies, clauses, rulings)


def _read(game: Game[Any, Any], rule: Rule, numbers: Numbers) -> _Read:
    source = Source(rule.function)
    scope = Scope(game, rule, source, numbers)
    _check_parameters(game, rule, source)
    statements = Statements(scope)
    body = statements.block(source.tree.body)
    if returned(rule) is not None and not _always_returns(body):
        raise source.refuse(source.tree, f"{rule.name} can end without returning a value", "return one on every way through it")
    for node in ir.walk(body):
        if isinstance(node, ir.Require) and rule.kind != "decision":
            raise source.refuse(_line(node), "require belongs to decisions", "use if, or move it into the decision")
        if isinstance(node, ir.Weight) and rule.kind != "chance":
            raise source.refuse(_line(node), "weight belongs to chance rules")
    return _Read(rule, source, statements, body)


def _line(node: ir.Node) -> ast.AST:
    place = ast.Pass()
    place.lineno, place.col_offset = node.line, 4
    return place


def _check_parameters(game: Game[Any, Any], rule: Rule, source: Source) -> None:
    kinds = [kind for _, kind in rule.parameters]
    states = 2 if rule.kind == "step_property" else 1
    if rule.kind != "rule" and kinds[:states] != [game.state_type] * states:
        raise source.refuse(source.tree, f"{rule.name} needs the state as its first parameter",
                            f"write def {rule.name}(state: {game.state.__name__}, ...)")
    allowed = rule.kind in ("decision", "chance", "rule")
    if len(kinds) > states and not allowed:
        raise source.refuse(source.tree, f"a {rule.kind.replace('_', ' ')} takes nothing but the state")
    if rule.kind in ("decision", "chance") and len(rule.arguments) != len(kinds) - 1:
        raise source.refuse(source.tree, "a decision or chance rule takes flags, enums and bounded numbers besides the state")


def _always_returns(body: tuple[ir.Stmt, ...]) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.If):
        return _always_returns(last.then) and _always_returns(last.otherwise)
    return isinstance(last, ir.Return)


def _refuse_recursion(read: dict[str, _Read]) -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise read[name].source.refuse(read[name].source.tree, f"{' calls '.join([*path[path.index(name):], name])}: "
                                           "rules cannot call themselves", "use a loop with a bound, or steps and phases")
        if name in done:
            return
        for _, called in read[name].statements.expressions.calls:
            visit(called.name, (*path, name))
        done.add(name)

    for name in read:
        visit(name, ())


def _impure(read: dict[str, _Read]) -> set[str]:
    impure = {name for name, each in read.items() if any(isinstance(node, _EFFECTS) for node in ir.walk(each.body))}
    while True:
        more = {name for name, each in read.items() if name not in impure
                and any(called.name in impure for _, called in each.statements.expressions.calls)}
        if not more:
            return impure
        impure |= more


def _check_calls(each: _Read, impure: set[str]) -> None:
    for node, called in each.statements.expressions.inner_calls:
        if called.name in impure:
            raise each.source.refuse(node, f"{called.name} changes the state, so it cannot stand inside an expression",
                                     "call it in a line of its own: x = rule(...)")
    if each.rule.kind in _PURE_KINDS and each.rule.name in impure:
        raise each.source.refuse(each.source.tree, f"a {each.rule.kind.replace('_', ' ')} must not change the state")


def _check_counting(read: dict[str, _Read]) -> None:
    """Guards, weights and properties are asked more often than things happen, so nothing in them may count a clause."""
    counting = {name for name, each in read.items() if each.rule.clauses and each.rule.kind == "rule"}
    counting |= {name for name, each in read.items() if any(isinstance(node, ir.Clauses) for node in ir.walk(each.body))}
    while more := {name for name, each in read.items() if name not in counting
                   and any(called.name in counting for _, called in each.statements.expressions.calls)}:
        counting |= more
    for each in read.values():
        asked = each.body if each.rule.kind in _PURE_KINDS else each.body[:_guard_length(each)]
        for node in ir.walk(asked):
            if isinstance(node, ir.Call) and node.rule.name in counting:
                raise each.source.refuse(_line(node), f"{node.rule.name} counts clauses, and this is asked without anything "
                                         "happening", "leave the clauses to what happens: split the rule in two")
            if isinstance(node, ir.Clauses):
                raise each.source.refuse(_line(node), "this is asked without anything happening, so no clause is exercised")


def _check_references(read: dict[str, _Read]) -> None:
    """Element references, with what is known of each called rule (callees first: there is no recursion)."""
    changing: dict[str, bool] = {}

    def changes(name: str) -> bool:
        if name not in changing:
            called = {rule.name: changes(rule.name) for _, rule in read[name].statements.expressions.calls}
            changing[name] = changes_piles(read[name].body, called)
        return changing[name]

    for name, each in read.items():
        changes(name)
        refuse_stale_references(each.body, changing, lambda node, message, instead, source=each.source: source.refuse(  # type: ignore[misc]
            _line(node), message, instead))


def _guard_length(each: _Read) -> int:
    """How many statements at the start make up the guard or the weight; they must have no effects."""
    last = max((index for index, statement in enumerate(each.body)
                if any(isinstance(node, (ir.Require, ir.Weight)) for node in ir.walk(statement))), default=-1)
    for statement in each.body[:last + 1]:
        for node in ir.walk(statement):
            if isinstance(node, (*_EFFECTS, ir.Clauses, ir.Return)):
                raise each.source.refuse(_line(node), "this comes before a require or the weight, where nothing may happen yet",
                                         "put every require at the start of the rule")
    return last + 1


def uncalled(front: FrontEnd) -> list[str]:
    """Rules of kind `rule` that nothing calls, directly or through others that are called."""
    called: set[str] = set()
    queue = [body.rule.name for body in front.bodies.values() if body.rule.kind != "rule"]
    while queue:
        for node in ir.walk(front.bodies[queue.pop()].body):
            if isinstance(node, ir.Call) and node.rule.name not in called:
                called.add(node.rule.name)
                queue.append(node.rule.name)
    return sorted(name for name, body in front.bodies.items() if body.rule.kind == "rule" and name not in called)


def refuse_uncalled(front: FrontEnd) -> None:
    """A rule nobody calls is an error at load."""
    names = uncalled(front)
    if names:
        raise RuleRefused([Problem("DB330", f"nothing calls the rule {name}", front.bodies[name].rule.where,
                                   "call it, or delete it") for name in names])
