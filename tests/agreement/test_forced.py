"""What coalitions can force on random graphs, against the textbook's fixed points: plain sets, nothing of Daybreak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.games.network import PLACES, SEATS, Phase, Seat, game
from tests.games.network.drawn import At, Drawn, chart_of, drawn, native
from verifier.analysis import forced as module
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.forced import Request, forced_by
from verifier.analysis.strategy import NO_END
from verifier.certificate import Rejected
from verifier.forced_certificate import ForceClaim, check_force
from verifier.instance import Instance, instance_of
from verifier.judge import Judge
from verifier.line import Line, replay
from verifier.run.control import Status
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.forced import NEVER, Choice, Forced, forced
from verifier.search.limits import Limits

SEEDS = range(100)
MANY = range(10_000)
TOP = 3
ROUND = (-1, -1)  # where what follows by itself goes round for ever


class Naive:
    """A chart with owners and pays, each position a name; the others and chance are against the coalition."""

    def __init__(self, chart: Drawn, owners: list[int], pays: list[list[int]], coalition: set[int]) -> None:
        self.chart, self.owners, self.pays, self.coalition = chart, owners, pays, coalition
        start = chart.settled((0, 0))
        self.start: At = ROUND if start is None else start
        self.known: dict[At, list[At]] = {ROUND: []}
        self.positions, waiting = {self.start}, [self.start]
        for at in waiting:
            for after in self.after(at):
                if after not in self.positions:
                    self.positions.add(after)
                    waiting.append(after)

    def after(self, at: At) -> list[At]:
        """Where play can come from a position."""
        if at not in self.known:
            self.known[at] = [ROUND if each is None else each for each in map(self.chart.settled, self.chart.transitions(at))]
        return self.known[at]

    def is_ours(self, at: At) -> bool:
        """Whether the coalition decides."""
        return at != ROUND and self.chart.kinds[at[0]] is Phase.CHOOSE and self.owners[at[0]] in self.coalition

    def worth(self, at: At, guessed: int) -> int | None:
        """What a position is worth by itself; None where play goes on, or round and round."""
        if at == ROUND or self.after(at):
            return None
        if self.chart.status(at) != "end":
            return guessed
        return min(self.pays[at[0]][seat] for seat in self.coalition)

    def value(self, endless: int, guessed: int) -> int:
        """The most that the coalition can be sure of at the start."""
        return max(aim for aim in range(min(endless, 0), max(TOP, endless) + 1) if self.start in self.sure(aim, endless, guessed))

    def sure(self, aim: int, endless: int, guessed: int) -> set[At]:
        """Where the coalition can be sure of so much: a least fixed point, or the greatest where going on for ever is as good."""
        good = {at for at in self.positions if (worth := self.worth(at, guessed)) is not None and worth >= aim}
        held = set(good) if endless < aim else {at for at in self.positions if self.worth(at, guessed) is None} | good
        while True:
            now = good | {at for at in self.positions if self.worth(at, guessed) is None and self.keeps(at, held, endless >= aim)}
            if now == held:
                return held
            held = now

    def keeps(self, at: At, held: set[At], round_is_good: bool) -> bool:
        """Whether the coalition can see to it that play comes to one of these next, or goes round and that is as good."""
        if at == ROUND:
            return round_is_good
        choose: Callable[[Iterable[bool]], bool] = any if self.is_ours(at) else all
        return choose(each in held for each in self.after(at))


def with_sides(seed: int) -> tuple[Drawn, list[int], list[list[int]], Instance]:
    """A random chart with owners and pays, as lists and as a game."""
    random, chart = Random(seed), drawn(seed, dealt=seed % 3 != 0)
    data = chart_of(chart, random)
    owners = [random.randrange(SEATS) for _ in range(PLACES)]
    pays = [[random.randrange(TOP + 1) for _ in range(SEATS)] for _ in range(PLACES)]
    for place in range(PLACES):
        data.owners[place] = Seat(owners[place])
        for seat in range(SEATS):
            data.pays[place * SEATS + seat] = pays[place][seat]
    scenario = new_scenario(game, title=f"network {seed}")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=data))
    made = instance_of(scenario, native().program)
    setting = Setting({}, data, (chart.tape or (),))
    return chart, owners, pays, Instance(scenario, made.program, setting, Reference(made.program, setting), made.start)


def searched(seed: int, *, limits: Limits | None = None) -> tuple[Drawn, list[int], list[list[int]], Explored]:
    """A random chart with owners and pays, and its exploration."""
    chart, owners, pays, made = with_sides(seed)
    options = ExploreOptions(open_chance=chart.tape is None, edges=True)
    return chart, owners, pays, explore(native(), made.setting, made.start, options, limits)


def coalitions(seed: int) -> set[int]:
    """Some of the seats."""
    random = Random(seed)
    return set(random.sample(range(SEATS), random.choice((1, 1, 2, 3))))


@pytest.mark.parametrize("endless", [NEVER, 0, 1, 2, TOP, TOP + 1])
def test_random_graphs(endless: int) -> None:
    for seed in SEEDS:
        compare(seed, endless)


@pytest.mark.long
def test_many_random_graphs() -> None:
    for seed in MANY:
        compare(seed, seed % (TOP + 3) - 1)


def compare(seed: int, endless: int) -> None:
    """What is found of a graph with what the textbook says, and the strategies with what they promise."""
    chart, owners, pays, explored = searched(seed)
    coalition = coalitions(seed)
    naive = Naive(chart, owners, pays, coalition)
    found = forced(explored, coalition, endless=endless)
    least, most = (naive.value(endless, guessed) for guessed in (min(0, endless), max(TOP, endless)))
    assert (found.least.at(0), found.most.at(0)) == (least, most), seed
    for of_others in (False, True):
        check(found, list(found.strategy(of_others=of_others)), of_others)


def check(found: Forced, strategy: list[Choice], of_others: bool) -> None:
    """That a strategy leaves the other side all its events, comes to no end that is worse, and goes round only where it may."""
    explored, worths = found.explored, found.most if of_others else found.least
    sign, aim = -1 if of_others else 1, worths.at(0)
    legal: dict[int, set[tuple[int, int]]] = {}
    for source, target, event in explored.tables.edges[:explored.edge_count].tolist():
        legal.setdefault(source, set()).add((event, target))
    named = {each.number: each for each in strategy}
    for each in strategy:
        events = legal.get(each.number, set())
        if bool(found.ours[each.number]) is not of_others and events:
            assert len(each.edges) == 1 and set(each.edges) <= events
        else:
            assert set(each.edges) == events
        if not events and explored.tables.node[each.number] != Status.LOOP:
            assert sign * worths.at(each.number) >= sign * aim
    if sign * found.endless < sign * aim:
        assert_ends(named)


def assert_ends(named: dict[int, Choice]) -> None:
    """That nothing of a strategy goes round."""
    done: dict[int, bool] = {}

    def visit(number: int) -> None:
        done[number] = False
        for _, after in named[number].edges:
            assert done.get(after) is not False, "round and round"
            if after not in done:
                visit(after)
        done[number] = True

    visit(0)


def test_what_was_not_explored_is_worth_anything() -> None:
    """Bounds of a search that stopped are those of the whole one or wider, and narrow as it goes on."""
    for seed in SEEDS[:40]:
        _, _, _, whole = searched(seed)
        coalition = coalitions(seed)
        sure = forced(whole, coalition)
        for states in (1, 3, 6):
            *_, cut = searched(seed, limits=Limits(states=states))
            found = forced(cut, coalition)
            assert found.least.at(0) <= sure.least.at(0) <= sure.most.at(0) <= found.most.at(0), seed


def answered(made: Instance, chart: Drawn, coalition: set[int], endless: Endless = Endless.WORST, to: str | None = None) -> Any:
    chance = ChanceChoice.OPEN if chart.tape is None else ChanceChoice.DEAL
    seats = tuple(str(seat) for seat in coalition)
    asked = Request(seats, Against.REST, endless, chance, EngineChoice.INTERPRETED, Limits(), certify=True, to=to)
    return forced_by(made, asked)[0]


@pytest.mark.long
def test_many_strategies_stand_up_to_every_reply() -> None:
    for seed in MANY[::10]:
        chart, _, _, made = with_sides(seed)
        found = answered(made, chart, coalitions(seed), list(Endless)[seed // 10 % 2])
        assert not found.strategy.is_open and not found.replies.is_open, seed


@pytest.mark.parametrize("endless", list(Endless))
def test_strategies_stand_up_to_every_reply(endless: Endless) -> None:
    """By the plain rules, position by position; and the line that is shown ends as the answer says."""
    claimed = 0
    for seed in SEEDS:
        chart, _, pays, made = with_sides(seed)
        coalition = coalitions(seed)
        found = answered(made, chart, coalition, endless)
        assert not found.strategy.is_open and not found.replies.is_open, seed
        claimed += bool(found.strategy.positions) + bool(found.replies.positions)
        if found.exact and not found.goes_on and found.least is not None and found.played.over:
            end = made.reference.kind
            last = list(replayed(made, chart, found.line))[-1].after
            assert end(last) == 3 and min(pays[last.state.at][seat] for seat in coalition) == found.least, seed
    assert claimed > len(SEEDS) // 2


def replayed(made: Instance, chart: Drawn, line: tuple[str, ...]) -> Iterator[Any]:
    setting = Setting({}, made.setting.edition, () if chart.tape is None else (chart.tape,))
    return replay(Reference(made.program, setting), made.start, Line(line))


def caught(chart: Drawn, owners: list[int], coalition: set[int], theirs: bool, guessed: bool) -> bool:
    """Whether a side is sure that play comes to the last place: the coalition, or (`theirs`) everybody else and chance."""
    far = chart.distances(chart.transitions, (0, 0))
    sure = {at for at in far if at[0] == PLACES - 1}
    if guessed:
        sure |= {at for at in far if not chart.transitions(at) and chart.status(at) != "end"}
    while True:
        more = set()
        for at in far.keys() - sure:
            following = chart.transitions(at)
            ours = chart.kinds[at[0]] is Phase.CHOOSE and owners[at[0]] in coalition
            choose: Callable[[Iterable[bool]], bool] = any if ours is not theirs else all
            more |= {at} if following and choose(each in sure for each in following) else set()
        if not more:
            return (0, 0) in sure
        sure |= more


def test_goals_that_are_come_to_and_invariants_that_are_kept() -> None:
    """By the textbook's attractors, transition by transition; and the strategies stand up to every reply."""
    counts = {True: 0, False: 0}
    for seed in SEEDS:
        chart, owners, _, made = with_sides(seed)
        coalition = coalitions(seed)
        there = answered(made, chart, coalition, to="at_the_last_place")
        assert [there.least, there.most] == [caught(chart, owners, coalition, False, guessed) for guessed in (False, True)], seed
        kept = answered(made, chart, coalition, to="never_at_the_last_place")
        assert [kept.least, kept.most] == [not caught(chart, owners, coalition, True, guessed) for guessed in (True, False)], seed
        for found in (there, kept):
            assert not found.strategy.is_open and not found.replies.is_open, seed
            counts[found.least] += 1
    assert min(counts.values()) > 20, counts


def test_the_checker_refuses_claims_that_are_not_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than can be forced, less than the others can keep it to, another choice that is not as good, a choice left out."""
    refused = {"more": 0, "less": 0, "left out": 0, "endless": 0}
    claims: list[tuple[Any, Any, ForceClaim]] = []

    def kept(judge: Judge, start: Any, claim: ForceClaim) -> Any:
        claims.append((judge, start, claim))
        return check_force(judge, start, claim)

    monkeypatch.setattr(module, "check_force", kept)
    for seed in SEEDS[:60]:
        chart, _, _, made = with_sides(seed)
        answered(made, chart, coalitions(seed))
    for judge, start, claim in claims:
        judge._limits = Limits().running()
        if claim.worth not in ((), NO_END):
            step = -1 if claim.of_others else 1
            other = evolve_claim(claim, worth=(claim.worth[0] + step,))
            refused["less" if claim.of_others else "more"] += is_refused(judge, start, other)
        if claim.choices:
            refused["left out"] += is_refused(judge, start, evolve_claim(claim, choices={}))
        if claim.may_go_on:
            refused["endless"] += is_refused(judge, start, evolve_claim(claim, may_go_on=False))
    assert all(count > 5 for count in refused.values()), refused


def evolve_claim(claim: ForceClaim, **changes: Any) -> ForceClaim:
    return ForceClaim(**{**vars(claim), **changes})


def is_refused(judge: Judge, start: Any, claim: ForceClaim) -> bool:
    try:
        check_force(judge, start, claim)
    except Rejected:
        return True
    return False
