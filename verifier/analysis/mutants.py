"""Rules with one thing altered, and what kills each: lines, properties, counts, or only a position that z3 finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.defaults import LINE_STATES, WORK
from verifier.analysis.find_scenario import example_before
from verifier.analysis.progress import Meter
from verifier.errors import (
    BadInput,
    EngineBug,
    Problem,
    RuleFailed,
    did_you_mean,
)
from verifier.files import make_folder, refuse_outputs, write_file
from verifier.instance import instance_of, load_instance
from verifier.line import Line, replay
from verifier.program.arms import with_arms
from verifier.program.mutants import mutants as mutants_of
from verifier.program.mutants import mutated
from verifier.registry import installed
from verifier.results.mutated import EQUIVALENT, KILLED, MISSING, UNDECIDED, MutantRow, Mutated
from verifier.run.parallel import in_parallel
from verifier.run.reference import Position
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.writer import write_scenario
from verifier.search.limits import LimitReached, Limits
from verifier.search.strategies import best_line
from verifier.visible import one_line, shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.program.mutants import Mutant
    from verifier.program.program import Program
    from verifier.run.parallel import ParallelAnswer
    from verifier.search.corpus import Corpus
    from verifier.search.mutation import Bench, Killed, Walk
    from verifier.symbolic.product.mutant_equivalence import Difference

    Sent = tuple[Difference, list[int], int]  # between processes, where numbers stand for the state and the event

GAMES_COMPILED = 200  # fewer random games are over before their rules are compiled
WITNESS = "mutant-"  # what the files of missing scenarios begin with


@frozen
class Games:
    """How many random games from each start, and their seed."""

    count: int = 0
    seed: int = 0


@frozen
class Request:
    """What the options say."""

    game: str
    scenarios: list[Path]
    rules: list[str]
    every: int
    states: int
    seconds: float | None
    games: Games = Games()
    work: int = WORK
    jobs: int = 1
    line_states: int = LINE_STATES
    memory: int | None = None


def mutated_rules(request: Request, folder: Path | None = None, *, force: bool = False) -> Mutated:
    """Every mutant that is asked for, judged; the scenarios that are missing are written to a folder, if there is one."""
    if folder is not None:
        refuse_outputs([next(folder.glob(f"{WITNESS}*.toml"), None)], request.scenarios, force)
        make_folder(folder)
    found = _judged(request)
    return found if folder is None else _written(found, folder, force)


def _written(found: Mutated, folder: Path, force: bool) -> Mutated:
    """Each scenario that is missing in a file of its own."""
    rows = []
    for row in found.mutants:
        if row.witness is not None:
            path = folder / f"{WITNESS}{row.number}-{row.rule.replace('_', '-')}.toml"
            write_file(path, row.witness, force=force)
            row = evolve(row, written=one_line(str(path)))
        rows.append(row)
    return evolve(found, mutants=tuple(rows))


def _judged(request: Request) -> Mutated:
    from verifier.search.mutation import Bench  # which imports numpy

    program = installed().program(request.game)
    chosen = _chosen(program, mutants_of(program), request)
    scenario = new_scenario(program.game, title=f"{program.game.title} from its set-up")
    instance = instance_of(scenario, program)
    loaded = [_instance(program, path) for path in request.scenarios]
    empty = Bench(instance.native("interpreted"), [], [], 0)
    rows: list[MutantRow] = []
    ending, began = "done", clock.seconds()
    limits = Limits(seconds=request.seconds, memory=request.memory).running()
    with Meter("altering rules") as meter:
        try:
            judge = _MutantJudge(instance, _bench(instance, loaded, request, limits, meter), empty, request, limits)
            for row in judge.judged(chosen, meter):
                rows.append(row)  # noqa: PERF402 - what was judged before an interruption counts
        except LimitReached as limit:
            ending = limit.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    rows += [_row(mutant, UNDECIDED, what=ending) for mutant in chosen[len(rows):]]
    return Mutated(program.game.name, answer.edition(scenario), tuple(each.scenario.name for each in loaded), ending, tuple(rows),
                   round(clock.seconds() - began, 3), program.game.title)


def _instance(program: Program, path: Path) -> Instance:
    instance = load_instance(path)
    if instance.program is not program:
        raise BadInput(Problem("DB590", f"it is a scenario of {instance.program.game.title}", one_line(str(path)),
                               f"take scenarios of {program.game.title}"))
    return instance


def _chosen(program: Program, found: Sequence[Mutant], request: Request) -> list[Mutant]:
    known = dict.fromkeys(mutant.rule for mutant in found)
    unknown = [Problem("DB591", f"{program.game.title} has no rule {shown(name)} that play runs", "--rule",
                       did_you_mean(name, known)) for name in request.rules if name not in known]
    if unknown:
        raise BadInput(unknown)
    return [mutant for mutant in found if not request.rules or mutant.rule in request.rules][::request.every]


def _bench(instance: Instance, scenarios: Sequence[Instance], request: Request, limits: Limits, meter: Meter) -> Bench:
    """What every mutant is compared with: the best line of each scenario that has a deal, and the states around each start.

    Raises LimitReached where there is no time for all of them: a mutant would seem to survive what is not there.
    """
    from verifier.search.mutation import Bench

    walks = []
    for each in scenarios:
        meter.step(f"the best line of {each.scenario.name}")
        if each.has_deal:
            walks.append(_walk(each, evolve(limits, states=request.line_states)))
    starts = [(each.scenario.name, each.setting, each.start) for each in (instance, *scenarios)]
    corpora = _corpora(instance, scenarios, request, limits, meter)
    return Bench(instance.native("interpreted"), walks, starts, request.states, corpora, limits)


def _corpora(instance: Instance, scenarios: Sequence[Instance], request: Request, limits: Limits, meter: Meter) -> list[Corpus]:
    """Of random games from the set-up, under the default rulings and each other choice, and from each scenario's position."""
    from verifier.run.native import Native
    from verifier.search.corpus import corpora

    if not request.games.count:
        return []
    program = instance.program
    armed, _ = with_arms(program)
    starts = [("random games", instance.setting, instance.start)]
    for reading in program.readings.switches.values():
        for choice in reading.choices if reading.scope == "rules" else ():
            if choice != reading.default:
                setting = evolve(instance.setting, rulings={**instance.setting.rulings, reading.id: choice})
                starts.append((f"random games, {reading.id} = {choice}", setting, instance.start))
    starts += [(f"random games from {each.scenario.name}", each.setting, each.start) for each in scenarios
               if each.scenario.start is not None or each.scenario.chosen
               or each.scenario.edition.name != instance.scenario.edition.name]
    backend = Native(armed, "native")
    if request.games.count * len(starts) < GAMES_COMPILED and not backend.warm:
        backend = Native(armed, "interpreted")

    def report(text: str) -> None:
        meter.step(text)
        limits.check()

    return list(corpora(backend, len(program.clauses), starts, games=request.games.count, seed=request.games.seed,
                        report=report))


def _walk(instance: Instance, limits: Limits) -> Walk:
    """The best line of a scenario, as far as its rules and its deal allow one: a position may be there for a loop."""
    from verifier.search.mutation import Walk
    line, events = Line((), "the best line"), []
    if instance.program.game.only("grade") is not None:
        with suppress(RuleFailed):
            best = best_line(instance.native("native"), instance.reference, instance.setting, instance.start, limits,
                             bound_is_proved=True)
            line = Line(tuple(event.text for event in best.line), "the best line")
    with suppress(RuleFailed):
        for applied in replay(instance.reference, instance.start, line):
            events.append(applied.event)  # noqa: PERF401 - what came before a failure counts
    return Walk(instance.scenario.name, instance.setting, instance.start, tuple(events))


class _MutantJudge:
    """Mutants are compared with the scenarios, then against the positions that were found missing, and then z3 is asked."""

    def __init__(self, instance: Instance, bench: Bench, missing: Bench, request: Request, limits: Limits) -> None:
        self.instance, self.bench, self.missing, self.request, self.limits = instance, bench, missing, request, limits

    def judged(self, mutants: Sequence[Mutant], meter: Meter) -> Iterator[MutantRow]:
        """what kills each mutant, in their order, until the time is up: then LimitReached."""
        killed: list[Killed | None] = []
        for mutant in mutants:
            if self._is_over():
                break
            meter.step(f"{len(killed) + 1} of {len(mutants)}: {mutant.name}")
            killed.append(self.bench.judge(mutant))
        left = [mutant for mutant, each in zip(mutants, killed, strict=False) if each is None]
        answers = iter(()) if self._is_over() else self._answers(left)
        for mutant, each in zip(mutants, killed, strict=False):
            if each is not None:
                yield _row(mutant, KILLED, by=str(each.by), scenario=each.scenario, what=each.what)
            else:
                self.limits.check()
                meter.step(f"asking z3, {len(left)} to ask: {mutant.name}")
                yield self._undetected(mutant, next(answers))
        if len(killed) < len(mutants):
            self.limits.check()

    def _is_over(self) -> bool:
        """Whether the time is up, or the memory that was asked for is used up."""
        try:
            if self.limits.seconds_left == 0.0 or self.limits.memory is not None:
                self.limits.check()
        except LimitReached:
            return True
        return False

    def _answers(self, mutants: Sequence[Mutant]) -> Iterator[ParallelAnswer[Sent]]:
        """z3's answers in order, each asked when somebody wants it; of the same state of z3 each, so that no order matters."""
        with clock.stopped():  # loading z3 is not counted
            from verifier.symbolic.lift.frame import Declined
            from verifier.symbolic.lift.terms import begin_afresh
            from verifier.symbolic.product.mutant_equivalence import Difference, Original
            from verifier.symbolic.solver import Effort, Outcome

        if not mutants:
            return iter(())
        effort = Effort(self.request.work, until=self.limits.until)

        def asked(mutant: Mutant) -> Sent:
            try:
                found = original.difference(mutated(program, mutant), mutant.rule, effort)
            except Declined as declined:
                found = Difference(Outcome.UNKNOWN, reason=str(declined))
            if found.event is None:
                return found, [], -1
            return evolve(found, state=None, event=None), program.encode(found.state), found.event.number

        begin_afresh()  # the same positions whatever this process asked z3 before
        program = self.instance.program
        original = Original(program, self.instance.setting)
        original.lift({mutant.rule for mutant in mutants}, effort)
        return in_parallel(asked, mutants, self.request.jobs)

    def _undetected(self, mutant: Mutant, answer: ParallelAnswer[Sent]) -> MutantRow:
        """A mutant that nothing kills: killed by a position found for another, equivalent, or with a position of its own."""
        from verifier.symbolic.solver import Outcome

        killed = self.missing.judge(mutant)
        if killed is not None:
            answer.drop()
            return _row(mutant, MISSING, scenario=killed.scenario, what=f"the position for {killed.scenario} kills it too")
        found, cells, event = answer.get()
        if found.outcome is Outcome.UNSAT:
            return _row(mutant, EQUIVALENT, lemmas=found.lemmas)
        if found.outcome is Outcome.UNKNOWN:
            return _row(mutant, UNDECIDED, what=found.reason)
        program = self.instance.program
        return self._witness(mutant, evolve(found, state=program.decode(cells), event=program.events[event]))

    def _witness(self, mutant: Mutant, found: Difference) -> MutantRow:
        """The position that kills a mutant, as a scenario; EngineBug when it does not kill it in the emitted code."""
        from verifier.search.mutation import Walk

        instance = self.instance
        assert found.event is not None
        position = Position(found.state, (0,) * len(instance.program.tapes))
        rulings = {id_: choice for id_, choice in found.rulings.items() if instance.scenario.rulings[id_] != choice}
        scenario = example_before(instance, f"{mutant.rule}, line {mutant.line}: {mutant.kind}", position, found.event, rulings)
        own = instance_of(scenario, instance.program)
        happens = found.event.rule.tape is None or scenario.deal.given  # or else only by the altered rules
        self.missing.add(Walk(f"mutant {mutant.number}", own.setting, own.start, (found.event,) if happens else ()))
        judged = self.missing.judge(mutant)
        if judged is None:
            raise EngineBug(Problem("DB919", f"z3's position does not kill {mutant.name}"))
        return _row(mutant, MISSING, what=judged.what, witness=write_scenario(scenario))


def _row(mutant: Mutant, verdict: str, *, by: str = "", scenario: str = "", what: str = "", lemmas: Iterable[str] = (),
         witness: str | None = None) -> MutantRow:
    return MutantRow(mutant.number, mutant.rule, mutant.file, mutant.line, mutant.kind, mutant.text, mutant.clauses, verdict, by,
                     scenario, what, tuple(lemmas), witness)
