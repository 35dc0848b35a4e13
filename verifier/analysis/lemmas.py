"""Lemmas found for a proof: candidates that hold in every sampled state, and what became of them.

The sample is of random games from the start under many rulings, half of them going on from rare phases.  It proves nothing: it is
induction that takes candidates for a proof, or drops them because a rule does not keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier import clock
from verifier.instance import Instance
from verifier.lang.values import copied
from verifier.program.lemmas import Candidate, module_of, with_lemmas
from verifier.program.program import Program
from verifier.results.checked import Lemma, Mined, PropertyRow
from verifier.run.positions import random_setting
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting

if TYPE_CHECKING:
    from verifier.search.never_seen import NeverSeen
    from verifier.symbolic.prove.induction import Induced

STATES = 400_000
STATES_INTERPRETED = 8_000
SETTINGS = 48  # rulings that games are played under


@frozen(eq=False)
class Mining:
    """A program with candidates for lemmas, and what they were left by.

    `game` is the program without them.  `never_seen` makes more of them against counterexamples to induction (`against`): so many
    are `blocking`, the last ones.
    """

    game: Program
    never_seen: NeverSeen
    program: Program
    candidates: tuple[Candidate, ...]
    states: int
    refuted: int
    blocking: int = 0

    def against(self, states: Iterable[Any]) -> Mining:
        """With candidates that block some counterexamples to induction, states from which a step fails."""
        from verifier.search.mining import named

        before = [each.condition for each in self.candidates]
        conditions = list(dict.fromkeys([*before, *(each for state in states for each in self.never_seen.conditions(state))]))
        if len(conditions) == len(before):
            return self
        candidates = named(self.game, conditions)
        return evolve(self, program=with_lemmas(self.game, candidates), candidates=tuple(candidates),
                      blocking=self.blocking + len(conditions) - len(before))

    @property
    def blocking_names(self) -> set[str]:
        """The candidates that were made against counterexamples."""
        return {each.name for each in self.candidates[len(self.candidates) - self.blocking:]}

    def to_result(self, settled: Mapping[str, Induced], rows: Iterable[PropertyRow]) -> Mined:
        """What became of the candidates: those that proofs rest on, and what those rest on, are lemmas."""
        used = set[str]()
        waiting = [name for row in rows for name in row.lemmas]
        while waiting:
            name = waiting.pop()
            if name not in used:
                used.add(name)
                waiting += settled[name].lemmas if name in settled and settled[name].proved else ()
        found = [each for each in self.candidates if each.name in used and each.name in settled and settled[each.name].proved]
        dropped = sum(1 for each in self.candidates if each.name in settled and settled[each.name].failed is not None)
        lemmas = tuple(Lemma(each.name, each.sentence, each.condition) for each in found)
        return Mined(self.states, len(self.candidates), self.refuted, dropped, lemmas, module_of(self.program, found),
                     self.blocking)


def mined(instance: Instance, *, free: bool, is_native: bool, step: Callable[[str], None]) -> Mining:
    """Candidates from a sample: under every reading if they are `free`, else under the rulings in force."""
    states = STATES if is_native else STATES_INTERPRETED
    with clock.stopped():  # loading numpy, and compiling, is not counted
        from verifier.search.mining import Observers
        from verifier.search.never_seen import ROWS_MOST, NeverSeen
        from verifier.search.sampling import Sampler

        native = instance.native("native" if is_native else "interpreted")
        sampler = Sampler(native, list(_starts(instance, free)), seed=1)
        next(sampler.batches(1))
    reference, half = Reference(instance.program, instance.setting), set[str]()
    observers, never_seen = Observers(reference), NeverSeen(reference)
    for rows in sampler.batches(states):
        observers.look(rows)
        never_seen.look(rows[::states // ROWS_MOST + 1])
        step(f"looking for lemmas: {observers.states:,} of {states:,} states")
        if not half and observers.states * 2 >= states:
            half = {each.condition for each in observers.candidates()}
    candidates = observers.candidates()
    program = with_lemmas(instance.program, candidates)
    return Mining(instance.program, never_seen, program, tuple(candidates), observers.states,
                  len(half - {each.condition for each in candidates}))


def _starts(instance: Instance, free: bool) -> Iterator[tuple[Setting, Position]]:
    """Where games begin: as the instance does, under its own rulings or under many."""
    seeds = islice(range(1, 10 * SETTINGS), SETTINGS) if free else ()
    edition = instance.setting.edition
    settings = [Setting(instance.setting.rulings, edition)]
    settings += [evolve(random_setting(instance.program, seed=seed, edition=edition), tapes=()) for seed in seeds]
    for setting in settings:
        start = _start(instance, setting)
        if start is not None:
            yield setting, start


def _start(instance: Instance, setting: Setting) -> Any:
    if instance.scenario.path is not None:
        return Position(copied(instance.start.state), (0,) * len(instance.program.tapes))
    try:
        return Reference(instance.program, setting).set_up()
    except RuleBroke:
        return None
