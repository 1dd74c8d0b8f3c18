package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.format.CifType;
import dev.cif.format.Column;
import dev.cif.format.ColumnDescription;
import dev.cif.format.ColumnStatistics;
import dev.cif.format.Compression;
import dev.cif.format.PartDescriptions;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import dev.cif.format.scan.FoundSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What the schema files and footers of a table say, gathered over its splits. */
final class TableReport {
  /** A split. */
  record Split(Path path, long rows, long bytes, int files) {}

  /** A column over all splits. */
  static final class ColumnTotals {
    final Column column;
    final TreeSet<String> layouts = new TreeSet<>();
    final TreeSet<String> otherTypes = new TreeSet<>();

    /** Names of the files that the column shares with others. */
    final TreeSet<String> groupFiles = new TreeSet<>();

    long rows;
    long bytes;
    long rawBytes;
    long blocks;
    long nulls;

    /** Parts with statistics of their own, in the split that has the most. */
    int parts;

    /** Bytes of these statistics. */
    long partsBytes;

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

  final Path path;
  final List<Split> splits = new ArrayList<>();
  final List<ColumnTotals> columns = new ArrayList<>();
  long rows;
  long bytes;
  long files;

  private TableReport(Path path) {
    this.path = path;
  }

  /** Reads every schema file and every footer, no block. */
  static TableReport read(FileSystem fs, Path path) throws IOException {
    TableReport report = new TableReport(path);
    TableSchema table = TableSchema.read(fs, path);
    for (Column column : table.schema().columns()) {
      report.columns.add(new ColumnTotals(column));
    }
    for (FoundSplit split : table.splits()) {
      try (SplitReader reader = split.read(ReadOptions.DEFAULT)) {
        report.add(table, reader);
      }
    }
    return report;
  }

  private void add(TableSchema table, SplitReader reader) throws IOException {
    long splitBytes = 0;
    Set<String> names = new HashSet<>();
    for (int i = 0; i < reader.schema().size(); i++) {
      Column column = reader.schema().column(i);
      ColumnTotals totals = columns.get(table.schema().indexOf(column.name()));
      totals.add(column.type(), reader.describe(i), reader.storedBytes(i), reader.rawBytes(i));
      PartDescriptions parts = reader.parts(i);
      if (parts != null) {
        totals.addParts(parts);
      }
      if (reader.isGrouped(i)) {
        totals.groupFiles.add(reader.fileName(i));
      }
      // Columns of a group share their file.
      splitBytes += names.add(reader.fileName(i)) ? reader.fileLength(i) : 0;
    }
    splits.add(new Split(reader.directory(), reader.rows(), splitBytes, names.size()));
    rows += reader.rows();
    bytes += splitBytes;
    files += names.size();
  }
}
