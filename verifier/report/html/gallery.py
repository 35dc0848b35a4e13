"""The pictures of a page, written so that what they share is stored once: shapes, and the sentences that describe them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from verifier.lang.picture import Picture
from verifier.report.html.repeats import Part, shared

SENTENCE_END = ". "


@frozen
class Drawing:
    """One picture: its parts from back to front, and the numbers of the sentences that say what is to be seen."""

    width: int
    height: int
    parts: tuple[Part, ...]
    description: tuple[int, ...]


@frozen
class Gallery:
    """All pictures of a page in their order (None where there is none), and what their numbers stand for."""

    drawings: tuple[Drawing | None, ...]
    parts: dict[int, tuple[Part, ...]]
    sentences: tuple[str, ...]


def gallery(pictures: Sequence[Picture | None]) -> Gallery:
    """The pictures as parts and sentences."""
    found = shared([() if picture is None else picture.shapes for picture in pictures])
    numbers: dict[str, int] = {}
    drawings = tuple(
        None if picture is None else Drawing(picture.width, picture.height, parts, tuple(
            numbers.setdefault(sentence, len(numbers)) for sentence in _sentences(picture.description)))
        for picture, parts in zip(pictures, found.pictures, strict=True))
    return Gallery(drawings, found.definitions, tuple(numbers))


def _sentences(description: str) -> list[str]:
    """A text in sentences, each with its stop."""
    first, *more = description.split(SENTENCE_END)
    return [f"{sentence}." for sentence in (first, *more)[:-1]] + [more[-1] if more else first]
