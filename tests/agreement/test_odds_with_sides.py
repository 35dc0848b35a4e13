"""Odds against opponents on random graphs: every strategy of either side tried out in plain fractions, and Storm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from attrs import evolve, frozen

import verifier as daybreak
from tests.agreement.test_forced import coalitions
from tests.games.network import NOWHERE, PLACES, SEATS, WAYS, Phase, Seat, game
from tests.games.network.drawn import Drawn, chart_of, native
from tests.storm import storm_odds
from verifier.errors import DaybreakError
from verifier.instance import Instance, instance_of
from verifier.run.control import Status
from verifier.scenarios.loader import new_scenario
from verifier.search.explore import ExploreOptions, explore
from verifier.search.forced import seats_of, worths_of
from verifier.search.graph import Attributes, graph_of
from verifier.search.graph_odds import odds

SEEDS = range(600)
MANY = range(6_000)
TOP = 3
PAIRS_MOST = 300  # of strategies, one of either side: each has its equations solved


@frozen(eq=False)
class Drawing:
    """A random chart with open chance, who decides where, and the places that a coalition wants to come to."""

    chart: Drawn
    owners: list[int]
    coalition: set[int]
    least: int  # what an end has to pay to each of them; 0: they want to come to the last place
    pays: list[list[int]]

    def wanted(self, place: int) -> bool:
        """Whether all of the coalition are content here."""
        if self.least == 0:
            return place == PLACES - 1
        return self.chart.kinds[place] is Phase.OUT and min(self.pays[place][seat] for seat in self.coalition) >= self.least

    def ways(self, place: int) -> list[tuple[int, int]]:
        """Where one can come from a place, with weights; nowhere from a wanted one."""
        leads, kind = self.chart.leads[place], self.chart.kinds[place]
        if kind is Phase.OUT or self.wanted(place):
            return []
        if kind is Phase.PASS:
            return [(leads[0], 1)]
        weights = self.chart.weights[place] if kind is Phase.DRAW else [1] * len(leads)
        return [(lead, weight) for lead, weight in zip(leads, weights, strict=True) if lead != NOWHERE and weight]

    def reached(self) -> list[int]:
        """The places that play can come to."""
        found = [0]
        for place in found:
            found += sorted({lead for lead, _ in self.ways(place)} - set(found))
        return found

    def decisions(self, ours: bool) -> list[int]:
        """The places that play can come to at which one side decides."""
        return [place for place in self.reached() if self.chart.kinds[place] is Phase.CHOOSE and self.ways(place)
                and (self.owners[place] in self.coalition) is ours]

    def strategies(self, ours: bool) -> Iterator[dict[int, int]]:
        """Every choice of a way at each decision of a side."""
        places = self.decisions(ours)
        for leads in product(*([lead for lead, _ in self.ways(place)] for place in places)):
            yield dict(zip(places, leads, strict=True))

    def pairs(self) -> int:
        """How many strategies of one side there are for each of the other, taken together."""
        return prod(len(self.ways(place)) for ours in (True, False) for place in self.decisions(ours))

    def value(self, beyond: int) -> Fraction:
        """What the coalition can be sure of, dead ends being lost (0) or won (1)."""
        places = self.reached()
        won = {place for place in places if self.wanted(place)}
        if beyond:
            won |= {place for place in places if not self.ways(place) and self.chart.kinds[place] is not Phase.OUT}
        rows = [[reaching(self, places, won, mine | theirs) for theirs in self.strategies(False)]
                for mine in self.strategies(True)]
        sure = max(min(row) for row in rows)
        assert sure == min(max(column) for column in zip(*rows, strict=True))
        return sure


def reaching(drawing: Drawing, places: list[int], won: Collection[int], chosen: dict[int, int]) -> Fraction:
    """How likely play comes to one of these places, everybody's choices being fixed: by elimination."""
    leads = {place: [(chosen[place], 1)] if place in chosen else drawing.ways(place) for place in places}
    can = set(won)
    while more := {place for place in places if place not in can and any(lead in can for lead, _ in leads[place])}:
        can |= more
    unknown = sorted(can - set(won))
    rows: dict[int, tuple[dict[int, Fraction], Fraction]] = {}
    for place in unknown:
        total = sum(weight for _, weight in leads[place])
        row, constant = {place: Fraction(1)}, Fraction(0)
        for lead, weight in leads[place]:
            if lead in won:
                constant += Fraction(weight, total)
            elif lead in can:
                row[lead] = row.get(lead, Fraction(0)) - Fraction(weight, total)
        rows[place] = row, constant
    for place in unknown:
        pivot, known = rows[place]
        for each in unknown:
            if each != place and (factor := rows[each][0].get(place, Fraction(0)) / pivot[place]):
                row, constant = rows[each]
                rows[each] = ({key: row.get(key, Fraction(0)) - factor * pivot.get(key, Fraction(0)) for key in {*row, *pivot}},
                              constant - factor * known)
    return Fraction(1) if 0 in won else rows[0][1] / rows[0][0][0] if 0 in rows else Fraction(0)


def lucky(random: Random) -> Drawn:
    """A random chart with much chance: the others' generator draws so little that hardly any odds are between 0 and 1."""
    share = [Phase.CHOOSE] * 6 + [Phase.DRAW] * 6 + [Phase.PASS] + [Phase.OUT] * 3
    kinds = [random.choice(share[:12]), *(random.choice(share) for _ in range(PLACES - 1))]
    leads = [[_lead(random, place) if random.random() < 0.8 else NOWHERE for _ in range(WAYS)] for place in range(PLACES)]
    for place, kind in enumerate(kinds):
        if kind is Phase.PASS or random.random() < 0.9:
            leads[place][0] = _lead(random, place)
    weights = [[random.randrange(4) if lead != NOWHERE and kind is Phase.DRAW else 0 for lead in leads[place]]
               for place, kind in enumerate(kinds)]
    return Drawn(kinds, leads, weights, [(0, 0)] * PLACES, None)


def _lead(random: Random, place: int) -> int:
    """Mostly onwards, as otherwise whoever is against it goes round for ever."""
    return random.randrange(PLACES) if place == PLACES - 1 or random.random() < 0.2 else random.randrange(place + 1, PLACES)


def drawing_of(seed: int, change: Callable[[Drawn], Drawn] = lambda chart: chart) -> tuple[Drawing, Instance]:
    """A random drawing, its chart changed perhaps, and the game."""
    random = Random(seed)
    chart = change(lucky(random))
    owners = [random.randrange(SEATS) for _ in range(PLACES)]
    pays = [random.choices(range(TOP + 1), k=SEATS) if random.random() < 0.6 else [TOP] * SEATS for _ in range(PLACES)]
    data = chart_of(chart, random)
    for place in range(PLACES):
        data.owners[place] = Seat(owners[place])
        for seat in range(SEATS):
            data.pays[place * SEATS + seat] = pays[place][seat]
    scenario = new_scenario(game, title=f"network {seed}")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=data))
    return Drawing(chart, owners, coalitions(seed), (0, 1, 1, 2, 3)[seed % 5], pays), instance_of(scenario, native().program)


def compare(seeds: Collection[int]) -> tuple[int, int, int]:
    """The answers for charts that are small enough with the naive ones; how many were compared, were mixed, hang on dead ends."""
    compared = mixed = open_ = 0
    for seed in seeds:
        drawing, made = drawing_of(seed)
        if not drawing.decisions(True) or not drawing.decisions(False) or drawing.pairs() > PAIRS_MOST:
            continue
        compared += 1
        low, high = drawing.value(0), drawing.value(1)
        asked = {"goal": "at_the_last_place"} if drawing.least == 0 else {"at_least": str(drawing.least)}
        seats = [str(seat) for seat in sorted(drawing.coalition)]
        if low != high:
            open_ += 1
            with pytest.raises(DaybreakError):
                daybreak.odds(made, seats=seats, against="rest", engine="interpreted", **asked)
            continue
        found = daybreak.odds(made, seats=seats, against="rest", engine="interpreted", **asked)
        assert (found.low, found.high) == (low, low), seed
        mixed += 0 < low < 1
    return compared, mixed, open_


def test_what_is_sure_is_what_trying_out_every_strategy_says() -> None:
    compared, mixed, open_ = compare(SEEDS[:100])
    assert compared > 30 and mixed > 2 and open_ > 1, (compared, mixed, open_)


@pytest.mark.long
def test_what_is_sure_is_what_trying_out_every_strategy_says_of_many() -> None:
    compared, mixed, open_ = compare(MANY)
    assert compared > 2_000 and mixed > 200 and open_ > 100, (compared, mixed, open_)


def test_storm_confirms_what_is_sure_on_random_graphs() -> None:
    """No reply to the decisions that were found is better, on either side; and with one side only, Storm's value is ours."""
    pytest.importorskip("stormpy")
    mixed = 0
    for seed in SEEDS:
        drawing, made = drawing_of(seed)
        options = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0)
        explored = explore(native(), made.setting, made.start, options)
        graph, seats, deciding = graph_of(explored, replays_max=0), seats_of(explored), set(explored.numbers(Status.DECISION))
        ends, worths = worths_of(explored, drawing.coalition)
        good = {number for number in graph if explored.position(number).state.at == PLACES - 1} if drawing.least == 0 else \
            set(ends[worths >= drawing.least].tolist())
        theirs = {number for number in deciding if int(seats[number]) not in drawing.coalition}

        def wanted(number: int, data: Attributes, good: set[int] = good) -> bool:
            return number in good

        def hoped(number: int, data: Attributes, good: set[int] = good) -> bool:
            return number in good or data["status"] == "dead-end"

        found = odds(graph, wanted, against=theirs)
        for aim, values, decisions in ((wanted, found.low, found.decisions), (hoped, found.high, found.hopes)):
            expected = pytest.approx([float(values[number]) for number in sorted(graph)], abs=1e-6)
            ours = {number: event for number, event in decisions.items() if number not in theirs}
            replies = {number: event for number, event in decisions.items() if number in theirs}
            assert storm_odds(graph, aim, least=True, fixed=ours) == expected, seed
            assert storm_odds(graph, aim, fixed=replies) == expected, seed
        mixed += any(0 < value < 1 for value in found.low.values())
        for against, least in ((set[int](), False), (deciding, True)):
            one = odds(graph, wanted, against=against).low
            expected = pytest.approx([float(one[number]) for number in sorted(graph)], abs=1e-6)
            assert storm_odds(graph, wanted, least=least) == expected, seed
    assert mixed > 100
