"""How kernels are linked and handed to numba: four instructions, and what calls what. `fast` imports it late."""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.extending import intrinsic

from fives import fast_types
from fives.fast import SWITCH
from fives.fast_types import I64, Table, rows

if config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT is set")

VERSIONS = (numba.__version__, llvmlite.__version__, binding.get_host_cpu_name(),
            *(Path(name).read_text() for name in (__file__, fast_types.__file__)))
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
SMALL = 150  # instructions up to which a function is put into those that call it


def _pick(builder: Any, bits: Any) -> Any:
    return builder.cttz(bits, ir.Constant(ir.IntType(1), 1))


@intrinsic
def popcount(context: Any, bits: Any) -> Any:
    """How many bits are set."""
    return types.int64(types.int64), lambda context, builder, sign, args: builder.ctpop(args[0])


@intrinsic
def ctz(context: Any, bits: Any) -> Any:
    """The number of the lowest set bit."""
    return types.int64(types.int64), lambda context, builder, sign, args: _pick(builder, args[0])


@intrinsic
def select(context: Any, bits: Any, k: Any) -> Any:
    """The number of the set bit that has k set bits below it."""

    def generate(context: Any, builder: Any, sign: Any, args: Any) -> Any:
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(I64, [I64, I64]))
        return _pick(builder, builder.call(deposit, [builder.shl(ir.Constant(I64, 1), args[1]), args[0]]))

    return types.int64(types.int64, types.int64), generate


def has_select() -> bool:
    """Whether this processor deposits bits with one instruction; some have it in microcode, slower than a loop."""
    slow = ("znver1", "znver2", "bdver4", "btver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in slow


@njit(**OPTIONS)
def blank(size: int) -> Any:
    """An array of zeros."""
    return np.zeros(size, np.int64)


PRIMITIVES: dict[str, Any] = {"popcount": popcount, "ctz": ctz, "blank": blank}
if has_select() and SWITCH != "portable":
    PRIMITIVES["select"] = select

_inner: Any = None


def _on_rows(*args: Any) -> Any:
    return _inner(*rows(args))


def _on_arrays(*args: Any) -> Any:
    return _inner(*args)


def called(function: FunctionType) -> list[FunctionType]:
    """The functions that a function names."""
    found = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [value for value in found if isinstance(value, FunctionType)]


@functools.cache
def reached(function: FunctionType) -> frozenset[FunctionType]:
    """All functions that may run when a function is called; itself only where it may come to call itself."""
    found = called(function)
    for other in found:  # it grows meanwhile
        found += [one for one in called(other) if one not in found]
    return frozenset(found)


def is_small(function: FunctionType) -> bool:
    """Whether a function is short, and does not come to call itself."""
    return sum(1 for _ in dis.get_instructions(function)) <= SMALL and function not in reached(function)


def calls_in_rings(function: FunctionType) -> bool:
    """Whether two functions, among those that may run, call each other: numba cannot load such code again."""
    ones = reached(function) | {function}
    return any(one in reached(other) for one in ones for other in called(one) if other is not one)


def _widened(made: Any) -> Any:
    """A function that sees a constant or a truth as an int64.

    Else numba makes one more version for every constant an argument may be, which takes long and gains nothing, since
    LLVM does that by itself where it helps; and a function that calls itself with constants would not load again.
    """
    template, fold = made.get_call_template, made.fold_argument_types

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Boolean | types.Integer) else kind

    made.get_call_template = lambda args, kws: template(tuple(map(widen, args)), kws)
    made.fold_argument_types = lambda args, kws: fold(tuple(map(widen, args)), kws)
    return made


def link(whole: list[ModuleType], folder: Path | None) -> Callable[[FunctionType], Any]:
    """Links all functions of some modules, and returns what makes one of them for callers from outside.

    Nothing is compiled before it is called. Each module keeps a namespace of its own, so that two may use a name for
    two things. folder: where compiled code is kept, None for nowhere.
    """
    spaces: dict[int, dict[str, Any]] = {id(vars(module)): {"__name__": module.__name__} for module in whole}
    made: dict[FunctionType, Any] = {}
    on_arrays = any("blank" in vars(module) for module in whole)

    def inner(function: FunctionType) -> Any:
        if function.__name__ in PRIMITIVES:
            return PRIMITIVES[function.__name__]
        if id(function.__globals__) not in spaces:
            return function
        if function not in made:
            space = spaces[id(function.__globals__)]
            copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
            made[function] = _widened(njit(forceinline=not on_arrays and is_small(function), **OPTIONS)(copy))
        return made[function]

    for module in whole:
        space = spaces[id(vars(module))]
        for name, value in vars(module).items():
            if isinstance(value, FunctionType):
                space[name] = inner(value)
            elif isinstance(value, tuple) and value and all(type(n) is int for n in value):
                space[name] = Table(value)
            else:
                space.setdefault(name, value)

    def entry(function: FunctionType) -> Any:
        """Only these are kept on the disk, each with all that it calls."""
        way_in = _on_arrays if on_arrays else _on_rows
        space = {"_inner": inner(function), "rows": rows, "__name__": __name__}
        copy = FunctionType(way_in.__code__, space, function.__name__)
        copy.__qualname__ = f"{function.__module__}_{function.__name__}".replace(".", "_")
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder or before)
        try:
            return njit(cache=folder is not None and not calls_in_rings(function), **OPTIONS)(copy)
        finally:
            config.CACHE_DIR = before

    return entry
