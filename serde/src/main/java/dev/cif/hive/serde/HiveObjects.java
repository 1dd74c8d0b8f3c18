package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.hive.version.HiveTimes;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.TimestampTZ;

/** Converts CIF's values to Hive's Java objects; complex values stay lazy Values. */
public final class HiveObjects {
  private HiveObjects() {}

  /** Returns the object of a value; null for NULL. */
  public static Object of(Value value) {
    if (value == null || value.isNull()) {
      return null;
    }
    CifType type = value.type();
    return switch (type.physical()) {
      case INT -> ofLong(type, value.asLong());
      case FLOAT -> (float) value.asDouble();
      case DOUBLE -> value.asDouble();
      case DECIMAL -> ofDecimal(value.asDecimal());
      case BYTES ->
          type.kind() == CifType.Kind.BINARY ? value.asBytes() : ofText(type, value.asString());
      case TIMESTAMP -> ofTimestamp(type, value.seconds(), value.nanos());
      case LIST, MAP, STRUCT, UNION -> value;
    };
  }

  /** Returns the object of a primitive value of a vector; null for NULL. */
  public static Object of(ColumnVector vector, int i) {
    if (vector.isNull(i)) {
      return null;
    }
    CifType type = vector.type();
    return switch (type.physical()) {
      case INT -> ofLong(type, ((LongVector) vector).values[i]);
      case FLOAT -> (float) ((DoubleVector) vector).values[i];
      case DOUBLE -> ((DoubleVector) vector).values[i];
      case DECIMAL -> ofDecimal(((DecimalVector) vector).decimal(i));
      case BYTES -> {
        BytesVector bytes = (BytesVector) vector;
        yield type.kind() == CifType.Kind.BINARY ? bytes.bytes(i) : ofText(type, bytes.string(i));
      }
      case TIMESTAMP -> {
        TimestampVector times = (TimestampVector) vector;
        yield ofTimestamp(type, times.seconds[i], times.nanos[i]);
      }
      case LIST, MAP, STRUCT, UNION ->
          throw new IllegalArgumentException("not a primitive type: " + type);
    };
  }

  private static Object ofLong(CifType type, long value) {
    return switch (type.kind()) {
      case BOOLEAN -> value != 0;
      case TINYINT -> (byte) value;
      case SMALLINT -> (short) value;
      case INT -> (int) value;
      case DATE -> HiveTimes.OF_HIVE.date((int) value);
      case BIGINT -> value;
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY -> throw new AssertionError(type);
      case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(type);
    };
  }

  private static HiveDecimal ofDecimal(BigDecimal value) {
    return HiveDecimal.create(value);
  }

  private static Object ofText(CifType type, String text) {
    return switch (type.kind()) {
      case CHAR -> new HiveChar(text, type.length());
      case VARCHAR -> new HiveVarchar(text, type.length());
      case STRING -> text;
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> throw new AssertionError(type);
      case DECIMAL, BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ, ARRAY -> throw new AssertionError(type);
      case MAP, STRUCT, UNION -> throw new AssertionError(type);
    };
  }

  private static Object ofTimestamp(CifType type, long seconds, int nanos) {
    return type.kind() == CifType.Kind.TIMESTAMP
        ? HiveTimes.OF_HIVE.timestamp(seconds, nanos)
        : new TimestampTZ(seconds, nanos, ZoneOffset.UTC);
  }
}
