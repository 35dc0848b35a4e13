"""Kernels of one emitted source: compiled when they are called, several at a time where there are cores, and kept in the cache.

A kernel is made of object files, its own and those that it shares with others (`verifier.run.llvm.module`).  Each is kept as
soon as it is there, under the digest of what it was made from: a compile that is killed goes on where it was, and after an edit
only that is compiled which the edit has changed.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import define, field

from verifier.errors import OutOfMemory, Problem
from verifier.run import address_space
from verifier.run.cache import KERNEL, OBJECT, CompiledFolder, content_key
from verifier.run.cores import cores
from verifier.run.llvm.module import Module
from verifier.run.machine import Kernel, Kinds, assembled, compiler_source, loaded, machine

APART = 50_000  # characters of a module that is worth a process of its own: half a second
SAID_SECONDS = 2.0
CHARACTERS_A_SECOND = 100_000  # measured: 70,000 to 160,000, whatever the game
_said: set[str] = set()

Asked = tuple[str, Kinds]


@define(eq=False, slots=False)
class Compiler:
    """Makes kernels of a source; `title` is the game's, for whoever waits."""

    game: str
    title: str
    source: str
    _made: dict[str, bytes] = field(factory=dict)  # where nothing can be kept, they are made once all the same

    @cached_property
    def folder(self) -> CompiledFolder:
        """Where they are kept; another source, machine or version has another."""
        return CompiledFolder(self.game, self.source, machine() + compiler_source())

    @cached_property
    def translator(self) -> Module:
        """The source, taken apart."""
        return Module(self.source)

    def kernel(self, name: str, kinds: Kinds) -> Kernel:
        """The machine code of a kernel for arguments of these kinds, from the cache or compiled and put there."""
        return loaded(*(self._kept(name, kinds) or self._compiled([(name, kinds)])[name, kinds]))

    def prepare(self, asked: Iterable[Asked]) -> None:
        """Compile what is not kept of kernels that will be called: on all cores, which one after the other leaves idle."""
        self._compiled([each for each in asked if self._kept(*each) is None])

    def _kept(self, name: str, kinds: Kinds) -> list[bytes] | None:
        listed = self.folder.kept(_file(name, kinds))
        if listed is None:
            return None
        codes = [self._object(each) for each in listed.decode().split()]
        return None if None in codes else [each for each in codes if each is not None]

    def _object(self, name: str) -> bytes | None:
        return self._made.get(name) or self.folder.objects.kept(name)

    def _compiled(self, asked: list[Asked]) -> dict[Asked, list[bytes]]:
        """The object files of kernels, those that are not there compiled and kept."""
        modules = {each: {f"{content_key(text)}{OBJECT}": text for text in self.translator.translated(*each)} for each in asked}
        texts = {name: text for named in modules.values() for name, text in named.items()}
        codes = {name: code for name in texts if (code := self._object(name)) is not None}
        for name, code in self._assembled({name: text for name, text in texts.items() if name not in codes}):
            codes[name] = self._made[name] = code
            self.folder.objects.keep(name, code)
        for (kernel, kinds), named in modules.items():
            self.folder.keep(_file(kernel, kinds), " ".join(named).encode())
        return {each: [codes[name] for name in named] for each, named in modules.items()}

    def _assembled(self, texts: dict[str, str]) -> Iterator[tuple[str, bytes]]:
        """Modules compiled, as they come: those that take long in processes of their own, if there are several."""
        if texts and not address_space.has_room(address_space.COMPILING):  # LLVM would end the process
            raise OutOfMemory(Problem("DB508", f"compiling needs {address_space.COMPILING >> 20} MB of address space more",
                                      "ulimit -v", "allow it more, or take --engine interpreted"))
        began, left = time.monotonic(), sum(map(len, texts.values()))
        large = sorted((name for name, text in texts.items() if len(text) >= APART), key=lambda name: len(texts[name]))
        jobs = _jobs() if len(large) > 1 else 1
        self._say(left / CHARACTERS_A_SECOND / min(jobs, max(1, len(large))))
        if jobs > 1:
            from verifier.run.parallel import as_they_come

            for name, answer in as_they_come(lambda name: assembled(texts[name]), large, jobs):
                yield name, answer.get()
        for name, text in texts.items():
            if jobs == 1 or name not in large:
                yield name, assembled(text)
                self._say(time.monotonic() - began)

    def _say(self, seconds: float) -> None:
        """Say once what it is that takes so long."""
        if seconds >= SAID_SECONDS and self.source not in _said and sys.stderr is not None:
            _said.add(self.source)
            with contextlib.suppress(OSError, ValueError):
                print(f"daybreak: compiling the rules of {self.title}, once for this machine", file=sys.stderr)


def _file(name: str, kinds: Kinds) -> str:
    return f"{name}-{content_key(*map(str, kinds))}{KERNEL}"


def _jobs() -> int:
    """How many processes may compile: one where this process cannot be copied, and a copy has no other thread."""
    from verifier.run.parallel import FORKS

    return cores() if FORKS and threading.active_count() == 1 else 1
