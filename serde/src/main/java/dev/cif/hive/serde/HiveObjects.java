package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
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
    switch (type.physical()) {
      case INT:
        return ofLong(type, value.asLong());
      case FLOAT:
        return (float) value.asDouble();
      case DOUBLE:
        return value.asDouble();
      case DECIMAL:
        return ofDecimal(value.asDecimal());
      case BYTES:
        return type.kind() == CifType.Kind.BINARY
            ? value.asBytes()
            : ofText(type, value.asString());
      case TIMESTAMP:
        return ofTimestamp(type, value.seconds(), value.nanos());
      default:
        return value;
    }
  }

  /** Returns the object of a primitive value of a vector; null for NULL. */
  public static Object of(ColumnVector vector, int i) {
    if (vector.isNull(i)) {
      return null;
    }
    CifType type = vector.type();
    switch (type.physical()) {
      case INT:
        return ofLong(type, ((LongVector) vector).values[i]);
      case FLOAT:
        return (float) ((DoubleVector) vector).values[i];
      case DOUBLE:
        return ((DoubleVector) vector).values[i];
      case DECIMAL:
        return ofDecimal(((DecimalVector) vector).decimal(i));
      case BYTES:
        BytesVector bytes = (BytesVector) vector;
        return type.kind() == CifType.Kind.BINARY ? bytes.bytes(i) : ofText(type, bytes.string(i));
      case TIMESTAMP:
        TimestampVector times = (TimestampVector) vector;
        return ofTimestamp(type, times.seconds[i], times.nanos[i]);
      default:
        throw new IllegalArgumentException("not a primitive type: " + type);
    }
  }

  private static Object ofLong(CifType type, long value) {
    switch (type.kind()) {
      case BOOLEAN:
        return value != 0;
      case TINYINT:
        return (byte) value;
      case SMALLINT:
        return (short) value;
      case INT:
        return (int) value;
      case DATE:
        return Date.ofEpochDay((int) value);
      default:
        return value;
    }
  }

  private static HiveDecimal ofDecimal(BigDecimal value) {
    return HiveDecimal.create(value);
  }

  private static Object ofText(CifType type, String text) {
    switch (type.kind()) {
      case CHAR:
        return new HiveChar(text, type.length());
      case VARCHAR:
        return new HiveVarchar(text, type.length());
      default:
        return text;
    }
  }

  private static Object ofTimestamp(CifType type, long seconds, int nanos) {
    return type.kind() == CifType.Kind.TIMESTAMP
        ? Timestamp.ofEpochSecond(seconds, nanos)
        : new TimestampTZ(seconds, nanos, ZoneOffset.UTC);
  }
}
