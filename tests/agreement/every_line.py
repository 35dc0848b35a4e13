"""Every line of a small deal by the reference, one after the other: the naive twin of what counts lines and judges moves.

Nothing is searched, cut or remembered: a line is followed decision by decision to its end.
"""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import frozen

from tests.games import network
from tests.games.network.drawn import native as network_native
from verifier.instance import Instance
from verifier.lang.phases import DECISION, END
from verifier.lang.values import blank
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

Line = tuple[str, ...]


class Plain(Instance):
    """A start without a scenario; `believed` is whether its bound is taken for proved."""

    believed = True

    @property
    def bound_is_proved(self) -> bool:  # type: ignore[override]
        return self.believed


@frozen(eq=False)
class Lines:
    """Every line of a deal with the fields of its grade, and the key of the position after each beginning of one."""

    grades: dict[Line, tuple[int, ...]]
    keys: dict[Line, tuple[int, ...]]

    @property
    def best(self) -> tuple[int, ...]:
        return max(self.grades.values())

    def with_grade(self, least: tuple[int, ...]) -> list[Line]:
        return [line for line, grade in self.grades.items() if grade >= least]

    def legal(self, beginning: Line) -> list[str]:
        """What can be decided behind a beginning."""
        at = len(beginning)
        return sorted({line[at] for line in self.keys if len(line) == at + 1 and line[:at] == beginning})

    def keeping(self, beginning: Line, least: tuple[int, ...]) -> set[str]:
        """The decisions behind a beginning from which some line gets a grade."""
        at = len(beginning)
        return {line[at] for line in self.with_grade(least) if len(line) > at and line[:at] == beginning}


def every_line(instance: Instance) -> Lines:
    """By the reference; a game whose lines go round has no end of them."""
    found = Lines({}, {})
    _follow(instance, instance.reference.settled(instance.start), (), found)
    return found


def _follow(instance: Instance, position: Position, line: Line, found: Lines) -> None:
    reference = instance.reference
    found.keys[line] = reference.key(position)
    if reference.kind(position) == END:
        found.grades[line] = instance.grade(position) or ()
        return
    assert reference.kind(position) == DECISION
    for event in reference.legal(position):
        _follow(instance, reference.settled(reference.apply(position, event).after), (*line, event.text), found)


def classes(lines: list[Line], keys: dict[Line, tuple[int, ...]]) -> int:
    """How many of these lines there are up to order: one by one, each is joined with those that an exchange makes of it."""
    parent = {line: line for line in lines}

    def root(line: Line) -> Line:
        while parent[line] != line:
            line = parent[line]
        return line

    for line in lines:
        for at in range(len(line) - 1):
            other = (*line[:at], line[at + 1], line[at], *line[at + 2:])
            if keys.get(other[:at + 2]) == keys[line[:at + 2]]:
                parent[root(line)] = root(other)
    return len({root(line) for line in lines})


def walk(seed: int, *, rounds: bool = False) -> Instance:
    """A random network that is gone through upwards, so that squares abound; with `rounds`, some ways lead back.

    Its bound says nothing, or, for odd seeds where nothing leads back, all there is to say.
    """
    random, places = Random(seed), network.PLACES
    chart: Any = blank(network.game.edition_type)
    for place in range(places):
        over = place >= places - 4 or (place > 5 and random.random() < 0.15)
        chart.kinds[place] = network.Phase.OUT if over else network.Phase.CHOOSE
        chart.safe[place], chart.worth[place] = random.random() < 0.7, random.choice((0, 5, 5, 5))
        chart.may_be_safe[place], chart.hope[place], chart.hour[place] = True, 7, 0
        for way in range(network.WAYS):
            low, high = (0, places - 1) if rounds and random.random() < 0.1 else (place + 1, min(place + 4, places - 1))
            leads = random.randint(low, high) if not over and (way == 0 or random.random() < 0.9) else network.NOWHERE
            chart.leads[place * network.WAYS + way] = leads
    if seed % 2 and not rounds:
        _tighten(chart)
    program = network_native().program
    setting = Setting({}, chart)
    reference = Reference(program, setting)
    return Plain(None, program, setting, reference, reference.set_up())  # type: ignore[arg-type]


def _tighten(chart: Any) -> None:
    """Make the bound of each place the best grade that can follow."""
    for place in reversed(range(network.PLACES)):
        best = (chart.safe[place], chart.worth[place])
        if chart.kinds[place] != network.Phase.OUT:
            leads = [chart.leads[place * network.WAYS + way] for way in range(network.WAYS)]
            best = max((chart.may_be_safe[lead], chart.hope[lead]) for lead in leads if lead != network.NOWHERE)
        chart.may_be_safe[place], chart.hope[place] = best
