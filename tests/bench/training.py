"""What learning Until Dawn takes: a few small rounds, and by them all rounds of `daybreak train` as it is by default."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from tests.bench.measure import Measured, dealt
from verifier.analysis.defaults import TRAINING_LEARNERS, TRAINING_ROUNDS, TRAINING_STATES, TRAINING_STATES_LEAST
from verifier.policy.training import Training
from verifier.run.cores import cores
from verifier.run.setting import Setting

GAME, ROUNDS, ROUNDS_LEAST, STATES = "until-dawn", 8, 4, 16_384


def measure(rounds: int = ROUNDS, states: int = STATES) -> Iterator[Measured]:
    """The time of a short training (four rounds at least: of each kind one), and that of a whole one by extrapolation.

    For that, each kind of round is taken to need as long for a state as here.  Not promised: that it does, once more is learned,
    or that a whole training has the same kinds; games of larger rounds say better whom to follow at first.  Nothing is kept.
    """
    rounds = max(rounds, ROUNDS_LEAST)
    list(_training(ROUNDS_LEAST, TRAINING_STATES_LEAST).learned(lambda text: None))  # compiles
    training, took = _training(rounds, states), dict[str, tuple[int, float, float]]()
    before = time.process_time(), time.perf_counter()
    for each in training.learned(lambda text: None):
        now = time.process_time(), time.perf_counter()
        seen, cpu, wall = took.get(each.policy, (0, 0.0, 0.0))
        took[each.policy] = seen + each.states, cpu + now[0] - before[0], wall + now[1] - before[1]
        before = now
    total, cpu, wall = (sum(each) for each in zip(*took.values(), strict=True))
    yield Measured(f"learning {GAME} in {rounds} rounds of {states:,} states", f"{cpu:.0f} s of CPU time, {wall:.0f} s on "
                   f"{cores()} cores; {total / cpu:,.0f} states/s of CPU time (" + ", ".join(
                       f"{policy} {seen / cpu:,.0f}" for policy, (seen, cpu, _) in took.items()) + ")", "-")
    learner = training.everybody[0]
    learner.rounds = TRAINING_ROUNDS
    kinds = Counter(learner.policy(number) for number in range(TRAINING_ROUNDS))
    cpu, wall = (sum(count * TRAINING_STATES * took[policy][which] / took[policy][0] for policy, count in kinds.items())
                 for which in (1, 2))
    yield Measured(f"by extrapolation: {TRAINING_LEARNERS} learner, {TRAINING_ROUNDS} rounds of {TRAINING_STATES:,} states",
                   f"{cpu / 60:.0f} min of CPU time, {wall / 60:.0f} min on {cores()} cores", "-")


def _training(rounds: int, states: int) -> Training:
    instance = dealt(1, GAME)
    backend, setting = instance.native("native"), Setting(instance.setting.rulings, instance.setting.edition)
    return Training(backend, setting, backend.state(instance.start), TRAINING_LEARNERS, rounds, states, seed=1, threads=cores(),
                    whole_grade=False)
