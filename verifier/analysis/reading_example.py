"""A position at which two choices of a reading differ, shown by the reference and written as a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import evolve

from verifier.analysis import answer
from verifier.analysis.find_scenario import example_before, played
from verifier.analysis.outcomes import outcome_of_fields
from verifier.analysis.stepped import picture
from verifier.errors import BadInput, EngineBug, Problem, RuleFailed
from verifier.instance import Instance, instance_of
from verifier.lang.phases import DECISION, END, STEP
from verifier.results.effects import Differing, DistinguishingPosition, DistinguishingSide, Met, Witness
from verifier.scenarios.writer import write_scenario
from verifier.search.state_words import filled

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.lang.events import Event
    from verifier.lang.picture import Picture
    from verifier.run.reference import Position
    from verifier.search.effect import Example
    from verifier.symbolic.solver import Effort

FIELDS_MOST = 8
Difference = tuple[str, Any, Any]


def met_position(here: Instance, other: Instance, reading: str, example: Example) -> DistinguishingPosition:
    """A position that emitted code came to; EngineBug (DB905) when the reference sees no difference there."""
    numbers = [int(number) for number in example.state]
    position = here.reference.position(here.program.decode(numbers[:len(here.program.slots)]))
    event = here.program.events[example.what - 2] if example.what >= 2 else None
    found = _distinguishing(here, other, reading, position, event)
    if found is None:
        raise EngineBug(Problem("DB905", f"the choices of {reading} were found to differ (seed {example.seed}, {example.policy} "
                                f"policy, transition {example.number}), and on the reference they do not"))
    under = (other if example.is_other else here).scenario.rulings[reading]
    return evolve(found, met=Met(example.seed, example.policy, example.number, under))


def witness(instance: Instance, reading: str, choice: str, size: int, effort: Effort, progress: Callable[[str], None]) -> Witness:
    """z3's smallest position where a choice differs from the ruling in force; EngineBug (DB917) if the reference sees none."""
    from verifier.symbolic.find.distinguishing import smallest_distinguishing
    from verifier.symbolic.lift.frame import Declined
    from verifier.symbolic.lift.terms import begin_afresh

    begin_afresh()  # the same position, whichever other choices were asked before
    try:
        found = smallest_distinguishing(instance.program, instance.setting, reading, choice, size, effort, progress)
    except Declined as declined:
        return Witness(size, 0, False, (), str(declined))
    position = None
    if found.example is not None:
        hidden_by = dict([] if found.hidden_by is None else [found.hidden_by])
        here = ruled(instance, hidden_by)
        start = here.reference.position(found.example.state)
        position = _distinguishing(here, ruled(here, {reading: choice}), reading, start, found.example.event)
        if position is None:
            raise EngineBug(Problem("DB917", f"z3's position for {reading} = {choice} shows no difference on the reference"))
    return Witness(size, found.none_below, found.is_smallest, found.lemmas, found.reason, found.hidden_by, position)


def ruled(instance: Instance, rulings: Mapping[str, str]) -> Instance:
    """The same scenario under some other rulings."""
    scenario = instance.scenario
    return instance_of(evolve(scenario, chosen={**scenario.chosen, **rulings}, rulings={**scenario.rulings, **rulings}),
                            instance.program)


def _distinguishing(here: Instance, other: Instance, reading: str, position: Position, event: Event | None
                    ) -> DistinguishingPosition | None:
    """What differs at a position, in what is possible or in what an event leads to; None if nothing does."""
    only, differs = _possible(here, other, position)
    possible = only != ((), ())
    if event is not None and not possible:
        differs = differs or _results(here, other, position, event)
    if not possible and not differs:
        return None
    event = event or next((here.program.event_by_text[text] for text in chain(*only)), None)
    choices = [instance.scenario.rulings[reading] for instance in (here, other)]
    scenario = example_before(here, f"{reading}: {choices[0]} and {choices[1]} differ", position, event, {reading: choices[0]})
    played(scenario, here.program, [])
    sides = () if event is None else tuple(
        _side(instance, choice, position, event) for instance, choice in zip((here, other), choices, strict=True))
    return DistinguishingPosition(
        here.program.size_of(position.state), only, None if event is None else event.text,
        tuple(Differing(*each) for each in (_lasting(here, sides) or differs)[:FIELDS_MOST]), answer.state(here, position),
        answer.board_if_any(here, position), _picture_if_any(here, position), sides, write_scenario(scenario))


def _side(instance: Instance, choice: str, position: Position, event: Event) -> DistinguishingSide:
    """What an event leads to under one choice."""
    from verifier.symbolic.find.distinguishing import follows

    found = follows(instance.reference, position.state, event)
    end = found.applied[-1].after if found.applied else position
    why_not = found.failed
    if not found.applied and not why_not and instance.reference.kind(position) == DECISION:
        why_not = instance.reference.forbidden_by(position, event) or ""
    return DistinguishingSide(
        choice, tuple(answer.happening(instance, each, boards=False, states=False) for each in found.applied),
        answer.state(instance, end), answer.board_if_any(instance, end), _picture_if_any(instance, end), why_not)


def _picture_if_any(instance: Instance, position: Position) -> Picture | None:
    """The table as the game pictures it; a state that no line leads to may be one that it cannot picture."""
    try:
        return picture(instance, position)
    except BadInput:
        return None


def _lasting(instance: Instance, sides: tuple[DistinguishingSide, ...]) -> tuple[Difference, ...]:
    """The fields that differ where nothing follows by itself, if both sides come there."""
    if len(sides) < 2 or any(side.why_not or not side.events for side in sides):
        return ()
    one, other = (dict(_fields(filled(instance.program.game.state_type, side.state))) for side in sides)
    return _parted(one, other)


def _possible(here: Instance, other: Instance, position: Position) -> tuple[tuple[tuple[str, ...], tuple[str, ...]],
                                                                           tuple[Difference, ...]]:
    """The events possible on one side only, and what differs: weights, or of an end its grade and what it is worth to seats."""
    if here.reference.kind(position) == END:
        return ((), ()), _parted(_end(here, position), _end(other, position))
    one, two = _weights(here, position), _weights(other, position)
    only = tuple(tuple(text for text in mine if text not in theirs) for mine, theirs in ((one, two), (two, one)))
    return (only[0], only[1]), _parted(one, {text: two.get(text, weight) for text, weight in one.items()})


def _end(instance: Instance, position: Position) -> Mapping[str, Any]:
    """The fields of the grade of an end, and what it is worth to each seat."""
    seats = {f"to {seat}": outcome_of_fields(instance, instance.outcome(position, seat)) for seat in instance.seats}
    return {**(answer.grade(instance, instance.grade(position)) or {}), **seats}


def _weights(instance: Instance, position: Position) -> Mapping[str, Any]:
    """What is possible, with the weights of chance; nothing where working those out fails."""
    if instance.reference.kind(position) == DECISION:
        return {event.text: 1 for event in instance.reference.legal(position)}
    if instance.reference.kind(position) == STEP:
        return {event.text: 1 for event in instance.reference.events(position)}
    try:
        return {event.text: weight for event, weight in instance.reference.outcomes(position)}
    except RuleFailed:
        return {}


def _results(here: Instance, other: Instance, position: Position, event: Event) -> tuple[Difference, ...]:
    """The fields that an event leaves otherwise, with both values; a rule that fails leaves none."""
    one, two = _after(here, position, event), _after(other, position, event)
    if one is None or two is None:
        return () if one is two else (("rules that fail", one is None, two is None),)
    return _parted(one, two)


def _after(instance: Instance, position: Position, event: Event) -> Mapping[str, Any] | None:
    try:
        words = answer.state(instance, instance.reference.apply(position, event).after)
        return dict(_fields(filled(instance.program.game.state_type, words)))
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
    """The fields whose values differ; what only one side has weighs nothing on the other."""
    names = dict.fromkeys((*one, *two))
    return tuple((name, one.get(name, 0), two.get(name, 0)) for name in names if one.get(name, 0) != two.get(name, 0))
