"""Learning from games: what weights read, that they are the same in every execution, that they help, and where they are kept."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from threading import active_count
from typing import Any, cast

import numpy as np
import pytest
from attrs import evolve

import verifier as daybreak
from tests.games.caravan import game as caravan
from tests.games.yahtzee import game as yahtzee
from verifier.analysis.deal import subject
from verifier.analysis.play_out import Request, played_out
from verifier.instance import Instance
from verifier.instance import instance_of as start_of
from verifier.lang.layout import slots
from verifier.lang.types import RowType
from verifier.policy.desk import Desk
from verifier.policy.encoding import Encoding, encoding_of
from verifier.policy.estimates import all_passed
from verifier.policy.kept import file_name, kept_weights, packaged
from verifier.policy.network import BATCH, CURVE, Weights, no_weights
from verifier.policy.players import player
from verifier.policy.policies.learned import Learned
from verifier.policy.policies.sampling import Sampling
from verifier.policy.scale import Scale
from verifier.policy.table import Seen
from verifier.policy.training import (
    DECISIONS_MOST,
    ENOUGH,
    OFTEN,
    PACE,
    SEARCH_GAMES,
    SLOWEST,
    USES,
    Learner,
    Round,
    Seat,
    Training,
    _is_better,
    _targets,
)
from verifier.program.functions import functions_of
from verifier.program.program import load
from verifier.results.share import Mean
from verifier.results.trained import Trained
from verifier.run.control import Judge, Node, Playing, Status, Worth
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario

Daybreak = Callable[..., Any]
GAMES = ("until-dawn", "dawn-of-the-zeds", "dead-til-dawn")


def instance_of(game: str) -> Instance:
    return subject(game)[0]


def training_of(game: str, threads: int = 1, rounds: int = 2, states: int = 4_000, *, learners: int = 1,
                base: Weights | None = None) -> Training:
    instance = instance_of(game)
    backend = instance.native("native")
    return Training(backend, Setting(instance.setting.rulings, instance.setting.edition), backend.state(instance.start), learners,
                    rounds, states, seed=1, threads=threads, whole_grade=False, base=base)


def learner_of(game: str, threads: int = 1, rounds: int = 2, states: int = 4_000, *, base: Weights | None = None) -> Learner:
    return training_of(game, threads, rounds, states, base=base).everybody[0]


def learned(who: Learner | Training) -> Weights:
    rounds = who.rounds * (who.learners if isinstance(who, Training) else 1)
    assert len(list(who.learned(lambda *_: None))) == rounds
    return who.weights


# -- what weights read ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_number_that_varies_has_rows_of_its_own(game: str) -> None:
    kind = instance_of(game).program.game.state_type
    encoding = encoding_of(kind)
    ranges = [*encoding.cells[:, 2:4].tolist(), *encoding.piles[:, 4:6].tolist()]
    taken = [row for most, first in ranges for row in range(first, first + most + 1)]
    assert taken == list(range(1, encoding.rows))
    in_piles = {int(first + item * apart) for _, first, apart, *_ in encoding.piles for item in range(99)}
    lying = list(slots(kind))
    for slot, low, most, _, step, _ in encoding.cells:
        if slot not in in_piles:
            assert low == lying[slot].low and low + (most + 1) * step > lying[slot].high
    read = {int(slot) for slot in encoding.cells[:, 0]} | in_piles
    assert not [number for number, each in enumerate(lying) if each.high > each.low and number not in read]


def test_of_very_many_values_no_two_pick_the_same_rows() -> None:
    """Points, of which 25 share a row: another says which of them it is."""
    one = start_of(new_scenario(yahtzee, title="x", edition="full"), load(yahtzee))
    encoding, backend = encoding_of(yahtzee.state_type), one.native("native")
    slot = [each.path for each in backend.program.slots].index("score")
    assert [step for at, *_, step, _ in encoding.cells.tolist() if at == slot] == [25, -25]
    picked = set[tuple[int, ...]]()
    for score in range(1_576):
        states, met = np.zeros((1, len(backend.program.slots)), dtype=np.int16), np.zeros(encoding.rows, dtype=bool)
        states[0, slot] = score
        backend.call("meet_rows", states, encoding.cells, encoding.piles, met)
        picked.add(tuple(np.flatnonzero(met).tolist()))
    assert len(picked) == 1_576 and len({len(rows) for rows in picked}) == 1


def test_sums_and_slopes_are_those_of_all_that_states_pick() -> None:
    """Beside a table of how often each state picks each row, and of numbers in an order those below it, if they were met."""
    lots = np.random.default_rng(5)
    for game in ("until-dawn", "dawn-of-the-zeds"):
        training = training_of(game)
        learned(training)
        learner = training.everybody[0]
        network, states, encoding = learner.network, learner._seats[0].seen[:2_000].copy(), learner.network.encoding
        chosen = lots.permutation(len(states))[:200]
        picked = np.zeros((len(chosen), encoding.rows))
        for at, number in enumerate(chosen):
            for row in picks(encoding, states[number].tolist()):
                part = next((each for each in encoding.ordered if each.start <= row < each.stop), slice(row, row + 1))
                picked[at, part.start:row + 1] += 1
        picked[:, ~network._met] = 0
        assert not network._met.all()
        rows, back = lots.normal(size=(encoding.rows, network.units)), lots.normal(size=(len(chosen), network.units))
        assert np.allclose(network.sums(states, chosen, rows), picked @ rows, rtol=1e-5, atol=1e-6)
        assert np.allclose(network.slopes(states, chosen, back), picked.T @ back, rtol=1e-5, atol=1e-6)


def picks(encoding: Encoding, state: list[int]) -> list[int]:
    """The rows that a state picks, number by number."""
    def row(value: int, low: int, most: int, first: int, step: int, _: int) -> int:
        return int(first) + max(0, min((value - low) // step if step > 0 else (value - low) % -step, most))

    rows = [0, *(row(state[slot], *rest) for slot, *rest in encoding.cells.tolist())]
    for size, first, apart, *rest in encoding.piles.tolist():
        rows += [row(state[first + item * apart], *rest) for item in range(state[size])]
    return rows


def by_sums(encoding: Encoding, weights: Weights, state: list[int]) -> list[int]:
    """What the rows of a state add up to."""
    rows = picks(encoding, state)
    found: list[int] = weights.rows[rows].astype(np.int64).sum(axis=0).tolist()
    return found


def by_hand(encoding: Encoding, weights: Weights, state: list[int], told: list[int]) -> int:
    """What a state is worth of which the estimate, and the functions after it, say this; worked out number by number."""
    sums = by_sums(encoding, weights, state)
    heads = np.rint(weights.heads / weights.learners)
    total = round(weights.heads[:, 0].sum() / weights.learners)
    total += sum(int(head) * max(0, min(each, int(Judge.ONE))) for head, each in zip(heads[:, 1:].ravel(), sums, strict=True))
    total += int(np.interp(told[0], weights.estimates[0], weights.estimates[1:].mean(axis=0)) // 1)
    for number in range(1, len(told)):
        rows = weights.functions[weights.functions[:, 0] == number, 1:]
        total += int(np.interp(told[number], rows[:, 0], rows[:, 1:].mean(axis=1)) // 1) if len(rows) else 0
    at = np.arange(-len(CURVE) // 2, len(CURVE) // 2) * 2.0 ** int(Judge.FINE)
    return int(np.interp(total, at, CURVE))


def told_of(training: Learner | Training, state: Any) -> list[int]:
    """What the game's estimate, and each function that its rules ask, say of a state by the plain rules."""
    backend = training.backend
    whole = backend.blank()
    whole[:len(state)] = state
    position, reference = backend.position(whole), Reference(backend.program, training.setting)
    rule = backend.program.game.only("estimate")
    assert rule is not None
    found, kind = [int(reference.value(rule, position))], backend.program.game.state_type
    for asked in functions_of(backend.program):
        items = [position.state]
        if asked.places:
            [items] = [list(getattr(position.state, field)) for field, row in kind.fields
                       if isinstance(row, RowType) and row.item == asked.rule.parameters[0][1]]
        found.append(sum(int(reference.said(asked.rule, each)) for each in items))
    return found


def test_kernels_judge_as_worked_out_by_hand_and_as_the_network_does() -> None:
    everybody = training_of("until-dawn")
    weights, training = learned(everybody), everybody.everybody[0]
    states = training._seats[0].seen[:1_000:31].copy()
    rows, heads, base, steps = training.network._averages
    found = training.network.sums(states, np.arange(len(states)), rows)
    told = [told_of(training, state) for state in states]
    estimates = [each[0] for each in told]
    assert estimates == training._seats[0].noted[:1_000:31, 3].tolist() and len(set(estimates)) > 10
    assert training.asked(states, len(told[0])).tolist() == told
    asked = [number for number, places in enumerate(training.network.places) if len(places)]
    assert asked[0] == 0 and sorted({*weights.functions[:, 0].tolist()}) == asked[1:] and len(asked) > 4
    passed = all_passed(training.network.places, np.array(told))
    added = np.split(np.abs(steps), np.cumsum(training.network._parts)[:-1])
    assert all(added[number].max() > 0.001 for number in asked)
    expected = 1 / (1 + np.exp(-(np.clip(found, 0, 1) @ heads + base[0] + passed @ steps)))
    assert len(states) > 30
    for state, said, about in zip(states, told, expected, strict=True):
        worth = by_hand(weights.encoding, weights, state.tolist(), said)
        assert abs(worth / int(Worth.SURE) - about) < 0.01
        assert abs(worth - kernel_worth(training, weights, state)) <= 1


def test_sums_of_changes_are_those_of_the_whole_state() -> None:
    """Of every state of a search, and of the state a decision is taken in: piles grow, shrink and are laid anew on the way."""
    for game in ("until-dawn", "dawn-of-the-zeds"):
        training = training_of(game)
        learner, weights = training.everybody[0], learned(training)
        backend, (rows, units) = training.backend, weights.rows.shape
        weights = evolve(weights, rows=np.random.default_rng(3).integers(-(2**20), 2**20, (rows, units)).astype(np.int32))
        player = Sampling(Desk(backend, training.setting.in_force, learner.scale), 300, 64, weights)
        sums = player.arrays[-1]
        for state in learner._seats[0].seen[:2_000:400]:
            whole = backend.blank()
            whole[:len(state)] = state
            player.decide(Seen(whole), 7)
            count = int(player.desk.notes[Playing.NODES])
            judged = [node for node in range(count) if node == 0 or player.nodes[node, Node.STATUS] == Status.DECISION]
            assert len(judged) > 40
            for node in judged:
                assert sums[1 + node].tolist() == by_sums(weights.encoding, weights, player.states[node].tolist())


def kernel_worth(training: Learner | Training, weights: Weights, state: Any) -> int:
    """What the kernel says of a state."""
    backend = training.backend
    whole = backend.blank()
    whole[:len(state)] = state
    return int(backend.call("call_judged", whole, backend.context(training.setting), *weights.arrays()))


def test_every_execution_and_any_threads_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    learning = [learner_of("until-dawn", threads, states=30_000) for threads in (1, 2, 3)]
    assert len({learned(each).digest for each in learning}) == 1
    portions = [each.portions(2, lambda: None) for each in learning]  # by what they learned
    assert len(portions[0]) > 2
    for one, two, three in zip(*portions, strict=True):
        assert all(np.array_equal(each, other) for other in (two, three) for each, other in zip(one, other, strict=True))
    weights, instance, played = learned(training_of("until-dawn")), instance_of("until-dawn"), list[Any]()
    monkeypatch.setattr("verifier.policy.training.SEARCH_GAMES", 20)
    for engine in ("native", "interpreted"):
        backend = instance.native(cast("Any", engine))
        seat = Seat(backend, instance.setting, backend.state(instance.start), room=2 * DECISIONS_MOST)
        seat.grades = seat.grades[:1]  # one game
        played.append([*seat.play(weights, 7, weights.scale), *seat.search(weights, 8, weights.scale, 4)])
    assert len(played[0][0]) > 20
    assert len(played[0][3]) > len(played[0][4][played[0][4][:, 1] >= 0]) > 20  # and states inside searches
    for each, other in zip(*played, strict=True):
        assert np.array_equal(each, other)


def test_several_learn_apart_and_the_mean_of_what_they_say_is_played_by() -> None:
    """Before the curve; each has games of its own, the first those of one who learns alone."""
    three = training_of("until-dawn", learners=3)
    rounds = list(three.learned(lambda text: None))
    assert sorted(each.learner for each in rounds) == [0, 0, 1, 1, 2, 2]
    weights, alone = three.weights, learned(training_of("until-dawn"))
    apart = [weights.of(number) for number in range(3)]
    assert weights.learners == 3 and 0 <= weights.positions - sum(each.positions for each in apart) < 3
    assert apart[0].digest == alone.digest and len({each.digest for each in apart}) == 3
    assert Weights.side_by_side(apart).digest == weights.digest
    again = Weights.read(weights.encoding, weights.written())
    assert again is not None and again.digest == weights.digest and again.learners == 3

    seen = learner_of("until-dawn")
    learned(seen)
    sure = int(Worth.SURE)
    for state in seen._seats[0].seen[:1_000:31].copy():
        worth = kernel_worth(three, weights, state)
        assert abs(worth - by_hand(weights.encoding, weights, state.tolist(), told_of(three, state))) <= 1
        said = [kernel_worth(three, each, state) / sure for each in apart]
        mean = np.mean([np.log(each / (1 - each)) for each in said])
        assert abs(worth / sure - 1 / (1 + np.exp(-mean))) < 0.005
        assert min(said) - 0.005 < worth / sure < max(said) + 0.005


def test_those_count_who_are_about_as_far_as_the_first() -> None:
    training = training_of("until-dawn", learners=4)
    learned(training)
    for learner, played in zip(training.everybody, (6, 3, 2, 0), strict=True):
        learner.played = played
    first, second = (each.weights for each in training.everybody[:2])
    assert training.weights.digest == Weights.side_by_side([first, second]).digest


def test_where_hardly_any_game_is_won_everybody_aims_at_grades_on_one_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what games at random come to, until some are won; and who plays by what was learned then aims at the same."""
    monkeypatch.setattr("verifier.policy.training.RARE", 1.1)
    training = training_of("until-dawn", learners=2)
    assert {each.aim for each in training.learned(lambda text: None)} == {"grade"}
    weights, backend = training.weights, training.backend
    grades = np.concatenate([each for *_, each in training_of("until-dawn").everybody[0].portions(0, lambda: None)])
    assert weights.scale == Scale.spread(backend, grades) == training.everybody[0].scale == training.everybody[1].scale
    assert weights.scale not in (Scale.plain(backend, whole_grade=False), Scale.plain(backend, whole_grade=True))
    again = Weights.read(weights.encoding, weights.written())
    assert again is not None and again.scale == weights.scale
    for name in ("learned", "learned-uct"):
        played = player(name, backend, training.setting.in_force, 10, weights=weights)
        assert isinstance(played, Learned | Sampling) and played.desk.scale == weights.scale
    plain = player("uct", backend, training.setting.in_force, 10, weights=weights)
    assert isinstance(plain, Sampling) and plain.desk.scale.is_won_or_lost

    on = training_of("until-dawn", learners=2, base=weights)  # until some are won
    monkeypatch.setattr("verifier.policy.training.RARE", 0.001)
    assert [each.aim for each in on.everybody[0].learned(lambda: None)] == ["grade", "first"]
    assert on.everybody[1].scale == weights.scale and on.everybody[0].scale.is_won_or_lost
    on.everybody[1].played = 2
    assert on.weights.learners == 1 and on.weights.scale.is_won_or_lost  # no mean of what differs


def test_a_scale_grows_and_nobody_averages_what_was_learned_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.policy.training.RARE", 1.1)
    training = training_of("until-dawn", learners=2)
    one, two = training.everybody
    training._agree(lambda: None)
    narrow = Scale(one.scale.divisor, one.scale.lowest, one.scale.lowest + 1)
    for each in training.everybody:
        each.scale = narrow
    next(iter(one.learned(lambda: None)))
    assert one.scale.highest > narrow.highest and one.scale.lowest == narrow.lowest and not one._kept
    assert two.scale == narrow
    two.played = one.played
    assert training.weights.learners == 1 and training.weights.scale == one.scale


def test_grades_are_aimed_at_where_somebody_asks_for_it() -> None:
    instance = instance_of("until-dawn")
    backend = instance.native("native")
    training = Training(backend, Setting(instance.setting.rulings, instance.setting.edition), backend.state(instance.start), 1, 3,
                        4_000, seed=1, threads=1, whole_grade=True)
    assert {each.aim for each in training.learned(lambda text: None)} == {"grade"}
    assert not training.weights.scale.is_won_or_lost


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_ends_everybody(threads: int) -> None:
    training = training_of("until-dawn", threads, rounds=900, states=1_000, learners=3)
    played, before = list[Round](), active_count()

    def go_on(_: str) -> None:
        if len(played) >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        for each in training.learned(go_on):
            played.append(each)
    assert active_count() == before and len(played) == 4
    assert {each.learner for each in played} <= set(range(threads))
    assert 4 <= sum(each.played for each in training.everybody) < 40


def test_what_a_learner_breaks_is_not_kept_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(learner: Learner, number: int, _: Any) -> None:
        raise RuntimeError(f"learner {learner.number}, round {number}")

    monkeypatch.setattr(Learner, "_round", broken)
    with pytest.raises(RuntimeError, match="learner 0, round 0"):
        list(training_of("until-dawn", threads=2, learners=2).learned(lambda _: None))


def test_who_learned_wins_more() -> None:
    """Random play wins one game of Until Dawn in sixteen; after six rounds of 20,000 decisions, far more than luck explains."""
    rounds = list(training_of("until-dawn", threads=2, rounds=12, states=20_000).learned(lambda text: None))
    assert rounds[0].won < 0.1 and sum(each.won for each in rounds[6:]) / 6 > 0.13
    assert {each.aim for each in rounds} == {"first"}


def test_what_a_random_decision_comes_to_is_not_learned_of_the_states_before_it() -> None:
    sure = int(Worth.SURE)
    noted = np.array([[sure // 4, 0, 0], [sure // 2, 0, 1], [sure // 8, 0, 0], [sure // 8, 1, 0], [sure // 8, 2, 0]])
    assert _targets(noted, np.array([1.0, 0.25, 0.0]), 0.0).tolist() == [0.5, 0.5, 1.0, 0.25, 0.0]


def test_what_a_search_says_counts_and_inside_it_there_is_nothing_else() -> None:
    sure = int(Worth.SURE)
    noted = np.array([[sure // 4, -1, 0], [sure // 2, 0, 0], [sure // 8, -1, 0], [sure // 4, 0, 0], [sure, 1, 1], [0, 1, 0]])
    assert _targets(noted, np.array([1.0, 0.25]), 0.5).tolist() == [0.25, 0.75, 0.125, 0.625, 1.0, 0.125]
    assert _targets(noted[[0, 2]], np.array([]), 0.5).tolist() == [0.25, 0.125]


@pytest.mark.parametrize(("goes_on", "first"), [(False, PACE), (True, PACE * SLOWEST ** 0.5)])
def test_who_goes_on_learning_does_so_at_a_slower_pace(goes_on: bool, first: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Going on from Until Dawn's weights at the full pace took 3 points of 71 from what they win, and at this one added 2."""
    base, paces = learned(training_of("until-dawn")), list[float]()
    training = learner_of("until-dawn", rounds=3, base=base if goes_on else None)
    monkeypatch.setattr(training.network, "learn", lambda *arguments: paces.append(arguments[-1]) or 0.0)
    assert len(list(training.learned(lambda: None))) == 3
    assert paces[0] == pytest.approx(first) and paces[-1] == pytest.approx(PACE * SLOWEST) and paces == sorted(paces)[::-1]


@pytest.mark.parametrize(("goes_on", "policies"), [(False, ["random", "learned", "learned-uct", "learned-uct"]),
                                                   (True, ["learned-uct"] * 4)])
def test_later_rounds_are_played_by_search(goes_on: bool, policies: list[str]) -> None:
    base = learned(training_of("until-dawn")) if goes_on else None
    rounds = list(learner_of("until-dawn", rounds=4, base=base).learned(lambda: None))
    assert [each.policy for each in rounds] == policies


def test_where_searches_by_the_estimate_do_well_the_first_rounds_are_theirs() -> None:
    """In Until Daylight whoever goes by the estimate holds out twice as long as at random."""
    training = training_of("until-daylight", rounds=3, states=16_000, learners=2)
    rounds = list(training.learned(lambda text: None))
    for number in range(2):
        mine = [each for each in rounds if each.learner == number]
        assert [each.policy for each in mine] == ["random", "estimate-uct", "learned-uct"]
        assert mine[1].worth > mine[0].worth
    assert len(training.weights.estimates[0]) > 10
    better, worse = np.array([0.5, 0.7] * 10), np.array([0.5, 0.4] * 10)
    assert _is_better(better, worse) and not _is_better(better / 4, worse / 4)  # too little
    assert not _is_better(better[:4], worse[:4])  # by chance
    assert not (_is_better(worse, better) or _is_better(better, better) or _is_better(better[:1], worse))


@pytest.mark.parametrize(("games", "part"), [(ENOUGH, 1), (10 * ENOUGH, 1), (ENOUGH // 4, 0.25)])
def test_of_few_games_little_is_learned(games: int, part: float, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = learner_of("until-dawn")
    (states, noted, _), = learner.portions(0, lambda: None)
    learner.follows = "estimate-uct"
    many = 100_000 // len(states)
    learner._kept = [(np.tile(states, (many, 1)), np.tile(noted[:, 3], many), np.zeros(many * len(states)))]
    steps = list[Any]()
    monkeypatch.setattr(learner.network, "learn", lambda *arguments: steps.append(arguments) or 0.0)
    learner._learn(0, games, lambda: None)
    assert len(steps) == pytest.approx(part * USES * many * len(states) / BATCH, abs=1)


def test_where_no_random_game_is_won_searches_by_random_games_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """No random game of a caravan comes home, so that from these there is nothing to learn; of searches many do."""
    instance = start_of(new_scenario(caravan, title="Caravan", edition=None, rulings={}), load(caravan))
    backend, setting = instance.native("native"), Setting(instance.setting.rulings, instance.setting.edition)

    def training() -> Training:
        return Training(backend, setting, backend.state(instance.start), 1, 12, 8_192, 1, 1, False)

    learns = training()
    rounds = list(learns.learned(lambda text: None))
    assert [each.policy for each in rounds[:4]] == ["random", "uct", "uct", "learned-uct"]
    assert {each.aim for each in rounds} == {"first"} and rounds[0].won == 0.0 < rounds[1].won
    request = Request(("learned-uct",), 1, 60, (100,), "first", 1, daybreak.Limits())
    assert played_out(instance, request, weights=learns.weights).policies[0].won.count > 10
    monkeypatch.setattr("verifier.policy.training.WORK", 1)  # where games take so long that nobody can play them in the mind
    assert all(each.policy != "uct" for each in training().learned(lambda text: None))


def test_marks_are_on_the_scale_of_the_widest_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    found = daybreak.train("until-dawn", rounds=2, positions=1_000)
    rounds = tuple(evolve(found.rounds[0], aim="grade", width=width, came_to=Mean(0.5, 0.4, 0.6)) for width in (100, 200))
    text = evolve(found, rounds=rounds).to_text()
    marks = [row.split()[7] for row in text.splitlines() if row.strip().startswith(("1 ", "2 ")) and "random" in row]
    assert marks == ["0.25", "0.50"], text


@pytest.mark.parametrize(("policies", "falls"), [
    ("random estimate-uct learned-uct", True), ("random estimate-uct", False), ("random estimate-uct learned-better", False),
    ("random learned learned-uct", False)])
def test_what_falls_behind_the_estimate_is_called_so(policies: str, falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not where a limit ended it before anything was played by what was learned."""
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    found = daybreak.train("until-dawn", rounds=3, positions=1_000)
    came_to = {"random": 0.2, "estimate-uct": 0.6, "learned-better": 0.59}
    rounds = tuple(evolve(found.rounds[0], policy=each.replace("better", "uct"), aim="grade",
                          came_to=Mean(at := came_to.get(each, 0.4), at - 0.05, at + 0.05)) for each in policies.split())
    text = " ".join(evolve(found, rounds=rounds).to_text().split())
    assert ("Rounds by estimate-uct came to more" in text) == falls
    assert "from what few games at random are worse than" in text


def test_what_is_learned_from_a_search_is_what_it_found() -> None:
    """As `worth_by_lot` says it of the decision that the search takes, about; and states inside it are none of play."""
    learner = learner_of("until-dawn")
    weights = learned(learner)
    seat = learner._seats[0]
    seen, noted, _ = (each.copy() for each in seat.search(weights, 5, weights.scale, OFTEN))
    inside, sure = noted[:, 1] < 0, int(Worth.SURE)
    assert 0.05 < inside.mean() < 1 - 1 / (1 + SEARCH_GAMES / OFTEN) and (noted[inside, 2] == 0).all()
    mind = player("learned-uct", learner.backend, learner.setting.in_force, SEARCH_GAMES, weights=weights)
    assert isinstance(mind, Sampling)
    missed = list[float]()
    for state, (worth, *_) in list(zip(seen, noted, strict=True))[:400:5]:
        whole = learner.backend.blank()
        whole[:len(state)] = state
        event = mind.decide(Seen(whole), 3)
        missed.append(worth / sure - mind.worth(Seen(whole), event, 4))
    assert abs(np.mean(missed)) < 0.03 and np.std(missed) < 0.15


# -- what is refused ------------------------------------------------------------------------------------------------------


def packed(content: dict[str, Any]) -> bytes:
    """A file as numpy writes it."""
    file = io.BytesIO()
    np.savez_compressed(file, **content)
    return file.getvalue()


def test_files_that_hold_no_weights_are_none() -> None:
    weights = learned(training_of("until-dawn", states=1_000))
    encoding, content = weights.encoding, weights.written()
    again = Weights.read(encoding, content)
    assert again is not None and again.positions == weights.positions > 1_000 and np.array_equal(again.rows, weights.rows)
    rows, heads, estimates = weights.rows, weights.heads, weights.estimates
    whole = {"rows": rows, "heads": heads, "estimates": estimates, "scale": np.array(weights.scale.numbers, dtype=np.int64),
             "positions": 1}
    assert Weights.read(encoding, packed(whole)) is not None
    for wrong in ({"rows": rows[1:]}, {"heads": heads[1:]}, {"rows": rows * 1.0}, {"rows": rows[:, :0], "heads": heads[:, :1]},
                  {"heads": heads[0]}, {"rows": rows[:, :2], "heads": heads[:, :1]},
                  {"rows": rows[:, :3], "heads": np.ones((2, 3), dtype=np.int64)},
                  {"rows": rows[:, :3], "heads": np.ones((1, 5), dtype=np.int64)}, {"rows": rows + 2**30},
                  {"rows": np.array([object()])}, {"scale": np.array([1, 2, 1])}, {"scale": np.array([1, 0, 1, 1])},
                  {"estimates": estimates[:1]}, {"estimates": estimates[:, ::-1]}, {"estimates": estimates * 1.0},
                  {"estimates": estimates[:, :1]}, {"estimates": estimates[0]}, {"estimates": estimates + 2**35},
                  {"positions": "many"}):
        assert Weights.read(encoding, packed(whole | wrong)) is None
    for name in whole:
        assert Weights.read(encoding, packed({each: value for each, value in whole.items() if each != name})) is None
    for broken in (b"", b"weights", content[:-30], content[:60]):
        assert Weights.read(encoding, broken) is None
    assert Weights.read(encoding_of(instance_of("dead-til-dawn").program.game.state_type), content) is None


def test_a_game_is_named_and_numbers_are_in_their_ranges(daybreak: Daybreak) -> None:
    for arguments, code in ((("until-dawn", "--rounds", 1), "--rounds"), (("until-dawn", "--positions", 10), "--positions"),
                            (("nothing",), "DB207"), (("scenarios/until-dawn/demo.toml",), "DB594")):
        ran = daybreak("train", *arguments)
        assert ran.code == 150 and code in ran.err


# -- where it is kept -----------------------------------------------------------------------------------------------------


def test_what_was_learned_is_played_by(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("play-out", "until-dawn", "--deals", 2, "--simulations", 20, "--ruling", "UD-43=deck")
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    refused = daybreak(*asked, "--policy", "learned")
    assert refused.code == 150 and "DB630" in refused.err and "daybreak train until-dawn" in refused.err
    before = json.loads(daybreak(*asked, "--json").out)
    assert [row["policy"] for row in before["policies"]] == ["random", "greedy", "uct", "estimate-uct"]

    train = ("train", "until-dawn", "--rounds", 2, "--positions", 2_000, "--ruling", "UD-43=deck")
    ran = daybreak(*train)
    assert ran.code == 0 and "kept in the cache" in ran.out and "round 2" in ran.out
    after = json.loads(daybreak(*asked, "--json").out)
    assert [row["policy"] for row in after["policies"]] == ["random", "greedy", "uct", "estimate-uct", "learned-uct"]
    assert daybreak("play-out", "until-dawn", "--deals", 1, "--policy", "learned").code == 150  # other rulings
    assert daybreak(*asked, "--policy", "learned").code == 0


def test_a_short_trial_does_not_replace_what_more_was_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    instance = instance_of("until-dawn")
    trial = partial(daybreak.train, "until-dawn", rounds=2, positions=1_000)
    assert trial().kept == "cache"
    assert daybreak.train("until-dawn", rounds=3, positions=1_000).kept == "cache"
    long = kept_weights(instance.program, instance.setting, "first")
    again = trial(seed=2)
    kept = kept_weights(instance.program, instance.setting, "first")
    assert long is not None and kept is not None and kept.digest == long.digest and kept.positions == long.positions > 2_000
    assert not again.kept and again.outdone_by == long.positions
    assert f"more states, {long.positions:,}" in again.to_text() and "plays by it" not in again.to_text()


def test_what_a_package_brings_plays_well() -> None:
    """`daybreak train until-dawn --record` made it."""
    instance = instance_of("until-dawn")
    path = packaged(instance.program, file_name(instance.program, instance.setting, "first"))
    weights = Weights.read(encoding_of(instance.program.game.state_type), path.read_bytes())
    assert weights is not None and weights.positions > 10_000_000
    found = played_out(instance, Request(("greedy", "learned"), 1, 200, (1,), "first", 2, daybreak.Limits()), weights=weights)
    greedy, learned = (row.won.count for row in found.policies)
    assert learned > 100 > 3 * greedy


def test_what_is_kept_depends_on_what_it_was_learned_about() -> None:
    instance = instance_of("until-dawn")
    setting, program = instance.setting, instance.program
    other = Setting({**setting.rulings, "UD-43": "deck"}, setting.edition)
    names = {file_name(program, each, aim) for each in (setting, other) for aim in ("first", "grade")}
    assert len(names) == 4
    dealt = Setting(setting.rulings, setting.edition, ((1, 2, 3), ()))
    assert file_name(program, dealt, "first") == file_name(program, setting, "first")


def test_a_training_is_laid_out_for_the_time_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches begin, and learning slows down, by the time that is over, if that is more than the rounds that were played."""
    parts, paces, learner = (0.0, 0.1, 0.4, 0.6, 0.9), list[float](), learner_of("until-dawn", rounds=900)
    monkeypatch.setattr(learner.network, "learn", lambda *arguments: paces.append(arguments[-1]) or 0.0)
    rounds = learner.learned(lambda: None, partial(next, iter(parts)))
    assert [next(rounds).policy for _ in parts] == ["random", "learned", "learned", "learned-uct", "learned-uct"]
    assert sorted(set(paces), reverse=True) == [pytest.approx(PACE * SLOWEST ** part) for part in parts]


def test_a_limit_leaves_the_rounds_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the cache alone: what a package brings is what all rounds of a command come to."""
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    found = daybreak.train("until-dawn", rounds=900, positions=1_000, limits=daybreak.Limits(seconds=4.0), record=True)
    program = instance_of("until-dawn").program
    assert not packaged(program, "any").parent.exists()
    assert found.ending == "seconds" and 1 < len(found.rounds) < 900 and found.kept == "cache"
    assert "--seconds raises it" in found.to_text()
    again = daybreak.load_result(found.to_json())
    assert isinstance(again, Trained) and again == found
    assert [row["games"] for row in found.to_rows()] == [each.games for each in found.rounds]


def test_nothing_learned_is_nothing() -> None:
    """Without weights a search plays on at random, and a player's desk has its own numbers."""
    assert [len(each) for each in no_weights()] == [0, 0, 0, 0, 0, 0, 0]
    instance = instance_of("until-dawn")
    desk = Desk(instance.native("native"), instance.setting.in_force, Scale.plain(instance.native("native"), whole_grade=False))
    assert desk.notes[Playing.SAMPLES] == 16
