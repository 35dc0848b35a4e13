"""The picture of Until Daylight shows what lies on the table inside its frame, and tells nothing by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.board import MARKS, now
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Horde, Objective, Rubble
from daybreak_games.until_daylight.picture import NOW_LETTERS, fought_over, in_front, paint
from daybreak_games.until_daylight.state import Phase, Standing, Table
from verifier.instance import Instance, load_instance
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_disturbed, random_reachable, random_setting, random_typed

START = 'schema = 1\ngame = "until-daylight"\ntitle = "Four players"\n[deal]\nseed = 1\n'
LETTERS = {"small": 6, "plain": 7, "large": 10}  # how wide a letter is taken to be


@pytest.fixture(scope="module")
def program() -> Program:
    return load(game)


@pytest.fixture
def fight(tmp_path: Path) -> Instance:
    """Four players, of whom the first attacks the area of the third, a Raider behind a Survivor there."""
    (tmp_path / "start.toml").write_text(START, encoding="utf-8")
    instance = load_instance(tmp_path / "start.toml")
    table: Table = instance.start.state
    for card, area in ((Horde.SURVIVOR, Seat.PLAYER_3), (Horde.BRUTE, Seat.PLAYER_1), (Horde.RAIDER, Seat.PLAYER_3),
                       (Horde.MONSTER, Seat.PLAYER_3), (Horde.WANDERER, Seat.PLAYER_3)):
        table.line.put_bottom(Standing(card=card, area=area))
    table.phase, table.area, table.weapon, table.bodies, table.bodies_on = Phase.ASSIGN, Seat.PLAYER_3, Rubble.CHAINSAW, 1, 1
    table.people[0].health, table.active = 2, Seat.PLAYER_2
    return instance


def picture_of(instance: Instance) -> Picture:
    picture = instance.picture(instance.start)
    assert picture is not None
    return picture


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def boxes(picture: Picture) -> Iterator[tuple[float, float, float, float]]:
    """Every shape's left, top, right and bottom."""
    for shape in picture.shapes:
        if isinstance(shape, Rect):
            yield shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        elif isinstance(shape, Circle):
            yield shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        elif isinstance(shape, Label):
            yield spread(shape)


def spread(label: Label) -> tuple[float, float, float, float]:
    width = len(label.text) * LETTERS[label.size]
    left = label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    return left, label.y - 9, left + width, label.y + 3


def meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("players", range(3, 7))
def test_everything_is_inside_the_frame_and_no_text_on_another(program: Program, players: int) -> None:
    box: Any = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = players
    setting = random_setting(program, seed=players, edition=box, default=0.7)
    met = list(random_reachable(program, setting, seed=players + 6, count=12, thin=20))
    odd = [*random_disturbed(program, met, seed=players), *random_typed(program, seed=players, count=2)]
    for position in (*met, *odd):
        with running(Run(setting.rulings, setting.edition)):
            picture = paint(position.state)
            assert position in odd or len(wrap(f"Now: {now(position.state)}", NOW_LETTERS)) <= 2
        assert all(0 <= left and right <= picture.width and 0 <= top and bottom <= picture.height
                   for left, top, right, bottom in boxes(picture))
        labels = [shape for shape in picture.shapes if isinstance(shape, Label) and shape.text]
        clashes = [(one, other) for one, other in combinations(labels, 2) if meet(spread(one), spread(other))]
        assert not clashes
        assert len(picture.description) <= CHARACTERS_MOST
        assert sum(shape.text.startswith("player-") and shape.size == "plain" for shape in labels) == players
        assert sum(text.startswith("places ") for text in texts(picture)) == players
        assert sum(text.startswith("area of ") for text in texts(picture)) >= players


def test_cards_are_rows_by_area_with_letter_and_word(fight: Instance) -> None:
    shapes = picture_of(fight).shapes
    rings = [shape for shape in shapes if isinstance(shape, Circle) and shape.radius == 9]
    squares = [shape for shape in shapes if isinstance(shape, Rect) and shape.width == 18]
    middle = [shape for shape in shapes if isinstance(shape, Label) and shape.anchor == "middle"]
    assert [shape.text for shape in middle] == ["B", "brute", "S", "survivor", "R", "raider", "M", "monster", "W", "wanderer"]
    assert [shape.paint for shape in rings] == ["amber-line"]
    assert [shape.paint for shape in squares] == ["red-line", "blue-line", "violet-line", "green-line"]
    assert len({shape.y for shape in middle if len(shape.text) > 1}) == 2
    third = [shape.x for shape in middle if len(shape.text) > 1][1:]
    assert third == sorted(third)


def test_no_two_cards_lie_on_each_other(fight: Instance) -> None:
    table = fight.start.state
    while table.line.size < 95:
        table.line.put_bottom(Standing(card=Horde.WANDERER, area=Seat(table.line.size % 6)))
    picture = picture_of(fight)
    cards = [(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height) for shape in picture.shapes
             if isinstance(shape, Rect) and shape.paint == "card"]
    assert len(cards) == 2 + 4 + 95 and not any(meet(one, other) for one, other in combinations(cards, 2))
    assert any(text.startswith("not in the game: player-6: dice ") for text in texts(picture))


def test_health_is_dots(fight: Instance) -> None:
    health = [shape.paint for shape in picture_of(fight).shapes if isinstance(shape, Circle) and shape.radius == 4]
    assert (health.count("red"), len(health)) == (2 + 9 + 9 + 9, 36)


def test_the_area_and_the_card_in_front_are_framed(fight: Instance) -> None:
    table = fight.start.state

    def frames() -> list[str]:
        return [shape.paint for shape in picture_of(fight).shapes
                if isinstance(shape, Rect) and (shape.round == 3 or shape.paint == "ink-line")]

    with running(Run(fight.setting.rulings, fight.setting.edition)):
        assert (fought_over(table), in_front(table, Seat.PLAYER_3), in_front(table, Seat.PLAYER_1)) == (Seat.PLAYER_3, 1, -1)
        assert frames() == ["ink-line", "blue-line"]
        table.phase = Phase.ENEMY_ROLL
        assert (fought_over(table), in_front(table, Seat.PLAYER_3)) == (Seat.PLAYER_3, -1)
        assert frames() == ["ink-line"]
        for table.phase in (Phase.AIM, Phase.ACT, Phase.END_COMBAT):
            assert fought_over(table) is None
            assert frames() == []


def test_signs_are_explained(fight: Instance) -> None:
    fight.start.state.people[1].secondary, fight.start.state.people[1].achieved[3] = Objective.NINTH, True
    picture = picture_of(fight)
    said = " ".join(shape.text for shape in picture.shapes if isinstance(shape, Label) and shape.paint == "faint")
    for words in ("W wanderer", "in a ring S survivor", "wanderers 2/5 an Objective", "(2+5) Raiders",
                  *(f"{sign} {meaning}" for sign, meaning in MARKS.items())):
        assert words in said
    shown = " ".join(texts(picture))
    assert "chainsaw*" in shown and "survivors 0/1+^" in shown and "area of player-3: dice (2+4)" in shown


def test_what_is_drawn_is_told_in_words(fight: Instance) -> None:
    told = picture_of(fight).description
    for words in ("Player-1 assigns 1 body: which die comes next? Round 1 of 10, combat. Leader: none. Active: player-2.",
                  "Area of player-3: survivor, raider, monster, wanderer.", "Area of player-2: empty.",
                  "on the raider in front 1 body.", "player-1, psycho: Health 2/9, places 1/10, experience 0; chainsaw; ",
                  "Objectives wanderers 0 of 5", "Rubble pile 181, Rubble discards 0", "Supply: 6 Traps, 12 Barricades."):
        assert words in told


def test_picturing_changes_nothing(fight: Instance) -> None:
    key = fight.reference.key(fight.start)
    picture_of(fight)
    assert fight.reference.key(fight.start) == key
