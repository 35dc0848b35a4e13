"""Answers that are worked out in parallel, in processes of their own, and taken in order or as they come.

Each question is asked in a copy of this process as it was when the first was asked for: what one leaves behind in memory (z3's
terms, what it has learned) no other sees, so that an answer does not depend on how many processes there are.  Where processes
cannot be copied, questions are asked here, one after the other.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_OWN_SIGNAL_SECONDS = 0.2
FORKS = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"


class ParallelAnswer(Generic[Answer]):
    """One answer to come; if it is asked `here`, by this process when it is got."""

    def __init__(self, ask: Callable[[], Answer], *, here: bool = not FORKS) -> None:
        self._ask, self._here = ask, here
        self._process: Any = None
        self._pipe: Any = None

    def start(self) -> None:
        """Begin to work it out."""
        if not self._here and self._process is None:
            context = multiprocessing.get_context("fork")
            self._pipe, other = context.Pipe(duplex=False)
            process = context.Process(target=_answered, args=(self._ask, other), daemon=True)
            process.start()
            self._process = process  # only now: Ctrl-C may come while it starts, and there is nothing to drop yet
            other.close()

    @property
    def pipe(self) -> Any:
        """What its answer comes through, once it is begun in a process of its own."""
        return self._pipe

    @property
    def is_there(self) -> bool:
        """Whether getting it takes no time; one that is asked here is there when it is wanted."""
        return self._here or (self._process is not None and bool(self._pipe.poll()))

    def get(self) -> Answer:
        """The answer; what asking raised is raised here."""
        if self._here:
            return self._ask()
        self.start()
        try:
            fine, found = self._pipe.recv()
        except EOFError:
            self._process.join()
            raise _died(self._process.exitcode) from None
        finally:
            self.drop()
        if not fine:
            raise found
        answer: Answer = found
        return answer

    def drop(self) -> None:
        """Nobody wants it any more."""
        if self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None


def _answered(ask: Callable[[], Any], pipe: Any) -> None:
    """Answer in the copy, and leave without what a process does at its end: files and terminals are the parent's."""
    _of_its_own()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        try:
            pipe.send((True, ask()))
        except Exception as error:
            pipe.send((False, error))
    os._exit(0)


def _of_its_own() -> None:
    """Ctrl-C is for the parent, which reports the answer so far; whatever ends the parent ends this process too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _died(exit_code: int) -> BaseException:
    """What it means that a process ended without an answer: somebody ended all of them, or the memory ran out."""
    if exit_code in (0, -signal.SIGTERM):
        time.sleep(_OWN_SIGNAL_SECONDS)  # the parent's own signal says it better
        return KeyboardInterrupt()
    return MemoryError() if exit_code == -signal.SIGKILL else RuntimeError(f"a process ended with {exit_code}")


def in_parallel(ask: Callable[[Question], Answer], questions: Iterable[Question], jobs: int) -> Iterator[ParallelAnswer[Answer]]:
    """The answers to come in the order of the questions, at most `jobs` at work; each has to be got or dropped.

    With one job a question is asked when its answer is got, not before.  With more, one that takes long holds nobody up.
    """
    waiting: deque[ParallelAnswer[Answer]] = deque()
    try:
        for question in questions:
            answer: ParallelAnswer[Answer] = ParallelAnswer(lambda question=question: ask(question))  # type: ignore[misc]
            if jobs > 1:
                while len(at_work := [each for each in waiting if not each.is_there]) >= jobs:
                    wait([each.pipe for each in at_work])
                answer.start()
            waiting.append(answer)
            while waiting and (jobs == 1 or waiting[0].is_there):
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()
    finally:  # nobody wants the others, if it did not come to its end
        for each in waiting:
            each.drop()


def as_they_come(ask: Callable[[Question], Answer], questions: Sequence[Question],
                 jobs: int) -> Iterator[tuple[Question, ParallelAnswer[Answer]]]:
    """Each question with its answer, as soon as that is there, at most `jobs` at work; each has to be got or dropped.

    Questions are given in the order of the time that they are likely to take.  Half of the processes begin with those that take
    long, so that nothing long is left to the end; the others with the short ones, so that much is known early.
    """
    left = deque(questions)
    at_work: dict[ParallelAnswer[Answer], tuple[Question, bool]] = {}
    try:
        while left or at_work:
            while left and len(at_work) < max(1, jobs):
                is_long = sum(each for _, each in at_work.values()) < jobs // 2
                question = left.pop() if is_long else left.popleft()
                answer: ParallelAnswer[Answer] = ParallelAnswer(lambda question=question: ask(question))  # type: ignore[misc]
                at_work[answer] = question, is_long
                if jobs > 1:
                    answer.start()
            if not any(each.is_there for each in at_work) and jobs > 1:
                wait([each.pipe for each in at_work])
            answer = next((each for each in at_work if each.is_there), next(iter(at_work)))
            yield at_work.pop(answer)[0], answer
    finally:  # nobody wants the others, if it did not come to its end
        for each in at_work:
            each.drop()
