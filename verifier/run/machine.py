"""Kernels as machine code: numba translates, LLVM assembles and loads, and a warm start does without numba.

Importing numba and setting it up takes 0.35 s of CPU time, of which 0.2 s are its registries; loading six object files takes
0.03 s.  So what is kept of a kernel is one object file, and numba is imported only to make one.

A kernel is called as numba's own code calls it: `int32 kernel(result *, exception **, arguments...)`, 0 when nothing was
raised; an array goes in as seven or more numbers (owner, parent, size, size of an item, data, shape, strides).  `assembled`
refuses a translation with any other parameters, one that may raise, and one that needs anything from outside.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from verifier.errors import EngineBug, Problem

Kind = tuple[str, int]  # numpy's name for what an array holds, and how many axes it has
Kinds = tuple[Kind, ...]
Kernel = Callable[[Sequence[int]], int]

NUMBER: Kind = ("", 0)
_ENTRY = "daybreak_kernel"
_NOTHING = ctypes.c_char * 0
_TWO = ctypes.c_int64 * 2


def machine() -> str:
    """What machine code depends on besides its source: LLVM, the processor and what it can do."""
    return f"llvmlite {llvmlite.__version__} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {_features()}"


def compiler_source() -> str:
    """What machine code depends on here: an object file of another version of this module is called otherwise."""
    return Path(__file__).read_text(encoding="utf-8")


def _features() -> str:
    features: str = llvm.get_host_cpu_features().flatten()
    return features


def flattened(arguments: Sequence[Any]) -> tuple[Kinds, list[int]]:
    """The kinds of arguments (`<i4`, 2 is an array with two axes), and the numbers that a kernel gets for them.

    The numbers hold addresses: the arrays must live until the kernel has returned.
    """
    kinds: list[Kind] = []
    numbers: list[int] = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            if not each.flags.carray:
                raise EngineBug(Problem("DB907", "a kernel takes arrays that are contiguous, aligned and writable"))
            kinds.append((each.dtype.str, each.ndim))
            data = ctypes.addressof(_NOTHING.from_buffer(each.data))  # four times as fast as numpy's own ways
            numbers += (0, 0, each.size, each.itemsize, data, *each.shape, *each.strides)
        else:
            kinds.append(NUMBER)
            numbers.append(int(each))
    return tuple(kinds), numbers


def _parameters(kinds: Kinds) -> list[str]:
    """LLVM's types of a kernel's parameters."""
    types = ["ptr", "ptr"]
    for kind in kinds:
        types += ["i64"] if kind == NUMBER else ["ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * kind[1])]
    return types


def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    reloc = "static" if target.name.startswith("x86") else "default"  # as numba has it
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, reloc=reloc,
                                        codemodel="jitdefault", jit=True)


def assembled(translation: str, kinds: Kinds) -> bytes:
    """The object file of a kernel from LLVM's assembly language, which must define it and all that it calls."""
    module = llvm.parse_assembly(translation)
    defined = [each for each in module.functions if not each.is_declaration]
    entries = [each for each in defined if each.linkage is llvm.Linkage.external]
    missing = [each.name for each in (*module.functions, *module.global_variables)
               if each.is_declaration and not each.name.startswith("llvm.")]
    if missing or len(entries) != 1 or [str(each.type) for each in entries[0].arguments] != _parameters(kinds):
        raise EngineBug(Problem("DB908", f"numba's translation of a kernel is not what was expected: {len(entries)} entries, "
                                f"missing {missing}", hint="this version of numba needs another version of Daybreak"))
    entries[0].name = _ENTRY
    code: bytes = _target().emit_object(module)
    return code


def loaded(code: bytes, kinds: Kinds) -> Kernel:
    """The kernel of an object file that `assembled` made for these kinds, on this machine, and for nothing else."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    numbers = len(_parameters(kinds)) - 2
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * numbers)
    function = prototype(engine.get_function_address(_ENTRY))

    def kernel(given: Sequence[int], engine: Any = engine) -> int:  # the code lives as long as its engine
        slots = _TWO()  # the result and the exception
        status = function(slots, ctypes.byref(slots, 8), *given)
        if status != 0:
            raise EngineBug(Problem("DB908", f"a kernel ended with status {status}"))
        result: int = slots[0]  # true or false is its first byte, which is the lowest wherever numba runs
        return result

    return kernel
