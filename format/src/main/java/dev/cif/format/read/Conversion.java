package dev.cif.format.read;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.vector.UnionVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Converts values of a stored type to a wanted type. Types widen, structs are cut to the wanted
 * fields, and fields that are not stored are NULL.
 */
abstract class Conversion {
  /** Appends value {@code i} of the source, converted. */
  final void append(ColumnVector source, int i, ColumnVector out) {
    if (source.isNull(i)) {
      out.appendNull();
    } else {
      appendPresent(source, i, out);
    }
  }

  abstract void appendPresent(ColumnVector source, int i, ColumnVector out);

  /** Returns the conversion of part {@code k} of a complex type. */
  Conversion child(int k) {
    throw new IllegalStateException();
  }

  /** Returns true if values stay equal, so that a look-up in the source finds the same. */
  boolean keepsValues() {
    return false;
  }

  /** Excludes the fields that are not wanted from the source vector. */
  void exclude(ColumnVector source) {}

  /**
   * Returns the conversion between two types.
   *
   * @return null if there is none
   */
  static Conversion of(CifType from, CifType to) {
    if (from.equals(to)) {
      return new Copy();
    }
    return switch (to.kind()) {
      case SMALLINT, INT, BIGINT -> {
        boolean wider = from.isInteger() && from.kind().compareTo(to.kind()) <= 0;
        yield wider ? new ToLong() : null;
      }
      case FLOAT, DOUBLE -> toDouble(from, to);
      case DECIMAL ->
          from.isInteger() || from.kind() == Kind.DECIMAL ? new ToDecimal(from, to) : null;
      case STRING -> {
        if (from.kind() == Kind.VARCHAR || from.kind() == Kind.CHAR) {
          yield new Copy();
        }
        yield hasText(from) ? new ToText(from, to) : null;
      }
      case VARCHAR, CHAR -> hasText(from) ? new ToText(from, to) : null;
      case ARRAY, MAP, UNION, STRUCT -> from.kind() == to.kind() ? complex(from, to) : null;
      case BOOLEAN, TINYINT, BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ -> null;
    };
  }

  private static Conversion toDouble(CifType from, CifType to) {
    if (from.isInteger()) {
      return new LongToDouble(to.kind() == Kind.FLOAT);
    }
    if (from.kind() == Kind.FLOAT) {
      return new Copy();
    }
    return from.kind() == Kind.DECIMAL ? new DecimalToDouble(to.kind() == Kind.FLOAT) : null;
  }

  private static boolean hasText(CifType type) {
    return type.kind().isPrimitive()
        && type.kind() != Kind.BINARY
        && type.kind() != Kind.TIMESTAMP_LTZ;
  }

  private static Conversion complex(CifType from, CifType to) {
    Conversion[] children = new Conversion[to.children().size()];
    int[] sources = new int[children.length];
    for (int k = 0; k < children.length; k++) {
      sources[k] = to.kind() == Kind.STRUCT ? from.fieldIndex(to.fieldNames().get(k)) : k;
      if (sources[k] >= from.children().size() || sources[k] == CifType.AMBIGUOUS) {
        return null;
      }
      if (sources[k] >= 0) {
        children[k] = of(from.child(sources[k]), to.child(k));
        if (children[k] == null) {
          return null;
        }
      }
    }
    if (to.kind() == Kind.STRUCT) {
      return new OfStruct(from, children, sources);
    }
    return from.children().size() > children.length ? null : new OfParts(children);
  }

  private static final class Copy extends Conversion {
    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      out.append(source, i);
    }

    @Override
    Conversion child(int k) {
      return this;
    }

    @Override
    boolean keepsValues() {
      return true;
    }
  }

  private static final class ToLong extends Conversion {
    @Override
    boolean keepsValues() {
      return true;
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      ((LongVector) out).append(((LongVector) source).values[i]);
    }
  }

  private static final class LongToDouble extends Conversion {
    private final boolean toFloat;

    LongToDouble(boolean toFloat) {
      this.toFloat = toFloat;
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      long value = ((LongVector) source).values[i];
      ((DoubleVector) out).append(toFloat ? (float) value : (double) value);
    }
  }

  private static final class DecimalToDouble extends Conversion {
    private final boolean toFloat;

    DecimalToDouble(boolean toFloat) {
      this.toFloat = toFloat;
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      BigDecimal value = ((DecimalVector) source).decimal(i);
      ((DoubleVector) out).append(toFloat ? value.floatValue() : value.doubleValue());
    }
  }

  /**
   * Conversion to decimal. Rounds half up as Hive does; a value that does not fit the precision
   * becomes NULL.
   */
  private static final class ToDecimal extends Conversion {
    private final boolean fromInteger;
    private final CifType to;

    ToDecimal(CifType from, CifType to) {
      this.fromInteger = from.isInteger();
      this.to = to;
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      BigDecimal value =
          fromInteger
              ? BigDecimal.valueOf(((LongVector) source).values[i])
              : ((DecimalVector) source).decimal(i);
      BigDecimal scaled = value.setScale(to.scale(), RoundingMode.HALF_UP);
      if (scaled.precision() > to.precision()) {
        out.appendNull();
      } else {
        ((DecimalVector) out).append(scaled.unscaledValue());
      }
    }
  }

  /**
   * Conversion to text, as Hive's CAST does it. Decimals have no trailing zeros, as in Hive's ORC
   * and Parquet readers.
   */
  private static final class ToText extends Conversion {
    private static final DateTimeFormatter SECONDS =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", java.util.Locale.ROOT);

    private final CifType from;
    private final CifType to;

    ToText(CifType from, CifType to) {
      this.from = from;
      this.to = to;
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      String text = text(source, i);
      if (to.kind() != Kind.STRING && text.codePointCount(0, text.length()) > to.length()) {
        text = text.substring(0, text.offsetByCodePoints(0, to.length()));
      }
      if (to.kind() == Kind.CHAR) {
        text = text.replaceAll(" +$", "");
      }
      ((BytesVector) out).append(text);
    }

    private String text(ColumnVector source, int i) {
      return switch (from.kind()) {
        case BOOLEAN -> ((LongVector) source).values[i] != 0 ? "TRUE" : "FALSE";
        case DATE -> LocalDate.ofEpochDay(((LongVector) source).values[i]).toString();
        case FLOAT -> Float.toString((float) ((DoubleVector) source).values[i]);
        case DOUBLE -> Double.toString(((DoubleVector) source).values[i]);
        case DECIMAL -> ((DecimalVector) source).decimal(i).stripTrailingZeros().toPlainString();
        case TIMESTAMP -> timestamp((TimestampVector) source, i);
        case STRING, VARCHAR, CHAR -> ((BytesVector) source).string(i);
        case TINYINT, SMALLINT, INT, BIGINT -> Long.toString(((LongVector) source).values[i]);
        case BINARY, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(from);
      };
    }

    private static String timestamp(TimestampVector source, int i) {
      int nanos = source.nanos[i];
      String whole =
          LocalDateTime.ofEpochSecond(source.seconds[i], 0, ZoneOffset.UTC).format(SECONDS);
      String fraction = String.format(java.util.Locale.ROOT, ".%09d", nanos);
      return nanos == 0 ? whole : whole + fraction.replaceAll("0+$", "");
    }
  }

  /** Conversion of lists, maps and unions. */
  private static final class OfParts extends Conversion {
    private final Conversion[] children;

    OfParts(Conversion[] children) {
      this.children = children;
    }

    @Override
    Conversion child(int k) {
      return children[k];
    }

    @Override
    void exclude(ColumnVector source) {
      if (source instanceof ListVector list) {
        children[0].exclude(list.elements());
      } else if (source instanceof MapVector map) {
        children[1].exclude(map.values());
      } else if (source instanceof UnionVector union) {
        for (int k = 0; k < union.branchCount(); k++) {
          children[k].exclude(union.branch(k));
        }
      }
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      if (source instanceof ListVector from) {
        ListVector to = (ListVector) out;
        to.append(from.lengths[i]);
        for (int k = 0; k < from.lengths[i]; k++) {
          children[0].append(from.elements(), from.starts[i] + k, to.elements());
        }
      } else if (source instanceof MapVector from) {
        MapVector to = (MapVector) out;
        to.append(from.lengths[i]);
        for (int k = 0; k < from.lengths[i]; k++) {
          children[0].append(from.keys(), from.starts[i] + k, to.keys());
          children[1].append(from.values(), from.starts[i] + k, to.values());
        }
      } else {
        UnionVector from = (UnionVector) source;
        UnionVector to = (UnionVector) out;
        int tag = from.tags[i];
        to.append(tag);
        children[tag].append(from.branch(tag), from.indexes[i], to.branch(tag));
      }
    }
  }

  private static final class OfStruct extends Conversion {
    private final CifType from;
    private final Conversion[] children;
    private final int[] sources;

    OfStruct(CifType from, Conversion[] children, int[] sources) {
      this.from = from;
      this.children = children;
      this.sources = sources;
    }

    @Override
    void exclude(ColumnVector source) {
      StructVector struct = (StructVector) source;
      boolean[] wanted = new boolean[from.children().size()];
      for (int k = 0; k < sources.length; k++) {
        if (sources[k] >= 0) {
          wanted[sources[k]] = true;
          children[k].exclude(struct.field(sources[k]));
        }
      }
      for (int k = 0; k < wanted.length; k++) {
        if (!wanted[k]) {
          struct.exclude(k);
        }
      }
    }

    @Override
    void appendPresent(ColumnVector source, int i, ColumnVector out) {
      StructVector to = (StructVector) out;
      to.append();
      for (int k = 0; k < sources.length; k++) {
        if (sources[k] < 0) {
          to.field(k).appendNull();
        } else {
          children[k].append(((StructVector) source).field(sources[k]), i, to.field(k));
        }
      }
    }
  }
}
