"""What numba compiled of the functions that kernels share, kept between runs: another kernel is then compiled sooner.

Numba's own cache reads pickles, which can run anything, without a look at who wrote them.  Here they come out of a sealed folder.
It is imported only to compile, since it imports numba.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from verifier.run.cache import SealedFolder, content_key


def memoizing(folder: SealedFolder) -> Callable[[Any], Any]:
    """What makes a dispatcher of numba's look into a folder before it compiles, and keep there what it has compiled."""
    def memoized(dispatcher: Any) -> Any:
        dispatcher._cache = _KeptFunction(folder, dispatcher.py_func)
        return dispatcher

    return memoized


class _KeptFunction:
    """A function's compiled forms, one for each signature; numba calls it in the place of a cache of its own."""

    def __init__(self, folder: SealedFolder, function: Any) -> None:
        self._folder, self._function = folder, f"{function.__name__}-{function.__code__.co_firstlineno}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for a signature, or None."""
        target.refresh()
        content = self._folder.kept(self._name(signature))
        if content is None:
            return None
        return CompileResult._rebuild(target, *pickle.loads(content))  # type: ignore[no-untyped-call]

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled form, unless it holds addresses of this process."""
        if not compiled.lifted and not compiled.library.has_dynamic_globals:
            self._folder.keep(self._name(signature), dumps(compiled._reduce()))  # type: ignore[no-untyped-call]

    def _name(self, signature: Any) -> str:
        given, _ = normalize_signature(signature)  # type: ignore[no-untyped-call]
        return f"{self._function}-{content_key(*map(str, given))}.function"
