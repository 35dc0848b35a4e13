"""Mistakes that could be known, and luck: values against exact odds, the sums, and that no deal has a part in a mistake."""

from __future__ import annotations

from functools import cache
from math import isclose
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.agreement.test_honest_players import PLACES, Phase, best_by_hand, dealt, native
from tests.agreement.test_review import late, random_line
from tests.games.network.drawn import chart_of, drawn
from verifier.analysis.choices import EngineChoice
from verifier.analysis.luck import SURE, Request, judged
from verifier.errors import BadInput
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.line import Line, replay
from verifier.policy.players import player
from verifier.policy.policies.sampling import Sampling
from verifier.policy.scale import Scale
from verifier.policy.table import Seen
from verifier.results.luck import Chances, Luck
from verifier.run.reference import Applied, Reference
from verifier.run.setting import Setting

PERFECT = "scenarios/until-dawn/small-perfect.toml"
PLAYED = "docs/examples/played.txt"
CHARTS, CHARTS_MORE = 15, 40
GAMES, SEARCHES = 1_000, 6
OFF = 0.02  # by which searches of a thousand games are off


def values_of_decisions(seeds: range) -> list[tuple[float, float, float]]:
    """Of drawn charts, each decision at each place: what it is worth by hand, what the search says, and its standard error."""
    backend, found = native(), []
    slots = [slot.path for slot in backend.program.slots]
    for seed in seeds:
        chart = drawn(seed, dealt=False)
        values, setting = best_by_hand(chart), Setting({}, chart_of(chart, Random(seed)), ((),))
        state, who = backend.state(Reference(backend.program, setting).set_up()), player("uct", backend, setting.in_force, GAMES)
        assert isinstance(who, Sampling)
        for place in range(PLACES):
            if chart.kinds[place] is not Phase.CHOOSE:
                continue
            state[slots.index("phase")], state[slots.index("at")] = Phase.CHOOSE, place
            seen = Seen(state.copy())
            count = int(backend.call("call_legal_events", seen.state, who.desk.context, who.desk.legal))
            for event in who.desk.legal[:count].tolist():
                said = [who.worth(seen, event, 7919 * lot + seed) for lot in range(1, SEARCHES + 1)]
                lead = chart.leads[place][int(backend.program.events[event].arguments[0])]
                found.append((values[lead], fmean(said), stdev(said) / SEARCHES ** 0.5))
    return found


def agree(found: list[tuple[float, float, float]]) -> float:
    """The share of decisions whose worth is within the interval of what it is by hand."""
    return fmean(abs(said - known) <= SURE * error + OFF for known, said, error in found)


def test_decisions_are_worth_what_they_are_by_hand() -> None:
    found = values_of_decisions(range(CHARTS))
    assert sum(0 < known < 1 for known, _, _ in found) > 3
    assert agree(found) > 0.97  # to win on few charts takes a long way that nobody finds by lot


@pytest.mark.long
def test_decisions_of_many_charts_are_worth_what_they_are_by_hand() -> None:
    assert agree(values_of_decisions(range(100, 100 + CHARTS_MORE))) > 0.97


# -- lines ----------------------------------------------------------------------------------------------------------------


@cache
def of_line(scenario: str, simulations: int = 100) -> tuple[tuple[Chances, ...], Luck]:
    instance = daybreak.scenario(scenario)
    return known(instance, events_of(instance), Request("uct", simulations))


def known(instance: Instance, events: list[Applied], asked: Request) -> tuple[tuple[Chances, ...], Luck]:
    """Where nothing is hidden, every decision is judged."""
    rows, luck, _ = judged(instance, EngineChoice.NATIVE, events, asked)
    assert luck.lost == 0
    return tuple(row for row in rows if row is not None), luck


def events_of(instance: Instance) -> list[Applied]:
    with open(PLAYED, encoding="utf-8") as file:
        events = tuple(row.strip() for row in file if not row.startswith("#"))
    return list(replay(instance.reference, instance.start, Line(events)))


def test_luck_and_mistakes_lead_from_the_start_to_the_end() -> None:
    rows, luck = of_line(PERFECT)
    [whole] = luck.courses
    assert whole.end == 1.0 and len(rows) == whole.decisions == 9
    assert isclose(whole.start - whole.mistakes + whole.luck, whole.end, abs_tol=1e-5)
    assert isclose(sum(each.mistake for each in rows), whole.mistakes, abs_tol=1e-5)
    assert isclose(sum(each.luck or 0.0 for each in rows), whole.luck, abs_tol=1e-5)
    for each, following in zip(rows, rows[1:], strict=False):
        assert each.luck is not None and isclose(each.after + each.luck, following.before, abs_tol=1e-5)
        assert isclose(each.before - each.mistake, each.after, abs_tol=1e-5)


def test_where_chance_brings_nothing_the_best_decision_leaves_no_luck() -> None:
    rows, _ = of_line(PERFECT)
    quiet = [(each, after) for each, after in zip(rows, rows[1:], strict=False) if not each.has_chance]
    assert quiet and all(each.luck == 0.0 for each, after in quiet if after.best != "" and after.mistake != 0.0)


def test_the_same_line_is_judged_the_same() -> None:
    rows, luck = of_line(PERFECT)
    instance = daybreak.scenario(PERFECT)
    again = known(instance, events_of(instance), Request("uct", 100))
    assert (rows, luck) == again


def random_game(instance: Instance, seed: int) -> list[Applied]:
    random, reference, events = Random(seed), instance.reference, list[str]()
    while True:
        played = list(replay(reference, instance.start, Line(tuple(events))))
        last = played[-1].after if played else instance.start
        if reference.kind(last) != DECISION or not (legal := list(reference.legal(last))):
            return played
        events.append(random.choice(legal).text)


def with_other_future(instance: Instance, played: list[Applied], number: int, seed: int) -> list[Applied]:
    """The line up to a decision, and then anything else that chance could bring from that very table."""
    random, reference = Random(seed), instance.reference
    at = [index for index, each in enumerate(played) if each.kind == DECISION][number]
    line, position = played[:at + 1], played[at].after
    while (kind := reference.kind(position)) not in (DECISION, END):
        if kind == CHANCE:
            phase, state = position.state.phase, position.state
            events = [event for event in instance.program.events if event.rule.phase == phase]
            weights = [reference.weight(state, event) for event in events]
            line.append(reference.apply(position, random.choices(events, weights)[0]))
        else:
            applied = reference.automatic(position)
            assert applied is not None
            line.append(applied)
        position = line[-1].after
    return line


def test_what_chance_brings_after_a_decision_changes_no_mistake_up_to_it() -> None:
    instance, asked, changed = dealt("until-dawn")[0].instance(5), Request("uct", 40), 0
    played = random_game(instance, 3)
    rows, _ = known(instance, played, asked)
    assert len(rows) > 8
    for number in range(0, len(rows), 3):
        line = with_other_future(instance, played, number, number)
        others, _ = known(instance, line, asked)
        assert [(each.before, each.after, each.mistake) for each in others] \
            == [(each.before, each.after, each.mistake) for each in rows[:number + 1]]
        changed += others[number].luck != rows[number].luck
    assert changed > 0  # luck does depend on it


def test_another_deal_behind_the_tables_changes_nothing() -> None:
    dealer, _ = dealt("until-dawn")
    instance, other = dealer.instance(5), dealer.instance(1_000_005)
    played = random_game(instance, 3)
    twin = evolve(instance, setting=other.setting, reference=other.reference)
    found = [judged(each, EngineChoice.NATIVE, played, Request("uct", 40)) for each in (instance, twin)]
    assert found[0] == found[1]


# -- asking ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "code"), [
    ({"simulations": 5}, "DB505"), ({"policy": "uct"}, "DB505"), ({"honest": True, "policy": "greedy"}, "DB505"),
    ({"honest": True, "policy": "estimate-uct"}, "DB505"),  # who knows no odds
    ({"honest": True, "policy": "learned-uct"}, "DB630"), ({"honest": True, "simulations": 0}, "DB505")])
def test_what_makes_no_sense_is_refused(asked: dict[str, object], code: str, tmp_path: Path,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    monkeypatch.setattr("verifier.policy.kept.FOLDER", "learned-by-nobody")
    with pytest.raises(BadInput) as refused:
        daybreak.review(daybreak.scenario(PERFECT), [], **asked)  # type: ignore[arg-type]
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_review_is_shown_with_what_could_be_known() -> None:
    with open(PLAYED, encoding="utf-8") as file:
        line = file.read()
    found = daybreak.review(daybreak.scenario(PERFECT), line, engine="native", honest=True, policy="uct", simulations=20)
    text = " ".join(found.to_text().split())
    assert "What could be known" in text and "By uct, 8 searches of 20 games" in text
    assert daybreak.load_result(found.to_json()) == found
    assert found.to_rows()[0]["chances.before"] == found.decisions[0].chances.before  # type: ignore[union-attr]


@pytest.mark.parametrize(("scale", "said", "field"), [(Scale(135, 0, 1), 'The chance of "survived"', "survived"),
                                                      (Scale(1, 3, 269), "The whole grade", "")])
def test_worth_by_the_whole_grade_is_not_called_a_chance(scale: Scale, said: str, field: str, monkeypatch: pytest.MonkeyPatch
                                                         ) -> None:
    """As where weights were learned while hardly any game was won."""
    def aiming(*arguments: Any, **options: Any) -> Any:
        who = player(*arguments, **options)
        assert isinstance(who, Sampling)
        who.desk.scale = scale
        scale.note(who.desk.notes)
        return who

    monkeypatch.setattr("verifier.analysis.luck.player", aiming)
    with open(PLAYED, encoding="utf-8") as file:
        line = file.read()
    found = daybreak.review(daybreak.scenario(PERFECT), line, engine="native", honest=True, policy="uct", simulations=20)
    assert found.luck is not None and found.luck.field == field and said in " ".join(found.to_text().split())


def test_odds_before_a_decision_are_those_of_its_position(tmp_path: Path) -> None:
    instance = load_instance(late(tmp_path, 1))
    played = random_line(instance, 1)
    line, few = [text for text, _, _ in played], daybreak.Limits(states=500)
    for number, (event, before, _) in enumerate(played[:3], 1):
        found = daybreak.odds(instance, at_decision=number, line=line, limits=few, engine="interpreted")
        alone = daybreak.odds(evolve(instance, start=before), limits=few, engine="interpreted")
        assert (found.at_decision, found.kind, found.low, found.high) == (number, "decision", alone.low, alone.high)
        assert found.choices == alone.choices and event in [each.text for each in instance.reference.legal(before)]
        assert f"decision {number} of the line" in found.to_text()


@pytest.mark.parametrize("wrong", [{"at_decision": 2}, {"at_decision": 99, "line": "end-turn"}, {"line": "end-turn"}])
def test_a_decision_that_is_not_there_is_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    instance = load_instance(late(tmp_path, 1))
    if "line" in wrong:
        wrong = {**wrong, "line": [text for text, _, _ in random_line(instance, 1)]}
    with pytest.raises(BadInput) as refused:
        daybreak.odds(instance, **wrong)  # type: ignore[arg-type]
    assert [problem.code for problem in refused.value.problems] == ["DB639"]
