"""The picture of Survive Until Daylight shows what lies on the table inside its frame, and tells nothing by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.board import MARKS
from daybreak_games.survive_until_daylight.cards import Horde, Rubble
from daybreak_games.survive_until_daylight.picture import in_the_fight, paint
from daybreak_games.survive_until_daylight.state import Cause, Enemy, Phase, Table
from verifier.instance import Instance, load_instance
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_reachable, random_setting, random_typed

FULL = Path(__file__).parents[2] / "scenarios" / "survive-until-daylight" / "full.toml"


@pytest.fixture(scope="module")
def program() -> Program:
    return load(game)


@pytest.fixture
def fight() -> Instance:
    """Three players, of whom the first attacks a Brute with a Survivor and a Monster beside it."""
    instance = load_instance(FULL)
    table: Table = instance.start.state
    for card, damage in ((Horde.SURVIVOR, 0), (Horde.BRUTE_B, 1), (Horde.MONSTER_A, 3), (Horde.RAIDER_A, 0)):
        table.line.put_bottom(Enemy(card=card, damage=damage))
    table.line[2].spears, table.line[3].away = 2, True
    table.phase, table.cause, table.target, table.weapon = Phase.STRIKE, Cause.ATTACK, 1, Rubble.PILLAR_WEAPON
    table.people[0].health = 4
    return instance


def picture_of(instance: Instance) -> Picture:
    picture = instance.picture(instance.start)
    assert picture is not None
    return picture


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def corners(picture: Picture) -> Iterator[tuple[float, float]]:
    """The outermost points of every shape; a letter is taken to be 7 across, 6 in small, 10 in large."""
    for shape in picture.shapes:
        if isinstance(shape, Rect):
            yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        elif isinstance(shape, Circle):
            yield from ((shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y + shape.radius))
        elif isinstance(shape, Label):
            width = len(shape.text) * {"small": 6, "plain": 7, "large": 10}[shape.size]
            left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
            yield from ((left, shape.y - 10), (left + width, shape.y + 3))


@pytest.mark.parametrize("players", range(1, 7))
def test_everything_is_inside_the_frame(program: Program, players: int) -> None:
    box: Any = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = players
    setting = random_setting(program, seed=players, edition=box, default=0.7)
    met = random_reachable(program, setting, seed=players + 6, count=8, thin=12)
    for position in (*met, *random_typed(program, seed=players, count=1)):
        with running(Run(setting.rulings, setting.edition)):
            picture = paint(position.state)
        assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in corners(picture))
        assert len(picture.description) <= CHARACTERS_MOST
        assert sum(text.startswith("player-") for text in texts(picture) if "slots" not in text) == players
        assert sum(text.startswith("slots ") for text in texts(picture)) == players


def test_types_have_letters_and_survivors_a_ring(fight: Instance) -> None:
    shapes = picture_of(fight).shapes
    rings = [shape for shape in shapes if isinstance(shape, Circle) and shape.radius == 8]
    squares = [shape for shape in shapes if isinstance(shape, Rect) and shape.width == 16]
    assert [shape.text for shape in shapes if isinstance(shape, Label) and shape.anchor == "middle"] == ["S", "B", "M", "R"]
    assert [shape.paint for shape in rings] == ["amber-line"]
    assert [shape.paint for shape in squares] == ["red-line", "violet-line", "blue-line"]


def test_health_and_damage_are_dots(fight: Instance) -> None:
    circles = [shape for shape in picture_of(fight).shapes if isinstance(shape, Circle)]
    health = [shape.paint for shape in circles if shape.radius == 4]
    damage = [shape.paint for shape in circles if shape.radius == 3]
    assert (health.count("red"), len(health)) == (4 + 8 + 8, 10 + 8 + 8)
    assert (damage.count("ink"), len(damage)) == (4, 1 + 4 + 8 + 3)


def test_who_fights_has_a_double_frame(fight: Instance) -> None:
    table = fight.start.state
    doubles = [shape for shape in picture_of(fight).shapes if isinstance(shape, Rect) and shape.round == 3]
    assert len(doubles) == 1 and doubles[0].paint == "red-line" and in_the_fight(table) == [1]
    table.phase, table.cause, table.enemy, table.target, table.shielded = Phase.HIT, Cause.ENEMY, 2, 0, True
    assert in_the_fight(table) == [2, 0]
    table.shielded = False
    assert in_the_fight(table) == [2]
    table.phase = Phase.CLEAR
    assert in_the_fight(table) == []


def test_signs_are_explained(fight: Instance) -> None:
    picture = picture_of(fight)
    assert {"3 raider-a~", "3/8 3+0c ^^", "1/4 1+1c+1m"} <= set(texts(picture))
    said = " ".join(shape.text for shape in picture.shapes if isinstance(shape, Label) and shape.paint == "faint")
    for words in ("W wanderer", "in a ring S survivor", f"~ {MARKS['~']}", f"^ {MARKS['^']}", "2+1c attacks", "+1m 1 more"):
        assert words in said
    assert f"! {MARKS['!']}" not in said


def test_what_is_drawn_is_told_in_words(fight: Instance) -> None:
    told = picture_of(fight).description
    for words in ("Player-1 attacks: apply a Combat card, or play cards first? Round 1 of 6.", "player-1, pillar: Health 4/10",
                  "1 brute-b, Damage 1 of 4; 2 monster-a, Damage 3 of 8, 2 Spears; 3 raider-a, Damage 0 of 3, removed.",
                  "Attack: player-1 with pillar-weapon (3 Damage) on 1 brute-b.", "Assault cards: 6 left"):
        assert words in told


def test_picturing_changes_nothing(fight: Instance) -> None:
    key = fight.reference.key(fight.start)
    picture_of(fight)
    assert fight.reference.key(fight.start) == key
