"""What is said beside bounds that do not meet: who plays, how many games, why nobody does, what limits and interrupts leave."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier as library
from tests.every_command import GAMES
from tests.games import crossing, ferry
from tests.only_games import install_only
from verifier import instance as instances
from verifier.analysis import odds as module
from verifier.analysis import play_out, sampled_odds
from verifier.analysis.choices import EngineChoice
from verifier.analysis.odds import Aimed, Players
from verifier.errors import OutOfMemory, Problem
from verifier.instance import Instance, instance_of
from verifier.policy.kept import shipped_weights
from verifier.program.program import load
from verifier.results.likely import Likely, Sampled
from verifier.results.share import wilson
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits

Run = Callable[..., Any]
FERRY = "over.toml"
FEW: dict[str, Any] = {"limits": Limits(states=3), "engine": "interpreted", "games": 12, "simulations": 5}
ASKED = ("--states", 3, "--engine", "interpreted", "--games", 12, "--simulations", 5)


@pytest.fixture(autouse=True)
def _nothing_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have learned, and keep in the cache, has no part in it: only what packages bring."""
    monkeypatch.setattr(sampled_odds, "kept_weights", shipped_weights)


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    install_only(monkeypatch, GAMES)
    path = tmp_path / FERRY
    path.write_text('schema = 1\ngame = "ferry"\ntitle = "Over"\n')
    return path


def of(game: Any, **options: Any) -> Instance:
    return instance_of(new_scenario(game, title="Over", **options), load(game))


def words(found: Likely) -> str:
    return " ".join(found.to_text().split())


def test_the_sample_stands_beside_the_bounds_and_is_called_no_proof(over: Path, daybreak: Run) -> None:
    ran, plain = daybreak("odds", over, *ASKED), daybreak("odds", over, *ASKED[:-4], "--games", 0)
    document, bounds = (json.loads(daybreak("odds", over, *options, "--json").out) for options in (ASKED, (*ASKED[:-4],)))
    row, = document["sampled"]
    assert (row["policy"], row["simulations"], row["games"], row["ending"]) == ("uct", 5, 12, "played")
    assert row["at"] == row["count"] / 12 and row["low"] < row["at"] <= row["high"] and document["unplayed"] is None
    assert bounds["sampled"] == [] and bounds["unplayed"].startswith("the rules are interpreted, which takes long (--games 200")
    for each in (document, bounds):
        for name in ("sampled", "unplayed", "seconds"):
            del each[name]
    assert document == bounds and ran.code == plain.code == 124
    before, _, sample = ran.out.partition("A sample beside the bounds, and no proof")
    assert before.split("search")[0] == plain.out.split("search")[0] and "sample" not in plain.out
    assert "uct, 5 games a decision" in sample and "95 % interval" in sample and "%" in sample
    assert "nobody does better than the upper bound" in " ".join(sample.split())


def test_the_page_has_it_too(over: Path, daybreak: Run, tmp_path: Path) -> None:
    page = tmp_path / "odds.html"
    assert daybreak("odds", over, *ASKED, "--html", page).code == 124
    assert "A sample beside the bounds, and no proof" in page.read_text() and "uct, 5 games a decision" in page.read_text()


@pytest.mark.parametrize(("options", "told"), [
    ({"expected": "gold"}, "players aim at the first number of the grade before the others"),
    ({"games": None}, "the rules are interpreted"),
])
def test_nobody_plays_for_what_players_do_not_aim_at(options: dict[str, Any], told: str) -> None:
    found = library.odds(of(crossing.game), **FEW | options)
    assert found.sampled == () and found.unplayed.startswith(told) and f"sample none: {told}" in words(found)


def test_nobody_plays_for_goals_or_for_some_seats() -> None:
    from tests.games import cups

    instance, few = of(cups.game, edition="dropped"), FEW | {"limits": Limits(states=2)}
    for options, told in (({"goal": "the_coin_is_found"}, "not at a goal"),
                          ({"seats": "seeker", "against": "rest"}, "not at what an end is worth to some seats"),
                          ({"seats": "seeker", "against": "rest", "goal": "the_coin_is_found"}, "not at a goal")):
        found = library.odds(instance, **few | options)
        assert not found.is_known and found.hides and found.sampled == () and found.unplayed.endswith(told)
        assert library.odds(instance, **few | options | {"games": 0}) == evolve(found, unplayed="")
    assert "also on what the game hides from its seat" in words(library.odds(instance, seats="seeker", against="rest"))


def test_who_plays_rests_on_what_was_learned_and_on_the_aim(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"first": Aimed(), "more": Aimed((1, 5)), "mean": Aimed(expected="gold")}
    names = {name: sampled_odds._policies(of(crossing.game), aimed) for name, aimed in asked.items()}
    assert set(names.values()) == {("uct", "estimate-uct")}
    assert sampled_odds._policies(of(ferry.game), asked["first"]) == ("uct",)
    monkeypatch.setattr(sampled_odds, "kept_weights", lambda *_: "weights")
    names = {name: sampled_odds._policies(of(crossing.game), aimed) for name, aimed in asked.items()}
    assert names == {"first": ("learned-uct",), "mean": ("learned-uct",), "more": ("learned-uct", "uct", "estimate-uct")}


def test_the_weights_of_a_package_play(daybreak: Run) -> None:
    ran = daybreak("odds", "scenarios/until-dawn/e6.toml", "--states", 300, "--games", 3, "--simulations", 3, "--json",
                   "--engine", "interpreted")
    row, = json.loads(ran.out)["sampled"]
    assert ran.code == 124 and (row["policy"], row["games"], row["aims_at"]) == ("learned-uct", 3, None)


@pytest.mark.parametrize(("at_least", "aimed"), [
    ([], ()), (["fed=yes"], ()), (["fed=no"], (0,)), (["fed=yes", "gold=5"], (1, 5)),
])
def test_players_aim_at_just_what_is_asked(at_least: list[str], aimed: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(sampled_odds, "with_sample", lambda found, _, aimed, *__: seen.append(aimed.least) or found)
    library.odds(of(crossing.game), at_least=at_least, **FEW)
    assert seen == [aimed]


def test_so_many_games_as_take_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of the ferry have few decisions, and the fewer games are played the longer they are."""
    instance = of(ferry.game)

    def games() -> int:
        few = Limits(states=3)
        found = module.likely(instance, [], None, EngineChoice.NATIVE, few, players=Players(None, 5))
        return found.sampled[0].games

    assert games() == 200
    monkeypatch.setattr(sampled_odds, "DECISIONS", 60)
    assert 10 < games() < 60
    monkeypatch.setattr(sampled_odds, "DECISIONS", 1)
    assert games() == 10


def test_games_that_do_not_end_count_as_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance that has nothing more to bring stops a game."""
    monkeypatch.setattr(instances, "TAPE_NUMBERS", 1)
    found = library.odds(of(ferry.game), **FEW)
    row, = found.sampled
    assert 0 < row.unended < 12 and row.count == 12 - row.unended and row.high == 1.0
    assert row.why and "Of games that did not end, the first of uct" in words(found)
    assert row.low == pytest.approx(wilson(row.count, 12)[0], abs=1e-6)


def test_too_few_games_have_no_mean_with_an_interval() -> None:
    from tests.games import blackjack

    asked = FEW | {"expected": "gain", "games": 9}
    row, = library.odds(of(blackjack.game, edition="short"), **asked).sampled
    assert (row.games, row.count, row.low, row.high) == (9, None, -4.0, 4.0)
    row, = library.odds(of(blackjack.game, edition="short"), **asked | {"games": 10}).sampled
    assert -4 <= row.low < row.at < row.high <= 4


def interrupted_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    play, count = play_out.play, iter(range(1_000))

    def stops(*arguments: Any) -> Any:
        if next(count) == number:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(play_out, "play", stops)


def test_an_interrupt_leaves_the_bounds_and_the_games_so_far(over: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_odds, "cores", lambda: 1)
    for number in (0, 7):
        interrupted_at(monkeypatch, number)
        ran = daybreak("odds", over, *ASKED, "--json")
        document = json.loads(ran.out)
        monkeypatch.undo()
        assert ran.code == 130 and document["ending"] == "states"
        assert [(row["games"], row["ending"]) for row in document["sampled"]] == [(7, "interrupted")] * (number == 7)
        assert document["unplayed"] == (None if number else "it was interrupted")
        install_only(monkeypatch, GAMES)
        monkeypatch.setattr(sampled_odds, "cores", lambda: 1)
    interrupted_at(monkeypatch, 7)
    text = " ".join(daybreak("odds", over, *ASKED).out.split())
    assert "uct played fewer games than were asked for: it was interrupted." in text


@pytest.mark.parametrize(("raised", "told"), [
    (KeyboardInterrupt(), "it was interrupted"), (OutOfMemory(Problem("DB508", "no room")), "the memory limit was reached"),
])
def test_what_keeps_players_from_beginning_leaves_the_bounds(
    raised: BaseException, told: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise raised

    plain = library.odds(of(ferry.game), **FEW | {"games": 0})
    monkeypatch.setattr(sampled_odds, "played_out", fails)
    assert library.odds(of(ferry.game), **FEW) == evolve(plain, unplayed=told)
    monkeypatch.setattr(module, "_bounded", lambda *_: evolve(plain, ending="interrupted"))
    assert library.odds(of(ferry.game), **FEW).unplayed == "it was interrupted"


def test_a_part_of_the_seconds_is_for_players(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float | None] = []
    bounded = module._bounded

    def noted(instance: Instance, asked: Any, engine: Any, limits: Limits) -> Likely:
        left.append(limits.seconds_left)
        return bounded(instance, asked, engine, limits)

    monkeypatch.setattr(module, "_bounded", noted)
    for games in (12, 0):
        library.odds(of(ferry.game), **FEW | {"games": games, "limits": Limits(states=3, seconds=100)})
    assert left[0] is not None and left[1] is not None and 70 < left[0] <= 80 < 90 < left[1] <= 100
    found = library.odds(of(ferry.game), **FEW | {"limits": Limits(seconds=1e-9)})
    assert found.ending == "seconds" and found.sampled == () and found.unplayed.startswith("a fifth of so few seconds")
    assert "(--seconds 1.5 is)" in found.unplayed
    monkeypatch.setattr(module, "BEGINNING_SECONDS", 0.0)
    found = library.odds(of(ferry.game), **FEW | {"limits": Limits(seconds=1e-9)})
    assert found.sampled == () and found.unplayed == "the time limit was reached"


@pytest.mark.parametrize("options", [{"games": -1}, {"games": 1_000_001}, {"simulations": 0}, {"games": 1.5}])
def test_numbers_that_are_none_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(library.BadInput, match="DB505"):
        library.odds(of(ferry.game), **options)


def test_an_answer_with_everything_is_read_back() -> None:
    row = Sampled("uct", 50, 12, None, 1.5, 0.25, 2.75, 2, "it stopped", "seconds", "what was learned", 3)
    found = evolve(library.odds(of(ferry.game), **FEW), sampled=(row, evolve(row, policy="estimate-uct")), unplayed="so")
    assert library.load_result(found.to_json()) == found
    text = words(evolve(found, expected="tickets"))
    assert "1.50 0.25 to 2.75" in text and "uct aims at what was learned, and not at just this" in text
    assert "decided 3 times at random" in text
