"""Klondike with hidden cards, as its rulebook says: what is turned up, what may be played, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from tests.contract.test_games_with_sides import program
from tests.games import hidden_klondike as hidden
from tests.games.hidden_klondike import Card, Column, Phase, Suit
from verifier.instance import Instance, instance_of
from verifier.run.reference import Position
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

SMALL = "4c 3d 2s 4h 3s 2d as ad 4s 2h 3h ac 4d ah 3c 2c"  # the open cards of four columns, a talon of six, what lies face down


def dealt(cards: str, edition: str = "small", looking: str = "first") -> Instance:
    """A deal whose cards are turned up in this order."""
    scenario = new_scenario(hidden.game, title="a deal", edition=edition, rulings={"HK-R1": looking})
    return instance_of(evolve(scenario, deal=Deal(None, {"deck": tuple(cards.split())})), program(hidden))


def after(one: Instance, *decisions: str) -> Position:
    """The position after decisions."""
    position = one.reference.settled(one.start)
    for text in decisions:
        event = one.program.event_by_text[text]
        assert one.reference.forbidden_by(position, event) is None, text
        position = one.reference.settled(one.reference.apply(position, event).after)
    return position


def legal(one: Instance, position: Position) -> set[str]:
    """What is legal at a position."""
    return {event.text for event in one.reference.legal(position)}


def names(cards: Iterator[Card]) -> str:
    """Cards in letters."""
    return " ".join(card.name.lower() for card in cards)


def test_the_top_of_each_column_is_turned_up_and_then_the_talon() -> None:
    table = after(dealt(SMALL)).state
    assert [names(iter(table.columns[column])) for column in Column][:4] == ["4c", "3d", "2s", "4h"]
    assert [table.down[column] for column in Column] == [0, 1, 2, 3, 0, 0, 0]
    assert (names(iter(table.talon)), table.unseen, table.turned) == ("3s 2d as ad 4s 2h", 0, 0)
    assert table.phase == Phase.PLAY
    assert table.deck.total == 6


def test_whoever_looks_along_turns_three_cards_at_a_time() -> None:
    one = dealt(SMALL, looking="along")
    table = after(one).state
    assert (table.talon.size, table.unseen, table.deck.total) == (0, 6, 12)
    assert not any(text.startswith("play") for text in legal(one, after(one)))
    position = after(one, "turn")
    assert (names(iter(position.state.talon)), position.state.unseen, position.state.turned) == ("3s 2d as", 3, 3)
    assert {text for text in legal(one, position) if text.startswith("play")} == {"play-home 2"}
    assert after(one, "turn", "turn").state.talon == after(dealt(SMALL)).state.talon
    assert legal(one, after(one, "turn", "turn")) == legal(one, after(dealt(SMALL)))


def test_a_card_that_is_uncovered_is_turned_up_by_chance() -> None:
    one = dealt(SMALL)
    position = after(one)
    event = one.program.event_by_text["move column-1 column-0"]
    waiting = one.reference.apply(position, event).after
    assert waiting.state.phase == Phase.REVEAL
    assert sorted(weight for _, weight in one.reference.outcomes(waiting)) == [1] * 6
    table = after(one, "move column-1 column-0").state
    assert names(iter(table.columns[Column.COLUMN_0])) == "3d 4c"
    assert names(iter(table.columns[Column.COLUMN_1])) == "3h"
    assert table.down[Column.COLUMN_1] == 0


def test_threes_shift_when_a_card_is_played() -> None:
    """Of six cards the third and the last can be reached; when the third is gone, also the one turned before it."""
    one = dealt(SMALL)
    assert {text for text in legal(one, after(one)) if text.startswith("play-home")} == {"play-home 2"}
    position = after(one, "play-home 2")
    assert (names(iter(position.state.talon)), position.state.turned) == ("3s 2d ad 4s 2h", 2)
    on_top = one.program.game.rules["on_top"]
    assert [place for place in range(5) if one.reference.said(on_top, position.state, place)] == [1, 2, 4]


def test_cards_that_nobody_needs_go_home_by_themselves() -> None:
    one = dealt("ac 3d 2s 4h 3s 2d as ad 4s 2h 3h 4c 4d ah 3c 2c")
    table = after(one).state
    assert [table.home[suit] for suit in Suit] == [1, 0, 0, 0]
    assert table.columns[Column.COLUMN_0].size == 0


def test_a_king_goes_to_the_first_empty_column_and_stays_there() -> None:
    one = dealt("ac ad as 4h ah 2c 3d 4s 3h 2h 3c 4c 2d 3s 4d 2s")
    table = after(one).state
    assert [table.columns[column].size for column in Column][:4] == [0, 0, 1, 1]
    assert {text for text in legal(one, after(one)) if text.startswith("move")} == {"move column-2 column-0"}
    position = after(one, "move column-2 column-0")
    assert names(iter(position.state.columns[Column.COLUMN_0])) == "4h"
    assert not {text for text in legal(one, position) if text.startswith("move column-0")}


def test_a_card_comes_back_only_if_another_is_laid_upon_it() -> None:
    one = dealt(SMALL)
    position = after(one)
    table = position.state  # laid out anew: three diamonds at home, the 4 of clubs and the 2 of spades open
    for column, card in ((Column.COLUMN_1, Card["2S"]), (Column.COLUMN_2, Card["4D"])):
        table.columns[column].clear()
        table.columns[column].put_top(card)
    table.home[Suit.DIAMONDS] = 2
    assert not {text for text in legal(one, position) if text.startswith("come-back")}
    table.home[Suit.DIAMONDS] = 3
    assert {text for text in legal(one, position) if text.startswith("come-back")} == {"come-back diamonds column-0"}
    waiting = one.reference.apply(position, one.program.event_by_text["come-back diamonds column-0"]).after
    assert (waiting.state.phase, waiting.state.bearing, waiting.state.home[Suit.DIAMONDS]) == (Phase.LAY_UPON, Column.COLUMN_0, 2)
    assert legal(one, waiting) == {"bring column-1"}
    laid = one.reference.apply(waiting, one.program.event_by_text["bring column-1"]).after
    assert names(iter(laid.state.columns[Column.COLUMN_0])) == "2s 3d 4c"
    assert laid.state.bearing is None


def test_whoever_can_do_nothing_has_lost_with_what_is_at_home() -> None:
    one = dealt("3c 3s 2c ad ac 3d as 2h 3h 2s 2d ah", edition="tiny")
    position = after(one)
    assert position.state.phase == Phase.LOST
    assert one.grade(position) == (False, 0)


def test_who_has_turned_up_all_and_emptied_the_talon_has_won() -> None:
    one = dealt("ac ad as ah 2c 2d 2s 2h 3c 3d 3s 3h", edition="tiny")
    position = after(one)
    assert position.state.phase != Phase.WON
    for _ in range(12):
        if position.state.phase != Phase.PLAY:
            break
        position = one.reference.settled(one.reference.apply(position, one.reference.legal(position)[0]).after)
    assert position.state.phase == Phase.WON
    assert one.grade(position) == (True, 12)
