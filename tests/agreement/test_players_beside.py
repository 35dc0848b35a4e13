"""What players win who see the table alone, beside what can be won: the games of `play-out`, and never more than can be won."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.every_command import GAMES
from tests.only_games import install_only
from verifier.analysis import learned_steps, play_out, players_beside, winnability
from verifier.analysis.solved_deal import SolvedDeal
from verifier.results.winnable import WinnabilityPoint
from verifier.scenarios.shuffle import SEED_MOST

FEW: dict[str, Any] = {"games": 1, "decision_states": 10, "simulations": 20}


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, GAMES)


def consistent(point: WinnabilityPoint) -> None:
    """Shares and pairs are what the rows of the deals say, and nobody wins what cannot be won."""
    for player in point.players:
        won = [(deal.players[player.policy], deal.won) for deal in point.deals]
        assert player.gap.of == len(won) and player.gap.only_first == 0
        assert player.gap.only_second == sum(can is True and not does for does, can in won)
        assert player.gap.undecided == sum(can is None for _, can in won)
        assert all(can for does, can in won if does)
        assert 0 <= player.gap.low <= player.gap.gain <= player.gap.high
        if player.won.of == len(won):
            assert player.won.count == sum(does for does, _ in won) <= point.won.count
            assert point.won.count - player.won.count == player.gap.only_second


@pytest.mark.parametrize(("game", "policies"), [("ferry", None), ("until-dawn", ["random", "uct"])])
def test_players_play_the_deals_that_are_solved(game: str, policies: list[str] | None) -> None:
    found = daybreak.winnability(game, seeds=range(3, 43), states=20_000, policies=policies, **FEW)
    point, = found.points
    names = [each.policy for each in point.players]
    assert names == policies or names[:2] == ["random", "greedy"] and names[2:] in (["uct"], ["learned-uct"])
    alone = daybreak.play_out(game, policies=names, seeds=range(3, 43), simulations=20)
    consistent(point)
    assert [(row.policy, row.simulations, row.won) for row in alone.policies] == [
        (each.policy, each.simulations, each.won) for each in point.players]
    assert [row.came_to for row in alone.policies] == [each.came_to for each in point.players]
    assert all(each.came_to for each in point.players) and "What their games came to" in found.to_text()
    assert [[game.won for game in row.games] for row in alone.policies] == [
        [deal.players[each.policy] for deal in point.deals] for each in point.players]
    if game == "until-dawn":  # whose deck matters more than the weather of a ferry
        assert point.players[0].won.count < point.players[1].won.count < point.won.count


def test_who_thinks_wins_more_than_who_does_not_and_who_knows_the_deal_most() -> None:
    found = daybreak.winnability("ferry", seeds=range(1, 61), vary="tickets=1..2", policies=["random", "uct"], **FEW)
    point = found.points[0]
    consistent(point)
    assert 0 < point.players[0].won.count < point.players[1].won.count <= point.won.count < 60


def test_nobody_plays_where_nobody_is_to() -> None:
    asked: dict[str, Any] = {**FEW, "seeds": range(1, 13), "policies": ["random", "uct"]}
    plain, found = daybreak.winnability("ferry", **asked | {"simulations": 0}), daybreak.winnability("ferry", **asked)
    assert plain.points[0].players == () and not any(deal.players for deal in plain.points[0].deals)
    assert found.points[0].won == plain.points[0].won and found.points[0].measured == plain.points[0].measured
    assert {"players.random", "players.uct"} < set(found.to_rows()[0]) and "players.uct" not in plain.to_rows()[0]


def test_a_deal_that_a_player_wins_can_be_won_though_its_search_was_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {**FEW, "seeds": range(1, 41), "policies": ["uct"], "vary": "tickets=1..2"}
    right = winnability.solved_deal

    def short(*arguments: Any) -> SolvedDeal:
        deal = right(*arguments)
        return SolvedDeal(deal.seed, None, None, deal.states)

    before = daybreak.winnability("ferry", **asked).points[0]
    monkeypatch.setattr(winnability, "solved_deal", short)
    plain, point = (daybreak.winnability("ferry", **asked | {"simulations": number}).points[0] for number in (0, 20))
    consistent(point)
    assert plain.won.undecided == 40
    assert [deal.won for deal in point.deals] == [True if deal.players["uct"] else None for deal in before.deals]
    assert 0 < point.won.count == point.players[0].won.count and point.won.undecided == 40 - point.won.count > 0


def test_a_search_that_a_player_refutes_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    right = winnability.solved_deal

    def wrong(*arguments: Any) -> SolvedDeal:
        deal = right(*arguments)
        return SolvedDeal(deal.seed, False, deal.grade, deal.states)

    monkeypatch.setattr(winnability, "solved_deal", wrong)
    with pytest.raises(daybreak.DaybreakError, match="DB905 .*a search says that no line does"):
        daybreak.winnability("ferry", seeds=range(1, 13), **FEW)


def test_more_deals_are_played_than_are_solved() -> None:
    found = daybreak.winnability("ferry", seeds=range(1, 6), play=30, **FEW)
    point, = found.points
    consistent(point)
    assert len(point.deals) == 5 == point.players[0].gap.of and {each.won.of for each in point.players} == {30}
    fewer = daybreak.winnability("ferry", seeds=range(1, 6), play=3, **FEW).points[0]
    assert {each.won.of for each in fewer.players} == {each.gap.of for each in fewer.players} == {3}
    assert [bool(deal.players) for deal in fewer.deals] == [True] * 3 + [False] * 2


def test_values_are_played_by_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    found = daybreak.winnability("ferry", seeds=range(1, 13), vary="tickets=1..3", **FEW)
    for point in found.points:
        consistent(point)
    own = daybreak.winnability("ferry", seeds=range(1, 13), vary="tickets=2..3", **FEW).points[0]
    assert own.players == found.points[1].players
    for name in ("kept_weights", "shipped_weights"):
        monkeypatch.setattr(players_beside, name, lambda _program, setting, _aim: setting.edition.tickets != 2 or None)
    one, two, three = (each.instance for each in _steps("ferry", "tickets=1..3"))
    assert players_beside.who_plays([one, three])[-1] == "learned-uct" and players_beside.who_plays([one, two])[2] == "uct"
    assert players_beside.who_plays([one, three], shipped=True) == ("random", "greedy", "learned-uct")


def test_who_goes_by_an_estimate_plays_where_there_is_one_and_nothing_was_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players_beside, "shipped_weights", lambda *_: None)
    night, crossing = (daybreak.deal(game, seed=1) for game in ("until-dawn", "ferry"))
    assert players_beside.who_plays([night], shipped=True) == ("random", "greedy", "uct", "estimate-uct")
    assert players_beside.who_plays([crossing], shipped=True) == ("random", "greedy", "uct")
    with pytest.raises(daybreak.BadInput, match="DB640"):
        daybreak.winnability("ferry", policies=["estimate-uct"], seeds=range(1, 3), **FEW)


def test_the_curve_is_of_who_wins_most_whoever_comes_last() -> None:
    asked: dict[str, Any] = {**FEW, "seeds": range(1, 41), "vary": "tickets=1..2"}
    for policies in (["random", "uct"], ["uct", "random"]):
        text = daybreak.winnability("ferry", policies=policies, **asked).to_text()
        assert "won by uct, 20 games a decision, who sees the table alone" in " ".join(text.split())
        assert "won by random, who" not in " ".join(text.split())


def test_a_report_takes_from_what_was_learned_only_what_the_package_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    def ours(*_: Any) -> Any:
        raise AssertionError("what this user has learned")

    for module in (play_out, players_beside, learned_steps):
        monkeypatch.setattr(module, "kept_weights", ours)
    asked = winnability.Request("until-dawn", 2, 1, None, None, [], 1_000, None, 1, decision_states=10, simulations=5)
    point, = winnability.solved_deals(evolve(asked, shipped=True)).points
    assert point.players[-1].policy == "learned-uct"
    with pytest.raises(AssertionError, match="this user"):
        winnability.solved_deals(asked)


def _steps(game: str, vary: str) -> Any:
    from verifier.analysis.varied import varied

    return varied(daybreak.deal(game, seed=1), vary).steps


def test_numbers_out_of_range_and_unknown_players_are_refused() -> None:
    last = range(SEED_MOST, SEED_MOST + 1)
    for asked in ({"simulations": -1}, {"play": 0}, {"policies": ["chess"]}, {"seeds": last, "play": 9}):
        with pytest.raises(daybreak.BadInput):
            daybreak.winnability("ferry", **{"seeds": range(1, 3), **FEW, **asked})  # type: ignore[arg-type]
