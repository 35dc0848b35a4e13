"""Games played at random against searches: none is ever better than what a search says, and what is kept of them is true.

The players here share nothing with those of the search: their games are those of `verifier.search.policy`, whose random numbers
come from other streams.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tests.agreement.test_best_line import ends, reached
from tests.altered_games import altered_game
from tests.bench.measure import dealt
from verifier.errors import EXIT_BUG, RuleFailed
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.run.native import Native
from verifier.scenarios.deal import Deal as SeededDeal
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.shuffle import stream
from verifier.search.best import Best, solve_best
from verifier.search.explore import explore
from verifier.search.limits import Limits, Watch
from verifier.search.loss import quickest_loss
from verifier.search.passed_bound import passed_bound
from verifier.search.playouts import Playouts
from verifier.search.policy import DECISIONS_MOST, Deal, Player, Side

HARD = (940147, 940119)


@cache
def draws(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """What players of so many games draw from: a stream for each."""
    return np.array([[integer >> 1 for integer in islice(stream(seed, "", "policy"), DECISIONS_MOST)]
                     for seed in range(7_000_000, 7_000_000 + count)], dtype=np.int64)


def random_games(instance: Instance, native: Native, count: int) -> Iterable[tuple[int, tuple[int, ...]]]:
    """The grade and the decisions of each of so many games that comes to an end."""
    side = Side.of(native, instance.setting.rulings, instance.setting.edition, instance.start)
    rectangle, lengths = native.tapes(instance.setting)
    player = Player(native)
    for seed, numbers in enumerate(draws(count)):
        game = player.play(side, Deal(seed, instance.setting.tapes, rectangle, lengths, numbers), "random")
        if game.grade is not None:
            yield game.grade, game.line


def never_better(instance: Instance, native: Native, games: int, limits: Limits) -> Best:
    best = solve_best(native, instance.reference, instance.setting, instance.start, limits)
    played = max((grade for grade, _ in random_games(instance, native, games)), default=-1)
    found = -1 if best.grade is None else best.grade
    assert played <= found <= best.upper_bound, instance.scenario.title
    if best.grade is not None:
        assert reached(instance, instance.start, best, native) == best.grade, instance.scenario.title
    return best


@pytest.mark.long  # to compile what plays games at random takes as long as all else here
@pytest.mark.parametrize("seed", HARD)
def test_no_game_played_at_random_is_better_than_the_best_line_so_far(seed: int) -> None:
    instance = dealt(seed)
    best = never_better(instance, instance.native("native"), 400, Limits(states=30_000))
    assert best.verdict == "best-found", "a deal that is settled at once shows nothing here"


@pytest.mark.long
def test_no_game_of_2000_is_better_on_any_of_300_deals() -> None:
    verdicts = []
    for seed in range(940_001, 940_301):
        instance = dealt(seed)
        verdicts.append(never_better(instance, instance.native("native"), 2000, Limits(states=2_000_000)).verdict)
    assert "unknown" not in verdicts
    assert verdicts.count("optimal") >= 270


@pytest.mark.long
def test_no_game_of_2000_is_better_on_any_of_30_deals_of_another_game() -> None:
    for seed in range(940_001, 940_031):
        instance = dealt(seed, "dawn-of-the-zeds")
        best = never_better(instance, instance.native("native"), 2000, Limits(states=1_000_000))
        assert best.verdict != "unknown"


@pytest.mark.parametrize("seed", [940_001, 940_004])
def test_no_game_is_better_on_a_small_deal_of_another_game(seed: int) -> None:
    instance = dealt(seed, "dawn-of-the-zeds", "tiny-skirmish")
    for states in (1, 200):
        never_better(instance, instance.native("interpreted"), 20, Limits(states=states))


def test_there_is_a_line_in_hand_before_anything_is_searched() -> None:
    instance = dealt(HARD[0])
    best = never_better(instance, instance.native("interpreted"), 5, Limits(states=1))
    assert (best.verdict, best.ending, best.search["states"]) == ("best-found", "states", 1)
    assert best.line


def played(instance: Instance, native: Native, games: int) -> Playouts:
    state = native.state(instance.reference.settled(instance.start))
    playouts = Playouts(native, instance.setting, state)
    for _ in range(games):
        assert playouts.play(1, 512) is None
    return playouts


def test_games_are_the_same_however_they_are_cut_into_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = dealt(HARD[0])
    native = instance.native("interpreted")
    first = played(instance, native, 12)
    monkeypatch.setattr("verifier.search.playouts._DECISIONS_AT_ONCE", 1)
    second = played(instance, native, 12)
    assert first.games == second.games == 12
    assert (first.best, first.quickest_loss, first.stops) == (second.best, second.quickest_loss, second.stops)


def test_what_is_kept_of_games_is_the_best_and_the_quickest_loss_and_replays() -> None:
    """One by one: what each game adds shows in how it stopped, and both lines are followed by another player."""
    instance = dealt(HARD[0])
    native = instance.native("interpreted")
    side = Side.of(native, instance.setting.rulings, instance.setting.edition, instance.start)
    deal = Deal(0, instance.setting.tapes, *native.tapes(instance.setting), draws(1)[0])
    playouts, best, quickest = played(instance, native, 0), -1, DECISIONS_MOST
    for _ in range(12):
        playouts.play(1, 512)
        assert playouts.best is not None and playouts.best.grade >= best
        assert Player(native).follow(side, deal, playouts.best.line)[0] == playouts.best.grade
        best = playouts.best.grade
        if (loss := playouts.quickest_loss) is not None:
            assert len(loss.line) <= quickest
            assert Player(native).follow(side, deal, loss.line)[0] == loss.grade < native.constant("LOWEST_STEP")
            quickest = len(loss.line)
    assert quickest < DECISIONS_MOST
    assert {stop.status for stop in playouts.stops} == {3}


def test_compiled_and_interpreted_games_are_the_same() -> None:
    instance = dealt(HARD[1])
    first, second = (played(instance, instance.native(engine), 20) for engine in ("native", "interpreted"))
    assert (first.best, first.quickest_loss, first.stops) == (second.best, second.quickest_loss, second.stops)


@pytest.mark.parametrize("games_first", [1, 16])
@pytest.mark.parametrize("name", ["corridor", "crossing", "ferry"])
def test_narrow_beams_that_widen_find_the_best_of_all_ends(name: str, games_first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among them games without bound, estimate or progress, and with moves that can be taken back: one state wide at first."""
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", 1)
    monkeypatch.setattr("verifier.search.best.WIDTH_GROWTH", 2)
    monkeypatch.setattr("verifier.search.best.GAMES_FIRST", games_first)
    game = import_module(f"tests.games.{name}").game
    program = load(game)
    native = Native(program, "interpreted")
    for seed in range(1, 9):
        instance = instance_of(new_scenario(game, title=f"{name} {seed}", deal=SeededDeal(seed)), program)
        everything = explore(native, instance.setting, instance.start, limits=Limits(states=20_000))
        assert everything.closed
        best = never_better(instance, native, 10, Limits())
        assert best.verdict == "optimal" and best.grade == max(ends(everything)), seed
        assert best.search["playouts"] >= games_first
        for states in range(1, everything.states, 3):
            cut = never_better(instance, native, 0, Limits(states=states))
            assert cut.upper_bound >= max(ends(everything)) and cut.search["states"] < states + native.constant("EVENT_ROOM")
            assert cut.verdict != "optimal" or cut.grade == max(ends(everything)), (seed, states)


class Fixed(Watch):
    """A watch that never changes how much is done at once."""

    most_always = 1

    def _fitting(self, done: int, spent: float, grown: int) -> tuple[int, ...]:
        return (self.most_always,)


@pytest.mark.parametrize(("name", "states", "enough"), [("ferry", None, None), ("ferry", 150, None), ("corridor", None, None),
                                                        ("corridor", 60, 1), ("crossing", None, 1)])
def test_how_much_is_done_at_once_changes_nothing(name: str, states: int | None, enough: int | None,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does when games are played: not the line, not the numbers."""
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", 2)
    monkeypatch.setattr("verifier.search.best.GAMES_FIRST", 1)
    game = import_module(f"tests.games.{name}").game
    program = load(game)
    native, limits = Native(program, "interpreted"), Limits(states=states)
    instance = instance_of(new_scenario(game, title=name, deal=SeededDeal(2)), program)
    found = set()
    for most, due in ((1, 1), (1, 2048), (7, 5), (10**6, 1), (10**6, 2048)):
        monkeypatch.setattr(Fixed, "most_always", most)
        monkeypatch.setattr("verifier.search.best.Watch", Fixed)
        monkeypatch.setattr("verifier.search.playouts.Watch", Fixed)
        monkeypatch.setattr("verifier.search.best._DECISIONS_AT_ONCE", due)
        best = solve_best(native, instance.reference, instance.setting, instance.start, limits, enough=enough)
        loss = quickest_loss(native, instance.setting, instance.start, limits)
        for each in (best, loss):
            each.search.pop("seconds")
        found.add((best.verdict, best.ending, best.grade, best.upper_bound, tuple(best.line), tuple(best.search.items()),
                   loss.verdict, loss.ending, loss.fewest, tuple(loss.line), tuple(loss.search.items())))
    assert len(found) == 1


@pytest.mark.parametrize("states", [1, 10, 64, 1000])
def test_games_at_random_keep_to_the_limit_of_states(states: int) -> None:
    """Each takes a decision at the least: 256 before the search, and one for a state, or for two."""
    instance = dealt(HARD[0])
    native = instance.native("interpreted")
    best = solve_best(native, instance.reference, instance.setting, instance.start, Limits(states=states))
    loss = quickest_loss(native, instance.setting, instance.start, Limits(states=states))
    for search, share in ((best.search, 2), (loss.search, 1)):
        assert search["states"] < states + 64 and 0 < search["playouts"] <= 256 + search["states"] // share


@pytest.mark.parametrize("call", range(4))
def test_whoever_interrupts_games_at_random_keeps_what_was_found(call: int, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = dealt(HARD[0])
    native = instance.native("interpreted")
    play, calls = Playouts.play, iter(range(100))

    def interrupted(self: Playouts, games: int, decisions: int, limits: Limits | None = None) -> object:
        ending = play(self, games, decisions, limits)
        if next(calls) == call:
            raise KeyboardInterrupt
        return ending

    monkeypatch.setattr("verifier.search.best._DECISIONS_AT_ONCE", 100)
    monkeypatch.setattr(Playouts, "play", interrupted)
    best = solve_best(native, instance.reference, instance.setting, instance.start, Limits(states=1000))
    assert (best.verdict, best.ending) == ("best-found", "interrupted") and best.line
    assert reached(instance, instance.start, best, native) == best.grade


@pytest.mark.parametrize(("bound", "is_one"), [("river.gold", False), ("min(6, river.gold + 2 * left)", True)])
def test_a_game_that_passes_the_bound_shows_that_it_is_none(bound: str, is_one: bool, tmp_path: Path) -> None:
    """Cut by such a bound, the search would close, and call what it has left the best."""
    text = "most = min(6, river.gold + 2 * left)"
    program = load(altered_game("tests.games.crossing", tmp_path, {"__init__.py": (text, f"most = {bound}")}))
    instance = instance_of(new_scenario(program.game, title="crossing", deal=SeededDeal(3)), program)
    if is_one:
        assert never_better(instance, Native(program, "interpreted"), 10, Limits()).verdict == "optimal"
        return
    with pytest.raises(RuleFailed) as raised:
        solve_best(Native(program, "interpreted"), instance.reference, instance.setting, instance.start)
    assert raised.value.code == "DB407" and "at_best is no bound: the bound rises: gold was " in str(raised.value)
    assert "__init__.py:" in raised.value.problems[0].path and "DB405 the line there: carry " in str(raised.value)


def test_a_line_that_passes_no_bound_is_a_fault_of_the_search() -> None:
    instance = dealt(HARD[0])
    playouts = played(instance, instance.native("interpreted"), 1)
    assert playouts.best is not None
    line = [instance.program.events[number] for number in playouts.best.line]
    error = passed_bound(instance.reference, instance.start, line)
    assert (error.code, error.exit_code) == ("DB905", EXIT_BUG) and line[-1].text in str(error)
