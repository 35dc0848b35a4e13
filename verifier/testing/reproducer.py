"""A fault of a walk as files: a scenario and a line that `daybreak replay` takes, and the disagreement if it is one.

The scenario spells out the deal, so that other commands take it too; the line has every event, what chance and the rules
decide included.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from verifier.errors import DaybreakError
from verifier.instance import instance_of
from verifier.line import EVENTS_MOST, Line, replay
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import Scenario
from verifier.scenarios.writer import write_scenario
from verifier.testing.walk import Fault, Walk, loaded_text
from verifier.visible import one_line

TITLE_CHARACTERS_MOST = 200


class Failure(AssertionError):
    """What is wrong with a game and the shortest line that was found to it: `what`, `events`, and the files to see it again.

    `scenario` and `line` are for `daybreak replay`; `disagreement`, for `verifier.testing.reproduced`, is None unless emitted
    code disagrees with the reference.
    """

    def __init__(self, game: str, fault: Fault, events: tuple[str, ...], files: Files) -> None:
        self.what, self.events, self.scenario, self.line = fault.what, events, files.scenario, files.line
        self.disagreement = files.disagreement
        rows = [f"{game}: {fault.what}", f"after: {' / '.join(events) or 'nothing, at the start'}",
                f"scenario: {self.scenario}", f"line: {self.line}"]
        if self.disagreement is not None:
            rows.append(f"disagreement: {self.disagreement}, for verifier.testing.reproduced")
        super().__init__("\n  ".join([*rows, f"see it: daybreak replay {self.scenario} --line {self.line}"]))


@frozen
class Files:
    """Where a fault was written to."""

    scenario: Path
    line: Path
    disagreement: Path | None = None


def write_fault(folder: Path, fault: Fault, scenario: Scenario, walk: Walk | None) -> Files:
    """Write `GAME-failure.toml`, `.line` and, for a disagreement, `.json`; files of these names are written over.

    Without a walk the start itself was refused: the line is empty.
    """
    name = f"{scenario.game.name}-failure"
    what = one_line(fault.what.splitlines()[0])
    # Emitted code may disagree about what a deal brings; everything else is on the line, and the seed would only play on.
    seed = walk.scenario.deal.seed if walk is not None and fault.disagreement is not None else None
    titled = evolve(scenario, title=f"Fails: {what}"[:TITLE_CHARACTERS_MOST], deal=Deal(seed))
    events = tuple(walk.events) if walk is not None else ()
    files = Files(folder / f"{name}.toml", folder / f"{name}.line", folder / f"{name}.json" if fault.disagreement else None)
    folder.mkdir(parents=True, exist_ok=True)
    files.scenario.write_text(write_scenario(_dealt(titled, walk) if walk is not None else titled), encoding="utf-8")
    head = f"# {what}\n# daybreak replay {files.scenario.name} --line {files.line.name}\n"
    files.line.write_text(head + "".join(f"{event}\n" for event in events), encoding="utf-8")
    if fault.disagreement is not None and files.disagreement is not None:
        fault.disagreement.save(files.disagreement)
    return files


def _dealt(scenario: Scenario, walk: Walk) -> Scenario:
    """The scenario with the deal spelled out, unless a file cannot say it (an order of more than the bag holds at the start).

    Where the deal is silent the line says what chance does, so that leaving the deal out changes nothing.
    """
    given: dict[str, tuple[int | str, ...]] = {name: tuple(outcomes) for name, outcomes in walk.outcomes.items() if outcomes}
    spelled = evolve(scenario, deal=Deal(scenario.deal.seed, given))
    return spelled if given and _replays(spelled, walk) else scenario


def _replays(scenario: Scenario, walk: Walk) -> bool:
    """Whether the scenario, read from its text, and the events lead to where the walk stands."""
    line = Line(tuple(walk.events[:EVENTS_MOST]))
    try:
        instance = instance_of(loaded_text(walk.program, write_scenario(scenario)), walk.program)
        position, made = instance.start, 0
        try:
            for applied in islice(replay(instance.reference, instance.start, line), len(walk.events)):
                position, made = applied.after, made + 1
        except Exception:  # the fault itself; in another place the positions differ
            pass
    except DaybreakError:
        return False
    return made >= len(walk.events) - 1 and instance.reference.key(position) == walk.reference.key(walk.position)
