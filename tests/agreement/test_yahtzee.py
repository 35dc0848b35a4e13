"""Yahtzee alone under best play: a naive program of its own, in fractions, beside editions of a few boxes; and the whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from statistics import mean, stdev

import numpy as np
import pytest

import verifier as daybreak
from tests.games.yahtzee import game
from verifier.analysis import odds as module
from verifier.instance import Dealer, Instance, instance_of
from verifier.policy.encoding import encoding_of
from verifier.policy.estimates import places_for
from verifier.policy.network import Weights
from verifier.policy.players import player
from verifier.policy.policies.expectimax import Expectimax
from verifier.policy.scale import Scale
from verifier.policy.table import Played, Seen, Table, play
from verifier.program.program import load
from verifier.results.likely import Likely
from verifier.scenarios.loader import new_scenario

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
EDITIONS = {
    "small": (2, ("twos", "yahtzee", "chance")),
    "three": (5, ("twos", "yahtzee", "chance")),
    "four": (5, ("ones", "full-house", "yahtzee", "chance")),
    "five": (5, ("ones", "full-house", "small-straight", "large-straight", "yahtzee")),
}
Rolled = tuple[int, ...]


class Naive:
    """What a sheet still brings under best play, by trying everything; dice are a sorted tuple, points are no part of a state."""

    def __init__(self, dice: int, boxes: tuple[str, ...], *, forced: bool) -> None:
        self.dice, self.boxes, self.forced = dice, boxes, forced
        self.rolls = {count: Counter(tuple(sorted(each)) for each in product(range(1, 7), repeat=count))
                      for count in range(dice + 1)}
        self.sheets = cache(self._sheet)

    def expected(self) -> Fraction:
        """From the beginning."""
        return self.sheets(self.boxes, 0, False)

    def _sheet(self, open_: tuple[str, ...], upper: int, fifty: bool) -> Fraction:
        """What open boxes bring, with so much in the upper section and perhaps 50 for a yahtzee."""
        if not open_:
            return Fraction(0)
        every = [tuple(sorted(each)) for each in combinations_with_replacement(range(1, 7), self.dice)]
        best = {rolled: max(self._scored(rolled, box, open_, upper, fifty) for box in self._allowed(rolled, open_))
                for rolled in every}
        for _ in range(2):
            again = {kept: self._thrown(kept, best) for count in range(self.dice)
                     for kept in combinations_with_replacement(range(1, 7), count)}
            stop = {rolled: max(self._scored(rolled, box, open_, upper, fifty) for box in self._allowed(rolled, open_))
                    for rolled in every}
            best = {rolled: max([stop[rolled], *(again[kept] for kept in self._kept(rolled))]) for rolled in every}
        return self._thrown((), best)

    def _kept(self, rolled: Rolled) -> Iterator[Rolled]:
        for count in range(self.dice):
            yield from set(combinations(rolled, count))

    def _thrown(self, kept: Rolled, best: dict[Rolled, Fraction]) -> Fraction:
        rolls = self.rolls[self.dice - len(kept)]
        total = sum(times * best[tuple(sorted(kept + rolled))] for rolled, times in rolls.items())
        return Fraction(total, 6 ** (self.dice - len(kept)))

    def _allowed(self, rolled: Rolled, open_: tuple[str, ...]) -> list[str]:
        """All open boxes; after a yahtzee was scored, those that a joker may fill."""
        if not self.forced or len(set(rolled)) > 1 or "yahtzee" not in self.boxes or "yahtzee" in open_:
            return list(open_)
        own = UPPER[rolled[0] - 1]
        return [own] if own in open_ else [box for box in open_ if box not in UPPER] or list(open_)

    def _scored(self, rolled: Rolled, box: str, open_: tuple[str, ...], upper: int, fifty: bool) -> Fraction:
        """What a box brings, and all that follows."""
        same, counts, eyes = len(set(rolled)) == 1, sorted(Counter(rolled).values()), set(rolled)
        further = same and "yahtzee" in self.boxes and "yahtzee" not in open_
        joker = further and UPPER[rolled[0] - 1] not in open_
        runs = [all(start + step in eyes for step in range(4)) for start in (1, 2, 3)]
        points = {
            "three-alike": sum(rolled) if counts[-1] >= 3 else 0, "four-alike": sum(rolled) if counts[-1] >= 4 else 0,
            "full-house": 25 if counts == [2, 3] or joker else 0, "small-straight": 30 if any(runs) or joker else 0,
            "large-straight": 40 if eyes in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) or joker else 0,
            "yahtzee": 50 if same else 0, "chance": sum(rolled),
            **{name: eye * rolled.count(eye) for eye, name in enumerate(UPPER, 1)}}[box]
        extra = 100 if further and fifty else 0
        before = upper
        if box in UPPER:
            upper = min(63, upper + points)
            extra += 35 if before < 63 <= upper else 0
        rest = tuple(each for each in open_ if each != box)
        return points + extra + self.sheets(rest, upper, fifty or (box == "yahtzee" and same))


def sheet(edition: str, ruling: str) -> Instance:
    return instance_of(new_scenario(game, title="Yahtzee", edition=edition, rulings={"YA-Q1": ruling}), load(game))


def answer(edition: str, ruling: str, engine: str) -> Likely:
    return daybreak.odds(sheet(edition, ruling), expected="score", engine=engine)


@pytest.mark.parametrize("ruling", ["forced", "free"])
def test_two_dice_and_three_boxes(ruling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly, and between bounds."""
    dice, boxes = EDITIONS["small"]
    expected = Naive(dice, boxes, forced=ruling == "forced").expected()
    exact = answer("small", ruling, "interpreted")
    assert exact.exact and exact.low == expected
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    found = daybreak.odds(sheet("small", ruling), expected="score", engine="interpreted", limits=daybreak.Limits(states=100_000))
    assert found.low is not None and found.high is not None and not found.exact and found.is_known and found.left_out == "score"
    assert found.low <= expected <= found.high


@pytest.mark.long
@pytest.mark.parametrize("ruling", ["forced", "free"])
@pytest.mark.parametrize("edition", ["three", "four", "five"])
def test_five_dice_and_a_few_boxes(edition: str, ruling: str) -> None:
    dice, boxes = EDITIONS[edition]
    expected = Naive(dice, boxes, forced=ruling == "forced").expected()
    found = answer(edition, ruling, "native")
    assert found.low is not None and found.high is not None and found.is_known
    assert found.low <= expected <= found.high
    assert found.low == expected or not found.exact


@pytest.mark.long
@pytest.mark.parametrize(("ruling", "published"), [("forced", 254.5877), ("free", 254.5896)])
def test_the_whole_game_is_worth_what_it_is_without_the_bonus_or_up_to_35_more(ruling: str, published: float) -> None:
    """Whoever plays it may forget the bonus, and may not have it more than once."""
    found = daybreak.odds(sheet("no-bonus", ruling), expected="score", limits=daybreak.Limits(states=20_000_000))
    assert found.is_known and found.low is not None and found.high is not None
    assert found.low < published < found.high + 35


def nothing_learned(one: Instance) -> Weights:
    """Weights by which every table is worth as much; ends are worth what they score."""
    backend = one.native("native")
    return Weights.by_estimates(encoding_of(game.state_type), places_for(np.zeros(0)), Scale.plain(backend, whole_grade=True))


def test_who_looks_ahead_to_all_ends_plays_best() -> None:
    """Whatever it judges by: what each first roll is worth, by how likely it is, is what `odds` says."""
    one = sheet("small", "forced")
    backend, learned = one.native("native"), nothing_learned(one)
    who = player("learned-expectimax", backend, one.setting.in_force, 20_000, weights=learned)
    assert isinstance(who, Expectimax)
    start, context = backend.state(one.start), backend.context(one.setting)
    events, weights = (np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64) for _ in range(2))
    total, parts = 0.0, 0
    for at in range(backend.call("call_possible_outcomes", start, context, events, weights)):
        table = start.copy()
        backend.call("call_apply", table, context, int(events[at]))
        total, parts = total + int(weights[at]) * who.worth(Seen(table), at), parts + int(weights[at])
    best = answer("small", "forced", "native").low
    assert best is not None
    assert best - Fraction(1, 20) < learned.scale.highest * total / parts <= best


def test_who_looks_ahead_scores_as_much_in_games() -> None:
    """Within what chance makes of so many games; and however little of the game it looks at, it plays on."""
    one = sheet("small", "forced")
    backend, dealer = one.native("native"), Dealer(one.scenario, one.program)
    best, scores = answer("small", "forced", "native").low, dict[int, list[int]]()
    assert best is not None
    for room in (1, 20_000):
        who = player("learned-expectimax", backend, one.setting.in_force, room, weights=nothing_learned(one))
        games = [play(Table.of(backend, dealt.setting, backend.state(dealt.start)), who, seed, 100)
                 for seed in range(1, 201) for dealt in [dealer.instance(seed)]]
        scores[room] = [backend.grade_fields(each.grade)[0] for each in games if each.grade is not None]
        assert len(scores[room]) == len(games)
    assert abs(mean(scores[20_000]) - best) < 4 * stdev(scores[20_000]) / len(scores[20_000]) ** 0.5


def test_every_execution_looks_ahead_alike() -> None:
    one = sheet("small", "forced")
    dealt, games = Dealer(one.scenario, one.program).instance(1), list[Played]()
    for backend in (one.native("native"), one.native("interpreted")):
        who = player("learned-expectimax", backend, one.setting.in_force, 60, weights=nothing_learned(one))
        games.append(play(Table.of(backend, dealt.setting, backend.state(dealt.start)), who, 1, 100))
    assert games[0] == games[1] and games[0].grade is not None


def test_the_whole_game_plays() -> None:
    """It plays to its end; what best play of it is worth takes many states (`make bench ARGS=yahtzee` closes them)."""
    played = daybreak.play_out(sheet("full", "forced"), policies=["random"], seeds=range(1, 4), engine="interpreted")
    assert len(list(played)) == 3
    start = daybreak.odds(sheet("full", "forced"), expected="score", engine="interpreted", limits=daybreak.Limits(states=300))
    assert start.low is None and (start.lowest, start.highest) == (0, 1575)
