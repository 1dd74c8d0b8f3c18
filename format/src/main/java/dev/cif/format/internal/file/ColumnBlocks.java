package dev.cif.format.internal.file;

import dev.cif.format.internal.auto.AutoEncoder;
import dev.cif.format.internal.encoding.BlockGrowth;
import dev.cif.format.internal.encoding.Goal;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.internal.io.Output;
import dev.cif.format.internal.row.KeyFilter;
import dev.cif.format.internal.row.RowEncoder;
import dev.cif.format.internal.summary.SummaryCollector;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Column that is being written: the values of its open block, and the content of its footer. */
final class ColumnBlocks {
  /** Least size in bytes of bodies that are divided into parts. */
  private static final int DIVIDED = 4096;

  private static final int MOST_GROWTH = 32;

  /** Greatest size of the values, in bytes, of a block that was continued. */
  private static final long MOST_BYTES = 4L * ColumnOptions.MAX_BLOCK_BYTES;

  private final Column column;
  private final ColumnOptions options;
  private final ColumnVector vector;
  private final List<Footer.Entry> entries = new ArrayList<>();
  private ColumnStatistics statistics = ColumnStatistics.NONE;

  /** Statistics of the column's parts; null if there are none. */
  private final PartStatistics parts;

  /** Summary of the values; null if there is none. */
  private final SummaryCollector summary;

  /** Filters of keys whose first column this is. */
  private final List<FilterWriter> filters = new ArrayList<>();

  private long rows;
  private long rawBytes;
  private long blockBytes;
  private final Set<StreamFeature> features = EnumSet.noneOf(StreamFeature.class);

  /** Factor by which the open block may exceed the usual size of a block. */
  private int growth;

  /** Bytes of values, and rows, with which the open block is full. */
  private long fullBytes;

  private int fullRows;

  /**
   * Creates a column.
   *
   * @param isSummarised true to collect a summary of its values, if its type has one
   */
  ColumnBlocks(Column column, ColumnOptions options, boolean isSummarised) {
    this.column = column;
    this.options = options;
    this.vector = ColumnVector.create(column.type());
    parts = options.partStatistics() ? PartStatistics.of(column.type()) : null;
    boolean hasSummary = isSummarised && column.type().kind().isPrimitive();
    summary = hasSummary ? new SummaryCollector() : null;
    options.expectFit(column);
    grow(1);
  }

  /** Sets the factor by which the open block may exceed the usual size. */
  private void grow(int factor) {
    growth = factor;
    fullBytes = Math.min((long) factor * options.blockBytes(), MOST_BYTES);
    fullRows = (int) Math.min((long) factor * options.blockRows(), ColumnOptions.MAX_BLOCK_ROWS);
  }

  Column column() {
    return column;
  }

  ColumnVector vector() {
    return vector;
  }

  /** Adds a filter that is written with each block. */
  void addFilter(FilterWriter filter) {
    filters.add(filter);
  }

  /** Returns the size of all values so far before encoding, in bytes. */
  long rawBytes() {
    return rawBytes + blockBytes;
  }

  /** Returns the features that a reader of the blocks must know. */
  Set<StreamFeature> features() {
    return features;
  }

  /**
   * Counts a row that was appended. A full block whose strings recur may grow from now on.
   *
   * @return size of the row's value before encoding, in bytes
   */
  long endRow() {
    long bytes = vector.rawBytes(vector.size() - 1);
    blockBytes += bytes;
    if (isFull() && mayGrow() && BlockGrowth.pays(vector, ColumnOptions.MAX_BLOCK_BYTES)) {
      grow(2 * growth);
    }
    return bytes;
  }

  /** Returns true if the open block is to be written. */
  boolean isFull() {
    return blockBytes >= fullBytes || vector.size() >= fullRows;
  }

  private boolean mayGrow() {
    return options.layout() == Layout.AUTO
        && growth < MOST_GROWTH
        && blockBytes < MOST_BYTES
        && vector.size() < ColumnOptions.MAX_BLOCK_ROWS;
  }

  /**
   * Writes the block.
   *
   * @param body buffer for its bytes, which is overwritten
   */
  void flush(BlockFile file, Output body) throws IOException {
    body.reset();
    int[] partLengths = {};
    int[] distinct = null;
    try {
      if (options.layout() == Layout.AUTO) {
        Goal goal = new Goal(options.compression(), options.optimize());
        AutoEncoder written = AutoEncoder.encode(vector, goal, body);
        partLengths = written.parts();
        distinct = written.distinct();
        features.addAll(written.features());
      } else {
        RowEncoder.encode(vector, 0, vector.size(), options, body);
      }
    } catch (IllegalArgumentException e) {
      throw CifException.at(file.path(), column.name(), -1, e.getMessage(), e);
    }
    long offset = file.length();
    file.append(body.array(), body.size());
    if (parts != null) {
      parts.add(vector);
    }
    for (FilterWriter filter : filters) {
      filter.endBlock();
    }
    if (summary != null) {
      summary.add(vector, distinct);
    }
    ColumnStatistics block = Statistics.of(vector, distinct);
    List<Footer.Part> bodyParts = new ArrayList<>();
    int head = body.size();
    for (int k = partLengths.length - 1; k >= 0 && body.size() >= DIVIDED; k--) {
      head -= partLengths[k];
      int partCrc = Crc.of(body.array(), head, partLengths[k]);
      bodyParts.add(0, new Footer.Part(head, partLengths[k], partCrc));
    }
    int crc = Crc.of(body.array(), 0, head);
    byte[] filter =
        options.layout() == Layout.DCSL ? KeyFilter.of(column.type(), body) : new byte[0];
    file.append(filter, filter.length);
    entries.add(
        new Footer.Entry(
            offset,
            body.size(),
            rows,
            vector.size(),
            blockBytes,
            crc,
            filter.length,
            Crc.of(filter, 0, filter.length),
            List.copyOf(bodyParts),
            block));
    statistics = rows == 0 ? block : statistics.merge(block);
    rows += vector.size();
    rawBytes += blockBytes;
    blockBytes = 0;
    grow(1);
    vector.reset();
  }

  /**
   * Returns the content of the file with the statistics of parts, or null. Call it when all blocks
   * are written.
   */
  byte[] partsFile(int footerCrc) {
    return parts == null ? null : parts.file(footerCrc);
  }

  /**
   * Returns the summary of the values; null if there is none. Call it when all blocks are written.
   */
  SummaryEntry summary() {
    return summary == null
        ? null
        : SummaryEntry.of(statistics, summary.distinct(), summary.longest(), summary.trues());
  }

  /** Returns the footer. Call it when all blocks are written. */
  Footer footer() {
    Layout layout = options.layout();
    return new Footer(
        layout,
        layout == Layout.BLOCK ? options.compression() : Compression.NONE,
        column.type(),
        Footer.hasSkips(layout) ? options.skips() : null,
        rows,
        statistics,
        entries);
  }
}
