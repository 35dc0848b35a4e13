"""Progress on stderr: a line that is rewritten, only on a terminal; notes are written wherever stderr goes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from verifier.analysis.progress import Step
from verifier.cli.terminal import put_message

if TYPE_CHECKING:
    from rich.status import Status


class OnTerminal:
    """Shows what long work says."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._status: Status | None = None

    def __call__(self, step: Step) -> None:
        if step.is_note:
            put_message(step.text)
        elif step.is_over:
            self._end()
        elif self._is_terminal:
            self._show(step.text)

    def _show(self, text: str) -> None:
        from rich.console import Console
        from rich.text import Text

        if self._status is None:
            self._status = Console(stderr=True, highlight=False).status(Text(text))
            self._status.start()
        else:
            self._status.update(Text(text))

    def _end(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None
