"""What can be forced by what is seen, against all strategies of tiny games without memory, one after the other: plain loops."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import product
from random import Random

import pytest
from attrs import evolve, frozen

from tests.games.fog import NOWHERE, PLACES, SEATS, WAYS, Chart, Phase, Seat, game
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.forced import TRIED_ALL, Request, forced_by
from verifier.analysis.sides_judge import SidesJudge
from verifier.forced_certificate import check_force
from verifier.instance import Instance, instance_of
from verifier.lang.values import blank
from verifier.program.program import Program, load
from verifier.results.forced import Forced
from verifier.scenarios.loader import new_scenario
from verifier.search.blind import blind
from verifier.search.limits import Limits

GAMES = range(2_000)
MANY = range(2_000, 30_000)
BEST, NEVER_ENDS = 2, {Endless.WORST: -1, Endless.BEST: 3}


@frozen(eq=False)
class Drawn:
    """A chart as plain lists: of each place what it is, whose, where its ways lead, what it pays and looks like to each seat."""

    kinds: list[Phase]
    owners: list[int]
    leads: list[dict[int, int]]
    pays: list[tuple[int, ...]]
    looks: list[tuple[int, ...]]

    def truth(self, coalition: set[int], endless: int) -> int:
        """The most that a strategy without memory is sure of: each look of each seat has one way, and all of them are tried."""
        ours = [place for place in self.reached({}) if self.kinds[place] is Phase.CHOOSE and self.owners[place] in coalition]
        looks = sorted({self.look(place) for place in ours})
        return max(self.worth(coalition, endless, dict(zip(looks, ways, strict=True)))
                   for ways in product(range(WAYS), repeat=len(looks)))

    def look(self, place: int) -> tuple[int, int]:
        """Who decides, and what that seat sees."""
        return self.owners[place], self.looks[place][self.owners[place]]

    def reached(self, strategy: dict[tuple[int, int], int], coalition: frozenset[int] = frozenset()) -> list[int]:
        """Where play can come to; nowhere behind a place where the strategy goes a way that there is not."""
        found = [0]
        for place in found:
            found += dict.fromkeys(each for each in self.after(place, strategy, coalition) if each not in found)
        return found

    def after(self, place: int, strategy: dict[tuple[int, int], int], coalition: frozenset[int]) -> list[int]:
        """Where play can go from a place."""
        if self.kinds[place] is Phase.OUT:
            return []
        if self.kinds[place] is Phase.CHOOSE and self.owners[place] in coalition:
            way = strategy[self.look(place)]
            return [self.leads[place][way]] if way in self.leads[place] else []
        return list(self.leads[place].values())

    def worth(self, coalition: set[int], endless: int, strategy: dict[tuple[int, int], int]) -> int:
        """What a strategy is sure of: of nothing if it goes a way that there is not."""
        seats = frozenset(coalition)
        places = self.reached(strategy, seats)
        after = {place: self.after(place, strategy, seats) for place in places}
        if any(not after[place] and self.kinds[place] is not Phase.OUT for place in places):
            return min(0, endless)
        ends = [min(self.pays[place][seat] for seat in seats) for place in places if self.kinds[place] is Phase.OUT]
        left = set(places)
        while gone := {place for place in left if not set(after[place]) & left}:
            left -= gone
        return min([*ends, *([endless] if left else [])])


@cache
def program() -> Program:
    """The game of fog."""
    return load(game)


def drawn(seed: int) -> tuple[Drawn, Instance, set[int]]:
    """A random chart, as lists and as a game, and a coalition; three in four without a way back."""
    random = Random(seed)
    size, shades, ends = random.randint(5, 12), random.randint(1, 3), random.randint(2, 5)
    among = (Phase.CHOOSE, Phase.CHOOSE, Phase.CHOOSE, Phase.DRAW)
    kinds = [Phase.DRAW, *(random.choice(among) for _ in range(max(1, size - ends - 1)))]
    kinds += [Phase.OUT] * (size - len(kinds))
    owners = [random.choice((0, 0, 1)) for _ in range(size)]
    leads = []
    for place in range(size):
        later = range(place + 1, min(size, place + 5)) if seed % 4 and place < size - 1 else range(size)
        ways = random.sample(range(WAYS), random.choice((1, 2, 3, 3, 3)))
        leads.append({way: random.choice(later) for way in sorted(ways)})
    pays = [tuple(random.choice((0, 1, 2, 2)) for _ in range(SEATS)) for _ in range(size)]
    looks = [tuple(random.randrange(shades) for _ in range(SEATS)) for _ in range(size)]
    chart = Drawn(kinds, owners, leads, pays, looks)
    return chart, instance(chart), random.choice(({0}, {0}, {1}, {0, 1}))


def instance(chart: Drawn) -> Instance:
    """A chart as a game."""
    data: Chart = blank(game.edition_type)
    for place in range(PLACES):
        is_there = place < len(chart.kinds)
        data.kinds[place] = chart.kinds[place] if is_there else Phase.OUT
        data.owners[place] = Seat(chart.owners[place] if is_there else 0)
        for way in range(WAYS):
            data.leads[place * WAYS + way] = chart.leads[place].get(way, NOWHERE) if is_there else NOWHERE
        for seat in range(SEATS):
            data.pays[place * SEATS + seat] = chart.pays[place][seat] if is_there else 0
            data.looks[place * SEATS + seat] = chart.looks[place][seat] if is_there else 0
    scenario = new_scenario(game, title="fog")
    return instance_of(evolve(scenario, edition=evolve(scenario.edition, record=data)), program())


def asked(seats: set[int], endless: Endless, *, blind: bool = True) -> Request:
    """What the seats can force."""
    return Request(tuple(str(seat) for seat in sorted(seats)), Against.REST, endless, ChanceChoice.OPEN, EngineChoice.INTERPRETED,
                   Limits(), True, blind=blind)


def compare(seed: int, counts: Counter[str]) -> None:
    """What is found of a chart with what trying all strategies shows."""
    chart, made, coalition = drawn(seed)
    endless = Endless.BEST if seed % 3 == 0 else Endless.WORST
    found, strategy, _ = forced_by(made, asked(coalition, endless))
    least, most = (NEVER_ENDS[endless] if each is None else each for each in (found.least, found.most))
    truth = chart.truth(coalition, NEVER_ENDS[endless])
    assert least <= truth <= most, (seed, least, truth, most)
    if found.reason == TRIED_ALL:
        assert least == truth < most, (seed, least, truth, most)
    if strategy is not None:
        assert strategy.claim.blind
        check_force(SidesJudge(made, None, True), made.start, strategy.claim)
    counts.update([_answer(found), "matters" if truth < most else "no matter"])


def _answer(found: Forced) -> str:
    return "exact" if found.exact else "tried all" if found.reason == TRIED_ALL else "not settled"


def test_random_games() -> None:
    """Nothing is said that is not so; of these games all strategies can be tried, so that none is given up."""
    counts: Counter[str] = Counter()
    for seed in GAMES:
        compare(seed, counts)
    assert counts["not settled"] == 0 and counts["matters"] == counts["tried all"], counts
    assert counts["tried all"] == 88, counts


def test_a_search_that_takes_nothing_back_leaves_some_unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2,000 games 32, eight of which can be forced by what is seen; what it does say is so."""
    monkeypatch.setattr("verifier.search.blind.blind", partial(blind, taken_back_most=0))
    counts: Counter[str] = Counter()
    for seed in range(400):
        compare(seed, counts)
    assert 0 < counts["not settled"] < 20, counts


@pytest.mark.long
def test_many_random_games() -> None:
    counts: Counter[str] = Counter()
    for seed in MANY:
        compare(seed, counts)
    assert counts["not settled"] == 0
