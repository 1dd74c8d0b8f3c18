package dev.cif.impala;

import dev.cif.format.read.ReadMetrics;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.schema.CifException;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cursor over the wanted rows of one split, in order. Not thread-safe. */
final class SplitCursor implements Closeable {
  /** Maximum number of rows that are evaluated at once. */
  private static final int MAX_WINDOW = 1024;

  /** Approximate maximum number of bytes of values in memory. */
  private static final long WINDOW_BYTES = 8L << 20;

  /**
   * Source of one of Impala's columns.
   *
   * @param stored null if the value is the same in all rows
   * @param constant that value
   * @param place place of the stored values, for errors
   */
  private record Output(ImpalaType type, ScanColumn stored, Object constant, String place) {}

  private final ImpalaTable table;
  private final ImpalaSplit split;
  private final SplitReader reader;
  private final Scan scan;
  private final List<Output> outputs = new ArrayList<>();

  /** Number of the window's wanted rows that were given out. */
  private int taken;

  SplitCursor(
      ImpalaTable table, ImpalaSplit split, Conditions conditions, List<OutputColumn> columns)
      throws IOException {
    this.table = table;
    this.split = split;
    this.reader = table.open(split);
    try {
      this.scan = open(conditions, columns);
      for (OutputColumn column : columns) {
        outputs.add(output(column));
      }
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private Scan open(Conditions conditions, List<OutputColumn> columns) throws IOException {
    List<OutputColumn> all = new ArrayList<>(columns);
    all.addAll(conditions.columns());
    Set<ColumnPath> doubles = table.settings().doubles(all);
    expectOneForm(all, doubles);
    InitString.InvalidUtf8 invalidUtf8 = table.settings().invalidUtf8();
    Scan.Builder wishes =
        Scan.of(reader)
            .types(ColumnResolution::type)
            .views(path -> ColumnResolution.view(reader, path, doubles.contains(path), invalidUtf8))
            .windowBytes(WINDOW_BYTES);
    if (conditions.isEmpty()) {
      return wishes.open();
    }
    Map<ColumnPath, ColumnVector> missing = new HashMap<>();
    for (OutputColumn column : conditions.columns()) {
      ColumnPath path = table.settings().expression(column.name());
      if (!split.isKey(path) && !exists(path, column.type())) {
        missing.put(path, Cells.vector(column.type(), constant(path, column.type())));
      }
    }
    Predicate wanted = ConstantValues.fold(conditions.on(split, table.settings()), missing::get);
    return wishes.filter(wanted).prune(table.onBlocks(reader, split, conditions)).open();
  }

  /** Checks that no column wants a number as it is stored that another wants as a double. */
  private void expectOneForm(List<OutputColumn> columns, Set<ColumnPath> doubles)
      throws CifException {
    for (OutputColumn column : columns) {
      ColumnPath path = table.settings().expression(column.name());
      boolean isDouble = column.type().kind() == ImpalaType.Kind.DOUBLE;
      if (!isDouble && doubles.contains(path) && ColumnResolution.isRounded(reader, path)) {
        throw CifException.at(
            reader.directory(),
            path.column(),
            -1,
            "a query wants '"
                + path.text()
                + "' as DOUBLE and as "
                + column.type()
                + "; ask for one of the two columns at a time");
      }
    }
  }

  private boolean exists(ColumnPath path, ImpalaType type) throws CifException {
    boolean isLacking = reader.schema().indexOf(path.column()) < 0;
    return !(isLacking && table.isColumn(path.column()))
        && ColumnResolution.exists(reader, path, type, table.settings());
  }

  /** Returns the value of a column that the split lacks: the table's default, or null for NULL. */
  private Object constant(ColumnPath path, ImpalaType type) throws IOException {
    ColumnVector value = path.isWholeColumn() ? reader.defaultOf(path.column()) : null;
    if (value == null) {
      return null;
    }
    if (!CifTypes.isReadableAs(value.type(), type)) {
      throw CifException.at(
          reader.directory(),
          path.column(),
          -1,
          "the table's default is a "
              + value.type()
              + ", which cannot be read as Impala's "
              + type);
    }
    return Cells.get(
        type,
        JsonTexts.isJson(value.type())
            ? JsonTexts.of(value, table.settings().invalidUtf8())
            : value,
        0);
  }

  private Output output(OutputColumn column) throws IOException {
    ColumnPath path = table.settings().expression(column.name());
    String place = split.directory().toString();
    if (split.isKey(path)) {
      Object value = split.value(path.column(), column.type());
      return new Output(column.type(), null, value, place);
    }
    if (!exists(path, column.type())) {
      return new Output(column.type(), null, constant(path, column.type()), place);
    }
    int stored = reader.schema().indexOf(path.column());
    String name = reader.schema().column(stored).name();
    place = reader.file(stored) + ", column '" + name + "'";
    return new Output(column.type(), scan.column(path), null, place);
  }

  /**
   * Adds rows to a batch until it is full or the split ends.
   *
   * @return true if there may be more rows
   */
  boolean fill(Batch batch) throws IOException {
    while (batch.room() > 0) {
      if (taken == scan.count()) {
        taken = 0;
        if (!scan.next(MAX_WINDOW)) {
          return false;
        }
      }
      int count = Math.min(batch.room(), scan.count() - taken);
      for (int k = 0; k < outputs.size(); k++) {
        add(batch, k, count);
      }
      batch.addRows(count);
      taken += count;
    }
    return taken < scan.count() || scan.nextRow() < reader.rows();
  }

  private void add(Batch batch, int column, int count) throws IOException {
    Output output = outputs.get(column);
    ColumnVector values = output.stored == null ? null : output.stored.values();
    for (int i = taken; i < taken + count; i++) {
      Object value = values == null ? output.constant : Cells.get(output.type, values, i);
      try {
        batch.add(column, value);
      } catch (CifException e) {
        throw new CifException(output.place + ", row " + scan.row(i) + ": " + e.getMessage(), e);
      }
    }
  }

  ReadMetrics metrics() {
    return reader.metrics();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
