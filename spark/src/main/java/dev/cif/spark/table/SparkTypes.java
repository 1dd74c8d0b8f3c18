package dev.cif.spark.table;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;

/** Types of Spark and of CIF (FORMAT.md section 4), in both directions. */
public final class SparkTypes {
  private SparkTypes() {}

  /**
   * Returns the type that Spark gives to values of a type. Text types are all strings. A timestamp
   * is one without time zone, and one with local time zone is Spark's TIMESTAMP.
   *
   * @throws IllegalArgumentException if Spark has none
   */
  public static DataType spark(CifType type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case TINYINT -> DataTypes.ByteType;
      case SMALLINT -> DataTypes.ShortType;
      case INT -> DataTypes.IntegerType;
      case BIGINT -> DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case DECIMAL -> DataTypes.createDecimalType(type.precision(), type.scale());
      case STRING, VARCHAR, CHAR -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampNTZType;
      case TIMESTAMP_LTZ -> DataTypes.TimestampType;
      case ARRAY -> DataTypes.createArrayType(spark(type.child(0)), true);
      case MAP -> DataTypes.createMapType(spark(type.child(0)), spark(type.child(1)), true);
      case STRUCT -> struct(type);
      case UNION -> throw new IllegalArgumentException("Spark has no type for " + type);
    };
  }

  private static DataType struct(CifType type) {
    List<StructField> fields = new ArrayList<>();
    for (int k = 0; k < type.children().size(); k++) {
      fields.add(DataTypes.createStructField(type.fieldNames().get(k), spark(type.child(k)), true));
    }
    return DataTypes.createStructType(fields);
  }

  /**
   * Returns the columns of a table of Hive. Spark takes Hive's TIMESTAMP for its own, which is a
   * moment; it is one without a time zone.
   */
  public static StructType ofHive(StructType columns) {
    return (StructType) withoutZone(columns);
  }

  private static DataType withoutZone(DataType type) {
    if (type.equals(DataTypes.TimestampType)) {
      return DataTypes.TimestampNTZType;
    } else if (type instanceof ArrayType array) {
      return DataTypes.createArrayType(withoutZone(array.elementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return DataTypes.createMapType(
          withoutZone(map.keyType()), withoutZone(map.valueType()), map.valueContainsNull());
    } else if (type instanceof StructType struct) {
      List<StructField> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        DataType of = withoutZone(field.dataType());
        fields.add(new StructField(field.name(), of, field.nullable(), field.metadata()));
      }
      return DataTypes.createStructType(fields);
    }
    return type;
  }

  /** Returns the type in which values of a stored type are read: text types are all strings. */
  public static CifType seen(CifType stored) {
    return cif(spark(stored));
  }

  /**
   * Returns the type in which Spark's values are read and stored.
   *
   * @throws IllegalArgumentException if CIF has none
   */
  public static CifType cif(DataType type) {
    if (type instanceof VarcharType || type instanceof CharType || type instanceof StringType) {
      return CifType.STRING;
    }
    if (type instanceof DecimalType decimal) {
      return CifType.decimal(decimal.precision(), decimal.scale());
    }
    if (type instanceof ArrayType array) {
      return CifType.array(cif(array.elementType()));
    }
    if (type instanceof MapType map) {
      return CifType.map(cif(map.keyType()), cif(map.valueType()));
    }
    if (type instanceof StructType struct) {
      List<String> names = new ArrayList<>();
      List<CifType> types = new ArrayList<>();
      for (StructField field : struct.fields()) {
        names.add(field.name());
        types.add(cif(field.dataType()));
      }
      return CifType.struct(names, types);
    }
    return primitive(type);
  }

  private static CifType primitive(DataType type) {
    if (type.equals(DataTypes.BooleanType)) {
      return CifType.BOOLEAN;
    } else if (type.equals(DataTypes.ByteType)) {
      return CifType.TINYINT;
    } else if (type.equals(DataTypes.ShortType)) {
      return CifType.SMALLINT;
    } else if (type.equals(DataTypes.IntegerType)) {
      return CifType.INT;
    } else if (type.equals(DataTypes.LongType)) {
      return CifType.BIGINT;
    } else if (type.equals(DataTypes.FloatType)) {
      return CifType.FLOAT;
    } else if (type.equals(DataTypes.DoubleType)) {
      return CifType.DOUBLE;
    } else if (type.equals(DataTypes.BinaryType)) {
      return CifType.BINARY;
    } else if (type.equals(DataTypes.DateType)) {
      return CifType.DATE;
    } else if (type.equals(DataTypes.TimestampNTZType)) {
      return CifType.TIMESTAMP;
    } else if (type.equals(DataTypes.TimestampType)) {
      return CifType.TIMESTAMP_LTZ;
    }
    throw new IllegalArgumentException("CIF has no type for Spark's " + type.catalogString());
  }

  /**
   * Returns the columns of some fields.
   *
   * @throws IllegalArgumentException that names the column which has no type in CIF, or the name
   *     that two columns have but for case
   */
  public static CifSchema schema(List<StructField> fields) {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (StructField field : fields) {
      names.add(field.name());
      try {
        types.add(cif(field.dataType()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "column '" + field.name() + "': " + e.getMessage() + "; cast it or leave it out", e);
      }
    }
    return CifSchema.of(names, types);
  }
}
