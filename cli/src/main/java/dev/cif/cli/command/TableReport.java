package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.FilterDescription;
import dev.cif.format.read.PartDescriptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.schema.ValueSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/** Metadata of a table from its schema files and footers, summed up over its splits. */
final class TableReport {
  /**
   * One split.
   *
   * @param rows number of rows, without deleted ones
   * @param deletedRows number of deleted rows
   * @param sortedBy order in the form of {@code cif.sort.by}; empty if it is not known
   * @param details details; null unless they were asked for
   */
  record Split(
      Path path,
      long rows,
      long deletedRows,
      long bytes,
      int files,
      String sortedBy,
      Details details) {}

  /**
   * Details of a split, for a picture.
   *
   * @param columnBytes bytes of each column of the table; 0 if the split lacks it
   * @param hosts share of its files on each node; empty outside HDFS
   */
  record Details(List<Long> columnBytes, Map<String, StoredFiles.Held> hosts) {}

  /** Totals of the filters of a key over all splits. */
  static final class FilterTotals {
    final List<String> columns;

    long bytes;
    int splits;

    FilterTotals(List<String> columns) {
      this.columns = columns;
    }
  }

  /** Totals of a column over all splits. */
  static final class ColumnTotals {
    final Column column;
    final TreeSet<String> layouts = new TreeSet<>();
    final TreeSet<String> otherTypes = new TreeSet<>();

    /** Storage policies of its files, including those of folders; empty outside HDFS. */
    final TreeSet<String> policies = new TreeSet<>();

    /** Bytes of its files, each replica counted, by the kind of volume; empty outside HDFS. */
    final TreeMap<StorageType, Long> storedOn = new TreeMap<>();

    /** Names of the files that the column shares with others. */
    final TreeSet<String> groupFiles = new TreeSet<>();

    long rows;
    long bytes;
    long rawBytes;
    long blocks;
    long nulls;

    /** Number of parts with statistics of their own, in the split that has the most. */
    int parts;

    /** Bytes of these statistics. */
    long partsBytes;

    /** Keys that begin with the column and have filters, in the form of {@code cif.filters}. */
    final TreeMap<String, FilterTotals> filters = new TreeMap<>();

    /** Number of blocks that were read for encodings; 0 unless details were asked for. */
    long blocksRead;

    /** Number of these blocks with each encoding, by its name. */
    final TreeMap<String, Integer> encodings = new TreeMap<>();

    /** Distinct values; null if a split does not tell. */
    DistinctValues distinct = DistinctValues.NONE;

    Object min;
    Object max;
    boolean minExact = true;
    boolean maxExact = true;
    private boolean bounded = true;

    ColumnTotals(Column column) {
      this.column = column;
    }

    private void add(CifType type, ColumnDescription file, long fileBytes, long fileRawBytes) {
      ColumnStatistics s = file.statistics();
      boolean coded = file.compression() != Compression.NONE;
      layouts.add(file.layout().text() + (coded ? "(" + file.compression().text() + ")" : ""));
      rows += s.rows();
      bytes += fileBytes;
      rawBytes += fileRawBytes;
      blocks += file.blocks().size();
      nulls += s.nulls();
      if (!type.equals(column.type())) {
        otherTypes.add(type.toString());
        bounded = false;
      } else if (s.nulls() < s.rows()) {
        bounds(s);
      }
    }

    private void addSummary(ValueSummary summary) {
      distinct =
          summary == null || distinct == null || !otherTypes.isEmpty()
              ? null
              : distinct.merge(summary.distinct());
    }

    private void addEncodings(SplitReader reader, int i, int most) throws IOException {
      reader.encodings(i, most).forEach((name, n) -> encodings.merge(name, n, Integer::sum));
      blocksRead += Math.min(most, reader.describe(i).blocks().size());
    }

    private void addParts(PartDescriptions of) throws IOException {
      parts = Math.max(parts, of.count());
      partsBytes += of.length();
    }

    private void bounds(ColumnStatistics s) {
      bounded &= s.min() != null && s.max() != null;
      if (!bounded) {
        return;
      }
      if (min == null || ColumnStatistics.compare(s.min(), min) < 0) {
        min = s.min();
        minExact = s.minExact();
      }
      if (max == null || ColumnStatistics.compare(s.max(), max) > 0) {
        max = s.max();
        maxExact = s.maxExact();
      }
    }

    boolean hasBounds() {
      return bounded && min != null;
    }
  }

  /** Approximate number of blocks of a column that are read for its encodings. */
  private static final int ENCODED_BLOCKS = 64;

  final Path path;
  private final boolean withDetails;
  final List<Split> splits = new ArrayList<>();
  final List<ColumnTotals> columns = new ArrayList<>();

  /** Why columns can't be read as the table's types: one text a split-directory that has some. */
  final List<String> troubles = new ArrayList<>();

  long rows;
  long deletedRows;
  long bytes;
  long files;

  private TableReport(Path path, boolean withDetails) {
    this.path = path;
    this.withDetails = withDetails;
  }

  /**
   * Reads every schema file and every footer, and no block unless details are asked for.
   *
   * @param withDetails true to give each split its details, which take memory for each of its
   *     columns, and each column the encodings of some blocks
   * @param progress receiver of the number of splits that were read
   */
  static TableReport read(
      TableSchema table, FileSystem fs, Path path, boolean withDetails, LongConsumer progress)
      throws IOException {
    TableReport report = new TableReport(path, withDetails);
    for (Column column : table.schema().columns()) {
      report.columns.add(new ColumnTotals(column));
    }
    Map<Byte, String> policies = StoredFiles.policies(fs);
    for (FoundSplit split : table.splits()) {
      try (SplitReader reader = split.read(ReadOptions.DEFAULT, table.columnsOf(split))) {
        report.add(table, reader, StoredFiles.of(split.fs(), reader.directory(), policies));
      }
      progress.accept(report.splits.size());
    }
    return report;
  }

  private void add(TableSchema table, SplitReader reader, StoredFiles stored) throws IOException {
    if (table.described() != null) {
      try {
        table.described().expectReadable(reader.directory(), reader.schema());
      } catch (CifException e) {
        troubles.add(e.getMessage());
      }
    }
    long splitBytes = 0;
    Set<String> names = new HashSet<>();
    for (int i = 0; i < reader.schema().size(); i++) {
      Column column = reader.schema().column(i);
      ColumnTotals totals = columns.get(table.schema().indexOf(column.name()));
      totals.add(column.type(), reader.describe(i), reader.storedBytes(i), reader.rawBytes(i));
      totals.addSummary(reader.summary(i));
      if (withDetails && splits.size() % everySplit(table) == 0) {
        totals.addEncodings(reader, i, Math.max(1, ENCODED_BLOCKS / table.splits().size()));
      }
      PartDescriptions parts = reader.parts(i);
      if (parts != null) {
        totals.addParts(parts);
      }
      reader.files(i).forEach(file -> stored.addTo(totals, file.getName()));
      if (reader.isGrouped(i)) {
        totals.groupFiles.add(reader.fileName(i));
      }
      // Columns of a group share their file.
      splitBytes += names.add(reader.fileName(i)) ? reader.fileLength(i) : 0;
    }
    reader.filters().forEach(filter -> add(table, reader.schema(), filter));
    String order = reader.sortedBy().toString();
    Details details = withDetails ? new Details(columnBytes(table, reader), stored.hosts()) : null;
    splits.add(
        new Split(
            reader.directory(),
            reader.liveRows(),
            reader.rows() - reader.liveRows(),
            splitBytes,
            names.size(),
            order,
            details));
    rows += reader.liveRows();
    deletedRows += reader.rows() - reader.liveRows();
    bytes += splitBytes;
    files += names.size();
  }

  /** Returns the interval of the splits whose blocks are read for their encodings. */
  private static int everySplit(TableSchema table) {
    return (table.splits().size() + ENCODED_BLOCKS - 1) / ENCODED_BLOCKS;
  }

  private List<Long> columnBytes(TableSchema table, SplitReader reader) throws IOException {
    List<Long> bytes = new ArrayList<>(Collections.nCopies(columns.size(), 0L));
    for (int i = 0; i < reader.schema().size(); i++) {
      bytes.set(table.schema().indexOf(reader.schema().column(i).name()), reader.storedBytes(i));
    }
    return bytes;
  }

  private void add(TableSchema table, CifSchema schema, FilterDescription filter) {
    List<String> key = filter.columns().stream().map(i -> schema.column(i).name()).toList();
    ColumnTotals first = columns.get(table.schema().indexOf(key.get(0)));
    FilterTotals totals =
        first.filters.computeIfAbsent(String.join("+", key), text -> new FilterTotals(key));
    totals.bytes += filter.length();
    totals.splits++;
  }
}
