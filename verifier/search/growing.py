"""Arrays that grow where they are: little is reserved at first, and nothing is copied where the system can move memory.

The memory is anonymous and untouched until it is used, so that what the process holds follows what it has found.
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

Array = Any


class Growing:
    """An array of rows.  `array` is another object after each `grow`: who keeps an old one keeps the rows of then."""

    def __init__(self, rows: int, dtype: type, width: int | None = None) -> None:
        self._type = np.dtype(dtype)
        self._width = width
        self._memory = _memory(self._bytes(rows))
        self.array: Array = self._view()

    def _bytes(self, rows: int) -> int:
        return max(1, rows) * (self._width or 1) * self._type.itemsize

    def _view(self) -> Array:
        numbers = np.frombuffer(self._memory, self._type)
        return numbers if self._width is None else numbers.reshape(-1, self._width)

    def grow(self, rows: int) -> None:
        """Have so many rows; the new ones hold zeros.  After a MemoryError there are as many as before."""
        if rows <= len(self.array):
            return
        self.array = None  # nothing may look at memory that moves
        try:
            self._memory.resize(self._bytes(rows))
        except (OSError, OverflowError) as error:
            raise MemoryError from error
        except (BufferError, SystemError, ValueError):  # somebody looks at it, or the system cannot move memory
            self._copy(self._bytes(rows))
        else:
            _advise(self._memory, _HUGE_GROWN)
        finally:
            self.array = self._view()

    def _copy(self, size: int) -> None:
        memory = _memory(size)
        memory[:len(self._memory)] = self._memory[:]
        self._memory = memory


def _memory(size: int) -> Any:
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    try:
        memory = mmap.mmap(-1, size, **private)
    except OSError as error:
        raise MemoryError from error
    _advise(memory, _HUGE)
    return memory


def _advise(memory: Any, least: int) -> None:
    """Have large pages: tables, states and their parts are read at random, which takes a third less time so."""
    if hasattr(mmap, "MADV_HUGEPAGE") and len(memory) >= least:
        memory.madvise(mmap.MADV_HUGEPAGE)


_HUGE = 2**22
_HUGE_GROWN = 2**25  # half of it may never be touched: the last large page, of 2 MB, is to be little of what is
