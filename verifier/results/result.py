"""What every answer can do: become JSON, be shown in a terminal and in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Any, ClassVar, Protocol

# How a field of an answer goes into JSON: what is only there to be shown (boards, pictures) not at all, and it has no weight
# when answers are compared; some with their own fields in place of themselves; a file of a game's rules without its folder.
SHOWN_ONLY, FLAT, CODE_FILE = {"omitted": True}, {"flat": True}, {"short": True}


def short(path: str) -> str:
    """The name of a file without its folder."""
    return PurePath(path).name


class Renderers(Protocol):
    """What turns answers into formats.  Answers know nothing of it but this; what does it is `verifier.report.renderers`."""

    def to_json(self, found: Result) -> str: ...

    def to_dict(self, found: Result) -> dict[str, Any]: ...

    def to_rows(self, found: Result) -> list[dict[str, Any]]: ...

    def to_text(self, found: Result, width: int) -> str: ...

    def to_console(self, found: Result) -> Any: ...

    def to_notebook(self, found: Result, width: int) -> str: ...


_load: Callable[[], Renderers] | None = None
WIDTH = 100  # of a text, in letters
TITLE_MOST = 60  # letters of a title in a repr


def rendered_by(load: Callable[[], Renderers]) -> None:
    """Answers are rendered by what `load` gives, which is called when one is: `import verifier` says so."""
    global _load
    _load = load


def _renderers() -> Renderers:
    assert _load is not None, "whoever imports this module has imported verifier"
    return _load()


class Result:
    """An answer: frozen data, comparable and picklable.  `command` is the command that gives it."""

    __slots__ = ()
    command: ClassVar[str]

    def __repr__(self) -> str:
        """One line: what it is about, and what was found.  Classes of answers are `@frozen(repr=False)` to have it."""
        found = "; ".join(_found(self))
        return f"<{type(self).__name__} of {_subject(self)}{': ' if found else ''}{found}>"

    def to_json(self) -> str:
        """One object, `schema` first; the same for the same answer, but for `seconds`.  `load_result` reads it."""
        return _renderers().to_json(self)

    def to_dict(self) -> dict[str, Any]:
        """`to_json` as plain data."""
        return _renderers().to_dict(self)

    def to_rows(self) -> list[dict[str, Any]]:
        """The answer as a table, a plain dict a row, as pandas takes it: `pandas.DataFrame(answer.to_rows())`.

        A row is a property of `check`, a deal of `winnability`, a clause of `coverage`, a mutant, a decision of `review`, an
        event of `replay`, a grade of `explore`, a game of `play-out`, a player at a step of `difficulty`, a measure of a choice
        of `readings`; of other answers there is one row.  A value inside another has both names: `grade.turns`.
        """
        return _renderers().to_rows(self)

    def to_text(self, width: int = WIDTH) -> str:
        """What the command prints, in lines of a width (in letters)."""
        return _renderers().to_text(self, width)

    def __rich__(self) -> Any:
        """What the command prints, for rich's consoles."""
        return _renderers().to_console(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: what the command prints."""
        return _renderers().to_notebook(self, WIDTH)


def _subject(found: Any) -> str:
    """Which game an answer is about, which scenario and edition, as far as it says so."""
    about = getattr(found, "about", None)
    edition = getattr(about or found, "edition", None)
    after = "" if edition is None else f", edition {edition.name}"
    if about is not None:
        title = about.title if len(about.title) <= TITLE_MOST else about.title[:TITLE_MOST] + "..."
        return f'{about.game_title}, "{title}"{after}'
    return f"{getattr(found, 'game_title', '') or getattr(found, 'game', 'the installed games')}{after}"


def _found(found: Any) -> Iterator[str]:
    """The verdict, the grade, what both rest on, and how many of everything else there are."""
    verdict, grade, proof = (getattr(found, name, None) for name in ("verdict", "grade", "proof"))
    if verdict is not None:
        yield f"{verdict}" + (f" ({proof})" if proof else "")
    if grade:
        yield " ".join(f"{name}={_word(value)}" for name, value in grade.items())
    rests_on = getattr(found, "rests_on", None)
    if rests_on is not None and rests_on.positions is not None:
        yield f"{rests_on.positions} positions re-checked"
    elif rests_on is not None and rests_on.bound is not None:
        yield f"bound {rests_on.bound}"
    for name in type(found).__match_args__:  # the fields of a class of attrs
        value = getattr(found, name)
        if isinstance(value, tuple) and value:
            yield f"{name.replace('_', ' ')}: {len(value)}"


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
