package dev.cif.cli.source;

import dev.cif.format.schema.CifType;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Converts types of Parquet to those of CIF. Timestamps, INT96 included, become timestamps in UTC;
 * times become whole numbers; unsigned integers the next wider type; enum, JSON and UUID string.
 */
final class ParquetTypes {
  private ParquetTypes() {}

  static List<String> names(GroupType group) {
    return group.getFields().stream().map(Type::getName).toList();
  }

  static List<CifType> types(GroupType group) {
    return group.getFields().stream().map(ParquetTypes::fieldType).toList();
  }

  /** Returns the type of a field; an array if it repeats outside LIST and MAP. */
  private static CifType fieldType(Type type) {
    CifType value = type(type);
    return type.isRepetition(Type.Repetition.REPEATED) ? CifType.array(value) : value;
  }

  private static CifType type(Type type) {
    if (type.isPrimitive()) {
      return scalar(type.asPrimitiveType());
    }
    GroupType group = type.asGroupType();
    if (isList(group)) {
      Type repeated = group.getType(0);
      return CifType.array(
          isElement(repeated, group.getName())
              ? type(repeated)
              : fieldType(repeated.asGroupType().getType(0)));
    }
    if (isMap(group)) {
      GroupType pair = group.getType(0).asGroupType();
      return CifType.map(type(pair.getType(0)), fieldType(pair.getType(1)));
    }
    return CifType.struct(names(group), types(group));
  }

  static boolean isList(GroupType group) {
    return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(Type.Repetition.REPEATED);
  }

  static boolean isMap(GroupType group) {
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    boolean annotated =
        logical instanceof MapLogicalTypeAnnotation || logical instanceof MapKeyValueTypeAnnotation;
    return annotated
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(Type.Repetition.REPEATED)
        && !group.getType(0).isPrimitive()
        && group.getType(0).asGroupType().getFieldCount() == 2;
  }

  /**
   * Returns true if the repeated child of a list is the element, by the rules for files of old
   * writers.
   */
  static boolean isElement(Type repeated, String list) {
    return repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 1
        || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
        || isList(repeated.asGroupType())
        || isMap(repeated.asGroupType())
        || repeated.getName().equals("array")
        || repeated.getName().equals(list + "_tuple");
  }

  private static CifType scalar(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      if (decimal.getPrecision() > 38) {
        throw new IllegalArgumentException(
            "field '"
                + type.getName()
                + "' has "
                + decimal.getPrecision()
                + " digits; 38 is the most");
      }
      return CifType.decimal(decimal.getPrecision(), decimal.getScale());
    }
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN:
        return CifType.BOOLEAN;
      case INT32:
      case INT64:
        return integer(type, logical);
      case FLOAT:
        return CifType.FLOAT;
      case DOUBLE:
        return CifType.DOUBLE;
      case INT96:
        return CifType.TIMESTAMP;
      default:
        boolean text =
            logical instanceof StringLogicalTypeAnnotation
                || logical instanceof EnumLogicalTypeAnnotation
                || logical instanceof JsonLogicalTypeAnnotation
                || logical instanceof UUIDLogicalTypeAnnotation;
        return text ? CifType.STRING : CifType.BINARY;
    }
  }

  private static CifType integer(PrimitiveType type, LogicalTypeAnnotation logical) {
    if (logical instanceof DateLogicalTypeAnnotation) {
      return CifType.DATE;
    }
    if (logical instanceof TimestampLogicalTypeAnnotation) {
      return CifType.TIMESTAMP;
    }
    boolean wide = type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT64;
    if (!(logical instanceof IntLogicalTypeAnnotation number)) {
      return wide ? CifType.BIGINT : CifType.INT;
    }
    boolean signed = number.isSigned();
    switch (number.getBitWidth()) {
      case 8:
        return signed ? CifType.TINYINT : CifType.SMALLINT;
      case 16:
        return signed ? CifType.SMALLINT : CifType.INT;
      case 32:
        return signed ? CifType.INT : CifType.BIGINT;
      default:
        return signed ? CifType.BIGINT : CifType.decimal(20, 0);
    }
  }
}
