"""What players come to beside bounds that do not meet: their chance is that of the odds, and none comes to more than is exact.

What players who decide at random come to can be worked out in fractions, over every line; what others come to is at most the
exact odds.  Bounds that are wrong are refuted by them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, exp
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.games import blackjack, crossing, cups, ferry
from verifier.analysis import odds as module
from verifier.analysis import sampled_odds
from verifier.analysis.sampled_odds import LUCK
from verifier.errors import EngineBug
from verifier.instance import Instance, OpenDealer, instance_of
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.policy.kept import shipped_weights
from verifier.program.program import load
from verifier.results.likely import Likely, Sampled
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

Worth = Callable[[Any], Fraction]
GAMES: dict[str, tuple[Any, dict[str, Any], dict[str, Any], Worth]] = {
    # The game, its scenario, what is asked, and what a grade is worth then.
    "ferry": (ferry.game, {}, {}, lambda grade: Fraction(grade.across)),
    "ferry, refunded": (ferry.game, {"rulings": {"FE-Q1": "refunded"}}, {"at_least": {"across": True, "tickets": 2}},
                        lambda grade: Fraction(grade.across and grade.tickets >= 2)),
    "crossing": (crossing.game, {}, {}, lambda grade: Fraction(grade.fed)),
    "crossing, rich": (crossing.game, {"rulings": {"FE-Q1": "half"}}, {"at_least": {"fed": True, "gold": 5}},
                       lambda grade: Fraction(grade.fed and grade.gold >= 5)),
    "blackjack": (blackjack.game, {"edition": "short"}, {"expected": "gain"}, lambda grade: Fraction(grade.gain)),
    "blackjack, won": (blackjack.game, {"edition": "short"}, {"at_least": {"gain": 1}}, lambda grade: Fraction(grade.gain >= 1)),
}


@pytest.fixture(autouse=True)
def _nothing_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have learned, and keep in the cache, has no part in it."""
    monkeypatch.setattr(sampled_odds, "kept_weights", shipped_weights)


def instance_for(name: str) -> Instance:
    game, options, _, _ = GAMES[name]
    return instance_of(new_scenario(game, title="Sampled", **options), load(game))


def few(name: str, instance: Instance | None = None, **options: Any) -> Likely:
    """What is found with so few states that the bounds do not meet."""
    asked = {"limits": daybreak.Limits(states=3), "engine": "interpreted", "games": 25, "simulations": 12}
    found = daybreak.odds(instance or instance_for(name), **GAMES[name][2], **asked | options)
    assert not found.is_known
    return found


def at_random(name: str, start: Position | None = None) -> Fraction:
    """What is to be expected where every legal decision is as likely, by the reference alone, over every line."""
    instance = instance_for(name)
    program, worth, known = instance.program, GAMES[name][3], dict[tuple[int, ...], Fraction]()
    reference = Reference(program, Setting(instance.setting.rulings, instance.setting.edition))
    grade = program.game.only("grade")
    assert grade is not None

    def value(position: Position) -> Fraction:
        key = tuple(program.encode(position.state))
        if key not in known:
            known[key] = worked_out(position)
        return known[key]

    def worked_out(position: Position) -> Fraction:
        kind = reference.kind(position)
        if kind == END:
            return worth(reference.value(grade, position))
        if kind == CHANCE:
            ways = list(reference.outcomes(position))
        else:
            events = reference.legal(position) if kind == DECISION else reference.events(position)[:1]
            ways = [(event, 1) for event in events]
        total = sum(weight for _, weight in ways)
        return sum((Fraction(weight, total) * value(reference.apply(position, event).after) for event, weight in ways),
                   Fraction(0))

    return value(start or instance.start)


def compatible(row: Sampled, expected: Fraction, lowest: int, highest: int) -> bool:
    """Whether luck explains how far a mean is from what is to be expected, on either side."""
    at, mean = ((float(number) - lowest) / (highest - lowest) for number in (row.at, expected))
    apart = sampled_odds._apart(at, mean) if at > mean else sampled_odds._apart(1 - at, 1 - mean)
    return exp(-row.games * apart) >= LUCK


@pytest.mark.parametrize("name", [name for name in GAMES if name != "ferry, refunded"])  # random play of which need not end
def test_players_at_random_come_to_what_every_line_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, the position and the chance are those of the odds, and so is what counts."""
    monkeypatch.setattr(sampled_odds, "_policies", lambda *_: ("random",))
    found = few(name, games=1_500)
    expected, (row,) = at_random(name), found.sampled
    assert (row.games, row.unended, row.ending) == (1_500, 0, "played")
    assert compatible(row, expected, found.lowest, found.highest) and row.low - 0.05 < expected < row.high + 0.05
    shifted = expected + (found.highest - found.lowest) / Fraction(8)  # so many games would tell
    assert not compatible(row, shifted, found.lowest, found.highest)


@pytest.mark.parametrize("name", GAMES)
def test_bounds_enclose_what_is_exact_and_players_come_to_no_more(name: str) -> None:
    exact = daybreak.odds(instance_for(name), **GAMES[name][2], engine="interpreted")
    assert exact.exact and exact.low is not None and exact.sampled == () and exact.unplayed == ""
    found = few(name)
    low, high = (found.lowest, found.highest) if found.low is None or found.high is None else (found.low, found.high)
    assert low <= exact.low <= high
    has_estimate = GAMES[name][0].only("estimate") is not None
    assert [row.policy for row in found.sampled] == ["uct", *["estimate-uct"][:has_estimate]] and found.unplayed == ""
    for row in found.sampled:
        assert row.games == 25 and row.low <= row.at <= row.high and (row.count is None) is bool(found.expected)
        assert row.count is None or row.at == row.count / 25
        assert row.at <= exact.low or compatible(row, exact.low, found.lowest, found.highest)
        assert name not in ("ferry", "crossing", "blackjack") or row.at > at_random(name)


@pytest.mark.parametrize("name", ["crossing", "blackjack"])
def test_nothing_but_the_sample_depends_on_it(name: str) -> None:
    found, other, none = few(name), few(name, simulations=5), few(name, games=0)
    assert few(name) == found and found.sampled != other.sampled
    assert none.sampled == () and none.unplayed == ""
    assert evolve(found, sampled=()) == evolve(other, sampled=()) == none
    assert daybreak.load_result(found.to_json()) == found and daybreak.load_result(none.to_json()) == none


def test_threads_and_engines_change_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found = few("crossing", engine="native")
    assert found.sampled == few("crossing").sampled
    for count in (1, 3):
        monkeypatch.setattr(sampled_odds, "cores", lambda count=count: count)
        assert few("crossing", engine="native").sampled == found.sampled


def test_games_are_played_from_the_decision_that_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way there the deal has brought what it brings; from there on nothing of it counts."""
    monkeypatch.setattr(sampled_odds, "_policies", lambda *_: ("random",))
    game, options, _, _ = GAMES["blackjack"]
    instance = instance_of(new_scenario(game, title="Dealt", **options, deal=Deal(given={
        "deck": ("five", "ten", "six", "ten")})), load(game))  # eleven against a ten, and a ten would come
    found = few("blackjack", instance, games=1_500, at_decision=1)
    start = instance.start
    while instance.reference.kind(start) != DECISION:
        start = instance.reference.automatic(start).after
    row, = found.sampled
    expected = at_random("blackjack", start)
    assert abs(expected - at_random("blackjack")) > Fraction(1, 4)
    assert compatible(row, expected, -4, 4) and not compatible(row, at_random("blackjack"), -4, 4)


@pytest.mark.parametrize("name", ["ferry", "crossing", "blackjack"])
def test_bounds_that_are_too_low_are_refuted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, found = module._bounded, few(name)
    row = found.sampled[0]

    def claim(high: Fraction) -> None:
        monkeypatch.setattr(module, "_bounded", lambda *arguments: evolve(right(*arguments), low=None, high=high))

    claim(Fraction(found.lowest))
    with pytest.raises(EngineBug, match=r"DB905 uct comes to .* of 25 games, and a search says that nobody comes to more"):
        few(name)
    claim(Fraction(row.at) - Fraction(1, 100))
    assert few(name).sampled == found.sampled  # which luck explains


def test_the_command_says_that_it_is_our_fault(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
                                               tmp_path: Path) -> None:
    late, right = Path("scenarios/until-dawn/e6.toml").absolute(), module._bounded
    monkeypatch.chdir(tmp_path)  # where the fault is written down
    monkeypatch.setattr(module, "_bounded",
                        lambda *arguments: evolve(right(*arguments), low=Fraction(0), high=Fraction(1, 10**6)))
    ran = daybreak("odds", late, "--states", 500, "--games", 20, "--simulations", 10)
    assert ran.code == 255 and "DB905" in ran.err and ran.out == "" and len(list(tmp_path.glob("daybreak-fault-*.txt"))) == 1


@pytest.mark.parametrize("games", [1, 2, 7, 40])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_luck_is_never_held_to_be_rarer_than_it_is(games: int, share: float) -> None:
    """Hoeffding's bound against the binomial distribution itself."""
    chances = [comb(games, count) * share**count * (1 - share) ** (games - count) for count in range(games + 1)]
    for count in range(games + 1):
        if count / games > share:
            bound = exp(-games * sampled_odds._apart(count / games, share))
            assert sum(chances[count:]) <= bound * (1 + 1e-9) and bound < 1
    assert sampled_odds._apart(0.5, 0.0) == float("inf")


def test_players_who_do_not_see_all_play_for_odds_of_open_cards() -> None:
    """A ball under one of some cups: who sees it finds it for sure, and players win no more than by chance, which is no fault."""
    instance = instance_of(new_scenario(cups.game, title="Hidden", edition="dropped"), load(cups.game))
    exact = daybreak.odds(instance, engine="interpreted")
    found = daybreak.odds(instance, limits=daybreak.Limits(states=2), games=40, simulations=10, engine="interpreted")
    assert exact.hides and found.hides and exact.low == 1 and not found.is_known
    assert {row.policy: row.at < 0.9 for row in found.sampled} == {"uct": True}
    for each in (exact, found):
        assert "open: a decision may rest even on what the game hides from its seat" in " ".join(each.to_text().split())
    assert not few("ferry").hides and "hides" not in few("ferry").to_text()


def test_chance_of_a_seed_is_weighed_as_it_is_then() -> None:
    """Each deal of chance is another one, whatever the scenario's says, and an order of cards is none."""
    instance = instance_for("blackjack")
    one, other = (OpenDealer(instance).instance(seed) for seed in (1, 2))
    assert one.setting.tapes != other.setting.tapes and min(one.setting.tapes[0]) >= 0
    assert one.setting.tapes == OpenDealer(one).instance(1).setting.tapes
    assert one.program.encode(one.start.state) == instance.program.encode(instance.start.state)
