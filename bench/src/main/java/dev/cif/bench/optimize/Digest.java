package dev.cif.bench.optimize;

import dev.cif.bench.data.Checksum;
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

/** Hash of a sequence of values of any type. Not thread-safe. */
final class Digest {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private long value;

  long value() {
    return value;
  }

  void add(ColumnVector values) {
    for (int i = 0; i < values.size(); i++) {
      add(values, i);
    }
  }

  private void add(long number) {
    value = (value ^ number) * PRIME + 1;
  }

  private void add(ColumnVector values, int i) {
    if (values.isNull(i)) {
      add(-1);
    } else if (values instanceof LongVector longs) {
      add(longs.values[i]);
    } else if (values instanceof DoubleVector doubles) {
      add(Double.doubleToRawLongBits(doubles.values[i]));
    } else if (values instanceof DecimalVector decimals) {
      add(decimals.unscaled(i).hashCode());
    } else if (values instanceof BytesVector bytes) {
      add(Checksum.hash(bytes.data, bytes.starts[i], bytes.lengths[i]));
    } else if (values instanceof TimestampVector times) {
      add(times.seconds[i]);
      add(times.nanos[i]);
    } else if (values instanceof ListVector lists) {
      addRange(lists, i, lists.elements());
    } else if (values instanceof MapVector maps) {
      addRange(maps, i, maps.keys());
      addRange(maps, i, maps.values());
    } else if (values instanceof StructVector structs) {
      for (int field = 0; field < structs.fieldCount(); field++) {
        add(structs.field(field), i);
      }
    } else if (values instanceof UnionVector unions) {
      add(unions.tags[i]);
      add(unions.branch(unions.tags[i]), unions.indexes[i]);
    } else {
      throw new IllegalArgumentException("values of " + values.getClass());
    }
  }

  private void addRange(RangeVector ranges, int i, ColumnVector parts) {
    add(ranges.lengths[i]);
    for (int part = 0; part < ranges.lengths[i]; part++) {
      add(parts, ranges.starts[i] + part);
    }
  }
}
