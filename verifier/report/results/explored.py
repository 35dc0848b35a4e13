"""What exploring a state graph showed."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from verifier.report.results.played import About, Grade
from verifier.report.results.result import Result


@frozen
class Layered(Result):
    """The answer to `explore`: counts of the state graph, layer by layer, and what it shows of the game.

    `stuck` says by which clauses nothing can happen at the dead end among the examples.
    """

    about: About
    ending: str
    strategy: str
    chance: str
    compressed: bool
    states: int
    transitions: int
    layers: tuple[int, ...]
    ends: tuple[tuple[Grade | None, int], ...]
    dead_ends: int
    stops: Mapping[str, int]
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()
    loops: int | None = None
    points_of_no_return: int | None = None
    notes: tuple[str, ...] = ()
    graph_file: str | None = None
    seconds: float = 0.0
    stuck: str = ""
