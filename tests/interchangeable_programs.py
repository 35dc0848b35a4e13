"""Random small games about interchangeable places, as source text: some treat places as names alone, some do not.

A game ends after a few decisions, so that all of it can be searched.  What tells places apart is written with the chance `told`.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.rule_modules import RULEBOOK

DECLARATIONS = '''"""A module of the tests."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import By, Game, Pile, Range, Row, Size, extends, following, interchangeable, record, require, the, weight


class Phase(IntEnum):
    ACT = 0
    FALL = 1
    OVER = 2


class Card(IntEnum):
    RED = 0
    BLUE = 1


@interchangeable
class Place(IntEnum):
    A = 0
    B = 1
    C = 2


@extends(Place)
class Beyond(IntEnum):
    SEA = 3


WORTH = (3, 1, 2)
SOME = (Place.B, Place.C)


@record
class Door:
    open: bool
    guards: Annotated[int, Range(0, 2)]


@record
class Table:
    phase: Phase
    time: Annotated[int, Range(0, 4)]
    points: Annotated[int, Range(0, 20)]
    here: Place
    marked: Place | None
    far: Place | Beyond
    homes: Annotated[Row[Place], By(Card)]
    heights: Annotated[Row[Annotated[int, Range(0, 4)]], By(Place)]
    piles: Annotated[Row[Annotated[Pile[Card], Size(2)]], By(Place)]
    doors: Annotated[Row[Door], By(Place)]
    hand: Annotated[Pile[Card], Size(3)]


@record
class Box:
    limit: Annotated[int, Range(0, 9)]


@record
class Grade:
    won: bool
    points: Annotated[int, Range(0, 20)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(table: Table) -> None:
    table.hand.put_top(Card.RED)
    table.phase = Phase.ACT


@game.grade
def grade(table: Table) -> Grade:
    return Grade(won=table.doors[table.here].open, points=table.points)


@game.step(Phase.FALL)
def fall(table: Table) -> None:
    table.time += 1
    table.phase = Phase.OVER if table.time >= 3 else Phase.ACT


@game.rule
def is_tall(table: Table, place: Place) -> bool:
    return table.heights[place] > 2 or place == table.marked


@game.rule
def lift(table: Table, place: Place) -> None:
    table.heights[place] = min(4, table.heights[place] + 1)
    table.marked = place


@game.rule
def some_open(table: Table) -> bool:
    for place in Place:
        if table.doors[place].open and table.heights[place] > 1:
            return True
    return False


@game.decision(Phase.ACT)
def use(table: Table, place: Place) -> None:
    require(is_tall(table, place) or some_open(table) or table.time < 3, "C-01")
    lift(table, place)
    table.phase = Phase.FALL
'''
EDITION = """schema = 1
game = "probe"
name = "plain"
title = "Plain"

[values]
limit = { value = 5, status = "assumed", why = "of no use here" }
"""
_modules = count()


class Writer:
    """Writes random decisions about places."""

    def __init__(self, seed: int, told: float) -> None:
        self.random, self.told = Random(seed), told
        self.places: list[str] = []
        self.fresh = 0
        self.cards = ["Card.RED", "Card.BLUE"]

    def one(self, *ways: str | Callable[[], str]) -> str:
        """One of several ways to write something."""
        way = self.random.choice(ways)
        return way if isinstance(way, str) else way()

    def tells(self) -> bool:
        """Whether places are told apart here."""
        return self.random.random() < self.told

    def name(self) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"x{self.fresh}"

    def place(self) -> str:
        """A place."""
        if self.tells():
            x = self.name()
            return self.one("Place.A", f"following({self.known()})", "Place(table.time % 3)",
                            f"next(({x} for {x} in Place if table.heights[{x}] > 0), table.here)",
                            f"max(({x} for {x} in Place if table.doors[{x}].open), default=table.here)", "SOME[table.time % 2]")
        return self.one(self.known, self.known, self.known, lambda: f"({self.known()} if {self.flag(0)} else table.here)",
                        "(table.marked if table.marked is not None else table.here)", "table.homes[Card.BLUE]",
                        "(Place(table.far) if isinstance(table.far, Place) else table.here)")

    def known(self) -> str:
        """A place that has a name."""
        return self.random.choice([*self.places, *self.places, "table.here"])

    def number(self) -> str:
        """A number from 0 up."""
        x = self.name()
        if self.tells():
            return self.one(f"int({self.place()})", f"WORTH[{self.place()}]", "table.heights[0]",
                            f"sum(table.heights[{x}] * {x} for {x} in Place)", f"sum(table.heights[{x}] for {x} in SOME)",
                            f"sum(table.heights[{x}] for {x} in range(2))",
                            f"next((table.heights[{x}] for {x} in Place if table.doors[{x}].open), 1)")
        return self.one(
            lambda: f"table.heights[{self.place()}]", lambda: f"table.doors[{self.place()}].guards",
            lambda: f"table.piles[{self.place()}].size", "table.time", "2", "table.points % 7",
            lambda: f"sum(table.heights[{x}] for {x} in Place if {self.inside(x, lambda: self.flag(0))})",
            f"max((table.heights[{x}] for {x} in Place if table.doors[{x}].open), default=1)",
            f"sum(1 for {x} in table.doors if {x}.open and {x}.guards < 2)")

    def flag(self, depth: int) -> str:
        """A condition."""
        x, deeper = self.name(), depth - 1
        if self.tells():
            return self.one(lambda: f"{self.place()} < {self.place()}", lambda: f"{self.place()} == Place.B",
                            lambda: f"{self.place()} in SOME", "table.marked in (None, Place.A)", "table.far == Place.C")
        if depth > 0 and self.random.random() < 0.4:
            return self.one(lambda: f"({self.flag(deeper)} and {self.flag(deeper)})", lambda: f"not {self.flag(deeper)}",
                            lambda: f"({self.flag(deeper)} or {self.flag(deeper)})")
        return self.one(
            lambda: f"{self.place()} {self.one('==', '!=')} {self.place()}", "table.marked is None",
            lambda: f"table.marked {self.one('==', '!=')} {self.place()}", lambda: f"table.doors[{self.place()}].open",
            lambda: f"table.far == {self.place()}", "isinstance(table.far, Place)", "table.far == Beyond.SEA",
            lambda: f"table.heights[{self.place()}] > {self.one('0', '1', '2')}", lambda: f"is_tall(table, {self.place()})",
            lambda: f"any(table.heights[{x}] > 2 and {self.inside(x, lambda: self.flag(deeper))} for {x} in Place)",
            lambda: f"all({x} == {self.place()} or table.doors[{x}].open for {x} in Place)", "some_open(table)",
            f"any(table.piles[{x}].size > 0 and table.piles[{x}][0] == Card.RED for {x} in Place)",
            f"any({x}.size > 1 and {x}[1] == Card.RED for {x} in table.piles)",
            f"any(table.piles[{x}][0] == Card.RED for {x} in Place if table.heights[{x}] > 0)")

    def inside(self, name: str, write: Callable[[], str]) -> str:
        """Something written where a name is a place."""
        self.places.append(name)
        text = write()
        self.places.remove(name)
        return text

    def block(self, count: int, depth: int) -> list[str]:
        """Some statements."""
        return [line for _ in range(count) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        """One statement."""
        if depth > 0 and self.random.random() < 0.45:
            return self.random.choice([self.branch, self.loop, self.loop, self.counted, self.best, self.each])(depth - 1)
        place, card = self.place(), self.one("Card.RED", "Card.BLUE")
        return [self.one(
            lambda: f"table.heights[{place}] = ({self.number()}) % 5", lambda: f"table.points = ({self.number()}) % 20",
            lambda: f"table.points = min(20, table.points + {self.number()})", f"table.here = {place}",
            f"table.marked = {self.one('None', place)}", f"table.far = {self.one('Beyond.SEA', place)}",
            f"table.homes[{card}] = {place}", lambda: f"table.doors[{place}].open = {self.flag(1)}",
            lambda: f"table.doors[{place}].guards = ({self.number()}) % 3", f"table.piles[{place}].clear()", "table.points = 3",
            f"lift(table, {place})", f"table.heights[{place}] += 1", f"table.piles[{place}].put_top({card})",
            f"table.hand.put_bottom(table.piles[{place}].take_top())")]

    def branch(self, depth: int) -> list[str]:
        """A branch."""
        lines = [f"if {self.flag(1)}:", *indented(self.block(1, depth))]
        return [*lines, "else:", *indented(self.block(1, depth))] if self.random.random() < 0.5 else lines

    def loop(self, depth: int) -> list[str]:
        """A loop over places, which may do anything."""
        x = self.name()
        self.places += [x] * 4
        body = self.block(self.random.randint(1, 2), depth)
        self.places = [each for each in self.places if each != x]
        if self.random.random() < 0.15:
            body += [f"if table.doors[{x}].open:", f"    {self.one('break', 'return', 'continue')}"]
        return [f"for {x} in Place:", *indented(body)]

    def each(self, depth: int) -> list[str]:
        """A loop over the items of a row."""
        x = self.name()
        return [f"for {x} in table.doors:", *indented([self.one(
            f"{x}.open = not {x}.open", lambda: f"{x}.guards = ({x}.guards + {self.number()}) % 3", "table.points = 7",
            f"table.points = {x}.guards", f"table.time = max(table.time, {x}.guards)")])]

    def counted(self, depth: int) -> list[str]:
        """Something counted over the places."""
        x, total = self.name(), self.name()
        condition = self.inside(x, lambda: self.flag(1))
        step = self.one(f"{total} += 1", f"{total} += table.heights[{x}]", f"{total} = {total} * 2 + table.heights[{x}]",
                        f"{total} -= table.heights[{x}]", f"{total} = table.heights[{x}]")
        return [f"{total} = 0", f"for {x} in Place:", f"    if {condition}:", f"        {step}",
                f"table.points = abs({total}) % 20"]

    def best(self, depth: int) -> list[str]:
        """A place that is kept from a loop, mostly the first of several."""
        x, found = self.name(), self.name()
        return [f"{found} = {self.place()}", f"for {x} in Place:", f"    if table.heights[{x}] > table.heights[{found}]:",
                f"        {found} = {self.one(x, x, 'table.here')}", f"table.here = {found}"]

    def decision(self, name: str) -> str:
        """A decision about one or two places."""
        parameters = self.random.choice([["place"], ["place", "other"], []])
        self.places = list(parameters)
        guard = [f'require({self.flag(2)}, "C-01")'] if self.random.random() < 0.4 else []
        body = [*guard, *self.block(self.random.randint(1, 3), 2), "table.phase = Phase.FALL"]
        listed = "".join(f", {each}: Place" for each in parameters)
        return "\n".join(["@game.decision(Phase.ACT)", f"def {name}(table: Table{listed}) -> None:", *indented(body)])


def indented(lines: list[str]) -> list[str]:
    """Lines of a block."""
    return [f"    {line}" for line in lines]


def rules(seed: int, told: float) -> str:
    """The decisions of a random game."""
    writer = Writer(seed, told)
    return "\n\n\n".join(writer.decision(name) for name in ("first", "second")[:1 + seed % 2])


def game_of(folder: Path, text: str, *, interchangeable: bool = True, declarations: str = DECLARATIONS) -> Any:
    """The game of some rules, imported and not loaded; without `interchangeable`, its places are not declared so."""
    name = f"places_{next(_modules)}"
    home = folder / name
    home.mkdir()
    (home / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (home / "readings.toml").write_text('schema = 1\ngame = "probe"\n', encoding="utf-8")
    (home / "edition-plain.toml").write_text(EDITION, encoding="utf-8")
    declared = declarations if interchangeable else declarations.replace("@interchangeable\n", "")
    path = home / "__init__.py"
    path.write_text(f"{declared}\n\n{text}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.game
