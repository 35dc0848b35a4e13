"""The picture of Dead 'til Dawn shows what lies on the table inside its frame, and tells nothing by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from daybreak_games.dead_til_dawn import game
from daybreak_games.dead_til_dawn.board import now
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Event, Horror, Item
from daybreak_games.dead_til_dawn.picture import CENTRE_X, CENTRE_Y, NOW_LETTERS, SEAT, assaults, paint, spot
from daybreak_games.dead_til_dawn.state import Fate, Phase, Stage, Table, Window
from verifier.instance import Instance, load_instance
from verifier.lang.picture import CHARACTERS_MOST, Circle, Label, Picture, Rect, Stroke
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_disturbed, random_reachable, random_setting, random_typed

START = 'schema = 1\ngame = "dead-til-dawn"\ntitle = "x"\nedition = "illustrative"\n[deal]\nseed = 1\n'
LETTERS = {"small": 6, "plain": 7, "large": 10}  # how wide a letter is taken to be
Place = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def program() -> Program:
    return load(game)


@pytest.fixture
def brawl(tmp_path: Path) -> Instance:
    """Four players, of whom the third is dead and has joined against the second, who drew a brawl; the fourth is falling."""
    (tmp_path / "start.toml").write_text(START, encoding="utf-8")
    instance = load_instance(tmp_path / "start.toml")
    table: Table = instance.start.state
    table.phase, table.stage, table.window, table.event = Phase.PLAY, Stage.EVENT, Window.FIRST, Event.BRAWL
    table.turn, table.actor, table.round = Seat.PLAYER_2, Seat.PLAYER_1, 2
    table.people[0].items.add(Item.BAT)
    table.people[2].zombie, table.people[3].fate, table.people[3].wounds = True, Fate.FALLING, 3
    second = table.people[1]
    second.fighting, second.wounds = True, 1
    second.attacks[0].needs, second.attacks[0].has, second.attacks[1].needs, second.attacks[1].by = 2, 1, 1, Seat.PLAYER_3
    return instance


def picture_of(instance: Instance) -> Picture:
    picture = instance.picture(instance.start)
    assert picture is not None
    return picture


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def strokes(picture: Picture, paint: str) -> list[tuple[int, int, int, int]]:
    return [(shape.x, shape.y, shape.to_x, shape.to_y) for shape in picture.shapes
            if isinstance(shape, Stroke) and shape.paint == paint]


def boxes(picture: Picture) -> Iterator[Place]:
    """Every shape's left, top, right and bottom."""
    for shape in picture.shapes:
        if isinstance(shape, Rect):
            yield shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        elif isinstance(shape, Circle):
            yield shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        elif isinstance(shape, Stroke):
            yield (min(shape.x, shape.to_x), min(shape.y, shape.to_y), max(shape.x, shape.to_x), max(shape.y, shape.to_y))
        elif isinstance(shape, Label):
            yield spread(shape)


def spread(label: Label) -> Place:
    width = len(label.text) * LETTERS[label.size]
    left = label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    return left, label.y - 9, left + width, label.y + 3


def meet(one: Place, other: Place) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def check(picture: Picture) -> None:
    """All of it in the frame, no text on another, and words for whoever cannot see it."""
    assert all(0 <= left and right <= picture.width and 0 <= top and bottom <= picture.height
               for left, top, right, bottom in boxes(picture))
    labels = [shape for shape in picture.shapes if isinstance(shape, Label) and shape.text]
    assert not [(one, other) for one, other in combinations(labels, 2) if meet(spread(one), spread(other))]
    assert 0 < len(picture.description) <= CHARACTERS_MOST


@pytest.mark.parametrize("edition", ["tiny", "illustrative", *(f"illustrative-{players}" for players in (3, 5, 6, 7, 8))])
def test_everything_is_inside_the_frame_and_no_text_on_another(program: Program, edition: str) -> None:
    box: Any = load_edition(game, edition, Path()).record
    setting = random_setting(program, seed=box.players, edition=box, default=0.7)
    met = list(random_reachable(program, setting, seed=box.players + 8, count=12, thin=20))
    odd = [*random_disturbed(program, met, seed=box.players), *random_typed(program, seed=box.players, count=3)]
    for position in (*met, *odd):
        with running(Run(setting.rulings, setting.edition)):
            picture = paint(position.state)
            assert position in odd or len(wrap(f"Now: {now(position.state)}", NOW_LETTERS)) <= 2
        check(picture)
        said = [shape.text for shape in picture.shapes if isinstance(shape, Label) and shape.size == "plain"]
        for seat in range(1, box.players + 1):
            assert said.count(f"player-{seat}") == said.count(str(seat)) == 1


def test_a_table_full_of_cards_is_cut_off(brawl: Instance) -> None:
    for person in brawl.start.state.people:
        for item in Item:
            person.items[item] = person.aside[item] = 40
        for horror in Horror:
            person.hand[horror] = person.powers[horror] = 40
        for attack in person.attacks:
            attack.needs = attack.has = 40
        person.wounds = 30
    picture = picture_of(brawl)
    check(picture)
    assert texts(picture).count("and more") == 4


def test_players_sit_to_the_left_round_the_table(brawl: Instance) -> None:
    """Seen from above, whoever sits at the bottom has the next player on the left hand."""
    with running(Run(brawl.setting.rulings, brawl.setting.edition)):
        first, second, third, fourth = (spot(seat) for seat in list(Seat)[:4])
    assert first[1] > CENTRE_Y > third[1] and second[0] < CENTRE_X < fourth[0]
    assert first[0] == third[0] == CENTRE_X and second[1] == fourth[1] == CENTRE_Y


def test_the_living_and_the_dead_differ_in_shape(brawl: Instance) -> None:
    brawl.start.state.people[0].fate = Fate.DEAD
    with running(Run(brawl.setting.rulings, brawl.setting.edition)):
        at = [spot(seat) for seat in list(Seat)[:4]]
    picture = picture_of(brawl)
    rings = [(shape.x, shape.y, shape.paint) for shape in picture.shapes
             if isinstance(shape, Circle) and shape.radius in (SEAT, SEAT - 3) and shape.paint != "card"]
    assert rings == [(*at[0], "red-line"), (*at[1], "green-line"), (*at[3], "amber-line"), (*at[3], "amber-line")]
    squares = [(shape.x + shape.width / 2, shape.y + shape.height / 2) for shape in picture.shapes
               if isinstance(shape, Rect) and shape.paint == "violet-line"]
    assert squares == [at[2]]
    crossed = [line for line in strokes(picture, "red-line") if abs(line[0] - line[2]) == abs(line[1] - line[3]) == 18]
    assert len(crossed) == 2
    told = [text for text in texts(picture) if text in ("alive", "falling", "dead", "Zombie")]
    assert told == ["dead", "alive", "Zombie", "falling"]


def test_attacks_are_lines_with_numbers(brawl: Instance) -> None:
    table = brawl.start.state
    with running(Run(brawl.setting.rulings, brawl.setting.edition)):
        assert assaults(table) == [(None, Seat.PLAYER_2), (Seat.PLAYER_3, Seat.PLAYER_2)]
        second, third = spot(Seat.PLAYER_2), spot(Seat.PLAYER_3)
    picture = picture_of(brawl)
    assert strokes(picture, "amber-line") == [(CENTRE_X, CENTRE_Y, *second)]
    assert strokes(picture, "red-line") == [(*third, *second)]
    assert "1/2" in texts(picture) and "0/1" in texts(picture) and "brawl" in texts(picture)
    for attack in table.people[1].attacks:
        attack.needs = 0
    picture = picture_of(brawl)
    assert not strokes(picture, "amber-line") and not strokes(picture, "red-line")


def test_the_turn_and_who_decides_are_marked(brawl: Instance) -> None:
    def marks() -> tuple[int, int]:
        shapes = picture_of(brawl).shapes
        bars = [shape for shape in shapes if isinstance(shape, Rect) and shape.paint == "ink"]
        dots = [shape for shape in shapes if isinstance(shape, Circle) and shape.paint == "ink" and shape.x < 2 * CENTRE_X - 20
                and shape.radius == 3]
        return len(bars), len(dots)

    assert marks() == (1, 1)
    brawl.start.state.phase = Phase.RESOLVE
    assert marks() == (1, 0)
    brawl.start.state.phase = Phase.DAWN
    assert marks() == (0, 0)


def test_rounds_and_wounds_are_dots(brawl: Instance) -> None:
    shapes = picture_of(brawl).shapes
    rounds = [shape.paint for shape in shapes if isinstance(shape, Circle) and shape.radius == 6]
    assert rounds == ["ink", "faint-line", "ink-line", "faint-line", "faint-line", "faint-line"]
    wounds = [shape.paint for shape in shapes if isinstance(shape, Circle) and shape.radius == 4]
    assert (wounds.count("red"), len(wounds)) == (4, 9)


def test_signs_are_explained(brawl: Instance) -> None:
    said = " ".join(shape.text for shape in picture_of(brawl).shapes if isinstance(shape, Label) and shape.paint == "faint")
    for words in ("ring alive", "double ring falling", "square Zombie", "whose turn it is", "who decides", "(1) counts as"):
        assert words in said


def test_what_is_drawn_is_told_in_words(brawl: Instance) -> None:
    told = picture_of(brawl).description
    for words in ("The table. What does player-1 play in the fight? Round 2 of 5, 0 of 4 turns begun. Turn: player-2, an Event.",
                  "Hideout: none.", "Event: brawl: a fight with zombies; player-2 needs 2 Weapons, or gets a Wound.",
                  "player-2: attack 0 needs 2 Weapons, has 1; attack 1 by player-3 needs 1 Weapon, has 0.",
                  "player-2, alive: ", "Wounds 1 of 3", "player-3, Zombie: ", "player-4, falling: ",
                  "Decks: Equipment 40, discards 0, Events 43, discards 0"):
        assert words in told


def test_picturing_changes_nothing(brawl: Instance) -> None:
    key = brawl.reference.key(brawl.start)
    picture_of(brawl)
    assert brawl.reference.key(brawl.start) == key
