package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.FilterDescription;
import dev.cif.format.read.PartDescriptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;

/** Split-directory of a {@link Table} with the footers read so far. Thread-safe. */
final class TableSplit implements SplitStatistics {
  /** Approximate memory of a block's description in bytes. */
  private static final long BLOCK_BYTES = 256;

  private final FoundSplit found;
  private final FolderValues folders;
  private final CifSchema schema;
  private final long rows;
  private final ReadOptions options;

  /** Memory in bytes that is left for all split-directories of the table. */
  private final AtomicLong room;

  private final Map<Integer, ColumnDescription> known = new ConcurrentHashMap<>();
  private final List<FilterDescription> filters;

  private TableSplit(
      FoundSplit found, Path table, SplitReader reader, ReadOptions options, AtomicLong room) {
    this.found = found;
    folders = FolderValues.of(table, found.directory());
    schema = reader.schema();
    rows = reader.rows();
    filters = reader.filtersToKeep(this::reserve);
    this.options = options;
    this.room = room;
  }

  static TableSplit open(FoundSplit found, Path table, ReadOptions options, AtomicLong room)
      throws IOException {
    try (SplitReader reader = found.open(options)) {
      return new TableSplit(found, table, reader, options, room);
    }
  }

  /** Returns the values of the folders above it. */
  FolderValues folders() {
    return folders;
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
    try (SplitReader reader = found.read(options)) {
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
    try (SplitReader reader = found.read(options)) {
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
    return null;
  }

  /**
   * Opens it to read rows.
   *
   * @throws dev.cif.format.schema.CifException if it has other rows now
   */
  SplitReader read() throws IOException {
    SplitReader reader = found.read(options);
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
