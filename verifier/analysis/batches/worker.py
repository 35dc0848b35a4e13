"""What a worker process does: it answers a question for some seeds, and sends the rows back as text.

Everything it is sent is text and bytes.  It has compiled rules of its own, or is sent those of the driver, if that is a machine
of the same kind: `MISSING` asks for them.
"""

from __future__ import annotations

import os
import signal
import threading
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import wait

from attrs import frozen

from verifier.analysis.batches.answering import answers
from verifier.analysis.batches.question import Asked, question_of
from verifier.analysis.batches.row import written
from verifier.instance import native_of
from verifier.registry import installed
from verifier.run.cache import CompiledFolder

MISSING = "the compiled rules are missing"
QUESTIONS_MOST = 8  # that a worker keeps at hand


@frozen
class Code:
    """Compiled rules: the name of their folder in the cache, which says for which source and machine they are, what each kernel
    is made of, and these objects."""

    folder: str
    kernels: dict[str, bytes]
    objects: dict[str, bytes]


def answered(question: str, first: int, count: int, folder: str = "", code: Code | None = None) -> str:
    """The rows of `count` seeds from `first` on, as text; MISSING if compiled rules of this `folder` are wanted first.

    BadInput for a question that is not for the rules and the engine which are installed here.
    """
    asked = _asked(question)
    here = native_of(asked.program, "native").compiler.folder
    if code is not None and code.folder == here.name:
        _keep(here, code)
    elif not here.compiled and here.name == folder:
        return MISSING
    return written(answers(asked, range(first, first + count)))


@lru_cache(QUESTIONS_MOST)
def _asked(question: str) -> Asked:
    return Asked(question_of(question), installed())


def _keep(folder: CompiledFolder, code: Code) -> None:
    for kept, contents in ((folder.objects, code.objects), (folder, code.kernels)):
        there = set(kept.names())
        for name, content in contents.items():
            if name not in there:
                kept.keep(name, content)


def code_of(folder: CompiledFolder) -> Code:
    """The compiled rules of a folder, to be sent."""
    kernels = {name: listed for name in folder.names() if (listed := folder.kept(name)) is not None}
    named = {name for listed in kernels.values() for name in listed.decode().split()}
    return Code(folder.name, kernels, {name: code for name in named if (code := folder.objects.kept(name)) is not None})


def begin() -> None:
    """The first thing that a process of a pool of ours does: Ctrl-C is for the driver, and without a driver there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
