"""Dawn of the Zeds keeps its invariants in whole games, under random readings, for any number of players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.agreement.test_dawn_of_the_zeds_agreement import PROGRAM, edition
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.testing import random_setting

TRANSITIONS_MOST = 3000
INVARIANTS = [rule.name for rule in PROGRAM.game.of_kind("invariant")]


def states_met(native: Native, setting: Setting, context: Any, rng: Random) -> Iterator[Any]:
    """The states of one game, from the set-up to its end; a decision is drawn by its rule first, so that moves crowd out none."""
    room, phase_at = native.constant("EVENT_ROOM"), native.constant("PHASE")
    out, weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    state = native.state(Reference(PROGRAM, setting).set_up())
    for _ in range(TRANSITIONS_MOST):
        yield state
        phase = PROGRAM.phases[int(state[phase_at])]
        if phase.kind == END:
            return
        native.clear(context)
        event = phase.events[0]
        if phase.kind == DECISION:
            legal = out[:native.call("legal_events", state, context, out)].tolist()
            rules: dict[str, list[int]] = {}
            for each in legal:
                rules.setdefault(PROGRAM.events[each].rule.name, []).append(each)
            event = rng.choice(rules[rng.choice(sorted(rules))])
        elif phase.kind == CHANCE:
            count = native.call("possible_outcomes", state, context, out, weights)
            event = rng.choices(out[:count].tolist(), weights[:count].tolist())[0]
        native.call("apply", state, context, event)
        assert not native.failed(context), PROGRAM.events[event].text
    raise AssertionError("a game without an end")


def broken(native: Native, settings: int, games: int, seed: int) -> list[str]:
    """What is broken in any state of many games."""
    found = []
    for number in range(seed * settings, (seed + 1) * settings):
        setting = random_setting(PROGRAM, seed=number, edition=edition(number), default=1.0 if number % 3 == 0 else 0.5)
        context, rng = native.context(setting), Random(f"whole games {number}")
        for _ in range(games):
            for state in states_met(native, setting, context, rng):
                native.clear(context)
                found += [f"{name}: {PROGRAM.decode(state.tolist())} under {setting.rulings}" for index, name in
                          enumerate(INVARIANTS) if not native.call("invariant", state, context, index) or native.failed(context)]
    return found


def test_some_whole_games_keep_the_invariants() -> None:
    assert not broken(Native(PROGRAM, "interpreted"), 8, 2, 5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_keep_the_invariants(seed: int) -> None:
    assert not broken(Native(PROGRAM, "native"), 60, 12, seed)
