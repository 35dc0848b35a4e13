"""The sources of `coverage`: the best line of each scenario, random games under one ruling or many, every state of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import define, evolve, frozen

from verifier.analysis import answer, engine
from verifier.analysis.choices import ChanceChoice, EngineChoice
from verifier.analysis.defaults import WORK
from verifier.analysis.explore import ending_of, is_open, raise_failure
from verifier.analysis.progress import Meter
from verifier.analysis.solve import raise_failure as raise_line_failure
from verifier.errors import BadInput, EngineBug, Problem, RuleFailed
from verifier.instance import Instance, instance_of, load_instance
from verifier.lang.words import Refused
from verifier.ledger.counts import read_counts
from verifier.line import Line, replay
from verifier.program.program import Program
from verifier.results.covered import CoverageSource
from verifier.run.reference import Applied, RanOut, Reference
from verifier.scenarios.loader import new_scenario
from verifier.search.clause_counts import Counted, Playing, count_games, count_line, count_states, count_ways
from verifier.search.limits import Limits
from verifier.search.strategies import best_line
from verifier.visible import visible

if TYPE_CHECKING:
    from verifier.run.backend import Backend
    from verifier.search.best import Best

Kind = Literal["line", "random", "every", "tests", "position"]

# Any good line will do, so the search for the best one ends here; a limit of states, so that it is the same line everywhere.
LINE_STATES = 200_000
DONE = ("done", "closed")
NO_LINE = "no line was found: the first decision only"


@frozen
class Wanted:
    """The sources asked for: scenarios for their lines, so many random games, scenarios for all of their states; and how.

    With `armed`, the program with its arms among its clauses, arms are counted too.
    """

    scenarios: tuple[Path, ...]
    random: int | None  # None: nobody said
    every_reading: bool
    seed: int
    exhaust: tuple[Path, ...]
    chance: ChanceChoice | None
    engine: EngineChoice
    limits: Limits
    armed: Program | None = None
    counts: Path | None = None  # a folder with what tests counted
    work: int = WORK  # of z3, for each proof
    positions: tuple[Path, ...] = ()  # whose lines only the statuses of clauses go by
    whole: bool = False  # of lines: what fails is passed over, and what chance can bring behind them counts


@frozen
class Task:
    """One source; `games` is how many random games."""

    instance: Instance
    name: str
    kind: Kind
    open_chance: bool
    games: int = 0
    file: str = ""


@define(eq=False, slots=False)
class Looked:
    """A source as data, with what was counted."""

    task: Task
    source: CoverageSource
    counted: Counted
    applied: tuple[Applied, ...] = ()  # of a line

    @cached_property
    def reference(self) -> Reference:
        """The reference run with chance open or as dealt, as the source was examined."""
        instance = self.task.instance
        if self.task.open_chance:
            return Reference(instance.program, evolve(instance.setting, tapes=()))
        return instance.reference


def looked_at(program: Program, wanted: Wanted) -> list[Looked]:
    """Look at everything that is wanted.

    Every file is read before anything is searched (BadInput has the problems of all).  When the seconds are used up, or after
    Ctrl-C, what is left is in the answer as not examined.  Raises RuleFailed when a rule cannot be evaluated.
    """
    found: list[Looked] = []
    limits, stopped = wanted.limits.running(), ""
    tested = _tested(program, wanted)
    for task in _tasks(program, wanted):
        if stopped:
            found.append(_looked(task, Counted(stopped)))
            continue
        try:
            found.append(_look(task, wanted, limits))
        except KeyboardInterrupt:
            found.append(_looked(task, Counted("interrupted")))
        if found[-1].source.ending == "interrupted":
            stopped = "interrupted"
        elif limits.seconds_left == 0.0:
            stopped = "seconds"
    return [*found, *tested]


def _tested(program: Program, wanted: Wanted) -> list[Looked]:
    """What tests counted, a source for each set of rulings; they looked before, so no limit ends them, and no line is known."""
    if wanted.counts is None:
        return []
    found = []
    for counts in read_counts(wanted.counts, program.game.name, program.clauses, program.readings.switches):
        name = ", ".join(["tests", *(f"{id_} = {choice}" for id_, choice in counts.chosen.items())])
        scenario = new_scenario(program.game, title=name, rulings=dict(counts.chosen))
        counted = Counted("done", counts.exercised, counts.refused, looked={"transitions": counts.transitions})
        source = CoverageSource(name, "tests", None, dict(counts.chosen), "", "done", counted.looked)
        found.append(Looked(Task(instance_of(scenario, program), name, "tests", True), source, counted))
    return found


# -- sources ----------------------------------------------------------------------------------------------------------------


def _tasks(program: Program, wanted: Wanted) -> list[Task]:
    problems: list[Problem] = []
    tasks = [Task(each, each.scenario.name, "line", not each.has_deal, file=str(path))
             for path, each in _instance(program, wanted.scenarios, problems)]
    positions = [Task(each, each.scenario.name, "position", not each.has_deal, file=str(path))
                 for path, each in _instance(program, wanted.positions, problems)]
    exhausted = [Task(each, each.scenario.name, "every", is_open(each, wanted.chance))
                 for _, each in _instance(program, wanted.exhaust, problems)]
    if problems:
        raise BadInput(problems)
    return [*tasks, *positions, *(_armed(each, wanted) for each in (*_random_tasks(program, wanted), *exhausted))]


def _armed(task: Task, wanted: Wanted) -> Task:
    """A task that counts arms, if they are wanted.  The best line of a scenario is searched for without them."""
    if wanted.armed is None:
        return task
    return evolve(task, instance=instance_of(task.instance.scenario, wanted.armed))


def _instance(program: Program, paths: Sequence[Path], problems: list[Problem]) -> list[tuple[Path, Instance]]:
    """The scenarios of files, and in `problems` what is wrong with the others."""
    found: list[tuple[Path, Instance]] = []
    for path in paths:
        name = visible(str(path))
        try:
            instance = load_instance(path)
        except BadInput as error:
            problems += [evolve(each, path=f"{name}: {each.path}" if each.path else name) for each in error.problems]
            continue
        if instance.program is program:
            found.append((path, instance))
        else:
            other = instance.scenario.game.name
            problems.append(Problem("DB563", f"expected a scenario of {program.game.name}, got one of {other}", name,
                                    "ask about that game, or leave it out"))
    return found


def _random_tasks(program: Program, wanted: Wanted) -> list[Task]:
    """Random games under the default rulings and, if wanted, as many under each other choice of each reading."""
    if not wanted.random:
        return []
    rulings: list[dict[str, str]] = [{}]
    if wanted.every_reading:
        rulings += [{reading.id: choice} for reading in program.readings.switches.values() if reading.scope == "rules"
                    for choice in reading.choices if choice != reading.default]
    if wanted.random < len(rulings):
        raise BadInput(Problem("DB564", f"{len(rulings)} sets of rulings need as many random games, got {wanted.random}",
                               "--random", "ask for more of them"))
    each, over = divmod(wanted.random, len(rulings))
    return [_random_task(program, chosen, each + (over if index == 0 else 0)) for index, chosen in enumerate(rulings)]


def _random_task(program: Program, chosen: dict[str, str], games: int) -> Task:
    scenario = new_scenario(program.game, title=f"{program.game.title} from its set-up", rulings=chosen)
    name = ", ".join(f"{id_} = {choice}" for id_, choice in chosen.items())
    return Task(instance_of(scenario, program), name or "default rulings", "random", True, games)


# -- looking ----------------------------------------------------------------------------------------------------------------


def _look(task: Task, wanted: Wanted, limits: Limits) -> Looked:
    if task.kind in ("line", "position"):
        return _line(task, wanted, limits)
    if task.kind == "random":
        return _games(task, wanted, limits)
    return _states(task, wanted, limits)


def _looked(task: Task, counted: Counted, note: str = "", applied: Sequence[Applied] = ()) -> Looked:
    """A task with what was counted, its set-up's clauses too."""
    instance = task.instance
    if instance.scenario.start is None and counted.looked:
        counted.exercise(instance.reference.laid_out()[1], (), counted.looked.get("games", 1))
    defaults = instance.program.default_rulings
    other = {id_: choice for id_, choice in instance.scenario.chosen.items() if choice != defaults[id_]}
    source = CoverageSource(
        task.name, task.kind, answer.edition(instance.scenario), other, "open" if task.open_chance else "deal", counted.ending,
        counted.looked, note, counted.seconds)
    return Looked(task, source, counted, tuple(applied))


def _line(task: Task, wanted: Wanted, limits: Limits) -> Looked:
    """The best line that a search finds, played by the reference; without one, the first decision."""
    instance = task.instance
    line, note, ending, seconds = _best_line(task, wanted, limits)
    applied: list[Applied] = []
    with suppress(*((RuleFailed,) if wanted.whole else ())):
        for each in replay(instance.reference, instance.start, Line(line, "the line found")):
            applied.append(each)  # noqa: PERF402 - what came before a failure counts
    counted = count_line(instance.reference, instance.start, applied, whole=wanted.whole)
    counted.ending, counted.seconds = ending, seconds
    if wanted.armed is not None:
        ways = count_ways(_armed(task, wanted).instance.native("interpreted"), instance.setting, instance.start, applied)
        counted.exercised.update({id_: ways[id_] for id_ in ways.keys() - set(instance.program.clauses)})
    return _looked(task, counted, note, applied)


def _best_line(task: Task, wanted: Wanted, limits: Limits) -> tuple[tuple[str, ...], str, str, float]:
    """The decisions of the best line found, a note on it, how the search ended, and its seconds."""
    instance = task.instance
    if instance.program.game.only("grade") is None:
        return (), "the game has no grade: the first decision only", "done", 0.0
    limits = evolve(limits, states=min(LINE_STATES, limits.states or LINE_STATES))
    try:
        with Meter(f"solving {task.name}") as meter:
            def search(backend: Backend, limits: Limits) -> Best:
                return best_line(backend, instance.reference, instance.setting, instance.start, limits, meter,
                                 bound_is_proved=True)  # a line is wanted, not a proof

            best = engine.searched(instance, wanted.engine, limits, meter, search)
    except RanOut:
        return (), NO_LINE, "done", 0.0
    except RuleFailed:
        if not wanted.whole:
            raise
        return (), NO_LINE, "done", 0.0
    if best.failed_line is not None and not wanted.whole:
        raise_line_failure(instance, best.failed_line)
    ending = best.ending if best.ending in ("seconds", "interrupted") else "done"
    decisions = tuple(event.text for event in best.line) if best.grade is not None else ()
    note = f"{best.verdict} line" if best.grade is not None else NO_LINE
    return decisions, note, ending, float(best.search.get("seconds", 0.0))


def _games(task: Task, wanted: Wanted, limits: Limits) -> Looked:
    instance = task.instance
    with Meter(f"random games, {task.name}") as meter:
        def report(playing: Playing) -> None:
            meter.step(f"{playing.games:,} of {task.games:,} games, {playing.transitions:,} transitions")

        def search(backend: Backend, limits: Limits) -> Counted:
            return count_games(backend, instance.setting, instance.start, games=task.games, seed=wanted.seed, limits=limits,
                               report=report)

        counted = engine.searched(instance, wanted.engine, limits, meter, search)
    looked = _looked(task, counted)
    if counted.failed is not None:
        _raise_game_failure(looked)
    return looked


def _raise_game_failure(looked: Looked) -> None:
    """When a rule failed in a random game, let the reference run into it, so that the message is the reference's."""
    instance, reference = looked.task.instance, looked.reference
    position, texts = instance.start, tuple(event.text for event in looked.counted.failed or ())
    for applied in replay(reference, instance.start, Line(texts, "a random game")):
        position = applied.after
    for event in reference.events(position):  # it was no event that failed, so it is a guard or a weight
        try:
            reference.apply(position, event)
        except Refused:
            continue
    raise EngineBug(Problem("DB906", f"a rule failed in a random game and does not on the reference: {' / '.join(texts)}"))


def _states(task: Task, wanted: Wanted, limits: Limits) -> Looked:
    instance = task.instance
    with Meter(f"exploring {task.name}") as meter:
        def search(backend: Backend, limits: Limits) -> Counted:
            return count_states(backend, instance.setting, instance.start, open_chance=task.open_chance, limits=limits,
                                report=meter)

        counted = engine.searched(instance, wanted.engine, limits, meter, search)
    assert counted.explored is not None
    raise_failure(instance, counted.explored)
    if counted.ending == "closed":
        counted.ending = ending_of(counted.explored)
    return _looked(task, counted)


def ending(found: Sequence[Looked]) -> str:
    """Why looking ended: "done", "interrupted", or the first limit."""
    early = [each.source.ending for each in found if each.source.ending not in DONE]
    return "interrupted" if "interrupted" in early else next(iter(chain(early, ["done"])))
