"""`play-out`: what is refused, what a limit leaves, and that threads, engines and other policies change no game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.only_games import install_only
from verifier.analysis.choices import Policy
from verifier.analysis.play_out import _pair
from verifier.policy.players import POLICIES
from verifier.policy.room import paces
from verifier.registry import Games
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyRow
from verifier.results.share import Mean, share
from verifier.results.share import mean as sample_mean

LATE = Path("scenarios/until-dawn/positions/breach-in-the-assault.toml")
Daybreak = Callable[..., Any]


def played(**options: Any) -> PlayedOut:
    return daybreak.play_out("until-dawn", **({"seeds": range(1, 7), "simulations": 20} | options))


def test_threads_and_engines_change_no_game() -> None:
    one = played(threads=1)
    assert played(threads=3).policies == one.policies
    assert played(seeds=range(1, 2), engine="interpreted").policies == played(seeds=range(1, 2)).policies


def test_a_policy_plays_the_same_whoever_plays_beside_it() -> None:
    [alone] = played(policies=["uct"]).policies
    assert alone == played(policies=["random", "uct"]).policies[1]
    assert [row.policy for row in played(seeds=range(1, 2), policies=["flat", "random", "flat"]).policies] == ["flat", "random"]


def test_more_thought_wins_more() -> None:
    """On 60 deals random play wins about four, and games in the mind many more: by far more than luck explains."""
    found = played(policies=["random", "flat"], seeds=range(1, 61), simulations=200)
    assert found.pairs[0].low > 0.05
    assert [row.won.of for row in found.policies] == [60, 60] and found.ending == "played"


def test_players_are_told_what_comes_next() -> None:
    """A row for each policy and number, but for random play, which thinks of nothing; 0 is who was told nothing."""
    found = played(policies=["random", "greedy", "uct"], knows=(3, 0, 3))
    assert found.knows == (0, 3)
    assert [(row.policy, row.knows) for row in found.policies] == [
        ("random", 0), ("greedy", 0), ("greedy", 3), ("uct", 0), ("uct", 3)]
    assert [(each.policy, each.knows, each.other, each.other_knows) for each in found.pairs] == [
        ("random", 0, "greedy", 0), ("greedy", 0, "greedy", 3), ("greedy", 0, "uct", 0), ("uct", 0, "uct", 3)]
    assert tuple(row for row in found.policies if not row.knows) == played(policies=["random", "greedy", "uct"]).policies
    assert found.policies[3].games != found.policies[4].games
    assert played(policies=["uct"], knows="3").policies == found.policies[4:]
    assert {(row["policy"], row["knows"]) for row in found} == {(row.policy, row.knows) for row in found.policies}
    assert daybreak.load_result(found.to_json()) == found
    text = " ".join(found.to_text().split())
    assert "at each decision the next 0 or 3 outcomes of each stream of chance" in text and "uct, 0 known, 3 known" in text
    assert "players who know what comes next" in text and "do not know the deck" in played(policies=["random"]).to_text()


def test_what_players_know_is_a_curve_on_the_page(daybreak: Daybreak, tmp_path: Path) -> None:
    asked = ("play-out", "until-dawn", "--deals", 2, "--simulations", 5)
    several, one = tmp_path / "several.html", tmp_path / "one.html"
    assert daybreak(*asked, "--knows", "0,1,3", "--html", several).code == 0
    assert daybreak(*asked, "--knows", "3", "--html", one).code == 0
    assert "outcomes known of each stream of chance" in several.read_text()
    assert "outcomes known of each stream of chance" not in one.read_text() and "uct, 3 known" in one.read_text()


@pytest.mark.parametrize("knows", ["", "x", "-1", "0,,1", "4097", (), (1, -1), (0.5,), (None,), (True,)])
def test_what_nobody_can_be_told_is_refused(knows: Any) -> None:
    with pytest.raises(daybreak.BadInput, match="DB505 expected (a whole number|whole numbers) from 0 to 4096"):
        played(knows=knows)


def test_players_think_for_as_long_as_they_are_given() -> None:
    """A row for each number of games, but for those who play none; each plays as if nobody were beside it."""
    found = played(policies=["random", "greedy", "uct"], simulations="40, 5,20,5", knows="0,1")
    assert found.simulations == (5, 20, 40)
    assert [(row.policy, row.simulations, row.knows) for row in found.policies] == [
        ("random", 0, 0), ("greedy", 0, 0), ("greedy", 0, 1),
        *(("uct", games, knows) for games in (5, 20, 40) for knows in (0, 1))]
    assert [row for row in found.policies if row.simulations == 20] == list(
        played(policies=["uct"], simulations=20, knows="0,1").policies)
    pairs = {((each.policy, each.simulations, each.knows), (each.other, each.other_simulations, each.other_knows))
             for each in found.pairs}
    assert len(pairs) == len(found.pairs) and pairs == {
        (("random", 0, 0), ("greedy", 0, 0)), (("greedy", 0, 0), ("greedy", 0, 1)), (("greedy", 0, 0), ("uct", 40, 0)),
        *((("uct", less, knows), ("uct", more, knows)) for less, more in ((5, 20), (20, 40)) for knows in (0, 1)),
        *((("uct", games, 0), ("uct", games, 1)) for games in (5, 20, 40))}
    assert [each.is_longer for each in found.pairs].count(True) == 4
    assert daybreak.load_result(found.to_json()) == found
    text = " ".join(found.to_text().split())
    assert "thinking longer still helps uct, 1 known: with 40 games instead of 20 it wins more often by" in text
    assert "won by uct, 1 known, 40 games alone" in text and "with 20 games instead of 5" not in text
    wide = " ".join(found.to_text(300).split())
    assert "uct, 1 known, 5 games, 20 games" in wide and "uct, 5 games, 0 known, 1 known" in wide


@pytest.mark.parametrize("simulations", ["", "x", "-1", "5,,6", "100001", (), (1, 0), 0.5, None, True])
def test_how_long_nobody_can_think_is_refused(simulations: Any) -> None:
    with pytest.raises(daybreak.BadInput, match="DB505 expected (a whole number|whole numbers) from 1 to 100000"):
        played(simulations=simulations)


@pytest.mark.parametrize(("low", "high", "won", "told"), [
    (0.01, 0.2, 9, "Thinking longer still helps uct: with 20 games instead of 5 it wins more often by +"),
    (-0.1, 0.019, 9, "Thinking longer helps uct no more: with 20 games instead of 5 it wins more often by -"),
    (-0.1, 0.03, 9, "These deals do not tell whether thinking longer still helps uct: "),
    (-0.1, 0.01, 0, "These deals do not tell whether thinking longer still helps uct: "),
    (0.0, 0.0, 10, "There is no more to win for uct: it wins every deal with 5 games."),
    (0.0, 0.0, 0, "has more rounds by +0.20 (-0.10 to +0.50)"), (0.0, 0.0, 9, "wins more often by +0.0 points")])
def test_whether_thinking_longer_helps_is_told(low: float, high: float, won: int, told: str) -> None:
    """By the share that is won, or by the first number of the grade where hardly any deal is."""
    found = played(policies=["uct"], simulations=(5, 20))
    rows = tuple(evolve(row, won=share(won, 0, 10)) for row in found.policies)
    pair = evolve(found.pairs[0], gain=(low + high) / 2, low=low, high=high, came_to={"rounds": Mean(0.2, -0.1, 0.5)})
    assert told in " ".join(evolve(found, policies=rows, pairs=(pair,)).to_text().split())


def test_how_much_more_is_over_the_deals_that_end_for_both() -> None:
    found = played(policies=["random", "greedy"], seeds=range(1, 31))
    one, two = ([game.grade for game in row.games] for row in found.policies)
    both = [(first, second) for first, second in zip(one, two, strict=True) if first is not None and second is not None]
    assert found.pairs[0].came_to == {name: sample_mean([int(second[name]) - int(first[name]) for first, second in both])
                                      for name in ("alive", "unbreached", "shells")}
    assert played(policies=["random", "greedy"]).pairs[0].came_to == {}


def test_how_long_players_think_is_a_curve_on_the_page(daybreak: Daybreak, tmp_path: Path) -> None:
    """Also of more policies than a plot can tell apart."""
    asked = ("play-out", "until-dawn", "--deals", 2)
    everybody = [part for name in Policy
                 for part in ("--policy", name)]
    assert daybreak(*asked, "--simulations", "2,20", "--html", tmp_path / "games.html").code == 0
    assert daybreak(*asked, *everybody, "--simulations", "2,4", "--knows", "0,1", "--html", tmp_path / "known.html").code == 0
    assert "games simulated before each decision" in (tmp_path / "games.html").read_text()
    assert "outcomes known of each stream of chance" in (tmp_path / "known.html").read_text()


def test_another_aim_is_another_game() -> None:
    first, grade = (played(policies=["uct"], objective=aim, simulations=100).policies[0].games for aim in ("first", "grade"))
    assert first != grade


def test_who_would_see_no_game_won_aims_at_the_whole_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or nothing that it thinks of would tell decisions apart; and it gives up at once."""
    deals: dict[str, Any] = {"policies": ["random", "uct"], "seeds": range(1, 13), "simulations": 40}
    found = daybreak.play_out("dawn-of-the-zeds", **deals)
    assert [row.aims_wider for row in found.policies] == [False, True]
    assert "uct at the whole grade, as won games are too rare to go by" in " ".join(found.to_text().split())
    monkeypatch.setattr("verifier.policy.scale.Scale.share_won", lambda *_: 0.01)
    plain = daybreak.play_out("dawn-of-the-zeds", **deals)
    turns, plain_turns = ([int(game.grade["turns"]) for game in each.policies[1].games if game.grade is not None]
                          for each in (found, plain))
    assert sample_mean([more - less for more, less in zip(turns, plain_turns, strict=True)]).low > 0.5
    assert not plain.policies[1].aims_wider and plain.policies[1].decisions < found.policies[1].decisions / 3
    assert not any(row.aims_wider for row in played(policies=["uct", "learned-uct", "random"]).policies)  # it often sees a win
    assert not played(policies=["uct"], objective="grade").policies[0].aims_wider


def test_deals_are_played_from_a_scenario() -> None:
    late = daybreak.scenario(LATE)
    found = daybreak.play_out(late, policies=["random"], seeds=range(1, 4))
    assert found.start == late.scenario.title and len(found.policies[0].games) == 3
    with pytest.raises(daybreak.BadInput, match="DB594 .*a scenario says its edition"):
        daybreak.play_out(late, edition="assumed-20")


def test_a_limit_leaves_the_deals_that_were_played() -> None:
    found = played(seeds=range(1, 100_001), simulations=500, limits=daybreak.Limits(seconds=2.0))
    counts = {len(row.games) for row in found.policies}
    assert found.ending == "seconds" and len(counts) == 1 and 0 < counts.pop() < 100_000
    assert "--seconds raises it" in found.to_text() and "of which" in found.to_text()


def test_a_limit_ends_a_game_that_thinks_long() -> None:
    """Within a game, not behind it: of 3 deals that would take minutes none is played."""
    found = played(seeds=range(1, 4), policies=["uct"], simulations=100_000, limits=daybreak.Limits(seconds=0.5))
    assert found.ending == "seconds" and not found.policies[0].games and "of which 0 were played" in found.to_text()


def test_what_is_stuck_is_named_with_its_seeds(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("urn", "tests.games.urn:game", "daybreak.games")]))
    asked = ("play-out", "urn", "--edition", "plain", "--policy", "random", "--deals", 20, "--engine", "interpreted")
    ran = daybreak(*asked)
    text = " ".join(ran.out.split())
    told = r"Stuck, random: \d+ games did not end \(seeds [\d, .]+\); the first: no outcome of chance is possible\. "
    assert ran.code == 75 and re.search(f"{told}`daybreak check urn` looks for such play", text)
    [row] = json.loads(daybreak(*asked, "--json").out)["policies"]
    stuck = [game for game in row["games"] if game["ending"] != "end"]
    assert len(stuck) == row["unended"] > 0 and not any(game["won"] for game in stuck)
    assert daybreak(*asked, "--ruling", "UR-Q1=careful").code == 0


def test_what_cannot_be_played_is_refused(daybreak: Daybreak) -> None:
    for arguments, code in ((("until-dawn", "--deals", 0), 150), (("until-dawn", "--policy", "best"), 150),
                            (("nothing",), 150), (("until-dawn", "--simulations", 0), 150), (("missing.toml",), 150)):
        assert daybreak("play-out", *arguments).code == code


def test_who_goes_by_the_estimate_needs_one(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("urn", "tests.games.urn:game", "daybreak.games")]))
    ran = daybreak("play-out", "urn", "--edition", "plain", "--policy", "estimate-uct")
    assert ran.code == 150 and "DB640" in ran.err and "name uct" in ran.err


def test_a_game_without_grades_is_refused(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("noughts", "tests.games.noughts:game", "daybreak.games")]))
    ran = daybreak("play-out", "noughts")
    assert ran.code == 150 and "DB520" in ran.err and "no game is won or lost" in ran.err


@pytest.mark.parametrize(("seeds", "code"), [(range(2**64 - 2, 2**64 + 1), "DB572"), (range(2**70), "DB505"),
                                             (range(3, 3), "DB594"), (range(-1, 2), "DB594"), (range(1, 9, 2), "DB594")])
def test_seeds_that_are_none_are_refused(seeds: range, code: str) -> None:
    """Wherever seeds are asked for."""
    for ask in (lambda: played(seeds=seeds), lambda: daybreak.winnability("until-dawn", seeds=seeds)):
        with pytest.raises(daybreak.BadInput, match=code):
            ask()


def test_an_answer_is_read_again() -> None:
    found = played(policies=["random", "greedy"])
    assert daybreak.load_result(found.to_json()) == found
    assert {row["policy"] for row in found} == {"random", "greedy"}


def test_pairs_are_compared_deal_by_deal() -> None:
    """Agresti and Min's interval by hand: of 10 deals the first alone won one, the second alone five."""
    wins = [(True, False)] + [(False, True)] * 5 + [(True, True)] * 2 + [(False, False)] * 2
    one, two = (PolicyRow(name, 0, share(sum(pair[at] for pair in wins), 0, 10), 0, "", 1.0,
                          tuple(PlayedDeal(seed, "end", pair[at], {}, 1) for seed, pair in enumerate(wins)))
                for at, name in enumerate(("one", "two")))
    found = _pair({}, one, two)
    assert (found.only_policy, found.only_other, found.gain) == (1, 5, 0.4)
    assert (found.low, found.high) == pytest.approx((4 / 12 - 0.388804, 4 / 12 + 0.388804), abs=1e-6)


def test_where_nobody_wins_the_numbers_of_the_grade_tell_players_apart() -> None:
    """In Until Daylight whoever looks further than one decision by the estimate holds out longer, and not by luck."""
    found = daybreak.play_out("until-daylight", policies=["random", "estimate-uct"], seeds=range(1, 13), simulations=100)
    random, searching = (row.came_to for row in found.policies)
    assert all(row.won.count == 0 for row in found.policies) and list(random) == ["rounds", "health", "saved"]
    for row in found.policies:
        assert row.came_to["rounds"].at == pytest.approx(mean(game.grade["rounds"] for game in row.games if game.grade))
    assert random["rounds"].high + 1 < searching["rounds"].low
    text = " ".join(found.to_text().split())
    assert "What ends came to" in text and f"{searching['rounds'].at:.2f} ({searching['rounds'].low:.2f} to" in text
    assert daybreak.load_result(found.to_json()) == found


def test_a_policy_has_its_name() -> None:
    assert list(POLICIES) == list(Policy)
    with pytest.raises(daybreak.BadInput, match="DB505 expected random, greedy, flat, uct, hindsight, estimate-uct, linear, "
                       "learned, learned-uct, learned-expectimax, got .*best"):
        played(policies=["best"])


def test_the_pace_of_curiosity() -> None:
    assert paces(4).tolist() == [[0, 65536], [853, 65536], [1073, 46341], [1206, 37837]]
