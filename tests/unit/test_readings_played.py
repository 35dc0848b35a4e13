"""What readings do to a good player: what is worked out once, what is left after a limit, and what is said of which effect."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from threading import Event
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from verifier.analysis import play_out, train
from verifier.analysis import readings_played as asking
from verifier.policy.kept import file_name
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyRow
from verifier.results.readings_played import ChoicePlayed, ReadingsPlayed, Rival
from verifier.results.share import Mean, Share, gained, mean, share, with_luck
from verifier.search.limits import LimitReached

Daybreak = Callable[..., Any]
FEW: dict[str, Any] = {"deals": 6, "simulations": 10, "rounds": 2, "again": 1, "in_force": 2, "positions": 2_000}


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was learned before, and games come without weights."""
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")


def test_what_was_worked_out_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = daybreak.readings_played("until-dawn", ["UD-43", "UD-03"], **FEW)
    assert {(each.reading, each.choice) for each in found.choices} == {("UD-43", "deck"), ("UD-03", "gone")}
    assert found.ending == "played" and not found.left and found.in_force is not None and found.in_force.of == 12

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("played or learned again")

    monkeypatch.setattr("verifier.analysis.readings_played.played_out", refuse)
    monkeypatch.setattr("verifier.analysis.train.training_for", refuse)
    assert daybreak.readings_played("until-dawn", ["UD-43", "UD-03"], **FEW) == found
    with pytest.raises(AssertionError, match="again"):
        daybreak.readings_played("until-dawn", ["UD-43"], **(FEW | {"deals": 7}))


def test_everybody_who_is_compared_has_learned_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """First under the rulings in force, and then from there under these and under each choice."""
    asked, training_for = list[tuple[str, int, bool, int]](), train.training_for

    def noted(instance: Any, backend: Any, request: Any, base: Any = None) -> Any:
        asked.append((instance.setting.rulings["UD-43"], request.rounds, base is not None, request.seed))
        return training_for(instance, backend, request, base)

    monkeypatch.setattr(train, "training_for", noted)
    daybreak.readings_played("until-dawn", ["UD-43"], **FEW)
    assert asked == [("bite-pile", 2, False, 1), ("bite-pile", 1, True, 1), ("bite-pile", 1, True, 2), ("deck", 1, True, 1)]


def test_what_was_learned_in_a_short_trial_is_learned_anew() -> None:
    daybreak.train("until-dawn", rounds=2, positions=1_000)
    trial = daybreak.play_out("until-dawn", policies=["learned"], seeds=range(1, 31))
    daybreak.readings_played("until-dawn", ["UD-43"], **(FEW | {"positions": 6_000}))
    assert daybreak.play_out("until-dawn", policies=["learned"], seeds=range(1, 31)).policies != trial.policies


def test_a_choice_compares_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = list[Any](), play_out.played_out

    def noted(*arguments: Any) -> Any:
        played.append(play(*arguments))
        return played[-1]

    monkeypatch.setattr(asking, "played_out", noted)
    found = daybreak.readings_played("until-dawn", ["UD-43"], **FEW)
    played = [each for each in played if each.seed == 1]  # the others are for comparison with who learned nothing
    assert [each.rulings["UD-43"] for each in played] == ["bite-pile", "bite-pile", "deck"]
    first, second, other = ([game.won for game in each.policies[0].games] for each in played)
    assert [[game.seed for game in each.policies[0].games] for each in played] == [list(range(1, 7))] * 3
    [choice] = found.choices
    assert found.in_force is not None and (found.in_force.count, found.in_force.of) == (sum(first) + sum(second), 12)
    assert choice.won == played[2].policies[0].won
    assert choice.gain == pytest.approx((sum(other) - (sum(first) + sum(second)) / 2) / 6, abs=1e-6)
    own = [(one + two) / 2 for one, two in zip(first, second, strict=True)]
    plain = gained([here - there for here, there in zip(other, own, strict=True)])
    rows = [[float(won) for won in each] for each in (first, second)]
    assert with_luck(plain, rows) == Mean(choice.gain, choice.low, choice.high)
    assert found.won_by == (sum(first), sum(second))
    text = " ".join(found.to_text().split())
    assert f"won {min(found.won_by) / 6:.1%} to {max(found.won_by) / 6:.1%}" in text and "luck in learning" in text


def test_what_was_learned_is_tried_on_other_deals_beside_searches_that_learned_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = list[PlayedOut](), play_out.played_out

    def noted(*arguments: Any) -> PlayedOut:
        played.append(play(*arguments))
        return played[-1]

    monkeypatch.setattr(asking, "played_out", noted)
    found = daybreak.readings_played("until-dawn", ["UD-43"], **FEW)
    trials = [each for each in played if each.seed == 7 and each.rulings["UD-43"] == "deck"]
    assert found.rival is not None and [[row.policy for row in each.policies] for each in trials] == [
        ["learned-uct"], [found.rival.policy]]
    assert {each.deals for each in trials} == {6}
    [choice] = found.choices
    own, other = (each.policies[0] for each in trials)
    assert choice.rival is not None and (choice.rival.own, choice.rival.won) == (own.won, other.won)
    assert choice.rival.gain == pytest.approx((own.won.count - other.won.count) / 6, abs=1e-6)
    tried = [each for each in played if each.seed == 7 and each.rulings["UD-43"] == "bite-pile"]
    assert [[row.policy for row in each.policies] for each in tried] == [["learned-uct"], ["uct", "estimate-uct"]]
    most = max(tried[1].policies, key=lambda row: row.won.count)
    assert (found.rival.policy, found.rival.won) == (most.policy, most.won)


@pytest.mark.parametrize(("in_force", "first", "anew", "is_anew"), [
    (True, False, 5, True), (True, False, 2, False), (True, True, 5, False), (False, False, 5, False)])
def test_who_learned_no_better_play_than_a_search_learns_from_the_beginning(
        monkeypatch: pytest.MonkeyPatch, in_force: bool, first: bool, anew: int, is_anew: bool) -> None:
    """Only where it beats the search under the rulings in force; and what was learned first is kept where it wins as much."""
    asked, tried, training_for = list[tuple[int, bool]](), list[tuple[str, int]](), train.training_for
    told = {"the rulings in force": (in_force, 4), "UD-43 deck": (first, 2), "UD-43 deck anew": (False, anew)}

    def rival(_: Any, instance: Any, title: str, weights: Any, policies: tuple[str, ...], deals: int = 200) -> Rival:
        assert policies == (("uct",) if title.startswith("UD-43") else ("uct", "estimate-uct"))
        tried.append((title, deals))
        is_beaten, count = told[title]
        return Rival("uct", share(count, 0, 6), share(3, 0, 6), 0.2, 0.1 if is_beaten else -0.1, 0.3)

    def noted(instance: Any, backend: Any, request: Any, base: Any = None) -> Any:
        if instance.setting.rulings["UD-43"] == "deck":
            asked.append((request.rounds, base is not None))
        return training_for(instance, backend, request, base)

    monkeypatch.setattr(asking._Player, "rival", rival)
    monkeypatch.setattr(train, "training_for", noted)
    found = daybreak.readings_played("until-dawn", ["UD-43"], **FEW)
    [choice] = found.choices
    learns_again = in_force and not first
    assert tried == [*((title, 200) for title in list(told)[:3 if learns_again else 2]),
                     *([("UD-43 deck", 6)] if learns_again else [])]
    assert asked == [(1, True), *([(2, False), (1, True)] if learns_again else [])]
    assert choice.anew == is_anew and choice.rival is not None and choice.rival.own.count == 2
    text = " ".join(found.to_text().split())
    assert ("under UD-43 deck from the beginning" in text) == is_anew
    close = "Learned hardly better play than a search that learned nothing: UD-43 deck (" in text
    assert close == (not choice.rival.is_beaten)
    assert daybreak.load_result(found.to_json()) == found


def test_a_search_is_beaten_for_certain_or_where_there_is_no_more_to_win() -> None:
    def is_beaten(own: int, low: float) -> bool:
        return Rival("uct", share(own, 0, 9), share(8, 0, 9), 0.1, low, 0.3).is_beaten

    assert is_beaten(8, 0.01) and is_beaten(9, -0.1) and not is_beaten(8, -0.01) and not is_beaten(8, 0.0)


def test_a_search_is_close_by_less_than_five_points_unless_hardly_any_deal_is_lost() -> None:
    def is_close(own: int, gain: float, low: float = 0.001) -> bool:
        return Rival("uct", share(own, 0, 100), share(0, 0, 100), gain, low, 0.9).is_close

    assert is_close(50, 0.04) and not is_close(50, 0.06) and is_close(50, 0.06, -0.01)
    assert not is_close(97, 0.04) and is_close(97, 0.02) and not is_close(100, 0.0, -0.01) and not is_close(99, 0.02)
    assert not is_close(5, 0.045) and is_close(5, 0.02) and is_close(5, 0.045, -0.001)  # of rare ones, by factors


def test_choices_are_played_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are threads, each by fewer threads; the answer is the same."""
    ids, threads, training_for = ["UD-42", "UD-43", "UD-03"], list[int](), train.training_for

    def noted(instance: Any, backend: Any, request: Any, base: Any = None) -> Any:
        threads.append(request.threads)
        return training_for(instance, backend, request, base)

    monkeypatch.setattr(train, "training_for", noted)
    together = daybreak.readings_played("until-dawn", ids, **FEW, threads=4)
    assert threads == [4] * 3 + [1] * 4  # four choices, after the rulings in force
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")  # or it would all be there
    assert daybreak.readings_played("until-dawn", ids, **FEW, threads=1) == together


def test_when_it_is_over_for_one_choice_it_is_over_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    under, begun = asking._Player.under, Event()

    def ended(player: Any, instance: Any, reading: str, choice: str, *rest: Any, **more: Any) -> Any:
        if choice == "deck":
            assert begun.wait(60)
            raise LimitReached("memory")
        if choice == "gone":
            begun.set()
            player.request = evolve(player.request, again=900)  # an hour
        return under(player, instance, reading, choice, *rest, **more)

    monkeypatch.setattr(asking._Player, "under", ended)
    found = daybreak.readings_played("until-dawn", ["UD-43", "UD-03"], **(FEW | {"positions": 60_000}), threads=2)
    assert found.ending == "memory" and found.left == ("UD-03=gone", "UD-43=deck") and not found.choices


def test_a_limit_says_what_is_left() -> None:
    found = daybreak.readings_played("until-dawn", ["UD-43", "UD-03"], **(FEW | {"rounds": 900}),
                                     limits=daybreak.Limits(seconds=0.5))
    assert found.ending == "seconds" and found.left == ("UD-03=gone", "UD-43=deck") and found.in_force is None
    text = " ".join(found.to_text().split())
    assert "Not played yet: UD-03=gone, UD-43=deck. The same command goes on where this one ended." in text
    again = daybreak.load_result(found.to_json())
    assert isinstance(again, ReadingsPlayed) and again == found


@pytest.mark.parametrize(("low", "high", "effect"), [
    (0.06, 0.2, "much"), (-0.3, -0.051, "much"), (0.01, 0.3, "some"), (-0.019, 0.019, "little"), (0.001, 0.015, "little"),
    (-0.03, 0.01, "less"), (-0.049, -0.001, "some"), (-0.051, 0.01, "open"), (-0.01, 0.06, "open"), (-0.049, 0.049, "less")])
def test_effects_are_as_large_as_their_intervals_say(low: float, high: float, effect: str) -> None:
    assert ChoicePlayed("A", "b", share(1, 0, 2), share(0, 0, 2), (low + high) / 2, low, high).effect == effect


def test_who_learns_nothing_thinks_by_the_rules_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to learn; players under the rulings in force differ by their lots, and play the same deals."""
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("learned")

    monkeypatch.setattr("verifier.analysis.train.training_for", refuse)
    played, play = list[Any](), play_out.played_out

    def noted(*arguments: Any) -> Any:
        played.append(play(*arguments))
        return played[-1]

    monkeypatch.setattr(asking, "played_out", noted)
    few: dict[str, Any] = {"policy": "uct", "deals": 12, "simulations": 10, "in_force": 2}
    found = daybreak.readings_played("until-dawn", ["UD-43"], **few)
    one, two, other = ([game.grade for game in each.policies[0].games] for each in played)
    assert one != two and other not in (one, two)
    assert one == [game.grade for game in daybreak.play_out("until-dawn", policies=["uct"], seeds=range(1, 13),
                                                            simulations=10).policies[0].games]
    assert (found.rounds, found.again, found.weights, found.players) == (0, 0, "", 2)
    assert "learned" not in found.to_text()
    assert daybreak.readings_played("until-dawn", ["UD-43"], **few) == found and len(played) == 3


def test_means_are_of_the_deals_that_end_under_both() -> None:
    def games(*saved: int | None) -> PlayedOut:
        rows = [PlayedDeal(seed, "end", True, None if number is None else {"won": True, "saved": number}, 9)
                for seed, number in enumerate(saved)]
        won = share(len(saved), 0, len(saved))
        row = PolicyRow("uct", 9, won, 0, "", 9.0, tuple(rows), 0, {"saved": mean([each or 0 for each in saved])})
        return evolve(template, policies=(row, row))

    template = daybreak.play_out("until-dawn", policies=["random"], seeds=range(1, 2), engine="interpreted")
    own = games(*range(12)), games(2, None, *range(4, 14))
    other = games(None, *range(5, 16))
    choice = asking._compared({"saved": (0, 20)}, "UD-43", "deck", own, other, "")
    # The first deal has no end here, and of the second one's players one has.
    assert choice.came_to == {"saved": mean([5 - 1, *[each + 4 - (each + each + 2) / 2 for each in range(2, 12)]])}
    few = asking._compared({"saved": (0, 20)}, "UD-43", "deck", own, games(*[None] * 3, *range(9)), "")
    assert few.came_to == {}


def test_where_hardly_any_deal_is_won_or_lost_findings_go_by_the_first_number_of_the_grade() -> None:
    def found(won: int) -> ReadingsPlayed:
        one, two = (ChoicePlayed("A", name, share(won, 0, 100), share(0, 0, 100), 0.0, -0.01, 0.01, "",
                                 {"rounds": Mean(at, at - 0.5, at + 0.5), "health": Mean(0.0, -1.0, 1.0)})
                    for name, at in (("soon", 0.2), ("late", -1.5)))
        edition = daybreak.play_out("until-dawn", policies=["random"], seeds=range(1, 2), engine="interpreted").edition
        return ReadingsPlayed("until-dawn", edition, {}, "uct", 9, "first", 1, 100, 0, 0, 1, share(0, 0, 100), share(0, 0, 100),
                              {"A": "When?"}, (one, two), (), "played", 1.0)

    text = " ".join(found(1).to_text().split())
    assert "Hardly any deal is won, and so choices are told apart by rounds. Changes its mean: A late, by -1.50 (-2.00" in text
    assert "These deals do not tell whether it changes the mean of rounds: A soon, by +0.20 (-0.30 to +0.70)." in text
    assert found(1).measure == "rounds" and found(3).measure is None and "Hardly" not in found(3).to_text()
    lost = evolve(found(98), in_force=share(100, 0, 100))
    assert "Hardly any deal is lost, and so choices are told apart by rounds. Changes" in " ".join(lost.to_text().split())
    assert evolve(found(97), in_force=share(100, 0, 100)).measure is None and found(98).measure is None


def test_who_does_not_think_is_said_to_play_no_games() -> None:
    found = daybreak.readings_played("until-dawn", ["UD-43"], policy="greedy", deals=12, in_force=1)
    assert found.simulations == 0 and "greedy, aiming at" in " ".join(found.to_text().split())


def test_what_cannot_be_played_is_refused(daybreak: Daybreak) -> None:
    for arguments, code in ((("until-dawn", "UD-999"), "DB570"),
                            (("until-dawn", "--again", 0), "--again"), (("until-dawn", "--in-force", 0), "--in-force"),
                            (("nothing",), "DB207")):
        ran = daybreak("readings-played", *arguments)
        assert ran.code == 150 and code in ran.err, (arguments, ran.err)


def test_there_are_seeds_for_the_trial_too() -> None:
    with pytest.raises(daybreak.BadInput, match="DB572"):
        daybreak.readings_played("until-dawn", ["UD-43"], **FEW, seed=2**64 - 8)
    found = daybreak.readings_played("until-dawn", ["UD-43"], policy="greedy", deals=6, in_force=1, seed=2**64 - 8)
    assert found.ending == "played"  # who learned nothing is not tried


def test_findings_come_first(daybreak: Daybreak) -> None:
    ran = daybreak("readings-played", "until-dawn", "UD-43", "--deals", 4, "--simulations", 5, "--rounds", 2, "--again", 1,
                   "--in-force", 1, "--positions", 1_000)
    text = " ".join(ran.out.split())
    assert ran.code == 0 and text.index("These deals do not tell") < text.index("more often by") and "UD-43 deck, by" in text


def test_what_is_kept_is_of_one_setting() -> None:
    one, two = (daybreak.scenario(f"scenarios/until-dawn/{name}.toml") for name in ("demo", "e1-as-printed"))
    assert (file_name(one.program, one.setting, "first") == file_name(two.program, two.setting, "first")) == (
        one.setting.rulings == two.setting.rulings and one.setting.edition == two.setting.edition)


def test_what_hardly_ever_comes_up_is_played_for_those_who_name_it() -> None:
    few: dict[str, Any] = {"policy": "uct", "deals": 4, "simulations": 4, "in_force": 1}
    found = daybreak.readings_played("until-dawn", **few)
    names = {(each.reading, each.choice) for each in found.choices}
    seldom = {(each.reading, each.choice): each.came_up for each in found.seldom}
    assert len(names) + len(seldom) == 38 and not names & set(seldom)
    assert all(share.count == 0 and share.of == 4 for share in seldom.values()) and ("UD-38", "no-block") in seldom
    assert all(each.came_up is not None and each.came_up.count > 0 for each in found.choices)
    text = " ".join(found.to_text().split())
    assert "Not played, since they come up in at most one of 50 games that were played" in text
    assert "UD-38 no-block, in 0.0%" in text
    again = daybreak.load_result(found.to_json())
    assert again == found

    named = daybreak.readings_played("until-dawn", ["UD-38"], **few)
    assert len(named.choices) == 3 and not named.seldom and all(each.came_up is not None for each in named.choices)


# -- each seat for itself -------------------------------------------------------------------------------------------------------


def test_what_a_choice_changes_for_each_seat() -> None:
    """The same as what games of players come to that are played under either ruling."""
    asked: dict[str, Any] = {"objective": "seat", "simulations": 4}
    found = daybreak.readings_played("dead-til-dawn", ["DTD-01"], edition="short", deals=10, in_force=1, **asked)
    own, other = (daybreak.play_out("dead-til-dawn", policies=["uct"], seeds=range(1, 11), edition="short", rulings=rulings,
                                    **asked).policies[0] for rulings in ({}, {"DTD-01": "on-the-card"}))
    [choice] = found.choices
    assert found.policy == "uct" and found.best_outcome == 1 and set(found.seats) == set(choice.seats) == set(own.seats)
    assert len(found.seats) == 3
    for seat, more in choice.seats.items():
        pairs = [(here.outcomes.get(seat), there.outcomes.get(seat)) for here, there in zip(other.games, own.games, strict=True)]
        differences = [here - there for here, there in pairs if here is not None and there is not None]
        assert more == gained(differences) and more.low < more.high, seat
        assert found.seats[seat].at == pytest.approx(own.seats[seat].at)
        assert 0 <= found.seats[seat].low <= found.seats[seat].at <= found.seats[seat].high <= 1
    assert daybreak.load_result(found.to_json()) == found
    text = " ".join(found.to_text().split())
    assert "won by player-1" in text and "What each choice changes for each seat how many more of the games it wins" in text
    assert "more often by" not in text and "random players" not in text


def test_seats_are_told_apart() -> None:
    few = Share(1, 0, 10, 0.0, 0.5)
    found = daybreak.readings_played("dead-til-dawn", ["DTD-01"], edition="short", deals=1, in_force=1, simulations=1,
                                     objective="seat")
    seats = {"A": Mean(0.1, 0.06, 0.14), "B": Mean(0.0, -0.04, 0.04)}
    none, open_to_all = {"A": seats["B"], "B": seats["B"]}, {"A": Mean(0.0, -0.2, 0.2), "B": seats["B"]}
    choices = tuple(ChoicePlayed(name, "other", few, few, 0.0, 0.0, 0.0, seats=each)
                    for name, each in (("X", seats), ("Y", none), ("Z", open_to_all)))
    found = evolve(found, choices=choices, seats=seats)
    text = " ".join(found.to_text().split())
    assert "Changes how often a seat wins, in points: X other, A by +10.0 (+6.0 to +14.0)." in text
    assert "Changes it by less than 5% of the games for every seat, if at all: Y other." in text
    assert "These deals do not tell whether it changes anything for a seat: Z other." in text
    text = " ".join(evolve(found, best_outcome=4).to_text().split())
    assert "Changes what ends are worth to a seat: X other, A by +0.10 (+0.06 to +0.14)." in text and "of 4" in text


@pytest.mark.parametrize(("game", "more", "code"), [
    ("until-dawn", {}, "DB586"), ("dead-til-dawn", {"policy": "estimate-uct"}, "DB505")])
def test_where_seats_do_not_play_for_themselves(game: str, more: dict[str, str], code: str) -> None:
    with pytest.raises(daybreak.BadInput, match=code):
        daybreak.readings_played(game, objective="seat", **more)
