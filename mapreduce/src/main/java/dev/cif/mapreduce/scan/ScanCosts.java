package dev.cif.mapreduce.scan;

import dev.cif.format.read.ReadMetrics;
import dev.cif.format.read.SplitReader;
import org.apache.hadoop.fs.Path;

/** Costs of reading a split-directory, in one thread or in several. Not thread-safe. */
final class ScanCosts {
  /** Costs of one column. */
  static final class OfColumn {
    final String name;

    /** Bytes of the column on disk. */
    final long length;

    long rowsRead;
    long valuesDecoded;
    long bytesRead;

    private OfColumn(String name, long length) {
      this.name = name;
      this.length = length;
    }
  }

  final Path directory;

  /** Rows of the split-directory. */
  final long rows;

  long rowsGiven;
  long rowsPruned;
  long filesOpened;
  long valuesDecoded;
  long bytesRead;
  long localBytesRead;

  /** Costs of each column; null for one that the split-directory lacks. */
  final OfColumn[] columns;

  /**
   * Takes the costs of a read that has ended.
   *
   * @param read columns that were read
   * @param rowsGiven rows that the map function got
   * @param rowsPruned rows left out by the statistics of blocks
   */
  ScanCosts(SplitFields read, long rowsGiven, long rowsPruned) {
    SplitReader split = read.split();
    ReadMetrics metrics = split.metrics();
    directory = split.directory();
    rows = split.rows();
    this.rowsGiven = rowsGiven;
    this.rowsPruned = rowsPruned;
    filesOpened = metrics.filesOpened();
    valuesDecoded = metrics.valuesDecoded();
    bytesRead = metrics.bytesRead();
    localBytesRead = metrics.localBytesRead();
    columns = new OfColumn[read.size()];
    for (int i = 0; i < columns.length; i++) {
      int stored = split.schema().indexOf(read.name(i));
      if (stored >= 0) {
        columns[i] = new OfColumn(read.name(i), split.columnLength(stored));
        columns[i].rowsRead = read.rowsRead(i);
        count(columns[i], metrics.columns().get(split.schema().column(stored).name()));
      }
    }
  }

  private static void count(OfColumn column, ReadMetrics.ColumnCounts counts) {
    if (counts != null) {
      column.valuesDecoded = counts.valuesDecoded();
      column.bytesRead = counts.bytesRead();
    }
  }

  /** Adds the costs of other rows of the same split-directory. */
  ScanCosts plus(ScanCosts other) {
    rowsGiven += other.rowsGiven;
    rowsPruned += other.rowsPruned;
    filesOpened += other.filesOpened;
    valuesDecoded += other.valuesDecoded;
    bytesRead += other.bytesRead;
    localBytesRead += other.localBytesRead;
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != null) {
        columns[i].rowsRead += other.columns[i].rowsRead;
        columns[i].valuesDecoded += other.columns[i].valuesDecoded;
        columns[i].bytesRead += other.columns[i].bytesRead;
      }
    }
    return this;
  }
}
