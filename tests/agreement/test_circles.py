"""Players do not go round: on random charts, by a twin that counts visits in plain lists, and in the games that ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from attrs import define, evolve, field

from tests.agreement.test_honest_players import dealt, learned, native, tables, weights_for
from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from tests.games.network.drawn import Drawn, chart_of, drawn
from verifier.policy.players import POLICIES, player
from verifier.policy.table import Array, Played, Player, Seen, Table, play
from verifier.run.backend import Backend
from verifier.run.reference import Reference
from verifier.run.setting import Setting

DECISIONS = 400  # of a game on a chart of sixteen places: whoever goes on comes out much sooner
CHARTS, CHARTS_MORE = 60, 1_000
DEALS = 4
SEEING_ALL = ("until-dawn", "until-daylight", "dawn-of-the-zeds", "survive-until-daylight")


@define
class Stubborn:
    """One who takes the first decision that is left."""

    backend: Backend
    context: Array

    def decide(self, seen: Seen, lot: int) -> int:
        if seen.choices is not None:
            return int(seen.choices[0])
        legal = np.zeros(self.backend.constant("EVENT_ROOM"), dtype=np.int64)
        return int(legal[0]) if self.backend.call("call_legal_events", seen.state, self.context, legal) else -1


@define
class Asked:
    """A player, and how often it was asked again since it had decided for what leads back."""

    player: Player
    again: int = field(init=False, default=0)

    def decide(self, seen: Seen, lot: int) -> int:
        self.again += seen.choices is not None
        return self.player.decide(seen, lot)


def table_of(chart: Drawn, seed: int, *, may_go_round: bool = False) -> Table:
    setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape,))
    backend = native()
    table = Table.of(backend, setting, backend.state(Reference(backend.program, setting).set_up()))
    if may_go_round:
        table._been = None
    return table


def who_plays(chart: Drawn, seed: int, policy: str) -> Player:
    backend, setting = native(), Setting({}, chart_of(chart, Random(seed)), ((),))
    if policy == "stubborn":
        return Stubborn(backend, backend.context(setting))
    start = backend.state(Reference(backend.program, setting).set_up())
    weights = learned(backend, setting, start, seed) if POLICIES[policy].takes_weights else None
    return player(policy, backend, setting.in_force, 20, weights=weights, start=start)


def ways(played: Played) -> list[int]:
    return [int(native().program.events[event].arguments[0]) for event in played.decisions]


# -- the twin -------------------------------------------------------------------------------------------------------------


def settled(chart: Drawn, place: int, used: int) -> tuple[int, int] | None:
    """The next place where somebody decides, and how much of the tape is used there; None where play stops before."""
    for _ in range(10 * PLACES):
        following = chart.next((place, used))
        if isinstance(following, str) or chart.kinds[place] is Phase.CHOOSE:
            return (place, used) if chart.kinds[place] is Phase.CHOOSE else None
        place, used = following[0]
    return None  # steps go round


def refused(chart: Drawn, taken: list[int]) -> Iterator[tuple[int, int, int]]:
    """Of each decision in its order: how often the game had been where it leads, the least that another has, the place."""
    been, since = Counter[int](), 0
    at = settled(chart, 0, 0)
    for way in taken:
        assert at is not None
        place, used = at
        if used != since:
            been, since = Counter(), used
        been[place] += 1
        ends = {each: settled(chart, lead, used) for each, lead in enumerate(chart.leads[place]) if lead != NOWHERE}
        times = {each: been[end[0]] if end is not None and end[1] == used else 0 for each, end in ends.items()}
        yield times[way], min(times.values()), place
        at = ends[way]


def leaves(chart: Drawn, place: int) -> bool:
    """Whether from every place that play can come to from here some way leads to chance, or stops."""

    def following(each: int) -> list[int]:
        leads = chart.leads[each][:1] if chart.kinds[each] is Phase.PASS else chart.leads[each]
        return [lead for lead in leads if lead != NOWHERE]

    def reached(first: int) -> set[int]:
        found, left = {first}, [first]
        while left:
            each = left.pop()
            if chart.kinds[each] in (Phase.CHOOSE, Phase.PASS):
                left += set(following(each)) - found
                found |= set(following(each))
        return found

    def is_out(each: int) -> bool:
        return chart.kinds[each] in (Phase.OUT, Phase.DRAW) or not following(each)

    return all(any(is_out(each) for each in reached(first)) for first in reached(place))


# -- charts ---------------------------------------------------------------------------------------------------------------


def went_on(policy: str, seeds: range) -> tuple[int, int]:
    """How many decisions led back, where all did; and how many games of the seeds would go round if players could."""
    back = round_and_round = 0
    for seed in seeds:
        chart = drawn(seed)
        who = who_plays(chart, seed, policy)
        played = play(table_of(chart, seed), who, seed, DECISIONS)
        for times, least, place in refused(chart, ways(played)):
            assert times == least, (seed, place)
            back += times > 0
        if played.ending == "unfinished":
            last = [place for *_, place in refused(chart, ways(played))][-1]
            assert not leaves(chart, last), seed
        free = play(table_of(chart, seed, may_go_round=True), who, seed, DECISIONS)
        round_and_round += free.ending == "unfinished" != played.ending
    return back, round_and_round


@pytest.mark.parametrize("policy", ["stubborn", *(name for name, way in POLICIES.items() if not way.takes_weights)])
def test_decisions_lead_to_where_the_game_has_been_least_often(policy: str) -> None:
    back, round_and_round = went_on(policy, range(CHARTS))
    assert policy not in ("stubborn", "greedy") or (back > 0 and round_and_round > 2)


@pytest.mark.parametrize("policy", [name for name, way in POLICIES.items() if way.takes_weights])
def test_nobody_goes_round_by_what_was_learned(policy: str) -> None:
    went_on(policy, range(CHARTS // 10))


@pytest.mark.long
@pytest.mark.parametrize("policy", ["stubborn", *POLICIES])
def test_nobody_goes_round_on_many_charts(policy: str) -> None:
    went_on(policy, range(CHARTS_MORE, 2 * CHARTS_MORE))


def test_a_decision_that_is_taken_back_is_not_counted() -> None:
    """0 to 1, where the way back to 0 is not taken, but that to 2; from there both ways lead back, as often.  Then out by 3."""
    leads = [[1, 3], [0, 2], [0, 1], []]
    kinds = [Phase.CHOOSE] * 3 + [Phase.OUT] * (PLACES - 3)
    chart = Drawn(kinds, [[*(leads[place] if place < 4 else []), *[NOWHERE] * WAYS][:WAYS] for place in range(PLACES)],
                  [[0] * WAYS] * PLACES, [(0, 0)] * PLACES, ())
    played = play(table_of(chart, 1), who_plays(chart, 1, "stubborn"), 1, DECISIONS)
    assert (played.ending, ways(played)) == ("end", [0, 1, 0, 1])


# -- games ----------------------------------------------------------------------------------------------------------------


def games(game: str, policy: str) -> list[tuple[int, Played, Played]]:
    """How often a player decided again in a game, the game, and that of one who may come back, on some deals."""
    dealer, instance = dealt(game)
    backend, found = instance.native("native"), list[tuple[int, Played, Played]]()
    weights = weights_for(game) if POLICIES[policy].takes_weights else None
    who = Asked(player(policy, backend, instance.setting.in_force, 10, weights=weights, start=backend.state(instance.start)))
    for seed in range(1, DEALS + 1):
        one = dealer.instance(seed)
        each = [Table.of(backend, one.setting, backend.state(one.start)) for _ in range(2)]
        each[1]._been = None
        who.again = 0
        played = play(each[0], who, seed, 1_000)
        found.append((who.again, played, play(each[1], who, seed, 1_000)))
    return found


@pytest.mark.parametrize("policy", POLICIES)
def test_where_no_game_goes_round_nothing_is_played_otherwise(policy: str) -> None:
    assert all(again == 0 and one == other for again, one, other in games("until-dawn", policy))


@pytest.mark.parametrize("game", SEEING_ALL[1:])
@pytest.mark.parametrize("policy", ["random", "greedy", "uct"])
def test_games_are_the_same_unless_somebody_decided_again(game: str, policy: str) -> None:
    for again, one, other in games(game, policy):
        assert one.grade is not None
        assert (again == 0) == (one == other)


@pytest.mark.parametrize("policy", POLICIES)
def test_players_decide_among_what_is_left_to_them(policy: str) -> None:
    """As ever, where all that is legal is left; and for the one decision that is."""
    dealer, instance = dealt("until-dawn")
    backend, weights = instance.native("native"), weights_for("until-dawn") if POLICIES[policy].takes_weights else None
    context, room = backend.context(instance.setting), np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64)
    who = player(policy, backend, instance.setting.in_force, 20, weights=weights, start=backend.state(instance.start))
    for table, _, lot in tables("until-dawn", backend, dealer, 30):
        legal = room[:backend.call("call_legal_events", table.seen.state, context, room)].copy()
        assert who.decide(evolve(table.seen, choices=legal), lot) == who.decide(table.seen, lot)
        only = legal[lot % len(legal)]
        assert who.decide(evolve(table.seen, choices=np.array([only])), lot) == only


def test_where_seats_do_not_see_all_nobody_is_kept_from_coming_back() -> None:
    dealer, instance = dealt("dead-til-dawn")
    backend, one = instance.native("native"), dealer.instance(1)
    assert Table.of(backend, one.setting, backend.state(one.start))._been is None


def test_another_deal_changes_nothing_that_is_left() -> None:
    """Of tables of games at random, what would be left to somebody who decided for each of the legal decisions."""
    dealer, instance = dealt("survive-until-daylight")
    backend, setting, count = instance.native("native"), dealer.instance(10**7).setting, 0
    context, legal = backend.context(instance.setting), np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64)
    for table, other, _ in tables("survive-until-daylight", backend, dealer, 400):
        for event in legal[:backend.call("call_legal_events", table.seen.state, context, legal)].tolist():
            left = [table.with_deal(each).decide_onward(event) for each in (other, setting)]
            assert np.array_equal(*[[-1] if each is None else each for each in left])
            count += left[0] is not None
    assert count > 10
