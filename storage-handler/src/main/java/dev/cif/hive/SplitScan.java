package dev.cif.hive;

import dev.cif.format.CifType;
import dev.cif.format.Predicate;
import dev.cif.format.ReadOptions;
import dev.cif.format.RowRanges;
import dev.cif.format.SplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;

/** The scan of one split-directory for Hive: its readers, and the rows that may matter. */
final class SplitScan implements Closeable {
  private final TableScan table;
  private final SplitReader split;
  private final RowRanges rows;
  private final Iterator<RowRanges.Range> ranges;
  private final Reporter reporter;
  private RowRanges.Range range;
  private long next;
  private int current;
  private long done;
  private boolean closed;

  SplitScan(FileSplit fileSplit, JobConf job, Reporter reporter) throws IOException {
    this.reporter = reporter;
    table = TableScan.from(job);
    Path directory = fileSplit.getPath();
    ReadOptions options = new ReadOptions(job.getBoolean(ReadOptions.VERIFY_CHECKSUMS, true));
    split = SplitReader.open(directory.getFileSystem(job), directory, options);
    try {
      rows = select(job);
    } catch (IOException | RuntimeException e) {
      split.close();
      throw e;
    }
    ranges = rows.ranges().iterator();
  }

  private RowRanges select(JobConf job) throws IOException {
    SearchArgument argument = ConvertAstToSearchArg.createFromConf(job);
    Predicate predicate =
        argument == null ? Predicate.unknown() : HivePredicates.of(argument, this::isPrunable);
    return split.select(predicate);
  }

  private boolean isPrunable(String column) {
    int i = table.indexOf(column);
    int stored = split.schema().indexOf(column);
    if (i < 0) {
      return false;
    }
    // A column that the split lacks is NULL in every row.
    CifType type = stored < 0 ? null : split.schema().column(stored).type();
    // Of such a moment a search argument gives the clock of the session's zone, not the moment.
    if (table.type(i).kind() == CifType.Kind.TIMESTAMP_LTZ) {
      return false;
    }
    return type == null
        || type.equals(table.type(i))
        || (isInteger(type) && isInteger(table.type(i)));
  }

  private static boolean isInteger(CifType type) {
    return type.kind().compareTo(CifType.Kind.TINYINT) >= 0
        && type.kind().compareTo(CifType.Kind.BIGINT) <= 0;
  }

  TableScan table() {
    return table;
  }

  SplitReader split() {
    return split;
  }

  /**
   * Moves to the next rows: at most {@code limit} of them, without a gap.
   *
   * @return how many; 0 at the end
   */
  int advance(int limit) {
    next += current;
    done += current;
    current = 0;
    while (range == null || next >= range.to()) {
      if (!ranges.hasNext()) {
        return 0;
      }
      range = ranges.next();
      next = range.from();
    }
    current = (int) Math.min(limit, range.to() - next);
    return current;
  }

  /** The first of the rows that {@link #advance} moved to. */
  long row() {
    return next;
  }

  /** Bytes of a row before encoding: an even share, such that all rows together are exact. */
  long rawBytes(long row) {
    long each = split.rawBytes() / split.rows();
    long rest = split.rawBytes() % split.rows();
    return each + (row + 1) * rest / split.rows() - row * rest / split.rows();
  }

  float progress() {
    long count = rows.count();
    return count == 0 ? 1f : Math.min(1f, (float) done / count);
  }

  long position() {
    return done;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      ScanStatistics.closed(split, rows.count(), reporter);
      split.close();
    }
  }
}
