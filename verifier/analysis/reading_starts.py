"""Where the plays that readings are measured by begin: a game's set-up, or the positions of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from verifier.errors import BadInput, Problem
from verifier.instance import instance_of
from verifier.lang.phases import END
from verifier.registry import installed
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import load_scenario, new_scenario
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.program.program import Program


@frozen
class Wanted:
    """What the options say of starts: scenarios instead of the set-up, and those for what is not exercised before.

    `rulings` are in force from every start, in place of a scenario's own; the `edition` is that of the set-up.
    """

    files: tuple[Path, ...] = ()
    further: tuple[Path, ...] = ()
    edition: str | None = None
    rulings: Mapping[str, str] = field(factory=dict)


@frozen(eq=False)
class ReadyStart:
    """A start, ready to play from, without a deal; `scenario` is the name of its scenario, empty for the set-up.

    `is_further` if only those readings are measured from it that no start before it exercises.
    """

    instance: Instance
    scenario: str = ""
    is_further: bool = False


def ready_starts(program: Program, wanted: Wanted) -> tuple[ReadyStart, ...]:
    """The starts in their order; BadInput for everything that is wrong with them at once.

    DB573: --edition beside --from; DB574: a scenario of another game; DB575: one whose game is over.  A file that is named twice
    is one start.
    """
    problems: list[Problem] = []
    if wanted.files and wanted.edition is not None:
        problems.append(Problem("DB573", "the scenarios of --from bring their component data along", "--edition",
                                "leave --edition out, or name the data in the scenarios"))
    set_up = _set_up(program, evolve(wanted, edition=None) if problems else wanted)
    found = [] if wanted.files else [set_up]
    for path in dict.fromkeys((*wanted.files, *wanted.further)):
        try:
            instance = _from_scenario(program, path, set_up.instance.scenario.chosen)
            found.append(ReadyStart(instance, instance.scenario.name, is_further=path not in wanted.files))
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    return tuple(found)


def _set_up(program: Program, wanted: Wanted) -> ReadyStart:
    scenario = new_scenario(program.game, title=program.game.title, edition=wanted.edition, rulings=wanted.rulings)
    return ReadyStart(instance_of(scenario, program))


def _from_scenario(program: Program, path: Path, rulings: Mapping[str, str]) -> Instance:
    """The position of a scenario, under its edition, its rulings and those given; the seeds take the place of its deal."""
    scenario = load_scenario(path, installed())
    if scenario.game is not program.game:
        raise BadInput(Problem("DB574", f"it is a scenario of {scenario.game.title}", one_line(str(path)),
                               f"take scenarios of {program.game.title}"))
    instance = instance_of(evolve(scenario, deal=Deal(), chosen={**scenario.chosen, **rulings},
                                       rulings={**scenario.rulings, **rulings}), program)
    if instance.reference.kind(instance.start) == END:
        raise BadInput(Problem("DB575", "its game is over: nothing is played from there", one_line(str(path)),
                               "take a position with something left to happen"))
    return instance
