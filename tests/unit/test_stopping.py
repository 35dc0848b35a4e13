"""What ends a question while z3 is at work: SIGTERM, of which Python hears, and too little memory."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
import z3

from verifier.symbolic.prove.stopping import stopped_by_sigterm
from verifier.symbolic.solver import Solver

HOLES = 11  # one pigeon more than holes: z3 does not see that for minutes


@pytest.fixture
def raised() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    yield
    signal.signal(signal.SIGTERM, before)


def pigeons() -> Any:
    solver = z3.SolverFor("QF_FD")
    solver.set("rlimit", 300_000_000)  # should nothing stop it
    where = [[z3.Bool(f"pigeon {pigeon} in {hole}") for hole in range(HOLES)] for pigeon in range(HOLES + 1)]
    solver.add(*(z3.Or(each) for each in where))
    solver.add(*(z3.Not(z3.And(where[one][hole], where[other][hole]))
                 for hole in range(HOLES) for one in range(HOLES + 1) for other in range(one)))
    return solver


def test_a_question_ends_by_sigterm(raised: None) -> None:
    solver = pigeons()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, lambda number, frame: os.kill(os.getppid(), signal.SIGTERM))
        signal.alarm(1)
        signal.pause()
        os._exit(0)
    with pytest.raises(KeyboardInterrupt), stopped_by_sigterm(solver.interrupt):
        solver.check()
    os.waitpid(child, 0)
    assert "interrupted" in solver.reason_unknown()


def test_other_signals_do_not_stop_it(raised: None) -> None:
    told: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: told.append(number))
    with stopped_by_sigterm(lambda: told.append(0)):
        os.kill(os.getpid(), signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, before)
    assert told == [signal.SIGUSR1]


def test_nothing_is_listened_to_where_nobody_would_hear() -> None:
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    with stopped_by_sigterm(lambda: None):
        assert signal.set_wakeup_fd(-1) == -1


def test_where_the_memory_runs_out_python_hears_of_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """And of what else z3 raises as it is: that is a fault."""
    for said, raised in (("out of memory", MemoryError), ("parser error", z3.Z3Exception)):
        def check(solver: Any, *literals: Any, said: str = said) -> None:
            raise z3.Z3Exception(said)

        monkeypatch.setattr(z3.Solver, "check", check)
        with pytest.raises(raised):
            Solver().ask([])
