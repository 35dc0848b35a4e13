"""The state that a scenario starts from: set-up, its own keys, completion, and what no table can look like."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.duel import BladeCard, Held, Phase, Place, game
from verifier.document.complaints import Complaints
from verifier.document.typed import described, named, read_value
from verifier.errors import EXIT_BAD_INPUT, BadInput, EngineBug
from verifier.lang.game import Game
from verifier.lang.types import FlagType, IntType, PileType, RowType, enum_type
from verifier.lang.values import LeftRange, blank
from verifier.lang.words import current
from verifier.scenarios.loader import Scenario, new_scenario, scenario_of
from verifier.scenarios.start import start_state


def scenario(start: dict[str, Any] | None = None, edition: str = "plain", at: Path = Path("x.toml"),
             duel: Game[Any, Any] = game, **more: Any) -> Scenario:
    document = {"schema": 1, "game": "duel", "edition": edition, **more}
    if start is not None:
        document["start"] = {"sides": [{"lives": 2}, {}], **start}
    return scenario_of(document, {"duel": duel}, at)


WHAT_TO_DO = "; give other values, or more fields: what a start leaves out is as the set-up leaves it"


def refused(start: dict[str, Any] | None, **more: Any) -> str:
    with pytest.raises(BadInput) as caught:
        start_state(scenario(start, **more))
    assert caught.value.exit_code == EXIT_BAD_INPUT
    return str(caught.value)


def changed(**rules: Any) -> Game[Any, Any]:
    """The game with other functions in the place of some rules; None takes the rule away."""
    from attrs import evolve

    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.rules = {name: evolve(rule, function=rules.get(name, rule.function)) for name, rule in game.rules.items()
                  if rules.get(name, rule) is not None}
    return twin


def test_the_set_up() -> None:
    state = start_state(scenario())
    assert (state.phase, state.turn, state.second, state.rain) == (Phase.CHOOSE, 0, Place.BENCH, False)
    assert [side.lives for side in state.sides] == [3, 3]
    assert [state.deck[card] for card in BladeCard] == [5, 4, 2, 1]
    with pytest.raises(EngineBug, match="DB901"):
        current()


def test_without_a_set_up_the_table_is_blank() -> None:
    bare = changed(lay_out=None, complete=None, cards_are_conserved=None, someone_lives=None)
    assert start_state(scenario(duel=bare)) == blank(game.state_type)
    assert start_state(scenario({"turn": 3}, duel=bare)).turn == 3


def test_a_position() -> None:
    state = start_state(scenario({
        "phase": "settle", "turn": 30, "second": 1, "rain": True, "tracks": [9, 0, 1], "marks": ["gone", "1"],
        "sides": [{"lives": 5, "hand": ["foil~", "sabre"], "purse": {"silver": -2}, "armed": True}, {}],
        "prize": {"gold": 9}, "shown": ["fool", "foil"], "discard": ["fool", "foil", "foil"], "blades": {"foil": 2},
        "racks": {"1": ["sabre~", "foil"], "gone": []}, "guests": {"fool": {"gold": 4}, "foil": {}},
    }))
    assert (state.phase, state.turn, state.second, state.rain) == (Phase.SETTLE, 30, Place.RIGHT, True)
    assert list(state.tracks) == [9, 0, 1]
    assert list(state.marks) == [Place.GONE, Place.RIGHT]
    first, second = state.sides
    assert (first.lives, first.armed, first.purse.silver, first.purse.gold) == (5, True, -2, 0)
    assert list(first.hand) == [Held(card=BladeCard.FOIL, bent=True), Held(card=BladeCard.SABRE, bent=False)]
    assert (second.lives, second.hand.size, second.armed, second.purse.silver) == (0, 0, False, -3)
    assert (state.prize.gold, state.prize.silver) == (9, -3)
    assert list(state.shown) == [BladeCard.FOOL, BladeCard.FOIL]
    assert [state.discard[card] for card in BladeCard] == [2, 0, 0, 1]
    assert [state.deck[card] for card in BladeCard] == [3, 4, 2, 0], "completed"
    assert state.blades[BladeCard.FOIL] == 2
    assert [list(state.racks[place]) for place in (Place.RIGHT, Place.BENCH, Place.GONE)] == [
        [Held(card=BladeCard.SABRE, bent=True), Held(card=BladeCard.FOIL, bent=False)], [], []]
    assert [guest.gold for guest in state.guests] == [0, 0, 0, 4], "what is left out is blank, not as set up"


def test_what_a_start_leaves_out_is_as_set_up() -> None:
    state = start_state(scenario({}))
    assert (state.second, state.prize.gold, list(state.tracks)) == (Place.BENCH, 2, [0, 4, 9])


def test_a_row_by_an_enum_keeps_its_words_in_messages() -> None:
    state = start_state(scenario({"racks": {"bench": ["foil"]}}))
    assert state.racks[2].size == 1
    for outside in (Place.LEFT, 4, -1):
        told = "'0'" if outside == Place.LEFT else str(outside)
        with pytest.raises(LeftRange, match=rf"^racks\[index\]: {told} is outside 1\.\.gone$"):
            state.racks[outside]
    with pytest.raises(LeftRange, match=r"^worth\[fool\]: 10 is outside 0\.\.9$"):
        scenario().edition.record.worth[BladeCard.FOOL] = 10


def test_a_row_by_an_enum_that_is_no_table_by_its_words() -> None:
    with pytest.raises(BadInput) as caught:
        scenario({"guests": [{}, {}, {}, {}], "racks": {"bensh": [], "0": [], "gone": ["foil", "fool"]}})
    assert [str(problem) for problem in caught.value.problems] == [
        "DB203 expected a table by blade card, got a list of 4 @ $.start.guests; give each blade card by its word: foil = ...",
        'DB204 expected a place, got "bensh" @ $.start.racks.bensh; did you mean "bench"?',
        'DB204 expected a place, got "0" @ $.start.racks.0; known: 1, bench, gone',
        'DB204 expected a held, got "fool" @ $.start.racks.gone[1]; did you mean "foil"?']


def test_every_start_is_a_state_of_its_own() -> None:
    position = scenario({"shown": ["fool"]})
    first, second = start_state(position), start_state(position)
    assert first == second
    first.shown.take_top()
    first.sides[0].lives = 1
    assert start_state(position) == second


def test_containers_keep_the_name_of_their_field() -> None:
    state = start_state(scenario({"shown": []}))
    with pytest.raises(Exception, match=r"^shown\[index\]"):
        state.shown.take_top()


def test_completion_asks_what_was_given() -> None:
    assert start_state(scenario({})).turn == 2
    assert start_state(scenario({"turn": 7})).turn == 7
    assert start_state(scenario()).turn == 0, "without a start nothing is completed"


def test_given_is_over_once_the_position_stands() -> None:
    deck = {"foil": 5, "rapier": 4, "sabre": 2, "fool": 1}
    assert start_state(scenario({"deck": deck})).deck[BladeCard.FOIL] == 5


def test_rulings_are_in_force_during_the_set_up() -> None:
    from verifier.lang import ruling

    def lay_out(table: Any) -> None:
        table.rain = ruling("DU-Q1") == "runs"

    rainy = changed(lay_out=lay_out, cards_are_conserved=None, someone_lives=None)
    assert not start_state(scenario(duel=rainy)).rain
    assert start_state(scenario(duel=rainy, rulings={"DU-Q1": "runs"})).rain


def test_a_position_that_leaves_a_range() -> None:
    assert refused({"discard": {"fool": 2}}) == "DB220 this position is impossible: deck[fool]: -1 is outside 0..12 @ $.start"


def test_a_position_that_cannot_be_worked_out() -> None:
    every = {"foil": 5, "rapier": 4, "sabre": 2, "fool": 1}
    assert refused({"discard": every}).startswith("DB220 this position is impossible: integer ")


def test_an_edition_that_cannot_be_set_up(tmp_path: Path) -> None:
    text = (game.folder / "edition-plain.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace("[0, 4, 9]", "[0, 4, 10]"))
    assert refused(None, edition="mine.toml", at=tmp_path / "x.toml") == (
        "DB220 the edition plain cannot be set up: tracks[2]: 10 is outside 0..9 @ $.edition")
    (tmp_path / "mine.toml").write_text(text.replace("{ foil = 5, rapier = 4, sabre = 2, fool = 1 }", "{}"))
    assert refused(None, edition="mine.toml", at=tmp_path / "x.toml") == (
        "DB220 the edition plain cannot be set up: clause DU-02 forbids it @ $.edition")


def test_a_position_that_breaks_an_invariant() -> None:
    assert refused({"deck": ["foil"]}) == (
        "DB221 impossible position: it breaks cards_are_conserved: Every card is in the deck or on the discard pile [DU-02] "
        "@ $.start" + WHAT_TO_DO)


def test_every_broken_invariant_is_told() -> None:
    told = refused({"deck": ["foil"], "sides": [{}, {}]}).splitlines()
    assert len(told) == 2
    assert told[1] == "DB221 impossible position: it breaks someone_lives: Not both duellists are dead @ $.start" + WHAT_TO_DO


def test_a_set_up_that_breaks_an_invariant() -> None:
    def lay_out(table: Any) -> None:
        table.rain = True

    assert refused(None, duel=changed(lay_out=lay_out)).endswith("@ $.edition; correct the edition, or the set-up")


def test_an_invariant_that_cannot_be_evaluated() -> None:
    def someone_lives(table: Any) -> bool:
        return bool(table.tracks[3])

    assert refused({}, duel=changed(someone_lives=someone_lives)) == (
        "DB221 impossible position: it breaks someone_lives: someone-lives (tracks[index]: 3 is outside 0..2) "
        "@ $.start" + WHAT_TO_DO)


def test_a_scenario_whose_start_was_changed_behind_the_loaders_back() -> None:
    position = scenario({"turn": 3})
    assert position.start is not None
    position.start["turn"] = 31
    with pytest.raises(BadInput, match="DB205"):
        start_state(position)


def test_a_scenario_made_without_a_file_starts_too() -> None:
    assert start_state(new_scenario(game, title="x")).deck[BladeCard.FOIL] == 12


def test_what_types_are_called() -> None:
    assert named(BladeCard) == "a blade card"
    assert named(type("Entrance", (), {})) == "an entrance"
    assert named(type("HTTPCard2X", (), {})) == "a httpcard2 x"
    assert [described(kind) for kind in (FlagType(), IntType(0, 9), RowType(IntType(0, 9), 2))] == [
        "true or false", "an integer 0..9", "a list of 2"]
    assert described(enum_type(BladeCard, None, "here")) == "a blade card"


def test_piles_and_rows_of_other_scalars() -> None:
    complaints = Complaints()
    pile = read_value(PileType(IntType(0, 9), 3), [3, 4], "$", complaints, "p")
    assert list(pile) == [3, 4]
    flags = read_value(PileType(FlagType(), 3), [True, False], "$", complaints, "p")
    assert list(flags) == [True, False]
    rows = read_value(RowType(RowType(IntType(0, 9), 2), 2), [[1, 2], [3, 4]], "$", complaints, "r")
    assert [list(row) for row in rows] == [[1, 2], [3, 4]]
    assert not complaints.problems
    read_value(PileType(IntType(0, 9), 3), [10, True], "$", complaints, "p")
    assert [str(problem) for problem in complaints.problems] == [
        "DB205 expected an integer 0..9, got 10 @ $[0]", "DB203 expected an integer 0..9, got true @ $[1]"]
