"""The pieces that text reports are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from verifier.lang.picture import Picture
from verifier.results.edition import EditionNote
from verifier.results.played import About, Grade, Happening

Page = Iterator[Any]
INDENT = 2
BOARD_WIDTH = 80  # columns


def line(*parts: str | tuple[str, str]) -> Text:
    """A paragraph; parts are texts, or texts with a style."""
    return Text.assemble(*parts)


def heading(text: str, more: str = "") -> Text:
    """A title, with something less loud behind it."""
    return Text.assemble((text, "bold"), (f"  {more}" if more else "", "dim"))


class Folded(Text):
    """A heading whose part is folded on a page: a click opens it.  Everywhere else it is a heading like any other."""


def folded(text: str, more: str = "") -> Folded:
    """The title of details, with something less loud behind it."""
    title = Folded(text)
    title.stylize("bold")
    title.append(f"  {more}" if more else "", "dim")
    return title


def drawing(text: str) -> Text:
    """Rows as they are: never wrapped or cut."""
    return Text(text, no_wrap=True, overflow="ignore")


def table_of(board: str) -> Text:
    """The table as a game draws it.  One that is wider than most terminals says so."""
    wide = max(map(len, board.split("\n")))
    note = f"\n(This board is {wide} columns wide: where it breaks, widen the terminal.)" if wide > BOARD_WIDTH else ""
    return drawing(board + note)


@frozen
class Pictured:
    """A picture, with what stands for it where only letters can: on a terminal, in Markdown."""

    picture: Picture
    text: str
    caption: str

    def __rich__(self) -> Text:
        return drawing(self.text)


def pictured(picture: Picture | None, text: str, caption: str = "") -> Pictured | Text:
    """A drawing that a page shows as a picture, `caption` below it; without a picture, the letters everywhere.

    The caption is for the picture alone: a terminal shows `text` and nothing else.
    """
    return drawing(text) if picture is None else Pictured(picture, text, caption)


@frozen
class Compared:
    """Tables to be compared with each other, each with what it is: a page shows them side by side, letters one below another."""

    tables: tuple[tuple[str, Picture | None, str], ...]

    def __rich__(self) -> Group:
        return Group(*(each for title, _, text in self.tables for each in (Text(f"    {title}"), drawing(text))))


def unwrapped(text: str, style: str = "") -> Text:
    """A row that must stay one row: an event, a path."""
    return Text(text, style=style, no_wrap=True, overflow="ignore")


def pairs(rows: Iterable[tuple[str | Text, str | Text]], *, indent: int = INDENT, style: str = "") -> Padding:
    """Terms with explanations beside them; an explanation that is too long goes on below itself."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, overflow="ignore", style=style)
    table.add_column(overflow="fold")
    for term, explanation in rows:
        table.add_row(*(each if isinstance(each, Text) else Text(each) for each in (term, explanation)))
    return Padding(table, (0, 0, 0, indent), expand=False)


def counts(columns: Sequence[str], rows: Iterable[Sequence[object]], *, indent: int = INDENT) -> Padding:
    """A table with numbers to the right."""
    rows = list(rows)
    table = Table.grid(padding=(0, 3, 0, 0))
    for index in range(len(columns)):
        number = all(isinstance(row[index], int) or row[index] == "" for row in rows)
        table.add_column(justify="right" if number else "left", overflow="fold")
    table.add_row(*(Text(column, style="dim") for column in columns))
    for row in rows:
        table.add_row(*(Text(f"{cell:,}" if isinstance(cell, int) else str(cell)) for cell in row))
    return Padding(table, (0, 0, 0, indent), expand=False)


def about(question: About) -> Page:
    """The head of a report: the scenario and what is in force."""
    yield heading(question.title, question.game_title)
    yield edition(question.edition)
    yield from rulings(question.chosen)


def edition(note: EditionNote) -> Text:
    """The edition that an answer holds for."""
    return line(("Edition: ", "dim"), edition_text(note))


def edition_text(note: EditionNote) -> str:
    """An edition with how much of it is assumed, and the command that lists its values."""
    more = f"; daybreak games {note.game}{' --edition FILE' if note.is_file else ''} lists them" if note.assumed else ""
    return f"{note.title} ({assumed_text(note)}{more})"


def assumed_text(note: EditionNote) -> str:
    """How much of an edition is assumed."""
    return f"{note.assumed} of {note.values} values assumed" if note.assumed else f"no value of {note.values} assumed"


def rulings(chosen: Mapping[str, str]) -> Page:
    """The rulings that are in force instead of the defaults."""
    if chosen:
        yield line(("Rulings: ", "dim"), ", ".join(f"{name} = {choice}" for name, choice in sorted(chosen.items())))


def decided_by(seat: str | None, event: str) -> str:
    """An event with whose decision it is, where the game says it."""
    return event if seat is None else f"{seat}: {event}"


def labelled(happening: Happening) -> str:
    """An event of a line, with whose decision it is."""
    return decided_by(happening.seat, happening.event)


def game_over(grade: Grade | None, order: str) -> Page:
    """The grade of a game that is over, and whose order its fields have."""
    yield line(("The game is over: ", "bold"), grade_text(grade))
    if grade is not None and order:
        yield line(("Grade order: ", "dim"), order)


def order_fact(order: str) -> list[tuple[str, str]]:
    """Whose order the fields of a grade have, as a row beside the grade; no row where the game does not say."""
    return [("grade order", order)] if order else []


def grade_text(grade: Grade | None) -> str:
    """A grade in words: `survived yes, alive 2`."""
    if grade is None:
        return "none"
    return ", ".join(f"{name.replace('_', ' ')} {format_value(value)}" for name, value in grade.items())


def result_text(grade: Grade | None) -> str:
    """A grade as somebody would say it: `survived, 2 alive`."""
    if grade is None:
        return "no end"
    return ", ".join(_result(name.replace("_", " "), value) for name, value in grade.items())


def _result(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{value} {name}" if isinstance(value, int) else f"{name} {value}"


def format_value(value: object) -> str:
    """A plain value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Clauses:
    """Clause ids with their paraphrases: ids stand beside each event, the text comes where a clause is met the first time."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self._explained: set[str] = set()

    def event(self, text: str, style: str, ids: Sequence[str], *, indent: int = 4) -> Page:
        """An event with the ids of its clauses, and below it those that have not been explained yet."""
        ids = list(dict.fromkeys(ids))
        yield Text.assemble((text, style), ("  ", ""), (" ".join(ids), "dim"))
        new = [id_ for id_ in ids if id_ not in self._explained]
        self._explained.update(new)
        if new:
            yield pairs([(Text(id_, style="dim"), self.texts.get(id_, "")) for id_ in new], indent=indent)
