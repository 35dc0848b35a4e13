"""Bounds from above: penalties have mean zero for whoever does not know the deal, and no such player can be worth more.

On charts of the network every deal is enumerated, so that means are exact; the twin is a plain recursion over the chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from attrs import frozen

from tests.agreement.test_honest_players import best_by_hand, dealt, weights_for
from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from tests.games.network import game as network
from tests.games.network.drawn import Drawn, chart_of
from verifier.analysis.relaxation import CAP, PARTS, Relaxation, Relaxed
from verifier.policy.encoding import encoding_of
from verifier.policy.players import player
from verifier.policy.table import Table, lots
from verifier.program.program import load
from verifier.run.control import Judge, Status, Worth
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.limits import Limits

CHARTS, DRAWS, OUTS, FACES = 12, 3, 4, 6  # an entry below 6 says what comes where weights add up to 2 or 3
SCALES = (0, 1, 2, 4)
NO_LIMITS = Limits()
Deal = tuple[int, ...]


@cache
def backend() -> Native:
    return Native(load(network))


def forward(seed: int) -> Drawn:
    """A random chart in which decisions and chance take turns, some being skipped, with three draws on a way at the most."""
    random = Random(seed)
    layers = [[0], [1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11], list(range(PLACES - OUTS, PLACES))]
    kinds, leads, weights = list[Phase](), list[list[int]](), list[list[int]]()
    for number, layer in enumerate(layers[:-1]):
        for _ in layer:
            kind = Phase.DRAW if number % 2 or (number == 4 and len(kinds) == 11) else Phase.CHOOSE
            kinds.append(Phase.PASS if kind is Phase.CHOOSE and number and random.random() < 0.25 else kind)
            onward = layers[number + 1] * 3 + layers[min(number + 2, 5)]
            leads.append([random.choice(onward) for _ in range(WAYS)])
            weights.append(list(random.choice(((1, 1, 0), (1, 2, 0), (1, 1, 1))) if kind is Phase.DRAW else (0, 0, 0)))
    kinds += [Phase.OUT] * OUTS
    leads += [[NOWHERE] * WAYS] * OUTS
    weights += [[0] * WAYS] * OUTS
    return Drawn(kinds, leads, weights, [(int(place % 2), 0) for place in range(PLACES)], None)


@frozen(eq=False)
class Judged:
    """What a list says of each place, as kernels take learned weights."""

    worths: list[int]

    def arrays(self) -> tuple[Any, ...]:
        encoding = encoding_of(network.state_type)
        slot = [each.path for each in backend().program.slots].index("at")
        rows = np.zeros((encoding.rows, 1), dtype=np.int32)
        (first,) = (int(cell[3]) for cell in encoding.cells if cell[0] == slot)
        rows[first:first + PLACES, 0] = range(PLACES)
        heads = np.array([0, 1 << Judge.FINE], dtype=np.int64)
        curve = np.array([0] * PLACES + self.worths, dtype=np.int64)
        nothing = np.zeros((0, 3), dtype=np.int64)
        return encoding.cells, encoding.piles, nothing, rows, heads, curve, np.zeros((2, 1), dtype=np.int64)


def random_worths(seed: int) -> list[int]:
    random = Random(seed)
    return [random.randrange(int(Worth.SURE) + 1) for _ in range(PLACES)]


def setting_of(chart: Drawn, deal: Deal = ()) -> Setting:
    return Setting({}, chart_of(chart, Random(1)), (deal,))


def start_of(setting: Setting) -> Any:
    return backend().state(Reference(backend().program, setting).set_up())


def deals() -> Iterator[Deal]:
    return product(range(FACES), repeat=DRAWS)


def relaxed(chart: Drawn, worths: list[int], deal: Deal, *, lot: int = 1, level: float | None = None, leaves: int = 64,
            limits: Limits = NO_LIMITS, engine: Native | None = None) -> tuple[Relaxed, ...]:
    setting = setting_of(chart, deal)
    one = Relaxation(engine or backend(), setting, Judged(worths), leaves=leaves, samples=4)
    return one.bounds(setting, start_of(setting), lot, SCALES, level, limits)


# -- the twin -------------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Twin:
    """The same by a recursion over the chart that knows nothing of tables, searches or rounding."""

    chart: Drawn
    worths: list[int]
    deal: Deal

    def worth(self, place: int) -> Fraction:
        """What is expected of a place where play rests."""
        if self.chart.kinds[place] is Phase.OUT:
            return Fraction(self.chart.grades[place][0])
        return Fraction(self.worths[place], int(Worth.SURE))

    def mean(self, place: int) -> Fraction:
        """What was to be expected on the way from a place, before chance."""
        kind, ways = self.chart.kinds[place], self.chart.leads[place]
        if kind is Phase.PASS:
            return self.mean(ways[0])
        if kind is Phase.DRAW:
            weights = self.chart.weights[place]
            return sum((weight * self.mean(lead) for weight, lead in zip(weights, ways, strict=True) if weight),
                       Fraction()) / sum(weights)
        return self.worth(place)

    def rest(self, place: int, used: int) -> tuple[int, int]:
        """Where the deal leads from a place, and how much of it is used then."""
        kind, ways = self.chart.kinds[place], self.chart.leads[place]
        if kind is Phase.PASS:
            return self.rest(ways[0], used)
        if kind is Phase.DRAW:
            weights = self.chart.weights[place]
            faces = [way for way in range(WAYS) for _ in range(weights[way])]
            return self.rest(ways[faces[self.deal[used] % len(faces)]], used + 1)
        return place, used

    def most(self, place: int, used: int, scale: Fraction) -> Fraction:
        """The most that a line can be worth from a place, less its penalties from there on."""
        after, now = self.rest(place, used)
        penalty = scale * (self.worth(after) - self.mean(place))
        if self.chart.kinds[after] is Phase.OUT:
            return self.worth(after) - penalty
        return max(self.most(lead, now, scale) for lead in self.chart.leads[after]) - penalty


@pytest.mark.parametrize("seed", range(CHARTS))
def test_the_bound_of_a_deal_is_what_a_plain_recursion_finds(seed: int) -> None:
    chart, worths = forward(seed), random_worths(seed)
    for deal in list(deals())[::5]:
        for found in relaxed(chart, worths, deal):
            twin = float(Twin(chart, worths, deal).most(0, 0, Fraction(found.scale, PARTS)))
            assert found.ending == "closed" and not found.unended
            assert -1e-9 <= found.bound - twin <= PLACES * 2.0**-19, (seed, deal, found.scale)


@pytest.mark.parametrize("seed", range(CHARTS))
def test_means_of_all_deals_are_bounds_and_by_exact_worths_each_is_the_odds(seed: int) -> None:
    """Also where means are sampled, and where a level is set: that can only make a bound larger."""
    chart, worths = forward(seed), random_worths(seed)
    odds = best_by_hand(chart)
    exact = [round(worth * int(Worth.SURE)) for worth in odds]
    every = [relaxed(chart, worths, deal) for deal in deals()]
    means = [fmean(found[at].bound for found in every) for at in range(len(SCALES))]
    assert all(mean >= odds[0] - 1e-9 for mean in means)
    assert means[0] == pytest.approx(fmean(float(Twin(chart, worths, deal).most(0, 0, Fraction())) for deal in deals()))
    assert all(found[-1].bound == pytest.approx(odds[0], abs=1e-4) for deal in deals() for found in [relaxed(chart, exact, deal)])
    with_level = [relaxed(chart, worths, deal, level=0.5) for deal in deals()]
    for plain, stopped in zip(every, with_level, strict=True):
        assert all(two.bound >= min(one.bound, 0.5) for one, two in zip(plain, stopped, strict=True))
        assert all(two.bound >= 0.5 for two in stopped if two.is_level)
    assert all(fmean(found[at].bound for found in with_level) >= odds[0] - 1e-9 for at in range(len(SCALES)))
    sampled = [relaxed(chart, worths, deal, lot=1 + number, leaves=0) for number, deal in enumerate(deals())]
    spread = stdev(found[-1].bound for found in sampled) / len(sampled) ** 0.5
    assert fmean(found[-1].bound for found in sampled) >= odds[0] - 4 * spread - 1e-9


def test_who_knows_the_deal_is_worth_more_where_knowing_helps() -> None:
    """Or the tests above would hold of anything."""
    helped = tightened = 0
    for seed in range(CHARTS):
        chart = forward(seed)
        odds = best_by_hand(chart)
        near = [min(int(Worth.SURE), max(0, round((worth * 0.8 + 0.1) * int(Worth.SURE)))) for worth in odds]
        every = [relaxed(chart, near, deal) for deal in deals()]
        means = [fmean(found[at].bound for found in every) for at in range(len(SCALES))]
        helped += means[0] > odds[0] + 0.01
        tightened += means[0] > odds[0] + 0.01 and means[-1] < means[0] - 0.01
    assert helped >= CHARTS // 4 and tightened >= helped - 1, (helped, tightened)


def test_both_executions_find_the_same() -> None:
    interpreted = Native(backend().program, "interpreted")
    for seed in range(3):
        chart, worths = forward(seed), random_worths(seed)
        for number, deal in enumerate(list(deals())[::40]):
            for leaves in (0, 64):
                assert relaxed(chart, worths, deal, lot=number, leaves=leaves) == relaxed(
                    chart, worths, deal, lot=number, leaves=leaves, engine=interpreted)


def test_a_deal_that_is_cut_off_counts_no_less() -> None:
    for seed in range(CHARTS):
        chart, worths = forward(seed), random_worths(seed)
        for deal in list(deals())[::20]:
            whole, cut = relaxed(chart, worths, deal), relaxed(chart, worths, deal, limits=Limits(states=1))
            for one, two in zip(whole, cut, strict=True):
                assert two.ending in ("closed", "states") and two.bound >= one.bound
                assert two.ending == "closed" or two.bound == (1 + CAP + two.scale / PARTS if two.scale else 1)


# -- mean zero ------------------------------------------------------------------------------------------------------------


Expected = Callable[[Relaxation, Any, int, int], int]


def plainly(one: Relaxation, state: Any, event: int, lot: int) -> int:
    return one.expected(state, event, lot)


def penalties(one: Relaxation, setting: Setting, start: Any, decide: Callable[[Any], int], lot: int,
              expected: Expected = plainly) -> float:
    """The sum of the penalties of a game that somebody plays, whose decisions are given the table alone."""
    run, state, tapes = one.backend, start.copy(), one.backend.tapes(setting)
    context, total, event = run.context(setting), 0, -1
    for _ in range(1_000):
        total += expected(one, state, event, lot)
        if event >= 0:
            run.call("apply_uncounted", state, context, event)
        status = int(run.call("settle_uncounted", state, context, *tapes, 0, run.blank()))
        total -= one.worth(state, status)
        if status != Status.DECISION:
            return -total / int(Worth.SURE)
        event = decide(state)
    raise AssertionError("the game does not end")


def mean_penalty(seed: int, leaves: int, expected: Expected = plainly, many: int = 1) -> tuple[float, float]:
    """The mean over all deals, for a player who goes by the place alone, and its standard error."""
    chart, worths, random = forward(seed), random_worths(seed), Random(seed)
    ways = [random.randrange(WAYS) for _ in range(PLACES)]
    program = backend().program
    slot = [each.path for each in program.slots].index("at")
    legal = np.zeros(backend().constant("EVENT_ROOM"), dtype=np.int64)
    sums = []
    for number, deal in enumerate(tuple(deals()) * many):
        setting = setting_of(chart, deal)
        one = Relaxation(backend(), setting, Judged(worths), leaves=leaves, samples=4)
        context = backend().context(setting)

        def decide(state: Any, context: Any = context) -> int:
            count = int(backend().call("call_legal_events", state, context, legal))
            return int(legal[ways[int(state[slot])] % count])

        sums.append(penalties(one, setting, start_of(setting), decide, 1 + number, expected))
    return fmean(sums), stdev(sums) / len(sums) ** 0.5


@pytest.mark.parametrize("seed", range(CHARTS))
def test_penalties_have_mean_zero_over_all_deals(seed: int) -> None:
    """Exactly, but for rounding, where outcomes are weighed; within its error where they are sampled."""
    mean, _ = mean_penalty(seed, 64)
    assert abs(mean) <= PLACES * 2.0**-20
    mean, error = mean_penalty(seed, 0, many=2)
    assert abs(mean) <= 4 * error + PLACES * 2.0**-20


def test_a_penalty_that_is_no_fair_bet_is_caught() -> None:
    """Planted: what the table was worth before the decision; the first outcome; nothing."""
    def before(one: Relaxation, state: Any, event: int, lot: int) -> int:
        return one.worth(state, Status.DECISION)

    def unweighed(one: Relaxation, state: Any, event: int, lot: int) -> int:
        return Relaxation(one.backend, one.setting, one.judging, leaves=0, samples=1).expected(state, event, 7)

    def nothing(one: Relaxation, state: Any, event: int, lot: int) -> int:
        return 0

    for fault in (before, unweighed, nothing):
        assert sum(abs(mean_penalty(seed, 64, fault)[0]) > 0.01 for seed in range(4)) >= 2, fault.__name__


@pytest.mark.parametrize("policy", ["random", "greedy", "learned"])
def test_penalties_have_mean_zero_for_players_of_a_game(policy: str) -> None:
    """In Until Dawn, whatever the weights: these are of a short training, and judge badly."""
    dealer, instance = dealt("until-dawn")
    run = instance.native("native")
    who = player(policy, run, instance.setting.in_force, 0, weights=weights_for("until-dawn"))
    one, sums = Relaxation(run, instance.setting, weights_for("until-dawn"), samples=8, leaves=8), list[float]()
    for seed in range(1, 401):
        deal = dealer.instance(seed)
        table = Table.of(run, deal.setting, run.state(deal.start))
        chosen = lots(seed)

        def decide(state: Any, table: Table = table, chosen: Iterator[int] = chosen) -> int:
            assert (table._state == state).all()
            event = who.decide(table.seen, next(chosen))
            table.decide(event)
            return event

        sums.append(penalties(one, deal.setting, run.state(deal.start), decide, seed))
    error = stdev(sums) / len(sums) ** 0.5
    assert abs(fmean(sums)) <= 4 * error and error < 0.05, (fmean(sums), error)
