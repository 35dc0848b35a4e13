"""What pictures have in common is written once: they come back as they were, and a page of a whole game stays small."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from verifier.analysis.stepped import stepped
from verifier.instance import load_instance
from verifier.lang.picture import Circle, Picture, Rect, Shape
from verifier.line import Line, replay
from verifier.report.html.gallery import gallery
from verifier.report.html.line import stepped as as_page
from verifier.report.html.repeats import Part, Shared, shared

ROOT = Path(__file__).parents[2]
BYTES_AN_EVENT = 1300  # 1,414 events of a whole game then are less than 2 MB
EVENTS = 400


def whole(found: Shared, parts: tuple[Part, ...]) -> list[Shape]:
    return [shape for part in parts for shape in (whole(found, found.definitions[part]) if isinstance(part, int) else [part])]


@pytest.mark.parametrize("seed", range(20))
def test_every_picture_comes_back_as_it_was(seed: int) -> None:
    random = Random(seed)
    shapes = [Rect(0, number, 1, 1, "ink") for number in range(30)]
    pictures: list[list[Shape]] = [list(shapes)]
    for _ in range(random.choice([0, 1, 40])):
        pictures.append(list(pictures[-1]))
        for _ in range(random.randrange(3)):
            pictures[-1][random.randrange(30)] = Circle(random.randrange(3), 0, 1, "red")
    pictures.append([])
    found = shared(pictures)
    assert [whole(found, parts) for parts in found.pictures] == pictures
    assert all(part < number for number, parts in found.definitions.items() for part in parts if isinstance(part, int))
    assert found == shared(pictures)


def test_the_sentences_of_pictures_come_back_as_they_were() -> None:
    texts = ["", "One. Two.", "Two. One. ", ". .", "no stop", "Two. no stop"]
    found = gallery([None, *(Picture(1, 1, (), each) for each in texts)])
    assert found.drawings[0] is None
    drawn = [drawing for drawing in found.drawings[1:] if drawing]
    assert [" ".join(found.sentences[number] for number in drawing.description) for drawing in drawn] == texts


def test_a_page_of_a_long_line_is_small() -> None:
    instance = load_instance(ROOT / "scenarios" / "dawn-of-the-zeds" / "full.toml")
    reference = instance.reference
    events = list(replay(reference, instance.start, Line(())))
    while len(events) < EVENTS and (legal := reference.legal(events[-1].after)):
        events += replay(reference, events[-1].after, Line((legal[-1].text,)))
    page = as_page(stepped(instance, events, ()))
    assert len(events) >= 100 and len(page.encode()) < BYTES_AN_EVENT * len(events), (len(events), len(page))
