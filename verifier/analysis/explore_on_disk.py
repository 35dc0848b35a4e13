"""Every state that can be reached, counted with the states on disk: for state graphs that are larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from attrs import evolve, frozen

from verifier.analysis import answer
from verifier.analysis.choices import ChanceChoice, EngineChoice, StrategyChoice
from verifier.analysis.explore import STOPS, is_open
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, EngineBug, Problem
from verifier.line import evaluated
from verifier.results.explored import EndCount, Layered
from verifier.run.cache import cache_root
from verifier.run.control import Status
from verifier.run.reference import Reference
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.run.native import Native
    from verifier.search.external import ExploredOnDisk
    from verifier.search.limits import Limits

NOT_AVAILABLE = str(Problem("DB549", "loops, points of no return and lines to where play gets stuck are not available: no "
                            "transitions are kept on disk", hint="leave out --disk"))


@frozen
class DiskAsked:
    """How many bytes on disk may be used, and where (None: in the cache); whether to go on, or to replace what is there."""

    size: int
    folder: Path | None = None
    resume: bool = False
    replace: bool = False


def refuse_beside_disk(disk: int | None, folder: Path | None, resume: bool, graph: Path | None, strategy: StrategyChoice,
                       threads: int | None = None) -> None:
    """BadInput (DB545) for what needs a disk and is given none, and for what cannot be asked where one is given."""
    problems = []
    if disk is None:
        given = {"--disk-folder": folder is not None, "--resume": resume}
        problems += [Problem("DB545", "this is for an exploration on disk", name, "add --disk SIZE")
                     for name, is_given in given.items() if is_given]
    else:
        if graph is not None:
            problems.append(Problem("DB545", "no transitions are kept on disk for a graph", "--graph", "leave out --disk"))
        if strategy is not StrategyChoice.BREADTH_FIRST:
            problems.append(Problem("DB545", "on disk the order is breadth-first", "--strategy", "leave out one of them"))
        if threads is not None and threads > 1:
            problems.append(Problem("DB545", "one thread explores on disk", "--threads", "leave it out"))
    if problems:
        raise BadInput(problems)


def explored_on_disk(instance: Instance, chance: ChanceChoice | None, choice: EngineChoice, limits: Limits, asked: DiskAsked, *,
                     all_states: bool = False) -> Layered:
    """What can be reached from the start, as far as it can be said without transitions.

    Rules are compiled unless they are to be interpreted: whoever asks for a disk expects many states.
    """
    from verifier.search.external import OnDisk, explore_on_disk, fingerprint_of

    open_chance, limits = is_open(instance, chance), limits.running()
    compress, setting, start = not all_states, instance.setting, instance.start
    backend = instance.native("interpreted" if choice is EngineChoice.INTERPRETED else "native")
    folder = asked.folder or cache_root() / f"explored-{fingerprint_of(backend, setting, start, compress, open_chance)}"
    with Meter("exploring on disk") as meter:
        found = explore_on_disk(backend, setting, start, OnDisk(folder, asked.size, asked.resume, asked.replace),
                                compress=compress, open_chance=open_chance, limits=limits, report=meter)
    if found.failed is not None:
        _raise_failure(instance, backend, found)
    return _layered(instance, backend, found, folder)


def _raise_failure(instance: Instance, backend: Native, found: ExploredOnDisk) -> NoReturn:
    """Let the reference run into what failed in the search, so that the message is the reference's."""
    assert found.failed is not None
    packed, event = found.failed
    state = backend.blank()
    backend.call("unpack", packed, state)
    position = backend.position(state)
    setting = evolve(instance.setting, tapes=()) if found.open_chance else instance.setting
    reference, grade = Reference(instance.program, setting), instance.program.game.only("grade")
    evaluated(reference, position, (instance.program.events[event].text,) if event >= 0 else ())
    if grade is not None and instance.program.phases[int(state[backend.constant("PHASE")])].kind == Status.END:
        reference.value(grade, position)
    raise EngineBug(Problem("DB906", "a rule failed in the search and does not on the reference"))


def _layered(instance: Instance, backend: Native, found: ExploredOnDisk, folder: Path) -> Layered:
    counts = found.counts
    stops = {name: counts.statuses[status] for status, name in STOPS.items() if counts.statuses[status]}
    uncovered = found.ending == "closed" and (counts.statuses[Status.RAN_OUT] or counts.statuses[Status.IMPOSSIBLE])
    kept = f"what was explored is kept in {one_line(str(folder))}; --resume goes on from there"
    return Layered(
        answer.about(instance), "uncovered" if uncovered else found.ending, StrategyChoice.BREADTH_FIRST.value,
        "open" if found.open_chance else "deal", found.compress, found.states, counts.transitions, tuple(counts.layers),
        tuple(_ends(instance, backend, found)), counts.statuses[Status.DEAD_END], stops,
        notes=(NOT_AVAILABLE,) if found.ending == "closed" else (NOT_AVAILABLE, kept),
        seconds=counts.seconds, disk_bytes=found.bytes_kept)


def _ends(instance: Instance, backend: Native, found: ExploredOnDisk) -> Iterator[EndCount]:
    """How many ends there are of each grade, the best first."""
    if instance.program.game.only("grade") is None:
        if count := found.counts.statuses[Status.END]:
            yield EndCount(None, count)
        return
    for grade in sorted(found.counts.grades, reverse=True):
        yield EndCount(answer.grade(instance, backend.grade_fields(grade)), found.counts.grades[grade])
