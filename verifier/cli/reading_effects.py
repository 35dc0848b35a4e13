"""`readings`, measured: the same seeded deals under the rulings in force and under each other choice of each reading."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.cli.options import EngineChoice
from verifier.cli.progress import Meter
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.scenario.visible import shown

if TYPE_CHECKING:
    from verifier.ledger.readings import Reading
    from verifier.prepared import Prepared
    from verifier.report.results.effects import Changed, ChoiceEffect, MeasuredReadings, ReadingEffect, StuckPlay
    from verifier.report.results.played import Grade
    from verifier.run.native import Native
    from verifier.search.effect import Comparison, Counts, Known, StuckLine
    from verifier.search.policy import Deal, Side

CHANGES_MOST = 6


@frozen
class Request:
    """What the options say."""

    game: str
    readings: list[str]
    deals: int
    seed: int
    states: int
    size: int | None
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
        self.effects: dict[tuple[str, str], ChoiceEffect] = {}
        self.ending = "done"
        self.first = next(iter(self._grade(0)))

    def run(self) -> MeasuredReadings:
        """Deals under the rulings in force, then choice by choice."""
        from verifier.search.effect import OutOfTime

        began = time.monotonic()
        try:
            with Meter("measuring") as meter:
                began = self._play(meter)
            if self.request.size is not None:
                self._find_smallest(self.request.size, began)
        except OutOfTime:
            self.ending = "seconds"
        except KeyboardInterrupt:
            self.ending = "interrupted"
        return self._told(time.monotonic() - began)

    def _play(self, meter: Meter) -> float:
        """Measure every choice; when the clock started: behind the compiling."""
        from verifier.search.effect import Comparison

        here = self._side(self.prepared)
        meter.say(f"{'loading' if self.native.warm else 'compiling'} the rules of {self.program.game.title}...")
        if self.native.engine == "native":  # one deal makes every kernel that will be called
            first = list(self._deals(here, 1))
            warming = Comparison(self.native, 1)
            warming.compared(warming.known(here, first), here, first)
        began = time.monotonic()
        until = None if self.request.seconds is None else began + self.request.seconds
        comparison = Comparison(self.native, self.request.states, until, meter.step)
        self.known = comparison.known(here, self._deals(here, self.request.deals))
        for reading, choice in self._asked():
            comparison.report = lambda text, name=f"{reading.id} = {choice}": meter.step(f"{name}, {text}")  # type: ignore[misc]
            self.effects[reading.id, choice] = self._effect(comparison, self.known, reading, choice)
        return began

    def _asked(self) -> Iterator[tuple[Reading, str]]:
        """Each reading with each choice that is not in force."""
        for reading in self.readings:
            for choice in reading.choices:
                if choice != self.prepared.scenario.rulings[reading.id]:
                    yield reading, choice

    def _effect(self, comparison: Comparison, known: Known, reading: Reading, choice: str) -> ChoiceEffect:
        from verifier.cli.reading_example import parting_position
        from verifier.report.results.effects import ChoiceEffect

        began = time.monotonic()
        other = self._other(reading, choice)
        side = self._side(other)
        same_start = self.prepared.reference.key(self.prepared.start) == other.reference.key(other.start)
        deals = known.deals if same_start else list(self._deals(side, self.request.deals))
        found = comparison.compared(known, side, deals)
        return ChoiceEffect(
            choice, True, tuple(self._changed(name, counts) for name, counts in found.counts.items()), found.positions,
            found.parted, None if found.example is None else parting_position(self.prepared, other, reading.id, found.example),
            self._stuck(found.stuck), None, time.monotonic() - began)

    def _other(self, reading: Reading, choice: str) -> Prepared:
        """The game from its set-up under another choice."""
        from verifier.prepared import prepare_scenario

        ruling, scenario = {reading.id: choice}, self.prepared.scenario
        other = evolve(scenario, chosen=scenario.chosen | ruling, rulings=scenario.rulings | ruling)
        return prepare_scenario(other, self.program)

    def _side(self, prepared: Prepared) -> Side:
        from verifier.search.policy import Side

        return Side.of(self.native, dict(prepared.setting.rulings), prepared.setting.edition, prepared.start)

    def _deals(self, side: Side, count: int) -> Iterator[Deal]:
        """The deals of the seeds, for the start of a side."""
        from verifier.scenario import deal
        from verifier.search.policy import dealt

        for seed in range(self.request.seed, self.request.seed + count):
            entries = deal.tapes(self.program.game, deal.Deal(seed), side.start.state)
            yield dealt(self.native, seed, tuple(entries[name] for name in self.program.tapes))

    def _find_smallest(self, size: int, began: float) -> None:
        """z3's smallest disagreement for each choice."""
        from verifier.cli import find_readings
        from verifier.cli.find import STEPS_APART
        from verifier.search.effect import OutOfTime

        for reading, choice in self._asked():
            left = None if self.request.seconds is None else self.request.seconds - (time.monotonic() - began)
            if left is not None and left <= 0:
                raise OutOfTime
            if reading.scope != "rules":
                continue
            between = f"{self.prepared.scenario.rulings[reading.id]},{choice}"
            asked = find_readings.Request(self.request.game, reading.id, between, None, None, [], [], self.request.rulings,
                                          self.request.edition)
            [found] = find_readings.parted(asked, size, STEPS_APART, left)
            self.effects[reading.id, choice] = evolve(self.effects[reading.id, choice], smallest=found)

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
            self.first, best, first, () if known is None else self._stuck(known.stuck), tuple(readings),
            len(self.program.readings.recorded),
            answer.texts(self.prepared, (id_ for reading in readings for id_ in reading.clauses)), seconds)

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
