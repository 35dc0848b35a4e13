"""Checks of a rule's names before anything is read into it: what Python would do with them and emitted code could not.

A name has one meaning in a rule: a parameter, a loop variable, or a local, which is given a value on every way to where it is
used.  The words of the language and the few functions of Python that it knows mean what they always mean.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from verifier.errors import Problem
from verifier.lang.game import Game
from verifier.lang.source import Source, walked
from verifier.lang.words import bound, clause, following, given, happened, may_happen, require, ruling, the, weight

_WORDS = {each.__name__: each for each in (require, clause, ruling, weight, bound, the, following, happened, given, may_happen)}
FUNCTIONS = {name: getattr(builtins, name) for name in ("min", "max", "abs", "int", "bool", "len", "any", "all", "sum", "next",
                                                      "range", "isinstance")}
_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
KNOWN = {**_WORDS, **FUNCTIONS}
Known = frozenset[str] | None  # names that have a value; None: this place is never reached


def refused_names(source: Source, globals_: dict[str, object]) -> dict[str, Problem]:
    """The names of a rule that would mean something else in emitted code, each with the first thing that is wrong with it."""
    found: dict[str, Problem] = {}
    for name, problem in (*_words(source, globals_), *_meanings(source), *_Flow(source).refused.items()):
        found.setdefault(name, problem)
    return found


def refused_in_signature(source: Source, globals_: dict[str, object], game: Game[object, object]) -> list[Problem]:
    """What a rule's signature and decorators have that the language has not."""
    arguments = source.tree.args
    odd = [arguments.vararg, arguments.kwarg, *arguments.kwonlyargs, *arguments.defaults]
    problems = [source.refused(each, "a rule has plain parameters only, without defaults",
                               "name every argument, and give each in every call") for each in odd if each is not None]
    for decorator in source.tree.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if not (isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)
                and globals_.get(called.value.id) is game):
            problems.append(source.refused(decorator, "a rule has no decorator but the game's own",
                                           "write what it does in the rule"))
    return problems


def parameters_of(tree: ast.FunctionDef) -> list[str]:
    """The names of a function's plain parameters."""
    return [each.arg for each in (*tree.args.posonlyargs, *tree.args.args)]


def locals_of(source: Source) -> frozenset[str]:
    """Every name that is not one of the module's: parameters and whatever is assigned or looped over."""
    return source.stored.union(parameters_of(source.tree))


def _words(source: Source, globals_: dict[str, object]) -> Iterator[tuple[str, Problem]]:
    mine = locals_of(source)
    for node in source.names:
        if node.id in KNOWN:
            meant = globals_.get(node.id, getattr(builtins, node.id, None))
            if node.id in mine or meant is not KNOWN[node.id]:
                yield node.id, source.refused(node, *_misunderstood(node.id, mine, globals_))


def _misunderstood(word: str, mine: frozenset[str], globals_: dict[str, object]) -> tuple[str, str]:
    """What is wrong with a word of the language that does not mean what it means, and what to do."""
    if word in _WORDS and word not in mine and word not in globals_:
        return f"{word} is not imported", "add it to `from verifier.lang import ...`"
    return f"{word} is a word of the rule language and stands for something else here", "use another name"


def _meanings(source: Source) -> Iterator[tuple[str, Problem]]:
    """A parameter or a loop variable is nothing else; a generator's variable does not stand in what it runs over."""
    tree = source.tree
    inner = {id(part.target) for node in source.nodes if isinstance(node, _COMPREHENSIONS) for part in node.generators}
    loops = {id(node.target) for node in source.nodes if isinstance(node, ast.For)}
    kinds: dict[str, str] = dict.fromkeys(parameters_of(tree), "a parameter")
    order = sorted((node for node in source.names if isinstance(node.ctx, ast.Store)),
                   key=lambda node: (id(node) in inner, node.lineno, node.col_offset))
    for node in order:
        kind = "a loop's variable" if id(node) in loops else "a generator's variable" if id(node) in inner else "a local"
        known = kinds.setdefault(node.id, kind)
        both_loops = {known, kind} <= {"a loop's variable", "a generator's variable"}
        if known == "a parameter" or (known != kind and not both_loops):
            yield node.id, source.refused(node, f"{node.id} is {known} and becomes {kind}", "use another name")
    for outer in source.nodes:
        if isinstance(outer, ast.For):
            yield from _inside(source, outer)
        if isinstance(outer, ast.GeneratorExp):
            for index, part in enumerate(outer.generators):
                later = {name for each in outer.generators[index:] for name in _stored([each.target])}
                for used in walked(part.iter):
                    if isinstance(used, ast.Name) and used.id in later:
                        yield used.id, source.refused(used, f"{used.id} is the variable of this loop too", "use another name")


def _inside(source: Source, loop: ast.For) -> Iterator[tuple[str, Problem]]:
    """A loop's variable is not given another value by a loop inside it."""
    for node in (inner for statement in loop.body for inner in walked(statement) if isinstance(inner, ast.For)):
        for name in sorted(set(_stored([node.target])) & set(_stored([loop.target]))):
            yield name, source.refused(node.target, "this is the variable of the loop around it too", "use another name")


def _stored(nodes: Iterable[ast.AST]) -> list[str]:
    return [each.id for node in nodes for each in walked(node) if isinstance(each, ast.Name)]


class _Flow:
    """Walks a rule's statements with the names that have a value on every way there; `refused` are the others."""

    def __init__(self, source: Source) -> None:
        self.source, self.mine = source, locals_of(source)
        self.refused: dict[str, Problem] = {}  # by the name, the first place that asks for it
        arguments = source.tree.args
        others = [each.arg for each in (arguments.vararg, *arguments.kwonlyargs, arguments.kwarg) if each is not None]
        self._block(source.tree.body, frozenset([*parameters_of(source.tree), *others]))

    def _block(self, statements: list[ast.stmt], known: Known) -> Known:
        for statement in statements:
            known = self._statement(statement, known)
        return known

    def _statement(self, node: ast.stmt, known: Known) -> Known:
        if known is None:  # never reached: whatever stands here is read, so let it use what it likes
            known = self.mine
            self._statement(node, known)
            return None
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return self._assignment(node, known)
        if isinstance(node, ast.If):
            self._uses(node.test, known)
            return _both(self._block(node.body, known), self._block(node.orelse, known))
        if isinstance(node, ast.Match):
            return self._match(node, known)
        if isinstance(node, ast.For):
            self._uses(node.iter, known)
            self._block(node.body, known | set(_stored([node.target])))
            return known
        if isinstance(node, ast.While):
            self._uses(node.test, known)
            self._block(node.body, known)
            return known
        self._uses(node, known)
        return None if isinstance(node, ast.Return | ast.Break | ast.Continue | ast.Raise) else known

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, known: frozenset[str]) -> Known:
        if node.value is not None:
            self._uses(node.value, known)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if not isinstance(target, ast.Name) or isinstance(node, ast.AugAssign):
                self._uses(target, known, store=isinstance(node, ast.AugAssign))
        return known | {target.id for target in targets if isinstance(target, ast.Name)}

    def _match(self, node: ast.Match, known: frozenset[str]) -> Known:
        self._uses(node.subject, known)
        ends: list[Known] = [self._block(case.body, known) for case in node.cases]
        last = node.cases[-1].pattern
        if not (isinstance(last, ast.MatchAs) and last.pattern is None):
            ends.append(known)
        result = ends[0]
        for each in ends[1:]:
            result = _both(result, each)
        return result

    def _uses(self, node: ast.AST, known: frozenset[str], *, store: bool = False) -> None:
        nodes = walked(node)
        inner = {name for each in nodes if isinstance(each, _COMPREHENSIONS)
                 for part in each.generators for name in _stored([part.target])}
        for each in nodes:
            if isinstance(each, ast.Name) and each.id in self.mine and each.id not in known | inner \
                    and (store or isinstance(each.ctx, ast.Load)):
                self.refused.setdefault(each.id, self.source.refused(
                    each, f"{each.id} may have no value here",
                    "give it one before, on every way to this line (a loop may never run)"))


def _both(one: Known, other: Known) -> Known:
    """What is known after either of two ways."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
