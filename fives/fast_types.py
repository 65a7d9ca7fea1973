"""The types that compiled kernels work on: rows and tables.

A row is what a kernel sees of an array: the address of its first number, and nothing else. A whole array, as numba
hands it from function to function, is seven values and a count of its users, which is more work than most kernel
functions do. A table is a constant in the narrowest ints that hold it. Neither is checked for its bounds.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model, typeof_impl

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
def rows(context: Any, args: Any) -> Any:
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
