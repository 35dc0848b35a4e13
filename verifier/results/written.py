"""What was written into a folder."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from verifier.results.result import Result

KEPT, BEGUN, MADE, INTERRUPTED = "kept", "begun", "made", "interrupted"  # states of a report, besides limits


@frozen(repr=False)
class Laid(Result):
    """The answer to `new`: the game, the `folder` as it was named, and its `files`, from the folder on."""

    command: ClassVar[str] = "new"
    game: str
    title: str
    folder: str
    files: tuple[str, ...]


@frozen
class ReportState:
    """A report by its name: "made", "kept", "interrupted", or the limit that kept it from being begun."""

    name: str
    state: str


@frozen(repr=False)
class ReportsMade(Result):
    """The answer to `reports`: each report that was asked for; `ending` is "done", "interrupted" or the limit."""

    command: ClassVar[str] = "reports"
    game: str
    folder: str
    ending: str
    reports: tuple[ReportState, ...]
