"""What exploring a state graph showed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from verifier.results.played import About, Grade
from verifier.results.result import FLAT, Result


@frozen
class EndCount:
    """How many states are ends with a grade; None where the game has no grades."""

    grade: Grade | None
    states: int


@frozen
class Example:
    """A line that leads to something worth seeing, and what that is."""

    what: str
    line: tuple[str, ...]


@frozen(repr=False)
class Layered(Result):
    """The answer to `explore`: counts of the state graph, layer by layer, and what it shows of the game.

    `stuck` says by which clauses nothing can happen at the dead end among the examples.  `disk_bytes` is how much room the states
    took on disk, where they were kept there.
    """

    command: ClassVar[str] = "explore"
    about: About = field(metadata=FLAT)
    ending: str
    strategy: str
    chance: str
    compressed: bool
    states: int
    transitions: int
    layers: tuple[int, ...]
    ends: tuple[EndCount, ...]
    dead_ends: int
    stops: Mapping[str, int]
    examples: tuple[Example, ...] = ()
    loops: int | None = None
    points_of_no_return: int | None = None
    notes: tuple[str, ...] = ()
    graph_file: str | None = None
    seconds: float = field(default=0.0, eq=False)
    stuck: str = ""
    disk_bytes: int | None = None
