package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.RangeVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.vector.UnionVector;
import java.util.Arrays;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/**
 * Copies values from CIF's vectors to those of Hive's batches. Bytes are not copied: Hive's vectors
 * point into CIF's buffers, which stay unchanged until the next batch is read.
 */
public final class VectorCopier {
  private VectorCopier() {}

  /** Fills a child of a complex vector, whose size is its own; it grows as needed. */
  public static void copyResized(
      ColumnVector from, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
    to.reset();
    to.ensureSize(from.size(), false);
    copyFirst(from, from.size(), to);
  }

  /**
   * Fills slots 0 to size - 1 of Hive's vector with the values of CIF's. If all values are equal,
   * only slot 0 is filled, and the vector is marked as repeating.
   */
  public static void copy(
      ColumnVector from, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
    boolean repeats = repeats(from);
    copyFirst(from, repeats ? 1 : from.size(), to);
    to.isRepeating = repeats;
  }

  /**
   * Returns true if there are values, and all are NULL or all are equal. Returns false for complex
   * values that are not all NULL.
   */
  private static boolean repeats(ColumnVector values) {
    int n = values.size();
    int nulls = values.nullCount();
    if (n == 0 || nulls > 0) {
      return n > 0 && nulls == n;
    }
    return switch (values.type().physical()) {
      case INT -> repeat(((LongVector) values).values, n);
      case FLOAT, DOUBLE -> {
        double[] doubles = ((DoubleVector) values).values;
        yield Arrays.equals(doubles, 0, n - 1, doubles, 1, n);
      }
      case DECIMAL -> {
        DecimalVector decimals = (DecimalVector) values;
        yield repeat(decimals.low, n) && (values.type().isDecimal64() || repeat(decimals.high, n));
      }
      case BYTES -> {
        // Equal bytes at two offsets are not searched for.
        BytesVector bytes = (BytesVector) values;
        yield repeat(bytes.starts, n) && repeat(bytes.lengths, n);
      }
      case TIMESTAMP -> {
        TimestampVector times = (TimestampVector) values;
        yield repeat(times.seconds, n) && repeat(times.nanos, n);
      }
      case LIST, MAP, STRUCT, UNION -> false;
    };
  }

  private static boolean repeat(long[] values, int n) {
    return Arrays.equals(values, 0, n - 1, values, 1, n);
  }

  private static boolean repeat(int[] values, int n) {
    return Arrays.equals(values, 0, n - 1, values, 1, n);
  }

  /** Fills slots 0 to n - 1. */
  private static void copyFirst(
      ColumnVector from, int n, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
    to.isRepeating = false;
    to.noNulls = !from.hasNulls;
    if (from.hasNulls) {
      System.arraycopy(from.nulls, 0, to.isNull, 0, n);
    } else {
      Arrays.fill(to.isNull, 0, n, false);
    }
    switch (from.type().physical()) {
      case INT ->
          System.arraycopy(((LongVector) from).values, 0, ((LongColumnVector) to).vector, 0, n);
      case FLOAT, DOUBLE ->
          System.arraycopy(((DoubleVector) from).values, 0, ((DoubleColumnVector) to).vector, 0, n);
      case DECIMAL -> {
        if (to instanceof Decimal64ColumnVector small) {
          System.arraycopy(((DecimalVector) from).low, 0, small.vector, 0, n);
        } else {
          decimals((DecimalVector) from, n, (DecimalColumnVector) to);
        }
      }
      case BYTES -> bytes((BytesVector) from, n, (BytesColumnVector) to);
      case TIMESTAMP -> timestamps((TimestampVector) from, n, (TimestampColumnVector) to);
      case LIST -> {
        ranges((RangeVector) from, (MultiValuedColumnVector) to);
        copyResized(((ListVector) from).elements(), ((ListColumnVector) to).child);
        ((ListColumnVector) to).childCount = ((ListVector) from).elements().size();
      }
      case MAP -> {
        ranges((RangeVector) from, (MultiValuedColumnVector) to);
        copyResized(((MapVector) from).keys(), ((MapColumnVector) to).keys);
        copyResized(((MapVector) from).values(), ((MapColumnVector) to).values);
        ((MapColumnVector) to).childCount = ((MapVector) from).keys().size();
      }
      case STRUCT -> {
        StructVector struct = (StructVector) from;
        for (int k = 0; k < struct.fieldCount(); k++) {
          copyResized(struct.field(k), ((StructColumnVector) to).fields[k]);
        }
      }
      case UNION -> union((UnionVector) from, (UnionColumnVector) to);
    }
  }

  private static void decimals(DecimalVector from, int n, DecimalColumnVector to) {
    boolean small = from.type().isDecimal64();
    int scale = from.type().scale();
    for (int i = 0; i < n; i++) {
      if (from.isNull(i)) {
        continue;
      }
      if (small) {
        to.vector[i].setFromLongAndScale(from.low[i], scale);
      } else {
        to.vector[i].set(HiveDecimal.create(from.unscaled(i), scale));
      }
    }
  }

  private static void bytes(BytesVector from, int n, BytesColumnVector to) {
    Arrays.fill(to.vector, 0, n, from.data);
    System.arraycopy(from.starts, 0, to.start, 0, n);
    System.arraycopy(from.lengths, 0, to.length, 0, n);
  }

  private static void timestamps(TimestampVector from, int n, TimestampColumnVector to) {
    to.setIsUTC(true);
    for (int i = 0; i < n; i++) {
      if (!from.isNull(i)) {
        to.time[i] = from.seconds[i] * 1000 + from.nanos[i] / 1_000_000;
        to.nanos[i] = from.nanos[i];
      }
    }
  }

  private static void ranges(RangeVector from, MultiValuedColumnVector to) {
    for (int i = 0; i < from.size(); i++) {
      boolean isNull = from.isNull(i);
      to.offsets[i] = isNull ? 0 : from.starts[i];
      to.lengths[i] = isNull ? 0 : from.lengths[i];
    }
  }

  /** Fills a union. Hive's unions hold every branch at the row's own index. */
  private static void union(UnionVector from, UnionColumnVector to) {
    int n = from.size();
    System.arraycopy(from.tags, 0, to.tags, 0, n);
    CifType type = from.type();
    for (int b = 0; b < from.branchCount(); b++) {
      ColumnVector aligned = ColumnVector.create(type.child(b));
      for (int i = 0; i < n; i++) {
        if (!from.isNull(i) && from.tags[i] == b) {
          aligned.append(from.branch(b), from.indexes[i]);
        } else {
          aligned.appendNull();
        }
      }
      copyResized(aligned, to.fields[b]);
    }
  }
}
