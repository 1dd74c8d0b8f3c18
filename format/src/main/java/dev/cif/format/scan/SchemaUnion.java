package dev.cif.format.scan;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * The columns of many split-directories: those of all of them, in the order in which they first
 * occur, each in the type that holds all of its types (FORMAT.md section 4.1). Not thread-safe.
 */
public final class SchemaUnion {
  /**
   * A column.
   *
   * @param stored types that it has in split-directories, and the first of these
   */
  private record Known(Column column, Map<CifType, Path> stored) {}

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

  /**
   * Begins without a column, for who shows split-directories and reads no values: a column whose
   * types do not go together has the first of them.
   */
  public static SchemaUnion forShow() {
    return new SchemaUnion(null);
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
      Known known = columns.get(key);
      if (known == null) {
        known = new Known(column, new LinkedHashMap<>(Map.of(column.type(), directory)));
        columns.put(key, known);
        continue;
      }
      CifType type = known.column.type();
      if (type.equals(column.type()) || !typeMatters.test(column.name())) {
        continue;
      }
      CifType wider = WiderType.of(type, column.type());
      if (wider == null && advice != null) {
        throw clash(directory, column, known);
      }
      known.stored.putIfAbsent(column.type(), directory);
      Column widened =
          new Column(known.column.id(), known.column.name(), wider == null ? type : wider);
      columns.put(key, new Known(widened, known.stored));
    }
  }

  /** Tells of the first split-directory whose type does not go with that of another. */
  private CifException clash(Path directory, Column column, Known known) {
    Map.Entry<CifType, Path> other =
        known.stored.entrySet().stream()
            .filter(stored -> WiderType.of(stored.getKey(), column.type()) == null)
            .findFirst()
            .orElseThrow();
    return CifException.at(
        directory,
        column.name(),
        -1,
        "of type "
            + column.type()
            + " here, but "
            + other.getKey()
            + " in "
            + other.getValue()
            + "; "
            + advice);
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
