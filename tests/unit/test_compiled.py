"""Compiling: only what is not there yet, on several cores, said when it takes long; never a kernel of other rules."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import sleep
from typing import Any

import numpy as np
import pytest

from tests.games.corridor import game as corridor
from verifier.lang.scope import EACH_RULE, Numbers
from verifier.program.program import load
from verifier.run import compiled, parallel
from verifier.run.cache import CompiledFolder
from verifier.run.compiled import Compiler
from verifier.run.machine import flattened
from verifier.run.native import Native

ROOT = Path(__file__).parents[2]
RULES = """
ERROR = 90


@compiled
def turned(a):
    return a * 7 + 1


@compiled
def walked(a):
    return a - 2


@shared
def worked(a, numbers):
    numbers[0] += 1
    return walked(a)


@kernel
def first(a, numbers):
    return worked(a, numbers) + turned(a)


@kernel
def second(a, numbers):
    return worked(a, numbers) * 100


@kernel
def third(a, numbers):
    return turned(a)
"""
KINDS = flattened([0, np.zeros(1, dtype=np.int64)])[0]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("verifier.run.llvm.module.SHARED_LINES", 0)
    monkeypatch.setattr(compiled, "_said", set())


@pytest.fixture
def assembled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The modules that were compiled by this process, each by what it defines."""
    done: list[str] = []
    plain = compiled.assembled

    def noted(text: str) -> bytes:
        done.append("shared" if "define i64 @shared." in text else "kernel")
        return plain(text)

    monkeypatch.setattr(compiled, "assembled", noted)
    yield done


def _asked(compiler: Compiler, name: str, a: int = 5) -> int:
    numbers = np.zeros(1, dtype=np.int64)
    return compiler.kernel(name, KINDS)(flattened([a, numbers])[1])


def _compiler(source: str = RULES) -> Compiler:
    return Compiler("game", "The Game", source)


def test_what_kernels_share_is_compiled_once(assembled: list[str]) -> None:
    compiler = _compiler()
    assert [_asked(compiler, name) for name in ("first", "second", "third")] == [39, 300, 36]
    assert sorted(assembled) == ["kernel", "kernel", "kernel", "shared"]


def test_what_was_compiled_is_only_loaded(assembled: list[str]) -> None:
    told = [_asked(_compiler(), name) for name in ("first", "second")]
    assembled.clear()
    assert [_asked(_compiler(), name) for name in ("first", "second")] == told
    assert assembled == []


@pytest.mark.parametrize(("old", "new", "expected", "anew"), [
    ("a - 2", "a - 3", [38, 200, 36], ["shared"]),  # the shared rules alone
    ("a * 7 + 1", "a * 8 + 1", [44, 300, 41], ["kernel", "kernel"]),  # the two kernels that hold the rule
    ("* 100", "* 1000", [39, 3000, 36], ["kernel"]),
    ("ERROR = 90", "ERROR = 91", [39, 300, 36], []),  # what no kernel uses
    ("a - 2", "(a) - 2  # as it was", [39, 300, 36], []),
])
def test_an_edit_compiles_what_it_changes_and_nothing_stale_is_run(old: str, new: str, expected: list[int], anew: list[str],
                                                                  assembled: list[str]) -> None:
    before = [_asked(_compiler(), name) for name in ("first", "second", "third")]
    assembled.clear()
    edited = RULES.replace(old, new)
    assert [_asked(_compiler(edited), name) for name in ("first", "second", "third")] == expected
    assert sorted(assembled) == anew
    assembled.clear()
    assert [_asked(_compiler(), name) for name in ("first", "second", "third")] == before  # and back
    assert assembled == []


def test_kernels_that_will_be_called_are_compiled_together(monkeypatch: pytest.MonkeyPatch, assembled: list[str]) -> None:
    """In other processes, if they are large: none is left for this one."""
    monkeypatch.setattr(compiled, "APART", 0)
    monkeypatch.setattr(compiled, "cores", lambda: 2)
    compiler = _compiler()
    compiler.prepare([("first", KINDS), ("second", KINDS), ("first", KINDS)])
    assert assembled == ([] if parallel.FORKS else ["kernel", "shared", "kernel"])
    assembled.clear()
    monkeypatch.setattr(parallel, "as_they_come", None)
    assert [_asked(compiler, name) for name in ("first", "second")] == [39, 300]
    assert [_asked(_compiler(), name) for name in ("first", "second")] == [39, 300]
    assert assembled == []


def test_where_nothing_can_be_kept_a_module_is_compiled_once_in_a_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                                      assembled: list[str]) -> None:
    (tmp_path / "cache").write_text("no folder")
    compiler = _compiler()
    compiler.prepare([("first", KINDS)])
    assert [_asked(compiler, name) for name in ("first", "second")] == [39, 300]
    assert sorted(assembled) == ["kernel", "kernel", "shared"]


def test_what_takes_long_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _asked(_compiler(), "first")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(compiled, "CHARACTERS_A_SECOND", 1)
    compiler = _compiler(RULES.replace("a - 2", "a - 4"))
    told: list[Any] = [_asked(compiler, name) for name in ("first", "second")]
    assert told == [37, 100]
    assert capsys.readouterr().err == "daybreak: compiling the rules of The Game, once for this machine\n"


def test_a_rule_of_a_file_that_is_edited_is_read_and_compiled_anew(tmp_path: Path) -> None:
    """From one process to the next, with the same cache: the answer is that of the rules as they are."""
    package = tmp_path / "edited"
    subprocess.run(["cp", "-r", str(ROOT / "tests" / "games" / "corridor"), str(package)], check=True)
    text = (package / "__init__.py").read_text(encoding="utf-8")
    program = ("import sys; sys.path.insert(0, sys.argv[1]); from edited import game; from verifier.program.program import load; "
               "from verifier.run.native import Native; from verifier.run.reference import Reference; "
               "from verifier.run.setting import Setting; from verifier.ledger.editions import load_edition; "
               "from pathlib import Path; program = load(game); native = Native(program); "
               "setting = Setting({}, load_edition(game, 'plain', Path()).record); start = Reference(program, setting).set_up(); "
               "state = native.state(start); [native.call('apply', state, native.context(setting), event.number) "
               "for event in program.events[:1]]; print(state.tolist(), native.compiler.folder.compiled)")

    def told() -> str:
        return subprocess.run([sys.executable, "-B", "-c", program, str(tmp_path)], capture_output=True, text=True, check=True,
                              cwd=ROOT).stdout

    before = told()
    assert told() == before
    edited = text.replace('"CO-01")\n    house.place = Place.GALLERY', '"CO-01")\n    house.place = Place.ROAD')
    (package / "__init__.py").write_text(edited, encoding="utf-8")
    after = told()
    assert after != before
    (package / "__init__.py").write_text(text, encoding="utf-8")
    assert told() == before


def test_what_was_compiled_before_an_edit_is_known() -> None:
    before, after = _compiler(), _compiler(RULES.replace("a - 2", "a - 4"))
    _asked(Compiler("game-too", "Another Game", RULES), "first")
    assert not before.folder.edited
    _asked(before, "first")
    assert after.folder.edited and not before.folder.edited
    _asked(after, "first")
    assert before.folder.edited and after.folder.edited
    assert not CompiledFolder("game", RULES, "another version").edited  # nothing of it can be used


def test_an_edit_of_a_rule_leaves_the_ids_of_the_others_alone() -> None:
    """Ids stand in emitted code: if all moved, everything would be compiled anew."""
    numbers, ids = Numbers(), list[list[int]]()
    for length in (3, EACH_RULE, EACH_RULE + 1, 1):
        numbers.begin_rule()
        ids.append([numbers() for _ in range(length)])
    assert [each[0] for each in ids] == [1, EACH_RULE + 1, 2 * EACH_RULE + 1, 4 * EACH_RULE + 1]
    every = [id_ for each in ids for id_ in each]
    assert len(set(every)) == len(every)


def test_threads_that_ask_at_the_same_time_compile_one_after_the_other() -> None:
    """Kernels of one source are taken from one translation of it, which two threads would garble."""
    program, names = load(corridor), ("call_pack", "call_guard", "call_apply", "call_grade", "call_legal_events", "call_kind_of")
    native = Native(program)
    state, context, words = native.blank(), np.zeros(200, dtype=np.int64), np.zeros(20, dtype=np.int64)
    arguments = {"call_pack": (state, words), "call_guard": (state, context, 0), "call_apply": (state, context, 0),
                 "call_grade": (state, context), "call_legal_events": (state, context, words), "call_kind_of": (state, context)}
    together, translated = Barrier(len(names)), native.compiler.translator.translated
    at_work, most = [0], [0]

    def watched(*asked: Any) -> Any:
        at_work[0] += 1
        most[0] = max(most[0], at_work[0])
        sleep(0.02)
        at_work[0] -= 1
        return translated(*asked)

    def ask(name: str) -> None:
        together.wait()
        native.call(name, *arguments[name])

    native.compiler.translator.translated = watched  # type: ignore[method-assign]
    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(ask, names))
    assert most == [1]
