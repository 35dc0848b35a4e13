"""A position at which two choices of a reading part, shown by the reference and written as a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from verifier.cli import answer
from verifier.cli.find_scenario import example_scenario, played
from verifier.errors import EngineBug, Problem, RuleFailed
from verifier.lang.phases import DECISION, END
from verifier.report.results.effects import PartingPosition
from verifier.scenario.writer import write_scenario

if TYPE_CHECKING:
    from verifier.lang.events import Event
    from verifier.prepared import Prepared
    from verifier.run.reference import Position
    from verifier.search.effect import Example

FIELDS_MOST = 8
Difference = tuple[str, Any, Any]


def parting_position(here: Prepared, other: Prepared, reading: str, example: Example) -> PartingPosition:
    """A position that emitted code found; EngineBug (DB905) when the reference sees no difference there."""
    numbers = [int(number) for number in example.state]
    position = here.reference.position(here.program.decode(numbers[:len(here.program.slots)]))
    event = here.program.events[example.what - 2] if example.what >= 2 else None
    only, differs = _possible(here, other, position) if event is None else (((), ()), _results(here, other, position, event))
    if not differs and only == ((), ()):
        raise EngineBug(Problem("DB905", f"the choices of {reading} were found to part (seed {example.seed}, {example.policy} "
                                f"policy, transition {example.number}), and on the reference they do not"))
    tapes: list[list[int]] = [[] for _ in here.program.tapes]
    if event is not None and event.rule.tape is not None:
        tapes[here.program.tapes.index(event.rule.tape)].append(here.program.entry_for(event))
    choices = [prepared.scenario.rulings[reading] for prepared in (here, other)]
    scenario = example_scenario(here, f"{reading}: {choices[0]} and {choices[1]} part", position, tapes, {reading: choices[0]})
    played(scenario, here.program, [])
    return PartingPosition(
        example.seed, example.policy, example.number, example.in_piles, only, None if event is None else event.text,
        differs[:FIELDS_MOST], answer.state(here, position), answer.board_if_any(here, position), write_scenario(scenario))


def _possible(here: Prepared, other: Prepared, position: Position) -> tuple[tuple[tuple[str, ...], tuple[str, ...]],
                                                                           tuple[Difference, ...]]:
    """The events possible on one side only, and the weights or the fields of the grade that differ."""
    if here.reference.kind(position) == END:
        return ((), ()), _parted(_grade(here, position), _grade(other, position))
    one, two = _weights(here, position), _weights(other, position)
    only = tuple(tuple(text for text in mine if text not in theirs) for mine, theirs in ((one, two), (two, one)))
    return (only[0], only[1]), _parted(one, {text: two.get(text, weight) for text, weight in one.items()})


def _grade(prepared: Prepared, position: Position) -> Mapping[str, Any]:
    return answer.grade(prepared, prepared.grade(position)) or {}


def _weights(prepared: Prepared, position: Position) -> Mapping[str, Any]:
    """What is possible, with the weights of chance."""
    if prepared.reference.kind(position) == DECISION:
        return {event.text: 1 for event in prepared.reference.legal(position)}
    return {event.text: weight for event, weight in prepared.reference.outcomes(position)}


def _results(here: Prepared, other: Prepared, position: Position, event: Event) -> tuple[Difference, ...]:
    """The fields that an event leaves otherwise, with both values; a rule that fails leaves none."""
    one, two = _after(here, position, event), _after(other, position, event)
    if one is None or two is None:
        return () if one is two else (("rules that fail", one is None, two is None),)
    return _parted(one, two)


def _after(prepared: Prepared, position: Position, event: Event) -> Mapping[str, Any] | None:
    try:
        return dict(_fields(answer.state(prepared, prepared.reference.apply(position, event).after)))
    except RuleFailed:
        return None


def _fields(words: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The plain values and lists in tables, by where they stand."""
    for name, value in words.items():
        if isinstance(value, Mapping):
            yield from _fields(value, f"{path}{name}.")
        elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
            for index, each in enumerate(value):
                yield from _fields(each, f"{path}{name}[{index}].")
        else:
            yield path + name, value


def _parted(one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[Difference, ...]:
    """What is told otherwise; a bag does not tell what it has none of."""
    names = dict.fromkeys((*one, *two))
    return tuple((name, one.get(name, 0), two.get(name, 0)) for name in names if one.get(name, 0) != two.get(name, 0))
