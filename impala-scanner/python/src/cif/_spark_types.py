"""Types of Spark for those of CIF, by way of Arrow."""

from __future__ import annotations

from typing import Any, List, Tuple

import pyarrow as pa
import pyarrow.types as types
from pyspark.sql import types as spark

# Types of Arrow that have one counterpart in Spark. Those of a group widen to later ones.
_INTEGERS: List[Tuple[Any, Any]] = [(pa.int8(), spark.ByteType()), (pa.int16(), spark.ShortType()),
                                    (pa.int32(), spark.IntegerType()), (pa.int64(), spark.LongType())]
_FLOATS: List[Tuple[Any, Any]] = [(pa.float32(), spark.FloatType()), (pa.float64(), spark.DoubleType())]
_OTHERS: List[Tuple[Any, Any]] = [
    (pa.bool_(), spark.BooleanType()), (pa.string(), spark.StringType()), (pa.binary(), spark.BinaryType()),
    (pa.date32(), spark.DateType()), (pa.timestamp("us"), spark.TimestampNTZType()),
    (pa.timestamp("us", "UTC"), spark.TimestampType())]
_PLAIN = [*_INTEGERS, *_FLOATS, *_OTHERS]


def spark_type(type: Any, column: str) -> Any:
    """Returns the type of Spark for one of Arrow. ``column`` names it in an error."""
    for arrow, plain in _PLAIN:
        if type == arrow:
            return plain
    if types.is_decimal(type):
        return spark.DecimalType(type.precision, type.scale)
    if types.is_list(type):
        return spark.ArrayType(spark_type(type.value_type, f"{column}[]"))
    if types.is_map(type):
        return spark.MapType(spark_type(type.key_type, f"{column}.key"), spark_type(type.item_type, f"{column}.value"))
    if types.is_struct(type):
        return spark.StructType([spark.StructField(field.name, spark_type(field.type, f"{column}.{field.name}"))
                                 for field in type])
    name = "uniontype" if types.is_union(type) else str(type)
    raise TypeError(f"Spark has no type for column {column!r} of type {name}: give the other columns as the schema, "
                    "spark.read.format('cif').schema(...)")


def arrow_type(wanted: Any, type: Any, column: str) -> Any:
    """Returns the Arrow type in which Spark takes a column as ``wanted``, from the Arrow type of its values.

    Numbers widen. Any other difference is an error.
    """
    for group in (_INTEGERS, _FLOATS):
        arrows = [arrow for arrow, _ in group]
        if type in arrows:
            for arrow, plain in group[arrows.index(type):]:
                if wanted == plain:
                    return arrow
    for arrow, plain in _OTHERS:
        if type == arrow and (wanted == plain or (types.is_string(arrow) and _is_text(wanted))):
            return arrow
    if types.is_decimal(type) and isinstance(wanted, spark.DecimalType):
        digits = wanted.precision - wanted.scale
        if wanted.scale >= type.scale and digits >= type.precision - type.scale:
            return pa.decimal128(wanted.precision, wanted.scale)
    if types.is_list(type) and isinstance(wanted, spark.ArrayType):
        element = arrow_type(wanted.elementType, type.value_type, f"{column}[]")
        return pa.list_(pa.field("element", element, wanted.containsNull))
    if types.is_map(type) and isinstance(wanted, spark.MapType):
        key = arrow_type(wanted.keyType, type.key_type, f"{column}.key")
        value = arrow_type(wanted.valueType, type.item_type, f"{column}.value")
        return pa.map_(pa.field("key", key, False), pa.field("value", value, wanted.valueContainsNull))
    if (types.is_struct(type) and isinstance(wanted, spark.StructType)
            and wanted.names == [field.name for field in type]):
        return pa.struct([pa.field(one.name, arrow_type(one.dataType, type.field(i).type, f"{column}.{one.name}"),
                                   one.nullable) for i, one in enumerate(wanted.fields)])
    _fail(wanted, type, column)


def hive_type(type: Any) -> str:
    """Returns the type of a partition column in Hive's notation."""
    if isinstance(type, spark.TimestampNTZType):
        return "timestamp"
    if isinstance(type, spark.TimestampType):
        return "timestamp with local time zone"
    return "string" if _is_text(type) else str(type.simpleString())


def conform(array: Any, field: Any) -> Any:
    """Converts values to the type of a field, which is one of :func:`arrow_type`. NULL is an error where the field has
    none."""
    _check_nulls(array, field, field.name)
    return array if array.type == field.type else _retyped(array, field.type)


def _check_nulls(array: Any, field: Any, column: str) -> None:
    if not field.nullable and array.null_count > 0:
        raise ValueError(f"column {column!r} has NULL, and the schema says that it has none")
    if not _has_required(field.type):
        return
    valid = array.filter(array.is_valid())
    if types.is_list(field.type):
        _check_nulls(valid.values, field.type.value_field, f"{column}[]")
    elif types.is_map(field.type):
        _check_nulls(valid.items, field.type.item_field, f"{column}.value")
    else:
        for i, one in enumerate(field.type):
            _check_nulls(valid.field(i), one, f"{column}.{one.name}")


def _has_required(type: Any) -> bool:
    """Returns true if a type has a part that may not be NULL, other than the keys of maps."""
    if types.is_list(type):
        parts = [type.value_field]
    elif types.is_map(type):
        parts = [type.item_field]
    else:
        parts = list(type) if types.is_struct(type) else []
    return any(not part.nullable or _has_required(part.type) for part in parts)


def _retyped(array: Any, type: Any) -> Any:
    """Casts values. Their parts keep their memory where only names and nullability differ."""
    if types.is_list(type):
        values = _retyped(array.values, type.value_type)
        return pa.ListArray.from_arrays(array.offsets, values, type, mask=_nulls(array))
    if types.is_map(type):
        keys, items = _retyped(array.keys, type.key_type), _retyped(array.items, type.item_type)
        return pa.MapArray.from_arrays(array.offsets, keys, items, type, mask=_nulls(array))
    if types.is_struct(type):
        children = [_retyped(array.field(i), field.type) for i, field in enumerate(type)]
        return pa.StructArray.from_arrays(children, fields=list(type), mask=_nulls(array))
    return array if array.type == type else array.cast(type)


def _nulls(array: Any) -> Any:
    return array.is_null() if array.null_count > 0 else None


def _is_text(type: Any) -> bool:
    names = ("StringType", "CharType", "VarcharType")
    return isinstance(type, tuple(getattr(spark, name) for name in names if hasattr(spark, name)))


def _fail(wanted: Any, type: Any, column: str) -> Any:
    stored = spark_type(type, column)
    why = ""
    if isinstance(wanted, spark.TimestampType) and isinstance(stored, spark.TimestampNTZType):
        why = "; its values have no time zone: read them as timestamp_ntz, and cast in the query"
    raise TypeError(f"column {column!r} is {wanted.simpleString()} in the schema, "
                    f"and {stored.simpleString()} in the table{why}")
