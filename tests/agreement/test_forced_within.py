"""What z3 says can be forced within so many decisions, against plain minimax on the reference, cut at that depth."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.test_forced import coalitions, with_sides
from tests.games.network import Phase
from tests.games.network.drawn import Drawn
from tests.only_games import install_only
from verifier.analysis import forced_within as module
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.forced import Request, forced_by
from verifier.analysis.forced_within import forced_by_both, forced_by_z3
from verifier.analysis.outcomes import fields_of_outcome, highest_outcome
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy import Strategy
from verifier.errors import BadInput, EngineBug
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION
from verifier.registry import Games
from verifier.run.reference import Position
from verifier.search.limits import Limits
from verifier.symbolic.prove import sided_lines

NAMES = ("four", "heaps", "network", "noughts")
FEW = {"noughts": range(8), "heaps": (1, 2, 3, 5, 6, 7), "network": range(4)}  # of the 100 of each game that a full run asks
PLIES = (1, 3, 5)


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in NAMES]))
    monkeypatch.setattr(sided_lines, "EVENTS_MOST", 40)  # a network can go round by chance for ever


class Minimax:
    """Whether some seats can be sure of so much within so many decisions: by trying everything."""

    def __init__(self, made: Instance, seats: Collection[str], worth: tuple[int, ...], *, goal: str | None = None,
                 silence_wins: bool = False, open_chance: bool = False) -> None:
        self.made, self.seats, self.worth, self.silence_wins = made, seats, worth, silence_wins
        self.judge, self.open_chance = SidesJudge(made, goal, open_chance), open_chance
        self.under_way: set[tuple[Any, ...]] = set()

    def sure(self, at: Position, decisions: int) -> bool:
        """Whether they can, from a position."""
        if self.judge.over(at):
            return self.judge.worth(at, self.seats) >= self.worth
        kind, place = self.made.reference.kind(at), (self.judge.key(at), decisions)
        if place in self.under_way or kind == DECISION and not decisions:
            return False
        moves = self.judge.moves(at)
        choose: Any = any if kind == DECISION and self.judge.seat(at) in self.seats else all
        if not moves:
            after = None if kind == DECISION or kind == CHANCE and self.open_chance else self.judge.automatic(at)
            if after is None:
                return self.silence_wins
            moves = {"": after}
        self.under_way.add(place)
        found = bool(choose(self.sure(after, decisions - (kind == DECISION)) for after in moves.values()))
        self.under_way.discard(place)
        return found


def request(seats: Iterable[str], *, to: str | None = None, chance: ChanceChoice | None = None, limits: Limits | None = None
            ) -> Request:
    return Request(tuple(seats), Against.REST, Endless.WORST, chance, EngineChoice.INTERPRETED, limits or Limits(), to=to)


def at(made: Instance, position: Position) -> Instance:
    return Instance(made.scenario, made.program, made.setting, made.reference, position)


def drawn(made: Instance, random: Random, decisions: int) -> Instance:
    """Where a game played at random is after so many decisions; another game if it is over by then."""
    judge = SidesJudge(made, None, False)
    while True:
        position = made.start
        for _ in range(decisions):
            if judge.over(position):
                break
            position = random.choice(list(judge.moves(position).values()))
        if not judge.over(position):
            return at(made, position)


def noughts() -> Instance:
    return load_instance(Path("tests/games/noughts/empty.toml"))


def heaps(tmp_path: Path) -> Instance:
    file = tmp_path / "nim.toml"
    file.write_text('schema = 1\ngame = "heaps"\ntitle = "Three heaps"\nedition = "nim"\n')
    return load_instance(file)


def compare(made: Instance, seats: tuple[str, ...], decisions: int, chance: ChanceChoice | None = None) -> str:
    """z3's answer with minimax's, outcome by outcome; what was found."""
    (said, strategy), is_open = forced_by_z3(made, request(seats, chance=chance), decisions), chance is ChanceChoice.OPEN
    if said.ending == "work":
        assert "are not followed" in said.reason and not said.settled and not said.exact
        return "unknown"
    top = highest_outcome(made)
    for silence_wins in (False, True):
        most = 0
        for worth in range(1, top + 1):
            fields = fields_of_outcome(made, worth)
            naive = Minimax(made, seats, fields, silence_wins=silence_wins, open_chance=is_open)
            most = worth if naive.sure(made.start, decisions) else most
        if silence_wins:
            assert said.settled is (int(said.least or 0) == most), (said, most)
        else:
            assert int(said.least or 0) == most, (said, most)
    assert (strategy is None) is (not said.least)
    if strategy is not None:
        assert_followed(made, strategy, decisions)
    if said.exact:
        searched = forced_by(made, request(seats, chance=chance))[0]
        assert (searched.least, searched.most) == (said.least, said.most) or not searched.exact and said.least == searched.most
    return "more" if said.least else "settled" if said.settled else "silent"


def assert_followed(made: Instance, strategy: Strategy, decisions: int) -> None:
    """By the plain rules, against every reply: no end is worth less than was said, and none takes more decisions."""
    judge, waiting = SidesJudge(made, strategy.to, strategy.open_chance), [(made.start, decisions)]
    while waiting:
        position, left = waiting.pop()
        assert left >= 0
        if judge.over(position):
            assert judge.worth(position, strategy.claim.seats) >= strategy.claim.worth
        elif moves := judge.moves(position):
            chosen = strategy.claim.choices[judge.key(position)] if judge.seat(position) in strategy.claim.seats else None
            left -= made.reference.kind(position) == DECISION
            waiting += [(after, left) for event, after in moves.items() if chosen in (None, event)]
        else:
            after = judge.automatic(position)
            assert after is not None
            waiting.append((after, left))


def compare_noughts(random: Random, decisions: int) -> str:
    made = drawn(noughts(), random, random.randint(max(2, 8 - decisions - 1), 7))
    return compare(made, (random.choice(("cross", "nought")),), decisions)


def compare_heaps(random: Random, folder: Path) -> str:
    made = drawn(heaps(folder), random, random.choice((1, 2, 2, 3)))
    return compare(made, (random.choice(("first", "second")),), random.randint(1, 4))


def goes_round(chart: Drawn) -> bool:
    """Whether play can go round without a decision: z3 follows lines only so far, and its answer is unknown."""
    ways = {place: [] if kind in (Phase.CHOOSE, Phase.OUT) or kind is Phase.DRAW and chart.tape is not None
            else leads[:1] if kind is Phase.PASS else leads
            for place, (kind, leads) in enumerate(zip(chart.kinds, chart.leads, strict=True))}
    left = set(ways)
    while gone := {place for place in left if not left & set(ways[place])}:
        left -= gone
    return bool(left)


def compare_network(seed: int, random: Random) -> str:
    chart, _, _, made = with_sides(next(each for each in count(seed * 1000) if not goes_round(with_sides(each)[0])))
    names = tuple(list(made.seats)[seat] for seat in coalitions(seed))
    return compare(made, names, random.randint(1, 4), ChanceChoice.OPEN if chart.tape is None else ChanceChoice.DEAL)


@pytest.mark.parametrize("game", ["noughts", "heaps", "network"])
def test_random_positions(game: str, tmp_path: Path) -> None:
    compare_many(game, FEW[game], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", ["noughts", "heaps", "network"])
def test_many_random_positions(game: str, tmp_path: Path) -> None:
    compare_many(game, range(100), tmp_path)


def compare_many(game: str, seeds: Iterable[int], folder: Path) -> None:
    """Random positions of a game: not all of them are unknown, or lost."""
    found: dict[str, int] = {}
    for seed in seeds:
        random = Random(seed)
        if game == "noughts":
            kind = compare_noughts(random, PLIES[seed % 3])
        else:
            kind = compare_heaps(random, folder) if game == "heaps" else compare_network(seed, random)
        found[kind] = found.get(kind, 0) + 1
    assert found["more"] and found["settled"] and "unknown" not in found, found


@pytest.mark.parametrize(("decisions", "seeds"), [
    (1, range(6)), (3, range(6)), (5, range(1, 3)), pytest.param(5, range(6), marks=pytest.mark.long)])
def test_a_goal_that_is_come_to_within(decisions: int, seeds: range) -> None:
    """Noughts and crosses from positions near the end: whether cross is sure to have three in a line."""
    counts = {True: 0, False: 0}
    for seed in seeds:
        made = drawn(noughts(), Random(seed), 8 - decisions + seed % 2)
        asked = request(("cross",), to="cross-has-a-line")
        said, strategy = forced_by_z3(made, asked, decisions)
        assert said.settled and said.least is Minimax(made, ("cross",), (1,), goal="cross_has_a_line").sure(made.start, decisions)
        if strategy is not None:
            assert_followed(made, strategy, decisions)
        counts[said.least] += 1
        assert "agrees" in forced_by_both(made, asked, decisions)[0].cross_check or not said.exact
    assert counts[False]


def test_forced_draws_are_settled_where_no_play_takes_more() -> None:
    made, judge = noughts(), SidesJudge(noughts(), None, False)
    position = made.start
    for place in (4, 0, 8, 2, 1, 7):  # cross in the middle; nobody can win any more
        position = judge.moves(position)[f"mark {place}"]
    for seat in ("cross", "nought"):
        said = forced_by_z3(at(made, position), request((seat,)), 3)[0]
        assert (said.least, said.most, said.exact, said.ending) == (1, 1, True, "closed")


def test_what_z3_does_not_follow_is_unknown() -> None:
    """Play that can go round by chance, and limits."""
    made = next(made for chart, _, _, made in map(with_sides, count()) if chart.tape is None and goes_round(chart))
    seats = tuple(list(made.seats)[:1])
    said = forced_by_z3(made, request(seats, chance=ChanceChoice.OPEN), 3)[0]
    assert (said.settled, said.exact, said.ending) == (False, False, "work") and "are not followed" in said.reason
    for limits, ending in ((Limits(seconds=0.0), "seconds"), (Limits(states=3), "states")):
        said, strategy = forced_by_z3(drawn(noughts(), Random(3), 4), request(("cross",), limits=limits), 5)
        assert (said.settled, said.exact, said.ending, strategy) == (False, False, ending, None) and said.most == 2


def test_an_invariant_is_not_asked_of_so_many_decisions() -> None:
    with pytest.raises(BadInput, match="DB586 an invariant is kept for ever"):
        forced_by_z3(with_sides(0)[3], request(("north",), to="never_at_the_last_place"), 2)


def test_a_strategy_that_does_not_hold_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever z3 says: a yes is said only if the plain rules agree, within so many decisions."""
    position = SidesJudge(noughts(), None, False)
    made = noughts()
    start = made.start
    for place in (0, 3, 1, 4):
        start = position.moves(start)[f"mark {place}"]
    made = at(made, start)
    assert forced_by_z3(made, request(("cross",)), 1)[0].least == 2
    true = module._Asked._check
    monkeypatch.setattr(module._Asked, "_check", lambda self, found, choices, worth: true(
        self, found, dict.fromkeys(choices, "mark 8"), worth))
    with pytest.raises(EngineBug, match="DB927"):
        forced_by_z3(made, request(("cross",)), 1)
    monkeypatch.setattr(module._Asked, "_check", lambda self, found, choices, worth: true(
        evolve(self, decisions=0), found, choices, worth))
    with pytest.raises(EngineBug, match="DB927 .* takes 1 decisions"):
        forced_by_z3(made, request(("cross",)), 1)


def test_a_disagreement_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    made = drawn(noughts(), Random(5), 6)
    true = module._Asked.bounds
    monkeypatch.setattr(module._Asked, "bounds", lambda self, found: (true(self, found)[0] - 5, true(self, found)[0] - 4))
    with pytest.raises(EngineBug, match="DB915"):
        forced_by_both(made, request(("cross",)), 3)
