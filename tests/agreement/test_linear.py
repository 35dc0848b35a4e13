"""Linear weights: what they count against a naive count, what a table is worth by them, and players who find good ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp
from secrets import token_hex
from typing import Any

import numpy as np
import pytest

from verifier.analysis.deal import subject
from verifier.instance import Instance
from verifier.lang.game import Rule
from verifier.lang.layout import decode
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Type
from verifier.policy.encoding import encoding_of
from verifier.policy.linear import ESTIMATE, CrossEntropy, counted_of
from verifier.policy.network import Weights
from verifier.program.functions import Asked, functions_of
from verifier.run.control import Worth
from verifier.run.reference import Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.search.sampling import Sampler

GAMES = ("until-dawn", "dead-til-dawn", "until-daylight")


def game(name: str) -> Instance:
    return subject(name)[0]


def search_of(instance: Instance, engine: Any = "native", threads: int = 2, rounds: int = 6, positions: int = 65_536,
              seed: int = 1) -> CrossEntropy:
    backend = instance.native(engine)
    setting = Setting(instance.setting.rulings, instance.setting.edition)
    return CrossEntropy(backend, setting, backend.state(instance.start), rounds, positions, seed, threads, False)


# -- what is counted ------------------------------------------------------------------------------------------------------------


def counted_by_hand(kind: Type, value: Any, path: str, count: Counter[str]) -> None:
    """Go through a state as an object, and count: numbers from their lowest value on, names but for the first one."""
    if isinstance(kind, RecordType):
        for name, each in kind.fields:
            counted_by_hand(each, getattr(value, name), f"{path}.{name}" if path else name, count)
    elif isinstance(kind, RowType):
        for each in value:
            counted_by_hand(kind.item, each, f"{path}[*]", count)
    elif isinstance(kind, PileType):
        count[f"{path}.size"] += sum(1 for _ in value)
        for each in value:
            counted_by_hand(kind.item, each, f"{path}[*]", count)
    elif isinstance(kind, BagType):
        for each in (kind.kind.value(number) for number in range(kind.kind.low, kind.kind.high + 1)):
            count[f"{path}[{kind.kind.word(int(each))}]"] += value[each]
    elif isinstance(kind, IntType):
        count[path] += value - kind.low
    elif isinstance(kind, FlagType):
        count[f"{path} = yes"] += value
    else:
        assert isinstance(kind, EnumType)
        number = kind.number(value)
        if number > kind.low:
            count[f"{path} = {kind.word(number)}"] += 1


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_what_a_naive_count_finds(name: str) -> None:
    instance = game(name)
    backend, kind = instance.native("interpreted"), instance.program.game.state_type
    encoding = encoding_of(kind)
    counted = counted_of(kind, encoding)
    coarse = {counted.names[counted.rows[first + 1]] for *_, most, first, step, is_ordered in encoding.cells.tolist()
              if step > 1 and is_ordered and most}
    states = next(Sampler(backend, [(instance.setting, instance.start)], 1).batches(60))[:, :backend.constant("SLOTS")].copy()
    counts = np.zeros((len(states), encoding.rows), dtype=np.int8)
    backend.call("count_rows", states, np.arange(len(states)), encoding.cells, encoding.piles, counts)
    seen = set[str]()
    for state, rows in zip(states, counts, strict=True):
        found, expected = Counter[str](), Counter[str]()
        for row in np.flatnonzero((rows > 0) & (counted.rows >= 0)).tolist():
            found[counted.names[counted.rows[row]]] += int(rows[row])
        counted_by_hand(kind, decode(kind, state.tolist()), "", expected)
        for each in (set(found) | {one for one in expected if one in counted.names}) - coarse:
            assert found[each] == expected[each], (each, found[each], expected[each])
        seen |= {each for each in found if found[each]}
    assert len(seen) > 20


@pytest.mark.parametrize("name", GAMES)
def test_functions_say_what_the_plain_rules_say(name: str) -> None:
    """Of the state, and of the items of a row together; 0 where a rule fails."""
    instance = game(name)
    backend, kind = instance.native("interpreted"), instance.program.game.state_type
    states = next(Sampler(backend, [(instance.setting, instance.start)], 2).batches(600)).astype(np.int64)
    functions = functions_of(instance.program)
    told = np.zeros((len(states), 1 + len(functions)), dtype=np.int64)
    setting = Setting(instance.setting.rulings, instance.setting.edition)
    backend.call("ask_functions", states, np.arange(len(states)), backend.context(setting), told.shape[1], told)
    reference = Reference(instance.program, setting)
    estimate = instance.program.game.only("estimate")
    for state, numbers in zip(states, told, strict=True):
        table = decode(kind, state[:backend.constant("SLOTS")].tolist())
        for asked, number in zip((estimate, *functions), numbers.tolist(), strict=True):
            rule = asked if isinstance(asked, Rule) else asked.rule
            items = [table]
            if isinstance(asked, Asked) and asked.places:
                items = next(list(getattr(table, field)) for field, row in kind.fields
                             if isinstance(row, RowType) and row.item == rule.parameters[0][1])
            try:
                expected = sum(int(reference.said(rule, each)) for each in items)
            except RuleBroke:
                expected = 0
            assert number == expected, (rule.name, number, expected)
    varied = int((np.ptp(told, axis=0) > 0).sum())
    assert varied >= 2 and len(functions) >= 7


# -- what a table is worth ------------------------------------------------------------------------------------------------------


def test_a_table_is_worth_what_it_counts() -> None:
    """A logistic curve over the sum of weights, but for whole numbers."""
    search = search_of(game("until-dawn"), "interpreted", 1, positions=1_000)
    backend, lots = search.backend, np.random.default_rng(3)
    tried = lots.standard_normal(len(search.mean))
    weights = search._written(tried)
    arrays, compared = weights.arrays(), 0
    setting = Setting(game("until-dawn").setting.rulings, game("until-dawn").setting.edition)
    context, sample = backend.context(setting), search._sample
    states, _ = search._at_random()
    chosen = np.random.default_rng(search.seed).permutation(len(states))
    logits = sample @ tried * (1.5 / (sample @ tried).std())
    for number in range(min(len(sample), 200)):
        state = backend.blank()
        state[:backend.constant("SLOTS")] = states[chosen[number]]
        worth = int(backend.call("call_judged", state, context, *arrays)) / int(Worth.SURE)
        if abs(logits[number]) < 4:
            assert abs(worth - 1 / (1 + exp(-logits[number]))) < 0.12, number
            compared += 1
    assert compared > 50


def test_weights_of_what_hardly_varies_can_be_kept() -> None:
    search = search_of(game("until-dawn"), "interpreted", 1, positions=1_000)
    search.mean = np.random.default_rng(3).standard_normal(len(search.mean))
    search._widths[:] = 1e-7
    kept = Weights.read(encoding_of(search.backend.program.game.state_type), search.weights.written())
    assert kept is not None and kept.digest == search.weights.digest


# -- players --------------------------------------------------------------------------------------------------------------------


def test_players_find_weights_that_win_more_than_games_at_random() -> None:
    search = search_of(game("until-dawn"), rounds=8)
    rounds = list(search.learned(lambda text: None))
    assert rounds[0].won < 0.08 and rounds[-1].won > 0.15 and len(rounds) == 8
    assert rounds[-1].loss < rounds[0].loss <= 1.1 and {each.policy for each in rounds} == {"linear"}
    matters = search.matters
    assert abs(matters[0][2]) == 1 and all(abs(one[2]) >= abs(other[2]) for one, other in zip(matters, matters[1:], strict=False))
    assert ESTIMATE in {name for name, *_ in matters}


def test_threads_and_executions_find_the_same() -> None:
    instance = game("until-dawn")
    one, other = (search_of(instance, "native", threads, rounds=2, positions=65_536) for threads in (1, 3))
    assert list(one.learned(lambda text: None)) == list(other.learned(lambda text: None)) and one.matters == other.matters
    again = search_of(instance, "native", 1, rounds=2, seed=2)
    assert list(again.learned(lambda text: None)) and again.matters != one.matters


# -- the command ----------------------------------------------------------------------------------------------------------------


def test_it_is_learned_played_by_and_read(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    played = ("play-out", "until-dawn", "--ruling", "UD-43=deck", "--deals", 30, "--policy", "linear", "--policy", "random")
    refused = daybreak(*played)
    assert refused.code == 150 and "daybreak train until-dawn --model linear" in refused.err and "DB630" in refused.err
    ran = daybreak("train", "until-dawn", "--model", "linear", "--rounds", 3, "--positions", 65_536, "--ruling", "UD-43=deck")
    text = " ".join(ran.out.split())
    assert ran.code == 0 and all(each in text for each in ("What matters", "another --seed", "--policy linear", "spread"))
    assert daybreak(*played).code == 0
    assert daybreak("play-out", "until-dawn", "--ruling", "UD-43=deck", "--deals", 1, "--policy", "learned").code == 150


def test_more_learners_of_linear_weights_are_refused(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("train", "until-dawn", "--model", "linear", "--learners", 2)
    assert ran.code == 150 and "DB505" in ran.err


def test_time_that_is_over_ends_it(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("train", "until-dawn", "--model", "linear", "--rounds", 500, "--seconds", 3, "--json")
    assert ran.code == 124
