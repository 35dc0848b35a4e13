"""Every state that can be reached: how many, layer by layer, the ends, what the state graph shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.analysis.built_in import dead_end
from verifier.analysis.choices import ChanceChoice, EngineChoice, StrategyChoice
from verifier.analysis.engine import searched
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, EngineBug, Problem
from verifier.files import refuse_outputs, write_file
from verifier.line import evaluated
from verifier.report.text.endings import ENDINGS
from verifier.results.explored import EndCount, Example, Layered
from verifier.run.control import Status
from verifier.run.reference import Reference
from verifier.search.limits import LimitReached
from verifier.visible import one_line, shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.run.backend import Backend
    from verifier.search.explore import Explored, ExploreOptions
    from verifier.search.limits import Ending, Limits

# Loops and points of no return are looked for on a networkx graph, which takes about two kilobytes a state.
GRAPH_STATES_MAX = 50_000  # for loops and points of no return, unless a limit of states that was asked for is larger
STOPS = {Status.LOOP: "loop", Status.RAN_OUT: "ran-out", Status.IMPOSSIBLE: "impossible",
         Status.DEAD_END: "dead-end"}

def explored_from(instance: Instance, chance: ChanceChoice | None, strategy: StrategyChoice, choice: EngineChoice,
                  limits: Limits, *, all_states: bool = False, threads: int = 1) -> tuple[Layered, Explored]:
    """What can be reached from the start, as data, and the states and transitions themselves."""
    from verifier.search.explore import ExploreOptions

    options = ExploreOptions(compress=not all_states, open_chance=is_open(instance, chance), edges=True, strategy=strategy.value,
                             threads=threads)
    limits = limits.running()
    explored = run(instance, choice, limits, options, "exploring")
    raise_failure(instance, explored)
    return layered(instance, explored, limits), explored


def written_graph(path: Path | None, *, force: bool) -> Callable[[Explored, Limits], str] | None:
    """What writes the graph of an exploration to a file, as the name ends, and says which file (None: none is asked for).

    BadInput, before anything is explored, for a name that ends otherwise (DB505) and for a file that is there (DB516).
    """
    if path is None:
        return None
    from verifier.search.graph import STATES_MAX, graph_of
    from verifier.search.graph_export import FORMATS

    if path.suffix not in FORMATS:
        raise BadInput(Problem("DB505", f"expected a name that ends in {', '.join(FORMATS)}, got {shown(path.name)}", "--graph"))
    refuse_outputs([path], [], force)

    def write(explored: Explored, limits: Limits) -> str:
        graph = graph_of(explored, states_max=max(STATES_MAX, limits.states or 0))
        write_file(path, "\n".join(FORMATS[path.suffix](graph)) + "\n", force=force)
        return one_line(str(path))

    return write


def is_open(instance: Instance, chance: ChanceChoice | None) -> bool:
    """Whether every outcome of chance is followed: if asked for, or if the scenario has no deal."""
    return chance is ChanceChoice.OPEN or (chance is None and not instance.has_deal)


def run(instance: Instance, engine: EngineChoice, limits: Limits, options: ExploreOptions, title: str) -> Explored:
    """Explore on the execution of choice, with progress."""
    from verifier.search.explore import explore as explored

    with Meter(title) as meter:
        def search(backend: Backend, limits: Limits) -> Explored:
            return explored(backend, instance.setting, instance.start, options, limits, meter)

        return searched(instance, engine, limits, meter, search)


def raise_failure(instance: Instance, explored: Explored) -> None:
    """When a rule failed in a search, let the reference run into it, so that the message is the reference's."""
    if explored.ending != "failed":
        return
    events = [] if explored.found is None else explored.events_to(explored.found)
    if explored.found is not None and explored.found_event is not None:
        events.append(instance.program.events[explored.found_event])
    line = tuple(event.text for event in events)
    setting = evolve(instance.setting, tapes=()) if explored.options.open_chance else instance.setting
    evaluated(Reference(instance.program, setting), instance.start, line)
    raise EngineBug(Problem("DB906", f"a rule failed in the search and does not on the reference: {' / '.join(line)}"))


def ending_of(explored: Explored) -> Ending:
    """Why an exploration ended, "uncovered" when it closed but the deal is silent about chance on some lines."""
    uncovered = explored.closed and (explored.numbers(Status.RAN_OUT) or explored.numbers(Status.IMPOSSIBLE))
    return "uncovered" if uncovered else explored.ending


def layered(instance: Instance, explored: Explored, limits: Limits) -> Layered:
    """The counts of an exploration and what it shows, as data."""
    numbers = {name: explored.numbers(status) for status, name in STOPS.items()}
    examples = [Example(name, tuple(event.text for event in explored.events_to(found[0])))
                for name, found in numbers.items() if found]
    ends, ungraded = _ends(instance, explored, limits)
    loops, lost, notes = _graph_findings(explored, limits)
    stuck = ""
    if found := numbers["dead-end"]:
        stuck = dead_end(instance, explored.events_to(found[0]), open_chance=explored.options.open_chance).problems[0].message
    options = explored.options
    chance = "open" if options.open_chance else "deal"
    return Layered(
        answer.about(instance), ending_of(explored), options.strategy, chance, options.compress,
        explored.states, explored.transitions, explored.layers, ends,
        len(numbers["dead-end"]), {name: len(found) for name, found in numbers.items() if found}, tuple(examples), loops, lost,
        (*ungraded, *notes), seconds=explored.seconds, stuck=stuck)


def _ends(instance: Instance, explored: Explored, limits: Limits) -> tuple[tuple[EndCount, ...], tuple[str, ...]]:
    """How many ends there are of each grade, the best first; of no grade, with a note, where no time is left to grade them."""
    if instance.program.game.only("grade") is None:
        count = len(explored.numbers(Status.END))
        return ((EndCount(None, count),) if count else ()), ()
    try:
        _, grades = explored.ends(limits.with_grace())
    except LimitReached as reached:
        count = len(explored.numbers(Status.END))
        return (EndCount(None, count),), (f"ends were not counted by grade: {ENDINGS[reached.ending]}",)
    found = Counter(grades.tolist())
    return tuple(EndCount(answer.grade(instance, explored.backend.grade_fields(grade)), found[grade])
                 for grade in sorted(found, reverse=True)), ()


def _graph_findings(explored: Explored, limits: Limits) -> tuple[int | None, int | None, tuple[str, ...]]:
    """Ways to go on for ever, points of no return, and notes; None where the graph is too large to say, or a limit too near."""
    try:
        return _found_in_graph(explored, limits)
    except LimitReached as reached:
        return None, None, (f"loops and points of no return were not looked for: {ENDINGS[reached.ending]}",)


def _found_in_graph(explored: Explored, limits: Limits) -> tuple[int | None, int | None, tuple[str, ...]]:
    most = max(GRAPH_STATES_MAX, limits.states or 0)
    if explored.ending not in ("closed", "depth"):
        return None, None, ("loops and points of no return are looked for only when the search ends by itself",)
    if explored.states > most:
        return None, None, (f"loops and points of no return were not looked for: there are more than {most:,} states; "
                            f"--states {explored.states} allows it",)
    from verifier.search.graph import graph_of, is_complete
    from verifier.search.graph_grades import best_grades
    from verifier.search.graph_loops import endless

    limits.check()
    graph = graph_of(explored, replays_max=0, states_max=most, report=lambda count: limits.check())
    limits.check()
    notes = [] if is_complete(graph) else ["what was not explored counts as nothing"]
    if explored.numbers(Status.RAN_OUT):
        notes.append("in some lines the deal runs out: what follows there is not known")
    best = best_grades(graph)
    within = {number for number, grade in best.items() if grade is not None and grade[0] > _worst(explored)}
    lost = {number for number, target, data in graph.edges(data=True)
            if data["kind"] == "decision" and number in within and target not in within}
    return len(endless(graph)), len(lost) if _graded(explored) else None, tuple(notes)


def _graded(explored: Explored) -> bool:
    return explored.backend.program.game.only("grade") is not None


def _worst(explored: Explored) -> int:
    rule = explored.backend.program.game.only("grade")
    kind = rule.returned_record.fields[0][1] if rule is not None and rule.returned_record is not None else None
    return int(getattr(kind, "low", 0))
