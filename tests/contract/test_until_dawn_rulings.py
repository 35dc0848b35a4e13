"""Single rulings of Until Dawn: a position of a few cards for each, and what both choices make of it."""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.until_dawn.state import Barred, Card, Entrance, Jasper, Night
from tests.agreement.until_dawn_starts import instance
from verifier.instance import Instance
from verifier.lang.types import words_of
from verifier.line import Line, replay
from verifier.run.reference import Position

LATE = {"time": 16, "zombie_time": 15}


def played(start: Instance, *decisions: str) -> Position:
    """The position after some decisions and all that follows from them by itself."""
    after = start.reference.settled(start.start)
    for applied in replay(start.reference, start.start, Line(decisions, "a line of the test")):
        after = applied.after
    return start.reference.settled(after)


def legal(start: Instance, position: Position) -> list[str]:
    """What may be decided there."""
    return [event.text for event in start.reference.legal(position)]


def stack(night: Night, entrance: int) -> str:
    """A stack in words, the top first."""
    return " ".join(words_of(Card)[zombie.card] + "!" * zombie.attacking for zombie in night.entrances[entrance].stack)


# -- howled zombies and the bite pile (UD-53) -----------------------------------------------------------------------------------

HOWL = LATE | {"phase": "next-attacker", "entrances": [{"barricades": 1, "stack": ["screamer!", "scratcher"]}, {}, {}, {}]}
CALLED = {"deck": ["sneaker+", "move-cw", "bite-red"], "bite-pile": ["sneaker"]}


def test_a_howl_asks_nobody() -> None:
    start = instance(HOWL, seed=1, deal=CALLED)
    night = played(start).state
    assert stack(night, 0) == "scratcher" and night.discard[Card.SNEAKER_AGAIN] == 1  # it came, and one barricade was enough
    assert night.bite_pile[Card.SNEAKER_AGAIN] == 0 and night.entrances[0].barricades == 0


@pytest.mark.parametrize(("decision", "piled"), [("place-called bite", 1), ("place-called 0", 0)])
def test_a_called_zombie_may_be_put_on_the_bite_pile(decision: str, piled: int) -> None:
    start = instance(HOWL, seed=1, deal=CALLED, rulings={"UD-53": "bite-pile-too"})
    asked = played(start)
    assert legal(start, asked) == ["place-called 0", "place-called bite"]
    night = played(start, decision).state
    assert (night.bite_pile[Card.SNEAKER_AGAIN], night.discard[Card.SNEAKER_AGAIN]) == (piled, 1 - piled)
    assert night.entrances[0].barricades == piled  # a Sneaker that came attacked at once


def test_a_called_zombie_is_not_put_on_a_full_bite_pile() -> None:
    pile = {"bite_pile": {"bite-red": 1, "bite-red+": 1, "bite-blue": 2, "sneaker": 1}}
    start = instance(HOWL | pile, seed=1, deal=CALLED, rulings={"UD-53": "bite-pile-too"})
    assert played(start).state.bite_pile.total == 6 and stack(played(start).state, 0) == "scratcher"


# -- the bar and Jasper's death (UD-54) -----------------------------------------------------------------------------------------

GUARDED = {"phase": "draw", "time": 16, "zombie_time": 15, "jasper": 0, "bite_pile": {"bite-red": 1}}


@pytest.mark.parametrize(("ruling", "barred"), [("for-the-turn", Entrance.FRONT), ("while-he-lives", Barred.NONE)])
def test_a_bar_and_the_death_of_who_guards_it(ruling: str, barred: Entrance | Barred) -> None:
    deal = {"deck": ["scratcher+", "move-cw+", "sneaker"]}
    start = instance(GUARDED | {"time": 17}, seed=1, deal=deal, rulings={"UD-54": ruling})
    asked = played(start, "place 0", "block")
    assert asked.state.jasper == Jasper.DEAD and asked.state.barred == barred
    assert ("place 0" in legal(start, asked)) == (ruling == "while-he-lives")
    assert {"place 1", "place 2", "place 3", "place bite"} <= set(legal(start, asked))


# -- what the text of a choice promises -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "cover", "gone"), [("all", "sneaker", 1), ("attacking", "sneaker+", 0)])
def test_the_sneaker_that_covers_the_entrance_is_one_of_those_that_act(ruling: str, cover: str, gone: int) -> None:
    stacked = LATE | {"phase": "next-attacker", "entrances": [{"stack": ["sneaker", "sneaker+!"]}, {}, {}, {}]}
    start = instance(stacked, seed=1, deal={"deck": ["bite-red"]}, rulings={"UD-21": ruling})
    night = played(start).state
    assert words_of(Card)[night.entrances[0].breached_by] == cover
    assert stack(night, 1) == ("" if gone else "sneaker")


def test_who_cannot_be_shot_is_told_so() -> None:
    start = instance({"time": 3, "rebecca": 0, "entrances": [{}, {}, {}, {"stack": ["sneaker"]}]}, seed=1)
    told: dict[str, Any] = {event.text: start.reference.forbidden_by(start.start, event)
                            for event in start.reference.events(start.start) if event.rule.name == "fire"}
    assert told == {"fire 0": "UD-T09", "fire 1": "UD-T04", "fire 2": "UD-T04", "fire 3": None}


# -- which sentences an event names ---------------------------------------------------------------------------------------------


def named(start: Instance, rule: str) -> set[str]:
    """The clauses that the events of one rule name, from the start to the next decision."""
    return {clause for applied in start.reference.advance(start.start) for clause in applied.clauses
            if applied.event.rule.name == rule}


@pytest.mark.parametrize(("rebecca", "spared"), [("aside", False), (1, False), (0, True)])
def test_rebecca_spares_jasper_only_where_both_are(rebecca: str | int, spared: bool) -> None:
    start = instance(GUARDED | {"rebecca": rebecca}, seed=1, deal={"deck": ["move-cw", "sneaker"]})
    assert ("UD-B22" in named(start, "check_jasper")) == spared


@pytest.mark.parametrize(("breached", "passed"), [((), False), ((1,), True), ((1, 2, 3), False)])
def test_rebecca_passes_breached_entrances_if_she_goes_anywhere(breached: tuple[int, ...], passed: bool) -> None:
    doors = [{"breached_by": "sneaker"} if entrance in breached else {} for entrance in range(4)]
    start = instance(GUARDED | {"jasper": "rug", "rebecca": 0, "entrances": doors}, seed=1,
                     deal={"deck": ["bite-blue", "scratcher"], "bite-pile": ["bite-red"]})
    assert ("UD-X06" in named(start, "rebecca_moves")) == passed
    assert next(applied.after.state.rebecca for applied in start.reference.advance(start.start)
                if applied.event.rule.name == "rebecca_moves") == (Entrance.FRONT if len(breached) == 3 else len(breached) + 1)


def test_zombies_moved_on_keep_their_order() -> None:
    doors = [{"stack": ["screamer!", "scratcher", "sneaker"]}, {"stack": ["scratcher+"]}, {}, {}]
    start = instance(LATE | {"phase": "next-attacker", "entrances": doors}, seed=1, deal={"deck": ["bite-red"]})
    assert stack(played(start).state, 1) == "scratcher+ scratcher sneaker" and "UD-X17" in named(start, "relocate")
