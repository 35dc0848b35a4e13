"""`odds --expected`: every line of a small game, value iteration on random graphs, bounds, what is said and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import verifier as library
from tests.agreement.test_odds_with_sides import lucky
from tests.games import crossing, network
from tests.games.network import PLACES, Phase
from tests.games.network.drawn import Drawn, chart_of
from tests.only_games import install_only
from verifier.analysis import odds as module
from verifier.errors import DaybreakError
from verifier.instance import Instance, instance_of
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.program.program import load
from verifier.registry import Games
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario

PROGRAM, NETWORK = load(crossing.game), load(network.game)
RULINGS = [{"FE-Q1": "lost"}, {"FE-Q1": "half"}, {"FE-Q1": "swims"}]
Run = Callable[..., Any]


def crossing_with(rulings: dict[str, str]) -> Instance:
    return instance_of(new_scenario(PROGRAM.game, title="gold", rulings=rulings), PROGRAM)


def by_every_line(instance: Instance) -> Fraction:
    """The gold to be expected, by the reference alone."""
    reference = Reference(PROGRAM, Setting(instance.setting.rulings, instance.setting.edition))
    grade = PROGRAM.game.only("grade")
    assert grade is not None

    def value(position: Position) -> Fraction:
        kind = reference.kind(position)
        if kind == END:
            return Fraction(int(reference.value(grade, position).gold))
        if kind == CHANCE:
            outcomes = reference.outcomes(position)
            total = sum(weight for _, weight in outcomes)
            return sum((Fraction(weight, total) * value(reference.apply(position, event).after) for event, weight in outcomes),
                       Fraction(0))
        events = reference.legal(position) if kind == DECISION else reference.events(position)[:1]
        return max(value(reference.apply(position, event).after) for event in events)

    return value(instance.start)


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: "-".join(rulings.values()))
def test_the_expected_value_is_that_of_every_line(rulings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    instance = crossing_with(rulings)
    expected = by_every_line(instance)
    exact = library.odds(instance, expected="gold", engine="interpreted")
    assert exact.exact and exact.low == exact.high == expected and 0 < expected < 6
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    found = library.odds(instance, expected="gold", engine="interpreted", limits=library.Limits(states=10_000))
    assert found.low is not None and found.high is not None and not found.exact and found.is_known
    assert found.low == expected <= found.high  # what the decisions come to, exactly
    assert [choice.best for choice in found.choices] == [choice.best for choice in exact.choices]
    for one, other in zip(found.choices, exact.choices, strict=True):
        assert one.low <= other.low <= one.high


def iterated(chart: Drawn) -> list[float]:
    """The worth of an end that is to be expected at each place, by plain value iteration; for ever is worth nothing."""
    values = [float(grade[1] if kind is Phase.OUT else 0) for kind, grade in zip(chart.kinds, chart.grades, strict=True)]
    for _ in range(3_000):
        for place, kind in enumerate(chart.kinds):
            leads = chart.ways(place)
            if kind is Phase.DRAW and leads:
                weights = [weight for weight in chart.weights[place] if weight]
                values[place] = sum(weight * values[lead] for weight, lead in zip(weights, leads, strict=True)) / sum(weights)
            elif kind is not Phase.OUT and leads:
                values[place] = max(values[lead] for lead in leads)
    return values


def test_expected_values_are_those_of_value_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where play goes in circles too, exactly and between bounds."""
    compared = 0
    for seed in range(80):
        random = Random(seed)
        chart = evolve(lucky(random), grades=[(0, random.randrange(8)) for _ in range(PLACES)])
        scenario = new_scenario(network.game, title=f"network {seed}")
        made = instance_of(evolve(scenario, edition=evolve(scenario.edition, record=chart_of(chart, random))), NETWORK)
        for most in (250_000, 1):
            monkeypatch.setattr(module, "EXACT_STATES", most)
            try:
                found = library.odds(made, expected="worth", engine="interpreted", limits=library.Limits(states=1_000))
            except DaybreakError as error:
                assert "gets stuck" in str(error)
                break
            assert found.low is not None and found.high is not None and found.is_known
            assert float(found.low) == pytest.approx(iterated(chart)[0], abs=1e-6)
            compared += most == 1 and found.low.denominator > 1
    assert compared > 20, compared


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    install_only(monkeypatch, Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")]))
    path = tmp_path / "over.toml"
    path.write_text('schema = 1\ngame = "crossing"\ntitle = "Over"\n')
    return path


def test_what_is_said(over: Path, daybreak: Run) -> None:
    ran = daybreak("odds", over, "--expected", "gold", "--engine", "interpreted")
    text = " ".join(ran.out.split())
    assert ran.code == 0 and "Expected gold: " in text and "exactly" in text and "what can be expected then" in text
    assert "play that never ends counts as" in text and "%" not in text and "Odds" not in text
    document = json.loads(daybreak("odds", over, "--expected", "gold", "--json", "--engine", "interpreted").out)
    assert document["expected"] == "gold" and document["wanted"] == "gold" and document["highest"] > document["lowest"]
    assert Fraction(document["low"]["fraction"]) == by_every_line(crossing_with({}))
    odds = json.loads(daybreak("odds", over, "--json", "--engine", "interpreted").out)
    assert odds["expected"] in (None, "") and (odds["lowest"], odds["highest"]) == (0, 1)


def test_a_limit_leaves_bounds(over: Path, daybreak: Run) -> None:
    found = []
    for states in (10, 120):
        ran = daybreak("odds", over, "--expected", "gold", "--states", states, "--json", "--engine", "interpreted")
        assert ran.code == 124, ran.err
        document = json.loads(ran.out)
        assert "may be worth from" in document["reason"]
        if document["low"] is not None:
            found.append([Fraction(document[name]["fraction"]) for name in ("low", "high")])
    assert len(found) == 1 and all(low <= by_every_line(crossing_with({})) <= high for low, high in found)


@pytest.mark.parametrize(("arguments", "told"), [
    (("--expected", "fed"), "fed is no whole number"), (("--expected", "golf"), 'has no field "golf"'),
    (("--expected", "gold", "--at-least", "fed=yes"), "cannot both be wanted"),
    (("--expected", "gold", "--goal", "home"), "cannot both be wanted"),
])
def test_what_cannot_be_expected(arguments: tuple[str, ...], told: str, over: Path, daybreak: Run) -> None:
    ran = daybreak("odds", over, *arguments)
    assert ran.code == 150 and "DB598" in ran.err and told in " ".join(ran.err.split()) and ran.out == ""


def test_without_a_grade_nothing_is_expected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, daybreak: Run) -> None:
    install_only(monkeypatch, Games([EntryPoint("pig", "tests.games.pig:game", "daybreak.games")]))
    path = tmp_path / "pig.toml"
    path.write_text('schema = 1\ngame = "pig"\ntitle = "Pig"\nedition = "10"\n')
    assert "has no grade" in daybreak("odds", path, "--expected", "points").err
    assert "cannot both be wanted" in " ".join(daybreak("odds", path, "--expected", "points", "--for", "first").err.split())
