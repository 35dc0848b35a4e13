"""`readings`, measured: the same seeded deals under the rulings in force and under each other choice of each reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import frozen

from verifier import clock
from verifier.cli.options import EngineChoice
from verifier.cli.progress import Meter
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.scenario.visible import shown

if TYPE_CHECKING:
    from verifier.ledger.readings import Reading
    from verifier.prepared import Prepared
    from verifier.report.results.effects import (
        Changed,
        ChoiceEffect,
        Contradiction,
        MeasuredReadings,
        PairEffect,
        ReadingEffect,
        StuckPlay,
    )
    from verifier.report.results.played import Grade
    from verifier.run.native import Native
    from verifier.search.effect import Compared, Comparison, Counts, Known, Result, StuckLine
    from verifier.search.policy import Deal, Side

CHANGES_MOST = 6
Choice = tuple[str, str]  # a reading, and a choice of it


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


def measured(request: Request) -> MeasuredReadings:
    """The answer, partial when the time is over or somebody interrupts; BadInput (DB570-DB572) for what cannot be asked."""
    from verifier.cli.deal import rulings_of
    from verifier.prepared import prepare_scenario
    from verifier.registry import installed
    from verifier.scenario.loader import new_scenario

    program = installed().program(request.game)
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB571", f"{program.game.title} has no grade: no outcome differs from another", "readings",
                               "`find --readings` compares boards"))
    _check_seeds(request)
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    prepared = prepare_scenario(scenario, program)
    return _Measurement(prepared, request, _wanted(prepared, request.readings)).run()


def _check_seeds(request: Request) -> None:
    from verifier.scenario.shuffle import SEED_MOST

    if request.seed + request.deals - 1 > SEED_MOST:
        raise BadInput(Problem("DB572", f"{request.deals} deals from seed {request.seed} pass the last seed, {SEED_MOST}",
                               "--seed", "begin lower"))


def _wanted(prepared: Prepared, names: Sequence[str]) -> list[Reading]:
    """The readings asked for, in the order of the file; all that have choices unless some are named."""
    readings = prepared.program.readings
    title = prepared.program.game.title
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


class _Measurement:
    """One run of the command: what is known so far, whatever ends it."""

    def __init__(self, prepared: Prepared, request: Request, readings: list[Reading]) -> None:
        self.prepared, self.request, self.readings = prepared, request, readings
        self.program = prepared.program
        self.native: Native = prepared.native("interpreted" if request.engine is EngineChoice.INTERPRETED else "native")
        self.known: Known | None = None
        self.effects: dict[Choice, ChoiceEffect] = {}
        self.results: dict[Choice, list[dict[str, Result]]] = {}
        self.pairs: list[PairEffect] = []
        self.ending = "done"
        self.first = next(iter(self._grade(0)))

    def run(self) -> MeasuredReadings:
        """Deals under the rulings in force, then choice by choice."""
        from verifier.search.effect import OutOfTime

        began = clock.seconds()
        try:
            with Meter("measuring") as meter:
                self._play(meter)
        except OutOfTime:
            self.ending = "seconds"
        except KeyboardInterrupt:
            self.ending = "interrupted"
        return self._told(clock.seconds() - began)

    def _play(self, meter: Meter) -> None:
        """Measure every choice, within the seconds that there are."""
        from verifier.search.effect import Comparison

        here = self._side(self.prepared)
        meter.say(f"{'loading' if self.native.warm else 'compiling'} the rules of {self.program.game.title}...")
        until = None if self.request.seconds is None else clock.seconds() + self.request.seconds
        comparison = Comparison(self.native, self.request.states, until, meter.step)
        self.known = comparison.known(here, self._deals(here, self.request.deals))
        for reading, choice in self._asked():
            comparison.report = lambda text, name=f"{reading.id} = {choice}": meter.step(f"{name}, {text}")  # type: ignore[misc]
            self.effects[reading.id, choice] = self._effect(comparison, self.known, reading, choice)
        for one, other in combinations(self._strongest(), 2):
            name = f"{one[0]} = {one[1]} with {other[0]} = {other[1]}"
            comparison.report = lambda text, name=name: meter.step(f"{name}, {text}")  # type: ignore[misc]
            self.pairs.append(self._pair(comparison, self.known, one, other))

    def _asked(self) -> Iterator[tuple[Reading, str]]:
        """Each reading with each choice that is not in force."""
        for reading in self.readings:
            for choice in reading.choices:
                if choice != self.prepared.scenario.rulings[reading.id]:
                    yield reading, choice

    def _effect(self, comparison: Comparison, known: Known, reading: Reading, choice: str) -> ChoiceEffect:
        from verifier.cli.reading_example import met_position, ruled, witness
        from verifier.report.results.effects import ChoiceEffect
        from verifier.search.effect import OutOfTime
        from verifier.symbolic.solver import Effort

        began = clock.seconds()
        other = ruled(self.prepared, {reading.id: choice})
        found = self._compared(comparison, known, other)
        self.results[reading.id, choice] = found.results
        shown = witness(self.prepared, reading.id, choice, self.request.size, Effort(until=comparison.until), comparison.report)
        if comparison.until is not None and clock.seconds() >= comparison.until:
            raise OutOfTime
        return ChoiceEffect(
            choice, True, tuple(self._changed(name, counts) for name, counts in found.counts.items()), found.positions,
            found.parted, None if found.example is None else met_position(self.prepared, other, reading.id, found.example),
            self._stuck(found.stuck), shown, clock.seconds() - began)

    def _compared(self, comparison: Comparison, known: Known, other: Prepared) -> Compared:
        """The same seeds under other rulings, dealt for the start that these lead to."""
        side = self._side(other)
        same_start = self.prepared.reference.key(self.prepared.start) == other.reference.key(other.start)
        return comparison.compared(known, side, known.deals if same_start else list(self._deals(side, self.request.deals)))

    def _strongest(self) -> list[Choice]:
        """The choice of each reading that changes most results of policies and best grades, of the readings that change most."""
        def weight(choice: Choice) -> int:
            return sum(changed.share.count for changed in self.effects[choice].changed)

        best = {choice[0]: choice for choice in sorted(self.effects, key=weight) if weight(choice)}
        return sorted(best.values(), key=lambda choice: (-weight(choice), choice))[:self.request.pairs]

    def _pair(self, comparison: Comparison, known: Known, one: Choice, other: Choice) -> PairEffect:
        from verifier.cli.reading_example import ruled
        from verifier.report.results.effects import PairChanged, PairEffect
        from verifier.search.effect import MEASURES
        from verifier.search.interaction import together

        began = clock.seconds()
        found = self._compared(comparison, known, ruled(self.prepared, dict((one, other))))
        changed = []
        for measure in MEASURES:
            counted = together([each.results[measure] for each in known.outcomes],
                               *([each[measure] for each in results]
                                 for results in (self.results[one], self.results[other], found.results)))
            changed.append(PairChanged(measure, self.request.deals, counted.undecided, counted.one, counted.other, counted.both,
                                       counted.only_together, counted.undone))
        alone = {stuck.demand for choice in (one, other) for stuck in self.effects[choice].stuck}
        stuck = tuple(each for each in self._stuck(found.stuck) if each.demand not in alone)
        return PairEffect((one, other), tuple(changed), stuck, clock.seconds() - began)

    def _side(self, prepared: Prepared) -> Side:
        from verifier.search.policy import Side

        return Side.of(self.native, dict(prepared.setting.rulings), prepared.setting.edition, prepared.start,
                       bound_is_proved=prepared.bound_is_proved)

    def _deals(self, side: Side, count: int) -> Iterator[Deal]:
        """The deals of the seeds, for the start of a side."""
        from verifier.scenario import deal
        from verifier.search.policy import dealt

        for seed in range(self.request.seed, self.request.seed + count):
            entries = deal.tapes(self.program.game, deal.Deal(seed), side.start.state)
            yield dealt(self.native, seed, tuple(entries[name] for name in self.program.tapes))

    # -- what is told -------------------------------------------------------------------------------------------------------

    def _told(self, seconds: float) -> MeasuredReadings:
        from verifier.cli import answer
        from verifier.report.results.effects import MeasuredReadings
        from verifier.search.effect import BEST, FIRST

        known, scenario = self.known, self.prepared.scenario
        best, first = (None if known is None else sum(each.results[name] is not None for each in known.outcomes)
                       for name in (BEST, FIRST))
        readings = sorted((self._reading(reading) for reading in self.readings), key=_rank)
        return MeasuredReadings(
            self.program.game.name, self.program.game.title, scenario.edition.title, dict(sorted(scenario.rulings.items())),
            scenario.chosen, self.request.seed, self.request.deals, self.request.states, self.request.size, self.ending,
            self.first, best, first, () if known is None else self._stuck(known.stuck), tuple(readings), tuple(self.pairs),
            self._contradictions(), len(self.program.readings.recorded),
            answer.texts(self.prepared, (id_ for reading in readings for id_ in reading.clauses)), seconds)

    def _contradictions(self) -> tuple[Contradiction, ...]:
        """Those of the readings that are told, and, if these are all there are, of what is only recorded."""
        from verifier.report.results.effects import Contradiction

        readings = self.program.readings
        found = [Contradiction(each.id, each.contradiction, each.clauses, each.choices[each.default], each.reason, switch=True)
                 for each in self.readings if each.contradiction]
        if len(self.readings) == len(readings.switches):
            found += [Contradiction(each.id, each.contradiction, each.clauses, each.ruling, each.reason, switch=False)
                      for each in readings.recorded.values() if each.contradiction]
        return tuple(found)

    def _reading(self, reading: Reading) -> ReadingEffect:
        from verifier.report.results.effects import ChoiceEffect, ReadingEffect

        effects = [self.effects.get((reading.id, choice)) or ChoiceEffect(choice, False)
                   for asked, choice in self._asked() if asked is reading]
        return ReadingEffect(reading.id, reading.impact, reading.scope, reading.question, reading.clauses, dict(reading.choices),
                             self.prepared.scenario.rulings[reading.id], tuple(effects))

    def _changed(self, name: str, counts: Counts) -> Changed:
        from verifier.report.results.effects import Changed
        from verifier.report.share import share

        grades = [(before, after, count) for (before, after), count in counts.changes.items()
                  if isinstance(before, int) and isinstance(after, int)]
        commonest = sorted(counts.changes.items(), key=lambda item: (-item[1], str(item[0])))[:CHANGES_MOST]
        return Changed(
            name, share(counts.changed, counts.undecided, counts.deals), counts.lost,
            sum(count for before, after, count in grades if after > before),
            sum(count for before, after, count in grades if after < before),
            tuple((self._result(before, name), self._result(after, name), count) for (before, after), count in commonest))

    def _result(self, result: int | str, measure: str) -> Grade | str:
        """A result in words; of the first field alone where that is what was measured."""
        from verifier.search.effect import FIRST

        if isinstance(result, str):
            return result
        fields = self._grade(result)
        return {self.first: fields[self.first]} if measure == FIRST else fields

    def _grade(self, number: int) -> Grade:
        from verifier.cli import answer

        return answer.grade(self.prepared, self.native.grade_fields(number)) or {}

    def _stuck(self, lines: Sequence[StuckLine]) -> tuple[StuckPlay, ...]:
        from verifier.report.results.effects import StuckPlay

        events = self.program.events
        return tuple(StuckPlay(each.stuck.demand, each.seed, each.found_by, tuple(events[number].text for number in each.line),
                               each.stuck.why, each.stuck.repeats) for each in lines)


def _rank(reading: ReadingEffect) -> tuple[int, ...]:
    """The most deals with another best grade first, then by its first field, then by the policies; the unknown come last."""
    counts = [tuple(-changed.share.count for changed in effect.changed) for effect in reading.effects if effect.measured]
    return (int(len(counts) < len(reading.effects)), *min(counts, default=()))
