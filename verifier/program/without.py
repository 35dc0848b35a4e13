"""Rules without what a clause says: the changes that a game's authors wrote down, compiled as rules are.

The changed source of a rule goes through the front end like any other, with the names of the rule's own module, and what comes
of it takes the place of the rule's body.  Only what happens can be changed, which is what transitions and the set-up run: no
property and no grade, which say what is right.  A rule keeps its decorators and its parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from verifier.errors import BadInput, Problem, RuleRefused, did_you_mean
from verifier.lang import ir
from verifier.lang.front import Reader
from verifier.lang.source import Source
from verifier.ledger.without import Change, Without
from verifier.program.mutants import altered
from verifier.program.program import Program, unknown_mentions

Bodies = Mapping[str, ir.RuleBody]


def with_bodies(program: Program, bodies: Bodies) -> Program:
    """The program with other bodies of some rules."""
    return evolve(program, bodies={**program.bodies, **bodies})


class Author:
    """Compiles what takes clauses away from one program.  The program itself stays as it is."""

    def __init__(self, program: Program) -> None:
        self.program = program
        setup = program.game.only("setup")
        played = {*program.played, *(program.run_by([setup.name]) if setup is not None else ())}
        self.changeable = tuple(name for name in program.bodies if name in played)
        self._reader: Reader | None = None

    def bodies(self, entry: Without) -> Bodies:
        """The bodies of the rules that an entry changes.  Raises BadInput with every problem of the entry.

        DB336 a rule that is not there or that play does not run, DB337 a text that is not in it exactly once, DB338 a change
        that cannot be taken, DB339 guards where no `require` names the clause.
        """
        sources, problems = self._sources(entry)
        if problems:
            raise BadInput(problems)
        found = self._read(entry, sources)
        if entry.guards:
            unguarded = _without_guards({**self.program.bodies, **found}, entry.id)
            if not unguarded:
                raise BadInput(Problem("DB339", f"no require names {entry.id}", f"{entry.path}.guards",
                                       "write down what is changed instead"))
            found.update(unguarded)
        return found

    def _sources(self, entry: Without) -> tuple[dict[str, Source], list[Problem]]:
        """The changed source of each rule, the changes made one after the other; and what is wrong with them."""
        sources: dict[str, Source] = {}
        problems: list[Problem] = []
        for change in entry.changes:
            if change.rule not in self.changeable:
                problems.append(self._no_rule(change))
                continue
            source = sources.get(change.rule) or Source(self.program.bodies[change.rule].rule.function)
            try:
                sources[change.rule] = _changed(source, change)
            except BadInput as error:
                problems += error.problems
        return sources, problems

    def _no_rule(self, change: Change) -> Problem:
        if change.rule in self.program.game.rules:
            return Problem("DB336", f"neither transitions nor the set-up run {change.rule}: it says what is right, or fills in a "
                           "start", f"{change.path}.rule", "change what happens")
        return Problem("DB336", f"expected a rule of {self.program.game.title}, got {change.rule!r}", f"{change.path}.rule",
                       did_you_mean(change.rule, self.changeable))

    def _read(self, entry: Without, sources: Mapping[str, Source]) -> dict[str, ir.RuleBody]:
        """The bodies of changed sources, and of rules that call them and become pure or impure by that."""
        if not sources:
            return {}
        if self._reader is None:
            self._reader = Reader(self.program.game)
        try:
            front = self._reader.front(sources)
            unknown = list(unknown_mentions(front, self.program.rulebook, self.program.readings))
            if unknown:
                raise RuleRefused(unknown)
        except RuleRefused as refused:
            problem = f"the rules without {entry.id} cannot be taken"
            raise BadInput([evolve(each, code="DB338", message=f"{problem}, {each.code}: {each.message}",
                                   path=f"{entry.path}, {each.path}") for each in refused.problems]) from refused
        found = {name: front.bodies[name] for name in sources}
        for name, body in self.program.bodies.items():
            if name not in found and body.pure != front.bodies[name].pure:
                found[name] = evolve(body, pure=front.bodies[name].pure)
        return found


def _changed(source: Source, change: Change) -> Source:
    """The source with one text in the place of another; BadInput where that cannot be."""
    text, old = source.text, change.old
    count = text.count(old)
    if count != 1:
        raise BadInput(Problem("DB337", f"expected this text once in {change.rule}, found it {_times(source, old)}:\n    "
                               + old.replace("\n", "\n    ") + "\n   ", f"{change.path}.old",
                               "copy it from the rule" if not count else "take in more of what stands around it"))
    try:
        changed = source.changed(text.replace(old, change.new))
    except (SyntaxError, ValueError) as error:
        raise _refused(change, str(error)) from error
    for part, what in _FIXED.items():
        if _dump(part(source.tree)) != _dump(part(changed.tree)):
            raise _refused(change, f"it changes the {what} of {change.rule}, which stay as they are")
    if _dump(source.tree) == _dump(changed.tree):
        raise _refused(change, f"{change.rule} says the same as before")
    return changed


_FIXED: dict[Callable[[ast.FunctionDef], list[Any]], str] = {
    lambda tree: list(tree.decorator_list): "decorators",
    lambda tree: [tree.args, tree.returns]: "parameters or the result",
}


def _dump(node: Any) -> str:
    return str([_dump(each) for each in node]) if isinstance(node, list) else ast.dump(node) if node is not None else ""


def _refused(change: Change, why: str) -> BadInput:
    return BadInput(Problem("DB338", f"the change of {change.rule} cannot be taken: {why}", f"{change.path}.new",
                            "write what the rule language allows there"))


def _times(source: Source, old: str) -> str:
    """How often a text stands in a function, and in which lines."""
    text, lines, at = source.text, [], -1
    while (at := text.find(old, at + 1)) >= 0:
        lines.append(source.first + text.count("\n", 0, at))
    if not lines:
        return f"nowhere ({source.file}:{source.first})"
    return f"{len(lines)} times ({source.file}, lines {', '.join(map(str, lines))})"


# -- guards -------------------------------------------------------------------------------------------------------------------


def _without_guards(bodies: Bodies, clause: str) -> dict[str, ir.RuleBody]:
    """The rules that have a `require` with a clause, without it."""
    found = {}
    for name, body in bodies.items():
        guards = [node for node in ir.walk(body.body) if isinstance(node, ir.Require) and node.clause == clause]
        for guard in guards:
            body = altered(body, guard, lambda _: None)
        if guards:
            found[name] = body
    return found
