"""What each choice of a reading does to seeded deals from one start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.outcomes import outcome_in_words
from verifier.analysis.reading_example import met_position, ruled, witness
from verifier.results.effects import Change, Changed, ChoiceEffect, EffectsFrom, PairChanged, PairEffect, Start, StuckPlay
from verifier.results.share import share
from verifier.scenarios import deal

if TYPE_CHECKING:
    from verifier.analysis.batches.searches import KeptSearches
    from verifier.analysis.reading_starts import ReadyStart
    from verifier.instance import Instance
    from verifier.ledger.readings import Reading
    from verifier.results.effects import Witness
    from verifier.results.played import Grade
    from verifier.run.backend import Backend
    from verifier.search.effect import Compared, Comparison, Counts, End, Known, Result, StuckLine
    from verifier.search.policy import Deal, Side

CHANGES_MOST = 6
Choice = tuple[str, str]  # a reading, and a choice of it
Witnesses = dict[tuple[bytes, str, str], "Witness"]  # by component data and rulings in force, reading, choice


class Measurement:
    """Deals from one start under the rulings in force, then choice by choice: what is known so far, whatever ends it."""

    def __init__(self, number: int, start: ReadyStart, readings: Sequence[Reading], backend: Backend, seeds: range,
                 kept: KeptSearches | None = None) -> None:
        self.number, self.start, self.readings, self.backend, self.seeds = number, start, readings, backend, seeds
        self.instance, self.program = start.instance, start.instance.program
        self.kept = kept
        self.known: Known | None = None
        self.effects: dict[Choice, ChoiceEffect] = {}
        self.results: dict[Choice, list[dict[str, Result]]] = {}
        self.pairs: list[PairEffect] = []
        self.first = next(iter(self._grade(0)))

    def play(self, comparison: Comparison, size: int, witnesses: Witnesses, on_progress: Callable[[str], None]) -> None:
        """Measure every choice; raises OutOfTime.

        z3 is not asked again for what is in `witnesses`, which it fills, nor from a further start for what it leaves idle.
        """
        where = f"{self.start.scenario}: " if self.start.scenario else ""
        comparison.report = lambda text: on_progress(f"{where}{text}")
        here = self._side(self.instance)
        self.known = comparison.known(here, self._deals(here))
        for reading, choice in self.asked():
            comparison.report = lambda text, name=f"{reading.id} = {choice}": on_progress(  # type: ignore[misc]
                f"{where}{name}, {text}")
            self.effects[reading.id, choice] = self._effect(comparison, self.known, (reading.id, choice), size, witnesses)

    def play_pairs(self, comparison: Comparison, count: int, on_progress: Callable[[str], None]) -> None:
        """Measure the readings with the largest effects in pairs; raises OutOfTime."""
        assert self.known is not None
        for one, other in combinations(self._strongest(count), 2):
            name = f"{one[0]} = {one[1]} with {other[0]} = {other[1]}"
            comparison.report = lambda text, name=name: on_progress(f"{name}, {text}")  # type: ignore[misc]
            self.pairs.append(self._pair(comparison, self.known, one, other))

    def asked(self) -> Iterator[tuple[Reading, str]]:
        """Each reading with each choice that is not in force here."""
        for reading in self.readings:
            for choice in reading.choices:
                if choice != self.instance.scenario.rulings[reading.id]:
                    yield reading, choice

    def _effect(self, comparison: Comparison, known: Known, asked: Choice, size: int, witnesses: Witnesses) -> ChoiceEffect:
        began = clock.seconds()
        other = ruled(self.instance, dict([asked]))
        found = self._compared(comparison, known, other)
        self.results[asked] = found.results
        shown = None
        if found.is_exercised or not self.start.is_further:
            shown = self._witness(comparison, (known.side.context.tobytes(), *asked), size, witnesses)
        changed = [self._changed(name, counts) for name, counts in found.counts.items()] if found.is_exercised else ()
        return ChoiceEffect(
            asked[1], True, tuple(changed), found.positions, found.differing,
            None if found.example is None else met_position(self.instance, other, asked[0], found.example),
            self._stuck(found.stuck), shown, clock.seconds() - began, found.is_exercised)

    def _witness(self, comparison: Comparison, key: tuple[bytes, str, str], size: int, witnesses: Witnesses) -> Witness:
        """The smallest position that shows a choice; raises OutOfTime."""
        from verifier.search.effect import OutOfTime
        from verifier.symbolic.solver import Effort

        if key not in witnesses:
            found = witness(self.instance, *key[1:], size, Effort(until=comparison.until), comparison.report)
            if comparison.until is not None and clock.seconds() >= comparison.until:
                raise OutOfTime
            witnesses[key] = found
        return witnesses[key]

    def _compared(self, comparison: Comparison, known: Known, other: Instance) -> Compared:
        """The same seeds under other rulings, dealt for the start that these lead to."""
        side = self._side(other)
        same_start = self.instance.reference.key(self.instance.start) == other.reference.key(other.start)
        return comparison.compared(known, side, known.deals if same_start else list(self._deals(side)))

    def _strongest(self, count: int) -> list[Choice]:
        """The choice of each reading that changes most results of policies and best grades, of the readings that change most."""
        def weight(choice: Choice) -> int:
            return sum(changed.share.count for changed in self.effects[choice].changed)

        best = {choice[0]: choice for choice in sorted(self.effects, key=weight) if weight(choice)}
        return sorted(best.values(), key=lambda choice: (-weight(choice), choice))[:count]

    def _pair(self, comparison: Comparison, known: Known, one: Choice, other: Choice) -> PairEffect:
        from verifier.search.effect import MEASURES
        from verifier.search.interaction import together

        began = clock.seconds()
        found = self._compared(comparison, known, ruled(self.instance, dict((one, other))))
        changed = []
        for measure in MEASURES:
            counted = together([each.results[measure] for each in known.outcomes],
                               *([each[measure] for each in results]
                                 for results in (self.results[one], self.results[other], found.results)))
            changed.append(PairChanged(measure, len(self.seeds), counted.undecided, counted.one, counted.other, counted.both,
                                       counted.only_together, counted.undone))
        alone = {stuck.property for choice in (one, other) for stuck in self.effects[choice].stuck}
        stuck = tuple(each for each in self._stuck(found.stuck) if each.property not in alone)
        return PairEffect((one, other), tuple(changed), stuck, clock.seconds() - began, self.number)

    def _side(self, instance: Instance) -> Side:
        from verifier.search.policy import Side

        side = Side.of(self.backend, dict(instance.setting.rulings), instance.setting.edition, instance.start,
                       bound_is_proved=instance.bound_is_proved, dominance=instance.dominance)
        if self.kept is not None:
            self.kept.about(side, instance)
        return side

    def _deals(self, side: Side) -> Iterator[Deal]:
        """The deals of the seeds, for the start of a side."""
        from verifier.search.policy import dealt

        for seed in self.seeds:
            entries = deal.tapes(self.program.game, deal.Deal(seed), side.start.state)
            yield dealt(self.backend, seed, tuple(entries[name] for name in self.program.tapes))

    # -- results ------------------------------------------------------------------------------------------------------------

    def start_result(self) -> Start:
        """The start, with what is known of its deals under the rulings in force."""
        from verifier.search.effect import BEST, FIRST

        known, scenario = self.known, self.instance.scenario
        best, first = (None if known is None else sum(each.results[name] is not None for each in known.outcomes)
                       for name in (BEST, FIRST))
        return Start(self.start.scenario, scenario.title, answer.edition(scenario), dict(sorted(scenario.rulings.items())),
                     scenario.chosen, self.start.is_further, best, first, () if known is None else self._stuck(known.stuck))

    def effects_result(self, reading: Reading) -> EffectsFrom:
        """The choices of a reading; what was not measured is unknown."""
        effects = [self.effects.get((reading.id, choice)) or ChoiceEffect(choice, False)
                   for asked, choice in self.asked() if asked is reading]
        return EffectsFrom(self.number, self.instance.scenario.rulings[reading.id], tuple(effects))

    def _changed(self, name: str, counts: Counts) -> Changed:
        grades = [(_grade_of(before), _grade_of(after), count) for (before, after), count in counts.changes.items()
                  if not isinstance(before, str) and not isinstance(after, str)]
        commonest = sorted(counts.changes.items(), key=lambda item: (-item[1], str(item[0])))[:CHANGES_MOST]
        return Changed(
            name, share(counts.changed, counts.undecided, counts.deals), counts.lost,
            sum(count for before, after, count in grades if after > before),
            sum(count for before, after, count in grades if after < before),
            tuple(Change(self._result(before, name), self._result(after, name), count) for (before, after), count in commonest),
            sum(count for before, after, count in grades if after == before))

    def _result(self, result: int | End | str, measure: str) -> Grade | str:
        """A result in words; of the first field alone where that is what was measured."""
        from verifier.search.effect import FIRST

        if isinstance(result, str):
            return result
        fields = self._grade(_grade_of(result))
        if not isinstance(result, int):
            return {**fields, **{f"to {seat}": outcome_in_words(self.instance, worth)
                                 for seat, worth in zip(self.instance.seats, result.worth, strict=True)}}
        return {self.first: fields[self.first]} if measure == FIRST else fields

    def _grade(self, number: int) -> Grade:
        return answer.grade(self.instance, self.backend.grade_fields(number)) or {}

    def _stuck(self, lines: Sequence[StuckLine]) -> tuple[StuckPlay, ...]:
        events = self.program.events
        return tuple(StuckPlay(each.stuck.property, each.seed, each.found_by, tuple(events[number].text for number in each.line),
                               each.stuck.why, each.stuck.repeats) for each in lines)


def _grade_of(result: int | End) -> int:
    """The grade of a result, as a number."""
    return result if isinstance(result, int) else result.grade
