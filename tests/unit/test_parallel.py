"""Answers worked out in parallel: in order, each from the same beginning, with what asking raised."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from verifier.errors import BadInput, Problem, interrupts
from verifier.run.parallel import FORKS, ParallelAnswer, as_they_come, in_parallel

MEMORY: list[int] = []


def squared(number: int) -> tuple[int, int]:
    MEMORY.append(number)
    if number == 3:
        raise BadInput(Problem("DB591", "three is not asked", "--rule"))
    return number * number, len(MEMORY)


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_answers_come_in_order_and_know_nothing_of_each_other(jobs: int) -> None:
    assert [each.get() for each in in_parallel(squared, [1, 2, 4, 5], jobs)] == [(1, 1), (4, 1), (16, 1), (25, 1)]
    assert MEMORY == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_asking_raises_is_raised_where_the_answer_is_taken(jobs: int) -> None:
    one, other = in_parallel(squared, [3, 4], jobs)
    with pytest.raises(BadInput) as raised:
        one.get()
    assert raised.value.problems == (Problem("DB591", "three is not asked", "--rule"),)
    assert other.get()[0] == 16
    MEMORY.clear()


def killed(number: int) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
@pytest.mark.parametrize(("sent", "raised"), [(signal.SIGTERM, KeyboardInterrupt), (signal.SIGKILL, MemoryError),
                                              (signal.SIGUSR1, RuntimeError)])
def test_a_process_that_ends_without_an_answer(sent: signal.Signals, raised: type[BaseException]) -> None:
    (answer,) = in_parallel(killed, [sent], 2)
    with pytest.raises(raised):
        answer.get()


def parents_of(number: int) -> tuple[signal.Handlers, signal.Handlers]:
    return signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)  # type: ignore[return-value]


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
def test_ctrl_c_is_for_the_parent_to_hear() -> None:
    (answer,) = in_parallel(parents_of, [0], 2)
    assert answer.get() == (signal.SIG_IGN, signal.SIG_DFL)


def test_an_answer_that_nobody_wants_is_dropped() -> None:
    for each in in_parallel(squared, [1, 2], 2):
        each.drop()
        each.drop()
    MEMORY.clear()


# -- as they come -------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
@pytest.mark.parametrize("jobs", [1, 2, 3, 9])
def test_each_question_comes_with_its_answer(jobs: int) -> None:
    found = [(number, answer.get()) for number, answer in as_they_come(squared, [1, 2, 4, 5], jobs)]
    assert sorted(found) == [(number, (number * number, 1)) for number in (1, 2, 4, 5)]


def waits_for(path: Path | None) -> bool:
    while path is not None and not path.exists():
        time.sleep(0.01)
    return path is not None


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
def test_what_takes_longest_is_begun_first_and_holds_nobody_up(tmp_path: Path) -> None:
    """The long question waits for what is written once the others are answered; it could not, were it begun after them."""
    seal = tmp_path / "seal"
    came = []
    for question, answer in as_they_come(waits_for, [None, None, None, seal], 2):
        came.append((question, answer.get()))
        if len(came) == 3:
            seal.touch()
    assert came == [(None, False)] * 3 + [(seal, True)]


def test_with_one_process_short_questions_come_first() -> None:
    assert [question for question, _ in as_they_come(squared, [1, 2, 4], 1)] == [1, 2, 4]


@pytest.mark.skipif(not FORKS, reason="processes are not copied here")
def test_ctrl_c_while_a_process_starts_leaves_nothing_to_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(process: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(multiprocessing.get_context("fork").Process, "start", interrupted)
    answer = ParallelAnswer(lambda: 1)
    with pytest.raises(KeyboardInterrupt):
        answer.start()
    answer.drop()


def test_ctrl_c_among_the_arguments_of_a_library() -> None:
    """ctypes makes an error of its own of whatever is raised while it converts them."""
    class Interrupted:
        @classmethod
        def from_param(cls, given: object) -> None:
            raise KeyboardInterrupt

    function = ctypes.CDLL(None).abs
    function.argtypes = [Interrupted]
    with pytest.raises(ctypes.ArgumentError):
        function(1)
    with pytest.raises(KeyboardInterrupt), interrupts():
        function(1)
    with pytest.raises(ctypes.ArgumentError, match="TypeError"), interrupts():
        raise ctypes.ArgumentError("argument 1: TypeError: wrong type")
