"""A game's own checks of its component data: what they find is told by its place, all at once, when an edition is loaded."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
from attrs import frozen

from verifier.errors import EXIT_BAD_INPUT, BadInput
from verifier.lang import Bag, By, Flaw, Game, Pile, Range, Row, Size, record, words
from verifier.lang.words import current
from verifier.ledger.editions import load_edition


class Phase(IntEnum):
    """What happens next."""

    OVER = 0


@words("gate", "yard", "hall", "tower-1", "tower-2")
class Space(IntEnum):
    """The spaces of a small map."""

    GATE = 0
    YARD = 1
    HALL = 2
    TOWER_1 = 3
    TOWER_2 = 4


@record
class Sheet:
    """A space: what lies ahead of it, and the counters that start there."""

    ahead: Space
    counters: Annotated[int, Range(0, 9)]


@record
class Box:
    """A map, a bag of counters, a table and a pile."""

    map: Annotated[Row[Sheet], By(Space)]
    counters: Annotated[Bag[Space], Range(0, 9)]
    table: Annotated[Row[Annotated[Row[int], Size(2), Range(0, 9)]], Size(2)]
    pile: Annotated[Pile[Space], Size(2)]


@record
class Castle:
    """The state; nothing happens in it."""

    phase: Phase


GOOD = """
schema = 1
game = "castle"
name = "mine"
title = "Mine"
[values.map]
status = "stated"
why = "The board."
[values.map.value]
gate = { ahead = "yard", counters = 1 }
yard = { ahead = "hall" }
hall = { ahead = "hall" }
tower-1 = { ahead = "yard", counters = 2 }
tower-2 = { ahead = "tower-1" }
[values]
counters = { value = { gate = 3 }, status = "stated", why = "The box." }
table = { value = [[1, 2], [3, 4]], status = "stated", why = "The aid." }
pile = { value = ["gate", "hall"], status = "stated", why = "The box." }
"""


@frozen
class Castles:
    """Loads editions of a castle that has some checks."""

    folder: Path

    def game(self, *checks: Callable[[Box], Iterable[Flaw]]) -> Game[Castle, Box]:
        found = Game(name="castle", title="Castle", state=Castle, edition=Box, folder=self.folder, ends=(Phase.OVER,))
        for check in checks:
            assert found.edition_check(check) is check
        return found

    def told(self, text: str, *checks: Callable[[Box], Iterable[Flaw]]) -> list[str]:
        """The problems of an edition; none when it loads."""
        (self.folder / "mine.toml").write_text(text)
        try:
            load_edition(self.game(*checks), "mine.toml", self.folder)
        except BadInput as error:
            assert error.exit_code == EXIT_BAD_INPUT
            return [str(problem) for problem in error.problems]
        return []


@pytest.fixture
def castles(tmp_path: Path) -> Castles:
    return Castles(tmp_path)


def connected(box: Box) -> Iterator[Flaw]:
    """Every space leads to the hall."""
    import networkx as nx

    graph = nx.DiGraph((space, box.map[space].ahead) for space in Space)
    for space in Space:
        if not nx.has_path(graph, space, Space.HALL):
            yield Flaw("no way leads to the hall", ("map", space, "ahead"), "name a space that is nearer to it")


def enough(box: Box) -> list[Flaw]:
    """There are as many counters as the spaces start with."""
    needed = sum(sheet.counters for sheet in box.map)
    if needed <= box.counters.total:
        return []
    return [Flaw(f"{box.counters.total} counters, and {needed} start on the map", ("counters",), "add counters")]


def test_an_edition_that_passes(castles: Castles) -> None:
    assert castles.told(GOOD, connected, enough) == []


def test_every_flaw_of_every_check_is_told_at_its_place(castles: Castles) -> None:
    text = GOOD.replace('yard = { ahead = "hall" }', 'yard = { ahead = "tower-2" }').replace("gate = 3", "gate = 2")
    lost = "DB216 no way leads to the hall @ mine.toml:$.values.map.value.{}.ahead; name a space that is nearer to it"
    assert castles.told(text, connected, enough) == [
        *(lost.format(word) for word in ("gate", "yard", "tower-1", "tower-2")),
        "DB216 2 counters, and 3 start on the map @ mine.toml:$.values.counters.value; add counters"]
    assert castles.told(text) == []


@pytest.mark.parametrize(("path", "told"), [
    (("map",), "map.value"), (("map", Space.TOWER_1), "map.value.tower-1"), (("counters", Space.GATE), "counters.value.gate"),
    (("table", 1, 0), "table.value[1][0]"), (("pile", 0), "pile.value[0]"),
])
def test_the_place_of_a_flaw(castles: Castles, path: tuple[str | int, ...], told: str) -> None:
    assert castles.told(GOOD, lambda box: [Flaw("odd", path, "mend it")]) == [
        f"DB216 odd @ mine.toml:$.values.{told}; mend it"]


def test_a_file_that_cannot_be_read_is_not_checked(castles: Castles) -> None:
    text = GOOD.replace('hall = { ahead = "hall" }\n', "").replace("gate = 3", "gate = 0")
    assert castles.told(text, connected, enough) == [
        "DB201 nothing is given for hall @ mine.toml:$.values.map.value; give every space its own"]


@record
class Shifts:
    """Fields that can be below 0, alone and further down, and one that cannot be 0."""

    shift: Annotated[int, Range(-3, 3)]
    by_distance: Annotated[Row[int], Size(3), Range(-2, 2)]
    loss: Annotated[int, Range(-3, -1)]
    by_space: Annotated[Row[Annotated[int, Range(-1, 1)]], By(Space)]
    reach: Annotated[int, Range(0, 3)]


@record
class Armoury:
    """Component data with such a record."""

    sword: Shifts
    racks: Annotated[Row[Shifts], Size(1)]


WHOLE = "shift = 0, by_distance = [0, 0, 0], loss = -1, by_space = { gate = 0, yard = 0, hall = 0, tower-1 = 0, tower-2 = 0 }"


@pytest.mark.parametrize(("gone", "low", "write"), [
    ("shift = 0, ", -3, "shift = 0"), ("by_distance = [0, 0, 0], ", -2, "by_distance = [0, 0, 0]"),
    ("loss = -1, ", -3, "loss = -1"),
    (WHOLE[WHOLE.index(", by_space"):], -1, "by_space = a table by space"),
    ("", 0, ""),
])
@pytest.mark.parametrize("place", ["sword", "racks[0]"])
def test_a_field_that_can_be_below_0_is_not_left_out(tmp_path: Path, gone: str, low: int, write: str, place: str) -> None:
    whole, part = f"{{ {WHOLE} }}", f"{{ {WHOLE.replace(gone, '', 1)} }}"
    sword, rack = (part, whole) if place == "sword" else (whole, part)
    (tmp_path / "mine.toml").write_text(f"""
schema = 1
game = "castle"
name = "mine"
title = "Mine"
[values]
sword = {{ value = {sword}, status = "stated", why = "The box." }}
racks = {{ value = [{rack}], status = "stated", why = "The box." }}
""")
    game = Game(name="castle", title="Castle", state=Castle, edition=Armoury, folder=tmp_path, ends=(Phase.OVER,))
    if not gone:  # `reach`, left out everywhere, begins at 0
        assert load_edition(game, "mine.toml", tmp_path).record.sword.reach == 0
        return
    with pytest.raises(BadInput) as caught:
        load_edition(game, "mine.toml", tmp_path)
    path = place.replace("sword", "sword.value").replace("racks", "racks.value")
    key = write.partition(" ")[0]
    assert [str(problem) for problem in caught.value.problems] == [
        f"DB201 the key {key} is missing, and left out it would be {low} @ mine.toml:$.values.{path}; write {write}"]


def test_many_flaws_are_counted(castles: Castles) -> None:
    told = castles.told(GOOD, lambda box: [Flaw(f"flaw {number}", ("map",), "mend it") for number in range(60)])
    assert len(told) == 51 and told[-1] == "DB299 and 10 more @ mine.toml:$"


def test_an_edition_that_comes_with_the_game_is_checked_too(castles: Castles) -> None:
    (castles.folder / "edition-mine.toml").write_text(GOOD.replace("gate = 3", "gate = 2"))
    with pytest.raises(BadInput, match=r"DB216 2 counters, and 3 start .* @ edition-mine\.toml:\$\.values\.counters\.value"):
        load_edition(castles.game(enough), "mine", castles.folder)


def broken(box: Box) -> list[Flaw]:
    raise ValueError("no\tsuch\u202e thing")


@pytest.mark.parametrize(("check", "why"), [
    (broken, "ValueError: no\\tsuch\\u{202e} thing"),
    (lambda box: ["a text"], "TypeError: expected a Flaw, got str"),
    (lambda box: [Flaw("odd", ("mop",), "mend it")], "ValueError: the component data has no 'mop'"),
    (lambda box: 3, "TypeError: 'int' object is not iterable"),
    (lambda box: [math.floor(box.map[Space.GATE].counters / 0)], "ZeroDivisionError: division by zero"),
])
def test_a_check_that_fails_is_told_and_spoils_no_other(castles: Castles, check: Any, why: str) -> None:
    text = GOOD.replace("gate = 3", "gate = 2")
    first, second = castles.told(text, check, enough)
    told = re.escape(f"DB217 the check {check.__name__} fails: {why}")
    assert re.fullmatch(rf"{told} \(test_edition_checks\.py:\d+\) @ mine\.toml:\$\.values; "
                        r"correct the function under @game\.edition_check", first)
    assert second.startswith("DB216 2 counters")


@pytest.mark.parametrize("wrong", [
    {"text": ""}, {"text": 3}, {"path": ()}, {"path": "map"}, {"path": (None,)}, {"path": ["map"]}, {"instead": ""}])
def test_a_flaw_says_what_where_and_what_to_do(wrong: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Flaw(**{"text": "odd", "path": ("map",), "instead": "mend it", **wrong})


def test_a_check_changes_nothing_and_reads_the_edition_as_rules_do(castles: Castles) -> None:
    game = castles.game()
    box = game.edition

    @game.rule
    def ahead(space: Space) -> Space:
        return box.map[space].ahead

    @game.edition_check
    def check(mine: Box) -> list[Flaw]:
        assert ahead(Space.GATE) is Space.YARD
        assert current().edition.map[Space.GATE].counters == 1
        mine.map[Space.GATE].counters = 9
        return []

    (castles.folder / "mine.toml").write_text(GOOD)
    assert load_edition(game, "mine.toml", castles.folder).record.map[Space.GATE].counters == 1
