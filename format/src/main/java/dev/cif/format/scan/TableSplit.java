package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.FilterDescription;
import dev.cif.format.read.PartDescriptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Split-directory of a {@link Table} with the footers read so far. Thread-safe. */
final class TableSplit implements SplitStatistics {
  /** Approximate memory of a block's description in bytes. */
  private static final long BLOCK_BYTES = 256;

  private final FoundSplit found;
  private final TableColumns table;
  private final CifSchema schema;
  private final long rows;
  private final ReadOptions options;

  /** Memory in bytes that is left for all split-directories of the table. */
  private final AtomicLong room;

  private final Map<Integer, ColumnDescription> known = new ConcurrentHashMap<>();
  private final List<FilterDescription> filters;

  private TableSplit(
      FoundSplit found,
      TableColumns table,
      SplitReader reader,
      ReadOptions options,
      AtomicLong room) {
    this.found = found;
    this.table = table;
    schema = reader.schema();
    rows = reader.rows();
    filters = reader.filtersToKeep(this::reserve);
    this.options = options;
    this.room = room;
  }

  /**
   * Opens a split-directory for its schema file.
   *
   * @param table columns of the table, with the values of those that are folders
   */
  static TableSplit open(FoundSplit found, TableColumns table, ReadOptions options, AtomicLong room)
      throws IOException {
    try (SplitReader reader = found.open(options, table)) {
      return new TableSplit(found, table, reader, options, room);
    }
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public long rows() {
    return rows;
  }

  /** Returns true if the footers of these columns are in memory. */
  boolean knows(Set<String> columns) {
    return columns.stream()
        .map(schema::indexOf)
        .allMatch(column -> column < 0 || known.containsKey(column));
  }

  /**
   * Reads the footers of these columns that are not in memory, and keeps those for which there is
   * room.
   */
  void learn(Set<String> columns) throws IOException {
    try (SplitReader reader = found.read(options, table)) {
      for (String name : columns) {
        int column = schema.indexOf(name);
        if (column >= 0 && !known.containsKey(column)) {
          PlannedSplit.expectRows(reader, rows);
          keep(column, reader.describe(column));
        }
      }
    }
  }

  private void keep(int column, ColumnDescription description) {
    long bytes = BLOCK_BYTES * (1 + description.blocks().size());
    if (reserve(bytes)) {
      known.put(column, description);
    }
  }

  @Override
  public ColumnDescription describe(int column) throws IOException {
    ColumnDescription description = known.get(column);
    if (description != null) {
      return description;
    }
    try (SplitReader reader = found.read(options, table)) {
      PlannedSplit.expectRows(reader, rows);
      return reader.describe(column);
    }
  }

  /** Returns the filters; those that have been read are kept as far as there is room for them. */
  @Override
  public List<FilterDescription> filters() {
    return filters;
  }

  /** Returns true if no filter has to be read for keys that have all of these columns. */
  boolean hasFilters(Set<String> columns) {
    Set<Integer> positions = new HashSet<>();
    columns.forEach(name -> positions.add(schema.indexOf(name)));
    return filters.stream()
        .allMatch(filter -> filter.isRead() || !positions.containsAll(filter.columns()));
  }

  private boolean reserve(long bytes) {
    boolean hasRoom = room.addAndGet(-bytes) >= 0;
    if (!hasRoom) {
      room.addAndGet(bytes);
    }
    return hasRoom;
  }

  /** Returns null, since keys are whole columns. */
  @Override
  public PartDescriptions parts(int column) {
    return null;
  }

  @Override
  public ColumnVector defaultOf(String name) {
    return table.valueOf(name);
  }

  /**
   * Opens it to read rows.
   *
   * @throws dev.cif.format.schema.CifException if it has other rows now
   */
  SplitReader read() throws IOException {
    SplitReader reader = found.read(options, table);
    boolean isSame = false;
    try {
      PlannedSplit.expectRows(reader, rows);
      isSame = true;
      return reader;
    } finally {
      if (!isSame) {
        reader.close();
      }
    }
  }
}
