"""Functions of a state that a network asks besides the estimate: which, what goes on from them, and files that hold them.

`test_training.py` works out by hand what they add; `tests/agreement/test_linear.py` compares what they say with the plain rules.
"""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from tests.unit.test_training import learned, packed, training_of
from verifier.policy.network import Weights
from verifier.policy.training import Learner, Round
from verifier.program.functions import functions_of
from verifier.run.control import Judge


def test_functions_that_never_vary_are_not_asked() -> None:
    training = training_of("until-dawn")
    learner, = training.everybody
    states = np.concatenate([states for states, *_ in learner.portions(0, lambda: None)])
    told = learner.asked(states, 1 + len(functions_of(learner.backend.program)))
    places = learner.places(states)
    assert [len(each) > 0 for each in places] == [len({*each}) > 1 for each in told.T.tolist()]
    assert not all(len(each) for each in places) and not any(len(each) for each in learner.places(states[:1].repeat(9, axis=0)))


def test_who_follows_the_estimate_begins_with_what_it_says() -> None:
    training = training_of("until-daylight", rounds=3, states=16_000)
    training._agree(lambda: None)
    learner, = training.everybody
    weights, teacher = learner.weights, learner._teacher
    assert learner.follows == "estimate-uct" and not weights.heads[0, 1:].any()
    missed = weights.heads[0, 0] + weights.estimates[1] - teacher.estimates[1]
    assert np.abs(missed).max() < 1e-5 * int(Judge.ONE) ** 2 and np.ptp(teacher.estimates[1]) > int(Judge.ONE) ** 2
    assert len(weights.functions) and not weights.functions[:, 2].any()


def test_as_many_go_on_each_from_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    two = learned(training_of("until-dawn", learners=2))
    on = training_of("until-dawn", learners=2, base=two)
    nothing = Round(0, "learned", 0, 0, 0.0, 0.0, "first", 0.0)
    monkeypatch.setattr(Learner, "_round", lambda *_: nothing)  # whole numbers are read and written again
    again = learned(on)
    assert np.array_equal(again.rows, two.rows) and np.abs(again.heads - two.heads).max() <= 1
    assert len(two.functions) > 10 and np.array_equal(again.functions[:, :2], two.functions[:, :2])
    assert np.abs(two.functions[:, 2:]).max(axis=0).min() > 10_000 and np.abs(again.functions - two.functions).max() <= 2


def test_who_goes_on_asks_the_functions_that_were_asked_before() -> None:
    """None, where weights were learned without: files that are in packages."""
    one = learned(training_of("until-dawn"))
    without = evolve(one, functions=one.functions[:0])
    for base in (one, without):
        on = learned(training_of("until-dawn", base=base))
        assert np.array_equal(on.functions[:, :2], base.functions[:, :2]) and on.positions > base.positions
        assert on.digest != base.digest


def test_files_hold_functions_and_those_of_before_have_none() -> None:
    weights = learned(training_of("until-dawn", states=1_000))
    encoding, functions = weights.encoding, weights.functions
    again = Weights.read(encoding, weights.written())
    assert again is not None and len(functions) > 10
    assert np.array_equal(again.functions, functions) and again.digest == weights.digest
    whole = {"rows": weights.rows, "heads": weights.heads, "estimates": weights.estimates,
             "scale": np.array(weights.scale.numbers, dtype=np.int64), "positions": 1}
    assert Weights.read(encoding, packed(whole | {"functions": functions})) is not None
    for wrong in (functions[:, :2], functions[::-1], functions[:1], functions * 1.0, functions[0], functions + [[0, 0, 2**35]],
                  functions + [[0, 2**35, 0]], functions + [[2**10, 0, 0]],
                  np.concatenate([functions, functions[:, 2:]], axis=1)):
        assert Weights.read(encoding, packed(whole | {"functions": wrong})) is None
    old = Weights.read(encoding, packed(whole))
    three = whole | {"heads": weights.heads.repeat(3, axis=0), "rows": np.tile(weights.rows, 3),
                     "estimates": weights.estimates[[0, 1, 1, 1]], "functions": functions[:0]}
    several = Weights.read(encoding, packed(three))
    assert old is not None and several is not None and several.learners == 3 and not len(several.functions)
    assert several.of(2).digest == old.digest == evolve(weights, functions=functions[:0]).digest
