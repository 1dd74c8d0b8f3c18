package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.CifType.Physical;
import dev.cif.format.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;

/** What one split has of the columns that Impala asks for. */
final class StoredColumn {
  private StoredColumn() {}

  /**
   * Whether the split has what an expression names; if not, it is NULL in all rows.
   *
   * @throws CifException if the expression does not fit the stored type, that cannot be read as the
   *     wanted one, or a column is missing that may not be
   */
  static boolean exists(
      SplitReader split, ColumnPath expression, ImpalaType wanted, Settings settings)
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
              + CifTypes.advice(leaf));
    }
    return true;
  }

  private static boolean isAbsent(Path place, ColumnPath expression, String what, Settings settings)
      throws CifException {
    if (settings.missingColumns() == Settings.MissingColumns.ERROR) {
      throw CifException.at(
          place,
          null,
          -1,
          "there is no "
              + what
              + ", wanted by '"
              + expression.text()
              + "'; correct the name, or let it be NULL by \""
              + Settings.MISSING_COLUMNS
              + "\": \"null\" in the init string");
    }
    return false;
  }

  private static CifException at(SplitReader split, int index, String message) {
    return CifException.at(split.file(index), split.schema().column(index).name(), -1, message);
  }

  /** The type as which a column is read: the stored one, with string for char. */
  static CifType type(String column, CifType stored) {
    return stored == null ? null : withoutChar(stored);
  }

  private static CifType withoutChar(CifType type) {
    switch (type.kind()) {
      case CHAR:
        return CifType.STRING;
      case ARRAY:
        return CifType.array(withoutChar(type.child(0)));
      case MAP:
        return CifType.map(type.child(0), withoutChar(type.child(1)));
      case STRUCT:
        List<CifType> fields = type.children().stream().map(StoredColumn::withoutChar).toList();
        return CifType.struct(type.fieldNames(), fields);
      default:
        return type;
    }
  }

  /**
   * Turns values into NULL that Impala has no value for, and bytes that are no UTF-8 into what the
   * settings say.
   */
  static UnaryOperator<ColumnVector> view(
      SplitReader split, ColumnPath path, Settings.InvalidUtf8 invalidUtf8) {
    CifType leaf = path.typeIn(split.schema().column(split.schema().indexOf(path.column())).type());
    if (leaf.kind() == Kind.DATE) {
      return StoredColumn::dates;
    }
    if (leaf.physical() == Physical.TIMESTAMP) {
      return StoredColumn::timestamps;
    }
    boolean checked =
        leaf.physical() == Physical.BYTES && invalidUtf8 != Settings.InvalidUtf8.ERROR;
    return checked ? v -> texts((BytesVector) v, invalidUtf8) : null;
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

  private static ColumnVector texts(BytesVector vector, Settings.InvalidUtf8 invalidUtf8) {
    BytesVector result = new BytesVector(vector.type());
    for (int i = 0; i < vector.size(); i++) {
      byte[] bytes = vector.isNull(i) ? null : vector.bytes(i);
      if (bytes == null || Utf8.isValid(bytes)) {
        result.append(vector, i);
      } else if (invalidUtf8 == Settings.InvalidUtf8.NULL) {
        result.appendNull();
      } else {
        result.append(Utf8.replaced(bytes));
      }
    }
    return result;
  }
}
