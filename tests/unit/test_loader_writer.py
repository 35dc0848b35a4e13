"""Writing scenarios: the file loads as the same scenario, and its text depends on nothing else."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as some

from tests.games.duel import game
from tests.unit.test_loader import FULL, GAMES
from verifier.document.complaints import Complaints
from verifier.document.limits import parse_document
from verifier.document.typed import read_value
from verifier.lang.layout import decode, slots
from verifier.scenarios.deal import Deal, spelled_out
from verifier.scenarios.loader import Scenario, new_scenario, scenario_of
from verifier.scenarios.start import start_state
from verifier.scenarios.writer import toml_text, write_scenario
from verifier.search.state_words import state_words

PATH = Path("first-blood.toml")


def read(text: str, path: Path = PATH) -> Scenario:
    return scenario_of(parse_document(text.encode(), str(path)), GAMES, path)


def test_a_scenario_with_everything_comes_back() -> None:
    scenario = read(FULL)
    text = write_scenario(scenario)
    assert read(text) == scenario
    assert write_scenario(read(text)) == text
    assert start_state(read(text)) == start_state(scenario)


def test_the_text() -> None:
    scenario = new_scenario(game, title='The "first"', rulings={"DU-Q2": "yes"})
    spelled = {name: tuple(entries) for name, entries in spelled_out(game, Deal(1), start_state(scenario), 0).items()}
    assert write_scenario(evolve(scenario, deal=Deal(1, {"deck": spelled["deck"]}))) == """\
# A scenario of Duel: solve it with `daybreak solve`, step through it with `daybreak replay`.

schema = 1
game = "duel"
title = "The \\"first\\""
edition = "large"

# Readings in force instead of the defaults.
[rulings]
DU-Q2 = "yes"

# What chance decides.
[deal]
seed = 1  # shuffle-v1; decides whatever is not spelled out
# The order of deck, top first; then what follows it.
deck = [
    "foil", "foil", "foil", "rapier", "foil", "sabre", "foil", "rapier", "foil", "foil", "foil",
    "rapier", "foil", "foil", "rapier", "foil", "foil", "sabre", "fool",
]
"""


def test_only_what_is_needed() -> None:
    assert write_scenario(new_scenario(game, title="x", edition="plain")).splitlines()[2:] == [
        "schema = 1", 'game = "duel"', 'title = "x"', 'edition = "plain"']


@pytest.mark.parametrize("seed", [0, 2**31 - 1, 2**31, 2**64 - 1])
def test_seeds_of_any_size(seed: int) -> None:
    assert read(write_scenario(new_scenario(game, title="x", deal=Deal(seed)))).deal == Deal(seed)


def test_numbers_say_what_they_do() -> None:
    text = write_scenario(new_scenario(game, title="x", deal=Deal(None, {"two-dice": ("6 yes", 5)})))
    assert "# A number 0..232792559 picks from what there is then" in text
    assert "# The first outcome first.\ntwo-dice = [\"6 yes\", 5]" in text


def test_a_long_deal_stays_within_the_limits() -> None:
    scenario = new_scenario(game, title="x", edition="plain")
    spelled = spelled_out(game, Deal(5), start_state(scenario), 512)
    deal = Deal(5, {name: tuple(entries) for name, entries in spelled.items()})
    text = write_scenario(evolve(scenario, deal=deal))
    assert max(map(len, text.splitlines())) <= 120
    assert read(text).deal == deal


@given(some.data())
def test_any_state_comes_back(data: some.DataObject) -> None:
    kind = game.state_type
    numbers = [data.draw(some.integers(slot.low, slot.high)) for slot in slots(kind)]
    state = decode(kind, numbers)
    scenario = evolve(new_scenario(game, title="x"), start=state_words(kind, state))
    text = write_scenario(scenario)
    complaints = Complaints()
    again = read_value(kind, read(text).start, "$.start", complaints)
    assert not complaints.problems
    assert again == state
    assert write_scenario(evolve(scenario, start=state_words(kind, again))) == text


def test_a_row_by_an_enum_is_written_as_a_table_by_its_words() -> None:
    start = {"racks": {"1": ["foil~"], "bench": ["sabre", "sabre"]}, "guests": {"foil": {"gold": 1, "silver": 0}}, "turn": 3}
    text = write_scenario(evolve(new_scenario(game, title="x"), start=start))
    assert text.endswith("""\
[start]
turn = 3

[start.racks]
1 = ["foil~"]
bench = ["sabre", "sabre"]

[start.guests]

[start.guests.foil]
gold = 1
silver = 0
""")


TEXTS = some.text(some.characters(exclude_categories=["C"]), min_size=0, max_size=12)
VALUES = some.recursive(
    some.booleans() | some.integers(-(2**31), 2**31 - 1) | TEXTS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(TEXTS, inner, max_size=4), max_leaves=12)


@given(VALUES)
def test_any_value_on_one_line(value: Any) -> None:
    assert tomllib.loads(f"a = {toml_text(value)}") == {"a": value}
    assert "\n" not in toml_text(value)


@given(some.dictionaries(TEXTS, VALUES, max_size=5))
def test_any_start_table(start: dict[str, Any]) -> None:
    scenario = evolve(new_scenario(game, title="x"), start=start)
    assert tomllib.loads(write_scenario(scenario))["start"] == start


@pytest.mark.parametrize("expect", [{"verdict": "proved"}, {"grade": {"won": False}}, {}])
def test_expectations(expect: dict[str, Any]) -> None:
    document = {"schema": 1, "game": "duel", "expect": expect}
    scenario = scenario_of(document, GAMES, PATH)
    assert read(write_scenario(scenario)).expect == scenario.expect


def test_an_empty_list_that_is_too_long_for_its_line() -> None:
    key = "k" * 120
    scenario = evolve(new_scenario(game, title="x"), start={key: []})
    assert tomllib.loads(write_scenario(scenario))["start"] == {key: []}
