"""`difficulty --train`, `winnability --train`: what a step goes on from, what is kept, what an interruption leaves, refusals."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from secrets import token_hex
from typing import Any

import pytest

import verifier as daybreak
from tests.only_games import install_only
from verifier.analysis import players_beside, train, varied_difficulty
from verifier.registry import Games
from verifier.results.varied import VariedDifficulty
from verifier.results.winnable import Winnability

GAMES = Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in ("ferry", "crossing")])
Daybreak = Callable[..., Any]
Asked = list[tuple[Any, int, bool]]  # the value, the rounds, whether it goes on from weights
FEW: dict[str, Any] = {"seeds": range(1, 4), "simulations": 3, "rounds": 3, "again": 2, "positions": 2_000, "solved_deals": 0}


@pytest.fixture(autouse=True)
def nothing_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the tests, of which nothing was learned before."""
    install_only(monkeypatch, GAMES)
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")


@pytest.fixture
def trainings(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The trainings that begin, in their order, by the tickets of the ferry."""
    begun, training_for = Asked(), train.training_for

    def noted(instance: Any, backend: Any, request: Any, base: Any = None) -> Any:
        begun.append((instance.setting.edition.tickets, request.rounds, base is not None))
        return training_for(instance, backend, request, base)

    monkeypatch.setattr(train, "training_for", noted)
    return begun


def ferry(vary: str = "tickets=1..3", **options: Any) -> VariedDifficulty:
    return daybreak.difficulty("ferry", vary, train=True, **({"policies": ["learned"]} | FEW | options))


def went_on(found: VariedDifficulty) -> dict[str, str]:
    assert all(step.weights for step in found.steps)
    return {step.value: step.went_on_from for step in found.steps}


def test_a_step_goes_on_from_its_nearest_neighbour_and_is_learned_once(trainings: Asked) -> None:
    """The ferry has three tickets otherwise: there it is learned from the beginning."""
    found = ferry()
    assert trainings == [(3, 3, False), (2, 2, True), (1, 2, True)] and found.ending == "done"
    assert went_on(found) == {"1": "2", "2": "3", "3": ""} and len({step.weights for step in found.steps}) == 3
    assert "1 (on from 2), 2 (on from 3) and 3" in " ".join(found.to_text().split())
    assert daybreak.load_result(found.to_json()) == found
    assert ferry() == found and len(trainings) == 3
    ferry(again=1)
    assert trainings[3:] == [(2, 1, True), (1, 1, True)]


def test_players_and_bounds_go_by_what_each_step_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    went_by = list[str]()

    def noting(asked: Any) -> Any:
        def noted(*arguments: Any) -> Any:
            went_by.append(arguments[-1].digest)
            return asked(*arguments)

        return noted

    for name in ("played_out", "bounded_above"):
        monkeypatch.setattr(varied_difficulty, name, noting(getattr(varied_difficulty, name)))
    found = ferry(bounded_deals=2)
    assert went_by == 2 * [step.weights for step in found.steps]
    assert all(step.bound is not None and step.bound.games for step in found.steps)


def test_steps_go_on_from_the_game_as_it_is_where_that_is_no_step(trainings: Asked) -> None:
    daybreak.train("ferry", learners=2, rounds=4, positions=2_000)
    found = ferry("tickets=1,2")
    assert trainings == [(3, 4, False), (2, 2, True), (1, 2, True)] and went_on(found) == {"1": "2", "2": "3"}


def test_where_nothing_was_learned_of_the_game_as_it_is_the_first_step_is_learned(trainings: Asked) -> None:
    found = ferry("tickets=1,2")
    assert trainings == [(1, 3, False), (2, 2, True)] and went_on(found) == {"1": "", "2": "1"}


def test_choices_go_on_from_that_in_force() -> None:
    found = daybreak.difficulty("crossing", "FE-Q1=half,lost,swims", train=True, policies=["learned"], **FEW)
    assert went_on(found) == {choice: "" if choice == found.in_force else found.in_force for choice in went_on(found)}
    assert found.in_force in went_on(found)


def test_who_learns_plays_unless_others_are_named() -> None:
    assert "learned-uct" in [each.player for each in ferry(policies=None).steps[0].players]
    alone = daybreak.difficulty("ferry", "tickets=2,3", seeds=range(1, 2), simulations=3)  # what went on belongs to --train
    assert "learned-uct" not in [each.player for each in alone.steps[0].players]
    assert not any(step.weights for step in alone.steps)


@pytest.mark.parametrize("when", [1, 2])
def test_an_interruption_leaves_what_was_learned_and_nothing_is_played(
        when: int, monkeypatch: pytest.MonkeyPatch, trainings: Asked) -> None:
    learning, begun = train.learning, list[Any]()

    def interrupted(training: Any, *arguments: Any, **options: Any) -> Any:
        begun.append(training)
        if len(begun) > when:
            raise KeyboardInterrupt
        return learning(training, *arguments, **options)

    with monkeypatch.context() as once:
        once.setattr(train, "learning", interrupted)
        found = ferry()
    assert found.ending == "interrupted" and all(each.won.of == 0 for step in found.steps for each in step.players)
    assert sum(bool(step.weights) for step in found.steps) == when
    assert "nothing is learned yet for" in " ".join(found.to_text().split())
    again = ferry()
    assert again.ending == "done" and [rounds for _, rounds, _ in trainings[when + 1:]] == [2] * (3 - when)


def test_a_limit_ends_it_before_anything_is_played(daybreak: Daybreak) -> None:
    ran = daybreak("difficulty", "ferry", "--vary", "tickets=1..3", "--train", "--deals", 2, "--rounds", 500, "--seconds", 0.01)
    assert ran.code == 124 and "nothing is learned yet for 1, 2 and 3" in " ".join(ran.out.split())


def test_who_learned_nothing_for_a_step_is_told_to_train(daybreak: Daybreak) -> None:
    few = ("difficulty", "ferry", "--vary", "tickets=1..3", "--deals", 1)
    for more, said in ((("--policy", "learned-uct"), "nothing was learned for tickets 1, 2, 3"),
                       (("--policy", "random", "--bounded-deals", 1), "for any value of tickets")):
        ran = daybreak(*few, *more)
        assert ran.code == 150 and "DB630" in ran.err and said in ran.err and "add --train" in ran.err and ran.out == ""
    for vary, said in (("tickets=1..3", "an edition of yours that says tickets=1"), ("FE-Q1=half,lost", "--ruling FE-Q1=half")):
        game = "ferry" if vary.startswith("tickets") else "crossing"
        ran = daybreak("difficulty", game, "--vary", vary, "--deals", 1, "--policy", "linear", "--train")
        assert ran.code == 150 and "DB630" in ran.err and said in ran.err and f"train {game} --model linear" in ran.err


def test_who_goes_by_an_estimate_that_there_is_not_is_refused_where_others_learn() -> None:
    with pytest.raises(daybreak.BadInput, match="DB640"):
        ferry(policies=["learned", "estimate-uct"])


def winnable(vary: str | None = "tickets=1..3", **options: Any) -> Winnability:
    few: dict[str, Any] = {name: value for name, value in FEW.items() if name != "solved_deals"} | {"games": 1}
    return daybreak.winnability("ferry", vary=vary, train=True, **few | options)


def points_of(found: Winnability) -> dict[Any, str]:
    assert all(point.weights for point in found.points)
    return {point.value: point.went_on_from for point in found.points}


def test_winnability_plays_each_value_by_what_difficulty_learns_for_it(
        monkeypatch: pytest.MonkeyPatch, trainings: Asked) -> None:
    went_by, played_out = list[str](), players_beside.played_out

    def noted(*arguments: Any) -> Any:
        went_by.append(arguments[-1].digest)
        return played_out(*arguments)

    monkeypatch.setattr(players_beside, "played_out", noted)
    found = winnable()
    assert trainings == [(3, 3, False), (2, 2, True), (1, 2, True)] and points_of(found) == {1: "2", 2: "3", 3: ""}
    assert went_by == [point.weights for point in found.points] and len(set(went_by)) == 3 and found.train
    assert [each.policy for each in found.points[0].players] == ["random", "greedy", "uct", "learned-uct"]
    assert "1 (on from 2), 2 (on from 3) and 3" in " ".join(found.to_text().split())
    other = ferry(policies=["learned-uct"])
    assert [step.weights for step in other.steps] == went_by
    assert [step.players[0].won for step in other.steps] == [point.players[-1].won for point in found.points]
    assert daybreak.load_result(found.to_json()) == found and winnable() == found and len(trainings) == 3


def test_winnability_learns_choices_of_a_reading() -> None:
    found = winnable("FE-Q1=refunded,paid", policies=["learned"])
    assert points_of(found) == {"refunded": "paid", "paid": ""}


def test_winnability_learns_the_game_as_it_is_where_nothing_is_varied(trainings: Asked) -> None:
    for _ in range(2):
        found = winnable(None, policies=["learned"])
        assert points_of(found) == {None: ""} and trainings == [(3, 3, False)] and "learned" in found.to_text()
    alone = daybreak.winnability("ferry", seeds=range(1, 4), simulations=3, games=1)
    assert [each.policy for each in alone.points[0].players] == ["random", "greedy", "learned-uct"]
    assert alone.points[0].weights == found.points[0].weights and not alone.train
    nobody = daybreak.winnability("ferry", seeds=range(1, 4), simulations=3, games=1, policies=["random"])
    assert not nobody.points[0].weights


def test_an_interruption_of_winnability_leaves_what_was_learned(monkeypatch: pytest.MonkeyPatch, trainings: Asked) -> None:
    learning, begun = train.learning, list[Any]()

    def interrupted(training: Any, *arguments: Any, **options: Any) -> Any:
        begun.append(training)
        if len(begun) > 1:
            raise KeyboardInterrupt
        return learning(training, *arguments, **options)

    with monkeypatch.context() as once:
        once.setattr(train, "learning", interrupted)
        found = winnable()
    assert found.ending == "interrupted" and [point.won.of for point in found.points] == [0, 0, 0]
    assert [bool(point.weights) for point in found.points] == [False, False, True]
    assert "nothing is learned yet for 1 and 2, and nothing is solved" in " ".join(found.to_text().split())
    again = winnable()
    assert again.ending == "done" and trainings[2:] == [(2, 2, True), (1, 2, True)]


@pytest.mark.parametrize(("vary", "said"), [
    (("--vary", "tickets=1..3"), "learned yet for 1, 2 and 3,"), ((), "learned yet, and")])
def test_a_limit_ends_winnability_before_anything_is_solved(vary: tuple[str, ...], said: str, daybreak: Daybreak) -> None:
    ran = daybreak("winnability", "ferry", *vary, "--train", "--deals", 2, "--rounds", 500, "--seconds", 0.01)
    assert ran.code == 124 and said in " ".join(ran.out.split())


def test_winnability_refuses_who_lacks_what_it_goes_by_and_tells_of_train(daybreak: Daybreak) -> None:
    few, vary = ("winnability", "ferry", "--deals", 1), ("--vary", "tickets=1..3")
    for more, code, said in (
            ((*vary, "--policy", "learned-uct"), "DB630", "learned for tickets 1, 2, 3 @ --policy; add --train,"),
            (("--policy", "learned-uct"), "DB630", "learned for the game as it is @ --policy; add --train,"),
            ((*vary, "--policy", "linear", "--policy", "learned", "--train"), "DB630", "train ferry --model linear"),
            ((*vary, "--policy", "estimate-uct", "--policy", "learned", "--train"), "DB640", "name uct"),
            (("--policy", "uct", "--train"), "DB505", "let learned-uct play"),
            (("--simulations", 0, "--train"), "DB505", "let learned-uct play")):
        ran = daybreak(*few, *more)
        assert ran.code == 150 and ran.err.startswith(code) and said in ran.err and ran.out == ""
