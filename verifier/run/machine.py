"""Kernels as machine code: LLVM optimizes, assembles and loads them, and a warm start does without any of it but the loading.

A kernel is called with one argument, where the numbers lie that it is given: `i64 kernel(i64 *numbers)`.  An array among them is
its address and the length of each axis.  `assembled` refuses a module that needs anything from outside but functions of other
modules of the same kernel.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from verifier.errors import EngineBug, Problem
from verifier.run.llvm.module import ENTRY, SHARED
from verifier.run.llvm.values import Kind

Kinds = tuple[Kind | None, ...]  # of arguments: arrays', and None for a number
Kernel = Callable[[Sequence[int]], int]

_array = (ctypes.c_char * 0).from_buffer
_address = ctypes.addressof
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)


def machine() -> str:
    """What machine code depends on besides its source: LLVM, the processor and what it can do."""
    return f"llvmlite {llvmlite.__version__} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {_features()}"


def compiler_source() -> str:
    """What machine code depends on here: another version of this module, or of the translator, makes other object files."""
    files = [Path(__file__), *sorted((Path(__file__).parent / "llvm").glob("*.py"))]
    return "".join(each.read_text(encoding="utf-8") for each in files)


@cache
def _features() -> str:
    features: str = llvm.get_host_cpu_features().flatten()
    return features


def kinds_of(arguments: Sequence[Any]) -> Kinds | None:
    """The kinds of arguments alone; None where machine code would not take them, as Python does (a list)."""
    if not all(isinstance(each, (np.ndarray, np.generic, int)) for each in arguments):
        return None
    return tuple((each.dtype.str, each.ndim) if isinstance(each, np.ndarray) else None for each in arguments)


def flattened(arguments: Sequence[Any]) -> tuple[Kinds, list[int]]:
    """The kinds of arguments (`<i4`, 2 is an array with two axes), and the numbers that a kernel gets for them.

    The numbers hold addresses: the arrays must live until the kernel has returned.
    """
    kinds: list[Kind | None] = []
    numbers: list[int] = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            if not each.flags.carray:
                raise EngineBug(Problem("DB907", "a kernel takes arrays that are contiguous, aligned and writable"))
            kinds.append(_kind(each.dtype, each.ndim))
            numbers.append(_address(_array(each.data)))  # a quarter of the time of numpy's own ways
            numbers += each.shape
        else:
            kinds.append(None)
            numbers.append(int(each))
    return tuple(kinds), numbers


@cache
def _kind(dtype: np.dtype[Any], axes: int) -> Kind:
    return dtype.str, axes


def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    reloc = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, reloc=reloc,
                                        codemodel="jitdefault", jit=True)


def assembled(translation: str) -> bytes:
    """The object file of a module in LLVM's assembly language: of a kernel, or of what kernels share."""
    module, machine = llvm.parse_assembly(translation), _target()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=2)  # 3 takes half as long again; games are as fast, within 6 %
    options.loop_vectorization = False  # rules loop over a few items: a fifth of the time, and nothing gained
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    missing = [each.name for each in (*module.functions, *module.global_variables)
               if each.is_declaration and not each.name.startswith(("llvm.", SHARED))]
    if missing or not any(each.name.startswith((ENTRY, SHARED)) and not each.is_declaration for each in module.functions):
        raise EngineBug(Problem("DB908", f"the translation of a kernel is not whole: missing {missing}"))
    code: bytes = machine.emit_object(module)
    return code


def loaded(*codes: bytes) -> Kernel:
    """The kernel of object files that `assembled` made on this machine of the modules of one translation, and of nothing else."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    for each in codes:
        engine.add_object_file(llvm.ObjectFileRef.from_data(each))
    engine.finalize_object()
    function = _PROTOTYPE(engine.get_function_address(ENTRY))

    def kernel(given: Sequence[int], engine: Any = engine) -> int:  # the code lives as long as its engine
        result: int = function((ctypes.c_int64 * len(given))(*given))
        return result

    return kernel
