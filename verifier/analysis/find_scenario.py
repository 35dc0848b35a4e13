"""What `daybreak find` found, as a scenario that every other command takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.errors import BadInput, EngineBug, Problem, RuleFailed
from verifier.instance import instance_of
from verifier.lang.phases import DECISION
from verifier.run.reference import Reference
from verifier.scenarios.deal import Deal, tapes_of

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.lang.events import Event
    from verifier.program.program import Program
    from verifier.run.reference import Applied, Position
    from verifier.scenarios.loader import Scenario

SEED = 1  # decides what comes after what was found, so that the scenario can be played on


def example_scenario(instance: Instance, title: str, start: Position, tapes: Sequence[Sequence[int]],
                     rulings: Mapping[str, str]) -> Scenario:
    """A position with what chance brings next (encoded entries for each stream), some rulings being others than in force."""
    known = tapes_of(instance.program.game)
    given = {name: tuple(known[name].spelled(entry) for entry in tape)
             for name, tape in zip(instance.program.tapes, tapes, strict=True) if tape}
    scenario = instance.scenario
    return evolve(scenario, title=title, chosen={**scenario.chosen, **rulings}, rulings={**scenario.rulings, **rulings},
                  deal=Deal(SEED, given), start=answer.state(instance, start))


def example_before(instance: Instance, title: str, start: Position, event: Event | None, rulings: Mapping[str, str]) -> Scenario:
    """A position before an event.  One of chance is dealt, unless it cannot come by those rulings: then chance is left open."""
    program, tapes = instance.program, [list[int]() for _ in instance.program.tapes]
    setting = evolve(instance.setting, rulings={**instance.scenario.rulings, **rulings})
    if event is not None and event.rule.tape is not None and _can_come(Reference(program, setting), start, event):
        tapes[program.tapes.index(event.rule.tape)].append(program.entry_for(event))
    return example_scenario(instance, title, start, tapes, rulings)


def _can_come(reference: Reference, position: Position, event: Event) -> bool:
    try:
        return reference.weight(position.state, event) > 0
    except RuleFailed:
        return False


def played(scenario: Scenario, program: Program, events: Sequence[Event]) -> tuple[Instance, list[Applied]]:
    """A scenario with a line played from it by the reference; EngineBug when it is no scenario or the line is not possible."""
    try:
        instance = instance_of(scenario, program)
    except BadInput as error:
        raise EngineBug([Problem("DB917", f"what was found ({scenario.title}) is no scenario"), *error.problems]) from error
    reference, position, applied = instance.reference, instance.start, []
    for event in events:
        if reference.kind(position) == DECISION:
            following = reference.apply(position, event) if reference.forbidden_by(position, event) is None else None
        else:
            following = reference.automatic(position)
        if following is None or following.event is not event:
            raise EngineBug(Problem("DB917", f"what was found ({scenario.title}) does not replay: {event.text}"))
        applied.append(following)
        position = following.after
    return instance, applied
