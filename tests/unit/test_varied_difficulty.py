"""`difficulty`: each step is the game that an edition or a ruling makes of it, and what is refused, unfinished or not known."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.every_command import GAMES
from tests.only_games import install_only
from verifier.analysis import play_out, varied_difficulty
from verifier.analysis.play_out import SIMPLE_POLICIES, thinking_policies
from verifier.analysis.varied import STEPS_MOST, varied
from verifier.errors import EngineBug
from verifier.instance import Instance
from verifier.lang import Flaw
from verifier.ledger.editions import with_value
from verifier.registry import Games
from verifier.report.formats import page_of
from verifier.report.html.report import report
from verifier.report.text.varied import _needed
from verifier.results.share import Paired, paired
from verifier.results.varied import CLAIRVOYANT, StepChange, StepPlayer, VariedDifficulty
from verifier.search.limits import Limits
from verifier.search.reaches import Reached

LATE = Path("scenarios/until-dawn/positions/breach-in-the-assault.toml")
Daybreak = Callable[..., Any]
EDITION = """schema = 1
game = "until-dawn"
name = "mine"
title = "Mine"
inherits = "assumed-20"
values.shells = { value = 2, status = "assumed", why = "Few." }
"""


def asked(vary: str = "shells=2,8", **options: Any) -> VariedDifficulty:
    few = {"policies": ["random"], "seeds": range(1, 5), "simulations": 5, "states": 300}
    return daybreak.difficulty("until-dawn", vary, **(few | options))


def players(found: VariedDifficulty, step: int) -> dict[str, StepPlayer]:
    return {each.player: each for each in found.steps[step].players}


def until_dawn(**options: Any) -> Instance:
    return daybreak.deal("until-dawn", seed=1, **options)


# -- a step is the game that an edition, or a ruling, makes ---------------------------------------------------------------------


def test_a_value_of_a_field_is_an_edition_that_gives_it(tmp_path: Path) -> None:
    edition = tmp_path / "mine.toml"
    edition.write_text(EDITION)
    found = asked(policies=["random", "flat"])
    for step, own in zip(found.steps, (str(edition), None), strict=True):
        alone = daybreak.play_out("until-dawn", policies=["random", "flat"], seeds=range(1, 5), simulations=5, edition=own)
        assert [(row.policy, row.won) for row in alone.policies] == [(each.player, each.won) for each in step.players[:-1]]
        assert [tuple(game.seed for game in row.games if game.won) for row in alone.policies] == [
            each.won_seeds for each in step.players[:-1]]


def test_a_choice_of_a_reading_is_a_ruling() -> None:
    found = asked("UD-43=deck, bite-pile", seeds=range(1, 31))
    assert (found.kind, found.in_force, [step.value for step in found.steps]) == ("reading", "bite-pile", ["deck", "bite-pile"])
    assert found.note.endswith("?") and found.steps[0].number is None
    for step in found.steps:
        alone = daybreak.play_out("until-dawn", policies=["random"], seeds=range(1, 31), rulings={"UD-43": step.value})
        assert alone.policies[0].won == step.players[0].won


@pytest.mark.parametrize(("game", "vary"), [("ferry", "tickets=1..3"), ("until-dawn", "last_space=10..20..10")])
def test_the_clairvoyant_wins_what_winnability_says_can_be_won(
        game: str, vary: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same deals, where both know."""
    install_only(monkeypatch, GAMES)
    found = daybreak.difficulty(game, vary, policies=["random"], seeds=range(1, 13), states=20_000)
    points = daybreak.winnability(game, seeds=range(1, 13), states=20_000, games=1, decision_states=10, vary=vary).points
    for step, point in zip(found.steps, points, strict=True):
        foreseen = step.players[-1]
        known = {deal.seed: deal.won for deal in point.deals if deal.won is not None}
        assert known and foreseen.player == CLAIRVOYANT and foreseen.won.of == 12
        for seed in known.keys() - set(foreseen.undecided_seeds):
            assert (seed in foreseen.won_seeds) == known[seed]
    if game == "ferry":  # some deals are lost, fewer with more tickets
        won = [step.players[-1].won.count for step in found.steps]
        assert won == sorted(won) and 0 < won[0] < won[-1] and not any(step.players[-1].undecided_seeds for step in found.steps)


def test_a_scenario_is_varied_from_its_table() -> None:
    late = daybreak.scenario(LATE)
    found = daybreak.difficulty(late, "UD-43=deck,bite-pile", policies=["random"], seeds=range(1, 4), states=300)
    assert found.start == late.scenario.title and [step.players[0].won.of for step in found.steps] == [3, 3]
    with pytest.raises(daybreak.BadInput, match="DB594 .*a scenario says its edition"):
        daybreak.difficulty(late, "shells=1,2", edition="assumed-20")


@pytest.fixture
def ferry_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ferry, and a little that was learned about it as it is, in a folder of its own."""
    install_only(monkeypatch, GAMES)
    monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
    daybreak.train("ferry", learners=1, rounds=6, positions=2_000)


@pytest.mark.usefixtures("ferry_learned")
def test_steps_are_bounded_from_above_as_above_bounds_them(tmp_path: Path) -> None:
    """As it is by what was learned of it, and elsewhere by the same; at each step by the deals of that step."""
    found = daybreak.difficulty("ferry", "tickets=1..3", policies=["random"], seeds=range(1, 31), bounded_deals=20)
    alone = daybreak.above("ferry", scales=[1], seeds=range(1, 21))
    assert found.bounded == 20
    bounds = {step.value: step.bound for step in found.steps}
    assert bounds[found.in_force] == alone.scales[0] and len({bound.mean for bound in bounds.values() if bound}) == 3
    for step in found.steps:
        assert step.bound is not None and step.bound.cut == 0 and step.bound.says_something
        assert step.bound.high >= players(found, found.steps.index(step))["random"].won.low
    text = found.to_text()
    assert "What honest players can win at most" in text and "at most" in text and "Says nothing" not in text
    pictures = report(page_of(found, whole=True))
    assert pictures.count("what honest players win at most, on average") >= 3
    again = daybreak.load_result(found.to_json())
    assert again == found


@pytest.mark.usefixtures("ferry_learned")
def test_bounds_of_steps_are_near_the_exact_odds_of_their_editions(tmp_path: Path) -> None:
    """With one ticket two thirds of the games are won by best play, with two 8 of 9, with three 26 of 27."""
    found = daybreak.difficulty("ferry", "tickets=1..3", policies=["random"], seeds=range(1, 2), solved_deals=0,
                                bounded_deals=500)
    edition = tmp_path / "mine.toml"
    for step, odds in zip(found.steps, (Fraction(2, 3), Fraction(8, 9), Fraction(26, 27)), strict=True):
        edition.write_text(f'schema = 1\ngame = "ferry"\nname = "mine"\ntitle = "Mine"\ninherits = "plain"\n'
                           f'values.tickets = {{ value = {step.value}, status = "assumed", why = "Few." }}\n')
        assert daybreak.odds(daybreak.deal("ferry", seed=1, edition=str(edition))).low == odds
        assert step.bound is not None and abs(step.bound.mean - odds) < 0.05


@pytest.mark.usefixtures("ferry_learned")
def test_a_bound_by_deals_that_were_cut_off_says_nothing() -> None:
    found = daybreak.difficulty("ferry", "tickets=1,2", policies=["random"], seeds=range(1, 4), bounded_deals=3, states=1,
                                solved_deals=0)
    assert all(step.bound is not None and step.bound.cut == 3 and not step.bound.says_something for step in found.steps)
    text = " ".join(found.to_text().split())
    assert "says nothing" in text and "--states allows more" in text


@pytest.mark.usefixtures("ferry_learned")
def test_who_interrupts_a_bound_ends_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """No later step is bounded or played."""
    bounded, asked_for = varied_difficulty.bounded_above, list[Any]()

    def interrupted(instance: Any, request: Any, weights: Any) -> Any:
        asked_for.append(request)
        return evolve(bounded(instance, request, weights), ending="interrupted")

    monkeypatch.setattr(varied_difficulty, "bounded_above", interrupted)
    found = daybreak.difficulty("ferry", "tickets=1..3", policies=["random"], seeds=range(1, 4), bounded_deals=2, solved_deals=0)
    assert found.ending == "interrupted" and len(asked_for) == 1
    assert [step.bound is None for step in found.steps] == [False, True, True]
    assert all(step.players[0].won.of == 0 for step in found.steps) and "not known" in found.to_text()


def test_bounds_need_something_that_was_learned_and_worth_that_is_the_share_won(
        daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    few = ("--vary", "shells=2,8", "--deals", 1, "--bounded-deals", 1, "--policy", "random", "--solved-deals", 0)
    for more, code in ((("--objective", "grade"), "DB636"), ((), "DB630")):
        monkeypatch.setattr("verifier.policy.kept.FOLDER", f"learned-{token_hex(4)}")
        ran = daybreak("difficulty", "until-dawn", *few, *more)
        assert ran.code == 150 and code in ran.err and ran.out == ""


def test_threads_and_engines_change_nothing() -> None:
    one = asked(policies=["random", "flat"], threads=1)
    assert asked(policies=["random", "flat"], threads=3) == one
    few = asked(seeds=range(1, 3), solved_deals=0)
    assert asked(seeds=range(1, 3), solved_deals=0, engine="interpreted") == few


def test_every_policy_of_play_out_plays() -> None:
    found = asked(policies=None, seeds=range(1, 2))
    everybody = [*SIMPLE_POLICIES, *thinking_policies(until_dawn().program), CLAIRVOYANT]
    assert [each.player for each in found.steps[0].players] == everybody
    assert {each.player for each in found.changes} == {*everybody}


def test_values_are_read_in_every_form() -> None:
    instance = until_dawn()

    def words(text: str) -> list[str]:
        return [step.word for step in varied(instance, text).steps]

    assert words("shells=2..8..3") == ["2", "5", "8"] and words("shells = 8, 2,2") == ["2", "8"]
    assert words("shells=0..1") == ["0", "1"]
    steps = varied(instance, "shells=2,8").steps
    assert [step.instance.scenario.edition.record.shells for step in steps] == [2, 8]
    assert steps[1].instance.scenario.edition is instance.scenario.edition
    mine = steps[0].instance.scenario.edition
    assert (mine.values["shells"].value, mine.values["shells"].status) == (2, "assumed")
    assert instance.scenario.edition.record.shells == 8
    assert with_value(instance.scenario.game, mine, "shells", 2, "", "").record is mine.record


def test_flags_and_words_are_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("urn", "tests.games.urn:game", "daybreak.games")]))
    found = daybreak.difficulty("urn", "cupboard=no,true", edition="plain", policies=["random"], seeds=range(1, 4),
                                rulings={"UR-Q1": "careful"}, engine="interpreted")
    assert (found.in_force, [step.value for step in found.steps]) == ("no", ["no", "yes"])


def test_editions_are_varied_by_name_and_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is what a deal of that edition is."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(EDITION, encoding="utf-8")
    Path("more.toml").write_text(EDITION.replace('"mine"', '"more"').replace("value = 2", "value = 4"), encoding="utf-8")
    found = asked("edition=more.toml,mine.toml,assumed-20", policies=["random", "uct"])
    assert (found.varied, found.kind, found.in_force) == ("edition", "edition", "assumed-20") and "20" in found.note
    assert [step.value for step in found.steps] == ["more.toml", "mine.toml", "assumed-20"]
    for step in found.steps:
        alone = daybreak.play_out("until-dawn", policies=["random", "uct"], seeds=range(1, 5), simulations=5, edition=step.value)
        assert [each.won for each in step.players if each.player != CLAIRVOYANT] == [row.won for row in alone.policies]
    fewer = daybreak.difficulty("until-dawn", "shells=2,4", policies=["random"], seeds=range(1, 5), states=300).steps[0]
    assert players(found, 1)["random"].won == fewer.players[0].won  # which is what that file says
    assert "the edition, which is assumed-20 otherwise: " in report(page_of(found, whole=True))


def test_where_hardly_any_deal_is_won_steps_are_told_apart_by_what_ends_come_to() -> None:
    """As `play-out` has it, of each player; and whoever comes to most is the best one, if nobody wins."""
    options: dict[str, Any] = {"policies": ["greedy", "random"], "seeds": range(1, 16)}
    found = daybreak.difficulty("survive-until-daylight", "players=2,3", solved_deals=0, **options)
    assert not any(each.won.count for step in found.steps for each in step.players)
    for step in found.steps:
        edition = "printed-and-assumed-2" if step.value == "2" else None
        alone = daybreak.play_out("survive-until-daylight", edition=edition, **options)
        assert [each.came_to for each in step.players] == [row.came_to for row in alone.policies]
    totals = {each.player: sum(players(found, step)[each.player].came_to["rounds"].at for step in (0, 1))
              for each in found.steps[0].players}
    assert found.best == max(totals, key=totals.__getitem__)
    text = report(page_of(found, whole=True))
    assert "hardly any deal is won" in text and "in rounds on average; players 2: " in text and "What ends came to" in text
    assert "comes to most over all steps, and nobody wins" in text
    some = report(page_of(asked("shells=7,8", policies=["random", "uct"], simulations=300), whole=True))
    assert "hardly any deal" not in some and "wins most deals over all steps" in some


# -- what is refused ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("vary", "said"), [
    ("shels=1..3", 'DB631 .*did you mean "shells"'), ("UD-999=deck,discard", "DB631 .*UD-"), ("=1,2", "DB633"),
    ("shells", "DB633"),
    ("shells=", "DB633"), ("shells=,", "DB633 .*2 to 50 different values"), ("shells=3", "DB633"), ("shells=3,3", "DB633"),
    ("shells=3..2", "DB633 .*upwards"), ("shells=1..3..0", "DB633"), ("shells=0..999999999", "DB633"),
    ("cards=1,2", "DB632 cards is a table of counts.*vary last_space, shells"),
    ("shells=2,9", "DB205 expected an integer 0..8, got 9 @ --vary shells=9: .*values.shells.value"),
    ("shells=-1..2", "DB205 .*-1"), ("shells=2,many", "DB203 .*many"), ("shells=2..", "DB633 .*upwards"),
    ("shells=1..3..1..1", "DB633"),
    ("edition=assumed-20", "DB633"), ("edition=assumed-20,assumed-21", "DB2.. .*--vary edition=assumed-21: .*assumed-20"),
    ("edition=assumed-20,none.toml", "DB1.. .*none.toml"), ("editon=a,b", 'DB631 .*did you mean "edition"'),
    ("UD-43=deck,table", "DB209 .*--vary UD-43=table: .*UD-43"), ("UD-45=a,b", "DB209 .*settled"),
])
def test_what_cannot_be_varied_is_refused(vary: str, said: str) -> None:
    with pytest.raises(daybreak.BadInput, match=said):
        asked(vary)


def test_every_wrong_value_is_named_at_once() -> None:
    with pytest.raises(daybreak.BadInput) as refused:
        asked("shells=7..11")
    assert [problem.path.partition(":")[0] for problem in refused.value.problems] == [f"--vary shells={n}" for n in (9, 10, 11)]
    with pytest.raises(daybreak.BadInput, match="DB633"):
        asked(f"last_space=1..{STEPS_MOST + 1}")


def test_a_ruling_beside_the_reading_that_is_varied_is_refused(daybreak: Daybreak) -> None:
    ran = daybreak("difficulty", "until-dawn", "--vary", "UD-43=deck,bite-pile", "--ruling", "UD-43=deck")
    assert ran.code == 150 and ran.err.startswith("DB634") and ran.out == ""
    assert daybreak("difficulty", "until-dawn").code == 150  # nothing is varied


def test_a_check_of_the_game_refuses_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would in an edition: what is varied goes through the same checks."""
    instance = until_dawn()

    def check(box: Any) -> list[Flaw]:
        return [Flaw("three is odd", ("shells",), "take two")] if box.shells == 3 else []

    monkeypatch.setattr(instance.scenario.game, "edition_checks", [check])
    with pytest.raises(daybreak.BadInput, match="DB216 three is odd @ --vary shells=3: .*; take two"):
        varied(instance, "shells=2..4")
    assert len(varied(instance, "shells=2,4").steps) == 2


def test_a_game_without_grades_is_refused(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("noughts", "tests.games.noughts:game", "daybreak.games")]))
    ran = daybreak("difficulty", "noughts", "--vary", "x=1,2")
    assert ran.code == 150 and "DB520" in ran.err


# -- shares, changes, gaps ------------------------------------------------------------------------------------------------------


def test_paired_shares_with_what_is_not_known() -> None:
    """By hand: an unknown answer is no difference for the gain, and whatever it may be for the ends of the interval."""
    known = [(True, False), *[(False, True)] * 5, *[(True, True)] * 2, *[(False, False)] * 2]
    found = paired(known)
    assert (found.only_first, found.only_second, found.undecided, found.of, found.gain) == (1, 5, 0, 10, 0.4)
    half = paired([*known[:-2], (None, False), (False, None)])
    assert (half.only_first, half.only_second, half.undecided, half.gain) == (1, 5, 2, 0.4)
    assert half.low == paired([*known[:-2], (True, False), (False, False)]).low < found.low
    assert half.high == paired([*known[:-2], (False, False), (False, True)]).high > found.high
    nothing = paired([])
    assert (nothing.of, nothing.gain) == (0, 0.0) and nothing.low < 0 < nothing.high


@pytest.mark.parametrize(("low", "high", "size"), [
    (0.051, 0.2, "large"), (-0.2, -0.051, "large"), (-0.019, 0.019, "small"), (0.0, 0.021, "moderate"), (0.05, 0.2, "open"),
    (0.03, 0.04, "moderate"), (-0.05, 0.0, "open"), (-0.049, 0.03, "moderate")])
def test_what_an_interval_says_of_a_change(low: float, high: float, size: str) -> None:
    assert StepChange("random", "1", "2", Paired(0, 0, 0, 100, (low + high) / 2, low, high)).size == size


def test_how_many_deals_would_tell() -> None:
    """Four times as many make an interval half as wide; what lies at the threshold, no number tells."""
    assert _needed(Paired(0, 10, 0, 100, 0.1, 0.0, 0.2)) == 400
    assert _needed(Paired(0, 3, 0, 100, 0.03, -0.05, 0.11)) == 1600
    assert _needed(Paired(0, 5, 0, 100, 0.05, -0.05, 0.15)) is None
    assert _needed(Paired(0, 10, 1, 100, 0.1, 0.0, 0.2)) is None and _needed(Paired(0, 0, 0, 0, 0.0, -1.0, 1.0)) is None


def test_a_deal_that_a_player_has_won_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the search; and a search that refutes it is at fault."""
    monkeypatch.setattr(varied_difficulty, "reaches", lambda *_, **__: Reached(None, "states"))
    found = asked(seeds=range(1, 31))
    for step in range(2):
        own = players(found, step)
        assert own[CLAIRVOYANT].won_seeds == own["random"].won_seeds != ()
        assert len(own[CLAIRVOYANT].undecided_seeds) == 30 - len(own["random"].won_seeds)
        gap = found.steps[step].gap
        assert gap is not None and gap.low == 0.0 and gap.high > 0.8 and gap.gain == 0.0
    assert "--states allows more" in " ".join(found.to_text().split())
    monkeypatch.setattr(varied_difficulty, "reaches", lambda *_, **__: Reached(False, "closed"))
    with pytest.raises(EngineBug, match="DB905 random wins seed"):
        asked(seeds=range(1, 31))


def test_one_policy_is_the_best_of_all_steps() -> None:
    found = asked(policies=["flat", "random"], seeds=range(1, 21), simulations=50)
    total = {name: sum(players(found, step)[name].won.count for step in range(2)) for name in ("flat", "random")}
    assert total[found.best] == max(total.values())
    assert found.to_text().startswith("How difficult Until Dawn is, by shells\n")
    findings = found.to_text().split("Step by step")[0]
    assert f"{found.best}: of flat and random" in findings and "largest gap" in findings


def test_without_a_clairvoyant_there_is_no_gap() -> None:
    found = asked(solved_deals=0)
    assert found.steps[0].gap is None and [each.player for each in found.steps[0].players] == ["random"]
    assert CLAIRVOYANT not in found.to_text()
    some = asked(solved_deals=2)
    assert players(some, 0)[CLAIRVOYANT].won.of == 2 and some.steps[0].gap is not None and some.steps[0].gap.of == 2


# -- limits, and what is stuck --------------------------------------------------------------------------------------------------


def test_a_limit_is_shared_and_what_is_unfinished_is_said() -> None:
    found = asked(policies=["uct"], seeds=range(1, 10_001), simulations=200, limits=Limits(seconds=1.0))
    assert found.ending == "seconds"
    counts = [players(found, step)["uct"].won.of for step in range(2)]
    assert all(0 < count < 10_000 for count in counts)  # every step has had its part
    solved = [players(found, step)[CLAIRVOYANT].won.of for step in range(2)]
    assert all(count > 0 for count in solved) and abs(solved[0] - solved[1]) <= 1
    text = " ".join(found.to_text().split())
    assert f"of 10,000 deals were played: {counts[0]:,} at 2, {counts[1]:,} at 8" in text
    assert f"of 10,000 deals were solved: {solved[0]:,} at 2, {solved[1]:,} at 8" in text
    assert "--seconds raises it" in text


def test_nothing_is_known_without_time(daybreak: Daybreak) -> None:
    ran = daybreak("difficulty", "until-dawn", "--vary", "shells=2,8", "--seconds", 0.000001, "--json")
    document = json.loads(ran.out)
    assert ran.code == 124 and document["ending"] == "seconds"
    assert {player["won"]["of"] for step in document["steps"] for player in step["players"]} == {0}
    ran = daybreak("difficulty", "until-dawn", "--vary", "shells=2,8", "--seconds", 0.000001)
    assert ran.code == 124 and "not known" in ran.out and "of 100 deals were played: 0 at 2, 0 at 8" in ran.out


def test_an_interruption_leaves_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_out._played

    def played(instance: Instance, *others: Any) -> Iterator[Any]:
        for number, each in enumerate(whole(instance, *others)):
            if number == 2 and instance.scenario.edition.record.shells == 4:
                raise KeyboardInterrupt
            yield each

    monkeypatch.setattr(play_out, "_played", played)
    found = asked("shells=2,4,8")
    assert found.ending == "interrupted" and [players(found, step)["random"].won.of for step in range(3)] == [4, 2, 0]
    assert players(found, 2)[CLAIRVOYANT].won.of == 4
    text = " ".join(found.to_text().split())
    assert "of 4 deals were played: 2 at 4, 0 at 8" in text and "deals were solved" not in text and "was interrupted" in text


def test_what_is_stuck_is_named(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("urn", "tests.games.urn:game", "daybreak.games")]))
    asked = ("difficulty", "urn", "--edition", "plain", "--vary", "UR-Q1=careless,careful", "--policy", "random", "--deals",
             20, "--engine", "interpreted")
    ran = daybreak(*asked)
    text = " ".join(ran.out.split())
    assert ran.code == 75 and "Stuck, UR-Q1 careless, random:" in text and "Stuck, UR-Q1 careful," not in text
    assert "Stuck, UR-Q1 careless, clairvoyant: 20 deals have no answer" in text and "--states" not in text
    assert "games did not end; the first: no outcome of chance is possible. `daybreak check urn` looks for such play" in text
    document = json.loads(daybreak(*asked, "--json").out)
    assert [step["players"][0]["unended"] > 0 for step in document["steps"]] == [True, False]


def test_an_answer_is_read_again_and_is_a_table() -> None:
    found = asked()
    assert daybreak.load_result(found.to_json()) == found
    assert repr(found).startswith("<VariedDifficulty of Until Dawn, edition assumed-20: ")
    rows = list(found)
    assert [(row["value"], row["number"], row["player"]) for row in rows] == [
        (value, int(value), player) for value in ("2", "8") for player in ("random", CLAIRVOYANT)]
    assert {"won.count", "won.of", "won.low", "won.high"} <= set(rows[0]) and "won_seeds" not in rows[0]


def test_long_work_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.analysis.progress.QUIET_SECONDS", 0.0)
    said: list[str] = []
    asked(on_progress=lambda step: said.append(step.text))
    assert any(text.startswith("solving deals: shells 8, 4 of 4") for text in said)
    assert any(text.startswith("playing deals, shells 2: 3 of 4") for text in said)


def test_the_page_has_a_picture_for_each_step_and_one_of_all() -> None:
    for vary, pictures in (("shells=2,4,8", 4), ("UD-43=deck,bite-pile", 2)):
        page = report(page_of(asked(vary), whole=True))
        told = re.findall(r'role="img" aria-label="([^"]*)"', page) or re.findall(r'role="img"', page)
        assert len(told) == pictures and "<details" in page
    text = asked("shells=2,4,8").to_text()  # a terminal has one, in letters
    assert text.count("75 %      100 %") == 2 and "best honest player" in text


def test_an_interruption_of_the_search_ends_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(varied_difficulty, "reaches", lambda *_, **__: Reached(None, "interrupted"))
    found = asked()
    assert found.ending == "interrupted" and {each.won.of for step in found.steps for each in step.players} == {0}
    assert "not known" in found.to_text()
