"""`readings`, measured: the same seeded deals under the rulings in force and under each other choice of each reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.batches.store import kept_in
from verifier.analysis.choices import EngineChoice
from verifier.analysis.deal import rulings_of
from verifier.analysis.progress import Meter
from verifier.analysis.reading_effects_from import Measurement
from verifier.analysis.reading_starts import Wanted, ready_starts
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.registry import installed
from verifier.results.effects import Contradiction, MeasuredReadings, ReadingEffect
from verifier.scenarios.deal import refuse_past_the_last_seed
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.analysis.reading_effects_from import Witnesses
    from verifier.analysis.reading_starts import ReadyStart
    from verifier.ledger.readings import Reading
    from verifier.program.program import Program
    from verifier.results.effects import ChoiceEffect
    from verifier.search.effect import Comparison

FEW = 10
# Until Dawn, for each deal: half of the best grades are proved within so many states, at 0.04 s; two thirds within 300,000, at
# 0.09 s; three quarters within 1,000,000, at 0.23 s.


@frozen
class Request:
    """What the options say."""

    game: str
    readings: list[str]
    deals: int
    seed: int
    states: int
    size: int
    pairs: int
    seconds: float | None
    rulings: list[str]
    edition: str | None
    engine: EngineChoice
    starts: tuple[Path, ...] = ()
    further: tuple[Path, ...] = ()
    memory: int | None = None
    store: Path | None = None


def measured(request: Request) -> MeasuredReadings:
    """The answer, partial when the time is over or somebody interrupts; BadInput (DB570-DB575) for invalid options."""
    program = installed().program(request.game)
    if program.game.only("grade") is None:
        by_seat = ", `readings-played --objective seat` what seats win" if program.game.only("outcome") is not None else ""
        raise BadInput(Problem("DB571", f"{program.game.title} has no grade: no result is better or worse than another",
                               "readings", f"`find readings` compares boards{by_seat}"))
    refuse_past_the_last_seed(request.seed, request.deals)
    starts = ready_starts(program, Wanted(request.starts, request.further, request.edition, rulings_of(request.rulings)))
    for start in starts:
        refuse_unweighed(program, start.instance.setting.edition, "the share of deals that end otherwise", "readings")
    readings = wanted_readings(program, request.readings)
    with Meter("measuring") as meter:
        return measured_from(program, starts, readings, request, on_progress=meter.step, on_wait=meter.say)


def wanted_readings(program: Program, names: Sequence[str]) -> list[Reading]:
    """The readings asked for, in the order of the file; all that have choices unless some are named."""
    readings = program.readings
    title = program.game.title
    problems = []
    for name in dict.fromkeys(names):
        if name in readings.recorded:
            problems.append(Problem("DB570", f"{name} of {title} has no choices", "ID",
                                    f"it is settled: {readings.recorded[name].ruling}"))
        elif name not in readings.switches:
            problems.append(Problem("DB570", f"{title} has no reading {shown(name)}", "ID",
                                    did_you_mean(name, readings.switches)))
    if problems:
        raise BadInput(problems)
    return [reading for reading in readings.switches.values() if not names or reading.id in names]


def measured_from(program: Program, starts: Sequence[ReadyStart], readings: Sequence[Reading], request: Request, *,
                  on_progress: Callable[[str], None], on_wait: Callable[[str], None]) -> MeasuredReadings:
    """The effects of readings from each start, as many as the time allows; prints nothing.

    From a further start only those readings are measured that have a choice which no start before it exercises, or hardly: no
    result changed, and there are fewer positions that differ than one in FEW deals.
    """
    from verifier.analysis.batches.searches import KeptSearches
    from verifier.search.effect import Comparison, OutOfTime

    backend = starts[0].instance.native("interpreted" if request.engine is EngineChoice.INTERPRETED else "native")
    seeds = range(request.seed, request.seed + request.deals)
    on_wait(f"{'loading' if backend.warm else 'compiling'} the rules of {program.game.title}...")
    began, ending = clock.seconds(), "done"
    until = None if request.seconds is None else began + request.seconds
    comparison = Comparison(backend, request.states, until, memory=request.memory)
    with kept_in(request.store, seeds[-1]) as store:
        kept = None if store is None else KeptSearches(store, backend, request.states, seeds)
        comparison.searches = comparison.searches if kept is None else kept
        done = [Measurement(number, start, readings, backend, seeds, kept)
                for number, start in enumerate(starts) if not start.is_further]
        try:
            _measure(done, [start for start in starts if start.is_further], request, comparison, on_progress)
        except OutOfTime as over:
            ending = over.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    return _to_result(program, readings, request, done, ending, clock.seconds() - began)


def _measure(done: list[Measurement], further: Sequence[ReadyStart], request: Request, comparison: Comparison,
             on_progress: Callable[[str], None]) -> None:
    """Measure from each start, then from the further ones that something is left for, which join `done`; raises OutOfTime."""
    first = done[0]
    witnesses: Witnesses = {}
    for each in list(done):
        each.play(comparison, request.size, witnesses, on_progress)
        each.play_pairs(comparison, request.pairs, on_progress)
    for start in further:
        left = [reading for reading in first.readings if not _is_measured(reading, done)]
        if left:
            done.append(Measurement(len(done), start, left, first.backend, first.seeds, first.kept))
            done[-1].play(comparison, request.size, witnesses, on_progress)


def _is_measured(reading: Reading, done: Sequence[Measurement]) -> bool:
    """Whether some start exercises every choice of a reading, more than hardly: a result changed, or enough positions differ."""
    def is_enough(effect: ChoiceEffect, deals: int) -> bool:
        changed = any(changed.share.count for changed in effect.changed)
        return effect.is_exercised and (changed or effect.differing * FEW >= deals)

    return any(all(is_enough(effect, len(each.seeds)) for effect in each.effects_result(reading).effects)
               for each in done if reading in each.readings)


# -- results ------------------------------------------------------------------------------------------------------------------


def _to_result(program: Program, readings: Sequence[Reading], request: Request, done: Sequence[Measurement], ending: str,
          seconds: float) -> MeasuredReadings:
    return MeasuredReadings(
        program.game.name, program.game.title, request.seed, request.deals, request.states, request.size, ending, done[0].first,
        tuple(each.start_result() for each in done), tuple(sorted((_reading(each, done) for each in readings), key=_rank)),
        tuple(pair for each in done for pair in each.pairs), _contradictions(program, readings), len(program.readings.recorded),
        answer.texts(done[0].instance, (id_ for reading in readings for id_ in reading.clauses)), seconds,
        program.game.grade_order)


def _reading(reading: Reading, done: Sequence[Measurement]) -> ReadingEffect:
    """A reading, by each start that it was measured from; where it is exercised most comes first, of equal ones the earlier."""
    found = [each.effects_result(reading) for each in done if reading in each.readings]
    found.sort(key=lambda each: (-each.exercise[0], -each.exercise[1]))
    return ReadingEffect(reading.id, reading.impact, reading.scope, reading.question, reading.clauses, dict(reading.choices),
                         tuple(found))


def _contradictions(program: Program, shown: Sequence[Reading]) -> tuple[Contradiction, ...]:
    """The contradictions of the readings shown, and, if these are all there are, of what is only recorded."""
    readings = program.readings
    found = [Contradiction(each.id, each.contradiction, each.clauses, each.choices[each.default], each.reason, switch=True)
             for each in shown if each.contradiction]
    if len(shown) == len(readings.switches):
        found += [Contradiction(each.id, each.contradiction, each.clauses, each.ruling, each.reason, switch=False)
                  for each in readings.recorded.values() if each.contradiction]
    return tuple(found)


def _rank(reading: ReadingEffect) -> tuple[int, ...]:
    """The most deals with another best grade first, then by its first field, then by the policies.

    What is not wholly measured comes behind these, and last what no deal exercises.
    """
    most = reading.most_exercised
    counts = [tuple(-changed.share.count for changed in effect.changed) for effect in most.effects if effect.is_exercised]
    return (int(reading.is_idle), int(not most.measured), *min(counts, default=()))
