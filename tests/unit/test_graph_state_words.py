"""States in the words of scenario files: reading them back gives the same state."""

from hypothesis import given
from hypothesis import strategies as st

from tests.games.duel import game
from verifier.lang.layout import decode, encode, slots
from verifier.scenario.complaints import Complaints
from verifier.scenario.loader import new_scenario
from verifier.scenario.start import start_state
from verifier.scenario.typed import read_value
from verifier.search.state_words import state_words

KIND = game.state_type


def test_the_words_of_a_position() -> None:
    state = start_state(new_scenario(game, title="x", edition="plain"))
    side = {"lives": 3, "hand": [], "purse": {"gold": 0, "silver": -3}, "armed": False}
    assert state_words(KIND, state) == {
        "phase": "choose", "turn": 0, "second": "bench", "rain": False, "sides": [side, side], "tracks": [0, 4, 9],
        "marks": [0, 0], "prize": {"gold": 2, "silver": -3}, "shown": [],
        "deck": {"foil": 5, "rapier": 4, "sabre": 2, "fool": 1}, "discard": {},
        "blades": {}}


def test_elements_of_piles_are_written_in_their_notation() -> None:
    complaints = Complaints()
    hand = ["sabre~", "foil", "rapier~"]
    state = read_value(KIND, {"sides": [{"hand": hand}, {}], "shown": ["fool", "foil"], "second": 1}, "$", complaints)
    complaints.refuse_if_any()
    words = state_words(KIND, state)
    assert words["sides"][0]["hand"] == hand and words["shown"] == ["fool", "foil"] and words["second"] == 1


@given(st.data())
def test_words_read_back_are_the_same_state(data: st.DataObject) -> None:
    numbers = [data.draw(st.integers(slot.low, slot.high)) for slot in slots(KIND)]
    state = decode(KIND, numbers)
    complaints = Complaints()
    again = read_value(KIND, state_words(KIND, state), "$", complaints)
    complaints.refuse_if_any()
    assert encode(KIND, again) == encode(KIND, state)
