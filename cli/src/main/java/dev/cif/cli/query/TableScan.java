package dev.cif.cli.query;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.RowRanges;
import dev.cif.format.SplitReader;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads column expressions of the rows of a table that satisfy a condition.
 *
 * <p>In each split the condition first leaves out blocks by their statistics; then its own columns
 * are read, and the others only for the rows that satisfy it. Not thread-safe.
 */
public final class TableScan {
  private static final int FILTERED_ROWS = 1024;
  private static final int OUTPUT_ROWS = 64;

  /** Takes the rows. */
  public interface Consumer {
    /**
     * Takes a row.
     *
     * @param values one a column expression, null or a NULL value for NULL; valid during the call
     * @return whether more rows are wanted
     */
    boolean row(Value[] values) throws IOException;
  }

  private final FileSystem fs;
  private final TableSchema table;
  private final List<ColumnPath> columns;
  private final Condition condition;
  private final Filter filter;

  /**
   * A scan.
   *
   * @param columns what to read
   * @param condition which rows, null for all
   * @throws QueryException if an expression or the condition does not fit the table
   */
  public TableScan(FileSystem fs, TableSchema table, List<ColumnPath> columns, Condition condition)
      throws QueryException {
    this.fs = fs;
    this.table = table;
    this.columns = List.copyOf(columns);
    this.condition = condition;
    for (ColumnPath column : columns) {
      column.type(table.schema());
    }
    this.filter = condition == null ? null : new Filter(condition, table.schema());
  }

  /** Gives the rows to a consumer until it wants no more. */
  public void run(Consumer consumer) throws IOException {
    try {
      for (Path path : table.splits()) {
        try (SplitReader split = SplitReader.open(fs, path)) {
          if (!new OfSplit(split, consumer).run()) {
            return;
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private CifType columnType(ColumnPath path) {
    CifSchema schema = table.schema();
    return schema.column(schema.indexOf(path.column())).type();
  }

  /** The scan of one split. */
  private final class OfSplit {
    private final SplitReader split;
    private final Consumer consumer;
    private final Map<ColumnPath, PathReader> filterReaders = new LinkedHashMap<>();
    private final List<PathReader> outputReaders = new ArrayList<>();
    private final int[] selected = new int[FILTERED_ROWS];

    OfSplit(SplitReader split, Consumer consumer) throws IOException {
      this.split = split;
      this.consumer = consumer;
      if (filter != null) {
        for (ColumnPath path : filter.paths()) {
          filterReaders.put(path, new PathReader(split, path, columnType(path)));
        }
      }
      for (ColumnPath path : columns) {
        outputReaders.add(new PathReader(split, path, columnType(path)));
      }
    }

    boolean run() throws IOException {
      RowRanges ranges =
          filter == null
              ? RowRanges.all(split.rows())
              : split.select(Pushdown.of(condition, table.schema(), split.schema()));
      for (RowRanges.Range range : ranges.ranges()) {
        for (long row = range.from(); row < range.to(); row += FILTERED_ROWS) {
          int rows = (int) Math.min(FILTERED_ROWS, range.to() - row);
          if (!output(row, select(row, rows))) {
            return false;
          }
        }
      }
      return true;
    }

    /** Finds the rows that satisfy the condition and returns their number. */
    private int select(long row, int rows) throws IOException {
      for (int i = 0; i < rows; i++) {
        selected[i] = i;
      }
      if (filter == null) {
        return rows;
      }
      for (PathReader reader : filterReaders.values()) {
        reader.read(row, selected, 0, rows);
      }
      int count = 0;
      for (int i = 0; i < rows; i++) {
        int index = i;
        if (filter.accepts(path -> object(filterReaders.get(path).value(index)))) {
          selected[count++] = i;
        }
      }
      return count;
    }

    /** A complex value stands for its presence: IS NULL is all that a condition asks of it. */
    private static Object object(Value value) {
      boolean complex = value != null && !value.isNull() && !value.type().kind().isPrimitive();
      return complex ? value : Scalars.of(value);
    }

    private boolean output(long row, int count) throws IOException {
      Value[] values = new Value[outputReaders.size()];
      for (int done = 0; done < count; done += OUTPUT_ROWS) {
        int rows = Math.min(OUTPUT_ROWS, count - done);
        for (PathReader reader : outputReaders) {
          reader.read(row, selected, done, rows);
        }
        for (int i = 0; i < rows; i++) {
          for (int c = 0; c < values.length; c++) {
            values[c] = outputReaders.get(c).value(i);
          }
          if (!consumer.row(values)) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
