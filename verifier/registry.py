"""The games that are installed, found by the entry point group `daybreak.games` and loaded when they are asked for.

A game is a Python package: finding it runs nothing, loading it runs its code.  A package that cannot be loaded is reported
where it is used (or listed) and affects nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier import clock
from verifier.errors import BadInput, DaybreakError, Problem, did_you_mean
from verifier.lang.authored import is_mistake, place_of, reason
from verifier.lang.declared import forget_places
from verifier.lang.game import Game
from verifier.lang.source import forget_sources
from verifier.program.program import Program, load
from verifier.program.unfinished import other_syntax_errors, refused_so_far
from verifier.visible import one_line, visible

GROUP = "daybreak.games"


@frozen
class Listed:
    """An installed game by name: the package it comes from, and its program or, when it cannot be loaded, why not."""

    name: str
    package: str
    program: Program | None
    problem: BadInput | None


class Games(Mapping[str, Game[Any, Any]]):
    """Name -> game.  Asking for a game loads its package; BadInput says what is wrong with one that is broken."""

    def __init__(self, found: Iterable[EntryPoint]) -> None:
        self._found: dict[str, list[EntryPoint]] = {}
        for entry in sorted(set(found), key=lambda entry: (entry.name, entry.value)):
            self._found.setdefault(entry.name, []).append(entry)
        self._games: dict[str, Game[Any, Any]] = {}
        self._programs: dict[str, Program] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __getitem__(self, name: str) -> Game[Any, Any]:
        if name not in self._games:
            known = set(sys.modules)
            try:
                with clock.stopped():
                    self._games[name] = _imported(self._found[name])
            except BaseException:
                _forget(self._found[name], known)
                raise
        return self._games[name]

    def program(self, name: str) -> Program:
        """The checked program of a game; BadInput for an unknown or broken one."""
        if name not in self._found:
            raise BadInput(Problem("DB207", f'expected a game, got "{visible(name[:60])}"', "", did_you_mean(name, self._found)))
        if name not in self._programs:
            with clock.stopped():
                self._programs[name] = load(self[name])
        return self._programs[name]

    def listed(self) -> list[Listed]:
        """Every installed game with its program or with what is wrong, by name."""
        return [self._listed(name, entries) for name, entries in self._found.items()]

    def _listed(self, name: str, entries: list[EntryPoint]) -> Listed:
        package = ", ".join(_package(entry) for entry in entries)
        try:
            return Listed(name, package, self.program(name), None)
        except BadInput as error:
            return Listed(name, package, None, error)


def _package(entry: EntryPoint) -> str:
    return one_line(f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module)


def _place(error: BaseException, entry: EntryPoint) -> str:
    """The line of the package that failed; nothing where there is none, as for a package that is not there."""
    if isinstance(error, SyntaxError) and error.filename:
        return one_line(f"{Path(error.filename).name}:{error.lineno}")
    return one_line(place_of(error, entry.module))


def _broken(entry: EntryPoint, error: BaseException) -> Problem:
    line = _place(error, entry)
    place, hint = (line, "correct this line") if line else (one_line(entry.value), "correct or uninstall it")
    return Problem("DB501", f"the game package {_package(entry)} cannot be loaded: {reason(error)}", place, hint)


def _forget(entries: list[EntryPoint], known: set[str]) -> None:
    """Drop what a failed import of a package has left, and what was read of its files to tell what is wrong.

    Asked again, it would register the same rules in the same game twice, and rules would be looked for where they stood before.
    """
    package = entries[0].module.partition(".")[0]
    for name in sys.modules.keys() - known:
        if name.partition(".")[0] == package:
            del sys.modules[name]
    forget_places()
    forget_sources()


def _imported(entries: list[EntryPoint]) -> Game[Any, Any]:
    """The game of an entry point.  Whatever goes wrong in a package that is not ours is bad input, not a bug of ours.

    Python goes no further than the line that fails: with that are told the mistakes in rules that were there before.
    """
    entry = entries[0]
    if len(entries) > 1:
        values = ", ".join(each.value for each in entries)
        raise BadInput(Problem("DB502", f"several packages offer the game {visible(entry.name)}: {visible(values)}", "",
                               "uninstall all but one"))
    try:
        with redirect_stdout(sys.stderr):  # stdout is for answers
            game = entry.load()
    except BaseException as error:  # whatever it is: SystemExit and those that no `except Exception` sees, too
        if not (is_mistake(error) or isinstance(error, DaybreakError)):
            raise
        more = refused_so_far(entry.name, entry.module, error)
        if isinstance(error, BadInput):
            raise type(error)([*error.problems, *more]) from error
        broken = [_broken(entry, each) for each in (error, *other_syntax_errors(error, entry.module))]
        raise BadInput([*broken, *more]) from error
    if not isinstance(game, Game):
        raise BadInput(Problem("DB503", f"expected a Game, got {type(game).__name__}", visible(entry.value),
                               "the entry point must name the module and the Game in it: package.module:game"))
    if game.name != entry.name:
        names = f'"{visible(game.name)}" and its entry point "{visible(entry.name)}"'
        raise BadInput(Problem("DB504", f"the game calls itself {names}", visible(entry.value), "give both the same name"))
    return game


@cache
def _found() -> Games:
    return Games(entry_points(group=GROUP))


def installed() -> Games:
    """The games of this Python installation."""
    return _found()
