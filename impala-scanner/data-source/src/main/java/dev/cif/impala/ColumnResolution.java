package dev.cif.impala;

import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnView;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Resolution of Impala's columns against one split. */
final class ColumnResolution {
  private ColumnResolution() {}

  /**
   * Returns true if the split has the column or part of an expression. If it does not, all rows are
   * NULL.
   *
   * @throws CifException if the expression does not fit the stored type, if that cannot be read as
   *     the wanted one, or if a column is missing that must be there
   */
  static boolean exists(
      SplitReader split, ColumnPath expression, ImpalaType wanted, InitString settings)
      throws CifException {
    int index = split.schema().indexOf(expression.column());
    if (index < 0) {
      String column = "column '" + expression.column() + "'";
      return isAbsent(split.directory(), expression, column, settings);
    }
    CifType leaf;
    try {
      leaf = expression.typeIn(split.schema().column(index).type());
    } catch (IllegalArgumentException e) {
      throw at(split, index, e.getMessage());
    }
    if (leaf == null) {
      String field = expression.missingField(split.schema().column(index).type());
      return isAbsent(split.file(index), expression, "field '" + field + "'", settings);
    }
    if (!CifTypes.isReadableAs(leaf, wanted)) {
      throw at(
          split,
          index,
          (expression.isWholeColumn() ? "stored" : expression.text() + " is stored")
              + " as "
              + leaf
              + ", which cannot be read as Impala's "
              + wanted
              + "; "
              + CifTypes.advice(leaf, wanted));
    }
    return true;
  }

  /** Returns true if a column of type DOUBLE may show other numbers than a split has. */
  static boolean isRounded(SplitReader split, ColumnPath path) {
    int index = split.schema().indexOf(path.column());
    try {
      CifType leaf = index < 0 ? null : path.typeIn(split.schema().column(index).type());
      return leaf != null && CifTypes.areRounded(leaf);
    } catch (IllegalArgumentException e) {
      // The scan says what does not fit.
      return false;
    }
  }

  private static boolean isAbsent(
      Path place, ColumnPath expression, String what, InitString settings) throws CifException {
    if (settings.missingColumns() == InitString.MissingColumns.ERROR) {
      throw CifException.at(
          place,
          null,
          -1,
          "there is no "
              + what
              + ", wanted by '"
              + expression.text()
              + "'; correct the name, or let it be NULL by \""
              + InitString.MISSING_COLUMNS
              + "\": \"null\" in the init string");
    }
    return false;
  }

  private static CifException at(SplitReader split, int index, String message) {
    return CifException.at(split.file(index), split.schema().column(index).name(), -1, message);
  }

  /** Returns the type to read a column as: the stored one, with string in place of char. */
  static CifType type(String column, CifType stored) {
    return stored == null ? null : withoutChar(stored);
  }

  private static CifType withoutChar(CifType type) {
    return switch (type.kind()) {
      case CHAR -> CifType.STRING;
      case ARRAY -> CifType.array(withoutChar(type.child(0)));
      case MAP -> CifType.map(type.child(0), withoutChar(type.child(1)));
      case STRUCT -> {
        List<CifType> fields = type.children().stream().map(ColumnResolution::withoutChar).toList();
        yield CifType.struct(type.fieldNames(), fields);
      }
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR -> type;
      case BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ, UNION -> type;
    };
  }

  /**
   * Returns a view that replaces values; null for the values themselves. Values that Impala lacks
   * become NULL, and maps, lists and structs JSON texts. Bytes that are not UTF-8 are treated
   * according to the settings.
   *
   * @param isDouble true if the values are wanted as doubles
   */
  static ColumnView view(
      SplitReader split, ColumnPath path, boolean isDouble, InitString.InvalidUtf8 invalidUtf8) {
    int index = split.schema().indexOf(path.column());
    CifType leaf = path.typeIn(split.schema().column(index).type());
    if (isDouble && isRounded(split, path)) {
      return new DoubleView();
    }
    if (JsonTexts.isJson(leaf)) {
      return new JsonView(split, index, invalidUtf8);
    }
    if (leaf.kind() == Kind.DATE) {
      return (OfOneType) ColumnResolution::dates;
    }
    if (leaf.physical() == Physical.TIMESTAMP) {
      return (OfOneType) ColumnResolution::timestamps;
    }
    boolean checked =
        leaf.physical() == Physical.BYTES && invalidUtf8 != InitString.InvalidUtf8.ERROR;
    return checked ? (OfOneType) v -> texts((BytesVector) v, invalidUtf8) : null;
  }

  /** View whose values are of the type that is read. */
  private interface OfOneType extends ColumnView {
    @Override
    default CifType type(CifType read) {
      return read;
    }
  }

  /** View of values as JSON texts. */
  private record JsonView(SplitReader split, int column, InitString.InvalidUtf8 invalidUtf8)
      implements ColumnView {
    @Override
    public CifType type(CifType read) {
      return CifType.STRING;
    }

    @Override
    public ColumnVector of(ColumnVector values) throws IOException {
      try {
        return JsonTexts.of(values, invalidUtf8);
      } catch (CifException e) {
        throw at(split, column, e.getMessage());
      }
    }
  }

  /** View of decimals and integers as the nearest doubles. */
  private record DoubleView() implements ColumnView {
    @Override
    public CifType type(CifType read) {
      return CifType.DOUBLE;
    }

    @Override
    public ColumnVector of(ColumnVector values) {
      DoubleVector doubles = new DoubleVector(CifType.DOUBLE);
      for (int i = 0; i < values.size(); i++) {
        if (values.isNull(i)) {
          doubles.appendNull();
        } else {
          doubles.append(Cells.nearestDouble(values, i));
        }
      }
      return doubles;
    }
  }

  private static ColumnVector dates(ColumnVector vector) {
    for (int i = 0; i < vector.size(); i++) {
      if (!vector.isNull(i) && Cells.date(((LongVector) vector).values[i]) == null) {
        vector.setNull(i);
      }
    }
    return vector;
  }

  private static ColumnVector timestamps(ColumnVector vector) {
    for (int i = 0; i < vector.size(); i++) {
      if (!vector.isNull(i) && !Cells.isTimestamp(((TimestampVector) vector).seconds[i])) {
        vector.setNull(i);
      }
    }
    return vector;
  }

  private static ColumnVector texts(BytesVector vector, InitString.InvalidUtf8 invalidUtf8) {
    BytesVector result = new BytesVector(vector.type());
    for (int i = 0; i < vector.size(); i++) {
      byte[] bytes = vector.isNull(i) ? null : vector.bytes(i);
      if (bytes == null || Utf8.isValid(bytes)) {
        result.append(vector, i);
      } else if (invalidUtf8 == InitString.InvalidUtf8.NULL) {
        result.appendNull();
      } else {
        result.append(Utf8.replaced(bytes));
      }
    }
    return result;
  }
}
