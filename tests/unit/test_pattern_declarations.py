"""What may be declared for derived bounds: each mistake is refused with its code, when the game is loaded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.test_games_with_sides import program
from tests.games import fifteen, klondike, sliding, tiles
from verifier.errors import RuleRefused
from verifier.lang.patterns import Patterns
from verifier.program.program import load

GOOD = {"counts": "slides", "keeps": ("hole",), "row": "tiles", "groups": ((1, 2), (3, 4))}


def refused(game: Any, monkeypatch: pytest.MonkeyPatch, **said: Any) -> str:
    """What a declaration is refused for."""
    monkeypatch.setattr(game, "pattern_sets", [])
    game.patterns(**said)
    with pytest.raises(RuleRefused) as caught:
        load(game)
    assert all(problem.path.startswith(("test_pattern_declarations.py:", "__init__.py:")) for problem in caught.value.problems)
    return str(caught.value)


@pytest.mark.parametrize(("said", "words"), [
    ({"keeps": ("holes",)}, 'DB342 patterns: "holes" is not a field of the state'),
    ({"counts": "moves"}, 'DB342 patterns: "moves" is not a field of the state'),
    ({"counts": "phase"}, "DB342 patterns: phase is not a number"),
    ({"keeps": ("hole", "hole")}, "DB342 patterns: hole is named twice"),
    ({"keeps": ("tiles",)}, "DB342 patterns: tiles is named twice"),
    ({"row": "hole"}, "DB342 patterns: hole is not a row of numbers or members"),
    ({"row": ""}, "DB342 patterns: a row and groups of its values are named together"),
    ({"groups": ()}, "DB342 patterns: a row and groups of its values are named together"),
    ({"groups": ((1, 2), (2, 3))}, "DB342 patterns: 2 is in more than one place of the groups"),
    ({"groups": ((1, 9),)}, "DB342 patterns: 9 is no value of tiles"),
])
def test_a_mistake_is_named(said: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words in refused(tiles.game, monkeypatch, **{**GOOD, **said})


def test_a_pattern_is_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {**GOOD, "groups": (tuple(range(1, 16)),)}
    assert "DB342 patterns: a pattern has more than 2**62 values" in refused(fifteen.game, monkeypatch, **said)


def test_no_pattern_keeps_a_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    piles = [name for name, _ in klondike.game.state_type.fields if "pile" in refused_for(klondike.game, name)]
    assert piles
    assert "is or has a pile or a bag" in refused(klondike.game, monkeypatch, keeps=(piles[0],))


def refused_for(game: Any, name: str) -> str:
    """What is wrong with keeping a field, in words."""
    from verifier.lang.patterns import problems_of

    return " ".join(map(str, problems_of(Patterns("", (name,), "", (), ""), game.state_type, has_grade=True)))


def test_there_is_something_to_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "DB342 patterns: there is no grade to bound" in refused(sliding.game, monkeypatch, keeps=("hole",))


def test_what_counts_is_only_added_to(monkeypatch: pytest.MonkeyPatch) -> None:
    found = refused(tiles.game, monkeypatch, counts="hole")
    assert "DB343 patterns count hole, and slide does not just add to it" in found and "board.hole = to" in found


def test_what_is_right_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles.game, "pattern_sets", [])
    tiles.game.patterns(**GOOD)
    assert load(tiles.game).game.pattern_sets[0].owner(3) == 1 and program(tiles)
