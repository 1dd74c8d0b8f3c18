package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Goal;
import dev.cif.format.internal.encoding.IntsEncoder;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.internal.encoding.StringsEncoder;
import dev.cif.format.internal.io.Output;
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
import java.util.EnumSet;
import java.util.Set;

/** Writes values as the body of a block in layout auto, FORMAT.md section 6. */
public final class AutoEncoder {
  private static final int ALL_PRESENT = 0;
  private static final int ALL_NULL = 1;
  private static final int BITMAP = 2;
  private static final int RUNS = 3;

  private static final int[] NO_PARTS = {};

  private final Goal goal;

  /** Number of nodes around the one that is being written. */
  private int depth;

  /** Lengths in bytes of the parts of the root node, FORMAT.md section 6.3. */
  private int[] parts = NO_PARTS;

  /** Rows that hold each distinct string of the root node; null if these are not known. */
  private int[] distinct;

  private final Set<StreamFeature> features = EnumSet.noneOf(StreamFeature.class);

  private AutoEncoder(Goal goal) {
    this.goal = goal;
  }

  /**
   * Appends the node of all values of the vector.
   *
   * @return encoder, with the parts and the features of the node
   */
  public static AutoEncoder encode(ColumnVector vector, Goal goal, Output out) {
    int[] all = new int[vector.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    AutoEncoder encoder = new AutoEncoder(goal);
    encoder.node(vector, all, all.length, out);
    return encoder;
  }

  /**
   * Returns the lengths in bytes of the parts into which the end of the body may be divided,
   * FORMAT.md section 6.3. Empty if it has none.
   */
  public int[] parts() {
    return parts;
  }

  /**
   * Returns rows of the vector that hold each distinct value. Null if these are not known, or if
   * the values are no strings.
   */
  public int[] distinct() {
    return distinct;
  }

  /** Returns the features that a reader must know. */
  public Set<StreamFeature> features() {
    return features;
  }

  /** Writes the node of the values at the first n of the given rows of the vector. */
  private void node(ColumnVector vector, int[] rows, int n, Output out) {
    Output node = new Output(1024);
    int[] present = rows;
    int p = n;
    if (vector.hasNulls) {
      present = new int[n];
      p = 0;
      for (int i = 0; i < n; i++) {
        if (!vector.nulls[rows[i]]) {
          present[p++] = rows[i];
        }
      }
    }
    presence(vector, rows, n, p, node);
    if (p > 0) {
      depth++;
      body(vector, present, p, node);
      depth--;
    }
    out.sized(node);
  }

  private void presence(ColumnVector vector, int[] rows, int n, int p, Output out) {
    if (p == n) {
      out.u8(ALL_PRESENT);
      return;
    }
    if (p == 0) {
      out.u8(ALL_NULL);
      return;
    }
    long[] runs = new long[n + 1];
    int r = 0;
    boolean wanted = true;
    for (int i = 0; i < n; i++) {
      boolean here = !vector.nulls[rows[i]];
      if (here != wanted) {
        r++;
        wanted = here;
      }
      runs[r]++;
    }
    r++;
    // A run takes about two bytes or more: only long runs beat the bitmap.
    if (r * 2L < n / 8) {
      out.u8(RUNS);
      out.uvarint(r);
      ints(runs, r, out);
      return;
    }
    out.u8(BITMAP);
    int at = out.extend((n + 7) / 8);
    java.util.Arrays.fill(out.array(), at, out.size(), (byte) 0);
    for (int i = 0; i < n; i++) {
      if (!vector.nulls[rows[i]]) {
        out.array()[at + (i >> 3)] |= (byte) (1 << (i & 7));
      }
    }
  }

  private void ints(long[] values, int n, Output out) {
    IntsEncoder.encode(values, 0, n, goal, out);
  }

  /** Writes strings, and returns the rows that hold each distinct one, or null. */
  private int[] strings(BytesVector values, int[] rows, int n, Output out) {
    StringsEncoder written = StringsEncoder.encode(values, rows, n, goal, out);
    features.addAll(written.features());
    return written.distinct();
  }

  private void body(ColumnVector vector, int[] rows, int n, Output out) {
    switch (vector.type().physical()) {
      case INT -> longs(((LongVector) vector).values, rows, n, out);
      case FLOAT, DOUBLE -> doubles((DoubleVector) vector, rows, n, out);
      case DECIMAL -> {
        DecimalVector decimals = (DecimalVector) vector;
        if (!vector.type().isDecimal64()) {
          longs(decimals.high, rows, n, out);
        }
        longs(decimals.low, rows, n, out);
      }
      case BYTES -> {
        int[] found = strings((BytesVector) vector, rows, n, out);
        distinct = depth == 1 ? found : distinct;
      }
      case TIMESTAMP -> {
        longs(((TimestampVector) vector).seconds, rows, n, out);
        ints(widen(((TimestampVector) vector).nanos, rows, n), n, out);
      }
      case LIST -> {
        ListVector lists = (ListVector) vector;
        ints(widen(lists.lengths, rows, n), n, out);
        int[] elements = parts(lists, rows, n);
        node(lists.elements(), elements, elements.length, out);
      }
      case MAP -> maps((MapVector) vector, rows, n, out);
      case STRUCT -> {
        StructVector structs = (StructVector) vector;
        int[] fields = new int[structs.fieldCount()];
        for (int k = 0; k < fields.length; k++) {
          int before = out.size();
          node(structs.field(k), rows, n, out);
          fields[k] = out.size() - before;
        }
        endParts(fields);
      }
      case UNION -> union((UnionVector) vector, rows, n, out);
    }
  }

  private void maps(MapVector maps, int[] rows, int n, Output out) {
    int[] entries = parts(maps, rows, n);
    if (maps.keys().hasNulls) {
      rejectNullKeys(maps.keys(), entries);
    }
    MapKeyColumns columns = MapKeyColumns.of(maps, rows, n, entries);
    if (columns == null) {
      out.u8(MapNode.FORM);
      ints(widen(maps.lengths, rows, n), n, out);
      node(maps.keys(), entries, entries.length, out);
      node(maps.values(), entries, entries.length, out);
      return;
    }
    int g = columns.size();
    out.u8(MapColumnsNode.FORM);
    out.uvarint(g);
    node(maps.keys(), columns.keys(), g, out);
    ints(columns.counts(), g + 1, out);
    strings(columns.shapes(), null, n, out);
    int[] lengths = new int[g + 1];
    for (int column = 0; column <= g; column++) {
      int before = out.size();
      int[] values = columns.entries(column);
      if (column == g) {
        node(maps.keys(), values, values.length, out);
      }
      node(maps.values(), values, values.length, out);
      lengths[column] = out.size() - before;
    }
    endParts(lengths);
  }

  /** Remembers the lengths of the parts if the node is the root. */
  private void endParts(int[] lengths) {
    if (depth == 1) {
      parts = lengths;
    }
  }

  private static void rejectNullKeys(ColumnVector keys, int[] entries) {
    for (int i : entries) {
      if (keys.isNull(i)) {
        throw new IllegalArgumentException("a map has a NULL key, which CIF does not store");
      }
    }
  }

  private void longs(long[] values, int[] rows, int n, Output out) {
    if (rows.length == n && n > 0 && rows[n - 1] - rows[0] == n - 1) {
      // Ascending without gaps: the values are read in place.
      IntsEncoder.encode(values, rows[0], n, goal, out);
      return;
    }
    long[] dense = new long[n];
    for (int i = 0; i < n; i++) {
      dense[i] = values[rows[i]];
    }
    ints(dense, n, out);
  }

  private void doubles(DoubleVector vector, int[] rows, int n, Output out) {
    boolean isFloat = vector.type().kind() == CifType.Kind.FLOAT;
    long[] bits = new long[n];
    for (int i = 0; i < n; i++) {
      double d = vector.values[rows[i]];
      bits[i] = isFloat ? Float.floatToRawIntBits((float) d) : Double.doubleToRawLongBits(d);
    }
    int width = isFloat ? Float.BYTES : Double.BYTES;
    features.addAll(IntsEncoder.encodeFloats(bits, n, width, goal, out));
  }

  private static long[] widen(int[] values, int[] rows, int n) {
    long[] wide = new long[n];
    for (int i = 0; i < n; i++) {
      wide[i] = values[rows[i]];
    }
    return wide;
  }

  /** Returns the indexes of the rows' parts in the child vectors. */
  private static int[] parts(RangeVector vector, int[] rows, int n) {
    long total = 0;
    for (int i = 0; i < n; i++) {
      total += vector.lengths[rows[i]];
    }
    if (total > AutoBlock.MAX_VALUES) {
      throw new IllegalArgumentException(
          "a block of " + total + " entries; at most " + AutoBlock.MAX_VALUES + " can be");
    }
    int[] parts = new int[(int) total];
    int at = 0;
    for (int i = 0; i < n; i++) {
      int start = vector.starts[rows[i]];
      for (int k = 0; k < vector.lengths[rows[i]]; k++) {
        parts[at++] = start + k;
      }
    }
    return parts;
  }

  private void union(UnionVector vector, int[] rows, int n, Output out) {
    ints(widen(vector.tags, rows, n), n, out);
    int[] indexes = new int[n];
    for (int tag = 0; tag < vector.branchCount(); tag++) {
      int count = 0;
      for (int i = 0; i < n; i++) {
        if (vector.tags[rows[i]] == tag) {
          indexes[count++] = vector.indexes[rows[i]];
        }
      }
      node(vector.branch(tag), indexes, count, out);
    }
  }
}
