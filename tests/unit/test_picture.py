"""Pictures: what is none is refused when it is made, and Until Dawn's shows what lies on the table, inside its frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from daybreak_games.until_dawn.state import Entrance
from verifier.instance import Instance, load_instance
from verifier.lang.picture import PAINTS, SOLID, Circle, Label, Picture, Rect, Stroke
from verifier.lang.values import copied

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "scenarios" / "until-dawn" / "small-lost.toml"
STYLE = (ROOT / "verifier" / "report" / "html" / "picture.css").read_text(encoding="utf-8")
COLOURS = (ROOT / "verifier" / "report" / "html" / "page.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("make", [
    lambda: Rect(0, 0, -1, 1, "ink"), lambda: Rect(0, 0, 1, 5000, "ink"), lambda: Rect(0, 0, 1, 1, "pink"),
    lambda: Rect(0, 0, 1, 1, 'ink" onload="x'), lambda: Rect("0", 0, 1, 1, "ink"), lambda: Rect(0.5, 0, 1, 1, "ink"),
    lambda: Circle(0, -5000, 1, "ink"), lambda: Stroke(0, 0, 1, 1, "ink"), lambda: Label(0, 0, 7),
    lambda: Label(0, 0, "x" * 5000), lambda: Label(0, 0, "x", "ink-line"), lambda: Label(0, 0, "x", size="huge"),
    lambda: Label(0, 0, "x", anchor="left"), lambda: Picture(10, 10, ["<rect/>"], "x"),
    lambda: Picture(10, 10, [Circle(1, 1, 1, "ink")] * 5000, "x"),
    lambda: Picture(10, 10, [], None), lambda: Picture(10, None, [], "x"),
])
def test_what_is_no_picture_is_refused(make: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        make()


@pytest.mark.parametrize("paint", PAINTS)
def test_every_paint_has_a_look_on_light_and_on_dark(paint: str) -> None:
    rule = re.search(rf"^\.p-{paint} {{ (fill|stroke): var\(--(\w+)\);", STYLE, re.MULTILINE)
    assert rule is not None and COLOURS.count(f" --{rule[2]}: #") == 2


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as WCAG 2 defines it."""
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_paints_stand_out_from_what_is_behind_them(scheme: int) -> None:
    """As much as WCAG's AA asks of letters (4.5), also where only shapes are drawn."""
    found = {name: values[scheme] for name in SOLID if (values := re.findall(rf"--{name}: (#\w{{6}});", COLOURS))}
    grounds = ("paper", "card", "shade")
    assert set(found) == set(SOLID)
    for name in set(SOLID) - {*grounds}:
        for ground in grounds:
            darker, lighter = sorted((luminance(found[name]), luminance(found[ground])))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (name, ground)


# -- Until Dawn ---------------------------------------------------------------------------------------------------------------


def pictured(last_space: int = 20, change: Any = None) -> Picture:
    """The picture of the scenario on a time track of so many steps, after a change of its state."""
    instance = load_instance(SCENARIO)
    edition, state = copied(instance.setting.edition), copied(instance.start.state)
    edition.last_space = last_space
    if change is not None:
        change(state)
    changed = Instance(instance.scenario, instance.program, evolve(instance.setting, edition=edition), instance.reference,
                       evolve(instance.start, state=state))
    picture = changed.picture(changed.start)
    assert picture is not None
    return picture


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def corners(picture: Picture) -> Iterator[tuple[float, float]]:
    """The outermost points of every shape; a letter is taken to be 7 across, 6 in small."""
    for shape in picture.shapes:
        if isinstance(shape, Rect):
            yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        elif isinstance(shape, Circle):
            yield from ((shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y + shape.radius))
        elif isinstance(shape, Stroke):
            yield from ((shape.x, shape.y), (shape.to_x, shape.to_y))
        else:
            width = len(shape.text) * (6 if shape.size == "small" else 7)
            left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
            yield from ((left, shape.y - 10), (left + width, shape.y + 3))


def test_zombies_that_attack_lie_on_their_side() -> None:
    picture = pictured()
    cards = [shape for shape in picture.shapes if isinstance(shape, Rect) and {shape.width, shape.height} == {16, 22}
             and shape.paint == "card"]
    state = load_instance(SCENARIO).start.state
    attacking = [zombie.attacking for door in state.entrances for zombie in door.stack]
    covers = 1  # the card over the breach, upright
    assert sum(card.width == 22 for card in cards) == sum(attacking) > 0
    assert sum(card.width == 16 for card in cards) == len(attacking) - sum(attacking) + covers


def test_colours_have_symbols_too() -> None:
    """Claws are strokes, feet two circles, a mouth three: nobody needs the colours."""
    picture = pictured()
    names = [text.rstrip("+!") for text in texts(picture)]
    claws = sum(isinstance(shape, Stroke) and shape.paint == "red-line" for shape in picture.shapes)
    feet = sum(isinstance(shape, Circle) and shape.paint == "blue" for shape in picture.shapes)
    mouths = sum(isinstance(shape, Circle) and shape.paint == "green" for shape in picture.shapes)
    breaches = names.count("breached") * 2  # crossed out
    kinds = [names.count(name) for name in ("scratcher", "sneaker", "screamer")]
    assert [claws - breaches, feet, mouths] == [3 * kinds[0], 2 * kinds[1], 3 * kinds[2]]
    assert min(claws, feet, mouths) > 0


def test_what_is_drawn_is_told_in_words() -> None:
    told = pictured().description
    for words in ("Time 17 of 20", "7 shells", "Entrance 0, front door: no barricades; sneaker, scratcher attacking",
                  "Entrance 2, third: breached; sneaker.", "Zombie Rebecca, sneaker+", "Jasper is dead", "Deck"):
        assert words in told


@pytest.mark.parametrize("last_space", [1, 20, 60])
def test_everything_is_inside_the_frame(last_space: int) -> None:
    def crowded(night: Any) -> None:
        night.time = night.zombie_time = last_space
        night.jasper, night.rebecca = Entrance.SECOND, Entrance.SECOND
        for door in night.entrances:
            door.barricades, door.breached_by = 8, None
            while door.stack.size < 24:
                door.stack.put_bottom(copied(night.entrances[3].stack[1]))

    for picture in (pictured(last_space, lambda night: setattr(night, "time", 0)), pictured(last_space, crowded)):
        assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in corners(picture))
        numbers = [int(text) for text in texts(picture) if text.isdigit()]
        assert numbers[:last_space + 1] == list(range(last_space + 1))


def test_picturing_changes_nothing() -> None:
    instance = load_instance(SCENARIO)
    key = instance.reference.key(instance.start)
    instance.picture(instance.start)
    assert instance.reference.key(instance.start) == key
