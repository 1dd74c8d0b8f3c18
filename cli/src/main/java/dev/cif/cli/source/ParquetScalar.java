package dev.cif.cli.source;

import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Appends the primitive values of a Parquet field to a vector. */
final class ParquetScalar extends PrimitiveConverter {
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final ColumnVector out;
  private final Runnable after;
  private final Kind kind;
  private final boolean unsigned;
  private final boolean uuid;
  private final long unitsPerSecond;

  ParquetScalar(PrimitiveType type, ColumnVector out, Runnable after) {
    this.out = out;
    this.after = after;
    this.kind = out.type().kind();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    this.unsigned = logical instanceof IntLogicalTypeAnnotation number && !number.isSigned();
    this.uuid = logical instanceof UUIDLogicalTypeAnnotation;
    this.unitsPerSecond = unitsPerSecond(logical);
  }

  private static long unitsPerSecond(LogicalTypeAnnotation logical) {
    if (!(logical instanceof TimestampLogicalTypeAnnotation time)) {
      return 1;
    }
    switch (time.getUnit()) {
      case MILLIS:
        return 1_000;
      case MICROS:
        return 1_000_000;
      default:
        return NANOS_PER_SECOND;
    }
  }

  @Override
  public void addBoolean(boolean value) {
    ((LongVector) out).append(value ? 1 : 0);
    after.run();
  }

  @Override
  public void addInt(int value) {
    if (kind == Kind.DECIMAL) {
      unscaled(BigInteger.valueOf(value));
    } else {
      // Small unsigned numbers are stored unchanged; those of 32 bits use the sign bit.
      ((LongVector) out).append(unsigned ? Integer.toUnsignedLong(value) : value);
    }
    after.run();
  }

  @Override
  public void addLong(long value) {
    if (kind == Kind.TIMESTAMP) {
      long seconds = Math.floorDiv(value, unitsPerSecond);
      long nanos = Math.floorMod(value, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond);
      ((TimestampVector) out).append(seconds, (int) nanos);
    } else if (kind == Kind.DECIMAL) {
      unscaled(unsigned ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value));
    } else {
      ((LongVector) out).append(value);
    }
    after.run();
  }

  @Override
  public void addFloat(float value) {
    ((DoubleVector) out).append(value);
    after.run();
  }

  @Override
  public void addDouble(double value) {
    ((DoubleVector) out).append(value);
    after.run();
  }

  @Override
  public void addBinary(Binary value) {
    switch (kind) {
      case DECIMAL:
        byte[] digits = value.getBytes();
        unscaled(digits.length == 0 ? BigInteger.ZERO : new BigInteger(digits));
        break;
      case TIMESTAMP:
        int96(value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
        break;
      default:
        if (uuid) {
          ByteBuffer bits = value.toByteBuffer().order(ByteOrder.BIG_ENDIAN);
          ((BytesVector) out).append(new UUID(bits.getLong(), bits.getLong()).toString());
        } else {
          ((BytesVector) out).append(value.getBytesUnsafe());
        }
    }
    after.run();
  }

  /** Appends an INT96: nanoseconds of the day, then the Julian day. */
  private void int96(ByteBuffer value) {
    long nanos = value.getLong(value.position());
    long day = Integer.toUnsignedLong(value.getInt(value.position() + Long.BYTES));
    long seconds = (day - JULIAN_DAY_OF_EPOCH) * SECONDS_PER_DAY;
    ((TimestampVector) out)
        .append(
            seconds + Math.floorDiv(nanos, NANOS_PER_SECOND),
            (int) Math.floorMod(nanos, NANOS_PER_SECOND));
  }

  private void unscaled(BigInteger value) {
    TextValues.decimal(new BigDecimal(value, out.type().scale()), (DecimalVector) out);
  }
}
