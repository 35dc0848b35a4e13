"""Machine code: what is kept of a kernel runs only as it was made, and computes what the reference does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.games.corridor import game
from verifier.errors import EngineBug
from verifier.program.program import load
from verifier.run import machine
from verifier.run.machine import assembled, flattened, kinds_of, loaded
from verifier.run.native import Engine, Native

PROGRAM = load(game)
ADDS = """
define i64 @daybreak_kernel(ptr %numbers) {
  %left = load i64, ptr %numbers
  %second = getelementptr i64, ptr %numbers, i64 1
  %right = load i64, ptr %second
  %sum = add i64 %left, %right
  ret i64 %sum
}
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    return tmp_path


def _objects(root: Path) -> list[str]:
    return sorted(path.name.rpartition("-")[0] for path in root.rglob("*.kernel"))


def test_arrays_are_told_by_what_they_hold_and_their_axes() -> None:
    rows = np.zeros((2, 3), dtype=np.int32)
    kinds, numbers = flattened([rows, True, np.int64(-4)])
    assert kinds == (("<i4", 2), None, None)
    assert numbers == [rows.ctypes.data, 2, 3, 1, -4]


def test_the_kinds_of_arguments_are_told_without_their_places() -> None:
    arguments = [np.zeros((2, 3), dtype=np.int32)[:, :1], True, np.int64(-4), 7]
    assert kinds_of(arguments) == (("<i4", 2), None, None, None)
    assert kinds_of([[1, 2], 3]) is None


def test_what_a_probe_calls_interpreted_is_compiled_before_it_is_called(root: Path) -> None:
    interpreted, native = Native(PROGRAM, "interpreted"), Native(PROGRAM)
    rows = np.full((1, native.constant("ROW")), 3, dtype=np.int64)
    hashed = interpreted.call("hash_of", rows, 0)
    assert list(interpreted.asked) == [("hash_of", (("<i8", 2), None))]
    native.prepare(interpreted.asked)
    assert _objects(root) == ["hash_of"]
    assert native.call("hash_of", rows, 0) == hashed


def test_an_array_without_elements_has_a_place_too() -> None:
    assert flattened([np.empty(0, dtype=np.int8)])[1][1:] == [0]


@pytest.mark.parametrize("array", [np.zeros((4, 4))[:, 0], np.zeros((4, 4)).T, np.broadcast_to(np.zeros(1), 3)])
def test_other_arrays_are_refused(array: np.ndarray) -> None:  # type: ignore[type-arg]
    with pytest.raises(EngineBug, match="DB907"):
        flattened([array])


def test_what_is_a_constant_is_compiled_too(root: Path) -> None:
    # The corridor has no bound: emitted code returns the highest grade there is.
    native, interpreted = Native(PROGRAM), Native(PROGRAM, "interpreted")
    arrays = native.blank(), np.zeros(64, dtype=np.int64)
    assert native.call("bound", *arrays) == interpreted.call("bound", *arrays)


@pytest.mark.parametrize("engine", ["native", "interpreted"])
def test_a_call_on_the_same_arrays_is_the_call(engine: Engine, root: Path) -> None:
    """What changes in the arrays between two calls is seen, and they live as long as what calls on them."""
    native = Native(PROGRAM, engine)
    state, context = native.blank(), np.zeros(64, dtype=np.int64)
    phase = native.constant("PHASE")
    guard, apart = native.on("guard", state, context), native.on("guard", native.blank(), np.zeros(64, dtype=np.int64))
    told = []
    for state[phase] in range(len(PROGRAM.phases)):
        told += [guard(event.number) for event in PROGRAM.events]
        assert told[-len(PROGRAM.events):] == [native.call("guard", state, context, event.number) for event in PROGRAM.events]
    assert len(set(told)) > 1 and apart(0) == native.call("guard", native.blank(), np.zeros(64, dtype=np.int64), 0)


def test_an_object_file_is_loaded_and_called() -> None:
    kernel = loaded(assembled(ADDS))
    assert [kernel([40, 2]), kernel([-3, 2]), kernel([2**62, 2**61])] == [42, -1, 2**62 + 2**61]


@pytest.mark.parametrize("translation", [
    ADDS.replace("@daybreak_kernel", "@other"),
    ADDS.replace("ret", "call void @outside()\n  ret") + "declare void @outside()",
    ADDS.replace("ret i64 %sum", "%seen = load i64, ptr @outside\n  ret i64 %seen") + "@outside = external global i64",
])
def test_a_translation_that_is_not_a_whole_kernel_is_refused(translation: str) -> None:
    with pytest.raises(EngineBug, match="DB908"):
        assembled(translation)


def test_each_kind_of_arguments_has_an_object_file_of_its_own(root: Path) -> None:
    native = Native(PROGRAM)
    rows = np.full((1, native.constant("ROW")), 3, dtype=np.int64)
    assert native.call("hash_of", rows, 0) == native.call("hash_of", rows.copy(), 0)
    assert _objects(root) == ["hash_of"]
    for kind in (np.int64, np.int32):
        native.call("rehash", rows, 0, np.zeros(8, dtype=kind))
    assert _objects(root) == ["hash_of", "rehash", "rehash"]


def test_what_was_compiled_is_used_again_by_the_same_rules_on_the_same_machine_only(
        root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.ones((1, Native(PROGRAM).constant("ROW")), dtype=np.int64)
    hashed = Native(PROGRAM, "interpreted").call("hash_of", rows, 0)
    assert Native(PROGRAM).call("hash_of", rows, 0) == hashed
    monkeypatch.setattr("verifier.run.compiled.assembled", None)  # nothing more is compiled
    again = Native(PROGRAM)
    assert again.warm
    assert again.call("hash_of", rows, 0) == hashed
    monkeypatch.setattr(machine, "_features", lambda: "another")
    assert not Native(PROGRAM).warm
    monkeypatch.undo()
    monkeypatch.setenv("DAYBREAK_CACHE", str(root))
    other = Native(PROGRAM)
    other._body += "\n# another rule\n"
    assert not other.warm
    monkeypatch.setattr("verifier.run.compiled.compiler_source", lambda: "another")
    assert not Native(PROGRAM).warm


def test_once_compiled_nothing_is_translated(root: Path) -> None:
    program = ("import numpy; from tests.games.corridor import game; from verifier.program.program import load; "
               "from verifier.run.native import Engine, Native; native = Native(load(game)); "
               "rows = numpy.ones((1, native.constant('ROW')), dtype=numpy.int64); "
               "print(native.call('hash_of', rows, 0), 'translator' in vars(native.compiler))")
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                           cwd=Path(__file__).parents[2]).stdout.split() for _ in range(2)]
    assert [translated for _, translated in runs] == ["True", "False"]
    assert runs[0][0] == runs[1][0]
