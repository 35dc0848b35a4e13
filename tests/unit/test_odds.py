"""Odds under best play: by hand, against plain value iteration on random graphs, against every line of a small game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

import verifier as library
from tests.games import crossing, cups
from tests.only_games import install_only
from tests.rule_modules import DECLARATIONS, written
from tests.storm import storm_odds
from verifier.errors import EngineBug
from verifier.instance import instance_of
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.program.program import load
from verifier.registry import Games
from verifier.results.likely import Likely
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search import graph_odds as module
from verifier.search.graph import Graph
from verifier.search.graph_odds import Odds, TooManyStates, checked, odds

HALF = Fraction(1, 2)
# State -> its edges (where to, weight or None for a decision); a state without edges is an end: "won", "lost" or "unknown".
Drawn = dict[int, Any]
HOVERING: Drawn = {0: [(1, None), (2, None)], 1: [(0, 1), (3, 1)], 2: [(0, 2), (4, 1)], 3: "lost", 4: "won"}


def graph_of(drawn: Drawn) -> Graph:
    graph: Graph = nx.MultiDiGraph()
    for number, edges in drawn.items():
        status = "end" if isinstance(edges, str) else "decision" if edges[0][1] is None else "chance"
        grade = (int(edges == "won"),) if status == "end" else None
        graph.add_node(number, status=status, expanded=edges != "unknown", grade=grade)
    for number, edges in drawn.items():
        for place, (target, weight) in enumerate(() if isinstance(edges, str) else edges):
            told = {} if weight is None else {"weight": weight}
            graph.add_edge(number, target, f"event {place}", event=f"event {place}", number=place, **told)
    return graph


def won(number: int, data: Any) -> bool:
    return data["grade"] == (1,)


def solved(drawn: Drawn) -> Odds:
    return odds(graph_of(drawn), won)


@pytest.mark.parametrize(("drawn", "low", "high"), [
    ({0: "won"}, 1, 1), ({0: "lost"}, 0, 0), ({0: "unknown"}, 0, 1),
    ({0: [(1, 1), (2, 2)], 1: "won", 2: "lost"}, Fraction(1, 3), Fraction(1, 3)),
    ({0: [(1, None), (2, None)], 1: [(3, 1), (4, 3)], 2: [(3, 1), (4, 1)], 3: "won", 4: "lost"}, HALF, HALF),
    ({0: [(0, 1), (1, 1), (2, 1)], 1: "won", 2: "lost"}, HALF, HALF),  # roll again
    ({0: [(0, None), (1, None)], 1: [(2, 1), (3, 1)], 2: "won", 3: "lost"}, HALF, HALF),  # going round wins nothing
    ({0: [(0, None)]}, 0, 0), ({0: [(1, 1)], 1: [(0, 1)]}, 0, 0),
    (HOVERING, 1, 1),  # the risk of the second way is none: one may come back as often as one likes
    ({0: [(1, 1), (2, 1), (3, 2)], 1: "won", 2: "lost", 3: "unknown"}, Fraction(1, 4), Fraction(3, 4)),
    # Ruin: from 2 of 4, a fair coin each time.
    ({0: [(1, 1), (2, 1)], 1: [(3, 1), (0, 1)], 2: [(0, 1), (4, 1)], 3: "lost", 4: "won"}, HALF, HALF),
])
def test_by_hand(drawn: Drawn, low: Fraction, high: Fraction) -> None:
    assert solved(drawn).start == (low, high)


def test_the_decision_is_told_and_what_each_event_leaves() -> None:
    found = solved(HOVERING)
    assert found.decisions == {0: "event 1"}
    assert found.after(graph_of(HOVERING), 0) == [("event 0", HALF, HALF), ("event 1", 1, 1)]


@st.composite
def drawings(draw: st.DrawFn) -> Drawn:
    count = draw(st.integers(1, 7))
    targets = st.integers(0, count + 2)
    found: Drawn = {count: "won", count + 1: "lost", count + 2: draw(st.sampled_from(["lost", "unknown", "won"]))}
    for number in range(count):
        decides = draw(st.booleans())
        edges = draw(st.lists(st.tuples(targets, st.integers(1, 4)), min_size=1, max_size=4))
        found[number] = [(target, None if decides else weight) for target, weight in edges]
    return dict(sorted(found.items()))


def iterated(drawn: Drawn, beyond: int, against: Collection[int] = ()) -> list[float]:
    """Plain value iteration from below, which comes as near as one likes from there."""
    values = [float(edges == "won" or (edges == "unknown" and beyond)) for edges in drawn.values()]
    for _ in range(3_000):
        for number, edges in drawn.items():
            if not isinstance(edges, str):
                total = sum(weight or 0 for _, weight in edges)
                choose = min if number in against else max
                values[number] = choose(values[target] for target, _ in edges) if edges[0][1] is None else \
                    sum(weight * values[target] for target, weight in edges) / total
    return values


@given(drawings())
def test_odds_are_those_of_value_iteration(drawn: Drawn) -> None:
    found = solved(drawn)
    for values, beyond in ((found.low, 0), (found.high, 1)):
        assert [float(values[number]) for number in drawn] == pytest.approx(iterated(drawn, beyond), abs=1e-6)
    assert all(found.low[number] <= found.high[number] for number in drawn)


def decisions(drawn: Drawn) -> list[int]:
    return [number for number, edges in drawn.items() if not isinstance(edges, str) and edges[0][1] is None]


@given(drawings(), st.data())
def test_odds_against_somebody_are_those_of_value_iteration(drawn: Drawn, data: st.DataObject) -> None:
    """A stochastic game that is played in turns; nothing is gained by going round for ever, and whoever is against it may."""
    against = data.draw(st.sets(st.sampled_from(decisions(drawn)))) if decisions(drawn) else set()
    found = odds(graph_of(drawn), won, against=against)
    for values, beyond in ((found.low, 0), (found.high, 1)):
        assert [float(values[number]) for number in drawn] == pytest.approx(iterated(drawn, beyond, against), abs=1e-6)
    assert all(found.low[number] <= solved(drawn).low[number] for number in drawn)


@given(drawings(), st.data())
@example({0: [(1, None), (2, None)], 1: "won", 2: "unknown"}, None)
def test_odds_that_are_open_name_a_dead_end_whoever_goes_there(drawn: Drawn, data: st.DataObject | None) -> None:
    """In the example the others go there, for whom the bounds of winning are as good."""
    graph, among = graph_of(drawn), decisions(drawn)
    for number, edges in drawn.items():
        if edges == "unknown":
            graph.nodes[number].update(status="dead-end", expanded=True)
    against = {0} if data is None else data.draw(st.sets(st.sampled_from(among))) if among else set()
    found = odds(graph, won, against=against)
    stuck = found.rests_on(graph, against)
    assert (stuck is None) is (found.start[0] == found.start[1]) and (stuck is None or drawn[stuck] == "unknown")


@pytest.mark.parametrize(("drawn", "against", "value"), [
    ({0: [(1, None), (2, None)], 1: "won", 2: "lost"}, {0}, 0), ({0: [(1, None)], 1: "won"}, {0}, 1),
    ({0: [(0, None), (1, None)], 1: "won"}, {0}, 0),  # the others go round for ever rather than lose
    ({0: [(1, None), (2, None)], 1: [(0, None), (2, None)], 2: [(3, 1), (4, 1)], 3: "won", 4: "lost"}, {0}, HALF),
    ({0: [(1, None), (2, None)], 1: [(0, 1), (3, 1)], 2: [(3, 1), (4, 3)], 3: "won", 4: "lost"}, {0}, Fraction(1, 4)),
    ({0: [(1, None), (2, None)], 1: [(0, 1), (3, 1)], 2: [(3, 1), (4, 3)], 3: "won", 4: "lost"}, set(), 1),
    # The first policy leads from 0 to 2, which is worth nothing, as the others go back; the next one does not, and they lose.
    ({0: [(2, None), (1, None)], 1: [(0, 1), (3, 1)], 2: [(0, None), (3, None)], 3: "won"}, {2}, 1),
    (HOVERING, {0}, 0),  # of the two ways the one that wins nothing, as often as it is come back to
])
def test_against_somebody_by_hand(drawn: Drawn, against: set[int], value: Fraction) -> None:
    assert odds(graph_of(drawn), won, against=against).start == (value, value)


@given(drawings(), st.data())
def test_odds_that_are_not_those_are_refused(drawn: Drawn, data: st.DataObject) -> None:
    graph, found = graph_of(drawn), solved(drawn)
    number = data.draw(st.sampled_from(sorted(drawn)))
    other = {**found.low, number: data.draw(st.sampled_from([found.low[number] / 2, (1 + found.low[number]) / 2]))}
    moves = {each: next((target, key) for _, target, key in graph.out_edges(each, keys=True) if key == event)
             for each, event in found.decisions.items()}
    checked(graph, won, found.low, moves, Fraction(0))
    if other != found.low:
        with pytest.raises(EngineBug, match="DB921"):
            checked(graph, won, other, moves, Fraction(0))


def test_odds_that_feed_on_themselves_are_refused() -> None:
    """Every step makes 1 of 1, and nobody ever wins."""
    graph = graph_of({0: [(1, 1)], 1: [(0, None)]})
    with pytest.raises(EngineBug, match="go round for ever"):
        checked(graph, won, {0: Fraction(1), 1: Fraction(1)}, {1: (0, "event 0")}, Fraction(0))


def test_a_circle_of_too_many_states_is_not_solved_in_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PART_MOST", 2)
    with pytest.raises(TooManyStates, match="3 states lead to each other"):
        solved({0: [(1, 1), (2, 1)], 1: [(0, 1)], 2: [(0, 1), (3, 1)], 3: "won"})


# -- a game -------------------------------------------------------------------------------------------------------------------

PROGRAM = load(crossing.game)


def odds_of(game: Any, edition: str, **options: Any) -> Likely:
    """The odds of a game from its set-up."""
    instance = instance_of(new_scenario(game, title="Set up", edition=edition), load(game))
    return library.odds(instance, engine="interpreted", **options)


@cache
def by_every_line(rulings: tuple[tuple[str, str], ...]) -> Fraction:
    """The odds of a fed family, by the reference alone."""
    scenario = new_scenario(PROGRAM.game, title="odds", rulings=dict(rulings))
    instance = instance_of(scenario, PROGRAM)
    reference = Reference(PROGRAM, Setting(instance.setting.rulings, instance.setting.edition))
    grade = PROGRAM.game.only("grade")
    assert grade is not None

    def value(position: Position) -> Fraction:
        kind = reference.kind(position)
        if kind == END:
            return Fraction(int(reference.value(grade, position).fed))
        if kind == DECISION:
            legal = reference.legal(position)
            return max(value(reference.apply(position, event).after) for event in legal)
        if kind == CHANCE:
            outcomes = reference.outcomes(position)
            total = sum(weight for _, weight in outcomes)
            return sum((Fraction(weight, total) * value(reference.apply(position, event).after) for event, weight in outcomes),
                       Fraction(0))
        return value(reference.apply(position, reference.events(position)[0]).after)

    return value(evolve(instance.start))


@pytest.fixture
def crossing_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    games = Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")])
    install_only(monkeypatch, games)
    path = tmp_path / "over.toml"
    path.write_text('schema = 1\ngame = "crossing"\ntitle = "Over"\n')
    return path


@pytest.mark.parametrize("ruling", [("FE-Q1", "lost"), ("FE-Q1", "half"), ("FE-Q1", "swims")])
def test_the_odds_of_a_game_are_those_of_every_line(
    ruling: tuple[str, str], crossing_game: Path, daybreak: Callable[..., Any],
) -> None:
    crossing_game.write_text(f'{crossing_game.read_text()}[rulings]\n{ruling[0]} = "{ruling[1]}"\n')
    ran = daybreak("odds", crossing_game, "--json", "--engine", "interpreted")
    document = json.loads(ran.out)
    expected = by_every_line((ruling,))
    assert ran.code == 0 and document["exact"] and Fraction(document["low"]["fraction"]) == expected and 0 < expected <= 1
    assert document["wanted"] == "fed yes" and document["kind"] == "decision"
    best = [Fraction(each["low"]["fraction"]) for each in document["choices"] if each["best"]]
    assert set(best) == {expected}


def test_nobody_has_lost_for_whom_nothing_is_legal(crossing_game: Path, daybreak: Callable[..., Any]) -> None:
    """Without gold nothing may be done before the last crossing: that was counted as lost."""
    crossing_game.write_text(f'{crossing_game.read_text()}[rulings]\nFE-Q3 = "may-not"\n')
    ran = daybreak("odds", crossing_game, "--engine", "interpreted")
    assert ran.code == 75 and ran.out == "" and "DB406 play gets stuck in LOAD: no decision is legal (carry" in ran.err


def test_a_limit_leaves_bounds_that_close_in(daybreak: Callable[..., Any]) -> None:
    found = []
    for states in (500, 5_000):
        ran = daybreak("odds", "scenarios/until-dawn/e6.toml", "--states", states, "--json", "--engine", "interpreted")
        document = json.loads(ran.out)
        assert ran.code == 124 and not document["exact"] and document["ending"] == "states"
        found.append([Fraction(document[name]["fraction"]) for name in ("low", "high")])
    (low, high), (lower, upper) = found
    assert 0 <= low <= lower < upper <= high <= 1


PASSING = """
@game.decision(Phase.ACT, clause="C-01")
def go(table: Table) -> None:
    \"\"\"On the way.\"\"\"
    table.phase = Phase.PASS


@game.step(Phase.PASS, clause="C-01")
def pass_by(table: Table) -> None:
    \"\"\"Nobody stops here.\"\"\"
    table.phase = Phase.OVER


@game.goal
def seen(table: Table) -> bool:
    \"\"\"To have been there.\"\"\"
    return table.phase == Phase.PASS
"""


def test_a_goal_that_play_only_passes_is_reached(
    daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    declarations = DECLARATIONS.replace("    ACT = 0\n    OVER = 1", "    ACT = 0\n    PASS = 1\n    OVER = 2")
    declarations = re.sub(r"class Box:.*?(?=\n@record)", "class Box:\n    limit: Annotated[int, Range(0, 9)]\n\n", declarations,
                          flags=re.DOTALL)
    module = written(tmp_path, PASSING, declarations=declarations)
    (tmp_path / "edition-plain.toml").write_text(
        'schema = 1\ngame = "probe"\nname = "plain"\ntitle = "Plain"\n[values.limit]\n'
        'value = 1\nstatus = "stated"\nwhy = "So."\n')
    games = Games([EntryPoint("probe", f"{module.__name__}:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)
    path = tmp_path / "way.toml"
    path.write_text('schema = 1\ngame = "probe"\ntitle = "Way"\n')
    ran = daybreak("odds", path, "--goal", "seen", "--json", "--engine", "interpreted")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["low"]["fraction"] == "1"


E6 = "scenarios/until-dawn/e6.toml"


def test_bounds_that_say_nothing_are_no_answer(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("odds", E6, "--states", 20, "--json", "--engine", "interpreted")
    document = json.loads(ran.out)
    assert ran.code == 124 and document["low"] is None and document["high"] is None and document["choices"] == []
    assert document["reason"].startswith(f"the state limit was reached, after {document['states']} states (--states 80 would")
    text = daybreak("odds", E6, "--states", 20, "--engine", "interpreted").out
    assert "unknown" in text and "--states 80 would explore more" in text and "between 0 % and 100 %" not in text


@pytest.mark.parametrize(("limit", "found"), [
    (("--seconds", "1e-9"), "the time limit was reached, after 1 states (more --seconds would explore more)"),
    (("--memory", "1k"), "the memory limit was reached, after 1 states (more --memory would explore more)"),
])
def test_the_limit_that_was_reached_is_named(limit: tuple[str, str], found: str, daybreak: Callable[..., Any]) -> None:
    document = json.loads(daybreak("odds", E6, *limit, "--json", "--engine", "interpreted").out)
    assert document["low"] is None and re.sub(r"after \d+ states", "after 1 states", document["reason"]).startswith(found)


def test_a_limit_while_the_odds_are_worked_out(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.search.limits import LimitReached, Limits

    def check(limits: Limits) -> None:
        raise LimitReached("memory")

    monkeypatch.setattr(Limits, "check", check)
    ran = daybreak("odds", E6, "--states", 2_000, "--json", "--engine", "interpreted")
    document = json.loads(ran.out)
    assert ran.code == 124 and document["low"] is None and "more --memory would explore more" in document["reason"]


def test_as_many_states_as_are_asked_for_are_explored(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that can be worked out in fractions first, and then the rest, where the start rests on it."""
    from verifier.analysis import engine as engines
    from verifier.search.limits import Limits

    asked: list[int | None] = []

    def searched(instance: Any, engine: Any, limits: Limits, *more: Any) -> Any:
        asked.append(limits.states)
        return search(instance, engine, evolve(limits, states=20), *more)

    search = engines.searched
    for name in ("odds", "explore"):
        monkeypatch.setattr(f"verifier.analysis.{name}.searched", searched)
    for options in (("--engine", "interpreted"), ("--states", 1_000_000, "--engine", "interpreted"), ("--engine", "native")):
        daybreak("odds", E6, *options)
    assert asked == [250_000, 250_000, 250_000, 1_000_000, 250_000, 5_000_000]


def test_other_ends_may_be_wanted(crossing_game: Path, daybreak: Callable[..., Any]) -> None:
    def found(*wanted: object) -> Fraction:
        ran = daybreak("odds", crossing_game, "--json", "--engine", "interpreted", *wanted)
        return Fraction(json.loads(ran.out)["low"]["fraction"])

    assert found("--at-least", "fed=no") == 1
    assert found("--at-least", "fed=yes", "--at-least", "gold=5") < found() == found("--at-least", "fed=yes")
    text = daybreak("odds", crossing_game, "--engine", "interpreted").out
    assert "Odds of fed yes" in text and "exactly" in text and "best" in text


@pytest.mark.parametrize(("arguments", "told"), [
    (("--at-least", "gold=3"), "name the first ones"), (("--at-least", "fish=3"), "has no field"),
    (("--at-least", "fed=maybe"), "is no value of fed"), (("--goal", "home"), "has no goal"),
])
def test_what_cannot_be_wanted(arguments: tuple[str, ...], told: str, crossing_game: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("odds", crossing_game, *arguments)
    assert ran.code == 150 and "DB598" in ran.err and told in ran.err and ran.out == ""


SEES_ALL = "a decision may rest even on what the game hides from its seat, so players who see less come to no more"


@pytest.mark.parametrize(("options", "told"), [
    ({}, SEES_ALL), ({"seats": "seeker"}, SEES_ALL),
    ({"seats": "seeker", "against": "rest"}, "in hands or in piles, also on what the game hides from its seat"),
])
def test_odds_of_a_game_that_hides_things_are_said_to_be_of_open_cards(options: dict[str, Any], told: str) -> None:
    """A coin under one of two cups: who may look finds it for sure, and who may not finds it half of the time."""
    found = odds_of(cups.game, "dropped", **options)
    assert found.low == 1 and found.hides and told in " ".join(found.to_text().split())
    assert library.load_result(found.to_json()) == found and not odds_of(crossing.game, "plain").hides
    assert "cards" not in odds_of(crossing.game, "plain").to_text()


@given(drawings())
def test_storm_says_the_same(drawn: Drawn) -> None:
    """Storm's own solution of the same decision process, where it is installed (pip install stormpy)."""
    pytest.importorskip("stormpy")
    low = solved(drawn).low
    assert storm_odds(graph_of(drawn), won) == pytest.approx([float(low[number]) for number in drawn], abs=1e-5)
