package dev.cif.cli.query;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.List;

/** Column expressions of the command line. */
public final class ColumnPaths {
  private ColumnPaths() {}

  /** Parses a comma-separated list of column expressions. */
  public static List<ColumnPath> parseList(String text) throws QueryException {
    return new Parser(text).columnList();
  }

  /** Returns the type of the part in a table. */
  public static CifType type(ColumnPath path, CifSchema schema) throws QueryException {
    int i = schema.indexOf(path.column());
    if (i < 0) {
      throw new QueryException(
          "no column '"
              + path.column()
              + "'; the table has "
              + schema.columns().stream().map(c -> c.name()).limit(50).toList());
    }
    CifType type = schema.column(i).type();
    CifType part;
    try {
      part = path.typeIn(type);
    } catch (IllegalArgumentException e) {
      throw new QueryException(e.getMessage());
    }
    if (part == null) {
      String field = path.missingField(type);
      throw new QueryException("'" + path.text() + "': " + type + " has no field '" + field + "'");
    }
    return part;
  }
}
