"""An enum that is a place for a member of another keeps step with it, and takes its words."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.pieces import Unit, Who
from daybreak_games.until_dawn.state import Card, Held
from verifier.errors import RuleRefused
from verifier.lang import place_for, words
from verifier.lang.types import words_of


@words("a-of-spades", 7, "joker+")
class Deck(IntEnum):
    """Cards, one of them with a number for a word."""

    ACE = 0
    SEVEN = 1
    JOKER = 2


def place(**members: int) -> type[IntEnum]:
    """An enum of these members."""
    made: Any = IntEnum("Place", members)
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize(("here", "there", "none"), [(Held, Card, "none"), (Who, Unit, "nobody")])
def test_the_places_of_the_games(here: type[IntEnum], there: type[IntEnum], none: str) -> None:
    assert words_of(here) == (none, *words_of(there))
    assert [each.name for each in here][1:] == [each.name for each in there]
    assert all(here(each + 1).name == each.name for each in there)


def test_words_are_taken_as_they_are() -> None:
    enum = place_for(Deck, none="empty")(place(EMPTY=0, ACE=1, SEVEN=2, JOKER=3))
    assert enum.__words__ == ("empty", "a-of-spades", 7, "joker+")  # type: ignore[attr-defined]


def test_members_without_words_have_those_of_their_names() -> None:
    enum = place_for(Unit)(place(NONE=0, **{each.name: each + 1 for each in Unit}))
    assert words_of(enum)[:3] == ("none", "piazza", "hernandez")


@pytest.mark.parametrize(("members", "message", "hint"), [
    ({}, "first member of a place for Deck stands for none", "NONE = 0, ACE = 1, SEVEN = 2, ..."),
    ({"ACE": 0, "SEVEN": 1, "JOKER": 2}, "first member of a place for Deck stands for none", "NONE = 0, ACE = 1, SEVEN = 2, ..."),
    ({"NONE": 0, "ACE": 1, "SEVEN": 2}, "Deck.JOKER has no member here", "add JOKER = 3"),
    ({"NONE": 0, "ACE": 1, "JOKER": 2, "SEVEN": 3}, "JOKER stands where SEVEN of Deck belongs", "SEVEN = 2"),
    ({"NONE": 0, "ACE": 1, "SEVEN": 2, "KING": 3}, "KING stands where JOKER of Deck belongs", "SEVEN = 2"),
    ({"NONE": 0, "ACE": 1, "SEVEN": 2, "JOKER": 3, "KING": 4}, "KING stands where nothing of Deck belongs", "SEVEN = 2"),
    ({"NONE": 1, "ACE": 2, "SEVEN": 3, "JOKER": 4}, "must be 0, 1, 2, ... in order, one more than in Deck", "NONE = 0"),
    ({"NONE": 0, "ACE": 1, "SEVEN": 3, "JOKER": 4}, "must be 0, 1, 2, ... in order, one more than in Deck", "NONE = 0"),
])
def test_an_enum_out_of_step_is_refused(members: dict[str, int], message: str, hint: str) -> None:
    with pytest.raises(RuleRefused) as caught:
        place_for(Deck)(place(**members))
    problem = caught.value.problems[0]
    assert (problem.code, problem.path) == ("DB301", "Place")
    assert message in problem.message and hint in problem.hint


def test_none_is_written_as_no_member_is() -> None:
    with pytest.raises(RuleRefused, match="4 different words"):
        place_for(Deck, none="joker+")(place(NONE=0, ACE=1, SEVEN=2, JOKER=3))
