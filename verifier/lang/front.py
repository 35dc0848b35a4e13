"""The front end: every rule function of a game into the intermediate form, with the checks that need all of them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from attrs import define, evolve, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang import ir
from verifier.lang.annotations import RESULT
from verifier.lang.expressions import returned
from verifier.lang.game import Game, Rule
from verifier.lang.names import refused_names
from verifier.lang.references import changes_piles, refuse_stale_references
from verifier.lang.scope import Numbers, Scope
from verifier.lang.signatures import RETURNING, Signature, named, names_of, names_of_refused, signature_of
from verifier.lang.source import Source
from verifier.lang.statements import Statements
from verifier.lang.there import is_anything

_EFFECTS = (ir.Store, ir.Take, ir.Put, ir.Clear, ir.Count, ir.Pour)


@frozen(eq=False)
class Mention:
    """An id that a rule names (a clause, or a reading with choices), and the place that names it."""

    source: Source
    node: ast.AST
    id: str
    choices: tuple[str, ...] = ()


@define(eq=False)
class FrontEnd:
    """The bodies of a game's rules, and what they mention.

    `problems` is all that is refused of them.  If they are not `whole`, statements are missing: nobody knows what nothing calls,
    asks for or enters.
    """

    game: Game[Any, Any]
    bodies: dict[str, ir.RuleBody]
    clauses: list[Mention]
    rulings: list[Mention]
    problems: tuple[Problem, ...] = ()
    whole: bool = True


@define(eq=False)
class _Read:
    rule: Rule
    source: Source
    statements: Statements
    body: tuple[ir.Stmt, ...]
    problems: tuple[Problem, ...]

    @cached_property
    def nodes(self) -> tuple[ir.Node, ...]:
        """Every node of the body."""
        return tuple(ir.walk(self.body))

    @cached_property
    def guard(self) -> int:
        """How many statements at the start make up the guard or the weight."""
        return 1 + max((index for index, statement in enumerate(self.body)
                        if any(isinstance(node, (ir.Require, ir.Weight)) for node in ir.walk(statement))), default=-1)

    @cached_property
    def calls(self) -> frozenset[str]:
        """The rules that it calls."""
        return frozenset(called.name for _, called in self.statements.expressions.calls)

    @property
    def whole(self) -> bool:
        """Whether nothing is refused of the rule: if something is, statements may be missing."""
        return not self.problems and self.statements.refusals.whole


class Reader:
    """Reads the rules of a game, and afterwards some of them again with another text."""

    def __init__(self, game: Game[Any, Any], *, finished: bool = True) -> None:
        self.game, self.numbers = game, Numbers()
        signatures = [signature_of(game, rule, finished=finished) for rule in (*game.rules.values(), *game.twice)]
        read = [_read(game, each, self.numbers, signatures) for each in signatures if each.rule.kind != "completion"]
        self._read = {each.rule.name: each for each in read if each is not None and each.rule not in game.twice}
        self._others = [each for each in read if each is not None and each.rule in game.twice]
        self._unread = [each for each in signatures if each.source is None or each.rule.kind == "completion"]

    def front(self, changed: Mapping[str, Source] = MappingProxyType({})) -> FrontEnd:
        """Every rule in intermediate form, those that are `changed` by their new text, with the checks that need all of them.

        RuleRefused names everything that is refused.
        """
        signatures = [Signature(self.game.rules[name], source) for name, source in changed.items()]
        return _accepted(_front(self.game, {**self._read, **self._anew(signatures)}))

    def more(self, rules: Sequence[Rule]) -> dict[str, ir.RuleBody]:
        """The bodies of rules that the game does not have, with the checks that need all of them."""
        signatures = [signature_of(self.game, rule) for rule in rules]
        front = _accepted(_front(self.game, {**self._read, **self._anew(signatures)}))
        return {rule.name: front.bodies[rule.name] for rule in rules}

    def all(self) -> FrontEnd:
        """Every rule, with all that is refused of any."""
        front = _front(self.game, self._read, self._others)
        unread = tuple(problem for each in self._unread for problem in each.problems)
        return evolve(front, problems=(*unread, *front.problems), whole=front.whole and not unread)

    def _anew(self, signatures: list[Signature]) -> dict[str, _Read]:
        found = {each.rule.name: _read(self.game, each, self.numbers, ()) for each in signatures}
        return {name: each for name, each in found.items() if each is not None}


def read_rules(game: Game[Any, Any], *, finished: bool = True) -> FrontEnd:
    """Turn every rule of a game into intermediate form.

    What is refused is in `problems`: every statement that is outside the language, but for what only follows from one before, or
    from a declaration that is refused.  Rules of a game that is not `finished` may name what is not there.
    """
    return Reader(game, finished=finished).all()


def _accepted(front: FrontEnd) -> FrontEnd:
    if front.problems:
        raise RuleRefused(front.problems)
    return front


def _front(game: Game[Any, Any], read: dict[str, _Read], others: Sequence[_Read] = ()) -> FrontEnd:
    """The rules together; `others` have the names of some of them, and are only looked at for what is wrong with them."""
    impure, counting = _impure(read), _counting(read)
    every = [*read.values(), *others]
    problems = [problem for each in every for problem in each.problems]
    problems += _recursion(read)
    effects: dict[str, Problem] = {}  # by what is wrong with which rule: one that changes the state may be called in many places
    for each in read.values():
        for what, problem in (*_calls(each, impure, counting), *(_guard(each, impure) or _counted(each, counting))):
            effects.setdefault(what, problem)
    problems += [*effects.values(), *_stale_references(read)]
    bodies = {name: ir.RuleBody(each.rule, each.body, each.guard, name not in impure) for name, each in read.items()}
    clauses = [Mention(each.source, node, id_) for each in every for node, id_ in each.statements.clauses]
    clauses += [Mention(each.source, each.source.tree, id_) for each in every for id_ in each.rule.clauses]
    rulings = [Mention(each.source, node, id_, choices) for each in every
               for node, id_, choices in each.statements.expressions.rulings]
    return FrontEnd(game, bodies, clauses, rulings, tuple(dict.fromkeys(problems)), all(each.whole for each in every))


def _read(game: Game[Any, Any], signature: Signature, numbers: Numbers, others: Iterable[Signature]) -> _Read | None:
    """A rule with all that is refused of it; None where its source cannot be found."""
    rule, source = signature.rule, signature.source
    if source is None:
        return None
    numbers.begin_rule()
    names = names_of(rule)
    misnamed = refused_names(source, names)
    unknown = signature.unknown | misnamed.keys() | names_of_refused(others, game.unregistered, names)
    statements, body = _read_body(Scope(game, rule, source, numbers, unknown=unknown))
    problems = [*signature.problems, *misnamed.values(), *statements.refusals.problems]
    returns = rule.kind in RETURNING if RESULT in unknown else returned(rule) is not None or rule.returned_record is not None
    if returns and not _always_returns(source.tree.body):
        problems.append(source.refused(source.tree, f"{rule.name} can end without returning a value",
                                       "return one on every way through it"))
    return _Read(rule, source, statements, body, tuple(dict.fromkeys(problems)))


def _read_body(scope: Scope) -> tuple[Statements, tuple[ir.Stmt, ...]]:
    """The statements of a rule; where they are refused, read once more with ranges of locals that follow the flow.

    Not in the first place: ranges stand in the intermediate form, so all that was proved of rules would be void, for rules that
    mean the same.
    """
    statements = Statements(scope)
    try:
        return statements, statements.block(scope.source.tree.body)
    except RuleRefused:
        statements = Statements(Scope(scope.game, scope.rule, scope.source, scope.numbers, follows=True, unknown=scope.unknown))
        return statements, statements.block(scope.source.tree.body)


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether every way through statements, of which some may be refused, ends with a return."""
    last = next((each for each in reversed(body) if not isinstance(each, ast.Pass)
                 and not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))), None)
    if isinstance(last, ast.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    if isinstance(last, ast.Match):
        return is_anything(last.cases[-1].pattern) and all(_always_returns(case.body) for case in last.cases)
    return isinstance(last, ast.Return)


def _recursion(read: dict[str, _Read]) -> list[Problem]:
    done: set[str] = set()
    found: list[Problem] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " calls ".join([*path[path.index(name):], name])
            found.append(read[name].source.refused(read[name].source.tree, f"{circle}: rules cannot call themselves",
                                                   "use a loop with a bound, or steps and phases"))
        elif name not in done:
            for called in _called(read, name):
                visit(called, (*path, name))
            done.add(name)

    for name in read:
        visit(name, ())
    return found


def _called(read: dict[str, _Read], name: str) -> list[str]:
    """The rules that a rule calls; without those whose source cannot be found."""
    return [rule.name for _, rule in read[name].statements.expressions.calls if rule.name in read]


def _impure(read: dict[str, _Read]) -> set[str]:
    impure = {name for name, each in read.items() if any(isinstance(node, _EFFECTS) for node in each.nodes)}
    while True:
        more = {name for name, each in read.items() if name not in impure and not impure.isdisjoint(each.calls)}
        if not more:
            return impure
        impure |= more


def _counting(read: dict[str, _Read]) -> set[str]:
    """Rules that count clauses, themselves or through the rules that they call."""
    counting = {name for name, each in read.items() if each.rule.clauses and each.rule.kind == "rule"}
    counting |= {name for name, each in read.items() if any(isinstance(node, ir.Clauses) for node in each.nodes)}
    while True:
        more = {name for name, each in read.items() if name not in counting and not counting.isdisjoint(each.calls)}
        if not more:
            return counting
        counting |= more


def _calls(each: _Read, impure: set[str], counting: set[str]) -> Iterator[tuple[str, Problem]]:
    expressions, inside = each.statements.expressions, False
    twice = {id(node) for part in expressions.repeated for node in ast.walk(part)}
    for node, called in expressions.calls:
        if id(node) in twice and called.name in counting:
            yield f"twice {called.name}", each.source.refused(
                node, f"{called.name} counts clauses, and here it may run more than once",
                "call it in a line of its own: x = rule(...)")
    for node, called in expressions.lent:
        if called.name in impure:
            yield f"lent {called.name}", each.source.refused(
                node, f"{called.name} changes what it gets, and component data cannot change during play",
                "keep what changes in the state")
    for node, called in expressions.inner_calls:
        if called.name in impure:
            inside = True
            yield f"inside {called.name}", each.source.refused(
                node, f"{called.name} changes the state, so it cannot stand inside an expression",
                "call it in a line of its own: x = rule(...)")
    if each.rule.kind in RETURNING and each.rule.name in impure and not inside:
        yield f"changes {each.rule.name}", each.source.refused(
            each.source.tree, f"{named(each.rule)} must not change the state", "only read the state here")


def _counted(each: _Read, counting: set[str]) -> Iterator[tuple[str, Problem]]:
    """Guards, weights, properties and what hides are run more often than things happen, so nothing in them counts a clause."""
    evaluated = each.body if each.rule.kind in (*RETURNING, "hidden") else each.body[:each.guard]
    reads = "this is what a seat sees, and nothing happens here" if each.rule.kind == "hidden" else "this only reads the table"
    for node in ir.walk(evaluated):
        if isinstance(node, ir.Call) and node.rule.name in counting:
            yield f"counts {node.rule.name}", each.source.refused(
                each.source.line(node.line), f"{node.rule.name} counts clauses, and {reads}",
                "leave the clauses to what happens: split the rule in two")
        if isinstance(node, ir.Clauses):
            yield f"line {node.id}", each.source.refused(
                each.source.line(node.line), f"{reads}, so it exercises no clause",
                "leave it out" if each.rule.kind == "hidden" else
                "name the clause in the decorator, or count it in the rule that happens")


def _stale_references(read: dict[str, _Read]) -> list[Problem]:
    """Element references, with what is known of each called rule (callees first).

    Not of a rule that lacks statements: one of them may name the element anew.
    """
    found: list[Problem] = []
    changing: dict[str, bool] = defaultdict(bool)

    def changes(name: str) -> None:
        if name not in changing:
            changing[name] = False  # until it is known: rules that call themselves are refused
            for called in _called(read, name):
                changes(called)
            changing[name] = changes_piles(read[name].nodes, changing)

    for name, each in read.items():
        changes(name)
        if each.statements.refusals.whole:
            try:
                refuse_stale_references(each.nodes, changing, lambda node, message, instead, source=each.source: source.refuse(  # type: ignore[misc]
                    source.line(node.line), message, instead))
            except RuleRefused as refused:
                found += refused.problems
    return found


def _guard(each: _Read, impure: set[str]) -> list[tuple[str, Problem]]:
    """The first effect before the end of the guard or the weight, if there is one."""
    for node in ir.walk(each.body[:each.guard]):
        if isinstance(node, (*_EFFECTS, ir.Clauses, ir.Return)) or isinstance(node, ir.Call) and node.rule.name in impure:
            return [(f"line {node.id}", each.source.refused(
                each.source.line(node.line), "this comes before a require or the weight, where nothing may happen yet",
                "put weight first" if each.rule.kind == "chance" else "put every require at the start of the rule"))]
    return []


def uncalled(front: FrontEnd) -> list[Problem]:
    """A rule of kind `rule` that nothing calls, directly or through others that are called, is an error at load."""
    called: set[str] = set()
    queue = [name for name, body in front.bodies.items() if body.rule.kind != "rule"]
    named = {getattr(rule, "__name__", "") for body in front.bodies.values() for rule in (body.rule.seat, body.rule.safe)}
    named |= {name for each in front.game.foreseen for name in each.names}
    called |= named & front.bodies.keys()
    queue += called
    while queue:
        for node in front.bodies[queue.pop()].nodes:
            if isinstance(node, ir.Call) and node.rule.name not in called:
                called.add(node.rule.name)
                queue.append(node.rule.name)
    names = sorted(name for name, body in front.bodies.items() if body.rule.kind == "rule" and name not in called)
    return [Problem("DB330", f"nothing calls the rule {name}", front.bodies[name].rule.where, "call it, or delete it")
            for name in names]
