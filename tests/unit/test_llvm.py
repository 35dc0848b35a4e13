"""The translator to LLVM: compiled, emitted Python does what Python does, and what it cannot translate it refuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import indent
from threading import Thread
from typing import Any

import numpy as np
import pytest

from verifier.errors import EngineBug
from verifier.run import native
from verifier.run.llvm.module import Module
from verifier.run.machine import Kernel, Kinds, assembled, flattened, loaded

NUMBERS = (-7, -3, -1, 0, 1, 2, 5, 8)


def _compiled(source: str) -> Callable[..., int]:
    """The function `asked` of a source, compiled for each kind of arguments that it is called with."""
    kernels: dict[Kinds, Kernel] = {}

    def call(*arguments: Any) -> int:
        kinds, numbers = flattened(arguments)
        if kinds not in kernels:
            kernels[kinds] = loaded(*map(assembled, Module(source).translated("asked", kinds)))
        return kernels[kinds](numbers)

    return call


def _interpreted(source: str) -> Callable[..., int]:
    names: dict[str, Any] = dict.fromkeys(("table", "pointer", "seldom", "prefetch", "shared", "uncounted"), lambda what: what)
    exec(source, names)
    asked: Callable[..., int] = names["asked"]
    return asked


BODIES = """
return a + b * 3 - (a - b)

return (a // 3) * 1000 + a % 3 * 100 + (a // (b * b + 1)) * 10 + a % (b * b + 1)

return (a & 5) | (b ^ 3) << 2 | a >> 1

return -a + abs(b) + min(a, b, 2) * 10 + max(a, 3, b)

return 1 if 0 <= a < b else 2

return a in (1, 5, -7)

return a < b or not a == 2 and b != 5

return (a < 0) == (b < 0)

return T[a & 3] + ODD * b

return 1 if a else 2 if not b else 3

return twice(a) + twice(b) + (10 if twice(a < b) else 0)

nothing(a)

if a < 0:
    return a < b
return b

a, b = b, a
return a * 100 + b

a = b = a + 1
return a * b

a -= b
a *= 2
return a

if a == 1:
    b = 5
elif a == 2:
    b = 6
elif a < 0:
    return 8
else:
    b = 7
return b

total = 0
for i in range(a):
    total += i
return total

total = 0
for i in range(a, b):
    total = total * 2 + i
    i = 100
return total

total = 0
for i in range(b, a, -2):
    total = total * 3 + i
return total

i = 50
for i in range(a, b):
    if i == 0:
        continue
    if i > 3:
        break
return i

while a < 20:
    a += 3
    if a % 5 == 0:
        break
    if a % 2:
        continue
    b += a
return a * 100 + b

while True:
    a += 1
    for i in range(3):
        if a + i == 9:
            return i * 10 + b
"""
AROUND = """
T = table((4, -3, 2, 9))
ODD = -11

def nothing(a):
    if a > 0:
        return

def twice(a):
    return a + a

def asked(a, b):
"""
NOTED = """
@seldom
def noted(s, a):
    s[0] = s[0] * 10 + a
    s[1] += 1
    return a

def asked(array):
    s = pointer(array)
"""
ARRAYS = """
def row(rows, k):
    return rows[k, 2] * 10 + len(rows)

def asked(items, rows, k):
    total = row(rows, k)
    for each in items:
        total = total * 2 + each
    items[k] = items[0]
    rows[k, 1] = k + 1
    rows[k, 0] += items[1]
    return total
"""
ROWS = """
def first(s):
    return s[0]

def asked(rows, k):
    return first(pointer(rows[k])) * 10 + pointer(rows[k])[1]
"""


@pytest.mark.parametrize("body", BODIES.strip().split("\n\n"), ids=lambda body: body.splitlines()[0])
def test_numbers(body: str) -> None:
    source = AROUND + indent(body, "    ")
    compiled, interpreted = _compiled(source), _interpreted(source)
    for a in NUMBERS:
        for b in NUMBERS:
            assert compiled(a, b) == (interpreted(a, b) or 0), (a, b)


@pytest.mark.parametrize("body", [
    "return (noted(s, 1) > 1 and noted(s, 2) > 0) or noted(s, 3) == 3",
    "return noted(s, 4) if noted(s, 1) == 2 else noted(s, 5)",
    "s[noted(s, 1)] = noted(s, 2)",
    "s[noted(s, 1)] += noted(s, 2)",
    "s[1], s[noted(s, 2)] = s[0], noted(s, 1)",
    "s[1] += noted(s, 1)",
])
def test_what_is_evaluated_and_in_which_order(body: str) -> None:
    source = NOTED + indent(body, "    ")
    ours, theirs = np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64)
    assert _compiled(source)(ours) == (_interpreted(source)(theirs) or 0)
    assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("item", [np.int64, np.int32, np.int16, np.int8, np.bool_])
def test_arrays_of_each_kind(item: type) -> None:
    ours, theirs = (_arrays(item) for _ in range(2))
    for k in (0, 1):
        assert _compiled(ARRAYS)(*ours, k) == _interpreted(ARRAYS)(*theirs, k)
    assert [each.tolist() for each in ours] == [each.tolist() for each in theirs]


def _arrays(item: type) -> list[Any]:
    return [np.array([1, 0, 1], dtype=item), np.array([[0, 1, 1], [1, 0, 1]], dtype=item)]


ADDING = """
def asked(sums, rows, row):
    for at in range(len(sums)):
        sums[at] += rows[row, at]
    return 0
"""


@pytest.mark.parametrize("length", [0, 1, 3, 4, 7, 8, 31, 32, 33, 100])
@pytest.mark.parametrize("apart", [None, 0, 1, 3, 8])
def test_many_items_added_at_once_are_added_one_by_one(length: int, apart: int | None) -> None:
    """Also where what is added lies in the array that it is added to, so that each item is read after others were written."""
    (module, *_) = Module(ADDING).translated("asked", (("<i8", 1), ("<i8", 2), None))
    assert "llvm.loop.vectorize.enable" in module
    found = list[list[int]]()
    for asked in (_compiled(ADDING), _interpreted(ADDING)):
        memory = np.arange(1, 2 * length + 20, dtype=np.int64) ** 2
        sums = memory[apart or 0:][:length]
        rows = (memory[:length] if apart is not None else -np.arange(length, dtype=np.int64)).reshape(1, length)
        asked(sums, rows, 0)
        found.append(memory.tolist())
    assert found[0] == found[1]


def test_only_loops_that_add_item_by_item_are_done_several_turns_at_once() -> None:
    for other in ("if rows[row, at] > 0:\n            sums[at] += 1", "sums[at] += max(0, rows[row, at])", "row += sums[at]"):
        (module, *_) = Module(ADDING.replace("sums[at] += rows[row, at]", other)).translated(
            "asked", (("<i8", 1), ("<i8", 2), None))
        assert "vectorize" not in module, other


def test_a_row_has_a_length_as_the_array_has() -> None:
    source = """
def asked(a, b):
    total = 0
    for at in range(len(a[1])):
        total += a[1, at]
    return total * 100 + len(a) + len(b)
"""
    for shape in ((2, 3), (3, 1), (2, 0)):
        given = np.arange(1, 1 + shape[0] * shape[1]).reshape(shape), np.zeros(7, dtype=np.int64)
        assert _compiled(source)(*given) == _interpreted(source)(*given)
    with pytest.raises(EngineBug, match="len"):
        _compiled("def asked(a):\n    return len(a[0])\n")(np.zeros(3, dtype=np.int64))


def test_rows_are_passed_by_where_they_lie() -> None:
    rows = np.arange(12, dtype=np.int64).reshape(4, 3)
    assert [_compiled(ROWS)(rows, k) for k in range(4)] == [_interpreted(ROWS)(rows, k) for k in range(4)]


@pytest.mark.parametrize("item", [np.int64, np.int32, np.int16, np.int8])
def test_numbers_below_0_are_read_and_written_as_such(item: type) -> None:
    least, most = int(np.iinfo(item).min), int(np.iinfo(item).max)
    numbers = np.array([least, -1, 0, most], dtype=item)
    asked = _compiled("def asked(a):\n    a[2] = a[0] // 3\n    return a[0] // 16 + a[1] * 5 + min(a[2], a[3]) // 16\n")
    assert asked(numbers) == least // 16 - 5 + least // 3 // 16
    assert numbers.tolist() == [least, -1, least // 3, most]


def test_hundreds_of_cases_are_translated() -> None:
    cases = "".join(f"    {'elif' if k else 'if'} a == {k}:\n        return {k * k}\n" for k in range(900))
    asked = _compiled(f"def asked(a):\n{cases}    return -1\n")
    assert [asked(a) for a in (0, 30, 899, 900)] == [0, 900, 899 * 899, -1]


@pytest.mark.parametrize("body", [
    "return 1.5", "return a / 2", "return [a]", "return a if a else 1 < 2", "return other", "return other(a)", "return ~a",
    "import os", "a, b = f(a)", "a.b = 3", "return a[0]", "return pointer(a)", "return a in b", "return s.t", "return f.g(a)",
    "for a, b in c: pass", "for each in a: pass", "for each in range(1, 9, a): pass", "flag = 1 < 2; flag = 3",
])
def test_more_of_python_is_refused(body: str) -> None:
    with pytest.raises(EngineBug, match="DB908"):
        Module(f"def asked(a):\n    {body}\n").translated("asked", (None,))


def test_an_array_of_anything_else_is_refused() -> None:
    with pytest.raises(EngineBug, match="DB908"):
        Module("def asked(a):\n    return a[0]\n").translated("asked", (("<f8", 1),))


def test_what_is_only_asked_for_changes_nothing() -> None:
    source = "def asked(numbers, at):\n    prefetch(numbers[at])\n    return numbers[at]"
    numbers = np.array([3, 5, 8], dtype=np.int32)
    for call in (_compiled(source), _interpreted(source)):
        assert [call(numbers, at) for at in range(3)] == [3, 5, 8]


def test_numbers_without_a_sign_stay_above_0() -> None:
    source = "def asked(numbers, at, value):\n    numbers[at] = value\n    return numbers[at]"
    numbers = np.zeros(2, dtype=np.uint8)
    assert [_compiled(source)(numbers, 1, value) for value in (0, 127, 128, 255)] == [0, 127, 128, 255]
    assert numbers.tolist() == [0, 255]


SHARED = {
    "seen": "return seen(items, at) + seen(items, at + 1)",
    "swapped": "return swapped(items, at, 3, -9) * 4 + swapped(items, at, 3, 7) * 2 + swapped(items, at + 1, 4, 5)",
    "added": "return added(items, at, -5) * 100 + added(items, at, 2) * 10 + items[at]",
}


@pytest.mark.parametrize("body", SHARED.values(), ids=SHARED)
@pytest.mark.parametrize("item", [np.int64, np.int32])
def test_what_threads_share_is_read_exchanged_and_added_to(item: type, body: str) -> None:
    source = f"def asked(items, at):\n    {body}"
    for at in (0, 1, 2):
        ours, theirs = (np.array([3, 4, -3, 4], dtype=item) for _ in range(2))
        assert _compiled(source)(ours, at) == _interpreted(native._INTERPRETED_HEAD + source)(theirs, at)
        assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("source", [
    "def asked(items, at):\n    return added(pointer(items), at, 1)",
    "def asked(items, at):\n    return added(at, at, 1)",
])
def test_only_arrays_are_shared(source: str) -> None:
    with pytest.raises(EngineBug, match="DB908"):
        _compiled(source)(np.zeros(3, dtype=np.int64), 1)
    with pytest.raises(EngineBug, match="DB908"):
        _compiled("def asked(items, at):\n    return added(items, at, 1)")(np.zeros(3, dtype=np.int16), 1)


def test_nothing_that_threads_add_is_lost_and_each_place_goes_to_one_of_them() -> None:
    """Each thread adds to a sum, and exchanges as many zeros as it can for ones."""
    source = """
def asked(items, places, count):
    mine = 0
    for k in range(count):
        added(items, 0, 1)
        if swapped(places, k, 0, 1):
            mine += 1
    added(items, 1, mine)
    return mine
"""
    asked, items, places = _compiled(source), np.zeros(2, dtype=np.int64), np.zeros(200_000, dtype=np.int32)
    asked(items, places, 0)
    threads = [Thread(target=partial(asked, items, places, len(places))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert items.tolist() == [4 * len(places), len(places)] and places.all()


@pytest.mark.parametrize(("decorator", "counted"), [("compiled", 1), ("uncounted", 0)])
def test_a_kernel_that_does_not_count_leaves_the_counters_alone(decorator: str, counted: int) -> None:
    rule = "@compiled\ndef rule(x):\n    x[0] += 1\n    x[4] += 1\n"
    source = f"ERROR = 2\n{rule}@{decorator}\ndef asked(numbers):\n    rule(pointer(numbers))"
    numbers = np.zeros(5, dtype=np.int64)
    _compiled(source)(numbers)
    assert numbers.tolist() == [1, 0, 0, 0, counted]


# -- what kernels share -----------------------------------------------------------------------------------------------------

TWO_KERNELS = """
T = table((3, 1, 4, 1))


@compiled
def looked_up(a):
    return T[a & 3]


@shared
def worked(a, numbers):
    numbers[0] += 1
    return looked_up(a) * 10 + a


@kernel
def asked(a, numbers):
    numbers[1] = looked_up(a)
    return worked(a, numbers) + worked(a + 1, numbers)


@kernel
def other(numbers, a):
    return worked(a, numbers) - looked_up(a)
"""
ONE_ARRAY = ("<i8", 1)


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> Module:
    monkeypatch.setattr("verifier.run.llvm.module.SHARED_LINES", 0)
    return Module(TWO_KERNELS)


def test_what_kernels_share_is_a_module_of_its_own(apart: Module) -> None:
    asked, shared = apart.translated("asked", (None, ONE_ARRAY))
    assert apart.translated("other", (ONE_ARRAY, None))[1:] == (shared,)
    assert apart.translated("asked", (None, ONE_ARRAY)) == (asked, shared)
    for text in (asked, shared):
        assert text.count("@T = ") == 1
    numbers = np.zeros(2, dtype=np.int64)
    kernel = loaded(assembled(asked), assembled(shared))
    assert kernel([2, numbers.ctypes.data, 2]) == 42 + 13
    assert numbers.tolist() == [2, 4]


def test_what_is_small_is_not_put_apart() -> None:
    assert len(Module(TWO_KERNELS).translated("asked", (None, ONE_ARRAY))) == 1


def test_a_module_says_nothing_of_what_its_functions_do_not_use(apart: Module) -> None:
    """So that an edit elsewhere leaves it as it is."""
    before = apart.translated("asked", (None, ONE_ARRAY))
    edited = Module(TWO_KERNELS.replace("- looked_up(a)", "- T2[a]").replace("T = ", "T2 = table((7, 7))\nT = "))
    assert edited.translated("asked", (None, ONE_ARRAY)) == before
    changed = Module(TWO_KERNELS.replace("* 10 + a", "* 10 - a")).translated("asked", (None, ONE_ARRAY))
    assert (changed[0] == before[0], changed[1] == before[1]) == (True, False)


def test_what_threads_exchange_is_not_put_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.run.llvm.module.SHARED_LINES", 0)
    with pytest.raises(EngineBug, match="DB908.*no other thread"):
        Module(TWO_KERNELS.replace("numbers[0] += 1", "added(numbers, 0, 1)")).translated("asked", (None, ONE_ARRAY))
