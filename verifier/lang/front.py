"""The front end: every rule function of a game into the intermediate form, with the checks that need all of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from attrs import define, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang import ir
from verifier.lang.expressions import returned
from verifier.lang.game import Game, Rule
from verifier.lang.names import check_names
from verifier.lang.references import changes_piles, refuse_stale_references
from verifier.lang.scope import Numbers, Scope
from verifier.lang.source import Source
from verifier.lang.statements import Statements
from verifier.lang.types import FlagType, IntType, RecordType, Scalar, Type

_EFFECTS = (ir.Store, ir.Take, ir.Put, ir.Clear, ir.Count, ir.Pour)
_PURE_KINDS = ("invariant", "lemma", "step_property", "goal", "grade", "bound", "estimate", "progress")


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


class Reader:
    """Reads the rules of a game, and afterwards some of them again with another text."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.numbers = game, Numbers()
        self._read = _read_all(game, self.numbers)

    def front(self, changed: Mapping[str, Source] = MappingProxyType({})) -> FrontEnd:
        """Every rule in intermediate form, those that are `changed` by their new text, with the checks that need all of them."""
        read = {**self._read, **{name: _read(self.game, self.game.rules[name], source, self.numbers)
                                 for name, source in changed.items()}}
        return _front(self.game, read)


    def more(self, rules: Sequence[Rule]) -> dict[str, ir.RuleBody]:
        """The bodies of rules that the game does not have, with the checks that need all of them."""
        read = {rule.name: _read(self.game, rule, Source(rule.function), self.numbers) for rule in rules}
        front = _front(self.game, {**self._read, **read})
        return {name: front.bodies[name] for name in read}


def read_rules(game: Game[Any, Any]) -> FrontEnd:
    """Turn every rule of a game into intermediate form.

    RuleRefused shows every statement that is outside the language, but for what only follows from one before; checks that need
    all rules run only if every rule is inside it.
    """
    return Reader(game).front()


def _front(game: Game[Any, Any], read: dict[str, _Read]) -> FrontEnd:
    _refuse_recursion(read)
    impure, counting = _impure(read), _counting(read)
    for each in read.values():
        _check_calls(each, impure, counting)
        _check_counting(each, impure, counting)
    _check_references(read)
    bodies = {name: ir.RuleBody(each.rule, each.body, _guard_length(each, impure), name not in impure)
              for name, each in read.items()}
    clauses = [Mention(each.source, node, id_) for each in read.values() for node, id_ in each.statements.clauses]
    clauses += [Mention(each.source, each.source.tree, id_) for each in read.values() for id_ in each.rule.clauses]
    rulings = [Mention(each.source, node, id_, choices) for each in read.values()
               for node, id_, choices in each.statements.expressions.rulings]
    return FrontEnd(game, bodies, clauses, rulings)


def _read_all(game: Game[Any, Any], numbers: Numbers) -> dict[str, _Read]:
    """Every rule but the completion; RuleRefused has a problem of each that is refused, in the order of the game."""
    found: dict[str, _Read] = {}
    problems: list[Problem] = []
    for name, rule in game.rules.items():
        if rule.kind != "completion":
            try:
                found[name] = _read(game, rule, Source(rule.function), numbers)
            except RuleRefused as refused:
                problems += refused.problems
    if problems:
        raise RuleRefused(problems)
    return found


def _read(game: Game[Any, Any], rule: Rule, source: Source, numbers: Numbers) -> _Read:
    scope = Scope(game, rule, source, numbers)
    _check_parameters(game, rule, source)
    _check_returned(rule, source)
    check_names(source, scope.names, game)
    statements, body = _read_body(scope)
    if (returned(rule) is not None or rule.returned_record is not None) and not _always_returns(body):
        raise source.refuse(source.tree, f"{rule.name} can end without returning a value", "return one on every way through it")
    for node in ir.walk(body):
        if isinstance(node, ir.Require) and rule.kind != "decision":
            raise source.refuse(source.line(node.line), "require belongs to decisions", "use if, or move it into the decision")
        if isinstance(node, ir.Weight) and rule.kind != "chance":
            raise source.refuse(source.line(node.line), "weight belongs to chance rules", "decorate the rule with @game.chance")
    return _Read(rule, source, statements, body)


def _read_body(scope: Scope) -> tuple[Statements, tuple[ir.Stmt, ...]]:
    """The statements of a rule; where they are refused, read once more with ranges of locals that follow the flow.

    Not in the first place: ranges stand in the intermediate form, so all that was proved of rules would be void, for rules that
    mean the same.
    """
    statements = Statements(scope)
    try:
        return statements, statements.block(scope.source.tree.body)
    except RuleRefused:
        statements = Statements(Scope(scope.game, scope.rule, scope.source, scope.numbers, follows=True))
        return statements, statements.block(scope.source.tree.body)


def _check_parameters(game: Game[Any, Any], rule: Rule, source: Source) -> None:
    kinds = [kind for _, kind in rule.parameters]
    states = 2 if rule.kind == "step_property" else 1
    if rule.kind == "rule" and kinds.count(game.state_type) > 1:
        raise source.refuse(source.tree, f"{rule.name} takes the state more than once", "compare states in step properties")
    if rule.kind != "rule" and kinds[:states] != [game.state_type] * states:
        raise source.refuse(source.tree, f"{rule.name} needs the state as its first parameter",
                            f"write def {rule.name}(state: {game.state.__name__}, ...)")
    allowed = rule.kind in ("decision", "chance", "rule")
    if len(kinds) > states and not allowed:
        raise source.refuse(source.tree, f"{_named(rule)} takes nothing but the state",
                            "keep what it needs in fields of the state")
    if rule.kind in ("decision", "chance") and len(rule.arguments) != len(kinds) - 1:
        raise source.refuse(source.tree, "a decision or chance rule takes flags, enums and bounded numbers besides the state",
                            "give the place of a record by a number or an enum")


def _check_returned(rule: Rule, source: Source) -> None:
    """What a rule returns, by its kind."""
    kind: Type | None = returned(rule) or rule.returned_record
    wanted, fits = {
        "invariant": ("true or false", isinstance(kind, FlagType)), "lemma": ("true or false", isinstance(kind, FlagType)),
        "goal": ("true or false", isinstance(kind, FlagType)),
        "step_property": ("true or false", isinstance(kind, FlagType)), "estimate": ("a number", isinstance(kind, IntType)),
        "progress": ("a number", isinstance(kind, IntType)),
        "grade": ("a record of scalars", isinstance(kind, RecordType) and kind.flat),
        "bound": ("a record of scalars", isinstance(kind, RecordType) and kind.flat),
        "rule": ("a scalar or nothing", kind is None or isinstance(kind, Scalar)),
    }.get(rule.kind, ("nothing", kind is None))
    if not fits:
        raise source.refuse(source.tree, f"{_named(rule)} returns {wanted}", "say so in its annotation")


def _named(rule: Rule) -> str:
    kind = rule.kind.replace("_", " ")
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


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


def _counting(read: dict[str, _Read]) -> set[str]:
    """Rules that count clauses, themselves or through the rules that they call."""
    counting = {name for name, each in read.items() if each.rule.clauses and each.rule.kind == "rule"}
    counting |= {name for name, each in read.items() if any(isinstance(node, ir.Clauses) for node in ir.walk(each.body))}
    while True:
        more = {name for name, each in read.items() if name not in counting
                and any(called.name in counting for _, called in each.statements.expressions.calls)}
        if not more:
            return counting
        counting |= more


def _check_calls(each: _Read, impure: set[str], counting: set[str]) -> None:
    expressions = each.statements.expressions
    twice = {id(node) for part in expressions.repeated for node in ast.walk(part)}
    for node, called in expressions.calls:
        if id(node) in twice and called.name in counting:
            raise each.source.refuse(node, f"{called.name} counts clauses, and here it may run more than once",
                                     "call it in a line of its own: x = rule(...)")
    for node, called in expressions.lent:
        if called.name in impure:
            raise each.source.refuse(node, f"{called.name} changes what it gets, and component data cannot change during play",
                                     "keep what changes in the state")
    for node, called in each.statements.expressions.inner_calls:
        if called.name in impure:
            raise each.source.refuse(node, f"{called.name} changes the state, so it cannot stand inside an expression",
                                     "call it in a line of its own: x = rule(...)")
    if each.rule.kind in _PURE_KINDS and each.rule.name in impure:
        raise each.source.refuse(each.source.tree, f"{_named(each.rule)} must not change the state",
                                 "only read the state here")


def _check_counting(each: _Read, impure: set[str], counting: set[str]) -> None:
    """Guards, weights and properties are evaluated more often than things happen, so nothing in them may count a clause."""
    evaluated = each.body if each.rule.kind in _PURE_KINDS else each.body[:_guard_length(each, impure)]
    for node in ir.walk(evaluated):
        if isinstance(node, ir.Call) and node.rule.name in counting:
            raise each.source.refuse(each.source.line(node.line), f"{node.rule.name} counts clauses, and this only reads the "
                                     "table", "leave the clauses to what happens: split the rule in two")
        if isinstance(node, ir.Clauses):
            raise each.source.refuse(each.source.line(node.line), "this only reads the table, so it exercises no clause",
                                     "name the clause in the decorator, or count it in the rule that happens")


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
            source.line(node.line), message, instead))


def _guard_length(each: _Read, impure: set[str]) -> int:
    """How many statements at the start make up the guard or the weight; they must have no effects."""
    last = max((index for index, statement in enumerate(each.body)
                if any(isinstance(node, (ir.Require, ir.Weight)) for node in ir.walk(statement))), default=-1)
    for statement in each.body[:last + 1]:
        for node in ir.walk(statement):
            if isinstance(node, (*_EFFECTS, ir.Clauses, ir.Return)) or isinstance(node, ir.Call) and node.rule.name in impure:
                raise each.source.refuse(each.source.line(node.line),
                                         "this comes before a require or the weight, where nothing may happen yet",
                                         "put weight first" if each.rule.kind == "chance" else
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
