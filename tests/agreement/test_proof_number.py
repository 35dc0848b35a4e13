"""Proof-number search against the full exploration: the same answers with fewer states, on random graphs and on solved games."""

from __future__ import annotations

from typing import Any

import pytest

import verifier as daybreak
from tests.agreement.test_forced import MANY, SEEDS, TOP, Naive, caught, check, coalitions, searched, with_sides
from tests.contract.test_games_with_sides import heap, instance
from tests.contract.test_kalah import ENDINGS, PUBLISHED
from tests.games import four, kalah, noughts
from tests.games.network.drawn import native
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.forced import Request, forced_by
from verifier.errors import BadInput
from verifier.instance import Instance
from verifier.results.forced import Forced
from verifier.run.native import Native
from verifier.search.forced import forced
from verifier.search.limits import Limits, Watch
from verifier.search.proof_number import ProofNumberSearch, forced_by_proof_numbers


def proved(seed: int, endless: int, limits: Limits | None = None, backend: Native | None = None) -> Any:
    """What is explored of a random graph, and what can be forced by it."""
    chart, _, _, made = with_sides(seed)
    return forced_by_proof_numbers(backend or native(), made.setting, made.start, coalitions(seed), endless=endless,
                                   open_chance=chart.tape is None, limits=limits)


def compare(seed: int, endless: int) -> tuple[int, int]:
    """The answer with the textbook's, the strategies with what they promise; the states, and those of the full exploration."""
    chart, owners, pays, whole = searched(seed)
    explored, found = proved(seed, endless)
    naive = Naive(chart, owners, pays, coalitions(seed))
    least, most = (naive.value(endless, guessed) for guessed in (min(0, endless), max(TOP, endless)))
    assert (found.least.at(0), found.most.at(0)) == (least, most), seed
    assert explored.ending == ("closed" if explored.is_expanded.all() else "goal"), seed
    for of_others in (False, True):
        check(found, list(found.strategy(of_others=of_others)), of_others)
    return explored.states, whole.states


@pytest.mark.parametrize("endless", [-1, 1, TOP + 1])
def test_random_graphs(endless: int) -> None:
    counts = [compare(seed, endless) for seed in SEEDS]
    assert all(states <= whole for states, whole in counts)
    assert sum(states for states, _ in counts) < sum(whole for _, whole in counts)


@pytest.mark.long
def test_many_random_graphs() -> None:
    for seed in MANY:
        compare(seed, seed % (TOP + 3) - 1)


def test_a_search_that_is_cut_short_says_nothing_wrong() -> None:
    for seed in SEEDS[:60]:
        *_, whole = searched(seed)
        sure = forced(whole, coalitions(seed))
        for states in (1, 2, 3, 5, 8):
            explored, found = proved(seed, -1, Limits(states=states))
            assert found.least.at(0) <= sure.least.at(0) <= sure.most.at(0) <= found.most.at(0), (seed, states)
            assert explored.ending in ("states", "goal", "closed")
            assert explored.ending != "goal" or found.least.at(0) == found.most.at(0)


def answered(seed: int, made: Instance, is_open: bool, endless: Endless, to: str | None = None) -> Forced:
    seats = tuple(str(seat) for seat in coalitions(seed))
    return forced_by(made, Request(seats, Against.REST, endless, ChanceChoice.OPEN if is_open else ChanceChoice.DEAL,
                                   EngineChoice.INTERPRETED, Limits(), certify=True, to=to, strategy="proof-number"))[0]


def test_strategies_stand_up_to_every_reply_and_goals_and_invariants_are_as_the_textbook_says() -> None:
    claimed = 0
    for seed in SEEDS:
        chart, owners, _, made = with_sides(seed)
        coalition, is_open = coalitions(seed), chart.tape is None
        there = answered(seed, made, is_open, Endless.WORST, "at_the_last_place")
        assert [there.least, there.most] == [caught(chart, owners, coalition, False, guessed) for guessed in (False, True)], seed
        kept = answered(seed, made, is_open, Endless.WORST, "never_at_the_last_place")
        assert [kept.least, kept.most] == [not caught(chart, owners, coalition, True, guessed) for guessed in (True, False)], seed
        for found in (there, kept, answered(seed, made, is_open, list(Endless)[seed % 2])):
            assert not found.strategy.is_open and not found.replies.is_open, seed
            claimed += bool(found.strategy.positions) + bool(found.replies.positions)
    assert claimed > len(SEEDS)


@pytest.mark.parametrize("endless", [-1, 2])
def test_how_much_is_done_at_once_changes_nothing_nor_does_the_execution(endless: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = []
    for most, engine in ((1, "interpreted"), (1000, "interpreted"), (7, "native")):
        monkeypatch.setattr(Watch, "_fitting", lambda self, *spent, most=most: (most,))
        backend = native() if engine == "interpreted" else Native(native().program, "native")
        numbers.append([(explored.states, explored.transitions, explored.tables.edges[:explored.edge_count].tolist(),
                         found.least.at(0)) for explored, found in (proved(seed, endless, None, backend) for seed in SEEDS[:20])])
    assert numbers[0] == numbers[1] == numbers[2]


def asked(of: Instance, seats: str, engine: str = "interpreted", **options: Any) -> Forced:
    found = daybreak.force(of, seats, engine=engine, certify=True, against="rest", strategy="proof-number", **options)
    assert found.exact and not found.strategy.is_open and not found.replies.is_open
    return found


@pytest.mark.parametrize(("seat", "states"), [("cross", 3_522), ("nought", 4_336)])
def test_noughts_and_crosses_is_a_draw_by_fewer_states_than_there_are(seat: str, states: int) -> None:
    found = asked(instance(noughts, "plain"), seat)
    assert (found.least, found.states, found.ending) == (1, states, "goal")
    goal = asked(instance(noughts, "plain"), seat, to="cross-has-a-line")
    assert goal.least is False


def test_each_aim_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three outcomes that are open the best, the middle one and the worst are proved in turns, each by states of its own."""
    turns, call, aim = list[list[int]](), ProofNumberSearch._call, ProofNumberSearch._aim

    def aimed(self: ProofNumberSearch, least: int, found: Any) -> None:
        turns.append([least, self.states])
        aim(self, least, found)

    def called(self: ProofNumberSearch, picks: Any, until: int) -> Any:
        ending = call(self, picks, until)
        if not len(picks):
            turns[-1].append(self.states)
        return ending

    monkeypatch.setattr(ProofNumberSearch, "_aim", aimed)
    monkeypatch.setattr(ProofNumberSearch, "_call", called)
    asked(instance(noughts, "plain"), "cross")
    assert len({least for least, _, _ in turns}) > 1
    assert all(after > before for _, before, after in turns[:-1])


def test_four_in_a_row_on_four_columns_is_a_draw_by_a_quarter_of_its_positions() -> None:
    found = daybreak.force(instance(four, "4x4", columns=4, rows=4), "first", against="rest", engine="native",
                           strategy="proof-number")
    assert (found.least, found.exact) == (1, True) and found.states < 161_029 // 4


@pytest.mark.parametrize("sizes", [(1, 2), (2, 4, 3), (3, 4, 5)])
def test_heaps_are_won_where_the_nimbers_do_not_cancel_out(sizes: tuple[int, ...]) -> None:
    for edition in ("nim", "kayles"):
        for seat in ("first", "second"):
            whole = daybreak.force(heap(edition, sizes), seat, against="rest", engine="interpreted")
            found = asked(heap(edition, sizes), seat)
            assert found.least is whole.least and found.states <= whole.states


@pytest.mark.parametrize(("houses", "seeds"), [(2, 6), (3, 3), (4, 2), (4, 3)])
def test_kalah_is_what_was_published(houses: int, seeds: int) -> None:
    """The last of them has more than three million positions."""
    made = instance(kalah, "2x2", houses=houses, seeds=seeds)
    found = asked(made, "south", engine="native")
    assert found.least["ending"] == ENDINGS[PUBLISHED[houses][seeds - 1]]
    assert found.states < (200_000 if (houses, seeds) == (4, 3) else 3_000)


def test_whoever_interrupts_keeps_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1000))

    def ending(self: Watch, states: int, done: int) -> None:
        if next(calls) == 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(Watch, "ending", ending)
    found = daybreak.force(instance(noughts, "plain"), "cross", against="rest", engine="interpreted", strategy="proof-number")
    assert found.ending == "interrupted" and not found.exact and (found.least, found.most) == (None, 2)


def test_what_it_is_not_for_is_refused() -> None:
    made = instance(noughts, "plain")
    for options in ({"against": "nobody"}, {"strategy": "proof"}, {"with_": "z3"}):
        with pytest.raises(BadInput) as raised:
            daybreak.force(made, "cross", **{"against": "rest", "strategy": "proof-number", **options})
        assert raised.value.code == "DB527"
    with pytest.raises(BadInput, match="best-first search by the game's estimate is what it comes to"):
        daybreak.solve(daybreak.deal("until-dawn", seed=7), strategy="proof-number")
