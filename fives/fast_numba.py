"""What numba is told for `fast`: rows, tables, four instructions, and how kernels are linked.

A row is what a kernel sees of an array: the address of its first number, and nothing else. A whole array, as numba
hands it from function to function, is seven values and a count of its users, which is more work than most kernel
functions do. A table is a constant in the narrowest ints that hold it. Neither is checked for its bounds.
"""

from __future__ import annotations

import dis
import operator
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model, typeof_impl

from fives.fast import SWITCH

if config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT is set")

VERSIONS = (numba.__version__, llvmlite.__version__, binding.get_host_cpu_name(), Path(__file__).read_text())
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
SMALL = 150  # instructions up to which a function is put into those that call it
I64 = ir.IntType(64)


class Row(types.Type):
    """A row of numbers of one kind; ints come out of it as int64."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.value = types.int64 if isinstance(kind, types.Integer) else kind
        super().__init__(name=f"Row({kind})")


class Table:
    """A tuple of ints on its way to become a constant."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = values
        fit = [kind for kind in (types.uint8, types.uint16, types.uint32) if max(values) <= kind.maxval]
        self.kind = fit[0] if fit and min(values) >= 0 else types.int64


class TableType(types.Type):
    """The type of a table: how its numbers are kept, and how many there are."""

    def __init__(self, kind: Any, size: int) -> None:
        self.kind, self.size, self.value = kind, size, types.int64
        super().__init__(name=f"Table({kind},{size})")


class TableIterator(types.SimpleIteratorType):
    """The type of a walk through a table."""

    def __init__(self, table: TableType) -> None:
        self.table = table
        super().__init__(f"iter({table.name})", types.int64)


@typeof_impl.register(Table)
def _type_of_table(table: Table, context: Any) -> TableType:
    return TableType(table.kind, len(table.values))


@register_model(Row)
@register_model(TableType)
class Address(models.PrimitiveModel):
    """Rows and tables are addresses."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager.lookup(kind.kind).get_data_type().as_pointer())


@register_model(TableIterator)
class TableIteratorModel(models.StructModel):
    """A walk is the address of the next index, and the table."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.int64)), ("table", kind.table)])


@lower_constant(TableType)
def _constant(context: Any, builder: Any, kind: Any, table: Table) -> Any:
    number = ir.IntType(kind.kind.bitwidth)
    values = ir.Constant(ir.ArrayType(number, kind.size), [ir.Constant(number, value) for value in table.values])
    return builder.bitcast(cgutils.global_constant(builder.module, "table", values), number.as_pointer())


@infer_global(operator.getitem)
class _Read(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Row | TableType) and isinstance(args[1], types.Integer):
            return signature(args[0].value, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Row) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, args[0].value)
        return None


@infer
class _Walk(AbstractTemplate):
    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(TableIterator(args[0]), args[0]) if isinstance(args[0], TableType) else None


def _load(context: Any, builder: Any, kind: Any, address: Any, index: Any) -> Any:
    number = builder.load(builder.gep(address, [index], inbounds=True))
    return context.cast(builder, number, kind.kind, kind.value)


@lower_builtin(operator.getitem, Row, types.int64)
@lower_builtin(operator.getitem, TableType, types.int64)
def _read(context: Any, builder: Any, sign: Any, args: Any) -> Any:
    return _load(context, builder, sign.args[0], args[0], args[1])


@lower_builtin(operator.setitem, Row, types.int64, types.Number)
def _write(context: Any, builder: Any, sign: Any, args: Any) -> Any:
    number = context.cast(builder, args[2], sign.args[2], sign.args[0].kind)
    builder.store(number, builder.gep(args[0], [args[1]], inbounds=True))
    return context.get_dummy_value()


@lower_builtin("getiter", TableType)
def _walk(context: Any, builder: Any, sign: Any, args: Any) -> Any:
    walk = context.make_helper(builder, sign.return_type)
    walk.index = cgutils.alloca_once_value(builder, ir.Constant(I64, 0))
    walk.table = args[0]
    return walk._getvalue()


@lower_builtin("iternext", TableIterator)
@iternext_impl(RefType.UNTRACKED)
def _step(context: Any, builder: Any, sign: Any, args: Any, result: Any) -> None:
    kind = sign.args[0]
    walk = context.make_helper(builder, kind, value=args[0])
    index = builder.load(walk.index)
    more = builder.icmp_signed("<", index, ir.Constant(I64, kind.table.size))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(_load(context, builder, kind.table, walk.table, index))
        builder.store(builder.add(index, ir.Constant(I64, 1)), walk.index)


@intrinsic
def _rows(context: Any, args: Any) -> Any:
    """A tuple of arguments with rows in the place of arrays of one dimension."""

    def seen(kind: Any) -> Any:
        flat = isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C"
        return Row(kind.dtype) if flat else kind

    def generate(context: Any, builder: Any, sign: Any, values: Any) -> Any:
        found = []
        for kind, value in zip(sign.args[0], cgutils.unpack_tuple(builder, values[0]), strict=True):
            if isinstance(seen(kind), Row):
                value = context.make_array(kind)(context, builder, value).data
            else:
                context.nrt.incref(builder, kind, value)
            found.append(value)
        return context.make_tuple(builder, sign.return_type, found)

    return types.BaseTuple.from_types([seen(kind) for kind in args])(args), generate


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
    return _inner(*_rows(args))


def _on_arrays(*args: Any) -> Any:
    return _inner(*args)


def _called(function: FunctionType) -> Iterable[FunctionType]:
    """The functions whose names stand in a function."""
    found = (function.__globals__.get(name) for name in function.__code__.co_names)
    return (value for value in found if isinstance(value, FunctionType))


def _is_small(function: FunctionType) -> bool:
    """Whether a function is short, and cannot come to call itself."""
    if sum(1 for _ in dis.get_instructions(function)) > SMALL:
        return False
    seen: set[FunctionType] = set()
    waiting = list(_called(function))
    while waiting:
        other = waiting.pop()
        if other is function:
            return False
        if other not in seen:
            seen.add(other)
            waiting += _called(other)
    return True


def _widened(made: Any) -> Any:
    """A function that sees a constant or a truth as an int64.

    Else numba makes one more version for every constant an argument may be, which takes long and gains nothing, since
    LLVM does that by itself where it helps; and a function that calls itself with constants would not load again.
    """
    template = made.get_call_template

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Boolean | types.Integer) else kind

    made.get_call_template = lambda args, kws: template(tuple(map(widen, args)), kws)
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
            made[function] = _widened(njit(forceinline=not on_arrays and _is_small(function), **OPTIONS)(copy))
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
        space = {"_inner": inner(function), "_rows": _rows, "__name__": __name__}
        copy = FunctionType(way_in.__code__, space, function.__name__)
        copy.__qualname__ = f"{function.__module__}_{function.__name__}".replace(".", "_")
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder or before)
        try:
            return njit(cache=folder is not None, **OPTIONS)(copy)
        finally:
            config.CACHE_DIR = before

    return entry
