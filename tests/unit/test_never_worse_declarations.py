"""What may be declared never worse: each mistake is refused with its code, when the game is loaded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.test_games_with_sides import program
from tests.games import caravan, klondike, tiles
from verifier.errors import RuleRefused
from verifier.lang.dominance import Better, NeverWorse, better
from verifier.program.program import load
from verifier.run.dominance import key_masks
from verifier.run.packing import packing_of


def refused(game: Any, monkeypatch: pytest.MonkeyPatch, *declared: dict[str, Any]) -> str:
    """What declarations are refused for."""
    monkeypatch.setattr(game, "comparisons", [])
    monkeypatch.setattr(game, "misused", [])
    for said in declared:
        game.never_worse(**said)
    with pytest.raises(RuleRefused) as caught:
        load(game)
    return str(caught.value)


@pytest.mark.parametrize(("said", "words"), [
    ({"more": ("golds",)}, 'DB344 never_worse: "golds" is not a field of the state'),
    ({"more": ("gold.food",)}, 'DB344 never_worse: "gold.food" is not a field of the state'),
    ({"more": ("phase",)}, "DB344 never_worse: phase is or has a member of an enum"),
    ({"more": ("gold", "gold")}, "DB344 never_worse: gold is named twice"),
    ({"more": ("gold",), "fewer": ("gold",)}, "DB344 never_worse: gold is named twice"),
    ({}, "DB344 never_worse: nothing is named"),
    ({"more": "gold"}, "DB344 never_worse: fields are named by a tuple"),
    ({"more": (1,)}, "DB344 never_worse: fields are named by a tuple"),
])
def test_a_mistake_is_named(said: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words in refused(caravan.game, monkeypatch, said)


def test_a_game_says_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    words = refused(caravan.game, monkeypatch, {"more": ("gold",)}, {"more": ("food",)})
    assert "DB344 never_worse: a game says once what is never worse" in words


def test_piles_cannot_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [refused_for(klondike.game, name) for name, _ in klondike.game.state_type.fields]
    assert any("is or has a pile" in each for each in said) and any("member of an enum" in each for each in said)


def refused_for(game: Any, name: str) -> str:
    """What is wrong with naming a field, in words."""
    from verifier.lang.dominance import problems_of

    return " ".join(map(str, problems_of(NeverWorse((name,), (), ""), game.state_type, orders=(), has_grade=True)))


def test_chance_is_not_weighed_by_what_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until Dawn's pile of bites says how likely each card is that comes from it; ammunition says nothing of that."""
    from daybreak_games.until_dawn import game

    monkeypatch.setattr(game, "comparisons", [])
    assert "DB345" in refused(game, monkeypatch, {"more": ("bite_pile",)})
    assert "DB344 never_worse: a tape deals deck out in its order" in refused(game, monkeypatch, {"more": ("deck",)})
    monkeypatch.setattr(game, "comparisons", [])
    monkeypatch.setattr(game, "misused", [])
    game.never_worse(more=("ammo", "entrances.barricades"))
    assert len(load(game).better.more) == 5  # each entrance has barricades


def test_chance_may_be_weighed_by_another_field_of_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who can join is drawn from the units that are nowhere; whether they have an action left is another thing."""
    from daybreak_games.dawn_of_the_zeds import game

    assert "chance is weighed by it" not in named_alone(game, monkeypatch, "units.free")
    assert "is or has a member of an enum" in refused(game, monkeypatch, {"more": ("units.at",)})


def named_alone(game: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    """What is wrong with a declaration of one field; nothing if nothing is."""
    monkeypatch.setattr(game, "comparisons", [])
    game.never_worse(more=(name,))
    try:
        load(game)
    except RuleRefused as error:
        return str(error)
    return ""


def test_a_game_without_a_declaration_compares_nothing() -> None:
    assert not program(tiles).better


def test_states_are_compared_by_their_cells() -> None:
    order = better(NeverWorse(("gold", "food"), ("wounds",), ""), caravan.game.state_type)
    assert order == Better((3, 4), (5,))
    assert order.is_at_least((0, 1, 2, 5, 5, 1), (0, 1, 2, 5, 4, 2)) and order.is_at_least((0,) * 6, (0,) * 6)
    assert not order.is_at_least((0, 1, 2, 5, 4, 2), (0, 1, 2, 5, 5, 1))
    assert not order.is_at_least((0, 1, 3, 5, 5, 1), (0, 1, 2, 5, 5, 1))  # another day: they cannot be compared


def test_the_key_has_every_bit_but_those_of_the_cells_that_are_named() -> None:
    packing = packing_of(caravan.game.state_type, 1, 13)
    masks = key_masks(packing, Better((3,), (5,)))
    left = sum((~mask & 2**62 - 1).bit_count() for mask in masks)
    assert left == sum(slot.bits for offset, _, _, slot in packing.scalars if offset in (3, 5)) > 0
