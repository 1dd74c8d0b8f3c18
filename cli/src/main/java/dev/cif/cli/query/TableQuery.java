package dev.cif.cli.query;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Query that reads column expressions of the rows of a table that satisfy a condition, split by
 * split. Not thread-safe.
 */
public final class TableQuery {
  private static final int WINDOW_ROWS = 1024;

  /** Approximate bytes of values that are held at once. */
  private static final long WINDOW_BYTES = 8L << 20;

  /** Receiver of the rows. */
  public interface Consumer {
    /**
     * Takes a row.
     *
     * @param values one a column expression, null or a NULL value for NULL; valid during the call
     * @return true if more rows are wanted
     */
    boolean row(Value[] values) throws IOException;
  }

  private final TableSchema table;
  private final CifSchema schema;
  private final List<ColumnPath> columns;
  private final Predicate filter;

  /**
   * Creates a query.
   *
   * @param columns column expressions to read
   * @param condition condition on the rows, null for all
   * @throws QueryException if an expression or the condition does not fit the table
   */
  public TableQuery(TableSchema table, List<ColumnPath> columns, Condition condition)
      throws QueryException {
    this.table = table;
    this.schema = table.readable();
    this.columns = List.copyOf(columns);
    for (ColumnPath column : columns) {
      ColumnPaths.type(column, schema);
    }
    this.filter = condition == null ? null : Filter.of(condition, schema);
  }

  /** Passes the rows to a consumer until it wants no more. */
  public void run(Consumer consumer) throws IOException {
    List<String> wanted = columns();
    try {
      for (FoundSplit found : table.splits()) {
        try (SplitReader split =
            found.read(ReadOptions.DEFAULT, table.columnsOf(found).only(wanted))) {
          if (!run(split, consumer)) {
            return;
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the names of the columns that are read. */
  private List<String> columns() {
    Stream<ColumnPath> conditions = filter == null ? Stream.of() : filter.paths().stream();
    return Stream.concat(columns.stream(), conditions).map(ColumnPath::column).toList();
  }

  /** Passes the rows of a split to a consumer; returns true if more are wanted. */
  private boolean run(SplitReader split, Consumer consumer) throws IOException {
    Scan.Builder wishes = Scan.of(split).types((c, stored) -> type(c)).windowBytes(WINDOW_BYTES);
    Scan scan = (filter == null ? wishes : wishes.filter(filter)).open();
    List<ScanColumn> outputs = new ArrayList<>();
    for (ColumnPath path : columns) {
      outputs.add(scan.column(path));
    }
    Value[] values = new Value[outputs.size()];
    ColumnVector[] vectors = new ColumnVector[values.length];
    while (scan.next(WINDOW_ROWS)) {
      for (int c = 0; c < vectors.length; c++) {
        vectors[c] = outputs.get(c).values();
      }
      for (int i = 0; i < scan.count(); i++) {
        for (int c = 0; c < values.length; c++) {
          values[c] = Value.of(vectors[c], i);
        }
        if (!consumer.row(values)) {
          return false;
        }
      }
    }
    return true;
  }

  private CifType type(String column) {
    return schema.column(schema.indexOf(column)).type();
  }
}
