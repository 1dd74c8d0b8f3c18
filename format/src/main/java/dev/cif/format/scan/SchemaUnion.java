package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * Union of the columns of many split-directories, in the order in which they first occur. Each
 * column has the widest of its types. Not thread-safe.
 */
public final class SchemaUnion {
  private static final List<CifType> INTEGERS =
      List.of(CifType.TINYINT, CifType.SMALLINT, CifType.INT, CifType.BIGINT);
  private static final List<CifType> FLOATS = List.of(CifType.FLOAT, CifType.DOUBLE);

  private record Known(Column column, Path first) {}

  private final Map<String, Known> columns = new LinkedHashMap<>();
  private final String advice;

  /**
   * Creates a union without columns.
   *
   * @param advice end of the error's message about incompatible types: the remedy
   */
  public SchemaUnion(String advice) {
    this.advice = advice;
  }

  /** Adds the columns of a split-directory. */
  public void add(Path directory, CifSchema schema) throws CifException {
    add(directory, schema, name -> true);
  }

  /**
   * Adds the columns of a split-directory.
   *
   * @param typeMatters predicate on a column's name, true if its values are read as stored
   * @throws CifException if a column has a type that is incompatible with earlier ones
   */
  public void add(Path directory, CifSchema schema, Predicate<String> typeMatters)
      throws CifException {
    for (Column column : schema.columns()) {
      String key = CifSchema.foldCase(column.name());
      Known known = columns.putIfAbsent(key, new Known(column, directory));
      if (known == null
          || known.column.type().equals(column.type())
          || !typeMatters.test(column.name())) {
        continue;
      }
      CifType wider = wider(known.column.type(), column.type());
      if (wider == null) {
        throw CifException.at(
            directory,
            column.name(),
            -1,
            "of type "
                + column.type()
                + " here, but "
                + known.column.type()
                + " in "
                + known.first
                + "; "
                + advice);
      }
      Column widened = new Column(known.column.id(), known.column.name(), wider);
      columns.put(key, new Known(widened, known.first));
    }
  }

  /** Returns the one of two types that holds the values of both, or null. */
  private static CifType wider(CifType a, CifType b) {
    for (List<CifType> family : List.of(INTEGERS, FLOATS)) {
      if (family.contains(a) && family.contains(b)) {
        return family.get(Math.max(family.indexOf(a), family.indexOf(b)));
      }
    }
    return null;
  }

  /** Returns all columns, with the ids of the first split-directories that have them. */
  public List<Column> columns() {
    return columns.values().stream().map(Known::column).toList();
  }

  /** Returns the column of a name, ignoring case; null if no split-directory has it. */
  public Column column(String name) {
    Known known = columns.get(CifSchema.foldCase(name));
    return known == null ? null : known.column;
  }
}
