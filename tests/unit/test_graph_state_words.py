"""States in the words of scenario files: reading them back gives the same state."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.duel import BladeCard, Held, Place, game
from verifier.analysis.reading_example import _fields, _parted
from verifier.document.complaints import Complaints
from verifier.document.typed import read_value
from verifier.lang.layout import decode, encode, slots
from verifier.lang.values import blank
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.start import start_state
from verifier.search.state_words import filled, state_words

KIND = game.state_type


def test_the_words_of_a_position() -> None:
    state = start_state(new_scenario(game, title="x", edition="plain"))
    side = {"lives": 3, "hand": [], "purse": {"gold": 0, "silver": -3}, "armed": False}
    assert state_words(KIND, state) == {
        "phase": "choose", "turn": 0, "second": "bench", "rain": False, "sides": [side, side], "tracks": [0, 4, 9],
        "marks": [0, 0], "prize": {"gold": 2, "silver": -3}, "shown": [],
        "deck": {"foil": 5, "rapier": 4, "sabre": 2, "fool": 1}, "discard": {},
        "blades": {}, "racks": {},
        "guests": {"foil": {"gold": 1, "silver": -3}, "rapier": {"gold": 2, "silver": -3}, "sabre": {"gold": 3, "silver": -3},
                   "fool": {"gold": 0, "silver": 7}}}


def test_elements_of_piles_are_written_in_their_notation() -> None:
    complaints = Complaints()
    hand = ["sabre~", "foil", "rapier~"]
    state = read_value(KIND, {"sides": [{"hand": hand}, {}], "shown": ["fool", "foil"], "second": 1}, "$", complaints)
    complaints.refuse_if_any()
    words = state_words(KIND, state)
    assert words["sides"][0]["hand"] == hand and words["shown"] == ["fool", "foil"] and words["second"] == 1


def test_a_row_by_an_enum_leaves_out_blank_items() -> None:
    state = start_state(new_scenario(game, title="x", edition="plain"))
    state.racks[Place.BENCH].put_top(Held(card=BladeCard.SABRE, bent=True))
    state.guests[BladeCard.SABRE].gold = 0
    words = state_words(KIND, state)
    assert words["racks"] == {"bench": ["sabre~"]}
    assert list(words["guests"]) == ["foil", "rapier", "fool"]
    full = filled(KIND, words)
    assert full["racks"] == {"1": [], "bench": ["sabre~"], "gone": []}
    assert full["guests"]["sabre"] == {"gold": 0, "silver": -3}
    assert full["blades"] == {"foil": 0, "rapier": 0, "sabre": 0}
    assert (full["sides"], full["shown"], full["deck"]) == (words["sides"], [], words["deck"])


def test_what_differs_between_two_states_tells_blank_items_by_their_words() -> None:
    one = start_state(new_scenario(game, title="x", edition="plain"))
    other = start_state(new_scenario(game, title="x", edition="plain"))
    other.guests[BladeCard.SABRE].gold = 0  # blank, and so left out
    other.racks[Place.BENCH].put_top(Held(card=BladeCard.SABRE, bent=True))
    assert "sabre" not in state_words(KIND, other)["guests"]
    told = [dict(_fields(filled(KIND, state_words(KIND, state)))) for state in (one, other)]
    assert _parted(*told) == (("racks.bench", [], ["sabre~"]), ("guests.sabre.gold", 3, 0))


def paths(told: Any, path: str = "") -> Iterator[str]:
    if isinstance(told, dict):
        for key, each in told.items():
            yield from paths(each, f"{path}.{key}")
    else:
        yield path


PLACES = list(paths(filled(KIND, state_words(KIND, blank(KIND)))))


@given(st.data())
def test_filled_words_name_the_same_places_in_every_state(data: st.DataObject) -> None:
    numbers = [data.draw(st.integers(slot.low, slot.high)) for slot in slots(KIND)]
    assert list(paths(filled(KIND, state_words(KIND, decode(KIND, numbers))))) == PLACES
    assert read_value(KIND, filled(KIND, state_words(KIND, decode(KIND, numbers))), "$", Complaints()) == decode(KIND, numbers)


@given(st.data())
def test_words_read_back_are_the_same_state(data: st.DataObject) -> None:
    numbers = [data.draw(st.integers(slot.low, slot.high)) for slot in slots(KIND)]
    state = decode(KIND, numbers)
    complaints = Complaints()
    again = read_value(KIND, state_words(KIND, state), "$", complaints)
    complaints.refuse_if_any()
    assert encode(KIND, again) == encode(KIND, state)
